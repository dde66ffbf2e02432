"""The novice: knows what the apprentice knows, and forgets it one time in three, as beginners do."""

from typing import Any

from grimorio.bots.contract import Choose
from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel

ONE_IN = 3
"""So often it does the first thing that comes to its mind."""


def faltering(choose: Choose) -> Choose:
    """The bot that plays like another one, but now and then does anything that is legal."""

    @kernel
    def falter(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        if below(chance, ONE_IN) == 0:
            return below(chance, count)
        return choose(box, view, actions, count, chance)

    return falter
