"""How a search plays its own seat on in imagined games, where that is not as the apprentice does.

In FLAUTZ! the apprentice focuses far too seldom, and takes cards for what they promise without asking how many turns
are left. The numbers below were fitted by trying others, seat by seat among apprentices on the same deals. By itself
this rule of thumb wins, on other deals and with 95 %, 1.10 (+- 0.02), 1.14 (0.02), 1.11 (0.02) and 1.12 times (0.03) a
fair share at tables of two to five. (A rule of thumb for Abracadabra, fitted in the same way, won 1.05 to 1.14 times by
itself, but not inside the search: what is hoped for at its horizon was read off apprentices' hands.)

In Zaubercocktail a search plays itself on as the adept does.
"""

from typing import Any

from grimorio.bots import gathering, saving
from grimorio.bots.contract import Choose, Foretell
from grimorio.bots.flautz import card_at, swap
from grimorio.bots.thumb import choosing_by
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.actions import DECLARE, EXCHANGE_DECLARING, FOCUS, REFILL
from grimorio.games.flautz.rules.spells import colour_of, number_of, spell_value
from grimorio.games.flautz.state import HAND, ILLUSION, KINDS, PRISM

POINT = 256
"""Worth of a point of the spell, in small change."""
DECLARATION = 10_000 * POINT
NEIGHBOURS = (0, 1, 32, 21)
"""What two cards of a colour promise, by how far apart their numbers are: one, two, more."""
ALIKE, AN_ILLUSION, A_PRISM = 18, 80, 61
"""The same for the same number in two colours, an illusion, a prism."""
PATIENCE = 3
"""A promise is worth so many times as much more, one time, for each turn that is left."""
FOCUSED = 104
"""To focus is worth more by this than to keep the hand as it is."""


@kernel
def turns_left(box: Any, view: Any) -> int:
    """Turns after this one, if nobody declares."""
    return max(0, int(box.rounds - view.arena_field - 1)) if view.declarer == NONE else 0


@kernel
def promise(hand: Any) -> int:
    """What the cards promise with one turn to come, three times."""
    found = 0
    for i in range(HAND):
        if hand[i] >= ILLUSION:
            found += A_PRISM if hand[i] == PRISM else AN_ILLUSION
        else:
            for j in range(i):
                apart = abs(number_of(hand[i]) - number_of(hand[j]))
                if colour_of(hand[i]) == colour_of(hand[j]):
                    found += NEIGHBOURS[min(apart, len(NEIGHBOURS) - 1)]
                elif apart == 0:
                    found += ALIKE
    return found


@kernel
def hand_worth(box: Any, hand: Any, left: int) -> int:
    """The value of the best spell, and what the cards promise for the turns that are left."""
    promised = promise(hand)
    return POINT * spell_value(box, hand) + (promised * (PATIENCE + left) // PATIENCE if left > 0 else promised // 64)


@kernel
def worth_of_exchange(box: Any, view: Any, place: int, give: int, left: int) -> int:
    """The worth of the hand with one card given for another; the view is put back as it was."""
    k = 0
    while view.hand[k] != give:
        k += 1
    k = swap(view.hand, k, card_at(view, place))
    worth = hand_worth(box, view.hand, left)
    swap(view.hand, k, give)
    return worth


@kernel
def worth_of(box: Any, view: Any, action: int) -> int:
    """How good the hand is after an action, and what it promises."""
    left = turns_left(box, view)
    if action == DECLARE:
        return DECLARATION
    if action >= EXCHANGE_DECLARING:
        action -= EXCHANGE_DECLARING
        return DECLARATION + worth_of_exchange(box, view, action // KINDS, action % KINDS, 0)
    if action < REFILL:
        return worth_of_exchange(box, view, action // KINDS, action % KINDS, left)
    if action < FOCUS:
        best = 0
        for k in range(HAND):
            best = max(best, worth_of_exchange(box, view, action - REFILL, view.hand[k], left))
        return 1000 * POINT - best
    if action == FOCUS:
        return hand_worth(box, view.hand, left) + FOCUSED if left > 1 else 0
    return 0 if view.focused[view.viewer] else hand_worth(box, view.hand, left)


ONESELF: dict[str, Choose] = {
    "flautz": choosing_by(worth_of),
    "abracadabra": gathering.choose,
    "zaubercocktail": saving.choose,
}
FORETOLD: dict[str, Foretell] = {"abracadabra": gathering.foretell}
"""What a search expects of actions before it tries them, where that is not what a network thinks of them."""
PLANS = {"flautz": "plans 1", "zaubercocktail": "saving 1"}
"""Tells bots apart that play themselves on otherwise."""
