"""What a hand of FLAUTZ! is worth with turns to come: looked ahead once for all hands, and kept in tables.

Who plays alone against chance would know the worth of every hand: at the end it is how likely its points are to win the
crystal, and before that what the best exchange with one of three open cards makes of it, on average over these cards,
one turn after the other back from the last. That is nearly the game, if one also counts how often somebody else
declares meanwhile, so that only one turn is left, and looks at the cards that lie open for the next round. Colours are
all alike, so 324,632 hands are of 12,344 kinds. How often points win was counted in 4,000 games of apprentices at each
table; the other numbers too, and then others were tried on the same deals. By itself this way to play wins 1.39, 1.48
and 1.52 times a fair share among apprentices at tables of two to four on deals that nothing was tried on. A search
plays its own seat on by it (see `planning.py`).
"""

import functools
import itertools
import math
from typing import Any, NamedTuple

import numpy as np

from grimorio.bots.flautz import hand_worth
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.games import load
from grimorio.games.flautz.rules.spells import is_flautz, is_straight, spell_value
from grimorio.games.flautz.state import COLOURS, HAND, KINDS, PLACES, PRISM, ROW, SEATS, VALUES

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
        thumb[i] = hand_worth(at(boxes, 0), hands[i])
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
    tables: list[Any] = [ranks, STEPS, *(each.astype(np.int16) for each in (kinds, thumb, forms))]
    tables += [later, focused, late, said, np.maximum(later, said[:, None]), np.array(TWO_OF, np.int32)]
    return Prospects._make([*map(readable, tables), new_room()])


def own_prospects() -> Prospects:
    """The tables, with room of one's own."""
    return prospects()._replace(room=new_room())


def no_prospects() -> Prospects:
    """Tables without anything in them."""
    return Prospects(*(readable(np.zeros((0,) * sizes, kind)) for sizes, kind in FORMS))
