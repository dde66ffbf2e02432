"""How games of Illusio between apprentices go, and how often each magician wins, with 95 % intervals.

`PYTHONPATH=src python benchmarks/illusio_balance.py 20000` plays so many games for each number of seats.
"""

import math
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grimorio.arena.simulate import BATCH, Match, play_batch
from grimorio.games.illusio import GAME
from grimorio.games.illusio.state import MAGICIANS, OBJECTIVE

SEED = 11
BOT = "apprentice"
NORMAL = 1.96
"""Deviations that hold 95 % of a normal distribution."""


@dataclass
class Counted:
    """What is counted in the games of one number of seats."""

    seats: int
    games: int = 0
    turns: int = 0
    tricks: int = 0
    points: int = 0
    own_turn: int = 0
    longest: int = 0
    levels: Any = field(default_factory=lambda: np.zeros(5, np.int64))
    wins: Any = field(default_factory=lambda: np.zeros(len(MAGICIANS), np.int64))
    played: Any = field(default_factory=lambda: np.zeros(len(MAGICIANS), np.int64))
    by_order: Any = field(default_factory=lambda: np.zeros(GAME.seats[1], np.int64))

    def add(self, states: Any, level: Any) -> None:
        """Count some final states."""
        number, winner = len(states), states["winner"]
        magician = states["magician"][:, : self.seats]
        first = (states["turn"] - (states["turns"] - 1)) % self.seats
        kept = states["kept"].reshape(-1)
        kept = kept[kept >= 0] - OBJECTIVE
        self.games += number
        self.turns += int(states["turns"].sum())
        self.longest = max(self.longest, int(states["turns"].max()))
        self.tricks += len(kept)
        self.points += int(states["prestige"].sum())
        self.own_turn += int((winner == states["turn"]).sum())
        self.levels += np.bincount(level[kept], minlength=5)
        self.wins += np.bincount(magician[np.arange(number), winner], minlength=len(MAGICIANS))
        self.played += np.bincount(magician.reshape(-1), minlength=len(MAGICIANS))
        self.by_order += np.bincount((winner - first) % self.seats, minlength=GAME.seats[1])


def counted(seats: int, games: int) -> Counted:
    """Play games of one number of seats."""
    box = GAME.box(seats)
    match = Match(GAME, seats, games, SEED, (BOT,), {}, box)
    found = Counted(seats)
    for first in range(0, games, BATCH):
        found.add(play_batch(match, first, min(BATCH, games - first)).states, box["level"][0])
    return found


def interval(found: list[Counted], magician: int) -> tuple[float, float]:
    """How often a magician wins, as a share of what all would win alike, and half the width of its interval."""
    expected = sum(each.played[magician] / each.seats for each in found)
    wins = [(each.wins[magician], each.played[magician]) for each in found]
    spread = sum(won * (1 - won / played) for won, played in wins if played)
    return float(sum(won for won, _ in wins) / expected), NORMAL * math.sqrt(float(spread)) / float(expected)


def told(found: Counted) -> str:
    """A row of the table in the README."""
    levels = " / ".join(f"{100 * share:.0f}" for share in found.levels[1:] / found.tricks)
    order = " / ".join(f"{100 * share:.0f}" for share in found.by_order[: found.seats] / found.games)
    turns, points = found.turns / found.games / found.seats, found.points / found.tricks
    return f"| {found.seats} | {turns:.1f} | {found.longest} | {points:.2f} | {levels} % | {order} % |"


def main() -> None:
    """Play, and print both tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    found = [counted(seats, games) for seats in range(GAME.seats[0], GAME.seats[1] + 1)]
    lines = ["| seats | turns a player | longest game (turns) | points a trick | tricks by level | won by order |"]
    lines += ["|---|---|---|---|---|---|", *(told(each) for each in found), ""]
    lines += ["| magician | wins, 1 is an equal share | by seats |", "|---|---|---|"]
    for magician, name in enumerate(MAGICIANS):
        share, half = interval(found, magician)
        alone = ", ".join(f"{interval([each], magician)[0]:.2f}" for each in found)
        lines.append(f"| {name.title()} | {share:.3f} ± {half:.3f} | {alone} |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
