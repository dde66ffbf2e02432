"""Set-up of FLAUTZ!, and a new challenge: apprentices, cards dealt, the arena laid out."""

from typing import Any

from grimorio.engine.chance import below, fresh_block, next_deal
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.events import HAND_AT, PILE_AT, Told
from grimorio.games.flautz.rules.places import address, lay, open_card, sort_hand, take_from_pile
from grimorio.games.flautz.rules.spells import colour_of, is_straight
from grimorio.games.flautz.state import (
    CARDS,
    CLOSED,
    DISCARDS,
    HAND,
    NOT_BEGUN,
    PLACES,
    ROYAL,
    SEATS,
    STRAIGHT,
    TURN,
    Box,
    State,
)


@kernel
def start(box: Box, s: State) -> None:
    """FZ-R1 to FZ-R3, FZ-G18: apprentices at random, the first player named or drawn."""
    deal_apprentices(s)
    for seat in range(SEATS):
        s.crystals[seat] = 0
        s.points[seat] = 0
        s.last_points[seat] = 0
        s.last_crystals[seat] = 0
        for k in range(HAND):
            s.last_hand[seat, k] = NONE
    s.last_closing = NONE
    s.ending = NONE
    s.challenge = 0
    s.first = box.starter if box.starter != NONE else below(s, box.seats)
    s.phase = NOT_BEGUN


@kernel
def deal_apprentices(s: State) -> None:
    """FZ-R1: every apprentice has another colour."""
    for colour in range(SEATS):
        s.apprentice[colour] = colour
    for seat in range(SEATS):
        other = seat + below(s, SEATS - seat)
        colour = s.apprentice[other]
        s.apprentice[other] = s.apprentice[seat]
        s.apprentice[seat] = colour


@kernel
def begin_challenge(box: Box, s: State, log: Any) -> None:
    """FZ-R3 to FZ-R6, FZ-G4: all cards together, shuffled, five to each, three in the air, three on the floor."""
    s.challenge += 1
    fresh_block(s)
    next_deal(s)
    s.arena_field = 0
    s.turn = s.first
    s.declarer = NONE
    s.phase = TURN
    s.pile_size = box.deck_size
    s.stacked = 0
    for i in range(CARDS):
        s.pile[i] = box.deck[i]
    for i in range(DISCARDS):
        s.discards[i] = NONE
        s.pile_known[i] = NONE
    s.discarded = 0
    announce(log, Told.CHALLENGE_BEGAN, s.first, s.challenge)
    for seat in range(SEATS):
        s.focused[seat] = 0
        for k in range(HAND):
            s.hand[seat, k] = NONE
            s.known[seat, k] = NONE
    for i in range(box.seats * HAND + PLACES):
        deal_card(box, s, i, take_from_pile(s))
    for seat in range(box.seats):
        sort_hand(s, seat)
        for k in range(HAND):
            note(log, Told.DEALT, seat, s.hand[seat, k], PILE_AT, HAND_AT + seat, 0, 1 << seat)
    for place in range(PLACES):
        note(log, Told.TURNED_UP, NONE, open_card(s, place), PILE_AT, address(place), 0, EVERYBODY)


@kernel
def deal_card(box: Box, s: State, number: int, card: int) -> None:
    """FZ-R3, FZ-R4: the hands first, which only their owners see, then the air, then the floor."""
    if number < box.seats * HAND:
        s.hand[number // HAND, number % HAND] = card
    else:
        lay(s, number - box.seats * HAND, card)


@kernel
def straight_in_the_deal(box: Box, s: State, log: Any) -> None:
    """FZ-A7: a Straight that was dealt is shown before the first turn; of several, the earliest in turn order."""
    for step in range(box.seats):
        seat = (s.first + step) % box.seats
        if is_straight(s.hand[seat]):
            s.turn = seat
            show_straight(s, seat, log)
            return


@kernel
def show_straight(s: State, seat: int, log: Any) -> None:
    """FZ-R18, FZ-R19: shown at once, and the challenge is over."""
    royal = colour_of(s.hand[seat, 0]) == s.apprentice[seat]
    announce(log, Told.ROYAL if royal else Told.STRAIGHT, seat, 0)
    close(s, ROYAL if royal else STRAIGHT)


@kernel
def close(s: State, closing: int) -> None:
    """The challenge is over, in one of four ways."""
    s.phase = CLOSED
    s.last_closing = closing
