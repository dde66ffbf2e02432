"""Whatever is done with a component in a backstage.

There may be different ones that count alike: then it is asked which one is meant (I-G16).
"""

from typing import Any

from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import (
    CHANGE,
    FORM,
    MOVE,
    OTHERS,
    RETURN,
    STEAL,
    SWAP,
    SWAP_FOR,
    TRANSFORM_ONE,
    USE,
    WHICH,
)
from grimorio.games.illusio.events import BACKSTAGE_AT, HAND_AT, PARTS_AT, TRANSFORMS_AT, Told
from grimorio.games.illusio.rules.hands import play_openly, receive_openly, show_in_hand
from grimorio.games.illusio.rules.pieces import (
    STACKS,
    is_at,
    only_one,
    put_backstage,
    put_part,
    take_backstage,
    which_number,
)
from grimorio.games.illusio.rules.steps import (
    CHANGING,
    LIKES,
    insert_once,
    spend,
    tell_kind,
    tell_objective,
    use_talent,
)
from grimorio.games.illusio.rules.tricks import lift_transform
from grimorio.games.illusio.state import (
    BACKSTAGE,
    COMPONENTS,
    NEEDS,
    PREPARING,
    SWAPPING,
    TAKING_ON,
    TRANSFORM,
    WHICH_ONE,
    State,
    pair_at,
)


@kernel
def is_about_component(form: int) -> bool:
    """Does such an action speak of a component in a backstage?"""
    return MOVE <= form <= TRANSFORM_ONE or form == USE or CHANGE <= form <= WHICH


@kernel
def whose(seat: int, action: int) -> int:
    """In whose backstage the component of an action lies."""
    form = FORM[action]
    if form == CHANGE:
        return (action - CHANGE) // CHANGING
    if form == STEAL:
        return (action - STEAL) // LIKES
    return (action - form) // COMPONENTS if form == SWAP_FOR or form == RETURN else seat


@kernel
def which_kind(action: int) -> int:
    """What the component of an action counts as."""
    form = FORM[action]
    if form == TRANSFORM_ONE:
        return (action - TRANSFORM_ONE) // OTHERS
    if form == CHANGE:
        return pair_at((action - CHANGE) % CHANGING, 1)[0]
    if form == STEAL:
        return pair_at((action - STEAL) % LIKES, 0)[0]
    return int((action - form) % COMPONENTS)


@kernel
def with_component(s: State, seat: int, action: int, log: Any) -> None:
    """Do what an action says with the component it means; where there are different ones, ask which (I-G16)."""
    if FORM[action] == WHICH:
        which = action - WHICH
        action = s.pending
        s.pending = NONE
    else:
        which = only_one(s, whose(seat, action), which_kind(action))
    if which == NONE:
        s.pending = action
        s.phase = WHICH_ONE
        ask_which(s, seat, action, log)
        return
    owner, kind, printed, by = whose(seat, action), which_kind(action), which // STACKS, which % STACKS
    form = FORM[action]
    if form == MOVE or form == USE:
        to_objective(s, seat, action, kind, printed, by, log)
    elif form == TRANSFORM_ONE:
        transform(s, seat, action, kind, printed, by, log)
    elif form == CHANGE:
        change(s, seat, owner, action, kind, printed, by, log)
    elif form == SWAP or form == SWAP_FOR:
        swap(s, seat, owner, kind, printed, by, log)
    elif form == STEAL:
        steal(s, seat, owner, action, kind, printed, by, log)
    else:
        give_back(s, seat, owner, kind, printed, by, log)


@kernel
def ask_which(s: State, seat: int, action: int, log: Any) -> None:
    """I-G16: to name a component is to say what is done with it, and so to show the card that it is done with."""
    card = card_played(action)
    note(log, Told.CHOOSES, seat, card, HAND_AT + seat if card != NONE else NONE, NONE, 0, EVERYBODY)
    if card != NONE:
        show_in_hand(s, seat, card)


@kernel
def card_played(action: int) -> int:
    """The card of the hand that an action about a component is done with: a Transform, or what Silas leaves there."""
    if FORM[action] == TRANSFORM_ONE:
        return TRANSFORM
    return pair_at((action - STEAL) % LIKES, 0)[1] if FORM[action] == STEAL else NONE


@kernel
def legal_which(s: State, seat: int, out: Any) -> int:
    """I-G16: the different components that count as the kind that was named."""
    owner, kind = whose(seat, s.pending), which_kind(s.pending)
    unchanged = int(s.backstage_as[owner, kind])
    n = 0
    for i in range(s.changes):
        if is_at(s, i, owner, BACKSTAGE) and s.changed_into[i] == kind:
            unchanged -= 1
            n = insert_once(WHICH + which_number(s.changed[i], s.changed_by[i]), n, out)
    return insert_once(WHICH + which_number(kind, 0), n, out) if unchanged > 0 else n


