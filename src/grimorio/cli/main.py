"""`grimorio`: what can be typed. What each command does stands in modules of their own, loaded only when asked for."""

import contextlib
import io
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

from grimorio import __version__
from grimorio.cli.helping import Command, Commands, UsageError, translate, understood
from grimorio.cli.output import GOOD, INTERRUPTED, WRONG_USAGE, Desk, NobodyReadsError, WrongUsageError
from grimorio.cli.texts import Texts
from grimorio.engine.words import LANGUAGES, language_of_environment

MOST = 10**12
"""The largest number of games."""
MOST_THREADS = 1024
MOST_PORTS = 65_535
ADMIN = ("tables", "records", "close", "purge", "guest", "forget", "backup", "restore")

HELP = {"help_option_names": ["--help", "-h"]}

app = typer.Typer(cls=Commands, rich_markup_mode=None, pretty_exceptions_enable=False, context_settings=HELP)


# ---------------------------------------------------------------- what can be typed


def whole(name: str, least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within limits."""

    def read(text: str) -> int:
        with contextlib.suppress(ValueError):
            if least <= (number := int(text)) <= most:
                return number
        raise WrongUsageError(says="not_whole", name=name, text=str(text)[:40], least=least, most=most)

    return read


def any_whole(text: str) -> int:
    """Reads a seed: any whole number."""
    try:
        return int(text)
    except ValueError as error:
        raise WrongUsageError(says="not_seed", text=str(text)[:40]) from error


def amount(name: str, least: float, most: float) -> Callable[[str], float]:
    """Reads a number within limits, with a point or a comma."""

    def read(text: str) -> float:
        with contextlib.suppress(ValueError):
            if least <= (number := float(str(text).replace(",", "."))) <= most:
                return number
        raise WrongUsageError(says="not_amount", name=name, text=str(text)[:40], least=f"{least:g}", most=f"{most:g}")

    return read


def one_of(name: str, *words: str) -> Callable[[str], str]:
    """Reads one of a few words."""

    def read(text: str) -> str:
        if text in words:
            return text
        raise WrongUsageError(says="not_one_of", name=name, text=text[:40], words=", ".join(words))

    return read


def some_games(incomplete: str) -> list[str]:
    """For completion in the shell."""
    from grimorio.games import GAMES  # noqa: PLC0415 - not for --help

    return [name for name in GAMES if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", autocompletion=some_games)]
Json = Annotated[bool, typer.Option("--json")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE")]
Edition = Annotated[Path | None, typer.Option("--edition", metavar="FILE")]
Cluster = Annotated[str, typer.Option("--cluster", metavar="ADDRESS")]
SEED = typer.Option("--seed", metavar="N", parser=any_whole)
SEATS = typer.Option("--seats", metavar="N", parser=whole("--seats", 1, 99))
Seats = Annotated[int, SEATS]
SECONDS = typer.Option("--seconds", metavar="SECONDS", parser=amount("--seconds", 0, 3600))


@app.callback(invoke_without_command=True)
def grimorio(ctx: typer.Context, *, version: Annotated[bool, typer.Option("--version")] = False) -> None:
    """The version, or everything there is."""
    if version:
        ctx.obj.line(f"grimorio {__version__}")
        raise typer.Exit
    if ctx.invoked_subcommand is None:
        ctx.get_help()


@app.command(cls=Command)
def play(  # noqa: PLR0913 - everything that a table may ask for
    ctx: typer.Context,
    game: GameName = "flautz",
    *,
    seats: Annotated[str, typer.Option("--seats", metavar="SEATS")] = "",
    option: Options = None,
    edition: Edition = None,
    nonce: Annotated[list[str] | None, typer.Option("--nonce", metavar="TEXT")] = None,
    seed: Annotated[int | None, SEED] = None,
    resume: Annotated[bool, typer.Option("--resume")] = False,
    save: Annotated[Path | None, typer.Option("--save", metavar="FILE")] = None,
    pace: Annotated[float | None, typer.Option("--pace", metavar="SECONDS", parser=amount("--pace", 0, 60))] = None,
) -> int:
    """A game in the terminal."""
    from grimorio.cli.commands.play import Wishes, play  # noqa: PLC0415 - loads what --help needs not

    wishes = Wishes(seats, tuple(option or ()), edition, tuple(nonce or ()), seed, save, pace)
    return play(ctx.obj, game, wishes, resume=resume)


@app.command(cls=Command)
def serve(  # noqa: PLR0913 - everything that a server may be told
    ctx: typer.Context,
    *,
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="N", parser=whole("--port", 0, MOST_PORTS))] = None,
    database: Annotated[str | None, typer.Option("--database", metavar="FILE|URL")] = None,
    public_url: Annotated[str | None, typer.Option("--public-url", metavar="URL")] = None,
    pace: Annotated[float | None, typer.Option("--pace", metavar="SECONDS", parser=amount("--pace", 0, 60))] = None,
    rest: Annotated[str | None, typer.Option("--rest", metavar="SECONDS")] = None,
    requests: Annotated[str | None, typer.Option("--requests", metavar="N")] = None,
    ready: Annotated[str | None, typer.Option("--ready", metavar="GAMES")] = None,
    redis: Annotated[str | None, typer.Option("--redis", metavar="URL")] = None,
    lease: Annotated[str | None, typer.Option("--lease", metavar="SECONDS")] = None,
    metrics: Annotated[str | None, typer.Option("--metrics", metavar="WORD")] = None,
    webhooks: Annotated[str | None, typer.Option("--webhooks", metavar="HOSTS")] = None,
    mail: Annotated[str | None, typer.Option("--mail", metavar="URL")] = None,
    config: Annotated[str | None, typer.Option("--config", metavar="FILE")] = None,
    browser: Annotated[bool, typer.Option("--browser")] = False,
) -> int:
    """Tables over the network."""
    from grimorio.cli.commands.serve import serve  # noqa: PLC0415 - loads what --help needs not

    flags = {
        "host": host,
        "port": port,
        "database": database,
        "public_url": public_url,
        "pace": pace,
        "rest": rest,
        "requests": requests,
        "ready": ready,
        "redis": redis,
        "lease": lease,
        "metrics": metrics,
        "webhooks": webhooks,
        "mail": mail,
        "config": config,
    }
    return serve(ctx.obj, {name: value for name, value in flags.items() if value is not None}, browser=browser)


@app.command(cls=Command)
def admin(
    ctx: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", parser=one_of("WHAT", *ADMIN)),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME")] = "",
    *,
    database: Annotated[str | None, typer.Option("--database", metavar="FILE|URL")] = None,
    config: Annotated[str | None, typer.Option("--config", metavar="FILE")] = None,
) -> int:
    """What is kept by a server."""
    from grimorio.cli.commands.admin import admin  # noqa: PLC0415 - loads what --help needs not

    return admin(ctx.obj, what, name, {"database": database, "config": config})


@app.command(cls=Command)
def games(ctx: typer.Context, *, json: Json = False) -> int:
    """What there is to play."""
    from grimorio.cli.commands.games import games  # noqa: PLC0415 - loads what --help needs not

    return games(ctx.obj, json=json)


@app.command(cls=Command)
def rules(
    ctx: typer.Context,
    game: GameName,
    rule: Annotated[str, typer.Argument(metavar="RULE")] = "",
    *,
    coverage: Annotated[bool, typer.Option("--coverage")] = False,
    scenarios: Annotated[Path | None, typer.Option("--scenarios", metavar="FOLDER")] = None,
) -> int:
    """How it is played, and which rules have no scenario."""
    from grimorio.cli.commands import rules  # noqa: PLC0415 - loads what --help needs not

    if coverage:
        return rules.coverage(ctx.obj, game, scenarios)
    return rules.rules(ctx.obj, game, rule)


@app.command(cls=Command)
def simulate(  # noqa: PLR0913 - everything that a simulation may be asked for
    ctx: typer.Context,
    game: GameName,
    *,
    seats: Seats,
    games: Annotated[int, typer.Option("--games", metavar="N", parser=whole("--games", 1, MOST))],
    seed: Annotated[int, SEED] = 1,
    bots: Annotated[str, typer.Option("--bots", metavar="BOTS")] = "",
    option: Options = None,
    edition: Edition = None,
    interpreted: Annotated[bool, typer.Option("--interpreted")] = False,
    threads: Annotated[int, typer.Option("--threads", metavar="N", parser=whole("--threads", 0, MOST_THREADS))] = 1,
    device: Annotated[
        str, typer.Option("--device", metavar="cpu|cuda", parser=one_of("--device", "cpu", "cuda"))
    ] = "cpu",
    cluster: Cluster = "",
    json: Json = False,
) -> int:
    """Many games between bots."""
    from grimorio.cli.commands import simulate as simulating  # noqa: PLC0415 - loads what --help needs not

    if simulating.needs_plain_python(asked=interpreted):
        return simulating.in_plain_python(ctx.obj)
    match = simulating.match_of(game, seats, games, seed, bots, tuple(option or ()), edition)
    return simulating.simulate(ctx.obj, match, threads=threads, device=device, cluster=cluster, json=json)


@app.command(cls=Command)
def dataset(  # noqa: PLR0913 - everything that a simulation may be asked for
    ctx: typer.Context,
    game: GameName,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="FILE")],
    seats: Annotated[int, SEATS] = 4,
    games: Annotated[int, typer.Option("--games", metavar="N", parser=whole("--games", 1, MOST))] = 1000,
    seed: Annotated[int, SEED] = 1,
    bots: Annotated[str, typer.Option("--bots", metavar="BOTS")] = "",
    option: Options = None,
    edition: Edition = None,
    records: Annotated[list[Path] | None, typer.Option("--records", metavar="FILE")] = None,
    cluster: Cluster = "",
) -> int:
    """What everybody saw, as Parquet."""
    from grimorio.cli.commands import dataset as collecting  # noqa: PLC0415 - loads what --help needs not
    from grimorio.cli.commands import simulate as simulating  # noqa: PLC0415 - the same

    if records:
        return collecting.of_records(ctx.obj, game, records, out)
    match = simulating.match_of(game, seats, games, seed, bots, tuple(option or ()), edition)
    return collecting.of_bots(ctx.obj, match, out, cluster)


@app.command(cls=Command)
def bench(  # noqa: PLR0913 - everything that a measurement may be asked for
    ctx: typer.Context,
    game: GameName = "flautz",
    *,
    seats: Seats = 4,
    seconds: Annotated[float, SECONDS] = 10.0,
    device: Annotated[
        str, typer.Option("--device", metavar="cpu|cuda|both", parser=one_of("--device", "cpu", "cuda", "both"))
    ] = "both",
    json: Json = False,
) -> int:
    """How fast a game is."""
    from grimorio.cli.commands import simulate as simulating  # noqa: PLC0415 - loads what --help needs not
    from grimorio.cli.commands.bench import bench  # noqa: PLC0415 - the same

    if simulating.needs_plain_python(asked=False):
        return simulating.in_plain_python(ctx.obj)
    return bench(ctx.obj, game, seats, seconds, device, json=json)


@app.command(cls=Command)
def tournament(  # noqa: PLR0913 - everything that a tournament may be asked for
    ctx: typer.Context,
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", autocompletion=some_games)] = None,
    *,
    bots: Annotated[str, typer.Option("--bots", metavar="BOTS")] = "",
    hero: Annotated[list[str] | None, typer.Option("--hero", metavar="BOT")] = None,
    seats: Annotated[str, typer.Option("--seats", metavar="N")] = "",
    deals: Annotated[int, typer.Option("--deals", metavar="N", parser=whole("--deals", 0, MOST))] = 100,
    seed: Annotated[int, SEED] = 1,
    kept: Annotated[Path | None, typer.Option("--kept", metavar="FILE")] = None,
    threads: Annotated[int, typer.Option("--threads", metavar="N", parser=whole("--threads", 0, MOST_THREADS))] = 0,
    cluster: Cluster = "",
    device: Annotated[
        str, typer.Option("--device", metavar="cpu|cuda", parser=one_of("--device", "cpu", "cuda"))
    ] = "cpu",
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE")] = None,
    json: Json = False,
) -> int:
    """Who is stronger."""
    from grimorio.cli.commands.tournament import tournament  # noqa: PLC0415 - loads what --help needs not

    return tournament(
        ctx.obj, games or [], bots, hero or [], seats, deals, seed, kept, threads, cluster, device, page, json=json
    )


@app.command(cls=Command)
def sit(
    ctx: typer.Context,
    link: Annotated[str, typer.Argument(metavar="LINK")],
    program: Annotated[str, typer.Argument(metavar="COMMAND")],
    *,
    name: Annotated[str, typer.Option("--name", metavar="NAME")] = "Golem",
) -> int:
    """A program in a seat of a server."""
    from grimorio.cli.commands.sit import sit  # noqa: PLC0415 - loads what --help needs not

    return sit(ctx.obj, link, program, name)


@app.command(cls=Command)
def scenario(ctx: typer.Context, files: Annotated[list[Path], typer.Argument(metavar="FILE")]) -> int:
    """Whether rules are what examples say."""
    from grimorio.cli.commands.scenario import scenarios  # noqa: PLC0415 - loads what --help needs not

    return scenarios(ctx.obj, files)


@app.command(cls=Command)
def verify(ctx: typer.Context, records: Annotated[list[Path], typer.Argument(metavar="RECORD")]) -> int:
    """Whether records are what they say."""
    from grimorio.cli.commands.verify import verify  # noqa: PLC0415 - loads what --help needs not

    return verify(ctx.obj, records)


@app.command(cls=Command)
def review(
    ctx: typer.Context,
    record: Annotated[Path, typer.Argument(metavar="RECORD")],
    *,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT")] = "",
    worlds: Annotated[int, typer.Option("--worlds", metavar="N", parser=whole("--worlds", 2, 100_000))] = 256,
    json: Json = False,
) -> int:
    """What decisions of a game cost."""
    from grimorio.cli.commands.review import review  # noqa: PLC0415 - loads what --help needs not

    return review(ctx.obj, record, seat, worlds, json=json)


@app.command(cls=Command)
def warm(
    ctx: typer.Context,
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", autocompletion=some_games)] = None,
) -> int:
    """Compile ahead."""
    from grimorio.cli.commands.warm import warm  # noqa: PLC0415 - loads what --help needs not

    return warm(ctx.obj, games or [])


# ---------------------------------------------------------------- the whole


def spoken(arguments: Sequence[str]) -> tuple[str, list[str], str]:
    """The language that is asked for, what else was typed, and a language that nobody here speaks ('' for none)."""
    language, rest, strange = language_of_environment(), [], ""
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--":
            rest += [argument, *waiting]
        elif argument == "--lang" or argument.startswith("--lang="):
            wanted = argument.partition("=")[2] if "=" in argument else next(waiting, "")
            language, strange = (wanted, "") if wanted in LANGUAGES else (language, wanted or "--lang")
        else:
            rest.append(argument)
    return language, rest, strange


def commands(language: str) -> Any:
    """Every command, with its words in a language."""
    return translate(get_command(app), Texts(language, "commands"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what was typed; the exit status is 0 for good, 1 for a finding, 2 for wrong usage."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    language, rest, strange = spoken(typed)
    desk = Desk(language, Texts(language, "commands"), rest, chosen=len(rest) < len(typed))
    if strange:
        desk.complain("unknown_language", text=strange[:40], languages=", ".join(LANGUAGES))
        return WRONG_USAGE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        return run(desk)
    except WrongUsageError as wrong:
        desk.complain(wrong.says, **wrong.values)
        return WRONG_USAGE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except (NobodyReadsError, BrokenPipeError):
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD


def unlearnt(error: ValueError) -> WrongUsageError | None:
    """What to say where the weights of a network are refused; nothing where something else is wrong."""
    from grimorio.bots.network import WeightsError  # noqa: PLC0415 - nobody waits for bots before something fails

    return WrongUsageError(says="weights", reason=str(error)[:300]) if isinstance(error, WeightsError) else None


def run(desk: Desk) -> int:
    """Let Typer find the command, and the command do its work."""
    try:
        found = commands(desk.language).main(
            args=list(desk.arguments), prog_name="grimorio", standalone_mode=False, obj=desk
        )
    except UsageError as error:
        raise understood(error, desk.arguments) from error
    except ValueError as error:
        raise (unlearnt(error) or error) from error.__cause__
    sys.stdout.flush()
    return int(found or GOOD)
