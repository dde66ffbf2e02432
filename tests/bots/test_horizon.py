"""How far imagined games are played, and what is hoped for there."""

import math
from typing import Any

import pytest

from grimorio.bots import ADEPTS, APPRENTICES, BOTS, LEARNED, SHORT, made_of
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE, Effort
from grimorio.bots.habits import HOPING, SIZES
from grimorio.bots.horizon import (
    HELD,
    HORIZONS,
    TURNS,
    abracadabra_formula,
    abracadabra_hope,
    flautz_hope,
    horizon_of,
    named_horizon,
    next_round,
    turns_later,
    zaubercocktail_hope,
)
from grimorio.bots.search import WHOLE, Together, searching
from grimorio.bots.standing import hope_by
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.games import GAMES, load
from grimorio.games.abracadabra.state import AIR, CHAOS, ELEMENTAL, IDEM, OBJECT
from grimorio.games.flautz.state import MODES

FLAUTZ, ABRACADABRA, ZAUBERCOCKTAIL = (load(name) for name in ("flautz", "abracadabra", "zaubercocktail"))
POINTS = MODES.index("points")


def between(crystals: tuple[int, ...], **options: int) -> tuple[Any, Any]:
    """A table between two challenges at which so many crystals were won."""
    box, states = FLAUTZ.box(len(crystals)), FLAUTZ.layout.new(1)
    for name, value in options.items():
        (box if name in box.dtype.names else states)[name] = value
    states["crystals"][0, : len(crystals)] = crystals
    return box, states


def hopes(box: Any, states: Any) -> list[float]:
    return [flautz_hope(handed(box), handed(states), seat, integers(5)) for seat in range(int(box["seats"][0]))]


def test_all_hope_for_one_victory_together() -> None:
    for crystals in ((0, 0), (2, 1, 0), (0, 1, 2, 2), (1, 1, 1, 1, 1)):
        assert sum(hopes(*between(crystals))) == pytest.approx(1)
    assert hopes(*between((1, 1, 1, 1))) == [0.25] * 4


def test_who_lacks_fewer_crystals_hopes_for_more() -> None:
    two, one, none = hopes(*between((2, 1, 0)))
    assert two > 2 * one > 4 * none > 0


def test_in_the_mode_of_points_a_lead_is_worth_more_the_fewer_challenges_are_left() -> None:
    late, early = (hopes(*between((1, 0), mode=POINTS, challenges=9, challenge=now))[0] for now in (9, 2))
    assert late > early > 0.5
    assert late == pytest.approx(1 / (1 + math.exp(-0.145 * 10)))


@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_game_of_flautz_ends_with_the_challenge(seed: int) -> None:
    """In the first challenge every action is worth what can be hoped for after it, or a victory by a Royal."""
    table = random_play(FLAUTZ, 2, seed, 3)
    assert table.state["challenge"][0] == 1
    seat = table.to_act()[0]
    legal, actions = table.legal(seat), integers(FLAUTZ.most_legal)
    actions[: len(legal)] = legal
    given = handed(table.box), handed(table.view(seat)), actions, len(legal)
    together = searching("flautz", APPRENTICES["flautz"], Effort(1, width=8), learned=True).together
    assert isinstance(together, Together)
    assert together.begin(given, handed(stream(key_of_seed(seed)))) == min(8, len(legal))
    together.try_world(0, given)
    mind = together.minds()[0]
    worths = mind.sums[: len(legal)][mind.alive[: len(legal)] == 1]
    won = [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2)]
    assert set(worths.tolist()) <= {0, WHOLE} | {int(WHOLE * hopes(*between(pair))[0]) for pair in won}
    assert set(worths.tolist()) - {0, WHOLE}


def at_a_turn(seats: int = 4, *, proxima_of: int = -1, **changes: dict[int, Any]) -> list[float]:
    """What everybody hopes for when seat 0 begins a turn of Abracadabra, with nothing but these changes by seat."""
    box, states = ABRACADABRA.box(seats), ABRACADABRA.layout.new(1)
    states["proxima_of"] = proxima_of
    for name, by_seat in changes.items():
        for seat, value in by_seat.items():
            if name == "hand":
                states["hand_size"][0, seat] = len(value)
                states["hand"][0, seat, : len(value)] = value
            elif name == "objects":
                states["object_count"][0, seat] = len(value)
                states["objects"][0, seat, : len(value)] = [OBJECT + points for points in value]
            else:
                states[name][0, seat] = value
    return [abracadabra_formula(handed(box), handed(states), seat) for seat in range(seats)]


