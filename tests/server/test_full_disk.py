"""A disk that is full, a database that takes nothing: a clear refusal, and all that was acknowledged is still there."""

import asyncio
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from grimorio.games import GAMES
from grimorio.room.entries import unpacked
from grimorio.room.room import Room
from grimorio.server import ledger, protocol
from grimorio.server.house import House, Settings
from grimorio.server.live import room_of
from grimorio.server.storage import Storage, StorageError

pytestmark = pytest.mark.compiled_only
MOST = 400
"""Moves after which a disk should be full."""


async def pragma(house: House, wish: str) -> None:
    """Change how the only connection that writes sees the disk."""
    await house.storage.write(lambda on: on.exec_driver_sql(f"PRAGMA {wish}").close())


async def fill_file(house: House) -> None:
    """No page more than there is now."""
    pages = await house.storage.read(lambda on: int(on.exec_driver_sql("PRAGMA page_count").scalar() or 0))
    await pragma(house, f"max_page_count={pages}")


async def empty_file(house: House) -> None:
    """Room again."""
    await pragma(house, "max_page_count=1000000")


def by_driver(house: House, wish: str) -> None:
    """On the raw connection, where no transaction of ours could be refused."""
    with house.storage.database.writer.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute(f"PRAGMA {wish}")


async def lock_file(house: House) -> None:
    """Nothing may be written."""
    await asyncio.to_thread(by_driver, house, "query_only=ON")


async def unlock_file(house: House) -> None:
    """As before."""
    await asyncio.to_thread(by_driver, house, "query_only=OFF")


def sessions(on: Connection, setting: str) -> None:
    """Make the database read-only, or not, for everybody who connects from now on, and let everybody connect anew."""
    on.exec_driver_sql("SET TRANSACTION READ WRITE")  # before any query: who connected anew may only read by now
    name = on.exec_driver_sql("SELECT current_database()").scalar()
    on.exec_driver_sql(f'ALTER DATABASE "{name}" SET default_transaction_read_only = {setting}')


async def lock_server(house: House) -> None:
    """A PostgreSQL that takes nothing, as a standby or a full one does."""
    await asyncio.to_thread(by_admin, house, "on")


async def unlock_server(house: House) -> None:
    """As before."""
    await asyncio.to_thread(by_admin, house, "off")


def by_admin(house: House, setting: str) -> None:
    with house.storage.database.reader.begin() as connection:
        sessions(connection, setting)
    with house.storage.database.reader.begin() as connection:
        others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        connection.exec_driver_sql(f"{others} AND datname = current_database()")


WAYS: dict[str, tuple[Callable[[House], Any], Callable[[House], Any]]] = {
    "a full disk": (fill_file, empty_file),
    "a read-only file": (lock_file, unlock_file),
    "a read-only PostgreSQL": (lock_server, unlock_server),
}


@pytest.fixture
def serving(request: pytest.FixtureRequest, serve_by: Any, tmp_path: Path) -> Any:
    """A server on the database that a test is about."""
    shared = "PostgreSQL" in request.node.callspec.params["way"]
    database = request.getfixturevalue("cluster").url() if shared else tmp_path / "grimorio.db"
    return serve_by(Settings(database, pace=0, requests=10_000, ready=("flautz",), lease=600))


async def kept(storage: Storage, table: str) -> tuple[list[Any], Room]:
    """The log as it is on the disk, and the room that it makes."""
    found = await storage.read(functools.partial(ledger.opened, table=table))
    rows = await storage.read(functools.partial(ledger.log_of, table=table))
    assert found is not None
    room = room_of(GAMES[found.header.game], found.header)
    for row in rows:
        room.enter(unpacked(row.body))
    return rows, room


async def her_turn(ada: Any, version: int) -> None:
    """Wait until she is asked for something, and has seen at least so much."""
    while ada.version < version or not ada.look.get("offer"):
        await ada.until("look")


async def refused_at_last(
    ada: Any, make_room: Callable[[], Any], fill: Callable[[], Any]
) -> tuple[protocol.Do, list[int], dict[str, Any]]:
    """Play until something of hers is not kept: that command, what was acknowledged before, and the refusal."""
    acked: list[int] = []
    for _ in range(MOST):
        decision = next(iter(ada.ways()))
        command = protocol.Do(ada.next_number(), ada.version, (decision,))
        answer = await ada.repeat(command)
        if answer["kind"] == "refused":
            return command, acked, answer["refusal"]
        acked.append(command.number)
        try:
            await asyncio.wait_for(her_turn(ada, answer["version"]), 5)
        except TimeoutError:  # a move of the bot found no room first: it is made as soon as there is some
            await make_room()
            await her_turn(ada, answer["version"])
            await fill()
    msg = "the disk never was full"
    raise AssertionError(msg)


@pytest.mark.parametrize("way", WAYS)
def test_a_disk_that_takes_nothing_refuses_clearly_and_loses_nothing(serving: Any, way: str) -> None:
    stop, go_on = WAYS[way]
    options = {"starter": "A", "mode": "points", "challenges": "50"}
    made = serving.make("Ada", "me", "apprentice", options=options)

    async def play() -> tuple[list[int], list[Any], Room, int, int]:
        house = serving.house
        async with serving.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            await her_turn(ada, 0)
            await stop(house)
            command, acked, refusal = await refused_at_last(ada, lambda: go_on(house), lambda: stop(house))
            assert (refusal["code"], bool(refusal["sentence"])) == ("not-kept", True)
            version = ada.version
            http = serving.http("Bruno")
            wish = {"game": "flautz", "seats": ["me", "random"], "name": "Bruno"}
            if stop is not fill_file:  # which may still have room in a page of another table
                answer = await asyncio.to_thread(http.post, "/api/tables", json=wish)
                assert (answer.status_code, answer.json()["code"]) == (503, "not-kept")
            assert (await asyncio.to_thread(http.get, "/api/health")).status_code == 200
            rows, room = await kept(house.storage, made["table"])
            own = [row.number for row in rows if row.client == f"0:{ada.name}"]
            assert own == [1, *acked]
            assert room.version(0) == version
            await go_on(house)
            answer = await ada.repeat(command)
            assert answer["kind"] == "ack", answer
            while ada.version < answer["version"]:
                await ada.until("look")
            rows, room = await kept(house.storage, made["table"])
            return [1, *acked, command.number], rows, room, ada.version, version

    acked, rows, room, after, before = asyncio.run(asyncio.wait_for(play(), 120))
    assert [row.number for row in rows if row.number is not None] == acked
    assert [row.entry for row in rows] == list(range(1, len(rows) + 1))
    assert after > before
    assert room.version(0) >= after


def test_a_server_does_not_start_where_nothing_can_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder", encoding="utf-8")
    with pytest.raises((StorageError, OSError)):
        Storage(folder / "grimorio.db")
