"""Magic Objects: the nearest pile, and who draws from it."""

from typing import Any

from grimorio.engine.chance import draw
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.actions import DRAW_FROM
from grimorio.games.abracadabra.events import DISCARDS_AT, OBJECTS_AT, PILES_AT, PROXIMA_AT, Told
from grimorio.games.abracadabra.rules.hands import to_discards
from grimorio.games.abracadabra.rules.taking import go_on
from grimorio.games.abracadabra.rules.winning import check_win
from grimorio.games.abracadabra.state import AFTER_PLAY, DRAW_OBJECTS, PILE_CHOICE, PILES, PROXIMA, Box, State


@kernel
def legal_pile(s: State, out: Any) -> int:
    """A-R19, A-G6: the nearest piles that are not empty, on either side of the letter."""
    n = 0
    for pile in range(PILES):
        if is_nearest(s.pile_size, s.letter, pile):
            out[n] = DRAW_FROM + pile
            n += 1
    return n


@kernel
def is_nearest(sizes: Any, letter: int, pile: int) -> bool:
    """A-R16, A-R19, A-G6: whether an Object for a letter may come from a pile: its own, or the nearest with one."""
    return sizes[pile] > 0 and abs(pile - letter) == distance_to_pile(sizes, letter)


@kernel
def distance_to_pile(sizes: Any, letter: int) -> int:
    """How far the nearest pile with an Object is from the letter of a gathering; `PILES` when all are gone."""
    nearest = PILES
    for pile in range(PILES):
        if sizes[pile] > 0:
            nearest = min(nearest, abs(pile - letter))
    return nearest


@kernel
def draw_object(box: Box, s: State, pile: int, log: Any) -> None:
    """A-R16, A-R21: an Object from a pile, seen by its owner alone; all see the letter on its back."""
    seat = s.drawer
    kind = draw(s, s.piles[pile], s.pile_size[pile])
    s.pile_size[pile] -= 1
    s.piles[pile, s.pile_size[pile]] = NONE
    put_object(s, seat, kind)
    note(log, Told.OBJECT, seat, kind, PILES_AT + pile, OBJECTS_AT + seat, pile, 1 << seat)
    s.drawer, s.next_drawer = s.next_drawer, NONE
    go_on(s, DRAW_OBJECTS)
    check_win(box, s, seat, log)


@kernel
def put_object(s: State, seat: int, kind: int) -> None:
    """Add an Object, keeping them sorted by letter and points."""
    k = s.object_count[seat]
    while k > 0 and s.objects[seat, k - 1] > kind:
        s.objects[seat, k] = s.objects[seat, k - 1]
        k -= 1
    s.objects[seat, k] = kind
    s.object_count[seat] += 1


@kernel
def next_object(box: Box, s: State, log: Any) -> None:
    """A-G8, A-R19, A-G6: organiser, then Proxima! player; an empty pile leaves a choice between equally near ones."""
    if s.drawer == NONE:
        discard_proxima(s, log)
        s.step = AFTER_PLAY
        return
    distance = distance_to_pile(s.pile_size, s.letter)
    low, high = s.letter - distance, s.letter + distance
    below_there = low >= 0 and s.pile_size[max(low, 0)] > 0
    above_there = high < PILES and s.pile_size[min(high, PILES - 1)] > 0
    if distance == PILES:
        announce(log, Told.NO_OBJECT, s.drawer, 0)
        s.drawer, s.next_drawer = s.next_drawer, NONE
    elif distance > 0 and below_there and above_there:
        s.phase = PILE_CHOICE
        s.acting = s.drawer
    else:
        draw_object(box, s, low if below_there else high, log)


@kernel
def discard_proxima(s: State, log: Any) -> None:
    """A-R23: Proxima! leaves with the gathering it waited for; an Idem! does not end its waiting."""
    if s.proxima_of != NONE and s.gathered:
        to_discards(s, PROXIMA)
        note(log, Told.DISCARDED, s.proxima_of, PROXIMA, PROXIMA_AT, DISCARDS_AT, 0, EVERYBODY)
        s.proxima[0], s.proxima_of = NONE, NONE
    s.gathered = 0
