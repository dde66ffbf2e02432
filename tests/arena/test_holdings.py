"""What others may hold: as likely as it is, never against what is known, and all cards are there."""

import math
from collections import Counter
from typing import Any

import numpy as np
import pytest

from grimorio.arena import holdings
from grimorio.arena.control import Controlled
from grimorio.arena.holdings import DID, WHO, draw_world, gather, likely, likely_deed, list_hands, prepare
from grimorio.arena.simulate import Match
from grimorio.arena.thinking import COUNT
from grimorio.bots import flautz
from grimorio.bots.belief import (
    BEST,
    FOUND,
    HARDLY,
    KEPT,
    LIKELY,
    MISS,
    PARTS,
    flautz_gather,
    flautz_list_hands,
    flautz_room,
)  # fmt: skip
from grimorio.bots.memory import COUNT as DEEDS
from grimorio.bots.memory import GAVE, OWN
from grimorio.bots.memory import WHO as WHOSE
from grimorio.bots.planning import likely_by_rule
from grimorio.bots.prospects import own_prospects
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed, split, stream
from grimorio.engine.kernel import handed, kernel, plain
from grimorio.engine.layout import NONE
from grimorio.games import load
from grimorio.games.flautz.actions import REFILL
from grimorio.games.flautz.rules.spells import is_straight, spell_value
from grimorio.games.flautz.state import HAND, ILLUSION, KINDS

FLAUTZ = load("flautz")
QUICK = "archmage(simulations=60,width=0,guided=0,trust=0,belief=0,thumb=3,plans=20,drops=0)"
REMEMBERS = QUICK.replace("belief=0", "belief=1")
"""One that remembers what was done."""
DRAWN = 19
"""Worlds that are drawn beside the true one."""

pytestmark = pytest.mark.compiled_only


class Watched(Controlled):
    """A match that shows every decision of the hero, with all that was written down before it, and weighs nothing."""

    seen: Any

    def begin_if_new(self) -> None:
        """Nothing is played afresh."""
        if int(plain(self.states).challenge) != self.challenge:
            self.challenge, self.room.many[0] = int(plain(self.states).challenge), 0

    def weigh(self, place: int) -> None:  # noqa: ARG002
        """Let it be looked at."""
        self.seen(self)

    def drawn(self, number: int) -> list[Any]:
        """Worlds that fit what the hero knows."""
        chances, worlds = np.zeros(1, CHANCE_DTYPE), FLAUTZ.layout.new(number)
        split(np.array(key_of_seed(3, f"drawn {self.number} {self.decision}")), 0, handed(chances))
        prepare(handed(self.match.box), handed(self.views), handed(chances), self.room)
        for i in range(number):
            draw_world(handed(self.match.box), handed(self.views), handed(chances), handed(worlds, i), self.room)
        return [plain(worlds, i) for i in range(number)]


def watch(games: int, seen: Any, seats: int = 4, hero: str = QUICK) -> None:
    """Show the hero's decisions in some games, the hero in every seat in turn."""
    for number in range(games):
        bots = ["apprentice"] * seats
        bots[number % seats] = hero
        seating = Watched(Match(FLAUTZ, seats, 1, 21, tuple(bots), box=FLAUTZ.box(seats)), hero)
        seating.seen = seen
        seating.play(number)


def hands_of_others(s: Any, hero: int, seats: int = 4) -> list[list[int]]:
    return [sorted(int(card) for card in s.hand[seat]) for seat in range(seats) if seat != hero]


def all_cards(s: Any, seats: int = 4) -> list[int]:
    found = [int(card) for seat in range(seats) for card in s.hand[seat]] + [int(card) for card in s.air]
    found += [int(card) for card in s.floor] + [int(card) for card in s.pile] + [int(card) for card in s.discards]
    return sorted(card for card in found if card != NONE)


def test_drawn_worlds_hold_what_is_known_and_every_card_once() -> None:
    looked = []

    def look(seating: Watched) -> None:
        true = plain(seating.states)
        looked.append(int(seating.room.many[0]))
        for s in seating.drawn(3):
            assert all_cards(s) == all_cards(true)
            assert s.hand[seating.hero].tolist() == true.hand[seating.hero].tolist()
            assert (s.pile_size, s.turn, s.phase) == (true.pile_size, true.turn, true.phase)
            for seat in range(4):
                left = s.hand[seat].tolist()
                for card in s.known[seat].tolist():
                    if card != NONE and seat != seating.hero:
                        left.remove(card)
                assert sorted(s.hand[seat].tolist()) == s.hand[seat].tolist()

    watch(6, look)
    assert max(looked) > 8


