"""Tensors that stay where they are and are spelled again and again: only what has changed since then is written.

Of a tensor's thousands of numbers about a hundred are not zero, and from one decision to the next some ten bytes of a
view change. So a row keeps the view that it shows; bytes that differ are taken out of it and put in again. When another
seat looks, whatever is counted from the viewer is wiped out first.
"""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine.kernel import kernel, readable
from grimorio.engine.sight import MEMBERS, RELATIVE, SCALED, read
from grimorio.engine.spelling import HOW, ROW, SIZE, TURN, Spelling, bfloat16, zeros

EIGHT, WORDS, BYTES = 8, 4, 256
"""Bytes of a word, words that are compared at a time, and how many a byte can be."""
NO_WAY, PLAIN, SEAT, SEVERAL, WIDE, A_PART = range(6)
"""Ways to spell a byte: not at all, by its number, as a seat, as several, with the next byte, as a part of so many."""


@kernel
def counted(seat: int, viewer: int, seats: int) -> int:
    """A seat counted from the viewer."""
    return seat - viewer if seat >= viewer else seat - viewer + seats


@kernel
def wipe(  # noqa: PLR0913
    ways: Any, firsts: Any, shifts: Any, seats: int, viewer: int, turning: Any, no_words: Any, words: Any, before: Any,
    out: Any,
) -> None:  # fmt: skip
    """Another seat will look: put zeros where anything was counted from this viewer, and forget it in `before`."""
    for w in range(words.shape[0]):
        shown = every = (words[w] ^ no_words[w]) & turning[w]
        at = np.uintp(EIGHT * w)
        while shown != np.uint64(0):
            if shown & np.uint64(BYTES - 1) != np.uint64(0):
                way, first = np.uintp(ways[at]), firsts[at]
                if way == SEVERAL:
                    for seat in range(seats):
                        out[np.uintp(first + counted(seat, viewer, seats))] = 0.0
                elif way != NO_WAY:
                    out[np.uintp(first + shifts[way, np.uintp(before[at])])] = 0.0
            at += np.uintp(1)
            shown >>= np.uint64(EIGHT)
        words[w] ^= every


@kernel
def swap(  # noqa: PLR0913
    at: Any, ways: Any, bases: Any, sizes: Any, worths: Any, firsts: Any, shifts: Any, seats: int, viewer: int,
    before: Any, view: Any, out: Any,
) -> None:  # fmt: skip
    """Take what one byte said before out of a tensor, and put in what it says now."""
    way, first, old, new = np.uintp(ways[at]), firsts[at], np.uintp(before[at]), np.uintp(view[at])
    if way == SEVERAL:
        for seat in range(seats):
            out[np.uintp(first + counted(seat, viewer, seats))] = new >> np.uintp(seat) & np.uintp(1)
    elif way == WIDE:
        out[np.uintp(first)] = read(view, int(bases[at]), 2) / int(sizes[at])
    else:
        if worths[way, old] != 0.0:
            out[np.uintp(first + shifts[way, old])] -= worths[way, old]
        out[np.uintp(first + shifts[way, new])] += worths[way, new]


@kernel
def respell(  # noqa: PLR0913
    ways: Any, bases: Any, sizes: Any, worths: Any, firsts: Any, shifts: Any, seats: int, viewer: int, words: Any,
    before: Any, new_words: Any, view: Any, out: Any,
) -> None:  # fmt: skip
    """Let a tensor that shows `before` show `view`; what has not changed is hardly looked at."""
    for block in range(0, words.shape[0], WORDS):
        some = np.uint64(0)
        for w in range(block, block + WORDS):
            some |= words[np.uintp(w)] ^ new_words[np.uintp(w)]
        if some == np.uint64(0):
            continue
        for w in range(block, block + WORDS):
            changed, at = words[np.uintp(w)] ^ new_words[np.uintp(w)], np.uintp(EIGHT * w)
            while changed != np.uint64(0):
                if changed & np.uint64(BYTES - 1) != np.uint64(0):
                    swap(at, ways, bases, sizes, worths, firsts, shifts, seats, viewer, before, view, out)
                at += np.uintp(1)
                changed >>= np.uint64(EIGHT)


