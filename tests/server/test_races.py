"""Many things at the same moment: devices of one guest, people who go while they act, and whatever else collides."""

import asyncio
import functools
import secrets
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
import pytest

from grimorio.games import GAMES
from grimorio.room.entries import unpacked
from grimorio.room.room import Room
from grimorio.server import ledger, protocol
from grimorio.server.client import Client
from grimorio.server.cookies import guest_of
from grimorio.server.keeper import _cut_off
from grimorio.server.live import Asked

pytestmark = pytest.mark.compiled_only
PATIENCE = 20
OURS = {"broken", "not-kept"}
"""Refusals that say that the server is at fault; what comes too early, too late or from the wrong one has others."""


async def seated(running: Any, *names: str, **more: Any) -> tuple[str, list[Client]]:
    """People who are connected to a table that is dealt; the first has made it."""
    made = await asyncio.to_thread(running.make, names[0], "me", *["open"] * (len(names) - 1), **more)
    for seat, name in enumerate(names[1:], 1):
        assert (await asyncio.to_thread(running.join, name, made["links"][str(seat)])).status_code == 201
    clients = [running.client(name) for name in names]
    for client in clients:
        await client.__aenter__()
        await client.open(made["table"])
    await clients[0].ask(protocol.Deal)
    for client in clients:
        while client.look["stage"] == "gathering":
            await client.until("look")
    return made["table"], clients


async def seen(client: Client, what: Any) -> dict[str, Any]:
    """The first look in which something holds."""
    while not what(client.look):
        await asyncio.wait_for(client.until("look"), PATIENCE)
    return client.look


def absent(seat: int) -> Any:
    """Looks that tell that a bot stands in."""
    return lambda look: (look.get("chairs") or [{}] * 7)[seat].get("kind") == "absent"


