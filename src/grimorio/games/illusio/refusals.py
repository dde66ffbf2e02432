"""Why not: what Illusio answers to an action that is not legal. `legal` judges, this only explains."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import (
    ADD,
    ADD_AS,
    CHANGE,
    DISCARD,
    DONE,
    DROP,
    EXCHANGE,
    MOVE,
    ON_TRICK,
    PLACE_AS,
    PREPARE,
    RETURN,
    STEAL,
    SWAP,
    SWAP_FOR,
    TAKE_FROM,
    TRANSFORM_ONE,
    USE,
    WHICH,
)
from grimorio.games.illusio.hands import held
from grimorio.games.illusio.kinds import group_of, pair_at
from grimorio.games.illusio.rules import CHANGING, group_to_change, legal, shown_tricks, which_kind, whose
from grimorio.games.illusio.state import (
    CHALLENGE,
    COMPONENTS,
    DISCARDING,
    ENCORE,
    EXCHANGING,
    GRIMALDO,
    OBJECTIVE,
    OBJECTIVES,
    ORDERING,
    SILAS,
    SWAPPING,
    TAKE,
    TAKING_ON,
    TRANSFORM,
    TWINS,
    WHICH_ONE,
    Box,
    State,
)

(
    LEGAL,
    FINISH_EXCHANGE,
    FINISH_PREPARING,
    FINISH_SWAP,
    SAY_WHICH,
    CHOOSE_ORDER,
    MUST_DISCARD,
    NOT_NOW,
    NO_ACTION_LEFT,
    CARD_NOT_IN_HAND,
    NOT_IN_BACKSTAGE,
    NO_OBJECTIVE_THERE,
    DOES_NOT_FIT,
    NOT_IN_CHALLENGE,
    HALF_NEEDED,
    TWO_ALREADY,
    NOT_SHOWN,
    ENCORE_ALREADY,
    NOT_YOURSELF,
    NO_SUCH_SEAT,
    NO_CARDS_THERE,
    NOTHING_TO_DRAW,
    NOT_YOUR_TALENT,
    TALENT_USED,
    NOTHING_TO_SWAP,
    BACKSTAGE_TOO_SMALL,
) = range(26)

REFUSALS = (
    ("legal", ""),
    ("finish-exchange", "I-G32"),
    ("finish-preparing", "I-G31"),
    ("finish-swap", "I-G29"),
    ("say-which", "I-G16"),
    ("choose-order", "I-G8"),
    ("must-discard", "I-R11"),
    ("not-now", "I-G17"),
    ("no-action-left", "I-R7"),
    ("card-not-in-hand", "I-R7"),
    ("not-in-backstage", "I-R10"),
    ("no-objective-there", "I-R9"),
    ("does-not-fit", "I-G28"),
    ("not-in-challenge", "I-R4"),
    ("half-needed", "I-R7"),
    ("two-already", "I-R9"),
    ("not-shown", "I-G3"),
    ("encore-already", "I-R23"),
    ("not-yourself", "I-R22"),
    ("no-such-seat", "I-G30"),
    ("no-cards-there", "I-G10"),
    ("nothing-to-draw", "I-G18"),
    ("not-your-talent", "I-R2"),
    ("talent-used", "I-R8"),
    ("nothing-to-swap", "I-A5"),
    ("backstage-too-small", "I-G29"),
)


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat that has to decide may not do this; 0 when it may. `legal` judges, this only explains."""
    for i in range(legal(box, s, seat, out)):
        if out[i] == action:
            return LEGAL
    if s.phase == EXCHANGING:
        return why_not_exchange(s, seat, action)
    if s.phase == TAKING_ON:
        return why_not_use(s, seat, action)
    if s.phase == SWAPPING:
        return why_not_swap_for(box, seat, action)
    if s.phase == WHICH_ONE:
        return SAY_WHICH
    if s.phase == ORDERING:
        return CHOOSE_ORDER
    if s.phase == DISCARDING:
        return CARD_NOT_IN_HAND if DISCARD <= action < DONE else MUST_DISCARD
    return why_not_act(box, s, seat, action)


@kernel
def why_not_exchange(s: State, seat: int, action: int) -> int:
    """I-G18, I-G32: cards one has, as many as can be drawn; then the exchange is confirmed."""
    if EXCHANGE <= action < PREPARE:
        return NOTHING_TO_DRAW if held(s, seat) >> (action - EXCHANGE) & 1 else CARD_NOT_IN_HAND
    return FINISH_EXCHANGE


@kernel
def why_not_use(s: State, seat: int, action: int) -> int:
    """I-G4, I-G28: components of the backstage that fit, at least half."""
    if action == DONE:
        return HALF_NEEDED
    if USE <= action < DROP:
        return DOES_NOT_FIT if s.backstage_as[seat, action - USE] > 0 else NOT_IN_BACKSTAGE
    return FINISH_PREPARING


@kernel
def why_not_swap_for(box: Box, seat: int, action: int) -> int:
    """Talent 6: a component that lies in another's backstage."""
    if not SWAP_FOR <= action < STEAL:
        return FINISH_SWAP
    if whose(seat, action) >= box.seats:
        return NO_SUCH_SEAT
    return NOT_YOURSELF if whose(seat, action) == seat else NOT_IN_BACKSTAGE


