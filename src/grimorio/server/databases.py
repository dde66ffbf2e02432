"""The two databases that a server can keep its tables in: a file of its own, or PostgreSQL shared with others.

SQLite before 3.51.3 can damage a file when two connections write or checkpoint at once, so only the writer does
either: readers may only query, and a second process is refused. PostgreSQL is shared: a table belongs to the process
that claimed it last, under an epoch, and entries of an earlier epoch are refused.
"""

import contextlib
import functools
import itertools
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from alembic import command
from alembic.config import Config
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

READERS = 2
"""Threads that read."""
MOST_ROWS = 1000
"""Rows of one statement."""
POSTGRES = ("postgresql:", "postgres:")
UPGRADE_LOCK = 7_205_759_403
"""Whoever brings the schema of a shared database up to date holds this lock of PostgreSQL."""

Values = Sequence[tuple[Any, ...]]


class StorageError(RuntimeError):
    """Something that could not be kept; nothing of it is in the database."""


class BusyError(RuntimeError):
    """Another process has this database."""


class Database(Protocol):
    """A database that is open: one engine to write with, one to read."""

    shared: bool
    writer: Engine
    reader: Engine

    @property
    def append_alone(self) -> Callable[[Values], None] | None:
        """Inserts rows of the log in a transaction of their own, where nobody else can have claimed their tables."""

    def append(self, connection: Connection, values: Values) -> None:
        """Insert rows of the log: table, entry, body, client, number."""

    def epochs(self, connection: Connection, tables: Iterable[str]) -> Mapping[str, int] | None:
        """The epochs of tables, held until the transaction ends; None where nobody else can be there."""

    def close(self) -> None:
        """Let go."""


def opened(address: str | Path) -> Database:
    """The database at a path or a URL, its schema up to date."""
    try:
        if isinstance(address, str) and address.startswith(POSTGRES):
            return Postgres(address)
        return File(Path(address))
    except (SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise StorageError(str(error)) from error


def made_private(path: Path) -> None:
    """Make a file, unless it is there, that nobody else on the machine can read, nor what SQLite puts beside it.

    The key of all cookies is in it, and the secrets of the games that go on.
    """
    with contextlib.suppress(FileExistsError):
        path.touch(mode=0o600, exist_ok=False)


class File:
    """An SQLite file that is this process's own until it is closed."""

    shared = False

    def __init__(self, path: Path) -> None:
        """Lock the file, and bring its schema up to date."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(path)
        try:
            made_private(path)
            self.writer, self.reader = _file_engine(path, writes=True), _file_engine(path, writes=False)
            with self.writer.connect() as connection:
                upgrade(connection)
        except BaseException:
            self._lock.release()
            raise

    def append(self, connection: Connection, values: Values) -> None:
        """Insert rows of the log."""
        for first in range(0, len(values), MOST_ROWS):
            rows = values[first : first + MOST_ROWS]
            connection.exec_driver_sql(_insert(len(rows)), tuple(itertools.chain.from_iterable(rows)))

    def append_alone(self, values: Values) -> None:
        """Insert rows of the log, past SQLAlchemy, whose transactions cost more than what is written in them.

        One statement is a transaction of its own: on the disk, all of it, once it is done.
        """
        if len(values) > MOST_ROWS:
            with self.writer.begin() as several:
                self.append(several, values)
            return
        taken = self.writer.raw_connection()
        connection: Any = taken.driver_connection
        try:
            connection.execute(_insert(len(values)), tuple(itertools.chain.from_iterable(values)))
        finally:
            taken.close()

    def epochs(self, connection: Connection, tables: Iterable[str]) -> None:
        """Nobody else can have claimed anything."""

    def close(self) -> None:
        """Let go; the writer is the last to close, since whoever is last checkpoints."""
        self.reader.dispose()
        self.writer.dispose()
        self._lock.release()


@functools.lru_cache(1 << 10)
def _insert(rows: int) -> str:
    """One statement for so many rows: between two statements the writer would wait for its turn among all threads."""
    return f"INSERT INTO log (table_id, entry, body, client, number) VALUES {', '.join(['(?, ?, ?, ?, ?)'] * rows)}"  # noqa: S608


def _locked(path: Path) -> FileLock:
    lock = FileLock(path.with_name(f".{path.name}.lock"), blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise BusyError(str(path)) from error
    except OSError as error:
        raise StorageError(str(error)) from error
    return lock


def _file_engine(path: Path, *, writes: bool) -> Engine:
    """Connections to the file: one for the writer, or some that can only read."""
    pool: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if writes else {"pool_size": READERS}
    arguments = {"check_same_thread": False, "isolation_level": None}
    engine = create_engine(f"sqlite:///{path}", connect_args=arguments, **pool)
    wishes = _WRITING if writes else _READING

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        for wish in wishes:
            connection.execute(f"PRAGMA {wish}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


CHECKPOINT = 1000
"""Pages after which the writer moves them from the log into the file. Everybody waits for that: ten milliseconds for
so many, and a quarter of a second for eight times as many."""
_WRITING = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    f"wal_autocheckpoint={CHECKPOINT}",
)
_READING = ("query_only=ON", "wal_autocheckpoint=0", "busy_timeout=5000")


class Postgres:
    """A PostgreSQL database that several processes share."""

    shared = True
    append_alone = None

    def __init__(self, url: str) -> None:
        """Connect, and bring the schema up to date, one process at a time."""
        self.plain = "postgresql://" + url.partition("://")[2]
        address = "postgresql+psycopg://" + url.partition("://")[2]
        self.writer = create_engine(address, pool_size=1, max_overflow=0, pool_pre_ping=True)
        self.reader = create_engine(address, pool_size=READERS, pool_pre_ping=True)
        with self.writer.connect() as connection:
            connection.execute(text("SELECT pg_advisory_lock(:lock)"), {"lock": UPGRADE_LOCK})
            connection.commit()
            try:
                upgrade(connection)
            finally:
                connection.rollback()
                connection.execute(text("SELECT pg_advisory_unlock(:lock)"), {"lock": UPGRADE_LOCK})
                connection.commit()

    def append(self, connection: Connection, values: Values) -> None:
        """Insert rows of the log."""
        connection.exec_driver_sql(
            "INSERT INTO log (table_id, entry, body, client, number) VALUES (%s, %s, %s, %s, %s)", list(values)
        )

    def epochs(self, connection: Connection, tables: Iterable[str]) -> Mapping[str, int]:
        """The epochs of tables; nobody can claim one of them before this transaction has ended."""
        asked = text("SELECT id, epoch FROM tables WHERE id = ANY(:ids) ORDER BY id FOR SHARE")
        return {str(table): int(epoch) for table, epoch in connection.execute(asked, {"ids": sorted(tables)})}

    def close(self) -> None:
        """Let go."""
        self.reader.dispose()
        self.writer.dispose()


def upgrade(connection: Connection) -> None:
    """Bring the schema up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()
