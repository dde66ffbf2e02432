"""Views made at speed: what a sight copies is written into the machine code, so many bytes from here to there.

`project` goes by a list, row by row, and serves everybody. Whoever makes millions of views of one sight has a kernel
made for it here, which makes the same bytes for a seat, and tells where they are others than before. (Spectators, and
GPUs, have `project`.)
"""

import functools
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from grimorio.engine.kernel import INTERPRETED, kernel, readable
from grimorio.engine.lanes import LANES, all_lines, lines_of, place
from grimorio.engine.sight import COPY_BACKS, Sight, project

Numbers = tuple[tuple[int, ...], ...]


@functools.cache
def looking(sight: Sight) -> Callable[..., Any]:
    """The kernel `look(source, viewer, view)`, which does what `project` does for a seat.

    It returns the bits of the lines, of 64 bytes each, that are not what they were in `view` before (or of more).
    """
    plan, backs = readable(sight.plan), readable(sight.backs)
    lines = np.uint64(all_lines(sight.dtype.itemsize))
    if INTERPRETED:

        def look_slowly(source: Any, viewer: int, view: Any) -> Any:
            project(plan, backs, source, viewer, view)
            return lines

        return look_slowly
    viewer_at = int(plan[0, 2])
    copy = copying(tuple(map(tuple, plan[1:, :5].tolist())), empty(sight), steps(backs))

    @kernel
    def look(source: Any, viewer: int, view: Any) -> Any:
        changed = copy(source, viewer, view)
        view[viewer_at] = viewer
        return changed

    return look


def empty(sight: Sight) -> Numbers:
    """The bytes of a view into which nothing is copied: from where, how many."""
    filled = np.zeros(sight.dtype.itemsize, np.bool_)
    for to, length in sight.plan[:, 2:4].tolist():
        filled[to : to + length] = True
    ends = np.flatnonzero(np.diff(filled, prepend=True, append=True)).tolist()
    return tuple((first, last - first) for first, last in zip(ends[::2], ends[1::2], strict=True))


def steps(backs: npt.NDArray[np.uint8]) -> Numbers:
    """A table of backs as few steps: from which card on, which back."""
    return tuple((card, int(backs[card])) for card in range(len(backs)) if card == 0 or backs[card] != backs[card - 1])


def copying(pieces: Numbers, nothing: Numbers, backs: Numbers) -> Any:
    """All that is copied, as code without a loop: `pieces` are rows of a sight's plan."""

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typing: Any, source: Any, viewer: Any, view: Any) -> Any:  # noqa: ARG001 - Numba's way to tell it
        def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            number = ir.IntType(64)
            changed: Any = number(0)
            for to, length in nothing:
                there = place(context, builder, signature.args[2], given[2], number(to))
                cgutils.memset(builder, there, number(length), 0)
            for how, start, to, length, row in pieces:
                first, made = builder.add(number(start), builder.mul(given[1], number(row))), []
                for low, many, lines in backs_of(to, length) if how == COPY_BACKS else parts(to, length):
                    from_ = builder.add(first, number(low - to))
                    here = place(context, builder, signature.args[0], given[0], from_)
                    there = place(context, builder, signature.args[2], given[2], number(low))
                    shown, differs, room = compared(builder, here, there, many, backs if how == COPY_BACKS else ())
                    changed = builder.or_(changed, builder.select(differs, number(lines), number(0)))
                    made.append((shown, room))
                    if len(made) > 1:  # parts overlap: each is compared before its neighbour is written
                        builder.store(*made[-2], align=1)
                builder.store(*made[-1], align=1)
            return changed

        return types.uint64(source, types.int64, view), code

    return copy


def parts(first: int, length: int) -> list[tuple[int, int, int]]:
    """A piece of a view as parts that registers hold, which may overlap: from where, how many bytes, bits of lines.

    A byte of two parts belongs to the lines of one of them: whole lines to themselves, any other to the part behind.
    """
    last, many = first + length, 1 << min(length, LANES).bit_length() - 1
    whole = range(-(-first // LANES) * LANES, last - LANES + 1, LANES)
    starts = sorted({first, *whole, last - many})
    ends = [at + many if at in whole else after for at, after in pairwise(starts)]
    return [(at, many, lines_of(*own)) for at, own in zip(starts, pairwise([first, *ends, last]), strict=True)]


def backs_of(first: int, length: int) -> list[tuple[int, int, int]]:
    """The same for cards of which backs are shown, of which none is turned over twice."""
    last = first + length
    ends = [(at, min(at + LANES, last)) for at in range(first, last, LANES)]
    return [(at, end - at, lines_of(at, end)) for at, end in ends]


def compared(builder: Any, here: Any, there: Any, many: int, backs: Numbers) -> tuple[Any, Any, Any]:
    """So many bytes, or the backs of so many cards; whether they differ from those that are there; and where to."""
    cards, bits = ir.VectorType(ir.IntType(8), many), ir.IntType(many)
    from_, to = (builder.bitcast(each, cards.as_pointer()) for each in (here, there))
    shown, before = builder.load(from_, align=1), builder.load(to, align=1)
    if backs:
        shown = turned_over(builder, shown, cards, many, backs)
    differs = builder.bitcast(builder.icmp_unsigned("!=", shown, before), bits)
    return shown, builder.icmp_unsigned("!=", differs, bits(0)), to


def turned_over(builder: Any, shown: Any, cards: Any, many: int, backs: Numbers) -> Any:
    """The backs of so many cards: all at once, a comparison for each step."""
    made: Any = ir.Constant(cards, [backs[0][1]] * many)
    for card, back in backs[1:]:
        reached = builder.icmp_unsigned(">=", shown, ir.Constant(cards, [card] * many))
        made = builder.select(reached, ir.Constant(cards, [back] * many), made)
    return made
