"""The numbers that a trader of Zaubercocktail tries to raise."""

from typing import Any

from grimorio.engine.facts import Facts
from grimorio.games.zaubercocktail.insight import best_total


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """Z-R13, Z-R17: what the best sets of the hand are worth, and would be if the own offer were accepted."""
    view = Facts(views)
    me, hand, now = view.viewer, view.hand, best_total(boxes, view.hand)
    if not view.offer_open[me]:
        return {"sets": now, "hoped": now}
    give, want = view.offer_give[me], view.offer_want[me]
    after = [held - given + asked for held, given, asked in zip(hand, give, want, strict=True)]
    return {"sets": now, "hoped": best_total(boxes, after)}
