"""Games that are over: the record for everybody, what every viewer knew at every step, and records from elsewhere.

While a game goes on nothing of this leaves. Once it is over nothing of it is secret any more: whoever may open the
table may read the record, check the shuffle with it, and look at every step with the eyes of any seat.

Where the host lets all hands be watched, a deal that is over may be looked at while the game goes on. That is the
delay: a hand is shown once all cards were gathered in and dealt anew (`Game.afresh`), and where a game never does so,
after its end. Nothing that anybody decides on now can be read off it, however long somebody thinks.
"""

import functools
from collections.abc import Iterator

import msgspec
from sqlalchemy import Connection

from grimorio.engine.chance import commitment
from grimorio.engine.entries import Decided, Lapsed, TookBack
from grimorio.engine.game import Game
from grimorio.engine.harmless import harmless
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.record import Record, RecordError, entry_text, from_json, record_of, to_json, verify
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import Chair
from grimorio.room.entries import Dealt, Laid, Nonced, RoomEntry, packed, unpacked
from grimorio.room.look import Look
from grimorio.room.room import LONGEST_NONCE, Room
from grimorio.server import ledger
from grimorio.server.keeper import Keeper, now
from grimorio.server.live import CLOSED, fitting, room_of
from grimorio.server.refusals import refuse
from grimorio.server.storage import Row
from grimorio.server.tables import LONGEST_NAME

LARGEST_RECORD = 1 << 20
"""Bytes of a record that somebody brings along."""
MOST_RECORDS = 500
"""Tables of one guest beyond which he may bring no more."""
MOST_STEPS = 400
"""Steps that are told in one answer."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One entry of the log, in the words of a record, and what was new to the viewer; None where nothing was."""

    entry: int
    kind: str
    at: int
    seat: str | None = None
    text: str = ""
    look: Look | None = None


class Replay(msgspec.Struct, frozen=True):
    """A game that is over, with the eyes of one viewer; `steps` begin at entry `since` + 1, of `entries` in all."""

    table: str
    game: str
    options: dict[str, str]
    viewer: str
    entries: int
    since: int
    steps: tuple[Step, ...]


class Archive(msgspec.Struct, frozen=True):
    """A game that was closed since its rules are not played any more: all that was kept, and nothing made up."""

    kind: str
    game: str
    version: int
    options: dict[str, str]
    edition: str
    commitment: str
    secret: str
    seats: tuple[str, ...]
    entries: tuple[RoomEntry, ...]


class Imported(msgspec.Struct, frozen=True):
    """The table that now shows a record from elsewhere."""

    table: str


class Records:
    """Reads games that are over, in threads: playing a game again takes a while."""

    def __init__(self, keeper: Keeper) -> None:
        """Over the tables that are kept."""
        self.keeper, self.storage = keeper, keeper.storage

    async def record(self, table: str, guest: str | None) -> bytes:
        """The record of a game that is over, as `grimorio verify` reads it; of a closed one, all that was kept."""
        kept, entries = await self.finished(table, guest)
        if kept.header.status == CLOSED:
            return msgspec.json.encode(archive_of(kept.header, entries))
        if any(isinstance(entry, Laid) for entry in entries):
            refuse("wrong-record", "laid")  # what was never shuffled cannot be checked
        return (await self.keeper.think(functools.partial(written, kept.header, entries))).encode()

    async def replay(self, table: str, guest: str | None, viewer: str, since: int) -> Replay:
        """What a viewer saw, step by step; of a game that goes on and may be watched so, all but the running deal."""
        kept, entries = await self.finished(table, guest, hands=True)
        if kept.header.status == CLOSED:
            refuse("rules-changed")
        if not self._over(kept):
            entries = entries[: await self.keeper.think(functools.partial(worthless, kept.header, entries))]
        eyes = viewer_of(viewer, len(kept.header.chairs))
        if not 0 <= since <= len(entries):
            refuse("malformed", "since")
        steps = await self.keeper.think(functools.partial(_steps, kept.header, entries, eyes, since))
        header = kept.header
        return Replay(table, header.game, dict(header.options), viewer, len(entries), since, steps)

    async def finished(
        self, table: str, guest: str | None, *, hands: bool = False
    ) -> tuple[ledger.Kept, tuple[RoomEntry, ...]]:
        """A table that is over and that a guest may open, with its whole log; or one whose `hands` may be watched."""

        def load(on: Connection) -> tuple[ledger.Kept | None, tuple[RoomEntry, ...]]:
            return ledger.opened(on, table), tuple(unpacked(row.body) for row in ledger.log_of(on, table))

        if not table.isprintable():  # PostgreSQL does not even look for such a name
            refuse("no-table")
        kept, entries = await self.storage.read(load)
        if kept is None or (kept.header.watch == "none" and guest not in {*kept.holders.values(), kept.header.host}):
            refuse("no-table")
        if not self._over(kept) and not (hands and kept.header.watch == "hands"):
            refuse("not-over")
        if kept.header.status != CLOSED:
            self.check_ready(kept.header.game)
        return kept, entries

    def _over(self, kept: ledger.Kept) -> bool:
        """Whether nothing of a game is secret any more."""
        live = self.keeper.lives.get(kept.header.id)  # whose end is on the disk before the lobby has heard of it
        return kept.header.status in {"over", CLOSED} or (live is not None and live.stage == "over")

    def check_ready(self, game: str) -> None:
        """Nobody waits for a compiler: whoever comes too early is told how far it is."""
        if game in GAMES and game not in self.keeper.rehearsals.ready:
            self.keeper.rehearsals.begin(game)
            refuse("not-ready", "/".join(str(each) for each in self.keeper.rehearsals.far(game)))

    async def bring(self, guest: str, text: str) -> Imported:
        """Keep a record from elsewhere, once everything in it has been checked; whoever brought it decides on it."""
        if await self.storage.read(functools.partial(ledger.hosted, guest=guest)) >= MOST_RECORDS:
            refuse("too-many", "records")
        record = await self.keeper.think(functools.partial(read_record, text))
        self.check_ready(record.game)
        header, entries = await self.keeper.think(functools.partial(_checked, record, guest))
        rows = [Row(header.id, number, packed(entry)) for number, entry in enumerate(entries, 1)]

        def keep(on: Connection) -> None:
            ledger.add_table(on, header, [None] * len(header.chairs))
            ledger.add_log(on, rows)

        await self.storage.write(keep)
        return Imported(header.id)


