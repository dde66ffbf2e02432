"""What crystals are worth at a table of FLAUTZ!: how likely a seat is to win when a challenge begins.

Who plays by reflex looks at no crystals, so what a challenge gives to whom hangs on who began it and on nothing else.
That is counted, and the worth of crystals follows, challenge by challenge back from the last.
"""

import itertools
from collections.abc import Mapping
from typing import Any

import numpy as np

from grimorio.engine.kernel import kernel

SWEEPS = 30
"""Challenges that are looked ahead: a few in which nobody gets anything, and enough for everybody to get all."""

Awards = tuple[int, ...]
"""Crystals that a challenge gave, from the seat in question on."""


@kernel
def crystals_worth(box: Any, s: Any, seat: int, worths: Any) -> float:
    """The worth of the crystals when a challenge has just begun: by who is first, and by who has how many."""
    place, unit = 0, 1
    for step in range(box.seats):
        place += unit * min(int(s.crystals[(seat + step) % box.seats]), box.crystals_to_win - 1)
        unit *= box.crystals_to_win
    return float(worths[(s.first - seat + box.seats) % box.seats, place])


def won_with(held: Awards, goal: int) -> float | None:
    """The part of the first one in the victory, if the game is over."""
    most = max(held)
    return None if most < goal else (held[0] == most) / held.count(most)


def solved(often: Mapping[int, Mapping[Awards, float]], seats: int, goal: int) -> Any:
    """The worths by first player and crystals, from how likely a challenge gives what, by first player."""
    states = [held[::-1] for held in itertools.product(range(goal), repeat=seats)]
    worths = np.full((seats, len(states)), 1 / seats)
    moves = [
        (first, place, _moves(often[first], held, goal)) for first in range(seats) for place, held in enumerate(states)
    ]
    for _ in range(SWEEPS):
        before = worths.copy()
        for first, place, (sure, then, likely) in moves:
            worths[first, place] = sure + likely @ before[(first + 1) % seats, then]
    return worths


def _moves(often: Mapping[Awards, float], held: Awards, goal: int) -> tuple[float, Any, Any]:
    """What is won at once on average, which crystals there may be then otherwise, and how likely these are."""
    sure, then, likely = 0.0, [], []
    for awards, chance in often.items():
        after = tuple(map(sum, zip(held, awards, strict=True)))
        won = won_with(after, goal)
        if won is None:
            then.append(sum(number * goal**step for step, number in enumerate(after)))
            likely.append(chance)
        else:
            sure += chance * won
    return sure, np.array(then, np.int64), np.array(likely)
