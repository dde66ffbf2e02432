"""Hands, decks and discards of Illusio, and what a seat remembers of other hands.

What a seat saw go to another hand is a fact: a card, and the hands it can be in. It begins with one hand; a Take of
which the seat saw only the back may have carried it on to another (I-G30). A card that leaves one of these hands openly
takes the narrowest such fact with it.

All have also seen the discards that were shuffled into a new deck: `gone` counts them until as many were seen again,
and `old` how many cards a hand has surely held since then. Those are none of these.
"""

from typing import Any

from grimorio.engine.cards import pour, put_in_hand, take_out_of_hand, take_top
from grimorio.engine.chance import below
from grimorio.engine.events import announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.events import DECK_AT, HAND_AT, Told
from grimorio.games.illusio.state import COMPONENTS, FACTS, HAND, PLAYING, SEATS, Box, State

NIBBLE = 4
FEW = 3
"""Facts that most seats have at most."""
LAST_BIT = 31
"""Of a set of kinds: no kind has so high a number, and none where no card is."""


@kernel
def held(s: State, seat: int) -> int:
    """The kinds in a hand, a bit each."""
    kinds = 0
    for k in range(HAND):
        card = int(s.hand[seat, k])
        kinds |= (card != NONE) << (card & LAST_BIT)
    return kinds


@kernel
def play_openly(s: State, seat: int, card: int) -> None:
    """Take a card out of the hand before everybody's eyes: it may be an old one, or one of the last reshuffle."""
    take_out_of_hand(s, seat, card)
    s.old[seat] = max(0, s.old[seat] - 1)
    s.gone[card] = max(0, s.gone[card] - 1)
    for viewer in range(SEATS):
        if viewer != seat and has_fact(s, viewer, card, seat):
            forget(s, viewer, card, seat)


@kernel
def receive_openly(s: State, seat: int, card: int) -> None:
    """I-G12: a card goes from the table to a hand; all saw it."""
    put_in_hand(s, seat, card)
    for viewer in range(SEATS):
        if viewer != seat:
            remember(s, viewer, card, 1 << seat)


@kernel
def remember(s: State, viewer: int, card: int, hands: int) -> None:
    """The viewer knows that a card is in one of these hands; with too many such facts the oldest fades."""
    i = 0
    while i < FACTS and s.seen[viewer, i] != NONE:
        i += 1
    if i == FACTS:
        erase_fact(s, viewer, 0)
        i -= 1
    s.seen[viewer, i], s.seen_in[viewer, i] = card, hands


@kernel
def has_fact(s: State, viewer: int, card: int, seat: int) -> bool:
    """Whether a fact can mean a card like this in a hand. Of the first few all are asked: nobody could guess which."""
    found, i = 0, FEW
    for k in range(FEW):
        found |= (s.seen[viewer, k] == card) & (s.seen_in[viewer, k] >> seat)
    while i < FACTS and s.seen[viewer, i] != NONE:
        found |= (s.seen[viewer, i] == card) & (s.seen_in[viewer, i] >> seat)
        i += 1
    return found != 0


@kernel
def narrowest_fact(s: State, viewer: int, card: int, seat: int) -> int:
    """Of the facts that can mean a card like this in a hand, the one with the fewest other hands; or none."""
    best, hands = NONE, SEATS + 1
    for i in range(FACTS):
        if s.seen[viewer, i] == NONE:
            break
        if s.seen[viewer, i] == card and s.seen_in[viewer, i] >> seat & 1 and bits(s.seen_in[viewer, i]) < hands:
            best, hands = i, bits(s.seen_in[viewer, i])
    return best


@kernel
def show_in_hand(s: State, seat: int, card: int) -> None:
    """All see that a card is in a hand where it stays for now: a fact that can have meant it means it from now on."""
    for viewer in range(SEATS):
        if viewer != seat:
            best = narrowest_fact(s, viewer, card, seat)
            if best != NONE:
                s.seen_in[viewer, best] = 1 << seat
            else:
                remember(s, viewer, card, 1 << seat)


@kernel
def forget(s: State, viewer: int, card: int, seat: int) -> None:
    """A card like this left a hand openly: it takes the narrowest fact that can have meant it.

    It may have been the card of another such fact: then that one now means the card of the erased one, so it can be
    wherever either was.
    """
    best = narrowest_fact(s, viewer, card, seat)
    if best != NONE:
        hands = s.seen_in[viewer, best]
        for i in range(FACTS):
            if s.seen[viewer, i] == card and s.seen_in[viewer, i] >> seat & 1:
                s.seen_in[viewer, i] |= hands
        erase_fact(s, viewer, best)


