"""Work that several processes would do is done by the first of them, while the others wait for what comes of it."""

import hashlib
import os
import time
from pathlib import Path
from types import ModuleType
from typing import Final

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # where there are no such locks, everybody does his own work
    fcntl = None

PATIENCE: Final = 120.0
"""Seconds for which a process waits for another, before it does the work itself."""
A_MOMENT: Final = 0.02


class Claims:
    """Each piece of work is one byte of a file, locked by the process that claims it; the dead claim nothing."""

    def __init__(self, path: Path) -> None:
        """Claims of all processes that name the same file."""
        self._file = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)  # for as long as the process lives

    def take(self, work: str, patience: float = PATIENCE) -> bool:
        """Claim it, and say whether somebody else had it first: then it may be done by now.

        Whoever has it and neither does nor drops it is waited for no longer than patience lasts.
        """
        until = time.monotonic() + patience
        waited = False
        while not self._locked(work) and time.monotonic() < until:
            waited = True
            time.sleep(A_MOMENT)
        return waited

    def drop(self, work: str) -> None:
        """Let others have it."""
        if fcntl is not None:
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _place_of(work))

    def _locked(self, work: str) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place_of(work))
        except BlockingIOError:
            return False
        except OSError:  # a folder of a kind that knows no locks
            return True
        return True


def _place_of(work: str) -> int:
    return int.from_bytes(hashlib.sha256(work.encode()).digest()[:7])
