"""What is no action at all, though somebody wants to do it, and the rules that say so."""

from collections.abc import Mapping, Sequence
from typing import Any

from grimorio.engine.reference import Ref
from grimorio.games.illusio.state import OBJECTIVE_NAMES, SPECIAL_NAMES

MISTAKES = {
    "take-it-on-first": "I-R7",
    "only-on-shown-tricks": "I-G3",
    "one-at-a-time": "I-R7",
    "by-pointing": "I-R8",
    "drawn-at-the-start": "I-R6",
    "shown-by-itself": "I-G7",
    "name-the-objective": "I-R7",
}


def mistake(_view: Mapping[str, Any], picked: Sequence[Ref]) -> str:
    """I-R7, I-G3: what is wrong with a card and the objective that somebody wanted to put it to."""
    objectives = [ref for ref in picked if ref.name in OBJECTIVE_NAMES]
    cards = [ref.name for ref in picked if ref.sort == "card" and ref not in objectives]
    if objectives and cards:
        return "only-on-shown-tricks" if set(cards) & set(SPECIAL_NAMES) else "take-it-on-first"
    return "one-at-a-time" if len(objectives) > 1 or len(cards) > 1 else ""
