"""One game from Python: the same as a table of a batch."""

import copy
from typing import Any

import numpy as np
import pytest

from grimorio.engine.game import Game
from grimorio.games import GAMES, load
from grimorio.research import Batch, Single


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_single_game_walks_with_its_table_of_a_batch(game: Game) -> None:
    seats = game.seats[0] + 1
    batch, single = Batch(game, 3, seats=seats, seed=6, games=1), Single(game, seats, seed=6)
    batch.reset()
    asked = single.reset(2)
    for step in range(40):
        if asked < 0:
            assert batch.count[2] == 0
            break
        assert (asked, single.count) == (batch.seat[2], batch.count[2])
        assert single.state.tobytes() == batch.states[2].tobytes()
        assert single.legal[: single.count].tolist() == batch.legal[2, : single.count].tolist()
        assert single.tensor.tobytes() == batch.observe("float32")[2, : len(single.tensor)].tobytes()
        assert single.mask.tobytes() == batch.mask()[2].tobytes()
        choice = step * 31 % single.count
        asked = single.act(int(single.legal[choice])) if step % 2 else single.step(choice)
        batch.step(np.full(3, choice))


def test_a_single_game_ends_and_says_who_won() -> None:
    single = Single("flautz", 3, options={"mode": "points", "challenges": "1"})
    for number in range(3):
        asked = single.reset(number)
        while asked >= 0:
            assert not single.share.any()
            asked = single.step(0)
        assert single.share.sum() == pytest.approx(1)
        assert (single.count, single.mask.sum()) == (0, 0)


@pytest.mark.parametrize("name", ["flautz", "zaubercocktail"])
def test_a_copy_stands_where_the_game_does_and_goes_its_own_way(name: str) -> None:
    single = Single(name, 4, recall=True, seed=3)
    single.reset(5)
    for step in range(6):
        single.step(step % single.count)
    others = [single.copy(), copy.deepcopy(single)]  # noqa: TID251 - what others will try
    before = single.state.tobytes()
    told = []
    for game in (*others, single):
        assert game.state.tobytes() == before
        for step in range(6):
            game.step(step % game.count)
        told.append([each.tobytes() for each in (game.state, game.tensor, game.mask, game.memory)])  # type: ignore[union-attr]
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"game": "chess"}, ValueError), ({"game": None}, TypeError), ({"seats": 9}, ValueError),
        ({"seats": 2.5}, TypeError), ({"seats": "3"}, TypeError), ({"seed": "a"}, TypeError),
        ({"options": "mode:points"}, TypeError), ({"options": {"mode": "x"}}, ValueError),
        ({"edition": "x"}, TypeError),
    ],
)  # fmt: skip
def test_what_a_single_game_cannot_be_made_of_is_refused(given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        Single(**{"game": "flautz"} | given)
    single = Single("flautz", 2)
    for number in (-1, 1.5, "a", None):
        with pytest.raises((TypeError, ValueError), match="number has to be"):
            single.reset(number)  # type: ignore[arg-type]


def test_a_choice_that_is_not_there_is_refused() -> None:
    single = Single(load("flautz"), 2)
    seat = single.reset()
    before = single.state.tobytes()
    assert single.step(99) == seat
    assert single.refused
    assert single.state.tobytes() == before


def test_a_choice_may_be_a_number_of_numpy_and_nothing_else_is_taken() -> None:
    single = Single(load("flautz"), 2)
    single.reset()
    first = single.state.tobytes()
    single.step(np.int32(1))  # type: ignore[arg-type]
    assert single.state.tobytes() != first
    for wrong in (None, [1]):
        with pytest.raises((TypeError, ValueError)):
            single.step(wrong)  # type: ignore[arg-type]
