"""What others hold in Zaubercocktail, and how they play, guessed from their stones and from how many cards they hold.

`imagine` deals what a seat cannot see in any way that its view allows, each as likely. But who puts a stone down does
so with good sets, and who has traded for a while holds better ones than were dealt to him. So several hands are dealt
to each of the others, until one is as good as his stone tells; if none is, he has the best of them. And what somebody
has handed in is not imagined at random: he hands in once more what he would with such a hand, which is no more than
pays if he seems to keep cards for later, as the adept does.
"""

from typing import Any

from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.zaubercocktail import CROWD, HOPE, IDLE, TOP
from grimorio.engine.chance import below
from grimorio.engine.kernel import integers, kernel
from grimorio.games.zaubercocktail.imagine import any_unseen
from grimorio.games.zaubercocktail.rules.presenting import take_back_sets
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, best_sets
from grimorio.games.zaubercocktail.state import KINDS, PRESENTING, SEATS

TRIES = SEATS
"""Row of the room in which it stands how many hands are tried; the other rows hold the best hand of each seat."""
TRADED = 3
"""From this cycle on who has no stone holds the better one of two hands."""
NO_POINTS, ANY = -1, 1_000
MANY = 11
"""Cards that hardly anybody holds who presents all that he can, once something was presented."""


def new_room() -> Any:
    """A hand for each seat, and how many are tried."""
    return integers(SEATS + 1, KINDS)


@kernel
def begin(box: Any, view: Any, me: int, chance: Any, s: Any, past: Any, room: Any, tries: int, tables: Any) -> None:
    """Note how many hands are tried."""
    room[TRIES, 0] = tries


@kernel
def deal(box: Any, view: Any, me: int, chance: Any, s: Any, room: Any, manners: Any) -> bool:
    """Give everybody else another hand that fits what he did; who has handed in does so again."""
    unseen = 0
    for other in range(box.seats):
        if other != me:
            put_back(s, other)
            manners[other] = manner(view, other, chance)
            if s.handed[other]:
                s.handed[other] = 0
                take_back_sets(s, other)
    for kind in range(KINDS):
        unseen += s.deck[kind]
    for other in range(box.seats):
        if other != me:
            unseen -= deal_likely(box, s, other, chance, unseen, room)
    return True


@kernel
def manner(view: Any, seat: int, chance: Any) -> int:
    """Who holds many cards has kept some; before anything was presented, every other one is taken for such a one."""
    saves = below(chance, 2) == 0 if view.round == 1 else view.hand_size[seat] >= MANY
    return AS_ONESELF if saves else BY_THE_RULE


@kernel
def put_back(s: Any, other: int) -> None:
    """All cards of a hand that nobody knows of, back into the deck."""
    for kind in range(KINDS):
        s.deck[kind] += s.hand[other, kind] - s.known[other, kind]
        s.hand[other, kind] = s.known[other, kind]


@kernel
def deal_likely(box: Any, s: Any, other: int, chance: Any, unseen: int, room: Any) -> int:
    """Deal a seat hands until one is good enough, and give it the best of them; returns how many cards it drew."""
    unknown = int(s.hand_size[other])
    for kind in range(KINDS):
        unknown -= s.known[other, kind]
    least, tries, best = told_by(box, s, other), int(room[TRIES, 0]), NO_POINTS
    if least == ANY:
        tries = min(tries, 2)
    elif least == 0:
        tries = 1
    for _ in range(tries):
        draw(s, other, chance, unknown, unseen)
        points = best_sets(box, s.hand[other])[0] // CARD_PLACES
        if points > best:
            best = points
            for kind in range(KINDS):
                room[other, kind] = s.hand[other, kind]
        put_back(s, other)
        if best >= least:
            break
    for kind in range(KINDS):
        s.deck[kind] -= room[other, kind] - s.known[other, kind]
        s.hand[other, kind] = room[other, kind]
    return unknown


@kernel
def draw(s: Any, other: int, chance: Any, unknown: int, unseen: int) -> None:
    """As many unseen cards as nobody knows of."""
    for drawn in range(unknown):
        kind = any_unseen(s, below(chance, unseen - drawn))
        s.deck[kind] -= 1
        s.hand[other, kind] += 1


@kernel
def told_by(box: Any, s: Any, other: int) -> int:
    """Points that a stone tells of (see `zaubercocktail.enough`); any for who has traded, none for who has not."""
    if s.stone[other] == 1:
        return HOPE - CROWD * int(box.ring_rank) // int(box.seats)
    if s.stone[other] > 0:
        return TOP - IDLE
    return ANY if s.phase == PRESENTING or s.cycle >= TRADED else 0
