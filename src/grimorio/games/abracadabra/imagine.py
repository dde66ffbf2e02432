"""A possible world from what one seat knows of an Abracadabra table.

Backs are public, so the ten cards of each back are dealt among the places that show this back: other hands, the
face-down row, the top of the deck; the rest is the deck. Cards that the seat has seen go where it knows them to be.
What was held since the last reshuffle is none of the cards that were in it. Objects are dealt within their letters.
What nobody can be hiding is dealt again: a hand that has won already, a card that is not where it was seen to go, an
Enchanter in a hand that had none to discard (A-G18).
"""

from typing import Any

from grimorio.engine.chance import below, draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.gatherings import enchanter_of
from grimorio.games.abracadabra.rules import put_in_hand, put_object, way_to_win
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
)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    possible = False
    while not possible:
        copy_public(view, s)
        copy_own(view, seat, s)
        gather_unseen(view, seat, s)
        deal_known(box, view, seat, s)
        for back in range(CARDS // OF_A_BACK):
            deal_back(box, view, seat, back, chance, s)
        for pile in range(PILES):
            deal_objects(box, view, seat, pile, chance, s)
        possible = is_possible(box, view, seat, s)
    guess_drawn(view, seat, chance, s)
    fresh_stream(chance, s)


@kernel
def guess_drawn(view: Any, seat: int, chance: Any, s: State) -> None:
    """A-R26: who has to give a card back has just drawn one, which the two concerned know."""
    if view.phase == GIVE and view.acting != seat:
        s.drawn[view.acting] = s.hand[view.acting, below(chance, s.hand_size[view.acting])]
        if view.target == seat:
            s.drawn[view.acting] = view.drawn
        else:
            s.drawn[view.target] = s.drawn[view.acting]


@kernel
def copy_public(view: Any, s: State) -> None:
    """What everybody sees is as it is."""
    s.phase, s.step, s.turn, s.acting = view.phase, view.step, view.turn, view.acting
    s.turns, s.extra, s.target, s.letter = view.turns, view.extra, view.target, view.letter
    s.organiser, s.gathered, s.proxima_of = view.organiser, view.gathered, view.proxima_of
    s.drawer, s.next_drawer, s.bonus_left = view.drawer, view.next_drawer, view.bonus_left
    s.winner, s.ending = view.winner, view.ending
    s.proxima[0], s.shown[0] = view.proxima[0], view.shown[0]
    for i in range(TOWERS):
        s.towers[i] = view.towers[i]
    for i in range(CARDS):
        s.discards[i] = view.discards[i]
    for pile in range(PILES):
        s.pile_size[pile] = view.pile_size[pile]
    for seat in range(SEATS):
        s.bonus[seat], s.barren[seat] = view.bonus[seat], view.barren[seat]
        for k in range(HAND):
            s.last_hand[seat, k] = view.last_hand[seat, k]
        for k in range(OBJECTS):
            s.last_objects[seat, k] = view.last_objects[seat, k]
    s.stacked = 0


@kernel
def copy_own(view: Any, seat: int, s: State) -> None:
    """The own hand and Objects; everybody else's are still empty. What others have seen is theirs to know."""
    for other in range(SEATS):
        s.hand_size[other], s.object_count[other] = 0, 0
        s.drawn[other] = NONE
        for k in range(HAND):
            s.hand[other, k] = NONE
        for k in range(OBJECTS):
            s.objects[other, k] = NONE
        for card in range(CARDS):
            s.seen[other, card] = view.seen[card] if other == seat else 0
            s.gone[other, card] = view.gone[card] if other == seat else 0
        for back in range(CARDS // OF_A_BACK):
            s.old[other, back] = view.old[other, back]
    s.drawn[seat] = view.drawn
    for k in range(view.hand_size[seat]):
        put_in_hand(s, seat, view.hand[k])
    for k in range(view.object_count[seat]):
        put_object(s, seat, view.objects[k])


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
def remove_unseen(s: State, card: int) -> None:
    """The card was placed."""
    i = 0
    while s.deck[i] != card:
        i += 1
    s.deck_size -= 1
    while i < s.deck_size:
        s.deck[i] = s.deck[i + 1]
        i += 1
    s.deck[i] = NONE


@kernel
def deal_known(box: Box, view: Any, seat: int, s: State) -> None:
    """Cards that are known to be in one hand, or that lie open at the end."""
    for other in range(box.seats):
        if other != seat:
            for card in range(CARDS):
                if view.seen[card] == 1 << other and view.phase != OVER:
                    remove_unseen(s, card)
                    put_in_hand(s, other, card)
            if view.phase == OVER:
                for k in range(view.hand_size[other]):
                    remove_unseen(s, view.last_hand[other, k])
                    put_in_hand(s, other, view.last_hand[other, k])


@kernel
def deal_back(box: Box, view: Any, seat: int, back: int, chance: Any, s: State) -> None:
    """The cards of one back among the places that show it."""
    first = unseen_below(s, back * OF_A_BACK)
    count = unseen_below(s, (back + 1) * OF_A_BACK) - first
    for other in range(box.seats):
        for _ in range(old_missing(view, other, back, s) if other != seat and view.phase != OVER else 0):
            put_in_hand(s, other, draw_for_hand(view, s, first, count, 1, chance))
            count -= 1
    for other in range(box.seats):
        for _ in range(missing(view, other, back, s) if other != seat else 0):
            put_in_hand(s, other, draw_for_hand(view, s, first, count, 0, chance))
            count -= 1
    for slot in range(ROW_DOWN):
        if view.row_backs[slot] == BACKS + back:
            s.row[slot] = draw_one(s, first, count, chance)
            count -= 1
        elif view.row_backs[slot] == NONE:
            s.row[slot] = NONE
    if view.top_backs[0] == BACKS + back:
        s.top[0] = draw_one(s, first, count, chance)
    elif view.top_backs[0] == NONE:
        s.top[0] = NONE


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
    """Cards of a back held since the last reshuffle, less those that are known already and were not in it."""
    old = int(view.old[other, back])
    for k in range(s.hand_size[other]):
        card = s.hand[other, k]
        if card // OF_A_BACK == back and not view.gone[card] and old > 0:
            old -= 1
    return min(old, missing(view, other, back, s))


@kernel
def draw_for_hand(view: Any, s: State, first: int, count: int, old: int, chance: Any) -> int:
    """One of the unseen cards that can be in a hand: never Periculum! (A-R22); an old one not of the last reshuffle."""
    card = s.deck[first + below(chance, count)]
    while card == PERICULUM or (old and view.gone[card]):
        card = s.deck[first + below(chance, count)]
    remove_unseen(s, card)
    return int(card)


@kernel
def draw_one(s: State, first: int, count: int, chance: Any) -> int:
    """One of the `count` unseen cards from `first` on; the deck stays sorted by backs."""
    card = draw(chance, s.deck[first:], count)
    s.deck[first + count - 1] = card
    remove_unseen(s, card)
    return card


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
    i = 0
    while s.piles[pile, i] != kind:
        i += 1
    s.piles[pile, i] = s.piles[pile, count - 1]
    s.piles[pile, count - 1] = NONE
    return count - 1


@kernel
def is_possible(box: Box, view: Any, seat: int, s: State) -> bool:
    """Nobody hides a victory, a card that went one of two ways is in one of them, who had no Enchanters had none."""
    if view.phase == OVER:
        return True
    for other in range(box.seats):
        if other != seat:
            barren = 0
            for k in range(s.hand_size[other]):
                barren += s.hand[other, k] >= AIR and enchanter_of(s.hand[other, k]) == NONE
            if barren < view.barren[other] or way_to_win(box, s, other) != NONE:
                return False
    for card in range(CARDS):
        if view.seen[card] != 0 and not is_where_seen(box, view.seen[card], card, s):
            return False
    return True


@kernel
def is_where_seen(box: Box, hands: int, card: int, s: State) -> bool:
    """Is the card in one of the hands it was seen to go to?"""
    for other in range(box.seats):
        if hands >> other & 1:
            for k in range(s.hand_size[other]):
                if s.hand[other, k] == card:
                    return True
    return False
