#!/usr/bin/env python3
"""What tables cost that nobody looks at: `python benchmarks/server/asleep.py --tables 50000`.

The same game, begun and left, is put into a database so many times; then a server is started on it, and one on an empty
database. Prints the memory of both, the size of the file, and how long the lobby and the waking of a table take.
"""

import argparse
import asyncio
import functools
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import uvloop
from load import SERVE, private_kilobytes, started, told
from people import connected

from grimorio.engine.layout import LETTERS
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.entries import packed
from grimorio.room.room import Room
from grimorio.server import ledger
from grimorio.server.cookies import signed
from grimorio.server.storage import Row, Storage

MOVES, AT_ONCE = 30, 500


def begun(secret: bytes) -> tuple[Room, list[bytes]]:
    """A game after some moves, and its log."""
    room = Room(GAMES["flautz"], [person(letter) for letter in LETTERS[:3]], secret=secret)
    log = [packed(room.deal(0))]
    for move in range(MOVES):
        seat = room.to_act()[0]
        ways = room.ways(seat)
        log.append(packed(room.submit(seat, [ways[move * 7 % len(ways)].number], None, move)))
    return room, log


def laid_down(on: Any, guest: str, room: Room, log: list[bytes], number: int) -> list[str]:
    """So many tables of one guest."""
    made, game, snapshot = list[str](), room.game, room.snapshot()
    for _ in range(number):
        header = ledger.Header(
            ledger.new_token(), game.name, game.version, game.standard.digest, dict(room.options), room.chairs,
            room.secret, guest, "playing", "none", 0,
        )  # fmt: skip
        ledger.add_table(on, header, [guest, None, None])
        ledger.add_log(on, [Row(header.id, entry + 1, body) for entry, body in enumerate(log)])
        ledger.keep_snapshot(on, header.id, len(log), snapshot)
        made.append(header.id)
    return made


async def filled(path: Path, tables: int) -> tuple[str, str]:
    """A database with so many tables: the cookie of their guest, and one of them."""
    storage = Storage(path)
    room, log = begun(bytes(32))
    guest = await storage.write(lambda on: ledger.add_guest(on, "Ada", 0))
    made = [""]
    for first in range(0, tables, AT_ONCE):
        some = functools.partial(laid_down, guest=guest, room=room, log=log, number=min(AT_ONCE, tables - first))
        made = await storage.write(some)
    key = await storage.write(lambda on: ledger.key(on, "cookies"))
    await asyncio.to_thread(storage.close)
    return signed(key, guest), made[-1]


async def woken(port: int, cookie: str, table: str) -> tuple[float, float]:
    """Seconds until the lobby is told, and until a sleeping table is seen."""
    began = time.perf_counter()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        (await http.get("/api/tables")).raise_for_status()
    lobby, began = time.perf_counter() - began, time.perf_counter()
    if table:
        somebody = await connected(port, cookie, table)
        while not somebody.version:
            await somebody.next()
    return lobby, time.perf_counter() - began


def main() -> None:
    """Nothing, and then many."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50_000)
    wish = asked.parse_args()
    for tables in (0, wish.tables):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "asleep.db"
            cookie, table = uvloop.run(filled(path, tables))
            began = time.perf_counter()
            with started([sys.executable, "-c", SERVE, str(path)]) as (server, port):
                start = time.perf_counter() - began
                memory = private_kilobytes(server.pid)
                lobby, waking = uvloop.run(woken(port, cookie, table))
                told(
                    sleeping=tables,
                    server_kilobytes=memory,
                    file_megabytes=round(path.stat().st_size / 1e6, 1),
                    start_s=round(start, 2),
                    lobby_ms=round(1000 * lobby, 1),
                    waking_ms=round(1000 * waking, 1),
                )


if __name__ == "__main__":
    main()
