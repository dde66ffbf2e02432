"""Reading records and asking the rules from outside kernels, as insights do: as numbers and lists, without waiting.

Python reads lists much faster than arrays, and a kernel that is handed arrays begins ten times sooner than one that is
handed records of them (`calls.py` says why).
"""

import functools
import operator
import struct
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from grimorio.engine.kernel import at, kernel

R = TypeVar("R")


class Facts:
    """A record whose fields are numbers and lists of numbers, read when they are first asked for."""

    def __init__(self, records: Any, kind: Any = None) -> None:
        """The first of some records, which may be given as the bytes of records of a kind."""
        self._cells, self._kind = records, kind or records.dtype
        self._how = _readers(self._kind)

    def __getattr__(self, name: str) -> Any:
        try:
            found = self._how[name](self._cells)
        except KeyError as missing:
            raise AttributeError(name) from missing
        setattr(self, name, found)
        return found


def facts_of_box(boxes: Any) -> Facts:
    """The facts of a box, which never changes; those of the boxes that were asked about lately are kept."""
    found = _BOXES.get(id(boxes))
    if found is None:
        if len(_BOXES) >= MOST_BOXES:
            _BOXES.clear()
        found = _BOXES[id(boxes)] = boxes, Facts(boxes)
    return found[1]


MOST_BOXES = 256
_BOXES: dict[int, tuple[Any, Facts]] = {}
"""By the identity of a box, which is held so that no other can have it."""


class _Noted(Facts):
    """Facts that notice whether somebody asks for a field that nobody has asked for before (`known`)."""

    def __init__(self, packed: bytes, kind: Any, known: frozenset[str]) -> None:
        """Nothing new was asked for yet."""
        super().__init__(packed, kind)
        self._known = known

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if name not in self._known:
            self._known |= {name}
        return found

    def of(self, fields: frozenset[str]) -> None:
        """Whoever holds this was told something that was made from these fields."""
        if not fields <= self._known:
            self._known |= fields


_NOTHING: frozenset[str] = frozenset()
_KNOWN: dict[int, tuple[Any, dict[str, Callable[[Any], Any]]]] = {}
"""By the identity of a type of records, which is held so that no other can have it: how its fields are read."""


def _readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    found = _KNOWN.get(id(kind))
    if found is None:
        found = _KNOWN[id(kind)] = kind, {name: _reader(*kind.fields[name][:2]) for name in kind.names}
    return found[1]


def _reader(kind: Any, offset: int) -> Callable[[Any], Any]:
    """How one field is read: a number, a row of them, or a table row by row."""
    cell, shape = kind.subdtype or (kind, ())
    unpack = struct.Struct(f"<{prod(shape)}{_CODES[cell.kind, cell.itemsize]}").unpack_from
    if len(shape) > 1:
        return lambda records: _cut(unpack(records, offset), shape)
    if shape:
        return lambda records: list(unpack(records, offset))
    return lambda records: unpack(records, offset)[0]


def _cut(numbers: Sequence[int], shape: tuple[int, ...]) -> list[Any]:
    """Numbers as a table of a shape."""
    if len(shape) == 1:
        return list(numbers)
    size = prod(shape[1:])
    return [_cut(numbers[at : at + size], shape[1:]) for at in range(0, shape[0] * size, size)]


_CODES = {("i", 1): "b", ("i", 2): "h", ("i", 4): "i", ("i", 8): "q"}
_CODES |= {("u", size): code.upper() for (_, size), code in _CODES.items()}
"""How a number of a kind and a size is unpacked."""


MOST_REMEMBERED = 1 << 12


class _Memory(NamedTuple):
    """What was told already, by the box and by those fields of a view that it was made from."""

    fields: frozenset[str]
    part: Callable[[bytes], Any]
    told: dict[tuple[int, Any], tuple[Any, Any]]


def remembered(tell: Callable[[Any, Any], R]) -> Callable[[Any, Any], R]:
    """An insight that reads a view by its facts alone; it is not made again while all that it read stays the same.

    Most of what is done changes nothing of what the others want to know beside their cards. Which fields an insight
    reads is noticed when it reads them; whoever reads one more makes everything be forgotten. An insight may ask parts
    of it that are remembered for themselves, with the facts that it was given: what they read it has read too.
    """
    memory = [_Memory(_NOTHING, bytes, {})]

    def of_bytes(boxes: Any, kind: Any, view: bytes) -> R:
        known = memory[0]
        key = (id(boxes), known.part(view))
        found = known.told.get(key)
        if found is None or found[0] is not boxes:
            seen = _Noted(view, kind, known.fields)
            found = boxes, tell(boxes, seen)
            memory[0] = _learnt(known, seen, key, found)
        told: R = found[1]
        return told

    @functools.wraps(tell)
    def insight(boxes: Any, view: Any) -> R:
        if isinstance(view, _Noted):
            told = of_bytes(boxes, view._kind, view._cells)  # noqa: SLF001 - facts are told to facts
            view.of(memory[0].fields)
            return told
        records = view._cells if isinstance(view, Facts) else view  # noqa: SLF001
        return of_bytes(boxes, records.dtype, records.tobytes())

    insight.of_bytes = of_bytes  # type: ignore[attr-defined]
    return insight


def told_of(insight: Callable[[Any, Any], R], boxes: Any, kind: Any, view: bytes) -> R:
    """What an insight says of a view, given by its bytes; one that is remembered needs no more than these."""
    of_bytes: Callable[[Any, Any, bytes], R] | None = getattr(insight, "of_bytes", None)
    if of_bytes is None:
        return insight(boxes, np.frombuffer(bytearray(view), kind))
    return of_bytes(boxes, kind, view)


def _learnt(known: _Memory, seen: _Noted, key: tuple[int, Any], found: tuple[Any, Any]) -> _Memory:
    """What is remembered once something was made anew."""
    if seen._known is not known.fields:  # noqa: SLF001 - facts are told to facts
        return _remembering(seen._kind, seen._known)  # noqa: SLF001
    if len(known.told) >= MOST_REMEMBERED:
        known.told.clear()
    known.told[key] = found
    return known


def _remembering(kind: Any, fields: frozenset[str]) -> _Memory:
    """A memory by these fields, with nothing in it yet."""
    parts = [slice(at, at + cell.itemsize) for cell, at, *_ in (kind.fields[name] for name in sorted(fields))]
    return _Memory(fields, operator.itemgetter(*parts), {})


def with_box(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that looks at a box, for an array of one box."""

    @kernel
    def asked(boxes: Any, *rest: Any) -> Any:
        return rule(at(boxes, 0), *rest)

    return asked


def with_view(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that looks at a view, for an array of one view."""

    @kernel
    def asked(views: Any, *rest: Any) -> Any:
        return rule(at(views, 0), *rest)

    return asked


def with_both(rule: Callable[..., Any]) -> Callable[..., Any]:
    """A rule that looks at a box and a view, for an array of each."""

    @kernel
    def asked(boxes: Any, views: Any, *rest: Any) -> Any:
        return rule(at(boxes, 0), at(views, 0), *rest)

    return asked
