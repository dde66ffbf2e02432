"""Cards that are laid open in Abracadabra: the Tricks and what Chaos! gives back, and what is discarded."""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_out_of_hand
from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import (
    DISCARD_CARD,
    GIVE_CARD,
    PLAY_CHAOS,
    PLAY_EXODUS,
    PLAY_IDEM,
    PLAY_PROXIMA,
    PLAY_VADEMECUM,
)
from grimorio.games.abracadabra.events import DISCARDS_AT, HAND_AT, PROXIMA_AT, Told
from grimorio.games.abracadabra.rules.hands import play_openly, to_discards
from grimorio.games.abracadabra.rules.memory import DRAWN, GIVEN, TAKEN, back_of, nothing_drawn, pass_hidden
from grimorio.games.abracadabra.rules.taking import go_on
from grimorio.games.abracadabra.rules.winning import check_win_by_card
from grimorio.games.abracadabra.state import (
    AFTER_PLAY,
    AIR,
    AUTOMATIC,
    CHAOS,
    DRAW_OBJECTS,
    EXODUS,
    EXODUS_DISCARD,
    GIVE,
    IDEM,
    NEXT_EXODUS,
    PROXIMA,
    VADEMECUM,
    Box,
    State,
)

ALEA = 0
"""A-R17: the letter that gives an extra turn."""


@kernel
def legal_tricks(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """A-R22 to A-R27, A-G10, A-G12: Idem! needs a gathering in progress, Chaos! and Vademecum! somebody with cards."""
    held = tricks_held(s, seat)
    out[n] = PLAY_PROXIMA
    n += held >> PROXIMA - AIR & 1
    out[n] = PLAY_IDEM
    n += held >> IDEM - AIR & (s.letter != NONE)
    out[n] = PLAY_EXODUS
    n += held >> EXODUS - AIR & 1
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
        out[n] = action + other
        n += other != seat and s.hand_size[other] > 0
    return n


@kernel
def lay_open(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """A-R22, A-R25, A-R29, A-G16: a card is discarded or a Trick played: it lies open before anything else happens."""
    card = which if form == DISCARD_CARD else trick_of(form)
    play_openly(s, seat, card)
    if form == PLAY_PROXIMA:
        lay_proxima(s, seat, log)
        return
    to_discards(s, card)
    if form == DISCARD_CARD:
        note(log, Told.DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)
        go_on(s, NEXT_EXODUS if s.phase == EXODUS_DISCARD else AFTER_PLAY)
    else:
        play_trick(box, s, seat, card, which, log)


@kernel
def play_trick(box: Box, s: State, seat: int, card: int, which: int, log: Any) -> None:
    """A-R24 to A-R27: what a Trick does."""
    at_whom = which + 1 if card == CHAOS or card == VADEMECUM else 0
    note(log, Told.PLAYED, seat, card, HAND_AT + seat, DISCARDS_AT, at_whom, EVERYBODY)
    if card == IDEM:
        s.drawer = seat
        go_on(s, DRAW_OBJECTS)
    elif card == EXODUS:
        s.target = seat
        go_on(s, NEXT_EXODUS)
    else:
        steal(box, s, seat, which, GIVE if card == CHAOS else AUTOMATIC, log)


@kernel
def trick_of(form: int) -> int:
    """The card that an action plays."""
    if form == PLAY_PROXIMA:
        return PROXIMA
    if form == PLAY_IDEM:
        return IDEM
    if form == PLAY_EXODUS:
        return EXODUS
    return CHAOS if form == PLAY_CHAOS else VADEMECUM


@kernel
def lay_proxima(s: State, seat: int, log: Any) -> None:
    """A-R23: Proxima! lies face up before its player until the next gathering."""
    s.proxima[0] = PROXIMA
    s.proxima_of = seat
    note(log, Told.PLAYED, seat, PROXIMA, HAND_AT + seat, PROXIMA_AT, 0, EVERYBODY)
    go_on(s, AFTER_PLAY)


@kernel
def steal(box: Box, s: State, seat: int, other: int, then: int, log: Any) -> None:
    """A-R26, A-R27: a random card of an opponent; Chaos! gives one back (`then` is GIVE), Vademecum! does not."""
    card = s.hand[other, below(s, s.hand_size[other])]
    take_out_of_hand(s, other, card)
    put_in_hand(s, seat, card)
    pass_hidden(s, box.seats, other, seat, card, DRAWN if then == GIVE else TAKEN)
    note(log, Told.STOLE, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
    s.target = other
    if then == GIVE:
        s.drawn[seat], s.drawn[other], s.drawn_back = card, card, back_of(card)
        s.phase = GIVE
    else:
        go_on(s, AFTER_PLAY)
    check_win_by_card(box, s, seat, card, log)


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
    note(log, Told.GAVE, seat, card, HAND_AT + seat, HAND_AT + other, 0, 1 << seat | 1 << other)
    s.drawn[seat], s.drawn[other] = NONE, NONE
    go_on(s, AFTER_PLAY)
    check_win_by_card(box, s, other, card, log)
