"""Views made at speed: what a sight copies is written into the machine code, so many bytes from here to there.

`project` goes by a list, row by row, and serves everybody. Whoever makes millions of views of one sight has a kernel
made for it here, which makes the same bytes for a seat. (Spectators, and GPUs, have `project`.)
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from grimorio.engine.kernel import INTERPRETED, kernel, readable
from grimorio.engine.lanes import LANES, place
from grimorio.engine.sight import COPY_BACKS, Sight, project

Numbers = tuple[tuple[int, ...], ...]


@functools.cache
def looking(sight: Sight) -> Callable[..., None]:
    """The kernel `look(source, viewer, view)`, which does what `project` does for a seat."""
    plan, backs = readable(sight.plan), readable(sight.backs)
    if INTERPRETED:
        return lambda source, viewer, view: project(plan, backs, source, viewer, view)
    viewer_at = int(plan[0, 2])
    copy = copying(tuple(map(tuple, plan[1:, :5].tolist())), empty(sight), steps(backs))

    @kernel
    def look(source: Any, viewer: int, view: Any) -> None:
        copy(source, viewer, view)
        view[viewer_at] = viewer

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
            for to, length in nothing:
                there = place(context, builder, signature.args[2], given[2], number(to))
                cgutils.memset(builder, there, number(length), 0)
            for how, start, to, length, row in pieces:
                first = builder.add(number(start), builder.mul(given[1], number(row)))
                here = place(context, builder, signature.args[0], given[0], first)
                there = place(context, builder, signature.args[2], given[2], number(to))
                if how == COPY_BACKS:
                    turn_over(builder, here, there, length, backs)
                else:
                    cgutils.raw_memcpy(builder, there, here, number(length), 1)
            return context.get_dummy_value()

        return types.void(source, types.int64, view), code

    return copy


def turn_over(builder: Any, here: Any, there: Any, length: int, backs: Numbers) -> None:
    """The backs of so many cards: all at once, a comparison for each step."""
    for first in range(0, length, LANES):
        many = min(LANES, length - first)
        cards = ir.VectorType(ir.IntType(8), many)
        from_, to = (
            builder.bitcast(builder.gep(each, [ir.IntType(64)(first)]), cards.as_pointer()) for each in (here, there)
        )
        shown = builder.load(from_, align=1)
        made: Any = ir.Constant(cards, [backs[0][1]] * many)
        for card, back in backs[1:]:
            reached = builder.icmp_unsigned(">=", shown, ir.Constant(cards, [card] * many))
            made = builder.select(reached, ir.Constant(cards, [back] * many), made)
        builder.store(made, to, align=1)
