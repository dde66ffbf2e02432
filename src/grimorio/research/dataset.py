"""Games as data (`pip install grimorio[dataset]`): every seat's view at every step, as Parquet.

One row is what one seat sees before one decision, and once more when the game is over. A row holds only what its seat
may know: the action and the legal ones stand in the rows of the seat that acts and in no other. The same games make the
same rows, on whatever machine and however many workers.
"""

import contextlib
import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from grimorio.arena.simulate import Match, UnknownBotError, choice_among
from grimorio.bots import REFLEXES
from grimorio.engine.chance import CHANCE_DTYPE, split
from grimorio.engine.entries import Decided, Lapsed, TookBack
from grimorio.engine.game import NO_SCORE, Game
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.engine.record import Record, RecordError, verify
from grimorio.engine.relative import relative_actions
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.table import Table
from grimorio.engine.turns import whose_turn
from grimorio.engine.winning import sharing
from grimorio.games import load

FORMAT = "grimorio-dataset-1"
CHUNK = 64
"""Games of a row group, and of one piece of work."""
STEPS = 512
"""Steps that there is room for at first; a longer game is played again with more."""
NOBODY = -1
ACTOR, ACTION, COUNT = range(3)
"""Columns of what is noted of a step."""


@dataclass(frozen=True)
class Played:
    """One game: `views[step, seat]` (the last step is its end), `marks[step]`, legal actions, shares, outcome."""

    views: npt.NDArray[np.uint8]
    marks: npt.NDArray[np.int32]
    legal: npt.NDArray[np.int16]
    share: Sequence[float]
    outcome: npt.NDArray[np.int32]


# ---------------------------------------------------------------- games of bots


@functools.cache
def recording(game: Game, levels: tuple[str, ...]) -> Callable[..., int]:
    """The kernel that plays one game as `simulate` does, and keeps what everybody saw."""
    start, settle, to_act, legal, act = game.start, game.settle, game.to_act, game.legal, game.act
    choose, who_is_next = choice_among([REFLEXES[game.name][level] for level in levels]), whose_turn(game)
    share, guard = sharing(game), game.guard

    @kernel
    def play(  # noqa: PLR0913
        boxes: Any, states: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any, actions: Any,
        chances: Any, keys: Any, number: int, shown: Any, marks: Any, lists: Any, out: Any, shares: Any,
    ) -> int:  # fmt: skip
        """Returns how many decisions were made; -1 when there was too little room."""
        box, s, chance, key = at(boxes, 0), at(states, 0), at(chances, 0), at(keys, 0)
        split(key.deals, number, s)
        split(key.choices, number, chance)
        start(box, s)
        settle(box, s, None)
        made, acting = 0, to_act(box, s)
        while made < shown.shape[0]:
            for seat in range(box.seats):
                project(plan, backs, raw[0], seat, shown[made, seat])
            if acting == 0 or made >= guard:
                share(box, s, out, shares)
                return made
            seat = who_is_next(acting, chance)
            count = legal(box, s, seat, actions)
            project(plan, backs, raw[0], seat, seen[0])
            action = actions[choose(who[seat], box, at(views, 0), actions, count, chance)]
            marks[made, ACTOR] = seat
            marks[made, ACTION] = action
            marks[made, COUNT] = count
            for i in range(count):
                lists[made, i] = actions[i]
            act(box, s, seat, action, None)
            acting = to_act(box, s)
            if acting == 0:
                settle(box, s, None)
                acting = to_act(box, s)
            made += 1
        return -1

    return play


