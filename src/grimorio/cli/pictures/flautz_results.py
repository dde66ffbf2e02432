"""The end of a challenge of FLAUTZ!: every hand laid open, what it was worth, and who won the crystals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from grimorio.cli.draw import Company, beside, card
from grimorio.cli.pictures.flautz_cards import CRYSTAL, CRYSTAL_INK, colour_title, face_of
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS

NAME = 13
"""Columns of a name beside its hand."""


@dataclass
class Ended:
    """One challenge that ended."""

    hands: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    crystals: dict[str, int] = field(default_factory=dict)
    closing: str | None = None
    number: int = 0


def challenge_results(company: Company, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
    """Every challenge that ended in these events, as it is shown."""
    found = ended_challenges(events, view)
    return [_shown(company, ended, view) for ended in found]


def ended_challenges(events: Sequence[Event], view: Mapping[str, Any]) -> list[Ended]:
    """What was laid open, valued and won, challenge by challenge."""
    found: list[Ended] = []
    ended = Ended(number=view["challenge"])
    for event in events:
        seat = event.seat or ""
        if event.kind == "declared":
            ended = Ended(number=view["challenge"])
        elif event.kind == "showed":
            ended.hands.setdefault(seat, []).append(event.card or "")
        elif event.kind == "valued":
            ended.values[seat] = event.value or 0
        elif event.kind == "crystals":
            ended.crystals[seat] = event.value or 0
        elif event.kind in {"straight", "royal"}:
            ended.closing = event.kind
        elif event.kind == "challenge-began":
            ended.number = (event.value or 0) - 1
            found += [ended] if ended.values else []
            ended = Ended(number=view["challenge"])
    found += [ended] if ended.values else []
    if found and found[-1].closing is None:
        found[-1].closing = view["last_closing"]
    return found


def _shown(company: Company, ended: Ended, view: Mapping[str, Any]) -> RenderableType:
    words = company.words
    title = Text(words.text("picture", "result").format(challenge=ended.number), "bold")
    if ended.closing:
        title.append(f" · {words.name(ended.closing)}", "not bold")
    rows: list[RenderableType] = [Rule(title, style="dim")]
    for letter, hand in ended.hands.items():
        cards = beside([card(face_of(words, name)) for name in hand], gap=0)
        rows += beside([_name(company, letter, view), cards, _worth(company, ended, letter)])
    return Group(*rows)


def _name(company: Company, letter: str, view: Mapping[str, Any]) -> list[Text]:
    name = Text(company.names[LETTERS.index(letter)], "bold")
    name.truncate(NAME, overflow="ellipsis", pad=True)
    apprentice = colour_title(company.words, view["apprentice"][letter], wide=False)
    return [Text(" " * NAME), name, apprentice]


def _worth(company: Company, ended: Ended, letter: str) -> list[Text]:
    value = Text(str(ended.values[letter]), "bold")
    won = ended.crystals.get(letter, 0)
    focused = not ended.values[letter] and ended.closing != "royal"
    note = Text(company.words.text("picture", "was_focused"), "dim") if focused else Text()
    return [Text(), value.append(f"  {CRYSTAL * won}", CRYSTAL_INK), note]
