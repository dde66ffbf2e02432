"""FLAUTZ!: exchange spells with the arena until the best one stands in your hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grimorio.engine.game import Game
from grimorio.engine.layout import NONE
from grimorio.games.flautz import actions, box, insight, rules, state
from grimorio.games.flautz.imagine import imagine
from grimorio.games.flautz.story import tell


def arrange(box: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: hands sorted, counts right, the given pile on top."""
    check(box, s)
    for seat in range(state.SEATS):
        s.hand[seat] = sorted(s.hand[seat].tolist())
    s.discarded = sum(kind != NONE for kind in s.discards.tolist())
    s.pile_size = sum(kind != NONE for kind in s.pile.tolist())
    s.stacked = len(given.get("pile", ()))
    s.pile_known[:] = [NONE] * state.DISCARDS


def check(box: Any, s: Any) -> None:
    """Refuse a position that no table can hold: the field, and the reason."""
    if s.phase not in {state.TURN, state.AFTER_REFILL, state.OVER}:
        refuse("phase", "nobody ever sees this one")
    if not 0 <= s.arena_field < box.rounds:
        refuse("arena_field", f"the arena has {box.rounds} fields, from 0")
    if NONE in (s.turn, s.first):
        refuse("turn", "somebody is first, and it is somebody's turn")
    for name in ("air", "floor"):
        if NONE in getattr(s, name).tolist():
            refuse(name, f"must be {state.ROW} cards")
    for seat in range(box.seats):
        check_hand(s.hand[seat].tolist(), s.known[seat].tolist())
    room = state.DISCARDS - box.seats * ((box.rounds - s.arena_field + 1) // 2)
    if sum(kind != NONE for kind in s.discards.tolist()) > room:
        refuse("discards", f"must be at most {room} cards, since more may follow")
    if len(set(s.apprentice.tolist()[: box.seats])) < box.seats:
        refuse("apprentice", "must be another colour for each seat; give them all")


def check_hand(hand: list[int], known: list[int]) -> None:
    """Five cards, and what is known of them is among them."""
    if NONE in hand:
        refuse("hand", f"must be {state.HAND} cards")
    if any(known.count(kind) > hand.count(kind) for kind in known if kind != NONE):
        refuse("known", "must be cards of the hand")


def refuse(what: str, reason: str) -> None:
    """Say what is wrong with a position that somebody wrote down."""
    msg = f"{what}: {reason}"
    raise ValueError(msg)


GAME = Game(
    name="flautz",
    title="FLAUTZ!",
    authors="André Schillo, Martin Müller",
    publisher="Voodoo Games, 2018",
    version=2,
    seats=(2, state.SEATS),
    folder=Path(__file__).parent,
    layout=state.State,
    box_layout=state.Box,
    card_names=actions.CARD_NAMES,
    actions=actions.ACTIONS,
    action_of=actions.action_of,
    number_of_action=actions.number_of_action,
    most_legal=2 * state.PLACES * state.HAND + 2,
    events=rules.EVENTS,
    endings=state.ENDINGS,
    stalled_ending="guard",
    one_at_a_time=True,
    refusals=rules.REFUSALS,
    options=box.OPTIONS,
    read_edition=box.read_edition,
    fill_box=box.fill_box,
    arrange=arrange,
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
    event_values={
        "challenge-began": "challenge",
        "round-began": "round",
        "reshuffled": "cards",
        "valued": "points",
        "crystals": "crystals",
        "won": "total",
    },
    tell=tell,
    insight=insight.insight,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=insight.MISTAKES,
    mistake=insight.mistake,
)
