"""Positions of Abracadabra that somebody wrote down: made to hang together, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, pack, refuse
from grimorio.games.abracadabra import state
from grimorio.games.abracadabra.state import enchanter_of

MEMORY = dict.fromkeys(("old", "row_old", "row_safe", "case_weight"), 0) | dict.fromkeys(
    ("case_back", "case_at", "case_drawn"), NONE
)
"""What is remembered of the past, each with what stands for nothing."""


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
            s.cells[size][seat] = pack(s.cells[name][seat], sort=True)
    for pile in range(state.PILES):
        s.pile_size[pile] = len(lying(s.cells["piles"][pile]))
    s.deck_size = len(lying(s.deck))
    s.stacked = len(given.get("deck", ()))
    if "bonus" in given:
        s.bonus_left = max(0, table.bonus - int(s.cells["bonus"].sum()))
    if "turn" in given and "acting" not in given:
        s.acting = s.turn
    settle_memory(s, given)
    check(table, s)


def settle_memory(s: Any, given: Mapping[str, Any]) -> None:
    """Nobody remembers a reshuffle, or a card that was passed on, unless it is given; what Chaos! drew was seen."""
    for name, nothing in MEMORY.items():
        if name not in given:
            s.cells[name][:] = nothing
    s.cells["cases"][:] = (s.cells["case_back"] != NONE).sum(axis=1)
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
    hand = lying(s.hand[s.acting])
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
    backs, weights = s.cells["case_back"][seat], s.cells["case_weight"][seat]
    if ((weights > 0) != (backs != NONE)).any() or (backs[s.cases[seat] :] != NONE).any():
        refuse("case_weight", "each case has a back and a weight, and stands after the one before")
    for card in range(state.CARDS):
        holders = [other for other in range(box.seats) if card in s.hand[other].tolist()]
        if s.seen[seat, card] and s.seen[seat, card] not in {1 << other for other in holders}:
            refuse("seen", "names a card that is not in this hand")
