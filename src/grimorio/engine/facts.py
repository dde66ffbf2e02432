"""Reading records and asking the rules from outside kernels, as insights do: as numbers and lists, without waiting.

Python reads lists much faster than arrays, and a kernel that is handed arrays begins ten times sooner than one that is
handed records of them (`calls.py` says why).
"""

import struct
from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from grimorio.engine.kernel import at, kernel


class Facts:
    """A record whose fields are numbers and lists of numbers, read when they are first asked for."""

    def __init__(self, records: Any) -> None:
        """The first of some records."""
        self._cells, self._how = records, _readers(records.dtype)

    def __getattr__(self, name: str) -> Any:
        try:
            found = self._how[name](self._cells)
        except KeyError as missing:
            raise AttributeError(name) from missing
        setattr(self, name, found)
        return found


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
