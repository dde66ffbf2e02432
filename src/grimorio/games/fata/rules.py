"""F.A.T.A. by Martina Mealli and Gabriele Rabbini (daVinci Editrice, 2006): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (the sum of the stars, the next row, the Queen, the next turn) is done by `settle`, step by step.
"""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import (
    CAST,
    CHANGE,
    DISCARD_CARD,
    DONE,
    GIVE_CARD,
    GIVE_TREASURE,
    LAY,
    PLAY,
    RESOLVE,
    REVEAL,
    STEAL,
    TAKE_FOR,
)
from grimorio.games.fata.enchantments import (
    after_enchantment,
    change_hand,
    give_back,
    give_treasure,
    legal_enchantments,
    legal_gift,
    legal_give_back,
    play,
)
from grimorio.games.fata.memory import forget_treasures, left_hand_openly, none_face_down, treasure_shown
from grimorio.games.fata.pieces import (
    all_in_play,
    charm_over,
    discard_openly,
    draw_card,
    go_on,
    goes_face_up,
    is_open,
    last_vision,
    length,
    next_in_play,
    put_in_hand,
    put_treasure,
    set_aside,
    take_out_of_hand,
    take_treasure_out,
    take_up_aside,
    turn_character_up,
    worth,
)
from grimorio.games.fata.scoring import end_game
from grimorio.games.fata.state import (
    ADD_ASIDE,
    ASIDE,
    AUTOMATIC,
    BEGIN,
    BLANK,
    BOTTOM,
    BY_GUARD,
    BY_POINTS,
    CHARACTER,
    CHEST,
    DEAL,
    DISCARDING,
    DISPLAY,
    DRAGONFLY,
    END_OF_TURN,
    GIFT_CHOICE,
    GIVE_BACK,
    HAND,
    KEY,
    LAST,
    LAYING,
    LIMIT,
    NEXT_CARD,
    NEXT_ROW,
    NEXT_TURN,
    ORDER,
    PLAY_DECK,
    QUEEN,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SHIELD,
    SLOTS,
    STEALING,
    SUM,
    TREASURE_WON,
    TREASURES,
    TRIMAGIC,
    VISIONS,
    Box,
    State,
)
from grimorio.games.fata.told import (
    CHEST_AT,
    COUNTED,
    CUT,
    DEALT,
    DECK_AT,
    DISPLAY_AT,
    FINISHED,
    HAND_AT,
    LAID,
    QUEEN_AT,
    QUEEN_CAME,
    ROWS_AT,
    SCORED,
    SHOWED_TREASURE,
    STOLE,
    TREASURES_AT,
    TURN_BEGAN,
    TURNED_UP,
)
from grimorio.games.fata.trimagics import (
    begin_trimagic,
    cast,
    compare_stars,
    find_row,
    legal_order,
    legal_treasure,
    legal_trimagic,
    next_card,
    take,
)

