"""Matches with bots that think: the loop plays everybody else, and stops where one of them has to decide.

So a match costs no compiling of its own: the loop knows only reflexes, and a thought is the same kernel that a table in
the terminal or on the server asks.
"""

import functools
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from grimorio.arena.simulate import Batch, Match, choice_among
from grimorio.bots import RANDOM, REFLEXES, find_bot
from grimorio.bots.contract import Bot
from grimorio.bots.memory import memory_of
from grimorio.engine.chance import CHANCE_DTYPE, split
from grimorio.engine.events import CODE, hear, new_log
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, handed, integers, kernel, readable
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn

OVER, DEAL = -1, -1
"""Nobody has to decide any more; what is chosen before the deal."""
THINKS = -1
"""In `who`: a bot that thinks."""
SEAT, COUNT, MADE = range(3)
"""Entries of the numbers of a game: who has to decide, among how many actions, and decisions made so far."""
HALTED = threading.Event()
"""Set where nobody waits any more for the games of this process: each ends at the next decision of one who thinks."""
READY: set[tuple[str, str]] = set()
"""Games and bots that have thought in this process: from then on, how long they think is counted."""
ELSEWHERE: dict[tuple[str, str], Callable[..., int]] = {}
"""Games and bots that think with a GPU (see `trying.py`): who is asked instead; how long that takes is not counted."""


@functools.cache
def telling(game: Game) -> Callable[..., None]:
    """The kernel that tells whoever thinks what has just happened, where bots remember."""
    heed = memory_of(game.name).heed

    @kernel
    def tell(box: Any, who: Any, log: Any, heard: Any, pasts: Any) -> None:
        if log is not None:
            for seat in range(box.seats):
                if who[seat] == THINKS:
                    hear(log, seat, heard)
                    heed(heard, pasts[seat])
            log[0, CODE] = 0

    return tell


@functools.cache
def pausing(game: Game, levels: tuple[str, ...]) -> Callable[..., int]:
    """The kernel that carries a game on to the next decision of a bot that thinks."""
    start, settle, to_act, legal, act = game.start, game.settle, game.to_act, game.legal, game.act
    choose = choice_among([REFLEXES[game.name][level] for level in levels])
    guard, who_is_next, tell = game.guard, whose_turn(game), telling(game)

    @kernel
    def go_on(  # noqa: PLR0913
        boxes: Any, states: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, actions: Any,
        chances: Any, keys: Any, number: int, numbers: Any, log: Any, heard: Any, pasts: Any, chosen: int,
    ) -> int:  # fmt: skip
        """Deal, or do what was chosen, and let the others play; returns the seat that thinks next, or `OVER`.

        Where bots remember, whoever thinks is told what happens (`log`, `heard`), and has a row of `pasts`.
        """
        box, s, view, chance, key = at(boxes, 0), at(states, 0), at(views, 0), at(chances, 0), at(keys, 0)
        acting = 0
        if chosen < 0:
            split(key.deals, number, s)
            s.counter = key.counter
            split(key.choices, number, chance)
            start(box, s)
            numbers[MADE] = 0
        else:
            act(box, s, numbers[SEAT], actions[chosen], log)
            tell(box, who, log, heard, pasts)
            numbers[MADE] += 1
            acting = to_act(box, s)
        while numbers[MADE] < guard:
            if acting == 0:
                settle(box, s, log)
                tell(box, who, log, heard, pasts)
                acting = to_act(box, s)
            if acting == 0:
                break
            seat = who_is_next(acting, chance)
            count = legal(box, s, seat, actions)
            project(plan, backs, raw[0], seat, seen[0])
            place = 0
            if who[seat] >= 0:
                place = choose(who[seat], box, view, actions, count, chance)
            elif count > 1:
                numbers[SEAT], numbers[COUNT] = seat, count
                return seat
            act(box, s, seat, actions[place], log)
            tell(box, who, log, heard, pasts)
            numbers[MADE] += 1
            acting = to_act(box, s)
        return OVER

    return go_on


class HaltedError(RuntimeError):
    """A game that nobody waits for any more."""


class Seer(NamedTuple):
    """A player of a match who is shown the true state before each of its decisions, for a bound (see `allseeing.py`).

    `level`: the bot whose seat it takes, and under whose name it plays. `bot`: itself. `truth`: where among the worlds
    of its mind it looks for the true state.
    """

    level: str
    bot: Bot
    truth: int


