"""A possible world from what one seat knows of a table of Zaubercocktail.

Unseen are the cards that lie neither in the own hand nor open nor in the layers under the deck, and that nobody is
known to hold. They are dealt out uniformly: to the hands of the others, as many as each holds, and the rest is the
deck. What another seat is composing nobody knows; it is imagined to compose nothing. What it has handed in is imagined
step by step: any first set its hand can make, then any second one or none.
"""

from typing import Any

from grimorio.engine.chance import below, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.worlds import begin_world
from grimorio.games.zaubercocktail.rules.presenting import lay
from grimorio.games.zaubercocktail.rules.sets import PAIR
from grimorio.games.zaubercocktail.state import (
    JOKER,
    KINDS,
    LAYERS,
    LIGHTNING,
    NATURALS,
    RECIPE,
    SETS,
    SIZES,
    Box,
    State,
)

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    gather_unseen(box, view, seat, s)
    for other in range(box.seats):
        if other != seat:
            deal_unseen(box, other, chance, s)
    lay_recipes(box, s)
    fresh_stream(chance, s)


@kernel
def gather_unseen(box: Box, view: Any, seat: int, s: State) -> None:
    """Put every card that the viewer cannot place into the deck."""
    for kind in range(KINDS):
        unseen = box.copies[kind] - view.hand[kind] - view.presented[kind] - view.turned[kind]
        for layer in range(LAYERS):
            unseen -= view.under[layer, kind]
        for other in range(box.seats):
            unseen -= view.known[other, kind] if other != seat else 0
        s.deck[kind] = unseen


@kernel
def deal_unseen(box: Box, other: int, chance: Any, s: State) -> None:
    """The hand of another seat: what it is known to hold, and unseen cards for the rest; what it has handed in."""
    unknown = int(s.hand_size[other])
    for kind in range(KINDS):
        s.hand[other, kind] = s.known[other, kind]
        unknown -= s.known[other, kind]
    unseen = 0
    for kind in range(KINDS):
        unseen += s.deck[kind]
    for drawn in range(unknown):
        kind = any_unseen(s, below(chance, unseen - drawn))
        s.deck[kind] -= 1
        s.hand[other, kind] += 1
    if s.handed[other]:
        hand_in_something(box, other, chance, s)


@kernel
def any_unseen(s: State, number: int) -> int:
    """The kind of the card with this number among the unseen ones."""
    kind = 0
    while number >= s.deck[kind]:
        number -= s.deck[kind]
        kind += 1
    return kind


@kernel
def hand_in_something(box: Box, other: int, chance: Any, s: State) -> None:
    """Z-G22: any first set, each equally likely; then any second one, or none."""
    for i in range(SETS):
        ways = set_with_number(box, s, other, NONE)
        chosen = below(chance, ways + i) if ways > 0 else ways
        if chosen < ways:
            found = set_with_number(box, s, other, chosen)
            way = found % SIZES
            lay(s, other, found // SIZES, box.naturals_of[way], box.jokers_of[way])


@kernel
def set_with_number(box: Box, s: State, other: int, number: int) -> int:
    """The set with this number among those that can still be laid out; for no number, how many there are."""
    found = 0
    jokers = s.hand[other, JOKER] - s.laid_jokers[other, 0]
    for kind in range(NATURALS):
        for way in range(SIZES):
            size = box.naturals_of[way] + box.jokers_of[way]
            fits = box.naturals_of[way] <= s.hand[other, kind] and box.jokers_of[way] <= jokers
            if fits and PAIR <= size <= box.largest[kind] and kind != s.laid_kind[other, 0]:
                if found == number:
                    return kind * SIZES + way
                found += 1
    return found


@kernel
def lay_recipes(box: Box, s: State) -> None:
    """The recipes that were not turned yet, the Lightning last."""
    n = 0
    for i in range(box.recipes):
        if s.recipes_done[i] == NONE and s.recipe[0] != RECIPE + i:
            s.recipes[n] = RECIPE + i
            n += 1
    if s.recipe[0] != LIGHTNING:
        s.recipes[n] = LIGHTNING
