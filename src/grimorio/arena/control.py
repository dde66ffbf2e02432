"""Luck taken out of a deal: what a hero's choices were worth beside those of an understudy in the same true positions.

The understudy is how a search plays itself on: a reflex, so that what comes of a position in its hands can be found out
by playing it on many times. Whoever plays as it does wins what it wins. Whoever does something else somewhere wins, on
average, what it wins and what each of these choices is worth more in its hands than its own, whatever luck brought
afterwards: so that sum is a fair sample of what the hero wins, and jumps about less than who won in the end. A mixture
of both, `PART` of the sum, jumps about least. It is fair because all others are apprentices in the true game and in the
games played on alike; among others it would not be, and nobody's luck is taken out.

A game with luck out of all measure would count without bounds: where the sum has come further than `FURTHEST`, what is
left of the game counts as it went. So a sample lies in `STEADIED`, and bets on it (see `evidence.py`) hold.
"""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from grimorio.arena.evidence import Range
from grimorio.arena.simulate import KEYS, Match
from grimorio.arena.thinking import COUNT, SEAT, Seating
from grimorio.bots import APPRENTICE, APPRENTICES, find_bot
from grimorio.bots.planning import NO_PLANNER, planner_of
from grimorio.bots.search import deciding
from grimorio.engine.chance import CHANCE_DTYPE, fresh_stream, key_of_seed, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, handed, integers, kernel, readable, set_at
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn
from grimorio.engine.winning import sharing

PART = 0.7
"""Part of a sample that is told by choices; the rest is who won. The best for FLAUTZ! (60 deals)."""
PLAYED_ON = 200
"""Games that are played on after each of two choices."""
AFRESH = 32
"""Games of the understudy from the deal on, for each game of the hero."""
FURTHEST = 0.5
"""Parts of a victory that choices may add up to before the rest of a game counts as it went."""
STEADIED = Range(-PART * (FURTHEST + 2), 1 + PART * (FURTHEST + 2), boldest=0.9)
"""Between what a sample lies: one choice more may be worth a whole victory, and so may what is left of the game."""
NOTHING, DEAL = -1, -2
"""Instead of an action: nobody has chosen yet; nor are cards dealt."""


def is_controlled(game: str, hero: str, rivals: str) -> bool:
    """Whether luck can be taken out: the hero thinks, a planner is its understudy, and all others are apprentices."""
    bot = find_bot(game, hero)
    return rivals == APPRENTICE and planner_of(game) is not NO_PLANNER and bot is not None and bot.thought is not None


@functools.cache
def playing_on(game: Game) -> Callable[..., float]:
    """The kernel that plays games on to their end, a seat by its understudy and all others by apprentices."""
    start, settle, to_act, legal, act, guard = game.start, game.settle, game.to_act, game.legal, game.act, game.guard
    decide, who_is_next, share = deciding(game, APPRENTICES[game.name]), whose_turn(game), sharing(game)

    @kernel
    def play_on(  # noqa: PLR0913
        boxes: Any, begun: Any, worlds: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, lists: Any,
        chances: Any, keys: Any, out: Any, shares: Any, tables: Any, me: int, action: int, first: int, number: int,
    ) -> float:  # fmt: skip
        """What the seat wins on average of so many games that go on from `begun`, with an action or a deal."""
        box, s, view, chance, key = at(boxes, 0), at(worlds, 0), at(views, 0), at(chances, 0), at(keys, 0)
        won = 0.0
        for i in range(first, first + number):
            split(key.deals, i, chance)
            set_at(worlds, 0, begun, 0)
            fresh_stream(chance, s)
            if action == DEAL:
                start(box, s)
            elif action >= 0:
                act(box, s, me, action, None)
            split(key.choices, i, chance)
            acting = to_act(box, s)
            for _ in range(guard):
                if acting == 0:
                    settle(box, s, None)
                    acting = to_act(box, s)
                    if acting == 0:
                        break
                seat = who_is_next(acting, chance)
                count = legal(box, s, seat, lists)
                project(plan, backs, raw[0], seat, seen[0])
                act(box, s, seat, lists[decide(box, view, lists, count, seat == me, chance, 1, tables)], None)
                acting = to_act(box, s)
            share(box, s, out, shares)
            won += shares[me]
        return won / number

    return play_on


class Controlled(Seating):
    """A match in which the choices of one player are weighed against those of its understudy."""

    def __init__(self, match: Match, hero: str) -> None:
        super().__init__(match)
        self.hero, self.planner = self.players.index(hero), planner_of(self.game.name)
        self.tables, self.keys, self.apart = self.planner.tables(), np.zeros(1, KEYS), np.zeros(1, CHANCE_DTYPE)
        worlds, views, most = self.game.layout.new(), self.game.sight.new(), self.game.seats[1]
        self.room = (
            worlds, readable(as_bytes(worlds)), views, readable(as_bytes(views)), readable(self.game.sight.plan),
            readable(self.game.sight.backs), integers(self.game.most_legal), self.apart, self.keys, integers(most, 2),
            readable(np.zeros(most, np.float32)), self.tables,
        )  # fmt: skip
        self.number, self.decision, self.gained, self.left = 0, 0, 0.0, -1.0

    def play(self, number: int) -> Any:
        """One game to its end."""
        self.number, self.decision, self.gained, self.left = number, 0, 0.0, -1.0
        return super().play(number)

    def think(self, level: str) -> int:
        """What the hero does, weighed."""
        place = super().think(level)
        if int(self.numbers[SEAT]) == self.hero and self.left < 0:
            self.weigh(place)
        self.decision += 1
        return place

    def weigh(self, place: int) -> None:
        """Add what a choice is worth more than the understudy's; the same is worth the same."""
        count = int(self.numbers[COUNT])
        self._draw(f"{self.number} {self.hero} {self.decision}")
        if abs(self.gained) > FURTHEST:
            self.left = self._won(self.states, NOTHING, 0, PLAYED_ON)
            return
        box, view, chance = handed(self.match.box), handed(self.views), handed(self.apart)
        other = int(self.planner.choose(box, view, self.actions, count, chance, self.tables))
        if other != place:
            chosen, instead = (self._won(self.states, int(self.actions[each]), 0, PLAYED_ON) for each in (place, other))
            self.gained += chosen - instead

    def sample(self, share: float) -> float:
        """What a game that is over tells of how much the hero wins."""
        self._draw("understudy")
        expected = self._won(self.game.layout.new(), DEAL, self.number * AFRESH, AFRESH) + self.gained
        return (1 - PART) * share + PART * (expected + (share - self.left if self.left >= 0 else 0.0))

    def _won(self, begun: Any, action: int, first: int, number: int) -> float:
        return float(playing_on(self.game)(self.match.box, begun, *self.room, self.hero, action, first, number))

    def _draw(self, what: str) -> None:
        """Streams that have nothing to do with those of the game."""
        seed = self.match.seed
        self.keys["deals"] = key_of_seed(seed, f"control {what} {self.hero}")
        self.keys["choices"] = key_of_seed(seed, f"control {what} {self.hero} bots")
