"""What a seat's decisions of a game cost it, judged from what it knew, and what was luck.

Each decision is tried again in worlds imagined from the seat's view of that moment, in each of them what was done and
what else seemed good, all in the same worlds; the archmage's way of playing goes on from there. What turned out best is
compared with what was done in fresh worlds, since the best of several estimates is too high. A difference within the
noise is no mistake.

The chance to win then adds up, from a fair share to the result: the luck of the deal, the costs of the decisions, and
between two decisions whatever came: cards, and what the others did.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from grimorio.arena.why import whys
from grimorio.bots import ARCHMAGE, BOTS, REFLEXES, tutor_of, whole_move
from grimorio.bots.proposals import room_for_wholes
from grimorio.bots.search import WHOLE, Together, begin
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.entries import Decided, Entry, TookBack
from grimorio.engine.events import Row
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.record import Record, RecordError, entry_of, fresh, replay
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.table import LONGEST_GROUP, Table
from grimorio.engine.words import Words
from grimorio.games import load

FIRST_WORLDS, MORE_WORLDS = 64, 256
"""Worlds in which everything is tried, and fresh ones in which the best is compared with what was done."""
NOISE = 2.0
"""A difference of so many standard errors is none."""
STEPS = ((0.01, "excellent"), (0.03, "good"), (0.08, "inexact"), (1.01, "mistake"))
"""What a decision is called that cost less than this."""

TIMES = "\N{MULTIPLICATION SIGN}"
"""Stands before how often the same step of a move is made."""

Move = tuple[int, ...]
"""One action, or all that a move is composed of."""
Verdict = Literal["excellent", "good", "inexact", "mistake"]


@dataclass(frozen=True)
class Judged:
    """One decision: chances to win before it, had the best been done, and after it; then what came until the next.

    `entry` is its number in the log, `noise` the standard error of its cost; `tried` tells the chance to win of all
    that was tried (see `on_one_scale`). `points_at` is what it referred to, `best_at` what the best would have, and
    `why` says what made the best better; nothing where it cost nothing.
    """

    entry: int
    done: str
    best: str
    before: float
    after: float
    cost: float
    noise: float
    luck: float
    verdict: Verdict
    tried: dict[str, float]
    points_at: tuple[Ref, ...]
    best_at: tuple[Ref, ...]
    why: tuple[Line, ...]


@dataclass(frozen=True)
class Review:
    """All decisions of a seat. `fair` + `deal` + `luck` - `cost` is the `result`."""

    game: str
    seat: str
    seats: int
    fair: float
    result: float
    deal: float
    luck: float
    cost: float
    decisions: tuple[Judged, ...]
    moments: dict[str, int]


@dataclass(frozen=True)
class _Weighed:
    """A decision before what came of it is known."""

    entry: int
    done: str
    best: str
    after: float
    cost: float
    noise: float
    tried: dict[str, float]
    points_at: tuple[Ref, ...]
    best_at: tuple[Ref, ...]
    why: tuple[Line, ...]


@dataclass(frozen=True)
class _Begun:
    """A move of a seat: where it began, what the seat had been told, and its actions so far.

    What only composes a move, be it in several entries, is judged with it; unless something else came between.
    """

    table: Table
    seat: int
    told: Sequence[Row]
    actions: list[int]


def review(
    written: Record, game: Game, seat: int, worlds: int = MORE_WORLDS, told: Callable[[float], None] | None = None
) -> Review:
    """Judge the decisions of a seat of a game that is over; `told` hears how far it is, from 0 to 1."""
    if not replay(written, game).over:
        msg = "the game is not over: nobody judges it while it goes on"
        raise RecordError(msg)
    table, entries = fresh(written, game), _entries(written, game)
    kept, weighed, move = _kept(entries), list[_Weighed](), None
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Decided) and entry.seat == seat and number in kept:
            move = move or _Begun(table.branch(table.state), seat, table.rows(seat), [])
            move.actions.extend(entry.actions)
            if not game.composes[move.actions[-1]]:
                weighed += _weigh(move, number, worlds)
                move = None
        else:
            move = None
        table.enter(entry)
        if told is not None:
            told(number / len(entries))
    return _added_up(table, seat, weighed)


def _entries(written: Record, game: Game) -> list[Entry]:
    return [entry_of(game, len(written.seats), text, 0) for text in written.log]


def _kept(entries: Sequence[Entry]) -> set[int]:
    """The numbers of the decisions that were not taken back."""
    made: dict[int, list[int]] = {}
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, Decided):
            made.setdefault(entry.seat, []).append(number)
        elif isinstance(entry, TookBack):
            made[entry.seat].pop()
    return {number for numbers in made.values() for number in numbers}


# ---------------------------------------------------------------- one decision


def _weigh(move: _Begun, number: int, worlds: int) -> Iterator[_Weighed]:
    """A move that was a choice, from where it began; one of very many steps from where it has few enough left."""
    table, seat, most = move.table, move.seat, room_for_wholes(move.table.game.name).shape[1] or LONGEST_GROUP
    while len(move.actions) >= most:
        table.apply(seat, move.actions.pop(0))
    if len(table.legal(seat)) > 1:
        yield _weigh_move(Judge(table, seat, number * 64, move.told), tuple(move.actions), number, worlds)


def _weigh_move(judge: "Judge", done: Move, number: int, worlds: int) -> _Weighed:
    moves = judge.candidates(done)
    first = judge.worths(moves, 0, FIRST_WORLDS).mean(axis=0)
    best = moves[int(np.argmax(first))]
    fresh_worlds = judge.worths([done, best] if best != done else [done], FIRST_WORLDS, worlds)
    after, cost, noise = float(fresh_worlds[:, 0].mean()), 0.0, 0.0
    if best != done:
        gaps = fresh_worlds[:, 1] - fresh_worlds[:, 0]
        cost, noise = float(gaps.mean()), float(gaps.std(ddof=1) / np.sqrt(len(gaps)))
        if cost <= NOISE * noise:
            best, cost = done, 0.0
    whole = judge.whole(best) if cost else done
    texts = [judge.text(whole if move == best else move) for move in moves]
    shares = on_one_scale(first, moves.index(done), moves.index(best), after, cost)
    tried = {text: round(share, 4) for text, share in zip(texts, shares, strict=True)}
    return _Weighed(
        entry=number, done=judge.text(done), best=judge.text(whole), after=after, cost=cost, noise=noise, tried=tried,
        points_at=judge.points_at(done), best_at=judge.points_at(whole),
        why=whys(judge.table, judge.seat, done, whole, cost, judge.seed) if cost else (),
    )  # fmt: skip


def on_one_scale(first: npt.NDArray[np.float64], done: int, best: int, after: float, cost: float) -> list[float]:
    """What first worlds told of all that was tried, beside what fresh ones told of two of them.

    In first worlds whatever is best there looks better than it is. So what was done, and what was best, stand where
    fresh worlds put them; what lay between lies between, in proportion, and what lay behind is as far behind.
    """
    most = max(float(first.max()), float(first[done]) + 1e-9)
    found = np.interp(first, [first[done], most], [after, after + cost]) - np.maximum(0, first[done] - first)
    found[best] = after + cost
    return [max(0.0, float(share)) for share in found]


class Judge:
    """The archmage asked what would come of single moves, from a seat's view and events alone."""

    def __init__(self, table: Table, seat: int, seed: int, told: Sequence[Row] = ()) -> None:
        """At the table as it is now, where the seat was told so much; the same number, the same worlds."""
        way = BOTS[table.game.name][ARCHMAGE].way
        if not isinstance(way.together, Together):
            msg = f"{ARCHMAGE} of {table.game.name} does not search"
            raise TypeError(msg)
        self.search, self.mind = way.together, way.together.minds()[0]
        self.table, self.seat, self.seed = table, seat, seed
        self.legal = table.legal(seat)
        actions, count = integers(table.game.most_legal), len(self.legal)
        actions[:count] = self.legal
        self.given = (handed(table.box), handed(table.view(seat)), actions, count)
        if way.memory is not None:
            self.search.recall(way.memory.of(told, seat))
        self.search.begin(self.given, handed(stream(key_of_seed(seed, "review"))))
        self.moves = [(action,) for action in self.legal] + [move_in(row.tolist()) for row in self.mind.wholes]

    def candidates(self, done: Move) -> list[Move]:
        """What is worth trying: what the archmage would try, and what was done."""
        if done not in self.moves:
            self.moves[-1] = done  # instead of the whole move that promises least
            self.mind.alive[len(self.moves) - 1] = 0
        tried = {self.moves[place] for place in np.flatnonzero(np.asarray(self.mind.alive)[: len(self.moves)])}
        return sorted({done, *tried}, key=self.moves.index)

    def worths(self, moves: Sequence[Move], first: int, worlds: int) -> npt.NDArray[np.float64]:
        """Parts of the victory that came of each of these moves, world by world, whatever was asked before."""
        places = [self.moves.index(move) for move in moves]
        begin(self.given[3], self.mind)
        self.mind.alive[:] = 0
        self.mind.lean[:] = 0
        for place, move in zip(places, moves, strict=True):
            self.mind.alive[place] = 1
            if place >= self.given[3]:
                self.mind.wholes[place - self.given[3], : len(move) + 1] = (*move, NONE)
        made = np.zeros((worlds, len(places)))
        for row in range(worlds):
            self.mind.sums[:] = 0
            self.search.try_world(first + row, self.given)
            made[row] = np.asarray(self.mind.sums)[places] / WHOLE
        return made

    def whole(self, move: Move) -> Move:
        """A move; where it only prepares another, with what the rule of thumb makes of it, as in imagined games."""
        game = self.table.game
        if not game.composes[move[-1]]:
            return move
        branch, choose = self.table.branch(self.table.state), REFLEXES[game.name][tutor_of(game.name)]
        for action in move:
            branch.apply(self.seat, action)
        return (*move, *whole_move(branch, self.seat, choose, handed(stream(key_of_seed(self.seed, "whole"))), ()))

    def text(self, move: Move) -> str:
        """A move as a record has it."""
        return ";".join(self.table.game.action_of(action).text() for action in move)

    def points_at(self, move: Move) -> tuple[Ref, ...]:
        """What a move refers to, each thing once, as the seat would point at it."""
        ways = self.table.game.pointer.ways(move, self.seat, self.table.view_json(self.seat))
        return tuple(dict.fromkeys(ref for way in ways for ref in way.refs))


