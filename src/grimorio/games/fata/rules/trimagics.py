"""Treasures by stars and by trimagics (F-R15 to F-R20), and what a trimagic can do to a player (F-R28, F-R29)."""

from typing import Any

from grimorio.engine.cards import put_in, take_out
from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import CAST, RESOLVE, TAKE_FOR
from grimorio.games.fata.events import DISCARDS_AT, DISPLAY_AT, ROWS_AT, SERIES_AT, TREASURES_AT, Told
from grimorio.games.fata.rules.memory import (
    treasure_dealt_out,
    treasure_shown,
    treasure_taken_openly,
    treasures_were_dealt_out,
)
from grimorio.games.fata.rules.pieces import (
    all_in_play,
    charm_over,
    colour_of,
    discard_openly,
    draw_into_hand,
    go_on,
    length,
    next_in_play,
    pass_treasure,
    put_treasure,
    rival_of,
    to_discards,
    turn_character_up,
)
from grimorio.games.fata.rules.scoring import end_game
from grimorio.games.fata.state import (
    ADD_ASIDE,
    BY_LAST,
    BY_RIVAL,
    DISPLAY,
    DRAW,
    ECHO,
    NEIGHBOUR,
    NEXT_CARD,
    NEXT_ROW,
    ORDER,
    PRINTS,
    REVERSED,
    ROB,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SIDEWAYS,
    STARS,
    TAKE,
    TREASURE_WON,
    TRIMAGIC,
    TWO,
    UPRIGHT,
    Box,
    State,
)

OF_A_TYPE = len(PRINTS)


@kernel
def stars_of(box: Box, s: State, seat: int, row: int) -> int:
    """F-R15, F-G5: the last vision of a row shows the number of the way it lies."""
    lying = length(s, seat, row)
    return int(box.stars[s.rows[seat, row * ROW + lying - 1], lying - 1]) if lying > 0 else 0


@kernel
def stars_shown(box: Box, s: State, seat: int) -> int:
    """F-R15: what the rows of a seat show together."""
    shown = 0
    for row in range(ROWS):
        shown += stars_of(box, s, seat, row)
    return shown


@kernel
def stars_needed(box: Box, s: State, seat: int) -> int:
    """F-R15, B6: the stars that win a treasure; a Rain of Stars asks for one less."""
    return int(box.enough - (s.charm[seat, 0] == STARS))


@kernel
def compare_stars(box: Box, s: State, log: Any) -> None:
    """F-R9 (A), F-R15: enough stars win a treasure."""
    shown = stars_shown(box, s, s.turn)
    if shown >= stars_needed(box, s, s.turn):
        announce(log, Told.STARS, s.turn, shown)
        s.phase = TREASURE_WON
    else:
        go_on(s, NEXT_ROW)


@kernel
def legal_treasure(box: Box, s: State, seats: int, n: int, out: Any) -> int:
    """F-R15, F-G36: one of the face-up treasures, for oneself or another player still in."""
    for slot in range(DISPLAY):
        if s.display[slot] != NONE:
            for seat in range(box.seats):
                if seats >> seat & 1:
                    out[n] = TAKE_FOR + slot * SEATS + seat
                    n += 1
    return n


@kernel
def take(box: Box, s: State, seat: int, slot: int, taker: int, log: Any) -> None:
    """F-R15, F-R17, F-G36: the treasure goes to its new owner before the gap is refilled."""
    kind = s.display[slot]
    s.display[slot] = NONE
    to = put_treasure(s, taker, kind)
    if to < SERIES_AT or to >= SERIES_AT + SEATS:
        treasure_taken_openly(box, s, taker, kind)
    note(log, Told.TOOK, seat, kind, DISPLAY_AT + slot, to, 0, EVERYBODY)
    if s.phase == TREASURE_WON:
        go_on(s, NEXT_ROW)
    else:
        moved_one(s, taker)


@kernel
def find_row(box: Box, s: State, log: Any) -> None:
    """F-R9 (B), F-G10: every row of three is resolved; of two, the player chooses the first."""
    full = 0
    for row in range(ROWS):
        full |= (length(s, s.turn, row) == ROW) << row
    if full == 0:
        go_on(s, ADD_ASIDE)
    elif full == (1 << ROWS) - 1:
        s.phase = ORDER
    else:
        begin_trimagic(box, s, full - 1, log)


