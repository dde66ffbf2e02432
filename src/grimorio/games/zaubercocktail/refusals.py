"""Why not: what Zaubercocktail answers to an action that is not legal. `legal` judges, this only explains."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import ACCEPT, ADDRESS, CLEAR, COUNTER, FORM, GIVE, HAND_IN, LAY, POST, WANT
from grimorio.games.zaubercocktail.rules import legal
from grimorio.games.zaubercocktail.rules.market import is_composing
from grimorio.games.zaubercocktail.rules.steps import size_of
from grimorio.games.zaubercocktail.state import JOKER, PRESENTING, SIZES, STEPS, Box, State


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    MARKET_CLOSED = "Z-R12"
    MARKET_OPEN = "Z-R13"
    NOT_IN_HAND = "Z-R8"
    NO_MORE_EXIST = "Z-F3"
    ENOUGH_COMPOSED = "Z-E1"
    NO_PARTNER = "Z-G19"
    NOTHING_CHANGES = "Z-E1"
    EMPTY_OFFER = "Z-G5"
    CALL_TO_ALL = "Z-G17"
    NO_OFFER = "Z-G19"
    ONLY_A_CALL = "Z-G17"
    NOT_FOR_YOU = "Z-G18"
    CANNOT_PAY = "Z-R9"
    TWO_SETS = "Z-R13"
    SAME_KIND = "Z-G8"
    JOKER_USED = "Z-G7"
    TOO_MANY = "Z-R16"
    NO_SUCH_SET = "Z-R13"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """The reason why an action is not legal; 0 if it is."""
    if is_listed(action, legal(box, s, seat, out), out):
        return Why.LEGAL
    form = FORM[action]
    which = int(action) - form
    if s.phase == PRESENTING:
        return why_not_presented(box, s, seat, form, which)
    if form == LAY or form == HAND_IN:
        return Why.MARKET_OPEN
    if is_composing(form):
        return why_not_composed(box, s, seat, form, which)
    if form == POST:
        return why_not_posted(s, seat)
    if form == ACCEPT:
        return why_not_accepted(box, s, seat, which)
    return Why.NO_OFFER


@kernel
def why_not_presented(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """Z-R13 to Z-R16: why this set is none, or cannot be added."""
    if form != LAY:
        return Why.NOTHING_CHANGES if form == CLEAR else Why.MARKET_CLOSED
    kind, way = which // SIZES, which % SIZES
    if s.laid_kind[seat, 1] != NONE:
        return Why.TWO_SETS
    if s.draft_steps[seat] >= STEPS:
        return Why.ENOUGH_COMPOSED
    if kind == s.laid_kind[seat, 0]:
        return Why.SAME_KIND
    if box.naturals_of[way] + box.jokers_of[way] > box.largest[kind]:
        return Why.TOO_MANY
    if box.naturals_of[way] <= s.hand[seat, kind] and box.jokers_of[way] <= s.hand[seat, JOKER]:
        return Why.JOKER_USED
    return Why.NO_SUCH_SET


@kernel
def why_not_composed(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """Why an offer cannot be composed like this."""
    if s.draft_steps[seat] >= STEPS:
        return Why.ENOUGH_COMPOSED
    if form == GIVE:
        return Why.NOT_IN_HAND
    if form == WANT:
        return Why.NO_MORE_EXIST
    if form == ADDRESS:
        return Why.NOTHING_CHANGES if s.draft_to[seat] == which else Why.NO_PARTNER
    if form == COUNTER:
        return Why.NO_OFFER if is_partner(box, s, seat, which) else Why.NO_PARTNER
    return Why.NOTHING_CHANGES


@kernel
def is_partner(box: Box, s: State, seat: int, other: int) -> bool:
    """Somebody else at this table who still trades."""
    return other < box.seats and other != seat and s.stone[other] == 0


@kernel
def why_not_posted(s: State, seat: int) -> int:
    """Z-G5, Z-G17, Z-G19: nothing in it, a call to one player, or a player who trades no more."""
    given, wanted = size_of(s.draft_give, seat), size_of(s.draft_want, seat)
    if given + wanted == 0:
        return Why.EMPTY_OFFER
    return Why.CALL_TO_ALL if given == 0 or wanted == 0 else Why.NO_PARTNER


@kernel
def why_not_accepted(box: Box, s: State, seat: int, other: int) -> int:
    """Z-R9, Z-G17 to Z-G19: nobody to deal with, no offer, not for this seat, or not the cards."""
    if not is_partner(box, s, seat, other):
        return Why.NO_PARTNER
    if not s.offer_open[other]:
        return Why.ONLY_A_CALL if s.call_open[other] else Why.NO_OFFER
    if s.offer_to[other] != NONE and s.offer_to[other] != seat:
        return Why.NOT_FOR_YOU
    return Why.CANNOT_PAY
