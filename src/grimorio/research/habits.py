"""Learning how to play oneself on in Abracadabra, and what a position promises there, as few numbers.

    python -m grimorio.research.habits --games 150000 --decided 4000 --out src/grimorio/bots/weights/abracadabra.toml

It is policy iteration. Each round plays many games of the habits of now among apprentices and fits to them what
positions promise (a logistic formula of standings, see `bots/standing.py`). Then every legal action of many decisions
is weighed by playing it on in imagined worlds by these habits for some turns, with that formula behind; and the habits
are fitted to do what was worth most (see `bots/gathering.py`). The first round begins with the apprentice's rule. At
the end games in which everybody plays by these habits tell what positions promise among equals. On one machine the same
arguments lead to the same numbers; those that are shipped were learnt with the arguments above.
"""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from grimorio.arena.simulate import KEYS, all_cores
from grimorio.bots import APPRENTICES
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.gathering import choose_by, look_up, worth_of
from grimorio.bots.habits import AMONG_APPRENTICES, AMONG_EQUALS, CHOICES, DIGITS, STANDING, told_habits
from grimorio.bots.horizon import abracadabra_formula
from grimorio.bots.standing import hope_by, situation_of, standing
from grimorio.engine.chance import CHANCE_DTYPE, below, key_of_seed, split
from grimorio.engine.kernel import at, integers, kernel, readable, set_at
from grimorio.engine.sight import as_bytes, project
from grimorio.games import load

GAME = load("abracadabra")
APPRENTICE = APPRENTICES["abracadabra"]
FIRST_TURN = 2
"""Before this turn nobody has anything."""
WIDEST = 24
"""A decision among more actions is not weighed."""
ASTRAY = 3
"""In so many of a hundred weighed decisions anything is done instead of the best, so that more is seen."""
TEMPERATURE = 0.02
"""Parts of a victory that make an action e times as desirable, where habits are first fitted."""
GREED = 1.5
"""How much surer habits are made before they are fitted to what they win."""
PERCENT = 100
MODEST = 1e-5
"""What large numbers cost in a fit."""
STEPS = 200
"""Steps of a fit at most."""

Numbers = npt.NDArray[np.float64]


# ---------------------------------------------------------------- games and decisions


class Desk(NamedTuple):
    """Room to play: the game, a world that is imagined and one that is played on; views, lists, streams, the end."""

    boxes: Any
    states: Any
    raw: Any
    views: Any
    seen: Any
    plan: Any
    backs: Any
    lists: Any
    others: Any
    chances: Any
    out: Any


GAME_PLAYED, IMAGINED, PLAYED_ON = range(3)
CHANCE, SIDE, FATE = range(3)
"""Streams of the players of the game, of whoever weighs, and of the players in imagined worlds."""


def new_desk(seats: int) -> Desk:
    """Room for a game of so many."""
    states, views = GAME.layout.new(3), GAME.sight.new(2)
    return Desk(
        GAME.box(seats), states, readable(as_bytes(states)), views, readable(as_bytes(views)),
        readable(GAME.sight.plan), readable(GAME.sight.backs), integers(GAME.most_legal), integers(GAME.most_legal),
        np.zeros(3, CHANCE_DTYPE), integers(GAME.seats[1], 2),
    )  # fmt: skip


start, settle, to_act, legal, act = GAME.start, GAME.settle, GAME.to_act, GAME.legal, GAME.act
outcome, imagine = GAME.outcome, GAME.imagine


@kernel
def begin(box: Any, s: Any, keys: Any, number: int, chance: Any) -> None:
    """Deal a game."""
    key = at(keys, 0)
    split(key.deals, number, s)
    s.counter = key.counter
    split(key.choices, 2 * number, chance)
    start(box, s)
    settle(box, s, None)


@kernel
def go_on(box: Any, s: Any, seat: int, action: int) -> int:
    """Do something, and let happen what happens of itself; returns who acts then."""
    act(box, s, seat, action, None)
    if to_act(box, s) == 0:
        settle(box, s, None)
    return int(to_act(box, s))


@kernel
def decide(desk: Any, s: Any, which: int, count: int, chance: Any, own: bool, w: Any) -> int:  # noqa: FBT001, PLR0913
    """By the habits of now, or as an apprentice: so do all others, and everybody before anything was learnt."""
    if count == 1:
        return 0
    eyes = min(which, 1)
    lists, view = desk.others if eyes else desk.lists, at(desk.views, eyes)
    project(desk.plan, desk.backs, desk.raw[which], s.acting, desk.seen[eyes])
    if own and w.shape[0] > 1:
        return choose_by(at(desk.boxes, 0), view, lists, count, w)
    return APPRENTICE(at(desk.boxes, 0), view, lists, count, chance)


