"""What a server does, in numbers, as Prometheus reads them; for its operator, who must name a word to see them.

How often people act is something that players must not know of each other, so that nobody else may read this.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING

from grimorio.games import GAMES

if TYPE_CHECKING:
    from grimorio.server.house import House

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds by which answers are sorted."""

MEANINGS = {
    "grimorio_tables": "tables in memory",
    "grimorio_sockets": "open sockets",
    "grimorio_guests": "guests who are connected",
    "grimorio_games_ready": "games whose rules are loaded",
    "grimorio_entries_total": "entries that were written to logs",
    "grimorio_commits_total": "commits that wrote them",
    "grimorio_commands_total": "commands of clients, by what they asked for",
    "grimorio_refusals_total": "refusals, by their code",
    "grimorio_answer_seconds": "time from a command to its answer, once it is on the disk",
}
"""Every metric, with what it means."""


class Metrics:
    """Counts."""

    def __init__(self) -> None:
        """From nothing."""
        self.commands, self.refusals = Counter[str](), Counter[str]()
        self.answers, self.seconds, self.answered = [0] * (1 + len(STEPS)), 0.0, 0

    def answer(self, seconds: float) -> None:
        """A command was answered after so long."""
        self.answered += 1
        self.seconds += seconds
        self.answers[bisect_left(STEPS, seconds)] += 1

    def told(self, house: "House") -> str:
        """All of it as text."""
        return "".join(f"{line}\n" for line in self._lines(house))

    def _lines(self, house: "House") -> Iterator[str]:
        keeper, talks = house.keeper, house.conversations
        yield from _one("grimorio_tables", "gauge", len(keeper.lives))
        yield from _one("grimorio_sockets", "gauge", len(talks))
        yield from _one("grimorio_guests", "gauge", len({each.guest for each in talks if each.guest}))
        yield from _one("grimorio_games_ready", "gauge", sum(part in GAMES for part in keeper.rehearsals.ready))
        yield from _one("grimorio_entries_total", "counter", house.storage.rows)
        yield from _one("grimorio_commits_total", "counter", house.storage.commits)
        yield from _many("grimorio_commands_total", "command", self.commands)
        yield from _many("grimorio_refusals_total", "code", self.refusals)
        yield from self.histogram("grimorio_answer_seconds")

    def histogram(self, name: str) -> Iterator[str]:
        """How many answers took at most so long, for each step."""
        yield from _head(name, "histogram")
        for step, number in zip(STEPS, accumulate(self.answers), strict=False):
            yield f'{name}_bucket{{le="{step:g}"}} {number}'
        yield f'{name}_bucket{{le="+Inf"}} {self.answered}'
        yield f"{name}_sum {self.seconds:.6f}"
        yield f"{name}_count {self.answered}"


def _head(name: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {MEANINGS[name]}"
    yield f"# TYPE {name} {kind}"


def _one(name: str, kind: str, value: int) -> Iterator[str]:
    yield from _head(name, kind)
    yield f"{name} {value}"


def _many(name: str, label: str, counts: Counter[str]) -> Iterator[str]:
    yield from _head(name, "counter")
    for word, number in sorted(counts.items()):
        yield f'{name}{{{label}="{word}"}} {number}'
