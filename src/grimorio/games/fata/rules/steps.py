"""The steps of a turn of F.A.T.A.: laying visions, stealing, revealing oneself, discarding."""

from typing import Any

from grimorio.engine.cards import take_out, take_out_of_hand
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import CHANGE, DISCARD_CARD, DONE, LAY, REVEAL, STEAL
from grimorio.games.fata.events import HAND_AT, ROWS_AT, TREASURES_AT, Told
from grimorio.games.fata.rules.enchantments import after_enchantment, legal_enchantments
from grimorio.games.fata.rules.memory import left_hand_openly, none_face_down, treasure_shown
from grimorio.games.fata.rules.pieces import (
    discard_openly,
    go_on,
    goes_face_up,
    is_open,
    last_vision,
    length,
    put_treasure,
    set_aside,
    turn_character_up,
)
from grimorio.games.fata.state import (
    BEGIN,
    BLANK,
    DISCARDING,
    DRAGONFLY,
    END_OF_TURN,
    GIFT_CHOICE,
    KEY,
    LAST,
    LAYING,
    NEXT_CARD,
    NEXT_TURN,
    ROW,
    ROWS,
    SHIELD,
    STEALING,
    SUM,
    TRIMAGIC,
    VISIONS,
    Box,
    State,
)


@kernel
def legal_steps(box: Box, s: State, seat: int, out: Any) -> int:
    """F-R7: one enchantment or another hand, then one theft, then visions, in this order; any of it may be left out."""
    n = legal_lay(s, seat, out)
    if s.phase <= STEALING:
        n = legal_steal(box, s, seat, n, out)
    if s.phase == BEGIN:
        n = legal_enchantments(box, s, seat, n, out)
        if s.hand_size[seat] > 0:
            out[n] = CHANGE
            n += 1
    out[n] = DONE
    n += 1
    if may_reveal(s, seat):
        out[n] = REVEAL
        n += 1
    return n


@kernel
def done(s: State, seat: int, log: Any) -> None:
    """Nothing more of this: no more visions, no more of the trimagic (F-G11), or the turn is over."""
    announce(log, Told.FINISHED, seat, 0)
    if s.phase == TRIMAGIC:
        s.left = 0
        go_on(s, NEXT_CARD)
    elif s.phase == LAST:
        go_on(s, NEXT_TURN)
    else:
        go_on(s, SUM)


@kernel
def legal_lay(s: State, seat: int, out: Any) -> int:
    """F-R14, F-R6: any vision of the hand onto a row that has room."""
    n = 0
    one, other = is_open(s, seat, 0), is_open(s, seat, 1)
    last = NONE
    for k in range(s.hand_size[seat]):
        card = s.hand[seat, k]
        if card < VISIONS and card != last:
            if one:
                out[n] = LAY + card * ROWS
                n += 1
            if other:
                out[n] = LAY + card * ROWS + 1
                n += 1
        last = card
    return n


@kernel
def lay(box: Box, s: State, seat: int, card: int, row: int, log: Any) -> None:
    """F-R6, F-R8, F-G29: lay it upright, reversed or sideways, then set a card aside."""
    place = row * ROW + length(s, seat, row)
    take_out_of_hand(s, seat, card)
    left_hand_openly(box, s, seat, card)
    s.rows[seat, place] = card
    note(log, Told.LAID, seat, card, HAND_AT + seat, ROWS_AT + seat * ROWS * ROW + place, 0, EVERYBODY)
    set_aside(s, seat, log)
    s.laid += 1
    if (
        s.laid >= most_visions(box, s, seat)
        or s.hand_size[seat] == 0
        or not (is_open(s, seat, 0) or is_open(s, seat, 1))
    ):
        go_on(s, SUM)
    else:
        s.phase = LAYING


@kernel
def most_visions(box: Box, s: State, seat: int) -> int:
    """F-R14, B6: how many visions one may lay in a turn; a Dragonfly Step allows one more."""
    return int(box.a_turn + (s.charm[seat, 0] == DRAGONFLY))


