"""Rules of thumb: bots that do what is worth most."""

from collections.abc import Callable
from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel

NOTHING = -(1 << 30)
"""Worth less than anything."""


def choosing_by(worth_of: Callable[[Any, Any, int], int]) -> Callable[[Any, Any, Any, int, Any], int]:
    """The bot that does the legal action with the greatest worth; of equal ones any, at random."""

    @kernel
    def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        best, chosen, equal = NOTHING, 0, 0
        for i in range(count):
            worth = worth_of(box, view, actions[i])
            if worth > best:
                best, chosen, equal = worth, i, 1
            elif worth == best:
                equal += 1
                if below(chance, equal) == 0:
                    chosen = i
        return chosen

    return choose
