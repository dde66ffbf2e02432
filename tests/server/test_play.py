"""Whole games over real sockets, and coming back in the middle of one."""

import asyncio
from typing import Any

import pytest

from grimorio.engine.layout import LETTERS
from grimorio.games import GAMES
from grimorio.server import ledger, protocol
from grimorio.server.client import Client

pytestmark = pytest.mark.compiled_only


async def gathered(running: Any, *bots: str, **more: Any) -> tuple[str, list[Client]]:
    """Ada and Bruno at a table with bots, connected."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "open", *bots, **more)
    assert (await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])).status_code == 201
    clients = [running.client(name) for name in ("Ada", "Bruno")]
    for client in clients:
        await client.__aenter__()
        await client.open(made["table"])
    return made["table"], clients


async def parted(clients: list[Client]) -> None:
    for client in clients:
        await client.__aexit__()


@pytest.mark.parametrize(("game", "bots"), [("flautz", 2), ("abracadabra", 2)])
def test_two_people_and_two_bots_play_a_whole_game(running: Any, game: str, bots: int) -> None:
    async def play() -> tuple[Any, ...]:
        table, clients = await gathered(running, *["apprentice"] * bots, game=game)
        refused = await clients[1].ask(protocol.Deal)
        assert refused["refusal"]["code"] == "not-host"
        assert (await clients[0].ask(protocol.Nonce, text="my own"))["kind"] == "ack"
        assert (await clients[0].ask(protocol.Deal))["kind"] == "ack"
        for client in clients:
            while client.look["stage"] == "gathering":
                await client.until("look")
        moves = await asyncio.gather(*(client.play_on() for client in clients))
        log = await running.house.storage.read(lambda on: ledger.log_of(on, table))
        fresh = running.client("Ada")
        async with fresh:
            await fresh.open(table)
        await parted(clients)
        return moves, clients, fresh, log

    moves, clients, fresh, log = asyncio.run(play())
    assert min(moves) > 0
    assert clients[0].look["outcome"] == clients[1].look["outcome"]
    assert set(clients[0].look["outcome"]["places"]) == set(LETTERS[: 2 + bots])
    assert (fresh.version, fresh.view) == (clients[0].version, clients[0].view)
    assert [row.entry for row in log] == list(range(1, len(log) + 1))
    assert sum(row.client is not None for row in log) == sum(moves) + 2


async def dealt(running: Any, *bots: str, **more: Any) -> tuple[str, list[Client]]:
    table, clients = await gathered(running, *bots, **more)
    await clients[0].ask(protocol.Deal)
    for client in clients:
        while client.look["stage"] == "gathering":
            await client.until("look")
    return table, clients


async def one_move(clients: list[Client]) -> Client:
    """Whoever may does the first thing that is offered; everybody has seen it."""
    mover = next(client for client in clients if next(client.ways(), None))
    answer = await mover.ask(protocol.Do, seen=mover.version, decisions=(next(mover.ways()),))
    assert answer["kind"] == "ack"
    for client in clients:
        await client.until("look")
    return mover


def test_who_connects_again_gets_exactly_what_he_missed(running: Any) -> None:
    async def reconnect() -> None:
        table, (ada, bruno) = await dealt(running)
        lone = running.client("Bruno")
        async with lone:
            await lone.open(table)
            for _ in range(3):
                await one_move([ada, bruno, lone] if next(lone.ways(), None) else [ada, bruno])
        assert lone.version <= bruno.version
        kept = dict(lone.view)
        for _ in range(6):
            await one_move([ada, bruno])
        before, lone.keep = lone.version, True
        async with lone:
            await lone.open(table)
            assert (lone.look["since"], lone.version, lone.view) == (before, bruno.version, bruno.view)
            assert set(lone.look["view"]) < set(kept)
            assert lone.look.get("chairs") is None
            await one_move([ada, bruno, lone])
            assert lone.view == bruno.view
        await parted([ada, bruno])

    asyncio.run(reconnect())


def test_a_command_that_is_sent_twice_is_done_once(running: Any) -> None:
    async def twice() -> int:
        table, (ada, bruno) = await dealt(running, options={"starter": "A"})
        command = protocol.Do(ada.next_number(), ada.version, (next(ada.ways()),))
        first = await ada.repeat(command)
        again = running.client("Ada")
        again.name = ada.name
        async with again:
            await again.open(table)
            second = await again.repeat(command)
        assert (first["kind"], second["kind"]) == ("ack", "ack")
        await parted([ada, bruno])
        log = await running.house.storage.read(lambda on: ledger.log_of(on, table))
        return sum(row.number == command.number and row.client == f"0:{ada.name}" for row in log)

    assert asyncio.run(twice()) == 1


def test_a_bot_stands_in_for_who_leaves_and_hands_the_seat_back(running: Any) -> None:
    async def leave() -> None:
        _, (ada, bruno) = await dealt(running, options={"starter": "B"})
        assert (await bruno.ask(protocol.Leave))["kind"] == "ack"
        while not next(ada.ways(), None):
            await ada.until("look")
        refused = await bruno.ask(protocol.Do, seen=1, decisions=(next(ada.ways()),))
        assert refused["refusal"]["code"] == "away"
        assert (await bruno.ask(protocol.Back))["kind"] == "ack"
        while bruno.look.get("chairs") is None or bruno.look["chairs"][1]["kind"] != "person":
            await bruno.until("look")
        await parted([ada, bruno])

    asyncio.run(leave())


def test_a_move_is_taken_back_and_a_hint_is_one_of_the_things_that_can_be_done(running: Any) -> None:
    async def undo() -> None:
        _, (ada, bruno) = await dealt(running, options={"starter": "A"})
        await ada.send(protocol.Hint(ada.next_number()))
        hinted = await ada.until("hinted")
        offered = [{"form": way.form, "refs": [ref.text() for ref in way.refs]} for way in ada.ways()]
        (advice,) = hinted["decisions"]
        spelled = [" ".join(filter(None, (ref["sort"], ref.get("at"), ref.get("name")))) for ref in advice["refs"]]
        assert {"form": advice["form"], "refs": spelled} in offered
        (told,) = hinted["told"]
        assert told["key"] in {"advice.exchange", "advice.exchangedeclaring", "actions.focus"}
        refused = await bruno.ask(protocol.Hint)
        assert refused["refusal"]["code"] == "not-your-turn"
        before = dict(ada.view)
        focus = next(way for way in ada.ways() if way.refs[0].name == "focus")
        await ada.ask(protocol.Do, seen=ada.version, decisions=(focus,))
        await ada.until("look")
        assert ada.view != before
        assert (await ada.ask(protocol.Undo))["kind"] == "ack"
        await ada.until("look")
        assert ada.view == before
        await parted([ada, bruno])

    asyncio.run(undo())


def test_the_same_people_meet_again_with_the_next_one_first(running: Any) -> None:
    async def again() -> None:
        _, clients = await dealt(running, "random")
        refused = await clients[0].ask(protocol.Rematch)
        assert refused["refusal"]["code"] == "not-over"
        await asyncio.gather(*(client.play_on() for client in clients))
        for client in clients:
            await client.send(protocol.Rematch(client.next_number()))
        tables = {(await client.until("rematch"))["table"] for client in clients}
        assert len(tables) == 1
        opened = [await client.open(next(iter(tables))) for client in clients]
        assert [each["seat"] for each in opened] == ["C", "A"]
        await parted(clients)

    asyncio.run(again())


def test_what_is_said_is_heard_inert_and_bounded(running: Any) -> None:
    async def say() -> None:
        _, (ada, bruno) = await gathered(running)
        await ada.ask(protocol.Say, text="ciao \x1b[2J<b>tutti</b>\n")
        heard = await bruno.until("said")
        assert heard == {"kind": "said", "seat": "A", "name": "Ada", "text": "ciao ?[2J<b>tutti</b>"}
        codes = [(await ada.ask(protocol.Say, text="ciao")).get("refusal", {}).get("code") for _ in range(9)]
        assert codes[0] is None
        assert codes[-1] == "too-fast"
        await parted([ada, bruno])

    asyncio.run(say())


def test_the_lobby_is_told_when_it_changes(running: Any) -> None:
    async def watch() -> None:
        async with Client(running.address) as stranger:
            await stranger.send(protocol.WatchLobby())
            assert (await stranger.until("lobby"))["tables"] == []
            made = await asyncio.to_thread(running.make, "Ada", "me", "open", "random")
            (table,) = (await stranger.until("lobby"))["tables"]
            assert (table["names"], table["free"], table["status"]) == (["Ada", "", "Merlin"], 1, "gathering")
            await asyncio.to_thread(running.make, "Ada", "me", "open", watch="none")
            await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
            (table,) = (await stranger.until("lobby"))["tables"]
            while table["free"]:
                (table,) = (await stranger.until("lobby"))["tables"]
            assert table["names"] == ["Ada", "Bruno", "Merlin"]

    asyncio.run(watch())


def test_a_table_that_nobody_looks_at_sleeps_and_wakes_as_it_was(running: Any) -> None:
    async def sleep() -> None:
        table, (ada, bruno) = await dealt(running)
        for _ in range(4):
            await one_move([ada, bruno])
        await parted([ada, bruno])
        for _ in range(200):
            if table not in running.house.keeper.lives:
                break
            await asyncio.sleep(0.05)
        assert table not in running.house.keeper.lives
        before = dict(ada.view)
        async with ada:
            await ada.open(table)
            assert (ada.look["since"], ada.look.get("view", {}), ada.view) == (ada.version, {}, before)

    asyncio.run(sleep())


def test_every_game_can_be_sat_down_to(running: Any) -> None:
    async def sit(game: str) -> None:
        bots = ["random"] * (GAMES[game].seats[0] - 2)
        _, clients = await dealt(running, *bots, game=game)
        assert clients[0].look["stage"] == "playing"
        await parted(clients)

    for game in GAMES:
        asyncio.run(sit(game))


def test_the_host_seats_a_bot_where_nobody_came_and_the_link_ends(running: Any) -> None:
    async def fill() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "open", options={"starter": "A"})
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            assert (await ada.ask(protocol.Deal))["refusal"]["code"] == "seats-open"
            assert (await ada.ask(protocol.Fill, seat="B", bot="nobody"))["refusal"]["code"] == "wrong-agreement"
            assert (await ada.ask(protocol.Fill, seat="B", bot="apprentice"))["kind"] == "ack"
            assert (await ada.ask(protocol.Fill, seat="B", bot="random"))["refusal"]["code"] == "seat-taken"
            late = await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
            assert late.json()["code"] == "link-used"
            assert (await ada.ask(protocol.Deal))["kind"] == "ack"

    asyncio.run(fill())
