"""What is kept: one thread with one connection writes, some read; what it says is done is on the disk.

The writer takes everything that waits, commits it in one go and then answers all: a hundred moves that arrive together
cost one sync of the disk. What a loop asks for in one of its turns is handed to the writer at the end of the turn: were
it woken by the first of them, it would sync the disk for that one, and both threads would wait for each other.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from grimorio.server.databases import READERS, BusyError, Database, StorageError, Values, opened
from grimorio.server.schema import LOG

R = TypeVar("R")
Done = Callable[[Any], None]
"""Who is told, in the loop he asked from: the answer, or the exception."""

MOST_IN_ONE_GO = 512
"""Jobs after which a commit waits for no more."""
MOST_ENDS = 10_000
"""Tables of whose logs the writer remembers the end."""


class LostError(StorageError):
    """Another process has claimed the table in the meantime."""


class Row(msgspec.Struct, frozen=True, gc=False):
    """An entry of a table's log: its number from 1, and which command of which client it was, if of any."""

    table: str
    entry: int
    body: bytes
    client: str | None = None
    number: int | None = None


class _Job(msgspec.Struct, frozen=True):
    """Rows for the log of one table, or anything else that is written; and who waits for it."""

    rows: Sequence[Row]
    epoch: int
    work: Callable[[Connection], Any] | None
    done: Done
    loop: asyncio.AbstractEventLoop


