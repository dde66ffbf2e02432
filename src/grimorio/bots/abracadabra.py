"""The apprentice of Abracadabra: a rule of thumb that counts what its cards promise.

It stages the gathering with the most valuable pile, takes the card that promises most (a face-down one by the average
of the cards that can still have this back, Periculum! among them), plays a Trick when no gathering is worth more,
keeps Elementals, and throws away what it would miss least.
"""

from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np

from grimorio.bots.thumb import planning_by
from grimorio.engine.kernel import kernel, readable
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import (
    DISCARD_CARD,
    DRAW_FROM,
    GATHER,
    GIVE_CARD,
    PASS,
    PLAY_CHAOS,
    PLAY_EXODUS,
    PLAY_IDEM,
    PLAY_PROXIMA,
    PLAY_VADEMECUM,
    SHOWN,
)
from grimorio.games.abracadabra.state import (
    AIR,
    BACKS,
    CARDS,
    CHAOS,
    ELEMENTAL,
    ENCHANTERS,
    EXODUS,
    IDEM,
    LETTERS_OF_PILES,
    MEETINGS,
    OBJECT,
    OF_A_BACK,
    PERICULUM,
    PILE,
    PILES,
    PROXIMA,
    ROW_DOWN,
    TAKE_AGAIN,
    TOWERS,
    WORTH,
    enchanter_of,
)

POINT = 16
"""Worth of a Spell Point, in small change."""
STONE = 2 * POINT
"""A Philosopher's Stone is worth no points, but a second one wins."""
FROM_HAND = POINT
EXTRA_TURN = 2 * POINT
RUIN = 3 * POINT
"""What Periculum! costs, besides the hand."""
VICTORY = 10_000 * POINT


