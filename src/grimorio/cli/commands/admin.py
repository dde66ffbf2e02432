"""`grimorio admin`: what an operator does to the database of a server."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from grimorio.cli.commands.serve import read_settings
from grimorio.cli.output import FINDING, GOOD, Desk, WrongUsageError
from grimorio.server import admin as work
from grimorio.server.storage import BusyError, StorageError

MOST_DAYS = 100_000
Deed = Callable[[Desk, "Path | str", str], int]


def admin(desk: Desk, what: str, name: str, flags: Mapping[str, Any]) -> int:
    """Do one thing to a database: 0, or 1 where there was nothing to do it to."""
    try:
        address = read_settings(flags).database
        deed, needs = DEEDS[what]
        if needs != bool(name):
            raise WrongUsageError(says="admin_needs" if needs else "admin_alone", what=what)
        return deed(desk, address, name)
    except BusyError as error:
        raise WrongUsageError(says="admin_busy", path=error) from error
    except (work.AdminError, StorageError, SQLAlchemyError, OSError) as error:
        raise WrongUsageError(says="not_understood", reason=str(error).splitlines()[0]) from error


def _told(desk: Desk, what: Any) -> None:
    """As JSON, in colours where somebody looks: those take minutes for thousands of tables."""
    if desk.out.is_terminal:
        desk.out.print_json(json.dumps(what, ensure_ascii=False))
    else:
        desk.out.file.write(json.dumps(what, ensure_ascii=False, indent=2) + "\n")


def _tables(desk: Desk, address: Path | str, _name: str) -> int:
    with work.looking(address) as on:
        _told(desk, work.tables(on))
    return GOOD


def _records(desk: Desk, address: Path | str, name: str) -> int:
    with work.looking(address) as on:
        written, others = work.records(on, Path(name))
    desk.say("admin_records", path=name, written=written, others=others)
    return GOOD if written else FINDING


def _close(desk: Desk, address: Path | str, name: str) -> int:
    with work.changing(address) as on:
        closed = work.close(on, name)
    desk.say("admin_closed" if closed else "admin_nothing", name=name)
    return GOOD if closed else FINDING


def _purge(desk: Desk, address: Path | str, name: str) -> int:
    try:
        days = float(name)
    except ValueError:
        days = float("nan")
    if not 0 <= days <= MOST_DAYS:
        raise WrongUsageError(says="not_amount", name="DAYS", text=name[:40], least="0", most=str(MOST_DAYS))
    with work.changing(address) as on:
        tables, guests = work.purge(on, days)
    desk.say("admin_purged", tables=tables, guests=guests)
    if tables:
        work.shrink(address)
    return GOOD


def _guest(desk: Desk, address: Path | str, name: str) -> int:
    with work.looking(address) as on:
        found = [work.left_behind(on, guest) for guest in work.guests_named(on, name)]
    _told(desk, found)
    return GOOD if found else FINDING


def _forget(desk: Desk, address: Path | str, name: str) -> int:
    with work.changing(address) as on:
        found = name in work.guests_named(on, name)
        games = work.forget(on, name) if found else 0
    desk.say("admin_forgotten" if found else "admin_nothing", name=name, games=games)
    return GOOD if found else FINDING


def _backup(desk: Desk, address: Path | str, name: str) -> int:
    work.backup(address, Path(name))
    desk.say("admin_copied", path=name)
    return GOOD


def _restore(desk: Desk, address: Path | str, name: str) -> int:
    work.restore(address, Path(name))
    desk.say("admin_copied", path=address)
    return GOOD


DEEDS: Mapping[str, tuple[Deed, bool]] = {
    "tables": (_tables, False),
    "records": (_records, True),
    "close": (_close, True),
    "purge": (_purge, True),
    "guest": (_guest, True),
    "forget": (_forget, True),
    "backup": (_backup, True),
    "restore": (_restore, True),
}
"""What can be done, and whether it wants to be told to what."""
