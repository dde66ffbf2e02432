"""What a table in play costs, called from Python as a server calls it: CPU time of one core, and memory."""

import time
import tracemalloc
from collections.abc import Callable
from typing import Any

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, handed
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table

TABLE_COSTS = ("table_apply_us", "table_told_us", "view_json_us", "changed_us")
"""Microseconds for: one decision at a table; the same, with its events for all viewers; a view in words; what changed
in a view, in words."""
TABLE_BYTES = "table_bytes"
"""Memory of a table near the end of a long game."""

SECRET = bytes(32)
DECISIONS = 20 if INTERPRETED else 400
"""Decisions of the game that is measured, at most."""
TABLES = 2 if INTERPRETED else 16

Move = tuple[int, int]


def table_costs(game: Game, seats: int, repetitions: int = 5) -> dict[str, float]:
    """All of it, on one random game; the best repetition counts."""
    moves = random_game(game, seats)
    views = views_of(game, seats, moves)
    loops: tuple[Callable[[], int], ...] = (
        lambda: apply_all(game, seats, moves),
        lambda: tell_all(game, seats, moves),
        lambda: spell_all(game, seats, views),
        lambda: change_all(game, seats, views),
    )
    found = {name: min(_cpu(loop) for _ in range(repetitions)) for name, loop in zip(TABLE_COSTS, loops, strict=True)}
    dealing = min(_cpu(lambda: deal_all(game, seats, len(moves))) for _ in range(repetitions))
    for name in TABLE_COSTS[:2]:
        found[name] -= dealing
    return {**found, TABLE_BYTES: memory(game, seats, moves)}


def _cpu(loop: Callable[[], int]) -> float:
    """Microseconds of CPU time for each of the things that a loop did."""
    started = time.process_time()
    number = loop()
    return (time.process_time() - started) / number * 1e6


def random_game(game: Game, seats: int) -> list[Move]:
    """The decisions of one random game."""
    table, chance, moves = Table(game, seats, secret=SECRET), stream(key_of_seed(1, "bench")), list[Move]()
    while not table.over and len(moves) < DECISIONS:
        seat = table.to_act()[below(handed(chance), len(table.to_act()))]
        legal = table.legal(seat)
        moves.append((seat, legal[below(handed(chance), len(legal))]))
        table.apply(*moves[-1])
    return moves


def played(game: Game, seats: int, moves: list[Move]) -> Table:
    """A table at which these decisions were made."""
    table = Table(game, seats, secret=SECRET)
    for seat, action in moves:
        table.apply(seat, action)
    return table


def deal_all(game: Game, seats: int, number: int) -> int:
    """Deal, and count the cost on as many decisions as follow a deal."""
    Table(game, seats, secret=SECRET)
    return number


def apply_all(game: Game, seats: int, moves: list[Move]) -> int:
    """Make every decision."""
    played(game, seats, moves)
    return len(moves)


def tell_all(game: Game, seats: int, moves: list[Move]) -> int:
    """Make every decision, and tell everybody what he saw of it."""
    table, viewers = Table(game, seats, secret=SECRET), (SPECTATOR, *range(seats))
    moments = {viewer: table.moment(viewer) for viewer in viewers}
    for seat, action in moves:
        table.apply(seat, action)
        for viewer in viewers:
            moments[viewer] += len(table.events(viewer, moments[viewer]))
    return len(moves)


def views_of(game: Game, seats: int, moves: list[Move]) -> list[Any]:
    """The views of one seat after every decision."""
    table = Table(game, seats, secret=SECRET)
    views = [table.view(0)]
    for seat, action in moves:
        table.apply(seat, action)
        views.append(table.view(0))
    return views


def spell_all(game: Game, seats: int, views: list[Any]) -> int:
    """Every view in words."""
    for view in views:
        game.sight.json(view, seats, game.card_name)
    return len(views)


def change_all(game: Game, seats: int, views: list[Any]) -> int:
    """What is new in every view, in words."""
    sight, before = game.sight, views[0].tobytes()
    for view in views[1:]:
        now = view.tobytes()
        sight.fields_json(now, seats, game.card_name, sight.changed(before, now))
        before = now
    return len(views) - 1


def memory(game: Game, seats: int, moves: list[Move]) -> float:
    """Bytes that a table holds after these decisions, on average of several."""
    played(game, seats, moves)
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tables = [played(game, seats, moves) for _ in range(TABLES)]
        return (tracemalloc.get_traced_memory()[0] - before) / len(tables)
    finally:
        tracemalloc.stop()