@kernel
def why_not_act(box: Box, s: State, seat: int, action: int) -> int:
    """Something for another moment, a talent, or an action of the turn."""
    if USE <= action < DROP or SWAP_FOR <= action < STEAL or action >= WHICH:
        return NOT_NOW
    if action >= CHANGE:
        return why_no_talent(box, s, seat, action)
    if s.acts_left == 0:
        return NO_ACTION_LEFT
    if action < MOVE:
        return why_not_from_hand(s, seat, action)
    if action < TRANSFORM_ONE:
        return why_not_to_objective(s, seat, (action - MOVE) // COMPONENTS, in_backstage(s, seat, which_kind(action)))
    if action < EXCHANGE:
        return why_no_special(box, s, seat, action)
    return why_no_objective(s, seat, action)


@kernel
def in_backstage(s: State, seat: int, kind: int) -> int:
    """Nothing to object to, or that there is no such component."""
    return LEGAL if s.backstage_as[seat, kind] > 0 else NOT_IN_BACKSTAGE


@kernel
def why_not_to_objective(s: State, seat: int, place: int, found: int) -> int:
    """I-R7 E, I-G28: an objective in preparation, a component one has, and room for it."""
    if s.preparing[seat, place] == NONE:
        return NO_OBJECTIVE_THERE
    return found if found != LEGAL else DOES_NOT_FIT


@kernel
def why_not_from_hand(s: State, seat: int, action: int) -> int:
    """I-R7 A and E, I-G21: a component of the hand; to change it takes the talent."""
    place, kind, changed = NONE, action, False
    if action >= ADD_AS:
        place, kind, changed = (action - ADD_AS) // CHANGING, pair_at((action - ADD_AS) % CHANGING, 1)[0], True
    elif action >= ADD:
        place, kind = (action - ADD) // COMPONENTS, (action - ADD) % COMPONENTS
    elif action >= PLACE_AS:
        kind, changed = pair_at(action - PLACE_AS, 1)[0], True
    if changed and group_to_change(s.magician[seat]) != group_of(kind):
        return NOT_YOUR_TALENT
    if changed and s.talent_used:
        return TALENT_USED
    found = LEGAL if held(s, seat) >> kind & 1 else CARD_NOT_IN_HAND
    return found if place == NONE else why_not_to_objective(s, seat, place, found)


@kernel
def why_no_special(box: Box, s: State, seat: int, action: int) -> int:
    """I-R20 to I-R26: a card one has, on something that is there."""
    card = TRANSFORM
    if action >= ON_TRICK:
        card = ENCORE + (action - ON_TRICK) // OBJECTIVES
    elif action >= TAKE_FROM:
        card = TAKE
    if not held(s, seat) >> card & 1:
        return CARD_NOT_IN_HAND
    if card == TRANSFORM:
        return NOT_IN_BACKSTAGE
    if card == TAKE:
        other = action - TAKE_FROM
        return NOT_YOURSELF if other == seat else NO_SUCH_SEAT if other >= box.seats else NO_CARDS_THERE
    shown = shown_tricks(box, s, 0) >> ((action - ON_TRICK) % OBJECTIVES) & 1
    return ENCORE_ALREADY if shown else NOT_SHOWN


@kernel
def why_no_objective(s: State, seat: int, action: int) -> int:
    """I-R7 C, D and F, I-R9: cards to draw, an objective of the Challenge, room for it, half of its components."""
    if action < PREPARE:
        return NOTHING_TO_DRAW if held(s, seat) >> (action - EXCHANGE) & 1 else CARD_NOT_IN_HAND
    if action >= DROP:
        return NO_OBJECTIVE_THERE
    for slot in range(CHALLENGE):
        if s.challenge[slot] == OBJECTIVE + action - PREPARE:
            full = s.preparing[seat, 0] != NONE and s.preparing[seat, 1] != NONE
            return TWO_ALREADY if full else HALF_NEEDED
    return NOT_IN_CHALLENGE


@kernel
def why_no_talent(box: Box, s: State, seat: int, action: int) -> int:
    """I-R2, I-R8, I-G29: the own talent, once a turn, on a component that lies in that backstage."""
    magician, owner = s.magician[seat], whose(seat, action)
    if CHANGE <= action < SWAP:
        mine = group_to_change(magician) == group_of(which_kind(action))
    elif action < SWAP_FOR:
        mine = magician == TWINS
    else:
        mine = magician == SILAS if action < RETURN else magician == GRIMALDO
    if not mine:
        return NOT_YOUR_TALENT
    if s.talent_used:
        return TALENT_USED
    if owner >= box.seats:
        return NO_SUCH_SEAT
    if STEAL <= action < RETURN and owner == seat:
        return NOT_YOURSELF
    if in_backstage(s, owner, which_kind(action)) != LEGAL:
        return NOT_IN_BACKSTAGE
    if action < SWAP_FOR:
        return NOTHING_TO_SWAP
    return CARD_NOT_IN_HAND if action < RETURN else BACKSTAGE_TOO_SMALL
