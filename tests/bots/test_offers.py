"""Whole offers of Zaubercocktail: which are compared, that each is tried and made as a whole, and how many are."""

from typing import Any

import numpy as np
import pytest

from grimorio.arena.simulate import Match
from grimorio.arena.thinking import Seating
from grimorio.bots import BOTS, find_bot, made_of, whole_move
from grimorio.bots.contract import Bot
from grimorio.bots.proposals import PROPOSALS, proposals_of, room_for_wholes
from grimorio.bots.search import Together
from grimorio.engine import laws
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import ACCEPT, PASS, POST, STONE
from grimorio.games.zaubercocktail.state import MARKET

SEARCHER = "archmage(simulations=40)"


def searcher(name: str = SEARCHER) -> Bot:
    found = find_bot(GAME.name, name)
    assert found is not None
    return found


def at_the_market(seats: int, seed: int, visits: int) -> Table:
    """A table of adepts in the middle of a market."""
    table, chance = random_play(GAME, seats, seed, 0), handed(stream(key_of_seed(seed)))
    while visits > 0 or table.state["phase"][0] != MARKET:
        seat = table.to_act()[0]
        table.apply_all(seat, whole_move(table, seat, BOTS[GAME.name]["adept"], chance))
        visits -= 1
    return table


def markets(number: int) -> list[Table]:
    return [at_the_market(4 + seed % 4, seed, 3 * seed) for seed in range(number)]


def proposed(table: Table, seat: int, wide: int) -> list[tuple[int, ...]]:
    rows, proposals = room_for_wholes(GAME.name), proposals_of(GAME.name)
    assert proposals is not None
    found = proposals.propose(handed(table.box), handed(table.view(seat)), wide, rows)
    listed: list[list[int]] = rows[:found].tolist()
    return [tuple(row[: row.index(NONE)]) for row in listed]


def given_to(table: Table, seat: int) -> tuple[Any, Any, Any, int]:
    legal, actions = table.legal(seat), integers(GAME.most_legal)
    actions[: len(legal)] = legal
    return handed(table.box), handed(table.view(seat)), actions, len(legal)


def test_every_offer_that_is_compared_can_be_posted_and_no_two_are_the_same() -> None:
    compared = 0
    for seed in range(12):
        table = random_play(GAME, 4, seed, 5 * seed)  # drafts, addressees and calls of all kinds
        for seat in [each for each in table.to_act() if table.state["phase"][0] == MARKET]:
            before, rows = table.view(seat).tobytes(), proposed(table, seat, 12)
            assert table.view(seat).tobytes() == before
            assert len(rows) == len(set(rows)) <= 12
            for row in rows:
                branch = table.branch(table.state)
                branch.apply_all(seat, row)
                assert row[-1] == POST
                compared += 1
    assert compared > 40


def test_the_first_offer_is_the_one_that_the_rule_of_thumb_would_compose() -> None:
    composed = 0
    for table in markets(16):
        seat = table.to_act()[0]
        move = tuple(whole_move(table, seat, BOTS[GAME.name]["adept"], handed(stream(key_of_seed(1)))))
        if len(move) > 1:
            assert proposed(table, seat, 12)[0] == move
            composed += 1
    assert composed > 3


def test_the_more_may_be_tried_the_more_is_and_the_best_stay() -> None:
    for table in markets(6):
        seat = table.to_act()[0]
        few, many = proposed(table, seat, 4), proposed(table, seat, 16)
        assert len(few) <= 4
        assert many[: len(few)] == few


def tried(table: Table, seat: int, name: str) -> tuple[set[int], int]:
    """The actions that a search tries alone, and how many whole moves."""
    together, given = searcher(name).way.together, given_to(table, seat)
    assert isinstance(together, Together)
    together.begin(given, handed(stream(key_of_seed(1))))
    alive = np.asarray(together.minds()[0].alive)
    return {int(given[2][place]) for place in np.flatnonzero(alive[: given[3]])}, int(alive[given[3] :].sum())


@pytest.mark.compiled_only
def test_longer_searches_compare_more_offers_and_none_where_none_are_wanted() -> None:
    table = next(each for each in markets(20) if len(proposed(each, each.to_act()[0], 24)) == 24)
    efforts = ("simulations=8,offers=8", "simulations=72,offers=8", "simulations=1152,offers=8", "simulations=90000")
    assert [tried(table, table.to_act()[0], f"archmage({each})")[1] for each in efforts] == [2, 4, 13, 24]
    assert tried(table, table.to_act()[0], "archmage(offers=0)")[1] == 0


@pytest.mark.compiled_only
def test_small_steps_are_never_tried_alone_where_whole_offers_are() -> None:
    for table in markets(8):
        alone, whole = tried(table, table.to_act()[0], SEARCHER)
        assert not whole or all(action >= ACCEPT for action in alone)
        assert {PASS, STONE} <= alone


@pytest.mark.compiled_only
def test_an_offer_is_tried_as_a_whole() -> None:
    """In the same worlds the thumb's own offer is worth what its first step is, which the thumb goes on with."""
    together, compared = searcher().way.together, 0
    assert isinstance(together, Together)
    for table in markets(12):
        seat, mind = table.to_act()[0], together.minds()[0]
        given, rows = given_to(table, seat), proposed(table, seat, 12)
        move = tuple(whole_move(table, seat, BOTS[GAME.name]["adept"], handed(stream(key_of_seed(1)))))
        if len(move) == 1 or len(rows) == 1:
            continue
        together.begin(given, handed(stream(key_of_seed(1))))
        mind.alive[:], mind.lean[:] = 0, 0
        places = table.legal(seat).index(move[0]), given[3], given[3] + 1
        mind.alive[list(places)] = 1
        for world in range(12):
            together.try_world(world, given)
        first_step, whole, another = (int(mind.sums[place]) for place in places)
        assert first_step == whole
        compared += another != whole
    assert compared > 2


@pytest.mark.compiled_only
def test_what_was_found_best_is_made_in_one_go_at_a_table_and_in_the_arena() -> None:
    composed = 0
    for table in markets(10):
        seat, bot = table.to_act()[0], searcher()
        move = whole_move(table, seat, bot, handed(stream(key_of_seed(3))))
        alone = bot.way.think(*given_to(table, seat), handed(stream(key_of_seed(3))), bot.mind)
        assert move == [table.legal(seat)[alone], *bot.rest(bot.mind)]
        composed += len(move) > 1
        table.apply_all(seat, move)
    assert composed > 2
    seating = Seating(Match(GAME, 4, 1, 1, (SEARCHER, *["adept"] * 3), box=GAME.box(4)))
    seating.play(0)
    assert not any(seating.rests.values())


@pytest.mark.compiled_only
def test_whole_offers_are_the_same_in_every_world_that_looks_the_same() -> None:
    bot, composed = searcher(), 0
    for seed, table in enumerate(markets(10)):
        seat = table.to_act()[0]
        other = laws.imagine_is_consistent(table, seat, seed)
        here, there = (whole_move(each, seat, bot, handed(stream(key_of_seed(5)))) for each in (table, other))
        assert here == there
        composed += len(here) > 1
    assert composed > 2


def test_what_is_compared_is_part_of_what_a_bot_is_made_of() -> None:
    named = PROPOSALS[GAME.name].named
    assert named in made_of(GAME.name, "archmage", 5)
    assert named not in made_of(GAME.name, "archmage(offers=0)", 5)
    assert [name for name in GAMES if proposals_of(name) is not None] == [GAME.name]
