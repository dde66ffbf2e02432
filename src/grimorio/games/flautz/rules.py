"""FLAUTZ! by André Schillo and Martin Müller (Voodoo Games, 2018): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
"""

from typing import Any

from grimorio.engine.chance import below, draw, fresh_block
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.flautz.actions import DECLARE, EXCHANGE, EXCHANGE_DECLARING, FOCUS, REFILL, WAIVE
from grimorio.games.flautz.spells import (
    COLOURS_AT,
    DIGIT,
    colour_of,
    digits_of,
    far_from_flautz,
    is_straight,
    makes_flautz,
    nearly_flautz,
    spell_value,
    tally_of,
)
from grimorio.games.flautz.state import (
    AFTER_REFILL,
    AIR,
    ARENA,
    BY_CRYSTALS,
    BY_CRYSTALS_SHARED,
    BY_GUARD,
    BY_POINTS,
    BY_POINTS_SHARED,
    CARDS,
    CLOSED,
    CRYSTALS,
    DECLARED,
    DISCARDS,
    FLOOR,
    HAND,
    ILLUSION,
    KINDS,
    NOT_BEGUN,
    OVER,
    PLACES,
    ROW,
    ROYAL,
    SEATS,
    STRAIGHT,
    TURN,
    Box,
    State,
)

AIR_AT, FLOOR_AT = State.place("air"), State.place("floor")
HAND_AT, PILE_AT, DISCARDS_AT = State.place("hand"), State.place("pile"), State.place("discards")

(
    DEALT,
    CHALLENGE_BEGAN,
    ROUND_BEGAN,
    TOOK,
    GAVE,
    FOCUSED,
    DISCARDED,
    TURNED_UP,
    UNFOCUSED,
    DECLARED_FLAUTZ,
    SHOWED,
    WAIVED,
    STRAIGHT_MADE,
    ROYAL_MADE,
    RESHUFFLED,
    VALUED,
    CRYSTAL_WON,
    CRYSTAL_RETURNED,
    GAME_WON,
) = range(19)

EVENTS = (
    "dealt",
    "challenge-began",
    "round-began",
    "took",
    "gave",
    "focused",
    "discarded",
    "turned-up",
    "unfocused",
    "declared",
    "showed",
    "waived",
    "straight",
    "royal",
    "reshuffled",
    "valued",
    "crystals",
    "crystal-returned",
    "won",
)


