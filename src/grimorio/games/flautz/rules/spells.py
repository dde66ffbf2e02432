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
ILLUSIONS_AT = PRISMS_AT - DIGIT
AN_ILLUSION, A_PRISM = 1 << ILLUSIONS_AT - COLOURS_AT, 1 << PRISMS_AT - COLOURS_AT
"""The digits of illusions and prisms behind those of the colours."""
EVERY_COLOUR = ONES + AN_ILLUSION
COLOURS_OF_A_PRISM = 2
"""In a set a prism stands for a card, and for one colour more."""
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
def missing_in_set(tally: int, prisms: int, there: int) -> int:
    """How many colours a set of five cards still lacks: illusions have any, and a prism is worth two (FZ-R28)."""
    illusions = (tally >> ILLUSIONS_AT) % (1 << DIGIT)
    return HAND - different_colours(there) - illusions - COLOURS_OF_A_PRISM * prisms


@kernel
def makes_flautz(tally: int) -> bool:
    """FZ-R16: five cards with this tally stand in one spell."""
    prisms = tally >> PRISMS_AT
    there = present(tally)
    numbers = there & ALL_NUMBERS
    lowest = numbers & -numbers
    if numbers == lowest:
        return numbers != 0 and missing_in_set(tally, prisms, there) <= 0  # FZ-G8: not prisms alone
    run = lowest * (RUN >> DIGIT * prisms)
    return tally & ALL_NUMBERS == run and different_colours(there) <= prisms + 1


@kernel
def completing(tally: int) -> tuple[int, int]:
    """What makes one spell of four cards with this tally: the numbers it may have, and the colours, a digit each.

    Illusions count as a colour of their own here, and prisms as another, whatever the numbers.
    """
    prisms = tally >> PRISMS_AT
    there = present(tally)
    numbers = there & ALL_NUMBERS
    if numbers & (numbers - 1) == 0:
        return completing_set(tally, prisms, there)
    if tally & ALL_NUMBERS != numbers:
        return 0, 0
    return completing_run(tally, prisms, there)


@kernel
def completing_set(tally: int, prisms: int, there: int) -> tuple[int, int]:
    """FZ-R12, FZ-R16: cards of one number, or prisms alone; three prisms make a run of it with either neighbour."""
    numbers, colours = there & ALL_NUMBERS, there >> COLOURS_AT
    missing = missing_in_set(tally, prisms, there)
    fitting = 0
    if missing <= 0:
        fitting = EVERY_COLOUR
    elif missing == 1:
        fitting = EVERY_COLOUR - colours
    if numbers == 0:
        return NUMBERS, fitting
    if missing <= COLOURS_OF_A_PRISM:
        fitting += A_PRISM
    if prisms == HAND - 2:
        numbers |= numbers << DIGIT | numbers >> DIGIT
    return numbers, fitting


@kernel
def completing_run(tally: int, prisms: int, there: int) -> tuple[int, int]:
    """FZ-R13, FZ-R16: cards of different numbers. With a fifth card of one colour it would be a Straight (FZ-R18)."""
    numbers, colours = there & ALL_NUMBERS, there >> COLOURS_AT
    different = different_colours(there)
    run = (numbers & -numbers) * (RUN >> DIGIT * prisms)
    found = run - numbers if numbers & ~run == 0 else 0
    if numbers & ~(run >> DIGIT) == 0:
        found |= (run >> DIGIT) - numbers
    fitting = 0
    if different <= prisms:
        fitting = EVERY_COLOUR
    elif different == prisms + 1:
        fitting = colours | AN_ILLUSION
    if tally >> COLOURS_AT == (HAND - 1) * colours:
        fitting = AN_ILLUSION
    if numbers == run & (run >> DIGIT) and different <= prisms + 2:
        fitting += A_PRISM
    return found, fitting


@kernel
def kinds_with(numbers: int, colours: int) -> int:
    """The kinds that have one of these numbers and colours, a bit each; a prism is one of the colours.

    The bits of the numbers are brought side by side and those of the colours `VALUES` apart: then one times the other.
    """
    near = (numbers | numbers >> 3) & 0x03030303
    near = (near | near >> 6) & 0x000F000F
    near = (near | near >> 12) & 0xFF
    far = colours % A_PRISM
    far = (far | far << 12) & 0x111000111
    far = far & 0x001000001 | (far & 0x010000010) << 4 | (far & 0x100000100) << 8
    return near * far | colours // A_PRISM << PRISM


@kernel
def far_from_flautz(tally: int, prism: int) -> bool:
    """Is it plain at once that no exchange makes a FLAUTZ! of five cards, with a `prism` to take or without?"""
    prisms = tally >> PRISMS_AT
    there = present(tally)
    different = ((there & ALL_NUMBERS) * NUMBERS >> DIGIT * (VALUES - 1)) % (1 << DIGIT)
    doubled = (tally >> 1 | tally >> 2) & NUMBERS
    if doubled & (doubled - 1) != 0:
        return True
    too_many = different_colours(there) > prisms + 2 + prism
    return different > SET_AND_ANOTHER and (different + prisms < HAND - 1 or too_many)


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
