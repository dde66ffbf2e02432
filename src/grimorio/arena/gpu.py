"""The same kernels on a GPU: a thread a table, playing game after game.

`NUMBA_ENABLE_CUDASIM=1` runs this file on Numba's simulator, without a GPU (the kernels then run interpreted).
"""

import functools
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    sys.setswitchinterval(1e-5)  # the threads of a simulated block wait for one another at every step

from grimorio.arena.simulated import mend
from grimorio.engine.kernel import INTERPRETED, widened

if not hasattr(np, "row_stack"):  # pragma: no cover - NumPy 2.5 has dropped two names that numba-cuda 0.30 asks for
    vars(np).update(row_stack=np.vstack, in1d=np.isin)

try:
    from numba import cuda

    if not INTERPRETED:
        from numba.cuda.dispatcher import CUDADispatcher
        from numba.cuda.lowering import CUDALower  # which numba-cuda alone has, not what Numba itself calls cuda
except ImportError:  # pragma: no cover - only where numba-cuda is not installed
    cuda = None
if cuda is not None and os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
    mend()

from grimorio.arena.simulate import Batch, Match, UnknownBotError, deciding
from grimorio.bots import RANDOM
from grimorio.bots.uniform import choose as uniform
from grimorio.engine.chance import CHANCE_DTYPE, CHANCE_FIELDS, WORDS, next_block, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, set_at
from grimorio.engine.turns import whose_turn

GPU_BATCH = 1 << 22
"""Games whose final states are held on the GPU at once."""
BLOCK, TABLES = 32, 768
"""Threads of a block, and tables that each multiprocessor plays; more of them crowd one another out of its caches."""
SMALL, NEAR = 440, (64, 512)
"""Bytes of a position up to which it lies in shared memory, and these two numbers then: of 228 kB, 8 times 28.5."""
APART = np.dtype([*CHANCE_FIELDS, ("apart", "u1")], align=True)
"""A stream of its own type, so that what is compiled for it is compiled for tables that play apart."""
LARGE, HUGE = 1500, 2000
"""Bytes of a position from which on tables are grouped by what they do, and from which on in the largest blocks."""
MOST, REGISTERS = 1024, 64
"""Threads of the largest block, as many as a multiprocessor then has in all; registers of each."""
EACH = 3
"""Tables that a thread has where they are grouped."""
KINDS = 64
"""Groups that tables of a block are put into; the last is for those with nothing to do now."""
IDLE = KINDS - 1
OURS, SHORT = __name__.partition(".")[0], (".look", ".mask", ".spell")
"""Whose kernels are kept short, and those that are short loops, which are better unrolled."""


def _keep_code_small(lower: Any) -> None:
    """Let the GPU's compiler prefer short code in our kernels, whose rules it would unroll and copy to every call.

    What does not fit the instruction cache is fetched again and again: an H200 spent 86 % of its time on that. Where
    tables play apart, ChaCha stands there only once (a twentieth faster); where they are grouped, calls cost a quarter.
    """
    before = lower.pre_lower

    def pre_lower(self: Any) -> None:
        before(self)
        if self.fndesc.modname.startswith(OURS) and not self.fndesc.qualname.endswith(SHORT):
            self.builder.function.attributes.add("optsize")
        if _compiling.apart and self.fndesc.qualname == next_block.__name__:
            self.builder.function.attributes.add("noinline")

    lower.pre_lower = pre_lower


def _widen(dispatcher: Any) -> None:
    """Where tables play apart, let kernels that call one another take every number as a whole one, as on a CPU."""
    before = dispatcher.get_call_template

    def get_call_template(self: Any, args: Any, kws: Any) -> Any:
        if _compiling.apart and self.py_func.__module__.startswith(OURS):
            args = tuple(map(widened, args))
        return before(self, args, kws)

    dispatcher.get_call_template = get_call_template


class _Compiling(threading.local):
    """Whether what is being compiled now is the kernel for tables that play apart."""

    apart = False


_compiling = _Compiling()
if cuda is not None and not INTERPRETED and os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
    _keep_code_small(CUDALower)
    _widen(CUDADispatcher)


class NoGpuError(RuntimeError):
    """There is no GPU that Numba can use here; says so."""


