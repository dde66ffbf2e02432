"""Bots that think decide from what their seat may know, and alike however they are asked."""

import functools
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, replace
from typing import Any, cast

import numpy as np
import pytest

from grimorio.arena.simulate import Match, play_batch
from grimorio.bots import (
    APPRENTICES,
    ARCHMAGE,
    BOTS,
    EFFORTS,
    LEARNED,
    LEVELS,
    find_bot,
    made_of,
    names,
    tutor_of,
    whole_move,
)
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE, Bot, Effort
from grimorio.bots.gathering import foretell
from grimorio.bots.habits import SIZES
from grimorio.bots.halving import drop_the_hopeless, drop_the_worse, kept_after, worlds_of_round
from grimorio.bots.horizon import named_horizon
from grimorio.bots.search import (
    SEARCH,
    WHOLE,
    Together,
    imagining,
    lean_on,
    mind_of,
    part_of,
    searching,
    searching_in,
    take_for_equals,
)
from grimorio.engine import laws
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers, kernel, readable
from grimorio.engine.laws import LawBrokenError, random_play
from grimorio.engine.table import Table
from grimorio.games import GAMES, load

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
FEW = 40


def searcher(game: Game, simulations: int = FEW) -> Bot:
    effort, learned = Effort(simulations, guided=6, trust=4), game.name in LEARNED
    thought = functools.partial(searching, game.name, APPRENTICES[game.name], effort, learned=learned)
    return Bot(game.name, "archmage", thought=thought)


def asked(table: Table, seat: int) -> tuple[Any, Any, Any, int]:
    legal = table.legal(seat)
    actions = integers(table.game.most_legal)
    actions[: len(legal)] = legal
    return handed(table.box), handed(table.view(seat)), actions, len(legal)


@every_game
def test_every_game_has_all_levels_the_weakest_first(game: Game) -> None:
    assert names(game.name) == LEVELS
    assert [bot.level for bot in BOTS[game.name].values()] == list(LEVELS)


@every_game
@pytest.mark.compiled_only
def test_a_search_is_the_same_in_every_world_that_looks_the_same(game: Game) -> None:
    bot = searcher(game)
    for seed in range(4):
        table = random_play(game, game.seats[0], seed, 7 * seed)
        for seat in table.to_act():
            other = laws.imagine_is_consistent(table, seat, seed)
            laws.channels_keep_secrets(table, seat, other, bot)


def as_shipped(game: Game, level: str) -> Bot:
    """A bot as it sits at a table; one that searches has few simulations, and all else that it has there."""
    found = find_bot(game.name, f"{ARCHMAGE}(simulations={FEW})" if level == ARCHMAGE else level)
    assert found is not None
    return found


def among_apprentices(game: Game, seed: int, moves: int) -> Table:
    """A table at which apprentices have made some moves, so that their deeds tell something."""
    table, chance = random_play(game, game.seats[0] + seed % 2, seed, 0), handed(stream(key_of_seed(seed)))
    for _ in range(moves):
        seat = table.to_act()[0]
        table.apply_all(seat, whole_move(table, seat, BOTS[game.name]["apprentice"], chance))
    return table


def among_apprentices_of(game: Game, seats: int, seed: int) -> Table:
    """The same with so many players, at a decision between several actions."""
    table, chance = random_play(game, seats, seed, 0), handed(stream(key_of_seed(seed)))
    for _ in range(5 + 3 * seed):
        seat = table.to_act()[0]
        table.apply_all(seat, whole_move(table, seat, BOTS[game.name]["apprentice"], chance))
    while len(table.legal(table.to_act()[0])) == 1:
        table.apply(table.to_act()[0], table.legal(table.to_act()[0])[0])
    return table


def moves_in_worlds_that_look_the_same(game: Game, bot: Any, seed: int) -> list[list[int]]:
    """What a bot does, told the same events, in a world and in two others that its seat cannot tell from it.

    In the others its mind has been somewhere else before, with other cards (every thread has a mind of its own): what
    it saw there must not count here.
    """
    table = among_apprentices(game, seed, 6 * seed)
    seat = table.to_act()[0]
    worlds, told = [table, *(laws.world(table, seat, seed + other) for other in (1, 2))], table.rows(seat)
    assert len({each.state.tobytes() for each in worlds}) > 1

    def decide(number: int) -> list[int]:
        for before in range(number):
            elsewhere = among_apprentices(game, 10 + before, 3 * before)
            whole_move(elsewhere, elsewhere.to_act()[0], bot, handed(stream(key_of_seed(before))))
        return whole_move(worlds[number], seat, bot, handed(stream(key_of_seed(seed))), told)

    made = []
    for number in range(len(worlds)):
        with ThreadPoolExecutor(1) as thread:
            made.append(thread.submit(decide, number).result())
    return made


