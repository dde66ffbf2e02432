"""`grimorio serve`: tables over the network, until somebody stops it."""

import os
import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from platformdirs import user_state_path

from grimorio.cli.output import FINDING, GOOD, Desk, WrongUsageError
from grimorio.server.page import built
from grimorio.server.serve import serve as run
from grimorio.server.settings import SettingError, Settings, settings_from
from grimorio.server.storage import BusyError, StorageError


def default_database() -> Path:
    """Where the system keeps such things (`XDG_STATE_HOME`, or `~/.local/state`)."""
    return user_state_path("grimorio", appauthor=False) / "server.db"


def can_show() -> bool:
    """Whether there is a screen on which a browser could open."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(desk: Desk, flags: Mapping[str, Any], *, browser: bool = False) -> int:
    """Listen until it is told to stop: 0; where it could not even begin, the log says why: 1."""
    address = urlsplit(str(flags.get("public_url", "")))
    if flags.get("public_url") and (address.scheme not in {"http", "https"} or not address.netloc):
        raise WrongUsageError(says="not_address", text=str(flags["public_url"])[:40])
    settings = read_settings(flags)
    path = settings.database
    if isinstance(path, Path) and path.is_dir():
        raise WrongUsageError(says="not_database", path=path)
    shown = path if isinstance(path, Path) else without_password(path)

    def started(found: int) -> None:
        url = settings.public_url or f"http://{settings.host}:{found}"
        desk.say("serving", url=url, path=shown)
        if browser and built() is None:
            desk.say("no_page")
        elif browser and can_show():
            webbrowser.open(url)

    try:
        return GOOD if run(settings, settings.host, settings.port, started) else FINDING
    except BusyError as error:
        raise WrongUsageError(says="database_busy", path=shown) from error
    except (StorageError, OSError, ImportError) as error:
        raise WrongUsageError(says="cannot_open", path=shown, reason=str(error).splitlines()[0]) from error


def read_settings(flags: Mapping[str, Any]) -> Settings:
    """All settings, by flags, environment and file."""
    try:
        return settings_from(flags, os.environ, default_database())
    except SettingError as error:
        raise WrongUsageError(says=error.says, **error.values) from error


def without_password(url: str) -> str:
    """The address of a database as it can be shown."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
