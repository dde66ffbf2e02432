"""A server that is killed at any moment loses nothing that it acknowledged, and does nothing twice."""

import asyncio
import contextlib
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

KILLS, TABLES = int(os.environ.get("GRIMORIO_KILLS", "20")), 3
ZYGOTE = """
import os, signal, sys
from grimorio.games import GAMES
from grimorio.server.house import Settings
from grimorio.server.rehearsal import Rehearsals, rehearsed
from grimorio.server.serve import serve
list(rehearsed(GAMES["flautz"]))

async def at_once(self, game):
    self._ready.add(game)

Rehearsals._prepare = at_once
print("ready", flush=True)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        settings = Settings(line.strip(), pace=0, requests=10**6, ready=("flautz",), lease=0.8)
        serve(settings, "127.0.0.1", 0, lambda port: print(os.getpid(), port, flush=True))
        os._exit(0)
"""


class Zygote:
    """A process that has everything loaded and becomes a server by forking: a new one in a moment, after each kill."""

    def __init__(self, process: Process) -> None:
        self.process = process

    @classmethod
    async def hatched(cls) -> "Zygote":
        """Load everything once."""
        process = await asyncio.create_subprocess_exec(sys.executable, "-c", ZYGOTE, stdin=PIPE, stdout=PIPE)
        made = cls(process)
        assert await made.line() == "ready"
        return made

    async def line(self) -> str:
        """What it says next."""
        assert self.process.stdout is not None
        return (await asyncio.wait_for(self.process.stdout.readline(), 300)).decode().strip()

    async def started(self, database: str) -> tuple[int, str]:
        """A real server process, and its address."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{database}\n".encode())
        pid, port = (await self.line()).split()
        return int(pid), f"127.0.0.1:{port}"

    async def close(self) -> None:
        """No more."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()


class Axe:
    """Falls at once, or at the very moment at which somebody hears of an ack: then nothing can still be on its way."""

    def __init__(self, pid: int) -> None:
        self.pid, self.raised, self.fallen, self.acked = pid, False, asyncio.Event(), asyncio.Event()
        self.killed = False

    def fall(self) -> None:
        """Kill the server, once."""
        if not self.fallen.is_set():
            os.kill(self.pid, signal.SIGKILL)
            self.killed = True
            self.fallen.set()
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
                while client.look["stage"] != "over" or self.pending:
                    await self.step(client)
                self.over = True
        except (WebSocketException, OSError):
            pass

    def hang_up(self) -> None:
        """Drop the connection."""
        if self.client.socket:
            self.client.socket.transport.abort()

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
            self.axe.acked.set()
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


async def check(database: str, people: list[Person]) -> int:
    """What the dead server left: each log whole and playable, each acknowledged command once, no version ahead."""
    storage, found = Storage(database), 0
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


async def gone(pid: int) -> None:
    """Return once a process is no more."""
    with contextlib.suppress(ProcessLookupError):
        while True:
            os.kill(pid, 0)
            await asyncio.sleep(0.005)


async def one_kill(people: list[Person], address: str, axe: Axe, *, at_an_ack: bool) -> None:
    """Everybody plays; the server is killed in the middle of it, or at the very moment of somebody's ack."""
    playing = asyncio.gather(*(person.play(address, axe) for person in people))
    if not at_an_ack and not axe.fallen.is_set():  # in the middle of play, not while everybody is still connecting
        begun: set[asyncio.Future[Any]] = {asyncio.ensure_future(axe.acked.wait()), playing}
        await asyncio.wait(begun, return_when=asyncio.FIRST_COMPLETED)
    await asyncio.sleep(secrets.randbelow(80) / 1000)
    axe.raised = at_an_ack
    if not at_an_ack:
        axe.fall()
    either: set[asyncio.Future[Any]] = {asyncio.ensure_future(axe.fallen.wait()), playing}
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    axe.fall()
    await playing
    if axe.killed:
        await gone(axe.pid)


async def soaked(database: str, kills: int) -> tuple[int, int]:
    """Play on at a server that is killed again and again; acknowledged commands, and those that were kept."""
    zygote = await Zygote.hatched()
    pid, address = await zygote.started(database)
    everybody = people = await seated(address)
    for kill in range(kills):
        await one_kill(people, address, Axe(pid), at_an_ack=not kill % 2)
        await check(database, people)
        pid, address = await zygote.started(database)
        if all(person.over for person in people):
            people = await seated(address)
            everybody = everybody + people
    await asyncio.gather(*(person.play(address, Axe(pid)) for person in people))
    os.kill(pid, signal.SIGTERM)
    await zygote.close()
    assert all(person.over for person in everybody)
    return sum(len(person.acked) for person in everybody), await check(database, everybody)


@pytest.mark.slow
@pytest.mark.compiled_only
def test_what_was_acknowledged_is_there_once_and_in_order_however_often_the_server_is_killed(tmp_path: Path) -> None:
    acked, found = asyncio.run(soaked(str(tmp_path / "grimorio.db"), KILLS))
    assert found == acked >= KILLS  # each kill waits for an ack


@pytest.mark.slow
@pytest.mark.compiled_only
def test_on_postgresql_nothing_acknowledged_is_lost_either(cluster: Any) -> None:
    acked, found = asyncio.run(soaked(cluster.url(), KILLS))
    assert found == acked >= KILLS  # each kill waits for an ack


@pytest.mark.slow
@pytest.mark.compiled_only
def test_of_two_processes_on_one_database_either_may_be_killed(cluster: Any) -> None:
    """Half of the people are at each; those of the dead one go on at the other, and nothing is lost or done twice."""
    database = cluster.url()

    async def soak() -> tuple[int, int]:
        zygote = await Zygote.hatched()
        servers = [await zygote.started(database) for _ in range(2)]
        everybody = people = await seated(servers[0][1])
        for kill in range(KILLS // 4):
            victim = kill % 2
            axes = [Axe(pid) for pid, _ in servers]
            axes[1 - victim].fallen.set()
            both = [one_kill(people[half::2], servers[half][1], axes[half], at_an_ack=kill % 4 < 2) for half in (0, 1)]
            halves = [asyncio.ensure_future(each) for each in both]
            await halves[victim]
            while not halves[1 - victim].done():
                for person in people[1 - victim :: 2]:
                    person.hang_up()
                await asyncio.wait(halves, timeout=0.1)
            await asyncio.gather(*halves)
            await check(database, people)
            servers[victim] = await zygote.started(database)
            if all(person.over for person in people):
                people = await seated(servers[1 - victim][1])
                everybody = everybody + people
        address = servers[0][1]
        await asyncio.gather(*(person.play(address, Axe(servers[0][0])) for person in people))
        for pid, _ in servers:
            os.kill(pid, signal.SIGTERM)
        await zygote.close()
        return sum(len(person.acked) for person in everybody), await check(database, everybody)

    acked, found = asyncio.run(soak())
    assert found == acked >= KILLS // 4  # each of these fewer kills waits for an ack
