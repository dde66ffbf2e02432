"""Views, kept as rows of bytes, spelled out as tensors: on every core, or by many threads a row on a GPU.

A tensor has many times the bytes of its view, so views are what is kept, and tensors are made when they are wanted.
Rows are padded with zeros to a width that suits the matrix units of a GPU.
"""

import itertools
import math
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine.kernel import kernel, readable
from grimorio.engine.layout import offset
from grimorio.engine.sight import MEMBERS, ONE_HOT, RELATIVE, SCALED, TALLY, Sight, read

KINDS: dict[str, Any] = {"float32": np.float32, "float16": np.float16, "bfloat16": np.uint16}
"""Numbers a tensor can be made of; NumPy has no bfloat16, so its bits stand in an unsigned number."""
PADDED, LINE = 16, 64
"""A row has a multiple of so many numbers; the first begins at a multiple of so many bytes."""
PIECE = 5120
"""Numbers of a row that one block of a GPU spells at a time, in its shared memory."""
ENCODINGS = (ONE_HOT, TALLY, RELATIVE, SCALED, MEMBERS)
"""Ways to spell a number, in the order of their numbers."""
RUN = 6
"""Of each run of neighbours: byte, bytes of each, how many, size, first entry, and how far apart theirs are."""
EIGHT, SIGN = 8, 0x80
"""Bytes that are looked at together, and the bit that says that a byte is below zero."""
AT, WIDTH, HOW, SIZE, FIRST, TURN, ROW = range(7)
"""Of each number in a view: byte, bytes, encoding, size, first entry, bytes of a seat's row (0: no such rows), row."""


def zeros(shape: tuple[int, ...], dtype: Any) -> npt.NDArray[Any]:
    """Room that begins with a line of the cache, as JAX wants it of what it does not copy, with one more behind it."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + 2 * LINE, np.uint8)
    start = -room.ctypes.data % LINE
    made: npt.NDArray[Any] = room[start : start + size].view(dtype).reshape(shape)
    return made


def padded(size: int) -> int:
    """The width of a row."""
    return -(-size // PADDED) * PADDED


def items(sight: Sight) -> npt.NDArray[np.int32]:
    """Every number of a view and what it becomes: one column each, in the order of the tensor."""
    made = []
    for how, start, width, numbers, size, first, row_size, by_seat in sight.tensor_plan[1:].tolist():
        rows = next(e.size for e in sight.entries if e.start == first) // row_size if by_seat else 1
        for row in range(rows):
            for j in range(numbers):
                to = first + row * row_size + (j if how == SCALED else 0 if how == TALLY else j * size)
                made.append((start + j * width, width, how, size, to, numbers * width if by_seat else 0, row))
    return np.ascontiguousarray(np.array(made, np.int32).T)


def pieces(columns: npt.NDArray[np.int32], size: int) -> npt.NDArray[np.int32]:
    """For each piece of a row the first item that reaches into it, and the first one behind it."""
    starts = columns[FIRST]
    spans = np.where(columns[HOW] == SCALED, 1, columns[SIZE])
    made = []
    for low in range(0, size, PIECE):
        inside = np.flatnonzero((starts < low + PIECE) & (starts + spans > low))
        made.append((inside[0], inside[-1] + 1) if len(inside) else (0, 0))
    return np.array(made, np.int32)


def bfloat16(numbers: npt.NDArray[np.float32]) -> npt.NDArray[np.uint16]:
    """The bits of the nearest bfloat16, ties to even."""
    bits = numbers.view(np.uint32)
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype(np.uint16)


def runs(sight: Sight, seats: int, viewer: int) -> tuple[npt.NDArray[np.int32], list[int]]:
    """The items of a viewer's tensors as runs of neighbours (see `RUN`), sort by sort; and where each sort begins."""
    columns = items(sight)
    columns = columns[:, (columns[TURN] == 0) | (columns[ROW] < seats)]
    columns[AT] += (columns[ROW] + viewer) % seats * columns[TURN]
    made: list[list[int]] = []
    begins = [0]
    for how in ENCODINGS:
        for at, width, size, first in columns[:, columns[HOW] == how][[AT, WIDTH, SIZE, FIRST]].T.tolist():
            step = 1 if how == SCALED else 0 if how == TALLY else size
            before = made[-1] if len(made) > begins[-1] else [-1] * RUN
            follows = at == before[0] + before[2] * width and first == before[4] + before[2] * step
            if follows and (width, size) == (before[1], before[3]):
                before[2] += 1
            else:
                made.append([at, width, 1, size, first, step])
        begins.append(len(made))
    return np.array(made, np.int32), begins


