"""The database: what it says is kept is kept, once, in order, by one process."""

import asyncio
import functools
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, text

import grimorio
from grimorio.room.chairs import Chair, bot, person
from grimorio.server import ledger, ratings, schema
from grimorio.server.storage import Row, Storage, StorageError, end_of


def header(table: str = "t") -> ledger.Header:
    chairs = (person("Ada"), Chair("absent", ""), bot("Merlino", "apprentice"))
    return ledger.Header(
        table, "flautz", 1, "digest", {"starter": "A"}, chairs, bytes(32), "ada", "gathering", "public", 5
    )


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    made = Storage(tmp_path / "grimorio.db")
    yield made
    made.close()


async def with_table(storage: Storage, table: str = "t") -> dict[int, str]:
    return await storage.write(lambda on: ledger.add_table(on, header(table), ["ada", None, None]))


def row(entry: int, table: str = "t", **more: Any) -> Row:
    return Row(table, entry, f"entry {entry}".encode(), **more)


def test_the_schema_that_is_shipped_is_the_schema_that_is_used(storage: Storage) -> None:
    def differences(on: Connection) -> list[Any]:
        return list(compare_metadata(MigrationContext.configure(on), schema.WHAT))

    assert asyncio.run(storage.read(differences)) == []


def test_the_disk_is_asked_to_hold_everything(storage: Storage) -> None:
    async def asked() -> list[Any]:
        return await storage.write(lambda on: [on.scalar(text(f"PRAGMA {n}")) for n in ("journal_mode", "synchronous")])

    assert asyncio.run(asked()) == ["wal", 2]


def test_a_reader_cannot_write(storage: Storage) -> None:
    async def write() -> None:
        await storage.read(lambda on: ledger.add_guest(on, "Ada", 0))

    with pytest.raises(StorageError, match="readonly"):
        asyncio.run(write())


def test_all_that_a_loop_asks_for_in_one_turn_is_one_commit(storage: Storage) -> None:
    tables = [f"t{number}" for number in range(40)]

    async def moves() -> int:
        for table in tables:
            await with_table(storage, table)
        before, answered = storage.commits, asyncio.Event()
        for table in tables:
            storage.submit([row(1, table)], 0, lambda _answer: answered.set())
            time.sleep(0.001)  # noqa: ASYNC251 - in the middle of a turn, the writer could begin if it were told
        await answered.wait()
        return storage.commits - before

    assert asyncio.run(moves()) == 1


def test_what_was_asked_for_right_before_the_end_is_written(tmp_path: Path) -> None:
    told: list[Any] = []

    async def asked(storage: Storage) -> None:
        await with_table(storage)
        storage.submit([row(1)], 0, told.append)
        await asyncio.to_thread(storage.close)

    async def kept(storage: Storage) -> int:
        return await storage.read(lambda on: end_of(on, "t"))

    asyncio.run(asked(Storage(tmp_path / "grimorio.db")))
    again = Storage(tmp_path / "grimorio.db")
    assert asyncio.run(kept(again)) == 1
    again.close()


def test_entries_are_there_after_a_restart_in_order_and_once(tmp_path: Path) -> None:
    path = tmp_path / "grimorio.db"

    async def first(storage: Storage) -> None:
        await with_table(storage)
        await asyncio.gather(*(storage.append([row(entry, client="0:x", number=entry)]) for entry in range(1, 101)))

    async def again(storage: Storage) -> ledger.Kept | None:
        return await storage.read(lambda on: ledger.opened(on, "t"))

    for work in (first, again):
        storage = Storage(path)
        kept = asyncio.run(work(storage))
        storage.close()
    assert kept is not None
    assert kept.rows == tuple(f"entry {entry}".encode() for entry in range(1, 101))
    assert (kept.header, kept.holders) == (header(), {0: "ada"})
    assert sorted(kept.commands) == [("0:x", entry) for entry in range(1, 101)]


@pytest.mark.parametrize("before", [0, 3])
@pytest.mark.parametrize("entries", [[0], [2], [1, 1], [1, 3], [-1]])
def test_an_entry_that_does_not_follow_is_refused_and_nothing_is_kept(
    storage: Storage, entries: list[int], before: int
) -> None:
    """The end of a log that was written to before is known, and not looked up again."""

    async def append() -> None:
        await with_table(storage)
        for entry in range(before):
            await storage.append([row(entry + 1)])
        await storage.append([row(before + entry) for entry in entries])

    with pytest.raises(StorageError, match="does not follow"):
        asyncio.run(append())
    assert asyncio.run(storage.read(lambda on: end_of(on, "t"))) == before


@pytest.mark.parametrize("known", [False, True])
def test_what_fails_fails_alone_though_it_is_written_together(storage: Storage, *, known: bool) -> None:
    async def together() -> list[Any]:
        await with_table(storage)
        if known:
            await storage.append([row(1)])
        first = [] if known else [row(1)]
        jobs = [*first, row(1), row(2), row(9), row(3)]
        return await asyncio.gather(*(storage.append([each]) for each in jobs), return_exceptions=True)

    told = [type(answer).__name__ for answer in asyncio.run(together())]
    assert told == ["NoneType"] * (not known) + ["StorageError", "NoneType", "StorageError", "NoneType"]
    assert asyncio.run(storage.read(lambda on: end_of(on, "t"))) == 3


