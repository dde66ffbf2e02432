"""Why not: what Abracadabra answers to an action that is not legal. `legal` judges, this only explains."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from grimorio.games.abracadabra.actions import (
    DISCARD_CARD,
    DRAW_FROM,
    FORM,
    GATHER,
    GIVE_CARD,
    PLAY_CHAOS,
    PLAY_IDEM,
    PLAY_PROXIMA,
    PLAY_VADEMECUM,
    TAKE_CARD,
)
from grimorio.games.abracadabra.rules import legal
from grimorio.games.abracadabra.rules.gathering import takes_part
from grimorio.games.abracadabra.rules.hands import holds
from grimorio.games.abracadabra.state import (
    AIR,
    CARDS,
    CHAOS,
    GIVE,
    PILE_CHOICE,
    PLAY,
    PROXIMA,
    TAKE,
    TAKE_AGAIN,
    VADEMECUM,
    Box,
    State,
)


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    TAKE_FIRST = "A-R6"
    PLACE_EMPTY = "A-R7"
    ALREADY_TAKEN = "A-R7"
    NOT_YOUR_ENCHANTERS = "A-R12"
    TOO_MANY_FROM_TOWERS = "A-M8"
    AIR_IN_TOWERS = "A-R13"
    TRICK_NOT_IN_HAND = "A-R22"
    NO_GATHERING = "A-G10"
    NOT_YOURSELF = "A-R26"
    NO_SUCH_SEAT = "A-G12"
    NO_CARDS_THERE = "A-G12"
    MUST_CHOOSE_PILE = "A-R19"
    NOT_NEAREST_PILE = "A-G6"
    MUST_GIVE = "A-R26"
    NOT_THE_DRAWN_CARD = "A-R26"
    CARD_NOT_IN_HAND = "A-R29"
    MUST_DISCARD = "A-R29"
    ENCHANTER_NEEDED = "A-R25"
    NOTHING_TO_DISCARD = "A-R29"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat that has to decide may not do this; 0 when it may. `legal` judges, this only explains."""
    if is_listed(action, legal(box, s, seat, out), out):
        return Why.LEGAL
    form = FORM[action]
    which = int(action) - form
    if s.phase == TAKE or s.phase == TAKE_AGAIN:
        return Why.PLACE_EMPTY if form == TAKE_CARD else Why.TAKE_FIRST
    if form == TAKE_CARD:
        return Why.ALREADY_TAKEN
    if s.phase == PILE_CHOICE:
        return Why.NOT_NEAREST_PILE if form == DRAW_FROM else Why.MUST_CHOOSE_PILE
    if s.phase == GIVE:
        return why_not_give(s, seat, form, which)
    if s.phase == PLAY:
        return why_not_play(box, s, seat, form, which)
    return why_not_discard(s, seat, form, which)


@kernel
def why_not_give(s: State, seat: int, form: int, which: int) -> int:
    """A-R26: not the card just drawn, and only one of the own."""
    if form != GIVE_CARD:
        return Why.MUST_GIVE
    return Why.NOT_THE_DRAWN_CARD if which == s.drawn[seat] else Why.CARD_NOT_IN_HAND


@kernel
def why_not_discard(s: State, seat: int, form: int, which: int) -> int:
    """A-R25, A-R29: a card of the own hand, under Exodus! an Enchanter."""
    if form != DISCARD_CARD:
        return Why.MUST_DISCARD
    return Why.ENCHANTER_NEEDED if holds(s, seat, which) else Why.CARD_NOT_IN_HAND


@kernel
def why_not_play(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """A gathering that cannot be, a Trick without its card or its target, or something for another moment."""
    if form == GATHER:
        return why_no_gathering(box, s, seat, which)
    if form == DRAW_FROM or form == GIVE_CARD or form == DISCARD_CARD:
        return Why.NOTHING_TO_DISCARD
    if not holds(s, seat, trick_of(form)):
        return Why.TRICK_NOT_IN_HAND
    if form == PLAY_IDEM:
        return Why.NO_GATHERING
    if which == seat:
        return Why.NOT_YOURSELF
    return Why.NO_CARDS_THERE if which < box.seats else Why.NO_SUCH_SEAT


@kernel
def trick_of(form: int) -> int:
    """The card that an action plays."""
    if form == PLAY_CHAOS:
        return CHAOS
    return VADEMECUM if form == PLAY_VADEMECUM else PROXIMA + form - PLAY_PROXIMA


@kernel
def why_no_gathering(box: Box, s: State, seat: int, meeting: int) -> int:
    """A-R12, A-R13, A-M8: cards that are nowhere, an Air Enchanter in the Towers, or more than one reused."""
    for card in range(CARDS):
        if takes_part(box, meeting, card) and not holds(s, seat, card):
            standing = s.towers[0] == card or s.towers[1] == card or s.towers[2] == card
            if not standing:
                return Why.NOT_YOUR_ENCHANTERS
            if card >= AIR:
                return Why.AIR_IN_TOWERS
    return Why.TOO_MANY_FROM_TOWERS
