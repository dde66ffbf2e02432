"""What each seat of a F.A.T.A. table has seen of other people's cards, kept for it as an attentive player would.

For every single card a seat has a set of seats among which it knows the card to be: in their hands, or, for treasures,
face down before them. Nothing is known of a card whose set is empty; of treasures that means that the card is not face
down before anybody, since all treasures are taken openly. Copies of a kind are interchangeable.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.state import CHARACTER, PLAY_DECK, PLAYED, SEATS, SERIES, SLOTS, Box, State


@kernel
def held(s: State, seat: int, card: int) -> int:
    """How many cards of a kind are in a hand."""
    found = 0
    for k in range(s.hand_size[seat]):
        found += s.hand[seat, k] == card
    return found


@kernel
def track(box: Box, s: State, viewer: int, kind: int, seats: int) -> None:
    """The viewer learns that a card of this kind is with one of these seats."""
    for slot in range(box.slot[kind], box.slot[kind] + box.copies[kind]):
        if s.seen[viewer, slot] == 0:
            s.seen[viewer, slot] = seats
            return


@kernel
def untrack(box: Box, s: State, viewer: int, kind: int, holder: int) -> None:
    """A card of this kind is with a seat no longer: best the copy that was surely there.

    Where several copies could have been meant, what is known of one of them is then known of any of the rest.
    """
    first, end = box.slot[kind], box.slot[kind] + box.copies[kind]
    for slot in range(first, end):
        if s.seen[viewer, slot] == 1 << holder:
            s.seen[viewer, slot] = 0
            return
    gone = end
    for slot in range(first, end):
        if s.seen[viewer, slot] >> holder & 1:
            if gone == end:
                gone = slot
            else:
                s.seen[viewer, slot] |= s.seen[viewer, gone]
    if gone < end:
        s.seen[viewer, gone] = 0


# Of the two sorts, each has its own loops: with the bounds written there, they are compiled into very few steps.


@kernel
def card_may_be_there(s: State, viewer: int, giver: int, taker: int) -> None:
    """A card went unseen from one hand to another: whatever was there may now be here."""
    for slot in range(PLAY_DECK):
        if s.seen[viewer, slot] >> giver & 1:
            s.seen[viewer, slot] |= 1 << taker


@kernel
def treasure_may_be_there(s: State, viewer: int, giver: int, taker: int) -> None:
    """A treasure went unseen from one seat to another: whatever was there may now be here."""
    for slot in range(PLAY_DECK, SLOTS):
        if s.seen[viewer, slot] >> giver & 1:
            s.seen[viewer, slot] |= 1 << taker


@kernel
def no_card_left(s: State, giver: int) -> None:
    """All see that a seat has no card in hand any more."""
    for viewer in range(SEATS):
        for slot in range(PLAY_DECK):
            s.seen[viewer, slot] &= 0xFF ^ (1 << giver)


@kernel
def no_treasure_left(s: State, giver: int) -> None:
    """All see that a seat has no treasure face down any more."""
    for viewer in range(SEATS):
        for slot in range(PLAY_DECK, SLOTS):
            s.seen[viewer, slot] &= 0xFF ^ (1 << giver)


@kernel
def left_hand_openly(box: Box, s: State, seat: int, card: int) -> None:
    """All see a card that was in a hand."""
    for viewer in range(box.seats):
        if viewer != seat:
            untrack(box, s, viewer, card, seat)
    if s.hand_size[seat] == 0:
        no_card_left(s, seat)


@kernel
def hidden_card_passed(box: Box, s: State, giver: int, taker: int, card: int) -> None:
    """F-G34: a card went from hand to hand; the two saw it."""
    for viewer in range(box.seats):
        if viewer == giver:
            track(box, s, viewer, card, 1 << taker)
        elif viewer == taker:
            untrack(box, s, viewer, card, giver)
        else:
            card_may_be_there(s, viewer, giver, taker)
    if s.hand_size[giver] == 0:
        no_card_left(s, giver)


@kernel
def whole_hand_seen(box: Box, s: State, viewer: int, other: int) -> None:
    """A Water Mirror: these cards are there, and no others.

    Where several copies could have been meant, what was known of one of them is then known of any of the rest.
    """
    for kind in range(PLAYED):
        first, end = box.slot[kind], box.slot[kind] + box.copies[kind]
        left, doubt = held(s, other, kind), 0
        for slot in range(first, end):
            if s.seen[viewer, slot] == 1 << other:
                left -= 1
            elif s.seen[viewer, slot] >> other & 1:
                doubt |= s.seen[viewer, slot]
        if left <= 0:
            doubt = 0
        for slot in range(first, end):
            if s.seen[viewer, slot] >> other & 1 and s.seen[viewer, slot] != 1 << other:
                s.seen[viewer, slot] = (
                    1 << other if left > 0 else (s.seen[viewer, slot] | doubt) & (0xFF ^ (1 << other))
                )
                left -= 1
        for _ in range(left):
            track(box, s, viewer, kind, 1 << other)


@kernel
def treasure_taken_openly(box: Box, s: State, taker: int, kind: int) -> None:
    """F-R15: all see which treasure a seat gets, before it lies face down."""
    for viewer in range(box.seats):
        track(box, s, viewer, kind, 1 << taker)


@kernel
def treasure_shown(box: Box, s: State, holder: int, kind: int) -> None:
    """F-R30: a treasure that was face down before a seat lies face up now."""
    for viewer in range(box.seats):
        untrack(box, s, viewer, kind, holder)
    if s.treasure_count[holder] == 0:
        no_treasure_left(s, holder)


@kernel
def hidden_treasure_passed(box: Box, s: State, giver: int, taker: int, kind: int) -> None:
    """F-G34: a face-down treasure was stolen or given; the two saw it."""
    for viewer in range(box.seats):
        if viewer == giver or viewer == taker:
            untrack(box, s, viewer, kind, giver)
            track(box, s, viewer, kind, 1 << taker)
        else:
            treasure_may_be_there(s, viewer, giver, taker)
    if s.treasure_count[giver] == 0:
        no_treasure_left(s, giver)
    none_face_down(box, s, taker)


@kernel
def none_face_down(box: Box, s: State, holder: int) -> None:
    """F-R30: before a revealed player no treasure of his colour lies face down."""
    if s.revealed[holder, 0] == NONE:
        return
    first = PLAY_DECK + (s.revealed[holder, 0] - CHARACTER) * SERIES
    for viewer in range(box.seats):
        for slot in range(first, first + SERIES):
            s.seen[viewer, slot] &= 0xFF ^ (1 << holder)


@kernel
def treasure_dealt_out(box: Box, s: State, victim: int, taker: int, kind: int) -> None:
    """F-R29: of a treasure that is dealt out face down, only who gets it sees which it is."""
    for viewer in range(box.seats):
        if viewer == taker:
            untrack(box, s, viewer, kind, victim)
            track(box, s, viewer, kind, 1 << taker)
        else:
            treasure_may_be_there(s, viewer, victim, taker)
    none_face_down(box, s, taker)


@kernel
def treasures_were_dealt_out(s: State, victim: int) -> None:
    """F-R29: the eliminated player has none left."""
    no_treasure_left(s, victim)


@kernel
def forget_treasures(s: Any) -> None:
    """F-R24: all treasures go back into the deck."""
    for viewer in range(SEATS):
        for slot in range(PLAY_DECK, SLOTS):
            s.seen[viewer, slot] = 0
