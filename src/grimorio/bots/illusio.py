"""The apprentice of Illusio: a rule of thumb that plans for an objective.

It weighs the objectives it prepares and those of the Challenge by what they would pay (level, accuracy, specialisation,
its own talent) and by how many actions and cards they still want, and does what brings the best of them on. It
exchanges what fits no plan, saves Grands for its own tricks, and spends Deja Vus, Encores and Takes on whoever is
ahead, most of all on somebody who is about to win.
"""

from typing import Any

from grimorio.bots.thumb import planning_by
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import (
    ADD,
    ADD_AS,
    CHANGE,
    DISCARD,
    DONE,
    DROP,
    EXCHANGE,
    MOVE,
    ON_TRICK,
    OTHERS,
    PLACE_AS,
    PREPARE,
    RETURN,
    STEAL,
    SWAP,
    SWAP_FOR,
    TAKE_FROM,
    TRANSFORM_ONE,
    USE,
    VALIDATE_FIRST,
    WHICH,
)
from grimorio.games.illusio.rules.pieces import (
    BITS,
    accuracy,
    fitting,
    half,
    in_tally,
    of_group,
    of_group_backstage,
    parts_around,
    tally_at,
)
from grimorio.games.illusio.rules.steps import CHANGING, LIKES
from grimorio.games.illusio.rules.tricks import find_owner, find_trick, projected, qualifies, shown_by, specialised
from grimorio.games.illusio.state import (
    ACT,
    CHALLENGE,
    COMPONENTS,
    DEJA_VU,
    ENCORE,
    FIRST_PLACE,
    GRAND,
    GROUPS,
    NEEDS,
    OBJECTIVE,
    OBJECTIVES,
    PREPARING,
    SUCCESS,
    TAKE,
    TRANSFORM,
    TYPED,
    group_of,
    pair_at,
)

POINT = 16
"""Worth of a point of prestige, in small change."""
EFFORT = 8
"""What an action costs."""
LACK = 18
"""What a component costs that has yet to be drawn."""
STEP = 30
"""Worth of an action that brings a plan on."""
USEFUL = 8
"""Cards that are worth less are better exchanged."""
VICTORY = 10_000 * POINT
ENOUGH = 4
"""More than so many of a kind are as good as this many."""


# ---------------------------------------------------------------- what one has


@kernel
def in_hand(view: Any) -> int:
    """The components of the own hand, four bits for each kind."""
    tally = 0
    for k in range(view.hand_size[view.viewer]):
        if view.hand[k] < COMPONENTS and in_tally(tally, view.hand[k]) < ENOUGH:
            tally += 1 << (BITS * int(view.hand[k]))
    return tally


@kernel
def in_backstage(view: Any, seat: int) -> int:
    """The components of a backstage, by what they count as."""
    tally = 0
    for kind in range(COMPONENTS):
        tally += min(ENOUGH, int(view.backstage_as[seat, kind])) << (BITS * kind)
    return tally


@kernel
def in_reach(view: Any) -> int:
    """Hand and backstage together."""
    return in_hand(view) + in_backstage(view, view.viewer)


@kernel
def one(kind: int) -> int:
    """A tally of one component."""
    return 1 << (BITS * kind)


# ---------------------------------------------------------------- what an objective promises


@kernel
def filled(box: Any, objective: int, tally: int) -> int:
    """How many of its components an objective can have from a tally."""
    found = 0
    for group in range(GROUPS):
        if box.room[objective, group] > 0:
            found += min(int(box.room[objective, group]), of_group(tally, group))
    return found


@kernel
def promise(box: Any, view: Any, objective: int, tally: int) -> int:
    """What an objective would pay with these components, less what is still to be drawn for it."""
    me = view.viewer
    exact = accuracy(box, objective, tally)
    points = int(box.level[objective]) + exact + specialised(box, view, me, box.domain[objective])
    points += box.bonus * qualifies(box, view.magician[me], objective, tally, exact)
    return int(POINT * points - LACK * (box.number[objective] - filled(box, objective, tally)))


@kernel
def plan(box: Any, view: Any, objective: int) -> int:
    """The worth of taking on an objective of the Challenge: its promise less the actions it takes (I-R7 A, D and E)."""
    ready, needed = fitting(box, view, view.viewer, objective), half(box, objective)
    actions = max(0, needed - ready) + 1 + int(box.number[objective]) - max(ready, needed)
    return promise(box, view, objective, in_reach(view)) - EFFORT * actions


