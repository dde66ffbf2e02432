"""What others hold, guessed from what they did: hands that are tried, and kept as often as they are likely.

`imagine` deals what a seat cannot see in any way that its view allows, each as likely. But who took one card and left
another, and gave away a third, has told much of his hand: a hand is as many times as likely as somebody who held it
would have done all that he did. So before a decision many hands are dealt to each of the others, and how likely each of
them is is kept with it; every world then takes one of them for everybody, as often as it is likely, as far as there are
cards for all of them together. (A walk from world to world, swapping single cards, was tried first: hands that explain
the same deeds lie too far apart, and 135 worlds of a tree were worth 6 to 29 that have nothing to do with each other.)
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from grimorio.bots import stones
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.flautz import DECLARATION, POINT, hand_worth, swap
from grimorio.bots.memory import (
    AFTER_ALL,
    AGO,
    CHALLENGE,
    COUNT,
    GAVE,
    HANDS,
    OPEN,
    OWN,
    REFRESHED,
    REPLACED,
    SAID,
    TOOK,
    VALUED,
    WHEN,
    WHICH,
    WHO,
)  # fmt: skip
from grimorio.bots.planning import is_standard, note_exchanges
from grimorio.bots.prospects import LYING, number_with
from grimorio.engine.chance import below
from grimorio.engine.kernel import integers, kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.rules.places import sort_hand
from grimorio.games.flautz.rules.spells import is_flautz, is_straight
from grimorio.games.flautz.state import AIR, CARDS, DISCARDS, FLOOR, HAND, KINDS, PLACES, ROW, SEATS

FINE = 1 << 20
"""Chances are compared in so many parts."""


class Belief(NamedTuple):
    """How worlds become likelier.

    `try_hands(box, view, seat, chance, s, past, room, tries, tables)` looks for likely hands, from a world that `seat`
    imagined and from what it remembers (see `memory.py`), with the tables of who plans (see `prospects.py`);
    `deal(box, view, seat, chance, s, room, manners)` gives them to the others, says in `manners` how each of them
    plays, and changes nothing else that counts, or says that it cannot. `new_room` makes the room in which they are
    kept meanwhile. `named` tells bots apart that believe otherwise. `manner(view, seat, chance)`: how somebody plays,
    by what lies open alone. `once`: hands are looked for once for a decision, and not in every tree; all else that is
    imagined is in sight then, or dealt with the hands.
    """

    try_hands: Callable[[Any, Any, int, Any, Any, Any, Any, int, Any], None]
    deal: Callable[[Any, Any, int, Any, Any, Any, Any], bool]
    new_room: Callable[[], Any]
    named: str
    manner: Callable[[Any, int, Any], int]
    once: bool = False


@kernel
def try_nothing(
    box: Any, view: Any, seat: int, chance: Any, s: Any, past: Any, room: Any, tries: int, tables: Any
) -> None:
    """All worlds are as likely."""


@kernel
def leave_it(box: Any, view: Any, seat: int, chance: Any, s: Any, room: Any, manners: Any) -> bool:
    """The world stays as it was imagined."""
    return True


@kernel
def by_the_rule(view: Any, seat: int, chance: Any) -> int:
    """Nothing that lies open tells that somebody is no apprentice."""
    return BY_THE_RULE


AS_LIKELY = Belief(try_nothing, leave_it, lambda: integers(1, 1, 1), "", by_the_rule)


@kernel
def least_gain(chance: Any) -> float:
    """How much less likely something may be and still be taken (a logarithm)."""
    return math.log((below(chance, FINE) + 1) / FINE)


# ---------------------------------------------------------------- FLAUTZ!: what everybody took, gave and left


MISS = 9.0
"""How much less likely (a logarithm) it is for a player of one rule that he does something else than what it says."""
TASTE, LIKES_FOCUS = 16.0, 24
"""For a player of no rule something is e times as likely if it is worth so much more by the rule of thumb; and to focus
is worth more to him by this (fitted to 3,600 deeds of adepts)."""
WHIM = math.log(0.07 / 15)
"""Now and then he does anything, out of some fifteen things that he could do (a logarithm)."""
GREATEST = 400
"""Nothing is worth more than this to him, compared with keeping his hand."""
FREE = 2.0
"""How much less likely it is, before he has done anything, that somebody plays by no rule."""
SURE = 8.0
"""Nobody is taken for the one or the other with more certainty (a logarithm) than this: people change their minds."""
NEVER, HARDLY = -1e9, -1e5
NOTHING_LESS = 1 << 30
"""More than any hand is worth."""


@kernel
def either(one: float, other: float) -> float:
    """Logarithm of the sum of what two are logarithms of."""
    return max(one, other) + math.log1p(math.exp(-abs(one - other)))


@kernel
def flautz_thumb(box: Any, hand: Any, p: Any) -> int:
    """What the apprentice thinks of a hand."""
    if not is_standard(box):
        return hand_worth(box, hand)
    return int(p.thumb[p.kinds[number_with(hand, -1, 0, p.ranks, p.steps)]])


@kernel
def flautz_exchanges(box: Any, hand: Any, deed: Any, declares: bool, p: Any) -> None:  # noqa: FBT001
    """Note what he thinks of every hand that an exchange makes; who may declares a FLAUTZ!, a Straight shows itself."""
    zone, room = box.strip[deed[WHEN]], p.room
    if is_standard(box):
        for place in range(PLACES):
            room[LYING, place] = p.ranks[deed[OPEN + place]]
        note_exchanges(hand, zone, p)
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND):
            if is_standard(box):
                kind = room[k, place]
                room[k, place] = p.thumb[kind] + DECLARATION * (declares and p.forms[kind] == 1)
            else:
                give = hand[k]
                where = swap(hand, k, deed[OPEN + place])
                declared = declares and is_flautz(hand) and not is_straight(hand)
                room[k, place] = hand_worth(box, hand) + DECLARATION * declared
                swap(hand, where, give)


@kernel
def flautz_best(box: Any, hand: Any, deed: Any, p: Any) -> tuple[int, int]:
    """The best worth of all exchanges, and how many are so good."""
    best, equal, zone = -1, 0, box.strip[deed[WHEN]]
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND):
            if k == 0 or hand[k - 1] != hand[k]:
                worth = int(p.room[k, place])
                equal = equal + 1 if worth == best else 1 if worth > best else equal
                best = max(best, worth)
    return best, equal


@kernel
def flautz_refilled(box: Any, hand: Any, deed: Any, p: Any) -> int:
    """Of how many cards that would help him as little as any somebody replaced one when he woke up; 0 if of none."""
    replaced, zone, fewest, equal = OPEN + deed[REFRESHED] - 1, box.strip[deed[WHEN]], NOTHING_LESS, 0
    turned_up, deed[replaced] = deed[replaced], deed[REPLACED]
    flautz_exchanges(box, hand, deed, False, p)  # noqa: FBT003
    deed[replaced] = turned_up
    chosen = False
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        helps = 0
        for k in range(HAND):
            helps = max(helps, int(p.room[k, place]))
        if helps < fewest:
            fewest, equal, chosen = helps, 0, False
        if helps == fewest:
            equal += 1
            chosen = chosen or OPEN + place == replaced
    return equal if chosen else 0


@kernel
def flautz_tempted(box: Any, hand: Any, deed: Any, kept: int, p: Any) -> float:
    """How well a player of no rule likes all exchanges together."""
    liked, zone = 0.0, box.strip[deed[WHEN]]
    for place in range(0 if zone & AIR else ROW, PLACES if zone & FLOOR else ROW):
        for k in range(HAND):
            if k == 0 or hand[k - 1] != hand[k]:
                liked += math.exp(min(int(p.room[k, place]) - kept, GREATEST) / TASTE)
    return liked


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
def flautz_surprise(
    box: Any, hand: Any, deed: Any, rule: float, free: float, least: float, p: Any
) -> tuple[float, float]:
    """The same two logarithms with how likely the apprentice would have done this too, and a player of no rule.

    The latter is left out where neither is as likely as `least` even so.
    """
    kept = flautz_thumb(box, hand, p)
    if deed[REFRESHED] > 0:
        equal, zone = flautz_refilled(box, hand, deed, p), box.strip[deed[WHEN]]
        rule += -math.log(equal) if equal > 0 else -MISS
        free -= math.log(ROW * (((zone & AIR) > 0) + ((zone & FLOOR) > 0)))
    flautz_exchanges(box, hand, deed, not deed[AFTER_ALL], p)
    best, equal = flautz_best(box, hand, deed, p)
    done, liked, all_liked = -1, 0, 0.0
    if deed[REFRESHED] == 0:
        declaring, done, liked = flautz_instead(box, hand, deed, kept)
        equal = equal if best >= max(declaring, done) else 0
        best = max(best, declaring, done)
        equal += (declaring == best) + (done == best)
        all_liked = math.exp(liked / TASTE)
    if deed[WHICH] >= 0:
        k = 0
        while k < HAND - 1 and hand[k] != deed[GAVE]:
            k += 1
        where = swap(hand, k, deed[TOOK])
        done = flautz_thumb(box, hand, p) + DECLARATION * deed[SAID]
        swap(hand, where, deed[GAVE])
        liked = min(done - kept, GREATEST)
    rule += -math.log(equal) if done >= best else -MISS
    if max(rule, free) >= least:
        all_liked += flautz_tempted(box, hand, deed, kept, p)
        free += either(liked / TASTE - math.log(all_liked), WHIM)
    return rule, free


@kernel
def flautz_alike(hand: Any, deeds: Any, row: int) -> int:
    """How many cards like the one that he gave somebody held that nobody knew of: any of them may be the one.

    Where all knew that he held such a card, since he took it before and has not given it yet, that is the one.
    """
    deed, found, known = deeds[row], 0, 0
    for k in range(HAND):
        found += hand[k] == deed[GAVE]
    if found > 1:
        for before in range(1, row):
            if deeds[before, WHO] == deed[WHO] and deeds[before, WHICH] >= 0:
                known = max(0, known - (deeds[before, GAVE] == deed[GAVE])) + (deeds[before, TOOK] == deed[GAVE])
    return 1 if known > 0 else found


@kernel
def flautz_deeds(
    box: Any, hand: Any, deeds: Any, other: int, rule: float, free: float, least: float, p: Any
) -> tuple[float, float]:
    """How likely the deeds of somebody are who ended with this hand, which is taken apart: by the rule, and by none.

    Both are logarithms, and begin with what is given. Not to the end where neither is as likely as `least`.
    """
    for row in range(deeds[0, COUNT], 0, -1):
        deed = deeds[row]
        if deed[WHO] == other:
            if deed[WHICH] >= 0:
                k = 0
                while k < HAND and hand[k] != deed[TOOK]:
                    k += 1
                if k == HAND:
                    break
                swap(hand, k, deed[GAVE])
                alike = flautz_alike(hand, deeds, row)
                if alike > 1:
                    rule, free = rule - math.log(alike), free - math.log(alike)
            if is_straight(hand):
                return NEVER, NEVER
            rule, free = flautz_surprise(box, hand, deed, rule, free, least, p)
            if max(rule, free) < least:
                return NEVER, NEVER
    return rule, free


@kernel
def flautz_doubt(box: Any, past: Any, other: int, p: Any) -> float:
    """How much likelier somebody plays by no rule than by the apprentice's, by what he did in the last challenges."""
    found, hand = -FREE, past[OWN]
    for ago in range(1, AGO + 1):
        deeds = past[ago * CHALLENGE : (ago + 1) * CHALLENGE]
        if deeds[HANDS + other, VALUED]:
            for k in range(HAND):
                hand[k] = deeds[HANDS + other, k]
            rule, free = flautz_deeds(box, hand, deeds, other, 0.0, 0.0, NEVER, p)
            found += free - rule
    return min(max(found, -SURE), SURE)


