"""A possible world from what one seat knows of a F.A.T.A. table.

Cards that the seat has seen go where it knows them to be; a card known to be with one of several seats takes any free
place among them. The other cards of the play deck are dealt to the hands, to the cards set aside and to the deck; the
other treasures are the treasure deck, with the Queen among its last five. Characters are those that nobody has shown,
without anybody who would have won by eliminating his rival. While a world is made, two foreign rows of `seen` serve as
scratch: which single cards are placed already, and with whom.
"""

from typing import Any

from grimorio.engine.cards import put_in, put_in_hand
from grimorio.engine.chance import below, draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.scatter import DIGIT, scatter
from grimorio.engine.worlds import begin_world
from grimorio.games.fata.rules.memory import track
from grimorio.games.fata.rules.pieces import rival_of
from grimorio.games.fata.state import (
    BOTTOM,
    CHARACTER,
    DISPLAY,
    GIVE_BACK,
    OVER,
    PLAY_DECK,
    QUEEN,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SLOTS,
    TREASURE,
    Box,
    State,
)

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    for other in range(SEATS):
        if other != seat:
            s.hand_size[other], s.treasure_count[other] = 0, 0
    s.deck_size = 0
    placed, with_whom = (seat + 1) % SEATS, (seat + 2) % SEATS
    mark_visible(box, view, seat, s, placed)
    place_known(box, view, seat, s, placed)
    place_doubtful(box, view, seat, chance, s, placed, with_whom, 0, PLAY_DECK)
    place_doubtful(box, view, seat, chance, s, placed, with_whom, PLAY_DECK, SLOTS)
    deal_unseen(box, view, seat, chance, s, placed)
    fill_chest(box, view, chance, s, placed)
    fill_memories(box, seat, s)
    deal_characters(box, view, seat, chance, s)
    guess_taken(view, seat, chance, s)
    fresh_stream(chance, s)


# ---------------------------------------------------------------- what is known


@kernel
def mark(box: Box, s: State, placed: int, kind: int) -> None:
    """One card of this kind is placed."""
    if kind != NONE and kind != QUEEN:
        slot = box.slot[kind]
        while s.seen[placed, slot] != 0:
            slot += 1
        s.seen[placed, slot] = 1


@kernel
def mark_visible(box: Box, view: Any, seat: int, s: State, placed: int) -> None:
    """Everything the viewer sees lying somewhere."""
    for i in range(view.discarded):
        mark(box, s, placed, view.discards[i])
    for slot in range(DISPLAY):
        mark(box, s, placed, view.display[slot])
    for other in range(box.seats):
        mark(box, s, placed, view.charm[other, 0])
        for k in range(ROWS * ROW):
            mark(box, s, placed, view.rows[other, k])
        for k in range(SERIES):
            mark(box, s, placed, view.series[other, k])
    for k in range(view.hand_size[seat]):
        mark(box, s, placed, view.hand[k])
    for k in range(view.treasure_count[seat]):
        mark(box, s, placed, view.treasures[k])


@kernel
def place(box: Box, s: State, placed: int, seat: int, kind: int) -> None:
    """A card that is with a seat: in its hand, or a treasure face down."""
    mark(box, s, placed, kind)
    if kind >= TREASURE:
        put_in(s.treasures, s.treasure_count, seat, kind)
    else:
        put_in_hand(s, seat, kind)


@kernel
def place_known(box: Box, view: Any, seat: int, s: State, placed: int) -> None:
    """What the viewer surely knows; when the game is over everything lies open."""
    for other in range(box.seats):
        if other != seat and view.phase == OVER:
            for k in range(view.hand_size[other]):
                place(box, s, placed, other, view.last_hand[other, k])
            for k in range(view.treasure_count[other]):
                place(box, s, placed, other, view.last_treasures[other, k])
    for slot in range(SLOTS if view.phase != OVER else 0):
        if is_certain(view.seen[slot]) and view.seen[slot] != 1 << seat:
            place(box, s, placed, seat_of(view.seen[slot]), box.kind_of[slot])


@kernel
def is_certain(seats: int) -> bool:
    """One seat, and no other."""
    return seats != 0 and seats & (seats - 1) == 0


@kernel
def seat_of(seats: int) -> int:
    """The first seat of a set."""
    seat = 0
    while seats >> seat & 1 == 0:
        seat += 1
    return seat


# ---------------------------------------------------------------- what is doubtful


@kernel
def place_doubtful(
    box: Box, view: Any, seat: int, chance: Any, s: State, placed: int, with_whom: int, first: int, end: int
) -> None:
    """Cards known to be with one of several seats: any free place there, every way equally likely."""
    seats = 0
    for slot in range(first, end):
        if view.seen[slot] != 0 and not is_certain(view.seen[slot]):
            seats |= view.seen[slot]
    if seats == 0 or view.phase == OVER:
        return
    scatter(chance, view.seen, first, end, free_places(box, view, seat, s, seats, first), s.seen[with_whom])
    for slot in range(first, end):
        if view.seen[slot] != 0 and not is_certain(view.seen[slot]):
            place(box, s, placed, s.seen[with_whom, slot], box.kind_of[slot])


@kernel
def free_places(box: Box, view: Any, seat: int, s: State, seats: int, first: int) -> int:
    """How many places each of these seats has free, a digit each: in the hand, or for treasures."""
    free = 0
    for other in range(box.seats):
        if other != seat and seats >> other & 1:
            if first == 0:
                free += (view.hand_size[other] - s.hand_size[other]) << DIGIT * other
            else:
                free += (view.treasure_count[other] - s.treasure_count[other]) << DIGIT * other
    return free


