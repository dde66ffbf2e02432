"""`grimorio bench`: how fast a game is on this machine."""

from rich.console import Group
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.arena.bench import COSTS, Bench
from grimorio.arena.bench import bench as measure
from grimorio.arena.gpu import NoGpuError
from grimorio.arena.tables import TABLE_BYTES, TABLE_COSTS
from grimorio.cli.asked import check_seats, game_named
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine.game import Game


def bench(desk: Desk, name: str, seats: int, seconds: float, device: str, *, json: bool) -> int:  # noqa: PLR0913
    """Measure, and tell what each number means."""
    game = game_named(name)
    check_seats(game, seats)
    with desk.waiting("compiling", 1.0) as advance:
        try:
            found = measure(game, seats, seconds, device, lambda part: advance(part, "measuring"))
        except NoGpuError as error:
            raise WrongUsageError(says="no_gpu") from error
    if json:
        desk.json(found.json())
    else:
        desk.out.print(_shown(desk, game, found, device))
    return GOOD


def _shown(desk: Desk, game: Game, found: Bench, device: str) -> Group:
    say = desk.texts
    grid = Table.grid(padding=(0, 2))
    grid.add_column(max_width=44)
    grid.add_column(justify="right", no_wrap=True, style="bold")
    grid.add_column(style="dim")
    for label, value, more in _speeds(desk, found) + _costs(desk, found) + _tables(desk, found):
        grid.add_row(f"  {label}", value, more)
    if device != "cpu":
        on_it = found.numbers["decisions_per_second_gpu"]
        told = say("bench_no_gpu") if on_it is None else say("per_second", number=desk.large(on_it))
        grid.add_row(f"  {say('bench_gpu')}", told, found.gpu or "")
    head = say("bench_head", title=game.title, seats=found.seats)
    note = [Text(f"  {say('bench_note')}", "dim")] if device != "cuda" else []
    return Group(Rule(Text(head, "bold"), align="left", style="dim"), grid, *note)


Row = tuple[str, str, str]


def _speeds(desk: Desk, found: Bench) -> list[Row]:
    """Whole games: decisions and games a second."""
    say, numbers = desk.texts, found.numbers
    one = numbers["decisions_per_second"]
    if one is None:
        return []
    rows = [(say("bench_one_core"), say("per_second", number=desk.large(one)), "")]
    for name, label in (("all_cores", "bench_all_cores"), ("bot", "bench_bot")):
        speed = numbers[f"decisions_per_second_{name}"] or 0.0
        told = say(label, cores=found.cores, bot=found.bot)
        rows.append(
            (told, say("per_second", number=desk.large(speed)), say("times", number=desk.number(speed / one, 2)))
        )
    games, mean = numbers["games_per_second"] or 0.0, numbers["mean_decisions"] or 0.0
    rows.append((say("bench_games"), say("per_second", number=desk.large(games)), ""))
    return [*rows, (say("bench_mean"), desk.number(mean, 1), "")]


def _costs(desk: Desk, found: Bench) -> list[Row]:
    """Nanoseconds of each step, and how many times the cost of a decision that is."""
    say, numbers = desk.texts, found.numbers
    decision = numbers["apply_ns"]
    if not decision:
        return []
    sizes = {"copy_ns": found.state_bytes, "view_ns": found.view_bytes, "tensor_ns": found.tensor_numbers}
    rows = []
    for name in COSTS:
        cost = numbers[name] or 0.0
        label = say(f"bench_{name}", size=sizes.get(name, ""))
        rows.append((label, f"{desk.number(cost, 1)} ns", say("times", number=desk.number(cost / decision, 2))))
    return rows


def _tables(desk: Desk, found: Bench) -> list[Row]:
    """What a table costs that is called from Python, as a server calls it."""
    say, numbers = desk.texts, found.numbers
    if numbers[TABLE_BYTES] is None:
        return []
    rows = [(say(f"bench_{name}"), f"{desk.number(numbers[name] or 0.0, 1)} µs", "") for name in TABLE_COSTS]
    return [*rows, (say(f"bench_{TABLE_BYTES}"), f"{desk.number((numbers[TABLE_BYTES] or 0.0) / 1000, 1)} kB", "")]