def test_in_abracadabra_who_waits_longer_for_a_turn_hopes_for_less() -> None:
    for seats in (2, 4, 6):
        found = at_a_turn(seats)
        assert sum(found) == pytest.approx(1)
        assert found == sorted(found, reverse=True)
        assert found[0] > found[-1]


@pytest.mark.parametrize(
    ("name", "less", "more"),
    [
        ("bonus", 1, 2),
        ("objects", [2], [1, 3]),
        ("objects", [], [0]),
        ("hand", [0], [0, 1]),
        ("hand", [0], [AIR]),
        ("hand", [CHAOS], [IDEM]),
        ("hand", [CHAOS], [ELEMENTAL]),
        ("hand", [0, CHAOS], [0, 1]),
        ("hand", [ELEMENTAL, 10 + ELEMENTAL, 0], [ELEMENTAL, 10 + ELEMENTAL, 20 + ELEMENTAL]),
    ],
    ids=["points", "objects", "Stone", "cards", "air", "Idem!", "Elemental", "Enchanters", "prize"],
)
def test_in_abracadabra_who_has_more_hopes_for_more(name: str, less: Any, more: Any) -> None:
    changes: list[dict[str, Any]] = [{name: {1: more}}, {name: {1: less}}]
    much, little = (at_a_turn(**change)[1] for change in changes)
    assert much > little > 0


def test_the_prize_is_as_good_as_its_points() -> None:
    """Five Objects of a point bring as near as the third Elemental with the prize, which is a point and five more."""
    three = [ELEMENTAL, 10 + ELEMENTAL, 20 + ELEMENTAL]
    prized = at_a_turn(2, hand={1: three})
    points = at_a_turn(2, hand={1: three[:2]}, objects={1: [1] * 6})
    assert prized[1] / prized[0] == pytest.approx(points[1] / points[0] * math.exp(HELD[4]))


def test_a_proxima_that_waits_is_hoped_from() -> None:
    assert at_a_turn(2, proxima_of=1)[1] > at_a_turn(2)[1]


def test_what_was_learnt_of_a_table_goes_before_the_formula() -> None:
    for seats in range(2, 7):
        box, states = ABRACADABRA.box(seats), ABRACADABRA.layout.new(1)
        states["proxima_of"], states["bonus"][0, 1] = -1, 5
        for seat in range(seats):
            found = abracadabra_hope(handed(box), handed(states), seat, integers(6))
            learnt = hope_by(handed(box), handed(states), seat, BY_THE_RULE, HOPING[seats])
            formula = abracadabra_formula(handed(box), handed(states), seat)
            assert found == (learnt if seats in SIZES else formula)
            assert learnt != formula


def test_what_is_hoped_for_in_a_duel_hangs_on_who_the_other_one_is() -> None:
    box, states, equals = ABRACADABRA.box(2), ABRACADABRA.layout.new(1), integers(6)
    states["proxima_of"], states["bonus"][0, 1] = -1, 5
    equals[:] = AS_ONESELF
    found = [abracadabra_hope(handed(box), handed(states), seat, equals) for seat in range(2)]
    assert found == [hope_by(handed(box), handed(states), seat, AS_ONESELF, HOPING[2]) for seat in range(2)]
    assert sum(found) == pytest.approx(1)
    among = [abracadabra_hope(handed(box), handed(states), seat, integers(6)) for seat in range(2)]
    assert all(apprentice > equal for apprentice, equal in zip(among, found, strict=True))
    equals[0] = BY_THE_RULE
    assert abracadabra_hope(handed(box), handed(states), 0, equals) == found[0], "only the other one is asked about"


