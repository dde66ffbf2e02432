"""Special actions of Illusio: Take, and those that are played on a shown trick (I-R22 to I-R26)."""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_out_of_hand
from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import ON_TRICK, OTHERS, TAKE_FROM, TRANSFORM_ONE
from grimorio.games.illusio.events import DISCARDS_AT, HAND_AT, SHOWN_AT, SPECIALS_AT, Told
from grimorio.games.illusio.rules.hands import (
    pass_hidden,
    play_openly,
    random_card,
    to_discards,
)
from grimorio.games.illusio.rules.pieces import kinds_backstage
from grimorio.games.illusio.rules.steps import offer_kinds, spend
from grimorio.games.illusio.rules.tricks import find_owner, find_trick, shown_tricks
from grimorio.games.illusio.state import (
    COMPONENTS,
    DEJA_VU,
    ENCORE,
    GRAND,
    OBJECTIVE,
    OBJECTIVES,
    SCORE,
    SHOWN,
    SUCCESS,
    TAKE,
    TRANSFORM,
    Box,
    State,
)


@kernel
def legal_specials(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """I-R20 to I-R26: Transform on the own backstage, Take from a hand, the others on a shown trick."""
    if kinds < 1 << COMPONENTS:
        return n
    if kinds >> TRANSFORM & 1:
        backstage = kinds_backstage(s, seat)
        for kind in range(COMPONENTS):
            if backstage >> kind & 1:
                for other in range(OTHERS):
                    out[n] = TRANSFORM_ONE + kind * OTHERS + other
                    n += 1
    if kinds >> TAKE & 1:
        for other in range(box.seats):
            if other != seat and s.hand_size[other] > 0:
                out[n] = TAKE_FROM + other
                n += 1
    return legal_on_tricks(box, s, kinds >> ENCORE, n, out)


@kernel
def legal_on_tricks(box: Box, s: State, cards: int, n: int, out: Any) -> int:
    """I-G3, I-A9: any shown trick, own or foreign; an Encore only where none was played in this round."""
    if cards & 1:
        n = offer_kinds(ON_TRICK, shown_tricks(box, s, 1), OBJECTIVES, n, out)
    if cards >> 1 == 0:
        return n
    tricks = shown_tricks(box, s, 0)
    for card in range(1, GRAND - ENCORE + 1):
        if cards >> card & 1:
            n = offer_kinds(ON_TRICK + card * OBJECTIVES, tricks, OBJECTIVES, n, out)
    return n


@kernel
def take(s: State, seat: int, other: int, log: Any) -> None:
    """I-R22, I-G24, I-G30: the card is discarded, a random one of the opponent's comes into the own hand."""
    play_openly(s, seat, TAKE)
    to_discards(s, TAKE)
    note(log, Told.PLAYED, seat, TAKE, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)
    card = random_card(s, other)
    take_out_of_hand(s, other, card)
    put_in_hand(s, seat, card)
    pass_hidden(s, other, seat, card)
    note(log, Told.TOOK, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
    spend(s)


@kernel
def on_trick(s: State, seat: int, card: int, objective: int, log: Any) -> None:
    """I-R23 to I-R26, I-G3: it lies on the trick until that is validated; Immediate Success validates it at once."""
    owner = find_owner(s, OBJECTIVE + objective)
    trick = find_trick(s, owner, OBJECTIVE + objective)
    play_openly(s, seat, card)
    where = DISCARDS_AT if card == SUCCESS else SPECIALS_AT
    note(log, Told.PLAYED, seat, card, HAND_AT + seat, where, 0, EVERYBODY)
    note(log, Told.TARGETED, owner, OBJECTIVE + objective, SHOWN_AT + owner * SHOWN + trick, NONE, 0, EVERYBODY)
    spend(s)
    if card == SUCCESS:
        to_discards(s, SUCCESS)
        s.scored_of, s.scored = owner, trick
        s.step = SCORE
        return
    lay_special(s, card)
    if card == ENCORE:
        s.encores[owner, trick] += 1
        s.encored[owner, trick] = 1
        s.wait[owner, trick] += 1
    elif card == DEJA_VU:
        s.deja_vus[owner, trick] += 1
    else:
        s.grands[owner, trick] += 1


@kernel
def lay_special(s: State, card: int) -> None:
    """Special actions on tricks lie together; what lies on which is counted there."""
    i = 0
    while s.specials[i] != NONE:
        i += 1
    s.specials[i] = card
