"""The kernels of a batch on a GPU, and how they are launched on a stream of the caller's.

`NUMBA_ENABLE_CUDASIM=1` runs this file on Numba's simulator, without a GPU.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grimorio.arena.gpu import cuda
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.layout import COPY, COPY_BACKS, COPY_ROW, MEMBERS, RELATIVE, SCALED, TALLY, Sight, offset
from grimorio.research.spelling import AT, FIRST, HOW, PIECE, ROW, SIZE, TURN, WIDTH
from grimorio.research.stepping import stepping

BLOCK = 4 if INTERPRETED else 64
"""Tables that one block carries on."""
LANES = 4 if INTERPRETED else 32
"""Threads that make one view."""
OWN_COPY = True
"""Whether a thread copies its table, where no bot is to look at it."""
WIDE = 8 if INTERPRETED else 128
"""Threads that spell one piece of a tensor, or one mask."""
VIEWER, ZERO = 3, 4
"""Ways a byte of a view comes about, beside those of `project`: the viewer's number, and nothing."""


def device_number() -> int:
    """Which of the machine's GPUs is in use."""
    return 0 if INTERPRETED else int(cuda.get_current_device().id)


def stream_of(given: Any) -> Any:
    """A stream as Numba wants it: its own kind as it is, a pointer (torch's `cuda_stream`) wrapped, none for default."""
    if isinstance(given, int):
        return cuda.external_stream(given) if given else 0
    return given if given is not None else 0


@functools.cache
def stepping_on_gpu(game: Game, bots: Sequence[str], *, forced: bool, relabel: bool) -> Any:
    """The GPU kernel that carries every table on, a thread a table.

    Where no bot needs a view, a table is copied into memory of the thread's own, where neighbours lie side by side.
    """
    step: Callable[..., None] = stepping(game, bots, forced=forced, relabel=relabel)
    room, words, state_type, own_copy = game.most_legal, game.layout.dtype.itemsize // 8, game.layout.dtype, OWN_COPY and not bots

    def step_all(  # noqa: PLR0913
        tables: int, boxes: Any, states: Any, raw: Any, wide: Any, views: Any, seen: Any, plan: Any, backs: Any,
        who: Any, keys: Any, stride: int, chances: Any, desks: Any, relative: Any, absolute: Any, choice: Any,
        by_number: int, seat_of: Any, counts: Any, lists: Any, done: Any, refused: Any, shares: Any, out: Any,
        wins: Any,
    ) -> None:  # fmt: skip
        t = cuda.grid(1)
        if t >= tables:
            return
        actions = cuda.local.array(room, np.int16)
        if own_copy:
            kept = cuda.local.array(words, np.uint64)
            for i in range(words):
                kept[i] = wide[t, i]
            step(
                t, t + 1, t, boxes, kept.view(state_type), raw, views, seen, plan, backs, who, keys, stride, chances,
                desks, actions, relative, absolute, choice, by_number, seat_of, counts, lists, done, refused, shares,
                out, wins,
            )  # fmt: skip
            for i in range(words):
                wide[t, i] = kept[i]
        else:
            step(
                t, t + 1, 0, boxes, states, raw, views, seen, plan, backs, who, keys, stride, chances, desks, actions,
                relative, absolute, choice, by_number, seat_of, counts, lists, done, refused, shares, out, wins,
            )  # fmt: skip

    return cuda.jit(step_all)


def view_bytes(sight: Sight) -> Any:
    """For every byte of a view: how it comes about, from which byte of the position, bytes of a seat's row."""
    made = np.zeros((3, sight.dtype.itemsize), np.int32)
    made[0] = ZERO
    made[0, offset(sight.dtype, sight.VIEWER)] = VIEWER
    for how, start, to, length, row, _nothing in sight.plan[1:].tolist():
        made[0, to : to + length] = how
        made[1, to : to + length] = np.arange(start, start + length)
        made[2, to : to + length] = row
    return made