@kernel
def flautz_likely(box: Any, s: Any, past: Any, other: int, doubt: float, least: float, p: Any) -> tuple[float, float]:
    """Logarithms of how likely somebody with this hand would have done all that he did, by the rule and by none.

    He is an apprentice from the first deed to the last, or somebody else. `doubt`: see `flautz_doubt`.
    """
    if is_straight(s.hand[other]):
        return NEVER, NEVER
    hand = past[OWN]
    for k in range(HAND):
        hand[k] = s.hand[other, k]
    return flautz_deeds(box, hand, past[:CHALLENGE], other, min(0.0, -doubt), min(0.0, doubt), least, p)


@kernel
def unseen(view: Any, s: Any, other: int, k: int) -> bool:
    """Whether the card at k of a hand is none of those that all know to be there."""
    card, alike = s.hand[other, k], 0
    for i in range(HAND):
        alike += view.known[other, i] == card
    for i in range(k):
        alike -= s.hand[other, i] == card
    return alike <= 0


KEPT = 1024
"""Hands that are kept for each of the others."""
FEW = 3
"""Unseen cards of a hand of which all are tried that there are."""
LISTED = (1, 31, 496, 5_456)
"""Hands that there are with so many cards of 31 kinds: who may not try as many tries some."""
FOUND, BEST = range(2)
"""Behind them: how many there are, and how likely the likeliest is, in small parts of a logarithm."""
LIKELY, BY_RULE = HAND, HAND + 1
"""Behind the cards of a hand: how likely it is, and how likely its owner then plays by the rule."""
PARTS = 1000
WORTH_KEEPING = 6.0
"""Hands that are less likely than the likeliest by more than this (a logarithm) are not kept."""
DRAWS = 60
"""So often hands are drawn for everybody, until there are cards for all of them."""


