"""A possible world from what one seat knows of an Abracadabra table.

Backs are public, so the ten cards of each back are dealt among the places that show this back: other hands, the
face-down row, the top of the deck; the rest is the deck. Cards that the seat has seen go where it knows them to be; of
the cases that it keeps of a back one is drawn by its weight. Then the places that cannot hold every card are filled:
Periculum! is in no hand, what was held in an Exodus! without Enchanters is none, what was in no deck since the last
reshuffle is none of the cards that were in it. Objects are dealt within their letters.

A hand that has won already nobody can be hiding. Such worlds are dealt again, `TRIES` times at most; after that Objects
change places until nobody has won.
"""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_from_bag
from grimorio.engine.chance import below, draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.worlds import begin_world
from grimorio.games.abracadabra.rules.objects import put_object
from grimorio.games.abracadabra.rules.winning import way_to_win
from grimorio.games.abracadabra.state import (
    AIR,
    BACKS,
    CARDS,
    GIVE,
    HAND,
    LETTER_BACK,
    OBJECT,
    OBJECTS,
    OF_A_BACK,
    OVER,
    PERICULUM,
    PILE,
    PILES,
    ROW_DOWN,
    SEATS,
    TOWERS,
    WORTH,
    Box,
    State,
    enchanter_of,
)

