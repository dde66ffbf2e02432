"""What crystals are worth: alike for all who are alike, more with more of them, everything with enough."""

import itertools

import numpy as np
import pytest

from grimorio.arena.crystals import Awards, solved, won_with


def test_who_has_enough_wins_and_who_shares_it_shares() -> None:
    assert won_with((2, 2, 1), 3) is None
    assert won_with((3, 2, 1), 3) == 1
    assert won_with((3, 3, 1), 3) == 0.5
    assert won_with((3, 4, 1), 3) == 0


def even(seats: int) -> dict[Awards, float]:
    """Everybody gets a crystal as often; one time in five nobody does."""
    return {(0,) * seats: 0.2} | {tuple(int(k == j) for k in range(seats)): 0.8 / seats for j in range(seats)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_among_equals_crystals_alone_count(seats: int) -> None:
    worths = solved(dict.fromkeys(range(seats), even(seats)), seats, 3)
    states = [held[::-1] for held in itertools.product(range(3), repeat=seats)]
    assert np.allclose(worths, worths[0])
    for place, held in enumerate(states):
        if len(set(held)) == 1:
            assert worths[0, place] == pytest.approx(1 / seats, abs=1e-4)
        turned = [states.index((*held[k:], *held[:k])) for k in range(seats)]
        assert worths[0, turned].sum() == pytest.approx(1, abs=1e-3)


def test_two_who_lack_one_crystal_each_win_as_often_as_the_next_challenge() -> None:
    often: dict[Awards, float] = {(1, 0): 0.7, (0, 1): 0.3}
    worths = solved({0: often, 1: often}, 2, 2)
    assert worths[0, 3] == pytest.approx(0.7)
    assert worths[0, 1] == pytest.approx(0.7 + 0.3 * 0.7)
    assert worths[0, 2] == pytest.approx(0.7 * 0.7)
