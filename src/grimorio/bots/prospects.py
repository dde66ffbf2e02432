"""What a hand of FLAUTZ! is worth with turns to come: looked ahead once for all hands, and kept in tables.

Who plays alone against chance would know the worth of every hand: at the end it is how likely its points are to win the
crystal, and before that what the best exchange with one of three open cards makes of it, on average over these cards,
one turn after the other back from the last. That is nearly the game, if one also counts how often somebody else
declares meanwhile, so that only one turn is left, and looks at the cards that lie open for the next round. Colours are
all alike, so 324,632 hands are of 12,344 kinds. How often points win was counted in 4,000 games of apprentices at each
table; the other numbers too, and then others were tried on the same deals. By itself this way to play wins 1.39, 1.48
and 1.52 times a fair share among apprentices at tables of two to four on deals that nothing was tried on. A search
plays its own seat on by it.
"""

import functools
import itertools
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grimorio.bots import flautz
from grimorio.bots.flautz import DECLARATION, POINT
from grimorio.bots.flautz import hand_worth as flautz_worth
from grimorio.bots.oneself import ONESELF
from grimorio.bots.thumb import NOTHING
from grimorio.engine.chance import below
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.games import load
from grimorio.games.flautz.actions import DECLARE, EXCHANGE_DECLARING, FOCUS, REFILL
from grimorio.games.flautz.rules.spells import is_flautz, is_straight, spell_value
from grimorio.games.flautz.state import AIR, COLOURS, CRYSTALS, FLOOR, HAND, KINDS, PLACES, PRISM, ROW, SEATS, VALUES

NUMBERS = 5
"""The numbers of the edition that the table is made for; higher ones count as the highest."""
DECK, FURTHER = 90, 5
"""Its cards, and points for each further card of a spell: with others the rule of thumb decides."""
RANKS = NUMBERS * (len(COLOURS) + 1) + 1
HANDS = math.comb(RANKS + HAND - 1, HAND)
FEWEST = 2
"""Seats at the smallest table."""
LATEST = 7
"""Turns to come that are told apart, none included."""

WHOLE = 10_000
"""A crystal."""
STRAIGHT = 15_000
"""What a Straight is worth (the best of some that were tried): it gives two crystals, of which one may be too many."""
LOWEST = 10
ARENA, LATE, SAID = range(3)
"""How a challenge ends: at the last field, because somebody else has declared, because one has declared oneself."""
WON = (
    ((6, 6, 11, 28, 40, 49, 63, 75, 78, 87, 97, 99, 99, 100, 100, 100),
     (1, 3, 6, 11, 11, 12, 28, 56, 56, 62, 77, 90, 92, 97, 97, 100),
     (10, 20, 31, 51, 54, 68, 76, 87, 87, 87, 97, 98, 98, 98, 99, 100)),
    ((0, 0, 1, 5, 11, 21, 31, 49, 50, 65, 88, 94, 94, 94, 98, 100),
     (0, 1, 2, 5, 6, 8, 20, 49, 49, 56, 70, 83, 84, 88, 91, 100),
     (0, 7, 13, 27, 39, 44, 57, 75, 75, 78, 92, 96, 96, 96, 98, 100)),
    ((0, 0, 0, 1, 3, 7, 14, 27, 34, 48, 79, 84, 88, 89, 94, 100),
     (0, 0, 1, 3, 4, 6, 16, 41, 41, 50, 69, 84, 84, 86, 90, 100),
     (0, 2, 4, 15, 23, 26, 44, 66, 66, 72, 88, 94, 94, 94, 96, 100)),
    ((0, 0, 0, 0, 0, 3, 7, 14, 17, 36, 65, 74, 84, 85, 92, 100),
     (0, 0, 0, 2, 3, 5, 12, 38, 38, 47, 66, 81, 83, 84, 91, 100),
     (0, 1, 3, 10, 12, 21, 37, 60, 60, 62, 84, 90, 90, 91, 94, 100)),
)  # fmt: skip
"""How often of 100 times somebody with 10 points, 11, ... 25 wins a crystal at a table of two, three, four, five."""
DECLARES_FIRST, DECLARES = 0.14, 0.2
"""How likely somebody is to declare in a turn of the first round, and of a later one (the best of some that were tried;
apprentices do in 8 and 14 of 100)."""
FIELDS = 5
"""Turns of a challenge on the fields of the standard arena."""
OPEN = (42, 38, 34, 33, 33, 13, 13, 13, 13, 13, 6)
"""How often of 1,000 times an open card is the one, two, ... five of a colour, an illusion of each number, a prism."""
SHOWN = 2
"""The form of a Straight; that of another FLAUTZ! is 1."""


