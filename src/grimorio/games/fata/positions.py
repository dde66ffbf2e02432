"""Positions of F.A.T.A. that somebody wrote down: made to hang together, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, pack, refuse
from grimorio.games.fata import state
from grimorio.games.fata.rules.pieces import treasure_colour


def belongs(field: str, row: int, kind: int) -> bool:
    """Which cards may lie where: treasures in chests, characters before their players, the rest elsewhere."""
    if field in {"character", "revealed"}:
        return kind >= state.CHARACTER
    if field in {"treasures", "series", "display"}:
        return state.TREASURE <= kind < state.QUEEN
    if field in {"chest", "queen"}:
        return state.TREASURE <= kind <= state.QUEEN
    if field == "rows":
        return kind < state.VISIONS
    return kind < state.PLAYED


def arrange(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: everything sorted and counted, what was given on top."""
    for seat in range(state.SEATS):
        for name, size in (("hand", "hand_size"), ("treasures", "treasure_count"), ("series", None)):
            held = pack(s.cells[name][seat], sort=True)
            if size:
                s.cells[size][seat] = held
    for name, size in (
        ("deck", "deck_size"),
        ("discards", "discarded"),
        ("aside", "aside_size"),
        ("chest", "chest_size"),
    ):
        setattr(s, size, pack(s.cells[name]))
    s.stacked, s.chest_stacked = len(given.get("deck", ())), len(given.get("chest", ()))
    arrange_characters(table, s, given)
    arrange_chest(s)
    check(table, s)
    remember(table, s, given)


def arrange_characters(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """A character that lies face up is not secret as well."""
    for seat in range(table.seats):
        if s.revealed[seat, 0] != NONE:
            spare = s.character[seat, 0]
            if "character" not in given and spare != NONE:
                refuse("revealed", "give the characters that are still secret too")
        if (s.revealed[seat, 0] == NONE) == (s.character[seat, 0] == NONE):
            refuse("character", "every seat has one character, secret or face up")


def arrange_chest(s: Any) -> None:
    """F-R4: the Queen lies among the last five cards of the treasure deck."""
    chest = lying(s.chest)
    if state.QUEEN not in chest:
        refuse("chest", "must hold the queen")
    at = chest.index(state.QUEEN)
    if at >= state.BOTTOM:
        if at >= len(chest) - s.chest_stacked:
            refuse("chest", "the queen lies among the last five")
        chest[at], chest[state.BOTTOM - 1] = chest[state.BOTTOM - 1], chest[at]
        s.chest[: len(chest)] = chest


def remember(table: Any, s: Any, given: Mapping[str, Any]) -> None:
    """All saw who took which treasure, unless the scenario says what was seen."""
    if "seen" in given:
        return
    kinds = table.kind_of.tolist()
    s.cells["seen"][:, state.PLAY_DECK :] = 0
    for holder in range(table.seats):
        for kind in s.treasures[holder].tolist()[: s.treasure_count[holder]]:
            slot = next(i for i in range(state.SLOTS) if kinds[i] == kind and s.seen[0, i] == 0)
            s.cells["seen"][: table.seats, slot] = 1 << holder


def check(table: Any, s: Any) -> None:
    """Refuse a position that no table can hold: the field, and the reason."""
    if s.phase in {state.AUTOMATIC, state.OVER}:
        refuse("phase", "nobody decides anything then")
    if not 0 <= s.turn < table.seats or s.fallen[s.turn]:
        refuse("turn", "somebody's turn it is who is still in")
    if s.half not in {1, 2}:
        refuse("half", "is 1 or 2")
    if s.half == 1 and lying(s.cells["revealed"]):
        refuse("half", "nobody reveals himself in the first hand")
    if s.queen[0] != NONE or any(kind == NONE for kind in s.display.tolist()):
        refuse("display", "three treasures lie face up, and the queen in the deck")
    for seat in range(table.seats):
        check_seat(table, s, seat)
    check_phase(table, s)


def check_seat(table: Any, s: Any, seat: int) -> None:
    """Refuse rows with holes, what an eliminated player cannot have, and a hand that cannot be."""
    rows = s.rows[seat].tolist()
    for row in range(state.ROWS):
        visions = rows[row * state.ROW : (row + 1) * state.ROW]
        there = [kind != NONE for kind in visions]
        if there != sorted(there, reverse=True):
            refuse("rows", "a row has no holes")
        if all(there) and (seat != s.turn or s.phase <= state.BEGIN):
            refuse("rows", "a row of three is resolved at the end of its owner's turn")
    if s.fallen[seat] and (s.hand_size[seat] or s.treasure_count[seat] or s.revealed[seat, 0] == NONE):
        refuse("fallen", "who is out has no cards, and his character lies face up")
    if not s.fallen[seat] and s.hand_size[seat] == 0 and seat != s.turn:
        refuse("hand", "nobody who is still in has an empty hand in another's turn")
    if s.hand_size[seat] > state.HAND - 8:
        refuse("hand", f"must be at most {state.HAND - 8} cards")
    colour = s.revealed[seat, 0] - state.CHARACTER if s.revealed[seat, 0] != NONE else NONE
    if any(treasure_colour(kind) != colour for kind in lying(s.series[seat])):
        refuse("series", "only treasures of a revealed character's colour lie face up")
    if any(treasure_colour(kind) == colour for kind in lying(s.treasures[seat])):
        refuse("treasures", "treasures of a revealed character's colour lie face up")
    if s.charm[seat, 0] != NONE and (
        s.charm[seat, 0] < state.ENCHANTMENT or (seat != s.turn and s.charm[seat, 0] != state.SHIELD)
    ):
        refuse("charm", "only enchantments, and in another's turn only a shield, lie before a player")


def check_phase(table: Any, s: Any) -> None:
    """Refuse a decision without a choice."""
    full = [all(kind != NONE for kind in s.rows[s.turn, row * 3 : row * 3 + 3].tolist()) for row in range(state.ROWS)]
    if s.phase == state.TRIMAGIC and not (0 <= s.row < state.ROWS and full[s.row] and s.left > 0):
        refuse("phase", "a trimagic needs a row of three, and power left")
    if s.phase == state.ORDER and not all(full):
        refuse("phase", "there are not two rows to choose from")
    if s.phase == state.GIVE_BACK or s.phase == state.GIFT_CHOICE:
        refuse("phase", "let the enchantment be played")
    if s.phase == state.DISCARDING and s.hand_size[s.turn] <= table.limit:
        refuse("phase", "nothing has to be discarded")
