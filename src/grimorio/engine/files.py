"""Writing files that are whole or not there.

A text goes into a file beside its target, which then takes the target's place in one step. That file has always the
same name: what a kill leaves of it, and it may hold a game's secret, is gone with the next write or the next start.
Whoever writes holds the target, so that no two write at once (see `locked` of the command line).
"""

import contextlib
import errno
import os
import re
from pathlib import Path

_OLD_TAIL = re.compile(r"[a-z0-9_]{8}")
"""What followed the name of the target in unfinished files of earlier versions."""


def unfinished(path: Path) -> Path:
    """Where a text lies until it is whole."""
    return path.with_name(f".{path.name}.new")


def replace(path: Path, text: str) -> None:
    """Replace a file by a text that only its owner may read, all or nothing, also when the power fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = unfinished(path)
    fresh.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
    _settle(path.parent)


def _settle(folder: Path) -> None:
    """Let the new name in a folder survive a power failure, where a system can promise that for folders."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(handle)


def clear_unfinished(path: Path) -> None:
    """Throw away what killed writers left beside a file that is held, also those of older versions."""
    head = f".{path.name}."
    left = [each for each in path.parent.iterdir() if each.name.startswith(head)]
    old = [each for each in left if _OLD_TAIL.fullmatch(each.name[len(head) :])]
    for each in (unfinished(path), *old):
        if each.is_file() or each.is_symlink():
            each.unlink(missing_ok=True)