# ---------------------------------------------------------------- set-up


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, and let the first turn begin."""
    start(box, s)
    settle(box, s, log)


@kernel
def start(box: Box, s: State) -> None:
    """F-R1 to F-R5: secret characters, the treasure deck, the play deck; the starter named or drawn (F-G40)."""
    clear_table(s)
    clear_seats(s)
    deal_characters(box, s)
    build_chest(box, s)
    for i in range(box.play_size):
        s.deck[i] = box.kind_of[i]
    s.deck_size = box.play_size
    s.turn = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = s.turn - 1 if s.turn > 0 else box.seats - 1
    go_on(s, DEAL)


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(PLAY_DECK):
        s.deck[i], s.discards[i] = NONE, NONE
    for i in range(CHEST):
        s.chest[i] = NONE
    for i in range(ASIDE):
        s.aside[i] = NONE
    for slot in range(DISPLAY):
        s.display[slot] = NONE
    s.queen[0] = NONE
    s.half, s.turns, s.laid, s.left = 1, 0, 0, 0
    s.stacked, s.chest_stacked, s.discarded, s.aside_size = 0, 0, 0, 0
    s.row, s.subject, s.target, s.winner, s.ending = NONE, NONE, NONE, NONE, NONE


@kernel
def clear_seats(s: State) -> None:
    """Everybody starts with nothing."""
    for seat in range(SEATS):
        s.hand_size[seat], s.treasure_count[seat], s.points[seat], s.fallen[seat] = 0, 0, 0, 0
        s.felled_by[seat], s.taken[seat], s.charm[seat, 0] = NONE, NONE, NONE
        s.character[seat, 0], s.revealed[seat, 0], s.last_character[seat, 0] = NONE, NONE, NONE
        for k in range(ROWS * ROW):
            s.rows[seat, k] = NONE
        for k in range(HAND):
            s.hand[seat, k], s.last_hand[seat, k] = NONE, NONE
        for k in range(TREASURES):
            s.treasures[seat, k], s.last_treasures[seat, k] = NONE, NONE
        for k in range(SERIES):
            s.series[seat, k] = NONE
        for slot in range(SLOTS):
            s.seen[seat, slot] = 0
        for other in range(SEATS):
            s.seen_character[seat, other] = NONE


@kernel
def deal_characters(box: Box, s: State) -> None:
    """F-R2: one secret character each, of the set for this number of players."""
    for seat in range(box.seats):
        s.character[seat, 0] = CHARACTER + seat
    for seat in range(box.seats):
        other = seat + below(s, box.seats - seat)
        kind = s.character[other, 0]
        s.character[other, 0] = s.character[seat, 0]
        s.character[seat, 0] = kind


@kernel
def build_chest(box: Box, s: State) -> None:
    """F-R4, F-G38: the Queen among four treasures at the bottom, the rest on top. The bottom is the first five."""
    for i in range(box.treasures):
        s.chest[i] = box.kind_of[PLAY_DECK + i]
    for i in range(BOTTOM - 1):
        other = i + below(s, box.treasures - i)
        kind = s.chest[other]
        s.chest[other] = s.chest[i]
        s.chest[i] = kind
    s.chest[box.treasures] = s.chest[BOTTOM - 1]
    s.chest[BOTTOM - 1] = QUEEN
    s.chest_size = box.treasures + 1
    s.chest_stacked = 0


@kernel
def deal_hands(box: Box, s: State, log: Any) -> None:
    """F-R5: four cards each."""
    for seat in range(box.seats):
        for _ in range(box.first_deal):
            put_in_hand(s, seat, draw_card(s, log))
        for k in range(s.hand_size[seat]):
            note(log, DEALT, seat, s.hand[seat, k], DECK_AT, HAND_AT + seat, 0, 1 << seat)
    go_on(s, NEXT_TURN)


# ---------------------------------------------------------------- what happens of itself


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """All that happens until somebody has to decide; the Queen comes before everything else (F-R24, F-G19)."""
    while s.phase == AUTOMATIC:
        gap = gap_in_display(s)
        if s.queen[0] != NONE:
            meet_queen(box, s, log)
        elif gap != NONE:
            turn_up(s, gap, log)
        elif s.step == DEAL:
            deal_hands(box, s, log)
        elif s.step == SUM:
            compare_stars(box, s, log)
        elif s.step == NEXT_ROW:
            find_row(box, s, log)
        elif s.step == NEXT_CARD:
            next_card(box, s, log)
        elif s.step == ADD_ASIDE:
            add_aside(box, s, log)
        elif s.step == END_OF_TURN:
            end_turn(s, log)
        else:
            next_turn(box, s, log)


@kernel
def gap_in_display(s: State) -> int:
    """A place for a face-up treasure that is empty while there is something to turn up."""
    if s.chest_size > 0:
        for slot in range(DISPLAY):
            if s.display[slot] == NONE:
                return slot
    return NONE


@kernel
def turn_up(s: State, slot: int, log: Any) -> None:
    """F-R15, F-R20, F-R24: the gap is refilled at once; when it is the Queen, everything stops."""
    if s.chest_stacked > 0:
        s.chest_stacked -= 1
        kind = s.chest[s.chest_size - 1]
    else:
        first = BOTTOM if s.chest_size > BOTTOM else 0
        chosen = first + below(s, s.chest_size - first)
        kind = s.chest[chosen]
        s.chest[chosen] = s.chest[s.chest_size - 1]
    s.chest_size -= 1
    s.chest[s.chest_size] = NONE
    if kind == QUEEN:
        s.queen[0] = QUEEN
        note(log, QUEEN_CAME, NONE, QUEEN, CHEST_AT, QUEEN_AT, s.half, EVERYBODY)
    else:
        s.display[slot] = kind
        note(log, TURNED_UP, NONE, kind, CHEST_AT, DISPLAY_AT + slot, 0, EVERYBODY)


@kernel
def meet_queen(box: Box, s: State, log: Any) -> None:
    """F-R24, F-R25: the first time treasures are counted and the deck is rebuilt; the second time the game is over."""
    if s.half > 1:
        end_game(box, s, BY_POINTS, log)
        return
    for seat in range(box.seats):
        for k in range(s.treasure_count[seat]):
            s.points[seat] += worth(s.treasures[seat, k])
            note(log, COUNTED, seat, s.treasures[seat, k], TREASURES_AT + seat, CHEST_AT, 0, EVERYBODY)
            s.treasures[seat, k] = NONE
        s.treasure_count[seat] = 0
        announce(log, SCORED, seat, s.points[seat])
    forget_treasures(s)
    for slot in range(DISPLAY):
        s.display[slot] = NONE
    s.queen[0] = NONE
    s.half = 2
    build_chest(box, s)


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """F-R1: clockwise, among those still in; F-G24: not for ever. A Bramble Shield ends when its owner's turn comes."""
    if s.turns >= LIMIT:
        announce(log, CUT, NONE, s.turns)
        end_game(box, s, BY_GUARD, log)
        return
    s.turn = next_in_play(box, s, s.turn)
    s.turns += 1
    s.laid = 0
    s.phase = BEGIN
    announce(log, TURN_BEGAN, s.turn, s.turns)
    charm_over(s, s.turn, log)


