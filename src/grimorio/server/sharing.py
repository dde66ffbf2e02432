"""Several processes on one database: who writes which table, and how the others keep up.

A table is written by the process that claimed it last, under an epoch; an entry of an earlier epoch is refused by the
database, so that a process that slept through its own replacement can do no harm. The others follow: they read the log
when a bell rings, or after a second. Whoever is asked to do something at a table that another process writes claims it.
Bots and clocks are the owner's. A process that does not give a sign of life for some seconds owns nothing any more.
"""

import asyncio
import functools
import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, text

from grimorio.engine.refusal import Refused
from grimorio.room.entries import unpacked
from grimorio.server import ledger
from grimorio.server.bells import Bell, Line, PostgresLine, RedisLine
from grimorio.server.databases import Postgres
from grimorio.server.live import Live
from grimorio.server.settings import LEASE
from grimorio.server.storage import StorageError

if TYPE_CHECKING:
    from grimorio.server.keeper import Keeper

LOGGER = logging.getLogger("grimorio.server")
FORGOTTEN = 3600 * 1000
LOBBY = "lobby"

_NOW = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_ALIVE = f"SELECT id FROM servers WHERE beat > {_NOW} - :lease"  # noqa: S608 - nothing but constants


class Alone:
    """One process with a database of its own: everything is its own."""

    async def open(self) -> None:
        """Nothing to do."""

    async def arrive(self, live: Live) -> None:
        """It was never anybody else's."""

    async def claim(self, live: Live) -> None:
        """It was never anybody else's."""

    async def refresh(self, live: Live) -> None:
        """Nothing can have changed."""

    def depart(self, live: Live) -> None:
        """Nobody waits for it."""

    def ring(self, what: str) -> None:
        """Nobody hears it."""

    async def close(self) -> None:
        """Nothing to do."""


class Sharing:
    """One of several processes."""

    def __init__(self, keeper: "Keeper") -> None:
        """For the tables of a keeper."""
        self.keeper, self.storage, self.name = keeper, keeper.storage, ledger.new_token()
        self.redis, self.lease = "", LEASE
        self._bell: Bell | None = None
        self._beating: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Give the first sign of life, and listen."""
        await self._beat()
        loop = asyncio.get_running_loop()

        def heard(what: set[str]) -> None:
            loop.call_soon_threadsafe(self._heard, what)

        self._bell = Bell(self._line(), self.name, heard)
        self.storage.after = self._ring_all
        self._beating = asyncio.create_task(self._beat_on())

    def _line(self) -> Line:
        database = self.storage.database
        if self.redis or not isinstance(database, Postgres):
            return RedisLine(self.redis)
        return PostgresLine(database.plain)

    async def close(self) -> None:
        """Leave all tables to others."""
        if self._beating:
            self._beating.cancel()
        try:
            await self.storage.write(functools.partial(_gone, me=self.name))
        except StorageError:
            LOGGER.warning("tables not handed over")
        if self._bell:
            await asyncio.to_thread(self._bell.close)

    def ring(self, what: str) -> None:
        """Something changed for those who follow."""
        if self._bell:
            self._bell.ring(what)

    def _ring_all(self, tables: Iterable[str]) -> None:
        for table in tables:
            self.ring(table)

    # ------------------------------------------------------------ whose table it is

    async def arrive(self, live: Live) -> None:
        """A table that was just opened is claimed if nobody else writes it, and else followed."""
        live.owned = False
        found = await self.storage.write(functools.partial(_claimed, table=live.id, me=self.name, lease=self.lease))
        await self._catch_up(live)
        live.owned, live.epoch = found is not None, found or 0

    async def claim(self, live: Live) -> None:
        """Write this table from now on; whoever wrote it before cannot any more."""
        found = await self.storage.write(functools.partial(_claimed, table=live.id, me=self.name))
        await self._catch_up(live)
        live.owned, live.epoch = True, found or 0

    def depart(self, live: Live) -> None:
        """A table that sleeps is nobody's."""
        if live.owned:
            leave = functools.partial(_left, table=live.id, me=self.name, epoch=live.epoch)
            self.keeper.spawn(self.storage.write(leave))

    async def refresh(self, live: Live) -> None:
        """Know what others did to a table in the meantime."""
        async with live.alone:
            await self._catch_up(live)
            live.show(self.keeper.now())
        await self.keeper.overhear(live)

    async def _catch_up(self, live: Live) -> None:
        """What the database has of a table that this room does not know yet."""
        since = live.room.entries
        header, holders, rows = await self.storage.read(functools.partial(ledger.since, table=live.id, entry=since))
        live.header, live.holders = header, holders
        live.owned = live.owned and not rows  # whoever wrote them has claimed the table since
        for row in rows:
            live.room.enter(unpacked(row.body))
            if row.client is not None and row.number is not None:
                live.commands.add((row.client, row.number))
        live.stage = live.room.stage

    # ------------------------------------------------------------ keeping up

    def _heard(self, what: set[str]) -> None:
        """Somebody rang."""
        if LOBBY in what:
            self.keeper.lobby_changed()
        for table in what:
            if (live := self.keeper.lives.get(table)) is not None:
                self.keeper.spawn(self._follow(live))

    async def _follow(self, live: Live) -> None:
        """Show what others did."""
        try:
            before = live.header
            await self.refresh(live)
            if live.header.status == ledger.PUT_AWAY:
                self.keeper.forget(live.id)
            if live.header.successor != before.successor and live.header.successor is not None:
                self.keeper.followed(live)
            if live.header.tempo != before.tempo:
                self.keeper.tempo_changed(live)
        except (StorageError, Refused) as error:
            LOGGER.warning("not followed", extra={"table": live.id, "error": type(error).__name__})

    async def _take_over(self, live: Live) -> None:
        """A table whose owner is gone."""
        async with live.alone:
            if not live.owned:
                await self.claim(live)
                live.show(self.keeper.now())
                self.keeper.look_ahead(live)
                LOGGER.info("taken over", extra={"table": live.id})

    async def _beat_on(self) -> None:
        while True:
            await asyncio.sleep(self.lease / 4)
            try:
                await self._beat()
            except StorageError:
                LOGGER.warning("no sign of life")

    async def _beat(self) -> None:
        """A sign of life, and a look at every table that is open here."""
        tables = list(self.keeper.lives)
        for table, alive, epoch, last, status in await self.storage.write(
            functools.partial(_beaten, me=self.name, tables=tables, lease=self.lease)
        ):
            live = self.keeper.lives.get(table)
            if live is None:
                continue
            if live.owned and epoch != live.epoch:
                live.owned = False
            if status == ledger.PUT_AWAY:
                self.keeper.forget(table)
            elif not live.owned and not alive:
                self.keeper.spawn(self._take_over(live))
            elif not live.owned and last > live.room.entries:
                self.keeper.spawn(self._follow(live))