async def replaced(client: Client, seat: str) -> None:
    """A bot stands in, as soon as the server has noticed that somebody is gone."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await client.ask(protocol.Replace, seat=seat))["kind"] != "ack":
            assert answer["refusal"]["code"] in {"still-here", "not-host"}
            await asyncio.sleep(0.1)


async def closed(*clients: Client) -> None:
    """Everybody goes."""
    for client in clients:
        await client.__aexit__()


def test_a_bot_stands_in_for_who_is_cut_off_where_no_clock_runs(running: Any) -> None:
    """A seat is never dead: the host decides, and where it is he who is gone anybody at the table does."""

    async def replace() -> None:
        table, (ada, bruno, carla) = await seated(running, "Ada", "Bruno", "Carla")
        assert (await ada.ask(protocol.Replace, seat="B"))["refusal"]["code"] == "still-here"
        assert (await carla.ask(protocol.Replace, seat="B"))["refusal"]["code"] == "not-host"
        assert (await ada.ask(protocol.Replace, seat="G"))["refusal"]["code"] == "no-seat"
        await closed(bruno)
        await replaced(ada, "B")
        await seen(carla, absent(1))
        await closed(ada)
        await replaced(carla, "A")
        async with running.client("Bruno") as again:
            await again.open(table)
            assert (await again.ask(protocol.Back))["kind"] == "ack"
            refused = await again.ask(protocol.Replace, seat="C")
            assert refused["refusal"]["code"] == "still-here"
        await closed(carla)

    asyncio.run(replace())


def test_everybody_is_told_who_is_cut_off_also_who_comes_later(running: Any) -> None:
    async def tell() -> None:
        table, (ada, bruno, carla) = await seated(running, "Ada", "Bruno", "Carla")
        await closed(bruno)
        for client in (ada, carla):
            while (told := await client.until("here"))["cut_off"] != ["B"]:
                pass
        await closed(carla)
        while (told := await ada.until("here"))["cut_off"] != ["B", "C"]:
            pass
        async with running.client("Carla") as later:
            assert (await later.open(table))["host_seat"] == "A"
            assert (await later.until("here"))["cut_off"] == ["B"]
            told = await ada.until("here")
        assert told["cut_off"] == ["B"]
        await closed(ada)

    asyncio.run(tell())


def test_who_acts_is_not_cut_off_whatever_was_thought_of_him(running: Any) -> None:
    """Somebody with two devices at two processes closes one of them: the clock stands still until he acts."""

    async def act() -> None:
        _, (ada, bruno) = await seated(running, "Ada", "Bruno", clock={"move": 600}, options={"starter": "A"})
        keeper = running.house.keeper
        (live,) = keeper.lives.values()
        gone = Asked(functools.partial(_cut_off, seat=0, on=True), lambda _refusal: None)
        running.house.loop.call_soon_threadsafe(keeper.ask, live, gone)
        assert (await seen(bruno, lambda look: look["times"].get("paused")))["times"]["dropped"] == ["A"]
        await seen(ada, lambda look: look["times"].get("paused"))
        way = next(ada.ways())
        assert (await ada.ask(protocol.Do, seen=ada.version, decisions=(way,)))["kind"] == "ack"
        await seen(bruno, lambda look: not look["times"].get("paused"))
        await closed(ada, bruno)

    asyncio.run(act())


def test_an_ack_tells_the_version_of_its_own_table(running: Any) -> None:
    """Also where another one was opened right after."""

    async def look_away() -> None:
        other = await asyncio.to_thread(running.make, "Ada", "me", "novice")
        _, (ada, bruno) = await seated(running, "Ada", "Bruno", options={"starter": "A"}, clock={"move": 600})
        for wish in range(6):  # so that the versions of the two tables have nothing to do with each other
            before = (await ada.ask(protocol.Pause, on=wish % 2 == 0))["version"]
        while ada.version < before:
            await ada.until("look")
        number = ada.next_number()
        await ada.send(protocol.Do(number, ada.version, (next(ada.ways()),)))
        await ada.send(protocol.Open(other["table"]))
        while (ack := await ada.until("ack"))["number"] != number:
            pass
        assert before < ack["version"] <= before + 2
        await closed(ada, bruno)

    asyncio.run(look_away())


def test_of_many_who_follow_one_link_at_the_same_moment_one_sits_down(running: Any) -> None:
    """And whoever follows two links at once has one seat."""
    names = [f"G{number}" for number in range(8)]
    link = running.make("Ada", "me", "open")["links"]["1"]
    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(lambda name: running.join(name, link).status_code, names))
        assert sorted(answers) == [201, *[410] * 7]
        links = running.make("Ada", *["open"] * 5)["links"].values()
        assert running.join("Bruno", running.make("Ada", "me", "open")["links"]["1"]).status_code == 201
        answers = list(threads.map(lambda link: running.join("Bruno", link).status_code, links))
    assert sorted(answers) == [201, *[410] * 4]


def test_who_got_a_seat_right_before_a_crash_sits_down_when_he_comes(running: Any) -> None:
    """The link is used, and nothing of it is in the log yet."""
    made = running.make("Ada", "me", "open", "open")
    assert running.join("Bruno", made["links"]["1"]).status_code == 201
    while running.house.keeper.lives:  # it goes to sleep by itself
        time.sleep(0.05)
    assert running.join("Carla", running.make("Ada", "me", "open")["links"]["1"]).status_code == 201
    house, carla = running.house, guest_of(running.house.key, running.cookie("Carla")) or ""
    taking = house.storage.write(functools.partial(ledger.take_seat, token=made["links"]["2"], guest=carla))
    asyncio.run_coroutine_threadsafe(taking, house.loop).result(PATIENCE)

    async def come() -> None:
        async with running.client("Ada") as ada, running.client("Carla") as late:
            await ada.open(made["table"])
            assert (await ada.ask(protocol.Deal))["refusal"]["code"] == "seats-open"
            assert (await late.open(made["table"]))["seat"] == "C"
            assert late.look["chairs"][2] == {"kind": "person", "name": "Carla"}
            assert (await ada.ask(protocol.Deal))["kind"] == "ack"

    asyncio.run(come())


class Device:
    """One of somebody's devices, on which anything is done at any moment; every command is answered once."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.answers = Counter[str]()

    async def listen(self) -> None:
        """Put every answer where it belongs."""
        while True:
            message = await self.client.read()  # looks that leave a gap are noticed here
            if message["kind"] in {"ack", "refused"} and message.get("number") is not None:
                self.waiting.pop(message["number"]).set_result(message)

    async def act(self, times: int) -> None:
        """Anything, several things at once."""
        for _ in range(times):
            chosen = [self.anything() for _ in range(1 + secrets.randbelow(3))]
            for command in chosen:
                self.waiting[command.number] = asyncio.get_running_loop().create_future()
            answers = [self.waiting[command.number] for command in chosen]
            for command in chosen:
                await self.client.send(command)
            if not secrets.randbelow(12):
                await self.client.send(protocol.Open(self.client.table))
            if not secrets.randbelow(12):
                await self.client.send(b'{"kind": "do", "number": "\xc3\xa8", "seen": -1}')
            for answer in await asyncio.wait_for(asyncio.gather(*answers), PATIENCE):
                self.answers[answer.get("refusal", {}).get("code", "ack")] += 1
            await asyncio.sleep(0.05)

    def anything(self) -> protocol.Command:
        """What is offered, mostly; or something else."""
        number = self.client.next_number()
        ways = tuple(self.client.ways())
        if ways and secrets.randbelow(10) < 6:
            seen = self.client.version - secrets.randbelow(2)
            return protocol.Do(number, max(0, seen), (secrets.choice(ways),))
        seat: Literal["A", "B", "C", "G"] = secrets.choice(("A", "B", "C", "G"))
        on = not secrets.randbelow(3)
        others: tuple[protocol.Command, ...] = (
            protocol.Undo(number),
            protocol.Leave(number),
            protocol.Back(number),
            protocol.Back(number),
            protocol.Hint(number),
            protocol.Say(number, secrets.choice(("ciao", "\u202eoll\u200beh", "\U0001f469\u200d\U0001f680" * 9, "  "))),
            protocol.Rematch(number),
            protocol.Pause(number, on=on),
            protocol.Nonce(number, "late"),
            protocol.Deal(number),
            protocol.Replace(number, seat),
            protocol.Mute(number, seat, on=on),
            protocol.Fill(number, seat, "novice"),
        )
        return secrets.choice(others)