@kernel
def add_aside(box: Box, s: State, log: Any) -> None:
    """F-R9 (C), F-R21: the cards set aside come to the hand, which then keeps five."""
    take_up_aside(s, log)
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARDING
    else:
        go_on(s, END_OF_TURN)


@kernel
def end_turn(s: State, log: Any) -> None:
    """B6: enchantments of this turn are over. F-G31: who may still reveal himself is asked before his turn ends."""
    if s.charm[s.turn, 0] != SHIELD:
        charm_over(s, s.turn, log)
    if s.half > 1 and s.revealed[s.turn, 0] == NONE:
        s.phase = LAST
    else:
        go_on(s, NEXT_TURN)


# ---------------------------------------------------------------- decisions


@kernel
def to_act(box: Box, s: State) -> int:
    """Only the player whose turn it is decides; nobody while something happens of itself, or when the game is over."""
    return 1 << s.turn if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.turn:
        return 0
    if s.phase <= LAYING:
        return legal_steps(box, s, seat, out)
    n = 0
    if s.phase == TRIMAGIC or s.phase == LAST:
        out[n] = DONE
        n += 1
    if may_reveal(s, seat):
        out[n] = REVEAL
        n += 1
    if s.phase == TREASURE_WON:
        return legal_treasure(box, s, all_in_play(box, s), n, out)
    if s.phase == TRIMAGIC:
        return legal_trimagic(box, s, n, out)
    if s.phase == ORDER:
        return legal_order(n, out)
    if s.phase == GIFT_CHOICE:
        return legal_gift(box, s, seat, n, out)
    if s.phase == GIVE_BACK:
        return legal_give_back(s, seat, n, out)
    return legal_discard(s, seat, n, out)


@kernel
def apply(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision of a seat, which must be legal, and all that follows of itself."""
    act(box, s, seat, action, log)
    settle(box, s, log)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    if action < STEAL:
        lay(box, s, seat, (action - LAY) // ROWS, (action - LAY) % ROWS, log)
    elif action < PLAY:
        steal(s, seat, action - STEAL, log)
    elif action < CHANGE:
        play(box, s, seat, action, log)
    elif action == CHANGE:
        change_hand(box, s, seat, log)
    elif action == DONE:
        done(s, seat, log)
    elif action == REVEAL:
        reveal(box, s, seat, log)
    else:
        act_later(box, s, seat, action, log)


@kernel
def act_later(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """What is decided after the three steps, or within one of them."""
    if action < CAST:
        take(box, s, seat, (action - TAKE_FOR) // SEATS, (action - TAKE_FOR) % SEATS, log)
    elif action < RESOLVE:
        cast(box, s, seat, action - CAST, log)
    elif action < GIVE_TREASURE:
        begin_trimagic(box, s, action - RESOLVE, log)
    elif action < GIVE_CARD:
        give_treasure(box, s, seat, action - GIVE_TREASURE, log)
    elif action < DISCARD_CARD:
        give_back(box, s, seat, action - GIVE_CARD, log)
    else:
        discard(box, s, seat, action - DISCARD_CARD, log)


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
    announce(log, FINISHED, seat, 0)
    if s.phase == TRIMAGIC:
        s.left = 0
        go_on(s, NEXT_CARD)
    elif s.phase == LAST:
        go_on(s, NEXT_TURN)
    else:
        go_on(s, SUM)


# ---------------------------------------------------------------- visions


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
    note(log, LAID, seat, card, HAND_AT + seat, ROWS_AT + seat * ROWS * ROW + place, 0, EVERYBODY)
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
    note(log, STOLE, seat, card, at, ROWS_AT + seat * ROWS * ROW + place, 0, EVERYBODY)
    s.phase = LAYING


# ---------------------------------------------------------------- revealing, discarding


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
            take_treasure_out(s, seat, kind)
            to = put_treasure(s, seat, kind)
            treasure_shown(box, s, seat, kind)
            note(log, SHOWED_TREASURE, seat, kind, TREASURES_AT + seat, to, 0, EVERYBODY)
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
