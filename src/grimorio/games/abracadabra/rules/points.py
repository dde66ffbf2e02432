"""What counts towards victory in Abracadabra (A-R32 to A-R36), over rows of cards: for the rules and for insights."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.abracadabra.state import ELEMENTAL, OBJECT, OF_A_BACK, WORTH, Box


@kernel
def elementals_in(hand: Any, held: int) -> int:
    """A-R34: Elementals count only while they are held in hand."""
    found = 0
    for k in range(held):
        found += hand[k] % OF_A_BACK == ELEMENTAL
    return found


@kernel
def worth_of_objects(objects: Any, owned: int) -> int:
    """The printed points of some Objects; a Stone has none (A-R18)."""
    points = 0
    for k in range(owned):
        points += (objects[k] - OBJECT) % WORTH
    return points


@kernel
def stones_among(objects: Any, owned: int) -> int:
    """How many of some Objects are Philosopher's Stones."""
    stones = 0
    for k in range(owned):
        stones += (objects[k] - OBJECT) % WORTH == 0
    return stones


@kernel
def prize_for(box: Box, elementals: int) -> int:
    """A-R33: what the prize adds for so many Elementals, where that is enough to win."""
    return int(box.prize) if elementals >= box.prize_needs else 0