@kernel
def zeros_in(view: Any, at: int) -> bool:
    """Whether eight bytes are zeros."""
    some = 0
    for i in range(EIGHT):
        some |= view[np.uintp(at + i)]
    return some == 0


@kernel
def nobody_in(view: Any, at: int) -> bool:
    """Whether eight bytes are below zero: no card, no name, no seat."""
    each = SIGN
    for i in range(EIGHT):
        each &= view[np.uintp(at + i)]
    return each != 0


def writing(how: int) -> Callable[..., None]:
    """The kernel that writes one number of a sort."""

    @kernel
    def write(number: int, size: int, to: int, seats: int, viewer: int, out: Any) -> None:  # noqa: PLR0913
        """From its first entry on."""
        if how == SCALED:
            out[np.uintp(to)] = number / size
        elif how == MEMBERS:
            for seat in range(seats):
                if number >> seat & 1:
                    out[np.uintp(to + (seat - viewer if seat >= viewer else seat - viewer + seats))] = 1.0
        elif how == RELATIVE:
            out[np.uintp(to + (number - viewer if number >= viewer else number - viewer + seats))] = 1.0
        elif how == TALLY:
            out[np.uintp(to + number)] += 1.0
        else:
            out[np.uintp(to + number)] = 1.0

    return write


def spelling(how: int) -> Callable[..., None]:
    """The kernel that spells the runs of one sort; most places of a view are empty, and hardly looked at."""
    write, by_zero = writing(how), how in {SCALED, MEMBERS}
    nothing_in = zeros_in if by_zero else nobody_in

    @kernel
    def spell_runs(runs: Any, begins: Any, view: Any, seats: int, viewer: int, out: Any) -> None:  # noqa: PLR0913
        """All runs of this sort."""
        for k in range(begins[how], begins[how + 1]):
            at, width, many, size = runs[k, 0], runs[k, 1], runs[k, 2], runs[k, 3]
            first, step = runs[k, 4], runs[k, 5]
            j = 0
            while j < many:
                if width == 1 and j + EIGHT <= many and nothing_in(view, at + j):
                    j += EIGHT
                    continue
                number = read(view, at + j * width, width)
                if number != 0 if by_zero else number >= 0:
                    write(number, size, first + j * step, seats, viewer, out)
                j += 1

    return spell_runs


spell_one_hot, spell_tally, spell_relative, spell_scaled, spell_members = map(spelling, ENCODINGS)