@kernel
def play_turns(  # noqa: PLR0913
    desk: Any, keys: Any, first: int, games: int, equals: bool, w: Any, units: Any, found: Any, waits: Any, won: Any,  # noqa: FBT001
) -> int:  # fmt: skip
    """Play games, and note how everybody stands whenever a turn begins; returns how many.

    `found[n, 0]` is the standing of the hero, then come those of the others in their order; `waits[n, k]`: turns until
    theirs.
    """
    box, s, chance, n = at(desk.boxes, 0), at(desk.states, GAME_PLAYED), at(desk.chances, CHANCE), 0
    for number in range(first, first + games):
        begin(box, s, keys, number, chance)
        hero, begun, turns, acting = number % box.seats, n, 0, 1
        while acting != 0:
            if s.turns != turns and s.turns >= FIRST_TURN and n < won.shape[0]:
                for k in range(box.seats):
                    note_standing(box, s, (hero + k) % box.seats, units, found[n, k])
                    waits[n, k] = (hero + k - s.turn + box.seats) % box.seats
                n += 1
            turns = s.turns
            count = legal(box, s, s.acting, desk.lists)
            place = decide(desk, s, GAME_PLAYED, count, chance, equals or s.acting == hero, w)
            acting = go_on(box, s, s.acting, desk.lists[place])
        outcome(box, s, desk.out)
        for i in range(begun, n):
            won[i] = desk.out[hero, 1] == 1
    return n


@kernel
def note_standing(box: Any, s: Any, seat: int, units: Any, found: Any) -> None:
    """What each number of a standing is multiplied with."""
    for i in range(units.shape[0]):
        found[i] = standing(box, s, seat, units[i])


@kernel
def play_on(desk: Any, me: int, until: int, w: Any, hopes: Any) -> float:
    """Play a world on for some turns, one seat by the habits of now; returns what that seat can hope for then."""
    box, s, chance = at(desk.boxes, 0), at(desk.states, PLAYED_ON), at(desk.chances, FATE)
    if to_act(box, s) == 0:
        settle(box, s, None)
    while to_act(box, s) != 0:
        if s.turns >= until:
            return hope_by(box, s, me, BY_THE_RULE, hopes) if hopes.shape[0] > 1 else abracadabra_formula(box, s, me)
        count = legal(box, s, s.acting, desk.others)
        place = decide(desk, s, PLAYED_ON, count, chance, s.acting == me, w)
        go_on(box, s, s.acting, desk.others[place])
    outcome(box, s, desk.out)
    return 1.0 if desk.out[me, 1] == 1 else 0.0


@kernel
def weigh(  # noqa: PLR0913
    desk: Any, keys: Any, first: int, games: int, worlds: int, ahead: int, w: Any, hopes: Any, units: Any,
    features: Any, worths: Any, counts: Any,
) -> int:  # fmt: skip
    """Weigh every action of one player's decisions, who then does what was worth most; returns how many decisions."""
    box, s, chance, n = at(desk.boxes, 0), at(desk.states, GAME_PLAYED), at(desk.chances, CHANCE), 0
    side = at(desk.chances, SIDE)
    for number in range(first, first + games):
        begin(box, s, keys, number, chance)
        split(at(keys, 0).choices, 2 * number + 1, side)
        hero, acting = number % box.seats, 1
        while acting != 0:
            count = legal(box, s, s.acting, desk.lists)
            place = decide(desk, s, GAME_PLAYED, count, chance, s.acting == hero, w)
            if s.acting == hero and 1 < count <= WIDEST and n < counts.shape[0]:
                known = look_up(box, at(desk.views, 0))
                for a in range(count):
                    for i in range(units.shape[0]):
                        features[n, a, i] = worth_of(box, at(desk.views, 0), known, desk.lists[a], units[i])
                place = weigh_decision(desk, keys, count, worlds, int(s.turns) + ahead, w, hopes, worths[n])
                counts[n] = count
                n += 1
                if below(side, PERCENT) < ASTRAY:
                    place = below(side, count)
            acting = go_on(box, s, s.acting, desk.lists[place])
    return n


