"""Tricks of Illusio: how they come to be shown, how long they stay, and what they pay (I-R12 to I-R18)."""

from typing import Any

from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.events import (
    DISCARDS_AT,
    KEPT_AT,
    PREPARING_AT,
    SHOWN_AT,
    SHOWN_PARTS_AT,
    SPECIALS_AT,
    TRANSFORMS_AT,
    Told,
)
from grimorio.games.illusio.rules.hands import to_discards
from grimorio.games.illusio.rules.pieces import (
    accuracy,
    carry_changes,
    erase_change,
    in_tally,
    is_at,
    parts_around,
    tally_at,
)
from grimorio.games.illusio.state import (
    ASHCOMBE,
    AUDIENCE,
    BY_TARGET,
    DEJA_VU,
    DOMAINS,
    DOMINATED,
    ENCORE,
    FIRST_PLACE,
    FIRST_SHOWN,
    GRAND,
    NEEDS,
    OBJECTIVE,
    OBJECTIVES,
    OVER,
    PREPARING,
    SHOWN,
    TRANSFORM,
    ZAMOK,
    Box,
    State,
)

ESCAPE = DOMAINS.index("escape")


@kernel
def show_complete(box: Box, s: State, seat: int, log: Any) -> None:
    """I-R12, I-G7: whatever has all its components is shown at once; this is no action."""
    for place in range(PREPARING):
        objective = s.preparing[seat, place]
        if objective != NONE and parts_around(s, seat, place) == box.number[objective - OBJECTIVE]:
            show(s, seat, place, log)


@kernel
def show(s: State, seat: int, place: int, log: Any) -> None:
    """I-G26: it waits for one start of its owner's turn."""
    new = shown_by(s, seat)
    s.shown[seat, new] = s.preparing[seat, place]
    s.preparing[seat, place] = NONE
    s.wait[seat, new], s.encored[seat, new] = 1, 0
    for k in range(NEEDS):
        s.shown_parts[seat, new * NEEDS + k] = s.parts[seat, place * NEEDS + k]
        s.parts[seat, place * NEEDS + k] = NONE
    carry_changes(s, seat, FIRST_PLACE + place, FIRST_SHOWN + new)
    start = PREPARING_AT + seat * PREPARING + place
    note(log, Told.SHOWN, seat, s.shown[seat, new], start, SHOWN_AT + seat * SHOWN + new, 0, EVERYBODY)


@kernel
def shown_by(s: State, seat: int) -> int:
    """How many tricks a seat shows."""
    tricks = 0
    while tricks < SHOWN and s.shown[seat, tricks] != NONE:
        tricks += 1
    return tricks


@kernel
def begin_round(s: State, seat: int) -> None:
    """I-G26: each start of the owner's turn takes one off, and lets a new Encore be played."""
    for trick in range(shown_by(s, seat)):
        s.wait[seat, trick] -= 1
        s.encored[seat, trick] = 0


@kernel
def due(s: State, seat: int) -> int:
    """How many tricks of a seat are to be validated now."""
    tricks = 0
    for trick in range(shown_by(s, seat)):
        tricks += s.wait[seat, trick] == 0
    return tricks


@kernel
def first_due(s: State, seat: int) -> int:
    """The first of them."""
    trick = 0
    while s.wait[seat, trick] != 0:
        trick += 1
    return trick


@kernel
def score_trick(box: Box, s: State, seat: int, trick: int, log: Any) -> None:
    """I-R15 to I-R18: points, components to the discards, the objective to its owner; I-R19 ends the game."""
    objective = s.shown[seat, trick] - OBJECTIVE
    where = SHOWN_AT + seat * SHOWN + trick
    note(log, Told.VALIDATED, seat, s.shown[seat, trick], where, KEPT_AT + seat, 0, EVERYBODY)
    points = worth(box, s, seat, trick, objective, log)
    s.prestige[seat] += points
    announce(log, Told.SCORED, seat, points)
    clear_away(s, seat, trick, log)
    keep(s, seat, objective)
    close_gap(s, seat, trick)
    if s.prestige[seat] >= box.target:
        s.winner, s.ending, s.phase = seat, BY_TARGET, OVER
        announce(log, Told.WON, seat, s.prestige[seat])