@every_game
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.compiled_only
def test_every_level_moves_alike_in_every_world_that_looks_the_same(game: Game, level: str) -> None:
    for seed in range(4):
        first, *others = moves_in_worlds_that_look_the_same(game, as_shipped(game, level), seed)
        assert others == [first, first]


def test_a_bot_that_peeks_is_caught() -> None:
    game = load("flautz")
    tables: list[Table] = []

    def peek(_box: Any, _view: Any, _actions: Any, count: int, _chance: Any) -> int:
        hands = tables[-1].state["hand"].astype(int)
        tables.reverse()
        return int(hands.sum() % count)

    def ask_the_peeking_bot() -> None:
        for seed in range(20):
            table = random_play(game, 3, seed, 5)
            seat = table.to_act()[0]
            other = laws.world(table, seat, seed)
            tables[:] = [other, table]
            laws.channels_keep_secrets(table, seat, other, peek)

    with pytest.raises(LawBrokenError, match="a hint keeps secrets"):
        ask_the_peeking_bot()


@pytest.mark.parametrize("name", ["flautz", "zaubercocktail"])  # each compiles for long what no table needs
@pytest.mark.compiled_only
def test_threads_that_think_together_decide_as_one_alone(name: str) -> None:
    game = load(name)
    bot = searcher(game)
    for seed in range(4):
        table = random_play(game, game.seats[0], seed, 9 * seed)
        given = asked(table, table.to_act()[0])
        one = bot.way.think(*given, handed(stream(key_of_seed(seed))), bot.mind)
        assert bot.way.together is not None
        assert bot.way.together(*given, handed(stream(key_of_seed(seed)))) == one


