"""Sixty-four bytes at a time: what a processor does with a whole line of its cache at once, and Numba has no word for.

Each of these is a few instructions where kernels are compiled, and plain Python where they are interpreted. They are
for cores; no GPU has them.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from grimorio.engine.kernel import INTERPRETED, kernel

LANES = 64
"""Bytes that are compared at once."""


def all_lines(size: int) -> int:
    """A bit for each line of so many bytes; of more than 64 lines each bit stands for every 64th."""
    return (1 << min(LANES, -(-size // LANES))) - 1


def lines_of(first: int, last: int) -> int:
    """The bits of the lines to which the bytes from one to before another belong."""
    return sum(1 << line for line in {at // LANES % LANES for at in range(first, last)})


def place(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
    """The address of one entry of an array."""
    return builder.gep(context.make_array(array_type)(context, builder, array).data, [index])


@intrinsic  # type: ignore[untyped-decorator]
def _differing_compiled(typing: Any, some: Any, others: Any, first: Any) -> Any:  # noqa: ARG001 - Numba's way to tell it
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        line, lines = ir.VectorType(ir.IntType(8), LANES), []
        for i in range(2):
            address = place(context, builder, signature.args[i], given[i], given[2])
            lines.append(builder.load(builder.bitcast(address, line.as_pointer()), align=1))
        return builder.bitcast(builder.icmp_unsigned("!=", *lines), ir.IntType(LANES))

    return types.uint64(some, others, types.uintp), code


def _differing_interpreted(some: Any, others: Any, first: int) -> int:
    ends = min(len(some), len(others), int(first) + LANES)
    return sum(int(some[i] != others[i]) << (i - int(first)) for i in range(int(first), ends))


differing: Callable[..., Any] = _differing_interpreted if INTERPRETED else _differing_compiled
"""In which of 64 bytes from one on two arrays differ, a bit each. Behind the end of an array there may be anything, but
there must be something: `zeros` leaves room."""


@intrinsic  # type: ignore[untyped-decorator]
def _copy_line_compiled(typing: Any, some: Any, others: Any, first: Any) -> Any:  # noqa: ARG001
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        line = ir.VectorType(ir.IntType(8), LANES).as_pointer()
        from_, to = (
            builder.bitcast(place(context, builder, signature.args[i], given[i], given[2]), line) for i in range(2)
        )
        builder.store(builder.load(from_, align=1), to, align=1)
        return context.get_dummy_value()

    return types.void(some, others, types.uintp), code


def _copy_line_interpreted(some: Any, others: Any, first: int) -> None:
    ends = min(len(some), len(others), int(first) + LANES)
    others[int(first) : ends] = some[int(first) : ends]


copy_line: Callable[..., Any] = _copy_line_interpreted if INTERPRETED else _copy_line_compiled
"""Copy 64 bytes from one on into another array; the same holds for what is behind their ends."""


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_compiled(typing: Any, bits: Any) -> Any:  # noqa: ARG001
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ARG001
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 0))

    return types.uintp(types.uint64), code


def _lowest_interpreted(bits: int) -> int:
    return (int(bits) & -int(bits)).bit_length() - 1 if bits else LANES


lowest: Callable[..., Any] = _lowest_interpreted if INTERPRETED else _lowest_compiled
"""The number of the lowest bit that is set; 64 where none is."""


def _but_lowest_interpreted(bits: int) -> int:
    return int(bits) & int(bits) - 1


def _but_lowest_compiled(bits: int) -> Any:
    return bits & bits - np.uint64(1)


but_lowest: Callable[..., Any] = _but_lowest_interpreted if INTERPRETED else kernel(_but_lowest_compiled)
"""All bits that are set but the lowest."""


@intrinsic  # type: ignore[untyped-decorator]
def _ones_compiled(typing: Any, bits: Any) -> Any:  # noqa: ARG001
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:  # noqa: ARG001
        return builder.ctpop(given[0])

    return types.uintp(types.uint64), code


def _ones_interpreted(bits: int) -> int:
    return int(bits).bit_count()


ones: Callable[..., Any] = _ones_interpreted if INTERPRETED else _ones_compiled
"""How many bits are set."""


@intrinsic  # type: ignore[untyped-decorator]
def _fetch_compiled(typing: Any, array: Any, index: Any) -> Any:  # noqa: ARG001
    def code(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        told = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        ask = cgutils.get_or_insert_function(builder.module, told, "llvm.prefetch.p0")
        address = builder.bitcast(place(context, builder, signature.args[0], *given), byte)
        to_write, close, data = number(1), number(3), number(1)
        builder.call(ask, [address, to_write, close, data])
        return context.get_dummy_value()

    return types.void(array, types.uintp), code


def _fetch_interpreted(array: Any, index: int) -> None:
    """Nothing is far away."""


fetch: Callable[..., Any] = _fetch_interpreted if INTERPRETED else _fetch_compiled
"""Have an entry of an array brought from memory, since it is going to be changed soon."""
