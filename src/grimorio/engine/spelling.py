"""Views, kept as rows of bytes, spelled out as tensors: on every core, or by many threads a row on a GPU.

A tensor has many times the bytes of its view, so views are what is kept, and tensors are made when they are wanted.
Rows are padded with zeros to a width that suits the matrix units of a GPU.
"""

import itertools
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
PADDED = 16
"""A row has a multiple of so many numbers."""
PIECE = 2048
"""Numbers of a row that one block of a GPU spells at a time, in its shared memory."""
ENCODINGS = (ONE_HOT, TALLY, RELATIVE, SCALED, MEMBERS)
"""Ways to spell a number, in the order of their numbers."""
AT, WIDTH, HOW, SIZE, FIRST, TURN, ROW = range(7)
"""Of each number in a view: byte, bytes, encoding, size, first entry, bytes of a seat's row (0: no such rows), row."""


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


def sorts(sight: Sight, seats: int, viewer: int) -> tuple[list[npt.NDArray[np.int32]], list[int]]:
    """The items of a viewer's tensors, those of a sort together: byte, size, first entry; and where each sort ends."""
    columns = items(sight)
    columns = columns[:, (columns[TURN] == 0) | (columns[ROW] < seats)]
    start = columns[AT] + (columns[ROW] + viewer) % seats * columns[TURN]
    sort = 2 * columns[HOW] + columns[WIDTH] - 1
    order = np.argsort(sort, kind="stable")
    ends = [int((sort < each).sum()) for each in range(2 * len(ENCODINGS) + 1)]
    return [np.ascontiguousarray(each[order]) for each in (start, columns[SIZE], columns[FIRST])], ends


@kernel
def spell(columns: Any, ends: Any, view: Any, seats: int, viewer: int, out: Any) -> None:  # noqa: C901, PLR0912, PLR0913
    """What `to_tensor` does, by lists made ahead: a loop for each sort of number, and hardly a question in it."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    for wide in range(2):
        for k in range(ends[2 * ONE_HOT + wide], ends[2 * ONE_HOT + wide + 1]):
            number = read(view, columns[0, k], wide + 1)
            if number >= 0:
                out[columns[2, k] + number] = 1.0
        for k in range(ends[2 * TALLY + wide], ends[2 * TALLY + wide + 1]):
            number = read(view, columns[0, k], wide + 1)
            if number >= 0:
                out[columns[2, k] + number] += 1.0
        for k in range(ends[2 * SCALED + wide], ends[2 * SCALED + wide + 1]):
            number = read(view, columns[0, k], wide + 1)
            if number != 0:
                out[columns[2, k]] = number / columns[1, k]
        for k in range(ends[2 * RELATIVE + wide], ends[2 * RELATIVE + wide + 1]):
            number = read(view, columns[0, k], wide + 1)
            if number >= 0:
                out[columns[2, k] + (number - viewer if number >= viewer else number - viewer + seats)] = 1.0
        for k in range(ends[2 * MEMBERS + wide], ends[2 * MEMBERS + wide + 1]):
            number = read(view, columns[0, k], wide + 1)
            if number > 0:
                for seat in range(seats):
                    if number >> seat & 1:
                        out[columns[2, k] + (seat - viewer if seat >= viewer else seat - viewer + seats)] = 1.0


@kernel
def spell_some(  # noqa: PLR0913
    first: int, last: int, columns: Any, ends: Any, viewer_at: int, views: Any, index: Any, seats: Any, out: Any
) -> None:
    """Row i of `out` is the tensor of the view number `index[i]`; seat counts repeat when there are fewer of them."""
    for i in range(first, last):
        source = index[i]
        among, viewer = int(seats[source % seats.shape[0]]), int(views[source, viewer_at])
        spell(columns[among, viewer], ends[among, viewer], views[source], among, viewer, out[i])


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
        """What a core goes through, for each number of seats and each viewer, and where each sort of number ends."""
        most = max(f.shape[0] for f in self.sight.fields if f.by_seat)
        columns = np.zeros((most + 1, most, 3, self.columns.shape[1]), np.int32)
        ends = np.zeros((most + 1, most, 2 * len(ENCODINGS) + 1), np.int32)
        for seats in range(1, most + 1):
            for viewer in range(seats):
                found, ends[seats, viewer] = sorts(self.sight, seats, viewer)
                for row, column in enumerate(found):
                    columns[seats, viewer, row, : len(column)] = column
        return columns, ends

    def room(self, rows: int) -> npt.NDArray[Any]:
        """Tensors to be filled."""
        return np.zeros((rows, self.width), KINDS[self.kind])

    def on_cpu(self, views: Any, index: Any, seats: Any, out: Any, pool: Executor | None = None, cores: int = 1) -> Any:  # noqa: PLR0913
        """Fill `out` with the tensors of the views named by `index`, on one core or on several."""
        whole = out if self.kind == "float32" else np.zeros(out.shape, np.float32)
        columns, ends_of_sorts = map(readable, self.by_viewer)
        rows = len(index)
        ends = [rows * part // cores for part in range(cores + 1)]
        parts = list(itertools.pairwise(ends))

        def spell(part: tuple[int, int]) -> None:
            spell_some(*part, columns, ends_of_sorts, self.viewer_at, views, index, seats, whole)

        list((pool.map if pool else map)(spell, parts))
        if self.kind == "float16":
            out[:] = whole
        elif self.kind == "bfloat16":
            out[:] = bfloat16(whole)
        return out