def of_bots(match: Match, number: int, room: int = STEPS) -> Played:
    """The game with a number of a match; twice the room whenever it was too long."""
    game, seats = match.game, match.seats
    states, views = game.layout.new(), game.sight.new()
    shown = np.zeros((room, seats, game.sight.dtype.itemsize), np.uint8)
    marks, lists = np.zeros((room, 3), np.int32), np.zeros((room, game.most_legal), np.int16)
    out, shares = integers(seats, 2), np.zeros(seats)
    made = recording(game, match.levels())(
        match.box, states, readable(as_bytes(states)), views, readable(as_bytes(views)), readable(game.sight.plan),
        readable(game.sight.backs), match.who(), integers(game.most_legal), np.zeros(1, CHANCE_DTYPE), match.keys(),
        number, readable(shown), readable(marks), readable(lists), out, readable(shares),
    )  # fmt: skip
    if made < 0:
        return of_bots(match, number, 2 * room)
    return Played(shown[: made + 1], marks[:made], lists[:made], shares.tolist(), np.asarray(out))


# ---------------------------------------------------------------- games that were written down


def of_record(game: Game, record: Record) -> Played:
    """A game played at a table, checked; what was taken back is not in it. Where a clock ran out nobody acts."""
    done = verify(record, game)
    table = Table(
        game, done.seats, options=done.options, edition=done.edition, secret=done.secret, nonces=done.nonces,
        names=done.names, bots=done.bots,
    )  # fmt: skip
    steps: list[tuple[bytes, tuple[int, int, int], list[int], int]] = []
    for entry in done.log:
        match entry:
            case Decided(seat, actions):
                world, group = table.branch(table.state), len(steps)
                for action in actions:
                    legal = world.legal(seat)
                    steps.append((_all_views(world), (seat, action, len(legal)), legal, group))
                    world.apply(seat, action)
            case TookBack(seat):
                last = max(i for i, step in enumerate(steps) if step[1][ACTOR] == seat)
                del steps[steps[last][3] : last + 1]
            case Lapsed():
                steps.append((_all_views(table), (NOBODY, NOBODY, 0), [], len(steps)))
        table.enter(entry)
    return _of_steps(table, steps)


def _all_views(table: Table) -> bytes:
    return b"".join(table.view(seat).tobytes() for seat in range(table.seats))


def _of_steps(table: Table, steps: Sequence[tuple[bytes, tuple[int, int, int], list[int], int]]) -> Played:
    outcome, size = table.outcome(), table.game.sight.dtype.itemsize
    joined = b"".join(step[0] for step in steps) + _all_views(table)
    lists = np.zeros((len(steps), table.game.most_legal), np.int16)
    for row, step in zip(lists, steps, strict=True):
        row[: len(step[2])] = step[2]
    scores = [NO_SCORE if score is None else score for score in outcome.scores]
    return Played(
        np.frombuffer(joined, np.uint8).reshape(len(steps) + 1, table.seats, size),
        np.array([step[1] for step in steps], np.int32).reshape(-1, 3),
        lists,
        [(seat in outcome.winners) / max(1, len(outcome.winners)) for seat in range(table.seats)],
        np.array([scores, outcome.places], np.int32).T,
    )


# ---------------------------------------------------------------- rows


def schema_of(game: Game, about: dict[str, str]) -> pa.Schema:
    """The columns of a dataset; what they are about stands in its metadata."""
    columns = [
        ("game", pa.int64()), ("step", pa.int32()), ("seat", pa.int8()), ("actor", pa.int8()),
        ("view", pa.binary(game.sight.dtype.itemsize)), ("legal", pa.list_(pa.int16())), ("action", pa.int16()),
        ("share", pa.float32()), ("score", pa.int32()), ("place", pa.int8()),
    ]  # fmt: skip
    told = {"format": FORMAT, "game": game.name, "version": str(game.version), "sight": game.sight.digest} | about
    return pa.schema(columns, metadata=told)


