"""Who decides next: fair where several may, no chance drawn where only one may."""

import pytest

from grimorio.arena.simulate import Match, simulate
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.engine.table import Table
from grimorio.engine.turns import next_to_act, whose_turn
from grimorio.games import GAMES, load


@pytest.mark.parametrize("seat", range(7))
def test_where_one_seat_may_act_it_does_and_no_chance_is_drawn(seat: int) -> None:
    chance = stream(key_of_seed(1))
    before = chance.tobytes()
    assert next_to_act(1 << seat, handed(chance)) == seat
    assert chance.tobytes() == before


@pytest.mark.parametrize("acting", [0b11, 0b1010, 0b1111111, 0b1000001])
def test_of_several_seats_each_is_equally_likely(acting: int) -> None:
    chance, times = stream(key_of_seed(2)), 4000
    found = [next_to_act(acting, handed(chance)) for _ in range(times)]
    seats = [seat for seat in range(7) if acting >> seat & 1]
    assert sorted(set(found)) == seats
    fair = times / len(seats)
    assert sum((found.count(seat) - fair) ** 2 / fair for seat in seats) < 25  # chi squared, at most six degrees


def most_at_once(game: Game, table: Table) -> int:
    """How many seats could act at once, at most, in a game where everybody makes the middle one of his moves."""
    chance, most = handed(stream(key_of_seed(3))), 0
    while not table.over and len(table.moves) < 400:
        acting = table.to_act()
        most = max(most, len(acting))
        seat = whose_turn(game)(sum(1 << each for each in acting), chance)
        legal = table.legal(seat)
        table.apply(seat, legal[(len(table.moves) * 7) % len(legal)])
    return most


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_a_game_says_truly_whether_it_is_always_one_seats_turn(game: Game) -> None:
    table = Table(game, game.seats[0], secret=bytes(32))
    assert (most_at_once(game, table) == 1) == game.one_at_a_time


@pytest.mark.compiled_only
@pytest.mark.parametrize("bot", ["random", "apprentice"])
def test_no_seat_of_the_live_market_is_better_than_another(bot: str) -> None:
    games = 2000
    wins = simulate(Match(load("zaubercocktail"), 4, games, 5, (bot,), {"market": "live"})).wins
    deviation = (games * 0.25 * 0.75) ** 0.5
    assert all(abs(won - games / 4) < 4 * deviation for won in wins), wins
