"""The number that a player of FLAUTZ! tries to raise, and what may befall him."""

from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.facts import Facts
from grimorio.engine.layout import LETTERS
from grimorio.games.flautz.insight import spell_of


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """FZ-R12: what the best spell of the hand is worth."""
    return {"spell": spell_of(Facts(boxes), Facts(views).hand).value}


def fates(told: Sequence[Event], seat: int) -> dict[str, int]:
    """FZ-R16: somebody else declares; FZ-R21: crystals are won, by the seat or by others."""
    me, found = LETTERS[seat], dict[str, int]()
    for event in told:
        match event.kind:
            case "declared" if event.seat != me:
                found["declared"] = -1
            case "crystals" if event.value:
                found |= {"crystal": 1} if event.seat == me else {"crystal-gone": -1}
    return found
