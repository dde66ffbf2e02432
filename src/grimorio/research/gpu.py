"""The kernels of a batch on a GPU, and how they are launched on a stream of the caller's.

`NUMBA_ENABLE_CUDASIM=1` runs this file on Numba's simulator, without a GPU.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grimorio.arena import gpu as arena_gpu
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.layout import offset
from grimorio.engine.sight import COPY_BACKS, COPY_ROW, MEMBERS, RELATIVE, SCALED, TALLY, Sight
from grimorio.engine.spelling import AT, FIRST, HOW, PIECE, ROW, SIZE, TURN, WIDTH, Spelling, pieces
from grimorio.research.stepping import stepping

cuda: Any = arena_gpu.cuda  # type: ignore[attr-defined]
BLOCK, MANY = (4, 64) if INTERPRETED else (32, 1 << 16)
"""Tables that one block carries on; from so many tables on, four times as many."""
LANES = 4 if INTERPRETED else 32
"""Threads that make one view."""
WIDE = 8 if INTERPRETED else 128
"""Threads that spell one piece of a tensor, or some masks."""
TOGETHER = 8
"""Tables whose masks one block makes: together they have as many words of eight bytes as one has entries."""
VIEWER, ZERO = 3, 4
"""Ways a byte of a view comes about, beside those of `project`: the viewer's number, and nothing."""
START_BITS, TURN_BITS = 16, 12
"""Of one number: the byte that is copied, the bytes of a seat's row, and above them the way."""
ONE, HALF, FEWER = 0x3F80, 16, 0x80
"""The bits of a bfloat16 that is one, how many it has, and what no part has so few of: below it stand counts."""
WIDE_BIT, HOW_BITS = 19, 16
"""Of one number: the byte of a view below, then the way to spell it, then whether it has two bytes."""


def block_of(tables: int) -> int:
    """Tables of one block: few, so that a small batch is spread over the whole GPU; more where there are many."""
    return BLOCK if tables < MANY else 4 * BLOCK


def device_number() -> int:
    """Which of the machine's GPUs is in use."""
    return 0 if INTERPRETED else int(cuda.get_current_device().id)


def stream_of(given: Any) -> Any:
    """A stream as Numba wants it: its own kind as it is, a pointer (torch's `cuda_stream`) wrapped, none: default."""
    if isinstance(given, int):
        return cuda.external_stream(given) if given else 0
    return given if given is not None else 0


def taken(array: Any) -> Any:
    """The same memory as an array of Numba's, from whatever library it comes."""
    return array if INTERPRETED or hasattr(array, "copy_to_host") else cuda.as_cuda_array(array)


@functools.cache
def stepping_on_gpu(game: Game, bots: Sequence[str], *, forced: bool, relabel: bool, recall: bool) -> Any:
    """The GPU kernel that carries every table on, a thread a table; with `recall` each has a log of its own.

    Where bots or memories look, each table has room of its own for a view.
    """
    step: Callable[..., None] = stepping(game, bots, forced=forced, relabel=relabel)
    room = game.most_legal

    if_wanted, nth, looks = _itself if recall else _nothing, int(recall), int(recall or bool(bots))
    if not INTERPRETED:
        if_wanted = cuda.jit(if_wanted, device=True)

    def step_all(  # noqa: PLR0913
        tables: int, limit: int, boxes: Any, states: Any, raw: Any, eyes: Any, seen: Any, plan: Any, backs: Any,
        who: Any, keys: Any, stride: int, chances: Any, desks: Any, relative: Any, absolute: Any, choice: Any,
        by_number: int, seat_of: Any, counts: Any, lists: Any, done: Any, refused: Any, shares: Any, out: Any,
        wins: Any, logs: Any, memory: Any,
    ) -> None:  # fmt: skip
        t = cuda.grid(1)
        if t < tables:
            actions = cuda.local.array(room, np.int16)
            mine = t * looks
            step(
                t, t + 1, limit, boxes, states, raw, eyes[mine : mine + 1], seen[mine : mine + 1], plan, backs, who,
                keys, stride, chances, desks, actions, relative, absolute, choice, by_number, seat_of, counts, lists,
                done, refused, shares, out, wins, if_wanted(logs[t * nth]), if_wanted(memory),
            )  # fmt: skip

    return cuda.jit(step_all)


def _itself(array: Any) -> Any:
    return array


def _nothing(array: Any) -> None:  # noqa: ARG001 - the argument of the other form
    return None


@functools.cache
def recalling_on_gpu() -> Any:
    """The GPU kernel that tells what each seat that is asked remembers."""

    def recall(memory: Any, seat_of: Any, out: Any) -> None:
        t = cuda.grid(1)
        if t < out.shape[0]:
            for i in range(out.shape[1]):
                out[t, i] = memory[t, seat_of[t], i]

    return cuda.jit(recall)


