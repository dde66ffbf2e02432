"""What an operator does to a database beside the server: look at tables, close and purge, what a guest left, backups.

Looking and backing up go on beside a running server. What changes something needs the database for itself where that is
a file, so the server must be stopped; a PostgreSQL database can be changed while it is served.
"""

import contextlib
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, create_engine, delete, func, or_, select, update

from grimorio.engine import files
from grimorio.room.entries import Laid, unpacked
from grimorio.server.databases import POSTGRES, Database, StorageError, made_private, opened
from grimorio.server.ledger import GOING_ON, header_of, log_of
from grimorio.server.live import CLOSED, fitting
from grimorio.server.ratings import of_guest
from grimorio.server.records import written
from grimorio.server.schema import CHAT, GUESTS, LOG, NOTICES, RATINGS, RETURNS, REVIEWS, SEATS, SNAPSHOTS, TABLES

DAY = 24 * 3600 * 1000


class AdminError(RuntimeError):
    """Something that cannot be done; says why."""


def is_file(address: Path | str) -> bool:
    """Whether a database is a file."""
    return not (isinstance(address, str) and address.startswith(POSTGRES))


@contextlib.contextmanager
def looking(address: Path | str) -> Iterator[Connection]:
    """A database to look at, whether or not a server runs."""
    if is_file(address) and not Path(address).is_file():
        msg = f"{address}: there is no such file"
        raise AdminError(msg)
    plain = str(address).partition("://")[2]
    url = f"sqlite:///file:{address}?mode=ro&uri=true" if is_file(address) else f"postgresql+psycopg://{plain}"
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


@contextlib.contextmanager
def changing(address: Path | str) -> Iterator[Connection]:
    """A database to change; a file only while no server has it."""
    if is_file(address) and not Path(address).is_file():
        msg = f"{address}: there is no such file"
        raise AdminError(msg)
    database: Database = opened(address)
    try:
        with database.writer.begin() as connection:
            yield connection
    finally:
        database.close()


# ---------------------------------------------------------------- tables


def tables(on: Connection) -> list[dict[str, Any]]:
    """Every table, the latest first."""
    entries = select(func.coalesce(func.max(LOG.c.entry), 0)).where(LOG.c.table_id == TABLES.c.id).scalar_subquery()
    columns = (TABLES.c.id, TABLES.c.game, TABLES.c.status, TABLES.c.watch, TABLES.c.made, TABLES.c.changed)
    rows = on.execute(select(*columns, entries.label("entries")).order_by(TABLES.c.changed.desc()))
    return [dict(row) for row in rows.mappings()]


def close(on: Connection, table: str) -> bool:
    """End a table for good; what was kept of it can still be read by those who sat there."""
    here = update(TABLES).where(TABLES.c.id == table, TABLES.c.status.in_(GOING_ON))
    return bool(on.execute(here.values(status=CLOSED, due=None)).rowcount)