def viewer_of(text: str, seats: int) -> int:
    """A seat by its letter, or the spectator."""
    if text == "spectator":
        return SPECTATOR
    if len(text) != 1 or text not in LETTERS[:seats]:
        refuse("malformed", "viewer")
    return LETTERS.index(text)


def rules_of(header: ledger.Header) -> Game:
    """The game of a table, which must still be played by the same rules."""
    game = fitting(header)
    return game if game is not None else refuse("rules-changed")


def written(header: ledger.Header, entries: tuple[RoomEntry, ...]) -> str:
    """The record of a game that is over."""
    room = room_of(rules_of(header), header)
    for entry in entries:
        room.enter(entry)
    table = room.dealt()
    table.version = header.rules
    return to_json(record_of(table))


def _steps(header: ledger.Header, entries: tuple[RoomEntry, ...], viewer: int, since: int) -> tuple[Step, ...]:
    room = room_of(rules_of(header), header)
    for entry in entries[:since]:
        room.enter(entry)
    return tuple(_seen(room, entries[since : since + MOST_STEPS], viewer))


def worthless(header: ledger.Header, entries: tuple[RoomEntry, ...]) -> int:
    """How many entries of a game that goes on came before its running deal: nobody's decision depends on them now."""
    room = room_of(rules_of(header), header)
    found = 0
    for number, entry in enumerate(entries):
        since = room.version(SPECTATOR)
        room.enter(entry)
        if room.table and any(event.kind in room.game.afresh for event in room.events(SPECTATOR, since)):
            found = number
    return found


def _seen(room: Room, entries: tuple[RoomEntry, ...], viewer: int) -> Iterator[Step]:
    """Each step as it looked; the first one whole, so that no other answer is needed to understand it."""
    version: int | None = None
    for entry in entries:
        room.enter(entry)
        seat = getattr(entry, "seat", None)
        text = entry_text(room.game, entry) if isinstance(entry, Decided | TookBack | Lapsed) else ""
        look = None
        if version != room.version(viewer):
            look = msgspec.structs.replace(room.look(viewer, version, entry.at), offer=None, asked=None)
            version = look.version
        letter = None if seat is None else LETTERS[seat]
        yield Step(room.entries, str(entry.__struct_config__.tag), entry.at, letter, text, look)


def archive_of(header: ledger.Header, entries: tuple[RoomEntry, ...]) -> Archive:
    """All that was kept of a game that cannot go on."""
    return Archive(
        kind=CLOSED,
        game=header.game,
        version=header.rules,
        options=dict(header.options),
        edition=header.edition,
        commitment=commitment(header.secret),
        secret=header.secret.hex(),
        seats=tuple(chair.name for chair in header.chairs),
        entries=entries,
    )


def read_record(text: str) -> Record:
    """A record of a finished game, so far as that can be seen from outside."""
    try:
        record = from_json(text)
    except RecordError as error:
        refuse("wrong-record", harmless(error))
    if record.kind != "record" or record.game not in GAMES:
        refuse("wrong-record", harmless(record.game, LONGEST_NAME))
    return record


def _checked(record: Record, guest: str) -> tuple[ledger.Header, list[RoomEntry]]:
    """A record as a table that is over: the commitment, the deal, every move and the result were checked."""
    try:
        table = verify(record, GAMES[record.game])
    except RecordError as error:
        refuse("wrong-record", harmless(error))
    if any(harmless(name, LONGEST_NAME) != name for name in record.seats):
        refuse("wrong-record", "seats")  # a name is part of the shuffle: it cannot be made harmless, only refused
    if any(len(nonce) > LONGEST_NONCE for nonce in record.nonces):
        refuse("wrong-record", "nonces")
    nonces = [Nonced(seat, nonce) for seat, nonce in enumerate(record.nonces) if nonce]
    return _header(record, table, guest), [*nonces, Dealt(), *table.log]


def _header(record: Record, table: Table, guest: str) -> ledger.Header:
    sat = zip(record.seats, record.bots, strict=True)
    return ledger.Header(
        id=ledger.new_token(),
        game=record.game,
        rules=record.version,
        edition=table.edition.digest,
        cards=ledger.cards_of(table.edition, table.game),
        options=dict(table.options),
        chairs=tuple(Chair("bot" if level else "person", name, level) for name, level in sat),
        secret=table.secret,
        host=guest,
        status="over",
        watch="public",
        made=now(),
    )