def plays_grouped(game: Game, bots: tuple[str, ...]) -> bool:
    """Whether a game has so many rules that tables must go through them together, which those of random bots can."""
    return bots == (RANDOM,) and game.layout.dtype.itemsize >= LARGE


@functools.cache
def playing_on_gpu(game: Game, bots: tuple[str, ...]) -> Any:
    """The GPU kernel that plays a batch of games."""
    return cuda.jit(_apart(game, bots))


@functools.cache
def grouped_on_gpu(game: Game) -> Any:
    """The GPU kernel that plays a batch of games among random bots, tables that do alike side by side."""
    return cuda.jit(_grouped(game), **({} if INTERPRETED else {"max_registers": REGISTERS}))


def _apart(game: Game, bots: tuple[str, ...]) -> Callable[..., None]:
    start, settle, to_act, guard = game.start, game.settle, game.to_act, game.guard
    decide: Callable[..., int] = deciding(game, bots)
    state_type, room, words = game.layout.dtype, game.most_legal, game.layout.dtype.itemsize // 8

    blind = bots == (RANDOM,)
    near, together = _tables(game, bots) == NEAR, NEAR[0] * words

    def play(  # noqa: PLR0913 - a GPU kernel is given every array by itself
        boxes: Any, finals: Any, rows: Any, work: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any,
        who: Any, keys: Any, first: int, count: int, taken: Any, decisions: Any,
    ) -> None:  # fmt: skip
        """Tables of a warp decide together and settle together: what is rarely done is then done by all at once.

        A table of random bots, whom nobody shows a view, keeps its state in memory of its own, which is fastest: in
        shared memory, where that has room for enough tables.
        """
        table = cuda.grid(1)
        chances = cuda.local.array(1, APART)
        actions = cuda.local.array(room, np.int16)
        if near:
            held = cuda.shared.array(together, np.uint64)
            me = cuda.threadIdx.x
        else:
            held = cuda.local.array(words, np.uint64)
            me = 0
        own = held.view(state_type)
        set_at(own, me, work, table)
        s = at(own, me) if blind else at(work, table)
        box, view, chance, key = at(boxes, 0), at(views, table), at(chances, 0), at(keys, 0)
        number = int(cuda.atomic.add(taken, 0, 1))
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
                if blind:
                    for i in range(words):
                        rows[number, i] = held[me * words + i]
                else:
                    set_at(finals, number, work, table)
                number = int(cuda.atomic.add(taken, 0, 1))
                dealt = False
            while dealt and acting != 0 and made < guard:
                acting = decide(box, s, raw[table], view, seen[table], plan, backs, who, actions, chance, None, acting)
                made += 1

    return play


def _tables(game: Game, bots: tuple[str, ...]) -> tuple[int, int]:
    """Tables of a block and of a multiprocessor, where they are not grouped."""
    return NEAR if bots == (RANDOM,) and game.layout.dtype.itemsize <= SMALL else (BLOCK, TABLES)


