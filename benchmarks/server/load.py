#!/usr/bin/env python3
"""Load on a real server over real sockets on loopback, with every move durable: `python benchmarks/server/load.py`.

A server process and this driver share the machine. Every table has three people, each on a socket of his own. Flat
out, each table always has one move on its way; paced, each makes one move a second. A move's latency is the time from
sending it until all three seats have seen it. With `--beside` boardgame.io's server, which keeps everything in memory,
does the same work in the same run with a small game of its own (`boardgameio/`; `make bench-server` installs it).

Bounded in time; prints one JSON object a row, and how long the disk takes by itself before and after ours. CPU is the
server's own, so that it can be read on a machine that is busy with other things too. Memory is what the process has for
itself, by table with its three sockets; `heap` is what boardgame.io's engine counts after gathering garbage.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import uvloop
from people import Match, joined

SERVE = """
import pathlib, sys
from grimorio.server.house import Settings
from grimorio.server.serve import serve
where = sys.argv[1] if "://" in sys.argv[1] else pathlib.Path(sys.argv[1])
settings = Settings(where, pace=0, requests=10**9, ready=("flautz",))
serve(settings, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""
PROFILED = f"""
import cProfile, pstats
profile = cProfile.Profile()
profile.enable()
{SERVE}
profile.disable()
pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(60)
pstats.Stats(profile, stream=sys.stderr).sort_stats("cumtime").print_stats(70)
"""
OTHERS = Path(__file__).parent / "boardgameio"
WARM = 2.0
"""Seconds before anything counts, in which what is compiled at run time gets warm."""
FRESH = 40
"""Tables for each second of playing flat out that wait to take the place of those whose game ends."""
SYNCS = 200
"""Times that the disk is asked before and after a run, without any server."""
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def private_kilobytes(pid: int) -> int:
    """Memory that is the process's own."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def quantile(values: Sequence[float], part: float) -> float:
    """The value below which a part of all lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else float("nan")


def sync_milliseconds(folder: Path) -> list[float]:
    """How long the disk takes by itself to keep two pages, now: no move can be quicker than that."""
    found: list[float] = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(8192))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            found.append(1000 * (time.perf_counter() - began))
            time.sleep(0.004)
    return found


def told(**row: Any) -> None:
    """One row of the report."""
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


def report(whose: str, work: tuple[int, bool], found: tuple[Sequence[float], float, float], **more: Any) -> None:
    """One row: the latencies in milliseconds, seconds of the wall, and seconds of the server's processor time."""
    (tables, pace), (latencies, wall, spent) = work, found
    told(
        server=whose,
        how="paced" if pace else "flat out",
        tables=tables,
        moves=len(latencies),
        moves_per_second=round(len(latencies) / wall, 1),
        p50_ms=round(quantile(latencies, 0.5), 2),
        p99_ms=round(quantile(latencies, 0.99), 2),
        server_us_per_move=round(1e6 * spent / max(1, len(latencies))),
        load_average=round(os.getloadavg()[0], 1),
        **more,
    )


# ---------------------------------------------------------------- ours


async def flat_out(match: Match, until: float, fresh: list[Match]) -> list[Match]:
    """One move after the other; where a game is over another table goes on in its place. All that were played at."""
    played = [match]
    while time.perf_counter() < until:
        if played[-1].over:
            if not fresh:
                break
            played.append(fresh.pop())
        await played[-1].move()
    return played


async def paced(match: Match, until: float, offset: float) -> list[Match]:
    """A move a second."""
    due = time.perf_counter() + offset
    while not match.over and due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await match.move()
        due += 1.0
    return [match]


Servers = Sequence[tuple[Any, int]]
"""Processes of ours, each with its port."""


async def joined_at(servers: Servers, tables: int, *, apart: bool) -> list[Match]:
    """So many tables, spread over the servers; who sits at one is connected to the same, or each to the next one."""
    ports = [port for _, port in servers]
    some = []
    for first in range(len(ports)):
        whose = ports[first:] + ports[:first] if apart else [ports[first]]
        some += await joined(whose, len(range(first, tables, len(ports))))
    return some


