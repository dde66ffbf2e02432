"""Zaubercocktail: trade ingredients, all at the same time, until the best cocktail is in your hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from grimorio.engine.game import Game
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail import actions, box, insight, rules, state
from grimorio.games.zaubercocktail.imagine import imagine
from grimorio.games.zaubercocktail.story import tell


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
    pile = [kind for kind in s.recipes.tolist() if kind != NONE]
    below = sorted(pile[: len(pile) - on_top])
    pile = below + pile[len(pile) - on_top :]
    s.recipes[:] = pile + [NONE] * (len(s.recipes) - len(pile))
    s.recipes_left, s.recipes_stacked = len(pile), on_top
    done = [kind for kind in s.recipes_done.tolist() if kind != NONE]
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
        if not 0 <= s.passes[seat] <= rules.PASSES:
            refuse("passes", f"must be at most {rules.PASSES}")
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


def refuse(what: str, reason: str) -> NoReturn:
    """Say what is wrong with a position that somebody wrote down."""
    msg = f"{what}: {reason}"
    raise ValueError(msg)


GAME = Game(
    name="zaubercocktail",
    title="Zaubercocktail",
    authors="Arnd Beenen",
    publisher="Kosmos, 2001",
    version=1,
    seats=(4, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.action_of,
    number_of_action=actions.number_of_action,
    most_legal=256,
    events=rules.EVENTS,
    endings=state.ENDINGS,
    stalled_ending="",
    refusals=rules.REFUSALS,
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
    belongs=belongs,
    deal=rules.deal,
    start=rules.start,
    settle=rules.settle,
    to_act=rules.to_act,
    legal=rules.legal,
    why=rules.why,
    apply=rules.apply,
    act=rules.act,
    outcome=rules.outcome,
    imagine=imagine,
    binding=rules.BINDING,
    lapse=rules.lapse,
    clock=rules.clock,
    timed=rules.timed,
    composing=actions.COMPOSING,
    event_values=rules.EVENT_VALUES,
    tell=tell,
    insight=insight.insight,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=insight.MISTAKES,
    mistake=insight.mistake,
)
