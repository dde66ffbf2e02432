"""The number that a player of FLAUTZ! tries to raise."""

from typing import Any

from grimorio.engine.facts import Facts
from grimorio.games.flautz.insight import spell_of


def measures(boxes: Any, views: Any) -> dict[str, float]:
    """FZ-R12: what the best spell of the hand is worth."""
    return {"spell": spell_of(Facts(boxes), Facts(views).hand).value}