STAYS = (90, 62, 45, 35, 25)
"""How often of 100 times one gets the card that one wants of those that lie open for the next round, by how many play
before one in a round (the best of some that were tried)."""


class Prospects(NamedTuple):
    """The tables: `ranks` of cards, `steps` to the number of a hand, its `kinds` up to colours.

    Of each kind: `thumb`, its worth to the apprentice; `forms`, 1 for a FLAUTZ!, 2 for a Straight. Then in parts of a
    crystal, by seats and kind: `later`, by turns to come, of a hand that one keeps; `focused`, the same in focus;
    `late`, with no turn to come after somebody else's declaration; `said`, if one declares; `coming`, the better of
    `later` and `said`. `room`: for who plans, to work in; it is nobody else's.
    """

    ranks: Any
    steps: Any
    kinds: Any
    thumb: Any
    forms: Any
    later: Any
    focused: Any
    late: Any
    said: Any
    coming: Any
    pairs: Any
    room: Any


FORMS = (
    (1, np.int32), (2, np.int32), (1, np.int16), (1, np.int16), (1, np.int16), (3, np.int16), (3, np.int16),
    (2, np.int16), (2, np.int16), (3, np.int16), (2, np.int32),
    (2, np.int32),
)  # fmt: skip
"""In how many ways each of them is indexed, and of which numbers it is."""


NEXT, STAYING, OWN, LYING = HAND, 2 * HAND, 3 * HAND, 3 * HAND + 1
"""Rows of the room of who plans: first, for each card that may be given and each place that may be taken from, the kind
of the hand that is left; then what the turn after that may come to; what the cards that stay add up to, by the place of
a new one among them; the ranks of the hand, and of the open cards."""
TWO_OF = [(i, k, *(j for j in range(HAND) if j not in (i, k))) for i, k in itertools.combinations(range(HAND), 2)]
"""Two cards of a hand, and the three others."""
PAIRS = len(TWO_OF)


def new_room() -> Any:
    """Room to plan in."""
    return integers(LYING + 1, PLACES)


# ---------------------------------------------------------------- hands and their numbers


def rank_of(card: int) -> int:
    """Cards from 0 on, in their order."""
    colour, number = divmod(card, VALUES)
    return RANKS - 1 if card >= PRISM else colour * NUMBERS + min(number, NUMBERS - 1)


STEPS = np.array([[math.comb(rank + k, k + 1) for rank in range(RANKS)] for k in range(HAND)], np.int32)
"""A hand has the number that these add up to: of its first card by its rank, of its second, ..."""
CARDS = np.array([card for card in range(KINDS) if card == PRISM or card % VALUES < NUMBERS], np.int8)
"""The card of each rank."""


def all_hands() -> Any:
    """Every hand as sorted ranks, in the order of the numbers: the highest card above all smaller hands up to it."""
    hands = np.arange(RANKS)[:, None]
    for k in range(1, HAND):
        lower = [hands[: math.comb(rank + k, k)] for rank in range(RANKS)]
        hands = np.vstack([np.column_stack((below, np.full(len(below), rank))) for rank, below in enumerate(lower)])
    return hands


def numbers_of(hands: Any) -> Any:
    """The number of each hand of sorted ranks."""
    return sum(STEPS[k, hands[..., k]] for k in range(HAND))


