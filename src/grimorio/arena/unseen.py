"""Cards that lie face down and that nobody has seen, dealt anew: for a player who sees all hands, and not these.

To see a card that nobody has seen is no skill, and no skill could tell it. Where a game is decided by such cards, the
player who sees all bounds nothing that could be learnt; one who sees all hands alone does.
"""

from collections.abc import Callable
from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.state import OF_A_BACK, PERICULUM, ROW_DOWN

TOP = ROW_DOWN
"""The place behind those of the row."""
ROUNDS = 3
"""Swaps of each place: partners that do not fit are not swapped, so once would not be enough."""


@kernel
def lying_at(s: Any, place: int) -> int:
    """The card at a place of the row, at the top of the deck, or further down."""
    if place < TOP:
        return int(s.row[place])
    return int(s.top[0] if place == TOP else s.deck[place - TOP - 1])


@kernel
def lay_at(s: Any, place: int, card: int) -> None:
    """Lay a card there."""
    if place < TOP:
        s.row[place] = card
    elif place == TOP:
        s.top[0] = card
    else:
        s.deck[place - TOP - 1] = card


@kernel
def is_safe(s: Any, place: int) -> bool:
    """A-G5: all know that no Periculum! lies there."""
    return bool(place < TOP and s.row_safe[place] != 0)


@kernel
def is_alike(s: Any, one: int, other: int) -> bool:
    """Two places at which all see the same back, of cards that came from the same deck."""
    card, second = lying_at(s, one), lying_at(s, other)
    if min(card, second) == NONE or card // OF_A_BACK != second // OF_A_BACK:
        return False
    old = s.row_old[one] if one < TOP else 0
    return bool(old == (s.row_old[other] if other < TOP else 0))


@kernel
def swap(s: Any, one: int, other: int) -> None:
    """Two cards, unless that would lay Periculum! where it cannot be."""
    card, second = lying_at(s, one), lying_at(s, other)
    if not (second == PERICULUM and is_safe(s, one)) and not (card == PERICULUM and is_safe(s, other)):
        lay_at(s, one, second)
        lay_at(s, other, card)


@kernel
def put_in_order(s: Any) -> None:
    """One order for all that nobody has seen, so that nothing of what lies where is left."""
    for safe in range(1, -1, -1):
        for place in range(TOP + 1):
            for other in range(TOP + 1 + s.deck_size if is_safe(s, place) == safe else 0):
                before = is_safe(s, other) > safe or (is_safe(s, other) == safe and other < place)
                if not before and is_alike(s, place, other) and lying_at(s, other) < lying_at(s, place):
                    swap(s, place, other)
    for i in range(1, s.deck_size):
        k = i
        while k > 0 and s.deck[k - 1] > s.deck[k]:
            s.deck[k - 1], s.deck[k] = s.deck[k], s.deck[k - 1]
            k -= 1
    s.stacked = 0


@kernel
def swap_alike(s: Any, chance: Any, oldest: int) -> None:
    """The face-down cards of the row and the top of the deck, each for any of the same back that nobody has seen.

    A swap and its reverse are equally likely. So whatever was as likely as the rules make it still is, be there ever so
    few swaps. `oldest`: whether cards that lay in the row at the last reshuffle change places, too.
    """
    for number in range(ROUNDS * (TOP + 1)):
        place, alike = number % (TOP + 1), 0
        if place == TOP or s.row_old[place] <= oldest:
            for other in range(TOP + 1 + s.deck_size):
                alike += is_alike(s, place, other)
        chosen = below(chance, alike) if alike > 1 else NONE
        for other in range(TOP + 1 + s.deck_size if chosen != NONE else 0):
            if is_alike(s, place, other):
                if chosen == 0:
                    swap(s, place, other)
                    break
                chosen -= 1


@kernel
def swap_abracadabra(s: Any, chance: Any) -> None:
    """What nobody has seen, for who knows what lies where and wants to know what else could.

    What lay in the row at the last reshuffle stays. All players together know which cards that were, since whatever
    else there is was discarded; and of those that lay there at the reshuffle before that, they know even more.
    """
    swap_alike(s, chance, 0)


@kernel
def deal_abracadabra(s: Any, chance: Any) -> None:
    """What nobody has seen, whatever lies where now."""
    put_in_order(s)
    swap_alike(s, chance, 1)


DEALT_ANEW: dict[str, Callable[[Any, Any], None]] = {"abracadabra": deal_abracadabra}
"""By game; a game that is not named has no cards of which this would tell more than the player who sees all does."""
SWAPPED: dict[str, Callable[[Any, Any], None]] = {"abracadabra": swap_abracadabra}
"""By game: the same for who knows what lies where, and wants to know what else could."""
