"""What is typed at a table of Zaubercocktail in one line: a whole offer (`2a=j`), or sets to present (`4d 2h`)."""

import re
from collections.abc import Mapping
from typing import Any

from grimorio.cli.pictures.zaubercocktail_cards import KEYS
from grimorio.engine.layout import LETTERS
from grimorio.games.zaubercocktail.actions import ADDRESS, CLEAR, GIVE, HAND_IN, LAY, POST, WANT, WAYS
from grimorio.games.zaubercocktail.state import JOKER, SIZES

_CARDS = re.compile(r"(\d{0,2})\s*([a-k])")
_SIDE = r"((?:\d{0,2}\s*[a-k][\s+,]*)*)"
_OFFER = re.compile(rf"{_SIDE}={_SIDE}(?:>\s*([1-7])\s*)?")
_SETS = re.compile(r"(?:\d{1,2}\s*[a-k][\s+,]*)+")


def cards_in(text: str) -> list[int]:
    """The kinds that a side names, each as often as it says."""
    return [KEYS.index(key) for number, key in _CARDS.findall(text) for _ in range(int(number or 1))]


def offer_in(text: str, view: Mapping[str, Any]) -> list[int] | None:
    """The actions of a whole offer or call, from an empty draft to its posting; None where this is none."""
    found = _OFFER.fullmatch(text.strip().lower())
    if found is None:
        return None
    give, want, to = found.groups()
    begun = view["draft_give"] or view["draft_want"] or view["draft_to"]
    made = [CLEAR] if begun else []
    made += [GIVE + kind for kind in cards_in(give)] + [WANT + kind for kind in cards_in(want)]
    made += [ADDRESS + int(to) - 1] if to else []
    return [*made, POST]


def sets_in(text: str, view: Mapping[str, Any]) -> list[int] | None:
    """The actions that lay out and hand in sets; jokers stand after the set they help, or before the first one."""
    if not _SETS.fullmatch(text.strip().lower()):
        return None
    sets: list[list[int]] = []
    leading = 0
    for number, key in _CARDS.findall(text.lower()):
        if KEYS.index(key) != JOKER:
            sets.append([KEYS.index(key), int(number), 0 if sets else leading])
        elif sets:
            sets[-1][2] += int(number)
        else:
            leading += int(number)
    made = [CLEAR] if view["laid_kind"][0] else []
    for kind, naturals, jokers in sets:
        if (naturals, jokers) not in WAYS:
            return None
        made.append(LAY + kind * SIZES + WAYS.index((naturals, jokers)))
    return [*made, HAND_IN] if sets else None


def command_in(text: str, view: Mapping[str, Any]) -> list[int] | None:
    """A whole command of this phase; None where a line is something else."""
    return offer_in(text, view) if view["phase"] == "market" else sets_in(text, view)


def seat_key(letter: str) -> str:
    """The number that points at a seat's offer."""
    return str(LETTERS.index(letter) + 1)
