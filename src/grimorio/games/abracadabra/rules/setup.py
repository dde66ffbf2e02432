"""How a table of Abracadabra is set up."""

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.rules.memory import BACK_COUNT, clear_cases
from grimorio.games.abracadabra.state import (
    AUTOMATIC,
    CARDS,
    HAND,
    NEXT_TURN,
    OBJECT,
    OBJECTS,
    PILE,
    PILES,
    SEATS,
    TOWERS,
    WORTH,
    Box,
    State,
)


@kernel
def start(box: Box, s: State) -> None:
    """A-R2 to A-R5: empty Towers and hands, the forty cards shuffled, the Objects in their piles."""
    clear_table(s)
    clear_seats(s)
    for pile in range(PILES):
        s.pile_size[pile] = box.pile_size[pile]
        for i in range(PILE):
            worth = box.objects[pile, i]
            s.piles[pile, i] = OBJECT + pile * WORTH + worth if worth != NONE else NONE
    s.bonus_left = box.bonus
    for card in range(CARDS):
        s.deck[card] = card
    s.deck_size = CARDS
    first = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = first - 1  # whoever comes next begins
    s.phase = AUTOMATIC
    s.step = NEXT_TURN


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(TOWERS):
        s.towers[i] = NONE
    for i in range(CARDS):
        s.discards[i] = NONE
    s.shown[0], s.top[0], s.proxima[0] = NONE, NONE, NONE
    s.letter, s.organiser, s.proxima_of = NONE, NONE, NONE
    s.drawer, s.next_drawer, s.target = NONE, NONE, NONE
    s.winner, s.ending = NONE, NONE
    s.turns, s.extra, s.stacked, s.gathered, s.drawn_back = 0, 0, 0, 0, NONE


@kernel
def clear_seats(s: State) -> None:
    """A-R4: everybody starts with nothing."""
    for seat in range(SEATS):
        s.hand_size[seat], s.barren[seat], s.bonus[seat], s.object_count[seat] = 0, 0, 0, 0
        s.drawn[seat] = NONE
        for k in range(HAND):
            s.hand[seat, k], s.last_hand[seat, k] = NONE, NONE
        for k in range(OBJECTS):
            s.objects[seat, k], s.last_objects[seat, k] = NONE, NONE
        for card in range(CARDS):
            s.seen[seat, card], s.gone[seat, card] = 0, 0
        for back in range(BACK_COUNT):
            s.old[seat, back] = 0
    clear_cases(s)
