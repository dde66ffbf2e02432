"""What others hold, guessed from what they did: a walk from an imagined world to likelier ones.

`imagine` deals what a seat cannot see in any way that its view allows, each as likely. But whoever had three turns to
better his hand holds better cards than a deal gives. How much likelier a hand is for that was fitted to games of
apprentices: true hands beside imagined ones, told apart by a logistic regression, whose sum is the logarithm of how
many times as likely a hand is. The walk swaps single unseen cards, and keeps a swap by that (Metropolis); so in the
long run worlds come up as often as they are likely, and on the way at least nearer to it.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from grimorio.bots.flautz import hand_worth, promise, swap
from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.rules.places import open_card
from grimorio.games.flautz.rules.spells import is_flautz, is_straight, spell_value
from grimorio.games.flautz.state import AIR, DISCARDS, FLOOR, HAND, PLACES, ROW

FINE = 1 << 20
"""Chances are compared in so many parts."""


class Belief(NamedTuple):
    """How worlds become likelier.

    `walk(box, view, seat, chance, s, steps)` changes what `seat` cannot see of a world that it imagined, and nothing
    else. `named` tells bots apart that believe otherwise.
    """

    walk: Callable[[Any, Any, int, Any, Any, int], None]
    named: str


@kernel
def stand_still(box: Any, view: Any, seat: int, chance: Any, s: Any, steps: int) -> None:
    """All worlds are as likely."""


AS_LIKELY = Belief(stand_still, "")


@kernel
def least_gain(chance: Any) -> float:
    """How much less likely a world may become by the next step (a logarithm)."""
    return math.log((below(chance, FINE) + 1) / FINE)


# ---------------------------------------------------------------- FLAUTZ!: hands that were bettered


VALUE, SQUARE, PROMISE, REGRET = range(4)
FITTED = ((0.9, -0.031, 0.195, -1.25), (1.12, -0.0335, 0.28, -1.4), (1.18, -0.0325, 0.25, -1.4))
"""After one turn of a challenge, two, more: how much likelier a hand is for a point of its value, for its square, for
small change that it promises, and for a card that it could have taken in its last turn and would be better with now
(600,000 hands at tables of two, four and five)."""
UNDECLARED = -8.0
"""The same for a FLAUTZ! that is kept back. No apprentice does that, but somebody might."""
NEVER = -1e9


@kernel
def flautz_turns(box: Any, s: Any, other: int) -> int:
    """How many turns a seat has had in this challenge."""
    seats = box.seats
    return int(s.arena_field + ((other - s.first + seats) % seats < (s.turn - s.first + seats) % seats))


@kernel
def flautz_likely(box: Any, s: Any, other: int, turns: int) -> float:
    """Logarithm of how many times as likely a hand is as a mere deal says, but for what it regrets."""
    hand = s.hand[other]
    if is_straight(hand):
        return NEVER
    fitted, value = FITTED[min(turns, len(FITTED)) - 1], spell_value(box, hand)
    found = value * (fitted[VALUE] + value * fitted[SQUARE]) + promise(hand) * fitted[PROMISE]
    return found + UNDECLARED if is_flautz(hand) else found


@kernel
def flautz_regret(box: Any, s: Any, other: int, turns: int) -> float:
    """The same for an open card of the zone of its last turn that would better it."""
    zone, hand = box.strip[turns - 1], s.hand[other]
    worth = hand_worth(box, hand)
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        card = open_card(s, place)
        for k in range(HAND):
            give = hand[k]
            where = swap(hand, k, card)
            better = hand_worth(box, hand) > worth
            swap(hand, where, give)
            if better:
                return FITTED[min(turns, len(FITTED)) - 1][REGRET]
    return 0.0


@kernel
def unseen(view: Any, s: Any, other: int, k: int) -> bool:
    """Whether the card at k of a hand is none of those that all know to be there."""
    card, alike = s.hand[other, k], 0
    for i in range(HAND):
        alike += view.known[other, i] == card
    for i in range(k):
        alike -= s.hand[other, i] == card
    return alike <= 0


@kernel
def flautz_walk(box: Any, view: Any, seat: int, chance: Any, s: Any, steps: int) -> None:
    """Swap unseen cards of the others' hands for cards of the pile."""
    free = int(s.pile_size)
    for i in range(DISCARDS):
        free -= view.pile_known[i] != NONE
    if free == 0:
        return
    for other in range(box.seats):
        turns = flautz_turns(box, s, other)
        if other != seat and other != view.declarer and turns > 0:
            flautz_better(box, view, other, turns, free, chance, s, steps)


@kernel
def flautz_better(box: Any, view: Any, other: int, turns: int, free: int, chance: Any, s: Any, steps: int) -> None:
    """The walk of one hand; what it regrets is looked at only where nothing else forbids a step."""
    now = flautz_likely(box, s, other, turns) + flautz_regret(box, s, other, turns)
    for _ in range(steps):
        k, i, least = below(chance, HAND), below(chance, free), now + least_gain(chance)
        if unseen(view, s, other, k):
            card = int(s.hand[other, k])
            where = swap(s.hand[other], k, int(s.pile[i]))
            then = flautz_likely(box, s, other, turns)
            if then >= least:
                then += flautz_regret(box, s, other, turns)
            if then >= least:
                s.pile[i], now = card, then
            else:
                swap(s.hand[other], where, card)


BELIEFS = {"flautz": Belief(flautz_walk, "by hands 1")}


def belief_of(game: str) -> Belief:
    """What is believed of others in a game."""
    return BELIEFS.get(game, AS_LIKELY)