def view_bytes(sight: Sight) -> Any:
    """For every byte of a view one number: from which byte of the position it comes, bytes of a seat's row, and how."""
    made = np.full(sight.dtype.itemsize, ZERO << START_BITS + TURN_BITS, np.int32)
    made[offset(sight.dtype, sight.VIEWER)] = VIEWER << START_BITS + TURN_BITS
    for how, start, to, length, row, _nothing in sight.plan[1:].tolist():
        turn = row if how == COPY_ROW else 0
        made[to : to + length] = (
            np.arange(start, start + length) + (turn << START_BITS) + (how << START_BITS + TURN_BITS)
        )
    return made


@functools.cache
def looking_on_gpu(size: int) -> Any:
    """The GPU kernel that makes the view of every seat that is asked, many threads a view, `size` bytes a time."""
    low, turns = (1 << START_BITS) - 1, (1 << TURN_BITS) - 1

    def look(tables: int, raw: Any, seat_of: Any, counts: Any, plan: Any, backs: Any, seen: Any) -> None:  # noqa: PLR0913
        t, lane = cuda.grid(1) // LANES, cuda.grid(1) % LANES
        if t >= tables or counts[t] == 0:
            return
        viewer = seat_of[t]
        for j in range(lane, seen.shape[1], LANES):
            word: Any = 0
            for b in range(size):
                told = plan[j * size + b]
                how = told >> START_BITS + TURN_BITS
                byte = np.int64(viewer if how == VIEWER else 0)
                if how < VIEWER:
                    byte = np.int64(raw[t, (told & low) + viewer * (told >> START_BITS & turns)])
                    if how == COPY_BACKS:
                        byte = np.int64(backs[byte])
                word |= byte << 8 * b
            seen[t, j] = word

    return cuda.jit(look)


def in_words(rows: Any) -> tuple[int, Any]:
    """Rows of bytes as the largest words that fill them, four bytes at most; and how many bytes a word has."""
    size = next(size for size in (4, 2, 1) if rows.shape[1] % size == 0)
    return size, rows.view(f"u{size}")


@functools.cache
def masking_on_gpu() -> Any:
    """The GPU kernel that makes masks of lists, a block for `TOGETHER` tables, whose masks are so many whole words."""
    lanes = WIDE // TOGETHER

    def mask(counts: Any, lists: Any, words: Any, out: Any) -> None:
        first, me, length = cuda.blockIdx.x, cuda.threadIdx.x, out.shape[1]
        for j in range(me, length, WIDE):
            words[first * length + j] = 0
        cuda.syncthreads()
        t = first * TOGETHER + me // lanes
        if t < counts.shape[0]:
            for j in range(me % lanes, counts[t], lanes):
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


