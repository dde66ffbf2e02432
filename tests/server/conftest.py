"""A real server on loopback, in a thread of the tests, people who come to it, and a PostgreSQL of the tests' own."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from grimorio.server.client import Client
from grimorio.server.house import House, Settings
from grimorio.server.serve import server


@dataclass
class Running:
    """A server that runs, and its guests by name."""

    settings: Settings
    port: int = 0
    made: Any = None
    guests: dict[str, httpx.Client] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    @property
    def house(self) -> House:
        """What is inside."""
        house: House = self.made.config.app.state["house"]
        return house

    def start(self) -> None:
        """Run it in a thread, and wait until it listens."""
        ready = threading.Event()

        def started(port: int) -> None:
            self.port = port
            ready.set()

        self.made = server(self.settings, "127.0.0.1", self.port, started)
        self.thread = threading.Thread(target=self.made.run)
        self.thread.start()
        assert ready.wait(300)

    def stop(self) -> None:
        """Stop it as a signal would."""
        self.made.should_exit = True
        self.thread.join(60)

    def http(self, name: str) -> httpx.Client:
        """Somebody's browser, with its cookies."""
        if name not in self.guests:
            self.guests[name] = httpx.Client(base_url=f"http://{self.address}", trust_env=False, timeout=60)
        return self.guests[name]

    def cookie(self, name: str) -> str:
        """Somebody's cookie, '' for a stranger."""
        return self.http(name).cookies.get("grimorio") or ""

    def client(self, name: str) -> Client:
        """Somebody's program at the table."""
        return Client(self.address, self.cookie(name))

    def make(self, name: str, *seats: str, **more: Any) -> dict[str, Any]:
        """A table of somebody's, FLAUTZ! where nothing else is said."""
        wish = {"game": "flautz", "seats": seats, "name": name, **more}
        answer = self.http(name).post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def join(self, name: str, link: str) -> httpx.Response:
        """Somebody follows a seat link."""
        return self.http(name).post("/api/join", json={"link": link, "name": name})


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A server without pauses."""
    made = Running(Settings(tmp_path / "grimorio.db", pace=0, rest=0.05, requests=10_000, ready=("flautz",)))
    made.start()
    yield made
    made.stop()
    for guest in made.guests.values():
        with contextlib.suppress(httpx.HTTPError):
            guest.close()


@pytest.fixture
def serve_by() -> Iterator[Callable[[Settings], Running]]:
    """Servers by other settings, each until the test is over."""
    servers: list[Running] = []

    def start(settings: Settings) -> Running:
        servers.append(Running(settings))
        servers[-1].start()
        return servers[-1]

    yield start
    for each in servers:
        each.stop()
        for guest in each.guests.values():
            guest.close()


# ---------------------------------------------------------------- PostgreSQL


def _programs() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps them out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("postgres")
    return Path(elsewhere).parent if elsewhere else None


def why_not() -> str:
    """Why there can be no PostgreSQL here; '' where there can."""
    try:
        import psycopg  # noqa: F401, PLC0415
    except ImportError:
        return "psycopg is not installed"
    return "" if _programs() else "PostgreSQL is not installed (apt install postgresql)"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _as_somebody() -> dict[str, int]:
    """PostgreSQL refuses to be run by root."""
    if os.getuid() != 0:
        return {}
    somebody = pwd.getpwnam("postgres" if "postgres" in {each.pw_name for each in pwd.getpwall()} else "nobody")
    return {"user": somebody.pw_uid, "group": somebody.pw_gid}


class Cluster:
    """A running PostgreSQL; `url` makes a fresh database."""

    def __init__(self, folder: Path) -> None:
        self.programs, self.folder, self.port = _programs(), folder, free_port()
        self.process: subprocess.Popen[bytes] | None = None
        who = _as_somebody()
        if who:
            os.chown(folder, who["user"], who["group"])
        self._run("initdb", "-D", str(folder / "data"), "-U", "grimorio", "-A", "trust", "-N")

    def _run(self, program: str, *words: str) -> None:
        assert self.programs is not None
        asked = [str(self.programs / program), *words]
        subprocess.run(asked, check=True, capture_output=True, cwd=self.folder, **_as_somebody())  # type: ignore[call-overload]  # noqa: S603

    def start(self) -> None:
        """Run it until it answers."""
        assert self.programs is not None
        words = ["-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder), "-h", "127.0.0.1", "-F"]
        asked = [str(self.programs / "postgres"), *words]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(asked, stdout=quiet, stderr=quiet, cwd=self.folder, **_as_somebody())  # type: ignore[call-overload]  # noqa: S603
        self._wait()

    def _wait(self) -> None:
        import psycopg  # noqa: PLC0415

        for _ in range(300):
            try:
                psycopg.connect(self.address("postgres")).close()
            except psycopg.OperationalError:
                time.sleep(0.1)
            else:
                return
        msg = "PostgreSQL does not start"
        raise RuntimeError(msg)

    def address(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://grimorio@127.0.0.1:{self.port}/{database}"

    def url(self) -> str:
        """A database of its own."""
        import psycopg  # noqa: PLC0415

        name = f"t{uuid4().hex}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def stop(self) -> None:
        """Stop it at once."""
        if self.process:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(60)


@contextlib.contextmanager
def running_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster while it is needed."""
    cluster = Cluster(folder)
    cluster.start()
    try:
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A real PostgreSQL, once for all tests."""
    if why := why_not():
        pytest.skip(why)
    with tempfile.TemporaryDirectory() as folder, running_cluster(Path(folder)) as made:
        yield made
