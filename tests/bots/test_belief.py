"""What a search believes of others' hands: likelier worlds, and nothing that its seat could not know."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.bots import APPRENTICES, made_of
from grimorio.bots.belief import BELIEFS, NEVER, belief_of, flautz_likely, flautz_regret, flautz_turns, unseen
from grimorio.bots.contract import Effort
from grimorio.bots.search import Together, searching
from grimorio.engine import laws
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.games.flautz.rules.spells import is_straight, spell_value
from grimorio.games.flautz.state import HAND

FLAUTZ = load("flautz")
STEPS = 60


def played(seats: int, seed: int, moves: int) -> Table:
    """A table at which apprentices have decided so often, in the first challenge."""
    table = random_play(FLAUTZ, seats, seed, 0)
    chance, actions = handed(stream(key_of_seed(seed))), integers(FLAUTZ.most_legal)
    for _ in range(moves):
        seat = table.to_act()[0]
        legal = table.legal(seat)
        actions[: len(legal)] = legal
        choose = APPRENTICES["flautz"]
        chosen = choose(handed(table.box), handed(table.view(seat)), actions, len(legal), chance)
        if int(table.state["challenge"][0]) != 1:
            break
        table.apply(seat, int(actions[chosen]))
    return table


def walked(table: Table, seat: int, seed: int, steps: int = STEPS) -> Table:
    """A world that the seat imagines, and the walk from there."""
    other = laws.world(table, seat, seed)
    chance = handed(stream(key_of_seed(seed)))
    belief_of("flautz").walk(
        handed(table.box), handed(table.view(seat)), seat, chance, handed(other.state), steps
    )  # fmt: skip
    return other


def value(table: Table, seat: int) -> int:
    return int(spell_value(handed(table.box), table.state["hand"][0, seat]))


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_likelier_world_looks_the_same_to_who_imagines_it(seats: int) -> None:
    for seed in range(6):
        table = played(seats, seed, 2 * seats + seed)
        for seat in range(seats):
            other = walked(table, seat, seed)
            assert np.asarray(other.view(seat)).tobytes() == np.asarray(table.view(seat)).tobytes()
            laws.cards_are_conserved(other)
            for each in range(seats):
                hand, known = (Counter(other.state[name][0, each].tolist()) for name in ("hand", "known"))
                assert each == seat or not is_straight(other.state["hand"][0, each])
                assert each == seat or not known - hand - Counter({NONE: HAND})


def test_hands_are_believed_to_be_better_than_a_deal_makes_them() -> None:
    dealt, believed, true = [], [], []
    for seed in range(30):
        table = played(4, seed, 11)
        seat = table.to_act()[0]
        for other in {0, 1, 2, 3} - {seat} if table.state["challenge"][0] == 1 else ():
            dealt.append(value(laws.world(table, seat, seed), other))
            believed.append(value(walked(table, seat, seed), other))
            true.append(value(table, other))
    assert np.mean(dealt) + 1.5 < np.mean(true)
    assert abs(np.mean(believed) - np.mean(true)) < abs(np.mean(dealt) - np.mean(true)) / 2


def test_before_anybody_had_a_turn_every_deal_is_as_likely() -> None:
    table = random_play(FLAUTZ, 3, 1, 0)
    seat = table.to_act()[0]
    assert walked(table, seat, 5).state.tobytes() == laws.world(table, seat, 5).state.tobytes()


def hand_of(cards: tuple[int, ...]) -> tuple[Any, Any]:
    box, states = FLAUTZ.box(2), FLAUTZ.layout.new(1)
    states["hand"][0, 1] = cards
    states["air"], states["floor"], states["known"] = 33, 33, NONE
    return box, states


def test_a_straight_or_a_flautz_is_hardly_kept_back() -> None:
    box, straight = hand_of((0, 1, 2, 3, 4))
    assert flautz_likely(handed(box), handed(straight), 1, 2) == NEVER
    box, whole = hand_of((2, 10, 18, 26, 34))
    box, four = hand_of((2, 10, 18, 26, 33))
    assert flautz_likely(handed(box), handed(whole), 1, 2) < flautz_likely(handed(box), handed(four), 1, 2)


def test_who_left_a_card_that_would_help_is_believed_to_have_no_use_for_it() -> None:
    box, states = hand_of((2, 10, 18, 27, 33))
    box["strip"][0, :2] = 3
    assert flautz_regret(handed(box), handed(states), 1, 2) == 0
    states["air"][0, 1] = 26
    assert flautz_regret(handed(box), handed(states), 1, 2) < 0


def test_of_equal_cards_as_many_are_known_as_were_seen() -> None:
    _box, states = hand_of((2, 2, 2, 10, 11))
    states["known"][0, 1, :2] = (2, 11)
    found = [unseen(handed(states), handed(states), 1, k) for k in range(HAND)]
    assert found == [False, True, True, True, False]


def test_turns_are_counted_from_who_began() -> None:
    box, states = hand_of((0, 0, 0, 0, 0))
    states["arena_field"], states["first"], states["turn"] = 2, 1, 0
    assert [flautz_turns(handed(box), handed(states), seat) for seat in range(2)] == [2, 3]


def test_what_is_believed_is_part_of_what_a_bot_is_made_of() -> None:
    named = BELIEFS["flautz"].named
    assert named in made_of("flautz", "archmage(belief=5)", 4)
    assert named not in made_of("flautz", "archmage(belief=0)", 4)
    assert "weights" not in made_of("flautz", "archmage(width=0)", 4)
    assert "weights" in made_of("flautz", "archmage(width=8)", 4)


def test_where_nothing_is_believed_worlds_stay_as_they_were_imagined() -> None:
    for name in GAMES.keys() - BELIEFS.keys():
        assert belief_of(name).named == ""


def test_a_rule_of_thumb_says_what_is_tried_and_its_own_choice_is_first() -> None:
    table = played(3, 2, 4)
    seat = table.to_act()[0]
    legal, actions = table.legal(seat), integers(FLAUTZ.most_legal)
    actions[: len(legal)] = legal
    given = handed(table.box), handed(table.view(seat)), actions, len(legal)
    choose = APPRENTICES["flautz"]
    tried = []
    for thumb in (1, 4, len(legal) + 5):
        together = searching("flautz", choose, Effort(50, 0, thumb=thumb)).together
        assert isinstance(together, Together)
        assert together.begin(given, handed(stream(key_of_seed(3)))) == min(thumb, len(legal))
        tried.append({k for k in range(len(legal)) if together.minds()[0].alive[k]})
    assert tried[0] == {choose(*given, handed(stream(key_of_seed(3))))}
    assert tried[0] < tried[1] < tried[2] == set(range(len(legal)))
    assert len(tried[1]) == 4
