"""The end of a game of Abracadabra: Objects and hands laid open."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import Company, joined
from grimorio.cli.pictures.abracadabra_cards import chip, object_chips, total
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS


def laid_open(company: Company, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
    """What everybody had, once the game is over."""
    if not any(event.kind in {"won", "cut"} for event in events):
        return []
    words = company.words
    grid = Table.grid(padding=(0, 2))
    for width in (15, None, None, None):
        grid.add_column(no_wrap=width is not None, max_width=width)
    for seat, name in enumerate(company.names):
        letter = LETTERS[seat]
        things, hand = view["last_objects"][letter], view["last_hand"][letter]
        won = view["winner"] == letter
        points = words.text("picture", "total").format(points=total(view, things, hand, letter))
        held = joined([Text(words.text("picture", "had"), "dim"), *(chip(words, card) for card in hand)])
        grid.add_row(
            Text(f"{'★' if won else ' '} {name}", "bold" if won else ""),
            Text(points, "bold"),
            object_chips(things, view["bonus"][letter]),
            held if hand else Text(),
        )
    told = Text(words.text("picture", "result"), "bold")
    legend = Text(words.text("picture", "legend"), "dim")
    return [Group(Rule(told, style="dim"), Text(), grid, Text(), legend)]
