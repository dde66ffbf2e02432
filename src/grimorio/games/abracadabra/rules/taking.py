"""Taking cards of the row, and Periculum!."""

from typing import Any

from grimorio.engine.cards import put_in_hand
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import SHOWN, TAKE_CARD
from grimorio.games.abracadabra.events import HAND_AT, ROW_AT, SHOWN_AT, TOP_AT, Told
from grimorio.games.abracadabra.rules.deck import all_know_gone, begin_reshuffle, reshuffle
from grimorio.games.abracadabra.rules.hands import all_saw_gone
from grimorio.games.abracadabra.rules.memory import all_know, back_of, hand_shuffled
from grimorio.games.abracadabra.rules.winning import check_win_by_card
from grimorio.games.abracadabra.state import (
    AUTOMATIC,
    ELEMENTAL,
    NEXT_TURN,
    OF_A_BACK,
    PERICULUM,
    PLAY,
    ROW_DOWN,
    STRIKE,
    TAKE,
    TAKE_AGAIN,
    Box,
    State,
)


@kernel
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


@kernel
def legal_take(s: State, out: Any) -> int:
    """A-R7: any card of the row that is still there; the second may be chosen after seeing the first (A-R8)."""
    n = 0
    for slot in range(ROW_DOWN):
        out[n] = TAKE_CARD + slot
        n += s.row[slot] != NONE
    out[n] = TAKE_CARD + SHOWN
    return n + int(s.shown[0] != NONE)


@kernel
def take(box: Box, s: State, seat: int, slot: int, log: Any) -> None:
    """A-R7, A-R22: a face-down card is seen by its taker alone; Periculum! acts the moment it is drawn."""
    if slot == SHOWN:
        card = s.shown[0]
        s.shown[0] = NONE
        s.old[seat, back_of(card)] += 0 if all_saw_gone(s, card) else 1
        note(log, Told.TOOK, seat, card, SHOWN_AT, HAND_AT + seat, 0, EVERYBODY)
    else:
        card = s.row[slot]
        s.old[seat, back_of(card)] += s.row_old[slot]
        s.row[slot], s.row_old[slot], s.row_safe[slot] = NONE, 0, 0
        note(
            log, Told.TOOK, seat, card, ROW_AT + slot, HAND_AT + seat, 0, EVERYBODY if card == PERICULUM else 1 << seat
        )
    put_in_hand(s, seat, card)
    if slot == SHOWN:
        all_know(s, seat, card)
    if card == PERICULUM:
        go_on(s, STRIKE)
        return
    s.phase = TAKE_AGAIN if s.phase == TAKE else PLAY
    check_win_by_card(box, s, seat, card, log)
    if slot == SHOWN and card % OF_A_BACK == ELEMENTAL and s.winner == NONE:
        announce(log, Told.NOT_YET_WON, seat, 0)


@kernel
def periculum(s: State, log: Any) -> None:
    """A-R28, A-G1: hand, row, deck and discards are shuffled together and a fresh row is laid; the turn is over."""
    seat = s.turn
    announce(log, Told.PERICULUM, seat, s.hand_size[seat])
    begin_reshuffle(s)
    all_know_gone(s, PERICULUM)
    hand_shuffled(s, seat)
    if s.top[0] != NONE:
        s.deck[s.deck_size] = s.top[0]
        s.deck_size += 1
        s.top[0] = NONE
    for k in range(s.hand_size[seat]):
        note(log, Told.SHUFFLED_ALL, seat, s.hand[seat, k], HAND_AT + seat, TOP_AT, 0, 1 << seat)
        s.gone[seat, s.hand[seat, k]] = 1
        s.deck[s.deck_size] = s.hand[seat, k]
        s.deck_size += 1
        s.hand[seat, k] = NONE
    s.hand_size[seat], s.barren[seat] = 0, 0
    for slot in range(ROW_DOWN):
        if s.row[slot] != NONE:
            s.deck[s.deck_size] = s.row[slot]
            s.deck_size += 1
            s.row[slot], s.row_old[slot], s.row_safe[slot] = NONE, 0, 0
    if s.shown[0] != NONE:
        all_know_gone(s, s.shown[0])
        s.deck[s.deck_size] = s.shown[0]
        s.deck_size += 1
        s.shown[0] = NONE
    s.stacked = 0
    reshuffle(s, log)
    go_on(s, NEXT_TURN)
