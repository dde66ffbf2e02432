"""A new round: cards go back and are dealt, a recipe is turned, or the Lightning strikes (Z-R4 to Z-R7)."""

from typing import Any

from grimorio.engine.chance import below, next_deal
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.events import DECK_AT, HAND_AT, RECIPE_AT, RECIPES_AT, Told
from grimorio.games.zaubercocktail.state import (
    BY_LIGHTNING,
    KINDS,
    LAYERS,
    LIGHTNING,
    MARKET,
    OVER,
    RECIPE,
    SEATS,
    VISITS,
    Box,
    State,
)


@kernel
def next_round(box: Box, s: State, log: Any) -> None:
    """Z-R23, Z-R4 to Z-R7: cards and stones go back, cards are dealt, the next recipe is turned, trading begins."""
    put_away(s, log)
    for seat in range(SEATS):
        s.stone[seat], s.passes[seat] = 0, 0
    next_deal(s)
    deal_cards(box, s, box.first_deal if s.round == 0 else box.later_deal, log)
    next_deal(s)
    turn_recipe(box, s, log)
    if s.recipe[0] == LIGHTNING:
        finish(box, s, BY_LIGHTNING, log)
        return
    s.round += 1
    s.cycle, s.events = 1, 0
    s.phase = MARKET
    if box.market == VISITS:
        s.turn = (s.dealer + 1) % box.seats


@kernel
def put_away(s: State, log: Any) -> None:
    """Z-R23, Z-A9: what was presented and turned is shuffled and put under the deck."""
    moved = 0
    for kind in range(KINDS):
        s.presented[kind] += s.turned[kind]
        s.turned[kind] = 0
        moved += s.presented[kind]
    if moved > 0:
        put_presented_under(s, moved)
        announce(log, Told.PUT_UNDER, NONE, moved)


@kernel
def put_presented_under(s: State, moved: int) -> None:
    """Z-R23: a new layer under the deck; which cards are in it all have seen, their order nobody knows."""
    layer = min(s.layers, LAYERS - 1)
    for kind in range(KINDS):
        s.under[layer, kind] += s.presented[kind]
        s.presented[kind] = 0
    s.layers = layer + 1
    s.under_size += moved
    s.deck_size += moved


@kernel
def deal_cards(box: Box, s: State, number: int, log: Any) -> None:
    """Z-R3, Z-R4, Z-G11: from the dealer's left one card each in turn, as long as the deck goes round."""
    circles = min(number, s.deck_size // box.seats)
    if circles < number:
        announce(log, Told.DECK_SHORT, NONE, circles)
    seat = s.dealer
    for _ in range(circles * box.seats):
        seat = seat + 1 if seat + 1 < box.seats else 0
        kind = take_from_deck(s)
        s.hand[seat, kind] += 1
        s.draft_give[seat, kind] += 1
    for seat in range(box.seats):
        s.hand_size[seat] += circles
        tell_deal(s, seat, log)


@kernel
def tell_deal(s: State, seat: int, log: Any) -> None:
    """Tell a seat its new cards in order, not as they were drawn; they were noted where no offer is composed yet."""
    for kind in range(KINDS):
        for _ in range(s.draft_give[seat, kind]):
            note(log, Told.DEALT, seat, kind, DECK_AT, HAND_AT + seat, 0, 1 << seat)
        s.draft_give[seat, kind] = 0


@kernel
def take_from_deck(s: State) -> int:
    """The top card: any card of the deck, each equally likely; the layers below only when all above them is gone."""
    s.deck_size -= 1
    if s.top_size > 0:
        s.top_size -= 1
        kind = int(s.top[s.top_size])
        s.top[s.top_size] = NONE
        return kind
    if s.deck_size + 1 == s.under_size:
        raise_layer(s)
    rest = below(s, s.deck_size + 1 - s.under_size)
    kind = 0
    while rest >= s.deck[kind]:
        rest -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    return kind


@kernel
def raise_layer(s: State) -> None:
    """The deck is used up down to the uppermost layer, which now is the deck."""
    for kind in range(KINDS):
        s.deck[kind] = s.under[0, kind]
        s.under_size -= s.under[0, kind]
    for layer in range(LAYERS):
        for kind in range(KINDS):
            s.under[layer, kind] = s.under[layer + 1, kind] if layer + 1 < LAYERS else 0
    s.layers -= 1


@kernel
def turn_recipe(box: Box, s: State, log: Any) -> None:
    """Z-R2, Z-R5, Z-R6: any of the recipes; the Lightning is shuffled with the lowest ones only."""
    if s.recipe[0] != NONE:
        s.recipes_done[s.recipe[0] - RECIPE] = s.recipe[0]
    left = s.recipes_left
    place = left - 1
    if s.recipes_stacked > 0:
        s.recipes_stacked -= 1
    elif left > box.low + 1:
        place = below(s, left - 1)
    else:
        place = below(s, left)
    kind = s.recipes[place]
    keep_lightning_last(s, place, left)
    s.recipes_left = left - 1
    s.recipe[0] = kind
    code = Told.LIGHTNING if kind == LIGHTNING else Told.RECIPE
    note(log, code, NONE, kind, RECIPES_AT, RECIPE_AT, 0, EVERYBODY)


@kernel
def keep_lightning_last(s: State, place: int, left: int) -> None:
    """Close the gap at a place so that the Lightning, which stands last, stays last."""
    for i in range(place, left - 1):
        s.recipes[i] = s.recipes[i + 1]
    s.recipes[left - 1] = NONE


@kernel
def finish(box: Box, s: State, ending: int, log: Any) -> None:
    """Z-R6, Z-R24, Z-R25: the game is over; whoever is furthest has won, also several together (Z-G10)."""
    s.phase, s.ending = OVER, ending
    furthest = 0
    for seat in range(box.seats):
        furthest = max(furthest, s.marker[seat])
    for seat in range(box.seats):
        if s.marker[seat] == furthest:
            announce(log, Told.WON, seat, furthest)
