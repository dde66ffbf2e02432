"""Has the rules of a game ready before anybody needs them: compiled by a process of its own, then loaded by a thread.

Compiling takes minutes and a whole core; whoever plays meanwhile must not feel it. So another process compiles into the
cache, and this one only loads from it. Once that has been done for these very sources a mark beside the cache says so,
and the next start loads at once.
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

from grimorio.bots import names
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
PACKAGE = Path(__file__).parent.parent


class NotReadyError(RuntimeError):
    """A game whose rules are still being compiled."""

    def __init__(self, game: str) -> None:
        """Which one."""
        super().__init__(game)
        self.game = game


# ---------------------------------------------------------------- one rehearsal


def steps(game: Game) -> list[Callable[[], object]]:
    """Everything that a server asks of the rules, once, at the smallest table there is."""
    levels = names(game.name)
    chairs = [bot(f"{seat}", levels[0]) for seat in range(game.seats[0])]
    room = Room(game, chairs, secret=bytes(32))
    return [
        room.deal,
        lambda: [room.look(viewer) for viewer in (SPECTATOR, *range(room.seats))],
        lambda: [room.hint(seat, level) for seat in room.to_act()[:1] for level in levels],
        lambda: [room.dealt().why_not(seat, 0) for seat in range(room.seats)],
        lambda: _played(room),
        lambda: (room.clock(0), room.dealt().outcome()),
        room.snapshot,
    ]


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


def rehearsed(game: Game) -> Iterator[int]:
    """Do it all; how many steps are done, after each."""
    for done, step in enumerate(steps(game), 1):
        step()
        yield done


def mark_of(game: str) -> Path:
    """Beside the cache, a file that is there once these sources of a game, and all they lean on, were compiled."""
    digest = hashlib.sha256()
    for folder in (PACKAGE / "engine", PACKAGE / "room", PACKAGE / "bots", PACKAGE / "games" / game):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return cache_folder() / f"rehearsed-{game}-{digest.hexdigest()[:32]}"


def main() -> None:
    """Compile one game, and tell after each step."""
    os.nice(NICE)
    for done in rehearsed(GAMES[sys.argv[1]]):
        sys.stdout.write(f"{done}\n")
        sys.stdout.flush()
    mark_of(sys.argv[1]).touch()


# ---------------------------------------------------------------- all games of a server


LOADED: set[str] = set(GAMES) if INTERPRETED else set()
"""The games whose rules this process has; interpreted rules need no compiler."""


class Rehearsals:
    """Which games are ready, and how far the others are; whoever is in `audience` is told of every step."""

    def __init__(self, loaded: set[str] | None = None) -> None:
        """What this process has loaded is ready, for every server in it."""
        self._ready = LOADED if loaded is None else loaded
        self.done: dict[str, int] = {}
        self.audience: list[Callable[[str], None]] = []
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._compiler: subprocess.Popen[bytes] | None = None

    @property
    def ready(self) -> frozenset[str]:
        """The games that can be played at once."""
        return frozenset(self._ready)

    def far(self, game: str) -> tuple[int, int]:
        """How many steps of a game are done, and how many there are."""
        return (self.of, self.of) if game in self._ready else (self.done.get(game, 0), self.of)

    of = 8
    """Seven steps that are compiled, and one in which all is loaded."""

    def begin(self, game: str) -> "asyncio.Task[None] | None":
        """Have a game made ready, if it is not and nobody has asked before."""
        if game in self._ready or game not in GAMES:
            return None
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._prepare(game))
            self._tasks[game].add_done_callback(functools.partial(self._ended, game))
        return self._tasks[game]

    async def wait(self, game: str) -> None:
        """Return once a game is ready."""
        if task := self.begin(game):
            await asyncio.shield(task)

    async def close(self) -> None:
        """Stop compiling."""
        if self._compiler:
            self._compiler.kill()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _ended(self, game: str, task: "asyncio.Task[None]") -> None:
        self._tasks.pop(game, None)
        if not task.cancelled() and (error := task.exception()):
            LOGGER.error("rehearsal failed", extra={"error": type(error).__name__})

    async def _prepare(self, game: str) -> None:
        async with self._one_at_a_time:
            if not (await asyncio.to_thread(mark_of, game)).exists():
                loop = asyncio.get_running_loop()
                step = functools.partial(loop.call_soon_threadsafe, self._step, game)
                await asyncio.to_thread(self._compile_apart, game, step)
            await asyncio.to_thread(lambda: list(rehearsed(GAMES[game])))
        self._ready.add(game)
        self._tell(game)

    def _step(self, game: str) -> None:
        self.done[game] = self.done.get(game, 0) + 1
        self._tell(game)

    def _tell(self, game: str) -> None:
        for told in tuple(self.audience):
            told(game)

    def _compile_apart(self, game: str, told: Callable[[], object]) -> None:
        """Let another process compile; where it fails, this one will compile what is missing, in its thread."""
        asked = (sys.executable, "-c", "from grimorio.server.rehearsal import main; main()", game)
        with subprocess.Popen(asked, stdout=subprocess.PIPE) as self._compiler:  # noqa: S603 - ourselves, of one game
            for _ in self._compiler.stdout or ():
                told()
        if self._compiler.returncode:
            LOGGER.error("compiler failed", extra={"code": str(self._compiler.returncode)})