@kernel
def legal_order(n: int, out: Any) -> int:
    """F-G10: either of the two rows first."""
    for row in range(ROWS):
        out[n] = RESOLVE + row
        n += 1
    return n


@kernel
def begin_trimagic(box: Box, s: State, row: int, log: Any) -> None:
    """F-R16, F-R19: so many cards may be moved as the row has power."""
    s.row, s.subject = row, NONE
    s.left = power_of(box, s, s.turn, row)
    first = s.rows[s.turn, row * ROW + UPRIGHT]
    note(log, Told.TRIMAGIC, s.turn, first, ROWS_AT + s.turn * ROWS * ROW + row * ROW, NONE, s.left, EVERYBODY)
    go_on(s, NEXT_CARD)


@kernel
def power_of(box: Box, s: State, seat: int, row: int) -> int:
    """F-R19, B6: the third vision of a row of three gives the power; a Forest Echo makes it 2."""
    return 2 if s.charm[seat, 0] == ECHO else int(box.power[s.rows[seat, row * ROW + SIDEWAYS]])


@kernel
def type_of(vision: int) -> int:
    """F-R17: what a trimagic does that begins with this vision."""
    return vision // OF_A_TYPE


@kernel
def kind_of_trimagic(s: State) -> int:
    """F-R17: what the first vision of the row does."""
    return type_of(int(s.rows[s.turn, s.row * ROW + UPRIGHT]))


@kernel
def concerned(box: Box, s: State) -> int:
    """F-R18, F-G27: the seats that the next card may concern, a bit each."""
    concerns = box.concerns[s.rows[s.turn, s.row * ROW + REVERSED]]
    seats = neighbours(box, s, s.turn) if concerns == NEIGHBOUR else all_in_play(box, s)
    return seats & (1 << s.subject) if concerns != TWO and s.subject != NONE else seats


@kernel
def subjects(box: Box, s: State) -> int:
    """F-G12: those of them with whom there is a card to move."""
    seats = concerned(box, s)
    kind = kind_of_trimagic(s)
    if kind == TAKE:
        return seats
    able = 0
    for seat in range(box.seats):
        able |= (cards_to_move(s, kind, seat) > 0) << seat
    return seats & able


@kernel
def neighbours(box: Box, s: State, seat: int) -> int:
    """F-R18, F-G13: the players on the left and on the right among those still in; once two are left, one."""
    left = next_in_play(box, s, seat)
    right = left
    while next_in_play(box, s, right) != seat:
        right = next_in_play(box, s, right)
    return 1 << left | 1 << right


@kernel
def cards_to_move(s: State, kind: int, seat: int) -> int:
    """F-G12: what a trimagic finds with a seat: cards to draw, face-down treasures, or cards in hand."""
    if kind == DRAW:
        return int(s.deck_size) + int(s.discarded)
    return int(s.treasure_count[seat]) if kind == ROB else int(s.hand_size[seat])


@kernel
def next_card(box: Box, s: State, log: Any) -> None:
    """F-G27, F-G12: card by card, as long as there is power and something to move; then the row is discarded."""
    if s.left > 0 and subjects(box, s) != 0:
        s.phase = TRIMAGIC
        return
    for k in range(ROW):
        place = s.row * ROW + k
        to_discards(s, s.rows[s.turn, place])
        at = ROWS_AT + s.turn * ROWS * ROW + place
        note(log, Told.ROW_GONE, s.turn, s.rows[s.turn, place], at, DISCARDS_AT, 0, EVERYBODY)
        s.rows[s.turn, place] = NONE
    s.row, s.subject, s.left = NONE, NONE, 0
    go_on(s, NEXT_ROW)


@kernel
def legal_trimagic(box: Box, s: State, n: int, out: Any) -> int:
    """F-R17, F-G11: the next card, as far as there is one; stopping is always possible."""
    seats = subjects(box, s)
    if kind_of_trimagic(s) == TAKE:
        return legal_treasure(box, s, seats, n, out)
    for seat in range(box.seats):
        if seats >> seat & 1:
            out[n] = CAST + seat
            n += 1
    return n


