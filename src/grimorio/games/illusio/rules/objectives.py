"""Objectives of Illusio: taken on with half of their components, or given up (I-R7 D and F)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import DONE, DROP, PREPARE, USE
from grimorio.games.illusio.events import BACKSTAGE_AT, CHALLENGE_AT, DROPPED_AT, PARTS_AT, PREPARING_AT, Told
from grimorio.games.illusio.rules.pieces import (
    append,
    carry_changes,
    fitting_among,
    fitting_kinds,
    groups_backstage,
    half,
    in_tally,
    kinds_backstage,
    open_groups,
    parts_around,
    tally_at,
)
from grimorio.games.illusio.rules.steps import insert, offer_kinds, spend
from grimorio.games.illusio.state import (
    BACKSTAGE,
    CHALLENGE,
    COMPONENTS,
    FIRST_PLACE,
    NEEDS,
    OBJECTIVE,
    PREPARING,
    TAKING_ON,
    Box,
    State,
)


@kernel
def legal_objectives(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """I-R7 D and F, I-R9: take one on with at least half of its components from the backstage; give one up."""
    first = n
    if s.preparing[seat, 0] == NONE or s.preparing[seat, 1] == NONE:
        groups = groups_backstage(s, seat)
        for slot in range(CHALLENGE):
            if s.challenge[slot] != NONE and can_prepare(box, groups, s.challenge[slot] - OBJECTIVE):
                n = insert(PREPARE + s.challenge[slot] - OBJECTIVE, first, n, out)
    for place in range(PREPARING):
        if s.preparing[seat, place] != NONE:
            out[n] = DROP + place
            n += 1
    return n


@kernel
def can_prepare(box: Box, groups: int, objective: int) -> bool:
    """I-R7 D, I-T7: do enough components of the backstage fit together, with so many of each group?"""
    return fitting_among(box, groups, objective) >= half(box, objective)


@kernel
def prepare(s: State, seat: int, objective: int, log: Any) -> None:
    """I-R7 D, I-G32: the objective comes to its new owner, who now chooses its components."""
    s.source = 0
    while s.challenge[s.source] != OBJECTIVE + objective:
        s.source += 1
    s.slot = 0 if s.preparing[seat, 0] == NONE else 1
    s.challenge[s.source] = NONE
    s.preparing[seat, s.slot] = OBJECTIVE + objective
    to = PREPARING_AT + seat * PREPARING + s.slot
    note(log, Told.PREPARED, seat, OBJECTIVE + objective, CHALLENGE_AT + s.source, to, 0, EVERYBODY)
    s.phase = TAKING_ON


@kernel
def legal_use(box: Box, s: State, seat: int, out: Any) -> int:
    """I-G4, I-G31: any component of the backstage that fits; enough once half of them lie there."""
    open_kinds = fitting_kinds(open_groups(box, s, seat, s.slot))
    n = offer_kinds(USE, kinds_backstage(s, seat) & open_kinds, COMPONENTS, 0, out)
    if parts_around(s, seat, s.slot) >= half(box, s.preparing[seat, s.slot] - OBJECTIVE):
        out[n] = DONE
        n += 1
    return n


@kernel
def drop(s: State, seat: int, place: int, log: Any) -> None:
    """I-R7 F, I-G24: the objective goes to its discards, its components to the backstage, changed as they are."""
    tally = tally_at(s, seat, FIRST_PLACE + place)
    start = PREPARING_AT + seat * PREPARING + place
    note(log, Told.DROPPED, seat, s.preparing[seat, place], start, DROPPED_AT, 0, EVERYBODY)
    s.dropped_size = append(s.dropped, s.dropped_size, s.preparing[seat, place])
    s.preparing[seat, place] = NONE
    for i in range(place * NEEDS, (place + 1) * NEEDS):
        part = s.parts[seat, i]
        if part != NONE:
            where = PARTS_AT + seat * PREPARING * NEEDS + i
            note(log, Told.CAME_BACK, seat, part, where, BACKSTAGE_AT + seat, 0, EVERYBODY)
            s.backstage[seat, s.backstage_size[seat]] = part
            s.backstage_size[seat] += 1
            s.parts[seat, i] = NONE
    for kind in range(COMPONENTS):
        s.backstage_as[seat, kind] += in_tally(tally, kind)
    carry_changes(s, seat, FIRST_PLACE + place, BACKSTAGE)
    spend(s)
