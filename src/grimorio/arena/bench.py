"""How fast a game is: whole games on one core, on all cores and on a GPU, and the cost of each step of a search.

Everything is measured in compiled loops, over positions from the middle of games. All measurements take turns until the
time is up, and the best repetition of each counts: whatever else the machine does can only slow one down, and numbers
of one run can be compared with each other.
"""

import functools
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grimorio.arena.gpu import NoGpuError, gpu_batches, gpu_name
from grimorio.arena.simulate import Match, all_cores, play_batch
from grimorio.arena.tables import TABLE_BYTES, TABLE_COSTS, table_costs
from grimorio.bots import RANDOM, REFLEXES, STANDARD
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed, split, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at, integers, kernel, set_at
from grimorio.engine.sight import as_bytes, project, to_tensor
from grimorio.engine.turns import whose_turn

POSITIONS = 256
"""Positions that costs are measured on: many kinds of them, few enough to stay in the cache of a core."""
LEAST_SECONDS = 0.02
"""One repetition takes at least so long, so that reading the clock costs nothing."""
LEAST_ROUNDS = 3
GPU_GAMES = 4 if INTERPRETED else 1 << 22
"""Games of one run on a GPU; the simulator of a GPU is slow."""

SPEEDS = ("decisions_per_second", "decisions_per_second_all_cores", "decisions_per_second_bot")
"""Decisions in a second: one core and random bots; all cores; one core and the strongest bot."""
COSTS = ("copy_ns", "view_ns", "tensor_ns", "imagine_ns", "apply_ns")
"""Nanoseconds for: copying a whole state; making the view of a seat; a view as a tensor; a possible world from a view;
one decision (what is left when the copy it works on is taken off)."""

Measure = Callable[[], float]
"""One repetition: units a second."""


@dataclass(frozen=True)
class Bench:
    """What was measured; None for what was not."""

    game: str
    seats: int
    cores: int
    bot: str
    state_bytes: int
    view_bytes: int
    tensor_numbers: int
    numbers: Mapping[str, float | None] = field(default_factory=dict)
    gpu: str | None = None

    def json(self) -> dict[str, Any]:
        """What scripts rely on."""
        told = {name: value for name, value in vars(self).items() if name != "numbers"}
        return told | {name: None if value is None else round(value, 3) for name, value in self.numbers.items()}


# ---------------------------------------------------------------- kernels


@functools.cache
def sampling(game: Game) -> Callable[..., None]:
    """The kernel that plays random games up to a moment."""
    start, settle, to_act, legal, apply = game.start, game.settle, game.to_act, game.legal, game.apply
    choose, who_is_next = REFLEXES[game.name][RANDOM], whose_turn(game)

    @kernel
    def sample(  # noqa: PLR0913
        boxes: Any, states: Any, views: Any, actions: Any, chances: Any, keys: Any, moments: Any, moves: Any
    ) -> None:
        """Leave each state where its game has made `moments[i]` decisions; `moves` says who would do what next."""
        box, view, chance, key = at(boxes, 0), at(views, 0), at(chances, 0), at(keys, 0)
        for i in range(states.shape[0]):
            s = at(states, i)
            split(key.deals, i, s)
            split(key.choices, i, chance)
            start(box, s)
            settle(box, s, None)
            for made in range(moments[i] + 1):
                if made > 0:
                    apply(box, s, moves[i, 0], moves[i, 1], None)
                seat = who_is_next(to_act(box, s), chance)
                count = legal(box, s, seat, actions)
                moves[i, 0], moves[i, 1] = seat, actions[choose(box, view, actions, count, chance)]

    return sample


@kernel
def copy_all(states: Any, work: Any, raw: Any, rounds: int) -> int:
    """Copy every state; what is read from the copies keeps the compiler from leaving them out."""
    total = 0
    for again in range(rounds):
        for i in range(states.shape[0]):
            set_at(work, 0, states, i)
            total += int(raw[0, again % raw.shape[1]])
    return total


