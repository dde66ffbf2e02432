#!/usr/bin/env python3
"""What tables cost that nobody looks at: `python benchmarks/server/asleep.py --tables 50000`.

People play at a real server, one table of each kind, until it sleeps: every game after some moves, one with a clock of
days, one that nobody else may see, one that waits for people, one that is over. Inside the database these are copied
until there are so many, under names that are drawn, with guests and links of their own, as if all had been played in
the same weeks: the rows of one table lie far apart. Then a server is started on an empty database, and one on this.

Prints one JSON object for each: memory right after the start and again once those who woke tables have gone, the size
of the file, how long the start took, the lobby, and waking a table. At every table that is woken people play on, at one
of them to its end.
"""

import argparse
import asyncio
import contextlib
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import uvloop
from load import private_kilobytes, quantile, started, told

from grimorio.games import GAMES
from grimorio.server import protocol as p
from grimorio.server.client import Client
from grimorio.server.cookies import COOKIE, signed

SERVE = """
import pathlib, sys
from grimorio.server.house import Settings
from grimorio.server.serve import serve
settings = Settings(pathlib.Path(sys.argv[1]), pace=0, rest=float(sys.argv[2]), requests=10**9, ready=("flautz",))
serve(settings, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""
READY = "flautz"
"""The game whose rules are loaded before anybody is let in."""
REST = 1.0
"""Seconds after which a table sleeps."""
MOVES, DAYS = 30, 3 * 24 * 3600
WOKEN, LOBBIES = 50, 20
"""How many tables of FLAUTZ! are woken, and how often the lobby is asked for."""
CACHE = 1_000_000
"""Kilobytes of the file that are kept in memory while it is filled: every row goes to another place."""


class Kind(NamedTuple):
    """A table that is going to sleep: what is agreed on, and after how many moves."""

    game: str
    moves: int = MOVES
    more: dict[str, Any] = {}  # noqa: RUF012 - never changed


KINDS = [Kind(game) for game in GAMES] + [
    Kind("flautz", 0),
    Kind("flautz", 10_000),
    Kind("flautz", MOVES, {"watch": "none"}),
    Kind("flautz", MOVES, {"clock": {"move": DAYS}}),
]


def expect(found: object, wanted: object) -> None:
    """Nothing is measured where something went wrong."""
    if found != wanted:
        msg = f"{found!r} in place of {wanted!r}"
        raise RuntimeError(msg)


# ---------------------------------------------------------------- playing


@contextlib.asynccontextmanager
async def sitting(port: int, table: str, cookies: list[str]) -> AsyncIterator[list[Client]]:
    """Everybody at a table, each on a socket of his own."""
    async with contextlib.AsyncExitStack() as room:
        people = [await room.enter_async_context(Client(f"127.0.0.1:{port}", cookie)) for cookie in cookies]
        for person in people:
            expect((await person.open(table))["kind"], "opened")
        yield people


async def play(people: list[Client], moves: int) -> int:
    """So many moves, by whoever may make one, or fewer where the game is over before."""
    made = 0

    async def take_part(person: Client) -> None:
        nonlocal made
        while made < moves and person.look["stage"] != "over":
            one = await person.play_on(1)
            made += one

    parts = [asyncio.ensure_future(take_part(person)) for person in people]
    await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    for part in parts:
        part.cancel()
    for ended in await asyncio.gather(*parts, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return made


async def lay_down(port: int, kind: Kind) -> None:
    """One table of a kind, as people leave it."""
    wish = {"game": kind.game, "seats": ["me", *["open"] * (max(3, GAMES[kind.game].seats[0]) - 1)], "name": "Ada"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        answer = (await http.post("/api/tables", json=wish | kind.more)).raise_for_status()
        cookies, made = [answer.cookies[COOKIE]], answer.json()
        for link in made["links"].values() if kind.moves else ():
            http.cookies.clear()
            answer = (await http.post("/api/join", json={"link": link, "name": "Bruno"})).raise_for_status()
            cookies.append(answer.cookies[COOKIE])
    async with sitting(port, made["table"], cookies) as people:
        if kind.moves:
            expect((await people[0].ask(p.Deal))["kind"], "ack")
            await play(people, kind.moves)


async def lay_all_down(port: int) -> None:
    """One table of each kind; they sleep once nobody has looked for a while."""
    for kind in KINDS:
        await lay_down(port, kind)
    await asyncio.sleep(REST + 2)


# ---------------------------------------------------------------- copying


NAME = "substr(lower(hex(randomblob(22))), 1, 43)"
COPY = f"""
CREATE TEMP TABLE first AS SELECT id, row_number() OVER (ORDER BY made) - 1 AS kind FROM tables;
CREATE TEMP TABLE copies AS WITH RECURSIVE number(n) AS
    (SELECT count(*) FROM first UNION ALL SELECT n + 1 FROM number WHERE n + 1 < :tables)
    SELECT first.id AS old, {NAME} AS new FROM number JOIN first ON kind = n % (SELECT count(*) FROM first);
CREATE INDEX temp.by_old ON copies (old);
CREATE TEMP TABLE people AS
    SELECT new AS table_id, seat, guest AS old, {NAME} AS new FROM copies JOIN seats ON table_id = old;
CREATE INDEX temp.by_seat ON people (table_id, seat);
CREATE INDEX temp.by_guest ON people (table_id, old);
INSERT INTO guests (id, name, made) SELECT new, name, made FROM people JOIN guests ON id = old;
INSERT INTO tables (id, host, game, rules, edition, options, chairs, secret, status, watch, successor, made, changed,
        clock, cards, due)
    SELECT new, (SELECT people.new FROM people WHERE table_id = copies.new AND old = host), game, rules, edition,
        options, chairs, secret, status, watch, successor, made, changed, clock, cards, due
    FROM tables CROSS JOIN copies ON old = id;