@pytest.mark.parametrize("rows", [[2, 3], [2, 3, 4], [2, 3, 4, 4]])
def test_rows_are_kept_all_or_none_also_where_one_statement_does_not_hold_them(
    storage: Storage, monkeypatch: pytest.MonkeyPatch, rows: list[int]
) -> None:
    monkeypatch.setattr("grimorio.server.databases.MOST_ROWS", 2)
    commands = [row(2 + place, client="0:x", number=number) for place, number in enumerate(rows)]

    async def together() -> Any:
        await with_table(storage)
        await storage.append([row(1)])
        return (await asyncio.gather(storage.append(commands), return_exceptions=True))[0]

    failed = isinstance(asyncio.run(together()), StorageError)
    assert failed == (len(set(rows)) < len(rows))
    assert asyncio.run(storage.read(lambda on: end_of(on, "t"))) == (1 if failed else 1 + len(rows))


def test_a_command_cannot_be_kept_twice(storage: Storage) -> None:
    async def twice() -> None:
        await with_table(storage)
        await storage.append([row(1, client="0:x", number=7)])
        await storage.append([row(2, client="0:x", number=7)])

    with pytest.raises(StorageError, match="UNIQUE"):
        asyncio.run(twice())
    assert asyncio.run(storage.read(lambda on: end_of(on, "t"))) == 1


async def append_until_it_fails(storage: Storage) -> int:
    """Long entries until the disk is full; how many were kept."""
    for entry in range(1, 1000):
        try:
            await storage.append([Row("t", entry, bytes(2000))])
        except StorageError as error:
            return entry - 1 if "full" in str(error) else -1
    return 1000


async def bound(storage: Storage, pages: int) -> None:
    await storage.write(lambda on: on.execute(text(f"PRAGMA max_page_count={pages}")).close())


def test_a_disk_that_is_full_loses_nothing_that_was_kept(storage: Storage) -> None:
    async def fill() -> tuple[int, int]:
        await with_table(storage)
        await bound(storage, 4 + await storage.write(lambda on: int(on.scalar(text("PRAGMA page_count")) or 0)))
        kept = await append_until_it_fails(storage)
        found = await storage.read(lambda on: end_of(on, "t"))
        await bound(storage, 100_000)
        await storage.append([row(kept + 1)])
        return kept, found

    kept, found = asyncio.run(fill())
    assert 0 < kept == found < 1000


OPEN = """
import pathlib, sys
from grimorio.server.storage import BusyError, Storage
try:
    Storage(pathlib.Path(sys.argv[1])).close()
except BusyError:
    sys.exit("busy")
"""


def opens_elsewhere(path: Path) -> str:
    """What another process says that opens a database."""
    asked = [sys.executable, "-c", OPEN, str(path)]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stderr.strip()  # noqa: S603


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "grimorio.db"
    storage = Storage(path)
    assert opens_elsewhere(path) == "busy"
    storage.close()
    assert opens_elsewhere(path) == ""


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "grimorio.db"
    path.write_bytes(b"a letter to a friend" * 100)
    for _ in range(2):
        with pytest.raises(StorageError, match="not a database"):
            Storage(path)


def test_a_seat_link_works_once_whoever_is_quicker(storage: Storage) -> None:
    async def race() -> tuple[dict[int, str], list[Any]]:
        links = await with_table(storage)
        wishes = [functools.partial(ledger.take_seat, token=links[1], guest=who) for who in ("bruno", "carla")]
        tries = [storage.write(wish) for wish in wishes]
        return links, await asyncio.gather(*tries, return_exceptions=True)

    links, told = asyncio.run(race())
    assert list(links) == [1]
    assert told[0] == ("t", 1)
    assert isinstance(told[1], ledger.TakenError)
    assert asyncio.run(storage.read(lambda on: ledger.holders_of(on, "t"))) == {0: "ada", 1: "bruno"}


def test_one_guest_has_one_seat_at_a_table(storage: Storage) -> None:
    async def greedy() -> None:
        links = await with_table(storage)
        await storage.write(lambda on: ledger.take_seat(on, links[1], "ada"))

    with pytest.raises(ledger.TakenError):
        asyncio.run(greedy())


def test_a_return_link_works_once_and_not_for_ever(storage: Storage) -> None:
    async def returned(oldest: int) -> str:
        guest = await storage.write(lambda on: ledger.add_guest(on, "Ada", 1))
        link = await storage.write(lambda on: ledger.add_return(on, guest, 100))
        assert await storage.write(lambda on: ledger.use_return(on, link, oldest)) == guest
        return await storage.write(lambda on: ledger.use_return(on, link, oldest))

    for oldest in (100, 101):
        with pytest.raises(ledger.TakenError):
            asyncio.run(returned(oldest))


