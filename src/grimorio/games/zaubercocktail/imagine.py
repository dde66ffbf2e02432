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
from grimorio.games.zaubercocktail.rules.presenting import lay
from grimorio.games.zaubercocktail.rules.sets import PAIR
from grimorio.games.zaubercocktail.state import (
    JOKER,
    KINDS,
    LAYERS,
    LIGHTNING,
    NATURALS,
    RECIPE,
    RECIPES,
    SEATS,
    SETS,
    SIZES,
    STACK,
    Box,
    State,
)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    copy_table(view, s)
    for other in range(SEATS):
        copy_seat(view, other, s)
    gather_unseen(box, view, seat, s)
    for other in range(box.seats):
        if other != seat:
            deal_unseen(box, other, chance, s)
    copy_own(view, seat, s)
    lay_recipes(box, s)
    for i in range(STACK):
        s.top[i] = NONE
    s.top_size, s.recipes_stacked = 0, 0
    fresh_stream(chance, s)


@kernel
def copy_table(view: Any, s: State) -> None:
    """What lies open to everybody is as it is."""
    s.phase, s.turn, s.dealer, s.round, s.cycle = view.phase, view.turn, view.dealer, view.round, view.cycle
    s.events, s.closing, s.recipes_left, s.ending = view.events, view.closing, view.recipes_left, view.ending
    s.deck_size, s.under_size, s.layers, s.last_ring = view.deck_size, view.under_size, view.layers, view.last_ring
    s.recipe[0], s.last_recipe = view.recipe[0], view.last_recipe
    for i in range(RECIPES + 1):
        s.recipes_done[i] = view.recipes_done[i]
    for kind in range(KINDS):
        s.presented[kind], s.turned[kind] = view.presented[kind], view.turned[kind]
        for layer in range(LAYERS):
            s.under[layer, kind] = view.under[layer, kind]


@kernel
def copy_seat(view: Any, seat: int, s: State) -> None:
    """What everybody sees of a seat; what is hidden of it is empty for now."""
    s.passes[seat], s.stone[seat], s.marker[seat] = view.passes[seat], view.stone[seat], view.marker[seat]
    s.hand_size[seat], s.handed[seat] = view.hand_size[seat], view.handed[seat]
    s.offer_open[seat], s.offer_to[seat], s.call_open[seat] = (
        view.offer_open[seat],
        view.offer_to[seat],
        view.call_open[seat],
    )
    s.last_total[seat], s.last_cards[seat], s.last_turned[seat] = (
        view.last_total[seat],
        view.last_cards[seat],
        view.last_turned[seat],
    )
    s.last_rank[seat], s.last_steps[seat] = view.last_rank[seat], view.last_steps[seat]
    s.draft_to[seat], s.draft_steps[seat] = NONE, 0
    for kind in range(KINDS):
        s.known[seat, kind], s.seeks[seat, kind] = view.known[seat, kind], view.seeks[seat, kind]
        s.offer_give[seat, kind], s.offer_want[seat, kind] = view.offer_give[seat, kind], view.offer_want[seat, kind]
        s.call_give[seat, kind], s.call_want[seat, kind] = view.call_give[seat, kind], view.call_want[seat, kind]
        s.hand[seat, kind], s.draft_give[seat, kind], s.draft_want[seat, kind] = 0, 0, 0
    for i in range(SETS):
        s.last_kind[seat, i], s.last_naturals[seat, i] = view.last_kind[seat, i], view.last_naturals[seat, i]
        s.last_jokers[seat, i] = view.last_jokers[seat, i]
        s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i] = NONE, 0, 0


@kernel
def copy_own(view: Any, seat: int, s: State) -> None:
    """What the viewer alone knows: his hand, the offer he composes, the sets he has laid out."""
    s.draft_to[seat], s.draft_steps[seat] = view.draft_to, view.draft_steps
    for kind in range(KINDS):
        s.hand[seat, kind] = view.hand[kind]
        s.draft_give[seat, kind], s.draft_want[seat, kind] = view.draft_give[kind], view.draft_want[kind]
    for i in range(SETS):
        s.laid_kind[seat, i], s.laid_naturals[seat, i] = view.laid_kind[i], view.laid_naturals[i]
        s.laid_jokers[seat, i] = view.laid_jokers[i]


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
    for i in range(RECIPES + 1):
        s.recipes[i] = NONE
    for i in range(box.recipes):
        if s.recipes_done[i] == NONE and s.recipe[0] != RECIPE + i:
            s.recipes[n] = RECIPE + i
            n += 1
    if s.recipe[0] != LIGHTNING:
        s.recipes[n] = LIGHTNING
