"""The end of a game of F.A.T.A.: points, ties and places."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.game import NO_SCORE
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.events import CHARACTER_AT, HAND_AT, TREASURES_AT, Told
from grimorio.games.fata.rules.pieces import colour_of, take_up_aside, treasure_colour, worth
from grimorio.games.fata.state import CHARACTER, OVER, SERIES, Box, State


@kernel
def end_game(box: Box, s: State, ending: int, log: Any) -> None:
    """F-R25, F-G20: cards set aside count as hand; everything is laid open."""
    s.phase, s.ending = OVER, ending
    take_up_aside(s, log)
    for seat in range(box.seats):
        s.last_character[seat, 0] = CHARACTER + colour_of(s, seat)
        if s.revealed[seat, 0] == NONE:
            note(log, Told.UNMASKED, seat, s.character[seat, 0], CHARACTER_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.treasure_count[seat]):
            s.last_treasures[seat, k] = s.treasures[seat, k]
            note(log, Told.LAID_OPEN, seat, s.treasures[seat, k], TREASURES_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.hand_size[seat]):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, Told.HAND_SHOWN, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
    for seat in range(box.seats):
        if place_of(box, s, seat) == 1:
            announce(log, Told.WON, seat, total(box, s, seat))


@kernel
def total(box: Box, s: State, seat: int) -> int:
    """F-R26, F-G23, F-G37: both hands; nothing for the eliminated. What is secret counts only at the end."""
    if s.fallen[seat] != 0:
        return NO_SCORE
    points = int(s.points[seat])
    if s.phase != OVER:
        return points
    points += box.card_points * int(s.hand_size[seat])
    for k in range(s.treasure_count[seat]):
        points += worth(s.treasures[seat, k])
    return points + int(box.series[in_series(s, seat)])


@kernel
def in_series(s: State, seat: int) -> int:
    """Face-up treasures of the own colour."""
    found = 0
    for k in range(SERIES):
        found += s.series[seat, k] != NONE
    return found


@kernel
def own_colour(s: State, seat: int) -> int:
    """F-R27, F-M2: for ties, 100 for each treasure of the own colour plus the sum of their values."""
    colour = colour_of(s, seat)
    found = 0
    for k in range(s.treasure_count[seat]):
        if treasure_colour(s.treasures[seat, k]) == colour:
            found += 100 + worth(s.treasures[seat, k])
    for k in range(SERIES):
        if s.series[seat, k] != NONE:
            found += 100 + worth(s.series[seat, k])
    return found


@kernel
def is_before(box: Box, s: State, one: int, other: int) -> bool:
    """F-R27, F-G25, F-G39: is one player better than another?"""
    if s.fallen[one] != s.fallen[other]:
        return bool(s.fallen[one] == 0 or (s.fallen[other] != 0 and s.fallen[one] > s.fallen[other]))
    if s.winner == one or s.winner == other:
        return s.winner == one
    mine, theirs = total(box, s, one), total(box, s, other)
    return mine > theirs or (mine == theirs and s.phase == OVER and own_colour(s, one) > own_colour(s, other))


@kernel
def place_of(box: Box, s: State, seat: int) -> int:
    """The place of a seat; equal ones share it."""
    place = 1
    for other in range(box.seats):
        if other != seat and is_before(box, s, other, seat):
            place += 1
    return place