def total_worth(s: Any, hero: int) -> float:
    box = handed(FLAUTZ.box(4))
    return float(sum(spell_value(box, np.array(hand, np.int8)) for hand in hands_of_others(s, hero)))


def specials(s: Any, hero: int) -> float:
    return float(sum(card >= ILLUSION for hand in hands_of_others(s, hero) for card in hand))


def alike(s: Any, hero: int) -> float:
    return float(sum(len(set(hand)) for hand in hands_of_others(s, hero)))


def off_by(measure: Any, games: int) -> float:
    """How many standard errors the place of the true world among drawn ones is from the middle, late in challenges."""
    places = []

    def look(seating: Watched) -> None:
        if int(seating.room.many[0]) > 4:
            true = measure(plain(seating.states), seating.hero)
            found = [measure(s, seating.hero) for s in seating.drawn(DRAWN)]
            below = sum(each < true for each in found) + sum(each == true for each in found) / 2
            places.append(below / DRAWN - 0.5)

    watch(games, look)
    assert len(places) > 200
    return float(np.mean(places) / (np.std(places) / np.sqrt(len(places))))


@pytest.mark.parametrize("measure", [total_worth, specials, alike], ids=lambda each: each.__name__)
def test_the_true_hands_stand_anywhere_among_those_that_are_drawn(measure: Any) -> None:
    assert abs(off_by(measure, 60)) < 4