@functools.cache
def looking_on_gpu() -> Any:
    """The GPU kernel that makes the view of every seat that is asked, many threads a view."""

    def look(tables: int, raw: Any, seat_of: Any, counts: Any, plan: Any, backs: Any, seen: Any) -> None:  # noqa: PLR0913
        t, lane = cuda.grid(1) // LANES, cuda.grid(1) % LANES
        if t >= tables or counts[t] == 0:
            return
        viewer = seat_of[t]
        for j in range(lane, plan.shape[1], LANES):
            how, byte = plan[0, j], 0
            if how == COPY:
                byte = raw[t, plan[1, j]]
            elif how == COPY_ROW:
                byte = raw[t, plan[1, j] + viewer * plan[2, j]]
            elif how == COPY_BACKS:
                byte = backs[raw[t, plan[1, j]]]
            elif how == VIEWER:
                byte = viewer
            seen[t, j] = byte

    return cuda.jit(look)


@functools.cache
def masking_on_gpu() -> Any:
    """The GPU kernel that makes masks of lists, a block a table."""

    def mask(counts: Any, lists: Any, out: Any) -> None:
        t, me = cuda.blockIdx.x, cuda.threadIdx.x
        for j in range(me, out.shape[1], WIDE):
            out[t, j] = 0
        cuda.syncthreads()
        for j in range(me, counts[t], WIDE):
            out[t, lists[t, j]] = 1

    return cuda.jit(mask)


@functools.cache
def copying_on_gpu() -> Any:
    """The GPU kernel that takes choices of any number type over."""

    def take(given: Any, own: Any) -> None:
        t = cuda.grid(1)
        if t < own.shape[0]:
            own[t] = given[t]

    return cuda.jit(take)


def _bits_of() -> Any:
    if INTERPRETED:
        return lambda number: int(np.float32(number).view(np.uint32))
    return cuda.libdevice.float_as_int


@functools.cache
def spelling_on_gpu(kind: str) -> Any:
    """The GPU kernel that spells rows, a block for each piece of a row: counted in shared memory, then written out."""
    as_bits, bits_of = kind == "bfloat16", _bits_of()

    def spell(  # noqa: C901, PLR0912, PLR0913, PLR0914 - a GPU kernel is one function
        views: Any, index: Any, seats: Any, columns: Any, bounds: Any, viewer_at: int, out: Any
    ) -> None:
        room = cuda.shared.array(PIECE, np.float32)
        me = cuda.threadIdx.x
        row, piece = cuda.blockIdx.x // bounds.shape[0], cuda.blockIdx.x % bounds.shape[0]
        low = np.int32(piece * PIECE)
        high = min(np.int32(low + PIECE), np.int32(out.shape[1]))
        source = index[row]
        viewer, among = np.int32(views[source, viewer_at]), np.int32(seats[source % seats.shape[0]])
        for i in range(me, high - low, WIDE):
            room[i] = 0.0
        cuda.syncthreads()
        for k in range(bounds[piece, 0] + me, bounds[piece, 1], WIDE):
            if columns[TURN, k] == 0 or columns[ROW, k] < among:
                place = columns[AT, k] + (columns[ROW, k] + viewer) % among * columns[TURN, k]
                number = np.int32(views[source, place])
                if columns[WIDTH, k] == 2:  # noqa: PLR2004 - bytes
                    number += np.int32(views[source, place + 1]) << 8
                    if number >= 1 << 15:
                        number -= 1 << 16
                elif number >= 1 << 7:
                    number -= 1 << 8
                how, size, first = columns[HOW, k], columns[SIZE, k], columns[FIRST, k] - low
                if how == SCALED:
                    if 0 <= first < high - low:
                        room[first] = np.float32(number) / np.float32(size)
                elif number >= 0:
                    if how == MEMBERS:
                        for p in range(among):
                            to = first + (p + among - viewer) % among
                            if number >> p & 1 and 0 <= to < high - low:
                                room[to] = 1.0
                    else:
                        to = first + number
                        if how == RELATIVE:
                            to = first + (number + among - viewer) % among
                        if 0 <= to < high - low:
                            if how == TALLY:
                                cuda.atomic.add(room, to, np.float32(1.0))
                            else:
                                room[to] = 1.0
        cuda.syncthreads()
        for i in range(me, high - low, WIDE):
            if as_bits:
                bits = bits_of(room[i])
                out[row, low + i] = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF
            else:
                out[row, low + i] = room[i]

    return cuda.jit(spell)
