"""Many tables side by side for a learner: one array of positions, one step for all of them, on every core or a GPU.

A step makes the chosen decisions, lets bots make theirs, settles, deals anew where a game has ended, and stops where a
learner has to decide. Game number i of a seed is the same game as `simulate` and a `Table` of the same key play.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.arena.simulate import KEYS, all_cores
from grimorio.bots import APPRENTICE, REFLEXES
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed
from grimorio.engine.critic import AllSeeing
from grimorio.engine.events import new_log
from grimorio.engine.game import Edition, Game, unplayable
from grimorio.engine.kernel import direct, integers, readable
from grimorio.engine.relative import absolute_actions, relative_actions, turned
from grimorio.engine.respelling import Respelling
from grimorio.engine.sight import Sight, as_bytes
from grimorio.engine.spelling import Spelling, zeros
from grimorio.research.given import (
    LEARNER_NAME,
    NO_LIMIT,
    a_game,
    agreed,
    bots_by_seat,
    by_table,
    shape_and_kind,
    whole,
)  # fmt: skip
from grimorio.research.memory import OnGpu
from grimorio.research.recall import LANES, new_memory
from grimorio.research.speller import Speller
from grimorio.research.stepping import DESK, LEARNER, LONG, NOT_DEALT, looking_at_some, mask_some, stepping

FEWEST = 64
"""Tables that are worth a thread of their own."""
ENDLESS = 1 << 62
"""Games a table may play when nobody says how many."""

Seats = int | Sequence[int]
Who = Sequence[Any] | npt.NDArray[np.str_] | None


def among_apprentices(seats: npt.NDArray[np.int64], most: int, part: float) -> npt.NDArray[np.str_]:
    """Who sits where: learners in every seat, but at this part of the tables in one alone, a seat further each time."""
    who = np.full((len(seats), most), LEARNER_NAME, dtype="<U12")
    alone = np.arange(round(part * len(seats)))
    who[alone] = APPRENTICE
    who[alone, alone // len(np.unique(seats)) % seats[alone]] = LEARNER_NAME
    return who


class Batch:
    """`n` tables of a game. After `reset` and `step` its arrays describe the next decision at every table.

    Arrays have one row a table: `seat` (who is asked), `count` and `legal` (numbers of his legal actions, counted from
    him; 0 where nobody is), `views` (bytes of his view; where nobody is asked, of who was asked last), `done` (1: a
    game ended in this step, 2: it was cut), `refused` (1: the choice was none of the legal ones, and nothing was done);
    by seat: `share` (part of the win, zero unless a game ended),
    `scores` and `places` (of the last game that ended; side by side in `outcome`), `wins` (all shares so far). On a CPU
    they are NumPy arrays, on a GPU `OnGpu`, which other libraries take without a copy; they stay the same memory for
    the life of the batch.
    """

    def __init__(  # noqa: PLR0913 - a batch is told all of this, once, by name
        self,
        game: Game | str,
        n: int,
        device: str = "cpu",
        *,
        seats: Seats | None = None,
        seed: int = 1,
        options: Mapping[str, str] | None = None,
        who: Who = None,
        first: int | Sequence[int] = 0,
        stride: int | None = None,
        games: int = ENDLESS,
        threads: int = 0,
        forced: bool = True,
        all_seeing: bool = False,
        edition: Edition | None = None,
        recall: bool = False,
        limit: int | None = None,
    ) -> None:
        """`seats`: of all tables, or of each. `who`: for each seat (of each table) a bot's name or `learner`.

        Table t plays the game number `first + t` (or `first[t]`), then `stride` further on, `games` of them. `forced`:
        learners are asked even where only one action is legal. `all_seeing`: `critic_views` are made too. `threads`: 0
        for all cores. `edition`: another box. `recall`: seats remember (`recalled`). `limit`: decisions of bots at a
        table in one step; where there are more nobody is asked yet, and it goes on with the next step.
        """
        self.game = a_game(game)
        self.n, self.device = whole("n", n, 1), device
        self.numbers = by_table("first", first, self.n)
        if not np.ndim(first):
            self.numbers += np.arange(self.n)
        self.threads = max(1, min(whole("threads", threads, 0) or all_cores(), self.n // FEWEST))
        self.options, self.forced, self.edition = agreed(options, edition), forced, edition
        self.games, self.limit = whole("games", games, 1), NO_LIMIT if limit is None else whole("limit", limit, 1)
        self._memory = new_memory(self.n, self.game.seats[1]) if recall else None
        self.stride = self.n if stride is None else whole("stride", stride, 0)
        self.critic = AllSeeing(self.game.layout, self.game.backs) if all_seeing else None
        self._host = {name: aligned(each) for name, each in self._records(seats, whole("seed", seed)).items()}
        self._plain = {name: aligned(each) for name, each in self._arrays(self._who(who)).items()}
        self._dealt = False
        if device == "cuda":
            self._to_gpu()
        elif device != "cpu":
            msg = f"{device!r} is no device; there are cpu and cuda"
            raise ValueError(msg)
        self._share_arrays()

    # ------------------------------------------------------------ setting up

    def _records(self, seats: Seats | None, seed: int) -> dict[str, Any]:
        """Boxes, positions, streams and keys."""
        least, most = self.game.seats
        asked = by_table("seats", min(4, most) if seats is None else seats, self.n)
        if not least <= asked.min() <= asked.max() <= most:
            found = asked.min() if asked.min() < least else asked.max()
            unplayable("wrong-seats", title=self.game.title, least=least, most=most, found=int(found))
        self._seats = asked
        keys, desks = np.zeros(1, KEYS), np.zeros(self.n, DESK)
        keys["deals"], keys["choices"] = key_of_seed(seed), key_of_seed(seed, "bots")
        desks["box"] = asked - least
        boxes = self.game.box_layout.new(most - least + 1)
        for number in np.unique(asked).tolist():  # an edition may have too few cards for more
            boxes[number - least : number - least + 1] = self.game.box(number, self.options, self.edition)
        return {
            "boxes": boxes, "states": self.game.layout.new(self.n),
            "views": self.game.sight.new(self.n), "keys": keys, "chances": np.zeros(self.n, CHANCE_DTYPE),
            "desks": desks,
        }  # fmt: skip

    def _who(self, who: Who) -> Any:
        """Numbers of the bots at every seat; `learner` where nobody is named."""
        known, at_table = tuple(REFLEXES[self.game.name]), np.arange(self.game.seats[1]) < self._seats[:, None]
        made = bots_by_seat(self.game, known, who, self.n)
        self._host["desks"]["learns"] = ((made == LEARNER) & at_table).any(axis=1)
        strongest = int(made[at_table].max(initial=LEARNER))
        self.bots = known[: strongest + 1]
        return made

    def _arrays(self, who: Any) -> dict[str, Any]:
        """Everything that is a plain array."""
        game, n, most = self.game, self.n, self.game.seats[1]
        return {
            "who": who, "plan": game.sight.plan, "backs": game.sight.backs, "relative": relative_actions(game),
            "absolute": absolute_actions(game), "choice": np.zeros(n, np.int64), "seat": np.zeros(n, np.int32),
            "count": np.zeros(n, np.int32), "legal": np.zeros((n, game.most_legal), np.int16),
            "done": np.zeros(n, np.uint8), "refused": np.zeros(n, np.uint8), "share": np.zeros((n, most), np.float32),
            "outcome": np.zeros((n, most, 2), np.int32), "wins": np.zeros((n, most), np.float32),
            "seats": self._seats.astype(np.int32), "rows": np.arange(n, dtype=np.int64),
        }  # fmt: skip

    def _to_gpu(self) -> None:
        from grimorio.arena.gpu import gpu_name  # noqa: PLC0415 - only where a GPU was asked for
        from grimorio.research import gpu  # noqa: PLC0415

        gpu_name()
        self._gpu = gpu
        plain = self._plain | {"bytes": gpu.view_bytes(self.game.sight)}
        if self.critic:
            plain |= {"critic_bytes": gpu.view_bytes(self.critic)}
        memory = new_memory(1, self.game.seats[1]) if self._memory is None else self._memory
        plain |= {"logs": np.zeros((len(memory), *new_log().shape), np.int32), "memory": memory}
        plain |= {"recalled": np.zeros((len(memory), LANES), np.uint32)}
        self._host["eyes"] = self.game.sight.new(self.n if self._others_look else 1)
        self._host = {name: gpu.cuda.to_device(array) for name, array in self._host.items()}
        self._plain = {name: gpu.cuda.to_device(np.ascontiguousarray(array)) for name, array in plain.items()}

    def _share_arrays(self) -> None:
        """Give every array the name under which the caller finds it; what is made of them is made anew."""
        self._room: dict[str, Any] = {}
        self._spellings: tuple[dict[str, Respelling], ...] = {}, {}
        self._steps: dict[tuple[int, int], list[Callable[[], None]]] = {}
        self._masks: dict[int, Callable[[], None]] = {}
        self._changed = np.zeros((2, self.n), np.uint64)
        own = self._plain
        shared = self._shared
        self.seat, self.count, self.legal = shared(own["seat"]), shared(own["count"]), shared(own["legal"])
        self.done, self.refused, self.choice = shared(own["done"]), shared(own["refused"]), shared(own["choice"])
        self.share, self.wins, self.seats = shared(own["share"]), shared(own["wins"]), shared(own["seats"])
        self.scores, self.places = shared(own["outcome"][:, :, 0]), shared(own["outcome"][:, :, 1])
        self.outcome = shared(own["outcome"])
        self.views, self.states = shared(self._seen), shared(self._raw)
        if self.critic:
            if "critic" not in own:
                own["critic"] = self._placed(zeros((self.n, self.critic.dtype.itemsize), np.uint8))
            self.critic_views = shared(own["critic"])

    def _shared(self, array: Any) -> Any:
        return OnGpu(array, self._gpu.device_number()) if self.device == "cuda" else np.asarray(array)

    def _bytes(self, records: Any) -> Any:
        if self.device == "cuda":
            return records.view(np.uint8).reshape(len(records), records.dtype.itemsize)
        return as_bytes(records)

    def _placed(self, array: Any) -> Any:
        return self._gpu.cuda.to_device(array) if self.device == "cuda" else array

    @property
    def _others_look(self) -> bool:
        """Bots look in the middle of a step, or memories do, and want room of their own for it."""
        return bool(self.bots) or self._memory is not None

    def _again(self, array: Any) -> Any:
        return self._placed(array.copy_to_host()) if self.device == "cuda" else aligned(array)

    def copy(self) -> "Batch":
        """Another batch that stands where this one does. From here on each goes its own way."""
        other: Batch = copy.copy(self)
        for name in ("_looks", "_eyes", "_seen", "_raw", "_given", "_pool"):  # they lead to the arrays of this one
            vars(other).pop(name, None)
        other._host = {name: self._again(array) for name, array in self._host.items()}
        other._plain = {name: self._again(array) for name, array in self._plain.items()}
        other._memory, other.numbers = copy.copy(self._memory), self.numbers.copy()
        other._share_arrays()
        return other

    def __deepcopy__(self, _memo: object) -> "Batch":
        return self.copy()

    # ------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, stream: Any = None) -> None:
        """Deal at every table, from its first game on; with another seed other games."""
        keys, self._dealt = np.zeros(1, KEYS), True
        desks = self._fetched("desks")
        desks["number"], desks["left"] = self.numbers, self.games
        desks["made"] = NOT_DEALT
        self._put("desks", desks)
        if seed is not None:
            seed = whole("seed", seed)
            keys["deals"], keys["choices"] = key_of_seed(seed), key_of_seed(seed, "bots")
            self._put("keys", keys)
        self._put("wins", np.zeros((self.n, self.game.seats[1]), np.float32))
        self._put("count", np.zeros(self.n, np.int32))
        self.step(stream=stream)

    def deal(self, tables: Any, *, stream: Any = None) -> None:
        """Deal the next game at the tables of a mask, which rest after the last of their `games`; no other moves.

        So whoever makes a batch with `games=1` says when the next one begins. Others are told that theirs was refused.
        """
        among = np.asarray(tables)
        if among.dtype != np.bool_ or among.shape != (self.n,):
            msg = f"a mask has a truth value for each of {self.n} tables, not {among.dtype} {among.shape}"
            raise ValueError(msg)
        desks = self._fetched("desks")
        if desks["left"][among].any():
            msg = "a game is being played at one of these tables"
            raise ValueError(msg)
        desks["left"][among] = self.games
        self._put("desks", desks)
        self.step(np.full(self.n, -1), stream=stream)

    def _fetched(self, name: str) -> Any:
        array = self._host[name]
        return array.copy_to_host() if self.device == "cuda" else array

    def _put(self, name: str, array: Any) -> None:
        held = self._host[name] if name in self._host else self._plain[name]
        if self.device == "cuda":
            held.copy_to_device(array)
        else:
            held[:] = array

    def step(self, choice: Any = None, *, stream: Any = None) -> None:
        """Make the decisions with these places in `legal`; without any, those that stand in `batch.choice`.

        On a GPU `stream` is the caller's (a pointer, or Numba's), nothing is waited for, and a CUDA graph can record
        it. Where a table has nothing to decide (`count` is 0) its choice does not matter.
        """
        self._take(choice, stream)
        self._advance(0, stream)

    def act(self, actions: Any = None, *, stream: Any = None) -> None:
        """The same by the numbers of the actions, as they stand in `legal` and in masks."""
        self._take(actions, stream)
        self._advance(1, stream)

    def _take(self, choice: Any, stream: Any) -> None:
        if not self._dealt:
            msg = "nothing is dealt yet: a batch begins with reset"
            raise RuntimeError(msg)
        if choice is None:
            return
        if self.device == "cpu":
            np.copyto(self.choice, choice, casting="same_kind")
        else:
            gpu = self._gpu
            choice = choice if hasattr(choice, "dtype") else np.asarray(choice)
            shape_and_kind(choice, self.n)
            if isinstance(choice, np.ndarray):
                choice = gpu.cuda.to_device(choice)
            block = gpu.WIDE
            gpu.copying_on_gpu()[-(-self.n // block), block, gpu.stream_of(stream)](
                gpu.taken(choice), self._plain["choice"]
            )

    def _advance(self, by_number: int, stream: Any) -> None:
        if self.device == "cpu":
            self._over_tables(self._step_some, by_number)
            return
        gpu, own = self._gpu, self._plain
        there, lanes = gpu.stream_of(stream), gpu.WIDE // gpu.LANES
        block = gpu.block_of(self.n)
        step = self._on_gpu[-(-self.n // block), block, there]
        given = *self._given[:3], *self._eyes, *self._given[3:-9], by_number, *self._given[-8:]
        step(self.n, self.limit, *given, own["logs"], own["memory"])
        for plan, size, words in self._looks:
            look = gpu.looking_on_gpu(size)[-(-self.n // lanes), lanes * gpu.LANES, there]
            look(self.n, self._raw, own["seat"], own["count"], plan, own["backs"], words)

    @cached_property
    def _looks(self) -> list[tuple[Any, int, Any]]:
        """The views that a GPU makes: how, and where to, by words of how many bytes."""
        own = self._plain
        made = [(own["bytes"], *self._gpu.in_words(self._seen))]
        return [*made, (own["critic_bytes"], *self._gpu.in_words(own["critic"]))] if self.critic else made

    @cached_property
    def _eyes(self) -> tuple[Any, Any]:
        """Room on a GPU for what bots and memories look at."""
        return self._host["eyes"], self._bytes(self._host["eyes"])

    @cached_property
    def _seen(self) -> Any:
        return self._bytes(self._host["views"])

    @cached_property
    def _raw(self) -> Any:
        return self._bytes(self._host["states"])

    @cached_property
    def _given(self) -> tuple[Any, ...]:
        """What a step is given, in order."""
        own, host = self._plain, self._host
        return (
            host["boxes"], host["states"], self._raw, own["plan"], own["backs"],
            own["who"], host["keys"], self.stride, host["chances"], host["desks"], own["relative"],
            own["absolute"], own["choice"], 0, own["seat"], own["count"], own["legal"], own["done"], own["refused"],
            own["share"], own["outcome"], own["wins"],
        )  # fmt: skip

    @cached_property
    def _on_gpu(self) -> Any:
        how = {"forced": self.forced, "relabel": turned(self.game), "recall": self._memory is not None}
        return self._gpu.stepping_on_gpu(self.game, self.bots, **how)

    # ------------------------------------------------------------ on cores

    @cached_property
    def _pool(self) -> ThreadPoolExecutor | None:
        return ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _over_tables(self, work: Callable[..., None], *given: int) -> None:
        if self._pool is None:
            work(0, self.n, *given)
        else:
            ends = [self.n * part // self.threads for part in range(self.threads + 1)]
            list(self._pool.map(lambda low, high: work(low, high, *given), ends[:-1], ends[1:]))

    def _step_some(self, low: int, high: int, by_number: int) -> None:
        if (low, by_number) not in self._steps:
            self._steps[low, by_number] = [self._step_of(low, high, by_number), *self._looks_of(low, high)]
        for work in self._steps[low, by_number]:
            work()

    def _step_of(self, low: int, high: int, by_number: int) -> Callable[[], None]:
        """A step of some tables: its kernel with all that it is given, which one core alone uses."""
        own = tuple(readable(each) if _is_plain(each) else each for each in self._given)
        past = (None, None) if self._memory is None else (new_log(), readable(self._memory))
        actions, eyes = integers(self.game.most_legal), self.game.sight.new()
        room = eyes, readable(as_bytes(eyes))
        given = low, high, self.limit, *own[:3], *room, *own[3:10], actions, *own[10:13], by_number, *own[14:], *past
        return ready(stepping(self.game, self.bots, forced=self.forced, relabel=turned(self.game)), given)

    def _looks_of(self, low: int, high: int) -> Iterator[Callable[[], None]]:
        """Views of those who are asked, and of a critic."""
        own, critic = (self.game.sight, self._seen), (self.critic, self._plain.get("critic"))
        for (sight, views), changed in zip((own, critic), self._changed, strict=True):
            if sight is not None:
                seen = self._raw, self._plain["seat"], self._plain["count"], views, changed
                followed = sight.dtype.itemsize >= LONG
                yield ready(looking_at_some(sight, followed=followed), (low, high, *map(readable, seen)))

    # ------------------------------------------------------------ what is seen

    def observe(self, kind: str = "bytes", *, stream: Any = None) -> Any:
        """The views of those who are asked: their bytes, or tensors of float32, float16 or bfloat16 (as bits).

        Tensors are padded with zeros; the array is the same at every call, and its rows are those of the batch.
        """
        if kind == "bytes":
            return self.views
        return self._spelled(self.game.sight, kind, self._seen, stream)

    def observe_all(self, kind: str = "bytes", *, stream: Any = None) -> Any:
        """The same for a critic, who sees everybody's cards; only of a batch made with `all_seeing`."""
        if self.critic is None:
            msg = "a batch has views for a critic only when it is made with all_seeing=True"
            raise ValueError(msg)
        if kind == "bytes":
            return self.critic_views
        return self._spelled(self.critic, kind, self._plain["critic"], stream)

    def _spelled(self, sight: Sight, kind: str, views: Any, stream: Any) -> Any:
        own, key = self._plain, f"{sight.digest} {kind}"
        if self.device == "cpu":
            return self._respelled(sight, kind, views)
        if key not in self._room:
            spelling = Spelling(sight, kind)
            self._room[key] = (Speller(spelling, self.device), self._placed(spelling.room(self.n)))
        speller, out = self._room[key]
        speller.fill(views, own["rows"], own["seats"], out, stream)
        return self._shared(out)

    def _respelled(self, sight: Sight, kind: str, views: Any) -> Any:
        """On cores: what has changed since the last call. Other kinds of tensor have to show it later."""
        which = int(sight is self.critic)
        by_kind, changed = self._spellings[which], self._changed[which]
        if kind not in by_kind:
            by_kind[kind] = Respelling(Spelling(sight, kind), views, self._plain["seats"], changed)
        if len(by_kind) > 1:
            for other in by_kind.values():
                other.kept |= changed
        return by_kind[kind].again(self._over_tables)

    def recalled(self, *, stream: Any = None) -> Any:
        """All that who is asked has seen, been told and done in his game: a digest of four words a row."""
        if self._memory is None:
            msg = "seats remember only in a batch made with recall=True"
            raise ValueError(msg)
        own = self._plain
        if self.device == "cpu":
            return self._memory[own["rows"], own["seat"], :LANES]
        block = self._gpu.WIDE
        tell = self._gpu.recalling_on_gpu()[-(-self.n // block), block, self._gpu.stream_of(stream)]
        tell(own["memory"], own["seat"], own["recalled"])
        return self._shared(own["recalled"])

    def mask(self, *, stream: Any = None) -> Any:
        """One entry an action (counted from who is asked), 1 where it is legal, as uint8."""
        if self.device == "cuda":
            return self._mask_on_gpu(stream)
        if "mask" not in self._room:
            self._room["mask"] = zeros((self.n, self.game.actions), np.uint8)
        self._over_tables(self._mask_of)
        return self._room["mask"]

    def _mask_of(self, low: int, high: int) -> None:
        if low not in self._masks:
            given = self._plain["count"], self._plain["legal"], self._room["mask"]
            self._masks[low] = ready(mask_some, (low, high, *map(readable, given)))
        self._masks[low]()

    def _mask_on_gpu(self, stream: Any) -> Any:
        gpu, own = self._gpu, self._plain
        blocks = -(-self.n // gpu.TOGETHER)
        if "mask" not in self._room:
            out = self._placed(np.zeros((blocks * gpu.TOGETHER, self.game.actions), np.uint8))
            words = out.reshape(out.shape[0] * out.shape[1]).view(np.uint64)
            self._room["mask"] = words, out, self._shared(out[: self.n])
        words, out, shared = self._room["mask"]
        gpu.masking_on_gpu()[blocks, gpu.WIDE, gpu.stream_of(stream)](own["count"], own["legal"], words, out)
        return shared


def aligned(array: Any) -> Any:
    """The same in room that begins with a line of the cache."""
    made = zeros(array.shape, array.dtype)
    made[...] = array
    return made


def ready(function: Callable[..., None], given: tuple[Any, ...]) -> Callable[[], None]:
    """A kernel with all that it is given, again and again."""
    return partial(direct(function, given), *given)


def _is_plain(array: Any) -> bool:
    return isinstance(array, np.ndarray) and array.dtype.names is None
