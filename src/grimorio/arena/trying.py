"""The worlds of many searches tried at once on a GPU: the same decisions as on a CPU, for tournaments.

A search is the same as ever (see `bots/search.py`): what is believed is found out on a CPU, where the first world of
each tree is tried, too, and where it is said which actions are dropped. All other worlds are tried on the GPU, a thread
a world, together with those of every other game that waits at that moment. World number w has the streams that it has
on a CPU, and worths are whole numbers, so the sums are those of a CPU.

Only searches that ask no network and play themselves on by tables are tried here. `NUMBA_ENABLE_CUDASIM=1` runs this
file on Numba's simulator.
"""

import contextlib
import functools
import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from grimorio.arena import gpu
from grimorio.arena.gpu import NoGpuError, gpu_name
from grimorio.arena.thinking import ELSEWHERE
from grimorio.bots import APPRENTICES, find_bot
from grimorio.bots.belief import Holding, belief_of
from grimorio.bots.contract import Bot, Choose
from grimorio.bots.prospects import Prospects, new_room
from grimorio.bots.search import FIRST_OF, Given, Scratch, Together, drawing, trying
from grimorio.bots.tree import TREES, new_trees
from grimorio.engine.chance import CHANCE_DTYPE
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at, integers, kernel, readable, set_at

cuda: Any = gpu.cuda  # type: ignore[attr-defined]
SLOTS, TOGETHER = (4, 2) if INTERPRETED else (512, 128)
"""Searches that are under way at most, and those whose worlds are tried at once."""
SERVERS = 1 if INTERPRETED else 2
"""While what one of them was asked is tried, the other one gathers what is asked next; a simulator runs one kernel."""
BLOCK, THREADS = (2, 4) if INTERPRETED else (64, 132 * 256)
"""Threads of a block, and in all."""
WORD = 8
"""Bytes of a word: room for records is laid out in these."""
SLOT, SEATS, FIRST, BEFORE = range(4)
"""Of the worlds of a search: its slot, the seats at its table, counted from the fewest, the number of the first world,
and how many there are of the searches before it."""


# ---------------------------------------------------------------- on the GPU


def _as_it_is(array: Any) -> Any:
    return array


own: Callable[[Any], Any] = readable if INTERPRETED else kernel(_as_it_is)
"""Room of a thread: on a simulated GPU its entries are read as Python integers, too."""


@functools.cache
def trying_on_gpu(game: Game, choose: Choose) -> Any:
    """The GPU kernel that tries worlds."""
    return cuda.jit(_trying(game, choose))


def _trying(game: Game, choose: Choose) -> Callable[..., None]:
    try_worlds = trying(game, choose, drawing(game), learned=False)
    state_type, view_type, most, seats = game.layout.dtype, game.sight.new(1).dtype, game.most_legal, game.seats[1]
    size, seen_size = state_type.itemsize, view_type.itemsize
    kept, kinds_of_cards = FIRST_OF + 1, len(find_holding(game).copies)
    words, seen_words, (rows, places) = kept * size // WORD, -(-seen_size // WORD), new_room().shape

    def try_all(  # noqa: PLR0913 - a GPU kernel is given every array by itself
        boxes: Any, searches: int, total: int, hands: Any, spans: Any, roots: Any, actions: Any, counts: Any, keys: Any,
        alive: Any, lean: Any, firsts: Any, copies: Any, sums: Any, squares: Any, plan: Any, backs: Any, effort: Any,
        holds: Any, past: Any, wholes: Any, rest: Any, ranks: Any, steps: Any, kinds: Any, thumb: Any, forms: Any,
        later: Any, focused: Any, late: Any, said: Any, coming: Any, pairs: Any, names: Any, facts: Any, moves: Any,
        stats: Any, likely: Any, path: Any,
    ) -> None:  # fmt: skip
        """Each thread has room of its own for one world, and tries one after the other."""
        held, sight = cuda.local.array(words, np.uint64), cuda.local.array(seen_words, np.uint64)
        worlds, raw = held.view(state_type), held.view(np.uint8).reshape((kept, size))
        seen = sight.view(np.uint8)[:seen_size]
        views, shown = seen.view(view_type), seen.reshape((1, seen_size))
        lists, outs = own(cuda.local.array(most, np.int32)), own(cuda.local.array((seats, 2), np.int32))
        chances = cuda.local.array(1, CHANCE_DTYPE)
        found, squared = own(cuda.local.array(most, np.int64)), own(cuda.local.array(most, np.int64))
        left, manners = own(cuda.local.array(kinds_of_cards, np.int32)), own(cuda.local.array(seats, np.int32))
        room = own(cuda.local.array((rows, places), np.int32))
        for a in range(most):
            found[a], squared[a] = 0, 0
        for i in range(cuda.grid(1), total, cuda.gridsize(1)):
            low, high = 0, searches - 1
            while low < high:
                middle = (low + high + 1) // 2
                if spans[middle, BEFORE] <= i:
                    low = middle
                else:
                    high = middle - 1
            world = int(spans[low, FIRST] + i - spans[low, BEFORE])
            set_at(worlds, FIRST_OF, firsts, low)
            for kind in range(kinds_of_cards):
                left[kind] = copies[low, kind]
            holding = Holding(hands[spans[low, SLOT]], left, left, left)
            tables = Prospects(ranks, steps, kinds, thumb, forms, later, focused, late, said, coming, pairs, room)
            mind = Scratch(
                worlds, raw, views, shown, plan, backs, lists, outs, chances, keys[low], found, squared, lean[low],
                alive[low], wholes, rest, effort, (), past, (holding, holding), holds, tables, manners, names, facts,
                moves, stats, likely, path,
            )  # fmt: skip
            box, view = at(boxes, spans[low, SEATS]), at(roots, low)
            try_worlds(world, world + 1, world % TREES, box, view, actions[low], int(counts[low]), mind)
            for a in range(counts[low]):
                if alive[low, a]:
                    cuda.atomic.add(sums, (low, a), found[a])
                    cuda.atomic.add(squares, (low, a), squared[a])
                    found[a], squared[a] = 0, 0

    return try_all


