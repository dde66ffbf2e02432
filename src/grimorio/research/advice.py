"""What a bot would do in the place of each learner of a batch: for imitation, and to see how often they agree."""

import functools
from typing import Any

import numpy as np

from grimorio.bots import REFLEXES
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed, split
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.research.batch import Batch

BLOCK = 32


@functools.cache
def advising(game: Game, level: str) -> Any:
    """The kernel that asks a bot at one table."""
    choose = REFLEXES[game.name][level]

    @kernel
    def advise(  # noqa: PLR0913
        t: int, boxes: Any, desks: Any, views: Any, chances: Any, seat: Any, counts: Any, lists: Any, absolute: Any,
        actions: Any, out: Any,
    ) -> None:  # fmt: skip
        desk = at(desks, t)
        for i in range(counts[t]):
            actions[i] = absolute[desk.box, seat[t], lists[t, i]]
        out[t] = choose(at(boxes, desk.box), at(views, t), actions, counts[t], at(chances, t)) if counts[t] > 0 else 0

    return advise


@functools.cache
def advising_some(game: Game, level: str) -> Any:
    """The same at all tables of a core."""
    advise = advising(game, level)

    @kernel
    def advise_some(  # noqa: PLR0913
        boxes: Any, desks: Any, views: Any, chances: Any, seat: Any, counts: Any, lists: Any, absolute: Any,
        actions: Any, out: Any,
    ) -> None:  # fmt: skip
        for t in range(out.shape[0]):
            advise(t, boxes, desks, views, chances, seat, counts, lists, absolute, actions, out)

    return advise_some


@functools.cache
def advising_on_gpu(game: Game, level: str) -> Any:
    """The same on a GPU, a thread a table."""
    from grimorio.research.gpu import cuda  # noqa: PLC0415 - only where a GPU was asked for

    advise, room = advising(game, level), game.most_legal

    def advise_all(  # noqa: PLR0913
        boxes: Any, desks: Any, views: Any, chances: Any, seat: Any, counts: Any, lists: Any, absolute: Any, out: Any
    ) -> None:
        t = cuda.grid(1)
        if t < out.shape[0]:
            actions = cuda.local.array(room, np.int16)
            advise(t, boxes, desks, views, chances, seat, counts, lists, absolute, actions, out)

    return cuda.jit(advise_all)


class Advice:
    """`places` says, after `ask`, which of each learner's legal actions the bot would choose."""

    def __init__(self, batch: Batch, level: str) -> None:
        self.batch, self.level = batch, level
        chances, keys = np.zeros(batch.n, CHANCE_DTYPE), key_of_seed(1, "advice")
        open_streams(keys, chances)
        held, own = batch._host, batch._plain  # noqa: SLF001 - an advice belongs to its batch
        placed = batch._placed  # noqa: SLF001
        self._out = placed(np.zeros(batch.n, np.int32))
        self.places = batch._shared(self._out)  # noqa: SLF001
        plain = (own["seat"], own["count"], own["legal"], own["absolute"])
        self._given = (held["boxes"], held["desks"], held["views"], placed(chances), *plain)

    def ask(self, stream: Any = None) -> None:
        """Ask at every table."""
        game = self.batch.game
        if self.batch.device == "cpu":
            plain = map(readable, self._given[4:])
            actions, out = integers(game.most_legal), readable(self._out)
            advising_some(game, self.level)(*self._given[:4], *plain, actions, out)
            return
        gpu = self.batch._gpu  # noqa: SLF001
        blocks = -(-self.batch.n // BLOCK)
        advising_on_gpu(game, self.level)[blocks, BLOCK, gpu.stream_of(stream)](*self._given, self._out)


@kernel
def open_streams(key: Any, chances: Any) -> None:
    """A stream for each table."""
    for t in range(chances.shape[0]):
        split(key, t, at(chances, t))
