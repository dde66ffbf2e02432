"""Abracadabra: bring Enchanters together and collect Magic Objects, before somebody else does."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS, NONE
from grimorio.games.abracadabra import actions, box, insight, rules, state
from grimorio.games.abracadabra.gatherings import enchanter_of
from grimorio.games.abracadabra.imagine import imagine
from grimorio.games.abracadabra.story import tell


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
    settle_memory(s)
    check(table, s)


def settle_memory(s: Any) -> None:
    """Nobody remembers a reshuffle, or a card that was passed on; the back of what Chaos! drew was seen."""
    for seat in range(state.SEATS):
        s.cells["old"][seat] = 0
    for name in ("cases", "case_weight", "row_old", "row_safe"):
        s.cells[name][:] = 0
    for name in ("case_back", "case_at", "case_drawn"):
        s.cells[name][:] = NONE
    drawn = s.drawn[s.acting] if 0 <= s.acting < state.SEATS else NONE
    s.drawn_back = drawn // state.OF_A_BACK if s.phase == state.GIVE and drawn != NONE else NONE


def check(box: Any, s: Any) -> None:
    """Refuse a position that no table can hold: the field, and the reason."""
    if s.phase in {state.AUTOMATIC, state.OVER}:
        refuse("phase", "nobody decides anything then")
    if not (0 <= s.turn < box.seats and 0 <= s.acting < box.seats):
        refuse("turn", "somebody's turn it is, and somebody has to decide")
    if s.phase == state.GIVE and not 0 <= s.target < box.seats:
        refuse("target", "Chaos! was played on somebody")
    if s.phase == state.PILE_CHOICE and (s.letter == NONE or s.drawer == NONE):
        refuse("letter", "a pile is chosen by a drawer, for a gathering")
    if any(card != NONE and enchanter_of(card) == NONE for card in s.towers.tolist()):
        refuse("towers", "only Enchanters stand in the Towers")
    if (s.proxima[0] == NONE) != (s.proxima_of == NONE) or s.proxima[0] not in {NONE, state.PROXIMA}:
        refuse("proxima", "Proxima! lies before the player who played it")
    check_seats(box, s)


def check_seats(box: Any, s: Any) -> None:
    """Refuse more cards than the rules ever let a seat have, and a decision without a choice."""
    spare = {state.TAKE: 2, state.TAKE_AGAIN: 1}.get(s.phase, 0)
    for seat in range(box.seats):
        if s.hand_size[seat] > state.HAND - 1 - spare * (seat == s.turn):
            refuse("hand", f"must be at most {state.HAND - 1 - spare * (seat == s.turn)} cards then")
        if s.object_count[seat] > state.OBJECTS - 2:
            refuse("objects", f"must be at most {state.OBJECTS - 2}")
        check_memory(box, s, seat)
    if int(s.cells["bonus"].sum()) > box.bonus or min(s.cells["bonus"].tolist()) < 0:
        refuse("bonus", f"there are {box.bonus} of these cards")
    hand = [card for card in s.hand[s.acting].tolist() if card != NONE]
    if s.phase == state.PLAY and hand == [state.CHAOS]:
        refuse("hand", "must hold another card: the player has just taken two")
    if s.phase == state.EXODUS_DISCARD and all(enchanter_of(card) == NONE for card in hand):
        refuse("hand", "must hold an Enchanter to discard")
    if s.phase == state.DISCARD and len(hand) <= box.limit:
        refuse("phase", "nothing has to be discarded")


def check_memory(box: Any, s: Any, seat: int) -> None:
    """Refuse what a seat is said to know, or what is known of it, where it is not so."""
    if s.barren[seat] > sum(card >= state.PROXIMA for card in s.hand[seat].tolist()):
        refuse("barren", "counts cards of the hand with an air back that are no Enchanters")
    for card in range(state.CARDS):
        holders = [other for other in range(box.seats) if card in s.hand[other].tolist()]
        if s.seen[seat, card] and s.seen[seat, card] not in {1 << other for other in holders}:
            refuse("seen", "names a card that is not in this hand")


def refuse(what: str, reason: str) -> NoReturn:
    """Say what is wrong with a position that somebody wrote down."""
    msg = f"{what}: {reason}"
    raise ValueError(msg)


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
    binding=("not-yet-won",),
    endings=state.ENDINGS,
    stalled_ending="guard",
    one_at_a_time=True,
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
    event_values={
        "turn-began": "turn",
        "periculum": "cards",
        "gathered": tuple(state.LETTERS_OF_PILES),
        "played": ("nobody", *LETTERS[: state.SEATS]),
        "bonus": "cards",
        "object": tuple(state.LETTERS_OF_PILES),
        "no-enchanter": "cards",
        "reshuffled": "cards",
        "won": "points",
        "cut": "turns",
    },
    tell=tell,
    insight=insight.insight,
    asked=insight.asked,
    rules_now=insight.rules_now,
    final=insight.final,
    mistakes=insight.MISTAKES,
    mistake=insight.mistake,
)
