"""The pieces of F.A.T.A. and how they are handled: cards, rows of visions, treasures, characters."""

from typing import Any

from grimorio.engine.cards import pour, put_in, put_in_hand, take_out, take_out_of_hand, take_top
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.events import (
    ASIDE_AT,
    CHARACTER_AT,
    CHARM_AT,
    DECK_AT,
    DISCARDS_AT,
    HAND_AT,
    REVEALED_AT,
    SERIES_AT,
    TREASURES_AT,
    Told,
)
from grimorio.games.fata.rules.memory import hidden_treasure_passed, left_hand_openly, treasure_shown
from grimorio.games.fata.state import AUTOMATIC, CHARACTER, OF_A_COLOUR, ROW, SEATS, TREASURE, WORTHS, Box, State


@kernel
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


@kernel
def draw_card(s: State, log: Any) -> int:
    """The top of the play deck; F-R23, F-G30: when it is empty the discards are shuffled; F-G22: none when both are."""
    if s.deck_size == 0:
        reshuffle(s, log)
        if s.deck_size == 0:
            return NONE
    card = take_top(s, s.deck, s.deck_size, s.stacked)
    s.stacked -= s.stacked > 0
    s.deck_size -= 1
    return card


@kernel
def reshuffle(s: State, log: Any) -> None:
    """F-R23: the discards become the play deck; F-G22: nothing happens where there are none."""
    if s.discarded == 0:
        return
    pour(s.discards, s.discarded, s.deck)
    s.deck_size = s.discarded
    s.discarded = 0
    announce(log, Told.RESHUFFLED, NONE, s.deck_size)


@kernel
def to_discards(s: State, card: int) -> None:
    """Lay a card on the discards."""
    s.discards[s.discarded] = card
    s.discarded += 1


