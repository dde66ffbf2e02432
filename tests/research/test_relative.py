"""Actions counted from the seat that makes them."""

from typing import Any

import numpy as np
import pytest

from grimorio.engine.chance import key_of_seed, split, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers
from grimorio.engine.layout import LETTERS
from grimorio.engine.relative import absolute_actions, relative_actions, seat_parameters, turn_table, turned
from grimorio.engine.turns import whose_turn
from grimorio.games import GAMES, load

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


def sizes(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


@every_game
def test_counting_from_a_seat_loses_no_action_and_goes_back(game: Game) -> None:
    relative, absolute = relative_actions(game), absolute_actions(game)
    every = np.arange(game.actions)
    for seats in sizes(game):
        for seat in range(seats):
            there, back = relative[seats - game.seats[0], seat], absolute[seats - game.seats[0], seat]
            assert sorted(there.tolist()) == every.tolist()
            assert (back[there] == every).all()


@every_game
def test_for_seat_a_an_action_has_its_own_number(game: Game) -> None:
    assert (relative_actions(game)[:, 0] == np.arange(game.actions)).all()


def test_what_names_a_seat_is_counted_from_the_seat_that_acts() -> None:
    game = load("fata")
    relative = relative_actions(game)[4 - game.seats[0]]
    for seat, named, counted in ((1, "c", "b"), (3, "a", "b"), (2, "b", "d"), (1, "e", "e")):
        assert relative[seat, game.parse_action(f"play fog on {named}")] == game.parse_action(f"play fog on {counted}")
    for text in ("change", "play shield", "give gust"):
        assert (relative[:, game.parse_action(text)] == game.parse_action(text)).all()


def test_a_letter_that_is_no_seat_is_left_alone() -> None:
    game = load("abracadabra")
    named = {sort.__name__ for sort, names in seat_parameters(game).items() if names}
    assert named == {"TrickOn"}  # the piles of Objects have letters too
    assert not turned(load("flautz"))


@every_game
def test_every_seat_letter_in_a_text_belongs_to_a_parameter_that_names_a_seat(game: Game) -> None:
    for number in range(game.actions):
        action = game.action_of(number)
        naming = {getattr(action, name) for name in seat_parameters(game)[type(action)]}
        others = {value for value in vars(action).values() if value in LETTERS[: game.seats[1]]} - naming
        assert not others or "letter" in vars(action), action.text()


def walked(game: Game, seats: int, steps: int) -> Any:
    """A position some random decisions after the deal, and the seat that is to act; nobody where the game is over."""
    box, states, chance = game.box(seats), game.layout.new(), stream(key_of_seed(4, "walk"))
    split(key_of_seed(9), steps, handed(states))
    game.deal(handed(box), handed(states), None)
    actions = integers(game.most_legal)
    for made in range(steps + 1):
        acting = game.to_act(handed(box), handed(states))
        if acting == 0:
            return box, states, None
        seat = whose_turn(game)(acting, handed(chance))
        count = game.legal(handed(box), handed(states), seat, actions)
        if made < steps:
            game.apply(handed(box), handed(states), seat, int(actions[made * 31 % count]), None)
    return box, states, seat


@every_game
def test_the_same_table_with_everybody_moved_on_has_the_same_actions_counted_from_who_acts(game: Game) -> None:
    least = game.seats[0]
    for seats in sizes(game):
        for steps in (0, 1, 3, 10, 31, 100):
            box, states, seat = walked(game, seats, steps)
            if seat is None:
                continue
            found = []
            for by in range(seats):
                moved, there = turn_table(game, states, seats, by), (seat + by) % seats
                actions = integers(game.most_legal)
                count = game.legal(handed(box), handed(moved), there, actions)
                listed = np.asarray(actions)[:count]
                view = game.sight.of(moved, there)
                found.append(
                    (sorted(relative_actions(game)[seats - least, there, listed].tolist()), tensor(game, view, seats))
                )
            assert all(each == found[0] for each in found), (seats, steps)


def tensor(game: Game, view: Any, seats: int) -> bytes:
    """What a network is given, but for numbers of actions that a position holds."""
    spelled = game.sight.tensor(view, seats)
    for entry in game.sight.entries:
        if entry.field == "pending":
            spelled[entry.start : entry.start + entry.size] = 0
    return spelled.tobytes()
