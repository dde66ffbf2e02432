"""A possible world from what one seat knows of a Gufo table: what it cannot see is dealt anew."""

from typing import Any

from grimorio.engine.cards import put_in_hand
from grimorio.engine.chance import draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from gufo.state import CARDS, HAND, SEATS, Box, State


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    copy_public(view, s)
    s.pile_size = 0
    for i in range(box.deck_size):
        if not is_seen(view, box.deck[i]):
            s.pile[s.pile_size] = box.deck[i]
            s.pile_size += 1
    for other in range(box.seats):
        for k in range(view.hand_size[other]):
            if other == seat:
                put_in_hand(s, seat, view.hand[k])
            else:
                put_in_hand(s, other, draw(chance, s.pile, s.pile_size))
                s.pile_size -= 1
    for i in range(s.pile_size, CARDS):
        s.pile[i] = NONE
    fresh_stream(chance, s)


@kernel
def copy_public(view: Any, s: State) -> None:
    """What everybody sees is as it is; hands are empty for the moment."""
    s.phase, s.turn, s.rounds, s.ending, s.away_size = view.phase, view.turn, view.rounds, view.ending, view.away_size
    for i in range(CARDS):
        s.away[i], s.pile[i] = view.away[i], NONE
    for seat in range(SEATS):
        s.laid[seat, 0], s.feathers[seat], s.hand_size[seat] = view.laid[seat, 0], view.feathers[seat], 0
        for k in range(HAND):
            s.hand[seat, k] = NONE


@kernel
def is_seen(view: Any, card: int) -> bool:
    """Can the viewer place the card? There is one of each."""
    for i in range(CARDS):
        if view.away[i] == card:
            return True
    for k in range(HAND):
        if view.hand[k] == card:
            return True
    for seat in range(SEATS):
        if view.laid[seat, 0] == card:
            return True
    return False
