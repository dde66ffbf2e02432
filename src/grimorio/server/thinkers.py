"""Threads for whatever takes a while: some for bots, some for all that people ask for.

A bot may think for seconds, and at every table one may; nobody who asks for something waits behind them.
"""

import asyncio
import contextlib
import os
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from grimorio.server.refusals import refuse

For = Literal["bots", "people"]
THREADS: dict[For, int] = {"bots": 2, "people": 2}
MOST_WAITING = 32
"""Things that people may wait for at once; of the bots of a table one thinks, so there is a bound too."""
PATIENCE = 15
"""How far behind everybody else they stand (`nice`)."""

R = TypeVar("R")


class Thinkers:
    """The threads of a server."""

    def __init__(self) -> None:
        """Nobody thinks yet."""
        self._pools = {
            each: ThreadPoolExecutor(number, f"grimorio-{each}", _stand_back) for each, number in THREADS.items()
        }
        self._waiting = Counter[For]()

    async def think(self, thought: Callable[[], R], whose: For = "people") -> R:
        """Have something thought while everybody else goes on; refused where too much waits already."""
        if whose == "people" and self._waiting[whose] >= MOST_WAITING:
            refuse("too-many", whose)
        self._waiting[whose] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pools[whose], thought)
        finally:
            self._waiting[whose] -= 1

    def close(self) -> None:
        """Finish what is being thought, and nothing that waits."""
        for pool in self._pools.values():
            pool.shutdown(cancel_futures=True)


def _stand_back() -> None:
    """They think while nobody else has anything to do: whoever is served goes first, where a thread can stand back."""
    with contextlib.suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENCE)
