"""What the others may hold at a table of FLAUTZ! whose others are all apprentices: exactly as likely as it is.

An apprentice does what is best by his rule, and of equal things any: so how likely he did what he did can be said of
every hand that he may hold, and with Bayes' rule how likely each hand is. Nothing is left out: every decision of this
challenge counts, refills too, and that nobody ever held a Straight. A hand is drawn for each of the others as likely
as it is alone, from copies of cards that can be told apart; where two of them would hold the same copy, all are drawn
again. So the worlds that are drawn are those of the true table, as often as they are true, and nothing that the seat
does not know goes into them (a search believes less exactly: see `bots/belief.py`).
"""

from typing import Any, NamedTuple

import numpy as np

from grimorio.bots.planning import likely_by_rule, planner_of
from grimorio.engine.chance import CHANCE_DTYPE, below
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.engine.layout import NONE
from grimorio.engine.sight import as_bytes, project
from grimorio.games.flautz.actions import EXCHANGE_DECLARING, REFILL
from grimorio.games.flautz.imagine import imagine
from grimorio.games.flautz.rules import legal
from grimorio.games.flautz.rules.places import open_card
from grimorio.games.flautz.rules.spells import is_straight
from grimorio.games.flautz.state import CARDS, DISCARDS, FIELDS, HAND, KINDS, ROW, SEATS

DEEDS = 2 * SEATS * FIELDS
"""The most decisions of a challenge: in every round everybody may refill and exchange."""
WHO, DID = range(2)
"""Of a decision: the seat, and the action."""
HANDS = 324_632
"""Hands of five cards of 31 kinds."""
FEW = 3
"""Unseen cards of a hand of which all are listed that there are."""
TRIED, FITTING = 600, 6
"""Where there are more of them, after one deed, so many hands are tried, and if so many of these fit, hands are dealt
until one does; otherwise they are listed, too. What is drawn is as likely either way."""
FINE = 1 << 30
"""Chances are compared in so many parts."""


class Holdings(NamedTuple):
    """What is drawn from, and room to draw in.

    `deeds`: the positions at which the others decided in this challenge, with `did`, who and what; `many`, how many.
    `kinds`: the unseen cards, those of one kind together; `begins`, where each kind does; `taken`, which of them are
    somebody's. `listed`: for each seat how many hands were listed; `hands`, their unseen cards; `weights`, added up.
    `drawn`: for each seat the unseen cards that were drawn. `hand`: one to take apart.
    """

    deeds: Any
    raw: Any
    did: Any
    many: Any
    kinds: Any
    begins: Any
    taken: Any
    listed: Any
    hands: Any
    weights: Any
    drawn: Any
    hand: Any
    views: Any
    seen: Any
    plan: Any
    backs: Any
    lists: Any
    tables: Any
    chances: Any


def new_holdings(game: Game) -> Holdings:
    """Room for a table."""
    deeds, views = game.layout.new(DEEDS), game.sight.new()
    return Holdings(
        deeds, readable(as_bytes(deeds)), integers(DEEDS, 2), integers(1), integers(CARDS), integers(KINDS + 1),
        integers(CARDS), integers(SEATS), readable(np.zeros((SEATS, HANDS, HAND), np.int8)),
        readable(np.zeros((SEATS, HANDS))), integers(SEATS, HAND), integers(HAND), views, readable(as_bytes(views)),
        readable(game.sight.plan), readable(game.sight.backs), integers(game.most_legal),
        planner_of(game.name).tables(), np.zeros(1, CHANCE_DTYPE),
    )  # fmt: skip


# ---------------------------------------------------------------- how likely a hand is


@kernel
def likely_deed(box: Any, other: int, row: int, room: Holdings) -> float:
    """How likely somebody who held the hand that is taken apart did what he did then."""
    s, view = at(room.deeds, row), at(room.views, 0)
    for k in range(HAND):
        s.hand[other, k] = room.hand[k]
    count = legal(box, s, other, room.lists)
    project(room.plan, room.backs, room.raw[row], other, room.seen[0])
    return likely_by_rule(box, view, room.lists, count, room.did[row, DID], room.tables)


