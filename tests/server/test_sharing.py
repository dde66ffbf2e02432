"""Several processes on one PostgreSQL: one log, one owner at a time, and nobody notices where he is connected."""

import asyncio
import functools
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from grimorio.engine.refusal import Refused
from grimorio.room.chairs import bot, person
from grimorio.server import ledger, protocol
from grimorio.server.house import House, Settings
from grimorio.server.practice import GoOn, Learn
from grimorio.server.storage import LostError, Row, Storage, StorageError, end_of

pytestmark = pytest.mark.compiled_only


@pytest.fixture
def url(cluster: Any) -> str:
    """A database of its own."""
    return str(cluster.url())


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    """One of perhaps several processes."""
    made = Storage(url)
    yield made
    made.close()


def header(table: str = "t") -> ledger.Header:
    chairs = (person("Ada"), person("Bruno"), bot("Circe", "apprentice"))
    return ledger.Header(table, "flautz", 1, "e", {}, chairs, bytes(32), "ada", "gathering", "public", 0)


def row(entry: int, table: str = "t") -> Row:
    return Row(table, entry, b"{}")


async def claimed(storage: Storage, epoch: int) -> None:
    await storage.write(lambda on: on.exec_driver_sql("UPDATE tables SET epoch = %s", (epoch,)).close())


def at_the_same_moment(first: Storage, second: Storage, one: Any, other: Any) -> tuple[Any, Any]:
    """What two processes get that write at once: the second begins before the first has committed."""
    with ThreadPoolExecutor(1) as thread:
        with first.database.writer.begin() as on:
            done = one(on)
            waiting = thread.submit(functools.partial(_in_one_go, second, other))
            with pytest.raises(TimeoutError):
                waiting.result(0.5)
        return done, waiting.exception(20) or waiting.result()


def _in_one_go(storage: Storage, work: Any) -> Any:
    with storage.database.writer.begin() as on:
        return work(on)


def test_what_two_processes_write_at_the_same_moment_is_decided_by_the_database(storage: Storage, url: str) -> None:
    """One guest gets one seat, what is said gets a number of its own, and there is one key for cookies."""
    other = Storage(url)
    try:
        keys = at_the_same_moment(storage, other, *[functools.partial(ledger.key, name="cookies")] * 2)
        assert keys[0] == keys[1]
        with storage.database.writer.begin() as on:
            links = ledger.add_table(on, header(), [None, None, None])
        sit = [functools.partial(ledger.take_seat, token=links[seat], guest="ada") for seat in (0, 1)]
        taken, refused = at_the_same_moment(storage, other, *sit)
        assert taken == ("t", 0)
        assert isinstance(refused, ledger.TakenError)
        say = functools.partial(ledger.add_chat, table="t", seat=0, name="Ada", text="ciao", now=0, most=50)
        assert at_the_same_moment(storage, other, say, say) == (1, 2)
    finally:
        other.close()


def test_a_log_is_written_under_the_latest_epoch_alone(storage: Storage, url: str) -> None:
    other = Storage(url)

    async def write() -> list[Any]:
        await storage.write(lambda on: ledger.add_table(on, header(), ["ada", "bruno", None]))
        await claimed(storage, 1)
        await storage.append([row(1)], 1)
        await claimed(other, 2)
        late = await asyncio.gather(storage.append([row(2)], 1), return_exceptions=True)
        await other.append([row(2), row(3)], 2)
        gap = await asyncio.gather(other.append([row(5)], 2), return_exceptions=True)
        return [*late, *gap, await storage.read(functools.partial(end_of, table="t"))]

    lost, gap, end = asyncio.run(write())
    other.close()
    assert isinstance(lost, LostError)
    assert isinstance(gap, StorageError)
    assert not isinstance(gap, LostError)
    assert end == 3


def test_jobs_of_one_commit_fail_one_by_one(storage: Storage) -> None:
    async def write() -> tuple[list[Any], int, int]:
        for table in ("a", "b"):
            made = functools.partial(ledger.add_table, header=header(table), holders=["ada", "bruno", None])
            await storage.write(made)
        await claimed(storage, 1)
        jobs = [storage.append([row(1, "a")], 1), storage.append([row(1, "b")], 7), storage.append([row(2, "a")], 1)]
        answers = await asyncio.gather(*jobs, return_exceptions=True)
        a, b = [await storage.read(functools.partial(end_of, table=table)) for table in ("a", "b")]
        return answers, a, b

    answers, a, b = asyncio.run(write())
    assert [isinstance(each, LostError) for each in answers] == [False, True, False]
    assert (a, b) == (2, 0)


