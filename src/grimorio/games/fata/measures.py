"""The numbers that a player of F.A.T.A. tries to raise."""

from typing import Any

from grimorio.engine.facts import Facts
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
