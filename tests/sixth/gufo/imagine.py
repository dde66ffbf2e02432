"""A possible world from what one seat knows of a Gufo table: what it cannot see is dealt anew."""

from typing import Any

from grimorio.engine.cards import put_in_hand
from grimorio.engine.chance import draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.worlds import begin_world
from gufo.state import CARDS, HAND, SEATS, Box, State

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    s.pile_size = 0
    for i in range(box.deck_size):
        if not is_seen(view, box.deck[i]):
            s.pile[s.pile_size] = box.deck[i]
            s.pile_size += 1
    for other in range(box.seats):
        if other != seat:
            s.hand_size[other] = 0
            for _ in range(view.hand_size[other]):
                put_in_hand(s, other, draw(chance, s.pile, s.pile_size))
                s.pile_size -= 1
    for i in range(s.pile_size, CARDS):
        s.pile[i] = NONE
    fresh_stream(chance, s)


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
