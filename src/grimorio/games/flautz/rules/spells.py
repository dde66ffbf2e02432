"""The value of a spell: FZ-R12 to FZ-R14 with illusions (FZ-R27) and prisms (FZ-R28), exactly the maximum.

What prisms can do, in two sentences, so that no pairs have to be tried. Prisms are edges between colours, and a card
may count as any colour its own is joined to; so p prisms join at most p + 1 colours (a **run** may mix that many), and
each prism gives at most one colour that a **set** did not have yet (d different colours become at most d + p). Both
bounds are reached by naming a chain of pairs. A test holds this against trying everything.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.flautz.state import COLOURS, HAND, ILLUSION, PRISM, VALUES

ALL_COLOURS = len(COLOURS)
DIGIT = 4
"""Bits of a small count among several in one integer."""
VALUE_BITS = VALUES.bit_length() - 1
"""Kinds of a colour stand side by side, and there are a power of two of them: shifting is dividing."""


@kernel
def number_of(card: int) -> int:
    """The number on a numbered card or an illusion."""
    return (card & (VALUES - 1)) + 1


@kernel
def colour_of(card: int) -> int:
    """The colour of a numbered card."""
    return card >> VALUE_BITS


@kernel
def bits(mask: int) -> int:
    """How many of the (at most eight) things of a set there are."""
    mask -= mask >> 1 & 0x55
    mask = (mask & 0x33) + (mask >> 2 & 0x33)
    return (mask + (mask >> 4)) & 0x0F


@kernel
def prisms_in(hand: Any) -> int:
    """How many prisms a hand holds."""
    prisms = 0
    for k in range(HAND):
        prisms += hand[k] == PRISM
    return prisms


@kernel
def is_straight(hand: Any) -> bool:
    """FZ-R18, FZ-R26: five numbered cards of one colour in a row (the hand is sorted)."""
    low = hand[0]
    for k in range(1, HAND):
        if hand[k] != low + k:
            return False
    return colour_of(low) == colour_of(hand[HAND - 1]) and low < ILLUSION


COLOURS_AT = DIGIT * VALUES
"""Where the digits of the colours begin, above those of the numbers."""
PRISMS_AT = COLOURS_AT + DIGIT * (ALL_COLOURS + 1)
NUMBERS = int("1" * VALUES, 16)
"""A one in the digit of every number."""
ONES = int("1" * ALL_COLOURS, 16)
"""A one in the digit of every colour."""
RUN = int("1" * HAND, 16)
"""A one in the digits of five numbers in a row."""
ONE_EACH = NUMBERS + (ONES << COLOURS_AT)
ALL_NUMBERS = (1 << COLOURS_AT) - 1
"""The part of a tally that counts numbers."""
SET_AND_ANOTHER = 2
"""Different numbers in a hand that is a set but for one card."""


@kernel
def digits_of(card: int) -> int:
    """One card in a tally; a prism has no number."""
    return ((card != PRISM) << DIGIT * (card & (VALUES - 1))) + (1 << (COLOURS_AT + DIGIT * colour_of(card)))


@kernel
def tally_of(hand: Any) -> int:
    """The tally of a hand."""
    tally = 0
    for k in range(HAND):
        tally += digits_of(hand[k])
    return tally


@kernel
def present(tally: int) -> int:
    """A one in each digit of a number or colour that is there."""
    return (tally | tally >> 1 | tally >> 2) & ONE_EACH


@kernel
def different_colours(there: int) -> int:
    """How many of the five colours are there."""
    return ((there >> COLOURS_AT) * ONES >> DIGIT * (ALL_COLOURS - 1)) % (1 << DIGIT)


@kernel
def makes_flautz(tally: int) -> bool:
    """FZ-R16: five cards with this tally stand in one spell."""
    prisms = tally >> PRISMS_AT
    there = present(tally)
    numbers = there & ALL_NUMBERS
    lowest = numbers & -numbers
    if numbers == lowest:
        illusions = (tally >> (PRISMS_AT - DIGIT)) % (1 << DIGIT)
        return numbers != 0 and different_colours(there) + illusions + 2 * prisms >= HAND  # FZ-G8: not prisms alone
    run = lowest * (RUN >> DIGIT * prisms)
    return tally & ALL_NUMBERS == run and different_colours(there) <= prisms + 1


@kernel
def nearly_flautz(tally: int) -> bool:
    """Could four cards with this tally stand in one spell with a fifth? A look that rules most out."""
    there = present(tally)
    numbers = there & ALL_NUMBERS
    if numbers & (numbers - 1) == 0:
        return True
    return tally & ALL_NUMBERS == numbers and different_colours(there) <= (tally >> PRISMS_AT) + 2


@kernel
def far_from_flautz(tally: int) -> bool:
    """Is it plain at once that no four of the five cards with this tally are nearly a FLAUTZ!?"""
    prisms = tally >> PRISMS_AT
    there = present(tally)
    different = ((there & ALL_NUMBERS) * NUMBERS >> DIGIT * (VALUES - 1)) % (1 << DIGIT)
    return different > SET_AND_ANOTHER and (different + prisms < HAND - 1 or different_colours(there) > prisms + 3)


@kernel
def is_flautz(hand: Any) -> bool:
    """FZ-R16: all five cards in one spell."""
    return makes_flautz(tally_of(hand))


@kernel
def set_value(box: Any, hand: Any, prisms: int) -> int:
    """The best set: one number, every card another colour; each prism gives a colour to one double.

    How many cards and how many doubles there are of each number is kept in one integer each, a digit a number.
    """
    cards = doubles = 0
    last = PRISM
    for k in range(HAND - prisms):
        digit = 1 << DIGIT * (hand[k] & (VALUES - 1))
        cards += digit
        if hand[k] == last and last < ILLUSION:
            doubles += digit
        last = hand[k]
    best = 0
    for k in range(HAND - prisms):
        at_digit = DIGIT * (hand[k] & (VALUES - 1))
        useless = max(0, (doubles >> at_digit) % (1 << DIGIT) - prisms)
        further = (cards >> at_digit) % (1 << DIGIT) - useless - 1
        best = max(best, number_of(hand[k]) + box.extra_card * further)
    return best


@kernel
def run_value(box: Any, hand: Any, prisms: int) -> int:
    """The best run: consecutive numbers in one colour, or in as many colours as the prisms join."""
    held = 0
    for k in range(HAND - prisms):
        held |= 1 << hand[k]
    best = 0
    if prisms == 0:
        for colour in range(ALL_COLOURS):
            best = max(best, box.points_of_run[numbers_in(held, colour)])
        return best
    for joined in range(1, 1 << ALL_COLOURS):
        if bits(joined) == min(prisms + 1, ALL_COLOURS):  # with fewer colours a run is no better
            numbers = 0
            for colour in range(ALL_COLOURS):
                if joined >> colour & 1:
                    numbers |= numbers_in(held, colour)
            best = max(best, box.points_of_run[numbers])
    return best


@kernel
def numbers_in(held: int, colour: int) -> int:
    """Which numbers a hand (as a bit a kind) has in a colour; an illusion has every colour."""
    return (held >> (VALUES * colour) | held >> ILLUSION) & ((1 << VALUES) - 1)


@kernel
def spell_value(box: Any, hand: Any) -> int:
    """FZ-R14, FZ-G10, FZ-G22: what the best spell of a hand is worth (the hand is sorted, its prisms last)."""
    prisms = prisms_in(hand)
    return max(set_value(box, hand, prisms), run_value(box, hand, prisms))
