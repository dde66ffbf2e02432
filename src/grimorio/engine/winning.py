"""Who won, as parts of one: a shared victory is divided among those who share it."""

import functools
from collections.abc import Callable
from typing import Any

from grimorio.engine.game import Game
from grimorio.engine.kernel import kernel


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
