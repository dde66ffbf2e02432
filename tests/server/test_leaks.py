"""What reaches a seat's socket is the same, byte for byte, in two worlds that look the same to it."""

import asyncio
from typing import Any

import msgspec
import pytest

from grimorio.engine.laws import random_play, world
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.decision import Decision
from grimorio.room.look import Look
from grimorio.room.room import Room
from grimorio.server import ledger, protocol
from grimorio.server.client import Client
from grimorio.server.cookies import signed
from grimorio.server.keeper import now
from grimorio.server.live import Live

pytestmark = pytest.mark.compiled_only

NAMES = ("Ada", "Bruno", "Carla", "Dario")
FOCUS = msgspec.convert({"form": "say", "refs": [{"sort": "word", "name": "focus"}]}, Decision)


async def around(running: Any, table: Table) -> tuple[str, list[Client]]:
    """A live table around a position, with somebody connected at every seat."""
    house = running.house
    guests = [await house.storage.write(lambda on, n=name: ledger.add_guest(on, n, 0)) for name in NAMES[: table.seats]]
    chairs = tuple(person(name) for name in NAMES[: table.seats])
    room = Room.around(table, chairs)
    header = ledger.Header(
        id=ledger.new_token(),
        game=table.game.name,
        rules=table.game.version,
        edition=table.edition.digest,
        options=dict(table.options),
        chairs=chairs,
        secret=table.secret,
        host=guests[0],
        status="playing",
        watch="public",
        made=now(),
    )
    await house.storage.write(lambda on: ledger.add_table(on, header, guests))
    house.keeper.lives[header.id] = Live(header, room, dict(enumerate(guests)), set(), 0, "playing")
    return header.id, [Client(running.address, signed(house.key, guest)) for guest in guests]


async def traffic(running: Any, table: Table, viewer: int) -> list[bytes]:
    """All that the viewer's sockets receive while everybody acts, errs, talks, goes and comes back."""
    name, clients = await around(running, table)
    mine = clients[viewer]
    mine.keep = True
    for client in clients:
        await client.__aenter__()
        await client.open(name)
    for _ in range(2 * len(clients)):
        for client in clients:
            await client.ask(protocol.Do, seen=client.version, decisions=(FOCUS,))
            await client.ask(protocol.Undo)
            await client.ask(protocol.Hint)
        await mine.ask(protocol.Do, seen=0, decisions=(Decision("exchange", ()),))
    await clients[viewer - 1].ask(protocol.Say, text="ciao")
    await mine.until("said")
    await mine.__aexit__()
    async with mine:
        await mine.open(name)
        mine.version = 1
        await mine.open(name)
    for client in clients:
        await client.__aexit__()
    return [message.replace(name.encode(), b"table") for message in mine.received]


def two_worlds(viewer: int, moves: int) -> tuple[Table, Table]:
    table = random_play(GAMES["flautz"], 3, 11 + moves, moves)
    other = world(table, viewer, moves)
    assert other.state.tobytes() != table.state.tobytes()
    return table.branch(table.state), other.branch(other.state)


@pytest.mark.parametrize(("viewer", "moves"), [(0, 0), (1, 7), (2, 16)])
def test_two_worlds_that_look_the_same_sound_the_same(running: Any, viewer: int, moves: int) -> None:
    here, there = (asyncio.run(traffic(running, table, viewer)) for table in two_worlds(viewer, moves))
    assert len(here) > 20
    assert here == there


def test_a_server_that_tells_a_secret_is_caught(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    look = Room.look

    def leaky(room: Room, viewer: int, *rest: Any) -> Look:
        return msgspec.structs.replace(look(room, viewer, *rest), undo=str(room.dealt().view_json(1)["hand"]))

    monkeypatch.setattr(Room, "look", leaky)
    here, there = (asyncio.run(traffic(running, table, 0)) for table in two_worlds(0, 0))
    assert here != there


def test_what_is_composed_in_private_reaches_nobody_else(running: Any) -> None:
    async def compose() -> list[bytes]:
        table = Table(GAMES["zaubercocktail"], 4, options={"market": "live", "clock": "600"}, secret=bytes(32))
        name, (ada, bruno, *_) = await around(running, table)
        ada.keep = True
        async with ada, bruno:
            await ada.open(name)
            await bruno.open(name)
            while "B" in (await ada.until("here"))["cut_off"]:
                pass
            before = len(ada.received)
            give = next(way for way in bruno.ways() if way.form == "give")
            assert (await bruno.ask(protocol.Do, seen=bruno.version, decisions=(give,)))["kind"] == "ack"
            await bruno.ask(protocol.Say, text="ciao")
            await ada.until("said")
        return ada.received[before:]

    (only,) = asyncio.run(compose())
    assert msgspec.json.decode(only)["kind"] == "said"
