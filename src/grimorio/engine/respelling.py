"""Tensors that stay where they are and are spelled again and again: only what has changed since then is written.

Of a tensor's thousands of numbers about a hundred are not zero, and from one decision to the next some ten bytes of a
view change. So a row keeps the view that it shows; what a byte said that differs is taken out of it, and what it says
now is put in. When another seat looks, so is whatever is counted from the viewer. What there is to do with some rows is
written down before any of it is done: meanwhile their entries come from memory, which is what would take longest.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from grimorio.engine.chance import low
from grimorio.engine.kernel import direct, kernel, readable
from grimorio.engine.lanes import LANES, all_lines, but_lowest, copy_line, differing, fetch, lowest, ones
from grimorio.engine.sight import MEMBERS, RELATIVE, SCALED, read
from grimorio.engine.spelling import HOW, ROW, SIZE, TURN, Spelling, bfloat16, zeros

BYTES, BITS = 256, 8
"""How many a byte can be; its bits, which are as many seats as it can name."""
TOGETHER = 8
"""Rows that are compared before they are changed: all that is fetched for them finds room close to the core."""
AT_ONCE = 4
"""Bytes of a line that are written down without a look at how many have changed."""
NO_WAY, PLAIN, SEAT = range(3)
"""Ways to spell a byte: not at all, by its number, as a seat counted from viewer 0, from viewer 1 and so on; behind
those, as a part of so many."""
A_PART = SEAT + BITS
WORTH = np.dtype([("place", "i4"), ("worth", "f4")])
"""Of what a byte says: how far behind its first entry its own is, and what it counts there; all zeros if it says
nothing. Then, where that is, and by how much it changes: read as one number, to which the first entry is added."""
NOTHING = np.uint64(0)


class Tables(NamedTuple):
    """How views are spelled, by number of seats."""

    sizes: Any
    """What a number of two bytes is divided by; 0 for a byte that names several seats."""
    nothing: Any
    """The byte that says nothing: no card, no name, no seat; or zero."""
    spelled: Any
    """Bits of the bytes that are spelled by what is listed here, 64 at a time."""
    odd: Any
    """Bits of those that name several seats, or have two bytes."""
    turning: Any
    """Bits of all that are counted from the viewer."""
    turning_lines: Any
    """Bits of the lines in which there are any."""
    entries: Any
    """By `seats * BITS + viewer`, for each byte: its first entry, and in the lowest eight bits its way."""
    worths: Any
    """A `WORTH`, as one number, for each way and each number of a byte."""


class Sheet(NamedTuple):
    """What is written down before it is done: which bytes of a view differ, and what to take from where and put where.

    Both of these as whole numbers and, the same memory, as `WORTH`.
    """

    found: Any
    odd: Any
    taking: Any
    putting: Any
    take: Any
    put: Any


@kernel
def counted(seat: int, viewer: int, seats: int) -> int:
    """A seat counted from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@kernel
def note(changes: Any, n: Any, place: int, by: float) -> Any:
    """Write down what an entry changes by; returns how many are written down then."""
    changes[n].place = place
    changes[n].worth = by
    return n + np.uintp(1)


@kernel
def note_seats(changes: Any, n: Any, first: int, named: int, viewer: int, seats: int) -> Any:  # noqa: PLR0913
    """The same for each seat that a byte names."""
    for seat in range(seats):
        note(changes, n, first + counted(seat, viewer, seats), 1.0)
        n += np.uintp(named >> seat & 1)
    return n


@kernel
def list_bits(bits: Any, start: Any, found: Any, n: Any) -> Any:
    """Write down which bits are set; returns how many are written down then.

    The first few are written down unasked: nobody could guess how many there are.
    """
    many = ones(bits)
    for k in range(AT_ONCE):
        found[n + np.uintp(k)] = start + lowest(bits)
        bits = but_lowest(bits)
    for k in range(AT_ONCE, many):
        found[n + np.uintp(k)] = start + lowest(bits)
        bits = but_lowest(bits)
    return n + many


@kernel
def differing_bytes(  # noqa: PLR0913
    tables: Tables, seats: int, turned: int, before: Any, view: Any, lines: Any, sheet: Sheet
) -> Any:
    """Write down which bytes of two views differ in some lines; returns how many, and how many odd ones."""
    spelled, odd, turning = tables.spelled[seats], tables.odd[seats], tables.turning[seats]
    n, m = np.uintp(0), np.uintp(0)
    while lines != NOTHING:
        first = lowest(lines)
        lines = but_lowest(lines)
        for line in range(first, spelled.shape[0], LANES):
            start = np.uintp(LANES * line)
            bits = differing(before, view, start)
            if turned:
                bits |= differing(before, tables.nothing, start) & turning[np.uintp(line)]
            if bits != NOTHING:
                n = list_bits(bits & spelled[np.uintp(line)], start, sheet.found, n)
                bits &= odd[np.uintp(line)]
                while bits != NOTHING:
                    sheet.odd[m] = start + lowest(bits)
                    bits = but_lowest(bits)
                    m += np.uintp(1)
    return n, m


