"""Keeps the tables: opens them when somebody looks, does what is asked, lets bots move, and puts them to sleep.

One runner a table takes everything that waits for it, does it, has it written in one go, and then answers and shows:
whoever gets an ack can pull the plug. If writing fails nobody is told anything but that; the room is built again from
what is on the disk.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any

from sqlalchemy import Connection

from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.refusal import Refusal, Refused
from grimorio.room.entries import RoomEntry, packed
from grimorio.room.pace import TEMPOS
from grimorio.room.room import Room
from grimorio.room.timed import TimedRoom
from grimorio.server import ledger, ratings
from grimorio.server.live import CLOSED, Asked, Deed, Listener, Live, open_room, was_dealt
from grimorio.server.protocol import Followed, Heard, TempoTold, written
from grimorio.server.refusals import refuse
from grimorio.server.rehearsal import NotReadyError, Rehearsals, part_of
from grimorio.server.settings import PACE, REST
from grimorio.server.sharing import LOBBY, Alone, Sharing
from grimorio.server.storage import LostError, Row, Storage, StorageError
from grimorio.server.thinkers import Thinkers

LOGGER = logging.getLogger("grimorio.server")
SNAPSHOT_EVERY = 64
"""Entries between two snapshots."""
SECOND = 1000
AGAIN = 1.0
"""Seconds until a bot whose move was not kept tries again."""
ALARM = 5.0
"""Seconds between two looks at sleeping tables whose clocks may have run out."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Keeper:
    """All tables of one server."""

    def __init__(self, storage: Storage, *, pace: float = PACE, rest: float = REST) -> None:
        """Over a database; `pace` and `rest` in seconds."""
        self.storage, self.pace, self.rest = storage, pace, rest
        self.lives: dict[str, Live] = {}
        self.rehearsals = Rehearsals()
        self.sharing: Sharing | Alone = Sharing(self) if storage and storage.shared else Alone()
        self.now, self.alarm = now, ALARM
        self.lobby_changed: Callable[[], None] = lambda: None
        self.your_turn: Callable[[Live, int], None] = lambda _live, _seat: None
        self._opening: dict[str, asyncio.Task[Live]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._thinkers = Thinkers()
        self.think = self._thinkers.think
        self._closed = False

    # ------------------------------------------------------------ opening, and going to sleep

    async def open(self, table: str) -> Live:
        """The table in memory, opened if it slept; however many ask at once, it is opened once."""
        if table in self.lives:
            return self.lives[table]
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._open(table))
            self._opening[table].add_done_callback(lambda _task: self._opening.pop(table, None))
        return await asyncio.shield(self._opening[table])

    async def _open(self, table: str) -> Live:
        live = Live(*await self._load(table), freed=self._go_on)
        live.stage, live.called = live.room.stage, live.people_to_act()
        await self.overhear(live)
        await self.sharing.arrive(live)
        self.lives[table] = live
        self._nobody_is_here(live)
        self.look_ahead(live)
        return live

    async def open_to(self, table: str, guest: str | None) -> tuple[Live, int | None]:
        """A table and the seat of a guest there; of a private one without his seat he hears that it does not exist."""
        live = await self.open(table)
        seat = live.seat_of(guest) if guest else None
        if seat is None and guest:
            await self.sharing.refresh(live)
            seat = live.seat_of(guest)
        if seat is None and live.header.watch == "none":
            refuse("no-table")
        return live, seat

    async def overhear(self, live: Live) -> None:
        """What was said at a table, also at other processes, and who may speak."""
        said, live.muted = await self.storage.read(
            lambda on: (ledger.chat_of(on, live.id, live.heard), ledger.muted_at(on, live.id))
        )
        for number, seat, name, text in said:
            live.hear(number, Heard(LETTERS[seat], name, text))

    async def _load(self, table: str) -> tuple[ledger.Header, Room, dict[int, str], set[tuple[str, int]], int]:
        """What is on the disk, as a room; built in a thread, since the first one of a game loads its rules."""

        def load(on: Connection) -> tuple[ledger.Kept, Room]:
            kept = ledger.opened(on, table)
            if kept is None:
                refuse("no-table")
            if kept.header.status == CLOSED:
                refuse("rules-changed")
            if kept.header.game not in self.rehearsals.ready and was_dealt(kept):
                raise NotReadyError(kept.header.game)
            return kept, open_room(kept, lambda: tuple(row.body for row in ledger.log_of(on, table)))

        try:
            kept, room = await self.storage.read(load)
        except Refused as refused:
            if refused.refusal.code == "rules-changed":
                await self._tell_lobby(table, CLOSED)
            raise
        return kept.header, room, kept.holders, set(kept.commands), kept.entries

    def detach(self, live: Live, listener: Listener) -> None:
        """Somebody looks away."""
        live.listeners.discard(listener)
        live.tell_who_is_gone()
        self._is_gone(live, listener.viewer)
        self._may_rest(live)

    def _nobody_is_here(self, live: Live) -> None:
        """A table that was just opened, perhaps after a crash: everybody is still to come."""
        if isinstance(live.room, TimedRoom) and live.room.pace.live and live.owned:
            for seat in range(live.room.seats):
                gone = functools.partial(_cut_off, seat=seat, on=True, asleep=True)
                self.ask(live, Asked(gone, lambda _refusal: None))

    def is_here(self, live: Live, viewer: int) -> None:
        """Somebody looks again: what was paused for him goes on."""
        if isinstance(live.room, TimedRoom) and viewer in live.room.times.dropped:
            self.ask(live, Asked(functools.partial(_cut_off, seat=viewer, on=False), lambda _refusal: None))

    def _is_gone(self, live: Live, viewer: int) -> None:
        """Somebody is cut off: the clocks stand still until he is back, or somebody decides otherwise."""
        alone = not any(listener.viewer == viewer for listener in live.listeners)
        if alone and viewer != SPECTATOR and isinstance(live.room, TimedRoom) and not self._closed and live.owned:
            self.ask(live, Asked(functools.partial(_cut_off, seat=viewer, on=True), lambda _refusal: None))

    def _may_rest(self, live: Live) -> None:
        if live.resting() and not self._closed:
            asyncio.get_running_loop().call_later(self.rest, self._rest, live)

    def _rest(self, live: Live) -> None:
        """Put a table to sleep if nothing happened in the meantime; its snapshot makes waking quick."""
        if live.resting() and self.lives.get(live.id) is live and not self._closed:
            del self.lives[live.id]
            self._keep_snapshot(live)
            self.sharing.depart(live)
            self._set_alarm(live)

    async def close(self) -> None:
        """Finish what was begun, and keep a snapshot of every table."""
        self._closed = True
        for live in tuple(self.lives.values()):
            for listener in tuple(live.listeners):
                listener.end("going-down")
            if live.timer:
                live.timer.cancel()
            if "bots" in live.tasks:
                live.tasks["bots"].cancel()
            async with live.alone:
                self._keep_snapshot(live)
        await self.rehearsals.close()
        await self.sharing.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thinkers.close()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """A task that is held until it is done, and whose failure is told."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOGGER.error("task failed", extra={"error": type(error).__name__})

    # ------------------------------------------------------------ doing what is asked

    def ask(self, live: Live, asked: Asked) -> None:
        """Have something done; the answer comes once it is on the disk, or at once where that cannot be."""
        if self.lives.get(live.id) is not live or self._closed or (asked.by_itself and not live.owned):
            asked.answer(Refusal("not-kept", ""))
            return
        live.waiting.append(asked)
        self._go_on(live)

    async def done(self, live: Live, deed: Deed, *, by_itself: bool = False) -> Refusal | None:
        """Have something done, and wait for the answer."""
        answered: asyncio.Future[Refusal | None] = asyncio.get_running_loop().create_future()

        def answer(refusal: Refusal | None) -> None:
            if not answered.done():
                answered.set_result(refusal)

        self.ask(live, Asked(deed, answer, by_itself=by_itself))
        return await answered

    def _go_on(self, live: Live) -> None:
        """Do what waits, as soon as nothing else is being done to this table."""
        if live.waiting and live.alone.take():
            if live.owned:
                self._together(live)
            else:
                self.spawn(self._once_owned(live))
        elif not (live.alone.taken or live.listeners):
            self._may_rest(live)

    async def _once_owned(self, live: Live) -> None:
        """What is asked of a table that another process writes: first it is claimed."""
        try:
            await self.sharing.claim(live)
        except (StorageError, Refused) as error:
            asked, live.waiting = live.waiting, []
            await self._take_back(live, asked, error)
            return
        self._together(live)

    def _together(self, live: Live) -> None:
        """Everything that waits, in the order of arrival, in one write."""
        asked, live.waiting = live.waiting, []
        rows: list[Row] = []
        answers: list[Refusal | None] = []
        try:
            moment = now()
            for each in asked:
                entry, refusal = live.attempt(each, moment)
                answers.append(refusal)
                if entry is not None:
                    rows.append(_row(live, entry, each.command))
        except Exception as error:  # noqa: BLE001 - whatever it was, the room is not to be trusted any more
            self.spawn(self._take_back(live, asked, error))
            return
        kept = functools.partial(self._kept, live, asked, answers)
        if rows:
            self.storage.submit(rows, live.epoch, kept)
        else:
            kept(None)

    def _kept(self, live: Live, asked: list[Asked], answers: list[Refusal | None], failure: Exception | None) -> None:
        """It is on the disk: whoever asked is told, and whoever looks is shown."""
        if failure is not None:
            self.spawn(self._take_back(live, asked, failure))
            return
        try:
            for each, refusal in zip(asked, answers, strict=True):
                each.answer(refusal)
            live.show(now())
            self.look_ahead(live)
        except Exception:
            LOGGER.exception("room failed", extra={"table": live.id})
            self._drop(live)
        finally:
            live.alone.release()

    async def _take_back(self, live: Live, asked: list[Asked], error: Exception) -> None:
        """Nothing of this was done: the room is what the disk says, and everybody who asked is told."""
        lost, kept = isinstance(error, LostError), isinstance(error, StorageError)
        if not lost:
            LOGGER.error("not kept" if kept else "room failed", extra={"table": live.id, "error": type(error).__name__})
        try:
            _, live.room, live.holders, live.commands, live.snapshot_at = await self._load(live.id)
            live.owned = live.owned and not lost
        except (StorageError, Refused):
            self._drop(live)
        again = lost and self.lives.get(live.id) is live
        for each in asked:
            if not again or each.by_itself:
                each.answer(Refusal("not-kept" if kept else "broken", ""))
        if again:
            live.waiting = [each for each in asked if not each.by_itself] + live.waiting
        live.alone.release()

    def _drop(self, live: Live) -> None:
        """A table that cannot even be read is closed to all; who comes again finds it as the disk has it."""
        self.lives.pop(live.id, None)
        for listener in tuple(live.listeners):
            listener.end("again")
        for each in live.waiting:
            each.answer(Refusal("not-kept", ""))
        live.waiting.clear()

    def forget(self, table: str) -> None:
        """A table at which nobody has a seat any more; whoever still looks comes again, and is told so."""
        if live := self.lives.get(table):
            self._drop(live)

    # ------------------------------------------------------------ what happens by itself

    def look_ahead(self, live: Live) -> None:
        """After something was done, by who writes this table: bots, the clock, the lobby, a snapshot."""
        if self._closed or not live.owned:
            return
        self._set_clock(live)
        self._call(live)
        if live.room.bots_to_act() and not live.busy("bots"):
            live.tasks["bots"] = self.spawn(self._let_bots_move(live))
        if live.room.stage != live.stage:
            live.stage = live.room.stage
            self.spawn(self._over(live) if live.stage == "over" else self._tell_lobby(live.id, live.stage))
        if live.room.entries - live.snapshot_at >= SNAPSHOT_EVERY:
            self._keep_snapshot(live)

    def _call(self, live: Live) -> None:
        """Whoever is to act since the last entry is called, once."""
        before, live.called = live.called, live.people_to_act()
        if live.called != before:
            for seat in live.called - before:
                self.your_turn(live, seat)

    async def _over(self, live: Live) -> None:
        """A game is over: the lobby is told, and its players are rated."""
        players, outcome = ratings.players_of(live.room, live.holders), live.room.outcome()
        places = outcome.places if outcome else ()
        await self.storage.write(
            functools.partial(
                ratings.end, table=live.id, game=live.header.game, players=players, places=places, now=now()
            )
        )
        self.doorbell()

    async def _tell_lobby(self, table: str, stage: str) -> None:
        await self.storage.write(functools.partial(ledger.set_status, table=table, status=stage, now=now()))
        self.doorbell()

    def doorbell(self) -> None:
        """The lobby changed: tell those here, and those elsewhere."""
        self.lobby_changed()
        self.sharing.ring(LOBBY)

    def tempo_changed(self, live: Live) -> None:
        """Everybody at a table is told how fast bots move from now on."""
        live.tell(written(TempoTold(live.header.tempo)))

    def followed(self, live: Live) -> None:
        """Everybody at a table meets again at another one."""
        if live.header.successor is not None:
            live.tell(written(Followed(live.header.successor)))

    def _keep_snapshot(self, live: Live) -> None:
        """Keep what the room is now; only asked for where all of it is in the log already."""
        if live.owned and live.room.entries > live.snapshot_at:
            live.snapshot_at, body = live.room.entries, live.room.snapshot()
            kept = functools.partial(ledger.keep_snapshot, table=live.id, entry=live.snapshot_at, body=body, now=now())
            self.spawn(self.storage.write(kept))

    def _set_alarm(self, live: Live) -> None:
        """A table that sleeps is woken when somebody's time is out."""
        if live.timer:
            live.timer.cancel()
        if live.owned and (left := live.time_left(now())) is not None:
            due = functools.partial(ledger.set_due, table=live.id, due=now() + left)
            self.spawn(self.storage.write(due))

    async def wake_on(self) -> None:
        """Wake tables for their clocks, for ever."""
        while True:
            try:
                for table in await self.storage.read(functools.partial(ledger.due_before, moment=now() + 1000)):
                    await self.storage.write(functools.partial(ledger.set_due, table=table, due=None))
                    self._may_rest(await self.open(table))
            except (StorageError, Refused, NotReadyError) as error:
                LOGGER.warning("not woken", extra={"error": type(error).__name__})
            await asyncio.sleep(self.alarm)

    def _set_clock(self, live: Live) -> None:
        """Come back when the clock of the table has run out."""
        if live.timer:
            live.timer.cancel()
        live.timer, left = None, live.time_left(now()) if live.timed else None
        if left is not None:
            live.timer = asyncio.get_running_loop().call_later(left / SECOND + 0.001, self._tick, live)

    def _tick(self, live: Live) -> None:
        live.timer = None
        self.ask(live, Asked(lambda room, moment: room.tick(moment), lambda _refusal: None, by_itself=True))

    async def _let_bots_move(self, live: Live) -> None:
        """One bot after the other, as long as one is to act; people are served in between."""
        while not self._closed and self.lives.get(live.id) is live and live.owned:
            await asyncio.sleep(self.pace * TEMPOS[live.header.tempo])
            async with live.alone:
                seat = live.room.next_bot()
                if seat is None:
                    break
                level, at = live.room.chairs[seat].played_by, live.room.entries
                ready = part_of(live.header.game, level) in self.rehearsals.ready
                thought = live.room.thought(seat) if ready else None
            if thought is None:  # the others play on meanwhile
                await self.rehearsals.wait(live.header.game, level)
                continue
            moves = await self.think(thought, "bots")
            bot_moves = functools.partial(_bot_moves, seat=seat, moves=moves)
            refusal = await self.done(live, bot_moves, by_itself=True)
            if refusal is not None and live.room.entries == at and live.owned:
                LOGGER.error("bot refused", extra={"table": live.id, "code": refusal.code})
                if refusal.code != "not-kept":
                    break
                await asyncio.sleep(AGAIN)
        live.tasks.pop("bots", None)
        self._may_rest(live)


def _cut_off(room: Room, moment: int, *, seat: int, on: bool, asleep: bool = False) -> RoomEntry | None:
    """Somebody is cut off or back; nothing happens where no clock runs for people, or he has left.

    A table that was asleep, or whose server was down, is as it was at its last entry: that time is nobody's.
    """
    if not isinstance(room, TimedRoom) or not room.pace.live or room.stage != "playing":
        return None
    if room.chairs[seat].kind != "person" or (seat in room.times.dropped) == on:
        return None
    return room.pause(seat, "drop", on=on, at=room.times.since if asleep else moment)


def _bot_moves(room: Room, moment: int, *, seat: int, moves: list[int]) -> RoomEntry:
    """A bot's move, unless the person whose seat it is came back meanwhile."""
    if not room.chairs[seat].played_by:
        refuse("seat-taken")
    return room.submit(seat, moves, None, moment)


def _row(live: Live, entry: RoomEntry, command: tuple[str, int] | None) -> Row:
    """An entry that was just made, as a row of the log."""
    client, number = command or (None, None)
    return Row(live.id, live.room.entries, packed(entry), client, number)
