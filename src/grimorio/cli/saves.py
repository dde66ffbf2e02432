"""Where a game in the terminal is kept: saved at every move, never overwritten by another, a record once it is over."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout
from platformdirs import user_state_path

from grimorio.engine.files import clear_unfinished
from grimorio.engine.game import Game
from grimorio.engine.record import Record, RecordError, read, write


class BusyError(ValueError):
    """Somebody else is playing in this file."""


def default_path(game: Game) -> Path:
    """The players' own save of a game, where the system keeps such things (`XDG_STATE_HOME`, or `~/.local/state`)."""
    return user_state_path("grimorio", appauthor=False) / f"{game.name}.json"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a save, so that two games do not write over each other; a kill lets go of it, and what it left goes too."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(f".{path.name}.lock"), blocking=False)
    try:
        held = lock.acquire()
    except Timeout as error:
        raise BusyError(str(path)) from error
    with held:
        clear_unfinished(path)
        yield


def keep_previous(path: Path) -> tuple[str, Path] | None:
    """Put away what a new game would write over: how it is told, and where it is now; None where nothing is lost."""
    if not path.exists():
        return None
    try:
        previous = read(path)
    except RecordError:
        return "kept_damaged", path.replace(_free(path, ".damaged"))
    if previous.result:
        return "kept_finished", path.replace(new_record_path(path))
    return ("kept", path.replace(_free(path))) if previous.log else None


def _free(path: Path, mark: str = "") -> Path:
    """A name beside a file that nothing has yet, reserved."""
    number = 1
    while not _reserved(fresh := path.with_name(f"{path.stem}{mark}.{number}{path.suffix}")):
        number += 1
    return fresh


def new_record_path(save: Path) -> Path:
    """A name among the records that nothing has yet, reserved: `records/<date>-<n>.json` beside the save."""
    folder = save.parent / "records"
    folder.mkdir(parents=True, exist_ok=True)
    today = datetime.now(UTC).astimezone().date().isoformat()
    number = 1
    while not _reserved(fresh := folder / f"{today}-{number}.json"):
        number += 1
    return fresh


def _reserved(path: Path) -> bool:
    """Take a name, unless somebody has it."""
    try:
        path.open("x").close()
    except FileExistsError:
        return False
    return True


def finish(record: Record, save: Path) -> Path:
    """Make the save of a finished game its record, and put it among the others; says where it is.

    The save is held, so that what a kill leaves of it is cleared; nothing is ever half-written among the records.
    """
    write(record, save)
    return save.replace(new_record_path(save))