@kernel
def with_own_eyes(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001 - a reflex
    """Somebody who takes the first action, and is startled where he looks through the eyes of another."""
    if view.viewer != view.turn:
        raise ValueError
    return 0


def test_everybody_in_an_imagined_game_decides_with_his_own_eyes() -> None:
    game, rivals = load("flautz"), 0
    way = searching_in(imagining(game), game, with_own_eyes, Effort(12, 0), learned=False)
    for seed in range(3):
        table = random_play(game, 3, seed, 4)
        given = asked(table, table.to_act()[0])
        assert 0 <= way.think(*given, handed(stream(key_of_seed(seed))), way.new_mind()) < given[3]
        rivals += given[3] > 1
    assert rivals
    with pytest.raises(ValueError, match=r"^$"):
        with_own_eyes(*given[:1], handed(table.view((table.to_act()[0] + 1) % 3)), *given[2:], None)


def test_a_searcher_wins_where_one_exchange_wins() -> None:
    """Of two actions, one of which always wins, the better half is kept: never the loser."""
    sums, alive = np.array([3, 9, 9, 1], np.int64), integers(4)
    alive[:] = 1
    assert drop_the_worse(4, 4, 2, sums, alive) == 2
    assert alive.tolist() == [0, 1, 1, 0]
    assert drop_the_worse(4, 2, 1, sums, alive) == 1
    assert alive.tolist() == [0, 1, 0, 0]
    assert drop_the_worse(4, 1, 2, sums, alive) == 1
    assert alive.tolist() == [0, 1, 0, 0]


def test_where_nothing_is_hopeless_the_better_half_of_what_is_left_is_kept() -> None:
    """So a search that drops nothing else decides as ever: to halve what is left is to keep to the schedule."""
    for wide in range(2, 200):
        left, rounds = wide, 0
        while left > 1:
            left, rounds = (left + 1) // 2, rounds + 1
            assert kept_after(rounds, wide) == left


class Rounds:
    """Stands for what is tried: of so many actions the first ones are as good, and all others lose every game."""

    def __init__(self, wide: int, good: int, drops: int) -> None:
        effort = Effort(480, 0, drops=drops)
        self.wide, self.good, self.tried = wide, good, list[tuple[int, int]]()
        mind = functools.partial(mind_of, load("flautz"), effort, learned=False, worlds_kept=2)
        self.search = Together(mind, lambda *_: wide, self.try_worlds, effort)

    def try_worlds(self, first: int, last: int, grown: int, *given: Any) -> None:
        """Half of the games are won, in the first tree."""
        mind = given[-1]
        if grown == 0:
            self.tried.append((last - first, int(mind.alive.sum())))
            for a in range(self.good):
                mind.sums[a] += mind.alive[a] * (last - first) * WHOLE // 2 + (a == 1)
                mind.squares[a] += mind.alive[a] * (last - first) * WHOLE * WHOLE // 2

    def play(self) -> int:
        """Decide."""
        table = random_play(load("flautz"), 2, 1, 2)
        box, view, actions, _ = asked(table, table.to_act()[0])
        return self.search(box, view, actions, self.wide, handed(stream(key_of_seed(1))))


@pytest.mark.compiled_only
def test_two_that_are_close_are_tried_to_the_end_though_all_others_are_hopeless() -> None:
    close = Rounds(12, 2, drops=30)
    assert close.play() == 1
    assert close.tried == [(10, 12), (60, 2), (60, 2), (60, 2)]
    plain, three, one = Rounds(12, 2, drops=0), Rounds(12, 3, drops=30), Rounds(12, 1, drops=30)
    assert [each.play() for each in (plain, three, one)] == [1, 1, 0]
    assert plain.tried == [(10, 12), (20, 6), (40, 3), (60, 2)]
    assert three.tried == [(10, 12), (40, 3), (40, 3), (60, 2)]
    assert one.tried == [(10, 12)]
    for each in (close, plain, three, one):
        assert sum(worlds * left for worlds, left in each.tried) <= 480


def test_what_is_far_behind_the_best_is_tried_no_longer_and_nothing_else() -> None:
    """Of 100 worlds one action wins 50: a standard error is 0.05, and of what was dropped before nothing is said."""
    for drops, left in ((0, [0, 1, 1, 1, 1]), (30, [0, 1, 1, 0, 1]), (100, [0, 1, 1, 1, 1]), (15, [0, 0, 1, 0, 1])):
        mind = mind_of(load("flautz"), Effort(10, 0), learned=False, worlds_kept=2)
        for a, won in enumerate((60, 40, 50, 30, 45)):
            mind.alive[a], mind.sums[a], mind.squares[a] = a > 0, won * WHOLE, won * WHOLE * WHOLE
        assert drop_the_hopeless(5, 4, 100, drops, mind) == sum(left)
        assert mind.alive[:5].tolist() == left


def test_threads_that_drop_what_is_hopeless_decide_as_one_alone() -> None:
    bot = find_bot("flautz", "archmage(simulations=300,belief=50,drops=20)")
    assert bot is not None
    for seed in range(6):
        table = random_play(load("flautz"), 3, 5 + seed, 4)
        seat, alone, mind = table.to_act()[0], handed(stream(key_of_seed(seed))), cast("Any", bot.mind)
        given, told = asked(table, seat), table.rows(seat)
        bot.recall(bot.way.memory.told(told, given[1]) if bot.way.memory else 0)
        assert bot(*given, handed(stream(key_of_seed(seed))), told) == bot.way.think(*given, alone, bot.mind)
        together = bot.way.together
        assert isinstance(together, Together)
        assert together.minds()[0].sums.tolist() == mind.sums.tolist()


def test_rounds_share_the_budget() -> None:
    assert [worlds_of_round(480, 16, left) for left in (16, 8, 4, 2)] == [7, 15, 30, 60]
    assert worlds_of_round(1, 16, 16) == 1


def test_what_a_network_trusts_needs_less_to_be_kept() -> None:
    lean = np.zeros(3, np.int64)
    lean_on(np.array([1.0, 3.0, -50.0], np.float32), 3, 5, lean)
    assert lean.tolist() == [-10, 0, -40]


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 3])
def test_where_habits_were_learnt_a_search_tries_all_and_begins_with_what_they_promise(seats: int) -> None:
    """The network is not asked there; by one thread and by two the same is expected, once for a decision."""
    game = load("abracadabra")
    bot = find_bot("abracadabra", f"{ARCHMAGE}(simulations={FEW},width=2)")
    assert bot is not None
    assert isinstance(bot.way.together, Together)
    begun = 0
    for seed in range(6):
        table = among_apprentices_of(game, seats, seed)
        given = asked(table, table.to_act()[0])
        tried = bot.way.together.begin(given, handed(stream(key_of_seed(seed))))
        mind, count = bot.way.together.minds()[0], given[3]
        sums = np.zeros(count, np.int64)
        learnt = foretell(*given, readable(sums))
        assert learnt == (seats in SIZES)
        assert tried == int(mind.alive[:count].sum()) == (count if learnt else 2)
        assert np.array_equal(np.asarray(mind.sums)[:count], sums)
        assert bool(np.asarray(mind.lean)[:count].any()) is not learnt
        begun += bool(sums.any())
    assert (begun > 2) == (seats in SIZES)


