"""What every card game does with cards: sorted hands, piles without order, a top that a scenario has fixed.

A row of cards is kept sorted, since the order of drawing is information; a pile is a bag, and drawing from it is the
same as having shuffled it (see `chance.py`). Whatever has the fields `hand` and `hand_size` has hands.
"""

from typing import Any, Protocol

from grimorio.engine.chance import draw
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE


class Hands(Protocol):
    """A position with a hand for each seat."""

    hand: Any
    hand_size: Any


@kernel
def put_in(rows: Any, sizes: Any, row: int, card: int) -> None:
    """Add a card to a row of cards, keeping it sorted."""
    k = int(sizes[row])
    while k > 0 and rows[row, k - 1] > card:
        rows[row, k] = rows[row, k - 1]
        k -= 1
    rows[row, k] = card
    sizes[row] += 1


@kernel
def take_out(rows: Any, sizes: Any, row: int, card: int) -> None:
    """Remove a card from a row of cards, keeping it sorted; it must be there."""
    last, passed = int(sizes[row]) - 1, 0
    for k in range(last):  # one loop without a branch: nobody could guess where the card lies
        passed |= rows[row, k] == card
        rows[row, k] = rows[row, k + passed]
    rows[row, last] = NONE
    sizes[row] = last


@kernel
def put_in_hand(s: Hands, seat: int, card: int) -> None:
    """Add a card, keeping the hand sorted."""
    put_in(s.hand, s.hand_size, seat, card)


@kernel
def take_out_of_hand(s: Hands, seat: int, card: int) -> None:
    """Remove a card, keeping the hand sorted."""
    take_out(s.hand, s.hand_size, seat, card)


@kernel
def take_top(s: Any, cards: Any, size: int, stacked: int) -> int:
    """The top card of a pile: one of the `stacked` that lie there in order, or else any, each equally likely."""
    card = cards[size - 1]
    if stacked == 0:
        card = draw(s, cards, size)
    cards[size - 1] = NONE
    return int(card)


@kernel
def take_from_bag(cards: Any, size: int, card: int) -> None:
    """One such card leaves a pile without order, and the last takes its place; it must be there."""
    i = 0
    while cards[i] != card:
        i += 1
    cards[i] = cards[size - 1]
    cards[size - 1] = NONE


@kernel
def pour(cards: Any, size: int, into: Any) -> None:
    """All cards of a pile go into another, which is empty."""
    for i in range(size):
        into[i] = cards[i]
        cards[i] = NONE
