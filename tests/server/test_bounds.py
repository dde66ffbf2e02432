"""What one client, one address or one guest may take of a server, and that others still find room."""

import asyncio
import contextlib
import functools
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from grimorio.server import door, ledger, protocol
from grimorio.server.conversation import OPENS
from grimorio.server.settings import Settings

pytestmark = pytest.mark.compiled_only
BEGUN = [
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST /api/come-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    b"GET /api/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 9\r\n\r\n012",
]
"""Requests that do not come to an end."""


def knock(running: Any, said: bytes = b"") -> socket.socket:
    """A connection on which something was said."""
    made = socket.create_connection(("127.0.0.1", running.port), 60)
    made.sendall(said)
    return made


def is_cut(line: socket.socket) -> bool:
    """Whether the server hangs up without a word, or with a refusal."""
    with line, contextlib.suppress(ConnectionResetError):
        while line.recv(1000):
            pass
    return True


def nobody_waits() -> bool:
    """Whether the server has noticed that everybody is gone."""
    for _ in range(1000):
        if not door._AT_THE_DOOR:  # noqa: SLF001 - which nobody else can see
            return True
        time.sleep(0.01)
    return False


def test_who_never_comes_to_the_point_is_sent_away(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.1)
    lines = [knock(running, said) for said in BEGUN]
    assert all(is_cut(line) for line in lines)
    assert nobody_waits()
    assert running.http("Ada").get("/api/health").status_code == 200


def test_who_is_answered_again_and_again_stays(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.05)

    async def talk() -> int:
        async with running.client("Ada") as ada:  # a socket is no longer at the door
            await asyncio.sleep(0.3)
            await ada.send(protocol.WatchLobby())
            return len((await ada.until("lobby"))["tables"])

    assert asyncio.run(talk()) == 0


def test_who_waits_for_what_is_still_being_worked_out_is_answered(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.05)

    async def take_long(_table: str, _guest: str | None) -> bytes:
        await asyncio.sleep(0.5)
        return b"{}"

    monkeypatch.setattr(running.house.records, "record", take_long)
    assert running.http("Ada").get("/api/tables/x/record").status_code == 200


def test_one_address_has_so_many_connections_and_no_more(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "MOST_AT_THE_DOOR", 3)
    lines = [knock(running) for _ in range(3)]
    assert is_cut(knock(running))
    lines.pop().close()
    for _ in range(100):
        with contextlib.suppress(OSError), knock(running, b"GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n") as line:
            if line.recv(1000).startswith(b"HTTP/1.1 404"):
                break
    else:
        pytest.fail("nobody was let in after somebody had gone")
    for line in lines:
        line.close()


def codes(running: Any, times: int, **headers: str) -> list[str]:
    """How a request is answered that is made so often, each time under another address in its headers."""
    asked = functools.partial(running.http("x").post, "/api/come-in", json={"link": "x"})
    return [
        asked(headers={name: f"{value}.{each}" for name, value in headers.items()}).json()["code"]
        for each in range(times)
    ]


def test_nobody_is_believed_who_says_that_he_comes_from_elsewhere(
    running: Any, serve_by: Callable[[Settings], Any], tmp_path: Path
) -> None:
    running.house.doorman.size, running.house.doorman.rate = 3, 0
    running.house.doorman.buckets.clear()
    assert codes(running, 6, **{"X-Forwarded-For": "10.0.0"})[-1] == "too-fast"
    proxied = serve_by(Settings(tmp_path / "behind.db", public_url="https://games.example", requests=3))
    proxied.house.doorman.rate = 0
    assert codes(proxied, 6, **{"X-Forwarded-For": "10.0.0"})[-1] == "link-used"
    assert codes(proxied, 6)[-1] == "too-fast"


def test_strangers_of_one_address_have_so_many_sockets_and_guests_their_own(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grimorio.server.house.MOST_STRANGERS", 2)
    running.make("Ada", "me", "open")

    async def come() -> None:
        async with contextlib.AsyncExitStack() as stay:
            for name in ("x", "y", "Ada"):
                await stay.enter_async_context(running.client(name))
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(f"ws://{running.address}/api/socket"):
                    pass
        async with running.client("z"):
            pass

    asyncio.run(come())


def test_tables_that_go_on_are_counted_also_without_a_seat_and_none_that_is_over(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grimorio.server.tables.MOST_TABLES", 2)
    first = running.make("Ada", "me", "open")["table"]
    running.make("Ada", "open", "open")
    wish = {"game": "flautz", "seats": ["open", "open"], "name": "Ada"}
    assert running.http("Ada").post("/api/tables", json=wish).json()["code"] == "too-many"
    over = functools.partial(ledger.set_status, table=first, status="over", now=0)
    asyncio.run_coroutine_threadsafe(running.house.storage.write(over), running.house.loop).result(60)
    assert running.http("Ada").post("/api/tables", json=wish).status_code == 201


def test_a_client_opens_so_many_tables_and_then_waits(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.server.conversation.OPENS_A_SECOND", 0)

    async def open_all() -> list[str]:
        async with running.client("x") as client:
            return [(await client.open("x" * 43))["refusal"]["code"] for _ in range(OPENS + 5)]

    told = asyncio.run(open_all())
    assert (told[0], told[-1]) == ("no-table", "too-fast")


def test_a_log_does_not_grow_for_ever(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.server.live.LONGEST_LOG", 3)
    table = running.make("Ada", "me", "open")["table"]

    async def repeat() -> list[str]:
        async with running.client("Ada") as ada:
            await ada.open(table)
            return [
                (await ada.ask(protocol.Nonce, text=f"{each}")).get("refusal", {}).get("code", "") for each in range(5)
            ]

    assert asyncio.run(repeat()) == ["", "", "", "too-many", "too-many"]
