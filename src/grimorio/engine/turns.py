"""Whose decision comes next, where the rules let several seats decide at the same time."""

from collections.abc import Callable
from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.game import Game
from grimorio.engine.kernel import kernel


@kernel
def lowest_seat(acting: int) -> int:
    """The first seat of a mask that names at least one: so many of seven stand before its lowest bit."""
    lowest = acting & -acting
    return (lowest > 1) + (lowest > 2) + (lowest > 4) + (lowest > 8) + (lowest > 16) + (lowest > 32)  # noqa: PLR2004


@kernel
def next_to_act(acting: int, chance: Any) -> int:
    """One of the seats that may act now, each equally likely; where only one may, no chance is drawn."""
    rest = acting & (acting - 1)
    if rest != 0:
        others = 0
        while rest != 0:
            rest &= rest - 1
            others += 1
        for _ in range(below(chance, others + 1)):
            acting &= acting - 1
    return lowest_seat(acting)


@kernel
def only_one_acts(acting: int, chance: Any) -> int:  # noqa: ARG001 - the same arguments as its other form
    """The seat whose turn it is, in a game where it is always one seat's turn."""
    return lowest_seat(acting)


def whose_turn(game: Game) -> Callable[[int, Any], int]:
    """The kernel that says who decides next; `chance` is the bots' stream, never the game's."""
    return only_one_acts if game.one_at_a_time else next_to_act
