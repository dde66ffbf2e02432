"""Layouts: who sees what is declared once, and views, JSON and tensors follow from it."""

from typing import Any

import numpy as np
import pytest

from grimorio.engine.layout import (
    ALL,
    BACK,
    FLAG,
    LETTERS,
    NOBODY,
    NONE,
    OWNER,
    SPECTATOR,
    Cards,
    Layout,
    LayoutError,
    Number,
    Numbers,
    Position,
    card,
    count,
    field,
    one_of,
    seat,
)
from grimorio.engine.sight import Sight, as_bytes

KINDS = 4
NAMES = ("water 1", "water 2", "fire 1", "fire 2")
WATER, FIRE = 0, 2
"""What the backs show: the first card of each element stands for its back."""


class Small(Position):
    """A position of two seats, with one field of each audience."""

    phase: Number = field("i1", (), ALL, "what is to be decided", one_of("draw", "play"))
    turn: Number = field("i1", (), ALL, "whose turn it is", seat(2))
    points: Numbers = field("i2", (2,), ALL, "points", count(100), by_seat=True)
    open: Numbers = field("i1", (2,), ALL, "open or not", FLAG, by_seat=True)
    hand: Cards = field("i1", (2, 2), BACK, "cards whose backs all see", card(KINDS), is_set=True)
    notes: Numbers = field("i1", (2, 2), OWNER, "what a seat has seen", card(KINDS), lies=False)
    row: Cards = field("i1", (2,), ALL, "open cards", card(KINDS))
    deck: Cards = field("i1", (4,), NOBODY, "face-down cards", card(KINDS))


def backs() -> np.ndarray:
    made = np.full(256, 255, np.uint8)
    made[:KINDS] = [WATER, WATER, FIRE, FIRE]
    return made


SIGHT = Sight(Small, backs())


def position() -> Any:
    """Something in every field."""
    s = Small.new()
    s["phase"], s["turn"], s["points"], s["open"] = 1, 1, [[7, -3]], [[0, 1]]
    s["hand"], s["notes"], s["row"] = [[[1, 2], [3, NONE]]], [[[0, 1], [2, 3]]], [[0, NONE]]
    s["deck"] = [[3, 2, 1, 0]]
    return s


def card_name(kind: int) -> str:
    return NAMES[kind]


def test_a_seat_sees_its_own_cards_and_the_backs_of_all() -> None:
    told = SIGHT.json(SIGHT.of(position(), 1), 2, card_name)
    assert told == {
        "viewer": "B",
        "phase": "play",
        "turn": "B",
        "points": {"A": 7, "B": -3},
        "open": {"A": False, "B": True},
        "hand": ["fire 2"],
        "hand_backs": {"A": ["water 1", "fire 1"], "B": ["fire 1"]},
        "notes": ["fire 1", "fire 2"],
        "row": ["water 1", None],
    }


def test_a_spectator_sees_backs_and_no_hand() -> None:
    told = SIGHT.json(SIGHT.of(position(), SPECTATOR), 2, card_name)
    assert told["viewer"] is None
    assert told["hand"] == []
    assert told["notes"] == [None, None]
    assert told["hand_backs"]["A"] == ["water 1", "fire 1"]


def test_what_nobody_sees_is_no_part_of_a_view() -> None:
    assert "deck" not in (SIGHT.dtype.names or ())
    assert "key" not in (SIGHT.dtype.names or ())


def test_a_tensor_counts_from_the_viewer() -> None:
    s = position()
    entries = {entry.field: entry for entry in SIGHT.entries}
    tensor = SIGHT.tensor(SIGHT.of(s, 1), 2)
    parts = {name: tensor[entry.start : entry.start + entry.size].tolist() for name, entry in entries.items()}
    assert parts["turn"] == [1, 0]
    assert parts["phase"] == [0, 1]
    assert parts["points"] == pytest.approx([-0.03, 0.07])
    assert parts["open"] == [1, 0]
    assert parts["hand"] == [0, 0, 0, 1]
    assert parts["hand_backs"] == [0, 0, 1, 0, 1, 0, 1, 0]
    assert parts["row"] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert len(tensor) == SIGHT.tensor_size == sum(entry.size for entry in SIGHT.entries)


def test_every_entry_of_a_tensor_says_what_it_means() -> None:
    starts = [entry.start for entry in SIGHT.entries]
    assert starts == sorted(starts)
    assert all(entry.meaning for entry in SIGHT.entries)


def test_places_have_addresses_and_sets_have_one_a_seat() -> None:
    assert Small.address(Small.place("hand") + 1) == (Small.field("hand"), 1)
    assert Small.address(Small.place("row") + 1) == (Small.field("row"), 1)
    assert Small.address(Small.place("deck")) == (Small.field("deck"), 0)
    with pytest.raises(LayoutError):
        Small.address(99)
    with pytest.raises(LayoutError):
        Small.place("nowhere")


def test_records_have_no_bytes_outside_their_fields() -> None:
    dtype = Small.dtype
    assert dtype.fields is not None
    assert sum(part[0].itemsize for part in dtype.fields.values()) == dtype.itemsize
    for part, start, *_ in dtype.fields.values():
        assert start % part.base.itemsize == 0
    assert as_bytes(Small.new(3)).shape == (3, dtype.itemsize)


def test_a_field_of_its_owner_needs_a_seat() -> None:
    with pytest.raises(LayoutError, match="needs the seat as first axis"):
        type("Wrong", (Layout,), {"__annotations__": {"x": int}, "x": field("i1", (), OWNER, "x", FLAG)})


def test_unknown_audiences_and_number_types_are_refused() -> None:
    with pytest.raises(LayoutError, match="unknown audience"):
        type("Wrong", (Layout,), {"__annotations__": {"x": int}, "x": field("i1", (), "FRIENDS", "x", FLAG)})
    with pytest.raises(LayoutError, match="unknown number type"):
        type("Wrong", (Layout,), {"__annotations__": {"x": int}, "x": field("f4", (), ALL, "x", FLAG)})


def test_there_are_letters_for_seven_seats() -> None:
    assert len(LETTERS) == 7
