"""Why something may not be done in F.A.T.A., with the rule that says so."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import (
    CAST,
    CHANGE,
    DISCARD_CARD,
    FORM,
    GIVE_CARD,
    GIVE_TREASURE,
    LAY,
    PLAY,
    PLAY_GUST,
    PLAY_MIRROR,
    RESOLVE,
    REVEAL,
    STEAL,
    TAKE_FOR,
)
from grimorio.games.fata.rules import legal
from grimorio.games.fata.rules.enchantments import enchantment_of, is_enchantment
from grimorio.games.fata.rules.memory import held
from grimorio.games.fata.rules.pieces import in_play, is_open, last_vision, length
from grimorio.games.fata.rules.steps import beaten
from grimorio.games.fata.rules.trimagics import concerned, kind_of_trimagic
from grimorio.games.fata.state import (
    BEGIN,
    DISCARDING,
    GIFT_CHOICE,
    GIVE_BACK,
    LAYING,
    ORDER,
    ROW,
    ROWS,
    SEATS,
    SHIELD,
    STEALING,
    TAKE,
    TREASURE,
    TREASURE_WON,
    TRIMAGIC,
    Box,
    State,
)


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    CARD_NOT_IN_HAND = "F-R14"
    ROW_FULL = "F-G32"
    FIRST_ROW_FIRST = "F-G42"
    TOO_LATE = "F-R7"
    NAME_A_TARGET = "F-R10"
    SHIELDED = "F-G6"
    NOTHING_THERE = "F-G7"
    NOT_BEATEN = "F-R12"
    DOES_NOT_FIT = "F-R12"
    NOT_YOURSELF = "F-R12"
    NOT_IN_PLAY = "F-G13"
    TOO_FEW_CARDS = "F-G6"
    LIES_OPEN = "F-G6"
    NOTHING_TO_CHANGE = "F-G41"
    TREASURE_FIRST = "F-R15"
    ROW_FIRST = "F-G10"
    TRIMAGIC_FIRST = "F-R16"
    GIFT_FIRST = "F-G6"
    GIVE_FIRST = "F-G6"
    DISCARD_FIRST = "F-R21"
    TURN_IS_OVER = "F-G31"
    NO_TREASURE_WON = "F-R15"
    NO_TRIMAGIC = "F-R16"
    OTHER_TRIMAGIC = "F-R17"
    NOT_THE_SUBJECT = "F-R18"
    NOTHING_TO_MOVE = "F-G12"
    NO_GIFT = "F-G6"
    NOT_YOUR_TREASURE = "F-G6"
    NOT_THAT_CARD = "F-G6"
    NOT_TOO_MANY = "F-R21"
    FIRST_HAND = "F-R30"
    ALREADY_REVEALED = "F-R30"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """Why the seat whose turn it is may not do this; 0 when it may. `legal` judges, this only explains."""
    if is_listed(action, legal(box, s, seat, out), out):
        return Why.LEGAL
    form = FORM[action]
    which = int(action) - form
    if form == REVEAL:
        return Why.FIRST_HAND if s.half == 1 else Why.ALREADY_REVEALED
    if s.phase <= LAYING:
        return why_no_step(box, s, seat, form, which)
    if s.phase == TREASURE_WON:
        return Why.NOT_IN_PLAY if form == TAKE_FOR else Why.TREASURE_FIRST
    if s.phase == ORDER:
        return Why.ROW_FIRST
    if s.phase == TRIMAGIC:
        return why_no_trimagic(box, s, seat, form, which)
    return why_not_later(box, s, seat, form, which)


@kernel
def why_not_later(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """A gift, a card to give back, a card too many, or the end of the turn."""
    if s.phase == GIFT_CHOICE:
        return why_no_gift(s, seat, form, which)
    if s.phase == GIVE_BACK:
        return why_no_giving(s, seat, form, which)
    if s.phase == DISCARDING:
        return Why.CARD_NOT_IN_HAND if form == DISCARD_CARD else Why.DISCARD_FIRST
    return Why.TURN_IS_OVER


@kernel
def why_no_step(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """F-R7: visions, thefts and enchantments, or something that nobody asked for."""
    if form == LAY:
        return why_no_laying(s, seat, which)
    if form == STEAL:
        return why_no_theft(box, s, seat, which)
    if is_enchantment(form):
        return why_no_enchantment(box, s, seat, form, which)
    if form == CHANGE:
        return Why.TOO_LATE if s.phase > BEGIN else Why.NOTHING_TO_CHANGE
    if form == TAKE_FOR:
        return Why.NO_TREASURE_WON
    if form == CAST or form == RESOLVE:
        return Why.NO_TRIMAGIC
    return Why.NOT_TOO_MANY if form == DISCARD_CARD else Why.NO_GIFT


@kernel
def why_no_laying(s: State, seat: int, which: int) -> int:
    """F-R14, F-R6, F-G32: a card that is not there, a row that is full or not yet begun."""
    if held(s, seat, which // ROWS) == 0:
        return Why.CARD_NOT_IN_HAND
    return Why.ROW_FULL if length(s, seat, which % ROWS) == ROW else Why.FIRST_ROW_FIRST


@kernel
def why_no_theft(box: Box, s: State, seat: int, which: int) -> int:
    """F-R12, F-G7: too late, nothing there, a shield, a symbol that is not beaten, or no row for it."""
    other, row = which // ROWS // ROWS, which // ROWS % ROWS
    if s.phase > STEALING:
        return Why.TOO_LATE
    if other == seat:
        return Why.NOT_YOURSELF
    if last_vision(s, other, row) == NONE:
        return Why.NOTHING_THERE
    if s.charm[other, 0] == SHIELD:
        return Why.SHIELDED
    symbols = beaten(box, s, seat)
    if symbols >> box.centre[last_vision(s, other, row)] & 1 and not is_open(s, seat, which % ROWS):
        return Why.ROW_FULL if length(s, seat, which % ROWS) == ROW else Why.FIRST_ROW_FIRST
    return Why.DOES_NOT_FIT if symbols >> box.centre[last_vision(s, other, row)] & 1 else Why.NOT_BEATEN


@kernel
def target_of(form: int, which: int) -> int:
    """The opponent that an action names."""
    if form == PLAY_GUST:
        return which // ROWS
    return which // 2 if form == PLAY_MIRROR else which


@kernel
def why_no_enchantment(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """F-R7, F-R10: too late, not in hand, a target missing, or one that it cannot have."""
    if s.phase > BEGIN:
        return Why.TOO_LATE
    if held(s, seat, enchantment_of(form, which)) == 0:
        return Why.CARD_NOT_IN_HAND
    if form == PLAY:
        return Why.NAME_A_TARGET
    other = target_of(form, which)
    if other == seat:
        return Why.NOT_YOURSELF
    if not in_play(box, s, other):
        return Why.NOT_IN_PLAY
    if form == PLAY_GUST:
        return Why.SHIELDED if s.charm[other, 0] == SHIELD else Why.NOTHING_THERE
    return Why.LIES_OPEN if form == PLAY_MIRROR and which % 2 else Why.TOO_FEW_CARDS


@kernel
def why_no_trimagic(box: Box, s: State, seat: int, form: int, which: int) -> int:
    """F-R16 to F-R18: another sort of trimagic, somebody it does not concern, or nothing to move there."""
    if form != TAKE_FOR and form != CAST:
        return Why.TRIMAGIC_FIRST
    takes = kind_of_trimagic(s) == TAKE
    if takes != (form == TAKE_FOR):
        return Why.OTHER_TRIMAGIC
    other = which % SEATS if takes else which
    if not in_play(box, s, other):
        return Why.NOT_IN_PLAY
    return Why.NOTHING_TO_MOVE if concerned(box, s) >> other & 1 else Why.NOT_THE_SUBJECT


@kernel
def why_no_gift(s: State, seat: int, form: int, which: int) -> int:
    """B6: a treasure of one's own, to another player still in."""
    if form != GIVE_TREASURE:
        return Why.GIFT_FIRST
    other, kind = which % SEATS, TREASURE + which // SEATS
    for k in range(s.treasure_count[seat]):
        if s.treasures[seat, k] == kind:
            return Why.NOT_YOURSELF if other == seat else Why.NOT_IN_PLAY
    return Why.NOT_YOUR_TREASURE


@kernel
def why_no_giving(s: State, seat: int, form: int, which: int) -> int:
    """B6: a card of one's own, and not the one just taken."""
    if form != GIVE_CARD:
        return Why.GIVE_FIRST
    return Why.NOT_THAT_CARD if which == s.taken[seat] else Why.CARD_NOT_IN_HAND