def spelling_lists(spelling: Spelling) -> tuple[Any, Any]:
    """For each number of seats and each viewer: what to spell, two numbers an item; and the items of each piece.

    The first number has the byte of the view, the way and the width, the second the first entry and the size.
    """
    most = max(f.shape[0] for f in spelling.sight.fields if f.by_seat)
    columns = spelling.columns
    lists = np.zeros((most + 1, most, 2, columns.shape[1]), np.int32)
    bounds = np.zeros((most + 1, most, -(-spelling.width // PIECE), 2), np.int32)
    for seats in range(1, most + 1):
        kept = columns[:, (columns[TURN] == 0) | (columns[ROW] < seats)]
        for viewer in range(seats):
            start = kept[AT] + (kept[ROW] + viewer) % seats * kept[TURN]
            place = lists[seats, viewer, :, : kept.shape[1]]
            place[0] = start | kept[HOW] << HOW_BITS | kept[WIDTH] - 1 << WIDE_BIT
            place[1] = kept[FIRST] | kept[SIZE] << START_BITS
            bounds[seats, viewer] = pieces(kept, spelling.width)
    return lists, bounds


def _on_floats() -> tuple[Any, ...]:
    """How a number is put into a room of floats: one, one more, or a part; and how it is read there."""

    def mark(room: Any, to: int) -> None:
        room[to] = 1.0

    def count(room: Any, to: int) -> None:
        cuda.atomic.add(room, to, np.float32(1.0))

    def scale(room: Any, to: int, number: Any) -> None:
        room[to] = number

    def written(room: Any, wide: Any, i: int) -> Any:  # noqa: ARG001 - the arguments of the other form
        return room[i]

    return mark, count, scale, written


def _on_bits() -> tuple[Any, ...]:
    """The same in a room where two bfloat16 share a word, of which four are read at a time.

    A count stays a small whole number until then: nothing else is so small.
    """
    bits_of, signed = _bits_of(), int if INTERPRETED else np.int64

    def mark(room: Any, to: int) -> None:
        cuda.atomic.or_(room, to >> 1, np.uint32(ONE << HALF * (to & 1)))

    def count(room: Any, to: int) -> None:
        cuda.atomic.add(room, to >> 1, np.uint32(1 << HALF * (to & 1)))

    def scale(room: Any, to: int, number: Any) -> None:
        bits = bits_of(number)
        bits = (bits + 0x7FFF + (bits >> HALF & 1)) >> HALF & 0xFFFF
        cuda.atomic.or_(room, to >> 1, np.uint32(bits << HALF * (to & 1)))

    def written(room: Any, wide: Any, i: int) -> Any:  # noqa: ARG001
        word = signed(wide[i])
        if word == 0:
            return np.uint64(0)
        made: Any = 0
        for place in range(0, 4 * HALF, HALF):
            part = word >> place & 0xFFFF
            if part < FEWER:
                part = bits_of(np.float32(np.int32(part))) >> HALF
            made |= part << place
        return np.uint64(made)

    return mark, count, scale, written


@functools.cache
def spelling_on_gpu(kind: str, width: int) -> Any:  # noqa: C901, PLR0915 - it counts what the kernel inside does
    """The GPU kernel that spells rows, a block for each piece of a row: gathered in shared memory, then written out.

    Remainders are slow on a GPU, so seats go round by comparing. Of bfloat16 four are written at once; almost all are
    zeros.
    """
    as_bits, low, ways = kind == "bfloat16", (1 << START_BITS) - 1, (1 << WIDE_BIT - HOW_BITS) - 1
    inner = cuda.jit(device=True) if not INTERPRETED else lambda function: function
    mark, count, scale, written = map(inner, _on_bits() if as_bits else _on_floats())
    longest, threads = min(width, PIECE), np.uint64(WIDE)
    words, word, packed = (longest // 2, np.uint32, 4) if as_bits else (longest, np.float32, 1)

    def spell(  # noqa: C901, PLR0912, PLR0913, PLR0915 - a GPU kernel is one function
        views: Any, index: Any, seats: Any, lists: Any, bounds: Any, viewer_at: int, out: Any
    ) -> None:
        room = cuda.shared.array(words, word)
        wide = room.view(np.uint64)
        me, row, piece = cuda.threadIdx.x, cuda.blockIdx.x, cuda.blockIdx.y
        base = piece * PIECE
        length = min(PIECE, width - base)
        i = np.uint64(me)
        while i < np.uint64(words // 2):
            wide[i] = 0
            i += threads
        source = index[row]
        viewer, among = np.int32(views[source, viewer_at]), np.int32(0)
        if seats.shape[0] == 1:
            among = np.int32(seats[0])
        elif source < seats.shape[0]:
            among = np.int32(seats[source])
        else:
            among = np.int32(seats[source % seats.shape[0]])
        view, whats, wheres = views[source], lists[among, viewer, 0], lists[among, viewer, 1]
        cuda.syncthreads()
        i = np.uint64(bounds[among, viewer, piece, 0] + me)
        end = np.uint64(bounds[among, viewer, piece, 1])
        while i < end:
            what, where = whats[i], wheres[i]
            i += threads
            place, how, first = what & low, what >> HOW_BITS & ways, (where & low) - base
            number = np.int32(view[place])
            if what >> WIDE_BIT:
                number += np.int32(view[place + 1]) << 8
                if number >= 1 << 15:
                    number -= 1 << 16
            elif number >= 1 << 7:
                number -= 1 << 8
            if how == SCALED:
                if 0 <= first < length and number != 0:
                    scale(room, first, np.float32(number) / np.float32(where >> START_BITS))
            elif number >= 0:
                if how == MEMBERS:
                    for p in range(among):
                        to = first + p - viewer
                        if p < viewer:
                            to += among
                        if number >> p & 1 and 0 <= to < length:
                            mark(room, to)
                else:
                    to = first + number
                    if how == RELATIVE:
                        to -= viewer
                        if number < viewer:
                            to += among
                    if 0 <= to < length:
                        if how == TALLY:
                            count(room, to)
                        else:
                            mark(room, to)
        cuda.syncthreads()
        line, i, end = out[row], np.uint64(me), np.uint64(length // packed)
        first_of_all = np.uint64(base // packed)
        while i < end:
            line[first_of_all + i] = written(room, wide, i)
            i += threads

    return cuda.jit(spell)
