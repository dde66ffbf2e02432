"""Components on the table: in backstages and around objectives, and what they were changed into.

A component lies where it lies as it is printed. What it was changed into is a note beside it (I-G6): its owner, its
spot, its face, what it counts as, and how many Transform cards lie on it. Everything that rules ask of the components
around an objective is asked of a tally: four bits for each kind.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.state import (
    BACKSTAGE,
    COMPONENTS,
    FIRST_PLACE,
    FIRST_SHOWN,
    GROUPS,
    NEEDS,
    OBJECTIVE,
    TRANSFORMS,
    TYPED,
    Box,
    State,
    first_of,
    group_of,
)

BITS = 4
"""Bits of a kind in a tally; no objective asks for more than four components."""
MOST = 15
MOST_OF_A_GROUP = 255
STACKS = TRANSFORMS + 1


@kernel
def note_change(s: State, seat: int, spot: int, printed: int, kind: int, by: int) -> None:
    """I-G6: remember that a component counts as another kind, or lies under Transform cards."""
    if printed != kind or by > 0:
        i = s.changes
        s.changed[i], s.changed_into[i], s.changed_by[i] = printed, kind, by
        s.changed_of[i], s.changed_at[i] = seat, spot
        s.changes += 1


@kernel
def lift_change(s: State, seat: int, spot: int, printed: int, kind: int, by: int) -> None:
    """The component leaves its spot: the note goes with it."""
    if printed != kind or by > 0:
        i = 0
        while not (is_at(s, i, seat, spot) and is_like(s, i, printed, kind, by)):
            i += 1
        erase_change(s, i)


@kernel
def erase_change(s: State, i: int) -> None:
    """Take out a note; those behind it move up."""
    s.changes -= 1
    while i < s.changes:
        s.changed[i], s.changed_into[i], s.changed_by[i] = s.changed[i + 1], s.changed_into[i + 1], s.changed_by[i + 1]
        s.changed_of[i], s.changed_at[i] = s.changed_of[i + 1], s.changed_at[i + 1]
        i += 1
    s.changed[i], s.changed_into[i], s.changed_by[i] = NONE, NONE, 0
    s.changed_of[i], s.changed_at[i] = NONE, NONE


@kernel
def is_at(s: State, i: int, seat: int, spot: int) -> bool:
    """Is the changed component with this number there?"""
    return bool(s.changed_of[i] == seat and s.changed_at[i] == spot)


@kernel
def is_like(s: State, i: int, printed: int, kind: int, by: int) -> bool:
    """Is it printed so, does it count as this, with so many Transform cards on it?"""
    return bool(s.changed[i] == printed and s.changed_into[i] == kind and s.changed_by[i] == by)


@kernel
def carry_changes(s: State, seat: int, spot: int, to: int) -> None:
    """All components of a spot go to another one of the same seat, with their changes."""
    for i in range(s.changes):
        if is_at(s, i, seat, spot):
            s.changed_at[i] = to


@kernel
def which_number(printed: int, by: int) -> int:
    """A component among those that count alike: its face and the Transform cards on it, as one number."""
    return printed * STACKS + by


@kernel
def only_one(s: State, seat: int, kind: int) -> int:
    """The component in a backstage that counts as this kind; none where there are different ones (I-G16)."""
    unchanged = int(s.backstage_as[seat, kind])
    found = NONE
    for i in range(s.changes):
        if is_at(s, i, seat, BACKSTAGE) and s.changed_into[i] == kind:
            unchanged -= 1
            this = which_number(s.changed[i], s.changed_by[i])
            if found != NONE and found != this:
                return NONE
            found = this
    if unchanged == 0:
        return found
    return which_number(kind, 0) if found == NONE else NONE


@kernel
def put_backstage(s: State, seat: int, printed: int, kind: int, by: int) -> None:
    """I-R7 A, I-G15: into a backstage, however many lie there."""
    s.backstage[seat, s.backstage_size[seat]] = printed
    s.backstage_size[seat] += 1
    s.backstage_as[seat, kind] += 1
    note_change(s, seat, BACKSTAGE, printed, kind, by)


@kernel
def take_backstage(s: State, seat: int, printed: int, kind: int, by: int) -> None:
    """Out of a backstage; the last one fills its place."""
    i = 0
    while s.backstage[seat, i] != printed:
        i += 1
    s.backstage_size[seat] -= 1
    s.backstage[seat, i] = s.backstage[seat, s.backstage_size[seat]]
    s.backstage[seat, s.backstage_size[seat]] = NONE
    s.backstage_as[seat, kind] -= 1
    lift_change(s, seat, BACKSTAGE, printed, kind, by)


@kernel
def of_group_backstage(s: State, seat: int, group: int) -> int:
    """Components of a group in a backstage, by what they count as."""
    found = 0
    for kind in range(first_of(group), first_of(group + 1)):
        found += s.backstage_as[seat, kind]
    return found


@kernel
def part_at(s: State, seat: int, spot: int, k: int) -> int:
    """The component at the k-th of four places around an objective, as printed."""
    if spot < FIRST_SHOWN:
        return int(s.parts[seat, (spot - FIRST_PLACE) * NEEDS + k])
    return int(s.shown_parts[seat, (spot - FIRST_SHOWN) * NEEDS + k])


@kernel
def put_part(s: State, seat: int, place: int, printed: int, kind: int, by: int) -> int:
    """Put a component around an objective in preparation; at which of the eight places."""
    i = place * NEEDS
    while s.parts[seat, i] != NONE:
        i += 1
    s.parts[seat, i] = printed
    note_change(s, seat, FIRST_PLACE + place, printed, kind, by)
    return i


@kernel
def tally_at(s: State, seat: int, spot: int) -> int:
    """What the components around an objective count as: four bits for each kind."""
    tally = 0
    for k in range(NEEDS):
        printed = part_at(s, seat, spot, k)
        if printed != NONE:
            tally += 1 << (BITS * printed)
    for i in range(s.changes):
        if is_at(s, i, seat, spot):
            tally += (1 << (BITS * int(s.changed_into[i]))) - (1 << (BITS * int(s.changed[i])))
    return tally


@kernel
def in_tally(tally: int, kind: int) -> int:
    """How many of a kind."""
    return (tally >> (BITS * kind)) & MOST


@kernel
def of_group(tally: int, group: int) -> int:
    """How many of a group."""
    found = 0
    for kind in range(first_of(group), first_of(group + 1)):
        found += in_tally(tally, kind)
    return found


@kernel
def parts_around(s: State, seat: int, place: int) -> int:
    """How many components lie around an objective in preparation."""
    found = 0
    for k in range(NEEDS):
        found += s.parts[seat, place * NEEDS + k] != NONE
    return found


@kernel
def open_groups(box: Box, s: State, seat: int, place: int) -> int:
    """I-G28: groups of which the objective at this place still takes a component, a bit each; none where none lies."""
    objective = s.preparing[seat, place]
    if objective == NONE:
        return 0
    tally = tally_at(s, seat, FIRST_PLACE + place)
    found = 0
    for group in range(GROUPS):
        if box.room[objective - OBJECTIVE, group] > of_group(tally, group):
            found |= 1 << group
    return found


@kernel
def fits(groups: int, kind: int) -> bool:
    """I-G28: is there room for a component of this kind?"""
    return bool(groups >> group_of(kind) & 1)


@kernel
def groups_backstage(s: State, seat: int) -> int:
    """Components of each group in a backstage, by what they count as: eight bits for each group."""
    found = 0
    for kind in range(COMPONENTS):
        found += int(s.backstage_as[seat, kind]) << (2 * BITS * group_of(kind))
    return found


@kernel
def fitting_among(box: Box, groups: int, objective: int) -> int:
    """I-R7 D, I-G28: how many of so many components of each group fit on an objective together."""
    found = 0
    for group in range(GROUPS):
        found += min(box.room[objective, group], (groups >> (2 * BITS * group)) & MOST_OF_A_GROUP)
    return found


@kernel
def fitting(box: Box, s: State, seat: int, objective: int) -> int:
    """I-R7 D, I-G28: how many components of the backstage fit on an objective together."""
    return fitting_among(box, groups_backstage(s, seat), objective)


@kernel
def half(box: Box, objective: int) -> int:
    """I-R7 D: half of the components an objective asks for, rounded up."""
    return (int(box.number[objective]) + 1) // 2


@kernel
def accuracy(box: Box, objective: int, tally: int) -> int:
    """I-R17, I-G5: the most needs that can be served by the exact type.

    Within a group any component may take any place, so each exact type is served as long as there is one of it left;
    whatever remains fills the other places of the group. `brute_force` in the tests tries every assignment.
    """
    found = 0
    for k in range(NEEDS):
        kind = box.needs[objective, k]
        if kind != NONE and kind < TYPED and in_tally(tally, kind) > 0:
            tally -= 1 << (BITS * int(kind))
            found += 1
    return found


@kernel
def clear_pieces(s: State, seat: int) -> None:
    """An empty backstage, and nothing around objectives."""
    s.backstage_size[seat] = 0
    for i in range(s.backstage.shape[1]):
        s.backstage[seat, i] = NONE
    for kind in range(COMPONENTS):
        s.backstage_as[seat, kind] = 0
    for i in range(s.parts.shape[1]):
        s.parts[seat, i] = NONE


@kernel
def clear_changes(s: State) -> None:
    """Nothing is changed."""
    s.changes = 0
    for i in range(s.changed.shape[0]):
        s.changed[i], s.changed_into[i], s.changed_by[i] = NONE, NONE, 0
        s.changed_of[i], s.changed_at[i] = NONE, NONE


@kernel
def append(cards: Any, size: int, card: int) -> int:
    """Lay a card on a pile; how many lie there then."""
    cards[size] = card
    return size + 1


@kernel
def kinds_backstage(s: State, seat: int) -> int:
    """What the components of a backstage count as, a bit for each kind."""
    kinds = 0
    for kind in range(COMPONENTS):
        kinds |= (s.backstage_as[seat, kind] > 0) << kind
    return kinds


@kernel
def kinds_of_group_backstage(s: State, seat: int, group: int) -> int:
    """The same of one group alone."""
    kinds = 0
    for kind in range(first_of(group), first_of(group + 1)):
        kinds |= (s.backstage_as[seat, kind] > 0) << kind
    return kinds


@kernel
def fitting_kinds(groups: int) -> int:
    """The kinds of some groups, a bit each."""
    kinds = 0
    for group in range(GROUPS):
        if groups >> group & 1:
            kinds |= (1 << first_of(group + 1)) - (1 << first_of(group))
    return kinds
