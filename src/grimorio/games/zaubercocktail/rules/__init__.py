"""Zaubercocktail by Arnd Beenen (Kosmos, 2001): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
Composing an offer is made of small private steps; what is said aloud (an offer, a call, a deal, a stone, a pass) is an
event of the market, and the market is one stream of them (Z-E1). What happens of itself is done by `settle`.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.zaubercocktail.actions import FORM
from grimorio.games.zaubercocktail.rules.market import compose, is_composing, legal_market
from grimorio.games.zaubercocktail.rules.presenting import legal_presenting, present
from grimorio.games.zaubercocktail.rules.rounds import next_round
from grimorio.games.zaubercocktail.rules.scoring import score
from grimorio.games.zaubercocktail.rules.speaking import clear_market, speak
from grimorio.games.zaubercocktail.rules.steps import to_act
from grimorio.games.zaubercocktail.state import CLOSING, DEALING, MARKET, OVER, PRESENTING, SCORING, Box, State


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """What happens of itself: the market is cleared away, sets are scored, the next round is dealt."""
    while DEALING <= s.phase < OVER:
        if s.phase == CLOSING:
            clear_market(box, s)
        elif s.phase == SCORING:
            score(box, s, log)
        else:
            next_round(box, s, log)


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """Every legal action of a seat, in the order of the numbers."""
    if to_act(box, s) >> seat & 1 == 0:
        return 0
    if s.phase == MARKET:
        return legal_market(box, s, seat, out)
    return legal_presenting(box, s, seat, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision: of the market, or of the presentation."""
    form = FORM[action]
    which = int(action) - form  # it comes from a list of small numbers
    if s.phase == PRESENTING:
        present(box, s, seat, form, which, log)
    elif is_composing(form):
        compose(s, seat, form, which)
    else:
        speak(box, s, seat, form, which, log)


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """Z-R25, Z-G10, Z-G24: the furthest marker first; equal ones share their place."""
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += s.marker[other] > s.marker[seat]
        out[seat, 0] = s.marker[seat]
        out[seat, 1] = place
    return int(s.ending)
