"""Tables that nobody dealt, to try and to learn: a game played on from a step of another one, and lessons.

Both begin with a position that is laid out (`Laid`) instead of a deal. Nothing of them can be checked against a
shuffle, so they have no record; everything else is as at any table, and the same rules judge every move.
"""

import functools
from typing import Annotated

import msgspec
from sqlalchemy import Connection

from grimorio.bots import STANDARD
from grimorio.engine.chance import key_of_secret, new_secret, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.engine.layout import LETTERS
from grimorio.engine.record import RecordError, verify
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import Chair, bot, person
from grimorio.room.entries import Laid, RoomEntry, packed
from grimorio.room.room import Room
from grimorio.server import ledger
from grimorio.server.keeper import now
from grimorio.server.lessons import Lesson, lesson_of
from grimorio.server.live import CLOSED, LESSON, room_of, teaches
from grimorio.server.protocol import Language, Letter, Token
from grimorio.server.records import MOST_RECORDS, Records, read_record, rules_of
from grimorio.server.refusals import bot_names, refuse
from grimorio.server.storage import Row
from grimorio.server.tables import Name, Seated, Tables, shown_name

BRANCH = "branch"
A_MOMENT = 60_000
"""Milliseconds in which the same lesson is not begun a second time before anything was done in it."""


class PlayFrom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to play a seat of a game that is over, from one of its steps on."""

    entry: Annotated[int, msgspec.Meta(ge=1)]
    seat: Letter
    name: Name


class Learn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants to be taught a game."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    name: Name
    language: Language = "en"


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pupil's page is ready for the next move of the others; `free` ends the lesson, and bots take their seats.

    Once `until` moves were made nothing more is done, so that a page may ask again; without it a page only asks how far
    the lesson is.
    """

    table: Token
    free: bool = False
    until: Annotated[int, msgspec.Meta(ge=0)] = 0