@asynccontextmanager
async def two_houses(url: str, **more: Any) -> AsyncIterator[tuple[House, House]]:
    """Two processes, as far as they can tell."""
    houses = []
    for _ in range(2):
        house = House(
            Settings(url, **{"pace": 0, "rest": 0.2, "ready": ("flautz",), "lease": 1.0, **more}), Storage(url)
        )
        await house.open()
        houses.append(house)
    yield houses[0], houses[1]
    for house in houses:
        await house.close()


class Heard:
    """Somebody at a socket, without the socket."""

    def __init__(self, house: House, guest: str, name: str) -> None:
        self.talk, self.told = house.enter(guest, name), asyncio.Queue[bytes]()
        self.talk.begin(self, lambda: None)
        self.number, self.version, self.messages = 0, 0, list[dict[str, Any]]()
        self.look: dict[str, Any] = {}
        self.ended = asyncio.Event()

    def tell(self, *messages: bytes) -> None:
        """Told by the server."""
        for message in messages:
            self.told.put_nowait(message)

    def end(self, reason: str) -> None:  # noqa: ARG002 - whatever it is
        """It is over."""
        self.ended.set()

    def hold(self, *, on: bool) -> None:
        """What is said goes on being heard."""

    async def says(self, message: protocol.ClientMessage) -> None:
        """Send something."""
        self.talk.heard(msgspec.json.encode(message))

    async def until(self, kind: str) -> dict[str, Any]:
        """Read until a message of a kind, or a refusal."""
        while True:
            message = msgspec.json.decode(await asyncio.wait_for(self.told.get(), 20))
            if message["kind"] == "look":
                look = message["look"]
                assert look.get("since") in (None, self.version)
                self.version, self.look = look["version"], look
            if message["kind"] in (kind, "refused"):
                return dict(message)

    async def opens(self, table: str) -> None:
        """Look at a table."""
        await self.says(protocol.Hello(protocol.PROTOCOL, f"c{id(self)}"))
        await self.says(protocol.Open(table))
        await self.until("look")

    async def does(self, kind: Any, **values: Any) -> dict[str, Any]:
        """Have a command done."""
        self.number += 1
        await self.says(kind(self.number, **values))
        return await self.until("ack")


async def at_one_table(here: House, there: House, *seats: str) -> tuple[str, Heard, Heard]:
    """Ada at one process and Bruno at the other."""
    from grimorio.server.tables import NewTable  # noqa: PLC0415

    ada = await here.tables.guest(None, "Ada")
    made = await here.tables.make(ada, NewTable("flautz", ("me", "open", *seats), "Ada", {"starter": "A"}))
    bruno, _ = await there.tables.join(None, made.links[1], "Bruno")
    heard = Heard(here, ada, "Ada"), Heard(there, bruno, "Bruno")
    for each in heard:
        await each.opens(made.table)
    return made.table, *heard


def first_way(look: dict[str, Any]) -> Any:
    from grimorio.server.client import Client  # noqa: PLC0415

    reader = Client("")
    reader.look = look
    return next(reader.ways(), None)


async def play_on(each: Heard) -> int:
    """Do the first thing that is offered, until the game is over; how often."""
    made = 0
    while each.look["stage"] != "over":
        way = first_way(each.look)
        if way is None:
            await each.until("look")
            continue
        answer = await each.does(protocol.Do, seen=each.version, decisions=(way,))
        made += answer["kind"] == "ack"
        while each.version < answer.get("version", 0):
            await each.until("look")
    return made


def test_two_people_at_two_processes_play_one_game(url: str) -> None:
    async def play() -> None:
        async with two_houses(url) as (here, there):
            table, ada, bruno = await at_one_table(here, there)
            assert (await ada.does(protocol.Deal))["kind"] == "ack"
            for each in (ada, bruno):
                while each.look["stage"] == "gathering":
                    await each.until("look")
            made = sum(await asyncio.gather(play_on(ada), play_on(bruno)))
            assert made > 5
            assert ada.look["outcome"] == bruno.look["outcome"]
            log = await here.storage.read(functools.partial(ledger.log_of, table=table))
            assert [each.entry for each in log] == list(range(1, len(log) + 1))
            assert sum(each.client is not None for each in log) == made + 1
            one, other = (house.keeper.lives[table] for house in (here, there))
            assert one.room.snapshot() == other.room.snapshot()

    asyncio.run(play())