def _claimed(on: Connection, *, table: str, me: str, lease: float | None = None) -> int | None:
    """Claim a table; with a lease only where nobody who lives has it. Its new epoch, or None."""
    free = f" AND (owner IS NULL OR owner = :me OR owner NOT IN ({_ALIVE}))" if lease else ""
    claim = text(f"UPDATE tables SET owner = :me, epoch = epoch + 1 WHERE id = :table{free} RETURNING epoch")  # noqa: S608
    found = on.scalar(claim, {"me": me, "table": table, "lease": int(1000 * (lease or 0))})
    return None if found is None else int(found)


def _left(on: Connection, *, table: str, me: str, epoch: int) -> None:
    leave = text("UPDATE tables SET owner = NULL WHERE id = :table AND owner = :me AND epoch = :epoch")
    on.execute(leave, {"table": table, "me": me, "epoch": epoch})


def _gone(on: Connection, *, me: str) -> None:
    on.execute(text("UPDATE tables SET owner = NULL WHERE owner = :me"), {"me": me})
    on.execute(text("DELETE FROM servers WHERE id = :me"), {"me": me})


def _beaten(on: Connection, *, me: str, tables: list[str], lease: float) -> list[tuple[str, bool, int, int, str]]:
    """A sign of life; of some tables whether their owner lives, their epoch, their last entry, and their status."""
    sign = f"INSERT INTO servers (id, beat) VALUES (:me, {_NOW})"  # noqa: S608 - nothing but constants
    on.execute(text(f"{sign} ON CONFLICT (id) DO UPDATE SET beat = excluded.beat"), {"me": me})
    on.execute(text(f"DELETE FROM servers WHERE beat < {_NOW} - {FORGOTTEN}"))  # noqa: S608
    if not tables:
        return []
    asked = text(
        f"SELECT id, coalesce(owner IN ({_ALIVE}), false), epoch,"  # noqa: S608
        " (SELECT coalesce(max(entry), 0) FROM log WHERE table_id = tables.id), status"
        " FROM tables WHERE id = ANY(:tables)"
    )
    rows = on.execute(asked, {"tables": tables, "lease": int(1000 * lease)})
    return [(str(table), bool(alive), int(epoch), int(last), str(status)) for table, alive, epoch, last, status in rows]
