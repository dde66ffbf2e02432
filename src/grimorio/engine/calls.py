"""The kernels of a game as Python calls them: on arrays of one record.

A kernel that is handed a record of NumPy costs 11 µs before it begins, since Numba looks its type up anew each time;
one that is handed the arrays and takes the record inside costs 1 µs. So everything outside kernels goes through here.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from grimorio.engine.events import AUDIENCE, CARD, CODE, FACES, FROM
from grimorio.engine.game import Game
from grimorio.engine.kernel import at as at_inside
from grimorio.engine.kernel import handed, is_compiled, kernel, readable
from grimorio.engine.layout import NONE

NOT_TO_ACT, NOT_LEGAL = -1, -2
"""What `decide` answers instead of acting, and `ask` for a seat that is not to act."""
TOLD, DREW, SHOWED, BOUND = 0xFF, 1 << 8, 1 << 9, 1 << 10
"""What `decide` answers when it acted, as bits: the viewers who were told of it; chance was drawn; a face was shown to
somebody who could not see it where it came from; something was said that binds."""


@dataclass(frozen=True)
class Calls:
    """What a table asks of the rules. `boxes`, `states` and the like are arrays of one record."""

    deal: Callable[[Any, Any, Any], None]
    to_act: Callable[[Any, Any], int]
    ask: Callable[[Any, Any, int, Any], int]
    why: Callable[[Any, Any, int, int, Any], int]
    decide: Callable[[Any, Any, int, int, Any, Any], int]
    outcome: Callable[[Any, Any, Any], int]
    imagine: Callable[[Any, Any, int, Any, Any], None]


@functools.cache
def calls_of(game: Game) -> Calls:
    """The calls of a game, compiled when they are first made."""
    return Calls(*_setting_up(game), *_deciding(game), *_looking(game))


def _ways(game: Game) -> tuple[Callable[[Any], Any], Callable[[Any, int], Any]]:
    """How calls are made and records taken: compiled, unless a game has rules in plain Python (such as a test's)."""
    rules = (game.deal, game.to_act, game.legal, game.why, game.apply, game.outcome, game.imagine)
    if all(is_compiled(rule) for rule in rules):
        return kernel, at_inside
    return (lambda call: call), handed


def _setting_up(game: Game) -> tuple[Any, Any]:
    compiled, at = _ways(game)
    game_deal, game_to_act = game.deal, game.to_act

    @compiled
    def deal(boxes: Any, states: Any, log: Any) -> None:
        log[0, CODE] = 0
        game_deal(at(boxes, 0), at(states, 0), log)

    @compiled
    def to_act(boxes: Any, states: Any) -> int:
        return game_to_act(at(boxes, 0), at(states, 0))

    return deal, to_act


def _binding(game: Game) -> Any:
    """For each code of an event whether it binds who said it."""
    return readable(np.array([code in game.binding_codes for code in range(len(game.events))] or [False], np.uint8))


@kernel
def place_in_stream(states: Any) -> tuple[int, int, int, int]:
    """Where a state has arrived in its stream of chance: another place, and something was drawn in between."""
    s = at_inside(states, 0)
    return s.counter, s.used, s.key[0], s.key[1]


@kernel
def weighed(log: Any, seen_by: Any, binding: Any) -> int:
    """What the rows of a decision tell: to whom, whether a face was shown that was hidden, whether a word binds."""
    found = 0
    for row in range(1, log[0, CODE] + 1):
        found |= log[row, AUDIENCE]
        if log[row, CARD] != NONE and log[row, FROM] != NONE and log[row, FACES] & ~seen_by[log[row, FROM]]:
            found |= SHOWED
        if binding[log[row, CODE]]:
            found |= BOUND
    return found


def _deciding(game: Game) -> tuple[Any, Any, Any]:
    compiled, at = _ways(game)
    to_act, legal, game_why, apply = game.to_act, game.legal, game.why, game.apply
    seen_by, binding = readable(np.array(game.layout.places().seen_by or (0,), np.int32)), _binding(game)

    @compiled
    def ask(boxes: Any, states: Any, seat: int, out: Any) -> int:
        """The legal actions of a seat; how many there are, or `NOT_TO_ACT`."""
        box, s = at(boxes, 0), at(states, 0)
        if to_act(box, s) >> seat & 1 == 0:
            return NOT_TO_ACT
        return legal(box, s, seat, out)

    @compiled
    def why(boxes: Any, states: Any, seat: int, action: int, out: Any) -> int:
        return game_why(at(boxes, 0), at(states, 0), seat, action, out)

    @compiled
    def decide(boxes: Any, states: Any, seat: int, action: int, out: Any, log: Any) -> int:  # noqa: PLR0913
        """Make a decision if it is legal, and say what became of it (`TOLD` and following), or why nothing was done."""
        box, s = at(boxes, 0), at(states, 0)
        if to_act(box, s) >> seat & 1 == 0:
            return NOT_TO_ACT
        count = legal(box, s, seat, out)
        for i in range(count):
            if out[i] == action:
                log[0, CODE] = 0
                before = place_in_stream(states)
                apply(box, s, seat, action, log)
                return weighed(log, seen_by, binding) | (0 if place_in_stream(states) == before else DREW)
        return NOT_LEGAL

    return ask, why, decide


def _looking(game: Game) -> tuple[Any, Any]:
    compiled, at = _ways(game)
    game_outcome, game_imagine = game.outcome, game.imagine

    @compiled
    def outcome(boxes: Any, states: Any, out: Any) -> int:
        return game_outcome(at(boxes, 0), at(states, 0), out)

    @compiled
    def imagine(boxes: Any, views: Any, seat: int, chances: Any, states: Any) -> None:
        game_imagine(at(boxes, 0), at(views, 0), seat, at(chances, 0), at(states, 0))

    return outcome, imagine


@dataclass(frozen=True)
class ClockCalls:
    """What a table asks of a game with a clock."""

    clock: Callable[[Any, Any], int]
    timed: Callable[[Any, Any], int]
    lapse: Callable[[Any, Any, int], int]


@functools.cache
def clock_of(game: Game) -> ClockCalls | None:
    """The clock of a game, if it has one."""
    game_clock, game_timed, game_lapse = game.clock, game.timed, game.lapse
    compiled, at = _ways(game)
    if game_clock is None or game_timed is None or game_lapse is None:
        return None

    @compiled
    def clock(boxes: Any, states: Any) -> int:
        return game_clock(at(boxes, 0), at(states, 0))

    @compiled
    def timed(boxes: Any, states: Any) -> int:
        return game_timed(at(boxes, 0), at(states, 0))

    @compiled
    def lapse(boxes: Any, states: Any, seat: int) -> int:
        return game_lapse(at(boxes, 0), at(states, 0), seat)

    return ClockCalls(clock, timed, lapse)
