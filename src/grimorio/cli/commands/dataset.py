"""`grimorio dataset`: games as rows for those who learn from them, played now or written down before."""

import os
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from rich.progress import MofNCompleteColumn

from grimorio.arena.simulate import Match, UnknownBotError
from grimorio.bots import REFLEXES
from grimorio.cli.asked import game_named
from grimorio.cli.commands.simulate import workers
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine import record
from grimorio.engine.harmless import visible


def _writer() -> ModuleType:
    """What writes Parquet, where it is installed."""
    try:
        from grimorio.research import dataset  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise WrongUsageError(says="no_extra", extra="dataset", package=error.name) from error
    return dataset


def _unwritable(out: Path, error: OSError) -> Exception:
    """What the system says of the file; a cluster that is gone says nothing of the kind."""
    return WrongUsageError(says="out_unwritable", path=out, reason=os.strerror(error.errno)) if error.errno else error


def of_bots(desk: Desk, match: Match, out: Path, cluster: str) -> int:
    """Let bots play, and keep what everybody saw."""
    writer = _writer()
    with desk.waiting("compiling", match.games, MofNCompleteColumn()) as advance, workers(cluster) as pool:
        try:
            rows = writer.write_match(match, out, pool, lambda done: advance(min(done, match.games), "simulating"))
        except UnknownBotError as error:
            raise WrongUsageError(says="bot_without_rows", bots=", ".join(REFLEXES[match.game.name])) from error
        except OSError as error:
            raise _unwritable(out, error) from error
    desk.say("dataset_written", path=out, games=desk.number(match.games), rows=desk.number(rows))
    return GOOD


def of_records(desk: Desk, name: str, paths: Sequence[Path], out: Path) -> int:
    """Records of finished games, in the order of their files; a folder stands for all that it holds."""
    writer, game = _writer(), game_named(name)
    files = [file for path in paths for file in (sorted(path.rglob("*.json")) if path.is_dir() else [path])]
    try:
        found = [record.read(file) for file in files]
        with desk.waiting("playing_records", len(found), MofNCompleteColumn()) as advance:
            rows = writer.write_records(game, found, out, lambda done: advance(min(done, len(found))), files)
    except record.RecordError as error:
        raise WrongUsageError(says="reason", reason=visible(error)) from error
    except OSError as error:
        raise _unwritable(out, error) from error
    desk.say("dataset_written", path=out, games=desk.number(len(found)), rows=desk.number(rows))
    return GOOD
