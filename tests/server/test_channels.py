"""Nothing hidden leaves on any channel: sockets, answers and errors over HTTP, logs, metrics; nor as a size or a count.

Two worlds that look the same to a seat are played at two tables in the same way; everything that the seat, somebody who
watches, a stranger and the operator receive is recorded whole, and must be the same to the byte. So must what others
receive while somebody prepares something in private. And links, cookies and the secret of a table reach nobody else.
"""

import asyncio
import contextlib
import functools
import json
import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from grimorio.engine.laws import random_play, world
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.refusal import Refusal
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.decision import Decision
from grimorio.room.room import Room
from grimorio.server import app, conversation, ledger, protocol, tables
from grimorio.server.client import Client
from grimorio.server.cookies import signed
from grimorio.server.house import House, Settings
from grimorio.server.keeper import Keeper
from grimorio.server.live import Live
from grimorio.server.metrics import Metrics
from grimorio.server.refusals import told as told_as
from grimorio.server.serve import LEVELS, OneLine

pytestmark = pytest.mark.compiled_only
NAMES = ("Ada", "Bruno", "Carla", "Dario")
WORD = "operator"
MOVES = 6
TIMED = re.compile(r'_seconds(_bucket\{le="[0-9.]+"\}|_sum) |^grimorio_(commits_total|sockets|guests) ')
"""Lines of the metrics that depend on how fast this machine was just now."""


@dataclass
class Recorded:
    """All that left: to whom, or on which channel, and what."""

    told: dict[str, list[Any]] = field(default_factory=dict)

    def add(self, channel: str, what: Any) -> None:
        """One more thing."""
        self.told.setdefault(channel, []).append(what)


@pytest.fixture
def metered(serve_by: Any, tmp_path: Path) -> Any:
    """A server whose operator reads metrics."""
    return serve_by(Settings(tmp_path / "metered.db", pace=0, rest=60, requests=10_000, metrics=WORD))


