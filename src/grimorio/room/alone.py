"""One thread at a time in a room."""

import functools
import threading
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Locked(Protocol):
    """Something with a lock of its own."""

    _lock: threading.RLock


L = TypeVar("L", bound=Locked)


def alone(method: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """One thread at a time, in the order of arrival."""

    @functools.wraps(method)
    def one_at_a_time(room: L, /, *arguments: P.args, **named: P.kwargs) -> R:
        with room._lock:  # noqa: SLF001 - a method of the room itself
            return method(room, *arguments, **named)

    return one_at_a_time
