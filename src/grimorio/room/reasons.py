"""Why a hint is a good idea: what a player counts, before the move and after it.

A game says what is worth counting (`Game.measures`: the value of a spell, the points so far). The move is made in some
worlds that the seat holds possible, never in the real one, so that a reason tells nothing that the seat does not know.
"""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

import msgspec

from grimorio.engine.advice import advice
from grimorio.engine.calls import calls_of
from grimorio.engine.fitting import filled
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.words import Words

WORLDS = 6
"""Worlds in which a move is tried."""
MOST_OTHERS = 40
"""Where there are more moves than this, they are not all compared."""
MOST = 2
"""Reasons that are given at once."""
VICTORY, ONLY = "victory", "only"
"""What counts in every game: to win, and to have no choice."""

Measured = dict[str, float]


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that counts: now and after the move, on average where that is not `certain`.

    `others`: what the best of all other moves would make of it; None where they were not compared.
    """

    what: str
    before: float
    after: float
    certain: bool
    others: float | None = None


class Hint(msgspec.Struct, frozen=True):
    """What a bot would do, a line for each decision as it is told to people, and why."""

    bot: str
    moves: tuple[int, ...]
    told: tuple[Line, ...]
    reasons: tuple[Reason, ...]


def reasoned(bot: str, thought: Callable[[], list[int]], table: Table, seat: int, chance: Any) -> Hint:
    """What the bot thinks, with its reasons."""
    moves, view = tuple(thought()), table.view_json(seat)
    told = advice(table.game, table.game.pointer.ways(moves, seat, view), view)
    return Hint(bot, moves, told, reasons(table, seat, chance, moves))


def reasons(table: Table, seat: int, chance: Any, moves: Sequence[int]) -> tuple[Reason, ...]:
    """The best reasons for what a seat might do, from its own view; none where nothing that counts can be compared."""
    measures = table.game.measures
    if measures is None or not moves:
        return ()
    if len(table.legal(seat)) == 1:
        return (Reason(ONLY, 0, 0, certain=True),)
    before = {VICTORY: 0.0, **measures(table.box, table.view(seat))}
    worlds = [_imagined(table, seat, chance) for _ in range(WORLDS)]
    after = _tried(worlds, seat, moves)
    if after is None:
        return ()
    others = _others(worlds, seat, moves)
    found = [_reason(what, before[what], [each[what] for each in after], others) for what in before]
    return tuple(_telling(found))


def _imagined(table: Table, seat: int, chance: Any) -> Table:
    """A world that looks the same to a seat."""
    made = table.game.layout.new(1)
    calls_of(table.game).imagine(table.box, table.view(seat), seat, chance, made)
    return table.branch(made)


def _tried(worlds: Sequence[Table], seat: int, moves: Sequence[int]) -> list[Measured] | None:
    """What counts after the move in each world; None where cards were dealt anew, so that nothing can be compared."""
    found = []
    for world in worlds:
        apart = world.branch(world.state)
        told = apart.apply_all(seat, moves)
        if any(event.kind in world.game.afresh for event in told) or world.game.measures is None:
            return None
        won = float(apart.over and seat in apart.outcome().winners)
        found.append({VICTORY: won, **world.game.measures(apart.box, apart.view(seat))})
    return found


def _others(worlds: Sequence[Table], seat: int, moves: Sequence[int]) -> Measured:
    """The most that any other move makes of each measure; nothing where not all of them can be compared."""
    legal = worlds[0].legal(seat)
    composes = worlds[0].game.composes
    if len(moves) > 1 or not 1 < len(legal) <= MOST_OTHERS or any(composes[move] for move in legal):
        return {}
    tried = [_tried(worlds, seat, (move,)) for move in legal if move != moves[0]]
    means = [{what: fmean(each[what] for each in one) for what in one[0]} for one in tried if one is not None]
    if len(means) < len(tried):
        return {}
    return {what: max(one[what] for one in means) for what in means[0]}


def _reason(what: str, before: float, after: Sequence[float], others: Measured) -> Reason:
    best = others.get(what)
    certain = len(set(after)) == 1
    return Reason(what, _short(before), _short(fmean(after)), certain, None if best is None else _short(best))


def _short(number: float) -> float:
    return round(number, 1)


def _telling(found: Sequence[Reason]) -> Iterable[Reason]:
    """What grows; else what no other move would leave higher; else what it costs."""
    growing = [each for each in found if each.after > each.before]
    holding = [each for each in found if each.what != VICTORY and each.others is not None and each.others <= each.after]
    costing = [each for each in found if each.after < each.before]
    return growing[:MOST] or holding[:1] or costing[:1]


# ---------------------------------------------------------------- in words


def why_of(words: Words, reason: Reason) -> str:
    """A reason in sentences, as a page says it too."""
    phrases: dict[str, str] = words.shared["reasons"]
    if reason.what in phrases:
        return phrases[reason.what if reason.certain else "perhaps"]
    values = {name: _written(words.language, number) for name, number in _numbers(reason)}
    values["what"] = words.text("measures", reason.what)
    return " ".join(filled(words.language, phrases[key], values) for key in _sentences(reason))


def _sentences(reason: Reason) -> Iterable[str]:
    """What is said of it: the change, how the other moves compare, what it is good for."""
    same = reason.certain and reason.after == reason.before
    yield "same" if same else "certain" if reason.certain else "average"
    if reason.others is not None and reason.others <= reason.after:
        yield "others" if reason.others < reason.after else "best"
    elif reason.after < reason.before:
        yield "price"


def _numbers(reason: Reason) -> Iterable[tuple[str, float]]:
    return [("before", reason.before), ("after", reason.after), ("others", reason.others or 0.0)]


def _written(language: str, number: float) -> str:
    text = f"{number:g}"
    return text.replace(".", ",") if language == "it" else text
