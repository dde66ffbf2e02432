"""The adept of Zaubercocktail: trades as the apprentice does, and presents no more than pays.

Cards that are not presented stay in hand, and what they would make is worth steps in the rounds to come. So a round
that cannot be won is given up cheaply, and one that can is won with all there is. How many steps some points should
bring is told by how many of the others usually have more (a straight line, in whole numbers, so that it is the same on
a GPU), by the recipe, and by the ring.
"""

from typing import Any

from grimorio.bots.thumb import NOTHING
from grimorio.bots.zaubercocktail import place_of, trade_or_stop
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import HAND_IN, LAY
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, PAIR, best_sets
from grimorio.games.zaubercocktail.state import GAINS, MARKET, NATURALS, RECIPE, SIZES

STEP = 1_000
"""Worth of a step."""
PRICE = 50
"""Worth of a point that is kept in hand."""
LATE, LAST = 4, 8
"""With fewer rounds than this to come it is worth less; about so many rounds has a game."""
USUAL, FIRST = 70, 30
"""Points that half of the others have; how many more in the first round, and half as many in the second."""
WIDE = 45
"""Points more or less than usual with which hardly anybody has more, or hardly anybody less."""
WHOLE, LEAST = 1_024, 32
"""A likelihood in whole numbers, and the least of all."""
SURE = 1 << 46
"""The same of several things together."""


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
    """As the apprentice trades; what to present by what it brings."""
    if view.phase == MARKET:
        return place_of(actions, count, trade_or_stop(box, view, actions, count))
    return place_of(actions, count, presentation(box, view, actions, count))


@kernel
def presentation(box: Any, view: Any, actions: Any, count: int) -> int:
    """Lay out a set of those that bring most for what they cost; hand in when all lie, or the best of all.

    Only what is legal is laid out first: who takes the best away from the list is told the next best.
    """
    if view.laid_kind[0] != NONE:
        return HAND_IN if view.laid_kind[1] != NONE else second_set(box, view)
    rating, _, _, _, _ = best_sets(box, view.hand)
    best, chosen = balance(box, view, rating // CARD_PLACES), HAND_IN
    if actions[count - 1] != HAND_IN:
        best = NOTHING
    for kind in range(NATURALS):
        for cards in range(PAIR, min(view.hand[kind], box.largest[kind]) + 1):
            alone = int(box.value[kind, cards])
            found = balance(box, view, alone)
            for other in range(kind + 1, NATURALS):
                for more in range(PAIR, min(view.hand[other], box.largest[other]) + 1):
                    found = max(found, balance(box, view, alone + int(box.value[other, more])))
            action = LAY + kind * SIZES + cards - PAIR
            if found > best and is_among(actions, count, action):
                best, chosen = found, action
    return chosen


@kernel
def second_set(box: Any, view: Any) -> int:
    """The set that brings most beside the one that lies there; hand in where none does."""
    laid = int(view.laid_kind[0])
    points = int(box.value[laid, view.laid_naturals[0] + view.laid_jokers[0]])
    best, chosen = balance(box, view, points), HAND_IN
    for kind in range(NATURALS):
        for cards in range(PAIR, min(view.hand[kind], box.largest[kind]) + 1 if kind != laid else PAIR):
            found = balance(box, view, points + int(box.value[kind, cards]))
            if found > best:
                best, chosen = found, LAY + kind * SIZES + cards - PAIR
    return chosen


@kernel
def is_among(actions: Any, count: int, wish: int) -> bool:
    """Whether an action is in the list."""
    for i in range(count):
        if actions[i] == wish:
            return True
    return False


@kernel
def balance(box: Any, view: Any, points: int) -> int:
    """What presenting so many points should bring, less what they are worth in hand."""
    left = min(LATE, max(0, LAST - int(view.round)))
    return steps_for(box, view, points) - PRICE * left * points // LATE


@kernel
def steps_for(box: Any, view: Any, points: int) -> int:
    """Steps to be hoped for with so many points, if each of the others has more by himself with the same likelihood."""
    early = FIRST // int(view.round) if view.round < 3 else 0  # noqa: PLR2004 - the first two rounds
    more = WHOLE // 2 - WHOLE // 2 * (points - USUAL - early) // WIDE
    more = max(LEAST, min(WHOLE - LEAST, more))
    others, likely, hoped = int(box.seats) - 1, SURE, 0
    for _ in range(others):
        likely = likely * (WHOLE - more) // WHOLE
    for ahead in range(others + 1):
        hoped += (likely >> 16) * max(steps_of(box, view, ahead + 1), -int(view.marker[view.viewer]))
        likely = likely * (others - ahead) * more // ((ahead + 1) * (WHOLE - more))
    return hoped * STEP // (SURE >> 16)


@kernel
def steps_of(box: Any, view: Any, rank: int) -> int:
    """Z-R18 to Z-R21: what a rank brings, with the ring."""
    recipe, steps = view.recipe[0] - RECIPE, 0
    if rank == box.seats:
        steps = -int(box.loss[recipe])
    elif rank <= GAINS:
        steps = int(box.gain[recipe, rank - 1])
    if view.stone[view.viewer] == 1:
        steps += int(box.ring_steps) if rank <= box.ring_rank else -int(box.ring_steps)
    return steps
