"""What each seat of an Abracadabra table has seen of other hands, kept for it as an attentive player would.

`seen` says in whose hand a card can be. Where a card went from hand to hand and a seat saw only its back, that alone is
too little: of two known cards one was taken, not both. So for every back that is in doubt a seat keeps cases, each of
which says where every known card of this back is, with a weight. A card that is passed unseen makes of each case one
for every card that it can have been; what is seen later makes cases impossible, or more or less likely. A card of which
nothing is known is any of the unknown ones, all equally likely.

Of the last reshuffle a seat keeps which cards were in it (`gone`), and all keep how many cards of a hand came from
elsewhere (`old`): those are none of them.
"""

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.state import (
    AIR,
    CARDS,
    CASES,
    ELEMENTS,
    HEAVY,
    OF_A_BACK,
    SEATS,
    TOWERS,
    State,
    enchanter_of,
)

BACK_COUNT = len(ELEMENTS)
EVERY_HAND = (1 << SEATS) - 1


@kernel
def back_of(card: int) -> int:
    """The element on a card's back."""
    return card // OF_A_BACK


@kernel
def cards_with_back(s: State, seat: int, back: int) -> int:
    """How many cards of a hand show this back."""
    found = 0
    for k in range(s.hand_size[seat]):
        found += back_of(s.hand[seat, k]) == back
    return found


@kernel
def learn(s: State, viewer: int, card: int, seat: int) -> None:
    """The viewer saw the card come to a hand, the own or another."""
    s.seen[viewer, card] = 1 << seat if viewer != seat else 0
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back_of(card):
            s.case_at[viewer, i, card % OF_A_BACK] = seat if viewer != seat else NONE


@kernel
def all_know(s: State, seat: int, card: int) -> None:
    """All saw the card come to a seat's hand."""
    for viewer in range(SEATS):
        learn(s, viewer, card, seat)


@kernel
def all_see_leave(s: State, seat: int, card: int) -> None:
    """A card that was in a hand lies open now; it is in the hand no more."""
    for viewer in range(SEATS):
        s.seen[viewer, card] = 0
    if is_anybody_in_doubt(s):
        back = back_of(card)
        number, lying = cards_with_back(s, seat, back) + 1, lying_open(s, back)
        for viewer in range(SEATS):
            if viewer != seat:
                weigh_sight(s, viewer, seat, card, number, NONE, lying)
                tidy(s, viewer, back)


@kernel
def is_anybody_in_doubt(s: State) -> bool:
    """Does anybody keep cases?"""
    found = 0
    for viewer in range(SEATS):
        found |= s.cases[viewer]
    return found != 0


@kernel
def weigh_sight(s: State, viewer: int, seat: int, card: int, number: int, now: int, lying: int) -> None:
    """The viewer sees that a card was one of so many of its back in a hand; it is in the hand of `now`, or in none.

    That makes cases impossible, or more or less likely. `lying` are the cards of this back that lie open.
    """
    s.seen[viewer, card] = 1 << now if now != NONE else 0
    back, k = back_of(card), card % OF_A_BACK
    if not is_in_doubt(s, viewer, back):
        return
    open_ones = lying | held_of(s, viewer, back)
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back:
            at = s.case_at[viewer, i, k]
            if at == seat:
                s.case_weight[viewer, i] *= unknown_cards(s, viewer, i, open_ones)
            else:
                unknown = number - known_there(s, viewer, i, seat) if at == NONE else 0
                s.case_weight[viewer, i] *= max(0, unknown)
            s.case_at[viewer, i, k] = now


@kernel
def known_there(s: State, viewer: int, i: int, seat: int) -> int:
    """How many cards a case puts into a hand."""
    found = 0
    for k in range(OF_A_BACK):
        found += s.case_at[viewer, i, k] == seat
    return found


@kernel
def unknown_cards(s: State, viewer: int, i: int, open_ones: int) -> int:
    """How many cards of its back a case leaves unknown to the viewer, at least one."""
    found = 0
    for k in range(OF_A_BACK):
        found += s.case_at[viewer, i, k] == NONE and not open_ones >> k & 1
    return max(1, found)


