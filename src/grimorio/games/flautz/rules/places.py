"""Cards and places of FLAUTZ!: the pile, sorted hands, the arena, and what all know of a hand."""

from typing import Any

from grimorio.engine.cards import take_top
from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.events import AIR_AT, Told
from grimorio.games.flautz.state import AIR, DISCARDS, FLOOR, HAND, KINDS, PLACES, ROW, Box, State


@kernel
def take_from_pile(s: State) -> int:
    """The top card of the face-down pile."""
    card = take_top(s, s.pile, s.pile_size, s.stacked)
    s.stacked -= s.stacked > 0
    s.pile_size -= 1
    return card


@kernel
def sort_hand(s: State, seat: int) -> None:
    """Put five cards in order, by the nine comparisons that always suffice."""
    in_order(s, seat, 0, 3)
    in_order(s, seat, 1, 4)
    in_order(s, seat, 0, 2)
    in_order(s, seat, 1, 3)
    in_order(s, seat, 0, 1)
    in_order(s, seat, 2, 4)
    in_order(s, seat, 1, 2)
    in_order(s, seat, 3, 4)
    in_order(s, seat, 2, 3)


@kernel
def in_order(s: State, seat: int, i: int, j: int) -> None:
    """The lower of two cards first."""
    one, other = s.hand[seat, i], s.hand[seat, j]
    s.hand[seat, i] = min(one, other)
    s.hand[seat, j] = max(one, other)


@kernel
def swap_in_hand(s: State, seat: int, give: int, take: int) -> None:
    """Put one card for another into a hand; at each place lies the middle one of it and the cards around it."""
    before = NONE
    for k in range(HAND):
        after = s.hand[seat, k]
        if after >= give:
            after = s.hand[seat, k + 1] if k + 1 < HAND else KINDS
        s.hand[seat, k] = max(before, min(take, after))
        before = after


@kernel
def remember(s: State, seat: int, gave: int, took: int) -> None:
    """FZ-G12: all saw which open card the seat took; it has it until it gives one like it."""
    slot = HAND
    for k in range(HAND - 1, -1, -1):
        if s.known[seat, k] == NONE:
            slot = k
    for k in range(HAND):
        if s.known[seat, k] == gave:
            slot = k
    s.known[seat, slot] = took


@kernel
def open_card(s: State, place: int) -> int:
    """The card at a place in the air or on the floor."""
    return int(s.air[place]) if place < ROW else int(s.floor[place - ROW])


@kernel
def lay(s: State, place: int, card: int) -> None:
    """Lay a card open in the air or on the floor."""
    if place < ROW:
        s.air[place] = card
    else:
        s.floor[place - ROW] = card


@kernel
def address(place: int) -> int:
    """The address of an open place, for events: the floor comes right after the air."""
    return AIR_AT + place


@kernel
def first_place(box: Box, s: State) -> int:
    """FZ-R8: where the places begin that the current field allows."""
    return 0 if box.strip[s.arena_field] & AIR else ROW


@kernel
def end_of_places(box: Box, s: State) -> int:
    """FZ-R8: where the places end that the current field allows."""
    return PLACES if box.strip[s.arena_field] & FLOOR else ROW


@kernel
def turned_up(s: State, card: int) -> None:
    """What all knew to be in the pile is there no more."""
    k = 0
    while k < DISCARDS and s.pile_known[k] != card and s.pile_known[k] != NONE:
        k += 1
    if k < DISCARDS and s.pile_known[k] == card:
        for i in range(k, DISCARDS):
            s.pile_known[i] = s.pile_known[i + 1] if i + 1 < DISCARDS else NONE


@kernel
def reshuffle(s: State, log: Any) -> None:
    """FZ-G5: with the pile empty the discards become the pile."""
    for i in range(s.discarded):
        s.pile[i], s.pile_known[i] = s.discards[i], s.discards[i]
        s.discards[i] = NONE
    s.pile_size = s.discarded
    s.discarded = 0
    announce(log, Told.RESHUFFLED, NONE, s.pile_size)
