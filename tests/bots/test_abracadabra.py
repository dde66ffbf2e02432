"""What the apprentice of Abracadabra judges by, reckoned once more: slowly, from the cards and the list of meetings."""

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enchanters import ENCHANTER, LETTERS, among, cards_in, looks
from grimorio.bots.abracadabra import (
    FROM_HAND,
    LEVEL,
    POINT,
    STONE,
    best_gathering_with,
    look_up,
    ruin,
    shared_by,
    unseen_cards,
    worth_of_card,
)
from grimorio.engine.kernel import handed
from grimorio.games.abracadabra.state import (
    BACKS,
    CARDS,
    LETTERS_OF_PILES,
    OBJECT,
    OF_A_BACK,
    ORDINARY,
    PERICULUM,
    PILES,
    ROW_DOWN,
    TAKE_AGAIN,
    WORTH,
    card_of,
)

STONES_WORTH = 5 * POINT
"""What the next Stone is worth more for each that the seat has."""


def known_to(box: Any, view: Any) -> Any:
    return look_up(handed(box), handed(view))


# ---------------------------------------------------------------- cards that nobody has shown


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_a_card_that_the_view_nowhere_shows_is_unseen_and_no_other(seats: int) -> None:
    met = dict.fromkeys(("hand", "towers", "shown", "discards", "proxima"), 0)
    passed_on = asked = 0
    for box, view in looks(seats, 12):
        shown = cards_in(view, *met)
        remembered = {card for card in range(CARDS) if view["seen"][0][card]}
        unseen = among(unseen_cards(handed(view)), CARDS)
        assert unseen == set(range(CARDS)) - shown - remembered
        taking = int(view["phase"][0]) <= TAKE_AGAIN
        assert among(known_to(box, view).unseen, CARDS) == (unseen if taking else set())
        for place in met:
            met[place] += bool(cards_in(view, place) - remembered)
        passed_on += bool(remembered - shown)
        asked += taking
    assert min(met.values()) > 2, met
    assert passed_on > 2
    assert asked > 50


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_of_which_only_the_back_is_seen_is_worth_the_average_of_what_it_can_be(seats: int) -> None:
    """Rounded down, Periculum! among them; of a back that does not lie in the row nothing is asked."""
    losses = lying = others = 0
    for box, view in looks(seats):
        known, backs = known_to(box, view), {int(back) - BACKS for back in view["row_backs"][0][:ROW_DOWN]}
        taking = int(view["phase"][0]) <= TAKE_AGAIN
        for back in range(len(known.hidden)):
            worths = [
                -ruin(handed(view)) if card == PERICULUM else worth_of_card(handed(box), handed(view), known, card)
                for card in among(known.unseen, CARDS)
                if card // OF_A_BACK == back and taking and back in backs
            ]
            assert known.hidden[back] == (sum(worths) // len(worths) if worths else 0)
            losses += sum(worths) < 0
            lying += bool(worths)
            others += back not in backs
    assert losses > 2
    assert min(lying, others) > 100


@given(st.integers(1, OF_A_BACK), st.data())
def test_to_share_is_to_divide_and_round_down(number: int, data: st.DataObject) -> None:
    total = data.draw(st.integers(-LEVEL * number, LEVEL * number))
    assert shared_by(total, number) == total // number


# ---------------------------------------------------------------- piles


def average(box: Any, pile: int, stone: int) -> int:
    """What an Object of a pile is worth, all that were ever in it counted."""
    objects = [int(points) for points in box["objects"][0][pile][: box["pile_size"][0][pile]]]
    return sum(POINT * points if points else stone for points in objects) // len(objects)


def piles_of(box: Any, view: Any) -> tuple[int, ...]:
    """The best of the piles from which one draws who may draw from this one: the nearest that are not empty (A-R19)."""
    mine = view["objects"][0][: view["object_count"][0][int(view["viewer"][0])]]
    stone = STONE + STONES_WORTH * sum((int(each) - OBJECT) % WORTH == 0 for each in mine)
    left, found = [pile for pile in range(PILES) if view["pile_size"][0][pile] > 0], []
    for pile in range(PILES):
        nearest = min((abs(pile - other) for other in left), default=0)
        found.append(max((average(box, other, stone) for other in left if abs(pile - other) == nearest), default=0))
    return tuple(found)


@pytest.mark.parametrize("seats", [2, 5])
def test_a_pile_is_worth_its_average_object(seats: int) -> None:
    empty = stones = 0
    for box, view in looks(seats):
        assert tuple(known_to(box, view).piles) == piles_of(box, view)
        empty += 0 in view["pile_size"][0]
        mine = view["objects"][0][: view["object_count"][0][int(view["viewer"][0])]]
        stones += any((int(each) - OBJECT) % WORTH == 0 for each in mine)
    assert stones > 2


@pytest.mark.parametrize("turned", [False, True], ids=["as in the box", "another box"])
def test_an_empty_pile_is_worth_the_better_of_its_nearest_neighbours(turned: bool) -> None:  # noqa: FBT001
    """Whichever piles are empty, and whether there are Stones at home or none."""
    box, view = next(looks(3))
    if turned:
        box = box.copy()
        box["objects"][0] = box["objects"][0][::-1].copy()
        box["pile_size"][0] = range(PILES, 0, -1)
    for owned in ([], [OBJECT], [OBJECT, OBJECT + WORTH, OBJECT + 3]):
        view["object_count"][0][int(view["viewer"][0])] = len(owned)
        view["objects"][0][: len(owned)] = owned
        told = set()
        for sizes in itertools.product((0, 1), repeat=PILES):
            view["pile_size"][0] = sizes
            assert tuple(known_to(box, view).piles) == piles_of(box, view)
            told.add(tuple(known_to(box, view).piles))
        assert len(told) > 20


# ---------------------------------------------------------------- gatherings


def best_of(view: Any, piles: tuple[int, ...], who: int) -> int:
    """The best of all meetings of somebody with two of the hand, or one of the hand and one ordinary in the Towers."""
    hand = {ENCHANTER[card] for card in cards_in(view, "hand") if card in ENCHANTER}
    towers = {ENCHANTER[card] for card in cards_in(view, "towers") if ENCHANTER[card] < ORDINARY}
    best = 0
    for three, letter in LETTERS.items():
        worth, others = piles[LETTERS_OF_PILES.index(letter)], three - {who}
        if who not in three:
            continue
        if others <= hand:
            best = max(best, worth + FROM_HAND)
        elif len(others & hand) == 1 and others <= hand | towers:
            best = max(best, worth)
    return best


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_is_worth_its_best_gathering_among_all_that_there_are(seats: int) -> None:
    found, gathered, airs = set(), 0, 0
    for place, (box, view) in enumerate(looks(seats)):
        if place % 3:
            continue
        known = known_to(box, view)
        towers = cards_in(view, "towers")
        airs += any(ENCHANTER[card] >= ORDINARY for card in towers)
        gathered += bool(towers)
        for card in range(CARDS):
            best = best_gathering_with(known, card)
            assert best == (best_of(view, known.piles, ENCHANTER[card]) if card in ENCHANTER else 0)
            found.add(best)
    assert gathered > 10
    assert airs > 2
    assert len(found) > 5
    assert 0 in found


def at_home(hand: tuple[int, ...], towers: tuple[int, ...]) -> tuple[Any, Any]:
    """A seat with these Enchanters in its hand, and those in the Towers."""
    box, view = next(looks(2))
    me = int(view["viewer"][0])
    view["hand"][0], view["towers"][0], view["hand_size"][0][me] = -1, -1, len(hand)
    view["hand"][0][: len(hand)] = sorted(card_of(who) for who in hand)
    view["towers"][0][: len(towers)] = [card_of(who) for who in towers]
    return box, view


def test_an_air_enchanter_in_a_tower_is_met_by_nobody_and_an_ordinary_one_is() -> None:
    """A-R13. Whoever has the air in his hand meets nearly everybody with it, and has a bonus for three of his own."""
    worths = []
    for hand, towers in (((1,), (ORDINARY + 2,)), ((1,), (2,)), ((1, ORDINARY + 2), ()), ((1, 2), ())):
        box, view = at_home(hand, towers)
        known = known_to(box, view)
        worths.append(best_gathering_with(known, card_of(0)))
        assert worths[-1] == best_of(view, known.piles, 0)
    assert worths[0] == 0 < worths[1] < worths[3] == worths[1] + FROM_HAND
    assert worths[2] > FROM_HAND
