"""What a search believes of others' hands: likelier worlds, and nothing that its seat could not know."""

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.arena import holdings
from grimorio.bots import APPRENTICES, REFLEXES, made_of
from grimorio.bots.belief import (
    BELIEFS,
    BEST,
    FOUND,
    FREE,
    KEPT,
    LIKELY,
    LISTED,
    MISS,
    NEVER,
    PARTS,
    SURE,
    TASTE,
    WHIM,
    belief_of,
    either,
    flautz_alike,
    flautz_doubt,
    flautz_likely,
    flautz_room,
    flautz_surprise,
    flautz_tempted,
    flautz_thumb,
    unseen,
)  # fmt: skip
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE, Effort
from grimorio.bots.memory import (
    AGO,
    CHALLENGE,
    COUNT,
    FOCUSED,
    GAVE,
    HANDS,
    OPEN,
    REFRESHED,
    REPLACED,
    TOOK,
    VALUED,
    WHEN,
    WHICH,
    WHO,
    memory_of,
)  # fmt: skip
from grimorio.bots.prospects import prospects
from grimorio.bots.search import Together, imagining, mind_of, searching
from grimorio.engine import laws
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.games.flautz.actions import FOCUS
from grimorio.games.flautz.rules.spells import is_straight, spell_value
from grimorio.games.flautz.state import HAND, PRISM

FLAUTZ = load("flautz")
TRIES = 1_500


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


def believing(table: Table, seat: int, seed: int, tries: int = TRIES) -> Table:
    """A world that the seat imagines, with hands that it believes in."""
    other, past = laws.world(table, seat, seed), memory_of("flautz").of(table.rows(seat), seat)
    chance, belief = handed(stream(key_of_seed(seed))), belief_of("flautz")
    given, room = (handed(table.box), handed(table.view(seat)), seat, chance), belief.new_room()
    belief.try_hands(*given, handed(other.state), past, room, tries, prospects())
    other = laws.world(table, seat, seed)
    assert belief.deal(*given, handed(other.state), room, manners := integers(5))
    assert {manners[each] for each in range(table.seats) if each != seat} <= {BY_THE_RULE, AS_ONESELF}
    assert manners[seat] == 0
    return other


def value(table: Table, seat: int) -> int:
    return int(spell_value(handed(table.box), table.state["hand"][0, seat]))


@pytest.mark.parametrize("seats", [2, 4, 5])
def test_a_likelier_world_looks_the_same_to_who_imagines_it(seats: int) -> None:
    for seed in range(6):
        table = played(seats, seed, 2 * seats + seed)
        for seat in range(seats):
            other = believing(table, seat, seed)
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
            believed.append(value(believing(table, seat, seed), other))
            true.append(value(table, other))
    assert np.mean(dealt) + 1.5 < np.mean(true)
    assert abs(np.mean(believed) - np.mean(true)) < abs(np.mean(dealt) - np.mean(true)) / 2


def alike(table: Table, other: Table, seat: int) -> int:
    """How many cards of a hand are the same."""
    return (Counter(table.state["hand"][0, seat].tolist()) & Counter(other.state["hand"][0, seat].tolist())).total()


def test_deeds_tell_what_somebody_holds() -> None:
    dealt, believed = [], []
    for seed in range(20):
        table = played(4, seed, 14)
        seat = table.to_act()[0]
        if table.state["challenge"][0] == 1:
            dealt.append(np.mean([alike(table, laws.world(table, seat, seed), each) for each in range(4)]))
            believed.append(np.mean([alike(table, believing(table, seat, seed), each) for each in range(4)]))
    assert np.mean(dealt) + 0.3 < np.mean(believed)


def test_what_an_apprentice_did_is_no_surprise_with_the_hand_that_it_had() -> None:
    surprises = []
    for seed in range(30):
        table = played(3, seed, 4 + seed % 6)
        seat = table.to_act()[0]
        past = memory_of("flautz").of(table.rows(seat), seat)
        for other in {0, 1, 2} - {seat} if table.state["challenge"][0] == 1 else ():
            surprises.append(likely(table, other, past))
            told = sum(row[WHO] == other for row in past[1 : past[0, COUNT] + 1])
            assert surprises[-1] > -np.log(30) * told - 0.1
            assert told == turns_of(table, other)
    assert len(surprises) > 15
    assert np.mean(surprises) > -MISS / 3