@kernel
def best_plan(box: Any, view: Any) -> int:
    """The objective of the Challenge to work for; none while two are in preparation."""
    me = view.viewer
    found, best = NONE, 0
    if view.preparing[me, 0] != NONE and view.preparing[me, 1] != NONE:
        return found
    for slot in range(CHALLENGE):
        if view.challenge[slot] != NONE:
            worth = plan(box, view, view.challenge[slot] - OBJECTIVE)
            if found == NONE or worth > best:
                found, best = view.challenge[slot] - OBJECTIVE, worth
    return found


@kernel
def asks_for(box: Any, objective: int, kind: int) -> bool:
    """Does an objective ask for exactly this type?"""
    for k in range(NEEDS):
        if kind < TYPED and box.needs[objective, k] == kind:
            return True
    return False


@kernel
def wanted(box: Any, objective: int, there: int, kind: int) -> int:
    """How much an objective with these components wants one more of a kind: not, somehow, or exactly."""
    if box.room[objective, group_of(kind)] <= of_group(there, group_of(kind)):
        return 0
    exact = asks_for(box, objective, kind) and in_tally(there, kind) == 0
    free = accuracy(box, objective, there | one(kind)) if exact else 0
    if free > accuracy(box, objective, there):
        return 3
    return 2 if open_exactly(box, objective, there, group_of(kind)) == 0 else 1


@kernel
def open_exactly(box: Any, objective: int, there: int, group: int) -> int:
    """Exact types of a group that an objective asks for and has not."""
    found = 0
    for k in range(NEEDS):
        need = box.needs[objective, k]
        if need != NONE and need < TYPED and group_of(need) == group and in_tally(there, need) == 0:
            found += 1
    return found


@kernel
def use_of(box: Any, view: Any, kind: int, target: int) -> int:
    """How useful a component is to the seat: for what it prepares, or for the objective it works for."""
    me = view.viewer
    best = 0
    for place in range(PREPARING):
        if view.preparing[me, place] != NONE:
            there = tally_at(view, me, FIRST_PLACE + place)
            best = max(best, 10 * wanted(box, view.preparing[me, place] - OBJECTIVE, there, kind))
    if target != NONE:
        best = max(best, 7 * wanted(box, target, 0, kind))
    return best


# ---------------------------------------------------------------- the worth of an action


