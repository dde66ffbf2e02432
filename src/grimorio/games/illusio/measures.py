"""The numbers that a magician of Illusio tries to raise, and what may befall him."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.illusio.actions import CARD_NAMES
from grimorio.games.illusio.insight import Observer, Preparation
from grimorio.games.illusio.rules.pieces import BITS
from grimorio.games.illusio.state import KIND_NAMES, OBJECTIVE


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """I-R16 to I-R19: prestige, what tricks pay that can be finished, and what all pay; what is served, what fits."""
    seen = Observer(boxes, views)
    mine = seen.stage(seen.me)
    served = sum(need.served != "open" for trick in mine.preparing for need in trick.needs)
    shown = sum(each.pays.total for each in mine.shown)
    return {
        "prestige": seen.view.prestige[seen.me],
        "ready": shown + sum(_once_finished(seen, trick) for trick in mine.preparing),
        "tricks": shown + sum(each.pays.total for each in mine.preparing),
        "served": served,
        "fitting": max((each.fitting for each in seen.challenge()), default=0),
    }


def _once_finished(seen: Observer, trick: Preparation) -> int:
    """What a trick will pay, if hand and backstage have all that it still needs; each trick as if it were alone."""
    number = CARD_NAMES.index(trick.objective) - OBJECTIVE
    around = Counter({KIND_NAMES.index(piece.kind): piece.number for piece in trick.pieces})
    needs = seen.needs(number, around + seen.within_reach())
    if any(need.served == "open" for need in needs):
        return 0
    return seen.worth(seen.me, number, sum(1 << BITS * KIND_NAMES.index(need.by) for need in needs)).total


def fates(told: Sequence[Event], seat: int) -> dict[str, int]:
    """I-R16: a trick is validated; I-R8: others take a component or a card away."""
    me, found = LETTERS[seat], dict[str, int]()
    for event in told:
        match event.kind:
            case "validated" if event.seat == me:
                found["validated"] = 1
            case "stole" | "took" | "returned" if event.seat != me and (event.start or "").endswith(f"[{me}]"):
                found["lost"] = -1
    return found
