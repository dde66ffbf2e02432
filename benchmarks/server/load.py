#!/usr/bin/env python3
"""Load on a real server over real sockets on loopback, with every move durable: `python benchmarks/server/load.py`.

A server process and this driver share the machine. Every table has three people, each on a socket of his own. Flat
out, each table always has one move on its way; paced, each makes one move a second. A move's latency is the time from
sending it until all three seats have seen it. Bounded in time; prints one JSON object a row. CPU is the server's own,
so that it can be read on a machine that is busy with other things too.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from grimorio.server import protocol as p
from grimorio.server.client import Client

SERVE = """
import pathlib, sys
from grimorio.server.house import Settings
from grimorio.server.serve import serve
settings = Settings(pathlib.Path(sys.argv[1]), pace=0, requests=10**9, ready=("flautz",))
serve(settings, "127.0.0.1", 0, lambda port: print(port, flush=True))
"""
SEATS = 3
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def private_kilobytes(pid: int) -> int:
    """Memory that is the process's own."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


def told(**row: Any) -> None:
    """One row of the report."""
    sys.stdout.write(json.dumps(row) + "\n")
    sys.stdout.flush()


@dataclass
class Match:
    """A table with three people."""

    clients: list[Client] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    over: bool = False

    async def move(self) -> None:
        """Whoever may does something; done when all three have seen it."""
        mover = next((client for client in self.clients if client.look.get("offer")), None)
        if mover is None or mover.look["stage"] == "over":
            self.over = True
            return
        ways = list(mover.ways())
        chosen = ways[len(self.latencies) * 7919 % len(ways)]
        versions = [client.version for client in self.clients]
        began = time.perf_counter()
        await mover.send(p.Do(mover.next_number(), mover.version, (chosen,)))
        await asyncio.gather(*(self._sees(*each) for each in zip(self.clients, versions, strict=True)))
        self.latencies.append(time.perf_counter() - began)

    async def _sees(self, client: Client, version: int) -> None:
        while client.version == version:
            message = await client.read()
            if message["kind"] == "refused":
                raise RuntimeError(message)


async def set_up(address: str, number: int) -> list[Match]:
    """So many tables, dealt."""
    matches = []
    async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=60) as http:
        for _ in range(number):
            wish = {"game": "flautz", "seats": ["me", "open", "open"], "name": "A"}
            answer = await http.post("/api/tables", json=wish)
            cookies, made = [answer.cookies["grimorio"]], answer.json()
            http.cookies.clear()
            for link in made["links"].values():
                answer = await http.post("/api/join", json={"link": link, "name": "B"})
                cookies.append(answer.cookies["grimorio"])
                http.cookies.clear()
            matches.append(Match([Client(address, cookie) for cookie in cookies]))
            for client in matches[-1].clients:
                await client.__aenter__()
                await client.open(made["table"])
            await matches[-1].clients[0].ask(p.Deal)
            for client in matches[-1].clients:
                while client.look["stage"] == "gathering":
                    await client.until("look")
    return matches


async def flat_out(match: Match, until: float) -> None:
    """One move after the other."""
    while not match.over and time.perf_counter() < until:
        await match.move()


async def paced(match: Match, until: float, offset: float) -> None:
    """A move a second."""
    due = time.perf_counter() + offset
    while not match.over and due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await match.move()
        due += 1.0


def quantile(values: Iterable[float], part: float) -> float:
    """The value below which a part of all lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(part * len(ranked)))] if ranked else float("nan")


async def measured(pid: int, address: str, tables: int, seconds: float, *, pace: bool) -> None:
    """One row."""
    before = private_kilobytes(pid)
    matches = await set_up(address, tables)
    memory = (private_kilobytes(pid) - before) / tables
    used, began = cpu_seconds(pid), time.perf_counter()
    end = began + seconds
    if pace:
        work = [paced(match, end, number / tables) for number, match in enumerate(matches)]
    else:
        work = [flat_out(match, end) for match in matches]
    await asyncio.gather(*work)
    wall, spent = time.perf_counter() - began, cpu_seconds(pid) - used
    latencies = [each for match in matches for each in match.latencies]
    told(
        how="paced" if pace else "flat out",
        tables=tables,
        moves=len(latencies),
        moves_per_second=round(len(latencies) / wall, 1),
        p50_ms=round(1000 * quantile(latencies, 0.5), 2),
        p99_ms=round(1000 * quantile(latencies, 0.99), 2),
        server_us_per_move=round(1e6 * spent / max(1, len(latencies))),
        kilobytes_per_table=round(memory, 1),
    )
    for match in matches:
        for client in match.clients:
            await client.__aexit__()


async def main() -> None:
    """Start a server, load it, stop it."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--paced", type=int, default=100, help="tables that make a move a second")
    asked.add_argument("--seconds", type=float, default=10)
    asked.add_argument("--profile", action="store_true", help="print where the server's time went")
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        code = PROFILED if wish.profile else SERVE
        command = [sys.executable, "-c", code, str(Path(folder) / "load.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603, ASYNC220
            port = int(server.stdout.readline()) if server.stdout else 0
            try:
                for tables, pace in ((wish.tables, False), (wish.paced, True)):
                    if tables:
                        await measured(server.pid, f"127.0.0.1:{port}", tables, wish.seconds, pace=pace)
            finally:
                server.terminate()


PROFILED = f"""
import cProfile, pstats
profile = cProfile.Profile()
profile.enable()
{SERVE}
profile.disable()
pstats.Stats(profile, stream=sys.stderr).sort_stats("tottime").print_stats(60)
pstats.Stats(profile, stream=sys.stderr).sort_stats("cumtime").print_stats(70)
"""

if __name__ == "__main__":
    asyncio.run(main())
