"""How a table of F.A.T.A. is set up: characters, the chest with the Queen near its bottom, hands."""

from typing import Any

from grimorio.engine.cards import put_in_hand
from grimorio.engine.chance import below, next_deal
from grimorio.engine.events import note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.events import DECK_AT, HAND_AT, Told
from grimorio.games.fata.rules.pieces import draw_card, go_on
from grimorio.games.fata.state import (
    ASIDE,
    BOTTOM,
    CHARACTER,
    CHEST,
    DEAL,
    DISPLAY,
    HAND,
    NEXT_TURN,
    PLAY_DECK,
    QUEEN,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SLOTS,
    TREASURES,
    Box,
    State,
)


@kernel
def start(box: Box, s: State) -> None:
    """F-R1 to F-R5: secret characters, the treasure deck, the play deck; the starter named or drawn (F-G40)."""
    clear_table(s)
    clear_seats(s)
    deal_characters(box, s)
    build_chest(box, s)
    for i in range(box.play_size):
        s.deck[i] = box.kind_of[i]
    s.deck_size = box.play_size
    first = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = first - 1  # whoever comes next begins
    go_on(s, DEAL)


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(PLAY_DECK):
        s.deck[i], s.discards[i] = NONE, NONE
    for i in range(CHEST):
        s.chest[i] = NONE
    for i in range(ASIDE):
        s.aside[i] = NONE
    for slot in range(DISPLAY):
        s.display[slot] = NONE
    s.queen[0] = NONE
    s.half, s.turns, s.left = 1, 0, 0
    s.stacked, s.discarded, s.aside_size = 0, 0, 0
    s.row, s.subject, s.target, s.winner, s.ending = NONE, NONE, NONE, NONE, NONE


@kernel
def clear_seats(s: State) -> None:
    """Everybody starts with nothing."""
    for seat in range(SEATS):
        s.hand_size[seat], s.treasure_count[seat], s.points[seat], s.fallen[seat] = 0, 0, 0, 0
        s.felled_by[seat], s.taken[seat], s.charm[seat, 0] = NONE, NONE, NONE
        s.character[seat, 0], s.revealed[seat, 0], s.last_character[seat, 0] = NONE, NONE, NONE
        for k in range(ROWS * ROW):
            s.rows[seat, k] = NONE
        for k in range(HAND):
            s.hand[seat, k], s.last_hand[seat, k] = NONE, NONE
        for k in range(TREASURES):
            s.treasures[seat, k], s.last_treasures[seat, k] = NONE, NONE
        for k in range(SERIES):
            s.series[seat, k] = NONE
        for slot in range(SLOTS):
            s.seen[seat, slot] = 0
        for other in range(SEATS):
            s.seen_character[seat, other] = NONE


@kernel
def deal_characters(box: Box, s: State) -> None:
    """F-R2: one secret character each, of the set for this number of players."""
    for seat in range(box.seats):
        s.character[seat, 0] = CHARACTER + seat
    for seat in range(box.seats):
        other = seat + below(s, box.seats - seat)
        kind = s.character[other, 0]
        s.character[other, 0] = s.character[seat, 0]
        s.character[seat, 0] = kind


@kernel
def build_chest(box: Box, s: State) -> None:
    """F-R4, F-G38: the Queen among four treasures at the bottom, the rest on top. The bottom is the first five."""
    next_deal(s)
    for i in range(box.treasures):
        s.chest[i] = box.kind_of[PLAY_DECK + i]
    for i in range(BOTTOM - 1):
        other = i + below(s, box.treasures - i)
        kind = s.chest[other]
        s.chest[other] = s.chest[i]
        s.chest[i] = kind
    s.chest[box.treasures] = s.chest[BOTTOM - 1]
    s.chest[BOTTOM - 1] = QUEEN
    s.chest_size = box.treasures + 1
    s.chest_stacked = 0


@kernel
def deal_hands(box: Box, s: State, log: Any) -> None:
    """F-R5: four cards each."""
    for seat in range(box.seats):
        for _ in range(box.first_deal):
            card = draw_card(s, log)
            if card != NONE:
                put_in_hand(s, seat, card)
        for k in range(s.hand_size[seat]):
            note(log, Told.DEALT, seat, s.hand[seat, k], DECK_AT, HAND_AT + seat, 0, 1 << seat)
    go_on(s, NEXT_TURN)