def test_who_trusts_in_his_first_thought_alone_does_what_he_would_have_done_unasked() -> None:
    """A place further down costs more in every world than a whole victory brings."""
    game, compared = load("zaubercocktail"), 0
    stubborn = find_bot(game.name, f"archmage(simulations=4,thumb=3,trust={WHOLE + 1})")
    assert stubborn is not None
    for seed in range(8):
        table = random_play(game, 4, seed, 3 * seed)
        for seat in table.to_act()[:1]:
            given = asked(table, seat)
            if given[3] > 1:
                chosen = stubborn(*given, handed(stream(key_of_seed(seed))))
                assert chosen == BOTS[game.name]["adept"](*given, handed(stream(key_of_seed(seed))))
                compared += 1
    assert compared > 4


def test_learners_imitate_the_strongest_that_needs_no_mind() -> None:
    assert {game: tutor_of(game) for game in ("flautz", "zaubercocktail")} == {
        "flautz": "apprentice", "zaubercocktail": "adept",
    }  # fmt: skip


def test_an_archmage_can_be_asked_for_another_effort() -> None:
    asked_for = find_bot("fata", "archmage(simulations=300,guided=8)")
    assert asked_for is not None
    assert asked_for.effort == replace(EFFORTS["fata"], simulations=300, guided=8)
    assert find_bot("fata", ARCHMAGE) is BOTS["fata"][ARCHMAGE]
    for unknown in ("archmage()", "archmage(simulations=-1)", "archmage(hurry=1)", "adept(simulations=3)", "sorcerer"):
        assert find_bot("fata", unknown) is None


@pytest.mark.parametrize(("seats", "meant"), [(3, 60), (4, 240), (6, 240)])
@pytest.mark.compiled_only
def test_who_sits_in_a_crowd_thinks_as_long_as_is_said_of_one(seats: int, meant: int) -> None:
    """In one thread or several: the same worlds are tried as by who has no other effort than that, and no others."""
    game, efforts = (
        load("abracadabra"),
        ("simulations=60,crowd=240", f"simulations={meant}", f"simulations={300 - meant}"),
    )
    differ = 0
    for seed in range(4):
        table = random_play(game, seats, seed, 4)
        given, sums = asked(table, table.to_act()[0]), list[list[int]]()
        for effort in efforts:
            bot = find_bot(game.name, f"{ARCHMAGE}({effort})")
            assert bot is not None
            together, mind = bot.way.together, cast("Any", bot.mind)
            assert isinstance(together, Together)
            alone = bot.way.think(*given, handed(stream(key_of_seed(seed))), mind)
            assert together(*given, handed(stream(key_of_seed(seed)))) == alone
            assert together.minds()[0].sums.tolist() == mind.sums.tolist()
            sums.append(mind.sums[: given[3]].tolist())
        assert sums[0] == sums[1]
        differ += sums[0] != sums[2]
    assert differ > 2


def test_an_effort_is_another_in_a_crowd_where_it_says_so() -> None:
    same, other = Effort(240, 3, trust=2), Effort(240, 3, trust=2, crowd=60)
    assert [same.at(seats) for seats in (2, 3, 4, 7)] == [same] * 4
    crowded = replace(same, simulations=60)
    assert [other.at(seats) for seats in (2, 3, 4, 7)] == [same, same, crowded, crowded]
    assert str(other) == f"{same},crowd=60"


@pytest.mark.parametrize(("seats", "equals", "meant"), [(2, 0, 0), (2, 10, 400), (2, 5, 200), (3, 10, 0), (4, 5, 0)])
def test_the_other_one_of_a_duel_is_taken_for_an_equal_as_often_as_is_said(seats: int, equals: int, meant: int) -> None:
    effort, manners, chances = Effort(60, equals=equals), integers(6), stream(key_of_seed(3))
    numbers = integers(len(astuple(effort)))
    numbers[:] = astuple(effort)
    found, before = [], chances.copy()
    for _ in range(400):
        take_for_equals(handed(load("abracadabra").box(seats)), handed(chances), numbers, manners)
        assert len(set(manners[:seats].tolist())) == 1
        found.append(int(manners[0]))
    assert abs(found.count(AS_ONESELF) - meant) < 40
    assert meant == 200 or found.count(AS_ONESELF) == meant
    assert np.array_equal(chances, before) == (meant != 200), "lots are drawn where there is something to decide"


