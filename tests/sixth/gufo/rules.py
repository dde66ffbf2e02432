"""Gufo: the rules. Numbers cite README.md."""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_out_of_hand, take_top
from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from gufo.actions import LAY
from gufo.events import AWAY_AT, HAND_AT, LAID_AT, PILE_AT, Told
from gufo.state import BY_ROUNDS, CARDS, HAND, LAYING, OVER, ROUND_OVER, ROUNDS, SEATS, Box, State


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, and tell everybody his cards."""
    start(box, s)
    for seat in range(box.seats):
        for k in range(HAND):
            note(log, Told.DEALT, seat, s.hand[seat, k], PILE_AT, HAND_AT + seat, 0, 1 << seat)
    settle(box, s, log)


@kernel
def start(box: Box, s: State) -> None:
    """GU-R1, GU-R2: three cards each; the first player is named or drawn."""
    s.phase, s.rounds, s.ending, s.pile_size, s.away_size = LAYING, 0, NONE, box.deck_size, 0
    for i in range(CARDS):
        s.pile[i], s.away[i] = box.deck[i], NONE
    for seat in range(SEATS):
        s.laid[seat, 0], s.feathers[seat], s.hand_size[seat] = NONE, 0, 0
        for k in range(HAND):
            s.hand[seat, k] = NONE
    for seat in range(box.seats):
        for _ in range(HAND):
            put_in_hand(s, seat, take_top(s, s.pile, s.pile_size, 0))
            s.pile_size -= 1
    s.turn = box.starter if box.starter != NONE else below(s, box.seats)


@kernel
def to_act(box: Box, s: State) -> int:
    """Whoever's turn it is."""
    return 1 << s.turn if s.phase == LAYING else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """GU-R3: any card of the hand."""
    if s.phase != LAYING or seat != s.turn:
        return 0
    for k in range(s.hand_size[seat]):
        out[k] = LAY + s.hand[seat, k]
    return int(s.hand_size[seat])


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """GU-R3: lay a card; then it is the next one's turn, or the round is over."""
    take_out_of_hand(s, seat, action - LAY)
    s.laid[seat, 0] = action - LAY
    note(log, Told.LAID, seat, action - LAY, HAND_AT + seat, LAID_AT + seat, 0, EVERYBODY)
    s.turn = (seat + 1) % box.seats
    if s.laid[s.turn, 0] != NONE:
        s.phase = ROUND_OVER


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """GU-R4 to GU-R6: the highest card wins, the cards are put away, the next round begins or the game is over."""
    if s.phase != ROUND_OVER:
        return
    for seat in range(box.seats):
        if s.laid[seat, 0] > s.laid[s.turn, 0]:
            s.turn = seat
    s.feathers[s.turn] += 1
    announce(log, Told.FEATHER, s.turn, s.feathers[s.turn])
    for seat in range(box.seats):
        put_away(s, seat, log)
    s.rounds += 1
    s.phase = LAYING
    if s.rounds == ROUNDS:
        s.phase, s.ending = OVER, BY_ROUNDS


@kernel
def put_away(s: State, seat: int, log: Any) -> None:
    """GU-R5: the open card of a seat goes to the others, in order."""
    card = s.laid[seat, 0]
    s.laid[seat, 0] = NONE
    i = int(s.away_size)
    while i > 0 and s.away[i - 1] > card:
        s.away[i] = s.away[i - 1]
        i -= 1
    s.away[i] = card
    s.away_size += 1
    note(log, Told.PUT_AWAY, seat, card, LAID_AT + seat, AWAY_AT, 0, EVERYBODY)


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """GU-R6: by feathers; equal ones share the place."""
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += s.feathers[other] > s.feathers[seat]
        out[seat, 0], out[seat, 1] = s.feathers[seat], place
    return int(s.ending)
