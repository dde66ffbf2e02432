"""A possible world from what one seat knows of a FLAUTZ! table.

Unseen are the cards that lie neither in the own hand nor open nor in the discards, and that nobody was seen to take.
They are dealt out uniformly. Two things more are known: discards that became the pile are there, until they are turned
up (FZ-G5); and a Straight is shown at once (FZ-R18), so nobody is hiding one. Worlds with a hidden Straight are dealt
again, `TRIES` times at most; after that one of its cards changes places with another, until there is none.
"""

from typing import Any

from grimorio.engine.cards import take_from_bag
from grimorio.engine.chance import below, draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.worlds import begin_world
from grimorio.games.flautz.rules.places import sort_hand
from grimorio.games.flautz.rules.spells import is_straight
from grimorio.games.flautz.state import CARDS, DISCARDS, HAND, OVER, ROW, Box, State

TRIES = 100
"""Worlds that are dealt before the Straights of the last one are broken up."""
SWAPS = 400

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    for _ in range(TRIES):
        gather_unseen(box, view, seat, s)
        for other in range(box.seats):
            if other != seat:
                deal_unseen(view, other, chance, s)
        if s.phase == OVER or straights(box, seat, s) == 0:
            break
    break_straights(box, view, seat, chance, s)
    for i in range(DISCARDS):
        if view.pile_known[i] != NONE:
            s.pile[s.pile_size] = view.pile_known[i]
            s.pile_size += 1
    for i in range(s.pile_size, CARDS):
        s.pile[i] = NONE
    fresh_stream(chance, s)


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
    for i in range(DISCARDS):
        if view.pile_known[i] != NONE:
            remove(s, view.pile_known[i])
    for other in range(box.seats):
        for k in range(HAND):
            card = view.hand[k] if other == seat else known_card(view, other, k)
            if card != NONE:
                remove(s, card)


@kernel
def known_card(view: Any, other: int, k: int) -> int:
    """What all know of a hand: the cards it was seen to take, or all five once the last hands lie open (FZ-G20)."""
    return int(view.last_hand[other, k]) if view.phase == OVER else int(view.known[other, k])


@kernel
def remove(s: State, card: int) -> None:
    """Take one card of this kind out of the cards still unseen."""
    take_from_bag(s.pile, s.pile_size, card)
    s.pile_size -= 1


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


# ---------------------------------------------------------------- nobody hides a Straight


@kernel
def straights(box: Box, seat: int, s: State) -> int:
    """How many others would hold a Straight."""
    found = 0
    for other in range(box.seats):
        found += other != seat and is_straight(s.hand[other])
    return found


@kernel
def break_straights(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Swap unseen cards of a Straight for others of the pile or of another hand, until nobody holds one."""
    for _ in range(SWAPS if s.phase != OVER else 0):
        now = straights(box, seat, s)
        if now == 0:
            return
        other, third = below(chance, box.seats), below(chance, box.seats)
        if other != seat and is_straight(s.hand[other]):
            k = below(chance, HAND)
            if not is_known(view, other, s.hand[other, k]):
                swap_unseen(view, seat, other, k, third, chance, s)


@kernel
def is_known(view: Any, other: int, card: int) -> bool:
    """Do all know the seat to hold such a card? A Straight has each only once."""
    for k in range(HAND):
        if view.known[other, k] == card:
            return True
    return False


@kernel
def swap_unseen(view: Any, seat: int, other: int, k: int, third: int, chance: Any, s: State) -> None:
    """A card of a hand for one of another hand, or of the pile."""
    card = s.hand[other, k]
    if third != seat and third != other:
        j = below(chance, HAND)
        theirs = s.hand[third, j]
        if not is_known(view, third, theirs):
            s.hand[other, k], s.hand[third, j] = theirs, card
            sort_hand(s, other)
            sort_hand(s, third)
    elif s.pile_size > 0:
        i = below(chance, s.pile_size)
        s.hand[other, k], s.pile[i] = s.pile[i], card
        sort_hand(s, other)
