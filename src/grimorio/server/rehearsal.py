"""Has the rules of a game ready before anybody needs them: compiled by a process of its own, then loaded by a thread.

Compiling takes minutes and a whole core; whoever plays meanwhile must not feel it. So another process compiles into the
cache, and this one only loads from it. Once that has been done for these very sources a mark beside the cache says so,
and the next start loads at once.

A game can be played as soon as its rules are there, and the bots that answer at once. A bot that thinks (`adept`,
`archmage`) is a part of its own, `flautz archmage`: it is compiled once one sits somewhere, after the rules, and only
its own move waits for it.
"""

import asyncio
import functools
import hashlib
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from grimorio.bots import REFLEXES, names
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, cache_folder
from grimorio.engine.layout import SPECTATOR
from grimorio.games import GAMES
from grimorio.room.chairs import bot
from grimorio.room.room import Room

LOGGER = logging.getLogger("grimorio.server")
MOVES = 200
"""Moves of a rehearsal."""
NICE = 10
"""How far the compiler steps back for everything else on the machine."""
BOT_STEPS = 3
"""Steps until a bot can think: two that are compiled, and one in which all is loaded."""
PACKAGE = Path(__file__).parent.parent


class NotReadyError(RuntimeError):
    """A game whose rules are still being compiled."""

    def __init__(self, game: str) -> None:
        """Which one."""
        super().__init__(game)
        self.game = game


# ---------------------------------------------------------------- one rehearsal


def part_of(game: str, level: str = "") -> str:
    """The name of what is made ready: the rules of a game, or a bot of it that thinks."""
    return f"{game} {level}" if level and level not in REFLEXES[game] else game


def steps(game: Game, level: str = "") -> list[Callable[[], object]]:
    """Everything that a server asks of the rules, once, at the smallest table there is; or one bot's own needs."""
    levels = tuple(REFLEXES[game.name])
    chairs = [bot(f"{seat}", levels[0]) for seat in range(game.seats[0])]
    room = Room(game, chairs, secret=bytes(32))
    if level:
        return [room.deal, lambda: _advised(room, level)]
    return [
        room.deal,
        lambda: [room.look(viewer) for viewer in (SPECTATOR, *range(room.seats))],
        lambda: [_advised(room, level) for level in levels],
        lambda: [room.dealt().why_not(seat, 0) for seat in range(room.seats)],
        lambda: _played(room),
        lambda: (room.clock(0), room.dealt().outcome()),
        room.snapshot,
    ]


def _advised(room: Room, level: str) -> object:
    """A hint of this bot."""
    return room.hinting(room.to_act()[0], level)()


def _played(room: Room) -> None:
    """A game of the quickest bots, watched by who moves; the first move is taken back where that can be."""
    for _ in range(MOVES):
        seat = room.next_bot()
        if seat is None:
            break
        room.submit(seat, room.think(seat))
        room.look(seat, room.version(seat) - 1)
        if not room.dealt().why_no_undo(seat):
            room.undo(seat)
            room.submit(seat, room.think(seat))


def rehearsed(game: Game, level: str = "") -> Iterator[int]:
    """Do it all; how many steps are done, after each."""
    for done, step in enumerate(steps(game, level), 1):
        step()
        yield done


def mark_of(part: str) -> Path:
    """Beside the cache, a file that is there once these sources of a game, and all they lean on, were compiled."""
    game, digest = part.partition(" ")[0], hashlib.sha256()
    for folder in (PACKAGE / "engine", PACKAGE / "room", PACKAGE / "bots", PACKAGE / "games" / game):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return cache_folder() / f"rehearsed-{part.replace(' ', '-')}-{digest.hexdigest()[:32]}"


def main() -> None:
    """Compile the rules of one game, or one bot of it, and tell after each step."""
    os.nice(NICE)
    game, *level = sys.argv[1].split()
    for done in rehearsed(GAMES[game], *level):
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()
    mark_of(sys.argv[1]).touch()


# ---------------------------------------------------------------- all games of a server


LOADED: set[str] = {part_of(game, level) for game in GAMES for level in names(game)} if INTERPRETED else set()
"""The parts that this process has; interpreted rules need no compiler."""


class Rehearsals:
    """Which parts are ready, and how far the others are; whoever is in `audience` is told of every step."""

    def __init__(self, loaded: set[str] | None = None) -> None:
        """What this process has loaded is ready, for every server in it."""
        self._ready = LOADED if loaded is None else loaded
        self.done: dict[str, int] = {}
        self.audience: list[Callable[[str], None]] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = {True: asyncio.Lock(), False: asyncio.Lock()}
        self._compilers: set[subprocess.Popen[bytes]] = set()

    @property
    def ready(self) -> frozenset[str]:
        """The games that can be played at once, and the bots that can think."""
        return frozenset(self._ready)

    def far(self, part: str) -> tuple[int, int]:
        """How many steps of a part are done, and how many there are."""
        of = self.of if part in GAMES else BOT_STEPS
        return (of, of) if part in self._ready else (self.done.get(part, 0), of)

    of = 8
    """Seven steps that are compiled, and one in which all is loaded."""

    def begin(self, game: str, level: str = "") -> "asyncio.Task[None] | None":
        """Have a game made ready, and a bot of it, if they are not and nobody has asked before."""
        part = part_of(game, level) if game in GAMES else ""
        if part in self._ready or not part:
            return None
        if part not in self._tasks:
            self._tasks[part] = asyncio.create_task(self._prepare(part))
            self._tasks[part].add_done_callback(functools.partial(self._ended, part))
        return self._tasks[part]

    async def wait(self, game: str, level: str = "") -> None:
        """Return once a game is ready, and a bot of it."""
        if task := self.begin(game, level):
            await asyncio.shield(task)

    async def close(self) -> None:
        """Stop compiling."""
        for compiler in tuple(self._compilers):
            compiler.kill()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _ended(self, part: str, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(part, None)
        if not task.cancelled() and (error := task.exception()):
            LOGGER.error("rehearsal failed", extra={"error": type(error).__name__})

    async def _prepare(self, part: str) -> None:
        """One set of rules after the other, and beside them one bot after the other, each after its rules."""
        game, *level = part.split()
        if level:
            await self.wait(game)
        async with self._one_at_a_time[not level]:
            if not (await asyncio.to_thread(mark_of, part)).exists():
                loop = asyncio.get_running_loop()
                step = functools.partial(loop.call_soon_threadsafe, self._step, part)
                await asyncio.to_thread(self._compile_apart, part, step)
            await asyncio.to_thread(lambda: list(rehearsed(GAMES[game], *level)))
        self._ready.add(part)
        self._tell(part)

    def _step(self, part: str) -> None:
        self.done[part] = self.done.get(part, 0) + 1
        self._tell(part)

    def _tell(self, part: str) -> None:
        for told in tuple(self.audience):
            told(part)

    def _compile_apart(self, part: str, told: Callable[[], object]) -> None:
        """Let another process compile; where it fails, this one will compile what is missing, in its thread."""
        asked = (sys.executable, "-c", "from grimorio.server.rehearsal import main; main()", part)
        with subprocess.Popen(asked, stdout=subprocess.PIPE) as compiler:  # noqa: S603 - ourselves, of one part
            self._compilers.add(compiler)
            for _ in compiler.stdout or ():
                told()
        self._compilers.discard(compiler)
        if compiler.returncode:
            LOGGER.error("compiler failed", extra={"code": str(compiler.returncode)})
