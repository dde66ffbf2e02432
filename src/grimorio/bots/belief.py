"""What others hold, guessed from what they did: a walk from an imagined world to likelier ones.

`imagine` deals what a seat cannot see in any way that its view allows, each as likely. But who took one card and left
another, and gave away a third, has told much of his hand: a world is as many times as likely as everybody would have
done in it what he did. The walk swaps single unseen cards, and keeps a swap by that (Metropolis); so in the long run
worlds come up as often as they are likely. Each world of a decision is reached from the one before.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from grimorio.bots.flautz import DECLARATION, POINT, hand_worth, swap
from grimorio.bots.memory import AFTER_ALL, COUNT, GAVE, OPEN, OWN, REFRESHED, SAID, TOOK, WHEN, WHICH, WHO
from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.rules.spells import is_flautz, is_straight
from grimorio.games.flautz.state import AIR, DISCARDS, FLOOR, HAND, PLACES, ROW

FINE = 1 << 20
"""Chances are compared in so many parts."""


class Belief(NamedTuple):
    """How worlds become likelier.

    `walk(box, view, seat, chance, s, past, steps)` changes what `seat` cannot see of a world that it imagined, and
    nothing else; `past` is what it remembers (see `memory.py`). `named` tells bots apart that believe otherwise.
    """

    walk: Callable[[Any, Any, int, Any, Any, Any, int], None]
    named: str


@kernel
def stand_still(box: Any, view: Any, seat: int, chance: Any, s: Any, past: Any, steps: int) -> None:
    """All worlds are as likely."""


AS_LIKELY = Belief(stand_still, "")


@kernel
def least_gain(chance: Any) -> float:
    """How much less likely a world may become by the next step (a logarithm)."""
    return math.log((below(chance, FINE) + 1) / FINE)


# ---------------------------------------------------------------- FLAUTZ!: what everybody took, gave and left


MISS = 9.0
"""How much less likely (a logarithm) it is for a player of one rule that he does something else than what it says."""
TASTE, LIKES_FOCUS = 28.0, 24
"""For a player of no rule something is e times as likely if it is worth so much more by the rule of thumb; and to focus
is worth more to him by this (fitted to 500 deeds of adepts)."""
GREATEST = 400
"""Nothing is worth more than this to him, compared with keeping his hand."""
FREE = 4.0
"""How much less likely it is, before he has done anything, that somebody plays by no rule."""
NEVER = -1e9


@kernel
def flautz_made(box: Any, hand: Any, late: int) -> int:
    """What the apprentice thinks of a hand that an exchange makes; a FLAUTZ! is declared, a Straight shows itself."""
    worth = hand_worth(box, hand)
    return worth if late or is_straight(hand) or not is_flautz(hand) else worth + DECLARATION


@kernel
def flautz_exchanges(box: Any, hand: Any, deed: Any, kept: int) -> tuple[int, int, float]:
    """The best worth of all exchanges, how many are so good, and the sum of how well a player of no rule likes them."""
    best, equal, liked, zone = -1, 0, 0.0, box.strip[deed[WHEN]]
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND):
            give = hand[k]
            if k == 0 or hand[k - 1] != give:
                where = swap(hand, k, deed[OPEN + place])
                worth = flautz_made(box, hand, deed[AFTER_ALL])
                swap(hand, where, give)
                liked += math.exp(min(worth - kept, GREATEST) / TASTE)
                equal = equal + 1 if worth == best else 1 if worth > best else equal
                best = max(best, worth)
    return best, equal, liked


@kernel
def flautz_instead(box: Any, hand: Any, deed: Any, kept: int) -> tuple[int, int, int]:
    """What it is worth to the apprentice to declare, and to focus or waive; and the latter to a player of no rule."""
    if deed[AFTER_ALL]:
        return 0, kept, 0
    declaring = DECLARATION if is_flautz(hand) else 0
    if deed[WHEN] + 2 >= box.rounds:
        return declaring, 0, -GREATEST
    return declaring, kept - POINT, LIKES_FOCUS


@kernel
def flautz_surprise(box: Any, hand: Any, deed: Any) -> tuple[float, float]:
    """Logarithms of how likely the apprentice would have done this with such a hand, and a player of no rule."""
    kept = hand_worth(box, hand)
    best, equal, all_liked = flautz_exchanges(box, hand, deed, kept)
    done, liked = -1, 0
    if deed[REFRESHED] == 0:
        declaring, done, liked = flautz_instead(box, hand, deed, kept)
        best = max(best, declaring, done)
        all_liked += math.exp(liked / TASTE)
    if deed[WHICH] >= 0:
        k = 0
        while k < HAND - 1 and hand[k] != deed[GAVE]:
            k += 1
        where = swap(hand, k, deed[TOOK])
        done = hand_worth(box, hand) + DECLARATION * deed[SAID]
        swap(hand, where, deed[GAVE])
        liked = min(done - kept, GREATEST)
    return -math.log(equal) if done >= best else -MISS, liked / TASTE - math.log(all_liked)


@kernel
def either(one: float, other: float) -> float:
    """Logarithm of the sum of what two are logarithms of."""
    return max(one, other) + math.log1p(math.exp(-abs(one - other)))


@kernel
def flautz_likely(box: Any, s: Any, past: Any, other: int, least: float) -> float:
    """Logarithm of how likely somebody with this hand would have done all that he did; not to the end below `least`.

    He is an apprentice from the first deed to the last, or somebody else.
    """
    if is_straight(s.hand[other]):
        return NEVER
    hand, by_rule, free = past[OWN], 0.0, -FREE
    for k in range(HAND):
        hand[k] = s.hand[other, k]
    for row in range(past[0, COUNT], 0, -1):
        deed = past[row]
        if deed[WHO] == other:
            if deed[WHICH] >= 0:
                k = 0
                while k < HAND and hand[k] != deed[TOOK]:
                    k += 1
                if k == HAND:
                    break
                swap(hand, k, deed[GAVE])
            rule, taste = flautz_surprise(box, hand, deed)
            by_rule, free = by_rule + rule, free + taste
            if either(by_rule, free) < least:
                break
    return either(by_rule, free)


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
def flautz_walk(box: Any, view: Any, seat: int, chance: Any, s: Any, past: Any, steps: int) -> None:
    """Swap unseen cards of the others' hands for cards of the pile."""
    free = int(s.pile_size)
    for i in range(DISCARDS):
        free -= view.pile_known[i] != NONE
    if free == 0:
        return
    for other in range(box.seats):
        if other != seat and other != view.declarer:
            flautz_better(box, view, other, free, chance, s, past, steps)


@kernel
def flautz_better(box: Any, view: Any, other: int, free: int, chance: Any, s: Any, past: Any, steps: int) -> None:
    """The walk of one hand."""
    now = flautz_likely(box, s, past, other, NEVER)
    for _ in range(steps):
        k, i, least = below(chance, HAND), below(chance, free), now + least_gain(chance)
        if unseen(view, s, other, k):
            card = int(s.hand[other, k])
            where = swap(s.hand[other], k, int(s.pile[i]))
            then = flautz_likely(box, s, past, other, least)
            if then >= least:
                s.pile[i], now = card, then
            else:
                swap(s.hand[other], where, card)


BELIEFS = {"flautz": Belief(flautz_walk, "by deeds 1")}


def belief_of(game: str) -> Belief:
    """What is believed of others in a game."""
    return BELIEFS.get(game, AS_LIKELY)
