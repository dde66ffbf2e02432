"""The value of a spell: FZ-R12 to FZ-R14 with illusions (FZ-R27) and prisms (FZ-R28), exactly the maximum.

What prisms can do, in two sentences, so that no pairs have to be tried. Prisms are edges between colours, and a card may
count as any colour its own is joined to; so p prisms join at most p + 1 colours (a **run** may mix that many), and each
prism gives at most one colour that a **set** did not have yet (d different colours become at most d + p). Both bounds are
reached by naming a chain of pairs. A test holds this against trying everything.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.flautz.state import COLOURS, HAND, ILLUSION, PRISM, VALUES

ALL_COLOURS = len(COLOURS)


@kernel
def number_of(card: int) -> int:
    """The number on a numbered card or an illusion."""
    return card % VALUES + 1


@kernel
def colour_of(card: int) -> int:
    """The colour of a numbered card."""
    return card // VALUES


@kernel
def bits(mask: int) -> int:
    """How many things are in a set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@kernel
def prisms_in(hand: Any) -> int:
    """How many prisms a hand holds."""
    prisms = 0
    for k in range(HAND):
        if hand[k] == PRISM:
            prisms += 1
    return prisms


@kernel
def is_straight(hand: Any) -> bool:
    """FZ-R18, FZ-R26: five numbered cards of one colour in a row (the hand is sorted)."""
    low = hand[0]
    for k in range(1, HAND):
        if hand[k] != low + k:
            return False
    return colour_of(low) == colour_of(hand[HAND - 1]) and hand[HAND - 1] < ILLUSION


@kernel
def is_flautz(hand: Any) -> bool:
    """FZ-R16: all five cards in one spell."""
    numbers = colours = prisms = plain = illusions = 0
    for k in range(HAND):
        card = hand[k]
        if card == PRISM:
            prisms += 1
        else:
            numbers |= 1 << (card % VALUES)
            if card < ILLUSION:
                plain += 1
                colours |= 1 << colour_of(card)
            else:
                illusions += 1
    if numbers == 0:
        return False  # FZ-G8: prisms alone are no spell
    if numbers & (numbers - 1) == 0:
        return bits(colours) + prisms >= plain
    run = numbers // (numbers & -numbers)
    return run == (1 << (plain + illusions)) - 1 and bits(colours) <= prisms + 1


@kernel
def set_value(box: Any, hand: Any, prisms: int) -> int:
    """The best set: one number, every card another colour."""
    best = 0
    for k in range(HAND - prisms):
        number = number_of(hand[k])
        colours = plain = illusions = 0
        for other in range(HAND - prisms):
            card = hand[other]
            if number_of(card) == number:
                if card < ILLUSION:
                    plain += 1
                    colours |= 1 << colour_of(card)
                else:
                    illusions += 1
        cards = min(plain, bits(colours) + prisms) + illusions
        best = max(best, number + box.extra_card * (cards - 1))
    return best


@kernel
def run_value(box: Any, hand: Any, prisms: int) -> int:
    """The best run: consecutive numbers in one colour, or in as many colours as the prisms join."""
    held = 0
    for k in range(HAND - prisms):
        held |= 1 << hand[k]
    best = 0
    for joined in range(1, 1 << ALL_COLOURS):
        if bits(joined) <= prisms + 1:
            best = max(best, box.points_of_run[numbers_in(held, joined)])
    return best


@kernel
def numbers_in(held: int, joined: int) -> int:
    """Which numbers a hand (as a bit a kind) has in some colours; an illusion has all of them."""
    numbers = held >> ILLUSION
    for colour in range(ALL_COLOURS):
        if joined >> colour & 1:
            numbers |= held >> (VALUES * colour)
    return numbers & ((1 << VALUES) - 1)


@kernel
def spell_value(box: Any, hand: Any) -> int:
    """FZ-R14, FZ-G10, FZ-G22: what the best spell of a hand is worth (the hand is sorted, its prisms last)."""
    prisms = prisms_in(hand)
    return max(set_value(box, hand, prisms), run_value(box, hand, prisms))