@kernel
def spell(runs: Any, begins: Any, view: Any, seats: int, viewer: int, out: Any) -> None:  # noqa: PLR0913
    """What `to_tensor` does, by lists made ahead, and with hardly a look at what is empty."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    spell_one_hot(runs, begins, view, seats, viewer, out)
    spell_tally(runs, begins, view, seats, viewer, out)
    spell_relative(runs, begins, view, seats, viewer, out)
    spell_scaled(runs, begins, view, seats, viewer, out)
    spell_members(runs, begins, view, seats, viewer, out)


@kernel
def spell_some(  # noqa: PLR0913
    first: int, last: int, runs: Any, begins: Any, viewer_at: int, views: Any, index: Any, seats: Any, out: Any
) -> None:
    """Row i of `out` is the tensor of the view number `index[i]`; seat counts repeat when there are fewer of them."""
    for i in range(first, last):
        source = index[i]
        among, viewer = int(seats[source % seats.shape[0]]), int(views[source, viewer_at])
        spell(runs[among, viewer], begins[among, viewer], views[source], among, viewer, out[i])


class Spelling:
    """How the views of a sight become rows of one kind of number."""

    def __init__(self, sight: Sight, kind: str = "float32") -> None:
        if kind not in KINDS:
            msg = f"{kind!r} is not one of {', '.join(KINDS)}"
            raise ValueError(msg)
        self.sight, self.kind, self.width = sight, kind, padded(sight.tensor_size)

    @cached_property
    def viewer_at(self) -> int:
        """The byte of a view that says whose it is."""
        return offset(self.sight.dtype, self.sight.VIEWER)

    @cached_property
    def columns(self) -> npt.NDArray[np.int32]:
        """What a GPU goes through, a number of the view at a time."""
        return items(self.sight)

    @cached_property
    def by_viewer(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """What a core goes through, for each number of seats and each viewer: runs, and where each sort begins."""
        most = max(f.shape[0] for f in self.sight.fields if f.by_seat)
        tables = [(seats, viewer) for seats in range(1, most + 1) for viewer in range(seats)]
        found = {table: runs(self.sight, *table) for table in tables}
        lists = np.zeros((most + 1, most, max(len(each) for each, _ in found.values()), RUN), np.int32)
        begins = np.zeros((most + 1, most, len(ENCODINGS) + 1), np.int32)
        for table, (each, where) in found.items():
            lists[*table, : len(each)], begins[table] = each, where
        return lists, begins

    def room(self, rows: int) -> npt.NDArray[Any]:
        """Tensors to be filled."""
        return zeros((rows, self.width), KINDS[self.kind])

    def check(self, views: Any, index: Any, seats: Any, out: Any) -> None:
        """Compiled code believes what it is given, so shapes and types are looked at before."""
        size, number = self.sight.dtype.itemsize, np.dtype(KINDS[self.kind])
        of_out = (number,) if number.kind == "f" else (np.uint16, np.int16)
        wanted = {
            f"views are rows of {size} bytes": views.dtype == np.uint8 and views.shape[1:] == (size,),
            "index names rows of views": index.dtype.kind in "iu" and len(index.shape) == 1,
            "seats says how many sit at each table": seats.dtype.kind in "iu" and len(seats.shape) == 1 and len(seats),
            f"out has a row of {self.width} {self.kind} for each index": out.dtype in of_out
            and tuple(out.shape) == (*index.shape, self.width),
        }
        for what, so in wanted.items():
            if not so:
                given = ", ".join(f"{each.dtype} {tuple(each.shape)}" for each in (views, index, seats, out))
                msg = f"{what}; given are views, index, seats and out of {given}"
                raise ValueError(msg)

    def _check_numbers(self, views: Any, index: Any, seats: Any) -> None:
        """The same of numbers, which only a CPU looks at: a GPU would have to be waited for."""
        rows, most = np.asarray(index), self.by_viewer[0].shape[1]
        if not rows.size:
            return
        if rows.min() < 0 or rows.max() >= len(views):
            msg = f"index names rows of views from 0 to {len(views) - 1}, not {rows.min()} or {rows.max()}"
            raise ValueError(msg)
        among, viewers = np.asarray(seats)[rows % len(seats)], np.asarray(views)[rows, self.viewer_at]
        if among.max() > most or (viewers >= among).any():
            msg = f"a view is of one of the seats at a table, of which there are up to {most}"
            raise ValueError(msg)

    def on_cpu(self, views: Any, index: Any, seats: Any, out: Any, pool: Executor | None = None, cores: int = 1) -> Any:  # noqa: PLR0913
        """Fill `out` with the tensors of the views named by `index`, on one core or on several."""
        self.check(views, index, seats, out)
        self._check_numbers(views, index, seats)
        whole = out if self.kind == "float32" else np.zeros(out.shape, np.float32)
        runs, begins = map(readable, self.by_viewer)
        rows = len(index)
        ends = [rows * part // cores for part in range(cores + 1)]
        parts = list(itertools.pairwise(ends))

        def spell(part: tuple[int, int]) -> None:
            spell_some(*part, runs, begins, self.viewer_at, views, index, seats, whole)

        list((pool.map if pool else map)(spell, parts))
        if self.kind == "float16":
            out[:] = whole
        elif self.kind == "bfloat16":
            out[:] = bfloat16(whole)
        return out
