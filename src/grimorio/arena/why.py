"""Why one choice was better than another, in sentences: what a player counts, and what befalls him, after each of them.

Both choices are made in the same worlds that the seat holds possible, never in the real one, and everybody plays on by
the rule of thumb until the seat decides again, each from the view he would have there. So a sentence tells nothing that
the seat did not know. A game says what is worth counting (`Game.measures`) and what may befall a seat (`Game.fates`);
of a game that says neither, only how much more often the better choice wins is told.
"""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, stdev
from typing import Any

from grimorio.bots import REFLEXES, tutor_of, whole_move
from grimorio.engine.calls import calls_of
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.events import Event
from grimorio.engine.kernel import handed
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot
from grimorio.engine.table import Table

WORLDS = 64
"""Worlds in which both choices are made."""
ENOUGH = 16
"""Of these so many must be left in which something can be compared."""
FURTHEST = 80
"""Decisions of everybody together that are played on."""
NOISE = 2.0
"""A difference of so many standard errors is none."""
MOST = 2
"""Sentences that are told at once."""
MOST_TRIED = 40 * WORLDS
"""Next moves that are tried, in all worlds together: where there are many, in fewer worlds."""
DEALT = "dealt"
"""The event by which cards are dealt: what a hand makes is not compared with what the next one makes."""

WINS, BEFELL, NOW, BEFALLS, REACH, SOON, RIVAL = ORDER = (
    "wins", "befell", "now", "befalls", "reach", "soon", "rival",
)  # fmt: skip
"""What a fact is about, the plainest first: to win; what the choice brought and left at once; when the seat decides
again what came meanwhile, what its next move can make at most, what it has and what the others have."""
LATER = {BEFALLS, REACH, SOON, RIVAL}
"""Facts of when the seat decides again: compared where others act before it after both choices, or after neither."""
TIMES = {WINS, BEFELL, BEFALLS}
"""Facts that are there or not: told by how often."""

Fact = tuple[str, str]
"""What a fact is about, and the measure or the fate by its name."""
OTHERS: Fact = ("others", "")
"""Whether somebody else acts before the seat decides again: no sentence is made of it."""
Found = dict[Fact, float]
"""Facts of a world, in which more is better: what is bad for the seat counts below zero. What is not there cannot be
compared, unless it is one of `TIMES`."""


def whys(  # noqa: PLR0913 - two choices at one table
    table: Table, seat: int, done: Sequence[int], best: Sequence[int], cost: float, seed: int
) -> tuple[Line, ...]:
    """Why `best` was better than `done` by such a part of a victory; the same view and seed, the same sentences."""
    mine, bots = (after(table, seat, moves, seed) for moves in (done, best))
    told: dict[str, Line] = {}
    for (about, name), line in _told_apart(mine, bots):
        told.setdefault(name if about != RIVAL else about, line)
    return tuple(told.values())[:MOST] or (Line("whys.later", {"value": max(1, round(100 * cost))}),)


def after(table: Table, seat: int, moves: Sequence[int], seed: int) -> list[Found]:
    """What comes of a choice, in each of the worlds that have this number."""
    chance = stream(key_of_seed(seed, "why"))
    return [_found(_imagined(table, seat, chance), seat, moves, seed, i) for i in range(WORLDS)]


def _imagined(table: Table, seat: int, chance: Any) -> Table:
    """A world that looks the same to a seat."""
    made = table.game.layout.new(1)
    calls_of(table.game).imagine(table.box, table.view(seat), seat, chance, made)
    return table.branch(made)


# ---------------------------------------------------------------- what comes of a choice


def _found(world: Table, seat: int, moves: Sequence[int], seed: int, before: int) -> Found:
    """A choice is made in a world, after so many others, and played on."""
    apart = world.branch(world.state)
    apart.apply_all(seat, moves)
    at_once = apart.events(seat)
    found = {(BEFELL, name): float(worth) for name, worth in _fates(apart, at_once, seat).items()}
    found |= {(NOW, name): number for name, number in _counted(apart, at_once, seat).items()}
    found[WINS, ""] = float(apart.over and seat in apart.outcome().winners)
    found[OTHERS] = _play_on(apart, seat, stream(key_of_seed(seed, "played on")))
    later = apart.events(seat)
    found |= {(BEFALLS, name): float(worth) for name, worth in _fates(apart, later, seat).items()}
    found |= {(SOON, name): number for name, number in _counted(apart, later, seat).items()}
    found |= {(REACH, name): number for name, number in _reach(apart, later, seat, before).items()}
    return found | {(RIVAL, name): -number for name, number in _most_of_others(apart, later, seat).items()}


