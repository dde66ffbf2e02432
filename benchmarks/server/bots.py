#!/usr/bin/env python3
"""People's acks while bots of the strongest level think: `python benchmarks/server/bots.py`.

At every table one person and four bots; what they think with is compiled before anybody comes. A person's move is
answered once it is on the disk, however many bots are thinking; this measures how long that takes. Bounded in time;
prints one JSON object.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from load import cpu_seconds, quantile, started, told
from people import Person, alone_with

SERVE = """
import pathlib, sys
from grimorio.server.house import Settings
from grimorio.server.serve import serve
from grimorio.games import GAMES
from grimorio.room.chairs import bot
from grimorio.room.room import Room
room = Room(GAMES["flautz"], [bot("A", sys.argv[2]), bot("B", sys.argv[2])])
room.deal()
room.think(room.to_act()[0])
settings = Settings(pathlib.Path(sys.argv[1]), requests=10**9, ready=("flautz",))
serve(settings, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""


async def played(person: Person, until: float) -> None:
    """Do one of the things that are offered, a second after they are."""
    while time.perf_counter() < until and person.stage != "over":
        if person.offer.ways:
            await asyncio.sleep(1.0)
            person.do(person.number * 7919)
        try:
            await asyncio.wait_for(person.next(), max(0.1, until - time.perf_counter()))
        except TimeoutError:
            return


async def measured(port: int, pid: int, tables: int, seconds: float, level: str) -> None:
    """All tables at once."""
    people = await alone_with(port, tables, level, 4)
    used, end = cpu_seconds(pid), time.perf_counter() + seconds
    await asyncio.gather(*(played(person, end) for person in people))
    acks = [1000 * each for person in people for each in person.acks]
    told(
        tables=tables,
        bots=level,
        acks=len(acks),
        p50_ms=round(quantile(acks, 0.5), 2),
        p99_ms=round(quantile(acks, 0.99), 2),
        cores_used=round((cpu_seconds(pid) - used) / seconds, 2),
    )


def main() -> None:
    """Start a server, sit down everywhere, play."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--level", default="archmage")
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, str(Path(folder) / "bots.db"), wish.level]
        with started(command) as (server, port):
            uvloop.run(measured(port, server.pid, wish.tables, wish.seconds, wish.level))


if __name__ == "__main__":
    main()