@kernel
def put_back(s: Any, action: int, hand: Any) -> bool:
    """Undo an action in a hand, which stays sorted; says whether the hand can have come of it."""
    if REFILL <= action < EXCHANGE_DECLARING:
        return True
    which = action - EXCHANGE_DECLARING if action >= EXCHANGE_DECLARING else action
    took, gave, k = open_card(s, which // KINDS), which % KINDS, 0
    while k < HAND and hand[k] != took:
        k += 1
    if k == HAND:
        return False
    while k < HAND - 1 and hand[k + 1] < gave:
        hand[k] = hand[k + 1]
        k += 1
    while k > 0 and hand[k - 1] > gave:
        hand[k] = hand[k - 1]
        k -= 1
    hand[k] = gave
    return True


@kernel
def alike(s: Any, other: int, action: int, room: Holdings) -> int:
    """How many cards like the one that he gave somebody held that nobody knew of: any of them may be the one.

    Where all knew that he held such a card, that is the one which he gave, and no other.
    """
    if REFILL <= action < EXCHANGE_DECLARING:
        return 1
    found, gave = 0, (action - EXCHANGE_DECLARING if action >= EXCHANGE_DECLARING else action) % KINDS
    for k in range(HAND):
        if s.known[other, k] == gave:
            return 1
        found += room.hand[k] == gave
    return found


@kernel
def likely(box: Any, other: int, room: Holdings) -> float:
    """How likely somebody did all that he did in this challenge who ends with the hand in `room`; it is taken apart."""
    found = 0.0 if is_straight(room.hand) else 1.0
    for row in range(room.many[0] - 1, -1, -1):
        if found > 0 and room.did[row, WHO] == other:
            if put_back(at(room.deeds, row), room.did[row, DID], room.hand) and not is_straight(room.hand):
                found *= likely_deed(box, other, row, room) / alike(
                    at(room.deeds, row), other, room.did[row, DID], room
                )
            else:
                found = 0.0
    return found


@kernel
def hold(view: Any, other: int, room: Holdings) -> int:
    """Make the hand of what all know of somebody's and of the unseen cards that were drawn for him; says how many."""
    size = 0
    for k in range(HAND):
        card = view.known[other, k]
        if card == NONE:
            card = room.kinds[room.drawn[other, size]]
            size += 1
        i = k
        while i > 0 and room.hand[i - 1] > card:
            room.hand[i] = room.hand[i - 1]
            i -= 1
        room.hand[i] = card
    return size


# ---------------------------------------------------------------- which hands there are


@kernel
def leave_out(card: int, room: Holdings) -> None:
    """A card that is seen is not among the unseen ones."""
    if card != NONE:
        room.begins[card + 1] -= 1


@kernel
def gather(box: Any, view: Any, seat: int, room: Holdings) -> int:
    """Lay out the unseen cards by kinds; says how many there are."""
    for kind in range(KINDS + 1):
        room.begins[kind] = 0
    for i in range(box.deck_size):
        room.begins[box.deck[i] + 1] += 1
    for k in range(ROW):
        leave_out(view.air[k], room)
        leave_out(view.floor[k], room)
    for i in range(DISCARDS):
        leave_out(view.discards[i], room)
        leave_out(view.pile_known[i], room)
    for other in range(box.seats):
        for k in range(HAND):
            leave_out(view.hand[k] if other == seat else view.known[other, k], room)
    for kind in range(KINDS):
        room.begins[kind + 1] += room.begins[kind]
        for i in range(room.begins[kind], room.begins[kind + 1]):
            room.kinds[i] = kind
    return int(room.begins[KINDS])


@kernel
def ways_to_deal(cards: int, other: int, room: Holdings) -> float:
    """In how many ways the first `cards` of the kinds that stand in `drawn`, in their order, can be dealt."""
    ways, alike = 1.0, 0
    for k in range(cards):
        kind = room.drawn[other, k]
        alike = alike + 1 if k > 0 and room.drawn[other, k - 1] == kind else 1
        ways *= (room.begins[kind + 1] - room.begins[kind] - alike + 1) / alike
    return ways


@kernel
def list_hands(box: Any, view: Any, other: int, missing: int, room: Holdings) -> None:
    """All that somebody may hold, each with its weight added to those before."""
    found, total, going, drawn = 0, 0.0, True, room.drawn[other]
    for k in range(missing):
        drawn[k] = 0
    while going:
        ways = ways_to_deal(missing, other, room)
        if ways > 0:
            for k in range(missing):
                room.hands[other, found, k] = drawn[k]
                drawn[k] = room.begins[drawn[k]]
            hold(view, other, room)
            weight = ways * likely(box, other, room)
            for k in range(missing):
                drawn[k] = room.hands[other, found, k]
            if weight > 0:
                total += weight
                room.weights[other, found] = total
                found += 1
        k = missing - 1
        while k >= 0 and drawn[k] == KINDS - 1:
            k -= 1
        going = k >= 0
        if going:
            kind = drawn[k] + 1
            for i in range(k, missing):
                drawn[i] = kind
    room.listed[other] = found


@kernel
def missing_of(view: Any, other: int) -> int:
    """How many cards of a hand nobody else knows."""
    missing = 0
    for k in range(HAND):
        missing += view.known[other, k] == NONE
    return missing


@kernel
def draw_new(k: int, first: int, end: int, other: int, chance: Any, room: Holdings) -> int:  # noqa: PLR0913
    """A card from `first` to before `end` that is none of the first k that were drawn for somebody."""
    while True:
        card = first + below(chance, end - first)
        new = True
        for i in range(k):
            new = new and room.drawn[other, i] != card
        if new:
            return card


@kernel
def deal_hand(box: Any, view: Any, other: int, missing: int, chance: Any, room: Holdings) -> bool:  # noqa: PLR0913
    """Any hand that somebody may hold; says whether it fits, as often as he would have done what he did with it."""
    for k in range(missing):
        room.drawn[other, k] = draw_new(k, 0, int(room.begins[KINDS]), other, chance, room)
    hold(view, other, room)
    return below(chance, FINE) < likely(box, other, room) * FINE


@kernel
def deeds_of(other: int, room: Holdings) -> int:
    """How often somebody has decided in this challenge."""
    deeds = 0
    for row in range(room.many[0]):
        deeds += room.did[row, WHO] == other
    return deeds


@kernel
def is_listed(box: Any, view: Any, other: int, chance: Any, room: Holdings) -> bool:
    """Whether hands are listed, and not dealt until one fits."""
    deeds, missing, fitting = deeds_of(other, room), missing_of(view, other), 0
    if deeds != 1 or missing <= FEW:
        return deeds > 0
    for _ in range(TRIED):
        fitting += deal_hand(box, view, other, missing, chance, room)
    return fitting < FITTING


@kernel
def prepare(box: Any, view: Any, chance: Any, room: Holdings) -> None:
    """List the hands of those whose hands are listed."""
    seat = int(view.viewer)
    gather(box, view, seat, room)
    for other in range(box.seats):
        room.listed[other] = 0
        if other != seat and is_listed(box, view, other, chance, room):
            list_hands(box, view, other, missing_of(view, other), room)


# ---------------------------------------------------------------- drawing


@kernel
def draw_listed(other: int, missing: int, chance: Any, room: Holdings) -> None:
    """One of the hands that were listed, as often as it is likely, in any copies of its cards."""
    low, high = 0, room.listed[other] - 1
    aim = (below(chance, FINE) + 0.5) / FINE * room.weights[other, high]
    while low < high:
        middle = (low + high) // 2
        if room.weights[other, middle] < aim:
            low = middle + 1
        else:
            high = middle
    for k in range(missing):
        kind = room.hands[other, low, k]
        room.drawn[other, k] = draw_new(k, int(room.begins[kind]), int(room.begins[kind + 1]), other, chance, room)


@kernel
def draw_for_all(box: Any, view: Any, chance: Any, room: Holdings) -> None:
    """Unseen cards for each of the others, of which no two hold the same."""
    clash = True
    while clash:
        clash = False
        for i in range(room.begins[KINDS]):
            room.taken[i] = 0
        for other in range(box.seats):
            if other != view.viewer:
                missing = missing_of(view, other)
                if room.listed[other] > 0:
                    draw_listed(other, missing, chance, room)
                else:
                    while not deal_hand(box, view, other, missing, chance, room):
                        pass
                for k in range(missing):
                    clash = clash or room.taken[room.drawn[other, k]] > 0
                    room.taken[room.drawn[other, k]] += 1


@kernel
def draw_world(box: Any, view: Any, chance: Any, s: Any, room: Holdings) -> None:
    """Fill `s` with a world, as often as it is the true one; `prepare` comes before."""
    seat = int(view.viewer)
    imagine(box, view, seat, chance, s)
    draw_for_all(box, view, chance, room)
    for other in range(box.seats):
        if other != seat:
            hold(view, other, room)
            for k in range(HAND):
                s.hand[other, k] = room.hand[k]
    size = 0
    for i in range(room.begins[KINDS]):
        if room.taken[i] == 0:
            s.pile[size] = room.kinds[i]
            size += 1
