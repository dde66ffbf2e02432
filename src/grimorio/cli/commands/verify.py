"""`grimorio verify`: whether records are what they say."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as Grid
from rich.text import Text

from grimorio.cli.output import FINDING, GOOD, WRONG_USAGE, Desk
from grimorio.cli.seating import shown
from grimorio.engine import record
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.table import Table
from grimorio.engine.words import Words
from grimorio.games import UnknownGameError, load


def verify(desk: Desk, paths: Sequence[Path]) -> int:
    """Check the commitment, the deal, every move and the result of records."""
    return max(_verified(desk, path) for path in paths)


def _verified(desk: Desk, path: Path) -> int:
    found = checked(desk, path)
    if isinstance(found, int):
        return found
    _tell(desk, path, *found)
    return GOOD


def checked(desk: Desk, path: Path) -> tuple[record.Record, Table] | int:
    """A record and its table, once everything in it has been checked; otherwise the exit status, and why is told."""
    try:
        written = record.read(path)
        game = load(written.game)
        table = record.verify(written, game)
    except UnknownGameError:
        desk.complain("record_game", path=path, game=harmless(written.game, 40))
        return FINDING
    except record.RecordError as error:
        if isinstance(error.__cause__, OSError):
            desk.complain("cannot_open", path=path, reason=error.__cause__.strerror)
            return WRONG_USAGE
        reason = visible(error).removeprefix(f"{visible(path)}: ")
        desk.complain("record_wrong", path=path, reason=reason)
        return FINDING
    return written, table


def _tell(desk: Desk, path: Path, written: record.Record, table: Table) -> None:
    """What was checked, in a few lines."""
    say = desk.texts
    desk.say("record_good", path=path, title=table.game.title, seats=", ".join(shown(written.seats)))
    usual = {option.name: option.default for option in table.game.options}
    chosen = ", ".join(f"{name}={value}" for name, value in table.options.items() if value != usual[name])
    facts = Grid.grid(padding=(0, 2))
    facts.add_row(f"  {say('record_commitment')}", Text(table.commitment, "cyan"))
    dealt = say("record_dealt", edition=table.edition.digest[:16], options=chosen or "-")
    facts.add_row(f"  {say('record_deal')}", dealt)
    facts.add_row(f"  {say('record_moves')}", say("record_moved", moves=len(table.moves)))
    facts.add_row(f"  {say('record_result')}", _result(desk, written, table))
    desk.out.print(facts)


def _result(desk: Desk, written: record.Record, table: Table) -> str:
    if not table.over:
        return desk.texts("record_going_on")
    outcome, words = table.outcome(), Words(table.game, desk.language)
    winners = desk.texts("and").join(shown(written.seats)[seat] for seat in outcome.winners)
    return desk.texts("record_won", winners=winners, ending=words.text("endings", outcome.ending or ""))