def likely(table: Table, other: int, past: Any) -> float:
    box = handed(table.box)
    doubt = doubted(table, past, other)
    return float(either(*flautz_likely(box, handed(table.state), past, other, doubt, NEVER, prospects())))


def doubted(table: Table, past: Any, other: int) -> float:
    return float(flautz_doubt(handed(table.box), past, other, prospects()))


@pytest.mark.compiled_only
def test_where_few_cards_are_unseen_every_hand_is_as_likely_as_it_is() -> None:
    """All ways to deal unseen cards to somebody, each as likely as what he did with them."""
    tried = set()
    for seed in range(40):
        table = played(4, seed, 15)
        seat, other = table.to_act()[0], (table.to_act()[0] + 1) % 4
        known = [int(card) for card in table.state["known"][0, other] if card != NONE]
        missing = HAND - len(known)
        if table.state["challenge"][0] > 1 or missing > 3 or missing in tried:
            continue
        tried.add(missing)
        past, world = memory_of("flautz").of(table.rows(seat), seat), laws.world(table, seat, seed)
        given = handed(table.box), handed(table.view(seat)), seat, handed(stream(key_of_seed(seed)))
        room = flautz_room()
        belief_of("flautz").try_hands(*given, handed(world.state), past, room, LISTED[3], prospects())
        found = room.hands[other, : room.hands[other, KEPT, FOUND]]
        best = room.hands[other, KEPT, BEST]
        listed = {tuple(row[:HAND].tolist()): np.exp((row[LIKELY] - best) / PARTS) for row in found}
        assert len(listed) == len(found)
        bag = room.bag[: room.size[0]].tolist()
        weights: Counter[tuple[int, ...]] = Counter()
        ways = Counter(tuple(sorted(dealt)) for dealt in itertools.combinations(bag, missing))
        for dealt, number in ways.items():
            hand = tuple(sorted([*known, *dealt]))
            world.state["hand"][0, other] = hand
            weights[hand] = number * np.exp(likely(world, other, past))
        whole, told = sum(weights.values()), sum(listed.values())
        for hand, weight in listed.items():
            assert abs(weight / told * whole / weights[hand] - 1) < 0.05
        assert sum(weights[hand] for hand in listed) > 0.97 * whole
    assert tried >= {2, 3}


SURE_OF_THE_RULE = -1e3
"""As a doubt: nobody is held to be anything but an apprentice."""


def dreaming(seats: int, seed: int, moves: int, room: Any) -> Table:
    """A table at which apprentices focus now and then for no reason; what else they did is written down in `room`."""
    table, chance, actions = random_play(FLAUTZ, seats, seed, 0), handed(stream(key_of_seed(seed))), integers(999)
    room.many[0] = 0
    for _ in range(moves):
        seat = table.to_act()[0]
        legal = table.legal(seat)
        actions[: len(legal)] = legal
        chosen = APPRENTICES["flautz"](handed(table.box), handed(table.view(seat)), actions, len(legal), chance)
        action = FOCUS if FOCUS in legal and below(chance, 4) == 0 else int(actions[chosen])
        if action != FOCUS:
            room.deeds[room.many[0]] = table.state[0]
            room.did[room.many[0], :] = seat, action
            room.many[0] += 1
        table.apply(seat, action)
        if table.state["challenge"][0] != 1 or table.state["declarer"][0] != NONE:
            break
    return table


def hands_like(table: Table, seat: int, other: int, chance: Any) -> list[list[int]]:
    """The hand of somebody, and such ones with one or two other cards which nobody knows that he has not."""
    true, known = table.state["hand"][0, other].tolist(), Counter(table.state["known"][0, other].tolist())
    unseen = [int(card) for card in laws.world(table, seat, 1).state["pile"][0] if card != NONE]
    dealt = list((Counter(true) - known).elements())
    hands = [true]
    for _ in range(150 if dealt else 0):
        hand = true.copy()
        for card in {dealt[below(chance, len(dealt))] for _ in range(2)}:
            hand.remove(card)
            hand.append(unseen[below(chance, len(unseen))])
        hands.append(sorted(hand))
    return hands


