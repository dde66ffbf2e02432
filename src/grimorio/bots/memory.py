"""What a bot remembers: the events that its seat was told, boiled down to what its beliefs are made from.

A view says what a seat may know of the cards, and not who did what when. Where that tells something, a game has a
memory: numbers that are brought up to date by every event which the seat is told, wherever a bot plays (a tournament, a
table in the terminal, a room on the server, a review). Nothing else goes in: the same events, the same memory.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from grimorio.engine.events import CARD, CODE, FROM, ROOM, SEAT, TO, VALUE, Row, hear, new_log
from grimorio.engine.kernel import integers, kernel
from grimorio.games.flautz.events import AIR_AT, Told
from grimorio.games.flautz.state import FIELDS, HAND, PLACES, SEATS


@kernel
def viewer_of(view: Any) -> int:
    """Whose view it is."""
    return int(view.viewer)


class Memory(NamedTuple):
    """How events are remembered. `heed(heard, past)`: bring the numbers up to date; `shape`: how many there are."""

    heed: Callable[[Any, Any], None]
    shape: tuple[int, int]

    def told(self, rows: Sequence[Row], view: Any) -> Any:
        """What the seat of a view remembers that was told so much."""
        return self.of(rows, int(viewer_of(view)))

    def of(self, rows: Sequence[Row], seat: int) -> Any:
        """What a seat remembers that was told so much."""
        past, log, heard = integers(*self.shape), new_log(), new_log()
        for first in range(0, len(rows), ROOM - 1):
            some = rows[first : first + ROOM - 1]
            log[0, CODE] = len(some)
            log[1 : len(some) + 1] = some
            hear(log, seat, heard)
            self.heed(heard, past)
        return past


@kernel
def heed_nothing(heard: Any, past: Any) -> None:
    """The view says all."""


NO_NEED = Memory(heed_nothing, (1, 1))


# ---------------------------------------------------------------- FLAUTZ!: the deeds of this challenge and of the last


COUNT, LATE, REFILLED, ROUND, BEGUN = range(5)
"""In row 0: how many deeds follow, whether somebody has declared, who has just refilled and takes next (one more than
his number), the round, whether the challenge was seen from its beginning (not so where a position was laid out: then
nobody knows what lay open, and no deed tells anything). Its open cards are those of the moment; where and what was
refilled stands in it until the deed is done."""
WHO, WHICH, AFTER_ALL, WHEN, TOOK, GAVE, SAID, REFRESHED, REPLACED, OPEN = range(10)
"""A deed: whose, the place taken from or what else was done, whether somebody had declared before, the round, the cards
taken and given, whether it was declared with; after a refill one more than its place, and the card that lay there; and
the open cards before the deed."""
FOCUSED, WAIVED = -1, -2
"""What else can be done, instead of a place."""
DEEDS = SEATS * FIELDS
HANDS = DEEDS + 1
"""Behind the deeds: for each seat the hand that was laid open, how many of its cards were told so far, and whether it
was valued, so that it is the hand with which the challenge ended."""
TOLD, VALUED = HAND, HAND + 1
CHALLENGE = HANDS + SEATS
"""Rows of a challenge; behind those of this one lie those of the last ones that were played to their end."""
AGO = 3
"""So many of them."""
OWN = (AGO + 1) * CHALLENGE
"""A row to work in, behind all."""
TAKEN_BACK = -1
"""Code of the event that somebody took something back."""


@kernel
def flautz_heed(heard: Any, past: Any) -> None:
    """Every deed with the open cards at which it was done, from the beginning of the challenge."""
    for row in range(1, heard[0, CODE] + 1):
        flautz_heed_row(heard[row], past)


@kernel
def flautz_heed_row(told: Any, past: Any) -> None:
    """One event."""
    code = told[CODE]
    if code == Told.CHALLENGE_BEGAN:
        flautz_begin(past)
    elif code == Told.SHOWED:
        row = past[HANDS + told[SEAT]]
        row[row[TOLD]], row[TOLD] = told[CARD], (row[TOLD] + 1) % HAND
    elif code == Told.VALUED:
        past[HANDS + told[SEAT], VALUED] = 1
    elif code == Told.ROUND_BEGAN:
        past[0, ROUND] = told[VALUE] - 1
    elif code == Told.TURNED_UP:
        past[0, OPEN + told[TO] - AIR_AT] = told[CARD]
    elif code == Told.DISCARDED:
        past[0, REFILLED], past[0, REPLACED] = told[SEAT] + 1, told[CARD]
        past[0, REFRESHED] = told[FROM] - AIR_AT + 1
    elif code == TAKEN_BACK:
        flautz_undo(past, told[SEAT])
    elif past[0, BEGUN]:
        flautz_heed_deed(told, past)


@kernel
def flautz_begin(past: Any) -> None:
    """A new challenge, without deeds; what was done in the one before is kept with those before that."""
    if past[0, COUNT] > 0:
        for row in range(OWN - 1, CHALLENGE - 1, -1):
            for i in range(past.shape[1]):
                past[row, i] = past[row - CHALLENGE, i]
    for i in range(OPEN):
        past[0, i] = 0
    past[0, BEGUN] = 1
    for seat in range(SEATS):
        past[HANDS + seat, TOLD], past[HANDS + seat, VALUED] = 0, 0


@kernel
def flautz_heed_deed(told: Any, past: Any) -> None:
    """One event that is a deed, or a part of one."""
    code = told[CODE]
    if code == Told.FOCUSED or code == Told.WAIVED:
        flautz_deed(past, told[SEAT], FOCUSED if code == Told.FOCUSED else WAIVED)
    elif code == Told.TOOK:
        flautz_deed(past, told[SEAT], told[FROM] - AIR_AT)
        past[past[0, COUNT], TOOK] = told[CARD]
    elif code == Told.GAVE:
        past[past[0, COUNT], GAVE] = told[CARD]
        past[0, OPEN + told[TO] - AIR_AT] = told[CARD]
    elif code == Told.DECLARED:
        past[0, LATE] = 1
        if past[past[0, COUNT], WHO] == told[SEAT]:
            past[past[0, COUNT], SAID] = past[0, COUNT] > 0


@kernel
def flautz_deed(past: Any, seat: int, which: int) -> None:
    """Write down a deed; there are never more than there is room for."""
    past[0, COUNT] = min(past[0, COUNT] + 1, DEEDS)
    row = past[0, COUNT]
    past[row, WHO], past[row, WHICH], past[row, AFTER_ALL] = seat, which, past[0, LATE]
    past[row, WHEN], past[row, SAID] = past[0, ROUND], 0
    awake = past[0, REFILLED] == seat + 1
    past[row, REFRESHED], past[row, REPLACED] = awake * past[0, REFRESHED], awake * past[0, REPLACED]
    past[0, REFILLED], past[0, REFRESHED], past[0, REPLACED] = 0, 0, 0
    for place in range(PLACES):
        past[row, OPEN + place] = past[0, OPEN + place]


@kernel
def flautz_undo(past: Any, seat: int) -> None:
    """The last deed is taken back; were it somebody else's, nobody would know what is still so: all is forgotten."""
    row = past[0, COUNT]
    if row == 0 or past[row, WHO] != seat:
        past[0, COUNT], past[0, BEGUN] = 0, 0
        return
    past[0, COUNT], past[0, LATE], past[0, ROUND] = row - 1, past[row, AFTER_ALL], past[row, WHEN]
    past[0, REFILLED] = (seat + 1) * (past[row, REFRESHED] > 0)
    past[0, REFRESHED], past[0, REPLACED] = past[row, REFRESHED], past[row, REPLACED]
    for place in range(PLACES):
        past[0, OPEN + place] = past[row, OPEN + place]


MEMORIES = {"flautz": Memory(flautz_heed, (OWN + 1, OPEN + PLACES))}


def memory_of(game: str) -> Memory:
    """How the events of a game are remembered."""
    return MEMORIES.get(game, NO_NEED)
