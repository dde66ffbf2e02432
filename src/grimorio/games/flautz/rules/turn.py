"""A turn of FLAUTZ!: exchange, declare, focus, refill."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.actions import DECLARE, EXCHANGE, EXCHANGE_DECLARING, FOCUS, REFILL, WAIVE
from grimorio.games.flautz.events import DISCARDS_AT, HAND_AT, PILE_AT, Told
from grimorio.games.flautz.rules.challenge import close, show_straight
from grimorio.games.flautz.rules.places import (
    address,
    end_of_places,
    first_place,
    lay,
    open_card,
    remember,
    reshuffle,
    swap_in_hand,
    take_from_pile,
    turned_up,
)
from grimorio.games.flautz.rules.spells import (
    completing,
    digits_of,
    far_from_flautz,
    is_straight,
    kinds_with,
    makes_flautz,
    tally_of,
)
from grimorio.games.flautz.state import AFTER_REFILL, ARENA, DECLARED, HAND, KINDS, PRISM, TURN, Box, State


@kernel
def legal_turn(box: Box, s: State, seat: int, out: Any) -> int:
    """FZ-R7 to FZ-R9, FZ-R23: exchange in the zone of the field, focus, declare (FZ-A4), waive a last turn (FZ-A12)."""
    first = first_place(box, s)
    gifts = legal_gifts(s, seat, first, out)
    n = gifts * (end_of_places(box, s) - first)
    for i in range(n - gifts):
        out[gifts + i] = out[i] + KINDS
    if s.phase == TURN:
        out[n] = FOCUS
        n += 1
    if s.declarer == NONE:
        return legal_declaring(box, s, seat, n, out)
    if s.phase == TURN:
        out[n] = WAIVE
        n += 1
    return n


@kernel
def legal_gifts(s: State, seat: int, place: int, out: Any) -> int:
    """FZ-R9, FZ-G15: for the card at a place, each different card of the hand may be given."""
    n, last = 0, NONE
    for k in range(HAND):
        card = s.hand[seat, k]
        out[n] = EXCHANGE + place * KINDS + card
        n += card != last
        last = card
    return n


@kernel
def exchange(s: State, seat: int, place: int, give: int, log: Any) -> None:
    """FZ-R7, FZ-R9: the card taken comes to the hand, another goes to its place, face up."""
    take = open_card(s, place)
    swap_in_hand(s, seat, give, take)
    lay(s, place, give)
    remember(s, seat, give, take)
    note(log, Told.TOOK, seat, take, address(place), HAND_AT + seat, 0, EVERYBODY)
    note(log, Told.GAVE, seat, give, HAND_AT + seat, address(place), 0, EVERYBODY)
    s.phase = TURN
    if is_straight(s.hand[seat]):
        show_straight(s, seat, log)


@kernel
def legal_declaring(box: Box, s: State, seat: int, n: int, out: Any) -> int:  # noqa: C901 - it looks once, then lists
    """FZ-R16, FZ-A4: a FLAUTZ! may be declared instead of a turn, or with the exchange that makes it.

    A Straight declares itself (FZ-R18), so there is nothing to choose.
    """
    hand = s.hand[seat]
    tally = tally_of(hand)
    if s.phase == TURN and makes_flautz(tally):
        out[n] = DECLARE
        n += 1
    first, end = first_place(box, s), end_of_places(box, s)
    there = 0
    for place in range(first, end):
        there |= 1 << open_card(s, place)
    if far_from_flautz(tally, there >> PRISM):
        return n
    found, last = 0, NONE
    for k in range(HAND):
        numbers, colours = completing(tally - digits_of(hand[k]))
        if hand[k] != last and colours != 0:
            kinds = kinds_with(numbers, colours)
            if kinds & there != 0:
                for place in range(first, end):
                    found |= (kinds >> open_card(s, place) & 1) << place * HAND + k
        last = hand[k]
    for place in range(first, end):
        gifts = found >> place * HAND & (1 << HAND) - 1
        k = 0
        while gifts >> k != 0:
            if gifts >> k & 1:
                out[n] = EXCHANGE_DECLARING + place * KINDS + hand[k]
                n += 1
            k += 1
    return n


@kernel
def declare(s: State, seat: int, log: Any) -> None:
    """FZ-R16, FZ-R17: the hand is laid open; every other seat has one last turn."""
    s.declarer = seat
    announce(log, Told.DECLARED, seat, 0)
    open_hand(s, seat, log)


@kernel
def open_hand(s: State, seat: int, log: Any) -> None:
    """All see the hand, and what they have seen they know."""
    for k in range(HAND):
        s.known[seat, k] = s.hand[seat, k]
        note(log, Told.SHOWED, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)


@kernel
def focus(s: State, seat: int, log: Any) -> None:
    """FZ-R23: the apprentice is turned to the focus side and the turn ends."""
    s.focused[seat] = 1
    announce(log, Told.FOCUSED, seat, 0)


@kernel
def legal_refill(box: Box, s: State, out: Any) -> int:
    """FZ-R24, FZ-A10, FZ-G14: who begins focused must refill in the field's zone, or waive a last turn (FZ-A12)."""
    n = 0
    for place in range(first_place(box, s), end_of_places(box, s)):
        out[n] = REFILL + place
        n += 1
    if s.declarer != NONE:
        out[n] = WAIVE
        n += 1
    return n


@kernel
def refill(s: State, seat: int, place: int, log: Any) -> None:
    """FZ-R24, FZ-G13: the card is discarded, the top of the pile turned up in its place, the apprentice turned back."""
    old = open_card(s, place)
    s.discards[s.discarded] = old
    s.discarded += 1
    note(log, Told.DISCARDED, seat, old, address(place), DISCARDS_AT, 0, EVERYBODY)
    if s.pile_size == 0:
        reshuffle(s, log)
    lay(s, place, take_from_pile(s))
    turned_up(s, open_card(s, place))
    note(log, Told.TURNED_UP, seat, open_card(s, place), PILE_AT, address(place), 0, EVERYBODY)
    s.focused[seat] = 0
    announce(log, Told.UNFOCUSED, seat, 0)
    s.phase = AFTER_REFILL


@kernel
def end_turn(box: Box, s: State, log: Any) -> None:
    """FZ-R7, FZ-R10, FZ-R11, FZ-R17: the next seat; the crystal moves when the first player's turn comes."""
    s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    if s.turn == s.first:
        s.arena_field += 1
        if s.arena_field == box.rounds:
            close(s, ARENA)
            return
    if s.turn == s.declarer:
        close(s, DECLARED)
    elif s.turn == s.first:
        announce(log, Told.ROUND_BEGAN, s.first, s.arena_field + 1)