class Close(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The pupil does not want a lesson any more."""

    table: Token


class Stood(msgspec.Struct, frozen=True):
    """How far a lesson is: so many moves were made, which the pupil sees in this version of the table.

    `left` once they are not the lesson's, or bots sit there. A page teaches by this alone: what it sent may not have
    come here, and another window may have done more.
    """

    made: int
    version: int
    left: bool


class Verified(msgspec.Struct, frozen=True):
    """Everything in a record was done again: the commitment, the deal, so many entries, the result."""

    commitment: str
    entries: int


class Practice:
    """Makes and leads tables that nobody dealt."""

    def __init__(self, tables: Tables, records: Records) -> None:
        """Beside the tables that are dealt."""
        self.tables, self.records, self.keeper = tables, records, tables.keeper
        self._lessons: dict[str, Lesson] = {}

    # ------------------------------------------------------------ a game from a step on

    async def branch(self, guest: str, source: str, wish: PlayFrom) -> Seated:
        """A table at a step of a game that is over, as the seat knew it: what it could not see is dealt anew."""
        kept, entries = await self.records.finished(source, guest)
        if kept.header.status == CLOSED:
            refuse("rules-changed")
        seat = LETTERS.index(wish.seat)
        if seat >= len(kept.header.chairs) or wish.entry > len(entries):
            refuse("malformed", "entry")
        found = await self.keeper.think(functools.partial(_imagined, kept.header, entries[: wish.entry], seat))
        chairs = [bot(chair.name, STANDARD) for chair in kept.header.chairs]
        chairs[seat] = person(shown_name(wish.name))
        game = GAMES[kept.header.game]
        room = Room(game, chairs, options=kept.header.options, edition=kept.header.edition_of(game))
        return await self._keep(guest, room, seat, Laid(found, BRANCH, now()))

    # ------------------------------------------------------------ lessons

    async def lesson(self, game: str) -> Lesson:
        """What a game teaches; a game without a lesson refuses."""
        if game not in GAMES:
            refuse("no-table")
        self.records.check_ready(game)
        if game not in self._lessons:
            self._lessons[game] = await self.keeper.think(functools.partial(lesson_of, GAMES[game]))
        return self._lessons[game]

    async def learn(self, guest: str, wish: Learn) -> Seated:
        """A table at which a lesson is given; whoever asks twice, or again because no answer came, gets it once."""
        lesson = await self.lesson(wish.game)
        called = [name for name in bot_names(wish.language) if name != wish.name]
        chairs = [Chair("bot", called[seat]) for seat in range(lesson.seats)]
        chairs[lesson.seat] = person(shown_name(wish.name))
        room = Room(GAMES[wish.game], chairs, options=lesson.options)
        return await self._keep(guest, room, lesson.seat, Laid(lesson.position, LESSON, now()), once=True)

    async def go_on(self, guest: str | None, wish: GoOn) -> Stood:
        """Let the next of the others make the move of the lesson; nothing happens where it is the pupil's turn.

        Nor where the game has left the lesson: bots sit down only when the pupil, who was told so, wants to play on.
        """
        live, seat = await self.keeper.open_to(wish.table, guest)
        if seat is None or live.room.laid != LESSON:
            refuse("not-seated")
        lesson = await self.lesson(live.room.game.name)
        for other in range(live.room.seats) if wish.free else ():
            await self.keeper.done(live, functools.partial(_seat_bot, seat=other, pupil=seat))
        if wish.until:
            await self.keeper.done(live, functools.partial(_next_move, lesson=lesson, until=wish.until))
        async with live.alone:  # nothing is told that is not on the disk
            return Stood(len(live.room.dealt().moves), live.room.version(seat), _is_left(live.room, lesson))

    async def close(self, guest: str | None, table: str) -> None:
        """Put a lesson away for good, given or left: nobody else sits there, and it can be begun again at any time."""
        put_away = functools.partial(ledger.put_away, table=table, guest=guest or "")
        if not await self.tables.storage.write(put_away):
            refuse("not-seated")
        self.keeper.forget(table)
        self.keeper.sharing.ring(table)

    # ------------------------------------------------------------ keeping

    async def _keep(self, guest: str, room: Room, seat: int, laid: Laid, *, once: bool = False) -> Seated:
        """A table that begins with a position, and somebody's seat there; nobody else may look.

        Where it is made but `once`, whoever has just asked for it is led to it.
        """
        if await self.tables.storage.read(functools.partial(ledger.hosted, guest=guest)) >= MOST_RECORDS:
            refuse("too-many", "tables")
        header = msgspec.structs.replace(self.tables.header(room, guest, "none"), status="playing")
        holders = [guest if each == seat else None for each in range(room.seats)]

        def keep(on: Connection) -> str:
            if once and (found := ledger.asked_twice(on, header, now() - A_MOMENT)) is not None:
                return found
            ledger.add_table(on, header, holders)
            ledger.add_log(on, [Row(header.id, 1, packed(laid))])
            return header.id

        return Seated(await self.tables.storage.write(keep), seat)

    async def verified(self, text: str) -> Verified:
        """Do everything again that a record says; what is not true is refused with the first difference."""
        found = await self.keeper.think(functools.partial(read_record, text))
        self.records.check_ready(found.game)
        try:
            table = await self.keeper.think(functools.partial(verify, found, GAMES[found.game]))
        except RecordError as error:
            refuse("wrong-record", str(error)[:200])
        return Verified(table.commitment, len(table.log))


def _imagined(header: ledger.Header, entries: tuple[RoomEntry, ...], seat: int) -> bytes:
    """The position after some entries, as a seat may believe it to be."""
    room = room_of(rules_of(header), header)
    for entry in entries:
        room.enter(entry)
    if room.stage != "playing":
        refuse("malformed", "entry")
    return world_of(room.game, room.dealt(), seat)


def world_of(game: Game, table: Table, seat: int) -> bytes:
    """A position that a seat cannot tell from the true one; hidden cards and chance to come are new."""
    made = game.layout.new()
    chance = stream(key_of_secret(new_secret(), ()))
    game.imagine(handed(table.box), handed(table.view(seat)), seat, handed(chance), handed(made))
    return bytes(made.tobytes())


def _seat_bot(room: Room, moment: int, *, seat: int, pupil: int) -> RoomEntry | None:
    """A bot plays on where the lesson played."""
    if seat == pupil or room.chairs[seat].played_by:
        return None
    return room.sit(seat, bot(room.chairs[seat].name, STANDARD), moment)


def _is_left(room: Room, lesson: Lesson) -> bool:
    """Whether the game at a lesson's table is not the lesson's any more."""
    return not (teaches(room) and lesson.follows(room.dealt().moves))


def _next_move(room: Room, moment: int, *, lesson: Lesson, until: int) -> RoomEntry | None:
    """What the lesson has for one of the others now."""
    made = room.dealt().moves
    found = lesson.next_of_others(made) if len(made) < until and not _is_left(room, lesson) else ()
    return room.submit(found[0].seat, [move.action for move in found], None, moment) if found else None
