"""The deck of Abracadabra, its top and its reshuffle (A-R5, A-R6)."""

from typing import Any

from grimorio.engine.chance import draw
from grimorio.engine.events import announce
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.events import Told
from grimorio.games.abracadabra.rules.memory import BACK_COUNT, back_of
from grimorio.games.abracadabra.state import CARDS, PERICULUM, ROW_DOWN, SEATS, State


@kernel
def back_into_deck(s: State, card: int) -> None:
    """Shuffle a card back: the top one too, since nobody may know where it is."""
    if s.top[0] != NONE:
        s.deck[s.deck_size] = s.top[0]
        s.deck_size += 1
    s.deck[s.deck_size] = card
    s.deck_size += 1
    s.stacked = 0


@kernel
def take_other_than_periculum(s: State) -> int:
    """A-G5: turn another card; Periculum! stays in the deck, wherever."""
    card = draw(s, s.deck, s.deck_size)
    while card == PERICULUM and s.deck_size > 1:
        s.deck[s.deck_size - 1] = card
        card = draw(s, s.deck, s.deck_size)
    s.deck_size -= 1
    s.deck[s.deck_size] = NONE
    turn_top(s)
    return int(card)


@kernel
def turn_top(s: State) -> None:
    """A-G14: the back of the deck's top card is seen by all, so it is settled which card it is."""
    s.top[0] = NONE
    if s.deck_size > 0:
        if s.stacked > 0:
            s.stacked -= 1
            s.top[0] = s.deck[s.deck_size - 1]
        else:
            s.top[0] = draw(s, s.deck, s.deck_size)
        s.deck_size -= 1
        s.deck[s.deck_size] = NONE


@kernel
def take_from_deck(s: State, log: Any) -> int:
    """The top card; A-G3, A-G20: when one is needed and the deck is empty, the discards are shuffled into a new one."""
    if s.top[0] == NONE and s.deck_size == 0:
        begin_reshuffle(s)
        reshuffle(s, log)
    card = NONE
    for _ in range(2):  # where no top lies yet, it is turned first
        if card == NONE:
            card = int(s.top[0])
            turn_top(s)
    return card


@kernel
def reshuffle(s: State, log: Any) -> None:
    """A-G3: the discards become the deck; all know that nobody holds them now."""
    for i in range(CARDS):
        if s.discards[i] != NONE:
            all_know_gone(s, s.discards[i])
            s.deck[s.deck_size] = s.discards[i]
            s.deck_size += 1
            s.discards[i] = NONE
    for seat in range(SEATS):
        for back in range(BACK_COUNT):
            s.old[seat, back] = 0
        for k in range(s.hand_size[seat]):
            s.old[seat, back_of(s.hand[seat, k])] += 1
    for slot in range(ROW_DOWN):
        s.row_old[slot] = s.row[slot] != NONE
    announce(log, Told.RESHUFFLED, NONE, s.deck_size)


@kernel
def begin_reshuffle(s: State) -> None:
    """What was known of the reshuffle before is overtaken by this one."""
    for viewer in range(SEATS):
        for card in range(CARDS):
            s.gone[viewer, card] = 0


@kernel
def all_know_gone(s: State, card: int) -> None:
    """All saw the card go into the deck, or come out of it: in no hand at the last reshuffle."""
    for viewer in range(SEATS):
        s.gone[viewer, card] = 1
