"""What all phases of Zaubercocktail share: who may act, and how legal actions and cards are counted."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.zaubercocktail.state import KINDS, LIVE, MARKET, PRESENTING, Box, State


@kernel
def to_act(box: Box, s: State) -> int:
    """Z-E1: the seat that is visited, or all who still trade; all who have not handed in their sets (Z-G22)."""
    if s.phase == MARKET:
        return trading(box, s) if box.market == LIVE else 1 << s.turn
    waiting = 0
    if s.phase == PRESENTING:
        for seat in range(box.seats):
            waiting |= (1 - s.handed[seat]) << seat
    return waiting


@kernel
def trading(box: Box, s: State) -> int:
    """Z-R11: those whose stone is not on the board."""
    found = 0
    for seat in range(box.seats):
        found |= (s.stone[seat] == 0) << seat
    return found


@kernel
def stones_placed(box: Box, s: State) -> int:
    """How many stones lie on the board."""
    placed = 0
    for seat in range(box.seats):
        placed += s.stone[seat] > 0
    return placed


@kernel
def put(out: Any, n: int, action: int) -> int:
    """Write down one legal action."""
    out[n] = action
    return n + 1


@kernel
def size_of(cards: Any, seat: int) -> int:
    """How many cards a seat's row holds."""
    size = 0
    for kind in range(KINDS):
        size += cards[seat, kind]
    return size