@kernel
def discard_openly(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """A card of the hand goes to the discards, seen by all."""
    take_out_of_hand(s, seat, card)
    left_hand_openly(box, s, seat, card)
    to_discards(s, card)
    note(log, Told.DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)


@kernel
def draw_into_hand(s: State, seat: int, log: Any) -> None:
    """One card from the play deck at once; only its owner sees it."""
    card = draw_card(s, log)
    if card != NONE:
        put_in_hand(s, seat, card)
        note(log, Told.DREW, seat, card, DECK_AT, HAND_AT + seat, 0, 1 << seat)


@kernel
def set_aside(s: State, seat: int, log: Any) -> None:
    """F-R8, F-G8: for a card played one is drawn and set aside, unseen by anybody."""
    card = draw_card(s, log)
    if card != NONE:
        s.aside[s.aside_size] = card
        s.aside_size += 1
        note(log, Told.SET_ASIDE, seat, card, DECK_AT, ASIDE_AT, 0, 0)


@kernel
def take_up_aside(s: State, log: Any) -> None:
    """F-R9 (C), F-R26: the cards set aside come to the hand of the player whose turn it is."""
    for i in range(s.aside_size):
        put_in_hand(s, s.turn, s.aside[i])
        note(log, Told.ADDED, s.turn, s.aside[i], ASIDE_AT, HAND_AT + s.turn, 0, 1 << s.turn)
        s.aside[i] = NONE
    s.aside_size = 0


@kernel
def charm_over(s: State, seat: int, log: Any) -> None:
    """F-R10: an enchantment whose effect is over goes to the discards."""
    if s.charm[seat, 0] != NONE:
        to_discards(s, s.charm[seat, 0])
        note(log, Told.CHARM_OVER, seat, s.charm[seat, 0], CHARM_AT + seat, DISCARDS_AT, 0, EVERYBODY)
        s.charm[seat, 0] = NONE


@kernel
def length(s: State, seat: int, row: int) -> int:
    """How many visions lie in a row."""
    found = 0
    for k in range(ROW):
        found += s.rows[seat, row * ROW + k] != NONE
    return found


@kernel
def last_vision(s: State, seat: int, row: int) -> int:
    """F-M4: the last vision laid in a row; none in an empty one."""
    found = NONE
    for k in range(ROW):
        if s.rows[seat, row * ROW + k] != NONE:
            found = s.rows[seat, row * ROW + k]
    return int(found)


@kernel
def is_open(s: State, seat: int, row: int) -> bool:
    """F-R6, F-G32: may a row take another vision? The second row is begun only after the first."""
    lying = length(s, seat, row)
    return lying < ROW and (row == 0 or lying > 0 or length(s, seat, 0) > 0)


@kernel
def in_play(box: Box, s: State, seat: int) -> bool:
    """At the table, and not eliminated."""
    return seat < box.seats and s.fallen[seat] == 0


@kernel
def all_in_play(box: Box, s: State) -> int:
    """The seats still in, a bit each."""
    mask = 0
    for seat in range(box.seats):
        mask |= (s.fallen[seat] == 0) << seat
    return mask


@kernel
def next_in_play(box: Box, s: State, seat: int) -> int:
    """F-G13: the next player on the left who is still in."""
    seat = seat + 1 if seat + 1 < box.seats else 0
    while s.fallen[seat] != 0:
        seat = seat + 1 if seat + 1 < box.seats else 0
    return seat


@kernel
def colour_of(s: State, seat: int) -> int:
    """The colour of a seat's character, secret or not."""
    kind = s.character[seat, 0] if s.character[seat, 0] != NONE else s.revealed[seat, 0]
    return int(kind) - CHARACTER


@kernel
def rival_of(box: Box, colour: int) -> int:
    """F-G1: each colour hunts the next one; the last at the table hunts the first."""
    return colour + 1 if colour + 1 < box.seats else 0


@kernel
def turn_character_up(s: State, seat: int, log: Any) -> None:
    """The character lies face up for the rest of the game; what was seen of it in secret is known to all."""
    s.revealed[seat, 0] = s.character[seat, 0]
    s.character[seat, 0] = NONE
    for viewer in range(SEATS):
        s.seen_character[viewer, seat] = NONE
    note(log, Told.REVEALED, seat, s.revealed[seat, 0], CHARACTER_AT + seat, REVEALED_AT + seat, 0, EVERYBODY)


@kernel
def treasure_colour(kind: int) -> int:
    """The colour of a treasure."""
    return (kind - TREASURE) // OF_A_COLOUR


@kernel
def worth(kind: int) -> int:
    """The value printed on a treasure: -2, -1, 1, 2, 3 or 4."""
    place = (kind - TREASURE) % OF_A_COLOUR
    return place + WORTHS[0] + (place >= -WORTHS[0])


@kernel
def goes_face_up(s: State, seat: int, kind: int) -> bool:
    """F-R30: a revealed player lays treasures of his colour face up."""
    return bool(s.revealed[seat, 0] == CHARACTER + treasure_colour(kind))


@kernel
def put_treasure(s: State, seat: int, kind: int) -> int:
    """Add a treasure face down or face up; returns where it lies now."""
    if goes_face_up(s, seat, kind):
        k = 0
        while s.series[seat, k] != NONE:
            k += 1
        s.series[seat, k] = kind
        return SERIES_AT + seat
    put_in(s.treasures, s.treasure_count, seat, kind)
    return TREASURES_AT + seat


@kernel
def pass_treasure(box: Box, s: State, giver: int, taker: int, kind: int, event: int, log: Any) -> None:
    """F-G34: a face-down treasure goes to another; the two see it, the others not, unless it is laid face up."""
    take_out(s.treasures, s.treasure_count, giver, kind)
    to = put_treasure(s, taker, kind)
    if to >= SERIES_AT and to < SERIES_AT + SEATS:
        treasure_shown(box, s, giver, kind)
        note(log, event, s.turn, kind, TREASURES_AT + giver, to, 0, EVERYBODY)
    else:
        hidden_treasure_passed(box, s, giver, taker, kind)
        note(log, event, s.turn, kind, TREASURES_AT + giver, to, 0, 1 << giver | 1 << taker)