def find_holding(game: Game) -> Holding:
    """Room for what is believed in a game; raises where that is none of hands that can be drawn by many at once."""
    belief = belief_of(game.name)
    room = belief.new_room()
    if not (isinstance(room, Holding) and belief.once):
        msg = f"searches of {game.name} are not tried on a GPU; try --device cpu"
        raise NoGpuError(msg)
    return room


# ---------------------------------------------------------------- what it is given


@dataclass(eq=False)
class Asked:
    """Worlds of a search that are to be tried: its slot, what it is about, from where to before where, with which mind.

    What is believed lies in the slot already.
    """

    slot: int
    given: Given
    first: int
    last: int
    mind: Scratch
    tried: threading.Event = field(default_factory=threading.Event)
    failed: BaseException | None = None


class Rows:
    """What the searches that are tried at once hand over, in the order in which they came."""

    def __init__(self, game: Game, number: int) -> None:
        most, self.fewest = game.most_legal, game.seats[0]
        self.spans, self.roots = np.zeros((number, 4), np.int64), np.asarray(game.sight.new(number))
        self.actions, self.counts = np.zeros((number, most), np.int32), np.zeros(number, np.int32)
        self.keys, self.alive = np.zeros((number, 8), np.uint32), np.zeros((number, most), np.int32)
        self.lean = np.zeros((number, most), np.int64)
        self.firsts = np.asarray(game.layout.new(number))
        self.copies = np.zeros((number, len(find_holding(game).copies)), np.int32)
        self.sums, self.squares = np.zeros((2, number, most), np.int64)

    def fill(self, row: int, asked: Asked, before: int) -> int:
        """Take over what is asked; returns how many worlds there are so far."""
        (box, view, actions, count), mind = asked.given, asked.mind
        self.spans[row] = asked.slot, int(_cells(box)["seats"]) - self.fewest, asked.first, before
        self.roots[row], self.actions[row], self.counts[row] = _cells(view), actions, count
        self.keys[row], self.alive[row], self.lean[row] = mind.key, mind.alive, mind.lean
        self.firsts[row], self.copies[row] = np.asarray(mind.worlds)[FIRST_OF], mind.rooms[0].copies
        return before + asked.last - asked.first

    def all(self) -> list[Any]:
        """All of it, in the order in which the kernel wants it."""
        return [
            self.spans, self.roots, self.actions, self.counts, self.keys, self.alive, self.lean, self.firsts,
            self.copies, self.sums, self.squares,
        ]  # fmt: skip


def on_device(array: Any) -> Any:
    """The same array on the GPU; on a simulated one its entries are read as Python integers, as kernels want it."""
    laid = cuda.to_device(np.asarray(array))
    if INTERPRETED:
        laid._ary = readable(laid._ary)  # noqa: SLF001 - the simulator's array is nothing but this
    return laid


def lay(here: Any, there: Any, stream: Any) -> None:
    """Copy an array to the GPU."""
    if INTERPRETED:
        np.asarray(getattr(there, "_ary", there))[...] = here
    else:
        there.copy_to_device(here, stream=stream)


def _cells(record: Any) -> Any:
    """A record as kernels are handed it, as NumPy knows it."""
    return getattr(record, "cells", record)


def shared_room(mind: Scratch) -> list[Any]:
    """What all threads read: how to make views, the effort, tables, and trees that nobody grows."""
    seen = [mind.plan, mind.backs, mind.effort, integers(TREES) + 1, integers(1, 1), mind.wholes, mind.rest]
    return [np.asarray(each) for each in (*seen, *mind.prospects[:-1], *new_trees())]


# ---------------------------------------------------------------- many searches