def rows_of(game: Game, number: int, played: Played, schema: pa.Schema) -> pa.Table:
    """A game as rows: all seats of the first step, all seats of the second, and so on."""
    steps, seats, size = played.views.shape
    marks = np.concatenate([played.marks, [[NOBODY, NOBODY, 0]]]).astype(np.int32)
    seat, step = np.tile(np.arange(seats), steps), np.repeat(np.arange(steps), seats)
    actor = np.repeat(marks[:, ACTOR], seats)
    own = seat == actor
    counts = np.where(own, np.repeat(marks[:, COUNT], seats), 0)
    relative = relative_actions(game)[seats - game.seats[0]]
    legal = [np.sort(relative[m[ACTOR], row[: m[COUNT]]]) for m, row in zip(played.marks, played.legal, strict=True)]
    chosen = np.where(own, relative[actor, np.repeat(marks[:, ACTION], seats)], NOBODY)
    scores, places = played.outcome[seat, 0], played.outcome[seat, 1]
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    views = pa.py_buffer(np.ascontiguousarray(played.views))
    columns: list[Any] = [
        np.full(steps * seats, number, np.int64), step.astype(np.int32), seat.astype(np.int8), actor.astype(np.int8),
        pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), steps * seats, [None, views]),
        pa.ListArray.from_arrays(ends, np.concatenate([*legal, np.zeros(0, np.int16)]).astype(np.int16)),
        chosen.astype(np.int16), np.asarray(played.share, np.float32)[seat],
        pa.array(scores, pa.int32(), mask=scores == NO_SCORE), places.astype(np.int8),
    ]  # fmt: skip
    return pa.table([pa.array(each) if isinstance(each, np.ndarray) else each for each in columns], schema=schema)


# ---------------------------------------------------------------- files


def _chunk(name: str, given: dict[str, Any], schema: pa.Schema, first: int) -> pa.Table:
    """Some games of a match: one piece of work, which can travel to whoever does it, since a game goes by its name."""
    match = Match(load(name), **given)
    last = min(first + CHUNK, match.games)
    return pa.concat_tables([rows_of(match.game, n, of_bots(match, n), schema) for n in range(first, last)])


def write_match(
    match: Match, path: Path, executor: Executor | None = None, progress: Callable[[int], None] | None = None
) -> int:
    """Play a match of reflexes into a file, in the order of the games whoever plays them; says how many rows."""
    if thinkers := match.thinkers():
        msg = f"{thinkers[0]} thinks: datasets are made of the games of {', '.join(REFLEXES[match.game.name])}"
        raise UnknownBotError(msg)
    about = {"seats": str(match.seats), "seed": str(match.seed), "bots": ",".join(match.players())}
    schema = schema_of(match.game, about | {"options": ";".join(f"{k}:{v}" for k, v in sorted(match.options.items()))})
    given = {name: value for name, value in vars(match.laid_out()).items() if name != "game"}
    work = functools.partial(_chunk, match.game.name, given, schema)
    firsts = range(0, match.games, CHUNK)
    return _write(path, schema, (executor.map if executor else map)(work, firsts), progress)


def write_records(
    game: Game,
    records: Sequence[Record],
    path: Path,
    progress: Callable[[int], None] | None = None,
    names: Sequence[object] | None = None,
) -> int:
    """Games that were written down, numbered in the order in which they are given; `names` name one that is wrong."""
    seats = {len(record.seats) for record in records}
    schema = schema_of(game, {"seats": ",".join(map(str, sorted(seats))), "records": str(len(records))})

    def checked(n: int, record: Record) -> pa.Table:
        try:
            return rows_of(game, n, of_record(game, record), schema)
        except RecordError as error:
            msg = f"{names[n] if names else f'record {n}'}: {error}"
            raise RecordError(msg) from error

    tables = (checked(n, record) for n, record in enumerate(records))
    groups = (pa.concat_tables(group) for group in _by_chunks(tables))
    return _write(path, schema, groups, progress)


def _by_chunks(tables: Iterator[pa.Table]) -> Iterator[list[pa.Table]]:
    while group := list(itertools.islice(tables, CHUNK)):
        yield group


def _write(path: Path, schema: pa.Schema, groups: Any, progress: Callable[[int], None] | None) -> int:
    """All or nothing: the file has its name when it is whole."""
    rows, unfinished = 0, path.with_name(path.name + ".part")
    try:
        with pq.ParquetWriter(unfinished, schema, compression="zstd") as writer:
            for done, group in enumerate(groups, 1):
                writer.write_table(group)
                rows += group.num_rows
                if progress is not None:
                    progress(done * CHUNK)
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    return rows
