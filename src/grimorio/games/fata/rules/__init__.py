"""F.A.T.A. by Martina Mealli and Gabriele Rabbini (daVinci Editrice, 2006): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (the sum of the stars, the next row, the Queen, the next turn) is done by `settle`, step by step.
"""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.games.fata.actions import (
    CAST,
    CHANGE,
    DONE,
    FORM,
    GIVE_CARD,
    GIVE_TREASURE,
    LAY,
    RESOLVE,
    REVEAL,
    STEAL,
    TAKE_FOR,
)
from grimorio.games.fata.rules.enchantments import (
    change_hand,
    enchant,
    give_back,
    give_treasure,
    is_enchantment,
    legal_gift,
    legal_give_back,
)
from grimorio.games.fata.rules.pieces import all_in_play
from grimorio.games.fata.rules.steps import discard, done, lay, legal_discard, legal_steps, may_reveal, reveal, steal
from grimorio.games.fata.rules.trimagics import begin_trimagic, cast, legal_order, legal_treasure, legal_trimagic, take
from grimorio.games.fata.state import (
    AUTOMATIC,
    GIFT_CHOICE,
    GIVE_BACK,
    LAST,
    LAYING,
    ORDER,
    ROWS,
    SEATS,
    TREASURE_WON,
    TRIMAGIC,
    Box,
    State,
)


@kernel
def to_act(box: Box, s: State) -> int:
    """Only the player whose turn it is decides; nobody while something happens of itself, or when the game is over."""
    return 1 << s.turn if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.turn:
        return 0
    if s.phase <= LAYING:
        return legal_steps(box, s, seat, out)
    n = 0
    if s.phase == TRIMAGIC or s.phase == LAST:
        out[n] = DONE
        n += 1
    if may_reveal(s, seat):
        out[n] = REVEAL
        n += 1
    if s.phase == TREASURE_WON:
        return legal_treasure(box, s, all_in_play(box, s), n, out)
    if s.phase == TRIMAGIC:
        return legal_trimagic(box, s, n, out)
    if s.phase == ORDER:
        return legal_order(n, out)
    if s.phase == GIFT_CHOICE:
        return legal_gift(box, s, seat, n, out)
    if s.phase == GIVE_BACK:
        return legal_give_back(s, seat, n, out)
    return legal_discard(s, seat, n, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    form = FORM[action]
    which = int(action) - form  # it comes from a list of small numbers
    if form == LAY:
        lay(box, s, seat, which // ROWS, which % ROWS, log)
    elif form == STEAL:
        steal(s, seat, which, log)
    elif form == CHANGE:
        change_hand(box, s, seat, log)
    elif form == DONE:
        done(s, seat, log)
    elif form == REVEAL:
        reveal(box, s, seat, log)
    elif is_enchantment(form):
        enchant(box, s, seat, form, which, log)
    else:
        act_later(box, s, seat, form, which, log)


@kernel
def act_later(box: Box, s: State, seat: int, form: int, which: int, log: Any) -> None:
    """What is decided after the three steps, or within one of them."""
    if form == TAKE_FOR:
        take(box, s, seat, which // SEATS, which % SEATS, log)
    elif form == CAST:
        cast(box, s, seat, which, log)
    elif form == RESOLVE:
        begin_trimagic(box, s, which, log)
    elif form == GIVE_TREASURE:
        give_treasure(box, s, seat, which, log)
    elif form == GIVE_CARD:
        give_back(box, s, seat, which, log)
    else:
        discard(box, s, seat, which, log)