@kernel
def respell_some(  # noqa: PLR0913
    low: int, high: int, ways: Any, bases: Any, sizes: Any, worths: Any, turning: Any, no_words: Any, firsts: Any,
    shifts: Any, viewer_at: int, views: Any, seats: Any, out: Any, shown: Any, shown_words: Any, now: Any,
    now_words: Any,
) -> None:  # fmt: skip
    """Rows of a batch: they show the views in `shown`, and shall show `views`, of which `now` becomes a copy."""
    for i in range(low, high):
        view, given, before, words, row = now[i], views[i], shown[i], shown_words[i], out[i]
        for k in range(given.shape[0]):
            view[k] = given[k]
        among, viewer, last = int(seats[i]), int(view[viewer_at]), int(before[viewer_at])
        if viewer != last:
            wipe(
                ways[among], firsts[among, last], shifts[among, last], among, last, turning, no_words, words, before,
                row,
            )  # fmt: skip
        respell(
            ways[among], bases, sizes, worths, firsts[among, viewer], shifts[among, viewer], among, viewer, words,
            before, now_words[i], view, row,
        )  # fmt: skip


class Respelling:
    """Rows that show the views of a batch as they were at the last call; nobody else may write into them."""

    def __init__(self, spelling: Spelling, views: Any, seats: Any) -> None:
        self.kind, self._whole = spelling.kind, zeros((len(views), spelling.width), np.float32)
        self.out = self._whole if self.kind == "float32" else spelling.room(len(views))
        tables = Tables(spelling)
        rows = np.tile(tables.nothing, (2, len(views), 1))
        rows[:, :, spelling.viewer_at] = 0
        words = rows.view(np.uint64)
        held = *map(readable, tables.all), spelling.viewer_at, *map(readable, (views, seats, self._whole))
        first, second = (tuple(map(readable, (rows[k], words[k]))) for k in range(2))
        self._turns = itertools.cycle([(*held, *first, *second), (*held, *second, *first)])

    def again(self, over: Callable[..., None]) -> npt.NDArray[Any]:
        """Show the views as they are now; `over` calls a function for all rows, on one core or on several."""
        given = next(self._turns)
        over(lambda low, high: respell_some(low, high, *given))
        if self.kind == "float16":
            self.out[:] = self._whole
        elif self.kind == "bfloat16":
            self.out[:] = bfloat16(self._whole)
        return self.out


class Tables:
    """By byte of a view: the ways, and what belongs to them; by numbers of seats and by viewers: where to."""

    def __init__(self, spelling: Spelling) -> None:
        padded = -(-spelling.sight.dtype.itemsize // (EIGHT * WORDS)) * EIGHT * WORDS
        self.columns, self.most = spelling.columns, max(f.shape[0] for f in spelling.sight.fields if f.by_seat)
        self.parts = sorted(set(self.columns[SIZE, self.columns[HOW] == SCALED].tolist()))
        self.bases, self.sizes = np.zeros((2, padded), np.int32)
        self.nothing, self.turning = np.zeros((2, padded), np.uint8)
        self.ways = np.full((self.most + 1, padded), NO_WAY, np.uint8)
        self.firsts = np.zeros((self.most + 1, self.most, padded), np.int32)
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                self._see(seats, viewer)

    def _see(self, seats: int, viewer: int) -> None:
        """Where every byte goes."""
        seen = self.columns[:, (self.columns[TURN] == 0) | (self.columns[ROW] < seats)]
        for at, width, how, size, first, turn, row in seen.T.tolist():
            base = at + (row + viewer) % seats * turn
            own = slice(base, base + width)
            self.firsts[seats, viewer, own], self.bases[own], self.sizes[own] = first, base, size
            self.ways[seats, own] = self._way(how, width, size)
            self.nothing[own] = 0 if how in {SCALED, MEMBERS} else BYTES - 1
            self.turning[own] = BYTES - 1 if turn or how in {RELATIVE, MEMBERS} else 0

    def _way(self, how: int, width: int, size: int) -> int:
        if how == SCALED:
            return WIDE if width > 1 else A_PART + self.parts.index(size)
        return SEAT if how == RELATIVE else SEVERAL if how == MEMBERS else PLAIN

    @property
    def all(self) -> tuple[npt.NDArray[Any], ...]:
        """As the kernel takes them."""
        numbers = np.arange(BYTES).astype(np.uint8).view(np.int8).astype(np.int64)
        worths = np.zeros((A_PART + len(self.parts), BYTES), np.float32)
        worths[PLAIN, numbers >= 0] = worths[SEAT, : self.most] = 1
        worths[A_PART:] = numbers / np.array(self.parts)[:, None]
        shifts = np.zeros((self.most + 1, self.most, len(worths), BYTES), np.int32)
        shifts[:, :, PLAIN, numbers >= 0] = numbers[numbers >= 0]
        for seats in range(1, self.most + 1):
            for viewer in range(seats):
                shifts[seats, viewer, SEAT, :seats] = (np.arange(seats) - viewer) % seats
        words = self.turning.view(np.uint64), self.nothing.view(np.uint64)
        return self.ways, self.bases, self.sizes, worths, *words, self.firsts, shifts
