"""Dealing cards of which only the possible owners are known: each is with one of a set of seats that have room.

All ways to put such cards into the free places of their seats are equally likely, and there is a bound on the work. A
way is drawn card by card, the most certain first, and given up where a card finds fewer places than it could at most
have found; so every way comes equally often. After `TRIES` such draws, which happens hardly ever, some way is found by
moving cards on, and mixed by `MIXING` random moves and swaps, each as likely as its reverse; they do not reach every
way where there is no room to move, so that then all that is drawn is possible, but not equally likely.
"""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel

DIGIT = 6
"""Bits of a count among several in one integer: the free places of each seat."""
PLACES = (1 << DIGIT) - 1
MOST_SEATS = 7
TRIES = 64
MIXING = 128
LINK = 8
"""Bits of a link among several in one integer: a card, counted from 1."""


@kernel
def scatter(chance: Any, sets: Any, first: int, end: int, free: int, where: Any) -> None:  # noqa: PLR0913 - no record holds these
    """For each card from `first` to `end` with two or more seats in its set: write down one with a free place."""
    for _ in range(TRIES):
        if scattered(chance, sets, first, end, free, where):
            return
    put_anyhow(sets, first, end, free, where)
    mix(chance, sets, first, end, free, where)


@kernel
def size_of(seats: int) -> int:
    """How many seats a set has."""
    found = 0
    for seat in range(MOST_SEATS):
        found += seats >> seat & 1
    return found


@kernel
def room(free: int, seats: int) -> int:
    """Free places of all these seats together."""
    found = 0
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            found += free >> DIGIT * seat & PLACES
    return found


@kernel
def scattered(chance: Any, sets: Any, first: int, end: int, free: int, where: Any) -> bool:  # noqa: PLR0913 - no record holds these
    """Draw a place for every card; no where one of them finds none, or the draw is given up."""
    left = free
    for size in range(2, MOST_SEATS + 1):
        for i in range(first, end):
            if size_of(sets[i]) == size:
                most = room(free, sets[i]) - surely_before(sets, first, end, i)
                number = below(chance, max(1, most))
                if number >= room(left, sets[i]):
                    return False
                where[i] = seat_with_place(left, sets[i], number)
                left -= 1 << DIGIT * int(where[i])
    return True


@kernel
def surely_before(sets: Any, first: int, end: int, card: int) -> int:
    """Cards that were placed before this one and can only be with its own seats."""
    found = 0
    for i in range(first, end):
        if sets[i] & ~sets[card] == 0 and (sets[i] != sets[card] or i < card) and size_of(sets[i]) > 1:
            found += 1
    return found


@kernel
def seat_with_place(free: int, seats: int, number: int) -> int:
    """The seat with the place of this number among the free ones of these seats."""
    seat = 0
    while seats >> seat & 1 == 0 or number >= free >> DIGIT * seat & PLACES:
        if seats >> seat & 1:
            number -= free >> DIGIT * seat & PLACES
        seat += 1
    return seat


# ---------------------------------------------------------------- where drawing failed


@kernel
def put_anyhow(sets: Any, first: int, end: int, free: int, where: Any) -> None:
    """Some way to place all cards: who finds no room has others move on."""
    for i in range(first, end):
        if size_of(sets[i]) > 1:
            free -= 1 << DIGIT * make_room(sets, first, i, free, where)


@kernel
def make_room(sets: Any, first: int, card: int, free: int, where: Any) -> int:
    """Place a card, moving cards before it from seat to seat; the seat that loses a free place by all of it."""
    reached, links = int(sets[card]), 0
    grows = True
    while grows and room(free, reached) == 0:
        grows = False
        for i in range(first, card):
            if size_of(sets[i]) > 1 and reached >> int(where[i]) & 1 and sets[i] & ~reached:
                links = linked(links, sets[i] & ~reached, i - first)
                reached |= sets[i]
                grows = True
    last = seat_with_place(free, reached, 0)
    seat = last
    while not sets[card] >> seat & 1:
        moved = first + (links >> LINK * seat & 255) - 1
        before = int(where[moved])
        where[moved] = seat
        seat = before
    where[card] = seat
    return last


@kernel
def linked(links: int, seats: int, card: int) -> int:
    """Write down by which card these seats were reached."""
    for seat in range(MOST_SEATS):
        if seats >> seat & 1:
            links |= (card + 1) << LINK * seat
    return links


@kernel
def mix(chance: Any, sets: Any, first: int, end: int, free: int, where: Any) -> None:  # noqa: PLR0913 - no record holds these
    """Random cards go to random places of their seats, and who lies there goes where they were, if he can."""
    for _ in range(MIXING):
        card = first + below(chance, end - first)
        if size_of(sets[card]) > 1:
            number = below(chance, room(free, sets[card]))
            seat = seat_with_place(free, sets[card], number)
            for other in range(seat):
                if sets[card] >> other & 1:
                    number -= free >> DIGIT * other & PLACES
            there = lying_at(sets, first, end, where, seat, number)
            if there < 0:
                where[card] = seat
            elif sets[there] >> int(where[card]) & 1:
                where[there] = where[card]
                where[card] = seat


@kernel
def lying_at(sets: Any, first: int, end: int, where: Any, seat: int, number: int) -> int:  # noqa: PLR0913 - no record holds these
    """The card at the place with this number before a seat; below 0 for none."""
    for i in range(first, end):
        if size_of(sets[i]) > 1 and where[i] == seat:
            if number == 0:
                return i
            number -= 1
    return -1
