"""Matches in which every decision is watched, those of reflexes too: by them luck is taken out of deals.

How is told in `control.py` and `draws.py`.
"""

from typing import Any

import numpy as np

from grimorio.arena.simulate import KEYS, Match
from grimorio.arena.thinking import COUNT, Seating, Seer
from grimorio.bots import REFLEXES
from grimorio.engine.chance import key_of_seed
from grimorio.engine.kernel import handed

WATCHED = -2
"""In `who`: a bot that plays by reflex, and whose decisions are watched."""


class Watched(Seating):
    """A match in which one player is the hero: a game that is over is told as a sample of what the hero wins."""

    def __init__(self, match: Match, hero: str, seer: Seer | None = None) -> None:
        super().__init__(match, seer)
        self.hero = self.players.index(hero)
        for seat, level in enumerate(self.players):
            if level in REFLEXES[self.game.name]:
                self.who[seat] = WATCHED
        self.keys = np.zeros(1, KEYS)
        self.number, self.decision = 0, 0

    def play(self, number: int) -> Any:
        """One game to its end."""
        self.number, self.decision = number, 0
        return super().play(number)

    def think(self, level: str) -> int:
        """What somebody does, by a thought or by reflex."""
        self.decision += 1
        if level in self.bots:
            return super().think(level)
        box, view, chance = handed(self.match.box), handed(self.views), handed(self.chances)
        return int(REFLEXES[self.game.name][level](box, view, self.actions, int(self.numbers[COUNT]), chance))

    def sample(self, share: float) -> float:
        """What a game that is over tells of how much the hero wins, who won this share of it."""
        raise NotImplementedError

    def draw(self, what: str) -> None:
        """Streams that have nothing to do with those of the game."""
        for which in ("deals", "choices"):
            self.keys[which] = key_of_seed(self.match.seed, f"control {self.number} {self.hero} {what} {which}")