@pytest.mark.compiled_only
def test_an_equal_plays_on_as_the_searcher_does_and_is_hoped_against_so() -> None:
    """In the same world, with the same chance, it comes to something else; where three play, to the same."""
    game, differ = load("abracadabra"), 0
    for seats in (2, 3):
        for seed in range(12):
            table = random_play(game, seats, seed, 12)
            given, sums = asked(table, table.to_act()[0]), list[list[int]]()
            for equals in (0, 10):
                bot = find_bot(game.name, f"{ARCHMAGE}(simulations=200,equals={equals})")
                assert bot is not None
                mind = cast("Any", bot.mind)
                bot.way.think(*given, handed(stream(key_of_seed(seed))), mind)
                assert set(mind.manners[:seats].tolist()) <= {AS_ONESELF if equals and seats == 2 else BY_THE_RULE}
                sums.append(mind.sums[: given[3]].tolist())
            differ += sums[0] != sums[1] if seats == 2 else 0
            assert seats == 2 or sums[0] == sums[1]
    assert differ > 5


def test_an_effort_takes_others_for_equals_in_a_duel_only() -> None:
    same, other = Effort(240, 3, trust=2), Effort(240, 3, trust=2, equals=5)
    assert [other.at(seats) for seats in (2, 3, 4)] == [other, same, same]
    assert str(other) == f"{same},equals=5"


@pytest.mark.parametrize("game", BOTS)
def test_a_name_that_is_read_again_means_the_same_effort(game: str) -> None:
    own = EFFORTS[game]
    for name, effort in (
        ("simulations=300", replace(own, simulations=300)),
        ("simulations=300,trust=3", replace(own, simulations=300, trust=3)),
        ("simulations=300,crowd=30", replace(own, simulations=300, crowd=30)),
        ("equals=0", replace(own, equals=0)),
        ("simulations=300,equals=9", replace(own, simulations=300, equals=9)),
        ("belief=7", replace(own, belief=7)),
        ("width=0,offers=0", replace(own, width=0, offers=0)),
    ):
        bot = find_bot(game, f"{ARCHMAGE}({name})")
        assert bot is not None
        assert bot.effort == effort
        again = find_bot(game, f"{ARCHMAGE}({effort.beside(own)})")
        assert again is not None
        assert again.effort == effort


def test_bots_of_abracadabra_are_made_of_what_they_do_at_a_table_of_their_size() -> None:
    """What is kept of tables of two and of three stays true, whatever is said of greater ones."""
    for level, simulations, crowded, more in (("adept", 1_000, 100, ""), (ARCHMAGE, 8_000, 8_000, ",equals=5")):
        made = [made_of("abracadabra", level, seats) for seats in range(2, 7)]
        tail = made[1].partition("trust=2; ")[2]
        assert tail.startswith("by rounds 1: 1; weights ")
        assert made[1] == f"{SEARCH}: simulations={simulations},width=24,guided=0,trust=2; {tail}"
        far = named_horizon("abracadabra", 2, equals=bool(more))
        assert made[0] == made[1].replace("trust=2; by rounds 1: 1", f"trust=2{more}; {far}")
        assert made[0] != made[1]
        assert set(made[2:]) == {made[1].replace(f"={simulations},", f"={crowded},")}


def test_a_victory_is_divided_among_those_who_share_it() -> None:
    out = integers(4, 2)
    out[:, 1] = [1, 1, 3, 4]
    assert [part_of(0, out, 4, seat) for seat in range(4)] == [WHOLE // 2, WHOLE // 2, 0, 0]
    assert part_of(-1, out, 4, 3) == WHOLE // 4


def test_a_bot_without_a_thought_does_not_think() -> None:
    with pytest.raises(TypeError, match="reflex"):
        BOTS["flautz"]["apprentice"].way  # noqa: B018 - asking is what is refused


@pytest.mark.compiled_only
def test_a_match_with_a_bot_that_thinks_is_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("flautz")
    monkeypatch.setitem(BOTS["flautz"], "archmage", searcher(game, 60))
    match = Match(game, 2, 1, 3, ("archmage", "random"), box=game.box(2))
    states = play_batch(match, 0, 1).states
    assert states.tobytes() == play_batch(match, 0, 1).states.tobytes()
    assert states.tobytes() != play_batch(Match(game, 2, 1, 3, ("random",), box=game.box(2)), 0, 1).states.tobytes()


@pytest.mark.compiled_only
def test_a_mind_remembers_nothing_of_a_decision() -> None:
    game = load("flautz")
    bot, table = searcher(game), random_play(game, 2, 3, 4)
    given = asked(table, table.to_act()[0])
    chances = [np.zeros(1, CHANCE_DTYPE) for _ in range(2)]
    first, again = (int(bot.way.think(*given, handed(chance), bot.mind)) for chance in chances)
    assert first == again
