"""Perfect recall: all that a seat has seen, been told and done, in order, as one number of 128 bits.

A view is what a seat may know now. Two pasts can lead to the same view, and a seat that remembers can tell them apart:
then their numbers differ. What a seat could not see never enters its number, and neither does how often others have
done something of which it was told nothing. The number is a digest: that two pasts get the same one by accident is as
unlikely as a collision of 128 random bits.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine.chance import low, rotate
from grimorio.engine.events import AUDIENCE, CARD, CODE, FACES, FROM, SEAT, TO, VALUE
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.sight import project

LANES = 4
"""Words of a digest."""
PAST, SEEN, NOW = 0, LANES, 2 * LANES
"""Where a seat's row holds the digest of all its past, of what it saw last, and of what it sees now."""
WIDTH = 3 * LANES
ACTED, TOLD, SAW = 1, 2, 3
"""What a word in the past begins: an own action, an event, another view."""
FACE_UP = 1 << 16
"""Set in the word of a card whose face the seat sees, so that no back is taken for it."""


def new_memory(tables: int, seats: int) -> npt.NDArray[np.uint32]:
    """Room for the memory of every seat of so many tables."""
    return np.zeros((tables, seats, WIDTH), np.uint32)


@kernel
def absorb(lanes: Any, first: int, word: int) -> None:
    """Stir a word of 32 bits into the digest that begins at `first`: MurmurHash3's step, four times over."""
    for i in range(LANES):
        turned = rotate(low(low(word) * (0xCC9E2D51 + 2 * i)), 15)
        mixed = rotate(low(int(lanes[first + i]) ^ low(turned * (0x1B873593 + 4 * i))), 13)
        lanes[first + i] = low(mixed * 5 + 0xE6546B64 + i)


@kernel
def absorb_view(lanes: Any, view: Any) -> None:
    """The digest of what a seat sees now."""
    for i in range(LANES):
        lanes[NOW + i] = i
    for i in range(0, view.shape[0], 4):
        word = 0
        for j in range(min(4, view.shape[0] - i)):
            word |= int(view[i + j]) << 8 * j
        absorb(lanes, NOW, word)


@kernel
def absorb_events(lanes: Any, viewer: int, backs: Any, log: Any) -> None:
    """What the seat was told, each card by its face or by its back as the seat saw it."""
    for row in range(1, int(log[0, CODE]) + 1):
        if int(log[row, AUDIENCE]) >> viewer & 1:
            card = int(log[row, CARD])
            if card != NONE:
                card = FACE_UP | card if int(log[row, FACES]) >> viewer & 1 else int(backs[card])
            absorb(lanes, PAST, TOLD)
            absorb(lanes, PAST, int(log[row, CODE]) << 8 | (int(log[row, SEAT]) & 0xFF))
            absorb(lanes, PAST, card)
            absorb(lanes, PAST, (int(log[row, FROM]) & 0xFFFF) << 16 | (int(log[row, TO]) & 0xFFFF))
            absorb(lanes, PAST, int(log[row, VALUE]))


@kernel
def remember(  # noqa: PLR0913
    plan: Any, backs: Any, raw: Any, seats: int, seat: int, action: int, log: Any, view: Any, memory: Any
) -> None:
    """After a decision of a seat (-1 for the deal): everybody adds what he did, was told and now sees.

    `raw` are the bytes of the position, `view` is room for the bytes of a view.
    """
    for p in range(seats):
        lanes = memory[p]
        if seat < 0:
            for i in range(WIDTH):
                lanes[i] = i
        project(plan, backs, raw, p, view)
        absorb_view(lanes, view)
        if p == seat:
            absorb(lanes, PAST, ACTED)
            absorb(lanes, PAST, action)
        absorb_events(lanes, p, backs, log)
        changed = 0
        for i in range(LANES):
            changed |= int(lanes[NOW + i]) ^ int(lanes[SEEN + i])
        if changed != 0:
            absorb(lanes, PAST, SAW)
            for i in range(LANES):
                absorb(lanes, PAST, int(lanes[NOW + i]))
                lanes[SEEN + i] = lanes[NOW + i]
