"""What happens of itself in F.A.T.A.: treasures turned up, the Queen, the next turn, the end of a turn."""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.events import CHEST_AT, DISPLAY_AT, QUEEN_AT, TREASURES_AT, Told
from grimorio.games.fata.rules.memory import forget_treasures
from grimorio.games.fata.rules.pieces import charm_over, go_on, next_in_play, take_up_aside, worth
from grimorio.games.fata.rules.scoring import end_game
from grimorio.games.fata.rules.setup import build_chest, deal_hands
from grimorio.games.fata.rules.trimagics import compare_stars, find_row, next_card
from grimorio.games.fata.state import (
    ADD_ASIDE,
    AUTOMATIC,
    BEGIN,
    BOTTOM,
    BY_GUARD,
    BY_POINTS,
    DEAL,
    DISCARDING,
    DISPLAY,
    END_OF_TURN,
    LAST,
    LIMIT,
    NEXT_CARD,
    NEXT_ROW,
    NEXT_TURN,
    QUEEN,
    SHIELD,
    SUM,
    Box,
    State,
)


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """All that happens until somebody has to decide; the Queen comes before everything else (F-R24, F-G19)."""
    while s.phase == AUTOMATIC:
        gap = gap_in_display(s)
        if s.queen[0] != NONE:
            meet_queen(box, s, log)
        elif gap != NONE:
            turn_up(s, gap, log)
        elif s.step == DEAL:
            deal_hands(box, s, log)
        elif s.step == SUM:
            compare_stars(box, s, log)
        elif s.step == NEXT_ROW:
            find_row(box, s, log)
        elif s.step == NEXT_CARD:
            next_card(box, s, log)
        elif s.step == ADD_ASIDE:
            add_aside(box, s, log)
        elif s.step == END_OF_TURN:
            end_turn(s, log)
        else:
            next_turn(box, s, log)


@kernel
def gap_in_display(s: State) -> int:
    """A place for a face-up treasure that is empty while there is something to turn up."""
    if s.chest_size > 0:
        for slot in range(DISPLAY):
            if s.display[slot] == NONE:
                return slot
    return NONE


@kernel
def turn_up(s: State, slot: int, log: Any) -> None:
    """F-R15, F-R20, F-R24: the gap is refilled at once; when it is the Queen, everything stops."""
    if s.chest_stacked > 0:
        s.chest_stacked -= 1
        kind = s.chest[s.chest_size - 1]
    else:
        first = BOTTOM if s.chest_size > BOTTOM else 0
        chosen = first + below(s, s.chest_size - first)
        kind = s.chest[chosen]
        s.chest[chosen] = s.chest[s.chest_size - 1]
    s.chest_size -= 1
    s.chest[s.chest_size] = NONE
    if kind == QUEEN:
        s.queen[0] = QUEEN
        note(log, Told.QUEEN, NONE, QUEEN, CHEST_AT, QUEEN_AT, s.half, EVERYBODY)
    else:
        s.display[slot] = kind
        note(log, Told.TURNED_UP, NONE, kind, CHEST_AT, DISPLAY_AT + slot, 0, EVERYBODY)


@kernel
def meet_queen(box: Box, s: State, log: Any) -> None:
    """F-R24, F-R25: the first time treasures are counted and the deck is rebuilt; the second time the game is over."""
    if s.half > 1:
        end_game(box, s, BY_POINTS, log)
        return
    for seat in range(box.seats):
        for k in range(s.treasure_count[seat]):
            s.points[seat] += worth(s.treasures[seat, k])
            note(log, Told.COUNTED, seat, s.treasures[seat, k], TREASURES_AT + seat, CHEST_AT, 0, EVERYBODY)
            s.treasures[seat, k] = NONE
        s.treasure_count[seat] = 0
        announce(log, Told.SCORED, seat, s.points[seat])
    forget_treasures(s)
    for slot in range(DISPLAY):
        s.display[slot] = NONE
    s.queen[0] = NONE
    s.half = 2
    build_chest(box, s)


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """F-R1: clockwise, among those still in; F-G24: not for ever. A Bramble Shield ends when its owner's turn comes."""
    if s.turns >= LIMIT:
        announce(log, Told.CUT, NONE, s.turns)
        end_game(box, s, BY_GUARD, log)
        return
    s.turn = next_in_play(box, s, s.turn)
    s.turns += 1
    s.laid = 0
    s.phase = BEGIN
    announce(log, Told.TURN_BEGAN, s.turn, s.turns)
    charm_over(s, s.turn, log)


@kernel
def add_aside(box: Box, s: State, log: Any) -> None:
    """F-R9 (C), F-R21: the cards set aside come to the hand, which then keeps five."""
    take_up_aside(s, log)
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARDING
    else:
        go_on(s, END_OF_TURN)


@kernel
def end_turn(s: State, log: Any) -> None:
    """B6: enchantments of this turn are over. F-G31: who may still reveal himself is asked before his turn ends."""
    if s.charm[s.turn, 0] != SHIELD:
        charm_over(s, s.turn, log)
    if s.half > 1 and s.revealed[s.turn, 0] == NONE:
        s.phase = LAST
    else:
        go_on(s, NEXT_TURN)
