"""Illusio by Philippe Nouhra (Funforge, 2008): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (tricks validated, cards drawn, the Challenge filled, the next turn) is done by `settle`, step by
step. Everything that concerns a component in a backstage goes through `with_component`, since there may be different
ones that count alike, and then it is asked which one is meant (I-G16).
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.illusio.actions import (
    ADD,
    ADD_AS,
    DISCARD,
    DONE,
    DROP,
    EXCHANGE,
    FORM,
    ON_TRICK,
    PLACE,
    PLACE_AS,
    PREPARE,
    TAKE_FROM,
    VALIDATE_FIRST,
)
from grimorio.games.illusio.rules.acting import from_hand, legal_act
from grimorio.games.illusio.rules.components import is_about_component, legal_which, with_component
from grimorio.games.illusio.rules.exchanging import confirm, legal_exchange, set_aside
from grimorio.games.illusio.rules.objectives import drop, legal_use, prepare
from grimorio.games.illusio.rules.specials import on_trick, take
from grimorio.games.illusio.rules.talents import legal_swap_for
from grimorio.games.illusio.rules.turns import discard, end_turn, legal_discard, legal_order, validate_first
from grimorio.games.illusio.state import (
    ACT,
    AUTOMATIC,
    ENCORE,
    EXCHANGING,
    OBJECTIVES,
    ORDERING,
    SWAPPING,
    TAKING_ON,
    WHICH_ONE,
    Box,
    State,
)


@kernel
def to_act(box: Box, s: State) -> int:
    """Whoever's turn it is; nobody while something happens of itself, or when the game is over."""
    return 1 << s.turn if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.turn:
        return 0
    if s.phase == ACT:
        return legal_act(box, s, seat, out)
    if s.phase == EXCHANGING:
        return legal_exchange(s, seat, out)
    if s.phase == TAKING_ON:
        return legal_use(box, s, seat, out)
    if s.phase == SWAPPING:
        return legal_swap_for(box, s, seat, out)
    if s.phase == WHICH_ONE:
        return legal_which(s, seat, out)
    if s.phase == ORDERING:
        return legal_order(s, seat, out)
    return legal_discard(s, seat, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    form = FORM[action]
    which = int(action) - form  # it comes from a list of small numbers
    if is_about_component(form):
        with_component(s, seat, int(action), log)
    elif form == PLACE or form == PLACE_AS or form == ADD or form == ADD_AS:
        from_hand(s, seat, form, which, log)
    elif form == TAKE_FROM:
        take(s, seat, which, log)
    elif form == ON_TRICK:
        on_trick(s, seat, ENCORE + which // OBJECTIVES, which % OBJECTIVES, log)
    elif form == EXCHANGE:
        set_aside(s, seat, which, log)
    elif form == PREPARE:
        prepare(s, seat, which, log)
    elif form == DROP:
        drop(s, seat, which, log)
    else:
        act_at_the_edge(s, seat, form, which, log)


@kernel
def act_at_the_edge(s: State, seat: int, form: int, which: int, log: Any) -> None:
    """What is decided when a turn begins or ends, and when something is confirmed."""
    if form == VALIDATE_FIRST:
        validate_first(s, seat, which)
    elif form == DISCARD:
        discard(s, seat, which, log)
    elif form == DONE:
        confirm(s, seat)
    else:
        end_turn(s, seat, log)


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """I-R19, I-G19, I-G20: by prestige; equal ones share the place."""
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += s.prestige[other] > s.prestige[seat]
        out[seat, 0], out[seat, 1] = s.prestige[seat], place
    return int(s.ending)
