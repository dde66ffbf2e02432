"""Tensors that stay where they are and are spelled again and again: only what has changed since then is written.

Of a tensor's thousands of numbers about a hundred are not zero, and from one decision to the next some ten bytes of a
view change. So a row keeps the view that it shows; what a byte said that differs is taken out of it, and what it says
now is put in. When another seat looks, so is whatever is counted from the viewer. What there is to do with some rows is
written down before any of it is done: meanwhile their entries come from memory, which is what would take longest.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grimorio.engine.kernel import direct, kernel, readable
from grimorio.engine.lanes import LANES, copy_line, differing, fetch, lowest
from grimorio.engine.sight import MEMBERS, RELATIVE, SCALED, read
from grimorio.engine.spelling import HOW, ROW, SIZE, TURN, Spelling, bfloat16, zeros

BYTES, BITS = 256, 8
"""How many a byte can be; its bits, which are as many seats as it can name."""
TOGETHER = 4
"""Rows that are compared before they are changed: all that is fetched for them finds room close to the core."""
NO_WAY, PLAIN, SEAT, SEVERAL, WIDE, A_PART = range(6)
"""Ways to spell a byte: not at all, by its number, as a seat, as several, with the next byte, as a part of so many."""
ONE, TWO = np.uint64(1), np.uint64(2)


class Tables(NamedTuple):
    """How views are spelled, by byte, and by number of seats: the ways, and what belongs to them.

    By `seats * BITS + viewer`: where to.
    """

    ways: Any
    sizes: Any
    nothing: Any
    """The byte that says nothing: no card, no name, no seat; or zero."""
    spelled: Any
    """Bits of the bytes that are spelled at all, 64 at a time."""
    turning: Any
    """Those of them that are counted from the viewer."""
    worths: Any
    """What a byte counts, by way."""
    firsts: Any
    """Its first entry, to which `shifts`, by way and byte, are added."""
    shifts: Any


class Changes(NamedTuple):
    """What is to be done with some rows: entries to take from, and how much, entries to put to, and how much."""

    take_from: Any
    take: Any
    put_to: Any
    put: Any


@kernel
def counted(seat: int, viewer: int, seats: int) -> int:
    """A seat counted from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@kernel
def note_seats(places: Any, worth: Any, n: Any, first: int, named: Any, viewer: int, seats: int) -> Any:  # noqa: PLR0913
    """Write down an entry for each seat that a byte names; returns how many are written down then."""
    for seat in range(seats):
        places[n] = first + counted(seat, viewer, seats)
        worth[n] = 1.0
        n += np.uintp(named >> seat & 1)
    return n


@kernel
def note(places: Any, worth: Any, n: Any, place: int, by: float) -> Any:
    """Write down an entry, unless it would not change; returns how many are written down then."""
    places[n] = place
    worth[n] = by
    return n + np.uintp(by != 0.0)


@kernel
def compare(  # noqa: PLR0913
    tables: Tables, seats: int, last: int, viewer: int, before: Any, view: Any, rows: Any, row: int, changes: Changes,
    n: Any, m: Any,
) -> Any:  # fmt: skip
    """Write down what makes a row that shows `before` show `view`, behind `n` entries to take from and `m` to put to.

    `row` is the place in `rows` where it begins. Returns how many entries of each are written down then; `before` has
    become `view`, in all that is spelled.
    """
    of_last, of_viewer = seats * BITS + last, seats * BITS + viewer
    ways, spelled, turning, worths = tables.ways[seats], tables.spelled[seats], tables.turning[seats], tables.worths
    old_firsts, old_shifts = tables.firsts[of_last], tables.shifts[of_last]
    firsts, shifts = tables.firsts[of_viewer], tables.shifts[of_viewer]
    for line in range(spelled.shape[0]):
        start = np.uintp(LANES * line)
        changed = differing(before, view, start) & spelled[line]
        if viewer != last:
            changed |= differing(before, tables.nothing, start) & turning[line]
        if changed == np.uint64(0):
            continue
        while changed != np.uint64(0):
            at = start + lowest(changed)
            changed &= changed - ONE
            way, old, new = np.uintp(ways[at]), np.uintp(before[at]), np.uintp(view[at])
            from_, to = row + old_firsts[at], row + firsts[at]
            if way == SEVERAL:
                n = note_seats(changes.take_from, changes.take, n, from_, old, last, seats)
                m = note_seats(changes.put_to, changes.put, m, to, new, viewer, seats)
            elif way == WIDE:
                at &= ~ONE
                changed &= ~(TWO << at - start)
                n = note(changes.take_from, changes.take, n, from_, read(before, int(at), 2) / tables.sizes[at])
                m = note(changes.put_to, changes.put, m, to, read(view, int(at), 2) / tables.sizes[at])
            else:
                from_ += old_shifts[way, old]
                to += shifts[way, new]
                n = note(changes.take_from, changes.take, n, from_, worths[way, old])
                m = note(changes.put_to, changes.put, m, to, worths[way, new])
            fetch(rows, np.uintp(from_))
            fetch(rows, np.uintp(to))
        copy_line(view, before, start)
    return n, m


@kernel
def change(rows: Any, changes: Changes, taken: Any, added: Any) -> None:
    """Do what is written down; all is taken out before anything is put in, so that nothing is rounded."""
    for k in range(taken):
        rows[np.uintp(changes.take_from[np.uintp(k)])] -= changes.take[np.uintp(k)]
    for k in range(added):
        rows[np.uintp(changes.put_to[np.uintp(k)])] += changes.put[np.uintp(k)]


