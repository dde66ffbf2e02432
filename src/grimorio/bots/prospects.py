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
import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grimorio.bots.flautz import swap
from grimorio.bots.oneself import ONESELF
from grimorio.engine.kernel import at, kernel, readable
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

    Then in parts of a crystal, by seats and kind: `later`, by turns to come, of a hand that one keeps; `focused`, the
    same in focus; `late`, with no turn to come after somebody else's declaration; `said`, if one declares.
    """

    ranks: Any
    steps: Any
    kinds: Any
    later: Any
    focused: Any
    late: Any
    said: Any


FORMS = ((1, np.int32), (2, np.int32), (1, np.int16), (3, np.int16), (3, np.int16), (2, np.int16), (2, np.int16))
"""In how many ways each of them is indexed, and of which numbers it is."""


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
    found, place, rank, waits = 0, 0, ranks[card], k >= 0
    for j in range(HAND):
        if j != k:
            other = ranks[hand[j]]
            if waits and rank <= other:
                found += steps[place, rank]
                place += 1
                waits = False
            found += steps[place, other]
            place += 1
    return found + steps[HAND - 1, rank] if waits else found


# ---------------------------------------------------------------- looking back from the end


@kernel
def value_hands(boxes: Any, hands: Any, points: Any, forms: Any) -> None:
    """Points, and 1 for a FLAUTZ!, 2 for a Straight."""
    for i in range(hands.shape[0]):
        points[i] = spell_value(at(boxes, 0), hands[i])
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
    points, forms = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
    value_hands(load("flautz").box(FEWEST), readable(CARDS[first]), readable(points), readable(forms))
    with_each = np.repeat(first[:, None, :], RANKS, 1)[:, :, None, :].repeat(HAND, 2)
    for k in range(HAND):
        with_each[:, :, k, k] = np.arange(RANKS)
    takes = kinds[numbers_of(np.sort(with_each, axis=3))]
    found = [look_back(seats, takes, points, forms) for seats in range(FEWEST, SEATS + 1)]
    tables = [readable(np.round(np.array(each)).astype(np.int16)) for each in zip(*found, strict=True)]
    ranks = np.array([rank_of(card) for card in range(KINDS)], np.int32)
    return Prospects(readable(ranks), readable(STEPS), readable(kinds.astype(np.int16)), *tables)


# ---------------------------------------------------------------- the player


by_thumb = ONESELF["flautz"]


@kernel
def open_card(view: Any, place: int) -> int:
    """The open card at a place."""
    return int(view.air[place]) if place < ROW else int(view.floor[place - ROW])


@kernel
def worth_of(box: Any, view: Any, action: int, p: Any) -> int:
    """What the hand is worth after an action."""
    row, turns = box.seats - FEWEST, min(LATEST - 1, max(0, box.rounds - view.arena_field - 1))
    late = view.declarer >= 0
    if action >= EXCHANGE_DECLARING:
        return int(p.said[row, kind_after(view, action - EXCHANGE_DECLARING, p)])
    if action < REFILL:
        kind = kind_after(view, action, p)
        return int(p.late[row, kind]) if late else with_next(box, view, action, int(p.later[row, turns, kind]), p)
    if action < FOCUS:
        best = 0
        for k in range(HAND):
            kind = kind_after(view, (action - REFILL) * KINDS + view.hand[k], p)
            best = max(best, int(p.late[row, kind] if late else p.later[row, turns, kind]))
        return 10 * WHOLE - best
    kind = int(p.kinds[number_with(view.hand, -1, 0, p.ranks, p.steps)])
    if action == FOCUS:
        return 0 if late else with_next(box, view, -1, int(p.focused[row, turns, kind]), p)
    if action == DECLARE:
        return int(p.said[row, kind])
    return 0 if view.focused[view.viewer] else int(p.late[row, kind])


@kernel
def kind_after(view: Any, exchange: int, p: Any) -> int:
    """The kind of the hand after an exchange."""
    k, give = 0, exchange % KINDS
    while view.hand[k] != give:
        k += 1
    return int(p.kinds[number_with(view.hand, k, open_card(view, exchange // KINDS), p.ranks, p.steps)])


@kernel
def with_next(box: Any, view: Any, exchange: int, worth: int, p: Any) -> int:
    """What a hand is worth after an exchange if one sees what lies open for the next round; below 0 after none."""
    if view.arena_field + 1 >= box.rounds:
        return worth
    if exchange < 0:
        best = best_next(box, view, -1, p)
    else:
        k, give = 0, exchange % KINDS
        while view.hand[k] != give:
            k += 1
        k = swap(view.hand, k, open_card(view, exchange // KINDS))
        best = best_next(box, view, exchange // KINDS, p)
        swap(view.hand, k, give)
    before = (view.viewer - view.first + box.seats) % box.seats
    return worth + STAYS[before] * max(0, best - worth) // 100


@kernel
def best_next(box: Any, view: Any, emptied: int, p: Any) -> int:
    """What the best card for the next round makes of the hand, if one of those that lie there now is still there."""
    best, zone, row = 0, box.strip[view.arena_field + 1], box.seats - FEWEST
    turns = min(LATEST - 1, box.rounds - view.arena_field - 2)
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND if place != emptied else 0):
            kind = p.kinds[number_with(view.hand, k, open_card(view, place), p.ranks, p.steps)]
            best = max(best, int(p.later[row, turns, kind]), int(p.said[row, kind]))
    return best


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any, p: Any) -> int:
    """What is worth most by the tables; by the rule of thumb where they are for another edition or another mode."""
    if box.mode != CRYSTALS or box.deck_size != DECK or box.extra_card != FURTHER:
        return by_thumb(box, view, actions, count, chance)
    best, chosen = -WHOLE * WHOLE, 0
    for i in range(count):
        worth = worth_of(box, view, actions[i], p)
        if worth > best:
            best, chosen = worth, i
    return chosen


# ---------------------------------------------------------------- who plans


Planned = Callable[[Any, Any, Any, int, Any, Any], int]
"""A reflex that is given tables, too."""


class Planner(NamedTuple):
    """A way to plan: the kernel, what makes its tables, and tables of the same form for who plans nothing.

    `named` tells bots apart that plan otherwise.
    """

    choose: Planned
    tables: Callable[[], Any]
    nothing: Callable[[], Any]
    named: str


@kernel
def plan_nothing(box: Any, view: Any, actions: Any, count: int, chance: Any, tables: Any) -> int:
    """Nobody plans in this game."""
    return 0


def no_prospects() -> Prospects:
    """Tables without anything in them."""
    return Prospects(*(readable(np.zeros((0,) * sizes, kind)) for sizes, kind in FORMS))


NO_PLANNER = Planner(plan_nothing, tuple, tuple, "")
PLANNERS = {"flautz": Planner(choose, prospects, no_prospects, "prospects 1")}


def planner_of(game: str) -> Planner:
    """How those plan who play a game."""
    return PLANNERS.get(game, NO_PLANNER)
