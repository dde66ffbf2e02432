"""Reviews of games that are over: one after the other in a thread of their own, and then kept.

Whoever may read the record of a game may ask what the choices of any of its seats cost. The first who asks waits for it
(`not-ready`, with how far it is); everybody after him gets it at once.
"""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NoReturn

import msgspec

from grimorio.arena.review import Review, in_words, review
from grimorio.bots import ARCHMAGE
from grimorio.engine.entries import Decided, Lapsed, TookBack
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.record import record_of
from grimorio.room.entries import Laid, RoomEntry
from grimorio.server import ledger
from grimorio.server.live import CLOSED, room_of
from grimorio.server.records import Records, rules_of, viewer_of
from grimorio.server.refusals import refuse
from grimorio.server.rehearsal import part_of

LOGGER = logging.getLogger("grimorio.server")
MOST_WAITING = 8
"""Reviews that are made or wait to be made."""
KEPT = msgspec.msgpack.Decoder(Review)

Key = tuple[str, int]


class Reviews:
    """Makes reviews, and keeps them."""

    def __init__(self, records: Records) -> None:
        """Of the games that these records are of."""
        self.records, self.keeper = records, records.keeper
        self.far: dict[Key, float] = {}
        self._pool = ThreadPoolExecutor(1, "grimorio-review")
        self._closed = False

    async def review(self, table: str, guest: str | None, viewer: str, language: str) -> Review:
        """What the choices of a seat cost, in words of a language; refused as `not-ready` until it is there."""
        game, entries = await self.records.finished(table, guest)
        if game.header.status == CLOSED:
            refuse("rules-changed")
        if any(isinstance(entry, Laid) for entry in entries):
            refuse("wrong-record", "laid")  # what was never dealt from a shuffle has no fair start
        seat = viewer_of(viewer, len(game.header.chairs))
        if seat == SPECTATOR:
            refuse("malformed", "viewer")
        made = await self.kept((table, seat))
        if made is None:
            self._later((table, seat), game.header, entries)
        return in_words(made, language, [chair.name for chair in game.header.chairs])

    async def kept(self, key: Key) -> Review | None:
        """A review that was made before; not one that an older Grimorio wrote otherwise."""
        body = await self.keeper.storage.read(functools.partial(ledger.review_of, table=key[0], seat=key[1]))
        with contextlib.suppress(msgspec.DecodeError):
            return KEPT.decode(body) if body is not None else None
        return None

    def _later(self, key: Key, header: ledger.Header, entries: tuple[RoomEntry, ...]) -> NoReturn:
        """Have it made, and say how far it is."""
        rehearsals, part = self.keeper.rehearsals, part_of(header.game, ARCHMAGE)
        if part not in rehearsals.ready:
            rehearsals.begin(header.game, ARCHMAGE)
            refuse("not-ready", "/".join(str(each) for each in rehearsals.far(part)))
        if key not in self.far:
            if len(self.far) >= MOST_WAITING:
                refuse("too-many", "reviews")
            self.far[key] = 0.0
            self.keeper.spawn(self._make(key, header, entries))
        refuse("not-ready", f"{100 * self.far[key]:.0f} %")

    async def _make(self, key: Key, header: ledger.Header, entries: tuple[RoomEntry, ...]) -> None:
        work = functools.partial(self._reviewed, key, header, entries)
        try:
            made = await asyncio.get_running_loop().run_in_executor(self._pool, work)
            body = msgspec.msgpack.encode(made)
            await self.keeper.storage.write(functools.partial(ledger.keep_review, table=key[0], seat=key[1], body=body))
        except StoppedError:
            LOGGER.info("review stopped", extra={"table": key[0]})
        finally:
            del self.far[key]

    def _reviewed(self, key: Key, header: ledger.Header, entries: tuple[RoomEntry, ...]) -> Review:
        room = room_of(rules_of(header), header)
        for entry in entries:
            room.enter(entry)
        made = review(record_of(room.dealt()), room.game, key[1], told=functools.partial(self._heard, key))
        return numbered(made, entries)

    def _heard(self, key: Key, done: float) -> None:
        if self._closed:
            raise StoppedError
        self.far[key] = done

    def close(self) -> None:
        """Stop."""
        self._closed = True
        self._pool.shutdown(cancel_futures=True)


class StoppedError(RuntimeError):
    """The server goes down."""


def numbered(made: Review, entries: Sequence[RoomEntry]) -> Review:
    """With the numbers that the steps of a replay have, which count everything that happened in the room."""
    played = [number for number, entry in enumerate(entries, 1) if isinstance(entry, Decided | TookBack | Lapsed)]
    decisions = tuple(replace(each, entry=played[each.entry - 1]) for each in made.decisions)
    return replace(made, decisions=decisions)
