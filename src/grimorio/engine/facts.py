"""Reading records and asking the rules from outside kernels, as insights do: as numbers and lists, without waiting.

Python reads lists much faster than arrays, and a kernel that is handed arrays begins ten times sooner than one that is
handed records of them (`calls.py` says why).
"""

import functools
import operator
import struct
from collections.abc import Callable
from math import prod
from typing import Any, NamedTuple, TypeVar, cast

import numpy as np

from grimorio.engine.kernel import at, kernel

R = TypeVar("R")


class Facts:
    """A record whose fields are numbers and lists of numbers, read when they are first asked for."""

    def __init__(self, records: Any) -> None:
        """The first of some records."""
        self._cells, self._how, self._heard = records, _readers(records.dtype), _NOTHING

    def __getattr__(self, name: str) -> Any:
        try:
            found = self._how[name](self._cells)
        except KeyError as missing:
            raise AttributeError(name) from missing
        setattr(self, name, found)
        return found

    def read(self) -> set[str]:
        """The fields that were asked for, also by those who were asked about this record."""
        return {name for name in vars(self) if name[0] != "_"} | self._heard

    def of(self, fields: frozenset[str]) -> None:
        """Whoever holds this was told something that was made from these fields."""
        self._heard = self._heard | fields


_NOTHING: frozenset[str] = frozenset()
_KNOWN: dict[int, tuple[Any, dict[str, Callable[[Any], Any]]]] = {}
"""By the identity of a type of records, which is held so that no other can have it: how its fields are read."""


def _readers(kind: Any) -> dict[str, Callable[[Any], Any]]:
    found = _KNOWN.get(id(kind))
    if found is None:
        found = _KNOWN[id(kind)] = kind, {name: _reader(name, *kind.fields[name][:2]) for name in kind.names}
    return found[1]


def _reader(name: str, kind: Any, offset: int) -> Callable[[Any], Any]:
    """How one field is read: unpacked where it is a number or a row of them, by NumPy where it is a table."""
    cell, shape = kind.subdtype or (kind, ())
    if len(shape) > 1:
        return lambda records: np.asarray(records)[name][0].tolist()
    unpack = struct.Struct(f"<{prod(shape)}{_CODES[cell.kind, cell.itemsize]}").unpack_from
    if shape:
        return lambda records: list(unpack(records, offset))
    return lambda records: unpack(records, offset)[0]


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

    @functools.wraps(tell)
    def insight(boxes: Any, view: Any) -> R:
        known, asks = memory[0], isinstance(view, Facts)
        records = view._cells if asks else view  # noqa: SLF001 - facts are told to facts
        key = (id(boxes), known.part(records.tobytes()))
        found = known.told.get(key)
        if found is None or found[0] is not boxes:
            seen = Facts(records)
            found = boxes, tell(boxes, seen)
            known = memory[0] = _learnt(known, seen, key, found)
        if asks:
            view.of(known.fields)
        return cast("R", found[1])

    return insight


def _learnt(known: _Memory, seen: Facts, key: tuple[int, Any], found: tuple[Any, Any]) -> _Memory:
    """What is remembered once something was made anew."""
    if not seen.read() <= known.fields:
        return _remembering(seen._cells.dtype, known.fields | seen.read())  # noqa: SLF001 - facts are told to facts
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
