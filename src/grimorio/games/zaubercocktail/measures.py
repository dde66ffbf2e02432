"""The numbers that a trader of Zaubercocktail tries to raise, and what may befall him."""

from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.facts import Facts
from grimorio.engine.layout import LETTERS
from grimorio.games.zaubercocktail.actions import CARD_NAMES
from grimorio.games.zaubercocktail.insight import OneSet, best_of, best_total, sets_of
from grimorio.games.zaubercocktail.state import JOKER, PRESENTING


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """Z-R13, Z-R17: what the best sets of the hand are worth, and would be if the own offer were accepted.

    Z-G22: `laid` is what would be presented: the sets laid out, or the best ones where there are none. Z-R23: what is
    not presented stays; `kept` is what it is worth, once it is chosen.
    """
    view = Facts(views)
    me, hand, now = view.viewer, view.hand, best_total(boxes, view.hand)
    laid = sets_of(Facts(boxes), view.laid_kind, view.laid_naturals, view.laid_jokers)
    chosen = laid if laid.sets else best_of(boxes, hand)
    hoped, kept = now, 0
    if view.offer_open[me]:
        give, want = view.offer_give[me], view.offer_want[me]
        hoped = best_total(boxes, [h - given + asked for h, given, asked in zip(hand, give, want, strict=True)])
    if view.phase == PRESENTING:
        kept = best_total(boxes, _without(hand, chosen.sets))
    return {"sets": now, "hoped": hoped, "laid": chosen.total, "kept": kept}


def _without(hand: Sequence[int], sets: Sequence[OneSet]) -> list[int]:
    """The cards that are left of a hand once sets are presented."""
    rest = list(hand)
    for each in sets:
        rest[CARD_NAMES.index(each.kind)] -= each.naturals
        rest[JOKER] -= each.jokers
    return rest


def fates(told: Sequence[Event], seat: int) -> dict[str, int]:
    """Z-R9: a trade is made; Z-R11: somebody else takes the ring; Z-R18, Z-R20: the ranking moves the marker."""
    me, found = LETTERS[seat], dict[str, int]()
    for event in told:
        own = event.seat == me
        match event.kind:
            case "accepted" if own or (event.to or "").endswith(f"[{me}]"):
                found["traded"] = 1
            case "ring" if not own:
                found["ring-gone"] = -1
            case "advanced" if own:
                found["advanced"] = 1
            case "retreated" if own:
                found["retreated"] = -1
    return found
