"""People never wait behind bots: whatever they ask for has threads of its own, and a bound."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grimorio.engine.refusal import Refused
from grimorio.server import practice, records
from grimorio.server.protocol import Deal
from grimorio.server.thinkers import MOST_WAITING, THREADS, Thinkers

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.fixture
def thinking(running: Any) -> Iterator[Any]:
    """A server whose bots think, and do not come to an end before the test does."""
    over, house = threading.Event(), running.house
    for _ in range(2 * THREADS["bots"]):
        asyncio.run_coroutine_threadsafe(house.keeper.think(over.wait, "bots"), house.loop)
    yield running
    over.set()


async def dealt(running: Any, table: str) -> None:
    async with running.client("Ada") as ada:
        await ada.open(table)
        await ada.ask(Deal)


@pytest.mark.compiled_only
def test_who_asks_why_not_while_all_bots_think_is_told_and_his_table_goes_on(thinking: Any) -> None:
    made = thinking.make("Ada", "me", "open", options={"starter": "A"})
    assert thinking.join("Bruno", made["links"]["1"]).status_code == 201
    asyncio.run(dealt(thinking, made["table"]))
    asked = {"table": made["table"], "picked": [{"sort": "place", "at": "air[0]"}]}
    assert thinking.http("Ada").post("/api/why", json=asked).json()["code"] == "wrong-zone"

    async def move() -> Any:
        async with thinking.client("Ada") as ada:
            await ada.open(made["table"])
            return await ada.play_on(1)

    assert asyncio.run(asyncio.wait_for(move(), 60)) == 1


@pytest.mark.compiled_only
@pytest.mark.parametrize(("path", "module"), [("/api/verify", practice), ("/api/records", records)])
def test_a_record_is_read_beside_the_loop(
    running: Any, monkeypatch: pytest.MonkeyPatch, path: str, module: Any
) -> None:
    """A megabyte of brackets takes a second to look at: nobody else waits for it."""
    readers: list[str] = []
    read = module.read_record

    def noticed(text: str) -> Any:
        readers.append(threading.current_thread().name)
        return read(text)

    monkeypatch.setattr(module, "read_record", noticed)
    running.make("Ada", "me", "apprentice")
    record = json.loads((GOLDEN / "flautz/points.json").read_text(encoding="utf-8"))
    assert running.http("Ada").post(path, json=record).status_code in {200, 201}
    assert [name.partition("_")[0] for name in readers] == ["grimorio-people"]


def test_no_more_waits_than_can_be_waited_for() -> None:
    over = threading.Event()

    async def ask() -> list[Any]:
        thinkers = Thinkers()
        asked = [asyncio.ensure_future(thinkers.think(over.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too-many"):
            await thinkers.think(over.wait)
        bot = asyncio.ensure_future(thinkers.think(lambda: "moves", "bots"))
        assert await bot == "moves"
        over.set()
        done = await asyncio.gather(*asked)
        assert await thinkers.think(lambda: "again") == "again"
        await asyncio.to_thread(thinkers.close)
        return done

    assert asyncio.run(ask()) == [True] * MOST_WAITING


@pytest.mark.compiled_only
def test_who_has_games_played_again_too_often_waits(running: Any) -> None:
    running.make("Ada", "me", "apprentice")
    for path in ("/api/games/flautz/examples/1/A", "/api/tables/x/replay/A", "/api/tables/x/record"):
        running.house.doorman.size = 3
        running.house.doorman.buckets.clear()
        codes = [running.http("x").get(path).status_code for _ in range(6)]
        assert codes[0] != 429
        assert codes[-1] == 429
