"""Why something may not be done in F.A.T.A., with the rule that says so."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.fata.actions import (
    CAST,
    CHANGE,
    DISCARD_CARD,
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
from grimorio.games.fata.enchantments import enchantment_of
from grimorio.games.fata.memory import held
from grimorio.games.fata.pieces import in_play, is_open, last_vision, length
from grimorio.games.fata.rules import beaten, legal
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
from grimorio.games.fata.trimagics import concerned, kind_of_trimagic

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
    ("first-row-first", "F-G42"),
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
    return why_not_later(box, s, seat, action)


@kernel
def why_not_later(box: Box, s: State, seat: int, action: int) -> int:
    """A gift, a card to give back, a card too many, or the end of the turn."""
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
    if symbols >> box.centre[last_vision(s, other, row)] & 1 and not is_open(s, seat, which % ROWS):
        return ROW_FULL if length(s, seat, which % ROWS) == ROW else FIRST_ROW_FIRST
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
    return NOTHING_TO_MOVE if concerned(box, s) >> other & 1 else NOT_THE_SUBJECT


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
