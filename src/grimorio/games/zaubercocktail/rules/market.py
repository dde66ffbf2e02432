"""The market of Zaubercocktail: what may be done, and composing, which nobody sees (Z-R7 to Z-R9, Z-E1)."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import (
    ACCEPT,
    ADDRESS,
    CLEAR,
    COUNTER,
    GIVE,
    PASS,
    POST,
    STONE,
    TO_ALL,
    WANT,
    WITHDRAW,
    WITHDRAW_CALL,
)
from grimorio.games.zaubercocktail.rules.steps import put, size_of, trading
from grimorio.games.zaubercocktail.state import KINDS, STEPS, Box, State


@kernel
def legal_market(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R7, Z-R8: compose, post, answer, withdraw, pass, or place the stone."""
    others = trading(box, s) & ~(1 << seat)
    given, wanted, to = size_of(s.draft_give, seat), size_of(s.draft_want, seat), s.draft_to[seat]
    n = 0
    if s.draft_steps[seat] < STEPS:
        n = legal_cards(box, s, seat, out)
        n = legal_address(box, others, to, given + wanted, out, n)
    if may_post(others, given, wanted, to):
        n = put(out, n, POST)
    return legal_answers(box, s, seat, others, out, n)


@kernel
def legal_cards(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R8, Z-G19: give what is in the hand; ask for whatever there is in the box, whoever has it."""
    n = 0
    for kind in range(KINDS):
        out[n] = GIVE + kind
        n += s.hand[seat, kind] > s.draft_give[seat, kind]
    for kind in range(KINDS):
        out[n] = WANT + kind
        n += s.draft_want[seat, kind] < box.copies[kind]
    return n


@kernel
def legal_address(box: Box, others: int, to: int, composed: int, out: Any, n: int) -> int:
    """Z-E1: to one player who still trades, or to all; or begin again."""
    for other in range(box.seats):
        if others >> other & 1 and other != to:
            n = put(out, n, ADDRESS + other)
    if to != NONE:
        n = put(out, n, TO_ALL)
    if to != NONE or composed > 0:
        n = put(out, n, CLEAR)
    return n


@kernel
def may_post(others: int, given: int, wanted: int, to: int) -> bool:
    """Z-G5, Z-G17, Z-G19: both sides make an offer, one side makes a call, which is for all; the addressee trades."""
    if to == NONE:
        return given + wanted > 0
    return given > 0 and wanted > 0 and others >> to & 1 > 0


@kernel
def legal_answers(box: Box, s: State, seat: int, others: int, out: Any, n: int) -> int:
    """Z-R9, Z-R11: counter, accept, withdraw, pass, stone."""
    for other in range(box.seats):
        if others >> other & 1 and may_counter(s, seat, other):
            n = put(out, n, COUNTER + other)
    for other in range(box.seats):
        if others >> other & 1 and may_accept(s, seat, other):
            n = put(out, n, ACCEPT + other)
    if s.offer_open[seat]:
        n = put(out, n, WITHDRAW)
    if s.call_open[seat]:
        n = put(out, n, WITHDRAW_CALL)
    n = put(out, n, PASS)
    return put(out, n, STONE)


@kernel
def may_counter(s: State, seat: int, other: int) -> bool:
    """There is an offer or a call to answer, and time to compose."""
    return bool((s.offer_open[other] or s.call_open[other]) and s.draft_steps[seat] < STEPS)


@kernel
def may_accept(s: State, seat: int, other: int) -> bool:
    """Z-R9, Z-E1: the offer stands, is for this seat too, and he holds what it asks for; its owner holds the rest."""
    if not s.offer_open[other] or (s.offer_to[other] != NONE and s.offer_to[other] != seat):
        return False
    return holds(s, seat, s.offer_want, other)


@kernel
def holds(s: State, seat: int, cards: Any, row: int) -> bool:
    """Whether a hand has all these cards."""
    missing = 0
    for kind in range(KINDS):
        missing += cards[row, kind] > s.hand[seat, kind]
    return missing == 0


@kernel
def is_composing(form: int) -> bool:
    """Z-E1: whether an action of the market only prepares an offer."""
    return form < POST or form == COUNTER


@kernel
def compose(s: State, seat: int, form: int, which: int) -> None:
    """Z-E1: a small step towards an offer; it is no event, and only its composer knows of it."""
    s.draft_steps[seat] += 1
    if form == GIVE:
        s.draft_give[seat, which] += 1
    elif form == WANT:
        s.draft_want[seat, which] += 1
    elif form == ADDRESS:
        s.draft_to[seat] = which
    elif form == TO_ALL:
        s.draft_to[seat] = NONE
    else:
        clear_draft(s, seat)
        if form == COUNTER:
            mirror(s, seat, which)


@kernel
def clear_draft(s: State, seat: int) -> None:
    """Begin again."""
    s.draft_to[seat] = NONE
    for kind in range(KINDS):
        s.draft_give[seat, kind] = 0
        s.draft_want[seat, kind] = 0


@kernel
def mirror(s: State, seat: int, other: int) -> None:
    """Answer an offer, or else a call: ask for what it gives, give of what it asks for as much as one has."""
    s.draft_to[seat] = other
    for kind in range(KINDS):
        give = s.offer_want[other, kind] if s.offer_open[other] else s.call_want[other, kind]
        want = s.offer_give[other, kind] if s.offer_open[other] else s.call_give[other, kind]
        s.draft_give[seat, kind] = min(give, s.hand[seat, kind])
        s.draft_want[seat, kind] = want