class Storage:
    """A database, until it is closed; `after` is called by the writer with the tables of every commit."""

    def __init__(self, address: str | Path) -> None:
        """Open the database, and start the writer."""
        self.database: Database = opened(address)
        self.after: Callable[[set[str]], None] = lambda _tables: None
        self.commits = self.rows = 0
        self._ends: dict[str, int] = {}
        self._jobs: queue.SimpleQueue[list[_Job] | None] = queue.SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
        self._readers = ThreadPoolExecutor(READERS, "grimorio-reader")
        self._thread = threading.Thread(target=self._write_on, name="grimorio-writer", daemon=True)
        self._thread.start()

    @property
    def shared(self) -> bool:
        """Whether other processes may have the same database."""
        return self.database.shared

    def submit(self, rows: Sequence[Row], epoch: int, done: Done) -> None:
        """Add entries to the log of one table: all of them or none; `done` is told once they are on the disk."""
        self._ask(_Job(rows, epoch, None, done, asyncio.get_running_loop()))

    def _ask(self, job: _Job) -> None:
        """Have something written, with all else that is asked for in this turn of the loop."""
        gathered = self._gathered.get(job.loop)
        if gathered is None:
            self._gathered[job.loop] = [job]
            job.loop.call_soon(self._hand_over, job.loop)
        else:
            gathered.append(job)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        if jobs := self._gathered.pop(loop, None):
            self._jobs.put(jobs)

    async def append(self, rows: Sequence[Row], epoch: int = 0) -> None:
        """Add entries to the log of one table, and wait until they are on the disk."""
        await self._waited(lambda done: self.submit(rows, epoch, done))

    async def write(self, work: Callable[[Connection], R]) -> R:
        """Whatever else is written; what raises has changed nothing."""
        loop = asyncio.get_running_loop()
        result: R = await self._waited(lambda done: self._ask(_Job((), 0, work, done, loop)))
        return result

    async def _waited(self, ask: Callable[[Done], None]) -> Any:
        """Wait for an answer; what was asked for is done, whether or not somebody still waits for it."""
        answered = asyncio.get_running_loop().create_future()

        def done(answer: Any) -> None:
            if not answered.done():
                answered.set_result(answer)

        ask(done)
        answer = await answered
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def read(self, work: Callable[[Connection], R]) -> R:
        """Look something up, in a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._look_up, work)

    def _look_up(self, work: Callable[[Connection], R]) -> R:
        try:
            with self.database.reader.connect() as connection:
                return work(connection)
        except SQLAlchemyError as error:
            raise StorageError(str(error)) from error

    def close(self) -> None:
        """Write what waits, and let go."""
        self._readers.shutdown()
        for loop in tuple(self._gathered):
            self._hand_over(loop)
        self._jobs.put(None)
        self._thread.join()
        self.database.close()

    # ------------------------------------------------------------ the thread that writes

    def _write_on(self) -> None:
        """Until it is closed; a connection that failed is not used again."""
        while (first := self._jobs.get()) is not None:
            jobs, last = self._all_that_waits(first)
            answers = self._write_all(jobs)
            answered = list(zip(jobs, answers, strict=True))
            for loop in {job.loop for job in jobs}:  # everybody hears it in the loop that he asked from
                with contextlib.suppress(RuntimeError):  # nobody waits any more: the loop is closed
                    loop.call_soon_threadsafe(_answer, [each for each in answered if each[0].loop is loop])
            kept = {row.table for job, answer in zip(jobs, answers, strict=True) if answer is None for row in job.rows}
            if kept:
                self.after(kept)
            if last:
                break

    def _all_that_waits(self, jobs: list[_Job]) -> tuple[list[_Job], bool]:
        """Every job that is there already, and whether the end was among them."""
        while len(jobs) < MOST_IN_ONE_GO:
            try:
                more = self._jobs.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return jobs, True
            jobs += more
        return jobs, False

    def _write_all(self, jobs: Sequence[_Job]) -> list[Any]:
        """The answer to each job, all in one commit; where others may hold locks, only entries go together.

        Whatever else is written there waits for them in a commit of its own, which holds nothing that others wait for.
        """
        answers: list[Any] = []
        together: list[_Job] = []
        for job in jobs:
            if job.work is not None and self.shared:
                answers += self._write_together(together) if together else []
                answers += self._write_together([job])
                together = []
            else:
                together.append(job)
        return answers + (self._write_together(together) if together else [])

    def _write_together(self, jobs: Sequence[_Job]) -> list[Any]:
        """One transaction; the answer to each job. What fails by itself fails alone, a failing disk fails all."""
        try:
            alone = self.database.append_alone
            if alone is not None and all(self._follows_what_is_known(job) for job in jobs):
                answers = self._append_to_known(jobs, alone)
            else:
                with self.database.writer.begin() as connection:
                    answers = self._do_all(connection, jobs)
        except Exception as error:  # noqa: BLE001 - whatever it was, those who wait must hear of it
            self._ends.clear()
            failure = StorageError(str(error))
            failure.__cause__ = error
            return [failure] * len(jobs)
        self.commits += 1
        return answers

    def _follows_what_is_known(self, job: _Job) -> bool:
        """Whether nothing has to be looked up to write a job: rows of a log whose end this process knows."""
        return job.work is None and bool(job.rows) and job.rows[0].table in self._ends

    def _append_to_known(self, jobs: Sequence[_Job], append: Callable[[Values], None]) -> list[Any]:
        """Rows and nothing else, as most of what is written."""
        values: list[tuple[Any, ...]] = []
        answers = [self._done(None, job, None, values) for job in jobs]
        if values:
            append(values)
            self.rows += len(values)
        return answers

    def _do_all(self, connection: Connection, jobs: Sequence[_Job]) -> list[Any]:
        """Do every job on an open transaction."""
        epochs = self.database.epochs(connection, {row.table for job in jobs for row in job.rows})
        if epochs is not None or len(self._ends) > MOST_ENDS:
            self._ends.clear()  # others may have written in the meantime
        values: list[tuple[Any, ...]] = []
        answers = [self._done(connection, job, epochs, values) for job in jobs]
        if values:
            self.database.append(connection, values)
            self.rows += len(values)
        return answers

    def _done(
        self, connection: Connection | None, job: _Job, epochs: Mapping[str, int] | None, values: list[tuple[Any, ...]]
    ) -> Any:
        """The answer to one job; rows are only gathered in `values`."""
        try:
            if job.work is None or connection is None:
                values += self._following(connection, job, epochs)
                return None
            with connection.begin_nested():
                return job.work(connection)
        except (IntegrityError, StorageError, ValueError, LookupError) as error:
            return StorageError(str(error)) if isinstance(error, IntegrityError) else error

    def _following(
        self, connection: Connection | None, job: _Job, epochs: Mapping[str, int] | None
    ) -> list[tuple[Any, ...]]:
        """The rows as they are inserted; they must be of this epoch, and follow the last one of their table."""
        if not job.rows:
            return []
        table = job.rows[0].table
        if epochs is not None and epochs.get(table) != job.epoch:
            raise LostError(table)
        last = self._ends[table] if connection is None or table in self._ends else end_of(connection, table)
        for row in job.rows:
            last += 1
            if row.entry != last:
                msg = f"entry {row.entry} does not follow entry {last - 1}"
                raise StorageError(msg)
        self._ends[table] = last
        return [(row.table, row.entry, row.body, row.client, row.number) for row in job.rows]


def _answer(answered: Sequence[tuple[_Job, Any]]) -> None:
    for job, answer in answered:
        job.done(answer)


def end_of(connection: Connection, table: str) -> int:
    """The number of a table's last entry, 0 where there is none."""
    return int(connection.scalar(select(func.max(LOG.c.entry)).where(LOG.c.table_id == table)) or 0)


def as_kept(row: Row) -> dict[str, Any]:
    """A row under the names of its columns."""
    return {
        "table_id": row.table,
        "entry": row.entry,
        "body": row.body,
        "client": row.client,
        "number": row.number,
    }


__all__ = ["BusyError", "LostError", "Row", "Storage", "StorageError", "end_of"]
