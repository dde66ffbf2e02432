"""Simulation: whole games between bots, in one compiled loop, the same on every way of running."""

import functools
import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grimorio.bots import RANDOM, REFLEXES, find_bot, names
from grimorio.bots.contract import Choose
from grimorio.engine.chance import APART, CHANCE_DTYPE, key_of_seed, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, integers, kernel
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn
from grimorio.games import load

BATCH = 1 << 12
"""Games whose final states are held at once, on a core."""
AHEAD = 2
"""Batches for each core that are played or wait to be counted, so that memory stays small however long the match."""
FAR = 256
"""The same where a cluster plays."""


KEYS = np.dtype([("deals", "u4", (8,)), ("choices", "u4", (8,)), ("counter", "u8")])
"""The keys of a match: below the one lie the streams of its games, below the other those of its bots; and where the
streams of its games begin."""


class UnknownBotError(ValueError):
    """A name that no bot of the game has."""


# ---------------------------------------------------------------- kernels


def choice_among(bots: Sequence[Choose]) -> Callable[..., int]:
    """A kernel that lets the bot with a number choose; the last one when there is no other with it."""
    choose = _only(bots[-1])
    for number, bot in reversed(list(enumerate(bots[:-1]))):
        choose = _either(number, bot, choose)
    return choose


