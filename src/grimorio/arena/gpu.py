"""The same kernels on a GPU: a thread a table, playing game after game.

`NUMBA_ENABLE_CUDASIM=1` runs this file on Numba's simulator, without a GPU (the kernels then run interpreted).
"""

import functools
import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

from numba import cuda

from grimorio.arena.simulate import Batch, Match, deciding
from grimorio.bots import BOTS, RANDOM
from grimorio.engine.chance import CHANCE_DTYPE, split
from grimorio.engine.events import new_log
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at

GPU_BATCH = 1 << 21
"""Games whose final states are held on the GPU at once."""
BLOCK = 128
TABLES = 1 << 18
"""Threads, each of which plays its share of a batch."""


class NoGpuError(RuntimeError):
    """There is no GPU that Numba can use here; says so."""


@functools.cache
def playing_on_gpu(game: Game, bots: tuple[str, ...]) -> Any:
    """The GPU kernel that plays a batch of games; with the state of a table in fast memory of its own."""
    deal, to_act, guard = game.deal, game.to_act, game.guard
    decide: Callable[..., int] = deciding(game, tuple(BOTS[game.name][name] for name in bots))
    state_type, view_type, room = game.layout.dtype, game.sight.dtype, game.most_legal

    @cuda.jit
    def play(  # noqa: PLR0913
        boxes: Any, finals: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, log: Any,
        keys: Any, first: int, count: int, decisions: Any,
    ) -> None:  # fmt: skip
        """A single loop: a table that has finished deals its next game while the others of its warp go on."""
        table = cuda.grid(1)
        tables = cuda.gridsize(1)
        chances = cuda.local.array(1, CHANCE_DTYPE)
        actions = cuda.local.array(room, np.int32)
        box, view, chance, key = at(boxes, 0), at(views, table), at(chances, 0), at(keys, 0)
        number = table
        made = 0
        acting = 0
        dealt = False
        while number < count:
            s = at(finals, number)
            if not dealt:
                split(key.deals, first + number, s)
                split(key.choices, first + number, chance)
                deal(box, s, log)
                made = 0
                acting = to_act(box, s)
                dealt = True
            elif acting != 0 and made < guard:
                acting = decide(box, s, raw[number], view, seen[table], plan, backs, who, actions, chance, log)
                made += 1
            else:
                decisions[number] = made
                number += tables
                dealt = False

    return play


def gpu_batches(match: Match) -> Iterator[Batch]:
    """All games of a match, played on the GPU."""
    if not cuda.is_available():
        msg = "no GPU that CUDA can use; try --device cpu"
        raise NoGpuError(msg)
    game = match.game
    seats_bots = match.players()
    bots = tuple(BOTS[game.name]) if set(seats_bots) != {RANDOM} else (RANDOM,)
    tables = min(TABLES, BLOCK * -(-min(match.games, GPU_BATCH) // BLOCK)) if not INTERPRETED else 2
    block = min(BLOCK, tables)
    kernel = playing_on_gpu(game, bots)
    boxes = cuda.to_device(match.box)
    views = cuda.to_device(game.sight.new(tables))
    fixed = (cuda.to_device(game.sight.plan), cuda.to_device(game.sight.backs), cuda.to_device(match.who()))
    keys = cuda.to_device(match.keys())
    log = cuda.to_device(np.asarray(new_log(0)))
    for first in range(0, match.games, GPU_BATCH):
        count = min(GPU_BATCH, match.games - first)
        states, decisions = cuda.to_device(game.layout.new(count)), cuda.to_device(np.zeros(count, np.int32))
        started = time.perf_counter()
        kernel[tables // block, block](
            boxes, states, _bytes(states), views, _bytes(views), *fixed, log, keys, first, count, decisions
        )
        cuda.synchronize()
        seconds = time.perf_counter() - started
        yield Batch(states.copy_to_host(), decisions.copy_to_host(), seconds)


def _bytes(records: Any) -> Any:
    """The same memory on the device as rows of bytes."""
    return records.view(np.uint8).reshape(records.shape[0], records.dtype.itemsize)
