"""A real server on loopback, in a thread of the tests, and people who come to it."""

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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
        assert ready.wait(60)

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
