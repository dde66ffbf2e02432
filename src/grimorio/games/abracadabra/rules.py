"""Abracadabra by Domenico Di Giorgio and Roberta Barletta (daVinci Editrice, 2004): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (Objects drawn, the row refilled, the next turn) is done by `settle`, step by step.
"""

from typing import Any

from grimorio.engine.chance import below, draw
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import (
    DISCARD_CARD,
    DRAW_FROM,
    GATHER,
    GIVE_CARD,
    PASS,
    PLAY_CHAOS,
    PLAY_EXODUS,
    PLAY_IDEM,
    PLAY_PROXIMA,
    PLAY_VADEMECUM,
    SHOWN,
    TAKE_CARD,
)
from grimorio.games.abracadabra.gatherings import JOINING, ORDINARY, WITH_JOKERS, enchanter_of, rank
from grimorio.games.abracadabra.memory import (
    DRAWN,
    GIVEN,
    TAKEN,
    all_know,
    all_see_leave,
    back_of,
    cards_with_back,
    clear_cases,
    hand_shuffled,
    no_enchanter_there,
    nothing_drawn,
    pass_hidden,
)
from grimorio.games.abracadabra.points import elementals_in, prize_for, stones_among, worth_of_objects
from grimorio.games.abracadabra.state import (
    AFTER_PLAY,
    AIR,
    AUTOMATIC,
    BY_ELEMENTALS,
    BY_GUARD,
    BY_POINTS,
    BY_STONES,
    CARDS,
    CHAOS,
    DISCARD,
    DRAW_OBJECTS,
    ELEMENTAL,
    ELEMENTS,
    EXODUS,
    EXODUS_DISCARD,
    GIVE,
    HAND,
    IDEM,
    LIMIT,
    NEXT_EXODUS,
    NEXT_TURN,
    OBJECT,
    OBJECTS,
    OF_A_BACK,
    OVER,
    PERICULUM,
    PILE,
    PILE_CHOICE,
    PILES,
    PLAY,
    PROXIMA,
    REFILL_ROW,
    ROW_DOWN,
    SEATS,
    TAKE,
    TAKE_AGAIN,
    TOWERS,
    VADEMECUM,
    WORTH,
    Box,
    State,
)

BACK_COUNT = len(ELEMENTS)
ALEA = 0
"""A-R17: the letter that gives an extra turn."""
JOKER_LETTERS = len(WITH_JOKERS)

TOWERS_AT, ROW_AT, SHOWN_AT, TOP_AT = (State.place(name) for name in ("towers", "row", "shown", "top"))
DISCARDS_AT, HAND_AT, PROXIMA_AT = (State.place(name) for name in ("discards", "hand", "proxima"))
OBJECTS_AT, PILES_AT = State.place("objects"), State.place("piles")

(
    TURN_BEGAN,
    TOOK,
    PERICULUM_STRUCK,
    SHUFFLED_ALL,
    GATHERED,
    LEFT_TOWERS,
    ENTERED_TOWER,
    PLAYED,
    PASSED,
    BONUS_TAKEN,
    OBJECT_DRAWN,
    NO_OBJECT,
    STOLE,
    GAVE,
    DISCARDED,
    NO_ENCHANTER,
    REFILLED,
    RESHUFFLED,
    EXTRA_TURN,
    LAID_OPEN,
    HAND_SHOWN,
    WON,
    CUT,
    NOT_YET_WON,
    WENT_BACK,
) = range(25)

EVENTS = (
    "turn-began",
    "took",
    "periculum",
    "shuffled-all",
    "gathered",
    "left-towers",
    "entered-tower",
    "played",
    "passed",
    "bonus",
    "object",
    "no-object",
    "stole",
    "gave",
    "discarded",
    "no-enchanter",
    "refilled",
    "reshuffled",
    "extra-turn",
    "laid-open",
    "hand-shown",
    "won",
    "cut",
    "not-yet-won",
    "went-back",
)


