"""The row of Abracadabra: how it is laid and refilled (A-R2, A-R30)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.events import ROW_AT, SHOWN_AT, TOP_AT, Told
from grimorio.games.abracadabra.rules.deck import (
    all_know_gone,
    back_into_deck,
    take_from_deck,
    take_other_than_periculum,
)
from grimorio.games.abracadabra.state import LAY_ROW, NEXT_TURN, PERICULUM, ROW_DOWN, STRIKE, State


@kernel
def fill_row(s: State, log: Any) -> None:
    """A-R2, A-R30, A-G2: a fresh row, or the empty places of this one, face-down ones first; then the next turn."""
    fresh = s.step == LAY_ROW
    seat = NONE if fresh else int(s.turn)
    s.step = NEXT_TURN
    for slot in range(ROW_DOWN + 1):
        if fresh or (s.row[slot] if slot < ROW_DOWN else s.shown[0]) == NONE:
            card = take_from_deck(s, log)
            if slot < ROW_DOWN:
                s.row[slot], s.row_old[slot], s.row_safe[slot] = card, 0, 0
                note(log, Told.REFILLED, seat, card, TOP_AT, ROW_AT + slot, 0, 0)
            else:
                turn_up(s, seat, card, log)


@kernel
def turn_up(s: State, seat: int, card: int, log: Any) -> None:
    """A-R2, A-R30, A-G5: one face up; a Periculum! strikes the player who refills. In a fresh row it goes back."""
    show(s, seat, card, log)
    if card == PERICULUM:
        if seat != NONE:
            s.step = STRIKE
            return
        note(log, Told.WENT_BACK, NONE, PERICULUM, SHOWN_AT, TOP_AT, 0, EVERYBODY)
        for slot in range(ROW_DOWN):
            s.row_safe[slot] = 1
        back_into_deck(s, PERICULUM)
        show(s, seat, take_other_than_periculum(s), log)


@kernel
def show(s: State, seat: int, card: int, log: Any) -> None:
    """The card lies face up in the row."""
    s.shown[0] = card
    all_know_gone(s, card)
    note(log, Told.REFILLED, seat, card, TOP_AT, SHOWN_AT, 0, EVERYBODY)
