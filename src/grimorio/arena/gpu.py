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

if not hasattr(np, "row_stack"):  # pragma: no cover - NumPy 2.5 has dropped two names that numba-cuda 0.30 asks for
    vars(np).update(row_stack=np.vstack, in1d=np.isin)

try:
    from numba import cuda
except ImportError:  # pragma: no cover - only where numba-cuda is not installed
    cuda = None

from grimorio.arena.simulate import Batch, Match, UnknownBotError, deciding
from grimorio.bots import RANDOM
from grimorio.bots.uniform import choose as uniform
from grimorio.engine.chance import CHANCE_DTYPE, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at, set_at
from grimorio.engine.turns import whose_turn

GPU_BATCH = 1 << 22
"""Games whose final states are held on the GPU at once."""
BLOCK, TABLES = 32, 512
"""Threads of a block, and tables that each multiprocessor plays; more of them crowd one another out of its caches."""
LARGE, IN_STEP, REGISTERS = 1500, 1024, 64
"""From so many bytes of a position on all tables of a multiprocessor play in step: so many, with so many registers."""
OURS, SHORT = __name__.partition(".")[0], (".look", ".mask", ".spell")
"""Whose kernels are kept short, and those that are short loops, which are better unrolled."""


def _keep_code_small(lower: Any) -> None:
    """Let the GPU's compiler prefer short code in our kernels, whose rules it would unroll and copy to every call.

    What does not fit the instruction cache is fetched again and again: an H200 spent 86 % of its time on that.
    """
    before = lower.pre_lower

    def pre_lower(self: Any) -> None:
        before(self)
        if self.fndesc.modname.startswith(OURS) and not self.fndesc.qualname.endswith(SHORT):
            self.builder.function.attributes.add("optsize")

    lower.pre_lower = pre_lower


if cuda is not None and not INTERPRETED:
    from numba.cuda.lowering import CUDALower

    _keep_code_small(CUDALower)


class NoGpuError(RuntimeError):
    """There is no GPU that Numba can use here; says so."""


def plays_in_step(game: Game, bots: tuple[str, ...]) -> bool:
    """Whether a game has so many rules that its tables must go through them together, which random bots can."""
    return bots == (RANDOM,) and game.layout.dtype.itemsize >= LARGE


@functools.cache
def playing_on_gpu(game: Game, bots: tuple[str, ...]) -> Any:
    """The GPU kernel that plays a batch of games."""
    if plays_in_step(game, bots):
        return cuda.jit(_in_step(game), **({} if INTERPRETED else {"max_registers": REGISTERS}))
    return cuda.jit(_apart(game, bots))


def _apart(game: Game, bots: tuple[str, ...]) -> Callable[..., None]:
    start, settle, to_act, guard = game.start, game.settle, game.to_act, game.guard
    decide: Callable[..., int] = deciding(game, bots)
    state_type, room = game.layout.dtype, game.most_legal

    blind = bots == (RANDOM,)

    def play(  # noqa: PLR0913 - a GPU kernel is given every array by itself
        boxes: Any, finals: Any, work: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, keys: Any,
        first: int, count: int, decisions: Any,
    ) -> None:  # fmt: skip
        """Tables of a warp decide together and settle together: what is rarely done is then done by all at once.

        A table of random bots, whom nobody shows a view, keeps its state in memory of its own, which is fastest.
        """
        table = cuda.grid(1)
        tables = cuda.gridsize(1)
        chances = cuda.local.array(1, CHANCE_DTYPE)
        actions = cuda.local.array(room, np.int16)
        own = cuda.local.array(1, state_type)
        set_at(own, 0, work, table)
        s = at(own, 0) if blind else at(work, table)
        box, view, chance, key = at(boxes, 0), at(views, table), at(chances, 0), at(keys, 0)
        number = table
        made = 0
        dealt = False
        while number < count:
            if not dealt:
                split(key.deals, first + number, s)
                s.counter = key.counter
                split(key.choices, first + number, chance)
                start(box, s)
                made = 0
                dealt = True
            settle(box, s, None)
            acting = to_act(box, s)
            if acting == 0 or made >= guard:
                decisions[number] = made
                set_at(finals, number, own if blind else work, 0 if blind else table)
                number += tables
                dealt = False
            while dealt and acting != 0 and made < guard:
                acting = decide(box, s, raw[table], view, seen[table], plan, backs, who, actions, chance, None, acting)
                made += 1

    return play


