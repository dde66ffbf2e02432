"""How a table of Zaubercocktail is set up (Z-R1 to Z-R3)."""

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.state import (
    DEALING,
    KINDS,
    LAYERS,
    LIGHTNING,
    RECIPE,
    RECIPES,
    SEATS,
    SETS,
    STACK,
    Box,
    State,
)


@kernel
def start(box: Box, s: State) -> None:
    """Z-R1 to Z-R3: markers on the start, recipes and ingredients face down, the dealer named or drawn (Z-G23)."""
    clear_table(s)
    for seat in range(SEATS):
        clear_seat(s, seat)
    for kind in range(KINDS):
        s.deck[kind] = box.copies[kind]
    s.deck_size = box.deck_size
    for i in range(RECIPES + 1):
        s.recipes[i] = RECIPE + i if i < box.recipes else NONE
        s.recipes_done[i] = NONE
    s.recipes[box.recipes] = LIGHTNING
    s.recipes_left = box.recipes + 1
    s.dealer = box.dealer if box.dealer != NONE else below(s, box.seats)
    s.phase = DEALING


@kernel
def clear_table(s: State) -> None:
    """Nothing has happened yet, and nothing lies open."""
    s.turn, s.closing, s.ending, s.last_ring, s.last_recipe = NONE, NONE, NONE, NONE, NONE
    s.round = 0
    s.recipe[0] = NONE
    s.recipes_stacked, s.top_size, s.under_size, s.layers = 0, 0, 0, 0
    for i in range(STACK):
        s.top[i] = NONE
    for kind in range(KINDS):
        s.presented[kind], s.turned[kind] = 0, 0
        for layer in range(LAYERS):
            s.under[layer, kind] = 0


@kernel
def clear_seat(s: State, seat: int) -> None:
    """Z-R1: an empty hand, the marker on the start space."""
    s.marker[seat], s.hand_size[seat] = 0, 0
    s.handed[seat], s.draft_steps[seat], s.draft_to[seat] = 0, 0, NONE
    s.offer_open[seat], s.offer_to[seat], s.call_open[seat] = 0, NONE, 0
    s.last_total[seat], s.last_cards[seat], s.last_rank[seat], s.last_steps[seat] = 0, 0, 0, 0
    s.last_turned[seat] = NONE
    for kind in range(KINDS):
        s.hand[seat, kind], s.known[seat, kind], s.seeks[seat, kind] = 0, 0, 0
        s.offer_give[seat, kind], s.offer_want[seat, kind] = 0, 0
        s.call_give[seat, kind], s.call_want[seat, kind] = 0, 0
        s.draft_give[seat, kind], s.draft_want[seat, kind] = 0, 0
    for i in range(SETS):
        s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i] = NONE, 0, 0
        s.last_kind[seat, i], s.last_naturals[seat, i], s.last_jokers[seat, i] = NONE, 0, 0