# ---------------------------------------------------------------- set-up


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, and deal the first challenge."""
    start(box, s)
    settle(box, s, log)


@kernel
def start(box: Box, s: State) -> None:
    """FZ-R1 to FZ-R3, FZ-G18: apprentices at random, the first player named or drawn."""
    deal_apprentices(s)
    s.discarded = 0
    for i in range(DISCARDS):
        s.discards[i] = NONE
    for seat in range(SEATS):
        s.crystals[seat] = 0
        s.points[seat] = 0
        s.last_points[seat] = 0
        s.last_crystals[seat] = 0
        for k in range(HAND):
            s.last_hand[seat, k] = NONE
    s.last_closing = NONE
    s.ending = NONE
    s.challenge = 0
    s.first = box.starter if box.starter != NONE else below(s, box.seats)
    s.phase = NOT_BEGUN


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """What happens of itself: a closed challenge is valued (FZ-G20); the game ends, or the next one begins (FZ-R20)."""
    while s.phase == NOT_BEGUN or s.phase == CLOSED:
        if s.phase == CLOSED:
            value_challenge(box, s, s.last_closing, s.turn, log)
            if game_ends(box, s, log):
                return
            s.first = (s.first + 1) % box.seats
        begin_challenge(box, s, log)
        straight_in_the_deal(box, s, log)


@kernel
def deal_apprentices(s: State) -> None:
    """FZ-R1: every apprentice has another colour."""
    for colour in range(SEATS):
        s.apprentice[colour] = colour
    for seat in range(SEATS):
        other = seat + below(s, SEATS - seat)
        colour = s.apprentice[other]
        s.apprentice[other] = s.apprentice[seat]
        s.apprentice[seat] = colour


@kernel
def begin_challenge(box: Box, s: State, log: Any) -> None:
    """FZ-R3 to FZ-R6, FZ-G4: all cards together, shuffled, five to each, three in the air, three on the floor."""
    s.challenge += 1
    fresh_block(s)
    s.arena_field = 0
    s.turn = s.first
    s.declarer = NONE
    s.phase = TURN
    s.pile_size = box.deck_size
    s.stacked = 0
    for i in range(CARDS):
        s.pile[i] = box.deck[i]
    for i in range(s.discarded):
        s.discards[i] = NONE
    for i in range(DISCARDS):
        s.pile_known[i] = NONE
    s.discarded = 0
    announce(log, CHALLENGE_BEGAN, s.first, s.challenge)
    for seat in range(SEATS):
        s.focused[seat] = 0
        for k in range(HAND):
            s.hand[seat, k] = NONE
            s.known[seat, k] = NONE
    for i in range(box.seats * HAND + PLACES):
        deal_card(box, s, i, take_from_pile(s))
    for seat in range(box.seats):
        sort_hand(s, seat)
        for k in range(HAND):
            note(log, DEALT, seat, s.hand[seat, k], PILE_AT, HAND_AT + seat, 0, 1 << seat)
    for place in range(PLACES):
        note(log, TURNED_UP, NONE, open_card(s, place), PILE_AT, address(place), 0, EVERYBODY)


@kernel
def deal_card(box: Box, s: State, number: int, card: int) -> None:
    """FZ-R3, FZ-R4: the hands first, which only their owners see, then the air, then the floor."""
    if number < box.seats * HAND:
        s.hand[number // HAND, number % HAND] = card
    else:
        lay(s, number - box.seats * HAND, card)


@kernel
def straight_in_the_deal(box: Box, s: State, log: Any) -> None:
    """FZ-A7: a Straight that was dealt is shown before the first turn; of several, the earliest in turn order."""
    for step in range(box.seats):
        seat = (s.first + step) % box.seats
        if is_straight(s.hand[seat]):
            s.turn = seat
            show_straight(s, seat, log)
            return


# ---------------------------------------------------------------- cards and places


@kernel
def take_from_pile(s: State) -> int:
    """The top card of the face-down pile."""
    if s.stacked > 0:
        s.stacked -= 1
        card = s.pile[s.pile_size - 1]
    else:
        card = draw(s, s.pile, s.pile_size)
    s.pile_size -= 1
    s.pile[s.pile_size] = NONE
    return int(card)


@kernel
def sort_hand(s: State, seat: int) -> None:
    """Put five cards in order, by the nine comparisons that always suffice."""
    in_order(s, seat, 0, 3)
    in_order(s, seat, 1, 4)
    in_order(s, seat, 0, 2)
    in_order(s, seat, 1, 3)
    in_order(s, seat, 0, 1)
    in_order(s, seat, 2, 4)
    in_order(s, seat, 1, 2)
    in_order(s, seat, 3, 4)
    in_order(s, seat, 2, 3)


@kernel
def in_order(s: State, seat: int, i: int, j: int) -> None:
    """The lower of two cards first."""
    one, other = s.hand[seat, i], s.hand[seat, j]
    s.hand[seat, i] = min(one, other)
    s.hand[seat, j] = max(one, other)


@kernel
def swap_in_hand(s: State, seat: int, give: int, take: int) -> None:
    """Put one card for another into a hand, keeping it sorted."""
    lower = 0
    for k in range(HAND):
        lower += s.hand[seat, k] < give
    s.hand[seat, lower] = take
    sort_hand(s, seat)


@kernel
def remember(s: State, seat: int, gave: int, took: int) -> None:
    """FZ-G12: all saw which open card the seat took; it has it until it gives one like it."""
    slot = HAND
    for k in range(HAND - 1, -1, -1):
        if s.known[seat, k] == NONE:
            slot = k
    for k in range(HAND):
        if s.known[seat, k] == gave:
            slot = k
    s.known[seat, slot] = took


@kernel
def open_card(s: State, place: int) -> int:
    """The card at a place in the air or on the floor."""
    return int(s.air[place]) if place < ROW else int(s.floor[place - ROW])


@kernel
def lay(s: State, place: int, card: int) -> None:
    """Lay a card open in the air or on the floor."""
    if place < ROW:
        s.air[place] = card
    else:
        s.floor[place - ROW] = card


@kernel
def address(place: int) -> int:
    """The address of an open place, for events."""
    return AIR_AT + place if place < ROW else FLOOR_AT + place - ROW


@kernel
def first_place(box: Box, s: State) -> int:
    """FZ-R8: where the places begin that the current field allows."""
    return 0 if box.strip[s.arena_field] & AIR else ROW


@kernel
def end_of_places(box: Box, s: State) -> int:
    """FZ-R8: where the places end that the current field allows."""
    return PLACES if box.strip[s.arena_field] & FLOOR else ROW


# ---------------------------------------------------------------- turns


@kernel
def to_act(box: Box, s: State) -> int:
    """One seat at a time; nobody when the game is over."""
    return 1 << s.turn if s.phase < NOT_BEGUN else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= NOT_BEGUN or seat != s.turn:
        return 0
    if s.phase == TURN and s.focused[seat]:
        return legal_refill(box, s, out)
    return legal_turn(box, s, seat, out)


@kernel
def apply(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision of a seat, which must be legal, and all that follows of itself."""
    act(box, s, seat, action, log)
    settle(box, s, log)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone; when that was the seat's turn, the next one comes."""
    declaring = action == DECLARE or action >= EXCHANGE_DECLARING
    if action >= EXCHANGE_DECLARING:
        action -= EXCHANGE_DECLARING - EXCHANGE
    if action < REFILL:
        exchange(s, seat, action // KINDS, action % KINDS, log)
    elif action < FOCUS:
        refill(s, seat, action - REFILL, log)
    elif action == FOCUS:
        focus(s, seat, log)
    elif action == WAIVE:
        announce(log, WAIVED, seat, 0)
    if declaring:
        declare(s, seat, log)
    if s.phase == TURN:
        end_turn(box, s, log)


@kernel
def legal_turn(box: Box, s: State, seat: int, out: Any) -> int:
    """FZ-R7 to FZ-R9, FZ-R23: exchange in the zone of the field, focus, declare (FZ-A4), waive a last turn (FZ-A12)."""
    first = first_place(box, s)
    kinds = legal_gifts(s, seat, first, out)
    n = kinds
    for place in range(1, end_of_places(box, s) - first):
        for i in range(kinds):
            out[n + i] = out[i] + place * KINDS
        n += kinds
    if s.phase == TURN:
        out[n] = FOCUS
        n += 1
    if s.declarer == NONE:
        return legal_declaring(box, s, seat, n, out)
    if s.phase == TURN:
        out[n] = WAIVE
        n += 1
    return n


@kernel
def legal_gifts(s: State, seat: int, place: int, out: Any) -> int:
    """FZ-R9, FZ-G15: for the card at a place, each different card of the hand may be given."""
    n = 0
    last = NONE
    for k in range(HAND):
        card = s.hand[seat, k]
        if card != last:
            out[n] = EXCHANGE + place * KINDS + card
            n += 1
            last = card
    return n


@kernel
def exchange(s: State, seat: int, place: int, give: int, log: Any) -> None:
    """FZ-R7, FZ-R9: the card taken comes to the hand, another goes to its place, face up."""
    take = open_card(s, place)
    swap_in_hand(s, seat, give, take)
    lay(s, place, give)
    remember(s, seat, give, take)
    note(log, TOOK, seat, take, address(place), HAND_AT + seat, 0, EVERYBODY)
    note(log, GAVE, seat, give, HAND_AT + seat, address(place), 0, EVERYBODY)
    s.phase = TURN
    if is_straight(s.hand[seat]):
        show_straight(s, seat, log)


@kernel
def legal_declaring(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """FZ-R16, FZ-A4: a FLAUTZ! may be declared instead of a turn, or with the exchange that makes it.

    A Straight declares itself (FZ-R18), so there is nothing to choose.
    """
    hand = s.hand[seat]
    tally = tally_of(hand)
    if s.phase == TURN and makes_flautz(tally):
        out[n] = DECLARE
        n += 1
    if far_from_flautz(tally):
        return n
    near = 0
    for k in range(HAND):
        if nearly_flautz(tally - digits_of(hand[k])):
            near |= 1 << k
    if near == 0:
        return n
    for place in range(first_place(box, s), end_of_places(box, s)):
        take = open_card(s, place)
        last = NONE
        for k in range(HAND):
            give = hand[k]
            if near >> k & 1 and give != last:
                made = tally - digits_of(give) + digits_of(take)
                straight = take < ILLUSION and made >> COLOURS_AT == HAND << DIGIT * colour_of(take)
                if makes_flautz(made) and not straight:
                    out[n] = EXCHANGE_DECLARING + place * KINDS + give
                    n += 1
            last = give
    return n


@kernel
def declare(s: State, seat: int, log: Any) -> None:
    """FZ-R16, FZ-R17: the hand is laid open; every other seat has one last turn."""
    s.phase = TURN
    s.declarer = seat
    announce(log, DECLARED_FLAUTZ, seat, 0)
    open_hand(s, seat, log)


@kernel
def open_hand(s: State, seat: int, log: Any) -> None:
    """All see the hand, and what they have seen they know."""
    for k in range(HAND):
        s.known[seat, k] = s.hand[seat, k]
        note(log, SHOWED, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)


@kernel
def focus(s: State, seat: int, log: Any) -> None:
    """FZ-R23: the apprentice is turned to the focus side and the turn ends."""
    s.focused[seat] = 1
    announce(log, FOCUSED, seat, 0)


@kernel
def legal_refill(box: Box, s: State, out: Any) -> int:
    """FZ-R24, FZ-A10, FZ-G14: who begins focused must refill in the field's zone, or waive a last turn (FZ-A12)."""
    n = 0
    for place in range(first_place(box, s), end_of_places(box, s)):
        out[n] = REFILL + place
        n += 1
    if s.declarer != NONE:
        out[n] = WAIVE
        n += 1
    return n


@kernel
def refill(s: State, seat: int, place: int, log: Any) -> None:
    """FZ-R24, FZ-G13: the card is discarded, the top of the pile turned up in its place, the apprentice turned back."""
    old = open_card(s, place)
    s.discards[s.discarded] = old
    s.discarded += 1
    note(log, DISCARDED, seat, old, address(place), DISCARDS_AT, 0, EVERYBODY)
    if s.pile_size == 0:
        reshuffle(s, log)
    lay(s, place, take_from_pile(s))
    turned_up(s, open_card(s, place))
    note(log, TURNED_UP, seat, open_card(s, place), PILE_AT, address(place), 0, EVERYBODY)
    s.focused[seat] = 0
    announce(log, UNFOCUSED, seat, 0)
    s.phase = AFTER_REFILL


@kernel
def turned_up(s: State, card: int) -> None:
    """What all knew to be in the pile is there no more."""
    k = 0
    while k < DISCARDS and s.pile_known[k] != card and s.pile_known[k] != NONE:
        k += 1
    for i in range(k, DISCARDS):
        s.pile_known[i] = s.pile_known[i + 1] if i + 1 < DISCARDS else NONE


@kernel
def reshuffle(s: State, log: Any) -> None:
    """FZ-G5: with the pile empty the discards become the pile."""
    for i in range(s.discarded):
        s.pile[i], s.pile_known[i] = s.discards[i], s.discards[i]
        s.discards[i] = NONE
    s.pile_size = s.discarded
    s.discarded = 0
    announce(log, RESHUFFLED, NONE, s.pile_size)


@kernel
def end_turn(box: Box, s: State, log: Any) -> None:
    """FZ-R7, FZ-R10, FZ-R11, FZ-R17: the next seat; the crystal moves when the first player's turn comes."""
    s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    if s.turn == s.first:
        s.arena_field += 1
        if s.arena_field == box.rounds:
            close(s, ARENA)
            return
    if s.turn == s.declarer:
        close(s, DECLARED)
    elif s.turn == s.first:
        announce(log, ROUND_BEGAN, s.first, s.arena_field + 1)


@kernel
def close(s: State, closing: int) -> None:
    """The challenge is over, in one of four ways."""
    s.phase = CLOSED
    s.last_closing = closing


# ---------------------------------------------------------------- valuation


@kernel
def show_straight(s: State, seat: int, log: Any) -> None:
    """FZ-R18, FZ-R19: shown at once, and the challenge is over."""
    royal = colour_of(s.hand[seat, 0]) == s.apprentice[seat]
    announce(log, ROYAL_MADE if royal else STRAIGHT_MADE, seat, 0)
    close(s, ROYAL if royal else STRAIGHT)


@kernel
def value_challenge(box: Box, s: State, closing: int, maker: int, log: Any) -> None:
    """FZ-G20: hands open, values, crystals. `maker` showed the Straight or Royal, if one closed it."""
    best = 0
    for seat in range(box.seats):
        s.last_points[seat] = value_of_seat(box, s, seat, closing, maker)
        s.last_crystals[seat] = 0
        best = max(best, s.last_points[seat])
        for k in range(HAND):
            s.last_hand[seat, k] = s.hand[seat, k]
            note(log, SHOWED, seat, s.hand[seat, k], HAND_AT + seat, NONE, 0, EVERYBODY)
        announce(log, VALUED, seat, s.last_points[seat])
    if closing == STRAIGHT or closing == ROYAL:
        s.last_crystals[maker] = 1 + (box.royal_bonus if closing == ROYAL else box.straight_bonus)
    else:
        crystals_to_the_best(box, s, best, log)
    note_gains(box, s, log)


@kernel
def value_of_seat(box: Box, s: State, seat: int, closing: int, maker: int) -> int:
    """FZ-R15, FZ-R19, FZ-R25: the best spell; nothing for the focused, nor for others under a Royal."""
    if s.focused[seat] or (closing == ROYAL and seat != maker):
        return 0
    return spell_value(box, s.hand[seat])


@kernel
def crystals_to_the_best(box: Box, s: State, best: int, log: Any) -> None:
    """FZ-R15, FZ-A6: a crystal to each of the best; to nobody when the best is nothing."""
    if best == 0:
        announce(log, CRYSTAL_RETURNED, NONE, 0)
        return
    for seat in range(box.seats):
        if s.last_points[seat] == best:
            s.last_crystals[seat] = 1


@kernel
def note_gains(box: Box, s: State, log: Any) -> None:
    """Crystals to their owners, in turn order; points only in mode 2 (FZ-R21)."""
    for step in range(box.seats):
        seat = (s.first + step) % box.seats
        s.crystals[seat] += s.last_crystals[seat]
        if box.mode != CRYSTALS:
            s.points[seat] += s.last_points[seat]
        if s.last_crystals[seat]:
            announce(log, CRYSTAL_WON, seat, s.last_crystals[seat])


@kernel
def game_ends(box: Box, s: State, log: Any) -> bool:
    """FZ-R21, FZ-R22, FZ-G19: three crystals, or the last challenge; says who won and how."""
    most = 0
    for seat in range(box.seats):
        most = max(most, s.crystals[seat])
    reached = box.mode == CRYSTALS and most >= box.crystals_to_win
    if not reached and s.challenge < box.challenges:
        return False
    s.phase = OVER
    winners = 0
    for seat in range(box.seats):
        if place_of(box, s, seat) == 1:
            winners += 1
            announce(log, GAME_WON, seat, total(box, s, seat))
    if box.mode != CRYSTALS:
        s.ending = BY_POINTS if winners == 1 else BY_POINTS_SHARED
    elif reached:
        s.ending = BY_CRYSTALS if winners == 1 else BY_CRYSTALS_SHARED
    else:
        s.ending = BY_GUARD
    return True


@kernel
def total(box: Box, s: State, seat: int) -> int:
    """FZ-R21, FZ-R22: crystals in mode 1; points of all challenges plus the worth of the crystals in mode 2."""
    if box.mode == CRYSTALS:
        return int(s.crystals[seat])
    return int(s.points[seat]) + box.points_per_crystal * int(s.crystals[seat])


@kernel
def place_of(box: Box, s: State, seat: int) -> int:
    """FZ-G6, FZ-G23: mode 1 by crystals, mode 2 by total, then crystals; equal ones share the place."""
    place = 1
    mine = total(box, s, seat)
    for other in range(box.seats):
        theirs = total(box, s, other)
        if theirs > mine or (theirs == mine and s.crystals[other] > s.crystals[seat]):
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
    WRONG_ZONE,
    NOT_IN_HAND,
    MUST_REFILL,
    MUST_EXCHANGE,
    NOT_FOCUSED,
    NO_FLAUTZ,
    ALREADY_DECLARED,
    NO_FREE_PASS,
    SHOWS_ITSELF,
) = range(10)

REFUSALS = (
    ("legal", ""),
    ("wrong-zone", "FZ-R8"),
    ("not-in-hand", "FZ-R9"),
    ("must-refill", "FZ-R24"),
    ("must-exchange", "FZ-R24"),
    ("not-focused", "FZ-R24"),
    ("no-flautz", "FZ-R16"),
    ("already-declared", "FZ-G17"),
    ("no-free-pass", "FZ-A2"),
    ("shows-itself", "FZ-R18"),
)


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may. `legal` judges, this only explains."""
    for i in range(legal(box, s, seat, out)):
        if out[i] == action:
            return LEGAL
    if action == WAIVE and s.phase == TURN:
        return NO_FREE_PASS
    if s.phase == TURN and s.focused[seat]:
        return WRONG_ZONE if REFILL <= action < FOCUS else MUST_REFILL
    if action < REFILL or action >= EXCHANGE_DECLARING:
        return why_no_exchange(box, s, seat, action)
    if s.phase == AFTER_REFILL:
        return MUST_EXCHANGE
    if action < FOCUS:
        return NOT_FOCUSED
    return NO_FLAUTZ if s.declarer == NONE else ALREADY_DECLARED


@kernel
def why_no_exchange(box: Box, s: State, seat: int, action: int) -> int:
    """FZ-R8, FZ-R9, FZ-R16, FZ-R18: a wrong zone, a card not in the hand, nothing to declare, or a Straight."""
    exchanging = action % EXCHANGE_DECLARING
    place = exchanging // KINDS
    if place < first_place(box, s) or place >= end_of_places(box, s):
        return WRONG_ZONE
    for k in range(HAND):
        if s.hand[seat, k] == exchanging % KINDS:
            if s.declarer != NONE:
                return ALREADY_DECLARED
            made = tally_of(s.hand[seat]) - digits_of(s.hand[seat, k]) + digits_of(open_card(s, place))
            return SHOWS_ITSELF if makes_flautz(made) else NO_FLAUTZ
    return NOT_IN_HAND
