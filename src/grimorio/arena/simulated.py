"""Numba's simulator of a GPU, whose threads are Python's: two things that a GPU does at once are two steps there."""

import threading
from typing import Any


class OneMakesIt(dict[Any, Any]):
    """Shared arrays by the line that asks for them. Whoever asks first makes one; all others wait for it.

    The simulator looks for one, and makes it if there is none: two threads that looked at the same time had one each.
    """

    def __init__(self) -> None:
        super().__init__()
        self.making = threading.Lock()

    def get(self, line: Any, _default: Any = None) -> Any:
        """The array, or None for who has to make it; until it is there nobody else is answered."""
        self.making.acquire()
        found = super().get(line)
        if found is not None:
            self.making.release()
        return found

    def __setitem__(self, line: Any, array: Any) -> None:
        super().__setitem__(line, array)
        self.making.release()


def mend() -> None:
    """Let the threads of a block share what they share; call it before anything is simulated."""
    from numba.cuda.simulator import kernelapi  # noqa: PLC0415 - only where it is asked for

    begin = kernelapi.FakeCUDAShared.__init__

    def begin_alone(shared: Any, *given: Any) -> None:
        begin(shared, *given)
        shared._allocations = OneMakesIt()  # noqa: SLF001 - nothing else holds them

    kernelapi.FakeCUDAShared.__init__ = begin_alone
    kernelapi.orlock = kernelapi.addlock  # a word may be added to by one thread while another sets bits of it
