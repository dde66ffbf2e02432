"""The numbers that a player of Abracadabra tries to raise, and what may befall him."""

from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.facts import Facts
from grimorio.engine.layout import LETTERS
from grimorio.games.abracadabra.insight import gatherings, own_points, piles
from grimorio.games.abracadabra.state import OVER


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """A-R32: the points so far; A-R12, A-R20: what the best gathering of the hand pays on average."""
    view = Facts(views)
    pays = {pile.letter: pile.pays for pile in piles(Facts(boxes), view)}
    staged = gatherings(boxes, view) if view.phase != OVER else []
    best = max((each.objects * pays[each.letter] + each.from_hand for each in staged), default=0)
    return {"points": own_points(boxes, view).total, "gathering": best}


def fates(told: Sequence[Event], seat: int) -> dict[str, int]:
    """A-R28: the hand is lost; A-R26, A-R27: a card goes from it; A-R16: an Object comes."""
    me, found = LETTERS[seat], dict[str, int]()
    for event in told:
        match event.kind:
            case "periculum" if event.seat == me:
                found["periculum"] = -1
            case "stole" if event.start == f"hand[{me}]":
                found["robbed"] = -1
            case "object" if event.seat == me:
                found["object"] = 1
    return found