# ---------------------------------------------------------------- what is unknown


@kernel
def deal_unseen(box: Box, view: Any, seat: int, chance: Any, s: State, placed: int) -> None:
    """All other cards of the play deck: to the hands, to those set aside, the rest is the deck."""
    for slot in range(box.play_size):
        if s.seen[placed, slot] == 0:
            s.deck[s.deck_size] = box.kind_of[slot]
            s.deck_size += 1
    for other in range(box.seats):
        for _ in range(view.hand_size[other] - s.hand_size[other]):
            put_in_hand(s, other, take_unseen(s, chance))
    for i in range(view.aside_size):
        s.aside[i] = take_unseen(s, chance)


@kernel
def take_unseen(s: State, chance: Any) -> int:
    """Any of the cards that nobody has placed."""
    card = draw(chance, s.deck, s.deck_size)
    s.deck_size -= 1
    s.deck[s.deck_size] = NONE
    return card


@kernel
def fill_chest(box: Box, view: Any, chance: Any, s: State, placed: int) -> None:
    """Treasures that are nowhere else are in the treasure deck; the Queen and any four at its bottom."""
    count = 0
    for slot in range(PLAY_DECK, PLAY_DECK + box.treasures):
        if s.seen[placed, slot] == 0:
            s.chest[count] = box.kind_of[slot]
            count += 1
    if view.queen[0] != NONE:
        return
    bottom = min(count, BOTTOM - 1)
    for i in range(bottom):
        other = i + below(chance, count - i)
        kind = s.chest[other]
        s.chest[other] = s.chest[i]
        s.chest[i] = kind
    s.chest[count] = s.chest[bottom]
    s.chest[bottom] = QUEEN


@kernel
def fill_memories(box: Box, seat: int, s: State) -> None:
    """The others are as attentive: they know where every treasure is. What they know of hands is theirs."""
    for viewer in range(SEATS):
        if viewer != seat:
            for slot in range(SLOTS):
                s.seen[viewer, slot] = 0
            for holder in range(box.seats if viewer < box.seats else 0):
                for k in range(s.treasure_count[holder]):
                    track(box, s, viewer, s.treasures[holder, k], 1 << holder)


@kernel
def deal_characters(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """The characters that the viewer has not seen: of all ways that the eliminations allow any, equally likely."""
    ways = number_of_ways(box, view, seat)
    possible = 0
    for way in range(ways):
        possible += is_way(box, view, seat, way, s)
    chosen = below(chance, possible)
    way = -1
    while chosen >= 0:
        way += 1
        chosen -= is_way(box, view, seat, way, s)


@kernel
def number_of_ways(box: Box, view: Any, seat: int) -> int:
    """In how many orders the unknown characters could be dealt."""
    ways, unknown = 1, 0
    for other in range(box.seats):
        if known_colour(view, seat, other) == 0:
            unknown += 1
            ways *= unknown
    return ways


@kernel
def is_way(box: Box, view: Any, seat: int, way: int, s: State) -> bool:
    """Deal the characters in the order with this number; can it be so?"""
    colours = (1 << box.seats) - 1
    left = 0
    for other in range(box.seats):
        colours &= ~known_colour(view, seat, other)
        left += known_colour(view, seat, other) == 0
    for other in range(box.seats):
        if view.revealed[other, 0] == NONE:
            colour = known_colour(view, seat, other)
            if colour == 0:
                colour = colour_at(colours, way % left)
                way //= left
                left -= 1
            colours &= ~colour
            s.character[other, 0] = CHARACTER + seat_of(colour)
    return view.phase == OVER or nobody_missed_his_rival(box, s)


@kernel
def known_colour(view: Any, seat: int, other: int) -> int:
    """The colour that the viewer knows a seat to have, as a bit; 0 for none."""
    kind = view.revealed[other, 0] if view.revealed[other, 0] != NONE else view.seen_character[other]
    if view.phase == OVER:
        kind = view.last_character[other, 0]
    if other == seat and view.character[0] != NONE:
        kind = view.character[0]
    return 1 << (kind - CHARACTER) if kind != NONE else 0


@kernel
def colour_at(colours: int, number: int) -> int:
    """The colour with this number in a set, as a bit."""
    for colour in range(SEATS):
        if colours >> colour & 1:
            if number == 0:
                return 1 << colour
            number -= 1
    return 0


@kernel
def nobody_missed_his_rival(box: Box, s: State) -> bool:
    """F-R28: who eliminated somebody and did not win is not the hunter of that colour."""
    for victim in range(box.seats):
        hunter = s.felled_by[victim]
        if hunter != NONE:
            kind = s.character[hunter, 0] if s.character[hunter, 0] != NONE else s.revealed[hunter, 0]
            if rival_of(box, kind - CHARACTER) == s.revealed[victim, 0] - CHARACTER:
                return False
    return True


@kernel
def guess_taken(view: Any, seat: int, chance: Any, s: State) -> None:
    """B6: who has to give a card back has just taken one, which the two concerned know."""
    if view.phase == GIVE_BACK:
        if view.turn == seat or view.target == seat:
            s.taken[view.turn] = view.taken
        else:
            s.taken[view.turn] = s.hand[view.turn, below(chance, s.hand_size[view.turn])]
        s.taken[view.target] = s.taken[view.turn]
