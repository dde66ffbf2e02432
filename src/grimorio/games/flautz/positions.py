"""Positions of FLAUTZ! that somebody wrote down: made to hang together, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, refuse
from grimorio.games.flautz import state


def arrange(box: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Make a position that somebody wrote down hang together: hands sorted, counts right, the given pile on top."""
    check(box, s)
    for seat in range(state.SEATS):
        s.hand[seat] = sorted(s.hand[seat].tolist())
    s.discarded = len(lying(s.discards))
    s.pile_size = len(lying(s.pile))
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
    if len(lying(s.discards)) > room:
        refuse("discards", f"must be at most {room} cards, since more may follow")
    if len(set(s.apprentice.tolist()[: box.seats])) < box.seats:
        refuse("apprentice", "must be another colour for each seat; give them all")


def check_hand(hand: list[int], known: list[int]) -> None:
    """Five cards, and what is known of them is among them."""
    if NONE in hand:
        refuse("hand", f"must be {state.HAND} cards")
    if any(known.count(kind) > hand.count(kind) for kind in known if kind != NONE):
        refuse("known", "must be cards of the hand")