def _only(bot: Choose) -> Callable[..., int]:
    @kernel
    def choose(which: int, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001, PLR0913
        return bot(box, view, actions, count, chance)

    return choose


def _either(number: int, bot: Choose, others: Callable[..., int]) -> Callable[..., int]:
    @kernel
    def choose(which: int, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: PLR0913
        if which == number:
            return bot(box, view, actions, count, chance)
        return others(which, box, view, actions, count, chance)

    return choose


def deciding(game: Game, levels: Sequence[str]) -> Callable[..., int]:
    """The kernel that makes the next decision of a game; the random bot, where it is number 0, needs no view."""
    to_act, legal, act = game.to_act, game.legal, game.act
    choose = choice_among([REFLEXES[game.name][level] for level in levels])
    with_blind, all_blind, who_is_next = levels[0] == RANDOM, tuple(levels) == (RANDOM,), whose_turn(game)

    @kernel
    def decide(  # noqa: PLR0913
        box: Any, s: Any, state: Any, view: Any, seen: Any, plan: Any, backs: Any, who: Any, actions: Any, chance: Any,
        log: Any, acting: int,
    ) -> int:  # fmt: skip
        """Let one of those who may act do so; returns who may act then, nobody when something has to be settled."""
        seat = who_is_next(acting, chance)
        count = legal(box, s, seat, actions)
        if not all_blind and (not with_blind or who[seat] != 0):
            project(plan, backs, state, seat, seen)
        act(box, s, seat, actions[choose(who[seat], box, view, actions, count, chance)], log)
        return to_act(box, s)

    return decide


@functools.cache
def playing(game: Game, levels: tuple[str, ...]) -> Callable[..., None]:
    """The kernel that plays a batch of games of these bots and no others, one after the other, on one core."""
    start, settle, to_act, guard = game.start, game.settle, game.to_act, game.guard
    decide = deciding(game, levels)

    @kernel
    def play(  # noqa: PLR0913
        boxes: Any, states: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, actions: Any,
        chances: Any, log: Any, keys: Any, first: int, decisions: Any,
    ) -> None:  # fmt: skip
        """Play `states.shape[0]` games with the numbers from `first` on, keeping their final states."""
        box, view, chance, key = at(boxes, 0), at(views, 0), at(chances, 0), at(keys, 0)
        for i in range(states.shape[0]):
            s = at(states, i)
            split(key.deals, first + i, s)
            s.counter = key.counter
            split(key.choices, first + i, chance)
            start(box, s)
            settle(box, s, log)
            made = 0
            acting = to_act(box, s)
            while acting != 0 and made < guard:
                while acting != 0 and made < guard:
                    acting = decide(box, s, raw[i], view, seen[0], plan, backs, who, actions, chance, log, acting)
                    made += 1
                settle(box, s, log)
                acting = to_act(box, s)
            decisions[i] = made

    return play


@functools.cache
def counting(game: Game) -> Callable[..., None]:
    """The kernel that counts how games ended."""
    outcome = game.outcome

    @kernel
    def count(boxes: Any, states: Any, out: Any, endings: Any, firsts: Any) -> None:
        """One for its ending, the last entry for a game without one; `firsts[seat, n - 1]`: first of n who share it."""
        box = at(boxes, 0)
        for i in range(states.shape[0]):
            ending = outcome(box, at(states, i), out)
            if ending < 0:
                endings[endings.shape[0] - 1] += 1
                continue
            endings[ending] += 1
            winners = 0
            for seat in range(out.shape[0]):
                winners += out[seat, 1] == 1
            for seat in range(out.shape[0]):
                if out[seat, 1] == 1:
                    firsts[seat, winners - 1] += 1

    return count


# ---------------------------------------------------------------- asking for games


@dataclass(frozen=True)
class Match:
    """What is to be simulated; `apart`: every deal of a game draws from a sub-stream of its own."""

    game: Game
    seats: int
    games: int
    seed: int = 1
    bots: tuple[str, ...] = ()
    options: dict[str, str] = field(default_factory=dict)
    box: Any = None
    apart: bool = False

    def laid_out(self) -> "Match":
        """The same with the box of its options, if it has none yet."""
        box = self.box if self.box is not None else self.game.box(self.seats, self.options)
        return Match(**{**vars(self), "box": box})

    def players(self) -> tuple[str, ...]:
        """The bot of each seat; a shorter list is repeated around the table."""
        given = self.bots or (RANDOM,)
        for name in given:
            if find_bot(self.game.name, name) is None:
                msg = f"{name!r} is not a bot of {self.game.title}; there are {', '.join(names(self.game.name))}"
                raise UnknownBotError(msg)
        if len(given) > self.seats:
            msg = f"{len(given)} bots for {self.seats} seats"
            raise UnknownBotError(msg)
        return tuple(given[seat % len(given)] for seat in range(self.seats))

    def levels(self) -> tuple[str, ...]:
        """The bots that take part, the weakest first."""
        players = self.players()
        order = names(self.game.name)
        return (*(name for name in order if name in players), *sorted(set(players) - set(order)))

    def thinkers(self) -> tuple[str, ...]:
        """Those of them that think: they are asked from outside the loop, which is compiled without them."""
        return tuple(level for level in self.levels() if level not in REFLEXES[self.game.name])

    def who(self) -> Any:
        """The number of the bot of each seat, among those that take part."""
        order = self.levels()
        return np.array([order.index(name) for name in self.players()], np.int32)

    def keys(self) -> Any:
        """The keys of all deals and of all bots' choices, and where the streams of the games begin."""
        made = np.zeros(1, KEYS)
        made["counter"] = APART if self.apart else 0
        made["deals"], made["choices"] = key_of_seed(self.seed), key_of_seed(self.seed, "bots")
        return made


@dataclass(frozen=True)
class Batch:
    """Final states and decisions of some games, the seconds they took; thoughts of each level, and their seconds."""

    states: Any
    decisions: Any
    seconds: float
    thoughts: Mapping[str, tuple[int, float]] = field(default_factory=dict)


@dataclass
class Report:
    """What came of a simulation."""

    game: str
    seats: int
    seed: int
    bots: list[str]
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    most_decisions: int = 0
    wins: list[float] = field(default_factory=list)
    endings: dict[str, int] = field(default_factory=dict)
    stalled: int = 0
    digest: str = ""

    def json(self) -> dict[str, Any]:
        """What scripts rely on (design section 9)."""
        told = {name: value for name, value in vars(self).items() if name not in {"most_decisions", "seconds"}}
        return told | {
            "seconds": round(self.seconds, 6),
            "decisions_per_second": round(self.decisions / max(self.seconds, 1e-9)),
            "mean_decisions": round(self.decisions / max(self.games, 1), 3),
            "max_decisions": self.most_decisions,
        }


def play_batch(match: Match, first: int, number: int) -> Batch:
    """Play some of the games of a match on this core."""
    game = match.game
    if match.thinkers():
        from grimorio.arena.thinking import play_thinking  # noqa: PLC0415 - it stands on this module

        return play_thinking(match, first, number)
    states, views = game.layout.new(number), game.sight.new()
    decisions, levels = integers(number), match.levels()
    play = playing(game, levels)
    started = time.perf_counter()
    play(
        match.box, states, as_bytes(states), views, as_bytes(views), game.sight.plan, game.sight.backs, match.who(),
        integers(game.most_legal), np.zeros(1, CHANCE_DTYPE), None, match.keys(), first, decisions,
    )  # fmt: skip
    return Batch(states, np.asarray(decisions), time.perf_counter() - started)


def play_part(name: str, given: dict[str, Any], first: int, number: int) -> Batch:
    """Some games of a match, as work that can travel to another machine: a game goes by its name."""
    return play_batch(Match(load(name), **given), first, number)


def batches(match: Match, threads: int = 1, device: str = "cpu", executor: Executor | None = None) -> Iterator[Batch]:
    """All games of a match in order, however many cores play them, here or wherever an executor has them."""
    if device == "cuda":
        from grimorio.arena.gpu import gpu_batches  # noqa: PLC0415 - only where a GPU was asked for

        yield from gpu_batches(match)
        return
    size = min(BATCH, -(-match.games // threads))
    parts = ((first, min(size, match.games - first)) for first in range(0, match.games, max(1, size)))
    if executor is not None:
        given = {name: value for name, value in vars(match).items() if name != "game"}
        yield from _in_order(executor, functools.partial(play_part, match.game.name, given), parts, FAR)
    elif threads == 1:
        for first, number in parts:
            yield play_batch(match, first, number)
    else:
        with ThreadPoolExecutor(threads) as pool:
            yield from _in_order(pool, functools.partial(play_batch, match), parts, threads * AHEAD)


def _in_order(
    pool: Executor, play: Callable[[int, int], Batch], parts: Iterator[tuple[int, int]], most: int
) -> Iterator[Batch]:
    """Batches one after the other, with so many of them in the hands of others."""
    ahead: deque[Future[Batch]] = deque()
    try:
        for first, number in parts:
            if len(ahead) == most:
                yield ahead.popleft().result()
            ahead.append(pool.submit(play, first, number))
        while ahead:
            yield ahead.popleft().result()
    finally:
        for waiting in ahead:
            waiting.cancel()


def simulate(
    match: Match, *, threads: int = 1, device: str = "cpu", executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Report:  # fmt: skip
    """Play a match and count what came of it; `progress` is told how many games are over, first 0 when all is ready."""
    game, match = match.game, match.laid_out()
    report = Report(game.name, match.seats, match.seed, list(match.players()))
    tally = Tally(match)
    digest = hashlib.sha256()
    warm_up(match, device)
    if progress is not None:
        progress(0)
    started = time.perf_counter()
    for batch in batches(match, threads, device, executor):
        _count(report, batch)
        tally.add(batch.states)
        digest.update(batch.states.tobytes())
        if progress is not None:
            progress(report.games)
    if threads > 1 or executor is not None:
        report.seconds = time.perf_counter() - started
    report.endings, report.stalled, report.wins = tally.endings(), tally.stalled(), tally.wins()
    report.digest = digest.hexdigest()
    return report


def warm_up(match: Match, device: str = "cpu") -> None:
    """Have everything compiled before the clock starts."""
    if device == "cpu" and match.games:
        play_batch(match, 0, 0)
    Tally(match).add(match.game.layout.new(0))


def _count(report: Report, batch: Batch) -> None:
    report.games += len(batch.states)
    report.decisions += int(batch.decisions.sum())
    report.most_decisions = max(report.most_decisions, int(batch.decisions.max(initial=0)))
    report.seconds += batch.seconds


class Tally:
    """How the games of a match ended, and who won them."""

    def __init__(self, match: Match) -> None:
        """Nothing counted yet."""
        self.match = match
        self._endings = np.zeros(len(match.game.endings) + 1, np.int64)
        self._firsts = np.zeros((match.seats, match.seats), np.int64)

    def add(self, states: Any) -> None:
        """Count some final states."""
        out, endings = integers(self.match.seats, 2), integers(*self._endings.shape)
        firsts = integers(*self._firsts.shape)
        counting(self.match.game)(self.match.box, states, out, endings, firsts)
        self._endings += endings
        self._firsts += firsts

    def endings(self) -> dict[str, int]:
        """A count for each ending there is."""
        return dict(zip(self.match.game.endings, self._endings.tolist(), strict=False))

    def stalled(self) -> int:
        """Games cut by a guard: the game's own, or the simulation's."""
        return self.endings().get(self.match.game.stalled_ending, 0) + int(self._endings[-1])

    def wins(self) -> list[float]:
        """For each seat the games it won, a shared victory divided among those who share it."""
        return [sum(times / shared for shared, times in enumerate(row, 1)) for row in self._firsts.tolist()]


def all_cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
