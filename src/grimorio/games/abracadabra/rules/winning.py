"""How Abracadabra is won: Elementals, points, stones; and the places at the end."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.events import HAND_AT, OBJECTS_AT, Told
from grimorio.games.abracadabra.rules.points import elementals_in, prize_for, stones_among, worth_of_objects
from grimorio.games.abracadabra.state import (
    BY_ELEMENTALS,
    BY_POINTS,
    BY_STONES,
    ELEMENTAL,
    OF_A_BACK,
    OVER,
    Box,
    State,
)


@kernel
def elementals_of(s: State, seat: int) -> int:
    """The Elementals that a seat holds."""
    return elementals_in(s.hand[seat], s.hand_size[seat])


@kernel
def points_of(s: State, seat: int) -> int:
    """A-R32: points of the Objects, of the bonus cards, and one for each Elemental in hand."""
    return int(s.bonus[seat]) + elementals_of(s, seat) + worth_of_objects(s.objects[seat], s.object_count[seat])


@kernel
def way_to_win(box: Box, s: State, seat: int) -> int:
    """A-R31, A-R33, A-R36: enough points, enough with the prize, or Stones and another Object; none otherwise."""
    points = points_of(s, seat)
    if points >= box.goal:
        return BY_POINTS
    stones = stones_among(s.objects[seat], s.object_count[seat])
    if stones >= box.stones and s.object_count[seat] + s.bonus[seat] > box.stones:
        return BY_STONES
    return BY_ELEMENTALS if points + prize_for(box, elementals_of(s, seat)) >= box.goal else NONE


@kernel
def check_win(box: Box, s: State, seat: int, log: Any) -> None:
    """A-G17, A-M6: after every single thing a seat receives, in whosever turn."""
    way = way_to_win(box, s, seat)
    if way != NONE:
        s.winner = seat
        end_game(box, s, way, log)


@kernel
def check_win_by_card(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """A-R32: of the cards that a hand receives only an Elemental adds anything."""
    if card % OF_A_BACK == ELEMENTAL:
        check_win(box, s, seat, log)


@kernel
def end_game(box: Box, s: State, ending: int, log: Any) -> None:
    """A-R21: at the end everything is laid open."""
    s.phase, s.ending, s.acting = OVER, ending, NONE
    for seat in range(box.seats):
        for k in range(s.object_count[seat]):
            s.last_objects[seat, k] = s.objects[seat, k]
            note(log, Told.LAID_OPEN, seat, s.objects[seat, k], OBJECTS_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.hand_size[seat]):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, Told.HAND_SHOWN, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
    if s.winner != NONE:
        announce(log, Told.WON, s.winner, points_of(s, s.winner))


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """A-G23: the winner, then the others by points, which are secret until the game is over: nobody leads before."""
    for seat in range(box.seats):
        out[seat, 0] = points_of(s, seat) if s.phase == OVER else 0
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += is_ahead(s, other, seat, out[other, 0], out[seat, 0])
        out[seat, 1] = place
    return int(s.ending)


@kernel
def is_ahead(s: State, other: int, seat: int, theirs: int, mine: int) -> bool:
    """The winner is ahead of everybody; the rest by points."""
    if s.winner == seat:
        return False
    return s.winner == other or theirs > mine