class Server:
    """Tries on a GPU whatever worlds searches ask for, those of all that wait together; by threads of its own."""

    def __init__(self, game: Game, bot: Bot) -> None:
        gpu_name()
        mind: Any = bot.way.new_mind()
        self.game, self.asked, self.free = game, queue.SimpleQueue[Asked | None](), queue.SimpleQueue[int]()
        for slot in range(SLOTS):
            self.free.put(slot)
        self.play = trying_on_gpu(game, APPRENTICES[game.name])
        boxes = np.concatenate([np.asarray(game.box(seats)) for seats in range(game.seats[0], game.seats[1] + 1)])
        self.boxes, self.room = on_device(boxes), [on_device(each) for each in shared_room(mind)]
        self.hands = on_device(np.zeros((SLOTS, *find_holding(game).hands.shape), np.int32))
        self.threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(SERVERS)]
        self._launch(1, 0, [on_device(each) for each in Rows(game, 1).all()], cuda.stream())
        for thread in self.threads:
            thread.start()

    def _launch(self, searches: int, total: int, given: list[Any], stream: Any) -> None:
        gpu._compiling.apart = True  # noqa: SLF001 - numbers are taken as on a CPU
        try:
            launched = self.play[-(-THREADS // BLOCK), BLOCK, stream]
            launched(self.boxes, searches, total, self.hands, *given, *self.room)
        finally:
            gpu._compiling.apart = False  # noqa: SLF001
        stream.synchronize()

    def _serve(self) -> None:
        rows, stream = Rows(self.game, TOGETHER), cuda.stream()
        given = [on_device(each) for each in rows.all()]
        while (first := self.asked.get()) is not None:
            waiting = [first]
            with contextlib.suppress(queue.Empty):
                while len(waiting) < TOGETHER:
                    more = self.asked.get_nowait()
                    if more is None:
                        self.asked.put(None)
                        break
                    waiting.append(more)
            try:
                self._try(waiting, rows, given, stream)
            except BaseException as error:  # noqa: BLE001 - whoever waits is told
                for each in waiting:
                    each.failed = error
            for each in waiting:
                each.tried.set()
        self.asked.put(None)

    def _try(self, waiting: list[Asked], rows: Rows, given: list[Any], stream: Any) -> None:
        total = 0
        rows.sums[:], rows.squares[:] = 0, 0
        for row, each in enumerate(waiting):
            total = rows.fill(row, each, total)
        for here, there in zip(rows.all(), given, strict=True):
            lay(here, there, stream)
        self._launch(len(waiting), total, given, stream)
        sums, squares = (each.copy_to_host(stream=stream) for each in given[-2:])
        stream.synchronize()
        for row, each in enumerate(waiting):
            each.mind.sums[:] += sums[row]
            each.mind.squares[:] += squares[row]

    def believe(self, slot: int, mind: Scratch) -> None:
        """Lay what is believed into a slot."""
        lay(mind.rooms[0].hands, self.hands[slot], 0)

    def try_worlds(self, asked: Asked) -> None:
        """Wait until worlds are tried; what came of them is added to the sums of the mind."""
        self.asked.put(asked)
        asked.tried.wait()
        if asked.failed is not None:
            raise asked.failed

    def close(self) -> None:
        """Try nothing more."""
        self.asked.put(None)
        for thread in self.threads:
            thread.join()


class OnGpu(Together):
    """A search whose worlds are tried by such a server; the first of each tree here, where all is found out."""

    def __init__(self, together: Together, server: Server) -> None:
        super().__init__(together.new_mind, together.consider, together.try_worlds, together.effort)
        self.server, self._slots = server, threading.local()

    def __call__(self, *given: Any) -> int:
        """The place of the best action."""
        self._slots.slot = slot = self.server.free.get()
        try:
            return super().__call__(*given)
        finally:
            self.server.free.put(slot)

    def _round(self, first: int, last: int, given: Given, minds: list[Scratch]) -> None:
        slot, mind, here = self._slots.slot, minds[0], first
        if first == 0:
            here = min(TREES, last)
            for grown in range(TREES):
                self.try_worlds(0, here, grown, *given, mind)
            self.server.believe(slot, mind)
        if here < last:
            self.server.try_worlds(Asked(slot, given, here, last, mind))


def can_be_tried(bot: Bot | None) -> bool:
    """Whether the worlds of a bot can be tried on a GPU: it searches by tables and beliefs, and asks no network."""
    effort = None if bot is None else bot.effort
    return effort is not None and effort.plans > 0 and effort.belief > 0 and not effort.asks


@contextlib.contextmanager
def tried_on_gpu(game: Game, level: str) -> Iterator[Server]:
    """As long as this lasts, the worlds of a bot are tried on the GPU, wherever it thinks in this process."""
    bot = find_bot(game.name, level)
    if bot is None or not can_be_tried(bot) or not isinstance(bot.way.together, Together):
        msg = f"{level} of {game.name} does not search by tables alone; try --device cpu"
        raise NoGpuError(msg)
    server = Server(game, bot)
    ELSEWHERE[game.name, level] = OnGpu(bot.way.together, server)
    try:
        yield server
    finally:
        del ELSEWHERE[game.name, level]
        server.close()