@pytest.mark.compiled_only
def test_deeds_are_as_likely_as_the_rule_makes_them_refills_and_cards_alike_among_them() -> None:
    """Against the likelihoods by which luck is taken out of deals: they ask the apprentice himself at each position."""
    room, fitting, doubles, refills, missed = holdings.new_holdings(FLAUTZ), 0, 0, 0, 0
    for seed in range(120):
        table = dreaming(3, seed, 9 + seed % 6, room)
        seat = table.to_act()[0] if table.to_act() else 0
        if table.state["challenge"][0] != 1 or table.state["declarer"][0] != NONE:
            continue
        past, box = memory_of("flautz").of(table.rows(seat), seat), handed(table.box)
        chance = handed(stream(key_of_seed(seed, "hands")))
        for row in past[1 : past[0, COUNT] + 1]:
            row[WHO] = 9 if row[WHICH] == FOCUSED else row[WHO]
        for other in {0, 1, 2} - {seat}:
            woke = [row for row in past[1 : past[0, COUNT] + 1].tolist() if row[WHO] == other and row[REFRESHED]]
            world = laws.world(table, seat, seed)
            for hand in hands_like(table, seat, other, chance):
                world.state["hand"][0, other], room.hand[:] = hand, hand
                exact = float(holdings.likely(box, other, room))
                rule, _ = flautz_likely(box, handed(world.state), past, other, SURE_OF_THE_RULE, NEVER, prospects())
                if exact > 0:
                    assert rule == pytest.approx(np.log(exact), abs=1e-6)
                    fitting += 1
                    refills += len(woke) > 0
                    doubles += max(Counter(hand).values()) > 1
                else:
                    assert rule <= -MISS
                    missed += len(woke) > 0
    assert fitting > 1_000
    assert doubles > 100
    assert refills > 100
    assert missed > 100


@pytest.mark.parametrize(("earlier", "alike"), [
    ([], 3),
    ([(1, 7, 5)], 1),
    ([(2, 7, 5)], 3),
    ([(1, 7, 5), (1, 5, 7)], 3),
    ([(1, 5, 7), (1, 7, 5)], 1),
    ([(1, 7, 5), (1, 7, 5), (1, 5, 7)], 1),
    ([(1, 7, 7)], 1),
])  # fmt: skip
def test_any_card_like_the_given_one_may_be_it_unless_all_knew_of_one(
    earlier: list[tuple[int, int, int]], alike: int
) -> None:
    """Of who has three cards 7, and gives one: by who took and gave what before."""
    deeds, hand = integers(*memory_of("flautz").shape), integers(HAND)
    hand[:] = (5, 7, 7, 7, 9)
    for row, (who, took, gave) in enumerate([*earlier, (1, 9, 7)], 1):
        deeds[row, [WHO, TOOK, GAVE]] = who, took, gave
    assert flautz_alike(hand, deeds, len(earlier) + 1) == alike


def test_a_player_of_no_rule_replaces_any_card_when_he_wakes_up() -> None:
    """On the floor alone there are three; then he can but exchange."""
    box, p, hand = FLAUTZ.box(2), prospects(), integers(HAND)
    box["strip"][0, :2], hand[:] = 2, (2, 10, 18, 26, 27)
    deed, lying = deed_of(3, 33, 27, *[33] * 6)[1], [33] * 6
    for replaced in (33, 2, 26):
        deed[[REFRESHED, REPLACED]] = 5, replaced
        _, free = flautz_surprise(handed(box), hand, deed, 0.0, 0.0, NEVER, p)
        assert deed[OPEN:].tolist() == lying
        kept, after = flautz_thumb(handed(box), hand, p), integers(HAND)
        after[:] = (2, 10, 18, 26, 33)
        liked = flautz_thumb(handed(box), after, p) - kept
        tempted = float(flautz_tempted(handed(box), hand, deed, kept, p))
        assert free == pytest.approx(either(liked / TASTE - np.log(tempted), WHIM) - np.log(3))