@kernel
def list_worths(  # noqa: PLR0913
    entries: Any, worths: Any, view: Any, found: Any, many: Any, row: int, rows: Any, changes: Any, n: Any
) -> Any:
    """Write down what some bytes of a view say, behind `n` others; returns how many are written down then."""
    for i in range(many):
        at = np.uintp(found[np.uintp(i)])
        entry = int(entries[at])
        worth = worths[np.uintp((entry & BYTES - 1) << BITS | int(view[at]))]
        change = worth + row + (entry >> BITS)
        changes[n] = change
        n += np.uintp(worth != 0)
        fetch(rows, np.uintp(low(change)))
    return n


@kernel
def compare(  # noqa: PLR0913
    tables: Tables, seats: int, last: int, viewer: int, before: Any, view: Any, lines: Any, rows: Any, row: int,
    sheet: Sheet, n: Any, m: Any,
) -> Any:  # fmt: skip
    """Write down what makes a row that shows `before` show `view`, behind `n` entries to take from and `m` to put to.

    `row` is the place in `rows` where it begins; only in `lines` can the views differ. Returns how many entries of each
    are written down then; `before` has become `view`.
    """
    if viewer != last:
        lines |= tables.turning_lines[seats]
    many, odd = differing_bytes(tables, seats, viewer - last, before, view, lines, sheet)
    olds, news = tables.entries[seats * BITS + last], tables.entries[seats * BITS + viewer]
    n = list_worths(olds, tables.worths[seats], before, sheet.found, many, row, rows, sheet.taking, n)
    m = list_worths(news, tables.worths[seats], view, sheet.found, many, row, rows, sheet.putting, m)
    passed = -1
    for i in range(odd):
        at = int(sheet.odd[np.uintp(i)])
        from_, to, size = row + (int(olds[at]) >> BITS), row + (int(news[at]) >> BITS), int(tables.sizes[at])
        fetch(rows, np.uintp(from_))
        fetch(rows, np.uintp(to))
        if size == 0:
            n = note_seats(sheet.take, n, from_, int(before[at]), last, seats)
            m = note_seats(sheet.put, m, to, int(view[at]), viewer, seats)
        elif at >> 1 != passed:
            passed = at >> 1
            at = passed << 1
            n = note(sheet.take, n, from_, read(before, at, 2) / size)
            m = note(sheet.put, m, to, read(view, at, 2) / size)
    while lines != NOTHING:
        for line in range(lowest(lines), tables.spelled.shape[1], LANES):
            copy_line(view, before, np.uintp(LANES * line))
        lines = but_lowest(lines)
    return n, m


@kernel
def change(rows: Any, sheet: Sheet, taken: Any, added: Any) -> None:
    """Do what is written down; all is taken out before anything is put in, so that nothing is rounded."""
    for k in range(taken):
        each = sheet.take[np.uintp(k)]
        rows[np.uintp(each.place)] -= each.worth
    for k in range(added):
        each = sheet.put[np.uintp(k)]
        rows[np.uintp(each.place)] += each.worth


@kernel
def respell_some(  # noqa: PLR0913
    start: int, end: int, sheet: Sheet, tables: Tables, viewer_at: int, width: int, views: Any, seats: Any,
    out: Any, shown: Any, kept: Any, changed: Any,
) -> None:  # fmt: skip
    """Rows of a batch: they show the views in `shown`, and shall show `views`; `out` has them end to end.

    Only lines that are `kept` for later or have `changed` just now can differ.
    """
    for first in range(start, end, TOGETHER):
        rows, n, m = out[first * width :], np.uintp(0), np.uintp(0)
        for i in range(first, min(first + TOGETHER, end)):
            view, before, row = views[i], shown[i], (i - first) * width
            among, last, viewer = int(seats[i]), int(before[viewer_at]), int(view[viewer_at])
            lines = kept[i] | changed[i]
            n, m = compare(tables, among, last, viewer, before, view, lines, rows, row, sheet, n, m)
            before[viewer_at] = viewer
            kept[i] = changed[i] = 0
        change(rows, sheet, n, m)