INSERT INTO seats (table_id, seat, guest, link, muted)
    SELECT copies.new, seat, (SELECT people.new FROM people WHERE table_id = copies.new AND people.seat = seats.seat
        AND guest IS NOT NULL), iif(link IS NULL, NULL, lower(hex(randomblob(32)))), muted
    FROM seats CROSS JOIN copies ON old = table_id;
INSERT INTO log (table_id, entry, body, client, number)
    SELECT new, entry, body, client, number FROM log CROSS JOIN copies ON old = table_id;
INSERT INTO snapshots (table_id, entry, body)
    SELECT new, entry, body FROM snapshots CROSS JOIN copies ON old = table_id;
"""  # noqa: S608 - all of it is written here


class Sleeping(NamedTuple):
    """A table that sleeps, and the cookies of those who sit there."""

    table: str
    game: str
    cookies: list[str]


def copied(path: Path, tables: int) -> list[Sleeping]:
    """Make so many tables of the few that are there; some of the copies, of each game."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        for wish in ("journal_mode=OFF", "synchronous=OFF", f"cache_size=-{CACHE}", "temp_store=MEMORY"):
            file.execute(f"PRAGMA {wish}")
        file.execute("BEGIN")
        for statement in COPY.split(";\n"):
            file.execute(statement, {"tables": tables} if ":tables" in statement else {})
        key = file.execute("SELECT key FROM keys WHERE name = 'cookies'").fetchone()[0]
        found: list[Sleeping] = []
        begun = "SELECT new FROM copies JOIN tables ON id = new WHERE status = 'playing' AND clock = '' AND game = ?"
        for game in GAMES:
            for (table,) in file.execute(f"{begun} ORDER BY random() LIMIT ?", (game, WOKEN)):
                sat = file.execute("SELECT guest FROM seats WHERE table_id = ? ORDER BY seat", (table,))
                found.append(Sleeping(table, game, [signed(key, guest) for (guest,) in sat]))
        expect(file.execute("SELECT count(*) FROM tables").fetchone()[0], tables)
        expect(file.execute("PRAGMA foreign_key_check").fetchone(), None)
        file.execute("COMMIT")
    return found


# ---------------------------------------------------------------- measuring


async def timed(work: Callable[[], Coroutine[Any, Any, Any]]) -> float:
    """Milliseconds that something takes."""
    began = time.perf_counter()
    await work()
    return 1000 * (time.perf_counter() - began)


async def woken(port: int, sleeping: Sleeping, moves: int) -> float:
    """Milliseconds until a table that slept is seen; then it is played on at."""
    async with Client(f"127.0.0.1:{port}", sleeping.cookies[0]) as first:
        waking = await timed(lambda: first.open(sleeping.table))
        async with sitting(port, sleeping.table, sleeping.cookies[1:]) as others:
            people = [first, *others]
            if await play(people, moves) < moves:
                expect({"over"} - {person.look["stage"] for person in people}, set())
    return waking


async def measured(port: int, pid: int, sleeping: list[Sleeping]) -> dict[str, Any]:
    """How long the lobby takes, and waking tables; and what is left of it in memory."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        (await http.get("/api/health")).raise_for_status()
        found: dict[str, Any] = {}
        if sleeping:
            http.cookies[COOKIE] = sleeping[0].cookies[0]
        for name, ask in ("lobby", lambda: http.get("/api/tables")), ("own", lambda: http.get("/api/tables/mine")):
            times = [await timed(ask) for _ in range(LOBBIES)]
            found |= {f"{name}_p50_ms": round(quantile(times, 0.5), 1), f"{name}_max_ms": round(max(times), 1)}
    for game in GAMES if sleeping else ():
        tables = [each for each in sleeping if each.game == game][: WOKEN if game == READY else 2]
        times = [await woken(port, each, 3) for each in tables]
        rest = {"then_p50_ms": round(quantile(times[1:], 0.5), 1), "then_max_ms": round(max(times[1:]), 1)}
        found[game] = {"first_ms": round(times[0], 1), **rest}
        if game == READY:  # before the rules of others are loaded
            await woken(port, tables[0], 10_000)
            await asyncio.sleep(REST + 2)
            found["kilobytes_after"] = private_kilobytes(pid)
    return found


def main() -> None:
    """Nothing, and then many."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50_000)
    wish = asked.parse_args()
    for tables in (0, wish.tables):
        with tempfile.TemporaryDirectory() as folder:
            path, sleeping, began = Path(folder) / "asleep.db", [], time.perf_counter()
            command = [sys.executable, "-c", SERVE, str(path), str(REST)]
            if tables:
                with started(command) as (_, port):
                    uvloop.run(lay_all_down(port))
                laid = time.perf_counter()
                sleeping = copied(path, tables)
                told(kinds=len(KINDS), played_s=round(laid - began, 1), copied_s=round(time.perf_counter() - laid, 1))
            began = time.perf_counter()
            with started(command) as (server, port):
                start, memory = time.perf_counter() - began, private_kilobytes(server.pid)
                size = path.stat().st_size
                told(
                    sleeping=tables,
                    start_s=round(start, 2),
                    server_kilobytes=memory,
                    file_megabytes=round(size / 1e6, 1),
                    **({"kilobytes_a_table": round(size / 1e3 / tables, 1)} if tables else {}),
                    **uvloop.run(measured(port, server.pid, sleeping)),
                )


if __name__ == "__main__":
    main()
