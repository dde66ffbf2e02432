"""`grimorio warm`: compile ahead, so that nobody waits later."""

import time
from collections.abc import Callable, Sequence

from rich.progress import ProgressColumn, Task
from rich.text import Text

from grimorio.arena.simulate import Match, warm_up
from grimorio.bots import BOTS
from grimorio.cli.asked import game_named
from grimorio.cli.output import GOOD, Desk
from grimorio.engine.chance import key_of_seed, shuffle, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, cache_counts, integers, readable, record
from grimorio.engine.table import Table
from grimorio.games import GAMES


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
    seconds = desk.number(time.perf_counter() - started, 1)
    desk.say("warm_done", hits=cache_counts["hits"], misses=cache_counts["misses"], seconds=seconds)
    return GOOD


def warmed(desk: Desk, games: Sequence[Game]) -> None:
    """Have all kernels of some games ready; a bar shows how far it is if that takes long."""
    if INTERPRETED:
        return
    todo = [step for game in games for step in steps(game)]
    with desk.waiting("compiling", len(todo), Kernels(desk)) as advance:
        for done, step in enumerate(todo):
            advance(done)
            step()


def steps(game: Game) -> list[Callable[[], object]]:
    """Everything that calls a kernel from outside, called once with the arguments it is always given."""
    table = Table(game, game.seats[0], secret=bytes(32))
    seat = table.to_act()[0]
    legal = table.legal(seat)
    view = table.view(seat)
    chance = stream(key_of_seed(0))

    def let_bots_choose() -> None:
        actions = integers(len(legal))
        actions[:] = legal
        for choose in BOTS[game.name].values():
            choose(record(table.box), record(view), actions, len(legal), record(chance))

    def imagine() -> None:
        game.imagine(record(table.box), record(view), seat, record(chance), record(game.layout.new()))

    return [
        lambda: warm_up(Match(game, table.seats, 1, box=table.box)),
        let_bots_choose,
        imagine,
        lambda: table.tensor(seat),
        lambda: table.apply(seat, legal[0]),
        table.outcome,
        lambda: shuffle(record(chance), readable(integers(2).astype("i2")), 0, 2),
    ]
