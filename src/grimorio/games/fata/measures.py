"""The numbers that a player of F.A.T.A. tries to raise, and what may befall him."""

from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.facts import Facts
from grimorio.engine.layout import LETTERS
from grimorio.games.fata.insight import insight


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """F-R26: the points if the Queen came now; F-R16 to F-R19: visions laid, stars, power of whole rows; thefts."""
    found = insight(boxes, views)
    mine = found.seats[Facts(views).viewer]
    return {
        "points": found.now.total if found.now else 0,
        "power": sum(row.trimagic.power for row in mine.rows if row.trimagic),
        "visions": sum(row.visions for row in mine.rows),
        "stars": mine.stars,
        "thefts": len(found.thefts),
    }


def fates(told: Sequence[Event], seat: int) -> dict[str, int]:
    """F-R12: others take visions from the rows; F-R15: treasures come, and are robbed; F-R28: somebody falls."""
    me, found = LETTERS[seat], dict[str, int]()
    for event in told:
        start, own = event.start or "", event.seat == me
        match event.kind:
            case "stole" | "blown" if start.startswith(f"rows[{me},") and not own:
                found["undone"] = -1
            case "took" if own:
                found["treasure"] = 1
            case "robbed" if not own and start.partition("[")[2].startswith(me):
                found["robbed"] = -1
            case "fell" if own:
                found["fell"] = -1
    return found
