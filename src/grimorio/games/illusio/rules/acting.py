"""A turn of Illusio: what it allows, and what is done with a component of the hand (I-R7, I-R8, I-G21)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import ADD, ADD_AS, END, EXCHANGE, MOVE, PLACE, PLACE_AS
from grimorio.games.illusio.events import BACKSTAGE_AT, HAND_AT, PARTS_AT, Told
from grimorio.games.illusio.rules.hands import drawable, held, play_openly
from grimorio.games.illusio.rules.objectives import legal_objectives
from grimorio.games.illusio.rules.pieces import fitting_kinds, kinds_backstage, open_groups, put_backstage, put_part
from grimorio.games.illusio.rules.specials import legal_specials
from grimorio.games.illusio.rules.steps import (
    CHANGING,
    group_to_change,
    offer_changed,
    offer_kinds,
    spend,
    tell_kind,
    tell_objective,
)
from grimorio.games.illusio.rules.talents import legal_talent
from grimorio.games.illusio.state import COMPONENTS, NEEDS, PLAYING, PREPARING, Box, State, pair_at


@kernel
def legal_act(box: Box, s: State, seat: int, out: Any) -> int:
    """I-R7, I-R8, I-G13, I-G17: actions while there are any left, the talent once, or the end of the turn."""
    n = 0
    kinds = held(s, seat)
    if s.acts_left > 0:
        n = legal_from_hand(box, s, seat, kinds, out)
        n = legal_specials(box, s, seat, kinds, n, out)
        if drawable(s) > 0:
            n = offer_kinds(EXCHANGE, kinds, PLAYING, n, out)
        n = legal_objectives(box, s, seat, n, out)
    if not s.talent_used:
        n = legal_talent(box, s, seat, kinds, n, out)
    out[n] = END
    return n + 1


@kernel
def legal_from_hand(box: Box, s: State, seat: int, kinds: int, out: Any) -> int:
    """I-R7 A and E, I-G21: place a component, or put one to an objective, from hand or backstage."""
    group = group_to_change(s.magician[seat]) if not s.talent_used else NONE
    n = offer_kinds(PLACE, kinds, COMPONENTS, 0, out)
    n = offer_changed(PLACE_AS, kinds, group, n, out)
    if s.preparing[seat, 0] == NONE and s.preparing[seat, 1] == NONE:
        return n
    first, second = fitting_kinds(open_groups(box, s, seat, 0)), fitting_kinds(open_groups(box, s, seat, 1))
    n = offer_kinds(ADD, kinds & first, COMPONENTS, n, out)
    n = offer_kinds(ADD + COMPONENTS, kinds & second, COMPONENTS, n, out)
    n = offer_changed(ADD_AS, kinds & first, group, n, out)
    n = offer_changed(ADD_AS + CHANGING, kinds & second, group, n, out)
    backstage = kinds_backstage(s, seat)
    n = offer_kinds(MOVE, backstage & first, COMPONENTS, n, out)
    return offer_kinds(MOVE + COMPONENTS, backstage & second, COMPONENTS, n, out)


@kernel
def changed_at(form: int, which: int) -> tuple[bool, int, int, int]:
    """Whether a component of the hand is changed, to which objective it goes (or none), what it was and what it is."""
    if form == ADD_AS:
        old, new = pair_at(which % CHANGING, 1)
        return True, which // CHANGING, old, new
    if form == ADD:
        return False, which // COMPONENTS, which % COMPONENTS, which % COMPONENTS
    if form == PLACE_AS:
        old, new = pair_at(which, 1)
        return True, NONE, old, new
    return False, NONE, which, which


@kernel
def from_hand(s: State, seat: int, form: int, which: int, log: Any) -> None:
    """I-R7 A and E, I-G21: out of the hand into the backstage or to an objective; changed on the way it costs both."""
    changed, place, old, new = changed_at(form, which)
    play_openly(s, seat, old)
    if place == NONE:
        put_backstage(s, seat, old, new, 0)
        note(log, Told.PLACED, seat, old, HAND_AT + seat, BACKSTAGE_AT + seat, 0, EVERYBODY)
    else:
        where = PARTS_AT + seat * PREPARING * NEEDS + put_part(s, seat, place, old, new, 0)
        note(log, Told.ADDED, seat, old, HAND_AT + seat, where, 0, EVERYBODY)
    tell_kind(seat, old, new, log)
    if place != NONE:
        tell_objective(s, seat, place, log)
    if changed:
        s.talent_used = 1
    spend(s)
