"""Presenting sets in Zaubercocktail (Z-R13 to Z-R16, Z-G22)."""

from typing import Any

from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import CLEAR, HAND_IN, LAY
from grimorio.games.zaubercocktail.events import Told
from grimorio.games.zaubercocktail.rules.steps import put, to_act
from grimorio.games.zaubercocktail.state import JOKER, NATURALS, SCORING, SETS, SIZES, STEPS, Box, State


@kernel
def legal_presenting(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R13 to Z-R16, Z-G6 to Z-G8: lay out a first and a second set, begin again, hand in.

    Laying out comes to an end (Z-E1), taking back never does: so the clock can always hand in the best (Z-G22).
    """
    n = 0
    if s.laid_kind[seat, 0] != NONE:
        n = put(out, n, CLEAR)
    if s.laid_kind[seat, 1] == NONE and s.draft_steps[seat] < STEPS:
        jokers = s.hand[seat, JOKER] - s.laid_jokers[seat, 0]
        for kind in range(NATURALS):
            if s.hand[seat, kind] > 0 and kind != s.laid_kind[seat, 0]:
                n = legal_sets(box, s.hand[seat, kind], kind, jokers, out, n)
    return put(out, n, HAND_IN)


@kernel
def legal_sets(box: Box, held: int, kind: int, jokers: int, out: Any, n: int) -> int:
    """Every way to make a set of a kind from so many natural cards and jokers; the ways are sorted by their jokers."""
    for way in range(SIZES):
        if box.jokers_of[way] > jokers:
            break
        out[n] = LAY + kind * SIZES + way
        size = box.naturals_of[way] + box.jokers_of[way]
        n += box.naturals_of[way] <= held and size <= box.largest[kind]
    return n


@kernel
def present(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """Z-G22: sets are laid out in secret; when the last player has handed in, all are revealed."""
    s.draft_steps[seat] += form != HAND_IN
    if form == CLEAR:
        take_back_sets(s, seat)
    elif form == LAY:
        way = which % SIZES
        lay(s, seat, which // SIZES, box.naturals_of[way], box.jokers_of[way])
    else:
        s.handed[seat] = 1
        announce(log, Told.HANDED_IN, seat, 0)
        if to_act(box, s) == 0:
            s.phase = SCORING


@kernel
def take_back_sets(s: State, seat: int) -> None:
    """Nothing is laid out."""
    for i in range(SETS):
        s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i] = NONE, 0, 0


@kernel
def lay(s: State, seat: int, kind: int, naturals: int, jokers: int) -> None:
    """Lay out one more set; the commoner ingredient stands first, whichever came first."""
    place = 0
    if s.laid_kind[seat, 0] != NONE:
        place = 1
        if kind < s.laid_kind[seat, 0]:
            place = 0
            s.laid_kind[seat, 1] = s.laid_kind[seat, 0]
            s.laid_naturals[seat, 1] = s.laid_naturals[seat, 0]
            s.laid_jokers[seat, 1] = s.laid_jokers[seat, 0]
    s.laid_kind[seat, place], s.laid_naturals[seat, place], s.laid_jokers[seat, place] = kind, naturals, jokers