@kernel
def to_objective(s: State, seat: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """I-R7 D and E: from the backstage to an objective in preparation."""
    taking_on = FORM[action] == USE
    place = s.slot if taking_on else (action - MOVE) // COMPONENTS
    take_backstage(s, seat, printed, kind, by)
    where = PARTS_AT + seat * PREPARING * NEEDS + put_part(s, seat, place, printed, kind, by)
    note(log, Told.MOVED, seat, printed, BACKSTAGE_AT + seat, where, 0, EVERYBODY)
    tell_kind(seat, printed, kind, log)
    if taking_on:
        s.phase = TAKING_ON
    else:
        tell_objective(s, seat, place, log)
        spend(s)


@kernel
def transform(s: State, seat: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """I-R20, I-G6, I-G16: the component counts as another from now on, and the card stays on it."""
    new = (action - TRANSFORM_ONE) % OTHERS
    new += new >= kind
    play_openly(s, seat, TRANSFORM)
    note(log, Told.PLAYED, seat, TRANSFORM, HAND_AT + seat, TRANSFORMS_AT, 0, EVERYBODY)
    i = 0
    while s.transforms[i] != NONE:
        i += 1
    s.transforms[i] = TRANSFORM
    recount(s, seat, seat, kind, new, printed, by, by + 1, log)
    spend(s)


@kernel
def change(s: State, seat: int, owner: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talents 1, 2, 4 and 5: a component in any backstage becomes another of its group; no card stays on it."""
    new = pair_at((action - CHANGE) % CHANGING, 1)[1]
    recount(s, seat, owner, kind, new, printed, by, by, log)
    use_talent(s)


@kernel
def recount(
    s: State, seat: int, owner: int, kind: int, new: int, printed: int, by: int, then_by: int, log: Any
) -> None:
    """A component of a backstage counts as something else."""
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, printed, new, then_by)
    note(log, Told.CHANGES, seat, kind, BACKSTAGE_AT + owner, NONE, 0, EVERYBODY)
    note(log, Told.BECAME, seat, new, NONE, BACKSTAGE_AT + owner, 0, EVERYBODY)


@kernel
def swap(s: State, seat: int, owner: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 6, I-G29: first what the Twins give, then what they get; changes and Transform cards travel with it."""
    if owner == seat:
        s.offered[0], s.offered_card[0], s.offered_by = kind, printed, by
        s.phase = SWAPPING
        note(log, Told.OFFERED, seat, printed, BACKSTAGE_AT + seat, NONE, 0, EVERYBODY)
        return
    take_backstage(s, seat, s.offered_card[0], s.offered[0], s.offered_by)
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, s.offered_card[0], s.offered[0], s.offered_by)
    put_backstage(s, seat, printed, kind, by)
    note(log, Told.SWAPPED, seat, s.offered_card[0], BACKSTAGE_AT + seat, BACKSTAGE_AT + owner, 0, EVERYBODY)
    tell_kind(seat, s.offered_card[0], s.offered[0], log)
    note(log, Told.SWAPPED, seat, printed, BACKSTAGE_AT + owner, BACKSTAGE_AT + seat, 0, EVERYBODY)
    tell_kind(seat, printed, kind, log)
    s.offered[0], s.offered_card[0], s.offered_by = NONE, NONE, 0
    use_talent(s)


@kernel
def steal(s: State, seat: int, owner: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 7, I-G29: into the hand as it is printed; one of the same group from the hand lies there instead."""
    left = pair_at((action - STEAL) % LIKES, 0)[1]
    play_openly(s, seat, left)
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, left, left, 0)
    receive_openly(s, seat, printed)
    note(log, Told.STOLE, seat, printed, BACKSTAGE_AT + owner, HAND_AT + seat, 0, EVERYBODY)
    note(log, Told.LEFT, seat, left, HAND_AT + seat, BACKSTAGE_AT + owner, 0, EVERYBODY)
    for _ in range(by):
        lift_transform(s, seat, log)
    use_talent(s)


@kernel
def give_back(s: State, seat: int, owner: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 8, I-G29: back to its owner's hand as it is printed."""
    take_backstage(s, owner, printed, kind, by)
    receive_openly(s, owner, printed)
    note(log, Told.RETURNED, seat, printed, BACKSTAGE_AT + owner, HAND_AT + owner, 0, EVERYBODY)
    for _ in range(by):
        lift_transform(s, seat, log)
    use_talent(s)
