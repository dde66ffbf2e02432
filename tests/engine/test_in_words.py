"""Views in words: what is told of the same bytes is told once, so nobody may change it."""

import msgspec
import pytest

from grimorio.cli.commands.warm import Rehearsal
from grimorio.games import GAMES, load


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_left_as_it_is_by_those_who_read_it(name: str) -> None:
    rehearsal = Rehearsal(load(name))
    for _ in range(12):
        seat = rehearsal.seat
        told = rehearsal.table.view_json(seat)
        before = msgspec.json.encode(told)
        rehearsal.draw()
        assert msgspec.json.encode(told) == before
        rehearsal.decide()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_bytes_are_told_as_the_same_value(name: str) -> None:
    table = Rehearsal(load(name)).table
    first, second = table.view_json(0), table.view_json(0)
    assert all(first[field] is second[field] for field in first)
