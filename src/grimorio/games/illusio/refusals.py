"""Why not: what Illusio answers to an action that is not legal. `legal` judges, this only explains."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import (
    CHANGE,
    DISCARD,
    DONE,
    DROP,
    EXCHANGE,
    FORM,
    MOVE,
    ON_TRICK,
    PREPARE,
    STEAL,
    SWAP,
    SWAP_FOR,
    TAKE_FROM,
    USE,
    WHICH,
)
from grimorio.games.illusio.rules import legal
from grimorio.games.illusio.rules.acting import changed_at
from grimorio.games.illusio.rules.components import which_kind, whose
from grimorio.games.illusio.rules.hands import held
from grimorio.games.illusio.rules.steps import group_to_change
from grimorio.games.illusio.rules.tricks import shown_tricks
from grimorio.games.illusio.state import (
    CHALLENGE,
    COMPONENTS,
    DISCARDING,
    ENCORE,
    EXCHANGING,
    GRIMALDO,
    OBJECTIVE,
    OBJECTIVES,
    ORDERING,
    SILAS,
    SWAPPING,
    TAKE,
    TAKING_ON,
    TRANSFORM,
    TWINS,
    WHICH_ONE,
    Box,
    State,
    group_of,
)


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    FINISH_EXCHANGE = "I-G32"
    FINISH_PREPARING = "I-G31"
    FINISH_SWAP = "I-G29"
    SAY_WHICH = "I-G16"
    CHOOSE_ORDER = "I-G8"
    MUST_DISCARD = "I-R11"
    NOT_NOW = "I-G17"
    NO_ACTION_LEFT = "I-R7"
    CARD_NOT_IN_HAND = "I-R7"
    NOT_IN_BACKSTAGE = "I-R10"
    NO_OBJECTIVE_THERE = "I-R9"
    DOES_NOT_FIT = "I-G28"
    NOT_IN_CHALLENGE = "I-R4"
    HALF_NEEDED = "I-R7"
    TWO_ALREADY = "I-R9"
    NOT_SHOWN = "I-G3"
    ENCORE_ALREADY = "I-R23"
    NOT_YOURSELF = "I-R22"
    NO_SUCH_SEAT = "I-G30"
    NO_CARDS_THERE = "I-G10"
    NOTHING_TO_DRAW = "I-G18"
    NOT_YOUR_TALENT = "I-R2"
    TALENT_USED = "I-R8"
    NOTHING_TO_SWAP = "I-A5"
    BACKSTAGE_TOO_SMALL = "I-G29"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat that has to decide may not do this; 0 when it may. `legal` judges, this only explains."""
    if is_listed(action, legal(box, s, seat, out), out):
        return Why.LEGAL
    form = FORM[action]
    if s.phase == EXCHANGING:
        return why_not_exchange(s, seat, action)
    if s.phase == TAKING_ON:
        return why_not_use(s, seat, action)
    if s.phase == SWAPPING:
        return why_not_swap_for(box, seat, action)
    if s.phase == WHICH_ONE:
        return Why.SAY_WHICH
    if s.phase == ORDERING:
        return Why.CHOOSE_ORDER
    if s.phase == DISCARDING:
        return Why.CARD_NOT_IN_HAND if form == DISCARD else Why.MUST_DISCARD
    return why_not_act(box, s, seat, action)


@kernel
def why_not_exchange(s: State, seat: int, action: int) -> int:
    """I-G18, I-G32: cards one has, as many as can be drawn; then the exchange is confirmed."""
    if FORM[action] == EXCHANGE:
        return Why.NOTHING_TO_DRAW if held(s, seat) >> (action - EXCHANGE) & 1 else Why.CARD_NOT_IN_HAND
    return Why.FINISH_EXCHANGE


@kernel
def why_not_use(s: State, seat: int, action: int) -> int:
    """I-G4, I-G28: components of the backstage that fit, at least half."""
    if action == DONE:
        return Why.HALF_NEEDED
    if FORM[action] == USE:
        return Why.DOES_NOT_FIT if s.backstage_as[seat, action - USE] > 0 else Why.NOT_IN_BACKSTAGE
    return Why.FINISH_PREPARING


@kernel
def why_not_swap_for(box: Box, seat: int, action: int) -> int:
    """Talent 6: a component that lies in another's backstage."""
    if FORM[action] != SWAP_FOR:
        return Why.FINISH_SWAP
    if whose(seat, action) >= box.seats:
        return Why.NO_SUCH_SEAT
    return Why.NOT_YOURSELF if whose(seat, action) == seat else Why.NOT_IN_BACKSTAGE


