"""`grimorio simulate`: very many games without people."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

from rich.console import Group
from rich.progress import MofNCompleteColumn
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.arena.gpu import NoGpuError
from grimorio.arena.simulate import Match, Report, UnknownBotError, all_cores
from grimorio.arena.simulate import simulate as run_simulation
from grimorio.bots import REFLEXES, names
from grimorio.cli.asked import check_seats, edition_at, game_named, options_of
from grimorio.cli.commands.tournament import far_away
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine.game import EditionError, Game
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.layout import LETTERS
from grimorio.engine.words import Words


def needs_plain_python(*, asked: bool) -> bool:
    """Whether kernels must not be compiled, but would be: because it was asked for, or because a GPU is simulated."""
    return not INTERPRETED and (asked or os.environ.get("NUMBA_ENABLE_CUDASIM") == "1")


def in_plain_python(desk: Desk) -> int:
    """Do the same in a process that does not compile: Numba asks only once, when it is loaded."""
    command = [sys.executable, "-m", "grimorio", "--lang", desk.language, *desk.arguments]
    return subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False).returncode  # noqa: S603


def match_of(  # noqa: PLR0913 - everything that a simulation may be asked for
    name: str, seats: int, games: int, seed: int, bots: str, options: Sequence[str], edition: Path | None
) -> Match:
    """What is to be simulated, checked."""
    game = game_named(name)
    check_seats(game, seats)
    players = tuple(bot.strip() for bot in bots.split(",")) if bots else ()
    for bot in players:
        if bot not in names(game.name):
            there = ", ".join(names(game.name))
            raise WrongUsageError(says="unknown_bot", text=bot[:40], title=game.title, bots=there)
    if len(players) > seats:
        raise WrongUsageError(says="too_many_bots", bots=len(players), seats=seats)
    read, cards = options_of(game, options), edition_at(game, edition)
    try:
        return Match(game, seats, games, seed, players, read, game.box(seats, read, cards))
    except EditionError as error:
        raise WrongUsageError(says="unplayable", reason=error) from error


@contextlib.contextmanager
def workers(cluster: str) -> Iterator[Executor | None]:
    """The workers of a cluster, where one was named."""
    if not cluster:
        yield None
        return
    with far_away(cluster) as pool:
        yield pool


def simulate(desk: Desk, match: Match, *, threads: int, device: str, cluster: str, json: bool) -> int:  # noqa: PLR0913
    """Play a match and tell what came of it."""
    threads = threads or all_cores()
    with desk.waiting("compiling", match.games, MofNCompleteColumn()) as advance, workers(cluster) as executor:
        try:
            report = run_simulation(
                match, threads=threads, device=device, executor=executor,
                progress=lambda done: advance(done, "simulating"),
            )  # fmt: skip
        except NoGpuError as error:
            raise WrongUsageError(says="no_gpu") from error
        except UnknownBotError as error:
            raise WrongUsageError(says="bot_thinks", bots=", ".join(REFLEXES[match.game.name])) from error
    if json:
        desk.json(report.json() | {"options": match.options, "device": device, "threads": threads})
    else:
        desk.out.print(_shown(desk, match.game, report))
    return GOOD


def _shown(desk: Desk, game: Game, report: Report) -> Group:
    say, numbers = desk.texts, report.json()
    head = say("simulated", title=game.title, seats=report.seats, games=desk.number(report.games), seed=report.seed)
    facts = Table.grid(padding=(0, 2))
    mean, most = desk.number(numbers["mean_decisions"], 1), numbers["max_decisions"]
    total, speed = desk.number(report.decisions), desk.large(numbers["decisions_per_second"])
    facts.add_row(f"  {say('decisions')}", say("decisions_told", number=total, mean=mean, most=most))
    facts.add_row(f"  {say('speed')}", say("speed_told", number=speed, seconds=desk.number(report.seconds, 2)))
    facts.add_row(f"  {say('stalled')}", desk.number(report.stalled))
    digest = Text.assemble(f"  {say('digest')}\n", (f"  {report.digest}", "cyan"))
    parts = (facts, Text(), _winners(desk, report), Text(), _endings(desk, game, report), Text(), digest)
    return Group(Rule(Text(head, "bold"), align="left", style="dim"), *parts)


def _winners(desk: Desk, report: Report) -> Table:
    say = desk.texts
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(f"  {say('column_seat')}")
    grid.add_column(say("column_bot"))
    grid.add_column(say("column_wins"), justify="right")
    grid.add_column(say("column_share"), justify="right")
    for seat, (bot, wins) in enumerate(zip(report.bots, report.wins, strict=True)):
        share = desk.number(100 * wins / max(report.games, 1), 1)
        grid.add_row(f"  {LETTERS[seat]}", bot, desk.number(wins, 1), f"{share} %")
    return grid


def _endings(desk: Desk, game: Game, report: Report) -> Table:
    words = Words(game, desk.language)
    grid = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(f"  {desk.texts('column_ending')}")
    grid.add_column(desk.texts("column_games"), justify="right")
    grid.add_column()
    for name, times in report.endings.items():
        grid.add_row(f"  {name}", desk.number(times), Text(words.text("endings", name), "dim"))
    return grid
