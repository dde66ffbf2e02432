"""Abracadabra by Domenico Di Giorgio and Roberta Barletta (daVinci Editrice, 2004): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (Objects drawn, the row refilled, the next turn) is done by `settle`, step by step.
"""

from typing import Any

from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.games.abracadabra.actions import DRAW_FROM, FORM, GATHER, GIVE_CARD, PASS, TAKE_CARD
from grimorio.games.abracadabra.events import Told
from grimorio.games.abracadabra.rules.gathering import gather
from grimorio.games.abracadabra.rules.objects import draw_object, legal_pile
from grimorio.games.abracadabra.rules.taking import go_on, legal_take, take
from grimorio.games.abracadabra.rules.tricks import give_back, lay_open, legal_give
from grimorio.games.abracadabra.rules.turns import legal_discard, legal_play
from grimorio.games.abracadabra.state import (
    AFTER_PLAY,
    AUTOMATIC,
    GIVE,
    PILE_CHOICE,
    PLAY,
    TAKE,
    TAKE_AGAIN,
    Box,
    State,
)


@kernel
def to_act(box: Box, s: State) -> int:
    """One seat at a time; nobody while something happens of itself, or when the game is over."""
    return 1 << s.acting if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.acting:
        return 0
    if s.phase == TAKE or s.phase == TAKE_AGAIN:
        return legal_take(s, out)
    if s.phase == PLAY:
        return legal_play(box, s, seat, out)
    if s.phase == PILE_CHOICE:
        return legal_pile(s, out)
    if s.phase == GIVE:
        return legal_give(s, seat, out)
    return legal_discard(s, seat, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    form = FORM[action]
    which = int(action) - form  # it comes from a list of small numbers
    if form == TAKE_CARD:
        take(box, s, seat, which, log)
    elif form == GATHER:
        gather(box, s, seat, which, log)
    elif form == PASS:
        announce(log, Told.PASSED, seat, 0)
        go_on(s, AFTER_PLAY)
    elif form == DRAW_FROM:
        draw_object(box, s, which, log)
    elif form == GIVE_CARD:
        give_back(box, s, seat, which, log)
    else:
        lay_open(box, s, seat, form, which, log)