@kernel
def worth(box: Box, s: State, seat: int, trick: int, objective: int, log: Any) -> int:
    """I-R16 to I-R18, I-R25, I-R26, I-G2: level, accuracy, specialisation, talent, cards on it; never less than 0."""
    tally = tally_at(s, seat, FIRST_SHOWN + trick)
    exact = accuracy(box, objective, tally)
    known = specialised(box, s, seat, box.domain[objective])
    talent = talent_bonus(box, s, seat, objective, tally, exact)
    grand, deja_vu = box.grand * s.grands[seat, trick], box.deja_vu * s.deja_vus[seat, trick]
    announce(log, Told.LEVEL, seat, box.level[objective])
    if log is not None:
        tell(log, Told.ACCURACY, seat, exact)
        tell(log, Told.SPECIALISATION, seat, known)
        tell(log, Told.TALENT_BONUS, seat, talent)
        tell(log, Told.GRAND_POINTS, seat, grand)
        tell(log, Told.DEJA_VU_POINTS, seat, deja_vu)
    return max(0, int(box.level[objective] + exact + known + talent + grand - deja_vu))


@kernel
def projected(box: Box, s: Any, seat: int, trick: int) -> int:
    """What a shown trick would pay as it is, asked of a position or of a view; nothing is used up by asking."""
    objective = s.shown[seat, trick] - OBJECTIVE
    tally = tally_at(s, seat, FIRST_SHOWN + trick)
    exact = accuracy(box, objective, tally)
    points = int(box.level[objective]) + exact + specialised(box, s, seat, box.domain[objective])
    points += box.bonus * qualifies(box, s.magician[seat], objective, tally, exact)
    points += box.grand * s.grands[seat, trick] - box.deja_vu * s.deja_vus[seat, trick]
    return max(0, int(points))


@kernel
def tell(log: Any, event: int, seat: int, points: int) -> None:
    """What was nothing needs no telling."""
    if points != 0:
        announce(log, event, seat, points)


@kernel
def specialised(box: Box, s: State, seat: int, domain: int) -> int:
    """I-R18: one point if the seat has a validated objective of this domain already."""
    for k in range(OBJECTIVES):
        kept = s.kept[seat, k]
        if kept == NONE:
            return 0
        if box.domain[kept - OBJECTIVE] == domain:
            return 1
    return 0


@kernel
def talent_bonus(box: Box, s: State, seat: int, objective: int, tally: int, exact: int) -> int:
    """I-G22: the first trick of a turn that qualifies, whoever's turn it is."""
    if s.bonus_used[seat] or not qualifies(box, s.magician[seat], objective, tally, exact):
        return 0
    s.bonus_used[seat] = 1
    return int(box.bonus)


@kernel
def qualifies(box: Box, magician: int, objective: int, tally: int, exact: int) -> bool:
    """Talents 3, 9 and 10: a trick with an Audience, an Escape trick, a trick with every exact type."""
    if magician == DOMINATED:
        return in_tally(tally, AUDIENCE) > 0
    if magician == ZAMOK:
        return bool(box.domain[objective] == ESCAPE)
    return magician == ASHCOMBE and is_perfect(box, objective, exact)


@kernel
def is_perfect(box: Box, objective: int, exact: int) -> bool:
    """Lady Ashcombe: level 2 or more, every exact type served exactly, at least one."""
    return bool(box.level[objective] >= box.bonus_level and 0 < exact == box.exact[objective])


@kernel
def keep(s: State, seat: int, objective: int) -> None:
    """I-R15, I-G24: the objective lies beside its owner for good."""
    k = 0
    while s.kept[seat, k] != NONE:
        k += 1
    s.kept[seat, k] = OBJECTIVE + objective


