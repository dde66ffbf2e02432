"""The valuation of a challenge of FLAUTZ!, crystals and points, and the end of the game."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.events import HAND_AT, Told
from grimorio.games.flautz.rules.spells import spell_value
from grimorio.games.flautz.state import (
    BY_CRYSTALS,
    BY_CRYSTALS_SHARED,
    BY_GUARD,
    BY_POINTS,
    BY_POINTS_SHARED,
    CRYSTALS,
    HAND,
    OVER,
    ROYAL,
    STRAIGHT,
    Box,
    State,
)


@kernel
def value_challenge(box: Box, s: State, closing: int, maker: int, log: Any) -> None:
    """FZ-G20: hands open, values, crystals. `maker` showed the Straight or Royal, if one closed it."""
    best = 0
    for seat in range(box.seats):
        s.last_points[seat] = value_of_seat(box, s, seat, closing, maker)
        s.last_crystals[seat] = 0
        best = max(best, s.last_points[seat])
        for k in range(HAND):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, Told.SHOWED, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
        announce(log, Told.VALUED, seat, s.last_points[seat])
    if closing == STRAIGHT or closing == ROYAL:
        s.last_crystals[maker] = 1 + (box.royal_bonus if closing == ROYAL else box.straight_bonus)
    else:
        crystals_to_the_best(box, s, best, log)
    note_gains(box, s, log)


@kernel
def value_of_seat(box: Box, s: State, seat: int, closing: int, maker: int) -> int:
    """FZ-R15, FZ-R19, FZ-R25: the best spell; nothing for the focused, nor for others under a Royal."""
    if s.focused[seat] or (closing == ROYAL and seat != maker):
        return 0
    return spell_value(box, s.hand[seat])


@kernel
def crystals_to_the_best(box: Box, s: State, best: int, log: Any) -> None:
    """FZ-R15, FZ-A6: a crystal to each of the best; to nobody when the best is nothing."""
    if best == 0:
        announce(log, Told.CRYSTAL_RETURNED, NONE, 0)
        return
    for seat in range(box.seats):
        if s.last_points[seat] == best:
            s.last_crystals[seat] = 1


@kernel
def note_gains(box: Box, s: State, log: Any) -> None:
    """Crystals to their owners, in turn order; points only in mode 2 (FZ-R21)."""
    for step in range(box.seats):
        seat = (s.first + step) % box.seats
        s.crystals[seat] += s.last_crystals[seat]
        if box.mode != CRYSTALS:
            s.points[seat] += s.last_points[seat]
        if s.last_crystals[seat]:
            announce(log, Told.CRYSTALS, seat, s.last_crystals[seat])


@kernel
def game_ends(box: Box, s: State, log: Any) -> bool:
    """FZ-R21, FZ-R22, FZ-G19: three crystals, or the last challenge; says who won and how."""
    most = 0
    for seat in range(box.seats):
        most = max(most, s.crystals[seat])
    reached = box.mode == CRYSTALS and most >= box.crystals_to_win
    if not reached and s.challenge < box.challenges:
        return False
    s.phase = OVER
    winners = 0
    for seat in range(box.seats):
        if place_of(box, s, seat) == 1:
            winners += 1
            announce(log, Told.WON, seat, total(box, s, seat))
    if box.mode != CRYSTALS:
        s.ending = BY_POINTS if winners == 1 else BY_POINTS_SHARED
    elif reached:
        s.ending = BY_CRYSTALS if winners == 1 else BY_CRYSTALS_SHARED
    else:
        s.ending = BY_GUARD
    return True


@kernel
def total(box: Box, s: State, seat: int) -> int:
    """FZ-R21, FZ-R22: crystals in mode 1; points of all challenges plus the worth of the crystals in mode 2."""
    if box.mode == CRYSTALS:
        return int(s.crystals[seat])
    return int(s.points[seat]) + box.points_per_crystal * int(s.crystals[seat])


@kernel
def place_of(box: Box, s: State, seat: int) -> int:
    """FZ-G6, FZ-G23: mode 1 by crystals, mode 2 by total, then crystals; equal ones share the place."""
    place = 1
    mine = total(box, s, seat)
    for other in range(box.seats):
        theirs = total(box, s, other)
        if theirs > mine or (theirs == mine and s.crystals[other] > s.crystals[seat]):
            place += 1
    return place
