"""Gathering Enchanters in the Towers."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import GATHER
from grimorio.games.abracadabra.events import DISCARDS_AT, HAND_AT, TOWERS_AT, Told
from grimorio.games.abracadabra.rules.hands import play_openly, to_discards
from grimorio.games.abracadabra.rules.taking import go_on
from grimorio.games.abracadabra.rules.tricks import ALEA
from grimorio.games.abracadabra.rules.winning import check_win
from grimorio.games.abracadabra.state import (
    AIR,
    DRAW_OBJECTS,
    JOINING,
    ORDINARY,
    TOWERS,
    WITH_JOKERS,
    Box,
    State,
    enchanter_of,
    rank,
)

JOKER_LETTERS = len(WITH_JOKERS)


@kernel
def legal_gatherings(box: Box, hand: Any, held: int, towers: Any, out: Any) -> int:
    """A-R10 to A-R13: three from hand, or two from hand and one ordinary Enchanter from the Towers.

    A hand is sorted, and so are the numbers of its Enchanters.
    """
    n, there = 0, enchanters_among(hand, held) | enchanters_among(towers, TOWERS)
    for i in range(held):
        high = enchanter_of(hand[i])
        for j in range(i if high != NONE else 0):
            low = enchanter_of(hand[j])
            if low != NONE and JOINING[low, high] & there:
                for k in range(j):
                    third = enchanter_of(hand[k])
                    if third != NONE:
                        n = offer_gathering(box.gathering_of[rank(third, low, high)], low, n, out)
                for tower in range(TOWERS):
                    if towers[tower] != NONE and towers[tower] < AIR:
                        n = offer_with_tower(box, low, high, enchanter_of(towers[tower]), n, out)
    return n


@kernel
def enchanters_among(cards: Any, number: int) -> int:
    """The Enchanters among some cards, a bit each."""
    found = 0
    for i in range(number):
        who = enchanter_of(cards[i]) if cards[i] != NONE else NONE
        found |= (who != NONE) << max(0, who)
    return found


@kernel
def offer_with_tower(box: Box, low: int, high: int, third: int, n: int, out: Any) -> int:
    """Two from the hand and one who stands in a Tower."""
    a, c = min(low, third), max(high, third)
    middle = low + high + third - a - c
    return offer_gathering(box.gathering_of[rank(a, middle, c)], middle, n, out)


@kernel
def offer_gathering(meeting: int, middle: int, n: int, out: Any) -> int:
    """List a meeting of three, if they may meet, in its place; with two or three Air Enchanters once a letter."""
    if meeting == NONE:
        return n
    ways = JOKER_LETTERS if middle >= ORDINARY else 1
    place = n
    while place > 0 and out[place - 1] > GATHER + meeting:
        out[place - 1 + ways] = out[place - 1]
        place -= 1
    for way in range(ways):
        out[place + way] = GATHER + meeting + way
    return n + ways


@kernel
def gather(box: Box, s: State, seat: int, meeting: int, log: Any) -> None:
    """A-R12, A-R14, A-R16, A-R20: three Enchanters meet; whoever stood in the Towers and is not reused leaves."""
    letter = box.letter_of[meeting]
    announce(log, Told.GATHERED, seat, letter)
    from_hand = seat_in_towers(box, s, seat, meeting, log)
    s.letter, s.organiser, s.gathered = letter, seat, 1
    if letter == ALEA:
        s.extra = 1
    s.drawer, s.next_drawer = seat, s.proxima_of
    go_on(s, DRAW_OBJECTS)
    if from_hand == TOWERS and s.bonus_left > 0:
        s.bonus_left -= 1
        s.bonus[seat] += 1
        announce(log, Told.BONUS, seat, 1)
        check_win(box, s, seat, log)


@kernel
def seat_in_towers(box: Box, s: State, seat: int, meeting: int, log: Any) -> int:
    """Those who are not reused leave the Towers, those from the hand take their places; how many came from the hand."""
    for tower in range(TOWERS):
        if s.towers[tower] != NONE and not takes_part(box, meeting, s.towers[tower]):
            to_discards(s, s.towers[tower])
            note(log, Told.LEFT_TOWERS, seat, s.towers[tower], TOWERS_AT + tower, DISCARDS_AT, 0, EVERYBODY)
            s.towers[tower] = NONE
    from_hand = 0
    k = 0
    while k < s.hand_size[seat]:
        card = s.hand[seat, k]
        if takes_part(box, meeting, card):
            tower = free_tower(s)
            play_openly(s, seat, card)
            s.towers[tower] = card
            note(log, Told.ENTERED_TOWER, seat, card, HAND_AT + seat, TOWERS_AT + tower, 0, EVERYBODY)
            from_hand += 1
        else:
            k += 1
    return from_hand


@kernel
def free_tower(s: State) -> int:
    """The first Tower without an Enchanter."""
    tower = 0
    while s.towers[tower] != NONE:
        tower += 1
    return tower


@kernel
def takes_part(box: Box, meeting: int, card: int) -> bool:
    """Is the card one of the three of a gathering?"""
    who = enchanter_of(card)
    return who != NONE and (
        box.members[meeting, 0] == who or box.members[meeting, 1] == who or box.members[meeting, 2] == who
    )