def test_the_tables_of_a_process_that_dies_are_taken_over_in_seconds(url: str) -> None:
    async def die() -> None:
        async with two_houses(url) as (here, there):
            table, ada, bruno = await at_one_table(here, there, "random")
            await ada.does(protocol.Deal)
            while bruno.look["stage"] == "gathering":
                await bruno.until("look")
            dead = here.keeper.sharing
            dead._beating.cancel()  # type: ignore[union-attr]  # noqa: SLF001 - no sign of life from now on
            here.keeper.lives.clear()
            for _ in range(100):
                if there.keeper.lives[table].owned:
                    break
                await asyncio.sleep(0.1)
            live = there.keeper.lives[table]
            assert live.owned
            answer = await bruno.does(protocol.Leave)
            assert answer["kind"] == "ack"

    asyncio.run(die())


async def at_a_lesson(here: House, there: House) -> tuple[str, str, Heard]:
    """Ada, whose lesson was begun at one process and is open in her window at the other."""
    ada = await here.tables.guest(None, "Ada")
    begun = [house.practice.learn(ada, Learn("flautz", "Ada")) for house in (here, there, here, there)]
    tables = {seated.table for seated in await asyncio.gather(*begun)}
    assert len(tables) == 1, "asked for at both processes at once, it is begun once"
    (table,) = tables
    window = Heard(there, ada, "Ada")
    await window.opens(table)
    return table, ada, window


@pytest.mark.parametrize("rings", [True, False])
def test_a_lesson_that_is_closed_at_one_process_is_gone_at_all(
    url: str,
    rings: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the bell was not heard, and also where bots were playing there."""

    async def close() -> None:
        async with two_houses(url) as (here, there):
            table, ada, window = await at_a_lesson(here, there)
            await there.practice.go_on(ada, GoOn(table, free=True))
            assert there.keeper.lives[table].owned
            if not rings:
                monkeypatch.setattr(here.keeper.sharing, "ring", lambda _what: None)
            await here.practice.close(ada, table)
            await asyncio.wait_for(window.ended.wait(), 20)
            assert table not in there.keeper.lives
            entries = await here.storage.read(functools.partial(end_of, table=table))
            for house in (here, there):
                with pytest.raises(Refused, match="no-table"):
                    await house.keeper.open_to(table, ada)
                with pytest.raises(Refused, match="not-seated"):
                    await house.practice.close(ada, table)
                assert await house.storage.read(functools.partial(ledger.own_tables, guest=ada)) == []
            assert await there.storage.read(functools.partial(end_of, table=table)) == entries

    asyncio.run(close())


def test_what_one_process_does_rings_at_the_other(url: str) -> None:
    async def ring() -> None:
        async with two_houses(url) as (here, there):
            _, ada, bruno = await at_one_table(here, there)
            assert (await ada.does(protocol.Nonce, text="mine"))["kind"] == "ack"
            while "mine" not in (bruno.look.get("shuffle") or {}).get("nonces", ()):
                await bruno.until("look")

    asyncio.run(ring())


# ---------------------------------------------------------------- Redis as the doorbell

NEVER = 600.0
"""A lease so long that no sign of life tells what only the doorbell can."""


async def tells(one: Heard, other: Heard, text: str) -> None:
    """What one does at his process is seen by the other at his."""
    assert (await one.does(protocol.Nonce, text=text))["kind"] == "ack"
    while text not in (other.look.get("shuffle") or {}).get("nonces", ()):
        await other.until("look")


def test_redis_rings_at_the_other_process_with_every_entry(url: str, doorbell: Any) -> None:
    async def play() -> None:
        async with two_houses(url, redis=doorbell.url, lease=NEVER) as (here, there):
            _, ada, bruno = await at_one_table(here, there)
            await tells(ada, bruno, "mine")
            await tells(bruno, ada, "yours")
            assert (await ada.does(protocol.Deal))["kind"] == "ack"
            while bruno.look["stage"] == "gathering":
                await bruno.until("look")
            assert sum(await asyncio.gather(play_on(ada), play_on(bruno))) > 5
            assert ada.look["outcome"] == bruno.look["outcome"]

    asyncio.run(play())


def test_a_redis_that_dies_loses_nothing_and_rings_again_when_it_is_back(
    url: str, doorbell: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with two_houses(url, redis=doorbell.url) as (here, there):
            _, ada, bruno = await at_one_table(here, there)
            await tells(ada, bruno, "before")
            doorbell.stop()
            await tells(bruno, ada, "meanwhile")
            doorbell.start()
            for house in (here, there):
                house.keeper.sharing.lease = NEVER  # type: ignore[union-attr]
            await asyncio.sleep(2.5)  # until both listen again, and their last signs of life were given
            await tells(ada, bruno, "after")

    asyncio.run(play())
    assert "doorbell failed" in caplog.text