@kernel
def cast(box: Box, s: State, seat: int, subject: int, log: Any) -> None:
    """F-R17: one card drawn, one treasure stolen at random, or one card discarded at random.

    Who steals from himself keeps what he has; all hear it.
    """
    kind = kind_of_trimagic(s)
    moved_one(s, subject)
    if kind == DRAW:
        draw_into_hand(s, subject, log)
    elif kind == ROB:
        treasure = s.treasures[subject, below(s, s.treasure_count[subject])]
        if subject != seat:
            pass_treasure(box, s, subject, seat, treasure, Told.ROBBED, log)
        else:
            announce(log, Told.KEPT, seat, 1)
    else:
        card = s.hand[subject, below(s, s.hand_size[subject])]
        discard_openly(box, s, subject, card, log)
        if s.hand_size[subject] == 0 and subject != seat:
            lose_last_card(box, s, seat, subject, log)


@kernel
def moved_one(s: State, subject: int) -> None:
    """F-R19, F-G27: one card of the power is used up; the first subject is remembered."""
    s.left -= 1
    if s.subject == NONE:
        s.subject = subject
    go_on(s, NEXT_CARD)


@kernel
def lose_last_card(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R28, F-G28: in the first hand the victim draws one at once; in the second it is out."""
    if s.half == 1:
        announce(log, Told.RESCUED, victim, 1)
        draw_into_hand(s, victim, log)
    else:
        eliminate(box, s, seat, victim, log)


@kernel
def eliminate(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R28, F-R31, F-G15, F-G16: the character is shown; was it the rival's, or is nobody else left, that wins."""
    s.fallen[victim] = 1 + fallen_so_far(box, s)
    s.felled_by[victim] = seat
    announce(log, Told.FELL, victim, s.fallen[victim])
    if s.revealed[victim, 0] == NONE:
        turn_character_up(s, victim, log)
    if rival_of(box, colour_of(s, seat)) == colour_of(s, victim):
        s.winner = seat
        end_game(box, s, BY_RIVAL, log)
        return
    clear_away(s, victim, log)
    deal_out(box, s, seat, victim, log)
    if next_in_play(box, s, seat) == seat:
        s.winner = seat
        end_game(box, s, BY_LAST, log)


@kernel
def fallen_so_far(box: Box, s: State) -> int:
    """How many are out."""
    found = 0
    for seat in range(box.seats):
        found += s.fallen[seat] != 0
    return found


@kernel
def clear_away(s: State, victim: int, log: Any) -> None:
    """F-G14, F-G35: the visions and the enchantment before an eliminated player are discarded."""
    for place in range(ROWS * ROW):
        card = s.rows[victim, place]
        if card != NONE:
            to_discards(s, card)
            note(log, Told.ROW_GONE, victim, card, ROWS_AT + victim * ROWS * ROW + place, DISCARDS_AT, 0, EVERYBODY)
            s.rows[victim, place] = NONE
    charm_over(s, victim, log)


@kernel
def deal_out(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R29, F-G14, F-G35: the victim's treasures, at random, one by one clockwise from the active player's left."""
    for k in range(SERIES):
        if s.series[victim, k] != NONE:
            kind = s.series[victim, k]
            s.series[victim, k] = NONE
            hide_treasure(box, s, victim, kind)
    taker = seat
    while s.treasure_count[victim] > 0:
        taker = next_in_play(box, s, taker)
        kind = s.treasures[victim, below(s, s.treasure_count[victim])]
        take_out(s.treasures, s.treasure_count, victim, kind)
        to = put_treasure(s, taker, kind)
        if to >= SERIES_AT and to < SERIES_AT + SEATS:
            treasure_shown(box, s, victim, kind)
            note(log, Told.DEALT_OUT, taker, kind, TREASURES_AT + victim, to, 0, EVERYBODY)
        else:
            treasure_dealt_out(box, s, victim, taker, kind)
            note(log, Told.DEALT_OUT, taker, kind, TREASURES_AT + victim, to, 0, 1 << taker)
    treasures_were_dealt_out(s, victim)


@kernel
def hide_treasure(box: Box, s: State, seat: int, kind: int) -> None:
    """F-G14: a treasure that lay face up is shuffled in with the others; all know that it is among them."""
    put_in(s.treasures, s.treasure_count, seat, kind)
    treasure_taken_openly(box, s, seat, kind)
