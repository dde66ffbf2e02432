"""Sets of ingredients: what they are worth, and the best that a hand can present."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.state import JOKER, NATURALS, Box

PAIR = 2
"""Z-R13: a set has at least two cards."""
CARD_PLACES = 16
"""A total and a number of cards as one number: totals first."""


@kernel
def naturals_with(box: Box, held: int, kind: int, jokers: int) -> int:
    """Natural cards of the largest set of a kind with so many jokers; 0 where there is no such set (Z-R15, Z-R16)."""
    naturals = min(held, box.largest[kind] - jokers)
    return naturals if naturals > 0 and naturals + jokers >= PAIR else 0


@kernel
def rating(box: Box, kind: int, cards: int) -> int:
    """Value first, then the number of cards (Z-R17, Z-R19)."""
    return int(box.value[kind, cards]) * CARD_PLACES + cards


@kernel
def best_sets(box: Box, hand: Any) -> tuple[int, int, int, int, int]:
    """Z-G22: rating, first kind and its jokers, second kind and its jokers of the best one or two sets of a hand.

    The highest total; of equal ones the one with more cards, then the kinds that come first.
    """
    jokers = int(hand[JOKER])
    if jokers == 0:
        return best_natural_sets(box, hand)
    best, first, first_jokers, second, second_jokers = 0, NONE, 0, NONE, 0
    for kind in range(NATURALS):
        for spent in range(jokers + 1 if hand[kind] > 0 else 0):
            naturals = naturals_with(box, hand[kind], kind, spent)
            if naturals == 0:
                continue
            alone = rating(box, kind, naturals + spent)
            if alone > best:
                best, first, first_jokers, second, second_jokers = alone, kind, spent, NONE, 0
            for other in range(kind + 1, NATURALS):
                for more in range(jokers - spent + 1 if hand[other] > 0 else 0):
                    found = naturals_with(box, hand[other], other, more)
                    both = alone + rating(box, other, found + more) if found > 0 else 0
                    if both > best:
                        best, first, first_jokers, second, second_jokers = both, kind, spent, other, more
    return best, first, first_jokers, second, second_jokers


@kernel
def best_natural_sets(box: Box, hand: Any) -> tuple[int, int, int, int, int]:
    """The same without jokers: the two kinds with the highest ratings, of equal ones those that come first."""
    best, first, next_best, second = 0, NONE, 0, NONE
    for kind in range(NATURALS):
        if hand[kind] < PAIR:
            continue
        found = rating(box, kind, min(hand[kind], box.largest[kind]))
        if found > best:
            best, first, next_best, second = found, kind, best, first
        elif found > next_best:
            next_best, second = found, kind
    if second != NONE and second < first:
        first, second = second, first
    return best + next_best, first, 0, second, 0