def _grouped(game: Game) -> Callable[..., None]:  # noqa: C901, PLR0915 - it counts what the kernel inside does
    begin, legal, act, who_is_next = _beginning(game), game.legal, game.act, whose_turn(game)
    settle, to_act, guard, room, regroup = game.settle, game.to_act, game.guard, game.most_legal, _regrouping()
    step, phase, most = _place(game, "step", "phase"), _place(game, "phase"), _together(game) * EACH

    def play(  # noqa: C901, PLR0912, PLR0913, PLR0915 - a GPU kernel is one function, given every array by itself
        boxes: Any, finals: Any, raw: Any, chances: Any, kinds: Any, keys: Any, tables: int, first: int, count: int,
        taken: Any, decisions: Any,
    ) -> None:  # fmt: skip
        """All tables of a block settle, list what is legal, and act; before each step those that do alike are grouped.

        So the 32 tables of a warp go through one rule together, and each rule is fetched once for the whole block. In
        each of the three steps another thread may serve a table: what it is about to do lies in shared memory, and its
        game where the final state is to lie. A block has several `tables` for each thread: a step is over when the
        longest rule of all is, and until then the other warps serve more of them. Those that need fresh random numbers
        to choose by are grouped as well.
        """
        box, key, thread, block = at(boxes, 0), at(keys, 0), cuda.threadIdx.x, cuda.blockDim.x
        counts = cuda.shared.array(KINDS, np.int32)
        places = cuda.shared.array(KINDS, np.int32)
        kind_of = cuda.shared.array(most, np.uint8)
        order = cuda.shared.array(most, np.int16)
        numbers = cuda.shared.array(most, np.int32)
        made = cuda.shared.array(most, np.int32)
        acting = cuda.shared.array(most, np.uint8)
        deciding = cuda.shared.array(most, np.int8)
        chosen = cuda.shared.array(most, np.int16)
        actions = cuda.local.array(room, np.int16)
        ours, more = cuda.blockIdx.x * tables, False
        for table in range(thread, tables, block):
            numbers[table], made[table], acting[table] = cuda.atomic.add(taken, 0, 1), -1, 0
            more |= numbers[table] < count
        while cuda.syncthreads_or(np.int32(more)):
            for table in range(thread, tables, block):
                kind = IDLE
                if numbers[table] < count and acting[table] == 0:
                    kind = min(1 + raw[numbers[table], step], IDLE - 1) if made[table] >= 0 else 0
                kind_of[table] = kind
            regroup(tables, kind_of, counts, places, order)
            place = thread
            while place < tables - counts[IDLE]:
                table = int(order[place])
                place = np.int32(place + block)
                number = int(numbers[table])
                s = at(finals, number)
                if made[table] < 0:
                    begin(box, key, first + number, s, at(chances, ours + table))
                    made[table] = 0
                settle(box, s, None)
                acting[table] = to_act(box, s) if made[table] < guard else 0
                if acting[table] == 0:
                    decisions[number] = made[table]
                    numbers[table], made[table] = cuda.atomic.add(taken, 0, 1), -1
            cuda.syncthreads()
            for table in range(thread, tables, block):
                kind = IDLE
                if acting[table] != 0:
                    dry = at(chances, ours + table).used == WORDS
                    kind = min(2 * raw[numbers[table], phase] + dry, IDLE - 1)
                kind_of[table] = kind
            regroup(tables, kind_of, counts, places, order)
            place = thread
            while place < tables - counts[IDLE]:
                table = int(order[place])
                place = np.int32(place + block)
                s, chance = at(finals, numbers[table]), at(chances, ours + table)
                deciding[table] = who_is_next(int(acting[table]), chance)
                found = legal(box, s, int(deciding[table]), actions)
                chosen[table] = actions[uniform(box, None, actions, found, chance)]
            cuda.syncthreads()
            for table in range(thread, tables, block):
                kind_of[table] = kinds[chosen[table]] if acting[table] != 0 else IDLE
            regroup(tables, kind_of, counts, places, order)
            place = thread
            while place < tables - counts[IDLE]:
                table = int(order[place])
                place = np.int32(place + block)
                s = at(finals, numbers[table])
                act(box, s, int(deciding[table]), int(chosen[table]), None)
                made[table] += 1
                acting[table] = to_act(box, s) if made[table] < guard else 0
            cuda.syncthreads()
            more = False
            for table in range(thread, tables, block):
                more |= numbers[table] < count

    return play


def _beginning(game: Game) -> Callable[..., None]:
    start = game.start

    def begin(box: Any, key: Any, number: int, s: Any, chance: Any) -> None:
        """Set up the game with this number."""
        split(key.deals, number, s)
        s.counter = key.counter
        split(key.choices, number, chance)
        start(box, s)

    made: Callable[..., None] = cuda.jit(begin, device=True)
    return made


def _regrouping() -> Callable[..., None]:
    def regroup(tables: int, kind_of: Any, counts: Any, places: Any, order: Any) -> None:
        """Put the tables of a block in order of their kinds, all but those with nothing to do."""
        thread, block = cuda.threadIdx.x, cuda.blockDim.x
        for each in range(thread, KINDS, block):
            counts[each] = 0
        cuda.syncthreads()
        for table in range(thread, tables, block):
            cuda.atomic.add(counts, int(kind_of[table]), 1)
        cuda.syncthreads()
        for each in range(thread, IDLE, block):
            before = 0
            for lower in range(each):
                before += counts[lower]
            places[each] = before
        cuda.syncthreads()
        for table in range(thread, tables, block):
            if kind_of[table] != IDLE:
                order[cuda.atomic.add(places, int(kind_of[table]), 1)] = table
        cuda.syncthreads()

    made: Callable[..., None] = cuda.jit(regroup, device=True)
    return made


