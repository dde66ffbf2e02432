"""No request waits for a compiler: rules are compiled by another process, and how far they are is told."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grimorio.games import GAMES
from grimorio.server import protocol, rehearsal
from grimorio.server.rehearsal import Rehearsals, mark_of, rehearsed

pytestmark = pytest.mark.compiled_only


class Held(Rehearsals):
    """Rules that are ready when the test says so."""

    def __init__(self) -> None:
        super().__init__(set())
        self.gate = asyncio.Event()

    def make_ready(self, part: str) -> None:
        """As if it had been compiled."""
        self._ready.add(part)

    def go_on(self, part: str) -> None:
        """One step further."""
        self._step(part)

    async def _prepare(self, game: str) -> None:
        self._step(game)
        await self.gate.wait()
        self._ready.add(game)
        self._tell(game)


def hold(running: Any) -> Held:
    """Nothing is ready at this server from now on."""
    held = Held()
    held.audience = [running.house.prepared]
    running.house.keeper.rehearsals = held
    return held


def let_go(running: Any, held: Held) -> None:
    running.house.loop.call_soon_threadsafe(held.gate.set)


def test_a_deal_is_made_once_the_rules_are_ready_and_everything_else_goes_on(running: Any) -> None:
    held = hold(running)

    async def deal() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "open", options={"starter": "A"})
        assert (await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])).status_code == 201
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            deal = protocol.Deal(ada.next_number())
            await ada.send(deal)
            told = await ada.until("preparing", "ack")
            assert (told["kind"], told["game"], told["done"] < told["of"]) == ("preparing", "flautz", True)
            assert (await ada.ask(protocol.Say, text="ciao"))["kind"] == "ack"
            assert ada.look["stage"] == "gathering"
            let_go(running, held)
            assert (await ada.until("ack"))["number"] == deal.number
            await ada.until("look")
            assert ada.look["stage"] == "playing"

    asyncio.run(deal())


def test_a_table_that_was_dealt_opens_once_its_rules_are_ready(running: Any) -> None:
    async def open_again() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random", options={"starter": "A"})
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
        while made["table"] in running.house.keeper.lives:  # noqa: ASYNC110 - it goes to sleep by itself
            await asyncio.sleep(0.05)
        held = hold(running)
        async with running.client("Ada") as ada:
            await ada.send(protocol.Open(made["table"]))
            assert (await ada.read())["kind"] == "preparing"
            let_go(running, held)
            await ada.until("look")
            assert ada.look["stage"] == "playing"

    asyncio.run(open_again())


def test_a_record_that_is_asked_for_too_early_is_refused_with_how_far_it_is(running: Any) -> None:
    async def play() -> str:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random")
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            await ada.until("look")
            await ada.play_on()
        return str(made["table"])

    table = asyncio.run(play())
    hold(running)
    answer = running.http("Ada").get(f"/api/tables/{table}/record")
    assert (answer.status_code, answer.json()["code"], answer.json()["what"]) == (503, "not-ready", "0/8")


def test_a_rehearsal_has_the_steps_it_says() -> None:
    for game in GAMES.values():
        assert len(rehearsal.steps(game)) == Rehearsals.of - 1
        assert len(rehearsal.steps(game, "archmage")) == rehearsal.BOT_STEPS - 1


def test_a_game_is_played_while_a_bot_that_thinks_is_still_compiled(running: Any) -> None:
    """The archmage's own move waits, and nothing else; everybody at its table is told how far it is."""
    held = hold(running)
    held.make_ready("flautz")

    async def play() -> None:
        seats = ("me", "open", "archmage")
        made = await asyncio.to_thread(running.make, "Ada", *seats, options={"starter": "A"})
        assert (await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])).status_code == 201
        async with running.client("Ada") as ada, running.client("Bruno") as bruno:
            await ada.open(made["table"])
            await bruno.open(made["table"])
            assert (await ada.ask(protocol.Deal))["kind"] == "ack"
            for client in (ada, bruno):
                while not client.look.get("offer"):
                    await client.until("look")
                turn = client.view["turn"]
                while client.view["turn"] == turn:
                    await client.play_on(1)
            assert bruno.view["turn"] == "C"
            assert (await ada.ask(protocol.Say, text="ciao"))["kind"] == "ack"
            running.house.loop.call_soon_threadsafe(held.go_on, "flautz archmage")
            told = await ada.until("preparing")
            assert (told["game"], told["bot"], told["done"] < told["of"]) == ("flautz", "archmage", True)

    asyncio.run(play())


@pytest.mark.slow
def test_after_a_rehearsal_a_whole_game_compiles_nothing_more() -> None:
    """In a process of its own, where nothing is loaded: what a game of bots at a room asks for was asked for before."""
    code = """
import sys
from grimorio.engine.kernel import cache_counts
from grimorio.games import GAMES
from grimorio.room.room import Room
from grimorio.room.chairs import bot
from grimorio.server.rehearsal import rehearsed
game = GAMES[sys.argv[1]]
list(rehearsed(game))
before = dict(cache_counts)
room = Room(game, [bot("x", "apprentice")] * game.seats[0], secret=bytes(32))
room.deal()
for _ in range(60):
    if (seat := room.next_bot()) is None:
        break
    room.submit(seat, room.think(seat), None, 0)
    for viewer in range(-1, room.seats):
        room.look(viewer, room.version(viewer) - 1)
    room.clock(0)
    room.tick(0)
assert cache_counts == before, (before, cache_counts)
"""
    for game in GAMES:
        subprocess.run([sys.executable, "-c", code, game], check=True)  # noqa: S603


def compiled_apart(rehearsals: Rehearsals, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A compiler that does not compile, but takes its steps and leaves its mark."""
    monkeypatch.setattr(rehearsal, "cache_folder", lambda: folder)

    def apart(part: str, told: Callable[[], object]) -> None:
        for _ in range(rehearsals.of - 1):
            told()
        mark_of(part).touch()

    rehearsals._compile_apart = apart  # type: ignore[method-assign]  # noqa: SLF001
    return lambda: None


def test_what_was_compiled_for_these_sources_is_only_loaded_the_next_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def prepare() -> list[tuple[int, int]]:
        rehearsals, far = Rehearsals(set()), list[tuple[int, int]]()
        compiled_apart(rehearsals, tmp_path, monkeypatch)
        rehearsals.audience.append(lambda game: far.append(rehearsals.far(game)))
        await rehearsals.wait("flautz")
        assert rehearsals.ready == {"flautz"}
        return far

    assert asyncio.run(prepare()) == [(done, 8) for done in range(1, 9)]
    assert asyncio.run(prepare()) == [(8, 8)]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_compiler_that_dies_is_replaced_by_a_thread(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rehearsal, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(sys, "executable", "/bin/false")

    async def prepare() -> frozenset[str]:
        rehearsals = Rehearsals(set())
        await rehearsals.wait("flautz")
        return rehearsals.ready

    assert os.access("/bin/false", os.X_OK)
    assert asyncio.run(prepare()) == {"flautz"}
    assert list(rehearsed(GAMES["flautz"])) == list(range(1, 8))