async def play(servers: Servers, work: tuple[int, bool], seconds: float, *, apart: bool = False) -> None:
    """One row of ours."""
    tables, pace = work
    before = sum(private_kilobytes(server.pid) for server, _ in servers)
    matches = await joined_at(servers, tables, apart=apart)
    memory = (sum(private_kilobytes(server.pid) for server, _ in servers) - before) / tables
    fresh = [] if pace else await joined_at(servers, int(seconds * FRESH), apart=apart)
    await asyncio.gather(*(flat_out(match, time.perf_counter() + WARM, fresh) for match in matches))
    for match in matches:
        match.latencies.clear()
    told(tables=tables, waiting=len(fresh), warm=True)
    used, began = sum(cpu_seconds(server.pid) for server, _ in servers), time.perf_counter()
    end = began + seconds
    at_work = [paced(m, end, i / tables) if pace else flat_out(m, end, fresh) for i, m in enumerate(matches)]
    played = [match for some in await asyncio.gather(*at_work) for match in some]
    wall = time.perf_counter() - began
    spent = sum(cpu_seconds(server.pid) for server, _ in servers) - used
    latencies = [1000 * each for match in played for each in match.latencies]
    more = {"processes": len(servers), "apart": apart} if len(servers) > 1 else {}
    report("grimorio", work, (latencies, wall, spent), kilobytes_per_table=round(memory, 1), **more)
    for match in (*played, *fresh):
        match.close()


@contextlib.contextmanager
def started(command: Sequence[str], **more: Any) -> Iterator[tuple[Any, int]]:
    """A server process that says its port."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more) as server:  # noqa: S603
        try:
            yield server, int(server.stdout.readline()) if server.stdout else 0
        finally:
            server.terminate()


def ours(database: str, work: tuple[int, bool], wish: argparse.Namespace) -> None:
    """Our server, with every move on the disk; several of them where they share a database."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as running:
        where = database or str(Path(folder) / "load.db")
        command = [sys.executable, "-c", PROFILED if wish.profile else SERVE, where]
        servers = [running.enter_context(started(command)) for _ in range(wish.processes)]
        syncs = sync_milliseconds(Path(folder))
        uvloop.run(play(servers, work, wish.seconds, apart=wish.apart))
        syncs += sync_milliseconds(Path(folder))
        told(disk_p50_ms=round(quantile(syncs, 0.5), 2), disk_p99_ms=round(quantile(syncs, 0.99), 2))


# ---------------------------------------------------------------- beside it


def beside(_database: str, work: tuple[int, bool], seconds: float) -> None:
    """boardgame.io's server, in memory alone."""
    tables, pace = work
    node = os.environ.get("NODE", "node")
    with started([node, "--expose-gc", str(OTHERS / "server.cjs")], env={**os.environ, "NODE_ENV": "production"}) as (
        server,
        port,
    ):
        heap, before = heap_of(server), private_kilobytes(server.pid)
        command = [node, str(OTHERS / "load.mjs"), str(port), str(tables), str(seconds), str(int(pace)), str(WARM)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as people:  # noqa: S603
            ask = _asked(people)
            ask("")
            held = (heap_of(server) - heap) / 1024 / tables
            memory = (private_kilobytes(server.pid) - before) / tables
            ask("go\n")
            used = cpu_seconds(server.pid)
            found = json.loads(ask("go\n"))
            spent = cpu_seconds(server.pid) - used
        work_found = (found["latencies"], found["wall"], spent)
        report("boardgame.io", work, work_found, kilobytes_per_table=round(memory, 1), heap=round(held, 1))


def _asked(people: Any) -> Callable[[str], str]:
    def ask(said: str) -> str:
        people.stdin.write(said)
        people.stdin.flush()
        return str(people.stdout.readline())

    return ask


def heap_of(server: Any) -> int:
    """Bytes of the heap of boardgame.io's server."""
    server.send_signal(signal.SIGUSR2)
    return int(server.stdout.readline())


def main() -> None:
    """Start a server, load it, stop it; then the next."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50, help="tables flat out")
    asked.add_argument("--paced", type=int, default=100, help="tables that make a move a second")
    asked.add_argument("--seconds", type=float, default=10)
    asked.add_argument("--runs", type=int, default=1)
    asked.add_argument("--database", default="", help="a PostgreSQL database in place of an SQLite file")
    asked.add_argument("--processes", type=int, default=1, help="servers of ours on one PostgreSQL database")
    asked.add_argument("--apart", action="store_true", help="people of one table are connected to different servers")
    asked.add_argument("--beside", action="store_true", help="boardgame.io's server too, in turn")
    asked.add_argument("--profile", action="store_true", help="print where our server's time went")
    wish = asked.parse_args()
    for work in (wish.tables, False), (wish.paced, True):
        for _ in range(wish.runs if work[0] else 0):
            ours(wish.database, work, wish)
            if wish.beside:
                beside(wish.database, work, wish.seconds)


if __name__ == "__main__":
    main()