def move_in(row: Sequence[int]) -> Move:
    """The actions of a whole move that a search has written down."""
    return tuple(row[: row.index(NONE)]) if NONE in row else ()


# ---------------------------------------------------------------- the whole


def _added_up(table: Table, seat: int, weighed: Sequence[_Weighed]) -> Review:
    winners = table.outcome().winners
    result, fair = (1 / len(winners) if seat in winners else 0.0), 1 / table.seats
    came = [later.after + later.cost for later in weighed[1:]] + [result]
    made = tuple(
        Judged(
            entry=each.entry, done=each.done, best=each.best, before=each.after + each.cost, after=each.after,
            cost=each.cost, noise=each.noise, luck=then - each.after, verdict=verdict_of(each.cost), tried=each.tried,
            points_at=each.points_at, best_at=each.best_at, why=each.why,
        )
        for each, then in zip(weighed, came, strict=True)
    )  # fmt: skip
    deal = (made[0].before if made else result) - fair
    luck, cost = sum(each.luck for each in made), sum(each.cost for each in made)
    return Review(table.game.name, LETTERS[seat], table.seats, fair, result, deal, luck, cost, made, moments_of(made))


def verdict_of(cost: float) -> Verdict:
    """What a decision is called."""
    found: Any = next(name for limit, name in STEPS if cost < limit)
    verdict: Verdict = found
    return verdict


