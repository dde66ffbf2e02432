"""The numbers that a player of Abracadabra tries to raise."""

from typing import Any

from grimorio.engine.facts import Facts
from grimorio.games.abracadabra.insight import gatherings, own_points, piles
from grimorio.games.abracadabra.state import OVER


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """A-R32: the points so far; A-R12, A-R20: what the best gathering of the hand pays on average."""
    view = Facts(views)
    pays = {pile.letter: pile.pays for pile in piles(Facts(boxes), view)}
    staged = gatherings(boxes, view) if view.phase != OVER else []
    best = max((each.objects * pays[each.letter] + each.from_hand for each in staged), default=0)
    return {"points": own_points(boxes, view).total, "gathering": best}