@kernel
def respell_some(  # noqa: PLR0913
    low: int, high: int, changes: Changes, tables: Tables, viewer_at: int, width: int, views: Any, seats: Any,
    out: Any, shown: Any,
) -> None:  # fmt: skip
    """Rows of a batch: they show the views in `shown`, and shall show `views`; `out` has them end to end."""
    for first in range(low, high, TOGETHER):
        rows, n, m = out[first * width :], np.uintp(0), np.uintp(0)
        for i in range(first, min(first + TOGETHER, high)):
            view, before = views[i], shown[i]
            among, last, viewer = int(seats[i]), int(before[viewer_at]), int(view[viewer_at])
            n, m = compare(tables, among, last, viewer, before, view, rows, (i - first) * width, changes, n, m)
            before[viewer_at] = viewer
        change(rows, changes, n, m)


class Respelling:
    """Rows that show the views of a batch as they were at the last call; nobody else may write into them."""

    def __init__(self, spelling: Spelling, views: Any, seats: Any) -> None:
        self.kind, self._whole = spelling.kind, zeros((len(views), spelling.width), np.float32)
        self.out = self._whole if self.kind == "float32" else spelling.room(len(views))
        tables = Making(spelling).tables
        shown = np.tile(tables.nothing, (len(views), 1))
        shown[:, spelling.viewer_at] = 0
        given = views, seats, self._whole.reshape(-1), shown
        self._given: tuple[Any, ...] = tables, spelling.viewer_at, spelling.width, *map(readable, given)
        self._changes: dict[int, Changes] = {}
        self._respell: Callable[..., None] | None = None

    def _some(self, low: int, high: int) -> None:
        """Rows of one core, which has a sheet of its own to write on."""
        if low not in self._changes:
            room = (TOGETHER * BITS * len(self._given[0].nothing),)
            self._changes[low] = Changes(*(readable(zeros(room, dtype)) for dtype in (np.int32, np.float32) * 2))
        given = low, high, self._changes[low], *self._given
        if self._respell is None:
            self._respell = direct(respell_some, given)
        self._respell(*given)

    def again(self, over: Callable[..., None]) -> npt.NDArray[Any]:
        """Show the views as they are now; `over` calls a function for all rows, on one core or on several."""
        over(self._some)
        if self.kind == "float16":
            self.out[:] = self._whole
        elif self.kind == "bfloat16":
            self.out[:] = bfloat16(self._whole)
        return self.out


class Making:
    """The tables of a spelling, seat by seat and viewer by viewer."""

    def __init__(self, spelling: Spelling) -> None:
        padded = -(-spelling.sight.dtype.itemsize // LANES) * LANES
        self.columns, self.most = spelling.columns, max(f.shape[0] for f in spelling.sight.fields if f.by_seat)
        self.parts = sorted(set(self.columns[SIZE, self.columns[HOW] == SCALED].tolist()))
        self.sizes, self.nothing = np.ones(padded, np.int32), np.zeros(padded, np.uint8)
        self.turning = np.zeros(padded, np.bool_)
        self.ways = np.full((self.most + 1, padded), NO_WAY, np.uint8)
        self.firsts = np.zeros((self.most + 1, BITS, padded), np.int32)
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                self._see(seats, viewer)

    def _see(self, seats: int, viewer: int) -> None:
        """Where every byte goes."""
        seen = self.columns[:, (self.columns[TURN] == 0) | (self.columns[ROW] < seats)]
        for at, width, how, size, first, turn, row in seen.T.tolist():
            base = at + (row + viewer) % seats * turn
            own = slice(base, base + width)
            self.firsts[seats, viewer, own], self.sizes[own] = first, size
            self.ways[seats, own] = self._way(how, width, size)
            self.nothing[own] = 0 if how in {SCALED, MEMBERS} else BYTES - 1
            self.turning[own] = bool(turn) or how in {RELATIVE, MEMBERS}

    def _way(self, how: int, width: int, size: int) -> int:
        if how == SCALED:
            return WIDE if width > 1 else A_PART + self.parts.index(size)
        return SEAT if how == RELATIVE else SEVERAL if how == MEMBERS else PLAIN

    @property
    def tables(self) -> Tables:
        """As the kernel takes them."""
        numbers = np.arange(BYTES).astype(np.uint8).view(np.int8).astype(np.int64)
        worths = np.zeros((A_PART + len(self.parts), BYTES), np.float32)
        worths[PLAIN, numbers >= 0] = worths[SEAT, : self.most] = 1
        worths[A_PART:] = numbers / np.array(self.parts)[:, None]
        shifts = np.zeros((self.most + 1, BITS, len(worths), BYTES), np.int32)
        shifts[:, :, PLAIN, numbers >= 0] = numbers[numbers >= 0]
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                shifts[seats, viewer, SEAT, :seats] = (np.arange(seats) - viewer) % seats
        spelled = self.ways != NO_WAY
        bits = [np.packbits(each, axis=1, bitorder="little") for each in (spelled, spelled & self.turning)]
        places = [each.reshape(-1, *each.shape[2:]) for each in (self.firsts, shifts)]
        made = self.ways, self.sizes, self.nothing, *(each.view(np.uint64) for each in bits), worths, *places
        return Tables(*map(readable, made))