@kernel
def weigh_decision(  # noqa: PLR0913
    desk: Any, keys: Any, count: int, worlds: int, until: int, w: Any, hopes: Any, worths: Any
) -> int:
    """What every action comes to on average of the same worlds; returns the place of the best."""
    box, view, side, me = at(desk.boxes, 0), at(desk.views, 0), at(desk.chances, SIDE), at(desk.views, 0).viewer
    best = 0
    for a in range(count):
        worths[a] = 0.0
    for _ in range(worlds):
        imagine(box, view, me, side, at(desk.states, IMAGINED))
        which = (1 << 33) + below(side, 1 << 30)
        for a in range(count):
            set_at(desk.states, PLAYED_ON, desk.states, IMAGINED)
            split(at(keys, 0).choices, which, at(desk.chances, FATE))
            act(box, at(desk.states, PLAYED_ON), me, desk.lists[a], None)
            worths[a] += play_on(desk, me, until, w, hopes) / worlds
    for a in range(count):
        if worths[a] > worths[best]:
            best = a
    return best


def _keys(seed: int, what: str) -> Any:
    keys = np.zeros(1, KEYS)
    keys["deals"], keys["choices"] = key_of_seed(seed, f"{what} deals"), key_of_seed(seed, f"{what} choices")
    return keys


def _by_all_cores(play: Callable[[int], tuple[Any, ...]], jobs: int) -> tuple[Any, ...]:
    """What came of all jobs, one behind the other."""
    with ThreadPoolExecutor(all_cores()) as pool:
        found = list(pool.map(play, range(jobs)))
    return tuple(np.concatenate(each) for each in zip(*found, strict=True))


AT_ONCE = 500
"""Games of a job."""
LONGEST = 40
"""Turns or decisions of a game that there is room for, on average of a job."""


