"""Clocks over real sockets: they run out, stand still, survive a restart, and nobody loses by a lost connection."""

import asyncio
from typing import Any

import pytest

from grimorio.server import protocol
from grimorio.server.client import Client

pytestmark = pytest.mark.compiled_only


async def two_at(running: Any, **clock: int) -> tuple[str, Client, Client]:
    """Ada and Bruno, connected and dealt, Ada first."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "open", options={"starter": "A"}, clock=clock)
    assert (await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])).status_code == 201
    ada, bruno = running.client("Ada"), running.client("Bruno")
    for client in (ada, bruno):
        await client.__aenter__()
        await client.open(made["table"])
    await ada.ask(protocol.Deal)
    for client in (ada, bruno):
        while client.look["stage"] == "gathering":
            await client.until("look")
    return made["table"], ada, bruno


async def seen(client: Client, what: Any) -> dict[str, Any]:
    """The first look in which something holds."""
    while not what(client.look):
        await asyncio.wait_for(client.until("look"), 30)
    return client.look


def test_a_bot_takes_the_seat_of_who_thinks_too_long_and_hands_it_back(running: Any) -> None:
    async def wait() -> None:
        _, ada, bruno = await two_at(running, move=1)
        look = await seen(bruno, lambda look: (look.get("chairs") or [{}])[0].get("kind") == "absent")
        assert look["times"]["left"]["A"] == 0
        assert (await ada.ask(protocol.Back))["kind"] == "ack"
        await ada.__aexit__()
        await bruno.__aexit__()

    asyncio.run(wait())


def test_time_stands_still_for_who_is_cut_off_until_he_is_back_or_the_host_decides(running: Any) -> None:
    async def drop() -> None:
        table, ada, bruno = await two_at(running, move=600)
        refused = await ada.ask(protocol.Replace, seat="B")
        assert refused["refusal"]["code"] == "still-here"
        await bruno.__aexit__()
        look = await seen(ada, lambda look: look["times"].get("paused"))
        assert look["times"]["dropped"] == ["B"]
        async with running.client("Bruno") as again:
            await again.open(table)
            await seen(ada, lambda look: not look["times"].get("paused"))
        await seen(ada, lambda look: look["times"].get("paused"))
        assert (await ada.ask(protocol.Replace, seat="B"))["kind"] == "ack"
        await seen(ada, lambda look: not look["times"].get("paused"))
        await ada.__aexit__()

    asyncio.run(drop())


def test_a_pause_wants_everybody_and_without_a_clock_there_is_none(running: Any) -> None:
    async def pause() -> None:
        _, ada, bruno = await two_at(running, bank=600, increment=5)
        assert (await ada.ask(protocol.Pause))["kind"] == "ack"
        look = await seen(bruno, lambda look: look["times"].get("wish"))
        assert not look["times"].get("paused")
        await bruno.ask(protocol.Pause)
        await seen(ada, lambda look: look["times"].get("paused"))
        await ada.ask(protocol.Pause, on=False)
        await seen(bruno, lambda look: not look["times"].get("paused"))
        for client in (ada, bruno):
            await client.__aexit__()
        _, ada, bruno = await two_at(running)
        assert (await ada.ask(protocol.Pause))["refusal"]["code"] == "no-clock"
        for client in (ada, bruno):
            await client.__aexit__()

    asyncio.run(pause())


def test_clocks_are_the_same_after_a_restart_and_the_time_in_between_is_nobodys(running: Any) -> None:
    async def restart() -> None:
        table, ada, bruno = await two_at(running, bank=600)
        left = ada.look["times"]["left"]["A"]
        await asyncio.to_thread(running.stop)
        await asyncio.to_thread(running.start)
        await asyncio.sleep(1.5)
        for client in (ada, bruno):
            client.address = running.address
            await client.__aenter__()
            await client.open(table)
        look = await seen(ada, lambda look: not look["times"].get("paused"))
        assert left - 1400 < look["times"]["left"]["A"] <= left
        for client in (ada, bruno):
            await client.__aexit__()

    asyncio.run(restart())


def test_a_table_that_sleeps_is_woken_when_somebodys_time_is_out(running: Any) -> None:
    async def sleep() -> None:
        running.house.keeper.alarm = 0.2
        table, ada, bruno = await two_at(running, move=4000)
        live = running.house.keeper.lives[table]
        live.room.times.left[0] = 2500
        for client in (ada, bruno):
            await client.__aexit__()
        async with asyncio.timeout(60):
            while table in running.house.keeper.lives:  # noqa: ASYNC110 - it goes to sleep by itself
                await asyncio.sleep(0.02)
            while table not in running.house.keeper.lives:  # noqa: ASYNC110 - and is woken
                await asyncio.sleep(0.02)
        async with running.client("Bruno") as again:
            await again.open(table)
            await seen(again, lambda look: (look.get("chairs") or [{}])[0].get("kind") == "absent")

    running.house.keeper.alarm = 0.2
    asyncio.run(sleep())


@pytest.mark.parametrize("clock", [{"move": 60, "bank": 60}, {"increment": 5}, {"move": -1}, {"move": 10**9}])
def test_clocks_that_cannot_be_are_refused(running: Any, clock: dict[str, int]) -> None:
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada", "clock": clock}
    answer = running.http("Ada").post("/api/tables", json=wish)
    assert (answer.status_code, answer.json()["code"] in {"wrong-agreement", "malformed"}) == (400, True)
