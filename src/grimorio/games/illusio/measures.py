"""The numbers that a magician of Illusio tries to raise."""

from typing import Any

from grimorio.games.illusio.insight import Observer


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """I-R16 to I-R19: prestige, what the own tricks will pay, how much of them is served, what fits the Challenge."""
    seen = Observer(boxes, views)
    mine = seen.stage(seen.me)
    served = sum(need.served != "open" for trick in mine.preparing for need in trick.needs)
    return {
        "prestige": seen.view.prestige[seen.me],
        "tricks": sum(each.pays.total for each in mine.shown) + sum(each.pays.total for each in mine.preparing),
        "served": served,
        "fitting": max((each.fitting for each in seen.challenge()), default=0),
    }