def _play_on(table: Table, seat: int, chance: Any) -> bool:
    """By the rule of thumb, until the seat is to decide again: what it would do then is none of this choice.

    Whether somebody else has acted.
    """
    choose, last = REFLEXES[table.game.name][tutor_of(table.game.name)], seat
    for _ in range(FURTHEST):
        acting = table.to_act()
        if not acting or seat in acting:
            break
        last = min(acting, key=lambda each: (each - last - 1) % table.seats)
        table.apply_all(last, whole_move(table, last, choose, handed(chance), ()))
    return last != seat


def _fates(table: Table, told: Sequence[Event], seat: int) -> Mapping[str, int]:
    return table.game.fates(told, seat) if table.game.fates else {}


def _counted(table: Table, told: Sequence[Event], seat: int) -> Mapping[str, float]:
    """The measures of a seat; none where cards were dealt meanwhile."""
    new = {DEALT, *table.game.afresh}
    if table.game.measures is None or any(event.kind in new for event in told):
        return {}
    return table.game.measures(table.box, table.view(seat))


def _reach(table: Table, told: Sequence[Event], seat: int, before: int) -> Mapping[str, float]:
    """The most that the next move of a seat can make of each measure; none where not all moves can be compared."""
    moves = table.legal(seat)
    too_many = before * len(moves) > MOST_TRIED
    if not moves[1:] or too_many or any(table.game.composes[move] for move in moves):
        return {}
    found: dict[str, float] = {}
    for move in moves:
        apart = table.branch(table.state)
        for name, number in _counted(apart, [*told, *apart.apply(seat, move)], seat).items():
            found[name] = max(number, found.get(name, number))
    return found


def _most_of_others(table: Table, told: Sequence[Event], seat: int) -> Mapping[str, float]:
    """The first measure of whoever of the others has most of it."""
    others = [list(_counted(table, told, other).items())[:1] for other in range(table.seats) if other != seat]
    return dict([max((each for each in others), key=lambda each: each[0][1])[0]]) if all(others) else {}


# ---------------------------------------------------------------- what tells two choices apart


def _told_apart(mine: Sequence[Found], bots: Sequence[Found]) -> Iterator[tuple[Fact, Line]]:
    """Everything of which the better choice has more, with its sentence."""
    facts = dict.fromkeys(fact for found in (*mine, *bots) for fact in found if fact != OTHERS)
    for fact in sorted(facts, key=lambda each: ORDER.index(each[0])):
        nothing = 0.0 if fact[0] in TIMES else None
        alike = [
            (one, other)
            for one, other in zip(mine, bots, strict=True)
            if fact[0] not in LATER or one[OTHERS] == other[OTHERS]
        ]
        both = [(one.get(fact, nothing), other.get(fact, nothing)) for one, other in alike]
        pairs = [(one, other) for one, other in both if one is not None and other is not None]
        if len(pairs) >= ENOUGH and _is_more(pairs):
            yield fact, _line(fact, [one for one, _ in pairs], [other for _, other in pairs])


def _is_more(pairs: Sequence[tuple[float, float]]) -> bool:
    """Whether the second of each pair is more, beyond the noise and by what is seen when it is written."""
    gaps = [other - one for one, other in pairs]
    return round(fmean(gaps), 1) > 0 and fmean(gaps) > NOISE * stdev(gaps) / len(gaps) ** 0.5


def _line(fact: Fact, mine: Sequence[float], bots: Sequence[float]) -> Line:
    about, name = fact
    section = "fates" if about in TIMES else "measures"
    certain = about == NOW and len(set(mine)) == len(set(bots)) == 1
    many = 100 if about in TIMES else 1
    slots: dict[str, Slot] = {} if about == WINS else {"what": Ref("word", name, section)}
    slots |= {"done": _short(fmean(mine), many), "best": _short(fmean(bots), many)}
    return Line(f"whys.{about if certain or about != NOW else 'average'}", slots)


def _short(number: float, many: int) -> int | float:
    """As it is written: a tenth is enough, of times in a hundred a whole number."""
    found = round(many * abs(number), 1 if many == 1 else 0)
    return int(found) if found == int(found) else found
