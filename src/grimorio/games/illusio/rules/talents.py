"""What the talents of the magicians allow (I-R2, I-A5, I-G29)."""

from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import CHANGE, RETURN, STEAL, SWAP, SWAP_FOR
from grimorio.games.illusio.rules.pieces import kinds_backstage, kinds_of_group_backstage, of_group_backstage
from grimorio.games.illusio.rules.steps import CHANGING, LIKES, group_to_change, offer_changed, offer_kinds
from grimorio.games.illusio.state import COMPONENTS, GRIMALDO, SILAS, TWINS, Box, State, first_of, group_of, like_number


@kernel
def legal_talent(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """I-R2, I-A5, I-G29: active talents work on backstages, never on components around an objective (I-R10)."""
    magician = s.magician[seat]
    group = group_to_change(magician)
    if group != NONE:
        for other in range(box.seats):
            theirs = kinds_of_group_backstage(s, other, group)
            n = offer_changed(CHANGE + other * CHANGING, theirs, group, n, out)
    elif magician == TWINS:
        if talent_possible(box, s, seat):
            n = offer_kinds(SWAP, kinds_backstage(s, seat), COMPONENTS, n, out)
    elif magician == SILAS:
        n = legal_steal(box, s, seat, kinds, n, out)
    elif magician == GRIMALDO:
        for other in range(box.seats):
            if s.backstage_size[other] >= box.least:
                n = offer_kinds(RETURN + other * COMPONENTS, kinds_backstage(s, other), COMPONENTS, n, out)
    return n


@kernel
def legal_steal(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """Talent 7: a component of another backstage for one of the same group from the hand."""
    for other in range(box.seats):
        for theirs in range(COMPONENTS if other != seat else 0):
            if s.backstage_as[other, theirs] > 0:
                for mine in range(first_of(group_of(theirs)), first_of(group_of(theirs) + 1)):
                    if kinds >> mine & 1:
                        out[n] = STEAL + other * LIKES + like_number(theirs, mine)
                        n += 1
    return n


@kernel
def talent_possible(box: Box, s: State, seat: int) -> bool:
    """I-G35: could it be used, as far as everybody can see? What Silas holds is his secret, so he is asked anyway."""
    magician = s.magician[seat]
    group = group_to_change(magician)
    for other in range(box.seats):
        if group != NONE and of_group_backstage(s, other, group) > 0:
            return True
        if other != seat and s.backstage_size[other] > 0:
            if magician == TWINS and s.backstage_size[seat] > 0:
                return True
            if magician == SILAS and s.hand_size[seat] > 0:
                return True
        if magician == GRIMALDO and s.backstage_size[other] >= box.least:
            return True
    return False


@kernel
def legal_swap_for(box: Box, s: State, seat: int, out: Any) -> int:
    """Talent 6: any component of another backstage."""
    n = 0
    for other in range(box.seats):
        if other != seat:
            n = offer_kinds(SWAP_FOR + other * COMPONENTS, kinds_backstage(s, other), COMPONENTS, n, out)
    return n