@kernel
def held_of(s: State, seat: int, back: int) -> int:
    """The cards of a back in a hand, a bit each."""
    found = 0
    for k in range(s.hand_size[seat]):
        found |= bit_of(s.hand[seat, k], back)
    return found


@kernel
def lying_open(s: State, back: int) -> int:
    """The cards of a back that everybody sees on the table, a bit each."""
    found = bit_of(s.shown[0], back) | bit_of(s.proxima[0], back)
    for i in range(TOWERS):
        found |= bit_of(s.towers[i], back)
    for i in range(CARDS):
        found |= bit_of(s.discards[i], back)
    return found


@kernel
def bit_of(card: int, back: int) -> int:
    """The bit of a card among the ten with this back; 0 for another card, or none."""
    k = card - back * OF_A_BACK
    return 1 << k if 0 <= k < OF_A_BACK else 0


@kernel
def no_enchanter_there(s: State, seat: int) -> None:
    """A-G18: all learn that a hand has no Enchanter; what has another back than air is then its Elemental."""
    for viewer in range(SEATS):
        if viewer != seat:
            for i in range(s.cases[viewer]):
                for k in range(OF_A_BACK):
                    card = s.case_back[viewer, i] * OF_A_BACK + k
                    if s.case_at[viewer, i, k] == seat and enchanter_of(card) != NONE:
                        s.case_weight[viewer, i] = 0
            for turn in range(BACK_COUNT + s.hand_size[seat]):  # first every back, then what each card of the hand is
                back = turn
                if turn >= BACK_COUNT:
                    card = s.hand[seat, turn - BACK_COUNT]
                    if card >= AIR:
                        break
                    back = back_of(card)
                    weigh_sight(s, viewer, seat, card, cards_with_back(s, seat, back), seat, lying_open(s, back))
                tidy(s, viewer, back)


