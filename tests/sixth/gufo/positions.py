"""Positions of Gufo that somebody wrote down: made to hang together, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

from grimorio.engine.layout import NONE
from grimorio.engine.positions import lying, pack, refuse
from gufo import state


def arrange(box: Any, s: Any, given: Mapping[str, Any]) -> None:
    """Hands sorted, everything counted."""
    for seat in range(state.SEATS):
        s.hand_size[seat] = pack(s.cells["hand"][seat], sort=True)
    s.away_size, s.pile_size = pack(s.cells["away"], sort=True), len(lying(s.pile))
    if s.phase != state.LAYING or s.turn == NONE or s.laid[s.turn, 0] != NONE:
        refuse("turn", "somebody lays a card")
    for seat in range(box.seats):
        if s.hand_size[seat] + (s.laid[seat, 0] != NONE) + s.rounds != state.HAND:
            refuse("hand", "a card less for every round")
