"""The end of a round of Zaubercocktail: all sets laid open, ranked, and how far everybody moves."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import QUIET, Company, joined
from grimorio.cli.pictures.zaubercocktail.cards import MINUS, RING, chip, kind_of, set_chips, signed, tone
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.zaubercocktail.insight import Insight, Ranked, Reward

BAR = 6
"""Cells of a bar that shows how far a marker is."""
NAME = 14
"""Columns of a name."""


def steps_text(reward: Reward) -> Text:
    """What a recipe gives ranks one to three, and what it takes from the last."""
    gains = [Text(f"+{steps}", "bold green") for steps in reward.steps]
    return joined([*gains, Text(f"{MINUS}{reward.back}", "bold red")])


def bar(marker: int, track: int, cells: int) -> Text:
    """A marker on its way: full cells behind it, empty ones before it."""
    full = round(cells * marker / track)
    return Text.assemble(("━" * full, "bold #c58bff"), ("─" * (cells - full), "dim"), f" {marker:>2}")


def round_results(
    company: Company, events: Sequence[Event], view: Mapping[str, Any], insight: Insight
) -> list[RenderableType]:
    """The scoring among these events, if there was one."""
    if insight.last_reward is None or not any(event.kind == "valued" for event in events):
        return []
    words, reward = company.words, insight.last_reward
    number = view["round"] if view["ending"] else view["round"] - 1
    title = words.say("picture", "result", round=number, recipe=words.name(reward.recipe))
    head = Text.assemble((title, "bold"), "  ", steps_text(reward))
    grid = Table.grid(padding=(0, 1))
    for width in (None, NAME, None, None, None, None, None):
        grid.add_column(no_wrap=True, max_width=width)
    for ranked in insight.last:
        grid.add_row(*_row(company, ranked, events, insight.track))
    legend = [Text(words.say("picture", "result_legend", ring=RING), QUIET), *_limits(company, insight)]
    rows: list[RenderableType] = [Rule(head, style="dim"), Text(), grid, Text(), *legend]
    turned = [event for event in events if event.kind in {"turned", "lot", "deck-short"}]
    rows += [Text(words.event(event, company.names), "dim") for event in turned]
    return [Group(*rows)]


def _limits(company: Company, insight: Insight) -> list[Text]:
    """Z-G15: why a marker did not go as far as its steps say, where one stands at an end of the track."""
    said = company.words.text
    start = any(ranked.steps < 0 and ranked.marker == 0 for ranked in insight.last)
    goal = any(ranked.steps > 0 and ranked.marker == insight.track for ranked in insight.last)
    names = [name for name, there in (("result_start", start), ("result_goal", goal)) if there]
    return [Text(said("picture", name), QUIET) for name in names]


def _row(company: Company, ranked: Ranked, events: Sequence[Event], track: int) -> list[Text]:
    say, first, collection = company.words.say, ranked.rank == 1, ranked.collection
    name = Text(company.names[LETTERS.index(ranked.seat)], "bold" if first else "")
    total = Text(say("picture", "result_total", total=collection.total), "bold" if first else "")
    cards = say("picture", "result_cards", n=collection.cards) if collection.cards else ""
    return [
        Text(f"{say('picture', 'result_rank', rank=ranked.rank):>3}", "bold" if first else "dim"),
        name,
        _sets(company, ranked, events),
        total,
        Text(cards, QUIET),
        _steps(ranked),
        bar(ranked.marker, track, BAR),
    ]


def _sets(company: Company, ranked: Ranked, events: Sequence[Event]) -> Text:
    """Each set with its value; who has none has shown his hand."""
    if ranked.collection.sets:
        return set_chips(ranked.collection.sets, worth=True)
    shown = [event for event in events if event.kind == "showed" and event.seat == ranked.seat]
    cards = joined([chip(kind_of(event.card or ""), event.value or 1) for event in shown])
    return Text.assemble((f"{company.words.text('picture', 'result_none')} ", "dim"), cards)


def _steps(ranked: Ranked) -> Text:
    """What the recipe gave or took, and the ring, and both together."""
    if not ranked.ring:
        return Text(signed(ranked.steps), tone(ranked.steps))
    parts = f"{signed(ranked.recipe_steps)} {signed(ranked.ring_steps)}{RING} = "
    return Text.assemble((parts, QUIET), (signed(ranked.steps), tone(ranked.steps)))
