"""The enchantments of F.A.T.A. (B6, F-R10): what may be played, and what it does. Also another hand (F-R11)."""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_out_of_hand
from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note, whisper
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import GIVE_CARD, GIVE_TREASURE, PLAY, PLAY_FOG, PLAY_GUST, PLAY_MIRROR
from grimorio.games.fata.events import CHARACTER_AT, CHARM_AT, DISCARDS_AT, HAND_AT, ROWS_AT, Told
from grimorio.games.fata.rules.memory import held, hidden_card_passed, left_hand_openly, whole_hand_seen
from grimorio.games.fata.rules.pieces import (
    charm_over,
    discard_openly,
    draw_into_hand,
    length,
    pass_treasure,
    set_aside,
    to_discards,
)
from grimorio.games.fata.state import (
    ENCHANTMENT,
    FOG,
    GIFT,
    GIFT_CHOICE,
    GIVE_BACK,
    GUST,
    MIRROR,
    ROW,
    ROWS,
    SEATS,
    SHIELD,
    STEALING,
    TREASURE,
    Box,
    State,
)


@kernel
def legal_enchantments(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """F-R10, F-G26: any enchantment of the hand; each choice where it needs one; without any it does nothing."""
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
    return bool(s.rows[other, row * ROW] != NONE and s.charm[other, 0] != SHIELD)


@kernel
def can_be_grasped(s: State, seat: int, other: int) -> bool:
    """B6: a Hand of Fog needs a hand of two, and another card to give back."""
    return bool(s.hand_size[other] > 1 and s.hand_size[seat] > 1)


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
def is_enchantment(form: int) -> bool:
    """Whether an action plays an enchantment."""
    return form == PLAY or form == PLAY_GUST or form == PLAY_MIRROR or form == PLAY_FOG


@kernel
def enchantment_of(form: int, which: int) -> int:
    """The card that an action plays."""
    if form == PLAY:
        return ENCHANTMENT + which
    if form == PLAY_GUST:
        return GUST
    return MIRROR if form == PLAY_MIRROR else FOG


@kernel
def enchant(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """F-R10, F-G29: lay it down; what acts now acts and is discarded; then a card is set aside."""
    card = enchantment_of(form, which)
    take_out_of_hand(s, seat, card)
    left_hand_openly(box, s, seat, card)
    s.charm[seat, 0] = card
    note(log, Told.PLAYED, seat, card, HAND_AT + seat, CHARM_AT + seat, 0, EVERYBODY)
    s.phase = STEALING
    if card == GIFT and s.treasure_count[seat] > 0:
        s.phase = GIFT_CHOICE
    elif form == PLAY_GUST:
        blow(s, seat, which // ROWS, which % ROWS, log)
    elif form == PLAY_MIRROR:
        look(box, s, seat, which // 2, which % 2, log)
    elif form == PLAY_FOG:
        grasp(box, s, seat, which, log)
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
    note(log, Told.BLOWN, seat, s.rows[other, place], at, DISCARDS_AT, 0, EVERYBODY)
    s.rows[other, place] = NONE


@kernel
def look(box: Box, s: State, seat: int, other: int, at_character: int, log: Any) -> None:
    """B6, F-G34: what the Water Mirror shows is for its player alone, who remembers it."""
    start = CHARACTER_AT + other if at_character else HAND_AT + other
    note(log, Told.LOOKED, seat, NONE, start, NONE, 0, EVERYBODY)
    if at_character:
        s.seen_character[seat, other] = s.character[other, 0]
        note(log, Told.SAW_CHARACTER, seat, s.character[other, 0], start, NONE, 0, 1 << seat)
        whisper(log, 1 << seat)
        return
    whole_hand_seen(box, s, seat, other)
    for k in range(s.hand_size[other]):
        note(log, Told.SAW, seat, s.hand[other, k], start, NONE, 0, 1 << seat)
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
    note(log, Told.GRASPED, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
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
    note(log, Told.GAVE, seat, card, HAND_AT + seat, HAND_AT + other, 0, 1 << seat | 1 << other)
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
    pass_treasure(box, s, seat, which % SEATS, TREASURE + which // SEATS, Told.GAVE_TREASURE, log)
    after_enchantment(s, seat, log)


@kernel
def change_hand(box: Box, s: State, seat: int, log: Any) -> None:
    """F-R11, F-G30: the whole hand goes, one card less comes back; for a single card, one."""
    cards = s.hand_size[seat]
    announce(log, Told.CHANGED, seat, cards)
    for _ in range(cards):
        discard_openly(box, s, seat, s.hand[seat, 0], log)
    for _ in range(max(1, cards - 1)):
        draw_into_hand(s, seat, log)
    s.phase = STEALING
