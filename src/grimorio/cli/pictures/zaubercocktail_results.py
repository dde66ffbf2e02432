"""The end of a round of Zaubercocktail: all sets laid open, ranked, and how far everybody moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import Company
from grimorio.cli.pictures.zaubercocktail_cards import MINUS, RING, chip, kind_of, set_chips
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.games.zaubercocktail.state import GAINS, RECIPE

BAR = 10
"""Cells of a bar that shows how far a marker is."""
NAME = 14
"""Columns of a name."""


def steps_of(company: Company, recipe: str) -> list[tuple[str, str]]:
    """What a recipe gives ranks one to three, and what it takes from the last, with a colour each."""
    box = plain(company.box)
    number = company.words.game.card_number(recipe) - RECIPE
    gains = [(f"+{box.gain[number, rank]}", "bold green") for rank in range(GAINS)]
    return [*gains, (f"{MINUS}{box.loss[number]}", "bold red")]


def steps_text(company: Company, recipe: str) -> Text:
    """The steps of a recipe in a row."""
    parts = [Text(step, style) for step, style in steps_of(company, recipe)]
    return Text(" ").join(parts)


def bar(marker: int, track: int, cells: int) -> Text:
    """A marker on its way: full cells behind it, empty ones before it."""
    full = round(cells * marker / track)
    return Text.assemble(("━" * full, "bold #c58bff"), ("─" * (cells - full), "dim"), f" {marker:>2}")


def round_results(company: Company, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
    """The scoring among these events, if there was one."""
    if not any(event.kind == "valued" for event in events):
        return []
    words = company.words
    number = view["round"] if view["ending"] else view["round"] - 1
    recipe = view["last_recipe"]
    title = words.text("picture", "result").format(round=number, recipe=words.name(recipe))
    head = Text.assemble((title, "bold"), "  ", steps_text(company, recipe))
    grid = Table.grid(padding=(0, 2))
    for width in (None, NAME, None, None, None, None):
        grid.add_column(no_wrap=True, max_width=width)
    for letter in sorted(LETTERS[: len(company.names)], key=lambda each: view["last_rank"][each]):
        grid.add_row(*_row(company, view, letter, events))
    rows: list[RenderableType] = [Rule(head, style="dim"), Text(), grid, Text()]
    turned = [event for event in events if event.kind in {"turned", "lot"}]
    rows += [Text(words.event(event, company.names), "dim") for event in turned]
    return [Group(*rows)]


def _row(company: Company, view: Mapping[str, Any], letter: str, events: Sequence[Event]) -> list[Text]:
    words, rank = company.words, view["last_rank"][letter]
    first = rank == 1
    name = Text(company.names[LETTERS.index(letter)], "bold" if first else "")
    sets = set_chips(view["last_kind"][letter], view["last_naturals"][letter], view["last_jokers"][letter])
    if not sets.plain:
        shown = [event for event in events if event.kind == "showed" and event.seat == letter]
        cards = Text(" ").join([chip(kind_of(event.card or ""), event.value or 1) for event in shown])
        sets = Text.assemble((f"{words.text('picture', 'result_none')} ", "dim"), cards)
    total = words.text("picture", "result_total").format(
        total=view["last_total"][letter], cards=view["last_cards"][letter]
    )
    steps = view["last_steps"][letter]
    style = "bold green" if steps > 0 else "bold red" if steps < 0 else "dim"
    moved = Text(f"{steps:+d}".replace("-", MINUS) if steps else "0", style)
    ring = f" {RING} {words.text('picture', 'result_ring')}" if view["last_ring"] == letter else ""
    place = words.text("picture", "result_rank").format(rank=rank)
    track = plain(company.box).track
    return [
        Text(f"{place:>3}", "bold" if first else "dim"),
        name,
        sets,
        Text(total, "" if first else "dim"),
        moved.append(ring, "bold #ffb52e"),
        bar(view["marker"][letter], track, BAR),
    ]
