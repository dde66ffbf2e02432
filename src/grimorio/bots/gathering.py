"""How a search plays its own seat on in Abracadabra: a rule of thumb whose numbers were learnt from searches.

It asks of a card what it is and what it meets with, of a gathering what it pays and what it leaves, of a Trick whom it
hits. What each of these counts stands in `weights/abracadabra.toml` (see `habits.py`); where nothing was learnt of a
table, the apprentice's rule serves.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from grimorio.bots.abracadabra import (
    FROM_HANDS,
    THIRDS,
    elementals_of,
    points_of,
    thirds_of,
    unseen_cards,
)
from grimorio.bots.abracadabra import choose as by_the_rule
from grimorio.bots.habits import CHOOSING, DISCARD, FIRST, LEARNT, PLAY, SECOND
from grimorio.bots.thumb import NOTHING
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
from grimorio.games.abracadabra.rules.points import stones_among
from grimorio.games.abracadabra.state import (
    AIR,
    BACKS,
    ELEMENTAL,
    ENCHANTERS,
    JOINING,
    OF_A_BACK,
    ORDINARY,
    PERICULUM,
    PILES,
    PROXIMA,
    TAKE,
    TOWERS,
    card_of,
    enchanter_of,
)

A_STONE, SECOND_STONE = 2.0, 6.0
"""Points that a Stone counts for, and one that would be the second."""
CLOSE = 5
"""Points that somebody lacks who is near the goal."""
CLOSER, FAR = 4, 7
"""The same where Periculum! threatens, and where Elementals are counted."""
TENTH = 0.1
"""Pairs are counted in tenths."""
PAIR = 2
PARTNERS: Final = readable(JOINING)
"""For each two Enchanters those who may meet them, a bit each."""
CARDS_OF: Final = readable(np.array([card_of(who) for who in range(ENCHANTERS)], np.int64))
"""The card of each Enchanter."""

# Places of a card's numbers, behind the beginning of its sort.
PLAIN, AN_AIR, A_TRICK = range(3)
AN_ELEMENTAL, EACH_OTHER, THIRD, WINNING, EACH_OTHER_CLOSE = range(7, 12)
MEETING, IN_HAND, MEETS, BETTER, PAIRS, PAIRS_BELOW, BESIDE, MEETS_CLOSE = range(12, 20)
OPEN, RUIN, RUIN_CARDS, RUIN_ELEMENTALS, RUIN_MEETING, RUIN_CLOSE = range(20, 26)
(
    GATHERS, ITS_OBJECT, EXTRA_TURN, BONUS, OWN_PROXIMA, FOREIGN_PROXIMA, EACH_AIR, WINS, EACH_LEFT, NEXT, NEXT_AT_ONCE,
    A_GENIUS, OBJECT_CLOSE, IDEM_AT_ALL, IDEM_OBJECT, IDEM_MEETING, PROXIMA_AT_ALL, PROXIMA_MEETING, EXODUS_AT_ALL,
    EXODUS_CARDS, EXODUS_MEETING, CHAOS_AT_ALL, CHAOS_OBJECTS, CHAOS_CARDS, CHAOS_MEETING, CHAOS_ELEMENTALS,
    VADEMECUM_AT_ALL, VADEMECUM_OBJECTS, VADEMECUM_CARDS, VADEMECUM_MEETING, DRAWN_OBJECT, DRAWN_WINS,
) = range(PLAY, PLAY + 32)  # fmt: skip


Worths = tuple[float, float, float, float, float, float, float]


class Known(NamedTuple):
    """What every action of a decision is judged by, looked up once.

    `worths`: points that an Object of each letter brings on average; `thirds`: for each letter the Enchanters who would
    make a gathering of it with two others; `unseen`: the cards of which the seat does not know where they are, and
    `free`: the Enchanters among them, a bit each; `best`: the worth of the best gathering of the hand; then points that
    the seat lacks, its Elementals, Stones, and how many Objects and bonus cards it has.
    """

    worths: Worths
    thirds: tuple[int, int, int, int, int, int, int]
    unseen: int
    free: int
    best: float
    lack: int
    elementals: int
    stones: int
    owned: int


@kernel
def pile_drawn_from(sizes: Any, pile: int) -> int:
    """The pile, or the nearest that is not empty (A-R19, A-G6); -1 where none is left."""
    for distance in range(PILES):
        if pile - distance >= 0 and sizes[pile - distance] > 0:
            return pile - distance
        if pile + distance < PILES and sizes[pile + distance] > 0:
            return pile + distance
    return -1


@kernel
def object_worth(box: Any, sizes: Any, pile: int, stones: int) -> float:
    """Points that an Object of a pile brings on average to who has so many Stones."""
    drawn, total = pile_drawn_from(sizes, pile), 0.0
    if drawn < 0:
        return total
    for i in range(box.pile_size[drawn]):
        points = float(box.objects[drawn, i])
        total += points if points > 0 else (SECOND_STONE if stones > 0 else A_STONE)
    return total / float(box.pile_size[drawn])


@kernel
def worths_of_piles(box: Any, sizes: Any, stones: int) -> Worths:
    """The same of all piles."""
    return (
        object_worth(box, sizes, 0, stones),
        object_worth(box, sizes, 1, stones),
        object_worth(box, sizes, 2, stones),
        object_worth(box, sizes, 3, stones),
        object_worth(box, sizes, 4, stones),
        object_worth(box, sizes, 5, stones),
        object_worth(box, sizes, 6, stones),
    )


@kernel
def chance_to_win(box: Any, sizes: Any, pile: int, lack: int, stones: int, owned: int) -> float:
    """How likely an Object of a pile wins: by its points, or as the second Stone beside another Object."""
    drawn, wins = pile_drawn_from(sizes, pile), 0
    if drawn < 0:
        return 0.0
    for i in range(box.pile_size[drawn]):
        points = box.objects[drawn, i]
        wins += points >= lack or (points == 0 and stones > 0 and owned >= box.stones)
    return float(wins) / float(box.pile_size[drawn])


@kernel
def meeting_worth(one: int, other: int, third: int, worths: Worths) -> float:
    """The best Object that three Enchanters may meet for; 0 if they may not."""
    best = 0.0
    if PARTNERS[one, other] >> third & 1:
        for letter in range(PILES):
            if THIRDS[one, other, letter] >> third & 1:
                best = max(best, worths[letter])
    return best


@kernel
def best_meeting(hand: Any, size: int, towers: Any, worths: Worths, without: int) -> float:
    """The worth of the best gathering of a hand, with somebody in the Towers or without; one card left out."""
    best = 0.0
    for i in range(size):
        one = enchanter_of(hand[i]) if hand[i] != without else NONE
        for j in range(i if one != NONE else 0):
            other = enchanter_of(hand[j]) if hand[j] != without else NONE
            if other != NONE:
                for tower in range(TOWERS):
                    if towers[tower] != NONE and towers[tower] < AIR:
                        best = max(best, meeting_worth(one, other, enchanter_of(towers[tower]), worths))
                for k in range(j):
                    third = enchanter_of(hand[k]) if hand[k] != without else NONE
                    if third != NONE and PARTNERS[one, other] >> third & 1:
                        best = max(best, meeting_worth(one, other, third, worths) + 1)
    return best


@kernel
def look_up(box: Any, view: Any) -> Known:
    """All of it."""
    me, unseen, free = view.viewer, unseen_cards(view), 0
    stones = stones_among(view.objects, view.object_count[me])
    worths = worths_of_piles(box, view.pile_size, stones)
    for who in range(ENCHANTERS):
        free |= (unseen >> CARDS_OF[who] & 1) << who
    return Known(
        worths,
        thirds_of(view),
        unseen,
        free,
        best_meeting(view.hand, view.hand_size[me], view.towers, worths, NONE),
        int(box.goal - points_of(view)),
        elementals_of(view),
        stones,
        int(view.object_count[me] + view.bonus[me]),
    )


@kernel
def how_many(bits: int) -> int:
    """Bits of a set of Enchanters."""
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


# ---------------------------------------------------------------- a card


@kernel
def worth_of_card(box: Any, view: Any, known: Known, card: int, others: int, best: float, w: Any, sort: int) -> float:
    """What a card is to the hand, which has so many Elementals and so good a gathering without it."""
    if card % OF_A_BACK == ELEMENTAL:
        gain = 1 + (box.prize if others == PAIR else 0)
        return float(
            w[sort + AN_ELEMENTAL]
            + w[sort + EACH_OTHER] * others
            + w[sort + THIRD] * (others == PAIR)
            + w[sort + WINNING] * (known.lack <= gain)
            + w[sort + EACH_OTHER_CLOSE] * others * (known.lack <= FAR)
        )
    if card >= PROXIMA:
        return float(w[sort + A_TRICK + card - PROXIMA])
    return float(w[sort + (PLAIN if card < AIR else AN_AIR)]) + worth_of_enchanter(view, known, card, best, w, sort)


@kernel
def worth_of_enchanter(view: Any, known: Known, card: int, best: float, w: Any, sort: int) -> float:
    """Whom it meets, and whom it could meet with one more who has not been seen yet."""
    who, with_tower, in_hand, pairs, below = enchanter_of(card), 0.0, 0.0, 0, 0
    for letter in range(PILES):
        if known.thirds[letter] >> who & 1:
            with_tower = max(with_tower, known.worths[letter])
        if known.thirds[letter] >> who + FROM_HANDS & 1:
            in_hand = max(in_hand, known.worths[letter] + 1)
    for k in range(view.hand_size[view.viewer]):
        other = enchanter_of(view.hand[k])
        if other != NONE and other != who:
            pairs += how_many(int(PARTNERS[who, other]) & known.free)
    for tower in range(TOWERS):
        if view.towers[tower] != NONE and view.towers[tower] < AIR:
            below += how_many(int(PARTNERS[who, enchanter_of(view.towers[tower])]) & known.free)
    meets = max(with_tower, in_hand)
    return float(
        w[sort + MEETING] * meets
        + w[sort + IN_HAND] * in_hand
        + w[sort + MEETS] * (meets > 0)
        + w[sort + BETTER] * max(0.0, meets - best)
        + w[sort + PAIRS] * (TENTH * pairs)
        + w[sort + PAIRS_BELOW] * (TENTH * below)
        + w[sort + BESIDE] * (best > 0)
        + w[sort + MEETS_CLOSE] * (meets > 0) * (known.lack <= CLOSE)
    )


@kernel
def worth_of_taking(box: Any, view: Any, known: Known, slot: int, w: Any) -> float:
    """The open card by what it is, another one by the average of what it can be, Periculum! among it."""
    sort, own = FIRST if view.phase == TAKE else SECOND, known.elementals
    if slot == SHOWN:
        return float(w[sort + OPEN]) + worth_of_card(box, view, known, view.shown[0], own, known.best, w, sort)
    first, total, cards = (view.row_backs[slot] - BACKS) * OF_A_BACK, 0.0, 0
    for card in range(first, first + OF_A_BACK):
        if known.unseen >> card & 1:
            cards += 1
            if card != PERICULUM:
                total += worth_of_card(box, view, known, card, own, known.best, w, sort)
            elif not view.row_safe[slot]:
                total += w[sort + RUIN] + w[sort + RUIN_CARDS] * view.hand_size[view.viewer]
                total += w[sort + RUIN_ELEMENTALS] * own + w[sort + RUIN_MEETING] * known.best
                total += w[sort + RUIN_CLOSE] * (known.lack <= CLOSER)
    return total / max(1, cards)


# ---------------------------------------------------------------- a gathering or a Trick


@kernel
def meets_in(members: Any, who: int) -> bool:
    """Whether an Enchanter is one of the three."""
    return bool(members[0] == who or members[1] == who or members[2] == who)


@kernel
def next_meeting(view: Any, known: Known, members: Any) -> float:
    """The best gathering of those who stay in hand with one of the three, who then stand in the Towers."""
    best = 0.0
    for i in range(view.hand_size[view.viewer]):
        one = enchanter_of(view.hand[i])
        for j in range(i if one != NONE and not meets_in(members, one) else 0):
            other = enchanter_of(view.hand[j])
            if other != NONE and not meets_in(members, other):
                for tower in range(TOWERS):
                    if members[tower] < ORDINARY:
                        best = max(best, meeting_worth(one, other, members[tower], known.worths))
    return best


@kernel
def worth_of_gathering(box: Any, view: Any, known: Known, meeting: int, w: Any) -> float:
    """What it pays now, and what stays in hand for the next one."""
    members, letter, me = box.members[meeting], box.letter_of[meeting], view.viewer
    reused, airs, left = False, 0, 0
    for place in range(TOWERS):
        airs += members[place] >= ORDINARY
        if view.towers[place] != NONE:
            reused = reused or meets_in(members, enchanter_of(view.towers[place]))
    for k in range(view.hand_size[me]):
        who = enchanter_of(view.hand[k])
        left += who != NONE and not meets_in(members, who)
    bonus = not reused and view.bonus_left > 0
    wins = chance_to_win(box, view.pile_size, letter, known.lack - bonus, known.stones, known.owned)
    worth, after = known.worths[letter], next_meeting(view, known, members)
    return float(
        w[GATHERS]
        + w[ITS_OBJECT] * worth
        + w[EXTRA_TURN] * (letter == 0)
        + w[BONUS] * bonus
        + w[OWN_PROXIMA] * worth * (view.proxima_of == me)
        + w[FOREIGN_PROXIMA] * worth * (view.proxima_of != me and view.proxima_of != NONE)
        + w[EACH_AIR] * airs
        + w[WINS] * wins
        + w[EACH_LEFT] * left
        + w[NEXT] * after
        + w[NEXT_AT_ONCE] * after * (letter == 0)
        + w[A_GENIUS] * (letter == PILES - 1)
        + w[OBJECT_CLOSE] * worth * (known.lack <= CLOSE)
    )


@kernel
def worth_of_trick(box: Any, view: Any, known: Known, action: int, w: Any) -> float:
    """Idem! by the Object that it draws, the others by what there is to be had; less where a gathering waits."""
    best, cards = known.best, 0
    if action == PLAY_IDEM:
        wins = chance_to_win(box, view.pile_size, view.letter, known.lack, known.stones, known.owned)
        worth = w[IDEM_AT_ALL] + w[IDEM_OBJECT] * known.worths[view.letter]
        return float(worth + w[WINS] * wins + w[IDEM_MEETING] * best)
    if action == PLAY_PROXIMA:
        return float(w[PROXIMA_AT_ALL] + w[PROXIMA_MEETING] * best)
    if action == PLAY_EXODUS:
        for seat in range(box.seats):
            cards += view.hand_size[seat] if seat != view.viewer else 0
        return float(w[EXODUS_AT_ALL] + w[EXODUS_CARDS] * cards + w[EXODUS_MEETING] * best)
    if action < PLAY_VADEMECUM:
        other = action - PLAY_CHAOS
        worth = w[CHAOS_AT_ALL] + w[CHAOS_OBJECTS] * view.object_count[other] + w[CHAOS_MEETING] * best
        return float(worth + w[CHAOS_CARDS] * view.hand_size[other] + w[CHAOS_ELEMENTALS] * known.elementals)
    other = action - PLAY_VADEMECUM
    worth = w[VADEMECUM_AT_ALL] + w[VADEMECUM_OBJECTS] * view.object_count[other]
    return float(worth + w[VADEMECUM_CARDS] * view.hand_size[other] + w[VADEMECUM_MEETING] * best)


@kernel
def worth_of(box: Any, view: Any, known: Known, action: int, w: Any) -> float:
    """What an action promises by these numbers."""
    if action < GATHER:
        return worth_of_taking(box, view, known, action, w)
    if action < PLAY_PROXIMA:
        return worth_of_gathering(box, view, known, action - GATHER, w)
    if action < PASS:
        return worth_of_trick(box, view, known, action, w)
    if action == PASS:
        return 0.0
    if action < GIVE_CARD:
        pile = action - DRAW_FROM
        wins = chance_to_win(box, view.pile_size, pile, known.lack, known.stones, known.owned)
        return float(w[DRAWN_OBJECT] * known.worths[pile] + w[DRAWN_WINS] * wins)
    card = action - (GIVE_CARD if action < DISCARD_CARD else DISCARD_CARD)
    others = known.elementals - (card % OF_A_BACK == ELEMENTAL)
    best = best_meeting(view.hand, view.hand_size[view.viewer], view.towers, known.worths, card)
    return -worth_of_card(box, view, known, card, others, best, w, DISCARD)


@kernel
def choose_by(box: Any, view: Any, actions: Any, count: int, w: Any) -> int:
    """What is worth most by these numbers, the first of equals."""
    known, best, chosen = look_up(box, view), float(NOTHING), 0
    for i in range(count):
        worth = worth_of(box, view, known, actions[i], w)
        if worth > best:
            best, chosen = worth, i
    return chosen


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
    """What was learnt for a table of so many, or the apprentice's rule."""
    if LEARNT[box.seats]:
        return choose_by(box, view, actions, count, CHOOSING[box.seats])
    return by_the_rule(box, view, actions, count, chance)


SURE = 70
"""Parts of a victory (of 420) that an action lacks when a search begins, for each unit that it is worth less by what
was learnt: as if 64 imagined games had found what that comes to, 0.0026 of a victory (in 300 games, each action of a
decision played on in 400 worlds)."""
FAR_BEHIND = 20.0
"""More units less are not counted."""


@kernel
def foretell(box: Any, view: Any, actions: Any, count: int, sums: Any) -> bool:
    """What a search expects of every action before it tries any; says whether anything was learnt of such a table."""
    if not LEARNT[box.seats]:
        return False
    known, w, best = look_up(box, view), CHOOSING[box.seats], float(NOTHING)
    for i in range(count):
        best = max(best, worth_of(box, view, known, actions[i], w))
    for i in range(count):
        behind = best - worth_of(box, view, known, actions[i], w)
        sums[i] = -int(SURE * min(FAR_BEHIND, behind))
    return True
