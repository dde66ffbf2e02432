"""The apprentice of FLAUTZ!: a rule of thumb that looks one exchange ahead.

It values every hand it could have after its turn by the best spell in it, plus a little for cards that nearly fit, and
takes the best. It declares a FLAUTZ! as soon as it has one, waives a last turn that could only harm, and never focuses
when the challenge could end before its next turn.
"""

from typing import Any

from grimorio.bots.thumb import choosing_by
from grimorio.engine.kernel import kernel
from grimorio.games.flautz.actions import DECLARE, EXCHANGE_DECLARING, FOCUS, REFILL
from grimorio.games.flautz.rules.spells import colour_of, number_of, spell_value
from grimorio.games.flautz.state import HAND, ILLUSION, KINDS, PRISM, ROW

POINT = 16
"""Worth of a point of the spell, in the small change of promises."""
DECLARATION = 10_000 * POINT
"""A FLAUTZ! is declared as soon as it stands."""
CLOSE = 2
"""Numbers no further apart than this are neighbours, or lack only the one between them."""


@kernel
def worth_of(box: Any, view: Any, action: int) -> int:
    """How good the hand is after an action."""
    if action == DECLARE:
        return DECLARATION
    if action >= EXCHANGE_DECLARING:
        action -= EXCHANGE_DECLARING
        return DECLARATION + worth_of_exchange(box, view, action // KINDS, action % KINDS)
    if action < REFILL:
        return worth_of_exchange(box, view, action // KINDS, action % KINDS)
    if action < FOCUS:
        return worth_of_refill(box, view, action - REFILL)
    if action == FOCUS:
        return worth_of_focus(box, view)
    return 0 if view.focused[view.viewer] else hand_worth(box, view.hand)


@kernel
def card_at(view: Any, place: int) -> int:
    """The open card at a place."""
    return int(view.air[place]) if place < ROW else int(view.floor[place - ROW])


@kernel
def worth_of_exchange(box: Any, view: Any, place: int, give: int) -> int:
    """The worth of the hand with one card given for another; the view is put back as it was."""
    k = 0
    while view.hand[k] != give:
        k += 1
    k = swap(view.hand, k, card_at(view, place))
    worth = hand_worth(box, view.hand)
    swap(view.hand, k, give)
    return worth


@kernel
def swap(hand: Any, k: int, card: int) -> int:
    """Put a card for the one at k, keeping the hand sorted; returns where it went."""
    while k < HAND - 1 and hand[k + 1] < card:
        hand[k] = hand[k + 1]
        k += 1
    while k > 0 and hand[k - 1] > card:
        hand[k] = hand[k - 1]
        k -= 1
    hand[k] = card
    return k


@kernel
def worth_of_refill(box: Any, view: Any, place: int) -> int:
    """Replace the open card that would help least."""
    best = 0
    for k in range(HAND):
        best = max(best, worth_of_exchange(box, view, place, view.hand[k]))
    return 1000 * POINT - best


@kernel
def worth_of_focus(box: Any, view: Any) -> int:
    """A hand worth keeping is kept by focusing, if there is a turn left to wake up in."""
    if view.declarer >= 0 or view.arena_field + 2 >= box.rounds:
        return 0
    return hand_worth(box, view.hand) - POINT


@kernel
def hand_worth(box: Any, hand: Any) -> int:
    """The value of the best spell, plus what the cards promise: pairs that fit, and special cards."""
    return POINT * spell_value(box, hand) + promise(hand)


@kernel
def promise(hand: Any) -> int:
    """Small change: two cards that could stand in one spell, an illusion, a prism."""
    found = 0
    for i in range(HAND):
        if hand[i] >= ILLUSION:
            found += 6 if hand[i] == PRISM else 3
        else:
            for j in range(i):
                found += fit(hand[i], hand[j])
    return found


@kernel
def fit(one: int, other: int) -> int:
    """Two numbered cards fit as neighbours in a colour, or as the same number in two colours."""
    apart = abs(number_of(one) - number_of(other))
    if colour_of(one) == colour_of(other):
        return 2 if 1 <= apart <= CLOSE else (1 if CLOSE < apart < HAND else 0)
    return 3 if apart == 0 else 0


choose = choosing_by(worth_of)
"""The apprentice: what is worth most by the rule of thumb above."""