class Holding(NamedTuple):
    """What is kept: for each seat its hands with their likelihoods; unseen cards, how many, and how many of each kind.

    Worlds are drawn from the hands by whoever likes, each with copies to count down of his own.
    """

    hands: Any
    bag: Any
    size: Any
    copies: Any


def flautz_room() -> Holding:
    """Room for the hands of a table."""
    return Holding(integers(SEATS, KEPT + 1, HAND + 2), integers(CARDS), integers(1), integers(KINDS))


@kernel
def flautz_gather(box: Any, view: Any, seat: int, s: Any, room: Any) -> None:
    """Put every unseen card into the bag: those of the others' hands, and those of the pile that nobody knows."""
    for kind in range(KINDS):
        room.copies[kind] = 0
    size = int(s.pile_size)
    for i in range(DISCARDS):
        size -= view.pile_known[i] != NONE
    for i in range(size):
        room.bag[i] = s.pile[i]
    for other in range(box.seats):
        if other != seat:
            for k in range(HAND):
                if unseen(view, s, other, k):
                    room.bag[size] = s.hand[other, k]
                    size += 1
    for i in range(size):
        room.copies[room.bag[i]] += 1
    room.size[0] = size


@kernel
def flautz_try(box: Any, view: Any, seat: int, chance: Any, s: Any, past: Any, room: Any, tries: int, p: Any) -> None:
    """Deal so many hands to each of the others, and keep the likely ones."""
    flautz_gather(box, view, seat, s, room)
    for other in range(box.seats):
        if other != seat:
            flautz_try_hands(box, view, other, chance, s, past, room, tries, p)