def purge(on: Connection, days: float, now: int | None = None) -> tuple[int, int]:
    """Throw away tables on which nothing happened for so many days, and then guests who sit nowhere; how many each."""
    limit = (time.time_ns() // 1_000_000 if now is None else now) - int(days * DAY)
    old = select(TABLES.c.id).where(TABLES.c.changed < limit, _untouched(limit))
    tables = len(on.scalars(old.with_for_update()).all())  # at a shared database nobody touches them from now on
    for kept in (LOG, SNAPSHOTS, SEATS, CHAT, REVIEWS):
        on.execute(delete(kept).where(kept.c.table_id.in_(old)))
    on.execute(delete(TABLES).where(TABLES.c.changed < limit, _untouched(limit)))
    seated = select(SEATS.c.guest).where(SEATS.c.guest.is_not(None))
    hosting = select(TABLES.c.host)
    idle = [GUESTS.c.made < limit, GUESTS.c.id.not_in(seated), GUESTS.c.id.not_in(hosting)]
    for kept in (RETURNS, NOTICES, RATINGS):
        on.execute(delete(kept).where(kept.c.guest.in_(select(GUESTS.c.id).where(*idle))))
    return tables, on.execute(delete(GUESTS).where(*idle)).rowcount


def shrink(address: Path | str) -> None:
    """Give the disk back what was thrown away; a file is written anew. PostgreSQL does it by itself."""
    if is_file(address):
        database = opened(address)
        try:
            with contextlib.closing(database.writer.raw_connection()) as connection:
                connection.cursor().execute("VACUUM")
        except sqlite3.Error as error:
            msg = f"{address}: {error}"
            raise AdminError(msg) from error
        finally:
            database.close()


def records(on: Connection, folder: Path) -> tuple[int, int]:
    """Write the record of every game that is over, in a folder for each game; how many, and how many have none.

    A position that was laid out was never shuffled, and what is played by other rules now cannot be played again.
    """
    over = on.scalars(select(TABLES.c.id).where(TABLES.c.status == "over").order_by(TABLES.c.made, TABLES.c.id)).all()
    made = 0
    for table in over:
        header, log = header_of(on, table), log_of(on, table)
        entries = tuple(unpacked(row.body) for row in log)
        if header is not None and fitting(header) and not any(isinstance(entry, Laid) for entry in entries):
            files.replace(folder / header.game / f"{table}.json", written(header, entries))
            made += 1
    return made, len(over) - made


def _untouched(limit: int) -> Any:
    """Of tables in play only those go whose clock would not wake them."""
    return or_(TABLES.c.status.in_(("over", CLOSED, "gathering")), TABLES.c.due.is_(None), TABLES.c.due < limit)


# ---------------------------------------------------------------- guests


def guests_named(on: Connection, name: str) -> list[str]:
    """The guests who call themselves so, or the one with this number."""
    found = select(GUESTS.c.id).where(or_(GUESTS.c.name == name, GUESTS.c.id == name))
    return [str(guest) for guest in on.scalars(found)]


def left_behind(on: Connection, guest: str) -> dict[str, Any]:
    """All that is kept of a guest."""
    known = on.execute(select(GUESTS.c.name, GUESTS.c.made).where(GUESTS.c.id == guest)).first()
    seats = on.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.guest == guest)).all()
    said = [
        {"table": table, "text": text, "at": at}
        for table, seat in seats
        for text, at in on.execute(
            select(CHAT.c.text, CHAT.c.at).where(CHAT.c.table_id == table, CHAT.c.seat == seat).order_by(CHAT.c.number)
        )
    ]
    return {
        "guest": guest,
        "name": known[0] if known else None,
        "made": known[1] if known else None,
        "seats": [{"table": table, "seat": seat} for table, seat in seats],
        "hosted": [str(table) for table in on.scalars(select(TABLES.c.id).where(TABLES.c.host == guest))],
        "said": said,
        "notices": [str(each) for each in on.scalars(select(NOTICES.c.address).where(NOTICES.c.guest == guest))],
        "ratings": [msgspec.to_builtins(each) for each in of_guest(on, guest)],
    }


def forget(on: Connection, guest: str) -> int:
    """Delete what a guest left behind: who he is, his links, what he said. In how many games his name still stands.

    A name is part of the shuffle, so that the record of a game cannot be checked without it: names go with tables.
    """
    seats = on.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.guest == guest)).all()
    for table, seat in seats:
        on.execute(delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.seat == seat))
    on.execute(update(SEATS).where(SEATS.c.guest == guest).values(guest=None, link=None))
    on.execute(update(TABLES).where(TABLES.c.host == guest).values(host=""))
    for kept in (RETURNS, NOTICES, RATINGS):
        on.execute(delete(kept).where(kept.c.guest == guest))
    on.execute(delete(GUESTS).where(GUESTS.c.id == guest))
    return len(seats)


# ---------------------------------------------------------------- backups


def backup(address: Path | str, target: Path) -> None:
    """A copy of the file as it is at one moment, while the server goes on."""
    _only_files(address)
    if target.exists():
        msg = f"{target}: is there already"
        raise AdminError(msg)
    source = sqlite3.connect(_only_read(Path(address)), uri=True)
    made_private(target)
    copy = sqlite3.connect(target)
    try:
        source.backup(copy)
    except sqlite3.Error as error:
        raise AdminError(str(error)) from error
    finally:
        copy.close()
        source.close()
    _sound(target)


def restore(address: Path | str, source: Path) -> None:
    """Put a copy where no database is; the copy itself stays."""
    _only_files(address)
    _sound(source)
    if Path(address).exists():
        msg = f"{address}: is there already; move it away first"
        raise AdminError(msg)
    Path(address).parent.mkdir(parents=True, exist_ok=True)
    made_private(Path(address))
    shutil.copyfile(source, address)
    opened(address).close()


def _only_files(address: Path | str) -> None:
    if not is_file(address):
        msg = "a PostgreSQL database is copied by pg_dump and put back by pg_restore"
        raise AdminError(msg)


def _only_read(path: Path) -> str:
    """The address of a file that is only read, whatever letters are in its name."""
    return f"{path.absolute().as_uri()}?mode=ro"


def _sound(path: Path) -> None:
    """Refuse what is no whole database."""
    try:
        with contextlib.closing(sqlite3.connect(_only_read(path), uri=True)) as connection:
            found: Sequence[Any] = connection.execute("PRAGMA integrity_check").fetchone()
            connection.execute("SELECT count(*) FROM tables").fetchone()
    except sqlite3.Error as error:
        msg = f"{path}: {error}"
        raise AdminError(msg) from error
    if found[0] != "ok":
        msg = f"{path}: {found[0]}"
        raise AdminError(msg)


__all__ = ["AdminError", "StorageError"]
