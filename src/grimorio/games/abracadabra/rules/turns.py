"""What happens of itself in Abracadabra, step by step, and the end of a turn."""

from typing import Any

from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import DISCARD_CARD, PASS
from grimorio.games.abracadabra.events import Told
from grimorio.games.abracadabra.rules.gathering import legal_gatherings
from grimorio.games.abracadabra.rules.memory import back_of, cards_with_back, no_enchanter_there
from grimorio.games.abracadabra.rules.objects import next_object
from grimorio.games.abracadabra.rules.row import fill_row
from grimorio.games.abracadabra.rules.taking import periculum
from grimorio.games.abracadabra.rules.tricks import legal_tricks
from grimorio.games.abracadabra.rules.winning import end_game
from grimorio.games.abracadabra.state import (
    AFTER_PLAY,
    AIR,
    AUTOMATIC,
    BY_GUARD,
    DISCARD,
    DRAW_OBJECTS,
    EXODUS_DISCARD,
    LAY_ROW,
    LIMIT,
    NEXT_EXODUS,
    REFILL_ROW,
    STRIKE,
    TAKE,
    Box,
    State,
    enchanter_of,
)


@kernel
def legal_play(box: Box, s: State, seat: int, out: Any) -> int:
    """A-R9: one gathering, or one Trick, or neither."""
    n = legal_gatherings(box, s.hand[seat], s.hand_size[seat], s.towers, out)
    n = legal_tricks(box, s, seat, n, out)
    out[n] = PASS
    return n + 1


@kernel
def legal_discard(s: State, seat: int, out: Any) -> int:
    """A-R29, A-G19: any card; under Exodus! any Enchanter, Air Enchanters too (A-R25, A-G13)."""
    n = 0
    for k in range(s.hand_size[seat]):
        if s.phase == DISCARD or enchanter_of(s.hand[seat, k]) != NONE:
            out[n] = DISCARD_CARD + s.hand[seat, k]
            n += 1
    return n


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """Step by step until somebody has to decide, or the game is over."""
    while s.phase == AUTOMATIC:
        if s.step == DRAW_OBJECTS:
            next_object(box, s, log)
        elif s.step == NEXT_EXODUS:
            next_exodus(box, s, log)
        elif s.step == AFTER_PLAY:
            after_play(box, s)
        elif s.step == REFILL_ROW or s.step == LAY_ROW:
            fill_row(s, log)
        elif s.step == STRIKE:
            periculum(s, log)
        else:
            next_turn(box, s, log)


@kernel
def next_exodus(box: Box, s: State, log: Any) -> None:
    """A-R25, A-G13, A-G18: clockwise; who holds an Enchanter must discard one, and all learn of it who holds none.

    A card that is no Enchanter and has the back of water, fire or earth is its Elemental: all know it.
    """
    s.target = s.target + 1 if s.target + 1 < box.seats else 0
    seat = s.target
    if seat == s.turn:
        s.step = AFTER_PLAY
        return
    for k in range(s.hand_size[seat]):
        if enchanter_of(s.hand[seat, k]) != NONE:
            s.phase = EXODUS_DISCARD
            s.acting = seat
            return
    s.barren[seat] = cards_with_back(s, seat, back_of(AIR))
    no_enchanter_there(s, seat)
    announce(log, Told.NO_ENCHANTER, seat, s.hand_size[seat])


@kernel
def after_play(box: Box, s: State) -> None:
    """A-R29: with more than five cards in hand, discard down to five; then the row is refilled."""
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARD
        s.acting = s.turn
    else:
        s.step = REFILL_ROW


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """A-R6, A-R17, A-G11: an extra turn that was earned, or the seat to the left; A-G15 cuts a game without end."""
    if s.turns >= LIMIT:
        announce(log, Told.CUT, NONE, s.turns)
        end_game(box, s, BY_GUARD, log)
        return
    if s.shown[0] == NONE:
        s.step = LAY_ROW
        return
    if s.extra:
        s.extra = 0
        announce(log, Told.EXTRA_TURN, s.turn, 0)
    else:
        s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    s.turns += 1
    s.phase = TAKE
    s.acting = s.turn
    announce(log, Told.TURN_BEGAN, s.turn, s.turns)