@kernel
def flautz_try_hands(
    box: Any, view: Any, other: int, chance: Any, s: Any, past: Any, room: Any, tries: int, p: Any
) -> None:
    """The hands of one of the others: all that he may hold where these are few, and otherwise some that are dealt."""
    doubt, missing = flautz_doubt(box, past, other, p), 0
    for k in range(HAND):
        missing += view.known[other, k] == NONE
    room.hands[other, KEPT, FOUND], room.hands[other, KEPT, BEST] = 0, int(PARTS * HARDLY)
    if missing <= FEW and tries >= LISTED[missing]:
        flautz_list_hands(box, view, other, missing, s, past, room, doubt, p)
        if room.hands[other, KEPT, FOUND] < KEPT:
            return
        room.hands[other, KEPT, FOUND], room.hands[other, KEPT, BEST] = 0, int(PARTS * HARDLY)
    for _ in range(tries):
        flautz_draw_hand(view, other, chance, s, room)
        flautz_keep(box, other, 0.0, s, past, room, doubt, p)
        if room.hands[other, KEPT, FOUND] == KEPT:
            break


@kernel
def flautz_list_hands(
    box: Any, view: Any, other: int, missing: int, s: Any, past: Any, room: Any, doubt: float, p: Any
) -> None:
    """Every hand with three unseen cards or fewer, as likely as there are ways to deal it."""
    for i in range(KINDS if missing > 0 else 1):
        for j in range(i, KINDS if missing > 1 else i + 1):
            for k in range(j, KINDS if missing > 2 else j + 1):  # noqa: PLR2004
                ways = flautz_ways(room, i, j, k, missing)
                if ways > 0:
                    size = 0
                    for place in range(HAND):
                        card = view.known[other, place]
                        if card == NONE:
                            card = i if size == 0 else j if size == 1 else k
                            size += 1
                        s.hand[other, place] = card
                    sort_hand(s, other)
                    flautz_keep(box, other, math.log(ways), s, past, room, doubt, p)
                    if room.hands[other, KEPT, FOUND] == KEPT:
                        return