class Seating:
    """A match with bots that think: who plays by reflex, who is asked, and whether one of them sees what is true."""

    def __init__(self, match: Match, seer: Seer | None = None) -> None:
        self.match, self.game, self.players = match, match.game, match.players()
        reflexes = REFLEXES[self.game.name]
        self.levels = tuple(level for level in match.levels() if level in reflexes) or (RANDOM,)
        who = [self.levels.index(level) if level in reflexes else THINKS for level in self.players]
        self.who = readable(np.array(who, np.int32))
        found = {level: find_bot(self.game.name, level) for level in match.thinkers()}
        self.bots = {level: bot for level, bot in found.items() if bot is not None}
        self.seer = seer
        if seer is not None:
            if self.players.count(seer.level) != 1:
                msg = f"{seer.level} would see all from more seats than one"
                raise ValueError(msg)
            self.bots[seer.level] = seer.bot
        self.go_on = pausing(self.game, self.levels)
        self.states: Any = None
        self.views, self.chances = self.game.sight.new(), np.zeros(1, CHANCE_DTYPE)
        self.actions, self.numbers = integers(self.game.most_legal), integers(3)
        remember = [bot.way.memory for bot in self.bots.values() if bot.way.memory is not None]
        self.log: Any = new_log() if remember else None
        self.heard: Any = new_log() if remember else None
        self.pasts: Any = integers(self.game.seats[1], *remember[0].shape) if remember else None
        self.thoughts = dict.fromkeys(self.bots, (0, 0.0))
        self.rests: dict[int, list[int]] = {}

    def rehearse(self) -> None:
        """Everybody who thinks does so once, so that all is compiled; that is not counted."""
        self.states = self.game.layout.new()
        if self.go_on(*self._given(self.states, 0), DEAL) != OVER:
            for level in self.bots:
                self.rests = {}
                self.think(level)
        self.thoughts = dict.fromkeys(self.bots, (0, 0.0))

    def play(self, number: int) -> Any:
        """One game to its end; returns its final state."""
        states = self.states = self.game.layout.new()
        self.rests = {}
        given = self._given(states, number)
        seat = self.go_on(*given, DEAL)
        while seat != OVER:
            if HALTED.is_set():
                raise HaltedError
            seat = self.go_on(*given, self.think(self.players[seat]))
        return states

    def _given(self, states: Any, number: int) -> tuple[Any, ...]:
        match, sight = self.match, self.game.sight
        return (
            match.box, states, readable(as_bytes(states)), self.views, readable(as_bytes(self.views)),
            readable(sight.plan), readable(sight.backs), self.who, self.actions, self.chances, match.keys(), number,
            self.numbers, self.log, self.heard, self.pasts,
        )  # fmt: skip

    def think(self, level: str) -> int:
        """What the bot of the seat that has to decide does: it is given the view and the events of that seat."""
        seat, count = int(self.numbers[SEAT]), int(self.numbers[COUNT])
        if (step := self._next_step(seat, count)) is not None:
            return step
        bot, began = self.bots[level], time.thread_time()
        elsewhere = ELSEWHERE.get((self.game.name, level))
        if self.seer is not None and level == self.seer.level:
            bot.mind[0][self.seer.truth], elsewhere = self.states[0], None  # who plays under its name sees nothing
        if elsewhere is not None:
            view, chance = handed(self.views), handed(self.chances)
            return int(elsewhere(handed(self.match.box), view, self.actions, count, chance, self.pasts[seat]))
        if bot.way.memory is not None:
            bot.recall(self.pasts[seat])
        box, view, chance = handed(self.match.box), handed(self.views), handed(self.chances)
        place = int(bot.way.think(box, view, self.actions, count, chance, bot.mind))
        self.rests[seat] = bot.rest(bot.mind)
        made, seconds = self.thoughts[level]
        self.thoughts[level] = made + 1, seconds + time.thread_time() - began
        return place

    def _next_step(self, seat: int, count: int) -> int | None:
        """The place of what the seat's move goes on with, if it is composed of more and that is still legal."""
        steps, legal = self.rests.pop(seat, None), self.actions[:count].tolist()
        if not steps or steps[0] not in legal:
            return None
        self.rests[seat] = steps[1:]
        place: int = legal.index(steps[0])
        return place


def play_thinking(match: Match, first: int, number: int, seating: Seating | None = None) -> Batch:
    """Some games of a match in which somebody thinks, on this core."""
    seating, decisions = seating or Seating(match), np.zeros(number, np.int32)
    ready = {(match.game.name, level) for level in seating.bots}
    if number == 0 or not ready <= READY:
        seating.rehearse()
        READY.update(ready)
    began = time.perf_counter()
    states = match.game.layout.new(number)
    for i in range(number):
        states[i] = seating.play(first + i)[0]
        decisions[i] = seating.numbers[MADE]
    return Batch(states, decisions, time.perf_counter() - began, seating.thoughts)