@kernel
def hand_shuffled(s: State, seat: int) -> None:
    """A-R28: a hand goes into the great shuffle; what was known to be there is known to be gone."""
    for viewer in range(SEATS):
        for card in range(CARDS):
            if s.seen[viewer, card] == 1 << seat:
                s.gone[viewer, card] = 1
                s.seen[viewer, card] = 0
        if s.cases[viewer] > 0:
            for i in range(s.cases[viewer]):
                for k in range(OF_A_BACK):
                    if s.case_at[viewer, i, k] == seat:
                        s.case_at[viewer, i, k] = NONE
            for back in range(CARDS // OF_A_BACK):
                tidy(s, viewer, back)


GIVEN, DRAWN, TAKEN = range(3)
"""How a card goes from hand to hand: given back by Chaos!, drawn by it (and then not given back), taken for good."""


@kernel
def pass_hidden(s: State, seats: int, giver: int, taker: int, card: int, how: int) -> None:
    """A-G21: a card has gone from hand to hand; the two saw it, the others only its back."""
    back = back_of(card)
    number = cards_with_back(s, giver, back) + 1
    for viewer in range(seats):
        if viewer == giver:
            learn(s, viewer, card, taker)
        elif viewer == taker:
            weigh_sight(s, viewer, giver, card, number, NONE, lying_open(s, back))
        else:
            pass_unseen(s, viewer, giver, taker, back, number, how)
        if viewer != giver:
            tidy(s, viewer, back)
    if card >= AIR:
        s.barren[giver] = max(0, s.barren[giver] - 1)
    if s.old[giver, back] >= number:
        s.old[taker, back] += 1
    s.old[giver, back] = max(0, s.old[giver, back] - 1)


@kernel
def pass_unseen(s: State, viewer: int, giver: int, taker: int, back: int, number: int, how: int) -> None:
    """Each case becomes one for every card that it can have been; Chaos! does not give back what it has drawn."""
    if not is_known_there(s, viewer, giver, back) and not is_in_doubt(s, viewer, back):
        return
    open_cases(s, viewer, back)
    if how == GIVEN and s.drawn_back == back:
        number -= 1
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back and s.case_weight[viewer, i] > 0:
            part_case(s, viewer, i, giver, taker, number, how)


@kernel
def part_case(s: State, viewer: int, i: int, giver: int, taker: int, number: int, how: int) -> None:
    """One case for every known card that can have been passed, and this one for all unknown ones."""
    drawn = s.case_drawn[viewer, i]
    unknown = number
    for k in range(OF_A_BACK):
        card = s.case_back[viewer, i] * OF_A_BACK + k
        if s.case_at[viewer, i, k] == giver and (how != GIVEN or card != drawn):
            unknown -= 1
            new = copy_case(s, viewer, i)
            if new != NONE:
                s.case_at[viewer, new, k] = taker
                s.case_drawn[viewer, new] = card if how == DRAWN else NONE
    s.case_weight[viewer, i] *= max(0, unknown)
    s.case_drawn[viewer, i] = NONE


@kernel
def is_known_there(s: State, viewer: int, seat: int, back: int) -> bool:
    """Can a card of this back that the viewer knows be in a hand?"""
    for card in range(back * OF_A_BACK, (back + 1) * OF_A_BACK):
        if s.seen[viewer, card] >> seat & 1:
            return True
    return False


@kernel
def is_in_doubt(s: State, viewer: int, back: int) -> bool:
    """Does the viewer keep cases of this back?"""
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back:
            return True
    return False


@kernel
def nothing_drawn(s: State) -> None:
    """Chaos! is over: which card it drew matters no more."""
    for viewer in range(SEATS):
        mattered = False
        for i in range(s.cases[viewer]):
            mattered |= s.case_drawn[viewer, i] != NONE
            s.case_drawn[viewer, i] = NONE
        if mattered:
            tidy(s, viewer, s.drawn_back)
    s.drawn_back = NONE


@kernel
def open_cases(s: State, viewer: int, back: int) -> None:
    """Begin with the one case that is certain, if nothing of this back is in doubt yet."""
    if is_in_doubt(s, viewer, back):
        return
    i = free_case(s, viewer)
    if i == NONE:
        return
    s.case_back[viewer, i], s.case_weight[viewer, i], s.case_drawn[viewer, i] = back, 1, NONE
    for k in range(OF_A_BACK):
        s.case_at[viewer, i, k] = NONE
        for seat in range(SEATS):
            if s.seen[viewer, back * OF_A_BACK + k] >> seat & 1:
                s.case_at[viewer, i, k] = seat


@kernel
def free_case(s: State, viewer: int) -> int:
    """Room for another case; none where there are too many already: what is not written down fades."""
    if s.cases[viewer] == CASES:
        return NONE
    s.cases[viewer] += 1
    return int(s.cases[viewer]) - 1


@kernel
def copy_case(s: State, viewer: int, i: int) -> int:
    """Another case like this one; none where there is no room for it."""
    new = free_case(s, viewer)
    if new != NONE:
        move_case(s, viewer, i, new)
    return new


@kernel
def move_case(s: State, viewer: int, i: int, to: int) -> None:
    """Write a case down at another place."""
    s.case_back[viewer, to], s.case_weight[viewer, to] = s.case_back[viewer, i], s.case_weight[viewer, i]
    s.case_drawn[viewer, to] = s.case_drawn[viewer, i]
    for k in range(OF_A_BACK):
        s.case_at[viewer, to, k] = s.case_at[viewer, i, k]


@kernel
def tidy(s: State, viewer: int, back: int) -> None:
    """Strike impossible cases, join equal ones, and close the matter where only one is left."""
    if not is_in_doubt(s, viewer, back):
        return
    join_equal(s, viewer, back)
    number, last, divisor, total = 0, NONE, 0, 0
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back:
            number, last = number + 1, i
            total += int(s.case_weight[viewer, i])
            divisor = common_divisor(divisor, int(s.case_weight[viewer, i]))
    if divisor > 1 or total >= HEAVY:
        lighten(s, viewer, back, divisor, total)
    tell_seen(s, viewer, back)
    if number == 1 and s.case_drawn[viewer, last] == NONE:
        strike(s, viewer, last)


@kernel
def common_divisor(one: int, other: int) -> int:
    """The greatest number that divides both; 0 stands for none yet."""
    if one == 0 or one == other:
        return other
    if one == 1 or other == 1:
        return 1
    while other > 0:
        one, other = other, one % other
    return one


@kernel
def lighten(s: State, viewer: int, back: int, divisor: int, total: int) -> None:
    """Keep weights small."""
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back:
            weight = int(s.case_weight[viewer, i]) // divisor
            if total // divisor >= HEAVY:
                weight = max(1, weight * HEAVY // (total // divisor + 1))
            s.case_weight[viewer, i] = weight


@kernel
def join_equal(s: State, viewer: int, back: int) -> None:
    """Strike cases without weight; of two that say the same keep one, as likely as both."""
    i = 0
    while i < s.cases[viewer]:
        if s.case_back[viewer, i] == back:
            for j in range(i):
                if s.case_weight[viewer, i] > 0 and is_same_case(s, viewer, i, j):
                    s.case_weight[viewer, j] += s.case_weight[viewer, i]
                    s.case_weight[viewer, i] = 0
            if s.case_weight[viewer, i] == 0:
                strike(s, viewer, i)
                i -= 1
        i += 1


@kernel
def is_same_case(s: State, viewer: int, one: int, other: int) -> bool:
    """Do two cases say the same?"""
    if s.case_back[viewer, one] != s.case_back[viewer, other]:
        return False
    for k in range(OF_A_BACK):
        if s.case_at[viewer, one, k] != s.case_at[viewer, other, k]:
            return False
    return bool(s.case_drawn[viewer, one] == s.case_drawn[viewer, other])


@kernel
def strike(s: State, viewer: int, i: int) -> None:
    """Take out a case; the last one takes its place."""
    s.cases[viewer] -= 1
    last = int(s.cases[viewer])
    move_case(s, viewer, last, i)
    clear_case(s, viewer, last)


@kernel
def clear_cases(s: State) -> None:
    """Nobody is in doubt about anything. One long loop a field, since short ones would cost much of a deal."""
    backs, weights = s.case_back.reshape(SEATS * CASES), s.case_weight.reshape(SEATS * CASES)
    drawn, at = s.case_drawn.reshape(SEATS * CASES), s.case_at.reshape(SEATS * CASES * OF_A_BACK)
    for seat in range(SEATS):
        s.cases[seat] = 0
    for i in range(SEATS * CASES):
        backs[i] = NONE
    for i in range(SEATS * CASES):
        weights[i] = 0
    for i in range(SEATS * CASES):
        drawn[i] = NONE
    for i in range(SEATS * CASES * OF_A_BACK):
        at[i] = NONE


@kernel
def clear_case(s: State, viewer: int, i: int) -> None:
    """Nothing is written there."""
    s.case_back[viewer, i], s.case_weight[viewer, i], s.case_drawn[viewer, i] = NONE, 0, NONE
    for k in range(OF_A_BACK):
        s.case_at[viewer, i, k] = NONE


@kernel
def tell_seen(s: State, viewer: int, back: int) -> None:
    """A card can be where any case puts it; where one puts it nowhere, nothing is known of it."""
    hands, unsure = 0, 0
    for i in range(s.cases[viewer]):
        if s.case_back[viewer, i] == back:
            for k in range(OF_A_BACK):
                at = int(s.case_at[viewer, i, k])
                unsure |= (at == NONE) << k
                hands |= 1 << SEATS * k + max(at, 0)
    for k in range(OF_A_BACK):
        known = 0 if unsure >> k & 1 else hands >> SEATS * k
        s.seen[viewer, back * OF_A_BACK + k] = known & EVERY_HAND
