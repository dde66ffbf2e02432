"""A server that is killed at any moment loses nothing that it acknowledged, and does nothing twice."""

import asyncio
import functools
import os
import secrets
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import WebSocketException

from grimorio.games import GAMES
from grimorio.room.entries import unpacked
from grimorio.room.room import Room
from grimorio.server import ledger, protocol
from grimorio.server.client import Client
from grimorio.server.storage import Storage

KILLS, TABLES = 5, 3
SERVE = """
import pathlib, sys
from grimorio.server.house import Settings
from grimorio.server.serve import serve
settings = Settings(pathlib.Path(sys.argv[1]), pace=0, requests=10_000)
serve(settings, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""


async def started(path: Path) -> tuple[Process, str]:
    """A real server process, and its address."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVE, str(path), stdout=PIPE)
    assert process.stdout is not None
    port = int(await asyncio.wait_for(process.stdout.readline(), 60))
    return process, f"127.0.0.1:{port}"


class Axe:
    """Falls at once, or at the very moment at which somebody hears of an ack: then nothing can still be on its way."""

    def __init__(self, process: Process) -> None:
        self.process, self.raised = process, False

    def fall(self) -> None:
        """Kill the server, once."""
        if self.process.returncode is None:
            os.kill(self.process.pid, signal.SIGKILL)
        self.raised = False


class Person:
    """Plays on whatever happens: sends again what was not answered, and remembers what was acknowledged."""

    def __init__(self, cookie: str, table: str) -> None:
        self.client, self.table = Client("", cookie), table
        self.acked: list[int] = []
        self.pending: protocol.Do | None = None
        self.over = False

    async def play(self, address: str, axe: Axe) -> None:
        """Until the game is over or the server is gone."""
        self.client.address, self.axe = address, axe
        try:
            async with self.client as client:
                await client.open(self.table)
                while client.look["stage"] != "over":
                    await self.step(client)
                self.over = True
        except (WebSocketException, OSError):
            pass

    async def step(self, client: Client) -> None:
        """Do what is offered, or again what was not answered, or wait."""
        if self.pending is None:
            way = next(client.ways(), None)
            if way is None:
                await client.until("look")
                return
            self.pending = protocol.Do(client.next_number(), client.version, (way,))
        answer = await client.repeat(self.pending)
        number, self.pending = self.pending.number, None
        if answer["kind"] == "ack":
            self.acked.append(number)
            if self.axe.raised:
                self.axe.fall()
            while client.version < answer["version"]:
                await client.until("look")


async def seated(address: str) -> list[Person]:
    """Two people and a bot at each of some tables, dealt."""
    people: list[Person] = []
    for _ in range(TABLES):
        guests = [httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=60) for _ in "AB"]
        wish = {"game": "flautz", "seats": ["me", "open", "apprentice"], "name": "Ada"}
        made = (await guests[0].post("/api/tables", json=wish)).json()
        await guests[1].post("/api/join", json={"link": made["links"]["1"], "name": "Bruno"})
        people += [Person(guest.cookies["grimorio"], made["table"]) for guest in guests]
        people[-2].client.address = address
        async with people[-2].client as host:
            await host.open(made["table"])
            assert (await host.ask(protocol.Deal))["kind"] == "ack"
        for guest in guests:
            await guest.aclose()
    return people


def rebuilt(kept: ledger.Kept, rows: list[Any]) -> Room:
    header = kept.header
    entries = [unpacked(row.body) for row in rows]
    return Room.rebuilt(GAMES[header.game], header.chairs, entries, options=header.options, secret=header.secret)


async def check(path: Path, people: list[Person]) -> int:
    """What the dead server left: each log whole and playable, each acknowledged command once, no version ahead."""
    storage, found = Storage(path), 0
    for seat, person in enumerate(people):
        kept = await storage.read(functools.partial(ledger.opened, table=person.table))
        rows = await storage.read(functools.partial(ledger.log_of, table=person.table))
        assert kept is not None
        assert [row.entry for row in rows] == list(range(1, len(rows) + 1))
        own = [row.number or 0 for row in rows if row.client == f"{seat % 2}:{person.client.name}"]
        done = [number for number in own if number > 1 or seat % 2]
        last = [person.pending.number] if person.pending else []
        assert done in (person.acked, [*person.acked, *last])
        assert rebuilt(kept, rows).version(seat % 2) >= person.client.version
        found += len(done)
    storage.close()
    return found


@pytest.mark.slow
@pytest.mark.compiled_only
def test_what_was_acknowledged_is_there_once_and_in_order_however_often_the_server_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "grimorio.db"

    async def soak() -> tuple[list[Person], int, int]:
        in_play = 0
        process, address = await started(path)
        people = await seated(address)
        for kill in range(KILLS):
            axe = Axe(process)
            playing = asyncio.gather(*(person.play(address, axe) for person in people))
            await asyncio.sleep(0.05 + secrets.randbelow(100) / 1000)
            if kill % 2:
                axe.fall()
            axe.raised = not kill % 2
            await process.wait()
            await playing
            in_play += not all(person.over for person in people)
            await check(path, people)
            process, address = await started(path)
        await asyncio.gather(*(person.play(address, Axe(process)) for person in people))
        process.terminate()
        assert await asyncio.wait_for(process.wait(), 60) == 0
        return people, in_play, await check(path, people)

    people, in_play, found = asyncio.run(soak())
    assert in_play == KILLS
    assert all(person.over for person in people)
    assert found == sum(len(person.acked) for person in people) > 0