def kinds_of(hands: Any) -> tuple[Any, Any]:
    """For each hand its kind, the same if only colours change places; and for each kind one of its hands."""
    coloured, told = hands < NUMBERS * len(COLOURS), np.zeros((len(hands), len(COLOURS)), np.int64)
    for k in range(HAND):
        rows = np.flatnonzero(coloured[:, k])
        told[rows, hands[rows, k] // NUMBERS] += (HAND + 1) ** (hands[rows, k] % NUMBERS)
    told = np.sort(np.searchsorted(np.unique(told), told), axis=1)
    names = np.zeros(len(hands), np.int64)
    for k in range(HAND):
        names = (names << 8 | told[:, k]) << 3 | np.where(coloured[:, k], 0, hands[:, k] - NUMBERS * len(COLOURS) + 1)
    _names, firsts, kinds = np.unique(names, return_index=True, return_inverse=True)
    return kinds, hands[firsts]


@kernel
def number_with(hand: Any, k: int, card: int, ranks: Any, steps: Any) -> int:
    """The number of a sorted hand with a card for that at k; of the hand itself with k below 0."""
    if k < 0:
        k, card = 0, hand[0]
    rank = ranks[card]
    found, before = 0, 0
    for j in range(HAND):
        if j != k:
            other = ranks[hand[j]]
            found += steps[j - (j > k) + (rank <= other), other]
            before += other < rank
    return int(found + steps[before, rank])


# ---------------------------------------------------------------- looking back from the end


@kernel
def value_hands(boxes: Any, hands: Any, points: Any, forms: Any, thumb: Any) -> None:
    """Points, 1 for a FLAUTZ!, 2 for a Straight, and the worth to the apprentice."""
    for i in range(hands.shape[0]):
        points[i] = spell_value(at(boxes, 0), hands[i])
        thumb[i] = flautz_worth(at(boxes, 0), hands[i])
        forms[i] = SHOWN if is_straight(hands[i]) else is_flautz(hands[i])


class Ranked(NamedTuple):
    """For each hand what each card would make of it, the least first; and how often a card is one of the first ones."""

    worths: Any
    up_to: Any

    def best_of(self, cards: int, least: Any) -> Any:
        """What the best of so many open cards makes of each hand on average, or `least` if that is more."""
        often = np.diff(self.up_to**cards, axis=1, prepend=0)
        return (often * np.maximum(self.worths, least[:, None])).sum(1)


def ranked(worths: Any, often: Any) -> Ranked:
    """What cards make of hands, in order."""
    order = np.argsort(worths, axis=1, kind="stable")
    return Ranked(np.take_along_axis(worths, order, 1), np.cumsum(often[order], axis=1))


def look_back(seats: int, takes: Any, points: Any, forms: Any) -> tuple[Any, Any, Any, Any]:
    """`later`, `focused`, `late` and `said` of each kind of hand at a table."""
    won = np.zeros((3, LOWEST + len(WON[0][0])))
    won[:, LOWEST:] = np.array(WON[seats - FEWEST]) * (WHOLE // 100)
    often = np.array([*OPEN[:NUMBERS] * len(COLOURS), *OPEN[NUMBERS:]]) / 1000
    often, shown, nothing = often / often.sum(), forms == SHOWN, np.zeros(len(points))
    late = np.where(shown, STRAIGHT, won[LATE, points] + points)
    said = np.where(shown, STRAIGHT, np.where(forms == 1, won[SAID, points], -1))
    last = ranked(late[takes].max(2), often)
    at_last, focused_at_last = last.best_of(ROW, late), last.best_of(ROW + 1, nothing)
    later, focused = [np.where(shown, STRAIGHT, won[ARENA, points] + points)], [nothing]
    for turns in range(1, LATEST):
        risk = 1 - (1 - (DECLARES if turns < FIELDS - 1 else DECLARES_FIRST)) ** (seats - 1)
        next_turn = ranked(np.maximum(later[-1], said)[takes].max(2), often)
        going = next_turn.best_of(ROW, np.maximum(focused[-1], said))
        focused.append((1 - risk) * next_turn.best_of(ROW + 1, nothing) + risk * focused_at_last)
        later.append(np.where(shown, STRAIGHT, (1 - risk) * going + risk * at_last))
    return np.array(later), np.array(focused), late, said


@functools.cache
def prospects() -> Prospects:
    """The tables, made once for all who think."""
    hands = all_hands()
    kinds, first = kinds_of(hands)
    points, forms, thumb = np.zeros((3, len(first)), np.int64)
    value_hands(load("flautz").box(FEWEST), readable(CARDS[first]), readable(points), readable(forms), readable(thumb))
    with_each = np.repeat(first[:, None, :], RANKS, 1)[:, :, None, :].repeat(HAND, 2)
    for k in range(HAND):
        with_each[:, :, k, k] = np.arange(RANKS)
    takes = kinds[numbers_of(np.sort(with_each, axis=3))]
    found = [look_back(seats, takes, points, forms) for seats in range(FEWEST, SEATS + 1)]
    later, focused, late, said = (np.round(np.array(each)).astype(np.int16) for each in zip(*found, strict=True))
    ranks = np.array([rank_of(card) for card in range(KINDS)], np.int32)
    of_kinds = (kinds.astype(np.int16), thumb.astype(np.int16), forms.astype(np.int16))
    tables = (ranks, STEPS, *of_kinds, later, focused, late, said, np.maximum(later, said[:, None]))
    tables = (*tables, np.array(TWO_OF, np.int32))
    return Prospects(*map(readable, tables), new_room())


# ---------------------------------------------------------------- the player


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
    """For every exchange what the best card for the next round then makes of the hand, if it is still there.

    Two cards are given one after the other, so it is the same which of them is given first.
    """
    now, then, room, steps, kinds = (
        box.strip[view.arena_field],
        box.strip[view.arena_field + 1],
        p.room,
        p.steps,
        p.kinds,
    )
    coming = p.coming[box.seats - FEWEST, turns_after(box, view) - 1]
    first, end = 0 if now & AIR else ROW, PLACES if now & FLOOR else ROW
    for place in range(first, end):
        for k in range(HAND):
            room[NEXT + k, place] = 0
    for other in range(0 if then & AIR else ROW, PLACES if then & FLOOR else ROW):
        two, before = room[LYING, other], 0
        for k in range(HAND):
            before += room[OWN, k] < two
        for k in range(HAND):
            at_place = before - (room[OWN, k] < two)
            worth = coming[kinds[room[STAYING + k, at_place] + steps[at_place, two]]]
            for place in range(first, end):
                if place != other:
                    room[NEXT + k, place] = max(room[NEXT + k, place], worth)
        for place in range(first, end):
            if place != other:
                low, high = min(room[LYING, place], two), max(room[LYING, place], two)
                for pair in range(PAIRS):
                    x, y, z = room[OWN, p.pairs[pair, 2]], room[OWN, p.pairs[pair, 3]], room[OWN, p.pairs[pair, 4]]
                    number = (
                        steps[(low <= x) + (high <= x), x]
                        + steps[1 + (low <= y) + (high <= y), y]
                        + steps[2 + (low <= z) + (high <= z), z]
                        + steps[(x < low) + (y < low) + (z < low), low]
                        + steps[1 + (x < high) + (y < high) + (z < high), high]
                    )
                    worth = coming[kinds[number]]
                    for which in range(2):
                        k = NEXT + p.pairs[pair, which]
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
def choose_by_rule(box: Any, view: Any, actions: Any, count: int, chance: Any, p: Any) -> int:
    """What the apprentice does, drawn by the same chance."""
    if not is_standard(box):
        return by_rule(box, view, actions, count, chance)
    look_around(box, view, p)
    best, chosen, equal, hand, room, thumb = NOTHING, 0, 0, view.hand, p.room, p.thumb
    for i in range(count):
        action, said = actions[i], actions[i] >= EXCHANGE_DECLARING
        if said or action < REFILL:
            action -= EXCHANGE_DECLARING * said
            k, give = 0, action % KINDS
            while hand[k] != give:
                k += 1
            worth = thumb[room[k, action // KINDS]] + DECLARATION * said
        else:
            worth = worth_by_rule(box, view, action, p)
        if worth > best:
            best, chosen, equal = worth, i, 1
        elif worth == best:
            equal += 1
            if below(chance, equal) == 0:
                chosen = i
    return chosen


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


def own_prospects() -> Prospects:
    """The tables, with room of one's own."""
    return prospects()._replace(room=new_room())


def no_prospects() -> Prospects:
    """Tables without anything in them."""
    return Prospects(*(readable(np.zeros((0,) * sizes, kind)) for sizes, kind in FORMS))


NO_PLANNER = Planner(plan_nothing, plan_nothing, tuple, tuple, "")
PLANNERS = {"flautz": Planner(choose, choose_by_rule, own_prospects, no_prospects, "prospects 1")}


def planner_of(game: str) -> Planner:
    """How those plan who play a game."""
    return PLANNERS.get(game, NO_PLANNER)