def turns_of(table: Table, seat: int) -> int:
    """How many turns a seat has had in this challenge."""
    seats, state = table.seats, table.state
    after = (seat - int(state["first"][0])) % seats < (int(state["turn"][0]) - int(state["first"][0])) % seats
    return int(state["arena_field"][0]) + after


def test_where_there_are_not_cards_enough_for_all_hands_no_world_is_made() -> None:
    table = played(3, 2, 3)
    seat = table.to_act()[0]
    belief, world = belief_of("flautz"), laws.world(table, seat, 1)
    room = belief.new_room()
    given = handed(table.box), handed(table.view(seat)), seat, handed(stream(key_of_seed(1)))
    belief.try_hands(*given, handed(world.state), memory_of("flautz").of(table.rows(seat), seat), room, 50, prospects())
    assert belief.deal(*given, handed(world.state), room, integers(5))
    laws.cards_are_conserved(world)
    for other in {0, 1, 2} - {seat}:
        room.hands[other, 0, :HAND], room.hands[other, KEPT, FOUND] = PRISM, 1
    assert not belief.deal(*given, handed(world.state), room, integers(5))


def plays_on(table: Table, names: tuple[str, ...], challenges: int, seed: int) -> None:
    """Let everybody play as his name says until so many challenges are over."""
    chance, actions = handed(stream(key_of_seed(seed))), integers(FLAUTZ.most_legal)
    while not table.over and table.state["challenge"][0] <= challenges:
        seat = table.to_act()[0]
        legal = table.legal(seat)
        actions[: len(legal)] = legal
        choose = REFLEXES["flautz"][names[seat]]
        chosen = choose(handed(table.box), handed(table.view(seat)), actions, len(legal), chance)
        table.apply(seat, int(actions[chosen]))


def test_who_was_an_apprentice_in_the_last_challenges_is_taken_for_one_and_nobody_else() -> None:
    doubts: dict[str, list[float]] = {"apprentice": [], "random": []}
    names = ("novice", "apprentice", "random")
    for seed in range(12):
        table = random_play(FLAUTZ, 3, seed, 0)
        past = memory_of("flautz").of(table.rows(0), 0)
        assert doubted(table, past, 1) == -FREE
        plays_on(table, names, 2, seed)
        past = memory_of("flautz").of(table.rows(0), 0)
        for seat in (1, 2):
            doubts[names[seat]].append(doubted(table, past, seat))
    assert max(doubts["apprentice"]) < -FREE
    assert np.mean(doubts["apprentice"]) < -SURE + 2
    assert np.mean(doubts["random"]) > SURE - 3
    assert max(doubts["random"]) <= SURE


def test_a_world_owes_nothing_to_how_others_played_in_the_one_before() -> None:
    table = played(3, 2, 3)
    seat = table.to_act()[0]
    mind = mind_of(FLAUTZ, Effort(10, 0), learned=False, worlds_kept=2)
    mind.manners[:] = AS_ONESELF
    imagining(FLAUTZ)(handed(table.box), handed(table.view(seat)), handed(stream(key_of_seed(1))), 0, mind)
    assert not mind.manners[: table.seats].any()


def test_a_hand_that_was_not_valued_tells_nothing_of_who_held_it() -> None:
    table = random_play(FLAUTZ, 3, 1, 0)
    plays_on(table, ("novice", "apprentice", "random"), 2, 1)
    past = memory_of("flautz").of(table.rows(0), 0)
    assert doubted(table, past, 2) > -FREE
    for ago in range(1, AGO + 1):
        past[ago * CHALLENGE + HANDS + 2, VALUED] = 0
    assert doubted(table, past, 2) == -FREE