@kernel
def clear_away(s: State, seat: int, trick: int, log: Any) -> None:
    """I-R15, I-G6, I-G24: components, their Transform cards and the cards on the trick go to the discards."""
    for k in range(NEEDS):
        part = s.shown_parts[seat, trick * NEEDS + k]
        if part != NONE:
            where = SHOWN_PARTS_AT + (seat * SHOWN + trick) * NEEDS + k
            note(log, Told.DISCARDED, seat, part, where, DISCARDS_AT, 0, EVERYBODY)
            to_discards(s, part)
    for i in range(s.changes - 1, -1, -1):
        if is_at(s, i, seat, FIRST_SHOWN + trick):
            for _ in range(s.changed_by[i]):
                lift_transform(s, seat, log)
            erase_change(s, i)
    lift_specials(s, seat, ENCORE, s.encores[seat, trick], log)
    lift_specials(s, seat, DEJA_VU, s.deja_vus[seat, trick], log)
    lift_specials(s, seat, GRAND, s.grands[seat, trick], log)


@kernel
def lift_transform(s: State, seat: int, log: Any) -> None:
    """I-G6: a Transform card comes off its component and is discarded."""
    i = 0
    while i + 1 < s.transforms.shape[0] and s.transforms[i + 1] != NONE:
        i += 1
    s.transforms[i] = NONE
    to_discards(s, TRANSFORM)
    note(log, Told.DISCARDED, seat, TRANSFORM, TRANSFORMS_AT, DISCARDS_AT, 0, EVERYBODY)


@kernel
def lift_specials(s: State, seat: int, card: int, number: int, log: Any) -> None:
    """I-G3: special actions stay with the trick and are discarded with it."""
    for _ in range(number):
        i = 0
        while s.specials[i] != card:
            i += 1
        while i + 1 < s.specials.shape[0] and s.specials[i + 1] != NONE:
            s.specials[i] = s.specials[i + 1]
            i += 1
        s.specials[i] = NONE
        to_discards(s, card)
        note(log, Told.DISCARDED, seat, card, SPECIALS_AT, DISCARDS_AT, 0, EVERYBODY)


@kernel
def close_gap(s: State, seat: int, trick: int) -> None:
    """The tricks behind it move up."""
    while trick + 1 < SHOWN:
        copy_trick(s, seat, trick + 1, trick)
        carry_changes(s, seat, FIRST_SHOWN + trick + 1, FIRST_SHOWN + trick)
        trick += 1
    clear_trick(s, seat, trick)


@kernel
def copy_trick(s: State, seat: int, trick: int, to: int) -> None:
    """Everything about a shown trick, from one place to another."""
    s.shown[seat, to] = s.shown[seat, trick]
    s.wait[seat, to], s.encored[seat, to] = s.wait[seat, trick], s.encored[seat, trick]
    s.encores[seat, to] = s.encores[seat, trick]
    s.deja_vus[seat, to], s.grands[seat, to] = s.deja_vus[seat, trick], s.grands[seat, trick]
    for k in range(NEEDS):
        s.shown_parts[seat, to * NEEDS + k] = s.shown_parts[seat, trick * NEEDS + k]


@kernel
def clear_trick(s: State, seat: int, trick: int) -> None:
    """An empty place for a shown trick."""
    s.shown[seat, trick] = NONE
    s.wait[seat, trick], s.encored[seat, trick], s.encores[seat, trick] = 0, 0, 0
    s.deja_vus[seat, trick], s.grands[seat, trick] = 0, 0
    for k in range(NEEDS):
        s.shown_parts[seat, trick * NEEDS + k] = NONE


@kernel
def shown_tricks(box: Box, s: State, fresh: int) -> int:
    """The objectives that are shown, a bit each; with `fresh` only those that may have an Encore."""
    tricks = 0
    for seat in range(box.seats):
        for trick in range(shown_by(s, seat)):
            if not (fresh and s.encored[seat, trick]):
                tricks |= 1 << (s.shown[seat, trick] - OBJECTIVE)
    return tricks


@kernel
def find_owner(s: State, objective: int) -> int:
    """Who shows a trick."""
    owner = 0
    while find_trick(s, owner, objective) == NONE:
        owner += 1
    return owner


@kernel
def find_trick(s: State, seat: int, objective: int) -> int:
    """Which of a seat's shown tricks it is; none where the seat does not show it."""
    for trick in range(SHOWN):
        if s.shown[seat, trick] == objective:
            return trick
    return NONE