# ---------------------------------------------------------------- set-up


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, and let the first turn begin."""
    start(box, s)
    settle(box, s, log)


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
    s.turn = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = s.turn - 1 if s.turn > 0 else box.seats - 1
    s.phase = AUTOMATIC
    s.step = NEXT_TURN


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(TOWERS):
        s.towers[i] = NONE
        s.row[i], s.row_old[i], s.row_safe[i] = NONE, 0, 0
    for i in range(CARDS):
        s.discards[i] = NONE
    s.shown[0], s.top[0], s.proxima[0] = NONE, NONE, NONE
    s.letter, s.organiser, s.proxima_of = NONE, NONE, NONE
    s.drawer, s.next_drawer, s.target = NONE, NONE, NONE
    s.winner, s.ending, s.acting = NONE, NONE, NONE
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


@kernel
def lay_row(s: State, log: Any) -> None:
    """A-R2, A-G5: three face down, one face up; a Periculum! turned up here strikes nobody and goes back."""
    for slot in range(ROW_DOWN):
        fill_place(s, NONE, slot, log)
    s.shown[0] = take_from_deck(s, log)
    if s.shown[0] == PERICULUM:
        note(log, REFILLED, NONE, PERICULUM, TOP_AT, SHOWN_AT, 0, EVERYBODY)
        note(log, WENT_BACK, NONE, PERICULUM, SHOWN_AT, TOP_AT, 0, EVERYBODY)
        all_know_gone(s, PERICULUM)
        for slot in range(ROW_DOWN):
            s.row_safe[slot] = 1
        back_into_deck(s, PERICULUM)
        s.shown[0] = take_other_than_periculum(s)
    all_know_gone(s, s.shown[0])
    note(log, REFILLED, NONE, s.shown[0], TOP_AT, SHOWN_AT, 0, EVERYBODY)


@kernel
def fill_place(s: State, seat: int, slot: int, log: Any) -> None:
    """A card from the deck for a face-down place of the row."""
    s.row[slot] = take_from_deck(s, log)
    s.row_old[slot], s.row_safe[slot] = 0, 0
    note(log, REFILLED, seat, s.row[slot], TOP_AT, ROW_AT + slot, 0, 0)


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
    if s.top[0] == NONE:
        if s.deck_size == 0:
            begin_reshuffle(s)
            reshuffle(s, log)
        turn_top(s)
    card = s.top[0]
    turn_top(s)
    return int(card)


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
            s.old[seat, back] = cards_with_back(s, seat, back)
    for slot in range(ROW_DOWN):
        s.row_old[slot] = s.row[slot] != NONE
    announce(log, RESHUFFLED, NONE, s.deck_size)


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


# ---------------------------------------------------------------- hands, and what is known of them


@kernel
def holds(s: State, seat: int, card: int) -> bool:
    """Is the card in the seat's hand?"""
    for k in range(s.hand_size[seat]):
        if s.hand[seat, k] == card:
            return True
    return False


@kernel
def put_in_hand(s: State, seat: int, card: int) -> None:
    """Add a card, keeping the hand sorted."""
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


@kernel
def discard_from_hand(s: State, seat: int, card: int, log: Any) -> None:
    """A card of the hand goes to the discards, seen by all."""
    play_openly(s, seat, card)
    to_discards(s, card)
    note(log, DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)


# ---------------------------------------------------------------- winning


@kernel
def elementals_of(s: State, seat: int) -> int:
    """The Elementals that a seat holds."""
    return elementals_in(s.hand[seat], s.hand_size[seat])


@kernel
def points_of(s: State, seat: int) -> int:
    """A-R32: points of the Objects, of the bonus cards, and one for each Elemental in hand."""
    return int(s.bonus[seat]) + elementals_of(s, seat) + worth_of_objects(s.objects[seat], s.object_count[seat])


@kernel
def way_to_win(box: Box, s: State, seat: int) -> int:
    """A-R31, A-R33, A-R36: enough points, enough with the prize, or Stones and another Object; none otherwise."""
    points = points_of(s, seat)
    if points >= box.goal:
        return BY_POINTS
    stones = stones_among(s.objects[seat], s.object_count[seat])
    if stones >= box.stones and s.object_count[seat] + s.bonus[seat] > box.stones:
        return BY_STONES
    return BY_ELEMENTALS if points + prize_for(box, elementals_of(s, seat)) >= box.goal else NONE


@kernel
def check_win(box: Box, s: State, seat: int, log: Any) -> None:
    """A-G17, A-M6: after every single card a seat receives, in whosever turn."""
    way = way_to_win(box, s, seat)
    if way != NONE:
        s.winner = seat
        end_game(box, s, way, log)


@kernel
def end_game(box: Box, s: State, ending: int, log: Any) -> None:
    """A-R21: at the end everything is laid open."""
    s.phase, s.ending, s.acting = OVER, ending, NONE
    for seat in range(box.seats):
        for k in range(s.object_count[seat]):
            s.last_objects[seat, k] = s.objects[seat, k]
            note(log, LAID_OPEN, seat, s.objects[seat, k], OBJECTS_AT + seat, NONE, 0, EVERYBODY)
        for k in range(s.hand_size[seat]):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, HAND_SHOWN, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
    if s.winner != NONE:
        announce(log, WON, s.winner, points_of(s, s.winner))