def test_links_cannot_be_read_from_the_file(storage: Storage, tmp_path: Path) -> None:
    links = asyncio.run(with_table(storage))
    storage.close()
    kept = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert links[1].encode() not in kept
    assert ledger.digest(links[1]).encode() in kept
    assert sqlite3.connect(tmp_path / "grimorio.db").execute("select count(*) from seats").fetchone() == (3,)


def test_what_threads_decode_has_decoders_that_were_made_before_them() -> None:
    """Two threads that decode the first value of a type at the same moment crash msgspec (`engine/kept.py`)."""
    source = Path(grimorio.__file__).parent
    on_the_fly = re.compile(r"(?:decode|convert)\([^()]*, type=")
    found = {
        path.relative_to(source).as_posix()
        for part in ("engine", "room", "server")
        for path in (source / part).rglob("*.py")
        if on_the_fly.search(path.read_text(encoding="utf-8"))
    }
    assert found <= {"server/asking.py"}, "only the thread of the requests itself may"


def test_no_token_looks_like_a_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """One in 64 would: `grimorio admin forget -eFXd` is not understood."""
    drawn = iter(["-eFXd", "-x", "y-z"])
    monkeypatch.setattr("grimorio.server.ledger.secrets.token_urlsafe", lambda _: next(drawn))
    assert ledger.new_token() == "y-z"


def plans(storage: Storage, work: Any) -> str:
    """How the database finds what is asked for."""
    asked: list[tuple[str, Any]] = []

    @event.listens_for(storage.database.reader, "before_cursor_execute")
    def _remember(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        asked.append((statement, values))

    asyncio.run(storage.read(work))
    event.remove(storage.database.reader, "before_cursor_execute", _remember)

    def explained(on: Connection) -> list[str]:
        found = [on.exec_driver_sql(f"EXPLAIN QUERY PLAN {each}", values) for each, values in asked if "SELECT" in each]
        return [str(step[3]) for rows in found for step in rows]

    return "\n".join(asyncio.run(storage.read(explained)))


QUESTIONS = {
    "the lobby": ledger.lobby,
    "the own tables": functools.partial(ledger.own_tables, guest="ada"),
    "how busy somebody is": functools.partial(ledger.busy_with, guest="ada", since=0),
    "whose time is out": functools.partial(ledger.due_before, moment=0),
    "a table that is opened": functools.partial(ledger.opened, table="t"),
    "who sits there": functools.partial(ledger.company, tables=["t"]),
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_guests_ask_for_does_not_take_longer_for_tables_that_sleep(storage: Storage, question: str) -> None:
    found = plans(storage, QUESTIONS[question])
    assert "SEARCH" in found
    assert "SCAN" not in found
    assert "tables_by_status" not in found or "ORDER BY" not in found  # the index has the latest, nothing is sorted
    assert "tables_by_status" not in found or question == "the lobby"


def test_the_lobby_lists_the_latest_first_whatever_their_status(storage: Storage) -> None:
    async def listed() -> list[str]:
        for number, status in enumerate(("playing", "gathering", "over", "playing", "gathering")):
            await with_table(storage, f"t{number}")
            change = functools.partial(ledger.set_status, table=f"t{number}", status=status, now=10 * number)
            await storage.write(change)
        return [each.id for each in await storage.read(ledger.lobby)]

    assert asyncio.run(listed()) == ["t4", "t3", "t1", "t0"]


@pytest.mark.parametrize("shared", [False, True])
def test_a_game_is_rated_once_and_only_the_latest_snapshot_stays(shared: bool, tmp_path: Path, request: Any) -> None:  # noqa: FBT001
    storage = Storage(request.getfixturevalue("cluster").url() if shared else tmp_path / "grimorio.db")

    async def over(players: list[str]) -> None:
        places = list(range(1, 1 + len(players)))
        await storage.write(
            functools.partial(ratings.end, table="t", game="flautz", players=players, places=places, now=5)
        )

    async def played() -> tuple[Any, Any, list[int]]:
        await with_table(storage)
        for entry in (1, 2):
            body = f"at {entry}".encode()
            await storage.write(functools.partial(ledger.keep_snapshot, table="t", entry=entry, body=body, now=entry))
        await over(["ada", "bot:novice", "bruno", "bot:novice"])
        await over(["ada", "bruno"])
        await storage.write(lambda on: ledger.set_status(on, "t", "playing", 6))
        await over(["ada", "bruno"])
        kept = await storage.read(lambda on: ledger.opened(on, "t"))
        who = ("ada", "bot:novice", "bruno")
        games = await storage.read(lambda on: [told.games for each in who for told in ratings.of_guest(on, each)])
        return kept and kept.snapshot, kept and kept.header.status, games

    assert asyncio.run(played()) == (b"at 2", "over", [2, 1, 2])
    storage.close()