@kernel
def beats(box: Box, s: State, seat: int, row: int) -> int:
    """F-R12 (a): the symbol, as a bit, that the end of a row beats; none for an empty row or a blank vision."""
    card = last_vision(s, seat, row)
    if card == NONE or box.centre[card] == BLANK:
        return 0
    return 1 << (int(box.centre[card]) + 1) % BLANK


@kernel
def beaten(box: Box, s: State, seat: int) -> int:
    """F-R12 (a): the symbols that a seat can steal, a bit each; with a Quartz Key all, and blank visions too."""
    if s.charm[seat, 0] == KEY:
        return (1 << (BLANK + 1)) - 1
    symbols = 0
    for row in range(ROWS):
        symbols |= beats(box, s, seat, row)
    return symbols


@kernel
def fits(s: State, seat: int, other: int, row: int, to: int) -> bool:
    """F-R12 (b), F-G7: an upright vision needs an empty row, a reversed one a row of one."""
    lying = length(s, other, row)
    return lying > 0 and length(s, seat, to) == lying - 1 and is_open(s, seat, to)


@kernel
def legal_steal(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """F-R12, F-G7: the last vision of an opponent's row, if it is beaten and fits; not behind a Bramble Shield."""
    symbols = beaten(box, s, seat)
    if symbols == 0:
        return n
    for other in range(box.seats):
        if other != seat and s.charm[other, 0] != SHIELD:
            for row in range(ROWS):
                card = last_vision(s, other, row)
                if card != NONE and symbols >> box.centre[card] & 1:
                    for to in range(ROWS):
                        if fits(s, seat, other, row, to):
                            out[n] = STEAL + (other * ROWS + row) * ROWS + to
                            n += 1
    return n


@kernel
def steal(s: State, seat: int, which: int, log: Any) -> None:
    """F-R12, F-R13, F-G33: the vision changes owner and keeps its way of lying; no card is drawn for it."""
    other, row, to = which // ROWS // ROWS, which // ROWS % ROWS, which % ROWS
    start = row * ROW + length(s, other, row) - 1
    place = to * ROW + length(s, seat, to)
    card = s.rows[other, start]
    s.rows[other, start] = NONE
    s.rows[seat, place] = card
    at = ROWS_AT + other * ROWS * ROW + start
    note(log, Told.STOLE, seat, card, at, ROWS_AT + seat * ROWS * ROW + place, 0, EVERYBODY)
    s.phase = LAYING


@kernel
def may_reveal(s: State, seat: int) -> bool:
    """F-R30, F-G31: in the second hand, at any decision of one's own turn, once."""
    return s.half > 1 and s.revealed[seat, 0] == NONE


@kernel
def reveal(box: Box, s: State, seat: int, log: Any) -> None:
    """F-R30: the character for good, and all face-down treasures of its colour."""
    turn_character_up(s, seat, log)
    k = 0
    while k < s.treasure_count[seat]:
        kind = s.treasures[seat, k]
        if goes_face_up(s, seat, kind):
            take_out(s.treasures, s.treasure_count, seat, kind)
            to = put_treasure(s, seat, kind)
            treasure_shown(box, s, seat, kind)
            note(log, Told.SHOWED_TREASURE, seat, kind, TREASURES_AT + seat, to, 0, EVERYBODY)
        else:
            k += 1
    none_face_down(box, s, seat)
    if s.phase == LAST:
        go_on(s, NEXT_TURN)
    elif s.phase == GIFT_CHOICE and s.treasure_count[seat] == 0:
        after_enchantment(s, seat, log)


@kernel
def legal_discard(s: State, seat: int, n: int, out: Any) -> int:
    """F-R21: any card of the hand, while it has too many."""
    if s.phase != DISCARDING:
        return n
    last = NONE
    for k in range(s.hand_size[seat]):
        card = s.hand[seat, k]
        if card != last:
            out[n] = DISCARD_CARD + card
            n += 1
        last = card
    return n


@kernel
def discard(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """F-R21: until five are left."""
    discard_openly(box, s, seat, card, log)
    if s.hand_size[seat] <= box.limit:
        go_on(s, END_OF_TURN)
