"""A possible world from what one seat knows of a FLAUTZ! table.

Unseen are the cards that lie neither in the own hand nor open nor in the discards, and that nobody was seen to take.
They are dealt out uniformly. One thing more is known: a Straight is shown at once (FZ-R18), so nobody is hiding one.
"""

from typing import Any

from grimorio.engine.chance import draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.rules import sort_hand
from grimorio.games.flautz.spells import is_straight
from grimorio.games.flautz.state import CARDS, DISCARDS, HAND, OVER, ROW, SEATS, Box, State


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    copy_public(view, s)
    again = True
    while again:
        gather_unseen(box, view, seat, s)
        again = False
        for other in range(box.seats):
            if other != seat:
                deal_unseen(view, other, chance, s)
                again = again or (s.phase != OVER and is_straight(s.hand[other]))
    for i in range(s.pile_size, CARDS):
        s.pile[i] = NONE
    s.stacked = 0
    fresh_stream(chance, s)


@kernel
def copy_public(view: Any, s: State) -> None:
    """What everybody sees is as it is."""
    s.phase, s.turn, s.first, s.declarer = view.phase, view.turn, view.first, view.declarer
    s.arena_field, s.challenge = view.arena_field, view.challenge
    s.last_closing, s.ending = view.last_closing, view.ending
    s.pile_size, s.discarded = view.pile_size, view.discarded
    for k in range(ROW):
        s.air[k], s.floor[k] = view.air[k], view.floor[k]
    for i in range(DISCARDS):
        s.discards[i] = view.discards[i]
    for seat in range(SEATS):
        s.apprentice[seat], s.focused[seat] = view.apprentice[seat], view.focused[seat]
        s.crystals[seat], s.points[seat] = view.crystals[seat], view.points[seat]
        s.last_points[seat], s.last_crystals[seat] = view.last_points[seat], view.last_crystals[seat]
        for k in range(HAND):
            s.known[seat, k], s.last_hand[seat, k] = view.known[seat, k], view.last_hand[seat, k]
            s.hand[seat, k] = NONE


@kernel
def gather_unseen(box: Box, view: Any, seat: int, s: State) -> None:
    """Put every card the viewer cannot place on the pile; `pile_size` counts them for the moment."""
    for i in range(CARDS):
        s.pile[i] = box.deck[i]
    s.pile_size = box.deck_size
    for k in range(ROW):
        remove(s, view.air[k])
        remove(s, view.floor[k])
    for i in range(view.discarded):
        remove(s, view.discards[i])
    for other in range(box.seats):
        for k in range(HAND):
            card = view.hand[k] if other == seat else known_card(view, other, k)
            if other == seat:
                s.hand[seat, k] = card
            if card != NONE:
                remove(s, card)


@kernel
def known_card(view: Any, other: int, k: int) -> int:
    """What all know of a hand: the cards it was seen to take, or all five once the last hands lie open (FZ-G20)."""
    return int(view.last_hand[other, k]) if view.phase == OVER else int(view.known[other, k])


@kernel
def remove(s: State, card: int) -> None:
    """Take one card of this kind out of the cards still unseen."""
    i = 0
    while s.pile[i] != card:
        i += 1
    s.pile_size -= 1
    s.pile[i] = s.pile[s.pile_size]


@kernel
def deal_unseen(view: Any, other: int, chance: Any, s: State) -> None:
    """A hand of another seat: what it is known to hold, and unseen cards for the rest."""
    for k in range(HAND):
        card = known_card(view, other, k)
        if card == NONE:
            card = draw(chance, s.pile, s.pile_size)
            s.pile_size -= 1
        s.hand[other, k] = card
    sort_hand(s, other)
