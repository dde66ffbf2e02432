"""The end of a game of Illusio: who showed what."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import Company, joined
from grimorio.cli.pictures.illusio.cards import Objectives
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.engine.words import Words


def standings(
    company: Company, objectives: Objectives, events: Sequence[Event], view: Mapping[str, Any]
) -> list[RenderableType]:
    """The points and the tricks of everybody, once the game is over."""
    if not any(event.kind in {"won", "cut"} for event in events):
        return []
    words = company.words
    grid = Table.grid(padding=(0, 2))
    for width in (15, None, 18, None):
        grid.add_column(no_wrap=width is not None, max_width=width)
    order = sorted(range(len(company.names)), key=lambda seat: -view["prestige"][LETTERS[seat]])
    for seat in order:
        letter = LETTERS[seat]
        best = view["prestige"][letter] == view["prestige"][LETTERS[order[0]]]
        grid.add_row(
            Text(f"{'★' if best else ' '} {company.names[seat]}", "bold" if best else ""),
            Text(words.say("picture", "points", points=view["prestige"][letter]), "bold"),
            Text(words.name(view["magician"][letter]), "italic"),
            _earned(words, objectives, view["kept"][letter], view["prestige"][letter]),
        )
    return [Group(Rule(Text(words.text("picture", "result"), "bold"), style="dim"), Text(), grid, Text())]


def _earned(words: Words, objectives: Objectives, kept: Sequence[str], points: int) -> Text:
    """The tricks, and how the points came about: their levels, and what accuracy and the rest brought or cost."""
    levels = sum(objectives.level(name) for name in kept)
    more = f"+{points - levels}" if points >= levels else f"\u2212{levels - points}"
    tricks = joined([objectives.title(name) for name in kept], ", ")
    return Text.assemble(tricks, "\n", words.say("picture", "earned", levels=levels, more=more)) if kept else tricks