def test_who_is_taken_for_no_apprentice_plays_on_as_the_searcher_would() -> None:
    manners: dict[int, list[int]] = {1: [], 2: []}
    for seed in range(12):
        table = random_play(FLAUTZ, 3, seed, 0)
        plays_on(table, ("novice", "apprentice", "random"), 2, seed)
        world, past, found = laws.world(table, 0, seed), memory_of("flautz").of(table.rows(0), 0), integers(5)
        given, room = (handed(table.box), handed(table.view(0)), 0, handed(stream(key_of_seed(seed)))), flautz_room()
        BELIEFS["flautz"].try_hands(*given, handed(world.state), past, room, 200, prospects())
        BELIEFS["flautz"].deal(*given, handed(world.state), room, found)
        for other in (1, 2) if not table.over else ():
            manners[other].append(int(found[other]))
    assert len(manners[1]) > 5
    assert np.mean(manners[1]) < 0.2
    assert np.mean(manners[2]) > 0.8


def test_before_anybody_had_a_turn_every_deal_is_as_likely() -> None:
    table = random_play(FLAUTZ, 3, 1, 0)
    seat = table.to_act()[0]
    past = memory_of("flautz").of(table.rows(seat), seat)
    found = {likely(laws.world(table, seat, seed), 1 - seat % 2, past) for seed in range(20)}
    assert len(found) == 1


def hand_of(cards: tuple[int, ...]) -> tuple[Any, Any]:
    box, states = FLAUTZ.box(2), FLAUTZ.layout.new(1)
    states["hand"][0, 1] = cards
    states["air"], states["floor"], states["known"] = 33, 33, NONE
    return box, states


def deed_of(which: int, took: int, gave: int, *open_cards: int) -> Any:
    """The memory of one deed of seat 1 in the first round, at which those cards lay open."""
    past = integers(*memory_of("flautz").shape)
    past[0, COUNT] = 1
    past[1, [WHO, WHICH, WHEN, TOOK, GAVE]] = 1, which, 0, took, gave
    past[1, OPEN:] = open_cards
    return past


def believed(cards: tuple[int, ...], past: Any) -> float:
    box, states = hand_of(cards)
    box["strip"][0, :2] = 2
    return float(either(*flautz_likely(handed(box), handed(states), past, 1, -FREE, NEVER, prospects())))


def test_a_straight_is_never_kept_back_and_a_flautz_hardly() -> None:
    past = deed_of(3, 33, 27, *[33] * 6)
    assert believed((0, 1, 2, 3, 4), past) < NEVER / 2
    assert believed((0, 1, 2, 3, 33), deed_of(3, 33, 4, *[33] * 6)) < NEVER / 2
    assert believed((2, 10, 18, 26, 33), past) > believed((2, 10, 18, 26, 34), deed_of(3, 34, 27, *[34] * 6)) + 1


def test_who_left_a_card_that_would_help_is_believed_to_have_no_use_for_it() -> None:
    useless, useful = [deed_of(3, 33, 24, 0, 0, 0, 33, other, 33) for other in (33, 26)]
    hand = (2, 10, 12, 18, 33)
    assert believed(hand, useful) < believed(hand, useless) - 1


def test_somebody_who_is_no_apprentice_is_believed_to_have_missed_little() -> None:
    little = believed((2, 10, 18, 24, 33), deed_of(3, 33, 12, *[33] * 6))
    much = believed((10, 12, 18, 24, 33), deed_of(3, 33, 2, *[33] * 6))
    assert -MISS < much < little - 1
    assert little < -3


def test_of_equal_cards_as_many_are_known_as_were_seen() -> None:
    _box, states = hand_of((2, 2, 2, 10, 11))
    states["known"][0, 1, :2] = (2, 11)
    found = [unseen(handed(states), handed(states), 1, k) for k in range(HAND)]
    assert found == [False, True, True, True, False]


def test_what_is_believed_is_part_of_what_a_bot_is_made_of() -> None:
    named = BELIEFS["flautz"].named
    assert named in made_of("flautz", "archmage(belief=5)", 4)
    assert named not in made_of("flautz", "archmage(belief=0)", 4)
    assert "weights" not in made_of("flautz", "archmage(width=0)", 4)
    assert "weights" in made_of("flautz", "archmage(width=8)", 4)
    assert "weights" in made_of("flautz", "archmage(width=0,guided=3)", 4)


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