TRIES = 30
"""Worlds that are dealt before the Objects of the last one are put right."""
SWAPS = 400

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    if view.shown[0] != NONE:
        for other in range(SEATS):  # all see that one
            s.gone[other, view.shown[0]] = view.gone[view.shown[0]]
    for _ in range(TRIES):
        clear_others(seat, s)
        gather_unseen(view, seat, s)
        deal_known(box, view, seat, chance, s)
        deal_periculum(box, view, seat, chance, s)
        for back in range(CARDS // OF_A_BACK):
            deal_back(box, view, seat, back, chance, s)
        for pile in range(PILES):
            deal_objects(box, view, seat, pile, chance, s)
        if view.phase == OVER or winners(box, view, seat, s) == 0:
            break
    put_right(box, view, seat, chance, s)
    if s.deck[CARDS - 1] == PERICULUM:
        s.deck[CARDS - 1] = NONE
        s.deck[s.deck_size] = PERICULUM
        s.deck_size += 1
    guess_drawn(view, seat, chance, s)
    clear_scratch(seat, s)
    fresh_stream(chance, s)


@kernel
def guess_drawn(view: Any, seat: int, chance: Any, s: State) -> None:
    """A-R26: who has to give a card back has just drawn one, which the two concerned know; all saw its back."""
    if view.phase != GIVE or view.acting == seat:
        return
    if view.target == seat:
        s.drawn[view.acting] = view.drawn
        return
    if s.drawn[view.acting] == NONE:
        unknown = 0
        for k in range(s.hand_size[view.acting]):
            unknown += can_be_drawn(view, seat, s, s.hand[view.acting, k])
        chosen = below(chance, max(1, unknown))
        for k in range(s.hand_size[view.acting]):
            if can_be_drawn(view, seat, s, s.hand[view.acting, k]):
                if chosen == 0:
                    s.drawn[view.acting] = s.hand[view.acting, k]
                chosen -= 1
    s.drawn[view.target] = s.drawn[view.acting]


@kernel
def can_be_drawn(view: Any, seat: int, s: State, card: int) -> bool:
    """A card with the back that was seen, and none that was known to be there before."""
    return bool(card // OF_A_BACK == view.drawn_back and s.seen[scratch_of(seat), card] == 0)


@kernel
def scratch_of(seat: int) -> int:
    """A foreign row of `seen`, which serves as scratch: where the drawn cases put each card."""
    return (seat + 1) % SEATS


@kernel
def clear_scratch(seat: int, s: State) -> None:
    """What others have seen is theirs to know."""
    for card in range(CARDS):
        s.seen[scratch_of(seat), card] = 0


@kernel
def clear_others(seat: int, s: State) -> None:
    """Empty hands for everybody else, whatever was dealt to them in a world before; what they have seen is theirs."""
    for other in range(SEATS):
        if other != seat:
            s.hand_size[other], s.object_count[other], s.drawn[other] = 0, 0, NONE
            for k in range(HAND):
                s.hand[other, k] = NONE
            for k in range(OBJECTS):
                s.objects[other, k] = NONE


@kernel
def gather_unseen(view: Any, seat: int, s: State) -> None:
    """Every card the viewer cannot place, for the moment in the deck, sorted by backs."""
    s.deck_size = 0
    for card in range(CARDS):
        s.deck[card] = NONE
        if not is_placed(view, seat, card):
            s.deck[s.deck_size] = card
            s.deck_size += 1


@kernel
def is_placed(view: Any, seat: int, card: int) -> bool:
    """Does the viewer see where the card lies?"""
    for i in range(TOWERS):
        if view.towers[i] == card:
            return True
    for k in range(view.hand_size[seat]):
        if view.hand[k] == card:
            return True
    for i in range(CARDS):
        if view.discards[i] == card:
            return True
    return bool(view.shown[0] == card or view.proxima[0] == card)


@kernel
def is_unseen(s: State, card: int) -> bool:
    """Is the card still to be placed?"""
    for i in range(s.deck_size):
        if s.deck[i] == card:
            return True
    return False


@kernel
def remove_unseen(s: State, card: int) -> None:
    """The card was placed; it must be among the unseen ones."""
    i = 0
    while i < s.deck_size and s.deck[i] != card:
        i += 1
    s.deck_size -= 1
    while i < s.deck_size:
        s.deck[i] = s.deck[i + 1]
        i += 1
    s.deck[i] = NONE


@kernel
def deal_known(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Cards that are known to be in a hand, or that lie open at the end; one of the cases of each back that has any."""
    if view.phase == OVER:
        for other in range(box.seats):
            for k in range(view.hand_size[other] if other != seat else 0):
                hold(s, other, view.last_hand[other, k])
        return
    for card in range(CARDS):
        s.seen[scratch_of(seat), card] = view.seen[card]
    for back in range(CARDS // OF_A_BACK if view.cases > 0 else 0):
        draw_case(view, seat, back, chance, s)
    for card in range(CARDS):
        for other in range(box.seats):
            if s.seen[scratch_of(seat), card] >> other & 1 and is_unseen(s, card):
                hold(s, other, card)


@kernel
def hold(s: State, other: int, card: int) -> None:
    """The card is in this hand."""
    remove_unseen(s, card)
    put_in_hand(s, other, card)


@kernel
def draw_case(view: Any, seat: int, back: int, chance: Any, s: State) -> None:
    """One of the cases of a back, by their weights; where it puts the cards is written into the scratch."""
    total = 0
    for i in range(view.cases):
        if is_possible(view, seat, back, i):
            total += int(view.case_weight[i])
    chosen = below(chance, total) if total > 0 else 0
    for i in range(view.cases):
        if is_possible(view, seat, back, i):
            if 0 <= chosen < view.case_weight[i]:
                for k in range(OF_A_BACK):
                    at = view.case_at[i, k]
                    s.seen[scratch_of(seat), back * OF_A_BACK + k] = 1 << int(at) if at != NONE else 0
                if view.case_drawn[i] != NONE and view.acting != seat:
                    s.drawn[view.acting] = view.case_drawn[i]
            chosen -= int(view.case_weight[i])


@kernel
def is_possible(view: Any, seat: int, back: int, i: int) -> bool:
    """A case of this back that puts no card into a hand which the viewer sees elsewhere.

    What was in a hand may have gone into the great shuffle (A-R28) and been drawn since: a case does not hear of that.
    """
    if view.case_back[i] != back:
        return False
    for k in range(OF_A_BACK):
        if view.case_at[i, k] != NONE and is_placed(view, seat, back * OF_A_BACK + k):
            return False
    return True


@kernel
def deal_periculum(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Periculum! is in no hand (A-R22), and not where it cannot lie in the row; in the deck it waits for the end."""
    for slot in range(ROW_DOWN):
        s.row[slot] = NONE
    s.top[0] = NONE
    if is_placed(view, seat, PERICULUM):
        return
    back = AIR // OF_A_BACK
    remove_unseen(s, PERICULUM)
    chosen = below(chance, max(1, places_of_periculum(box, view, seat, back, s)))
    for slot in range(ROW_DOWN):
        if view.row_backs[slot] == BACKS + back and view.row_safe[slot] == 0:
            if chosen == 0:
                s.row[slot] = PERICULUM
            chosen -= 1
    if view.top_backs[0] == BACKS + back:
        if chosen == 0:
            s.top[0] = PERICULUM
        chosen -= 1
    if chosen >= 0:
        s.deck[CARDS - 1] = PERICULUM


@kernel
def places_of_periculum(box: Box, view: Any, seat: int, back: int, s: State) -> int:
    """In how many places it can lie: all that are to be filled with its back, but hands and safe places of the row."""
    places = unseen_below(s, CARDS) - unseen_below(s, AIR) + 1
    for other in range(box.seats):
        places -= missing(view, other, back, s) if other != seat else 0
    for slot in range(ROW_DOWN):
        places -= view.row_backs[slot] == BACKS + back and view.row_safe[slot] != 0
    return places


@kernel
def deal_back(box: Box, view: Any, seat: int, back: int, chance: Any, s: State) -> None:
    """The cards of one back among the places that show it: first those that cannot hold every card."""
    others = box.seats if view.phase != OVER else 0
    for other in range(others):
        if other != seat:
            deal_barren(view, other, back, chance, s)
    for other in range(others):
        for _ in range(old_missing(view, other, back, s) if other != seat else 0):
            put_in_hand(s, other, draw_kind(view, s, back, 1, 0, chance))
    deal_row(view, back, 1, chance, s)
    for other in range(others):
        for _ in range(missing(view, other, back, s) if other != seat else 0):
            put_in_hand(s, other, draw_kind(view, s, back, 0, 0, chance))
    deal_row(view, back, 0, chance, s)
    if view.top_backs[0] == BACKS + back and s.top[0] == NONE:
        s.top[0] = draw_kind(view, s, back, 0, 0, chance)


@kernel
def deal_barren(view: Any, other: int, back: int, chance: Any, s: State) -> None:
    """A-G18: cards of a hand that are known to be no Enchanters."""
    for _ in range(barren_missing(view, other, s) if back == AIR // OF_A_BACK else 0):
        old = min(1, old_missing(view, other, back, s))
        put_in_hand(s, other, draw_kind(view, s, back, old, 1, chance))


@kernel
def deal_row(view: Any, back: int, old: int, chance: Any, s: State) -> None:
    """Face-down cards of the row: those that lay there at the last reshuffle, or the others."""
    for slot in range(ROW_DOWN):
        if view.row_backs[slot] == BACKS + back and s.row[slot] == NONE and view.row_old[slot] == old:
            s.row[slot] = draw_kind(view, s, back, old, 0, chance)


@kernel
def unseen_below(s: State, kind: int) -> int:
    """How many unseen cards come before this kind."""
    found = 0
    for i in range(s.deck_size):
        found += s.deck[i] < kind
    return found


@kernel
def missing(view: Any, other: int, back: int, s: State) -> int:
    """Cards of a back that a hand shows and that were not dealt to it yet."""
    shown = 0
    for k in range(HAND):
        shown += view.hand_backs[other, k] == BACKS + back
    for k in range(s.hand_size[other]):
        shown -= s.hand[other, k] // OF_A_BACK == back
    return shown


@kernel
def old_missing(view: Any, other: int, back: int, s: State) -> int:
    """Cards of a back that were in no deck since the last reshuffle, less those dealt already that were not in it."""
    old = int(view.old[other, back])
    for k in range(s.hand_size[other]):
        card = s.hand[other, k]
        if card // OF_A_BACK == back and not view.gone[card] and old > 0:
            old -= 1
    return min(old, missing(view, other, back, s))


@kernel
def barren_missing(view: Any, other: int, s: State) -> int:
    """A-G18: cards with the back of air that are no Enchanters, less those dealt already."""
    barren = int(view.barren[other])
    for k in range(s.hand_size[other]):
        if s.hand[other, k] >= AIR and enchanter_of(s.hand[other, k]) == NONE and barren > 0:
            barren -= 1
    return min(barren, missing(view, other, AIR // OF_A_BACK, s))


@kernel
def draw_kind(view: Any, s: State, back: int, old: int, barren: int, chance: Any) -> int:
    """One of the unseen cards of a back that can be there: an old one not of the last reshuffle, no Enchanter."""
    first = unseen_below(s, back * OF_A_BACK)
    count = unseen_below(s, (back + 1) * OF_A_BACK) - first
    fitting = 0
    for i in range(first, first + count):
        fitting += fits(view, s.deck[i], old, barren)
    chosen = below(chance, fitting if fitting > 0 else count)
    card = s.deck[first + chosen]
    for i in range(first, first + count if fitting > 0 else first):
        if fits(view, s.deck[i], old, barren):
            if chosen == 0:
                card = s.deck[i]
            chosen -= 1
    remove_unseen(s, card)
    return int(card)


@kernel
def fits(view: Any, card: int, old: int, barren: int) -> bool:
    """Can the card lie in such a place?"""
    return not (old and view.gone[card]) and not (barren and enchanter_of(card) != NONE)


@kernel
def deal_objects(box: Box, view: Any, seat: int, pile: int, chance: Any, s: State) -> None:
    """The Objects of one letter: what the viewer has not is dealt to those who show it; the rest is the pile."""
    count = 0
    for i in range(PILE):
        s.piles[pile, i] = NONE
    for i in range(box.pile_size[pile]):
        s.piles[pile, count] = OBJECT + pile * WORTH + box.objects[pile, i]
        count += 1
    for k in range(view.object_count[seat]):
        if (view.objects[k] - OBJECT) // WORTH == pile:
            count = remove_object(s, pile, view.objects[k], count)
    for other in range(box.seats):
        for k in range(OBJECTS if other != seat else 0):
            if view.objects_backs[other, k] == LETTER_BACK + pile:
                kind = view.last_objects[other, k] if view.phase == OVER else draw(chance, s.piles[pile], count)
                if view.phase != OVER:
                    s.piles[pile, count - 1] = kind
                count = remove_object(s, pile, kind, count)
                put_object(s, other, kind)


@kernel
def remove_object(s: State, pile: int, kind: int, count: int) -> int:
    """Take one Object like this out of a pile; how many are left."""
    take_from_bag(s.piles[pile], count, kind)
    return count - 1


# ---------------------------------------------------------------- nobody hides a victory


@kernel
def winners(box: Box, view: Any, seat: int, s: State) -> int:
    """How many others would have won already."""
    found = 0
    for other in range(box.seats if view.phase != OVER else 0):
        found += other != seat and way_to_win(box, s, other) != NONE
    return found


@kernel
def put_right(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Swap Objects of those who would have won for others of the same letter, until nobody has."""
    for _ in range(SWAPS):
        now = winners(box, view, seat, s)
        if now == 0:
            return
        other = below(chance, box.seats)
        if other != seat and way_to_win(box, s, other) != NONE and s.object_count[other] > 0:
            swap_object(box, view, seat, other, now, chance, s)


@kernel
def swap_object(box: Box, view: Any, seat: int, other: int, now: int, chance: Any, s: State) -> None:
    """One Object of a seat for one of the pile or of a third seat; not if more would win by it."""
    k = below(chance, s.object_count[other])
    mine = s.objects[other, k]
    third = below(chance, box.seats)
    pile = (mine - OBJECT) // WORTH
    if third == seat or third == other:
        if s.pile_size[pile] > 0:
            i = below(chance, s.pile_size[pile])
            s.objects[other, k], s.piles[pile, i] = s.piles[pile, i], mine
            if winners(box, view, seat, s) > now:
                s.piles[pile, i], s.objects[other, k] = s.objects[other, k], mine
    elif s.object_count[third] > 0:
        i = below(chance, s.object_count[third])
        theirs = s.objects[third, i]
        if (theirs - OBJECT) // WORTH == pile:
            s.objects[other, k], s.objects[third, i] = theirs, mine
            if winners(box, view, seat, s) > now:
                s.objects[other, k], s.objects[third, i] = mine, theirs
    sort_objects(s, other)
    sort_objects(s, third)


@kernel
def sort_objects(s: State, seat: int) -> None:
    """By letter and points again."""
    for i in range(1, s.object_count[seat]):
        k = i
        while k > 0 and s.objects[seat, k - 1] > s.objects[seat, k]:
            s.objects[seat, k - 1], s.objects[seat, k] = s.objects[seat, k], s.objects[seat, k - 1]
            k -= 1
