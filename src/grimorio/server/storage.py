"""The database: one thread with one connection writes, many read; what it says is done is on the disk.

SQLite before 3.51.3 can damage a file when two connections write or checkpoint at once, so only the writer does
either: readers may only query, and a second process is refused. The writer takes everything that waits, commits it in
one go and then answers all: a hundred moves that arrive together cost one sync of the disk.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grimorio.server.schema import LOG

R = TypeVar("R")

MOST_IN_ONE_GO = 512
"""Jobs of one commit."""
READERS = 2
"""Threads that read."""


class StorageError(RuntimeError):
    """Something that could not be kept; nothing of it is in the database."""


class BusyError(RuntimeError):
    """Another process has this database."""


class Row(msgspec.Struct, frozen=True):
    """An entry of a table's log: its number from 1, and which command of which client it was, if of any."""

    table: str
    entry: int
    body: bytes
    client: str | None = None
    number: int | None = None


class _Job(msgspec.Struct, frozen=True):
    """Rows for the log, or anything else that is written; and who waits for it."""

    rows: Sequence[Row]
    work: Callable[[Connection], Any] | None
    done: "Future[Any]"


class Storage:
    """A database that is this process's own until it is closed."""

    def __init__(self, path: Path) -> None:
        """Lock the file, bring its schema up to date, and start the writer."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = _locked(path)
        try:
            self._writer, self._reader = _engine(path, writes=True), _engine(path, writes=False)
            with self._writer.connect() as connection:
                _upgrade(connection)
        except (SQLAlchemyError, sqlite3.Error) as error:
            self._lock.release()
            raise StorageError(str(error)) from error
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, "grimorio-reader")
        self._thread = threading.Thread(target=self._write_on, name="grimorio-writer", daemon=True)
        self._thread.start()

    async def append(self, rows: Sequence[Row]) -> None:
        """Add entries to logs; when this returns they are on the disk, and all of them or none."""
        await self._ask(rows, None)

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Whatever else is written; what raises has changed nothing."""
        result: R = await self._ask((), work)
        return result

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Look something up, in a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._look_up, work)

    def _look_up(self, work: Callable[[Connection], R]) -> R:
        try:
            with self._reader.connect() as connection:
                return work(connection)
        except SQLAlchemyError as error:
            raise StorageError(str(error)) from error

    def close(self) -> None:
        """Write what waits, and let go; the writer is the last to close, since whoever is last checkpoints."""
        self._readers.shutdown()
        self._reader.dispose()
        self._jobs.put(None)
        self._thread.join()
        self._writer.dispose()
        self._lock.release()

    async def _ask(self, rows: Sequence[Row], work: Callable[[Connection], Any] | None) -> Any:
        """A job goes to the writer; once there it is done, whether or not somebody still waits for it."""
        done: Future[Any] = Future()
        self._jobs.put(_Job(tuple(rows), work, done))
        return await asyncio.shield(asyncio.wrap_future(done))

    # ------------------------------------------------------------ the thread that writes

    def _write_on(self) -> None:
        """Until it is closed; a connection that failed is not used again."""
        while (first := self._jobs.get()) is not None:
            jobs, last = self._all_that_waits(first)
            answers = self._write_together(jobs)
            for job, answer in zip(jobs, answers, strict=True):
                if isinstance(answer, Exception):
                    job.done.set_exception(answer)
                else:
                    job.done.set_result(answer)
            if last:
                break

    def _all_that_waits(self, first: _Job) -> tuple[list[_Job], bool]:
        """Every job that is there already, and whether the end was among them."""
        jobs: list[_Job] = [first]
        while len(jobs) < MOST_IN_ONE_GO:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _write_together(self, jobs: Sequence[_Job]) -> list[Any]:
        """One transaction; the answer to each job. What fails by itself fails alone, a failing disk fails all."""
        try:
            with self._writer.begin() as connection:
                return _do_all(connection, jobs)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            failure = StorageError(str(error))
            failure.__cause__ = error
            return [failure] * len(jobs)


def _do_all(connection: Connection, jobs: Sequence[_Job]) -> list[Any]:
    """Do every job on an open transaction."""
    answers: list[Any] = []
    rows: list[dict[str, Any]] = []
    ends: dict[str, int] = {}
    for job in jobs:
        try:
            if job.work is None:
                rows += _following(connection, job.rows, ends)
                answers.append(None)
            else:
                with connection.begin_nested():
                    answers.append(job.work(connection))
        except (IntegrityError, StorageError, ValueError, LookupError) as error:
            answers.append(StorageError(str(error)) if isinstance(error, IntegrityError) else error)
    if rows:
        connection.execute(insert(LOG), rows)
    return answers


def _following(connection: Connection, rows: Sequence[Row], ends: dict[str, int]) -> list[dict[str, Any]]:
    """The rows as they are inserted; each must follow the last one of its table. `ends` is kept up to date."""
    grown: dict[str, int] = {}
    for row in rows:
        last = grown[row.table] if row.table in grown else ends.get(row.table, -1)
        last = end_of(connection, row.table) if last < 0 else last
        if row.entry != last + 1:
            msg = f"entry {row.entry} does not follow entry {last}"
            raise StorageError(msg)
        grown[row.table] = row.entry
    ends.update(grown)
    return [as_kept(row) for row in rows]


def as_kept(row: Row) -> dict[str, Any]:
    """A row under the names of its columns."""
    return {
        "table_id": row.table,
        "entry": row.entry,
        "body": row.body,
        "client": row.client,
        "number": row.number,
    }


def end_of(connection: Connection, table: str) -> int:
    """The number of a table's last entry, 0 where there is none."""
    return int(connection.scalar(select(func.max(LOG.c.entry)).where(LOG.c.table_id == table)) or 0)


# ---------------------------------------------------------------- the file


def _locked(path: Path) -> FileLock:
    lock = FileLock(path.with_name(f".{path.name}.lock"), blocking=False, thread_local=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise BusyError(str(path)) from error
    except OSError as error:
        raise StorageError(str(error)) from error
    return lock


def _engine(path: Path, *, writes: bool) -> Engine:
    """Connections to the file: one for the writer, or some that can only read."""
    pool: dict[str, Any] = {"pool_size": 1, "max_overflow": 0} if writes else {"pool_size": READERS}
    address = f"sqlite:///{path}"
    arguments = {"check_same_thread": False, "isolation_level": None}
    engine = create_engine(address, connect_args=arguments, **pool)
    wishes = _WRITING if writes else _READING

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, _record: Any) -> None:
        for wish in wishes:
            connection.execute(f"PRAGMA {wish}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


_WRITING = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")
_READING = ("query_only=ON", "wal_autocheckpoint=0", "busy_timeout=5000")


def _upgrade(connection: Connection) -> None:
    """Bring the schema up to date."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    connection.commit()
