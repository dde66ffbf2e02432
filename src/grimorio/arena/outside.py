"""Bots from outside: programs that read and write lines of JSON, whatever they are written in.

A program is told what its seat sees and what happened since its last decision, in the same values that leave for a
page, with its legal actions as texts; it answers with one of them. It knows nothing else, and nothing waits for it
longer than `PATIENCE`. Games with such a bot are played at a table, since events are told there.
"""

import contextlib
import hashlib
import io
import json
import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Self

import msgspec

from grimorio.arena.thinking import HALTED, HaltedError
from grimorio.bots import find_bot, whole_move
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.engine.layout import LETTERS
from grimorio.engine.table import Table
from grimorio.engine.turns import next_to_act
from grimorio.engine.wire import event_told, outcome_told

PREFIX = "cmd:"
"""What stands before the command of a program where a bot is named."""
PATIENCE = 60.0
"""Seconds that a program may take for an answer."""
LONGEST_ANSWER = 4_096
MOST_LINES = 64
"""Lines that a program may say before anybody asks."""
PROTOCOL = 1


class OutsideError(RuntimeError):
    """A program that does not play: `code` names what it did, and `values` what fills the sentence that tells it."""

    def __init__(self, code: str, values: Mapping[str, object]) -> None:
        """`code` is one of `WRONGS`."""
        super().__init__(code, values)
        self.code, self.values = code, values

    def __str__(self) -> str:
        """For logs."""
        return f"{self.code}: {', '.join(f'{name} {value}' for name, value in self.values.items())}"


WRONGS = ("not_started", "ended", "silent", "no_answer", "not_legal")
"""What a program can do wrong."""


def is_outside(name: str) -> bool:
    """Whether a bot's name is the command of a program."""
    return name.startswith(PREFIX)


class Program:
    """A program that plays one seat after another, one game after another."""

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        """Start it; its standard error is this program's own."""
        self.command, self.patience = command or PREFIX, patience
        try:
            words = shlex.split(command)
            self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - whoever asks for it names it
        except (OSError, ValueError, IndexError) as error:
            why = getattr(error, "strerror", None) or "not the command of a program"
            self._fail("not_started", error, reason=why)
        self.lines: queue.Queue[bytes] = queue.Queue(MOST_LINES)
        self.messages: queue.Queue[bytes] = queue.Queue()
        self.threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self.threads:
            thread.start()

    def __enter__(self) -> Self:
        """Nothing more is needed to begin."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close its input, and end it if it does not end by itself."""
        self.messages.put(b"")
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._leave()

    def _leave(self) -> None:
        """Whatever it still says is not heard; programs that it started itself are not waited for."""
        until = time.monotonic() + 1
        while any(thread.is_alive() for thread in self.threads) and time.monotonic() < until:
            with contextlib.suppress(queue.Empty):
                self.lines.get(timeout=0.02)

    def _read(self) -> None:
        with self.process.stdout or io.BytesIO() as said:
            while line := said.readline(LONGEST_ANSWER):
                self.lines.put(line)
        self.lines.put(b"")

    def _write(self) -> None:
        """A program that does not read keeps nobody waiting but this thread."""
        with contextlib.suppress(OSError):
            while self.process.stdin and (message := self.messages.get()):
                self.process.stdin.write(message)
                self.process.stdin.flush()
        with contextlib.suppress(OSError):
            if self.process.stdin:
                self.process.stdin.close()

    def tell(self, message: Mapping[str, Any]) -> None:
        """One line to the program."""
        self.messages.put(msgspec.json.encode(message) + b"\n")

    def decide(self, view: Mapping[str, Any], events: Sequence[Any], legal: Sequence[str]) -> str:
        """What it does, one of the legal texts."""
        self.tell({"kind": "decide", "view": view, "events": events, "legal": legal})
        try:
            line = self.lines.get(timeout=self.patience)
        except queue.Empty as error:
            self._fail("silent", error, seconds=f"{self.patience:g}")
        if not line:
            self._fail("ended")
        try:
            done = json.loads(line)["do"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            self._fail("no_answer", error, answer=line[:80].decode(errors="replace").strip())
        if done not in legal:
            self._fail("not_legal", answer=str(done)[:80])
        return str(done)

    def _fail(self, code: str, because: Exception | None = None, **values: object) -> NoReturn:
        raise OutsideError(code, {"command": self.command[:80], **values}) from because


def begins(game: str, seats: int, seat: int, options: Mapping[str, str]) -> dict[str, Any]:
    """What a program is told first."""
    return {
        "kind": "game", "protocol": PROTOCOL, "game": game, "seats": seats, "seat": LETTERS[seat],
        "options": dict(options),
    }  # fmt: skip


def ends(outcome: Any) -> dict[str, Any]:
    """What a program is told last."""
    return {"kind": "over", "outcome": outcome}


# ---------------------------------------------------------------- a game


class Guest:
    """A program in a seat of a table: it hears what happened since its last decision."""

    def __init__(self, program: Program, table: Table, seat: int) -> None:
        self.program, self.table, self.seat, self.heard = program, table, seat, 0
        program.tell(begins(table.game.name, table.seats, seat, table.options))

    def move(self) -> list[int]:
        """What it does now."""
        events, legal = self.table.events(self.seat, self.heard), self.table.legal(self.seat)
        self.heard = self.table.moment(self.seat)
        texts = [self.table.game.action_of(number).text() for number in legal]
        told = [event_told(self.table.game, event) for event in events]
        return [legal[texts.index(self.program.decide(self.table.view_json(self.seat), told, texts))]]

    def end(self) -> None:
        """Tell it how it ended."""
        self.program.tell(ends(outcome_told(self.table.outcome())))


def play_outside(
    game: Game, bots: Sequence[str], programs: Mapping[str, Program], number: int, seed: int
) -> list[float]:
    """One game in which programs sit: each seat's part of the victory. Deal and chance go by number and seed."""
    secret = hashlib.sha256(f"grimorio outside\0{seed}\0{number}".encode()).digest()
    table = Table(game, len(bots), secret=secret)
    chance = handed(stream(key_of_seed(seed, f"outside {number}")))
    guests = {seat: Guest(programs[bot], table, seat) for seat, bot in enumerate(bots) if bot in programs}
    for _ in range(game.guard):
        if not (acting := table.to_act()):
            break
        if HALTED.is_set():
            raise HaltedError
        seat = int(next_to_act(sum(1 << each for each in acting), chance))
        guest = guests.get(seat)
        table.apply_all(seat, guest.move() if guest else whole_move(table, seat, _chooser(game, bots[seat]), chance))
    for guest in guests.values():
        guest.end()
    winners = table.outcome().winners if table.over else range(table.seats)
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(table.seats)]


def _chooser(game: Game, name: str) -> Any:
    bot = find_bot(game.name, name)
    if bot is None:
        msg = f"{name[:40]!r} is not a bot of {game.title}"
        raise ValueError(msg)
    return bot