class Respelling:
    """Rows that show the views of a batch as they were at the last call; nobody else may write into them.

    Whoever changes views says so in `changed`, a bit for each 64 bytes of a view, which is forgotten here. What others
    forget in between is to be put into `kept`.
    """

    def __init__(self, spelling: Spelling, views: Any, seats: Any, changed: Any) -> None:
        self.kind, self._whole = spelling.kind, zeros((len(views), spelling.width), np.float32)
        self.out = self._whole if self.kind == "float32" else spelling.room(len(views))
        self.kept = np.full(len(views), all_lines(views.shape[1]), np.uint64)
        tables = Making(spelling).tables
        shown = np.tile(tables.nothing, (len(views), 1))
        shown[:, spelling.viewer_at] = 0
        given = views, seats, self._whole.reshape(-1), shown, self.kept, changed
        self._given: tuple[Any, ...] = tables, spelling.viewer_at, spelling.width, *map(readable, given)
        self._parts: dict[int, Callable[[], None]] = {}

    def _some(self, low: int, high: int) -> None:
        if low not in self._parts:
            given = low, high, self._sheet(), *self._given
            self._parts[low] = partial(direct(respell_some, given), *given)
        self._parts[low]()

    def _sheet(self) -> Sheet:
        """Each core has one of its own to write on."""
        size = len(self._given[0].nothing)
        found, odd = (zeros((size + AT_ONCE,), np.int32) for _ in range(2))
        changes = [zeros((TOGETHER * BITS * size,), WORTH) for _ in range(2)]
        return Sheet(*map(readable, (found, odd, *(each.view(np.int64) for each in changes), *changes)))

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
        self.sizes, self.nothing = np.zeros(padded, np.int32), np.zeros(padded, np.uint8)
        self.turning, self.odd = np.zeros(padded, np.bool_), np.zeros(padded, np.bool_)
        self.entries = np.zeros((self.most + 1, BITS, padded), np.int32)
        self.spelled = np.zeros((self.most + 1, padded), np.bool_)
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                self._see(seats, viewer)

    def _see(self, seats: int, viewer: int) -> None:
        """Where every byte goes."""
        seen = self.columns[:, (self.columns[TURN] == 0) | (self.columns[ROW] < seats)]
        for at, width, how, size, first, turn, row in seen.T.tolist():
            base = at + (row + viewer) % seats * turn
            own = slice(base, base + width)
            self.entries[seats, viewer, own] = first << BITS | self._way(how, size, viewer)
            self.spelled[seats, own] = True
            self.odd[own] = how == MEMBERS or width > 1
            self.sizes[own] = size if width > 1 else 0
            self.nothing[own] = 0 if how in {SCALED, MEMBERS} else BYTES - 1
            self.turning[own] = bool(turn) or how in {RELATIVE, MEMBERS}

    def _way(self, how: int, size: int, viewer: int) -> int:
        if how == SCALED:
            return A_PART + self.parts.index(size)
        return SEAT + viewer if how == RELATIVE else PLAIN

    @property
    def tables(self) -> Tables:
        """As the kernel takes them."""
        turning = self.spelled & self.turning
        lines = np.logical_or.reduce(turning.reshape(self.most + 1, -1, LANES), axis=2)
        of_lines = np.zeros((self.most + 1, LANES), np.bool_)
        for first in range(0, lines.shape[1], LANES):
            some = lines[:, first : first + LANES]
            of_lines[:, : some.shape[1]] |= some
        kinds = self.spelled & ~self.odd, self.spelled & self.odd, turning, of_lines
        bits = [np.packbits(each, axis=1, bitorder="little").view(np.uint64) for each in kinds]
        entries = self.entries.reshape(-1, self.entries.shape[-1])
        made = self.sizes, self.nothing, *bits[:3], bits[3].reshape(-1), entries, self._worths().view(np.int64)
        return Tables(*map(readable, made))

    def _worths(self) -> npt.NDArray[Any]:
        numbers = np.arange(BYTES).astype(np.uint8).view(np.int8).astype(np.int64)
        worths = np.zeros((self.most + 1, A_PART + len(self.parts), BYTES), WORTH)
        worths[:, PLAIN, numbers >= 0] = [(number, 1) for number in numbers[numbers >= 0]]
        worths["worth"][:, A_PART:] = numbers / np.array(self.parts)[:, None]
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                worths[seats, SEAT + viewer, :seats] = [((seat - viewer) % seats, 1) for seat in range(seats)]
        return worths.reshape(self.most + 1, -1)
