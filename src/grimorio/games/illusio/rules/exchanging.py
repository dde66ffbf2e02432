"""Exchanging cards in Illusio: set aside, confirmed, drawn, discarded (I-R7 C, I-G9)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import DONE, EXCHANGE
from grimorio.games.illusio.events import ASIDE_AT, DISCARDS_AT, HAND_AT, Told
from grimorio.games.illusio.rules.hands import drawable, held, play_openly, to_discards
from grimorio.games.illusio.rules.pieces import append
from grimorio.games.illusio.rules.steps import offer_kinds, spend
from grimorio.games.illusio.state import DRAW, EXCHANGING, PLAYING, State


@kernel
def legal_exchange(s: State, seat: int, out: Any) -> int:
    """I-R7 C, I-G18, I-G32: another card, as long as one can be drawn for it; or enough."""
    n = 0
    if s.aside_size < drawable(s):
        n = offer_kinds(EXCHANGE, held(s, seat), PLAYING, 0, out)
    out[n] = DONE
    return n + 1


@kernel
def set_aside(s: State, seat: int, card: int, log: Any) -> None:
    """I-G9: cards to be exchanged are laid aside, where all see them, before any is drawn."""
    play_openly(s, seat, card)
    s.aside_size = append(s.aside, s.aside_size, card)
    note(log, Told.SET_ASIDE, seat, card, HAND_AT + seat, ASIDE_AT, 0, EVERYBODY)
    s.phase = EXCHANGING


@kernel
def confirm(s: State, seat: int) -> None:
    """I-G32: an exchange, or an objective that is taken on, is confirmed: one action of the two."""
    exchanging = s.phase == EXCHANGING
    spend(s)
    if exchanging:
        s.step, s.drawer = DRAW, seat


@kernel
def discard_aside(s: State, seat: int, log: Any) -> None:
    """I-G9: only after the draw do the exchanged cards go to the discards."""
    for i in range(s.aside_size):
        to_discards(s, s.aside[i])
        note(log, Told.DISCARDED, seat, s.aside[i], ASIDE_AT, DISCARDS_AT, 0, EVERYBODY)
        s.aside[i] = NONE
    s.aside_size = 0
