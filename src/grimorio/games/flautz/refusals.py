"""Why not: what FLAUTZ! answers to an action that is not legal. `legal` judges, this only explains."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.actions import EXCHANGE, EXCHANGE_DECLARING, FORM, REFILL, WAIVE
from grimorio.games.flautz.rules import legal
from grimorio.games.flautz.rules.places import end_of_places, first_place, open_card
from grimorio.games.flautz.rules.spells import digits_of, makes_flautz, tally_of
from grimorio.games.flautz.state import AFTER_REFILL, HAND, KINDS, TURN, Box, State


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    WRONG_ZONE = "FZ-R8"
    NOT_IN_HAND = "FZ-R9"
    MUST_REFILL = "FZ-R24"
    MUST_EXCHANGE = "FZ-R24"
    NOT_FOCUSED = "FZ-R24"
    NO_FLAUTZ = "FZ-R16"
    ALREADY_DECLARED = "FZ-G17"
    NO_FREE_PASS = "FZ-A2"  # noqa: S105 - no password, a pass
    SHOWS_ITSELF = "FZ-R18"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may. `legal` judges, this only explains."""
    if is_listed(action, legal(box, s, seat, out), out):
        return Why.LEGAL
    form = FORM[action]
    if form == WAIVE and s.phase == TURN:
        return Why.NO_FREE_PASS
    if s.phase == TURN and s.focused[seat]:
        return Why.WRONG_ZONE if form == REFILL else Why.MUST_REFILL
    if form == EXCHANGE or form == EXCHANGE_DECLARING:
        return why_no_exchange(box, s, seat, int(action) - form)
    if s.phase == AFTER_REFILL:
        return Why.MUST_EXCHANGE
    if form == REFILL:
        return Why.NOT_FOCUSED
    return Why.NO_FLAUTZ if s.declarer == NONE else Why.ALREADY_DECLARED


@kernel
def why_no_exchange(box: Box, s: State, seat: int, exchanging: int) -> int:
    """FZ-R8, FZ-R9, FZ-R16, FZ-R18: a wrong zone, a card not in the hand, nothing to declare, or a Straight."""
    place = exchanging // KINDS
    if place < first_place(box, s) or place >= end_of_places(box, s):
        return Why.WRONG_ZONE
    for k in range(HAND):
        if s.hand[seat, k] == exchanging % KINDS:
            if s.declarer != NONE:
                return Why.ALREADY_DECLARED
            made = tally_of(s.hand[seat]) - digits_of(s.hand[seat, k]) + digits_of(open_card(s, place))
            return Why.SHOWS_ITSELF if makes_flautz(made) else Why.NO_FLAUTZ
    return Why.NOT_IN_HAND
