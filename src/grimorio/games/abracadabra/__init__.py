"""Abracadabra: bring Enchanters together and collect Magic Objects, before somebody else does."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from grimorio.engine.game import Game
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra import actions, box, rules, state
from grimorio.games.abracadabra.imagine import imagine


def backs() -> Any:
    """The back of each card: its element, or its letter."""
    made = np.full(256, 255, np.uint8)
    for card in range(state.CARDS):
        made[card] = state.BACKS + card // state.OF_A_BACK
    for kind in range(state.PILES * state.WORTH):
        made[state.OBJECT + kind] = state.LETTER_BACK + kind // state.WORTH
    return made


def belongs(field: str, row: int, kind: int) -> bool:
    """Which cards may lie where: Objects with their owners or in the pile of their letter, playing cards elsewhere."""
    if field == "piles":
        return state.OBJECT + row * state.WORTH <= kind < state.OBJECT + (row + 1) * state.WORTH
    return (kind >= state.OBJECT) == (field == "objects")


def arrange(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: everything sorted and counted, what was given on top."""
    for seat in range(state.SEATS):
        for name, size in (("hand", "hand_size"), ("objects", "object_count")):
            row = s.cells[name][seat]
            held = sorted(kind for kind in row.tolist() if kind != NONE)
            row[:] = held + [NONE] * (len(row) - len(held))
            s.cells[size][seat] = len(held)
    for pile in range(state.PILES):
        s.pile_size[pile] = sum(kind != NONE for kind in s.cells["piles"][pile].tolist())
    s.deck_size = sum(kind != NONE for kind in s.deck.tolist())
    s.stacked = len(given.get("deck", ()))
    if "bonus" in given:
        s.bonus_left = max(0, table.bonus - int(s.cells["bonus"].sum()))
    if "turn" in given and "acting" not in given:
        s.acting = s.turn


GAME = Game(
    name="abracadabra",
    title="Abracadabra",
    authors="Domenico Di Giorgio, Roberta Barletta",
    publisher="daVinci Editrice, 2004",
    version=1,
    seats=(2, state.SEATS),
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
    stalled_ending="guard",
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
    backs=backs(),
)