def test_who_forgets_what_was_done_would_be_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test above can fail: without deeds the hands that are drawn are worth less than the true ones."""
    write_down = Controlled.write_down

    def forget(self: Controlled, place: int) -> None:
        write_down(self, place)
        self.room.did[int(self.room.many[0]) - 1, WHO] = NONE

    monkeypatch.setattr(Controlled, "write_down", forget)
    assert off_by(total_worth, 30) > 6


def dealt_ways(hand: list[int], unseen: Counter[int]) -> int:
    """In how many ways a hand can be dealt."""
    return math.prod(math.comb(unseen[card], number) for card, number in Counter(hand).items())


def test_after_one_deed_hands_are_as_likely_as_they_were_dealt_and_would_have_done_it() -> None:
    """Told from the deal on, and not from what is unseen now: either of two alike may be the one that was given."""
    compared, doubles = 0, 0

    def look(seating: Watched) -> None:
        nonlocal compared, doubles
        room, action = seating.room, int(seating.room.did[0, DID])
        if int(room.many[0]) != 1 or action >= REFILL or compared > 3:
            return
        box, view, other, before = (
            handed(seating.match.box),
            handed(seating.views),
            int(room.did[0, WHO]),
            room.deeds[0],
        )
        lying = [int(card) for row in ("air", "floor") for card in before[row]]
        unseen = Counter(int(card) for card in seating.match.box[0]["deck"] if card != NONE)
        unseen.subtract([*lying, *before["hand"][seating.hero].tolist()])
        gather(box, view, seating.hero, room)
        list_hands(box, view, other, HAND - 1, room)
        weights = np.diff(room.weights[other, : room.listed[other]], prepend=0)
        ratios = []
        for i in range(0, int(room.listed[other]), 97):
            held = sorted([*room.hands[other, i, : HAND - 1].tolist(), action % KINDS])
            room.hand[:] = held
            ratios.append(weights[i] / (dealt_ways(held, unseen) * likely_deed(box, other, 0, room)))
            doubles += held.count(action % KINDS) > 1
        assert np.allclose(ratios, ratios[0])
        compared += 1

    watch(8, look)
    assert compared > 2
    assert doubles > 20


def test_an_apprentice_does_each_thing_as_often_as_is_said() -> None:
    chances, tables, compared = stream(key_of_seed(4, "often")), own_prospects(), []

    def look(seating: Watched) -> None:
        box, view, count = handed(seating.match.box), handed(seating.views), int(seating.numbers[COUNT])
        said = [likely_by_rule(box, view, seating.actions, count, int(a), tables) for a in seating.actions[:count]]
        assert sum(said) == pytest.approx(1)
        times = [0] * count
        for _ in range(60):
            times[flautz.choose(box, view, seating.actions, count, handed(chances))] += 1
        assert all((each > 0) == (often > 0) for each, often in zip(times, said, strict=True) if often != 1 / 8)
        compared.append(max(said))

    watch(4, look)
    assert min(compared) < 0.6


@kernel
def never_straight(box: Any, view: Any, other: int, missing: int, room: Any) -> int:
    """How many of the hands that are listed for somebody are Straights."""
    list_hands(box, view, other, missing, room)
    found = 0
    for i in range(room.listed[other]):
        for k in range(missing):
            room.drawn[other, k] = room.begins[room.hands[other, i, k]]
        holdings.hold(view, other, room)
        found += is_straight(room.hand)
        if likely(box, other, room) == 0:
            found += 1
    return found


def test_every_hand_that_is_listed_is_possible_and_the_true_one_is_among_them() -> None:
    found = []

    def look(seating: Watched) -> None:
        box, view, true = handed(seating.match.box), handed(seating.views), plain(seating.states)
        prepare(box, view, handed(seating.room.chances), seating.room)
        for other in range(4):
            if other != seating.hero and seating.room.listed[other] > 0:
                known = [int(card) for card in true.known[other] if card != NONE]
                assert never_straight(box, view, other, HAND - len(known), seating.room) == 0
                unseen = sorted(int(card) for card in true.hand[other])
                for card in known:
                    unseen.remove(card)
                listed = seating.room.hands[other, : seating.room.listed[other], : len(unseen)].tolist()
                assert unseen in listed
                found.append(len(listed))

    watch(4, look)
    assert len(found) > 40


SURE_OF_THE_RULE = -1e3
"""As a doubt: nobody is held to be anything but an apprentice."""


def as_they_are(seating: Watched, other: int, missing: int) -> dict[tuple[int, ...], float]:
    """The hands of somebody with the logarithms of their weights, exactly."""
    box, view, room = handed(seating.match.box), handed(seating.views), seating.room
    gather(box, view, seating.hero, room)
    list_hands(box, view, other, missing, room)
    weights = np.diff(room.weights[other, : room.listed[other]], prepend=0)
    known = [int(card) for card in plain(seating.states).known[other] if card != NONE]
    hands = room.hands[other, : room.listed[other], :missing].tolist()
    return {tuple(sorted([*known, *hand])): math.log(weight) for hand, weight in zip(hands, weights, strict=True)}


def as_believed(seating: Watched, other: int, missing: int) -> dict[tuple[int, ...], float]:
    """The same by what a search believes that is sure of the rule; hands that are much less likely are left out."""
    box, view, worlds, room = handed(seating.match.box), handed(seating.views), FLAUTZ.layout.new(), flautz_room()
    FLAUTZ.imagine(box, view, seating.hero, handed(seating.room.chances), handed(worlds))
    flautz_gather(box, view, seating.hero, handed(worlds), room)
    room.hands[other, KEPT, FOUND], room.hands[other, KEPT, BEST] = 0, int(PARTS * HARDLY)
    past = seating.pasts[seating.hero].copy()
    flautz_list_hands(box, view, other, missing, handed(worlds), past, room, SURE_OF_THE_RULE, own_prospects())
    assert past[:OWN].tolist() == seating.pasts[seating.hero][:OWN].tolist()
    return {
        tuple(row[:HAND].tolist()): row[LIKELY] / PARTS for row in room.hands[other, : room.hands[other, KEPT, FOUND]]
    }


def test_what_a_search_believes_of_apprentices_is_as_likely_as_it_is() -> None:
    compared, doubles = 0, 0

    def look(seating: Watched) -> None:
        nonlocal compared, doubles
        past = seating.pasts[seating.hero]
        for other in set(range(seating.match.seats)) - {seating.hero}:
            missing = holdings.missing_of(handed(seating.views), other)
            deeds = [row for row in past[1 : past[0, DEEDS] + 1].tolist() if row[WHOSE] == other]
            if missing > holdings.FEW or not deeds:
                continue
            exact, believed = as_they_are(seating, other, missing), as_believed(seating, other, missing)
            if len(believed) == KEPT:
                continue
            shift = max(believed.values()) - max(exact.values())
            for hand, weight in believed.items():
                if hand in exact:
                    assert weight - shift == pytest.approx(exact[hand], abs=0.01)
                else:
                    assert weight - shift < max(exact.values()) - MISS / 2
            likely = {hand for hand, weight in exact.items() if weight > max(exact.values()) - 5.9}
            assert likely <= believed.keys()
            compared += len(believed) > 1
            doubles += any(row[GAVE] in hand for row in deeds for hand in likely)

    watch(60, look, hero=REMEMBERS)
    assert compared > 200
    assert doubles > 100