@kernel
def flautz_ways(room: Any, i: int, j: int, k: int, missing: int) -> int:
    """In how many ways so many of three cards, in their order, can be dealt from the copies that there are."""
    ways = int(room.copies[i]) if missing > 0 else 1
    if missing > 1:
        ways = ways * (int(room.copies[j]) - (i == j)) // (1 + (i == j))
    if missing > 2:  # noqa: PLR2004
        ways = ways * (int(room.copies[k]) - (i == k) - (j == k)) // (1 + (i == k) + (j == k))
    return ways


@kernel
def flautz_keep(box: Any, other: int, ways: float, s: Any, past: Any, room: Any, doubt: float, p: Any) -> None:
    """Keep a hand if it is likely, with how likely it is; `ways`: the same before anybody did anything."""
    best = room.hands[other, KEPT, BEST] / PARTS
    rule, free = flautz_likely(box, s, past, other, doubt, best - WORTH_KEEPING - ways, p)
    likely = either(rule, free)
    if likely + ways >= best - WORTH_KEEPING:
        found = room.hands[other, KEPT, FOUND]
        for k in range(HAND):
            room.hands[other, found, k] = s.hand[other, k]
        room.hands[other, found, LIKELY] = int(PARTS * (likely + ways))
        room.hands[other, found, BY_RULE] = int(PARTS * (rule - likely))
        room.hands[other, KEPT, FOUND], room.hands[other, KEPT, BEST] = found + 1, int(PARTS * max(best, likely + ways))


@kernel
def flautz_draw_hand(view: Any, other: int, chance: Any, s: Any, room: Any) -> None:
    """What all know of a hand, and any unseen cards."""
    size, drawn = room.size[0], 0
    for k in range(HAND):
        card = view.known[other, k]
        if card == NONE:
            i = drawn + below(chance, size - drawn)
            card = room.bag[i]
            room.bag[i], room.bag[drawn] = room.bag[drawn], card
            drawn += 1
        s.hand[other, k] = card
    sort_hand(s, other)


@kernel
def flautz_deal(box: Any, view: Any, seat: int, chance: Any, s: Any, room: Any, manners: Any) -> bool:
    """Give everybody one of his hands, and the rest of the bag to the pile; says whether there were cards enough."""
    for _ in range(DRAWS):
        enough = 1
        for other in range(box.seats):
            if other != seat and room.hands[other, KEPT, FOUND] > 0:
                manners[other] = flautz_pick(other, chance, s, room)
        for other in range(box.seats):
            if other != seat:
                enough &= flautz_take(view, other, s, room, 1)
        if enough:
            flautz_fill(s, room)
        for other in range(box.seats):
            if other != seat:
                flautz_take(view, other, s, room, -1)
        if enough:
            return True
    return False


@kernel
def flautz_pick(other: int, chance: Any, s: Any, room: Any) -> int:
    """One of the hands that are kept for somebody, as often as it is likely; says how he plays."""
    i, found, best = 0, room.hands[other, KEPT, FOUND], room.hands[other, KEPT, BEST]
    for _ in range(KEPT):
        i = below(chance, found)
        if room.hands[other, i, LIKELY] >= best + PARTS * least_gain(chance):
            break
    for k in range(HAND):
        s.hand[other, k] = room.hands[other, i, k]
    return BY_THE_RULE if room.hands[other, i, BY_RULE] >= PARTS * least_gain(chance) else AS_ONESELF


@kernel
def flautz_take(view: Any, other: int, s: Any, room: Any, times: int) -> int:
    """Take the unseen cards of a hand off the copies that there are, or put them back; 1 while there are enough."""
    enough = 1
    for k in range(HAND):
        if unseen(view, s, other, k):
            card = s.hand[other, k]
            room.copies[card] -= times
            enough &= room.copies[card] >= 0
    return enough


@kernel
def flautz_fill(s: Any, room: Any) -> None:
    """What is left of the copies lies in the pile, before what all know to be there."""
    i = 0
    for kind in range(KINDS):
        for _ in range(room.copies[kind]):
            s.pile[i] = kind
            i += 1


BELIEFS = {
    "flautz": Belief(flautz_try, flautz_deal, flautz_room, "by deeds 5", by_the_rule, once=True),
    "zaubercocktail": Belief(stones.begin, stones.deal, stones.new_room, "by stones 1", stones.manner),
}


def belief_of(game: str) -> Belief:
    """What is believed of others in a game."""
    return BELIEFS.get(game, AS_LIKELY)
