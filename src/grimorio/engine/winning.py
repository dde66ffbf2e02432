"""Who won: places and scores, and the same as parts of one, a shared victory divided among those who share it."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from grimorio.engine.game import Game
from grimorio.engine.kernel import kernel


@dataclass(frozen=True)
class Outcome:
    """Score (None where the rules give none) and place of each seat; the ending is None while the game goes on."""

    scores: tuple[int | None, ...]
    places: tuple[int, ...]
    ending: str | None

    @property
    def winners(self) -> tuple[int, ...]:
        """Everybody in first place, once the game is over."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.ending else ()


@functools.cache
def sharing(game: Game) -> Callable[..., int]:
    """The kernel that says which part of the win each seat has."""
    outcome = game.outcome

    @kernel
    def share(box: Any, s: Any, out: Any, shares: Any) -> int:
        """Scores and places go to `out`, parts of the win to `shares`; returns the ending.

        The parts add up to one. A game that is not over is everybody's in equal parts.
        """
        ending = outcome(box, s, out)
        winners = 0
        for seat in range(box.seats):
            winners += out[seat, 1] == 1 or ending < 0
        for seat in range(box.seats):
            shares[seat] = 1.0 / winners if out[seat, 1] == 1 or ending < 0 else 0.0
        return ending

    return share