def turns_of_games(seats: int, games: int, seed: int, w: Numbers, *, equals: bool = False) -> tuple[Any, ...]:
    """How everybody stood whenever a turn began, whose turn it was, and whether the hero won.

    The others are apprentices, or `equals` who play by the same habits.
    """
    units, keys = readable(np.eye(len(STANDING))), _keys(seed, "turns")

    def job(number: int) -> tuple[Any, ...]:
        room = AT_ONCE * LONGEST
        found, waits, won = np.zeros((room, seats, len(STANDING))), integers(room, seats), integers(room)
        n = play_turns(
            new_desk(seats), keys, number * AT_ONCE, AT_ONCE, equals, readable(w), units, readable(found), waits, won,
        )  # fmt: skip
        return found[:n].astype(np.float32), np.asarray(waits)[:n], np.asarray(won)[:n]

    return _by_all_cores(job, -(-games // AT_ONCE))


def weighed_decisions(  # noqa: PLR0913
    seats: int, games: int, worlds: int, ahead: int, seed: int, w: Numbers, hopes: Numbers
) -> tuple[Any, ...]:
    """What every action of a decision has about it, what it is worth, and how many there are."""
    units, keys, few = readable(np.eye(CHOICES)), _keys(seed, "decisions"), AT_ONCE // 10

    def job(number: int) -> tuple[Any, ...]:
        room = few * LONGEST
        features, worths, counts = np.zeros((room, WIDEST, CHOICES)), np.zeros((room, WIDEST)), integers(room)
        n = weigh(
            new_desk(seats), keys, number * few, few, worlds, ahead, readable(w), readable(hopes), units,
            readable(features), readable(worths), counts,
        )  # fmt: skip
        return features[:n].astype(np.float32), worths[:n], np.asarray(counts)[:n]

    return _by_all_cores(job, -(-games // few))


# ---------------------------------------------------------------- fits


def lowest(f: Callable[[Numbers], tuple[float, Numbers]], begun: Numbers) -> Numbers:
    """Where a smooth function that tells its slope is lowest, from somewhere on."""
    found: Numbers = minimize(f, begun, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    return found


def fit_standings(found: Any, waits: Any, won: Any, *, equals: bool = False) -> Numbers:
    """What each number of a standing counts, by situation: so that who won was as likely as it can be made."""
    n, seats, size = found.shape
    situations, manner = (AMONG_EQUALS, AS_ONESELF) if equals else (AMONG_APPRENTICES, BY_THE_RULE)
    rows = np.empty(waits.shape, int)
    for k in range(seats):
        turn, wait = (situation_of(k == 0, manner, its) - situations.start for its in (True, False))
        rows[:, k] = np.where(waits[:, k] == 0, turn, wait)
    spread = np.sqrt((found.reshape(-1, size).astype(np.float64) ** 2).mean(0)) + 1e-3
    scaled = (found / spread).astype(np.float32)

    def worse(flat: Numbers) -> tuple[float, Numbers]:
        w = flat.reshape(len(situations), size)
        stand = np.einsum("nki,nki->nk", scaled, w.astype(np.float32)[rows])
        behind = np.exp(stand[:, 1:] - stand[:, :1])
        chance = 1 / (1 + behind.sum(1))
        right = np.where(won, chance, 1 - chance)
        pull = np.empty((n, seats), np.float32)
        pull[:, 0] = (chance - won) / n
        pull[:, 1:] = -pull[:, :1] * behind / behind.sum(1, keepdims=True)
        slope = np.stack([np.einsum("nk,nki->i", pull * (rows == row), scaled) for row in range(len(situations))])
        return float(-np.log(np.maximum(right, 1e-9)).mean() + MODEST * (w**2).sum()), (slope + 2 * MODEST * w).ravel()

    flat = lowest(worse, np.zeros(len(situations) * size))
    counted: Numbers = flat.reshape(len(situations), size) / spread
    return counted


def fit_choices(features: Any, worths: Any, counts: Any) -> Numbers:
    """What each thing about an action counts: first so that good actions are likely, then so that most is won."""
    n, there = len(counts), np.arange(features.shape[1]) < counts[:, None]
    rows, found = features[there], worths[there]
    begins, which = np.cumsum(counts) - counts, np.repeat(np.arange(n), counts)
    spread = np.sqrt((rows.astype(np.float64) ** 2).mean(0)) + 1e-6
    rows = (rows / spread).astype(np.float32)

    def shared(worth: Any) -> Any:
        """Among the actions of each decision, as if they were logarithms."""
        chances = np.exp(worth - np.maximum.reduceat(worth, begins)[which])
        return chances / np.add.reduceat(chances, begins)[which]

    wanted, gained = shared(found / TEMPERATURE), PERCENT * found

    def unlike(w: Numbers) -> tuple[float, Numbers]:
        chances = shared(rows @ w.astype(np.float32))
        worse = -float((wanted * np.log(np.maximum(chances, 1e-30))).sum()) / n
        return worse + MODEST * float(w @ w), (chances - wanted) @ rows / n + 2 * MODEST * w

    def lost(w: Numbers) -> tuple[float, Numbers]:
        chances = shared(rows @ w.astype(np.float32))
        wins = np.add.reduceat(chances * gained, begins)
        slope = (chances * (gained - wins[which])) @ rows / n
        return MODEST * float(w @ w) - float(wins.mean()), 2 * MODEST * w - slope

    counted: Numbers = lowest(lost, GREED * lowest(unlike, np.zeros(rows.shape[1]))) / spread
    return counted


# ---------------------------------------------------------------- rounds


class Course(NamedTuple):
    """How much is played for what is learnt (see `main`)."""

    rounds: int
    games: int
    decided: int
    worlds: int
    ahead: int
    seed: int


def learn(seats: int, course: Course) -> tuple[Numbers, Numbers]:
    """Habits and hopes for a table of so many."""
    rounds, games, decided, worlds, ahead, seed = course
    w, hopes = np.zeros(1), np.zeros((1, 1))
    for number in range(rounds):
        if number:
            hopes = fit_standings(*turns_of_games(seats, games, seed + 2 * number, w))
        w = fit_choices(*weighed_decisions(seats, decided, worlds, ahead, seed + 2 * number + 1, w, hopes))
    hopes = fit_standings(*turns_of_games(seats, games, seed + 2 * rounds, w))
    return w, np.vstack((hopes, standings_among_equals(seats, games, seed + 2 * rounds + 1, w)))


def standings_among_equals(seats: int, games: int, seed: int, w: Numbers) -> Numbers:
    """What positions promise where everybody plays by the same habits, as they are written down."""
    return fit_standings(*turns_of_games(seats, games, seed, np.round(w, DIGITS), equals=True), equals=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, and write a file of habits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--seats", type=int, nargs="+", default=[2])
    add("--rounds", type=int, default=3)
    add("--games", type=int, default=60_000, help="from which standings are learnt, in each round")
    add("--decided", type=int, default=3_000, help="games of which one player's decisions are weighed, in each round")
    add("--worlds", type=int, default=200, help="in which each action is played on")
    add("--ahead", type=int, default=4, help="turns for which it is played on")
    add("--seed", type=int, default=1)
    add("--out", type=Path, default=Path("habits.toml"))
    asked = parser.parse_args(arguments)
    course = Course(asked.rounds, asked.games, asked.decided, asked.worlds, asked.ahead, asked.seed)
    told = {seats: learn(seats, course) for seats in asked.seats}
    asked.out.write_text(told_habits({k: v[0] for k, v in told.items()}, {k: v[1] for k, v in told.items()}), "utf-8")


if __name__ == "__main__":
    main()