@kernel
def view_all(plan: Any, backs: Any, raw: Any, moves: Any, seen: Any, rounds: int) -> int:  # noqa: PLR0913
    """Make the view of the seat to act, of every state."""
    total = 0
    for again in range(rounds):
        for i in range(raw.shape[0]):
            project(plan, backs, raw[i], moves[i, 0], seen[0])
            total += int(seen[0, again % seen.shape[1]])
    return total


@kernel
def spell_all(plan: Any, seen: Any, seats: int, out: Any, rounds: int) -> float:
    """Spell every view out as a tensor."""
    total = 0.0
    for again in range(rounds):
        for i in range(seen.shape[0]):
            to_tensor(plan, seen[i], seats, out)
            total += float(out[again % out.shape[0]])
    return total


@functools.cache
def imagining(game: Game) -> Callable[..., int]:
    """The kernel that imagines a world behind every view."""
    imagine = game.imagine

    @kernel
    def imagine_all(boxes: Any, views: Any, moves: Any, chances: Any, work: Any, raw: Any, rounds: int) -> int:  # noqa: PLR0913
        """From the view of the seat to act."""
        total = 0
        for again in range(rounds):
            for i in range(views.shape[0]):
                imagine(at(boxes, 0), at(views, i), moves[i, 0], at(chances, 0), at(work, 0))
                total += int(raw[0, again % raw.shape[1]])
        return total

    return imagine_all


@functools.cache
def applying(game: Game) -> Callable[..., int]:
    """The kernel that makes one decision in a copy of every state."""
    apply = game.apply

    @kernel
    def apply_all(boxes: Any, states: Any, moves: Any, work: Any, raw: Any, rounds: int) -> int:  # noqa: PLR0913
        """The decision that a random bot would make."""
        total = 0
        for again in range(rounds):
            for i in range(states.shape[0]):
                set_at(work, 0, states, i)
                apply(at(boxes, 0), at(work, 0), moves[i, 0], moves[i, 1], None)
                total += int(raw[0, again % raw.shape[1]])
        return total

    return apply_all


# ---------------------------------------------------------------- measuring


def bench(
    game: Game,
    seats: int,
    seconds: float = 10.0,
    device: str = "both",
    progress: Callable[[float], None] | None = None,
) -> Bench:
    """Measure a game; `progress` is told which part of the time is over. Refused only if a GPU alone is wanted."""
    box = game.box(seats)
    tell = progress or (lambda _part: None)
    told = (*SPEEDS, "games_per_second", "mean_decisions", *COSTS, *TABLE_COSTS, TABLE_BYTES)
    numbers: dict[str, float | None] = dict.fromkeys(told)
    if device != "cuda":
        numbers |= on_cpu(game, seats, box, seconds, tell)
        numbers |= table_costs(game, seats)
    gpu, on_it = None, dict[str, float | None].fromkeys(("decisions_per_second_gpu", "games_per_second_gpu"))
    if device != "cpu":
        try:
            gpu = gpu_name()
            on_it |= on_gpu(Match(game, seats, GPU_GAMES, box=box))
        except NoGpuError:
            if device == "cuda":
                raise
    sight = game.sight
    sizes = game.layout.dtype.itemsize, sight.dtype.itemsize, sight.tensor_size
    return Bench(game.name, seats, all_cores(), STANDARD, *sizes, numbers | on_it, gpu)


def on_cpu(game: Game, seats: int, box: Any, seconds: float, tell: Callable[[float], None]) -> dict[str, float | None]:
    """Let all measurements take turns until the time is up; the best of each counts."""
    random = Match(game, seats, 1, box=box)
    strong = Match(game, seats, 1, bots=(STANDARD,), box=box)
    measures = dict(zip(SPEEDS, (playing(random), playing(random, all_cores()), playing(strong)), strict=True))
    measures |= dict(zip(COSTS, map(repeated, costs(random)), strict=True))
    best = dict.fromkeys(measures, 0.0)
    began, rounds = time.perf_counter(), 0
    while rounds < LEAST_ROUNDS or time.perf_counter() - began < seconds:
        for name, measure in measures.items():
            best[name] = max(best[name], measure())
            tell(min((time.perf_counter() - began) / seconds if seconds else 1.0, 1.0))
        rounds += 1
    each = {name: 1e9 / best[name] for name in COSTS}
    each["apply_ns"] -= each["copy_ns"]
    mean = float(play_batch(random, 0, 64 if INTERPRETED else 1 << 12).decisions.mean())
    speeds = {name: best[name] for name in SPEEDS}
    return {**speeds, "games_per_second": best[SPEEDS[0]] / mean, "mean_decisions": mean, **each}


