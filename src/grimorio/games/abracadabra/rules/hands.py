"""Hands of Abracadabra, and what leaves them before everybody's eyes."""

from grimorio.engine.cards import take_out_of_hand
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.rules.memory import all_see_leave, back_of
from grimorio.games.abracadabra.state import AIR, SEATS, State, enchanter_of


@kernel
def holds(s: State, seat: int, card: int) -> bool:
    """Is the card in the seat's hand?"""
    for k in range(s.hand_size[seat]):
        if s.hand[seat, k] == card:
            return True
    return False


@kernel
def play_openly(s: State, seat: int, card: int) -> None:
    """Take a card out of the hand before everybody's eyes: it may be one that was known to be no Enchanter (A-G18)."""
    take_out_of_hand(s, seat, card)
    all_see_leave(s, seat, card)
    keep_old_within_hand(s, seat, card)
    if s.barren[seat] > 0 and card >= AIR and enchanter_of(card) == NONE:
        s.barren[seat] -= 1


@kernel
def all_saw_gone(s: State, card: int) -> bool:
    """Do all know that the card was in the last reshuffle?"""
    seen_by = 0
    for viewer in range(SEATS):
        seen_by += s.gone[viewer, card]
    return seen_by == SEATS


@kernel
def keep_old_within_hand(s: State, seat: int, card: int) -> None:
    """The card that left may have been held since the reshuffle, unless all saw that it was in it itself."""
    if not all_saw_gone(s, card):
        s.old[seat, back_of(card)] = max(0, s.old[seat, back_of(card)] - 1)


@kernel
def to_discards(s: State, card: int) -> None:
    """Lay a card on the discards, face up."""
    i = 0
    while s.discards[i] != NONE:
        i += 1
    s.discards[i] = card
