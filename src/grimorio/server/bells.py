"""Doorbells between processes that share a database: "these tables changed", and nothing more.

Whoever hears one reads the log, which is the truth; a bell that is missed costs a second, since every process also
looks by itself. So a bell that fails is told in the log, tried again, and breaks nothing.
"""

import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any, Protocol

LOGGER = logging.getLogger("grimorio.server")
CHANNEL = "grimorio"
LARGEST = 7000
"""Bytes of one ring; PostgreSQL takes less than 8,000."""
PAUSE = 1.0
"""Seconds until a bell that failed is tried again."""


class Line(Protocol):
    """What carries a bell."""

    def ring(self, what: str) -> None:
        """Tell everybody who listens."""

    def rings(self, stopped: Callable[[], bool]) -> Iterator[str]:
        """All that is told, until it is stopped."""

    def close(self) -> None:
        """Hang up."""


class PostgresLine:
    """NOTIFY on a connection of its own, after the commit, so that no transaction waits for it."""

    def __init__(self, url: str) -> None:
        """At the database itself."""
        self.url = url
        self._connection: Any = None

    def ring(self, what: str) -> None:
        """Tell everybody who listens."""
        import psycopg  # noqa: PLC0415 - only those need it who share a database

        if self._connection is None:
            self._connection = psycopg.connect(self.url, autocommit=True)
        self._connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, what))

    def rings(self, stopped: Callable[[], bool]) -> Iterator[str]:
        """All that is told."""
        import psycopg  # noqa: PLC0415 - only those need it who share a database

        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not stopped():
                for told in connection.notifies(timeout=PAUSE):
                    yield told.payload

    def close(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.close()
        self._connection = None


class RedisLine:
    """PUBLISH at a Redis server."""

    def __init__(self, url: str) -> None:
        """At an address such as `redis://localhost`."""
        import redis  # noqa: PLC0415 - only those need it who have one

        self._redis: Any = redis.Redis.from_url(url, socket_timeout=5)

    def ring(self, what: str) -> None:
        """Tell everybody who listens."""
        self._redis.publish(CHANNEL, what)

    def rings(self, stopped: Callable[[], bool]) -> Iterator[str]:
        """All that is told."""
        with self._redis.pubsub(ignore_subscribe_messages=True) as heard:
            heard.subscribe(CHANNEL)
            while not stopped():
                told = heard.get_message(timeout=PAUSE)
                if told is not None:
                    yield told["data"].decode()

    def close(self) -> None:
        """Hang up."""
        self._redis.close()


class Bell:
    """Rings what waits in one thread, and listens in another; what this process rang itself it does not hear."""

    def __init__(self, line: Line, name: str, heard: Callable[[set[str]], None]) -> None:
        """Under a name; `heard` is called by the thread that listens."""
        self._line, self._name, self._heard = line, name, heard
        self._out: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._ring_on, self._listen_on)]
        for thread in self._threads:
            thread.start()

    def ring(self, what: str) -> None:
        """Have something told; never waits."""
        self._out.put(what)

    def close(self) -> None:
        """Ring what waits, and hang up."""
        self._stopped.set()
        self._out.put(None)
        for thread in self._threads:
            thread.join(5)
        with contextlib.suppress(Exception):
            self._line.close()

    def _ring_on(self) -> None:
        while (first := self._out.get()) is not None:
            told, ended = {first}, False
            while not self._out.empty() and sum(len(each) + 1 for each in told) < LARGEST - 200:
                following = self._out.get()
                ended = following is None
                if following is None:
                    break
                told.add(following)
            self._try(lambda told=told: self._line.ring(" ".join((self._name, *sorted(told)))))  # type: ignore[misc]
            if ended:
                break

    def _listen_on(self) -> None:
        while not self._stopped.is_set():
            self._try(self._listen)

    def _listen(self) -> None:
        for told in self._line.rings(self._stopped.is_set):
            name, *what = told.split()
            if name != self._name:
                self._heard(set(what))

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - a bell breaks nothing, whatever it is that failed
            LOGGER.warning("doorbell failed", extra={"error": type(error).__name__})
            with contextlib.suppress(Exception):
                self._line.close()
            self._stopped.wait(PAUSE)
