"""How a table of Illusio is set up (I-R1 to I-R5)."""

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.rules.pieces import clear_changes, clear_pieces
from grimorio.games.illusio.rules.tricks import clear_trick
from grimorio.games.illusio.state import (
    AUTOMATIC,
    CARDS,
    CHALLENGE,
    FACTS,
    FILL,
    HAND,
    MAGICIANS,
    OBJECTIVE,
    OBJECTIVES,
    ON_TRICKS,
    PLAYING,
    PREPARING,
    SEATS,
    SHOWN,
    TRANSFORMS,
    Box,
    State,
)


@kernel
def start(box: Box, s: State) -> None:
    """I-R1 to I-R5, I-G23: magicians and the first player by lot, both decks, empty backstages and hands."""
    clear_table(s)
    for seat in range(SEATS):
        clear_seat(s, seat)
    deal_magicians(box, s)
    s.deck_size, s.discards_size, s.stacked = box.playing_size, 0, 0
    for i in range(CARDS):
        s.deck[i], s.discards[i] = box.playing[i], NONE
    s.objectives_size, s.dropped_size, s.objectives_stacked = OBJECTIVES, 0, 0
    for i in range(OBJECTIVES):
        s.objectives[i], s.dropped[i] = OBJECTIVE + i, NONE
    first = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = first - 1  # whoever comes next begins
    s.phase, s.step, s.drawer = AUTOMATIC, FILL, 0


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(CHALLENGE):
        s.challenge[i] = NONE
    for i in range(ON_TRICKS):
        s.specials[i] = NONE
    for i in range(TRANSFORMS):
        s.transforms[i] = NONE
    for i in range(HAND):
        s.aside[i] = NONE
    for kind in range(PLAYING):
        s.gone[kind] = 0
    clear_changes(s)
    s.turns, s.aside_size = 0, 0
    s.slot, s.source, s.pending, s.offered_by, s.scored = 0, 0, NONE, 0, 0
    s.offered[0], s.offered_card[0], s.scored_of, s.winner, s.ending = NONE, NONE, NONE, NONE, NONE


@kernel
def clear_seat(s: State, seat: int) -> None:
    """A seat without cards."""
    s.magician[seat], s.prestige[seat] = NONE, 0
    s.hand_size[seat], s.old[seat] = 0, 0
    for k in range(HAND):
        s.hand[seat, k] = NONE
    for i in range(FACTS):
        s.seen[seat, i], s.seen_in[seat, i] = NONE, 0
    for k in range(OBJECTIVES):
        s.kept[seat, k] = NONE
    for place in range(PREPARING):
        s.preparing[seat, place] = NONE
    for trick in range(SHOWN):
        clear_trick(s, seat, trick)
    clear_pieces(s, seat)


@kernel
def deal_magicians(box: Box, s: State) -> None:
    """I-R2: each player is dealt another of the ten."""
    taken = 0
    for seat in range(box.seats):
        magician = below(s, len(MAGICIANS))
        while taken >> magician & 1:
            magician = below(s, len(MAGICIANS))
        taken |= 1 << magician
        s.magician[seat] = magician
