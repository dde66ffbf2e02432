"""The market of Zaubercocktail: what is said aloud, one event after the other, and how trading ends (Z-R9 to Z-R12)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import ACCEPT, PASS, POST, WITHDRAW, WITHDRAW_CALL
from grimorio.games.zaubercocktail.events import HAND_AT, Told
from grimorio.games.zaubercocktail.rules.market import clear_draft, holds
from grimorio.games.zaubercocktail.rules.steps import size_of, stones_placed
from grimorio.games.zaubercocktail.state import (
    BY_CLOCK,
    BY_LIMIT,
    BY_SILENCE,
    BY_STONES,
    CLOSING,
    KINDS,
    LIVE,
    PRESENTING,
    SETS,
    Box,
    State,
)

PASSES = 2
"""Z-E1: the market is over when everybody has passed as often in a row; once is enough where all act at any moment."""
LATE, PASSED_BY_CLOCK = -1, 2
"""Z-G21: in a live market, where one pass is enough, a seat for which the clock is about to pass, and one for which it
has."""


@kernel
def speak(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """Z-E1: one event of the market; then the next seat is visited, or trading is over."""
    if form == PASS:
        pass_by(box, s, seat, log)
    else:
        if box.market == LIVE:
            for other in range(box.seats):
                s.passes[other] = 0
        s.passes[seat] = 0
        s.events += 1
        say_or_deal(box, s, seat, form, which, log)
    s.draft_steps[seat] = 0
    go_on(box, s, log)


@kernel
def pass_by(box: Box, s: State, seat: int, log: Any) -> None:
    """Z-E1: a visit that is not used; where all act at any moment a pass is no word, and brings no limit nearer."""
    if box.market == LIVE:
        s.passes[seat] = PASSED_BY_CLOCK if s.passes[seat] == LATE else max(1, s.passes[seat])
    else:
        s.passes[seat] = min(PASSES, s.passes[seat] + 1)
        s.events += 1
    announce(log, Told.PASSED, seat, 0)


@kernel
def say_or_deal(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """What is neither a pass nor composing."""
    if form == POST:
        post(s, seat, log)
    elif form == ACCEPT:
        trade(s, seat, which, log)
    elif form == WITHDRAW:
        clear_offer(s, seat)
        announce(log, Told.WITHDREW, seat, 0)
    elif form == WITHDRAW_CALL:
        clear_call(s, seat)
        announce(log, Told.WITHDREW_CALL, seat, 0)
    else:
        place_stone(box, s, seat, log)


@kernel
def post(s: State, seat: int, log: Any) -> None:
    """Z-G17, Z-G19: the offer stands until it is withdrawn, replaced, accepted or void; one side alone is a call."""
    to = s.draft_to[seat]
    if size_of(s.draft_give, seat) > 0 and size_of(s.draft_want, seat) > 0:
        s.offer_open[seat], s.offer_to[seat] = 1, to
        place = NONE if to == NONE else HAND_AT + to
        note(log, Told.OFFERED if to == NONE else Told.OFFERED_TO, seat, NONE, NONE, place, 0, EVERYBODY)
        tell_sides(s, seat, s.offer_give, s.offer_want, log)
    else:
        s.call_open[seat] = 1
        announce(log, Told.CALLED, seat, 0)
        tell_sides(s, seat, s.call_give, s.call_want, log)
    s.draft_to[seat] = NONE


@kernel
def tell_sides(s: State, seat: int, give: Any, want: Any, log: Any) -> None:
    """Z-R8, Z-G18: what is given is in the hand, and now all know it; what is asked for all remember."""
    for kind in range(KINDS):
        give[seat, kind], want[seat, kind] = s.draft_give[seat, kind], s.draft_want[seat, kind]
        s.draft_give[seat, kind], s.draft_want[seat, kind] = 0, 0
        s.known[seat, kind] = max(s.known[seat, kind], give[seat, kind])
        if give[seat, kind] > 0:
            note(log, Told.GIVES, seat, kind, HAND_AT + seat, NONE, give[seat, kind], EVERYBODY)
    for kind in range(KINDS):
        if want[seat, kind] > 0:
            s.seeks[seat, kind] = 1
            note(log, Told.WANTS, seat, kind, NONE, NONE, want[seat, kind], EVERYBODY)


@kernel
def clear_offer(s: State, seat: int) -> None:
    """The offer stands no more."""
    s.offer_open[seat], s.offer_to[seat] = 0, NONE
    for kind in range(KINDS):
        s.offer_give[seat, kind] = 0
        s.offer_want[seat, kind] = 0


@kernel
def clear_call(s: State, seat: int) -> None:
    """The call stands no more."""
    s.call_open[seat] = 0
    for kind in range(KINDS):
        s.call_give[seat, kind] = 0
        s.call_want[seat, kind] = 0


@kernel
def trade(s: State, seat: int, other: int, log: Any) -> None:
    """Z-R9, Z-E1, Z-G4: both hand over at once what was said, so that no promise can be broken."""
    note(log, Told.ACCEPTED, seat, NONE, NONE, HAND_AT + other, 0, EVERYBODY)
    for kind in range(KINDS):
        hand_over(s, other, seat, kind, s.offer_give[other, kind], log)
    for kind in range(KINDS):
        hand_over(s, seat, other, kind, s.offer_want[other, kind], log)
    clear_offer(s, other)
    for who in range(SETS):
        keep_only_what_holds(s, seat if who == 0 else other, log)


@kernel
def hand_over(s: State, giver: int, taker: int, kind: int, number: int, log: Any) -> None:
    """Cards of a kind change hands; all see which, and remember it (Z-G18)."""
    if number > 0:
        s.known[giver, kind] = max(0, s.known[giver, kind] - number)
        s.known[taker, kind] += number
        s.hand[giver, kind] -= number
        s.hand[taker, kind] += number
        s.hand_size[giver] -= number
        s.hand_size[taker] += number
        note(log, Told.TRADED, giver, kind, HAND_AT + giver, HAND_AT + taker, number, EVERYBODY)


@kernel
def keep_only_what_holds(s: State, seat: int, log: Any) -> None:
    """Z-G19: an offer is void as soon as its owner no longer holds what it gives; so is a call; a draft shrinks."""
    if s.offer_open[seat] and not holds(s, seat, s.offer_give, seat):
        clear_offer(s, seat)
        announce(log, Told.VOIDED, seat, 0)
    if s.call_open[seat] and not holds(s, seat, s.call_give, seat):
        clear_call(s, seat)
        announce(log, Told.CALL_VOIDED, seat, 0)
    for kind in range(KINDS):
        promised = max(s.offer_give[seat, kind], s.call_give[seat, kind])
        s.known[seat, kind] = max(s.known[seat, kind], promised)
        s.draft_give[seat, kind] = min(s.draft_give[seat, kind], s.hand[seat, kind])


@kernel
def place_stone(box: Box, s: State, seat: int, log: Any) -> None:
    """Z-R11: the first on the ring, the others into the goblet; what he offered, and what was offered to him, is void.

    There is no way back (Z-G14).
    """
    s.stone[seat] = stones_placed(box, s) + 1
    announce(log, Told.RING if s.stone[seat] == 1 else Told.STONE, seat, 0)
    clear_draft(s, seat)
    if s.call_open[seat]:
        clear_call(s, seat)
        announce(log, Told.CALL_VOIDED, seat, 0)
    for other in range(box.seats):
        if s.offer_open[other] and (other == seat or s.offer_to[other] == seat):
            clear_offer(s, other)
            announce(log, Told.VOIDED, other, 0)


@kernel
def go_on(box: Box, s: State, log: Any) -> None:
    """Z-R12, Z-G21, Z-E1: trading ends by stones, clock, silence, or after so many cycles; else the next is visited."""
    if stones_placed(box, s) >= box.stones:
        close(s, BY_STONES, Told.CLOSED_BY_STONES, log)
    elif all_quiet(box, s):
        if time_is_up(box, s):
            close(s, BY_CLOCK, Told.CLOSED_BY_CLOCK, log)
        else:
            close(s, BY_SILENCE, Told.CLOSED_BY_SILENCE, log)
    else:
        visit_next(box, s)
        if s.cycle > box.cycles:
            s.cycle = box.cycles
            close(s, BY_LIMIT, Told.CLOSED_BY_LIMIT, log)


@kernel
def all_quiet(box: Box, s: State) -> bool:
    """Z-E1: everybody who still trades has passed twice in a row; once, where all act at any moment."""
    needed = 1 if box.market == LIVE else PASSES
    for seat in range(box.seats):
        if s.stone[seat] == 0 and s.passes[seat] < needed:
            return False
    return True


@kernel
def time_is_up(box: Box, s: State) -> bool:
    """Z-G21: whether the clock has passed for somebody; by turns a second pass is only a second pass."""
    late = 0
    for seat in range(box.seats):
        late += s.passes[seat] == PASSED_BY_CLOCK and s.stone[seat] == 0
    return box.market == LIVE and late > 0


@kernel
def visit_next(box: Box, s: State) -> None:
    """Z-E1: the next who still trades, clockwise; a cycle ends with the dealer. Where all act, words are counted."""
    if box.market == LIVE:
        s.cycle = 1 + s.events // box.seats
        return
    again = True
    while again:
        s.cycle += s.turn == s.dealer
        s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
        again = s.stone[s.turn] > 0


@kernel
def close(s: State, closing: int, code: int, log: Any) -> None:
    """Trading is over for everybody, at once."""
    s.closing, s.turn, s.phase = closing, NONE, CLOSING
    announce(log, code, NONE, 0)


@kernel
def clear_market(box: Box, s: State) -> None:
    """Z-G19: all offers and calls end with the trading; now everybody chooses his sets."""
    for seat in range(box.seats):
        clear_offer(s, seat)
        clear_call(s, seat)
        clear_draft(s, seat)
        s.draft_steps[seat] = 0
        for kind in range(KINDS):
            s.seeks[seat, kind] = 0
    s.phase = PRESENTING