@pytest.mark.slow
@pytest.mark.parametrize("clock", [{}, {"move": 1}])
def test_whatever_happens_at_the_same_moment_everybody_is_answered_once_and_the_log_is_the_game(
    running: Any, clock: dict[str, int]
) -> None:
    """Two devices for each of three people: commands that collide, clocks that lapse, looks that are asked for anew."""

    async def storm() -> tuple[Counter[str], Any]:
        table, clients = await seated(running, "Ada", "Bruno", "Carla", clock=clock)
        seconds = [running.client(name) for name in ("Ada", "Bruno", "Carla")]
        for client in seconds:
            await client.__aenter__()
            await client.open(table)
        devices = [Device(client) for client in (*clients, *seconds)]
        ears = [asyncio.create_task(device.listen()) for device in devices]
        await asyncio.gather(*(device.act(40) for device in devices))
        await asyncio.sleep(0.2)
        assert not any(ear.done() for ear in ears), [ear.exception() for ear in ears if ear.done()]
        assert not any(device.waiting for device in devices)
        for ear in ears:
            ear.cancel()
        live = running.house.keeper.lives[table]
        await closed(*clients, *seconds)
        return sum((device.answers for device in devices), Counter[str]()), live

    answers, live = asyncio.run(storm())
    assert not answers.keys() & OURS
    assert answers["ack"] > 100
    header, log, found = asyncio.run_coroutine_threadsafe(
        at_one_moment(running.house, live), running.house.loop
    ).result(PATIENCE)
    assert [row.entry for row in log] == list(range(1, len(log) + 1))
    again = type(live.room)(GAMES["flautz"], header.chairs, options=header.options, secret=header.secret)
    if clock:
        again.pace, again.times = live.room.pace, type(live.room.times)([live.room.pace.first] * 3)
    for row in log:
        again.enter(unpacked(row.body))
    assert told_of(again) == found


def told_of(room: Room) -> tuple[Any, ...]:
    """Everything about a room that has to come out the same again."""
    versions = [room.version(viewer) for viewer in range(-1, 3)]
    return versions, Room.snapshot(room), msgspec.json.encode(room.look(0).view)


async def at_one_moment(house: Any, live: Any) -> Any:
    """Log and room of a table when neither is ahead of the other: bots and clocks go on, or it goes to sleep."""
    table = live.id
    while True:
        header, log = await house.storage.read(lambda on: (ledger.header_of(on, table), ledger.log_of(on, table)))
        live = house.keeper.lives.get(table, live)
        if live.room.entries == len(log):
            return header, log, told_of(live.room)
        await asyncio.sleep(0.01)