@kernel
def why_not_act(box: Box, s: State, seat: int, action: int) -> int:
    """Something for another moment, a talent, or an action of the turn."""
    form = FORM[action]
    if form == USE or form == SWAP_FOR or form >= WHICH:
        return Why.NOT_NOW
    if form >= CHANGE:
        return why_no_talent(box, s, seat, action)
    if s.acts_left == 0:
        return Why.NO_ACTION_LEFT
    if form < MOVE:
        return why_not_from_hand(s, seat, form, action - form)
    if form == MOVE:
        return why_not_to_objective(s, seat, (action - MOVE) // COMPONENTS, in_backstage(s, seat, which_kind(action)))
    if form < EXCHANGE:
        return why_no_special(box, s, seat, action)
    return why_no_objective(s, seat, action)


@kernel
def in_backstage(s: State, seat: int, kind: int) -> int:
    """Nothing to object to, or that there is no such component."""
    return Why.LEGAL if s.backstage_as[seat, kind] > 0 else Why.NOT_IN_BACKSTAGE


@kernel
def why_not_to_objective(s: State, seat: int, place: int, found: int) -> int:
    """I-R7 E, I-G28: an objective in preparation, a component one has, and room for it."""
    if s.preparing[seat, place] == NONE:
        return Why.NO_OBJECTIVE_THERE
    return found if found != Why.LEGAL else Why.DOES_NOT_FIT


@kernel
def why_not_from_hand(s: State, seat: int, form: int, which: int) -> int:
    """I-R7 A and E, I-G21: a component of the hand; to change it takes the talent."""
    changed, place, kind, _ = changed_at(form, which)
    if changed and group_to_change(s.magician[seat]) != group_of(kind):
        return Why.NOT_YOUR_TALENT
    if changed and s.talent_used:
        return Why.TALENT_USED
    found = Why.LEGAL if held(s, seat) >> kind & 1 else Why.CARD_NOT_IN_HAND
    return found if place == NONE else why_not_to_objective(s, seat, place, found)


@kernel
def why_no_special(box: Box, s: State, seat: int, action: int) -> int:
    """I-R20 to I-R26: a card one has, on something that is there."""
    card = TRANSFORM
    if FORM[action] == ON_TRICK:
        card = ENCORE + (action - ON_TRICK) // OBJECTIVES
    elif FORM[action] == TAKE_FROM:
        card = TAKE
    if not held(s, seat) >> card & 1:
        return Why.CARD_NOT_IN_HAND
    if card == TRANSFORM:
        return Why.NOT_IN_BACKSTAGE
    if card == TAKE:
        other = action - TAKE_FROM
        return Why.NOT_YOURSELF if other == seat else Why.NO_SUCH_SEAT if other >= box.seats else Why.NO_CARDS_THERE
    shown = shown_tricks(box, s, 0) >> ((action - ON_TRICK) % OBJECTIVES) & 1
    return Why.ENCORE_ALREADY if shown else Why.NOT_SHOWN


@kernel
def why_no_objective(s: State, seat: int, action: int) -> int:
    """I-R7 C, D and F, I-R9: cards to draw, an objective of the Challenge, room for it, half of its components."""
    if FORM[action] == EXCHANGE:
        return Why.NOTHING_TO_DRAW if held(s, seat) >> (action - EXCHANGE) & 1 else Why.CARD_NOT_IN_HAND
    if FORM[action] == DROP:
        return Why.NO_OBJECTIVE_THERE
    for slot in range(CHALLENGE):
        if s.challenge[slot] == OBJECTIVE + action - PREPARE:
            full = s.preparing[seat, 0] != NONE and s.preparing[seat, 1] != NONE
            return Why.TWO_ALREADY if full else Why.HALF_NEEDED
    return Why.NOT_IN_CHALLENGE


@kernel
def why_no_talent(box: Box, s: State, seat: int, action: int) -> int:
    """I-R2, I-R8, I-G29: the own talent, once a turn, on a component that lies in that backstage."""
    magician, owner, form = s.magician[seat], whose(seat, action), FORM[action]
    if form == CHANGE:
        mine = group_to_change(magician) == group_of(which_kind(action))
    elif form == SWAP:
        mine = magician == TWINS
    else:
        mine = magician == SILAS if form == STEAL else magician == GRIMALDO
    if not mine:
        return Why.NOT_YOUR_TALENT
    if s.talent_used:
        return Why.TALENT_USED
    if owner >= box.seats:
        return Why.NO_SUCH_SEAT
    if form == STEAL and owner == seat:
        return Why.NOT_YOURSELF
    if in_backstage(s, owner, which_kind(action)) != Why.LEGAL:
        return Why.NOT_IN_BACKSTAGE
    if form == SWAP:
        return Why.NOTHING_TO_SWAP
    return Why.CARD_NOT_IN_HAND if form == STEAL else Why.BACKSTAGE_TOO_SMALL
