"""What happens of itself in Illusio: tricks validated, cards drawn, the Challenge filled, the next turn."""

from typing import Any

from grimorio.engine.cards import pour, take_top
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import DISCARD, VALIDATE_FIRST
from grimorio.games.illusio.events import CHALLENGE_AT, DISCARDS_AT, HAND_AT, OBJECTIVES_AT, Told
from grimorio.games.illusio.rules.exchanging import discard_aside
from grimorio.games.illusio.rules.hands import cards_to_draw, draw_cards, held, play_openly, to_discards
from grimorio.games.illusio.rules.steps import go_on, insert, offer_kinds
from grimorio.games.illusio.rules.talents import talent_possible
from grimorio.games.illusio.rules.tricks import (
    begin_round,
    due,
    find_trick,
    first_due,
    score_trick,
    show_complete,
    shown_by,
)
from grimorio.games.illusio.state import (
    ACT,
    ACTS,
    AUTOMATIC,
    BY_GUARD,
    CHALLENGE,
    DISCARDING,
    DRAW,
    END_TURN,
    FILL,
    LIMIT,
    NEXT_TURN,
    OBJECTIVE,
    ORDERING,
    OVER,
    PLAYING,
    SCORE,
    SEATS,
    VALIDATE,
    Box,
    State,
)


@kernel
def legal_order(s: State, seat: int, out: Any) -> int:
    """I-G8: of several tricks that are due the owner chooses the first."""
    n = 0
    for trick in range(shown_by(s, seat)):
        if s.wait[seat, trick] == 0:
            n = insert(VALIDATE_FIRST + s.shown[seat, trick] - OBJECTIVE, 0, n, out)
    return n


@kernel
def validate_first(s: State, seat: int, objective: int) -> None:
    """I-G8: this one now."""
    s.scored_of, s.scored = seat, find_trick(s, seat, OBJECTIVE + objective)
    go_on(s, SCORE)


@kernel
def end_turn(s: State, seat: int, log: Any) -> None:
    """I-G13: whatever is left of the turn is waived."""
    announce(log, Told.ENDED_TURN, seat, s.acts_left)
    go_on(s, END_TURN)


@kernel
def legal_discard(s: State, seat: int, out: Any) -> int:
    """I-R11, I-T15: any card of the hand."""
    return offer_kinds(DISCARD, held(s, seat), PLAYING, 0, out)


@kernel
def discard(s: State, seat: int, card: int, log: Any) -> None:
    """I-R11: a card too many goes to the discards."""
    play_openly(s, seat, card)
    to_discards(s, card)
    note(log, Told.DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)
    go_on(s, END_TURN)


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """Step by step until somebody has to decide, or the game is over."""
    while s.phase == AUTOMATIC:
        if s.step == FILL:
            after_action(box, s, log)
        elif s.step == DRAW:
            draw_step(box, s, log)
        elif s.step == NEXT_TURN:
            next_turn(box, s, log)
        elif s.step == VALIDATE:
            validate(s)
        elif s.step == SCORE:
            score(box, s, log)
        else:
            close_turn(box, s)


@kernel
def after_action(box: Box, s: State, log: Any) -> None:
    """I-R4, I-G31, I-R12: the Challenge is filled, what is complete is shown; then the turn goes on or is over."""
    fill_challenge(s, log)
    if s.turns == 0:
        s.step = DRAW
        return
    show_complete(box, s, s.turn, log)
    if s.acts_left > 0 or (not s.talent_used and talent_possible(box, s, s.turn)):
        s.phase = ACT
    else:
        s.step = END_TURN


@kernel
def fill_challenge(s: State, log: Any) -> None:
    """I-R4, I-R3, I-G11, I-G25: four objectives lie open, as long as deck and discards hold one."""
    for slot in range(CHALLENGE):
        if s.challenge[slot] == NONE and s.objectives_size + s.dropped_size > 0:
            s.challenge[slot] = take_objective(s, log)
            note(log, Told.REVEALED, NONE, s.challenge[slot], OBJECTIVES_AT, CHALLENGE_AT + slot, 0, EVERYBODY)


@kernel
def take_objective(s: State, log: Any) -> int:
    """I-R3: from the objectives' deck; when it is empty its discards are shuffled into a new one."""
    if s.objectives_size == 0:
        pour(s.dropped, s.dropped_size, s.objectives)
        s.objectives_size, s.dropped_size, s.objectives_stacked = s.dropped_size, 0, 0
        announce(log, Told.RECYCLED, NONE, s.objectives_size)
    card = take_top(s, s.objectives, s.objectives_size, s.objectives_stacked)
    s.objectives_stacked -= s.objectives_stacked > 0
    s.objectives_size -= 1
    return card


@kernel
def draw_step(box: Box, s: State, log: Any) -> None:
    """I-R5, I-R6, I-R7 C: the first hands, the start of a turn, or what was exchanged."""
    seat = s.drawer
    number = s.aside_size
    if s.turns == 0:
        number = box.dealt
    elif s.opening:
        number = cards_to_draw(box, s, seat)
    draw_cards(s, seat, number, log)
    if s.turns == 0:
        s.drawer += 1
        if s.drawer == box.seats:
            s.step = NEXT_TURN
    elif s.opening:
        s.opening = 0
        s.phase = ACT
    else:
        discard_aside(s, seat, log)
        s.step = FILL


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """I-G17, I-G20, I-G26: the seat to the left; its tricks are one start nearer, bonus talents may count again."""
    if s.turns >= LIMIT:
        announce(log, Told.CUT, NONE, s.turns)
        s.phase, s.ending = OVER, BY_GUARD
        return
    s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    s.turns += 1
    s.acts_left, s.talent_used, s.opening = ACTS, 0, 1
    for seat in range(SEATS):
        s.bonus_used[seat] = 0
    announce(log, Told.TURN_BEGAN, s.turn, s.turns)
    begin_round(s, s.turn)
    s.step = VALIDATE


@kernel
def validate(s: State) -> None:
    """I-A8, I-G8, I-G17: what is due is validated before the draw; with several the owner is asked for the order."""
    tricks = due(s, s.turn)
    if tricks == 0:
        s.step, s.drawer = DRAW, s.turn
    elif tricks == 1:
        s.scored_of, s.scored = s.turn, first_due(s, s.turn)
        s.step = SCORE
    else:
        s.phase = ORDERING


@kernel
def score(box: Box, s: State, log: Any) -> None:
    """I-R15, I-R24: one trick is validated; I-G19: if that reaches the target nothing more is played."""
    score_trick(box, s, s.scored_of, s.scored, log)
    s.scored_of, s.scored = NONE, 0
    s.step = VALIDATE if s.opening else FILL


@kernel
def close_turn(box: Box, s: State) -> None:
    """I-R11: more than eight cards in hand have to be discarded at the end of the own turn, and only then."""
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARDING
    else:
        s.step = NEXT_TURN
