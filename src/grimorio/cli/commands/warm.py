"""`grimorio warm`: compile ahead, so that nobody waits later."""

import contextlib
import functools
import multiprocessing
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np
from rich.progress import ProgressColumn, Task
from rich.text import Text

from grimorio.arena.simulate import Match, all_cores, warm_up
from grimorio.bots import BOTS, LEVELS
from grimorio.cli.asked import game_named
from grimorio.cli.draw import Company, Scene
from grimorio.cli.output import GOOD, Advance, Desk
from grimorio.cli.pictures import picture_of
from grimorio.cli.texts import ScreenWords
from grimorio.engine.chance import key_of_seed, shuffle, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, cache_counts, clean_cache, handed, integers, readable
from grimorio.engine.layout import LETTERS
from grimorio.engine.pointing import Pointing
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.room.eyes import Eye, Watch

ONE_WAY, BOTH_WAYS = (1,), (1, -1)
"""Two who rehearse the same game begin at its two ends and share what both need: rules that tell what happens come
first, rules that tell nobody come last."""


class Kernels(ProgressColumn):
    """How many kernels are ready so far."""

    def __init__(self, desk: Desk) -> None:
        """In the language of the desk."""
        super().__init__()
        self.desk = desk

    def render(self, task: Task) -> Text:  # noqa: ARG002 - the same whatever the task
        """Count them anew."""
        return Text(self.desk.texts("kernels", number=sum(cache_counts.values())))


def warm(desk: Desk, names: Sequence[str]) -> int:
    """Compile everything that players and simulations of these games need; all games when none is named."""
    games = [game_named(name) for name in names] or list(GAMES.values())
    if INTERPRETED:
        desk.say("warm_interpreted")
        return GOOD
    started = time.perf_counter()
    warmed(desk, games)
    clean_cache()
    seconds = desk.number(time.perf_counter() - started, 1)
    desk.say("warm_done", hits=cache_counts["hits"], misses=cache_counts["misses"], seconds=seconds)
    return GOOD


def warmed(desk: Desk, games: Sequence[Game], *, only_tables: bool = False, levels: Sequence[str] = ()) -> None:
    """Have the kernels of some games ready; a bar shows how far it is if that takes long."""
    if INTERPRETED:
        return
    todo = [step for game in games for step in Rehearsal(game, levels).steps(only_tables=only_tables)]
    apart, ways = all_cores() > 1 and not only_tables, BOTH_WAYS if len(games) == 1 else ONE_WAY
    with desk.waiting("compiling", len(todo) * (len(ways) if apart else 1), Kernels(desk)) as advance:
        if apart:
            side_by_side([game.name for game in games], ways, advance)
            return
        for done, step in enumerate(todo):
            advance(done)
            step()


def side_by_side(names: Sequence[str], ways: Sequence[int], advance: Advance) -> None:
    """Each game, each way in a process of its own, as many at a time as there are cores; all is counted here."""
    context = multiprocessing.get_context("spawn")
    done = 0
    with context.Manager() as manager, ProcessPoolExecutor(all_cores(), context) as pool:
        told = manager.Queue()
        games = [pool.submit(rehearse, name, way, told) for name in names for way in ways]
        while not all(game.done() for game in games) or not told.empty():
            with contextlib.suppress(queue.Empty):
                for name, number in told.get(timeout=0.2).items():
                    cache_counts[name] += number
                done += 1
                advance(done)
        for game in games:
            game.result()


def rehearse(name: str, way: int, told: Any) -> None:
    """Compile one game, and tell after every step how many kernels it took."""
    for step in Rehearsal(load(name)).steps(only_tables=False)[::way]:
        before = dict(cache_counts)
        step()
        told.put({count: number - before[count] for count, number in cache_counts.items()})


class Rehearsal:
    """A table at which everything that calls a kernel from outside is done once, with arguments as they always are."""

    def __init__(self, game: Game, levels: Sequence[str] = ()) -> None:
        """Nothing is dealt before the first step. Those bots are asked that are named, or quick."""
        quick = {level for level, bot in BOTS[game.name].items() if bot.effort is None}
        self.game, self.levels = game, quick | {*levels}

    def steps(self, *, only_tables: bool) -> list[Callable[[], object]]:
        """All that a table needs, and what a simulation needs besides."""
        table = [self.deal, self.look, self.spell, self.decide, self.count, self.shuffle, self.draw, self.time]
        table += [self.choose, self.imagine]
        return [*table] if only_tables else [*table, self.simulate]

    @functools.cached_property
    def table(self) -> Table:
        """The smallest there is."""
        return Table(self.game, self.game.seats[0], secret=bytes(32))

    @functools.cached_property
    def chance(self) -> Any:
        """A stream beside the game's."""
        return stream(key_of_seed(0))

    @property
    def seat(self) -> int:
        """Who acts."""
        return self.table.to_act()[0]

    def deal(self) -> None:
        """Set up."""
        self.table.to_act()

    def look(self) -> None:
        """What can be done, and what can be seen."""
        self.table.why_not(self.seat, self.table.legal(self.seat)[0])
        self.table.view(self.seat)
        Watch(self.game.sight, [Eye() for _ in range(1 + self.table.seats)]).again(self.table.state)

    def choose(self) -> None:
        """Bots, as they are asked in the terminal; those that search only where they sit: they take longest."""
        table, legal = self.table, self.table.legal(self.seat)
        actions = integers(len(legal))
        actions[:] = legal
        for level in filter(self.levels.__contains__, LEVELS):
            bot = BOTS[self.game.name][level]
            bot(handed(table.box), handed(table.view(self.seat)), actions, len(legal), handed(self.chance))

    def imagine(self) -> None:
        """A possible world."""
        box, view, world = handed(self.table.box), handed(self.table.view(self.seat)), self.game.layout.new()
        self.game.imagine(box, view, self.seat, handed(self.chance), handed(world))

    def spell(self) -> None:
        """A view as a tensor."""
        self.table.tensor(self.seat)

    def decide(self) -> None:
        """One decision."""
        self.table.apply(self.seat, self.table.legal(self.seat)[0])

    def count(self) -> None:
        """The scores, and what a hint counts."""
        self.table.outcome()
        if self.game.measures is not None:
            self.game.measures(self.table.box, self.table.view(self.seat))

    def shuffle(self) -> None:
        """The cards that a scenario does not name."""
        shuffle(handed(self.chance), readable(np.zeros(2, np.int16)), 0, 2)

    def draw(self) -> None:
        """The table as it is drawn, for whatever a picture asks the rules."""
        table, seat = self.table, self.seat
        words = ScreenWords(self.game, "en")
        company = Company(words, tuple(LETTERS[: table.seats]), ("",) * table.seats, table.box)
        view = table.view_json(seat)
        pointing = Pointing(tuple(self.game.pointer.ways(table.legal(seat), seat, view)))
        picture_of(company).frame(Scene(seat, view, table.insight(seat), pointing, (), 80, 24))

    def time(self) -> None:
        """What a clock asks."""
        box, state = handed(self.table.box), handed(self.table.state)
        if self.game.clock is not None and self.game.lapse is not None:
            self.game.clock(box, state)
            self.game.lapse(box, state, self.seat)

    def simulate(self) -> None:
        """No games at all, on one core."""
        seats = self.game.seats[0]
        warm_up(Match(self.game, seats, 1, box=self.game.box(seats)))