@kernel
def worth_of(box: Any, view: Any, target: int, action: int) -> int:
    """What an action promises; `target` is the objective of the Challenge to work for."""
    action = int(action)  # it comes from a list of small numbers
    if action < TRANSFORM_ONE:
        return worth_of_component(box, view, target, action)
    if action < TAKE_FROM:
        return worth_of_transform(box, view, target, action - TRANSFORM_ONE)
    if action < ON_TRICK:
        return 14 + lead(box, view, action - TAKE_FROM)
    if action < EXCHANGE:
        return worth_on_trick(box, view, ENCORE + (action - ON_TRICK) // OBJECTIVES, (action - ON_TRICK) % OBJECTIVES)
    if action < PREPARE:
        return worth_of_exchange(box, view, target, action - EXCHANGE)
    if action < USE:
        return STEP + plan(box, view, action - PREPARE) // 2
    if action < DROP:
        return worth_of_using(box, view, action - USE)
    if action < CHANGE:
        return worth_of_dropping(box, view, action - DROP)
    return worth_of_talent(box, view, target, action) if action < WHICH else worth_of_rest(box, view, target, action)


@kernel
def worth_of_component(box: Any, view: Any, target: int, action: int) -> int:
    """A component from the hand to the backstage, or from hand or backstage to an objective."""
    if action < ADD:
        return worth_of_placing(box, view, target, action)
    if action < MOVE:
        return worth_of_adding(box, view, action)
    return worth_of_step(box, view, (action - MOVE) // COMPONENTS, (action - MOVE) % COMPONENTS)


@kernel
def worth_of_placing(box: Any, view: Any, target: int, action: int) -> int:
    """A card for the objective one works for, as long as the backstage lacks half of it; exact types first."""
    kind = action
    if action >= PLACE_AS:
        kind = pair_at(action - PLACE_AS, 1)[1]
    there = in_backstage(view, view.viewer)
    group = group_of(kind)
    if target == NONE or box.room[target, group] <= of_group_backstage(view, view.viewer, group):
        return worth_as_fodder(box, view, target, kind)
    if filled(box, target, there) >= half(box, target):
        return 4
    exact = asks_for(box, target, kind) and in_tally(there, kind) == 0
    return STEP - 4 + (6 if exact else 0) + max(0, plan(box, view, target)) // 8


@kernel
def worth_as_fodder(box: Any, view: Any, target: int, kind: int) -> int:
    """A component that fits nothing is good enough to be transformed, if a Transform waits for one."""
    me = view.viewer
    waits = view.backstage_size[me] == 0 and holds(view, TRANSFORM)
    return STEP // 2 if waits and use_of(box, view, kind, target) == 0 else 1


@kernel
def holds(view: Any, card: int) -> bool:
    """Is the card in the own hand?"""
    for k in range(view.hand_size[view.viewer]):
        if view.hand[k] == card:
            return True
    return False


@kernel
def worth_of_adding(box: Any, view: Any, action: int) -> int:
    """A card of the hand for an objective in preparation."""
    if action >= ADD_AS:
        place, kind = (action - ADD_AS) // CHANGING, pair_at((action - ADD_AS) % CHANGING, 1)[1]
    else:
        place, kind = (action - ADD) // COMPONENTS, (action - ADD) % COMPONENTS
    return 1 + worth_of_step(box, view, place, kind)


@kernel
def worth_of_step(box: Any, view: Any, place: int, kind: int) -> int:
    """One more component for an objective in preparation: more if it is exact, most if it completes the trick."""
    me = view.viewer
    objective = view.preparing[me, place] - OBJECTIVE
    there = tally_at(view, me, FIRST_PLACE + place)
    want = wanted(box, objective, there, kind)
    if want == 1 and exact_in_reach(box, view, objective, there, group_of(kind)):
        return 6
    left = box.number[objective] - parts_around(view, me, place)
    missing = box.number[objective] - filled(box, objective, there + in_reach(view))
    return STEP + 5 * want - 3 * int(missing) + (40 + 4 * int(box.level[objective]) if left == 1 else 0)


@kernel
def exact_in_reach(box: Any, view: Any, objective: int, there: int, group: int) -> bool:
    """Does the seat have an exact type that an objective lacks, in this group?"""
    reach = in_reach(view)
    for k in range(NEEDS):
        need = box.needs[objective, k]
        of_it = need != NONE and need < TYPED and group_of(need) == group
        if of_it and in_tally(there, need) == 0 and in_tally(reach, need) > 0:
            return True
    return False


@kernel
def worth_of_using(box: Any, view: Any, kind: int) -> int:
    """Components for an objective that is being taken on cost nothing more; a worse one waits for a better."""
    me = view.viewer
    objective = view.preparing[me, view.slot] - OBJECTIVE
    there = tally_at(view, me, FIRST_PLACE + view.slot)
    want = wanted(box, objective, there, kind)
    if want == 1 and exact_in_reach(box, view, objective, there, group_of(kind)):
        return -1
    return 10 * want


@kernel
def worth_of_dropping(box: Any, view: Any, place: int) -> int:
    """Give up what lacks much, where something far better lies in the Challenge."""
    me = view.viewer
    there = tally_at(view, me, FIRST_PLACE + place)
    objective = view.preparing[me, place] - OBJECTIVE
    missing = box.number[objective] - filled(box, objective, there + in_reach(view))
    if missing == 0 or view.preparing[me, 0] == NONE or view.preparing[me, 1] == NONE:
        return -POINT
    best = 0
    for slot in range(CHALLENGE):
        if view.challenge[slot] != NONE:
            best = max(best, plan(box, view, view.challenge[slot] - OBJECTIVE))
    return best // 2 - POINT - promise(box, view, objective, there + in_reach(view)) // 2


@kernel
def worth_of_transform(box: Any, view: Any, target: int, number: int) -> int:
    """Turn what fits nothing into a component that an objective in preparation lacks."""
    old, new = number // OTHERS, number % OTHERS
    new += new >= old
    if in_tally(in_reach(view), new) > 0:
        return -1
    gain = use_of(box, view, new, target) - use_of(box, view, old, target)
    return gain if gain > EFFORT else -1


# ---------------------------------------------------------------- rivals


@kernel
def expected(box: Any, view: Any, seat: int) -> int:
    """The points a seat will have when its next turn has begun."""
    points = int(view.prestige[seat])
    for trick in range(shown_by(view, seat)):
        if view.wait[seat, trick] <= 1:
            points += projected(box, view, seat, trick)
    return points


@kernel
def lead(box: Any, view: Any, seat: int) -> int:
    """How far a rival is: what one spends against him is worth so much more."""
    return min(int(box.target), expected(box, view, seat))


@kernel
def worth_on_trick(box: Any, view: Any, card: int, objective: int) -> int:
    """Grand and Success for the own tricks, Deja Vu and Encore against whoever is ahead, above all who would win."""
    me, owner = view.viewer, find_owner(view, OBJECTIVE + objective)
    trick = find_trick(view, owner, OBJECTIVE + objective)
    points = projected(box, view, owner, trick)
    if owner == me:
        if card == SUCCESS:
            return VICTORY if view.prestige[me] + points >= box.target else 5
        if card == ENCORE:
            return -1
        return 2 * POINT + 6 if card == GRAND else -VICTORY
    threat = expected(box, view, owner)
    if card == DEJA_VU:
        stops = threat >= box.target > threat - box.deja_vu
        return VICTORY // 2 if stops else POINT // 2 + threat if points > 0 else -1
    if card == ENCORE:
        stops = threat >= box.target > threat - points and view.wait[owner, trick] <= 1
        return VICTORY // 4 if stops else -1
    return -VICTORY


# ---------------------------------------------------------------- cards and talents


@kernel
def worth_of_card(box: Any, view: Any, target: int, card: int) -> int:
    """What a card of the hand is worth keeping for."""
    if card < COMPONENTS:
        spare = in_tally(in_hand(view), card) > 1
        return use_of(box, view, card, target) // (2 if spare else 1)
    if card == GRAND:
        return 28
    if card == DEJA_VU or card == SUCCESS:
        return 14
    return 12 if card == TAKE or card == TRANSFORM else 9


@kernel
def worth_of_exchange(box: Any, view: Any, target: int, card: int) -> int:
    """Cards that fit no plan are better exchanged than kept, many of them in one action."""
    worth = worth_of_card(box, view, target, card)
    if view.phase != ACT:
        return USEFUL - worth
    useless = 0
    for k in range(view.hand_size[view.viewer]):
        useless += worth_of_card(box, view, target, view.hand[k]) < USEFUL
    return 6 * useless - worth if worth < USEFUL else -1


@kernel
def worth_of_talent(box: Any, view: Any, target: int, action: int) -> int:
    """What a talent gains for the own plans, or costs whoever is ahead."""
    me = view.viewer
    if action < SWAP:
        owner, (old, new) = (action - CHANGE) // CHANGING, pair_at((action - CHANGE) % CHANGING, 1)
        gain = use_of(box, view, new, target) - use_of(box, view, old, target)
        return 2 * gain if owner == me else harm(box, view, owner, old) - harm(box, view, owner, new)
    if action < SWAP_FOR:
        return best_swap(box, view, target) - use_of(box, view, action - SWAP, target)
    if action < STEAL:
        return use_of(box, view, (action - SWAP_FOR) % COMPONENTS, target)
    if action < RETURN:
        owner, (theirs, mine) = (action - STEAL) // LIKES, pair_at((action - STEAL) % LIKES, 0)
        gain = use_of(box, view, theirs, target) - use_of(box, view, mine, target)
        return gain + harm(box, view, owner, theirs) - harm(box, view, owner, mine)
    owner, kind = (action - RETURN) // COMPONENTS, (action - RETURN) % COMPONENTS
    return -1 if owner == me else 1 + harm(box, view, owner, kind)


@kernel
def best_swap(box: Any, view: Any, target: int) -> int:
    """The most useful component in another's backstage."""
    best = 0
    for seat in range(box.seats):
        for kind in range(COMPONENTS):
            if seat != view.viewer and view.backstage_as[seat, kind] > 0:
                best = max(best, use_of(box, view, kind, target))
    return best


@kernel
def harm(box: Any, view: Any, seat: int, kind: int) -> int:
    """What a component is to a rival: how much his objectives in preparation want it, more the further he is."""
    best = 0
    for place in range(PREPARING):
        if view.preparing[seat, place] != NONE:
            there = tally_at(view, seat, FIRST_PLACE + place)
            best = max(best, wanted(box, view.preparing[seat, place] - OBJECTIVE, there, kind))
    return best * (2 + lead(box, view, seat) // 3)


@kernel
def worth_of_rest(box: Any, view: Any, target: int, action: int) -> int:
    """Like components are alike; the trick that pays most first; discard what is missed least; then the end."""
    if action < VALIDATE_FIRST:
        return 0
    if action < DISCARD:
        me = view.viewer
        return projected(box, view, me, find_trick(view, me, OBJECTIVE + action - VALIDATE_FIRST))
    return -worth_of_card(box, view, target, action - DISCARD) if action < DONE else 0


choose = planning_by(best_plan, worth_of)
"""The apprentice: what is worth most by the rule of thumb above."""
