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
    def nothing(box: Any, view: Any) -> int:
        return 0

    @kernel
    def by_itself(box: Any, view: Any, plan: int, action: int) -> int:
        return worth_of(box, view, action)

    return planning_by(nothing, by_itself)


def planning_by(
    plan_of: Callable[[Any, Any], Any], worth_of: Callable[[Any, Any, Any, int], int]
) -> Callable[[Any, Any, Any, int, Any], int]:
    """The same with a plan, whatever is made once for a decision and given to the worth of every action."""

    @kernel
    def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        plan = plan_of(box, view)
        best, chosen, equal = NOTHING, 0, 0
        for i in range(count):
            worth = worth_of(box, view, plan, actions[i])
            if worth > best:
                best, chosen, equal = worth, i, 1
            elif worth == best:
                equal += 1
                if below(chance, equal) == 0:
                    chosen = i
        return chosen

    return choose
