"""FLAUTZ! by André Schillo and Martin Müller (Voodoo Games, 2018): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
"""

from typing import Any

from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.games.flautz.actions import DECLARE, EXCHANGE, EXCHANGE_DECLARING, FOCUS, FORM, REFILL, WAIVE
from grimorio.games.flautz.events import Told
from grimorio.games.flautz.rules.challenge import begin_challenge, straight_in_the_deal
from grimorio.games.flautz.rules.turn import declare, end_turn, exchange, focus, legal_refill, legal_turn, refill
from grimorio.games.flautz.rules.valuation import game_ends, value_challenge
from grimorio.games.flautz.state import CLOSED, KINDS, NOT_BEGUN, TURN, Box, State


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """What happens of itself: a closed challenge is valued (FZ-G20); the game ends, or the next one begins (FZ-R20)."""
    while s.phase == NOT_BEGUN or s.phase == CLOSED:
        if s.phase == CLOSED:
            value_challenge(box, s, s.last_closing, s.turn, log)
            if game_ends(box, s, log):
                return
            s.first = (s.first + 1) % box.seats
        begin_challenge(box, s, log)
        straight_in_the_deal(box, s, log)


@kernel
def to_act(box: Box, s: State) -> int:
    """One seat at a time; nobody when the game is over."""
    return 1 << s.turn if s.phase < NOT_BEGUN else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= NOT_BEGUN or seat != s.turn:
        return 0
    if s.phase == TURN and s.focused[seat]:
        return legal_refill(box, s, out)
    return legal_turn(box, s, seat, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone; when that was the seat's turn, the next one comes."""
    form = FORM[action]
    which = int(action) - form  # it comes from a list of small numbers
    if form == EXCHANGE or form == EXCHANGE_DECLARING:
        exchange(s, seat, which // KINDS, which % KINDS, log)
    elif form == REFILL:
        refill(s, seat, which, log)
    elif form == FOCUS:
        focus(s, seat, log)
    elif form == WAIVE:
        announce(log, Told.WAIVED, seat, 0)
    if form == DECLARE or form == EXCHANGE_DECLARING:
        declare(s, seat, log)
    if s.phase == TURN:
        end_turn(box, s, log)
