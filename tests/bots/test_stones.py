"""What the archmage of Zaubercocktail believes of the others: hands that fit their stones, and how they play."""

from typing import Any

import numpy as np
import pytest

from grimorio.bots import REFLEXES, find_bot, made_of
from grimorio.bots.belief import belief_of
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.stones import MANY
from grimorio.engine import laws
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed, integers, readable
from grimorio.engine.laws import random_play
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import HAND_IN
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, best_sets
from grimorio.games.zaubercocktail.state import PRESENTING

TRIES, MOVES = 64, 2_000


def played(level: str, seats: int, seed: int, moves: int, *, presents: int = 0) -> Table:
    """A table at which everybody is of one level: so much was decided, or all begin to present in some round."""
    table = random_play(GAME, seats, seed, 0)
    choose, chance = REFLEXES[GAME.name][level], handed(stream(key_of_seed(seed)))
    actions = integers(GAME.most_legal)
    for _ in range(moves):
        if table.over or (table.state["phase"][0] == PRESENTING and table.state["round"][0] == presents):
            break
        seat = table.to_act()[-1]
        legal = table.legal(seat)
        actions[: len(legal)] = legal
        place = choose(handed(table.box), handed(table.view(seat)), actions, len(legal), chance)
        table.apply(seat, int(actions[place]))
    return table


def believing(table: Table, seat: int, seed: int) -> tuple[Table, list[int]]:
    """A world that a seat believes in, and how everybody plays in it."""
    other, belief = laws.world(table, seat, seed), belief_of(GAME.name)
    given, room = (handed(table.box), handed(table.view(seat)), seat), belief.new_room()
    chance, manners = handed(stream(key_of_seed(seed))), integers(table.seats)
    belief.try_hands(*given, chance, handed(other.state), integers(1, 1), room, TRIES, ())
    assert belief.deal(*given, chance, handed(other.state), room, manners)
    return other, manners.tolist()


def points(table: Table, seat: int) -> int:
    return int(best_sets(handed(table.box), readable(table.state["hand"][0, seat]))[0]) // CARD_PLACES


@pytest.mark.parametrize("level", ["apprentice", "adept"])
@pytest.mark.parametrize("seats", [4, 7])
def test_only_what_the_seat_cannot_see_is_dealt_anew_and_nobody_has_handed_in(level: str, seats: int) -> None:
    handed_in = 0
    for seed in range(4):
        table = played(level, seats, seed, 30 * seed if seed % 2 else MOVES, presents=1)
        for each in table.to_act()[2:] if table.state["phase"][0] == PRESENTING else ():
            table.apply(each, HAND_IN)
        for seat in table.to_act()[:2]:
            other, _ = believing(table, seat, seed)
            laws.cards_are_conserved(other)
            handed_in += int(table.state["handed"].sum())
            assert other.state["handed"].sum() == 0
            assert (other.state["laid_kind"][0, : table.seats] >= 0).any(axis=1).tolist() == [
                each == seat and bool((table.state["laid_kind"][0, each] >= 0).any()) for each in range(seats)
            ]
            assert (other.state["hand"] >= other.state["known"]).all()
            assert (other.state["hand"].sum(axis=2) == table.state["hand"].sum(axis=2)).all()
            assert other.state["hand"][0, seat].tolist() == table.state["hand"][0, seat].tolist()
            other.state["handed"] = table.state["handed"]
            assert np.asarray(other.view(seat)).tobytes() == np.asarray(table.view(seat)).tobytes()
    assert handed_in > 0


@pytest.mark.compiled_only
def test_who_has_put_a_stone_down_is_believed_to_have_had_a_reason() -> None:
    found: dict[int, list[tuple[int, int, int]]] = {0: [], 1: [], 2: []}
    for seed in range(90):
        table = played("apprentice", 5, seed, MOVES, presents=1 + seed % 3)
        worlds = believing(table, 0, seed)[0], laws.world(table, 0, seed)
        for each in range(1, 5):
            stone = min(2, int(table.state["stone"][0, each]))
            found[stone].append((points(table, each), points(worlds[0], each), points(worlds[1], each)))
    for stone, seen in found.items():
        true, believed, dealt = np.mean(seen, axis=0)
        assert len(seen) > 10
        assert abs(believed - true) < abs(dealt - true) / 2, stone
    assert np.mean(found[2], axis=0)[2] + 20 < np.mean(found[2], axis=0)[1]


@pytest.mark.compiled_only
def test_nothing_is_believed_of_who_has_not_traded_yet() -> None:
    dealt, believed = [], []
    for seed in range(120):
        table = played("apprentice", 5, seed, 0)
        dealt += [points(laws.world(table, 0, seed), each) for each in range(1, 5)]
        believed += [points(believing(table, 0, seed)[0], each) for each in range(1, 5)]
    assert abs(np.mean(dealt) - np.mean(believed)) < 5


def manners_at(now: int, seed: int) -> list[int]:
    """How A, with many cards, and B, with one less, are believed to play in a round."""
    table = Table(GAME, 4, options={"dealer": "D"}, secret=bytes(32))
    hands = {"A": ["blue schlums"] * MANY, "B": ["greenroot"] * (MANY - 1)}
    Giver(GAME, table, "test").give({"round": now, "hand": hands})
    return believing(table, 3, seed)[1][:2]


def test_who_holds_many_cards_is_taken_for_one_who_keeps_them() -> None:
    assert all(manners_at(now, seed) == [AS_ONESELF, BY_THE_RULE] for now in (2, 3, 8) for seed in range(4))
    first = [manners_at(1, seed) for seed in range(20)]
    assert {tuple(each) for each in first} == {(a, b) for a in range(2) for b in range(2)}, "nothing shows yet"


def test_what_a_search_believes_is_part_of_what_it_is_made_of() -> None:
    assert belief_of(GAME.name).named in made_of(GAME.name, "archmage", 5)
    assert belief_of(GAME.name).named not in made_of(GAME.name, "archmage(belief=0)", 5)


@pytest.mark.compiled_only
def test_threads_that_believe_decide_as_one_alone_and_keep_secrets() -> None:
    bot = find_bot(GAME.name, "archmage(simulations=40)")
    assert bot is not None
    assert bot.way.memory is None
    for seed in range(6):
        table = played("adept", 4, seed, 20 * seed)
        seat = table.to_act()[0]
        laws.channels_keep_secrets(table, seat, laws.imagine_is_consistent(table, seat, seed), bot)
        legal = table.legal(seat)
        actions = integers(GAME.most_legal)
        actions[: len(legal)] = legal
        given: tuple[Any, Any, Any, int] = (handed(table.box), handed(table.view(seat)), actions, len(legal))
        alone = bot.way.think(*given, handed(stream(key_of_seed(seed))), bot.mind)
        assert bot(*given, handed(stream(key_of_seed(seed)))) == alone
