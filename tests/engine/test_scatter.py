"""Cards of which only the possible owners are known: every way to place them, equally often, within a bound."""

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, readable
from grimorio.engine.laws import chi_square_limit
from grimorio.engine.scatter import DIGIT, TRIES, mix, put_anyhow, scatter, scattered

POSITIONS = (
    ((0b0110, 0b1010, 0b1100), (0, 1, 1, 1)),
    ((0b0110, 0b0110, 0b1110), (0, 2, 1, 3)),
    ((0b0011, 0b0110, 0b1100, 0b1001), (1, 1, 1, 1)),
    ((0b0011, 0b0110, 0b0110, 0b1100, 0b1111), (2, 1, 2, 1)),
    ((0b0010, 0b0110, 0, 0b1110), (0, 2, 1, 1)),
)
"""For each card its seats (sets with less than two are left alone), and the free places of each seat."""


def ways_of(sets: tuple[int, ...], places: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Every way by seats, with the number of ways to choose places."""
    doubtful = [each for each in sets if each.bit_count() > 1]
    all_places = [seat for seat, number in enumerate(places) for _ in range(number)]
    found = (
        tuple(all_places[i] for i in each) for each in itertools.permutations(range(len(all_places)), len(doubtful))
    )
    return Counter(way for way in found if all(each >> seat & 1 for seat, each in zip(way, doubtful, strict=True)))


def free_of(places: tuple[int, ...]) -> int:
    """The free places in one integer."""
    return sum(number << DIGIT * seat for seat, number in enumerate(places))


def is_uniform(found: Counter[tuple[int, ...]], ways: Counter[tuple[int, ...]]) -> bool:
    """Chi-square, which fails once in 100,000 times; nothing impossible among them."""
    assert set(found) <= set(ways)
    wanted = {way: found.total() * number / ways.total() for way, number in ways.items()}
    return sum((found[way] - want) ** 2 / want for way, want in wanted.items()) < chi_square_limit(
        max(1, len(ways) - 1)
    )


def place(kernel: Any, sets: tuple[int, ...], places: tuple[int, ...], chance: Any) -> tuple[int, ...] | None:
    """One way, by the kernel of that name; None where it gives up."""
    given, where = readable(np.array(sets, np.uint8)), readable(np.zeros(len(sets), np.uint8))
    if kernel(handed(chance), given, 0, len(sets), free_of(places), where) is False:
        return None
    return tuple(int(seat) for seat, each in zip(where, sets, strict=True) if each.bit_count() > 1)


def anyhow(chance: Any, sets: Any, first: int, end: int, free: int, where: Any) -> None:  # noqa: PLR0913
    """What is done when all tries have failed."""
    put_anyhow(sets, first, end, free, where)
    mix(chance, sets, first, end, free, where)


@pytest.mark.compiled_only
@pytest.mark.parametrize(("sets", "places"), POSITIONS)
@pytest.mark.parametrize("kernel", [scatter, scattered])
def test_every_way_is_equally_likely(kernel: Any, sets: tuple[int, ...], places: tuple[int, ...]) -> None:
    chance = stream(key_of_seed(3, "scatter"))
    drawn = (place(kernel, sets, places, chance) for _ in range(2_000))
    found = Counter(way for way in drawn if way is not None)
    assert is_uniform(found, ways_of(sets, places))
    assert found.total() > 100


@pytest.mark.parametrize(("sets", "places"), POSITIONS)
@pytest.mark.parametrize("kernel", [scatter, anyhow])
def test_whatever_is_drawn_is_possible(kernel: Any, sets: tuple[int, ...], places: tuple[int, ...]) -> None:
    chance = stream(key_of_seed(5, "scatter"))
    ways = ways_of(sets, places)
    assert all(place(kernel, sets, places, chance) in ways for _ in range(4))


def test_cards_move_on_where_there_is_no_room_left() -> None:
    """Ten cards in a chain of tight seats: hardly any draw succeeds, and still all find a place."""
    sets = (0b11, 0b11, 0b110, 0b110, 0b1100, 0b1100, 0b11000, 0b11000, 0b110000, 0b110000)
    places = (2, 2, 2, 2, 1, 1)
    chance = stream(key_of_seed(4, "scatter"))
    for _ in range(5):
        way = place(anyhow, sets, places, chance)
        assert way is not None
        assert all(each >> seat & 1 for seat, each in zip(way, sets, strict=True))
        assert Counter(way) == Counter(dict(enumerate(places)))
    assert TRIES < 100
