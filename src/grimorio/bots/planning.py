"""Who plans in FLAUTZ!, and the apprentice beside him, both by tables of what every hand is worth (see `prospects.py`).

A search spends most of its time here, so every hand that could come of a turn is looked up instead of valued: its
number is added up from its cards, and what it is worth stands there. The apprentice by the tables does exactly what the
apprentice does, in a quarter of the time.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from grimorio.bots import flautz
from grimorio.bots.flautz import DECLARATION, POINT
from grimorio.bots.oneself import ONESELF
from grimorio.bots.prospects import (
    DECK,
    FEWEST,
    FURTHER,
    LATEST,
    LYING,
    NEXT,
    OWN,
    PAIRS,
    STAYING,
    STAYS,
    WHOLE,
    no_prospects,
    number_with,
    own_prospects,
)  # fmt: skip
from grimorio.bots.thumb import NOTHING
from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.games.flautz.actions import DECLARE, EXCHANGE_DECLARING, FOCUS, REFILL
from grimorio.games.flautz.state import AIR, CRYSTALS, FLOOR, HAND, KINDS, PLACES, ROW

by_thumb = ONESELF["flautz"]


@kernel
def open_card(view: Any, place: int) -> int:
    """The open card at a place."""
    return int(view.air[place]) if place < ROW else int(view.floor[place - ROW])


@kernel
def is_standard(box: Any) -> bool:
    """Whether this is the edition that the tables are made for."""
    return bool(box.deck_size == DECK and box.extra_card == FURTHER)


@kernel
def look_around(box: Any, view: Any, p: Any) -> None:
    """Note the ranks of all cards in sight, and the kind of hand that every exchange makes."""
    for k in range(ROW):
        p.room[LYING, k], p.room[LYING, ROW + k] = p.ranks[view.air[k]], p.ranks[view.floor[k]]
    note_exchanges(view.hand, box.strip[view.arena_field], p)


@kernel
def note_exchanges(hand: Any, zone: int, p: Any) -> None:
    """The kind of hand that every exchange makes with the open cards of a zone, whose ranks are noted.

    The cards that stay are added up once for each place among them that a new one may take. All this is one kernel
    without calls: a search spends most of its time here.
    """
    room, steps, kinds = p.room, p.steps, p.kinds
    for k in range(HAND):
        room[OWN, k] = p.ranks[hand[k]]
    for k in range(HAND):
        found = 0
        for j in range(HAND):
            if j != k:
                found += steps[j + (j < k), room[OWN, j]]
        room[STAYING + k, 0] = found
        for place in range(HAND - 1):
            rank = room[OWN, place + (place >= k)]
            found += steps[place, rank] - steps[place + 1, rank]
            room[STAYING + k, place + 1] = found
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        rank, before = room[LYING, place], 0
        for k in range(HAND):
            before += room[OWN, k] < rank
        for k in range(HAND):
            at_place = before - (room[OWN, k] < rank)
            room[k, place] = kinds[room[STAYING + k, at_place] + steps[at_place, rank]]


@kernel
def look_ahead(box: Any, view: Any, p: Any) -> None:
    """For every exchange what the best card for the next round then makes of the hand, if it is still there."""
    now, then = box.strip[view.arena_field], box.strip[view.arena_field + 1]
    room, coming = p.room, p.coming[box.seats - FEWEST, turns_after(box, view) - 1]
    for place in range(0 if now & AIR else ROW, PLACES if now & FLOOR else ROW):
        for k in range(HAND):
            room[NEXT + k, place] = 0
        for other in range(0 if then & AIR else ROW, PLACES if then & FLOOR else ROW):
            if other != place:
                note_next(place, other, coming, room, p.steps, p.kinds, p.pairs)


@kernel
def note_next(place: int, other: int, coming: Any, room: Any, steps: Any, kinds: Any, pairs: Any) -> None:
    """The same with one card for the next round; the card that is taken now may be the one that is given then.

    Two cards are given one after the other, so it is the same which of them is given first.
    """
    one, two, before = room[LYING, place], room[LYING, other], 0
    low, high = min(one, two), max(one, two)
    for k in range(HAND):
        before += room[OWN, k] < two
    for k in range(HAND):
        after = before - (room[OWN, k] < two)
        worth = coming[kinds[room[STAYING + k, after] + steps[after, two]]]
        room[NEXT + k, place] = max(room[NEXT + k, place], worth)
    for pair in range(PAIRS):
        x, y, z = room[OWN, pairs[pair, 2]], room[OWN, pairs[pair, 3]], room[OWN, pairs[pair, 4]]
        number = (
            steps[(low <= x) + (high <= x), x]
            + steps[1 + (low <= y) + (high <= y), y]
            + steps[2 + (low <= z) + (high <= z), z]
            + steps[(x < low) + (y < low) + (z < low), low]
            + steps[1 + (x < high) + (y < high) + (z < high), high]
        )
        worth = coming[kinds[number]]
        for which in range(2):
            k = NEXT + pairs[pair, which]
            room[k, place] = max(room[k, place], worth)


@kernel
def turns_after(box: Any, view: Any) -> int:
    """Turns to come after this one, as far as they are told apart."""
    return int(min(LATEST - 1, max(0, box.rounds - view.arena_field - 1)))


@kernel
def best_next(box: Any, view: Any, p: Any) -> int:
    """What the best of the cards for the next round makes of the hand as it is, if those that lie there now stay."""
    if view.arena_field + 1 >= box.rounds:
        return 0
    best, zone, row, turns = 0, box.strip[view.arena_field + 1], box.seats - FEWEST, turns_after(box, view) - 1
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND):
            kind = p.kinds[number_with(view.hand, k, open_card(view, place), p.ranks, p.steps)]
            best = max(best, int(p.coming[row, turns, kind]))
    return best


@kernel
def worth_of_rest(box: Any, view: Any, action: int, p: Any) -> int:
    """What the hand is worth after something that is no exchange."""
    row, turns, late = box.seats - FEWEST, turns_after(box, view), view.declarer >= 0
    if action < FOCUS:
        best = 0
        for k in range(HAND):
            kind = p.room[k, action - REFILL]
            best = max(best, int(p.late[row, kind] if late else p.later[row, turns, kind]))
        return 10 * WHOLE - best
    kind = int(p.kinds[number_with(view.hand, -1, 0, p.ranks, p.steps)])
    if action == FOCUS:
        worth = int(p.focused[row, turns, kind])
        return 0 if late else worth + stays(box, view) * max(0, best_next(box, view, p) - worth) // 100
    if action == DECLARE:
        return int(p.said[row, kind])
    return 0 if view.focused[view.viewer] else int(p.late[row, kind])


@kernel
def stays(box: Any, view: Any) -> int:
    """How often of 100 times one gets the card that one wants of those that lie open for the next round."""
    if view.declarer >= 0 or view.arena_field + 1 >= box.rounds:
        return 0
    return STAYS[(view.viewer - view.first + box.seats) % box.seats]


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any, p: Any) -> int:
    """What is worth most by the tables; by the rule of thumb where they are for another edition or another mode."""
    if box.mode != CRYSTALS or not is_standard(box):
        return by_thumb(box, view, actions, count, chance)
    look_around(box, view, p)
    sure, row, room, hand = stays(box, view), box.seats - FEWEST, p.room, view.hand
    if sure > 0:
        look_ahead(box, view, p)
    then = p.late[row] if view.declarer >= 0 else p.later[row, turns_after(box, view)]
    best, chosen = -WHOLE * WHOLE, 0
    for i in range(count):
        action, said = actions[i], actions[i] >= EXCHANGE_DECLARING
        if said or action < REFILL:
            action -= EXCHANGE_DECLARING * said
            k, give, place = 0, action % KINDS, action // KINDS
            while hand[k] != give:
                k += 1
            if said:
                worth = int(p.said[row, room[k, place]])
            else:
                worth = int(then[room[k, place]])
                worth += sure * max(0, room[NEXT + k, place] - worth) // 100
        else:
            worth = worth_of_rest(box, view, action, p)
        if worth > best:
            best, chosen = worth, i
    return chosen


# ---------------------------------------------------------------- the apprentice, who looks up what hands are worth


by_rule = flautz.choose


@kernel
def worth_by_rule(box: Any, view: Any, action: int, p: Any) -> int:
    """What is worth to the apprentice (see `flautz.py`) that is no exchange."""
    if action == DECLARE:
        return DECLARATION
    if action < FOCUS:
        best = 0
        for k in range(HAND):
            best = max(best, int(p.thumb[p.room[k, action - REFILL]]))
        return 1000 * POINT - best
    worth = int(p.thumb[p.kinds[number_with(view.hand, -1, 0, p.ranks, p.steps)]])
    if action == FOCUS:
        return 0 if view.declarer >= 0 or view.arena_field + 2 >= box.rounds else worth - POINT
    return 0 if view.focused[view.viewer] else worth


@kernel
def exchange_by_rule(hand: Any, action: int, p: Any) -> int:
    """What is worth to the apprentice that is an exchange, with a declaration or without."""
    said = action >= EXCHANGE_DECLARING
    action -= EXCHANGE_DECLARING * said
    k, give = 0, action % KINDS
    while hand[k] != give:
        k += 1
    return int(p.thumb[p.room[k, action // KINDS]] + DECLARATION * said)


@kernel
def choose_by_rule(box: Any, view: Any, actions: Any, count: int, chance: Any, p: Any) -> int:
    """What the apprentice does, drawn by the same chance."""
    if not is_standard(box):
        return by_rule(box, view, actions, count, chance)
    look_around(box, view, p)
    best, chosen, equal = NOTHING, 0, 0
    for i in range(count):
        if actions[i] >= EXCHANGE_DECLARING or actions[i] < REFILL:
            worth = exchange_by_rule(view.hand, actions[i], p)
        else:
            worth = worth_by_rule(box, view, actions[i], p)
        if worth > best:
            best, chosen, equal = worth, i, 1
        elif worth == best:
            equal += 1
            if below(chance, equal) == 0:
                chosen = i
    return chosen


@kernel
def likely_by_rule(box: Any, view: Any, actions: Any, count: int, action: int, p: Any) -> float:
    """How likely the apprentice does something: he does the best, and of equal ones any."""
    look_around(box, view, p)
    best, equal, among = NOTHING, 0, 0
    for i in range(count):
        if actions[i] >= EXCHANGE_DECLARING or actions[i] < REFILL:
            worth = exchange_by_rule(view.hand, actions[i], p)
        else:
            worth = worth_by_rule(box, view, actions[i], p)
        if worth > best:
            best, equal, among = worth, 0, 0
        if worth == best:
            equal += 1
            among += actions[i] == action
    return among / equal


# ---------------------------------------------------------------- who plans


Planned = Callable[[Any, Any, Any, int, Any, Any], int]
"""A reflex that is given tables, too."""


class Planner(NamedTuple):
    """A way to plan: the kernel, what makes its tables, and tables of the same form for who plans nothing.

    `rule`: the apprentice by the same tables. `named` tells bots apart that plan otherwise.
    """

    choose: Planned
    rule: Planned
    tables: Callable[[], Any]
    nothing: Callable[[], Any]
    named: str


@kernel
def plan_nothing(box: Any, view: Any, actions: Any, count: int, chance: Any, tables: Any) -> int:
    """Nobody plans in this game."""
    return 0


NO_PLANNER = Planner(plan_nothing, plan_nothing, tuple, tuple, "")
PLANNERS = {"flautz": Planner(choose, choose_by_rule, own_prospects, no_prospects, "prospects 1")}


def planner_of(game: str) -> Planner:
    """How those plan who play a game."""
    return PLANNERS.get(game, NO_PLANNER)
