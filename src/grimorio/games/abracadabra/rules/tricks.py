"""The Tricks of Abracadabra, and what Chaos! gives back."""

from typing import Any

from grimorio.engine.cards import put_in_hand, take_out_of_hand
from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import (
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
def play_trick(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """A-R22: one of the five Tricks that are played from the hand."""
    if form == PLAY_PROXIMA:
        lay_proxima(s, seat, log)
    elif form == PLAY_IDEM:
        play_card(s, seat, IDEM, NONE, log)
        s.drawer = seat
        go_on(s, DRAW_OBJECTS)
    elif form == PLAY_EXODUS:
        play_card(s, seat, EXODUS, NONE, log)
        s.target = seat
        go_on(s, NEXT_EXODUS)
    elif form == PLAY_CHAOS:
        play_card(s, seat, CHAOS, which, log)
        steal(box, s, seat, which, GIVE, log)
    else:
        play_card(s, seat, VADEMECUM, which, log)
        steal(box, s, seat, which, AUTOMATIC, log)


@kernel
def lay_proxima(s: State, seat: int, log: Any) -> None:
    """A-R23: Proxima! lies face up before its player until the next gathering."""
    play_openly(s, seat, PROXIMA)
    s.proxima[0] = PROXIMA
    s.proxima_of = seat
    note(log, Told.PLAYED, seat, PROXIMA, HAND_AT + seat, PROXIMA_AT, 0, EVERYBODY)
    go_on(s, AFTER_PLAY)


@kernel
def play_card(s: State, seat: int, card: int, target: int, log: Any) -> None:
    """A-G16: a Trick goes to the discards when played, before its effect."""
    play_openly(s, seat, card)
    to_discards(s, card)
    note(log, Told.PLAYED, seat, card, HAND_AT + seat, DISCARDS_AT, target + 1, EVERYBODY)


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
