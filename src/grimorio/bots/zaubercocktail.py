"""The apprentice of Zaubercocktail: a trader with a rule of thumb.

A hand is worth the best one or two sets in it, and a little for every other card. The apprentice takes the ring as soon
as its sets should keep the bonus, whatever else it could do: the ring is as good as a rank. Once it is taken there is
no hurry. It accepts the offer that makes its hand worth most, proposes exchanges of a kind it can spare for one it
collects, at a price that most would call fair and that gets better from cycle to cycle, prefers to give what others
have asked for and to ask where cards are known to be, and calls for what it misses most. It stops without the ring only
with sets that hardly anybody beats: whoever trades on may get past the one who took the ring too early.
"""

from typing import Any

from grimorio.bots.thumb import NOTHING
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import (
    ACCEPT,
    CLEAR,
    GIVE,
    HAND_IN,
    PASS,
    POST,
    STONE,
    WANT,
    WITHDRAW,
)
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, best_sets
from grimorio.games.zaubercocktail.state import JOKER, KINDS, MARKET, NATURALS

POINT = CARD_PLACES
"""Worth of a point of the sets, in small change."""
SPARE = 2
"""Worth of a point that other cards would make, for the rounds to come."""
JOKER_POINTS = 30
LEAST_GAIN = 2 * POINT
"""What a deal must bring to be worth the trouble."""
MOST_GIVEN, MOST_WANTED = 4, 2
"""Cards of one kind in an offer of its own."""
MOST_HOPE = 4
"""An offer counts double where somebody looks for what it gives, and double again where the rest is known to be."""
SOUGHT = 6
"""A card that somebody has asked for is worth so many points more to give."""
HELD = 4
"""A card that somebody is known to hold is so many points easier to get."""
PATIENCE = 6
"""Points by which the first price is below what is fair; a point less each cycle."""
HOPE, CROWD, IDLE = 160, 150, 24
"""Points of sets to take the ring with if nobody kept its bonus, how much less is enough if all did, and how much less
when there is nothing left to do."""
TOP = 130
"""Points of sets to stop with once the ring is taken."""
CALLS = 2
"""Cycles in which it calls for what it misses, and does not stop for want of anything to do."""


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
    """What the rule of thumb wants, if it is legal; else to pass, or to hand in."""
    return place_of(actions, count, trade_or_stop(box, view, actions, count) if view.phase == MARKET else HAND_IN)


@kernel
def place_of(actions: Any, count: int, wish: int) -> int:
    """Where a wish stands among the legal actions; if it does not, to pass; else what is last, to hand in."""
    found = count - 1
    for i in range(count):
        if actions[i] == wish:
            return i
        if actions[i] == PASS:
            found = i
    return found


@kernel
def trade_or_stop(box: Any, view: Any, actions: Any, count: int) -> int:
    """Stop, accept, propose or call, withdraw, or pass, in this order."""
    rating, _, _, _, _ = best_sets(box, view.hand)
    lacks = enough(box, view) - rating // CARD_PLACES
    if lacks <= 0:
        return STONE
    now = rating + promise(box, view)
    accepted = best_acceptance(box, view, actions, count, now)
    if accepted != NONE:
        return accepted
    proposed = proposal(box, view, now)
    if proposed != NONE:
        return proposed
    if view.offer_open[view.viewer] and standing_gain(box, view, now) < 0:
        return WITHDRAW
    idle = view.cycle > CALLS and lacks <= IDLE
    return STONE if idle else PASS


@kernel
def enough(box: Any, view: Any) -> int:
    """Points to stop with: for the ring the fewer, the more of the table keep its bonus (Z-R21); many without it."""
    taken = 0
    for seat in range(box.seats):
        taken += view.stone[seat] > 0
    return TOP if taken > 0 else HOPE - CROWD * int(box.ring_rank) // int(box.seats)


# ---------------------------------------------------------------- what a hand is worth


@kernel
def points_of_all(box: Any, hand: Any) -> int:
    """What all cards of a hand would make, if any number of kinds could be presented."""
    points = JOKER_POINTS * int(hand[JOKER])
    for kind in range(NATURALS):
        points += box.value[kind, min(hand[kind], box.largest[kind])]
    return points


@kernel
def promise(box: Any, view: Any) -> int:
    """Small change for all cards of the hand, by what they would make some day."""
    return SPARE * points_of_all(box, view.hand)


@kernel
def worth(box: Any, view: Any) -> int:
    """The best sets, and what the cards promise."""
    rating, _, _, _, _ = best_sets(box, view.hand)
    return rating + promise(box, view)


@kernel
def gain_of(box: Any, view: Any, give: int, given: int, want: int, wanted: int, now: int) -> int:
    """What the hand gains by giving some cards of a kind for some of another; the view is put back as it was."""
    view.hand[give] -= given
    view.hand[want] += wanted
    gain = worth(box, view) - now
    view.hand[give] += given
    view.hand[want] -= wanted
    return gain


@kernel
def swap_sides(view: Any, seat: int, sign: int) -> None:
    """Take a seat's offer as if it were accepted by the viewer; with the other sign, as it was."""
    for kind in range(KINDS):
        view.hand[kind] += sign * (view.offer_give[seat, kind] - view.offer_want[seat, kind])


