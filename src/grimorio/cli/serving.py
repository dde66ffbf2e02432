"""`grimorio serve`: tables over the network, until somebody stops it."""

import os
import sys
import webbrowser
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_state_path

from grimorio.cli.output import FINDING, GOOD, Desk, WrongUsageError
from grimorio.server.house import Settings
from grimorio.server.page import built
from grimorio.server.serve import serve as run
from grimorio.server.storage import BusyError, StorageError


def default_database() -> Path:
    """Where the system keeps such things (`XDG_STATE_HOME`, or `~/.local/state`)."""
    return user_state_path("grimorio", appauthor=False) / "server.db"


def can_show() -> bool:
    """Whether there is a screen on which a browser could open."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(  # noqa: PLR0913 - everything that a server may be told
    desk: Desk, host: str, port: int, database: Path | None, public_url: str, pace: float, *, browser: bool = False
) -> int:
    """Listen until it is told to stop: 0; where it could not even begin, the log says why: 1."""
    address = urlsplit(public_url)
    if public_url and (address.scheme not in {"http", "https"} or not address.netloc):
        raise WrongUsageError(says="not_address", text=public_url[:40])
    path = database or default_database()
    if path.is_dir():
        raise WrongUsageError(says="not_database", path=path)

    def started(found: int) -> None:
        url = public_url or f"http://{host}:{found}"
        desk.say("serving", url=url, path=path)
        if browser and built() is None:
            desk.say("no_page")
        elif browser and can_show():
            webbrowser.open(url)

    try:
        return GOOD if run(Settings(path, public_url, pace), host, port, started) else FINDING
    except BusyError as error:
        raise WrongUsageError(says="database_busy", path=path) from error
    except (StorageError, OSError) as error:
        raise WrongUsageError(says="cannot_open", path=path, reason=str(error).splitlines()[0]) from error