def playing(match: Match, cores: int = 1) -> Measure:
    """Whole games, as a simulation plays them: decisions a second."""
    number = _enough(lambda games: play_batch(match, 0, games))

    def measure() -> float:
        started = time.perf_counter()
        if cores == 1:
            played = [play_batch(match, 0, number)]
        else:
            with ThreadPoolExecutor(cores) as pool:
                played = list(pool.map(lambda core: play_batch(match, core * number, number), range(cores)))
        decisions = sum(int(batch.decisions.sum()) for batch in played)
        return decisions / (time.perf_counter() - started)

    return measure


def costs(match: Match) -> Iterator[Callable[[int], object]]:
    """A loop for each of `COSTS`, given how often it goes around the positions."""
    game, box, sight = match.game, match.box, match.game.sight
    states, moves = positions(match)
    raw, work, views = as_bytes(states), game.layout.new(), sight.new(len(states))
    for i in range(len(states)):
        views[i] = sight.of(states, int(moves[i, 0]), i)[0]
    scratch, seen, one = as_bytes(work), as_bytes(views), as_bytes(sight.new())
    chances, out = stream(key_of_seed(match.seed, "worlds")), np.zeros(sight.tensor_size, np.float32)
    yield lambda rounds: copy_all(states, work, scratch, rounds)
    yield lambda rounds: view_all(sight.plan, sight.backs, raw, moves, one, rounds)
    yield lambda rounds: spell_all(sight.tensor_plan, seen, match.seats, out, rounds)
    yield lambda rounds: imagining(game)(box, views, moves, chances, work, scratch, rounds)
    yield lambda rounds: applying(game)(box, states, moves, work, scratch, rounds)


def positions(match: Match) -> tuple[Any, Any]:
    """Positions of as many random games, spread evenly from the first decision to the last, and the next moves."""
    number = 8 if INTERPRETED else POSITIONS
    lengths = play_batch(match, 0, number).decisions
    moments, moves = integers(number), integers(number, 2)
    moments[:] = [length * i // number for i, length in enumerate(lengths.tolist())]
    states = match.game.layout.new(number)
    sampling(match.game)(
        match.box, states, match.game.sight.new(), integers(match.game.most_legal), np.zeros(1, CHANCE_DTYPE),
        match.keys(), moments, moves,
    )  # fmt: skip
    return states, moves


def repeated(loop: Callable[[int], object]) -> Measure:
    """Positions a second that a loop goes through."""
    rounds, number = _enough(loop), 8 if INTERPRETED else POSITIONS

    def measure() -> float:
        started = time.perf_counter()
        loop(rounds)
        return rounds * number / (time.perf_counter() - started)

    return measure


def _enough(work: Callable[[int], object]) -> int:
    """How much work takes long enough for the clock; the first call compiles."""
    work(0)
    amount = 1
    while True:
        started = time.perf_counter()
        work(amount)
        if time.perf_counter() - started >= LEAST_SECONDS:
            return amount
        amount *= 2


def on_gpu(match: Match) -> dict[str, float | None]:
    """Whole games on the GPU, each batch on its own: the best counts."""
    best = (0.0, 0.0)
    for batch in gpu_batches(match):
        best = max(best, (int(batch.decisions.sum()) / batch.seconds, len(batch.states) / batch.seconds))
    return {"decisions_per_second_gpu": best[0], "games_per_second_gpu": best[1]}
