"""F.A.T.A. by Martina Mealli and Gabriele Rabbini (daVinci Editrice, 2006): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (the sum of the stars, the next row, the Queen, the next turn) is done by `settle`, step by step.
"""

from typing import Any

from grimorio.engine.chance import below, draw
from grimorio.engine.events import EVERYBODY, announce, note, whisper
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
    PLAY_FOG,
    PLAY_GUST,
    PLAY_MIRROR,
    RESOLVE,
    REVEAL,
    STEAL,
    TAKE_FOR,
)
from grimorio.games.fata.memory import (
    held,
    forget_treasures,
    hidden_card_passed,
    hidden_treasure_passed,
    left_hand_openly,
    treasure_dealt_out,
    treasure_shown,
    treasures_were_dealt_out,
    treasure_taken_openly,
    whole_hand_seen,
)
from grimorio.games.fata.state import (
    ADD_ASIDE,
    ANYONE,
    ASIDE,
    AUTOMATIC,
    BEGIN,
    BLANK,
    BOTTOM,
    BY_GUARD,
    BY_LAST,
    BY_POINTS,
    BY_RIVAL,
    CHARACTER,
    CHEST,
    DEAL,
    DISCARD,
    DISCARDING,
    DISPLAY,
    DRAGONFLY,
    DRAW,
    ECHO,
    ENCHANTMENT,
    END_OF_TURN,
    FOG,
    GIFT,
    GIFT_CHOICE,
    GIVE_BACK,
    GUST,
    HAND,
    KEY,
    LAST,
    LAYING,
    LIMIT,
    MIRROR,
    NEIGHBOUR,
    NEXT_CARD,
    NEXT_ROW,
    NEXT_TURN,
    OF_A_COLOUR,
    ORDER,
    OVER,
    PLAY_DECK,
    PLAYED,
    PRINTS,
    QUEEN,
    REVERSED,
    ROB,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SHIELD,
    SIDEWAYS,
    SLOTS,
    STARS,
    STEALING,
    SUM,
    TAKE,
    TREASURE,
    TREASURE_WON,
    TREASURES,
    TRIMAGIC,
    TWO,
    UPRIGHT,
    VISIONS,
    Box,
    State,
)

OF_A_TYPE = len(PRINTS)
HAND_AT, ROWS_AT, CHARM_AT, DECK_AT = (State.place(name) for name in ("hand", "rows", "charm", "deck"))
DISCARDS_AT, ASIDE_AT, CHEST_AT, DISPLAY_AT = (State.place(name) for name in ("discards", "aside", "chest", "display"))
QUEEN_AT, TREASURES_AT, SERIES_AT = (State.place(name) for name in ("queen", "treasures", "series"))
CHARACTER_AT, REVEALED_AT = State.place("character"), State.place("revealed")

(
    DEALT,
    TURN_BEGAN,
    PLAYED_CARD,
    CHARM_OVER,
    SET_ASIDE,
    ADDED,
    DREW,
    CHANGED,
    DISCARDED,
    STOLE,
    LAID,
    BLOWN,
    LOOKED,
    SAW,
    SAW_CHARACTER,
    GRASPED,
    GAVE,
    GAVE_TREASURE,
    STARS_SHOWN,
    TOOK,
    TURNED_UP,
    QUEEN_CAME,
    COUNTED,
    SCORED,
    TRIMAGIC_CAST,
    ROBBED,
    ROW_GONE,
    REVEALED,
    SHOWED_TREASURE,
    RESCUED,
    FELL,
    DEALT_OUT,
    RESHUFFLED,
    LAID_OPEN,
    HAND_SHOWN,
    UNMASKED,
    WON,
    CUT,
) = range(38)