# ---------------------------------------------------------------- decisions


@kernel
def to_act(box: Box, s: State) -> int:
    """One seat at a time; nobody while something happens of itself, or when the game is over."""
    return 1 << s.acting if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.acting:
        return 0
    if s.phase == TAKE or s.phase == TAKE_AGAIN:
        return legal_take(s, out)
    if s.phase == PLAY:
        return legal_play(box, s, seat, out)
    if s.phase == PILE_CHOICE:
        return legal_pile(s, out)
    if s.phase == GIVE:
        return legal_give(s, seat, out)
    return legal_discard(s, seat, out)


@kernel
def apply(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision of a seat, which must be legal, and all that follows of itself."""
    act(box, s, seat, action, log)
    settle(box, s, log)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    if action < GATHER:
        take(box, s, seat, action - TAKE_CARD, log)
    elif action < PLAY_PROXIMA:
        gather(box, s, seat, action - GATHER, log)
    elif action < PASS:
        play_trick(box, s, seat, action, log)
    elif action == PASS:
        announce(log, PASSED, seat, 0)
        go_on(s, AFTER_PLAY)
    elif action < GIVE_CARD:
        draw_object(box, s, action - DRAW_FROM, log)
    elif action < DISCARD_CARD:
        give_back(box, s, seat, action - GIVE_CARD, log)
    else:
        discard(s, seat, action - DISCARD_CARD, log)


@kernel
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


@kernel
def legal_take(s: State, out: Any) -> int:
    """A-R7: any card of the row that is still there; the second may be chosen after seeing the first (A-R8)."""
    n = 0
    for slot in range(ROW_DOWN):
        if s.row[slot] != NONE:
            out[n] = TAKE_CARD + slot
            n += 1
    if s.shown[0] != NONE:
        out[n] = TAKE_CARD + SHOWN
        n += 1
    return n


@kernel
def take(box: Box, s: State, seat: int, slot: int, log: Any) -> None:
    """A-R7, A-R22: a face-down card is seen by its taker alone; Periculum! acts the moment it is drawn."""
    if slot == SHOWN:
        card = s.shown[0]
        s.shown[0] = NONE
        s.old[seat, back_of(card)] += 0 if all_saw_gone(s, card) else 1
        note(log, TOOK, seat, card, SHOWN_AT, HAND_AT + seat, 0, EVERYBODY)
    else:
        card = s.row[slot]
        s.old[seat, back_of(card)] += s.row_old[slot]
        s.row[slot], s.row_old[slot], s.row_safe[slot] = NONE, 0, 0
        note(log, TOOK, seat, card, ROW_AT + slot, HAND_AT + seat, 0, EVERYBODY if card == PERICULUM else 1 << seat)
    put_in_hand(s, seat, card)
    if slot == SHOWN:
        all_know(s, seat, card)
    if card == PERICULUM:
        periculum(s, seat, log)
        return
    s.phase = TAKE_AGAIN if s.phase == TAKE else PLAY
    check_win(box, s, seat, log)
    if slot == SHOWN and card % OF_A_BACK == ELEMENTAL and s.winner == NONE:
        announce(log, NOT_YET_WON, seat, 0)


@kernel
def periculum(s: State, seat: int, log: Any) -> None:
    """A-R28, A-G1: hand, row, deck and discards are shuffled together and a fresh row is laid; the turn is over."""
    announce(log, PERICULUM_STRUCK, seat, s.hand_size[seat])
    begin_reshuffle(s)
    all_know_gone(s, PERICULUM)
    hand_shuffled(s, seat)
    if s.top[0] != NONE:
        s.deck[s.deck_size] = s.top[0]
        s.deck_size += 1
        s.top[0] = NONE
    for k in range(s.hand_size[seat]):
        note(log, SHUFFLED_ALL, seat, s.hand[seat, k], HAND_AT + seat, TOP_AT, 0, 1 << seat)
        s.gone[seat, s.hand[seat, k]] = 1
        s.deck[s.deck_size] = s.hand[seat, k]
        s.deck_size += 1
        s.hand[seat, k] = NONE
    s.hand_size[seat], s.barren[seat] = 0, 0
    for slot in range(ROW_DOWN):
        if s.row[slot] != NONE:
            s.deck[s.deck_size] = s.row[slot]
            s.deck_size += 1
            s.row[slot], s.row_old[slot], s.row_safe[slot] = NONE, 0, 0
    if s.shown[0] != NONE:
        all_know_gone(s, s.shown[0])
        s.deck[s.deck_size] = s.shown[0]
        s.deck_size += 1
        s.shown[0] = NONE
    s.stacked = 0
    reshuffle(s, log)
    go_on(s, NEXT_TURN)


@kernel
def legal_play(box: Box, s: State, seat: int, out: Any) -> int:
    """A-R9: one gathering, or one Trick, or neither."""
    n = legal_gatherings(box, s.hand[seat], s.hand_size[seat], s.towers, out)
    n = legal_tricks(box, s, seat, n, out)
    out[n] = PASS
    return n + 1


@kernel
def legal_gatherings(box: Box, hand: Any, held: int, towers: Any, out: Any) -> int:
    """A-R10 to A-R13: three from hand, or two from hand and one ordinary Enchanter from the Towers.

    A hand is sorted, and so are the numbers of its Enchanters.
    """
    n, there = 0, enchanters_among(hand, held) | enchanters_among(towers, TOWERS)
    for i in range(held):
        high = enchanter_of(hand[i])
        for j in range(i if high != NONE else 0):
            low = enchanter_of(hand[j])
            if low != NONE and JOINING[low, high] & there:
                for k in range(j):
                    third = enchanter_of(hand[k])
                    if third != NONE:
                        n = offer_gathering(box.gathering_of[rank(third, low, high)], low, n, out)
                for tower in range(TOWERS):
                    if towers[tower] != NONE and towers[tower] < AIR:
                        n = offer_with_tower(box, low, high, enchanter_of(towers[tower]), n, out)
    return n


@kernel
def enchanters_among(cards: Any, number: int) -> int:
    """The Enchanters among some cards, a bit each."""
    found = 0
    for i in range(number):
        if cards[i] != NONE and enchanter_of(cards[i]) != NONE:
            found |= 1 << enchanter_of(cards[i])
    return found


@kernel
def offer_with_tower(box: Box, low: int, high: int, third: int, n: int, out: Any) -> int:
    """Two from the hand and one who stands in a Tower."""
    a, c = min(low, third), max(high, third)
    middle = low + high + third - a - c
    return offer_gathering(box.gathering_of[rank(a, middle, c)], middle, n, out)


@kernel
def offer_gathering(meeting: int, middle: int, n: int, out: Any) -> int:
    """List a meeting of three, if they may meet, in its place; with two or three Air Enchanters once a letter."""
    if meeting == NONE:
        return n
    ways = JOKER_LETTERS if middle >= ORDINARY else 1
    place = n
    while place > 0 and out[place - 1] > GATHER + meeting:
        out[place - 1 + ways] = out[place - 1]
        place -= 1
    for way in range(ways):
        out[place + way] = GATHER + meeting + way
    return n + ways


@kernel
def gather(box: Box, s: State, seat: int, meeting: int, log: Any) -> None:
    """A-R12, A-R14, A-R16, A-R20: three Enchanters meet; whoever stood in the Towers and is not reused leaves."""
    letter = box.letter_of[meeting]
    announce(log, GATHERED, seat, letter)
    from_hand = seat_in_towers(box, s, seat, meeting, log)
    s.letter, s.organiser, s.gathered = letter, seat, 1
    if letter == ALEA:
        s.extra = 1
    s.drawer, s.next_drawer = seat, s.proxima_of
    go_on(s, DRAW_OBJECTS)
    if from_hand == TOWERS and s.bonus_left > 0:
        s.bonus_left -= 1
        s.bonus[seat] += 1
        announce(log, BONUS_TAKEN, seat, 1)
        check_win(box, s, seat, log)


@kernel
def seat_in_towers(box: Box, s: State, seat: int, meeting: int, log: Any) -> int:
    """Those who are not reused leave the Towers, those from the hand take their places; how many came from the hand."""
    for tower in range(TOWERS):
        if s.towers[tower] != NONE and not takes_part(box, meeting, s.towers[tower]):
            to_discards(s, s.towers[tower])
            note(log, LEFT_TOWERS, seat, s.towers[tower], TOWERS_AT + tower, DISCARDS_AT, 0, EVERYBODY)
            s.towers[tower] = NONE
    from_hand = 0
    k = 0
    while k < s.hand_size[seat]:
        card = s.hand[seat, k]
        if takes_part(box, meeting, card):
            tower = free_tower(s)
            play_openly(s, seat, card)
            s.towers[tower] = card
            note(log, ENTERED_TOWER, seat, card, HAND_AT + seat, TOWERS_AT + tower, 0, EVERYBODY)
            from_hand += 1
        else:
            k += 1
    return from_hand


@kernel
def free_tower(s: State) -> int:
    """The first Tower without an Enchanter."""
    tower = 0
    while s.towers[tower] != NONE:
        tower += 1
    return tower


@kernel
def takes_part(box: Box, meeting: int, card: int) -> bool:
    """Is the card one of the three of a gathering?"""
    who = enchanter_of(card)
    return who != NONE and (
        box.members[meeting, 0] == who or box.members[meeting, 1] == who or box.members[meeting, 2] == who
    )


@kernel
def legal_tricks(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """A-R22 to A-R27, A-G10, A-G12: Idem! needs a gathering in progress, Chaos! and Vademecum! somebody with cards."""
    held = tricks_held(s, seat)
    if held >> PROXIMA - AIR & 1:
        out[n] = PLAY_PROXIMA
        n += 1
    if held >> IDEM - AIR & 1 and s.letter != NONE:
        out[n] = PLAY_IDEM
        n += 1
    if held >> EXODUS - AIR & 1:
        out[n] = PLAY_EXODUS
        n += 1
    if held >> CHAOS - AIR & 1:
        n = offer_targets(box, s, seat, PLAY_CHAOS, n, out)
    if held >> VADEMECUM - AIR & 1:
        n = offer_targets(box, s, seat, PLAY_VADEMECUM, n, out)
    return n


@kernel
def tricks_held(s: State, seat: int) -> int:
    """The cards of a hand with the back of air, a bit each; all Tricks are among them."""
    held = 0
    for k in range(s.hand_size[seat]):
        if s.hand[seat, k] >= AIR:
            held |= 1 << s.hand[seat, k] - AIR
    return held


@kernel
def offer_targets(box: Box, s: State, seat: int, action: int, n: int, out: Any) -> int:
    """A-G12: any opponent with a card in hand."""
    for other in range(box.seats):
        if other != seat and s.hand_size[other] > 0:
            out[n] = action + other
            n += 1
    return n


@kernel
def play_trick(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """A-R22: one of the five Tricks that are played from the hand."""
    if action == PLAY_PROXIMA:
        lay_proxima(s, seat, log)
    elif action == PLAY_IDEM:
        play_card(s, seat, IDEM, NONE, log)
        s.drawer = seat
        go_on(s, DRAW_OBJECTS)
    elif action == PLAY_EXODUS:
        play_card(s, seat, EXODUS, NONE, log)
        s.target = seat
        go_on(s, NEXT_EXODUS)
    elif action < PLAY_VADEMECUM:
        play_card(s, seat, CHAOS, action - PLAY_CHAOS, log)
        steal(box, s, seat, action - PLAY_CHAOS, GIVE, log)
    else:
        play_card(s, seat, VADEMECUM, action - PLAY_VADEMECUM, log)
        steal(box, s, seat, action - PLAY_VADEMECUM, AUTOMATIC, log)


@kernel
def lay_proxima(s: State, seat: int, log: Any) -> None:
    """A-R23: Proxima! lies face up before its player until the next gathering."""
    play_openly(s, seat, PROXIMA)
    s.proxima[0] = PROXIMA
    s.proxima_of = seat
    note(log, PLAYED, seat, PROXIMA, HAND_AT + seat, PROXIMA_AT, 0, EVERYBODY)
    go_on(s, AFTER_PLAY)


@kernel
def play_card(s: State, seat: int, card: int, target: int, log: Any) -> None:
    """A-G16: a Trick goes to the discards when played, before its effect."""
    play_openly(s, seat, card)
    to_discards(s, card)
    note(log, PLAYED, seat, card, HAND_AT + seat, DISCARDS_AT, target + 1, EVERYBODY)


@kernel
def steal(box: Box, s: State, seat: int, other: int, then: int, log: Any) -> None:
    """A-R26, A-R27: a random card of an opponent; Chaos! gives one back (`then` is GIVE), Vademecum! does not."""
    card = s.hand[other, below(s, s.hand_size[other])]
    take_out_of_hand(s, other, card)
    put_in_hand(s, seat, card)
    pass_hidden(s, box.seats, other, seat, card, DRAWN if then == GIVE else TAKEN)
    note(log, STOLE, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
    s.target = other
    if then == GIVE:
        s.drawn[seat], s.drawn[other], s.drawn_back = card, card, back_of(card)
        s.phase = GIVE
    else:
        go_on(s, AFTER_PLAY)
    check_win(box, s, seat, log)


@kernel
def legal_give(s: State, seat: int, out: Any) -> int:
    """A-R26: any card of the own hand but the one just drawn."""
    n = 0
    for k in range(s.hand_size[seat]):
        if s.hand[seat, k] != s.drawn[seat]:
            out[n] = GIVE_CARD + s.hand[seat, k]
            n += 1
    return n


@kernel
def give_back(box: Box, s: State, seat: int, card: int, log: Any) -> None:
    """A-R26, A-G17: the opponent receives a card and may win by it, in a foreign turn."""
    other = s.target
    take_out_of_hand(s, seat, card)
    put_in_hand(s, other, card)
    pass_hidden(s, box.seats, seat, other, card, GIVEN)
    nothing_drawn(s)
    note(log, GAVE, seat, card, HAND_AT + seat, HAND_AT + other, 0, 1 << seat | 1 << other)
    s.drawn[seat], s.drawn[other] = NONE, NONE
    go_on(s, AFTER_PLAY)
    check_win(box, s, other, log)


@kernel
def legal_pile(s: State, out: Any) -> int:
    """A-R19, A-G6: the nearest piles that are not empty, on either side of the letter."""
    n = 0
    for pile in range(PILES):
        if is_nearest(s.pile_size, s.letter, pile):
            out[n] = DRAW_FROM + pile
            n += 1
    return n


@kernel
def is_nearest(sizes: Any, letter: int, pile: int) -> bool:
    """A-R16, A-R19, A-G6: whether an Object for a letter may come from a pile: its own, or the nearest with one."""
    return sizes[pile] > 0 and abs(pile - letter) == distance_to_pile(sizes, letter)


@kernel
def distance_to_pile(sizes: Any, letter: int) -> int:
    """How far the nearest pile with an Object is from the letter of a gathering; `PILES` when all are gone."""
    nearest = PILES
    for pile in range(PILES):
        if sizes[pile] > 0:
            nearest = min(nearest, abs(pile - letter))
    return nearest


@kernel
def draw_object(box: Box, s: State, pile: int, log: Any) -> None:
    """A-R16, A-R21: an Object from a pile, seen by its owner alone; all see the letter on its back."""
    seat = s.drawer
    kind = draw(s, s.piles[pile], s.pile_size[pile])
    s.pile_size[pile] -= 1
    s.piles[pile, s.pile_size[pile]] = NONE
    put_object(s, seat, kind)
    note(log, OBJECT_DRAWN, seat, kind, PILES_AT + pile, OBJECTS_AT + seat, pile, 1 << seat)
    s.drawer, s.next_drawer = s.next_drawer, NONE
    go_on(s, DRAW_OBJECTS)
    check_win(box, s, seat, log)


@kernel
def put_object(s: State, seat: int, kind: int) -> None:
    """Add an Object, keeping them sorted by letter and points."""
    k = s.object_count[seat]
    while k > 0 and s.objects[seat, k - 1] > kind:
        s.objects[seat, k] = s.objects[seat, k - 1]
        k -= 1
    s.objects[seat, k] = kind
    s.object_count[seat] += 1


@kernel
def legal_discard(s: State, seat: int, out: Any) -> int:
    """A-R29, A-G19: any card; under Exodus! any Enchanter, Air Enchanters too (A-R25, A-G13)."""
    n = 0
    for k in range(s.hand_size[seat]):
        if s.phase == DISCARD or enchanter_of(s.hand[seat, k]) != NONE:
            out[n] = DISCARD_CARD + s.hand[seat, k]
            n += 1
    return n


@kernel
def discard(s: State, seat: int, card: int, log: Any) -> None:
    """A-R25, A-R29: it goes to the discards; then the next seat under Exodus!, or the next excess card."""
    discard_from_hand(s, seat, card, log)
    go_on(s, NEXT_EXODUS if s.phase == EXODUS_DISCARD else AFTER_PLAY)


# ---------------------------------------------------------------- what happens of itself


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """Step by step until somebody has to decide, or the game is over."""
    while s.phase == AUTOMATIC:
        if s.step == DRAW_OBJECTS:
            next_object(box, s, log)
        elif s.step == NEXT_EXODUS:
            next_exodus(box, s, log)
        elif s.step == AFTER_PLAY:
            after_play(box, s)
        elif s.step == REFILL_ROW:
            refill_row(s, log)
        else:
            next_turn(box, s, log)


@kernel
def next_object(box: Box, s: State, log: Any) -> None:
    """A-G8, A-R19, A-G6: organiser, then Proxima! player; an empty pile leaves a choice between equally near ones."""
    if s.drawer == NONE:
        discard_proxima(s, log)
        s.step = AFTER_PLAY
        return
    distance = distance_to_pile(s.pile_size, s.letter)
    low, high = s.letter - distance, s.letter + distance
    below_there = low >= 0 and s.pile_size[max(low, 0)] > 0
    above_there = high < PILES and s.pile_size[min(high, PILES - 1)] > 0
    if distance == PILES:
        announce(log, NO_OBJECT, s.drawer, 0)
        s.drawer, s.next_drawer = s.next_drawer, NONE
    elif distance > 0 and below_there and above_there:
        s.phase = PILE_CHOICE
        s.acting = s.drawer
    else:
        draw_object(box, s, low if below_there else high, log)


@kernel
def discard_proxima(s: State, log: Any) -> None:
    """A-R23: Proxima! leaves with the gathering it waited for; an Idem! does not end its waiting."""
    if s.proxima_of != NONE and s.gathered:
        to_discards(s, PROXIMA)
        note(log, DISCARDED, s.proxima_of, PROXIMA, PROXIMA_AT, DISCARDS_AT, 0, EVERYBODY)
        s.proxima[0], s.proxima_of = NONE, NONE
    s.gathered = 0


@kernel
def next_exodus(box: Box, s: State, log: Any) -> None:
    """A-R25, A-G13, A-G18: clockwise; who holds an Enchanter must discard one, and all learn of it who holds none.

    A card that is no Enchanter and has the back of water, fire or earth is its Elemental: all know it.
    """
    s.target = s.target + 1 if s.target + 1 < box.seats else 0
    seat = s.target
    if seat == s.turn:
        s.step = AFTER_PLAY
        return
    for k in range(s.hand_size[seat]):
        if enchanter_of(s.hand[seat, k]) != NONE:
            s.phase = EXODUS_DISCARD
            s.acting = seat
            return
    s.barren[seat] = cards_with_back(s, seat, back_of(AIR))
    no_enchanter_there(s, seat)
    announce(log, NO_ENCHANTER, seat, s.hand_size[seat])


@kernel
def after_play(box: Box, s: State) -> None:
    """A-R29: with more than five cards in hand, discard down to five; then the row is refilled."""
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARD
        s.acting = s.turn
    else:
        s.step = REFILL_ROW


@kernel
def refill_row(s: State, log: Any) -> None:
    """A-R30, A-G2: empty places, face-down ones first; a Periculum! turned up strikes the player who refills."""
    for slot in range(ROW_DOWN):
        if s.row[slot] == NONE:
            fill_place(s, s.turn, slot, log)
    s.step = NEXT_TURN
    if s.shown[0] == NONE:
        s.shown[0] = take_from_deck(s, log)
        all_know_gone(s, s.shown[0])
        note(log, REFILLED, s.turn, s.shown[0], TOP_AT, SHOWN_AT, 0, EVERYBODY)
        if s.shown[0] == PERICULUM:
            periculum(s, s.turn, log)


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """A-R6, A-R17, A-G11: an extra turn that was earned, or the seat to the left; A-G15 cuts a game without end."""
    if s.turns >= LIMIT:
        announce(log, CUT, NONE, s.turns)
        end_game(box, s, BY_GUARD, log)
        return
    if s.shown[0] == NONE:
        lay_row(s, log)
    if s.extra:
        s.extra = 0
        announce(log, EXTRA_TURN, s.turn, 0)
    else:
        s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    s.turns += 1
    s.phase = TAKE
    s.acting = s.turn
    announce(log, TURN_BEGAN, s.turn, s.turns)


# ---------------------------------------------------------------- outcome


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """A-G23: the winner, then the others by points, which are secret until the game is over: nobody leads before."""
    for seat in range(box.seats):
        out[seat, 0] = points_of(s, seat) if s.phase == OVER else 0
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += is_ahead(s, other, seat, out[other, 0], out[seat, 0])
        out[seat, 1] = place
    return int(s.ending)


@kernel
def is_ahead(s: State, other: int, seat: int, theirs: int, mine: int) -> bool:
    """The winner is ahead of everybody; the rest by points."""
    if s.winner == seat:
        return False
    return s.winner == other or theirs > mine


# ---------------------------------------------------------------- why not

(
    LEGAL,
    TAKE_FIRST,
    PLACE_EMPTY,
    ALREADY_TAKEN,
    NOT_ENCHANTERS_OF_YOURS,
    TOO_MANY_FROM_TOWERS,
    AIR_IN_TOWERS,
    TRICK_NOT_IN_HAND,
    NO_GATHERING,
    NOT_YOURSELF,
    NO_SUCH_SEAT,
    NO_CARDS_THERE,
    MUST_CHOOSE_PILE,
    NOT_NEAREST_PILE,
    MUST_GIVE,
    NOT_THE_DRAWN_CARD,
    CARD_NOT_IN_HAND,
    MUST_DISCARD,
    ENCHANTER_NEEDED,
    NOTHING_TO_DISCARD,
) = range(20)

REFUSALS = (
    ("legal", ""),
    ("take-first", "A-R6"),
    ("place-empty", "A-R7"),
    ("already-taken", "A-R7"),
    ("not-your-enchanters", "A-R12"),
    ("too-many-from-towers", "A-M8"),
    ("air-in-towers", "A-R13"),
    ("trick-not-in-hand", "A-R22"),
    ("no-gathering", "A-G10"),
    ("not-yourself", "A-R26"),
    ("no-such-seat", "A-G12"),
    ("no-cards-there", "A-G12"),
    ("must-choose-pile", "A-R19"),
    ("not-nearest-pile", "A-G6"),
    ("must-give", "A-R26"),
    ("not-the-drawn-card", "A-R26"),
    ("card-not-in-hand", "A-R29"),
    ("must-discard", "A-R29"),
    ("enchanter-needed", "A-R25"),
    ("nothing-to-discard", "A-R29"),
)


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat that has to decide may not do this; 0 when it may. `legal` judges, this only explains."""
    for i in range(legal(box, s, seat, out)):
        if out[i] == action:
            return LEGAL
    if s.phase == TAKE or s.phase == TAKE_AGAIN:
        return PLACE_EMPTY if action < GATHER else TAKE_FIRST
    if action < GATHER:
        return ALREADY_TAKEN
    if s.phase == PILE_CHOICE:
        return NOT_NEAREST_PILE if DRAW_FROM <= action < GIVE_CARD else MUST_CHOOSE_PILE
    if s.phase == GIVE:
        return why_not_give(s, seat, action)
    if s.phase == PLAY:
        return why_not_play(box, s, seat, action)
    return why_not_discard(s, seat, action)


@kernel
def why_not_give(s: State, seat: int, action: int) -> int:
    """A-R26: not the card just drawn, and only one of the own."""
    if action < GIVE_CARD or action >= DISCARD_CARD:
        return MUST_GIVE
    return NOT_THE_DRAWN_CARD if action - GIVE_CARD == s.drawn[seat] else CARD_NOT_IN_HAND


@kernel
def why_not_discard(s: State, seat: int, action: int) -> int:
    """A-R25, A-R29: a card of the own hand, under Exodus! an Enchanter."""
    if action < DISCARD_CARD:
        return MUST_DISCARD
    return ENCHANTER_NEEDED if holds(s, seat, action - DISCARD_CARD) else CARD_NOT_IN_HAND


@kernel
def why_not_play(box: Box, s: State, seat: int, action: int) -> int:
    """A gathering that cannot be, a Trick without its card or its target, or something for another moment."""
    if action < PLAY_PROXIMA:
        return why_no_gathering(box, s, seat, action - GATHER)
    if action >= DRAW_FROM:
        return NOTHING_TO_DISCARD
    if not holds(s, seat, trick_of(action)):
        return TRICK_NOT_IN_HAND
    if action == PLAY_IDEM:
        return NO_GATHERING
    other = action - PLAY_CHAOS if action < PLAY_VADEMECUM else action - PLAY_VADEMECUM
    if other == seat:
        return NOT_YOURSELF
    return NO_CARDS_THERE if other < box.seats else NO_SUCH_SEAT


@kernel
def trick_of(action: int) -> int:
    """The card that an action plays."""
    if action < PLAY_CHAOS:
        return PROXIMA + action - PLAY_PROXIMA
    return CHAOS if action < PLAY_VADEMECUM else VADEMECUM


@kernel
def why_no_gathering(box: Box, s: State, seat: int, meeting: int) -> int:
    """A-R12, A-R13, A-M8: cards that are nowhere, an Air Enchanter in the Towers, or more than one reused."""
    reused = 0
    for card in range(CARDS):
        if takes_part(box, meeting, card) and not holds(s, seat, card):
            standing = s.towers[0] == card or s.towers[1] == card or s.towers[2] == card
            if not standing:
                return NOT_ENCHANTERS_OF_YOURS
            if card >= AIR:
                return AIR_IN_TOWERS
            reused += 1
    return TOO_MANY_FROM_TOWERS