@kernel
def best_acceptance(box: Any, view: Any, actions: Any, count: int, now: int) -> int:
    """The offer that helps most, if it helps enough."""
    best, chosen = LEAST_GAIN, NONE
    for i in range(count):
        seat = actions[i] - ACCEPT
        if ACCEPT <= actions[i] < WITHDRAW:
            swap_sides(view, seat, 1)
            gain = worth(box, view) - now
            swap_sides(view, seat, -1)
            if gain > best:
                best, chosen = gain, int(actions[i])
    return chosen


@kernel
def standing_gain(box: Any, view: Any, now: int) -> int:
    """What the own offer would bring now."""
    swap_sides(view, view.viewer, -1)
    gain = worth(box, view) - now
    swap_sides(view, view.viewer, 1)
    return gain


# ---------------------------------------------------------------- what to propose


@kernel
def price(box: Any, kind: int) -> int:
    """What most would call a fair price of a card, in points: half a pair."""
    return JOKER_POINTS if kind == JOKER else int(box.value[kind, 2]) // 2


@kernel
def sought(box: Any, view: Any, kind: int) -> int:
    """Points for a kind that somebody else who still trades has asked for."""
    for seat in range(box.seats):
        if seat != view.viewer and view.stone[seat] == 0 and view.seeks[seat, kind] > 0:
            return SOUGHT
    return 0


@kernel
def held(box: Any, view: Any, kind: int, number: int) -> int:
    """Points for cards that somebody else who still trades is known to hold."""
    for seat in range(box.seats):
        if seat != view.viewer and view.stone[seat] == 0 and view.known[seat, kind] >= number:
            return HELD
    return 0


@kernel
def proposal(box: Any, view: Any, now: int) -> int:
    """The next small step towards the best offer; none where it stands already, or where there is none."""
    give, given, want, wanted = target(box, view, now)
    return NONE if want == NONE else step_towards(view, give, given, want, wanted)


@kernel
def target(box: Any, view: Any, now: int) -> tuple[int, int, int, int]:
    """The best offer, or else a call: what kind to give and how many, what to ask for and how many."""
    best, give, given, want, wanted = NOTHING, NONE, 0, NONE, 0
    for asked in range(NATURALS):
        for number in range(1, MOST_WANTED + 1):
            gain = gain_of(box, view, JOKER, 0, asked, number, now)
            if gain < LEAST_GAIN or MOST_HOPE * gain <= best:
                continue
            spare, cards, score = best_payment(box, view, asked, number, ease(box, view, asked, number), now)
            score *= 2 if held(box, view, asked, number) > 0 else 1
            if spare != NONE and score > best:
                best, give, given, want, wanted = score, spare, cards, asked, number
    if give == NONE:
        want, wanted = call_for(box, view, now), 1
    return give, given, want, wanted


@kernel
def ease(box: Any, view: Any, want: int, wanted: int) -> int:
    """Points by which others should find it better than fair to give these cards, before they get anything."""
    return held(box, view, want, wanted) - wanted * price(box, want)


@kernel
def best_payment(box: Any, view: Any, want: int, wanted: int, eased: int, now: int) -> tuple[int, int, int]:
    """The kind and number of cards to give that leave most, among those that others should find fair."""
    best, give, given = NOTHING, NONE, 0
    asking = PATIENCE - view.cycle
    for kind in range(NATURALS):
        for number in range(1, min(view.hand[kind], MOST_GIVEN) + 1):
            fair = eased + number * (price(box, kind) + sought(box, view, kind)) + asking
            if kind == want or fair < 0:
                continue
            gain = gain_of(box, view, kind, number, want, wanted, now)
            hope = gain * (2 if sought(box, view, kind) > 0 else 1)
            if gain > LEAST_GAIN and hope > best:
                best, give, given = hope, kind, number
            break
    return give, given, best


@kernel
def call_for(box: Any, view: Any, now: int) -> int:
    """Early in the market: the kind that would help most, if no call stands."""
    if view.cycle > CALLS or view.call_open[view.viewer]:
        return NONE
    best, want = LEAST_GAIN, NONE
    for kind in range(NATURALS):
        gain = gain_of(box, view, JOKER, 0, kind, 1, now)
        if gain > best:
            best, want = gain, kind
    return want


@kernel
def step_towards(view: Any, give: int, given: int, want: int, wanted: int) -> int:
    """Begin again, add a card, or post; nothing to do where exactly this stands already."""
    if stands(view, give, given, want, wanted):
        return NONE
    if view.draft_to != NONE:
        return CLEAR
    for kind in range(KINDS):
        wrong_give = view.draft_give[kind] > (given if kind == give else 0)
        wrong_want = view.draft_want[kind] > (wanted if kind == want else 0)
        if wrong_give or wrong_want:
            return CLEAR
    if give != NONE and view.draft_give[give] < given:
        return GIVE + give
    if view.draft_want[want] < wanted:
        return WANT + want
    return POST


@kernel
def stands(view: Any, give: int, given: int, want: int, wanted: int) -> bool:
    """Whether the own offer is exactly this one already."""
    me = view.viewer
    if give == NONE or not view.offer_open[me]:
        return False
    return bool(view.offer_give[me, give] == given and view.offer_want[me, want] == wanted)
