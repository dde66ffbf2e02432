"""The end of a game of Abracadabra: what decided it, then everything laid open, and how the points came about."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import QUIET, Company, hanging, joined
from grimorio.cli.pictures.abracadabra.cards import chip, legend, object_chips
from grimorio.engine.layout import LETTERS
from grimorio.games.abracadabra.insight import Final, Insight
from grimorio.games.abracadabra.state import BY_STONES, ENDINGS

STONES = ENDINGS[BY_STONES]
NAME, WIDTH = 15, 78
"""Columns of a name, and of a line that fits any screen."""


def laid_open(
    company: Company, story: Sequence[Text], view: Mapping[str, Any], insight: Insight
) -> list[RenderableType]:
    """What everybody had, once the game is over."""
    if not insight.last:
        return []
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, max_width=NAME)
    for final in insight.last:
        _add(grid, company, view, final, insight.ending)
    heading = Text(company.words.text("picture", "result"), "bold")
    decided = [hanging(line, "· ", QUIET) for line in story]
    return [Group(Rule(heading, style=QUIET), *decided, Text(), grid, Text(), *legend(company.words, WIDTH))]


def _add(grid: Table, company: Company, view: Mapping[str, Any], final: Final, ending: str) -> None:
    """Two lines for a seat: the sum of its points, and what it had."""
    words, hand = company.words, view["last_hand"][final.seat]
    name = company.names[LETTERS.index(final.seat)]
    things = object_chips(view["last_objects"][final.seat], view["bonus"][final.seat])
    held = joined([Text(words.text("picture", "had"), QUIET), *(chip(words, card) for card in hand)])
    grid.add_row(
        Text(f"{'★' if final.won else ' '} {name}", "bold" if final.won else ""),
        Text(words.say("picture", "total", points=total_of(final)), "bold"),
        Text(sum_of(company, final, ending)),
    )
    grid.add_row("", "", joined([part for part in (things, held if hand else Text()) if part.plain], "   "))


def total_of(final: Final) -> int:
    """A-R32, A-R33: the points of a seat, with the prize where it won."""
    return final.points.total + (final.points.prize if final.prize else 0)


def sum_of(company: Company, final: Final, ending: str) -> str:
    """How the points of a seat came about; who won by Stones needed none (A-R36)."""
    say, points = company.words.own["picture"], final.points
    parts = [
        ("objects", points.objects),
        ("from_hand", points.from_hand),
        ("elementals", points.elementals),
        ("prize_card", points.prize if final.prize else 0),
    ]
    told = [" + ".join(f"{say[name]} {value}" for name, value in parts if value)]
    told += [say["artefact"]] if final.won and ending == STONES else []
    return "; ".join(part for part in told if part) or "-"