SHIFT = 24
PARTS: Final = readable(np.array([0, *(-(-(1 << SHIFT) // n) for n in range(1, OF_A_BACK + 1))], np.int64))
"""A whole divided by one, two, three ...: to divide takes longer than all else together."""
LEVEL = 1 << 14
"""More than anything on average is worth less than nothing."""


@kernel
def shared_by(total: int, number: int) -> int:
    """`total // number`, for few and for totals of which `LEVEL` times as many are not below nothing."""
    return int(((total + LEVEL * number) * PARTS[number] >> SHIFT) - LEVEL)


THIRDS: Final = readable(np.zeros((ENCHANTERS, ENCHANTERS, PILES), np.int32))
"""For each two Enchanters and each letter, those who as a third make a gathering of it, a bit each; of letters among
which one may choose the first."""
for _meeting in MEETINGS:
    for _one, _other, _third in permutations(_meeting.enchanters):
        if not (THIRDS[_one, _other] >> _third & 1).any():
            THIRDS[_one, _other, LETTERS_OF_PILES.index(_meeting.letter)] |= 1 << _third
FROM_HANDS = 32
"""In a set of Enchanters, a bit each, those who would meet two of the hand stand so many places further up than those
who would meet one of the hand and one of the Towers."""

Seven = tuple[int, int, int, int, int, int, int]


class Known(NamedTuple):
    """What every action of a decision is judged by, looked up once.

    `piles`: what each letter is worth now; `thirds`: for each letter the Enchanters who would make a gathering of it
    with two others; `unseen`: the cards of which the seat does not know where they are, a bit each, where one of them
    may be taken; `hidden`: what such a card is worth on average, by its back, where one lies in the row.
    """

    piles: Seven
    thirds: Seven
    unseen: int
    hidden: tuple[int, int, int, int]


@kernel
def look_up(box: Any, view: Any) -> Known:
    """All of it."""
    stone = STONE + POINT * stones_of(view)
    piles = (
        worth_of_pile(box, view, 0, stone),
        worth_of_pile(box, view, 1, stone),
        worth_of_pile(box, view, 2, stone),
        worth_of_pile(box, view, 3, stone),
        worth_of_pile(box, view, 4, stone),
        worth_of_pile(box, view, 5, stone),
        worth_of_pile(box, view, 6, stone),
    )
    thirds = thirds_of(view)
    if view.phase > TAKE_AGAIN:
        return Known(piles, thirds, 0, (0, 0, 0, 0))
    known = Known(piles, thirds, unseen_cards(view), (0, 0, 0, 0))
    hidden = (
        worth_of_back(box, view, known, 0),
        worth_of_back(box, view, known, 1),
        worth_of_back(box, view, known, 2),
        worth_of_back(box, view, known, 3),
    )
    return Known(piles, thirds, known.unseen, hidden)


@kernel
def thirds_of(view: Any) -> Seven:
    """Who would meet two of the hand, or one of the hand and an ordinary one of the Towers, by letter."""
    found = (0, 0, 0, 0, 0, 0, 0)
    for i in range(view.hand_size[view.viewer]):
        one = enchanter_of(view.hand[i])
        if one != NONE:
            for j in range(i):
                other = enchanter_of(view.hand[j])
                if other != NONE:
                    found = with_thirds(found, one, other, FROM_HANDS)
            for tower in range(TOWERS):
                if view.towers[tower] != NONE and view.towers[tower] < AIR:
                    found = with_thirds(found, one, enchanter_of(view.towers[tower]), 0)
    return found


@kernel
def with_thirds(found: Seven, one: int, other: int, place: int) -> Seven:
    """Those who would meet these two as well."""
    return (
        found[0] | int(THIRDS[one, other, 0]) << place,
        found[1] | int(THIRDS[one, other, 1]) << place,
        found[2] | int(THIRDS[one, other, 2]) << place,
        found[3] | int(THIRDS[one, other, 3]) << place,
        found[4] | int(THIRDS[one, other, 4]) << place,
        found[5] | int(THIRDS[one, other, 5]) << place,
        found[6] | int(THIRDS[one, other, 6]) << place,
    )


@kernel
def unseen_cards(view: Any) -> int:
    """The cards that may lie face down, or in hands that the seat has not looked into; a bit each."""
    seen = 0
    for card in range(CARDS):
        seen |= (view.seen[card] != 0) << card
        seen |= (view.discards[card] != NONE) << max(0, view.discards[card])
    for k in range(view.hand_size[view.viewer]):
        seen |= 1 << view.hand[k]
    for tower in range(TOWERS):
        seen |= (view.towers[tower] != NONE) << max(0, view.towers[tower])
    seen |= (view.shown[0] != NONE) << max(0, view.shown[0])
    seen |= (view.proxima[0] != NONE) << max(0, view.proxima[0])
    return ~int(seen)


@kernel
def worth_of(box: Any, view: Any, known: Known, action: int) -> int:
    """What an action promises."""
    if action < GATHER:
        return worth_of_taking(box, view, known, action)
    if action < PLAY_PROXIMA:
        return worth_of_gathering(box, view, known, action - GATHER)
    if action < PASS:
        return worth_of_trick(box, view, known, action)
    if action == PASS:
        return 0
    if action < GIVE_CARD:
        return known.piles[action - DRAW_FROM]
    if action < DISCARD_CARD:
        return -worth_of_card(box, view, known, action - GIVE_CARD)
    return -worth_of_card(box, view, known, action - DISCARD_CARD)


@kernel
def worth_of_pile(box: Any, view: Any, pile: int, stone: int) -> int:
    """The average Object of a pile, or of the better one of the nearest that are not empty (A-R19, A-G6)."""
    for distance in range(PILES):
        low, high, best = pile - distance, pile + distance, -1
        if low >= 0 and view.pile_size[low] > 0:
            best = average_object(box, low, stone)
        if distance > 0 and high < PILES and view.pile_size[high] > 0:
            best = max(best, average_object(box, high, stone))
        if best >= 0:
            return best
    return 0


@kernel
def average_object(box: Any, pile: int, stone: int) -> int:
    """What an Object of a pile is worth on average, if a Stone is worth so much."""
    total, size = 0, int(box.pile_size[pile])
    for i in range(PILE):
        points = int(box.objects[pile, i])
        total += (i < size) * (POINT * points + (points == 0) * stone)
    return shared_by(total, size)


@kernel
def stones_of(view: Any) -> int:
    """Stones the seat has: with one, the next is worth a victory."""
    stones = 0
    for k in range(view.object_count[view.viewer]):
        stones += 5 * ((view.objects[k] - OBJECT) % WORTH == 0)
    return stones


@kernel
def worth_of_gathering(box: Any, view: Any, known: Known, meeting: int) -> int:
    """The Object, the bonus for three from the hand, and the extra turn of an Alea!."""
    letter = box.letter_of[meeting]
    worth = POINT + known.piles[letter]
    if letter == 0:
        worth += EXTRA_TURN
    if view.proxima_of == view.viewer:
        worth += known.piles[letter]
    reused = False
    for tower in range(TOWERS):
        who = enchanter_of(view.towers[tower]) if view.towers[tower] >= 0 else -1
        for k in range(TOWERS):
            reused = reused or (who >= 0 and box.members[meeting, k] == who)
    return worth if reused else worth + (FROM_HAND if view.bonus_left > 0 else 0)


@kernel
def worth_of_trick(box: Any, view: Any, known: Known, action: int) -> int:
    """Idem! copies an Object that is known; the others are worth about as much as a card or two."""
    if action == PLAY_IDEM:
        return known.piles[view.letter]
    if action == PLAY_PROXIMA:
        return 2 * POINT
    if action == PLAY_EXODUS:
        return POINT // 2
    if action < PLAY_VADEMECUM:
        return POINT // 2 + int(view.object_count[action - PLAY_CHAOS]) - least_worth(box, view, known)
    return POINT + int(view.object_count[action - PLAY_VADEMECUM])


@kernel
def least_worth(box: Any, view: Any, known: Known) -> int:
    """What Chaos! would cost: the card of the hand, besides it, that would be missed least."""
    least = -1
    for k in range(view.hand_size[view.viewer]):
        if view.hand[k] != CHAOS:
            worth = worth_of_card(box, view, known, view.hand[k])
            least = worth if least < 0 else min(least, worth)
    return max(0, least)


@kernel
def worth_of_taking(box: Any, view: Any, known: Known, slot: int) -> int:
    """A face-up card by what it is, a face-down one by the average of what it can be."""
    if slot == SHOWN:
        wins = view.shown[0] % OF_A_BACK == ELEMENTAL and points_of(view) + 1 >= box.goal
        return VICTORY if wins else worth_of_card(box, view, known, view.shown[0])
    return known.hidden[view.row_backs[slot] - BACKS]


@kernel
def worth_of_back(box: Any, view: Any, known: Known, back: int) -> int:
    """What a card of which nobody sees more is worth on average, if one with that back lies in the row."""
    lies = False
    for slot in range(ROW_DOWN):
        lies = lies or view.row_backs[slot] == BACKS + back
    total = cards = 0
    for card in range(back * OF_A_BACK, (back + 1) * OF_A_BACK if lies else 0):
        if known.unseen >> card & 1:
            cards += 1
            total += -ruin(view) if card == PERICULUM else worth_of_card(box, view, known, card)
    return shared_by(total, max(1, cards))


@kernel
def points_of(view: Any) -> int:
    """A-R32: the own points."""
    points = int(view.bonus[view.viewer]) + elementals_of(view)
    for k in range(view.object_count[view.viewer]):
        points += (view.objects[k] - OBJECT) % WORTH
    return points


@kernel
def ruin(view: Any) -> int:
    """What Periculum! costs: the turn, and the hand with its Elementals."""
    return RUIN + 4 * int(view.hand_size[view.viewer]) + 3 * POINT * elementals_of(view)


@kernel
def worth_of_card(box: Any, view: Any, known: Known, card: int) -> int:
    """What a card is worth to the seat, to have or to miss: by itself, and in its best gathering."""
    return worth_of_kind(view, card) + best_gathering_with(known, card)


@kernel
def worth_of_kind(view: Any, card: int) -> int:
    """Elementals grow with their number, Tricks have their uses, an Air Enchanter fits nearly anywhere."""
    if card % OF_A_BACK == ELEMENTAL:
        return 3 * POINT + 2 * POINT * elementals_of(view)
    if card < AIR:
        return 2
    if card < PROXIMA:
        return POINT
    if card == PROXIMA or card == IDEM:
        return 2 * POINT
    return POINT // 2 if card == EXODUS or card == CHAOS else POINT


@kernel
def elementals_of(view: Any) -> int:
    """Elementals in the own hand."""
    found = 0
    for k in range(view.hand_size[view.viewer]):
        found += view.hand[k] % OF_A_BACK == ELEMENTAL
    return found


@kernel
def best_gathering_with(known: Known, card: int) -> int:
    """The worth of the best gathering of the card with two others, of the hand or one of the Towers."""
    who, best = enchanter_of(card), 0
    if who == NONE:
        return best
    for letter in range(PILES):
        if known.thirds[letter] >> who & 1:
            best = max(best, known.piles[letter])
        if known.thirds[letter] >> who + FROM_HANDS & 1:
            best = max(best, known.piles[letter] + FROM_HAND)
    return best


choose = planning_by(look_up, worth_of)
"""The apprentice: what is worth most by the rule of thumb above."""
