"""The apprentice of Abracadabra: a rule of thumb that counts what its cards promise.

It stages the gathering with the most valuable pile, takes the card that promises most (a face-down one by the average
of the cards that can still have this back, Periculum! among them), plays a Trick when no gathering is worth more,
keeps Elementals, and throws away what it would miss least.
"""

from typing import Any

from grimorio.bots.thumb import choosing_by
from grimorio.engine.kernel import kernel
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
    EXODUS,
    IDEM,
    OBJECT,
    OF_A_BACK,
    PERICULUM,
    PILES,
    PROXIMA,
    TOWERS,
    WORTH,
    enchanter_of,
    rank,
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


@kernel
def worth_of(box: Any, view: Any, action: int) -> int:
    """What an action promises."""
    if action < GATHER:
        return worth_of_taking(box, view, action)
    if action < PLAY_PROXIMA:
        return worth_of_gathering(box, view, action - GATHER)
    if action < PASS:
        return worth_of_trick(box, view, action)
    if action == PASS:
        return 0
    if action < GIVE_CARD:
        return worth_of_pile(box, view, action - DRAW_FROM)
    if action < DISCARD_CARD:
        return -worth_of_card(box, view, action - GIVE_CARD)
    return -worth_of_card(box, view, action - DISCARD_CARD)


@kernel
def worth_of_pile(box: Any, view: Any, pile: int) -> int:
    """The average Object of a pile, or of the better one of the nearest that are not empty (A-R19, A-G6)."""
    for distance in range(PILES):
        low, high = pile - distance, pile + distance
        best = -1
        if low >= 0 and view.pile_size[low] > 0:
            best = average_object(box, view, low)
        if high < PILES and view.pile_size[high] > 0:
            best = max(best, average_object(box, view, high))
        if best >= 0:
            return best
    return 0


@kernel
def average_object(box: Any, view: Any, pile: int) -> int:
    """What an Object of a pile is worth on average."""
    total = 0
    for i in range(box.pile_size[pile]):
        points = box.objects[pile, i]
        total += POINT * points if points > 0 else STONE + POINT * stones_of(view)
    return total // int(box.pile_size[pile])


@kernel
def stones_of(view: Any) -> int:
    """Stones the seat has: with one, the next is worth a victory."""
    stones = 0
    for k in range(view.object_count[view.viewer]):
        stones += 5 * ((view.objects[k] - OBJECT) % WORTH == 0)
    return stones


@kernel
def worth_of_gathering(box: Any, view: Any, meeting: int) -> int:
    """The Object, the bonus for three from the hand, and the extra turn of an Alea!."""
    letter = box.letter_of[meeting]
    worth = POINT + worth_of_pile(box, view, letter)
    if letter == 0:
        worth += EXTRA_TURN
    if view.proxima_of == view.viewer:
        worth += worth_of_pile(box, view, letter)
    reused = False
    for tower in range(TOWERS):
        who = enchanter_of(view.towers[tower]) if view.towers[tower] >= 0 else -1
        for k in range(TOWERS):
            reused = reused or (who >= 0 and box.members[meeting, k] == who)
    return worth if reused else worth + (FROM_HAND if view.bonus_left > 0 else 0)


@kernel
def worth_of_trick(box: Any, view: Any, action: int) -> int:
    """Idem! copies an Object that is known; the others are worth about as much as a card or two."""
    if action == PLAY_IDEM:
        return worth_of_pile(box, view, view.letter)
    if action == PLAY_PROXIMA:
        return 2 * POINT
    if action == PLAY_EXODUS:
        return POINT // 2
    if action < PLAY_VADEMECUM:
        return POINT // 2 + int(view.object_count[action - PLAY_CHAOS]) - least_worth(box, view)
    return POINT + int(view.object_count[action - PLAY_VADEMECUM])


@kernel
def least_worth(box: Any, view: Any) -> int:
    """What Chaos! would cost: the card of the hand, besides it, that would be missed least."""
    least = -1
    for k in range(view.hand_size[view.viewer]):
        if view.hand[k] != CHAOS:
            worth = worth_of_card(box, view, view.hand[k])
            least = worth if least < 0 else min(least, worth)
    return max(0, least)


@kernel
def worth_of_taking(box: Any, view: Any, slot: int) -> int:
    """A face-up card by what it is, a face-down one by the average of what it can be."""
    if slot == SHOWN:
        wins = view.shown[0] % OF_A_BACK == ELEMENTAL and points_of(view) + 1 >= box.goal
        return VICTORY if wins else worth_of_card(box, view, view.shown[0])
    back = view.row_backs[slot] - BACKS
    total = cards = 0
    for card in range(back * OF_A_BACK, (back + 1) * OF_A_BACK):
        if not is_seen(view, card):
            cards += 1
            total += -ruin(view) if card == PERICULUM else worth_of_card(box, view, card)
    return total // max(1, cards)


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
def is_seen(view: Any, card: int) -> bool:
    """Does the seat know that the card is elsewhere?"""
    if view.seen[card] != 0 or view.shown[0] == card or view.proxima[0] == card:
        return True
    for i in range(TOWERS):
        if view.towers[i] == card:
            return True
    for k in range(view.hand_size[view.viewer]):
        if view.hand[k] == card:
            return True
    for i in range(CARDS):
        if view.discards[i] == card:
            return True
    return False


@kernel
def worth_of_card(box: Any, view: Any, card: int) -> int:
    """What a card is worth to the seat, to have or to miss: by itself, and in its best gathering."""
    return worth_of_kind(view, card) + best_gathering_with(box, view, card)


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
def best_gathering_with(box: Any, view: Any, card: int) -> int:
    """The worth of the best gathering of the card with two others, of the hand or one of the Towers."""
    who = enchanter_of(card)
    best = 0
    if who < 0:
        return best
    held = view.hand_size[view.viewer]
    for i in range(held):
        one = enchanter_of(view.hand[i])
        if one >= 0 and one != who:
            for j in range(i):
                best = max(best, worth_of_three(box, view, who, one, enchanter_of(view.hand[j])) + FROM_HAND)
            for tower in range(TOWERS):
                if 0 <= view.towers[tower] < AIR:
                    best = max(best, worth_of_three(box, view, who, one, enchanter_of(view.towers[tower])))
    return best


@kernel
def worth_of_three(box: Any, view: Any, one: int, other: int, third: int) -> int:
    """The worth of the pile of a meeting; nothing where the three cannot meet."""
    if third < 0 or third == one or third == other:
        return -FROM_HAND
    low, high = min(one, other, third), max(one, other, third)
    meeting = box.gathering_of[rank(low, one + other + third - low - high, high)]
    return worth_of_pile(box, view, box.letter_of[meeting]) if meeting >= 0 else -FROM_HAND


choose = choosing_by(worth_of)
"""The apprentice: what is worth most by the rule of thumb above."""
