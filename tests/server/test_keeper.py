"""The keeper when the disk fails, and when somebody stops the server."""

import asyncio
import threading
from typing import Any

import msgspec
import pytest

from grimorio.engine.entries import Decided
from grimorio.room.entries import unpacked
from grimorio.server import keeper, ledger, protocol
from grimorio.server.client import Client, ConnectionClosed
from grimorio.server.live import open_room
from grimorio.server.storage import Done, Storage, StorageError

pytestmark = pytest.mark.compiled_only


async def at_play(running: Any) -> tuple[str, Any]:
    """Ada against a bot, and it is her turn."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "apprentice", options={"starter": "A"})
    client = running.client("Ada")
    await client.__aenter__()
    await client.open(made["table"])
    await client.ask(protocol.Deal)
    await client.until("look")
    return made["table"], client


def test_a_move_that_cannot_be_kept_is_refused_and_was_never_made(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        table, ada = await at_play(running)
        before, room = ada.version, running.house.keeper.lives[table].room
        submit = Storage.submit

        def broken(_storage: Storage, _rows: object, _epoch: int, done: Done) -> None:
            done(StorageError())

        monkeypatch.setattr(Storage, "submit", broken)
        command = protocol.Do(ada.next_number(), ada.version, (next(ada.ways()),))
        refused = await ada.repeat(command)
        assert refused["refusal"]["code"] == "not-kept"
        assert running.house.keeper.lives[table].room is not room
        monkeypatch.setattr(Storage, "submit", submit)
        async with running.client("Ada") as other:
            await other.open(table)
            assert (other.version, other.view) == (before, ada.view)
        assert (await ada.repeat(command))["kind"] == "ack"
        log = await running.house.storage.read(lambda on: ledger.log_of(on, table))
        assert [row.number for row in log if row.client].count(command.number) == 1
        await ada.__aexit__()

    asyncio.run(fail())


def test_nobody_is_told_of_a_move_before_it_is_kept(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hold() -> None:
        _, ada = await at_play(running)
        submit, go_on, waits = Storage.submit, threading.Event(), threading.Event()

        async def later(*what: Any) -> None:
            await asyncio.to_thread(go_on.wait)
            submit(*what)

        def slow(*what: Any) -> None:
            waits.set()
            running.house.keeper.spawn(later(*what))

        monkeypatch.setattr(Storage, "submit", slow)
        await ada.send(protocol.Do(ada.next_number(), ada.version, (next(ada.ways()),)))
        await asyncio.to_thread(waits.wait)
        await ada.send(protocol.Say(ada.next_number(), "ciao"))
        heard = [(await ada.read())["kind"] for _ in range(2)]
        assert heard == ["said", "ack"]
        go_on.set()
        told = [(await ada.read())["kind"] for _ in range(2)]
        assert told == ["ack", "look"]
        await ada.__aexit__()

    asyncio.run(hold())


def test_a_server_that_stops_says_so_and_goes_on_where_it_was(running: Any) -> None:
    async def stop() -> None:
        table, ada = await at_play(running)
        await asyncio.to_thread(running.stop)
        with pytest.raises(ConnectionClosed, match=r"going-down|1012"):
            await ada.until("nothing")
        before, view = ada.version, dict(ada.view)
        await asyncio.to_thread(running.start)
        ada.address = running.address
        async with ada:
            await ada.open(table)
            assert (ada.version, ada.view) == (before, view)

    asyncio.run(stop())


def test_a_long_game_is_opened_from_a_snapshot_and_what_came_after(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeper, "SNAPSHOT_EVERY", 8)

    async def play() -> tuple[ledger.Kept, Client]:
        table, ada = await at_play(running)
        await ada.play_on(9)
        await ada.__aexit__()
        kept = await running.house.storage.read(lambda on: ledger.opened(on, table))
        return kept, ada

    kept, ada = asyncio.run(play())
    assert kept.entries >= 8
    assert len(kept.rows) < 16
    room = open_room(kept, lambda: pytest.fail("the snapshot does not fit"))
    assert room.entries == kept.entries + len(kept.rows)
    assert room.version(0) >= ada.version
    damaged = msgspec.structs.replace(kept, snapshot=b"torn", rows=())
    with pytest.raises(LookupError):
        open_room(damaged, whole_log_is_asked_for)


def whole_log_is_asked_for() -> tuple[bytes, ...]:
    raise LookupError


def test_a_bot_whose_move_was_not_kept_makes_it_again(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def one_failure() -> list[str]:
        failed, submit = list[str](), Storage.submit

        def full_once(storage: Storage, rows: Any, epoch: int, done: Any) -> None:
            if rows[0].client is None and not failed and isinstance(unpacked(rows[0].body), Decided):
                failed.append(rows[0].table)
                asyncio.get_running_loop().call_soon(done, StorageError("no room"))
            else:
                submit(storage, rows, epoch, done)

        monkeypatch.setattr(Storage, "submit", full_once)
        monkeypatch.setattr("grimorio.server.keeper.AGAIN", 0.01)
        made = await asyncio.to_thread(running.make, "Ada", "me", "random", options={"starter": "B"})
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            while not ada.look.get("offer"):
                await ada.until("look")
        assert failed == [made["table"]]
        return failed

    assert asyncio.run(asyncio.wait_for(one_failure(), 60))
