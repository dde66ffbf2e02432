"""Running the server: Uvicorn, bounded, with one JSON object a line as its log."""

import contextlib
import gc
import json
import logging
import signal
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

import uvicorn

from grimorio.server.app import app
from grimorio.server.door import Door
from grimorio.server.house import Settings
from grimorio.server.line import Line
from grimorio.server.protocol import LARGEST_MESSAGE
from grimorio.server.storage import Storage

GRACE = 10
"""Seconds that a stop waits for requests that were begun."""
SWITCH = 0.0005
"""Seconds after which a thread that waits for its turn gets it: whoever writes to the disk should not wait for long."""
GARBAGE = (2_000, 5, 20)
"""After how many new things garbage is looked for, and how often among older ones: everybody waits meanwhile, a
microsecond and more for each thing, so that seldom would be long. What was loaded at the start stays, unseen."""
TOLD = ("table", "error", "code", "address")
"""What a line of the log may say besides its event: never a link, a cookie, a card or a text of a guest."""

LEVELS = {"grimorio": logging.INFO, "uvicorn": logging.WARNING}
"""How bad something must be to be told, by who tells it."""


class OneLine(logging.Formatter):
    """A line of the log as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """When, how bad, what, and the few things that may be told."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        line = {"at": moment, "level": record.levelname.lower(), "event": record.getMessage()}
        line |= {name: getattr(record, name) for name in TOLD if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = _where(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def _where(error: Any) -> str:
    """Where something went wrong, without what it said: a message may hold anything."""
    kind, _, trace = error
    return "".join([*traceback.format_tb(trace), getattr(kind, "__name__", "")])


def set_up_logs() -> None:
    """Everything goes to standard error; Uvicorn's own account of every request is left out."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    for name, level in LEVELS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)


class Announced(uvicorn.Server):
    """A server that says when it listens, and on which port."""

    def __init__(self, config: uvicorn.Config, started: Callable[[int], None]) -> None:
        """With whom to tell."""
        super().__init__(config)
        self.told = started

    async def startup(self, sockets: "list[object] | None" = None) -> None:  # type: ignore[override]
        """Start, and tell the port."""
        await super().startup(sockets)  # type: ignore[arg-type]
        gc.collect()
        gc.freeze()
        gc.set_threshold(*GARBAGE)
        if self.started:
            self.told(self.servers[0].sockets[0].getsockname()[1])


def server(
    settings: Settings, host: str, port: int, started: Callable[[int], None], storage: Storage | None = None
) -> Announced:
    """A server that is ready to be run."""
    config = uvicorn.Config(
        app(settings, storage),
        host=host,
        port=port,
        http=Door,
        ws=Line,
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.public_url),  # otherwise anybody could say that he is somebody else
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
    )
    return Announced(config, started)


def serve(settings: Settings, host: str, port: int, started: Callable[[int], None]) -> bool:
    """Run until it is told to stop; whether it ever listened. A database that cannot be had is told before."""
    storage = Storage(settings.database)
    sys.setswitchinterval(SWITCH)
    set_up_logs()
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, lambda *_: None)  # Uvicorn stops gracefully, and then raises the signal once more
    made = server(settings, host, port, started, storage)
    with contextlib.suppress(SystemExit):  # how Uvicorn ends where it cannot listen; its log says why
        made.run()
    return made.started
