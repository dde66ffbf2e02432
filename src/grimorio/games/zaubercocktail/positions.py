"""Positions of Zaubercocktail that somebody wrote down: made to hang together, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, refuse
from grimorio.games.zaubercocktail import state
from grimorio.games.zaubercocktail.rules.speaking import PASSES


def belongs(field: str, row: int, kind: int) -> bool:
    """Which cards may lie where: recipes in their pile, ingredients elsewhere; nothing by itself on top of the deck."""
    if field == "top":
        return False
    return (kind >= state.RECIPE) == field.startswith("recipe")


def arrange(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: everything counted, what was given on top."""
    for seat in range(state.SEATS):
        s.hand_size[seat] = int(s.cells["hand"][seat].sum())
    s.top_size = len(given.get("top", ()))
    layers = [int(row.sum()) for row in s.cells["under"]]
    s.layers, s.under_size = sum(size > 0 for size in layers), sum(layers)
    s.deck_size = int(s.deck.sum()) + s.top_size + s.under_size
    arrange_recipes(s, given)
    arrange_offers(s)
    if s.phase == state.MARKET and table.market == state.VISITS and "phase" in given and "turn" not in given:
        s.turn = (s.dealer + 1) % table.seats
    if s.phase == state.PRESENTING:
        s.turn = NONE
    check(table, s)


def arrange_recipes(s: Any, given: Mapping[str, Any]) -> None:
    """The Lightning last, what was given on top of the pile; earlier recipes each at its place."""
    on_top = len(given.get("recipes", ()))
    pile = lying(s.recipes)
    below = sorted(pile[: len(pile) - on_top])
    pile = below + pile[len(pile) - on_top :]
    s.recipes[:] = pile + [NONE] * (len(s.recipes) - len(pile))
    s.recipes_left, s.recipes_stacked = len(pile), on_top
    done = lying(s.recipes_done)
    if any(kind < state.RECIPE for kind in done):
        refuse("recipes_done", "must be recipes")
    s.recipes_done[:] = [kind if kind in done else NONE for kind in range(state.RECIPE, state.ALL_KINDS)]


def arrange_offers(s: Any) -> None:
    """What stands is open; what is offered is known, and so is what a seat asked for."""
    for seat in range(state.SEATS):
        rows = {name: s.cells[name][seat] for name in ("offer_give", "offer_want", "call_give", "call_want")}
        s.offer_open[seat] = int(rows["offer_give"].any() and rows["offer_want"].any())
        s.call_open[seat] = int(rows["call_give"].any() or rows["call_want"].any())
        for kind in range(state.KINDS):
            promised = max(int(rows["offer_give"][kind]), int(rows["call_give"][kind]))
            s.known[seat, kind] = max(s.known[seat, kind], promised)
            asked = int(rows["offer_want"][kind]) + int(rows["call_want"][kind])
            s.seeks[seat, kind] = max(s.seeks[seat, kind], min(1, asked))


def check(box: Any, s: Any) -> None:
    """Refuse a position that no table can hold: the field, and the reason."""
    if s.phase not in {state.MARKET, state.PRESENTING}:
        refuse("phase", "nobody decides anything then")
    if not 0 <= s.dealer < box.seats:
        refuse("dealer", "somebody deals")
    visits = s.phase == state.MARKET and box.market == state.VISITS
    if visits != (s.turn != NONE) or (visits and s.stone[s.turn]):
        refuse("turn", "the market visits somebody who still trades, and only where it visits")
    if not state.RECIPE <= s.recipe[0] < state.LIGHTNING:
        refuse("recipe", "a recipe lies open")
    if any(NONE < kind < state.RECIPE for kind in s.recipes.tolist()):
        refuse("recipes", "must be recipes")
    if state.LIGHTNING not in s.recipes.tolist():
        refuse("recipes", "the Lightning lies among them, face down")
    if s.ending != NONE:
        refuse("ending", "the game goes on")
    if not 1 <= s.round <= box.recipes or not 1 <= s.cycle <= box.cycles:
        refuse("round", "rounds and cycles are counted from 1, as far as the table goes")
    check_seats(box, s)


def check_seats(box: Any, s: Any) -> None:
    """Refuse stones, markers, offers and drafts that cannot be."""
    placed = sorted(stone for stone in s.stone.tolist()[: box.seats] if stone)
    if placed != list(range(1, len(placed) + 1)) or (s.phase == state.MARKET and len(placed) >= box.stones):
        refuse("stone", f"stones are placed one after the other, and {box.stones} end the trading")
    for seat in range(box.seats):
        if not 0 <= s.marker[seat] < box.track:
            refuse("marker", f"must stand before the final space, {box.track}")
        if not 0 <= s.passes[seat] <= PASSES:
            refuse("passes", f"must be at most {PASSES}")
        held = s.cells["hand"][seat]
        for name in ("known", "draft_give"):
            if (s.cells[name][seat] > held).any():
                refuse(name, "must be cards of the hand")
        if s.phase == state.PRESENTING and (s.cells["draft_give"][seat].any() or s.cells["draft_want"][seat].any()):
            refuse("draft_give", "offers are composed while trading goes on")
        if s.cells["laid_kind"][seat].max() != NONE or s.handed[seat]:
            refuse("handed", "sets are laid out by playing, not by giving")
        if s.offer_to[seat] == seat or s.draft_to[seat] == seat or not 0 <= s.draft_steps[seat] <= state.STEPS:
            refuse("offer_to", "nobody trades with himself, or composes for ever")
