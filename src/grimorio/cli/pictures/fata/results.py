"""What a table of F.A.T.A. stops to look at: the treasures of the first hand, and everything at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import QUIET, Company, hanging, joined
from grimorio.cli.pictures.fata.cards import STAR, Looks
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.fata.insight import Insight


@dataclass(frozen=True)
class Ended:
    """A game that is over: what lies open, and what it is worth."""

    company: Company
    looks: Looks
    view: Mapping[str, Any]
    insight: Insight


def results(ended: Ended, events: Sequence[Event]) -> list[RenderableType]:
    """The end of the first hand, and the end of the game."""
    kinds = {event.kind for event in events}
    pages = [_first_hand(ended.company, ended.looks, events)] if "scored" in kinds else []
    winners = [event.seat for event in events if event.kind == "won" and event.seat]
    return [*pages, *([_laid_open(ended, winners)] if winners else [])]


def _page(company: Company, title: str, rows: Sequence[Sequence[Text]]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, max_width=18)
    for _ in rows[0][1:]:
        grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return Group(*_heading(company, title), grid, Text(), _legend(company))


def _heading(company: Company, title: str) -> list[RenderableType]:
    return [Rule(Text(company.words.text("picture", title), "bold"), style=QUIET), Text()]


def _legend(company: Company) -> Text:
    return Text(company.words.text("picture", "legend_treasures"), QUIET)


def _first_hand(company: Company, looks: Looks, events: Sequence[Event]) -> RenderableType:
    """F-R24: the treasures that everybody counts, and their sum."""
    rows = []
    for letter, name in zip(LETTERS, company.names, strict=False):
        counted = [event.card for event in events if (event.kind, event.seat) == ("counted", letter)]
        points = next(event.value for event in events if (event.kind, event.seat) == ("scored", letter))
        told = company.words.say("picture", "total", points=points)
        faces = joined(looks.treasures([card for card in counted if card]))
        rows.append([Text(name), Text(told, "bold"), faces if counted else Text("-", QUIET)])
    return _page(company, "result_first", rows)


def _laid_open(ended: Ended, winners: Sequence[str]) -> RenderableType:
    """F-R26: who everybody was, treasures and hands laid open, and what they are worth."""
    company, looks, view = ended.company, ended.looks, ended.view
    parts = [*_heading(company, "result"), Text(company.words.text("endings", view["ending"])), Text()]
    for letter in LETTERS[: len(company.names)]:
        mark = STAR if letter in winners else " "
        name = Text(f"{mark} {company.names[LETTERS.index(letter)]}", "bold")
        name.truncate(20, overflow="ellipsis", pad=True)
        character = looks.lineage(view["last_character"][letter][0])
        character.pad_right(15 - character.cell_len)
        parts += [Text.assemble(name, " ", character, _owned(ended, letter))]
        parts += [Text(f"  {_sum(ended, letter)}", QUIET), *_hand(ended, letter), Text()]
    return Group(*parts, _legend(company))


def _owned(ended: Ended, letter: str) -> Text:
    """Treasures that lay face down, then those that lay face up."""
    shown = ended.looks.treasures(ended.view["last_treasures"][letter])
    if ended.view["series"][letter]:
        shown.append(Text(ended.company.words.text("picture", "face_up"), QUIET))
        shown += ended.looks.treasures(ended.view["series"][letter])
    return joined(shown)


def _hand(ended: Ended, letter: str) -> list[RenderableType]:
    """The cards that somebody was holding."""
    held = joined([ended.looks.chip(name) for name in ended.view["last_hand"][letter]], ", ")
    told = f"  {ended.company.words.text('picture', 'cards')} "
    return [hanging(held, told, QUIET)] if held.plain else []


def _sum(ended: Ended, letter: str) -> str:
    """What the points of a seat are made of."""
    words, names = ended.company.words, ended.company.names
    if ended.view["fallen"][letter]:
        by = LETTERS.index(ended.view["felled_by"][letter])
        return words.say("picture", "out", seat=names[by])
    (points,) = (each for each in ended.insight.end if each.seat == letter)
    return words.say("picture", "had", **msgspec.structs.asdict(points))
