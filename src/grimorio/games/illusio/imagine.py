"""A possible world from what one seat knows of an Illusio table.

All cards of the box are put together, those that the viewer can place are taken out. What he saw go to other hands is
dealt first, each such card to one of the hands it can be in, every free place there equally likely. Cards that a hand
has held since the last reshuffle are none of those that were shuffled then. The rest is dealt to the hands, and what is
left is the deck. The objectives' deck has no secret but its order.
"""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_from_bag
from grimorio.engine.chance import below, draw, fresh_stream
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.engine.scatter import DIGIT, scatter
from grimorio.engine.worlds import begin_world
from grimorio.games.illusio.rules.hands import bits
from grimorio.games.illusio.state import (
    CARDS,
    FACTS,
    OBJECTIVE,
    OBJECTIVES,
    PLAYING,
    SEATS,
    Box,
    State,
)

begin = begin_world(State)


@kernel
def imagine(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Fill `s` with a full state, uniformly over the worlds the view allows, with a fresh stream of chance."""
    begin(view, seat, s)
    for other in range(SEATS):
        if other != seat:
            s.hand_size[other] = 0
    gather_unseen(box, view, s)
    for k in range(view.hand_size[seat]):
        take_unseen(s, view.hand[k])
    deal_known(box, view, seat, chance, s)
    mark_gone(view, seat, s)
    deal_old(box, view, seat, chance, s)
    copy_gone(view, s)
    deal_rest(box, view, seat, chance, s)
    gather_objectives(view, s)
    fresh_stream(chance, s)


@kernel
def gather_unseen(box: Box, view: Any, s: State) -> None:
    """Every playing card that does not lie open, for the moment in the deck."""
    s.deck_size, s.stacked = box.playing_size, 0
    for i in range(CARDS):
        s.deck[i] = box.playing[i]
    for i in range(view.discards_size):
        take_unseen(s, view.discards[i])
    for i in range(view.aside_size):
        take_unseen(s, view.aside[i])
    take_all_unseen(s, view.specials)
    take_all_unseen(s, view.transforms)
    for seat in range(box.seats):
        take_all_unseen(s, view.backstage[seat])
        take_all_unseen(s, view.parts[seat])
        take_all_unseen(s, view.shown_parts[seat])


@kernel
def take_all_unseen(s: State, cards: Any) -> None:
    """These cards lie open."""
    for i in range(cards.shape[0]):
        if cards[i] != NONE:
            take_unseen(s, cards[i])


@kernel
def take_unseen(s: State, card: int) -> None:
    """The card was placed."""
    take_from_bag(s.deck, s.deck_size, card)
    s.deck_size -= 1


@kernel
def deal_known(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """Cards of which the viewer knows the hand, or the hands: every way to put them there is equally likely.

    For the moment a foreign row of `seen_in` says with whom each doubtful one is.
    """
    doubtful = False
    for i in range(FACTS):
        if bits(view.seen_in[i]) == 1:
            hold(view, s, i, view.seen_in[i])
        doubtful = doubtful or bits(view.seen_in[i]) > 1
    if doubtful:
        scratch = (seat + 1) % SEATS
        scatter(chance, view.seen_in, 0, FACTS, free_places(box, view, seat, s), s.seen_in[scratch])
        for i in range(FACTS):
            if bits(view.seen_in[i]) > 1:
                hold(view, s, i, 1 << s.seen_in[scratch, i])
            s.seen_in[scratch, i] = 0


@kernel
def hold(view: Any, s: State, i: int, hand: int) -> None:
    """The card of a fact is in this hand."""
    other = 0
    while not hand >> other & 1:
        other += 1
    take_unseen(s, view.seen[i])
    put_in_hand(s, other, view.seen[i])


@kernel
def free_places(box: Box, view: Any, seat: int, s: State) -> int:
    """How many places each other hand has free, a digit each."""
    free = 0
    for other in range(box.seats):
        if other != seat:
            free += int(view.hand_size[other] - s.hand_size[other]) << DIGIT * other
    return free


@kernel
def mark_gone(view: Any, seat: int, s: State) -> None:
    """For the moment, in `gone`: unseen copies that must have been in the last reshuffle, the own cards left out."""
    copy_gone(view, s)
    for k in range(view.hand_size[seat]):
        s.gone[view.hand[k]] = max(0, s.gone[view.hand[k]] - 1)
    for i in range(FACTS):
        if view.seen[i] != NONE:
            s.gone[view.seen[i]] = max(0, s.gone[view.seen[i]] - 1)


@kernel
def copy_gone(view: Any, s: State) -> None:
    """What all know of the last reshuffle."""
    for kind in range(PLAYING):
        s.gone[kind] = view.gone[kind]
    for seat in range(SEATS):
        s.old[seat] = view.old[seat]


@kernel
def deal_old(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """I-G36: cards held since the last reshuffle, from those that were not in it."""
    for other in range(box.seats):
        while other != seat and s.hand_size[other] < view.old[other] and is_any_old(s):
            i = below(chance, s.deck_size)
            while was_shuffled(s, i):
                i = below(chance, s.deck_size)
            card = s.deck[i]
            take_unseen(s, card)
            put_in_hand(s, other, card)


@kernel
def was_shuffled(s: State, i: int) -> bool:
    """Is the unseen card at this place one of the last reshuffle? Of each kind the first copies are."""
    before = 0
    for k in range(i):
        before += s.deck[k] == s.deck[i]
    return bool(before < s.gone[s.deck[i]])


@kernel
def is_any_old(s: State) -> bool:
    """Is there an unseen card that was not in the last reshuffle?"""
    for i in range(s.deck_size):
        if not was_shuffled(s, i):
            return True
    return False


@kernel
def deal_rest(box: Box, view: Any, seat: int, chance: Any, s: State) -> None:
    """The other hands are filled up from the unseen cards; the deck is what is left."""
    for other in range(box.seats):
        while other != seat and s.hand_size[other] < view.hand_size[other]:
            put_in_hand(s, other, draw(chance, s.deck, s.deck_size))
            s.deck_size -= 1
            s.deck[s.deck_size] = NONE


@kernel
def gather_objectives(view: Any, s: State) -> None:
    """The objectives that lie nowhere in sight are in their deck."""
    seen = 0
    seen |= objectives_in(view.challenge) | objectives_in(view.dropped)
    for seat in range(SEATS):
        seen |= objectives_in(view.preparing[seat]) | objectives_in(view.shown[seat]) | objectives_in(view.kept[seat])
    s.objectives_size = 0
    for objective in range(OBJECTIVES):
        if not seen >> objective & 1:
            s.objectives[s.objectives_size] = OBJECTIVE + objective
            s.objectives_size += 1


@kernel
def objectives_in(cards: Any) -> int:
    """Which objectives lie somewhere, a bit each."""
    found = 0
    for i in range(cards.shape[0]):
        if cards[i] != NONE:
            found |= 1 << (cards[i] - OBJECTIVE)
    return found