def test_who_is_close_to_the_goal_would_rather_have_the_turn() -> None:
    far, close = (at_a_turn(2, objects={0: points, 1: points}) for points in ([6, 5], [6, 6]))
    assert close[0] - close[1] > far[0] - far[1] > 0


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_an_imagined_game_of_abracadabra_ends_after_some_turns(seats: int) -> None:
    box, begun, states = ABRACADABRA.box(seats), ABRACADABRA.layout.new(1), ABRACADABRA.layout.new(1)
    begun["turns"] = 7
    last = 7 + {2: TURNS}.get(seats, seats)
    for turns in range(7, last + 2):
        states["turns"] = turns
        assert turns_later(handed(box), handed(begun), handed(states)) == (turns >= last)


def at_a_round(seats: int = 5, now: int = 4, saving: tuple[int, ...] = (0, 1, 2, 3, 4), **changes: Any) -> list[float]:
    """What everybody hopes for when a round of Zaubercocktail begins, with nothing but these changes by seat."""
    manners = integers(seats)
    for seat in saving:
        manners[seat] = AS_ONESELF
    box, states = ZAUBERCOCKTAIL.box(seats), ZAUBERCOCKTAIL.layout.new(1)
    states["round"], states["dealer"] = now, seats - 1
    for name, by_seat in changes.items():
        for seat, value in by_seat.items():
            states[name][0, seat] = value
    return [zaubercocktail_hope(handed(box), handed(states), seat, manners) for seat in range(seats)]


def test_in_zaubercocktail_who_stands_further_or_holds_more_hopes_for_more() -> None:
    even = at_a_round()
    assert sum(even) == pytest.approx(1)
    for better in (at_a_round(marker={2: 3}), at_a_round(hand={2: 3})):
        assert sum(better) == pytest.approx(1)
        assert better[2] > even[2]
    assert at_a_round(now=8, marker={2: 3})[2] > at_a_round(now=2, marker={2: 3})[2], "a lead counts more at the end"
    pairs = [0, 0, 2, 2, 2, *[0] * 6]
    assert at_a_round(now=2, hand={2: pairs})[2] > at_a_round(now=2, marker={2: 4})[2], "60 points are worth much"
    assert at_a_round(now=9, hand={2: pairs})[2] < at_a_round(now=9, marker={2: 4})[2], "but not at the end"


def test_in_zaubercocktail_who_keeps_cards_is_hoped_to_do_better_while_rounds_come() -> None:
    """Everybody counts himself among those who do."""
    alone, beside = at_a_round(now=3, saving=())[2], at_a_round(now=3, saving=(0,))[2]
    assert alone > beside > at_a_round(now=3)[2] == pytest.approx(1 / 5)
    assert at_a_round(now=9, saving=())[2] == pytest.approx(1 / 5)


def test_an_imagined_game_of_zaubercocktail_ends_with_the_round() -> None:
    box, begun, states = ZAUBERCOCKTAIL.box(4), ZAUBERCOCKTAIL.layout.new(1), ZAUBERCOCKTAIL.layout.new(1)
    begun["round"] = states["round"] = 3
    assert not next_round(handed(box), handed(begun), handed(states))
    states["round"] = 4
    assert next_round(handed(box), handed(begun), handed(states))


def test_every_other_game_is_played_to_its_end() -> None:
    assert set(HORIZONS) == {"flautz", "abracadabra", "zaubercocktail"}
    assert horizon_of("fata").named == ""


def test_how_far_a_search_looks_is_part_of_what_it_is_made_of() -> None:
    assert horizon_of("flautz").named in made_of("flautz", "adept", 4)
    assert horizon_of("flautz").named not in made_of("flautz", "network", 4)


def test_what_differs_at_a_table_of_two_is_named_only_there() -> None:
    assert named_horizon("abracadabra", 2) != named_horizon("abracadabra", 3) == horizon_of("abracadabra").named
    assert made_of("abracadabra", "adept", 2) != made_of("abracadabra", "adept", 3)


def test_an_adept_searches_shortly_or_is_a_network_or_a_rule_of_thumb() -> None:
    for game in GAMES:
        adept = BOTS[game]["adept"]
        assert (adept.effort is None) == (game not in SHORT)
        assert (adept.reflex is None) == (game not in ADEPTS)
        assert game in SHORT or game in LEARNED or game in ADEPTS
