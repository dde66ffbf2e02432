"""The end of a game of Illusio: who showed what, and how the points of each came about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import QUIET, Company
from grimorio.cli.pictures.illusio.cards import Objectives
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.illusio.story import PAYS, paid

PAGE = 19
"""Lines of seats on a page, at most."""


@dataclass
class Paid:
    """A validated trick, what it paid part by part, and in all."""

    objective: str
    parts: list[Event] = field(default_factory=list)
    total: int = 0


def paid_to(events: Sequence[Event], seat: str) -> Iterator[Paid]:
    """The tricks of a seat in the order in which they were validated, from all events of a game."""
    trick = None
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "validated":
            trick = Paid(event.card or "")
        elif trick and event.kind in PAYS:
            trick.parts.append(event)
        elif trick and event.kind == "scored":
            trick.total = event.value or 0
            yield trick
            trick = None


def standings(
    company: Company, objectives: Objectives, events: Sequence[Event], view: Mapping[str, Any]
) -> list[RenderableType]:
    """The points of everybody, trick by trick, the best first, in as many pages as it takes."""
    title = Rule(Text(company.words.text("picture", "result"), "bold"), style="dim")
    blocks = [_seat(company, objectives, events, view, seat) for seat in sorted(
        range(len(company.names)), key=lambda seat: -view["prestige"][LETTERS[seat]]
    )]  # fmt: skip
    pages: list[list[RenderableType]] = []
    room = 0
    for block, lines in blocks:
        if lines > room:
            pages.append([])
            room = PAGE
        pages[-1].append(block)
        room -= lines
    return [Group(title, *page) for page in pages]


def _seat(
    company: Company, objectives: Objectives, events: Sequence[Event], view: Mapping[str, Any], seat: int
) -> tuple[RenderableType, int]:
    """A seat with its tricks, and the lines that they take."""
    words, letter = company.words, LETTERS[seat]
    points, best = view["prestige"][letter], max(view["prestige"].values())
    head = Text.assemble(
        (f"{'★' if points == best else ' '} {company.names[seat]}", "bold"),
        (f" · {words.say('picture', 'points', points=points)}", "bold" if points == best else ""),
        (f" · {words.name(view['magician'][letter])}", "italic"),
    )
    tricks = Table.grid(padding=(0, 2))
    tricks.add_column(no_wrap=True)
    tricks.add_column(ratio=1)
    for trick in paid_to(events, letter):
        tricks.add_row(Text.assemble("    ", objectives.title(trick.objective)), _sum(company, trick))
    return Group(head, tricks), 1 + tricks.row_count


def _sum(company: Company, trick: Paid) -> Text:
    """I-R16 to I-R18, I-G2: what a trick paid for each thing, and in all."""
    words = company.words
    parts = ", ".join(words.name(paid(event).name) for event in trick.parts)
    told = Text.assemble((parts, QUIET), f" = {trick.total}")
    if sum(_points(event) for event in trick.parts) < 0:
        told.append(f" ({words.text('picture', 'no_less')})", QUIET)
    return told


def _points(event: Event) -> int:
    """What a part added, or took."""
    return -(event.value or 0) if event.kind == "deja-vu-points" else event.value or 0