def _place(game: Game, *names: str) -> int:
    """Where in a position the first of these numbers lies that it has; anything else only groups tables worse."""
    fields: Any = game.layout.dtype.fields
    return next((fields[name][1] for name in names if name in fields), 0)


def _kinds(game: Game) -> Any:
    """For each action a number of what is done: actions of one form go through the same rules."""
    forms = np.zeros(game.actions, np.int32) if game.forms is None else np.asarray(game.forms)
    return np.minimum(np.unique(forms, return_inverse=True)[1], IDLE - 1).astype(np.int16)


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
    game = match.game
    if match.thinkers():
        msg = f"{match.thinkers()[0]} thinks, which is done on a CPU; try --device cpu"
        raise UnknownBotError(msg)
    most = min(match.games, GPU_BATCH)
    finals, decisions = cuda.to_device(game.layout.new(most)), cuda.to_device(np.zeros(most, np.int32))
    taken, none = cuda.to_device(np.zeros(1, np.int32)), np.zeros(1, np.int32)
    prepare = _prepare_grouped if plays_grouped(game, match.levels()) else _prepare_apart
    play, given = prepare(match, finals)
    _compiling.apart = prepare is _prepare_apart
    try:
        play(*given, 0, 0, taken, decisions)
    finally:
        _compiling.apart = False
    cuda.synchronize()
    for first in range(0, match.games, GPU_BATCH):
        count = min(GPU_BATCH, match.games - first)
        taken.copy_to_device(none)
        started = time.perf_counter()
        play(*given, first, count, taken, decisions)
        cuda.synchronize()
        seconds = time.perf_counter() - started
        yield Batch(finals.copy_to_host()[:count], decisions.copy_to_host()[:count], seconds)


def _prepare_apart(match: Match, finals: Any) -> tuple[Any, list[Any]]:
    """The kernel on its grid, and what it is given of a match."""
    game = match.game
    blocks, block = _grid(len(finals), *_tables(game, match.levels()))
    work, views = cuda.to_device(game.layout.new(blocks * block)), cuda.to_device(game.sight.new(blocks * block))
    fixed = [cuda.to_device(each) for each in (game.sight.plan, game.sight.backs, match.who(), match.keys())]
    rows = _bytes(finals).view(np.uint64)
    given = [cuda.to_device(match.box), finals, rows, work, _bytes(work), views, _bytes(views), *fixed]
    return playing_on_gpu(game, match.levels())[blocks, block], given


def _prepare_grouped(match: Match, finals: Any) -> tuple[Any, list[Any]]:
    """The kernel on its grid, and what it is given of a match."""
    game = match.game
    blocks, block = _grid(len(finals), _together(game), MOST)
    tables = block * EACH
    chances = cuda.to_device(np.zeros(blocks * tables, CHANCE_DTYPE))
    fixed = [cuda.to_device(each) for each in (_kinds(game), match.keys())]
    given = [cuda.to_device(match.box), finals, _bytes(finals), chances, *fixed, np.int32(tables)]
    return grouped_on_gpu(game)[blocks, block], given


def _together(game: Game) -> int:
    """Threads of a block where tables are grouped: the best of those measured."""
    return MOST if game.layout.dtype.itemsize >= HUGE else 256


def _grid(games: int, block: int, tables: int) -> tuple[int, int]:
    """How many blocks of how many tables play so many games, with so many tables on each multiprocessor."""
    if INTERPRETED:
        return 1, 2
    processors = cuda.get_current_device().MULTIPROCESSOR_COUNT
    return min(-(-games // block), processors * tables // block), block


def _bytes(records: Any) -> Any:
    """The same memory on the device as rows of bytes."""
    return records.view(np.uint8).reshape(records.shape[0], records.dtype.itemsize)