def moments_of(decisions: Sequence[Judged]) -> dict[str, int]:
    """The three biggest moments, each by the place of its decision: the costliest one, the worst luck, the best."""
    if not decisions:
        return {}
    places = range(len(decisions))
    found: dict[str, int] = {}
    costliest = max(places, key=lambda place: decisions[place].cost)
    if decisions[costliest].cost > 0:
        found["costliest"] = costliest
    blow, gift = (pick(places, key=lambda place: decisions[place].luck) for pick in (min, max))
    if decisions[blow].luck < 0:
        found["blow"] = blow
    if decisions[gift].luck > 0:
        found["gift"] = gift
    return found


def in_words(made: Review, language: str, players: Sequence[str]) -> Review:
    """With what was done, and could have been done, in the words of a language."""
    game = load(made.game)
    words = Words(game, language)

    def said(text: str) -> str:
        alike = [(game.parse_action(each), len(list(same))) for each, same in groupby(text.split(";"))]
        steps = [(words.action(action, players), times) for action, times in alike]
        return ", ".join(f"{step} {TIMES}{times}" if times > 1 else step for step, times in steps)

    def told(each: Judged) -> Judged:
        tried = {said(text): share for text, share in each.tried.items()}
        return replace(each, done=said(each.done), best=said(each.best), tried=tried)

    return replace(made, decisions=tuple(map(told, made.decisions)))