@contextlib.contextmanager
def overheard(recorded: Recorded) -> Iterator[None]:
    """Everything that is logged meanwhile, as the server writes it."""

    class Listening(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            recorded.add("log", re.sub(r'"at": "[^"]*"', "", OneLine().format(record)))

    handler, loggers = Listening(), [logging.getLogger(name) for name in LEVELS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(LEVELS[logger.name])
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


# ---------------------------------------------------------------- two worlds, and what is done in both


@dataclass
class Script:
    """Two tables that a viewer cannot tell apart, and decisions after each of which he still cannot."""

    here: Table
    there: Table
    steps: list[tuple[int, int]]


def seen(table: Table, viewer: int) -> tuple[bytes, list[Any], tuple[int, ...]]:
    """All that a viewer knows of a table."""
    return table.view(viewer).tobytes(), table.events(viewer), table.to_act()


def script_for(game: str, viewer: int, moves: int) -> Script:
    """A position, another world of it, and what people do in both."""
    table = random_play(GAMES[game], max(3, GAMES[game].seats[0]), 11 + moves, moves)
    other = world(table, viewer, moves)
    assert other.state.tobytes() != table.state.tobytes()
    made = Script(table.branch(table.state), other.branch(other.state), [])
    pair = (table.branch(table.state), other.branch(other.state))
    for number in range(MOVES):
        step = next(iter(_alike(pair, viewer, number)), None)
        if step is None:
            break
        made.steps.append(step)
        for each in pair:
            each.apply(*step)
    return made


def _alike(pair: tuple[Table, Table], viewer: int, number: int) -> Iterator[tuple[int, int]]:
    """Decisions of anybody that are possible in both worlds, and that leave them alike to the viewer and in public."""
    acting = pair[0].to_act()
    for turn in range(len(acting)):
        seat = acting[(turn + number) % len(acting)]
        for action in sorted(set(pair[0].legal(seat)) & set(pair[1].legal(seat))):
            tried = [table.branch(table.state) for table in pair]
            for table in tried:
                table.apply(seat, action)
            if not tried[0].over and all(seen(tried[0], v) == seen(tried[1], v) for v in (viewer, SPECTATOR)):
                yield seat, action


# ---------------------------------------------------------------- playing it over the network


async def around(running: Any, table: Table, watch: protocol.Watch = "public") -> tuple[str, list[Client]]:
    """A live table around a position, with somebody at every seat."""
    house = running.house
    guests = [await house.storage.write(lambda on, n=name: ledger.add_guest(on, n, 0)) for name in NAMES[: table.seats]]
    chairs = tuple(person(name) for name in NAMES[: table.seats])
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
        watch=watch,
        made=0,
    )
    await house.storage.write(lambda on: ledger.add_table(on, header, guests))
    room = Room.around(table, chairs)
    house.keeper.lives[header.id] = Live(header, room, dict(enumerate(guests)), set(), 0, "playing")
    return header.id, [Client(running.address, signed(house.key, guest)) for guest in guests]


async def fresh(house: House) -> None:
    """A server at which nothing has happened yet, so that what is counted can be compared."""
    for table in house.keeper.lives:
        await house.storage.write(functools.partial(ledger.set_status, table=table, status="over", now=0))
    house.keeper.lives.clear()
    house.storage.rows = 0
    house.metrics = Metrics()


async def asked(running: Any, recorded: Recorded, who: str, cookie: str, table: str) -> None:
    """Whatever can be asked over HTTP, also what is refused; status, headers and body of each answer."""
    picked = [{"sort": "word", "name": "nonsense"}]
    requests: list[tuple[str, str, Any]] = [
        ("GET", "/api/tables", None),
        ("GET", "/api/tables/mine", None),
        ("GET", f"/api/tables/{table}/record", None),
        *(("GET", f"/api/tables/{table}/replay/{viewer}", None) for viewer in ("A", "B", "spectator", "Z")),
        ("POST", "/api/why", {"table": table, "picked": picked}),
        ("POST", "/api/why", {"table": table, "picked": []}),
        ("POST", "/api/sit", {"table": table, "name": "Eva"}),
        ("POST", "/api/join", {"link": "x" * 43, "name": "Eva"}),
        ("GET", "/api/health", None),
        ("GET", "/metrics", None),
        ("PUT", "/api/tables", None),
    ]
    cookies = {"grimorio": cookie} if cookie else None
    address = f"http://{running.address}"
    async with httpx.AsyncClient(base_url=address, trust_env=False, cookies=cookies, timeout=60) as http:
        for method, path, body in requests:
            answer = await http.request(method, path, json=body)
            headers = {name: value for name, value in answer.headers.items() if name not in {"date", "set-cookie"}}
            recorded.add(f"http {who}", (method, path, answer.status_code, headers, answer.content))


async def metrics(running: Any, recorded: Recorded) -> None:
    """All that the operator reads, but for what a clock measured."""
    async with httpx.AsyncClient(base_url=f"http://{running.address}", trust_env=False) as http:
        answer = await http.get("/metrics", headers={"Authorization": f"Bearer {WORD}"})
    recorded.add("metrics", [line for line in answer.text.splitlines() if not TIMED.search(line)])


async def played(running: Any, table: Table, viewer: int, steps: list[tuple[int, int]]) -> Recorded:
    """Everybody plays, errs, talks, comes back; what a seat, a watcher, a stranger and the operator are told of it."""
    recorded = Recorded()
    await fresh(running.house)
    async with contextlib.AsyncExitStack() as stay:
        stay.enter_context(overheard(recorded))
        name, clients = await around(running, table)
        watcher = Client(running.address)
        for client in (*clients, watcher):
            client.name, client.keep = "client", client in (clients[viewer], watcher)
            await stay.enter_async_context(client)
            await client.open(name)
        for seat, action in steps:
            way = next(way for way in running.house.keeper.lives[name].room.ways(seat) if way.number == action)
            decision = Decision(way.form, way.refs)
            answer = await clients[seat].ask(protocol.Do, seen=clients[seat].version, decisions=(decision,))
            assert answer["kind"] == "ack", answer
            for client in clients:
                await client.ask(protocol.Undo) if client is not clients[seat] else None
                await client.ask(protocol.Do, seen=0, decisions=(Decision("no such", ()),))
        await clients[viewer - 1].ask(protocol.Say, text="ciao")
        await clients[viewer].until("said")
        await watcher.until("said")
        await watcher.ask(protocol.Undo)
        for who, cookie in (("seat", clients[viewer].cookie), ("stranger", "")):
            await asked(running, recorded, who, cookie, name)
        await clients[viewer].__aexit__()
        async with clients[viewer] as again:
            await again.open(name)
            again.version = 1
            await again.open(name)
        await metrics(running, recorded)
    recorded.told["socket seat"], recorded.told["socket watcher"] = clients[viewer].received, watcher.received
    return Recorded({key: [_plain(each, name) for each in value] for key, value in recorded.told.items()})


def _plain(what: Any, table: str) -> str:
    """Something that was recorded, without the name of its table, which chance made."""
    return repr(what).replace(table, "table")


def both(running: Any, script: Script, viewer: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """What left in either world, channel by channel."""
    here, there = (asyncio.run(played(running, table, viewer, script.steps)) for table in (script.here, script.there))
    assert here.told.keys() == there.told.keys()
    return here.told, there.told


SITUATIONS = [("flautz", 0, 0), ("flautz", 2, 16), ("zaubercocktail", 1, 3), ("fata", 0, 9), ("illusio", 1, 9)]
SITUATIONS += [("abracadabra", 2, 9)]


@pytest.mark.parametrize(("game", "viewer", "moves"), SITUATIONS)
def test_two_worlds_that_look_the_same_are_the_same_on_every_channel(
    metered: Any, game: str, viewer: int, moves: int
) -> None:
    script = script_for(game, viewer, moves)
    here, there = both(metered, script, viewer)
    assert {"socket seat", "socket watcher", "http seat", "http stranger", "metrics"} <= set(here)
    for channel, told in here.items():
        assert told == there[channel], channel


# ---------------------------------------------------------------- a leaky server of each kind


def others_hand(room: Room) -> str:
    """What nobody else may know: what B holds."""
    return str(room.dealt().view_json(1)["hand"])


def first_room(keeper: Keeper) -> Room:
    return next(iter(keeper.lives.values())).room


def leaky_refusal(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = told_as

    def leaky(refusal: Refusal, *more: Any) -> Any:
        told = plain(refusal, *more)
        return msgspec.structs.replace(told, what=others_hand(first_room(metered.house.keeper)))

    monkeypatch.setattr(conversation, "told", leaky)


def leaky_size(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = conversation.Conversation.tell

    def leaky(self: Any, message: Any) -> None:
        if isinstance(message, protocol.Heard | protocol.Ack | protocol.Opened):
            room = first_room(metered.house.keeper)
            self.put(b" " * (sum(room.dealt().state["hand"][0, 1].tolist()) + 99) + protocol.written(message))
        else:
            plain(self, message)

    monkeypatch.setattr(conversation.Conversation, "tell", leaky)


def leaky_version(_metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Room.version
    monkeypatch.setattr(Room, "version", lambda room, v: plain(room, v) + int(room.dealt().state["hand"][0, 1].sum()))


def leaky_chat(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = protocol.Heard

    def leaky(seat: str, name: str, text: str) -> Any:
        return plain(seat, name, text + others_hand(first_room(metered.house.keeper)))

    monkeypatch.setattr(tables, "Heard", leaky)


def leaky_lobby(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tables.Tables.lobby

    async def leaky(self: Any) -> Any:
        found = await plain(self)
        hand = others_hand(first_room(metered.house.keeper))
        return tuple(msgspec.structs.replace(each, status=hand) for each in found)

    monkeypatch.setattr(tables.Tables, "lobby", leaky)


def leaky_header(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = app._refusal  # noqa: SLF001 - where errors over HTTP are written

    def leaky(*arguments: Any) -> Any:
        made = plain(*arguments)
        made.headers["x-hand"] = str(metered.house.keeper.lives and others_hand(first_room(metered.house.keeper)))
        return made

    monkeypatch.setattr(app, "_refusal", leaky)


def leaky_log(_metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Keeper.look_ahead

    def leaky(self: Keeper, live: Live) -> None:
        logging.getLogger("grimorio.server").info("moved", extra={"code": others_hand(live.room)})
        plain(self, live)

    monkeypatch.setattr(Keeper, "look_ahead", leaky)


def leaky_metrics(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Metrics.told

    def leaky(self: Metrics, house: Any) -> str:
        self.commands[others_hand(first_room(metered.house.keeper))] += 1
        return plain(self, house)

    monkeypatch.setattr(Metrics, "told", leaky)


LEAKS: dict[str, tuple[Any, str]] = {
    "a refusal": (leaky_refusal, "socket seat"),
    "the size of an ack": (leaky_size, "socket seat"),
    "a version": (leaky_version, "socket seat"),
    "what is said": (leaky_chat, "socket watcher"),
    "the lobby": (leaky_lobby, "http stranger"),
    "an error": (leaky_header, "http stranger"),
    "the log": (leaky_log, "log"),
    "the metrics": (leaky_metrics, "metrics"),
}


@pytest.mark.parametrize("name", LEAKS)
def test_a_server_that_leaks_is_caught(metered: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    leak, channel = LEAKS[name]
    script = script_for("flautz", 0, 0)
    leak(metered, monkeypatch)
    here, there = both(metered, script, 0)
    assert here.get(channel) != there.get(channel)


# ---------------------------------------------------------------- what is done in private cannot be counted


async def market(running: Any, private: int) -> Recorded:
    """Others, over sockets and HTTP and in the lobby, while Bruno prepares an offer in so many private steps."""
    recorded = Recorded()
    table = Table(GAMES["zaubercocktail"], 4, options={"market": "live", "clock": "600"}, secret=bytes(32))
    await fresh(running.house)
    async with contextlib.AsyncExitStack() as stay:
        stay.enter_context(overheard(recorded))
        name, (ada, bruno, *_) = await around(running, table)
        watcher = Client(running.address)
        for client in (ada, bruno, watcher):
            client.keep = True
            await stay.enter_async_context(client)
            await client.open(name)
        for _ in range(private):
            give = next(way for way in bruno.ways() if way.form == "give")
            answer = await bruno.ask(protocol.Do, seen=bruno.version, decisions=(give,))
            assert answer["kind"] == "ack", answer
            while bruno.version < answer["version"]:
                await bruno.until("look")
        await bruno.ask(protocol.Say, text="ciao")
        for client in (ada, watcher):
            await client.until("said")
            client.version = 1
            await client.open(name)
        for who, cookie in (("seat", ada.cookie), ("stranger", "")):
            await asked(running, recorded, who, cookie, name)
    recorded.told |= {"socket seat": ada.received, "socket watcher": watcher.received}
    return Recorded(
        {key: [re.sub(r'"left":\d+', "", _plain(each, name)) for each in told] for key, told in recorded.told.items()}
    )


def test_private_steps_can_be_counted_on_no_channel(metered: Any) -> None:
    none, some = (asyncio.run(market(metered, private)).told for private in (0, 3))
    assert none == some


def test_private_steps_that_can_be_counted_are_noticed(metered: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Live.show

    def counted(live: Live, now: int) -> None:
        live.tell(b'{"kind":"skip"}')
        plain(live, now)

    monkeypatch.setattr(Live, "show", counted)
    none, some = (asyncio.run(market(metered, private)).told for private in (0, 3))
    assert none != some


# ---------------------------------------------------------------- links and cookies


async def company(running: Any) -> tuple[dict[str, str], dict[str, bytes]]:
    """Ada's table, Bruno who comes by a link, a watcher; everybody's secrets, and all that each received."""
    recorded, secrets = Recorded(), dict[str, str]()
    async with contextlib.AsyncExitStack() as stay:
        stay.enter_context(overheard(recorded))
        made = await asyncio.to_thread(running.make, "Ada", "me", "open", "open")
        secrets |= {f"link {seat}": link for seat, link in made["links"].items()}
        await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
        secrets["return"] = (await asyncio.to_thread(running.http("Bruno").post, "/api/return")).json()["link"]
        secrets |= {f"cookie {name}": running.cookie(name) for name in ("Ada", "Bruno")}
        secrets |= {f"guest {name}": running.cookie(name).partition(".")[0] for name in ("Ada", "Bruno")}
        header = running.house.storage._look_up(lambda on: ledger.header_of(on, made["table"]))  # noqa: SLF001 - from here
        secrets["secret"] = header.secret.hex()
        clients = {name: running.client(name) for name in ("Ada", "Bruno", "nobody")}
        for client in clients.values():
            client.keep = True
            await stay.enter_async_context(client)
            await client.send(protocol.WatchLobby())
            await client.open(made["table"])
        await clients["Bruno"].ask(protocol.Say, text="ciao")
        await clients["Bruno"].ask(protocol.Nonce, text="mine")
        await clients["Bruno"].ask(protocol.Deal)
        for name in clients:
            await asked(running, recorded, name, running.cookie(name), made["table"])
    heard = {name: b"".join(client.received) for name, client in clients.items()}
    heard = {name: told + repr(recorded.told[f"http {name}"]).encode() for name, told in heard.items()}
    return secrets, {**heard, "log": json.dumps(recorded.told.get("log", [])).encode()}


def leaked(secrets: dict[str, str], heard: dict[str, bytes]) -> list[tuple[str, str]]:
    """Every secret that somebody received over a socket, in an answer, or in the log."""
    return [(who, what) for who, told in heard.items() for what, secret in secrets.items() if secret.encode() in told]


def test_links_cookies_and_the_secret_reach_nobody_else(running: Any) -> None:
    assert leaked(*asyncio.run(company(running))) == []


def test_a_link_that_is_told_or_logged_is_noticed(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tables.Tables.join

    async def leaky(self: Any, known: Any, token: str, name: str) -> Any:
        logging.getLogger("grimorio.server").info("joined by %s", token)
        return await plain(self, known, token, f"{name} {token[:8]}")

    monkeypatch.setattr(tables.Tables, "join", leaky)
    secrets, heard = asyncio.run(company(running))
    assert ("log", "link 1") in leaked(secrets, heard)
    assert leaked({"part": secrets["link 1"][:8]}, heard) != []


def test_no_address_has_a_link_in_it_and_no_page_tells_where_somebody_came_from(running: Any) -> None:
    for route in running.made.config.app.routes:
        assert "link" not in route.path
    for path in ("/", "/join", "/api/health", "/api/nothing", "/api/tables"):
        assert running.http("nobody").get(path).headers["referrer-policy"] == "no-referrer", path
    assert running.made.config.access_log is False
