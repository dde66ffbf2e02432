"""Reading records and asking the rules from outside kernels, as insights do: as numbers and lists, without waiting.

Python reads lists much faster than arrays, and a kernel that is handed arrays begins ten times sooner than one that is
handed records of them (`calls.py` says why).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from grimorio.engine.kernel import at, kernel


class Facts:
    """A record whose fields are numbers and lists of numbers, read when they are first asked for."""

    def __init__(self, records: Any) -> None:
        """The first of some records."""
        self._cells = np.asarray(records)[0]

    def __getattr__(self, name: str) -> Any:
        try:
            found = self._cells[name].tolist()
        except ValueError as missing:
            raise AttributeError(name) from missing
        setattr(self, name, found)
        return found


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
