"""The beginning of an imagined world: what is seen is there, and nothing else is."""

from typing import Any

import numpy as np
import pytest

from grimorio.engine.kernel import handed
from grimorio.engine.layout import (
    ALL,
    FACE_DOWN,
    NOBODY,
    OWNER,
    Cards,
    Field,
    Number,
    Numbers,
    Position,
    card,
    count,
    field,
    seat,
)
from grimorio.engine.sight import Sight
from grimorio.engine.table import Table
from grimorio.engine.worlds import begin_world
from grimorio.games import GAMES

STREAM = ("counter", "key", "block", "used")


class Tiny(Position):
    """A layout with a field of every kind of audience."""

    turn: Number = field("i1", (), ALL, "whose turn it is", seat(2))
    board: Numbers = field("i1", (2, 3), ALL, "what lies before each seat", count(9), by_seat=True)
    hand: Cards = field("i1", (2, 2), OWNER, "cards of each seat", card(9), is_set=True)
    called: Numbers = field("i1", (2,), OWNER, "how many tricks each seat wants in secret", count(9))
    row: Cards = field("i1", (2,), FACE_DOWN, "cards whose backs are seen", card(9))
    deck: Cards = field("i1", (4,), NOBODY, "cards that nobody sees", card(9))
    stacked: Number = field("i2", (), NOBODY, "how many of them are in order", count(4))


def filled() -> Any:
    """A position in which no number is empty."""
    made = Tiny.new()
    for f in Tiny.fields:
        cells = made[f.name].reshape(-1)
        cells[:] = np.arange(1, len(cells) + 1) % 7
    made["turn"] = 1
    return made


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_world_begins_with_what_is_seen_and_nothing_else(viewer: int) -> None:
    state, world = filled(), Tiny.new()
    for f in Tiny.fields:
        world[f.name] = 5
    begin_world(Tiny)(handed(Sight(Tiny).of(state, viewer)), viewer, handed(world))
    assert world["turn"] == state["turn"]
    assert (world["board"] == state["board"]).all()
    for name, empty in (("hand", -1), ("called", 0)):
        assert (world[name][0, viewer] == state[name][0, viewer]).all()
        assert (world[name][0, 1 - viewer] == empty).all()
    for name, empty in (("row", -1), ("deck", -1), ("stacked", 0)):
        assert (world[name] == empty).all()
    assert all((world[name] == 5).all() for name in STREAM)


@pytest.mark.parametrize("name", GAMES)
def test_the_beginning_of_a_world_looks_to_its_viewer_as_the_table_does(name: str) -> None:
    """All but the backs of cards that are still to be dealt."""
    game = GAMES[name]
    table = Table(game, game.seats[0], secret=bytes(32))
    begin = begin_world(game.layout)
    for viewer in range(table.seats):
        view, world = table.view(viewer), game.layout.new()
        begin(handed(view), viewer, handed(world))
        seen = game.sight.of(world, viewer)
        alike = [f.name for f in game.sight.fields if not f.name.endswith("_backs")]
        assert [each for each in alike if (seen[each] != view[each]).any()] == []


def test_every_field_of_a_game_has_an_emptiness() -> None:
    """`NONE` fits where it is written: interpreted kernels would raise, compiled ones would not."""
    hidden = [f for game in GAMES.values() for f in game.layout.fields if f.audience != ALL]
    assert not [f for f in hidden if may_be_none(f) and f.kind.startswith("u")]


def may_be_none(f: Field) -> bool:
    return f.of.sort in {"card", "seat", "name"}