EVENTS = (
    "dealt",
    "turn-began",
    "played",
    "charm-over",
    "set-aside",
    "added",
    "drew",
    "changed",
    "discarded",
    "stole",
    "laid",
    "blown",
    "looked",
    "saw",
    "saw-character",
    "grasped",
    "gave",
    "gave-treasure",
    "stars",
    "took",
    "turned-up",
    "queen",
    "counted",
    "scored",
    "trimagic",
    "robbed",
    "row-gone",
    "revealed",
    "showed-treasure",
    "rescued",
    "fell",
    "dealt-out",
    "reshuffled",
    "laid-open",
    "hand-shown",
    "unmasked",
    "won",
    "cut",
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


# ---------------------------------------------------------------- cards


@kernel
def draw_card(s: State, log: Any) -> int:
    """The top of the play deck; F-R23, F-G30: when it is empty the discards are shuffled; F-G22: none when both are."""
    if s.deck_size == 0:
        reshuffle(s, log)
        if s.deck_size == 0:
            return NONE
    if s.stacked > 0:
        s.stacked -= 1
        card = s.deck[s.deck_size - 1]
    else:
        card = draw(s, s.deck, s.deck_size)
    s.deck_size -= 1
    s.deck[s.deck_size] = NONE
    return int(card)


@kernel
def reshuffle(s: State, log: Any) -> None:
    """F-R23: the discards become the play deck."""
    for i in range(s.discarded):
        s.deck[i] = s.discards[i]
        s.discards[i] = NONE
    s.deck_size = s.discarded
    s.discarded = 0
    announce(log, RESHUFFLED, NONE, s.deck_size)


@kernel
def to_discards(s: State, card: int) -> None:
    """Lay a card on the discards."""
    s.discards[s.discarded] = card
    s.discarded += 1


@kernel
def put_in_hand(s: State, seat: int, card: int) -> None:
    """Add a card, keeping the hand sorted; nothing when there was none to draw."""
    if card == NONE:
        return
    k = s.hand_size[seat]
    while k > 0 and s.hand[seat, k - 1] > card:
        s.hand[seat, k] = s.hand[seat, k - 1]
        k -= 1
    s.hand[seat, k] = card
    s.hand_size[seat] += 1


@kernel
def take_out_of_hand(s: State, seat: int, card: int) -> None:
    """Remove a card, keeping the hand sorted."""
    k = 0
    while s.hand[seat, k] != card:
        k += 1
    s.hand_size[seat] -= 1
    while k < s.hand_size[seat]:
        s.hand[seat, k] = s.hand[seat, k + 1]
        k += 1
    s.hand[seat, k] = NONE


@kernel
def discard_openly(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """A card of the hand goes to the discards, seen by all."""
    take_out_of_hand(s, seat, card)
    left_hand_openly(box, s, seat, card)
    to_discards(s, card)
    note(log, DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)


@kernel
def draw_into_hand(s: State, seat: int, log: Any) -> None:
    """One card from the play deck at once; only its owner sees it."""
    card = draw_card(s, log)
    put_in_hand(s, seat, card)
    if card != NONE:
        note(log, DREW, seat, card, DECK_AT, HAND_AT + seat, 0, 1 << seat)


@kernel
def set_aside(s: State, seat: int, log: Any) -> None:
    """F-R8, F-G8: for a card played one is drawn and set aside, unseen by anybody."""
    card = draw_card(s, log)
    if card != NONE:
        s.aside[s.aside_size] = card
        s.aside_size += 1
        note(log, SET_ASIDE, seat, card, DECK_AT, ASIDE_AT, 0, 0)


# ---------------------------------------------------------------- rows


@kernel
def length(s: State, seat: int, row: int) -> int:
    """How many visions lie in a row."""
    found = 0
    for k in range(ROW):
        found += s.rows[seat, row * ROW + k] != NONE
    return found


@kernel
def last_vision(s: State, seat: int, row: int) -> int:
    """F-M4: the last vision laid in a row; none in an empty one."""
    found = NONE
    for k in range(ROW):
        if s.rows[seat, row * ROW + k] != NONE:
            found = s.rows[seat, row * ROW + k]
    return int(found)


@kernel
def stars_shown(box: Box, s: State, seat: int) -> int:
    """F-R15, F-G5: the last vision of each row shows the number of the way it lies."""
    shown = 0
    for row in range(ROWS):
        lying = length(s, seat, row)
        if lying > 0:
            shown += box.stars[s.rows[seat, row * ROW + lying - 1], lying - 1]
    return shown


@kernel
def is_open(s: State, seat: int, row: int) -> bool:
    """F-R6, F-G32: may a row take another vision? The second row is begun only after the first."""
    lying = length(s, seat, row)
    return lying < ROW and (row == 0 or lying > 0 or length(s, seat, 0) > 0)


@kernel
def in_play(box: Box, s: State, seat: int) -> bool:
    """At the table, and not eliminated."""
    return seat < box.seats and s.fallen[seat] == 0


@kernel
def next_in_play(box: Box, s: State, seat: int) -> int:
    """F-G13: the next player on the left who is still in."""
    seat = seat + 1 if seat + 1 < box.seats else 0
    while s.fallen[seat] != 0:
        seat = seat + 1 if seat + 1 < box.seats else 0
    return seat


@kernel
def colour_of(s: State, seat: int) -> int:
    """The colour of a seat's character, secret or not."""
    kind = s.character[seat, 0] if s.character[seat, 0] != NONE else s.revealed[seat, 0]
    return int(kind) - CHARACTER


@kernel
def rival_of(box: Box, colour: int) -> int:
    """F-G1: each colour hunts the next one; the last at the table hunts the first."""
    return colour + 1 if colour + 1 < box.seats else 0


# ---------------------------------------------------------------- treasures


@kernel
def treasure_colour(kind: int) -> int:
    """The colour of a treasure."""
    return (kind - TREASURE) // OF_A_COLOUR


@kernel
def worth(kind: int) -> int:
    """The value printed on a treasure: -2, -1, 1, 2, 3 or 4."""
    place = (kind - TREASURE) % OF_A_COLOUR
    return place - 2 if place < 2 else place - 1


@kernel
def goes_face_up(s: State, seat: int, kind: int) -> bool:
    """F-R30: a revealed player lays treasures of his colour face up."""
    return s.revealed[seat, 0] == CHARACTER + treasure_colour(kind)


@kernel
def put_treasure(s: State, seat: int, kind: int) -> int:
    """Add a treasure face down or face up; returns where it lies now."""
    if goes_face_up(s, seat, kind):
        k = 0
        while s.series[seat, k] != NONE:
            k += 1
        s.series[seat, k] = kind
        return SERIES_AT + seat
    k = s.treasure_count[seat]
    while k > 0 and s.treasures[seat, k - 1] > kind:
        s.treasures[seat, k] = s.treasures[seat, k - 1]
        k -= 1
    s.treasures[seat, k] = kind
    s.treasure_count[seat] += 1
    return TREASURES_AT + seat


@kernel
def take_treasure_out(s: State, seat: int, kind: int) -> None:
    """Remove a face-down treasure, keeping the rest sorted."""
    k = 0
    while s.treasures[seat, k] != kind:
        k += 1
    s.treasure_count[seat] -= 1
    while k < s.treasure_count[seat]:
        s.treasures[seat, k] = s.treasures[seat, k + 1]
        k += 1
    s.treasures[seat, k] = NONE


@kernel
def pass_treasure(box: Box, s: State, giver: int, taker: int, kind: int, event: int, log: Any) -> None:
    """F-G34: a face-down treasure goes to another; the two see it, the others not, unless it is laid face up."""
    take_treasure_out(s, giver, kind)
    to = put_treasure(s, taker, kind)
    if to >= SERIES_AT and to < SERIES_AT + SEATS:
        treasure_shown(box, s, giver, kind)
        note(log, event, s.turn, kind, TREASURES_AT + giver, to, 0, EVERYBODY)
    else:
        hidden_treasure_passed(box, s, giver, taker, kind)
        note(log, event, s.turn, kind, TREASURES_AT + giver, to, 0, 1 << giver | 1 << taker)


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
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


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
def compare_stars(box: Box, s: State, log: Any) -> None:
    """F-R9 (A), F-R15: enough stars win a treasure; a Rain of Stars asks for one less."""
    shown = stars_shown(box, s, s.turn)
    if shown >= box.enough - (s.charm[s.turn, 0] == STARS):
        announce(log, STARS_SHOWN, s.turn, shown)
        s.phase = TREASURE_WON
    else:
        go_on(s, NEXT_ROW)


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
def begin_trimagic(box: Box, s: State, row: int, log: Any) -> None:
    """F-R16, F-R19: the third vision gives the power; a Forest Echo makes it 2."""
    third = s.rows[s.turn, row * ROW + SIDEWAYS]
    s.row, s.subject = row, NONE
    s.left = 2 if s.charm[s.turn, 0] == ECHO else box.power[third]
    first = s.rows[s.turn, row * ROW + UPRIGHT]
    note(log, TRIMAGIC_CAST, s.turn, first, ROWS_AT + s.turn * ROWS * ROW + row * ROW, NONE, s.left, EVERYBODY)
    go_on(s, NEXT_CARD)


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
        note(log, ROW_GONE, s.turn, s.rows[s.turn, place], at, DISCARDS_AT, 0, EVERYBODY)
        s.rows[s.turn, place] = NONE
    s.row, s.subject, s.left = NONE, NONE, 0
    go_on(s, NEXT_ROW)


@kernel
def add_aside(box: Box, s: State, log: Any) -> None:
    """F-R9 (C), F-R21: the cards set aside come to the hand, which then keeps five."""
    for i in range(s.aside_size):
        put_in_hand(s, s.turn, s.aside[i])
        note(log, ADDED, s.turn, s.aside[i], ASIDE_AT, HAND_AT + s.turn, 0, 1 << s.turn)
        s.aside[i] = NONE
    s.aside_size = 0
    if s.phase == AUTOMATIC:
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


@kernel
def charm_over(s: State, seat: int, log: Any) -> None:
    """F-R10: an enchantment whose effect is over goes to the discards."""
    if s.charm[seat, 0] != NONE:
        to_discards(s, s.charm[seat, 0])
        note(log, CHARM_OVER, seat, s.charm[seat, 0], CHARM_AT + seat, DISCARDS_AT, 0, EVERYBODY)
        s.charm[seat, 0] = NONE


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
        done(s)
    elif action == REVEAL:
        reveal(box, s, seat, log)
    elif action < CAST:
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
def done(s: State) -> None:
    """Nothing more of this: no more visions, no more of the trimagic (F-G11), or the turn is over."""
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
    most = box.a_turn + (s.charm[seat, 0] == DRAGONFLY)
    if s.laid >= most or s.hand_size[seat] == 0 or not (is_open(s, seat, 0) or is_open(s, seat, 1)):
        go_on(s, SUM)
    else:
        s.phase = LAYING


@kernel
def beaten(box: Box, s: State, seat: int) -> int:
    """F-R12 (a): the symbols that a seat can steal, a bit each; with a Quartz Key all, and blank visions too."""
    if s.charm[seat, 0] == KEY:
        return (1 << (BLANK + 1)) - 1
    symbols = 0
    for row in range(ROWS):
        card = last_vision(s, seat, row)
        if card != NONE and box.centre[card] != BLANK:
            symbols |= 1 << (box.centre[card] + 1) % BLANK
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


# ---------------------------------------------------------------- enchantments


@kernel
def legal_enchantments(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """F-R10, F-G26: any enchantment of the hand; where it needs somebody, each choice, and without any it does nothing."""
    last = NONE
    for k in range(s.hand_size[seat]):
        card = s.hand[seat, k]
        if card >= ENCHANTMENT and card != last and not has_target(box, s, seat, card):
            out[n] = PLAY + card - ENCHANTMENT
            n += 1
        last = card
    if held(s, seat, GUST):
        n = legal_gust(box, s, seat, n, out)
    if held(s, seat, MIRROR):
        n = legal_mirror(box, s, seat, n, out)
    if held(s, seat, FOG):
        n = legal_fog(box, s, seat, n, out)
    return n


@kernel
def has_target(box: Box, s: State, seat: int, card: int) -> bool:
    """Is there a row for a Gust, something for a Water Mirror to show, a hand for a Hand of Fog?"""
    if card < GUST:
        return False
    for other in range(box.seats):
        if other != seat and s.fallen[other] == 0:
            if card == GUST and (can_be_blown(s, other, 0) or can_be_blown(s, other, 1)):
                return True
            if card == MIRROR and (s.hand_size[other] > 0 or s.revealed[other, 0] == NONE):
                return True
            if card == FOG and can_be_grasped(s, seat, other):
                return True
    return False


@kernel
def can_be_blown(s: State, other: int, row: int) -> bool:
    """B6: a Gust finds a row that is not empty, and no Bramble Shield before it."""
    return s.rows[other, row * ROW] != NONE and s.charm[other, 0] != SHIELD


@kernel
def can_be_grasped(s: State, seat: int, other: int) -> bool:
    """B6: a Hand of Fog needs a hand of two, and another card to give back."""
    return s.hand_size[other] > 1 and s.hand_size[seat] > 1


@kernel
def legal_gust(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """B6: any row of an opponent."""
    for other in range(box.seats):
        for row in range(ROWS):
            if other != seat and can_be_blown(s, other, row):
                out[n] = PLAY_GUST + other * ROWS + row
                n += 1
    return n


@kernel
def legal_mirror(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """B6: the hand or the secret character of an opponent."""
    for other in range(box.seats):
        if other != seat and s.fallen[other] == 0:
            if s.hand_size[other] > 0:
                out[n] = PLAY_MIRROR + other * 2
                n += 1
            if s.revealed[other, 0] == NONE:
                out[n] = PLAY_MIRROR + other * 2 + 1
                n += 1
    return n


@kernel
def legal_fog(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """B6: the hand of an opponent with two cards or more."""
    for other in range(box.seats):
        if other != seat and s.fallen[other] == 0 and can_be_grasped(s, seat, other):
            out[n] = PLAY_FOG + other
            n += 1
    return n


@kernel
def enchantment_of(action: int) -> int:
    """The card that an action plays."""
    if action < PLAY_GUST:
        return ENCHANTMENT + action - PLAY
    if action < PLAY_MIRROR:
        return GUST
    return MIRROR if action < PLAY_FOG else FOG


@kernel
def play(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """F-R10, F-G29: lay it down; what acts now acts and is discarded; then a card is set aside."""
    card = enchantment_of(action)
    take_out_of_hand(s, seat, card)
    left_hand_openly(box, s, seat, card)
    s.charm[seat, 0] = card
    note(log, PLAYED_CARD, seat, card, HAND_AT + seat, CHARM_AT + seat, 0, EVERYBODY)
    s.phase = STEALING
    if card == GIFT and s.treasure_count[seat] > 0:
        s.phase = GIFT_CHOICE
    elif PLAY_GUST <= action < PLAY_MIRROR:
        blow(s, seat, (action - PLAY_GUST) // ROWS, (action - PLAY_GUST) % ROWS, log)
    elif PLAY_MIRROR <= action < PLAY_FOG:
        look(box, s, seat, (action - PLAY_MIRROR) // 2, (action - PLAY_MIRROR) % 2, log)
    elif PLAY_FOG <= action:
        grasp(box, s, seat, action - PLAY_FOG, log)
    if s.phase == STEALING:
        after_enchantment(s, seat, log)


@kernel
def after_enchantment(s: State, seat: int, log: Any) -> None:
    """F-R8, F-G29: an enchantment that has acted is discarded; for any, a card is set aside."""
    if s.charm[seat, 0] >= GIFT:
        charm_over(s, seat, log)
    set_aside(s, seat, log)
    s.phase = STEALING


@kernel
def blow(s: State, seat: int, other: int, row: int, log: Any) -> None:
    """B6: the last vision of the row goes to the discards."""
    place = row * ROW + length(s, other, row) - 1
    to_discards(s, s.rows[other, place])
    at = ROWS_AT + other * ROWS * ROW + place
    note(log, BLOWN, seat, s.rows[other, place], at, DISCARDS_AT, 0, EVERYBODY)
    s.rows[other, place] = NONE


@kernel
def look(box: Box, s: State, seat: int, other: int, at_character: int, log: Any) -> None:
    """B6, F-G34: what the Water Mirror shows is for its player alone, who remembers it."""
    start = CHARACTER_AT + other if at_character else HAND_AT + other
    note(log, LOOKED, seat, NONE, start, NONE, 0, EVERYBODY)
    if at_character:
        s.seen_character[seat, other] = s.character[other, 0]
        note(log, SAW_CHARACTER, seat, s.character[other, 0], start, NONE, 0, 1 << seat)
        whisper(log, 1 << seat)
        return
    whole_hand_seen(box, s, seat, other)
    for k in range(s.hand_size[other]):
        note(log, SAW, seat, s.hand[other, k], start, NONE, 0, 1 << seat)
        whisper(log, 1 << seat)


@kernel
def grasp(box: Box, s: State, seat: int, other: int, log: Any) -> None:
    """B6: a random card of the opponent's hand; then one of the own has to be given back."""
    card = s.hand[other, below(s, s.hand_size[other])]
    take_out_of_hand(s, other, card)
    put_in_hand(s, seat, card)
    hidden_card_passed(box, s, other, seat, card)
    s.target = other
    s.taken[seat], s.taken[other] = card, card
    note(log, GRASPED, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
    s.phase = GIVE_BACK


@kernel
def legal_give_back(s: State, seat: int, n: int, out: Any) -> int:
    """B6: any card of the hand but the one just taken."""
    last = NONE
    for k in range(s.hand_size[seat]):
        card = s.hand[seat, k]
        if card != last and (card != s.taken[seat] or held(s, seat, card) > 1):
            out[n] = GIVE_CARD + card
            n += 1
        last = card
    return n


@kernel
def give_back(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """B6: the two see the card, the others do not."""
    other = s.target
    take_out_of_hand(s, seat, card)
    put_in_hand(s, other, card)
    hidden_card_passed(box, s, seat, other, card)
    note(log, GAVE, seat, card, HAND_AT + seat, HAND_AT + other, 0, 1 << seat | 1 << other)
    s.taken[seat], s.taken[other], s.target = NONE, NONE, NONE
    after_enchantment(s, seat, log)


@kernel
def legal_gift(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """B6: any face-down treasure of one's own, to any other player still in."""
    last = NONE
    for k in range(s.treasure_count[seat]):
        kind = s.treasures[seat, k]
        if kind != last:
            for other in range(box.seats):
                if other != seat and s.fallen[other] == 0:
                    out[n] = GIVE_TREASURE + (kind - TREASURE) * SEATS + other
                    n += 1
        last = kind
    return n


@kernel
def give_treasure(box: Box, s: State, seat: int, which: int, log: Any) -> None:
    """B6: the Poisoned Gift changes owner, and the enchantment is over."""
    pass_treasure(box, s, seat, which % SEATS, TREASURE + which // SEATS, GAVE_TREASURE, log)
    after_enchantment(s, seat, log)


@kernel
def change_hand(box: Box, s: State, seat: int, log: Any) -> None:
    """F-R11, F-G30: the whole hand goes, one card less comes back; for a single card, one."""
    cards = s.hand_size[seat]
    announce(log, CHANGED, seat, cards)
    for _ in range(cards):
        discard_openly(box, s, seat, s.hand[seat, 0], log)
    for _ in range(max(1, cards - 1)):
        draw_into_hand(s, seat, log)
    s.phase = STEALING


# ---------------------------------------------------------------- treasures and trimagics


@kernel
def all_in_play(box: Box, s: State) -> int:
    """The seats still in, a bit each."""
    mask = 0
    for seat in range(box.seats):
        mask |= (s.fallen[seat] == 0) << seat
    return mask


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
    note(log, TOOK, seat, kind, DISPLAY_AT + slot, to, 0, EVERYBODY)
    if s.phase == TREASURE_WON:
        go_on(s, NEXT_ROW)
    else:
        moved_one(s, taker)


@kernel
def moved_one(s: State, subject: int) -> None:
    """F-R19, F-G27: one card of the power is used up; the first subject is remembered."""
    s.left -= 1
    if s.subject == NONE:
        s.subject = subject
    go_on(s, NEXT_CARD)


@kernel
def legal_order(n: int, out: Any) -> int:
    """F-G10: either of the two rows first."""
    for row in range(ROWS):
        out[n] = RESOLVE + row
        n += 1
    return n


@kernel
def kind_of_trimagic(s: State) -> int:
    """F-R17: what the first vision of the row does."""
    return int(s.rows[s.turn, s.row * ROW + UPRIGHT]) // OF_A_TYPE


@kernel
def subjects(box: Box, s: State) -> int:
    """F-R18, F-G27, F-G12: the seats that the next card may concern, a bit each: only where there is one to move."""
    concerns = box.concerns[s.rows[s.turn, s.row * ROW + REVERSED]]
    seats = all_in_play(box, s)
    if concerns == NEIGHBOUR:
        seats = neighbours(box, s, s.turn)
    if concerns != TWO and s.subject != NONE:
        seats &= 1 << s.subject
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
    """F-R17: one card drawn, one treasure stolen at random, or one card discarded at random."""
    kind = kind_of_trimagic(s)
    moved_one(s, subject)
    if kind == DRAW:
        draw_into_hand(s, subject, log)
    elif kind == ROB:
        treasure = s.treasures[subject, below(s, s.treasure_count[subject])]
        if subject != seat:
            pass_treasure(box, s, subject, seat, treasure, ROBBED, log)
    else:
        card = s.hand[subject, below(s, s.hand_size[subject])]
        discard_openly(box, s, subject, card, log)
        if s.hand_size[subject] == 0 and subject != seat:
            lose_last_card(box, s, seat, subject, log)


@kernel
def lose_last_card(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R28, F-G28: in the first hand the victim draws one at once; in the second it is out."""
    if s.half == 1:
        announce(log, RESCUED, victim, 1)
        draw_into_hand(s, victim, log)
    else:
        eliminate(box, s, seat, victim, log)


@kernel
def eliminate(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R28, F-R31, F-G15, F-G16: the character is shown; was it the rival's, or is nobody else left, that wins."""
    s.fallen[victim] = 1 + fallen_so_far(box, s)
    s.felled_by[victim] = seat
    announce(log, FELL, victim, s.fallen[victim])
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
            note(log, ROW_GONE, victim, card, ROWS_AT + victim * ROWS * ROW + place, DISCARDS_AT, 0, EVERYBODY)
            s.rows[victim, place] = NONE
    charm_over(s, victim, log)


@kernel
def deal_out(box: Box, s: State, seat: int, victim: int, log: Any) -> None:
    """F-R29, F-G14, F-G35: all treasures of the victim, at random, one by one clockwise from the active player's left."""
    for k in range(SERIES):
        if s.series[victim, k] != NONE:
            kind = s.series[victim, k]
            s.series[victim, k] = NONE
            hide_treasure(box, s, victim, kind)
    taker = seat
    while s.treasure_count[victim] > 0:
        taker = next_in_play(box, s, taker)
        kind = s.treasures[victim, below(s, s.treasure_count[victim])]
        take_treasure_out(s, victim, kind)
        to = put_treasure(s, taker, kind)
        if to >= SERIES_AT and to < SERIES_AT + SEATS:
            treasure_shown(box, s, victim, kind)
            note(log, DEALT_OUT, taker, kind, TREASURES_AT + victim, to, 0, EVERYBODY)
        else:
            treasure_dealt_out(box, s, victim, taker, kind)
            note(log, DEALT_OUT, taker, kind, TREASURES_AT + victim, to, 0, 1 << taker)
    treasures_were_dealt_out(s, victim)


@kernel
def hide_treasure(box: Box, s: State, seat: int, kind: int) -> None:
    """F-G14: a treasure that lay face up is shuffled in with the others; all know that it is among them."""
    k = s.treasure_count[seat]
    while k > 0 and s.treasures[seat, k - 1] > kind:
        s.treasures[seat, k] = s.treasures[seat, k - 1]
        k -= 1
    s.treasures[seat, k] = kind
    s.treasure_count[seat] += 1
    treasure_taken_openly(box, s, seat, kind)


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
    if s.phase == LAST:
        go_on(s, NEXT_TURN)
    elif s.phase == GIFT_CHOICE and s.treasure_count[seat] == 0:
        after_enchantment(s, seat, log)


@kernel
def turn_character_up(s: State, seat: int, log: Any) -> None:
    """The character lies face up for the rest of the game; what was seen of it in secret is known to all."""
    s.revealed[seat, 0] = s.character[seat, 0]
    s.character[seat, 0] = NONE
    for viewer in range(SEATS):
        s.seen_character[viewer, seat] = NONE
    note(log, REVEALED, seat, s.revealed[seat, 0], CHARACTER_AT + seat, REVEALED_AT + seat, 0, EVERYBODY)


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


# ---------------------------------------------------------------- the end


@kernel
def end_game(box: Box, s: State, ending: int, log: Any) -> None:
    """F-R25, F-G20: cards set aside count as hand; everything is laid open."""
    s.phase, s.ending = OVER, ending
    add_aside(box, s, log)
    for seat in range(box.seats):
        s.last_character[seat, 0] = CHARACTER + colour_of(s, seat)
        if s.revealed[seat, 0] == NONE:
            note(log, UNMASKED, seat, s.character[seat, 0], CHARACTER_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.treasure_count[seat]):
            s.last_treasures[seat, k] = s.treasures[seat, k]
            note(log, LAID_OPEN, seat, s.treasures[seat, k], TREASURES_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.hand_size[seat]):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, HAND_SHOWN, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
    for seat in range(box.seats):
        if place_of(box, s, seat) == 1:
            announce(log, WON, seat, total(box, s, seat))


@kernel
def total(box: Box, s: State, seat: int) -> int:
    """F-R26, F-G23, F-G37: both hands of the game; nothing for the eliminated."""
    if s.fallen[seat] != 0:
        return 0
    aside = s.aside_size if seat == s.turn else 0
    points = int(s.points[seat]) + box.card_points * (int(s.hand_size[seat]) + aside)
    for k in range(s.treasure_count[seat]):
        points += worth(s.treasures[seat, k])
    return points + box.series[in_series(s, seat)]


@kernel
def in_series(s: State, seat: int) -> int:
    """Face-up treasures of the own colour."""
    found = 0
    for k in range(SERIES):
        found += s.series[seat, k] != NONE
    return found


@kernel
def own_colour(s: State, seat: int) -> int:
    """F-R27, F-M2: for ties, 100 for each treasure of the own colour plus the sum of their values."""
    colour = colour_of(s, seat)
    found = 0
    for k in range(s.treasure_count[seat]):
        if treasure_colour(s.treasures[seat, k]) == colour:
            found += 100 + worth(s.treasures[seat, k])
    for k in range(SERIES):
        if s.series[seat, k] != NONE:
            found += 100 + worth(s.series[seat, k])
    return found


@kernel
def is_before(box: Box, s: State, one: int, other: int) -> bool:
    """F-R27, F-G25, F-G39: is one player better than another?"""
    if s.fallen[one] != s.fallen[other]:
        return s.fallen[one] == 0 or (s.fallen[other] != 0 and s.fallen[one] > s.fallen[other])
    if s.winner == one or s.winner == other:
        return s.winner == one
    mine, theirs = total(box, s, one), total(box, s, other)
    return mine > theirs or (mine == theirs and own_colour(s, one) > own_colour(s, other))


@kernel
def place_of(box: Box, s: State, seat: int) -> int:
    """The place of a seat; equal ones share it."""
    place = 1
    for other in range(box.seats):
        if other != seat and is_before(box, s, other, seat):
            place += 1
    return place


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """Score and place of each seat, also of a game still going on; returns the ending."""
    for seat in range(box.seats):
        out[seat, 0] = total(box, s, seat)
        out[seat, 1] = place_of(box, s, seat)
    return int(s.ending)


# ---------------------------------------------------------------- why not

(
    LEGAL,
    CARD_NOT_IN_HAND,
    ROW_FULL,
    FIRST_ROW_FIRST,
    TOO_LATE,
    NAME_A_TARGET,
    SHIELDED,
    NOTHING_THERE,
    NOT_BEATEN,
    DOES_NOT_FIT,
    NOT_YOURSELF,
    NOT_IN_PLAY,
    TOO_FEW_CARDS,
    LIES_OPEN,
    NOTHING_TO_CHANGE,
    TREASURE_FIRST,
    ROW_FIRST,
    TRIMAGIC_FIRST,
    GIFT_FIRST,
    GIVE_FIRST,
    DISCARD_FIRST,
    TURN_IS_OVER,
    NO_TREASURE_WON,
    NO_TRIMAGIC,
    OTHER_TRIMAGIC,
    NOT_THE_SUBJECT,
    NOTHING_TO_MOVE,
    NO_GIFT,
    NOT_YOUR_TREASURE,
    NOT_THAT_CARD,
    NOT_TOO_MANY,
    FIRST_HAND,
    ALREADY_REVEALED,
) = range(33)

REFUSALS = (
    ("legal", ""),
    ("card-not-in-hand", "F-R14"),
    ("row-full", "F-G32"),
    ("first-row-first", "F-R6"),
    ("too-late", "F-R7"),
    ("name-a-target", "F-R10"),
    ("shielded", "F-G6"),
    ("nothing-there", "F-G7"),
    ("not-beaten", "F-R12"),
    ("does-not-fit", "F-R12"),
    ("not-yourself", "F-R12"),
    ("not-in-play", "F-G13"),
    ("too-few-cards", "F-G6"),
    ("lies-open", "F-G6"),
    ("nothing-to-change", "F-G41"),
    ("treasure-first", "F-R15"),
    ("row-first", "F-G10"),
    ("trimagic-first", "F-R16"),
    ("gift-first", "F-G6"),
    ("give-first", "F-G6"),
    ("discard-first", "F-R21"),
    ("turn-is-over", "F-G31"),
    ("no-treasure-won", "F-R15"),
    ("no-trimagic", "F-R16"),
    ("other-trimagic", "F-R17"),
    ("not-the-subject", "F-R18"),
    ("nothing-to-move", "F-G12"),
    ("no-gift", "F-G6"),
    ("not-your-treasure", "F-G6"),
    ("not-that-card", "F-G6"),
    ("not-too-many", "F-R21"),
    ("first-hand", "F-R30"),
    ("already-revealed", "F-R30"),
)


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may. `legal` judges, this only explains."""
    for i in range(legal(box, s, seat, out)):
        if out[i] == action:
            return LEGAL
    if action == REVEAL:
        return FIRST_HAND if s.half == 1 else ALREADY_REVEALED
    if s.phase <= LAYING:
        return why_no_step(box, s, seat, action)
    if s.phase == TREASURE_WON:
        return NOT_IN_PLAY if TAKE_FOR <= action < CAST else TREASURE_FIRST
    if s.phase == ORDER:
        return ROW_FIRST
    if s.phase == TRIMAGIC:
        return why_no_trimagic(box, s, seat, action)
    if s.phase == GIFT_CHOICE:
        return why_no_gift(box, s, seat, action)
    if s.phase == GIVE_BACK:
        return why_no_giving(s, seat, action)
    if s.phase == DISCARDING:
        return CARD_NOT_IN_HAND if action >= DISCARD_CARD else DISCARD_FIRST
    return TURN_IS_OVER


@kernel
def why_no_step(box: Box, s: State, seat: int, action: int) -> int:
    """F-R7: visions, thefts and enchantments, or something that nobody asked for."""
    if action < STEAL:
        return why_no_laying(s, seat, action - LAY)
    if action < PLAY:
        return why_no_theft(box, s, seat, action - STEAL)
    if action < CHANGE:
        return why_no_enchantment(box, s, seat, action)
    if action == CHANGE:
        return TOO_LATE if s.phase > BEGIN else NOTHING_TO_CHANGE
    if action < CAST:
        return NO_TREASURE_WON
    if action < GIVE_TREASURE:
        return NO_TRIMAGIC
    return NO_GIFT if action < DISCARD_CARD else NOT_TOO_MANY


@kernel
def why_no_laying(s: State, seat: int, which: int) -> int:
    """F-R14, F-R6, F-G32: a card that is not there, a row that is full or not yet begun."""
    if held(s, seat, which // ROWS) == 0:
        return CARD_NOT_IN_HAND
    return ROW_FULL if length(s, seat, which % ROWS) == ROW else FIRST_ROW_FIRST


@kernel
def why_no_theft(box: Box, s: State, seat: int, which: int) -> int:
    """F-R12, F-G7: too late, nothing there, a shield, a symbol that is not beaten, or no row for it."""
    other, row = which // ROWS // ROWS, which // ROWS % ROWS
    if s.phase > STEALING:
        return TOO_LATE
    if other == seat:
        return NOT_YOURSELF
    if last_vision(s, other, row) == NONE:
        return NOTHING_THERE
    if s.charm[other, 0] == SHIELD:
        return SHIELDED
    symbols = beaten(box, s, seat)
    return DOES_NOT_FIT if symbols >> box.centre[last_vision(s, other, row)] & 1 else NOT_BEATEN


@kernel
def target_of(action: int) -> int:
    """The opponent that an action names."""
    if action < PLAY_MIRROR:
        return (action - PLAY_GUST) // ROWS
    return (action - PLAY_MIRROR) // 2 if action < PLAY_FOG else action - PLAY_FOG


@kernel
def why_no_enchantment(box: Box, s: State, seat: int, action: int) -> int:
    """F-R7, F-R10: too late, not in hand, a target missing, or one that it cannot have."""
    if s.phase > BEGIN:
        return TOO_LATE
    if held(s, seat, enchantment_of(action)) == 0:
        return CARD_NOT_IN_HAND
    if action < PLAY_GUST:
        return NAME_A_TARGET
    other = target_of(action)
    if other == seat:
        return NOT_YOURSELF
    if not in_play(box, s, other):
        return NOT_IN_PLAY
    if action < PLAY_MIRROR:
        return SHIELDED if s.charm[other, 0] == SHIELD else NOTHING_THERE
    if action < PLAY_FOG:
        return LIES_OPEN if (action - PLAY_MIRROR) % 2 else TOO_FEW_CARDS
    return TOO_FEW_CARDS


@kernel
def why_no_trimagic(box: Box, s: State, seat: int, action: int) -> int:
    """F-R16 to F-R18: another sort of trimagic, somebody it does not concern, or nothing to move there."""
    if action < TAKE_FOR or action >= RESOLVE:
        return TRIMAGIC_FIRST
    takes = kind_of_trimagic(s) == TAKE
    if takes != (action < CAST):
        return OTHER_TRIMAGIC
    other = (action - TAKE_FOR) % SEATS if takes else action - CAST
    if not in_play(box, s, other):
        return NOT_IN_PLAY
    if takes or cards_to_move(s, kind_of_trimagic(s), other) > 0:
        return NOT_THE_SUBJECT
    return NOTHING_TO_MOVE


@kernel
def why_no_gift(box: Box, s: State, seat: int, action: int) -> int:
    """B6: a treasure of one's own, to another player still in."""
    if action < GIVE_TREASURE or action >= GIVE_CARD:
        return GIFT_FIRST
    other, kind = (action - GIVE_TREASURE) % SEATS, TREASURE + (action - GIVE_TREASURE) // SEATS
    for k in range(s.treasure_count[seat]):
        if s.treasures[seat, k] == kind:
            return NOT_YOURSELF if other == seat else NOT_IN_PLAY
    return NOT_YOUR_TREASURE


@kernel
def why_no_giving(s: State, seat: int, action: int) -> int:
    """B6: a card of one's own, and not the one just taken."""
    if action < GIVE_CARD or action >= DISCARD_CARD:
        return GIVE_FIRST
    return NOT_THAT_CARD if action - GIVE_CARD == s.taken[seat] else CARD_NOT_IN_HAND
