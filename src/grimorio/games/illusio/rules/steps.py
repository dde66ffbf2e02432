"""What all phases of Illusio share: how a turn goes on, and how legal actions are listed in their order."""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.events import PREPARING_AT, Told
from grimorio.games.illusio.state import (
    AUTOMATIC,
    CHANGES,
    FILL,
    LIKE,
    OTTO,
    PREPARING,
    SAVANO,
    SHAOZU,
    SPECCHIA,
    State,
    change_number,
    first_of,
)

ANIMALS, ARTIFICES, BOXES = 1, 2, 3
"""Groups that talents 1, 5 and 4 change; the Accessories are group 0."""
CHANGING, LIKES = len(CHANGES), len(LIKE)


@kernel
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


@kernel
def spend(s: State) -> None:
    """I-R7: one of the two actions is used up."""
    s.acts_left -= 1
    go_on(s, FILL)


@kernel
def use_talent(s: State) -> None:
    """I-R8: no action, but only once a turn."""
    s.talent_used = 1
    go_on(s, FILL)


@kernel
def offer_kinds(action: int, kinds: int, most: int, n: int, out: Any) -> int:
    """List an action for each kind of a set. Written down before it is asked for: nobody could guess the answers."""
    if kinds == 0:
        return n
    for kind in range(most):
        out[n] = action + kind
        n += kinds >> kind & 1
    return n


@kernel
def offer_changed(action: int, kinds: int, group: int, n: int, out: Any) -> int:
    """List an action for each change of a group's kinds; none without a group.

    All that one kind can become follows one another in `CHANGES`. Written down before it is asked for, as above.
    """
    if group == NONE:
        return n
    first, behind = first_of(group), first_of(group + 1)
    others = behind - first - 1
    if kinds >> first & (2 << others) - 1:
        for old in range(first, behind):
            number = action + change_number(old, first if old > first else first + 1)
            for other in range(others):
                out[n + other] = number + other
            n += others * (kinds >> old & 1)
    return n


@kernel
def group_to_change(magician: int) -> int:
    """Talents 1, 2, 4 and 5: the group that a magician changes; none for the others."""
    if magician == SAVANO:
        return ANIMALS
    if magician == SHAOZU:
        return 0
    if magician == OTTO:
        return BOXES
    return ARTIFICES if magician == SPECCHIA else NONE


@kernel
def insert(action: int, first: int, n: int, out: Any) -> int:
    """List an action in its place among those from `first` on."""
    place = n
    while place > first and out[place - 1] > action:
        out[place] = out[place - 1]
        place -= 1
    out[place] = action
    return n + 1


@kernel
def insert_once(action: int, n: int, out: Any) -> int:
    """List an action in its place, unless it is listed already."""
    for i in range(n):
        if out[i] == action:
            return n
    return insert(action, 0, n, out)


@kernel
def tell_kind(seat: int, printed: int, kind: int, log: Any) -> None:
    """What a component counts as, where that is not its printed face."""
    if printed != kind:
        note(log, Told.BECAME, seat, kind, NONE, NONE, 0, EVERYBODY)


@kernel
def tell_objective(s: State, seat: int, place: int, log: Any) -> None:
    """To which objective in preparation a component was put."""
    start = PREPARING_AT + seat * PREPARING + place
    note(log, Told.TARGETED, seat, s.preparing[seat, place], start, NONE, 0, EVERYBODY)