def _in_step(game: Game) -> Callable[..., None]:
    start, settle, to_act, guard = game.start, game.settle, game.to_act, game.guard
    legal, act, who_is_next = game.legal, game.act, whose_turn(game)
    state_type, room = game.layout.dtype, game.most_legal

    def play(  # noqa: PLR0913 - the arguments of the other form
        boxes: Any, finals: Any, work: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, keys: Any,  # noqa: ARG001
        first: int, count: int, decisions: Any,
    ) -> None:  # fmt: skip
        """All tables of a block settle, then list what is legal, then act: each rule is fetched once for all of them.

        A table whose game has just ended waits for one round, and then deals anew.
        """
        number = cuda.grid(1)
        tables = cuda.gridsize(1)
        chances = cuda.local.array(1, CHANCE_DTYPE)
        actions = cuda.local.array(room, np.int16)
        own = cuda.local.array(1, state_type)
        set_at(own, 0, work, 0)
        s, box, chance, key = at(own, 0), at(boxes, 0), at(chances, 0), at(keys, 0)
        made, acting, dealt = 0, 0, False
        while cuda.syncthreads_or(np.int32(1 if number < count else 0)):
            plays = number < count
            if plays:
                if not dealt:
                    split(key.deals, first + number, s)
                    s.counter = key.counter
                    split(key.choices, first + number, chance)
                    start(box, s)
                    made = 0
                    dealt = True
                if acting == 0:
                    settle(box, s, None)
                    acting = to_act(box, s)
                if acting == 0 or made >= guard:
                    decisions[number] = made
                    set_at(finals, number, own, 0)
                    number += tables
                    acting, dealt, plays = 0, False, False
            cuda.syncthreads()
            seat, found = 0, 0
            if plays:
                seat = who_is_next(acting, chance)
                found = legal(box, s, seat, actions)
            cuda.syncthreads()
            if plays:
                act(box, s, seat, actions[uniform(box, None, actions, found, chance)], None)
                acting = to_act(box, s)
                made += 1

    return play


def gpu_name() -> str:
    """What the GPU is called; raises `NoGpuError` where there is none."""
    if cuda is None or not cuda.is_available():
        msg = "no GPU that CUDA can use; try --device cpu"
        raise NoGpuError(msg)
    name = getattr(cuda.get_current_device(), "name", "CUDA simulator")
    return name.decode() if isinstance(name, bytes) else str(name)


def gpu_batches(match: Match) -> Iterator[Batch]:
    """All games of a match, played on the GPU. The first launch plays nothing: it compiles, outside the clock."""
    gpu_name()
    game, bots = match.game, match.levels()
    if match.thinkers():
        msg = f"{match.thinkers()[0]} thinks, which is done on a CPU; try --device cpu"
        raise UnknownBotError(msg)
    most = min(match.games, GPU_BATCH)
    blocks, block = _grid(most, in_step=plays_in_step(game, bots))
    tables = blocks * block
    play = playing_on_gpu(game, bots)[blocks, block]
    work, views = cuda.to_device(game.layout.new(tables)), cuda.to_device(game.sight.new(tables))
    fixed = [cuda.to_device(each) for each in (game.sight.plan, game.sight.backs, match.who(), match.keys())]
    boxes = cuda.to_device(match.box)
    finals, decisions = cuda.to_device(game.layout.new(most)), cuda.to_device(np.zeros(most, np.int32))
    given = (boxes, finals, work, _bytes(work), views, _bytes(views), *fixed)
    play(*given, 0, 0, decisions)
    cuda.synchronize()
    for first in range(0, match.games, GPU_BATCH):
        count = min(GPU_BATCH, match.games - first)
        started = time.perf_counter()
        play(*given, first, count, decisions)
        cuda.synchronize()
        seconds = time.perf_counter() - started
        yield Batch(finals.copy_to_host()[:count], decisions.copy_to_host()[:count], seconds)


def _grid(games: int, *, in_step: bool) -> tuple[int, int]:
    """How many blocks of how many tables play so many games."""
    if INTERPRETED:
        return 1, 2
    block, tables = (IN_STEP, IN_STEP) if in_step else (BLOCK, TABLES)
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    return min(-(-games // block), processors * tables // block), block


def _bytes(records: Any) -> Any:
    """The same memory on the device as rows of bytes."""
    return records.view(np.uint8).reshape(records.shape[0], records.dtype.itemsize)