@kernel
def bits(mask: int) -> int:
    """How many seats a set has."""
    found = 0
    for seat in range(SEATS):
        found += mask >> seat & 1
    return found


@kernel
def erase_fact(s: State, viewer: int, i: int) -> None:
    """Take out a fact; those behind it move up."""
    while i < FACTS - 1:
        s.seen[viewer, i], s.seen_in[viewer, i] = s.seen[viewer, i + 1], s.seen_in[viewer, i + 1]
        i += 1
    s.seen[viewer, i], s.seen_in[viewer, i] = NONE, 0


@kernel
def pass_hidden(s: State, giver: int, taker: int, card: int) -> None:
    """I-G30: a card went from hand to hand; the two saw it, the others only that one went."""
    s.old[giver] = max(0, s.old[giver] - 1)
    remember(s, giver, card, 1 << taker)
    forget(s, taker, card, giver)
    for viewer in range(SEATS):
        if viewer != giver and viewer != taker:
            for i in range(FACTS):
                if s.seen[viewer, i] == NONE:
                    break
                if s.seen_in[viewer, i] >> giver & 1:
                    s.seen_in[viewer, i] |= 1 << taker
                    if s.hand_size[giver] == 0:
                        s.seen_in[viewer, i] &= 0xFF ^ (1 << giver)


@kernel
def to_discards(s: State, card: int) -> None:
    """Lay a card on the discards, face up."""
    s.discards[s.discards_size] = card
    s.discards_size += 1


@kernel
def drawable(s: State) -> int:
    """I-G18: cards in the deck and the discards together."""
    return s.deck_size + s.discards_size


@kernel
def take_from_deck(s: State, log: Any) -> int:
    """I-R3: the top card; when one is needed and the deck is empty, the discards are shuffled into a new one."""
    if s.deck_size == 0:
        reshuffle(s, log)
    card = take_top(s, s.deck, s.deck_size, s.stacked)
    s.stacked -= s.stacked > 0
    s.deck_size -= 1
    return card


@kernel
def reshuffle(s: State, log: Any) -> None:
    """I-R3: the discards become the deck; all have seen them, and know that nobody holds them now (I-G36)."""
    for kind in range(PLAYING):
        s.gone[kind] = 0
    for i in range(s.discards_size):
        s.gone[s.discards[i]] += 1
    pour(s.discards, s.discards_size, s.deck)
    for seat in range(SEATS):
        s.old[seat] = s.hand_size[seat]
    s.deck_size, s.discards_size, s.stacked = s.discards_size, 0, 0
    announce(log, Told.RESHUFFLED, NONE, s.deck_size)


@kernel
def draw_cards(s: State, seat: int, number: int, log: Any) -> None:
    """Draw as many as there are (I-G18); they are told in the order of the hand, which says nothing of the deck."""
    components = specials = 0
    for _ in range(min(number, drawable(s))):
        card = take_from_deck(s, log)
        put_in_hand(s, seat, card)
        if card < COMPONENTS:
            components += 1 << (NIBBLE * card)
        else:
            specials += 1 << (NIBBLE * (card - COMPONENTS))
    if log is not None:
        tell_drawn(seat, components, specials, log)


@kernel
def tell_drawn(seat: int, components: int, specials: int, log: Any) -> None:
    """Only the owner sees the faces."""
    for kind in range(PLAYING):
        tally = components >> (NIBBLE * kind) if kind < COMPONENTS else specials >> (NIBBLE * (kind - COMPONENTS))
        for _ in range(tally & 15):
            note(log, Told.DREW, seat, kind, DECK_AT, HAND_AT + seat, 0, 1 << seat)


@kernel
def cards_to_draw(box: Box, s: State, seat: int) -> int:
    """I-R6: with fewer than four cards up to five, otherwise one."""
    size = int(s.hand_size[seat])
    return box.fill_to - size if size < box.few else int(box.more)


@kernel
def random_card(s: State, seat: int) -> int:
    """I-R22: any card of a hand, each equally likely."""
    return int(s.hand[seat, below(s, s.hand_size[seat])])
