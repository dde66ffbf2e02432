"""FLAUTZ!: exchange spells with the arena until the best one stands in your hand."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grimorio.engine.game import Game
from grimorio.engine.layout import NONE
from grimorio.games.flautz import actions, box, rules, state
from grimorio.games.flautz.imagine import imagine


def arrange(_box: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: hands sorted, counts right, the given pile on top."""
    for seat in range(state.SEATS):
        s.hand[seat] = sorted(s.hand[seat].tolist())
    s.discarded = sum(kind != NONE for kind in s.discards.tolist())
    s.pile_size = sum(kind != NONE for kind in s.pile.tolist())
    s.stacked = len(given.get("pile", ()))


GAME = Game(
    name="flautz",
    title="FLAUTZ!",
    authors="André Schillo, Martin Müller",
    publisher="Voodoo Games, 2018",
    version=1,
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
)
