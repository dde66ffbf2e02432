"""The end of a challenge of FLAUTZ!: every hand laid open, what it was worth, and who won the crystals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from grimorio.cli.draw import Company, beside, card
from grimorio.cli.pictures.flautz.cards import CRYSTAL, CRYSTAL_INK, colour_title, crystals, face_of
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.games.flautz.insight import Valued
from grimorio.games.flautz.state import CRYSTALS, HAND

PRISM = "prism"
NAME = 12
"""Columns of a name beside its hand."""


@dataclass
class Ended:
    """One challenge that ended."""

    hands: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)
    crystals: dict[str, int] = field(default_factory=dict)
    valued: dict[str, Valued] = field(default_factory=dict)
    closing: str | None = None
    number: int = 0


def challenge_results(
    company: Company, events: Sequence[Event], view: Mapping[str, Any], insight: Any
) -> list[RenderableType]:
    """Every challenge that ended in these events, as it is shown; of the last one also what made each spell."""
    found = ended_challenges(events, view)
    for valued in insight.last if found else ():
        found[-1].valued[valued.seat] = valued
    return [_shown(company, ended, view, last=ended is found[-1]) for ended in found]


def won_so_far(company: Company, view: Mapping[str, Any], letter: str) -> list[Text]:
    """The crystals of a seat, and its points where they are noted (FZ-R21, FZ-R22)."""
    box = plain(company.box)
    if box.mode == CRYSTALS:
        return [crystals(view["crystals"][letter], box.crystals_to_win)]
    points = company.words.say("picture", "points", points=view["points"][letter])
    return [crystals(view["crystals"][letter], 0), Text(points)]


def ended_challenges(events: Sequence[Event], view: Mapping[str, Any]) -> list[Ended]:
    """What was laid open, valued and won, challenge by challenge."""
    found: list[Ended] = []
    ended = Ended(number=view["challenge"])
    for event in events:
        seat = event.seat or ""
        if event.kind == "showed":
            ended.hands[seat] = [*ended.hands.pop(seat, []), event.card or ""][-HAND:]
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


def _shown(company: Company, ended: Ended, view: Mapping[str, Any], *, last: bool) -> RenderableType:
    words = company.words
    title = Text.assemble((words.say("picture", "result", challenge=ended.number), "bold"))
    if ended.closing:
        title.append(f" · {words.name(ended.closing)}")
    rows: list[RenderableType] = [Rule(title, style="dim")]
    for letter, hand in sorted(ended.hands.items()):
        used = _used(hand, ended.valued.get(letter))
        cards = beside([card(face_of(words, name), live=live) for name, live in zip(hand, used, strict=True)], gap=0)
        totals = won_so_far(company, view, letter) if last else []
        how = _how(company, ended.valued.get(letter))
        rows += beside([_name(company, letter, view), cards, [_worth(company, ended, letter), *how, *totals]])
    return Group(*rows)


def _used(hand: Sequence[str], valued: Valued | None) -> list[bool]:
    """Which cards of a hand make its spell; all of them where that is not known."""
    if valued is None:
        return [True] * len(hand)
    left = Counter(valued.spell.cards)
    used = []
    for name in hand:
        used.append(left[name] > 0)
        left[name] -= 1
    return used


def _how(company: Company, valued: Valued | None) -> list[Text]:
    """FZ-R14, FZ-R28: the first card and 5 for each other one, and the colours that a prism joins."""
    words, each = company.words, int(plain(company.box).extra_card)
    if valued is None or not valued.spell.cards or not valued.points:
        return []
    numbered = [name for name in valued.spell.cards if name != PRISM]
    more = len(numbered) - 1
    told = [Text("+".join([str(valued.points - each * more), *[str(each)] * more]), "dim")] if more else []
    for one, other in valued.spell.prisms:
        pair = "=".join(face_of(words, f"{colour} 1").short for colour in (one, other))
        told.append(Text(f"{face_of(words, PRISM).sign} {pair}", "dim"))
    return told


def _name(company: Company, letter: str, view: Mapping[str, Any]) -> list[Text]:
    name = Text(company.names[LETTERS.index(letter)], "bold")
    name.truncate(NAME, overflow="ellipsis", pad=True)
    apprentice = colour_title(company.words, view["apprentice"][letter], wide=False)
    return [Text(" " * NAME), name, apprentice]


def _worth(company: Company, ended: Ended, letter: str) -> Text:
    """The value with the crystals it won, or why it is nothing."""
    won, valued = ended.crystals.get(letter, 0), ended.valued.get(letter)
    note = f" {company.words.text('picture', 'was_focused')}" if valued and valued.focused else ""
    gain = f"  +{CRYSTAL * won}" if won else ""
    return Text.assemble((str(ended.values[letter]), "bold"), (note, "dim"), (gain, CRYSTAL_INK))
