"""What is asked of the database, statement by statement: each function takes a connection, and knows no thread.

Where two people want the same thing at once (a seat, a rematch) the database decides: one statement that changes a row
only if it is still free.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, RowMapping, delete, func, insert, select, text, union, update

from grimorio.engine.edition import edition_of
from grimorio.engine.game import Edition, Game
from grimorio.room.chairs import Chair
from grimorio.room.pace import Pace, Tempo
from grimorio.server.protocol import Watch
from grimorio.server.schema import CHAT, GUESTS, KEYS, LOG, RETURNS, REVIEWS, SEATS, SNAPSHOTS, TABLES
from grimorio.server.storage import Row, as_kept

TOKEN_BYTES = 32
GOING_ON = ("gathering", "playing")
"""What a table that is not over has as its status."""
PUT_AWAY = "put-away"
"""The status of a lesson that its pupil has closed."""
MOST_IN_LOBBY = 200
"""Tables that a lobby lists."""

_PACES = msgspec.json.Decoder(Pace)
_OPTIONS = msgspec.json.Decoder(dict[str, str])
_CHAIRS = msgspec.json.Decoder(tuple[Chair, ...])
_CARDS = msgspec.json.Decoder(dict[str, Any])


def cards_of(edition: Edition, game: Game) -> str:
    """An edition as it is kept; nothing where it is that of the box."""
    return "" if edition.digest == game.standard.digest else msgspec.json.encode(edition.data).decode()


class TakenError(LookupError):
    """A link that was used already, or that never was one."""


class Header(msgspec.Struct, frozen=True):
    """What a table agreed on before its first entry; for the server alone, since the secret is in it."""

    id: str
    game: str
    rules: int
    edition: str
    options: Mapping[str, str]
    chairs: tuple[Chair, ...]
    secret: bytes
    host: str
    status: str
    watch: Watch
    made: int
    successor: str | None = None
    clock: str = ""
    cards: str = ""
    tempo: Tempo = "normal"

    def edition_of(self, game: Game) -> Edition:
        """The cards that the table is played with: those of the box, or its own."""
        return edition_of(_CARDS.decode(self.cards), "edition") if self.cards else game.standard

    @property
    def lesson(self) -> bool:
        """Whether it was made for a lesson: nothing but the lesson plays for the others, until they are bots."""
        return any(chair.kind == "bot" and not chair.bot for chair in self.chairs)

    @property
    def pace(self) -> Pace:
        """The clocks that the table agreed on."""
        return _PACES.decode(self.clock) if self.clock else Pace()


class Kept(msgspec.Struct, frozen=True):
    """All that is needed to open a table: its header, who holds its seats, a snapshot, and the log after it."""

    header: Header
    holders: dict[int, str]
    snapshot: bytes | None
    entries: int
    rows: tuple[bytes, ...]
    commands: tuple[tuple[str, int], ...]


def new_token() -> str:
    """Something that cannot be guessed, in letters that fit into an address, and that no command takes for a flag."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    return new_token() if token.startswith("-") else token


def digest(token: str) -> str:
    """What is kept of a link."""
    return hashlib.sha256(token.encode()).hexdigest()


# ---------------------------------------------------------------- keys and guests


def key(connection: Connection, name: str) -> bytes:
    """A key of the server's, made when it is first asked for; processes that start together get the same."""
    kept = select(KEYS.c.key).where(KEYS.c.name == name)
    if connection.scalar(kept) is None:
        make = text("INSERT INTO keys (name, key) VALUES (:name, :key) ON CONFLICT DO NOTHING")
        connection.execute(make, {"name": name, "key": secrets.token_bytes(TOKEN_BYTES)})
    return bytes(connection.execute(kept).scalar_one())


def add_guest(connection: Connection, name: str, now: int) -> str:
    """Somebody new; his number."""
    made = new_token()
    connection.execute(insert(GUESTS).values(id=made, name=name, made=now))
    return made


def guest_name(connection: Connection, guest: str) -> str | None:
    """What a guest calls himself; None for a stranger."""
    found = connection.scalar(select(GUESTS.c.name).where(GUESTS.c.id == guest))
    return None if found is None else str(found)


def add_return(connection: Connection, guest: str, now: int) -> str:
    """A link for another device; the one from before is worth nothing from now on."""
    token = new_token()
    connection.execute(delete(RETURNS).where(RETURNS.c.guest == guest))
    connection.execute(insert(RETURNS).values(link=digest(token), guest=guest, made=now))
    return token


def use_return(connection: Connection, token: str, oldest: int) -> str:
    """The guest whose link this is; it works once, and not for ever."""
    link = digest(token)
    found = connection.scalar(select(RETURNS.c.guest).where(RETURNS.c.link == link, RETURNS.c.made >= oldest))
    if not connection.execute(delete(RETURNS).where(RETURNS.c.link == link)).rowcount or found is None:
        raise TakenError
    return str(found)


# ---------------------------------------------------------------- tables and seats


def add_table(connection: Connection, header: Header, holders: Sequence[str | None]) -> dict[int, str]:
    """A new table; for each seat that nobody holds and no bot plays, the link that gives it away while it gathers."""
    plain = {name: getattr(header, name) for name in header.__struct_fields__}
    for name in ("options", "chairs"):
        plain[name] = msgspec.json.encode(plain[name]).decode()
    connection.execute(insert(TABLES).values(**plain, changed=header.made))
    links: dict[int, str] = {}
    for seat, holder in enumerate(holders):
        if holder is None and header.chairs[seat].kind != "bot" and header.status == "gathering":
            links[seat] = new_token()
        link = digest(links[seat]) if seat in links else None
        connection.execute(insert(SEATS).values(table_id=header.id, seat=seat, guest=holder, link=link))
    return links


def header_of(connection: Connection, table: str) -> Header | None:
    """What a table agreed on."""
    found = connection.execute(select(TABLES).where(TABLES.c.id == table)).mappings().first()
    return None if found is None else _header(found)


def _header(row: RowMapping) -> Header:
    told = {name: row[name] for name in Header.__struct_fields__}
    told["options"] = _OPTIONS.decode(row["options"])
    told["chairs"] = _CHAIRS.decode(row["chairs"])
    return Header(**told)


def link_leads_to(connection: Connection, token: str) -> tuple[str, int]:
    """The table and the seat of a link that nobody has used."""
    found = connection.execute(select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.link == digest(token))).first()
    if found is None:
        raise TakenError
    return str(found[0]), int(found[1])


def alone_at(connection: Connection, table: str) -> None:
    """Until the end of the transaction no other process writes who sits at a table, or what is said there."""
    connection.execute(select(TABLES.c.id).where(TABLES.c.id == table).with_for_update())


def take_seat(connection: Connection, token: str, guest: str) -> tuple[str, int]:
    """Give a seat to whoever has its link, once, and one seat of a table to one guest."""
    table, seat = link_leads_to(connection, token)
    alone_at(connection, table)
    if guest in holders_of(connection, table).values():
        raise TakenError
    free = update(SEATS).where(SEATS.c.link == digest(token), SEATS.c.guest.is_(None))
    if not connection.execute(free.values(guest=guest, link=None)).rowcount:
        raise TakenError
    return table, seat


def close_seat(connection: Connection, table: str, seat: int) -> None:
    """A link that leads nowhere any more, since a bot plays there."""
    if not connection.execute(
        update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.guest.is_(None)).values(link=None)
    ).rowcount:
        raise TakenError


def holders_of(connection: Connection, table: str) -> dict[int, str]:
    """Who holds which seat."""
    rows = connection.execute(select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.table_id == table))
    return {int(seat): str(guest) for seat, guest in rows if guest is not None}


def lobby(connection: Connection) -> list[Header]:
    """The tables that are not over and that anybody may see, the latest first.

    Each status is asked for by itself: then the index has the latest, and thousands that sleep are not looked at.
    """
    found: list[RowMapping] = []
    for status in GOING_ON:
        shown = select(TABLES).where(TABLES.c.status == status, TABLES.c.watch != "none")
        found += connection.execute(shown.order_by(TABLES.c.changed.desc()).limit(MOST_IN_LOBBY)).mappings()
    found.sort(key=lambda row: -row["changed"])
    return [_header(row) for row in found[:MOST_IN_LOBBY]]


def own_tables(connection: Connection, guest: str) -> list[Header]:
    """The tables at which a guest has a seat, the latest first."""
    mine = select(TABLES).join(SEATS, SEATS.c.table_id == TABLES.c.id).where(SEATS.c.guest == guest)
    rows = connection.execute(mine.order_by(TABLES.c.changed.desc()).limit(MOST_IN_LOBBY)).mappings()
    return [_header(row) for row in rows]


def asked_twice(connection: Connection, header: Header, since: int) -> str | None:
    """The same table, if its host asked for it a moment ago and nothing was done there yet.

    Of two who ask at once the second waits here, until the end of the first one's transaction.
    """
    connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == header.host).with_for_update())
    late = select(TABLES).where(TABLES.c.host == header.host, TABLES.c.made >= since, TABLES.c.status == header.status)
    for each in map(_header, connection.execute(late).mappings()):
        alike = all(getattr(each, name) == getattr(header, name) for name in ("game", "edition", "options", "chairs"))
        entries = select(func.count()).select_from(LOG).where(LOG.c.table_id == each.id)
        if alike and connection.scalar(entries) == 1:
            return each.id
    return None


def put_away(connection: Connection, table: str, guest: str) -> bool:
    """Close a lesson: its pupil gives up the only seat that anybody holds; False where he has none in a lesson."""
    alone_at(connection, table)
    header, holders = header_of(connection, table), holders_of(connection, table)
    if header is None or not header.lesson or list(holders.values()) != [guest]:
        return False
    connection.execute(update(SEATS).where(SEATS.c.table_id == table).values(guest=None))
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(status=PUT_AWAY, due=None))
    return True


def company(connection: Connection, tables: Sequence[str]) -> dict[str, tuple[dict[int, str], int]]:
    """For some tables the names of the guests who hold seats, and how many seats can still be taken."""
    seats = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.link, GUESTS.c.name)
    named = seats.outerjoin_from(SEATS, GUESTS, GUESTS.c.id == SEATS.c.guest).where(SEATS.c.table_id.in_(tables))
    found: dict[str, tuple[dict[int, str], int]] = {table: ({}, 0) for table in tables}
    for table, seat, link, name in connection.execute(named):
        guests, free = found[table]
        found[table] = (guests if name is None else {**guests, seat: name}, free + (link is not None))
    return found


def set_status(connection: Connection, table: str, status: str, now: int) -> None:
    """What the lobby shows of a table."""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(status=status, changed=now))


def set_tempo(connection: Connection, table: str, tempo: Tempo) -> None:
    """How fast the bots of a table move."""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(tempo=tempo))


def add_chat(connection: Connection, table: str, seat: int, name: str, text: str, now: int, most: int) -> int:  # noqa: PLR0913
    """Something that was said, and its number; the oldest that is too much goes."""
    alone_at(connection, table)
    last = connection.scalar(select(func.max(CHAT.c.number)).where(CHAT.c.table_id == table))
    number = int(last or 0) + 1
    connection.execute(insert(CHAT).values(table_id=table, number=number, seat=seat, name=name, text=text, at=now))
    connection.execute(delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.number <= number - most))
    return number


def chat_of(connection: Connection, table: str, since: int) -> list[tuple[int, int, str, str]]:
    """What was said after a number: its own, the seat, the name and the text."""
    said = select(CHAT.c.number, CHAT.c.seat, CHAT.c.name, CHAT.c.text)
    rows = connection.execute(said.where(CHAT.c.table_id == table, CHAT.c.number > since).order_by(CHAT.c.number))
    return [(int(number), int(seat), str(name), str(text)) for number, seat, name, text in rows]


def mute(connection: Connection, table: str, seat: int, *, on: bool) -> None:
    """Whether a seat may speak."""
    connection.execute(update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(muted=int(on)))


def muted_at(connection: Connection, table: str) -> set[int]:
    """The seats that may not speak."""
    rows = connection.scalars(select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.muted > 0))
    return {int(seat) for seat in rows}


def set_due(connection: Connection, table: str, due: int | None) -> None:
    """When a sleeping table has to be woken, since somebody's time is out."""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(due=due))


def due_before(connection: Connection, moment: int) -> list[str]:
    """The sleeping tables at which somebody's time is out by then."""
    return [str(table) for table in connection.scalars(select(TABLES.c.id).where(TABLES.c.due <= moment))]


def succeed(connection: Connection, table: str, header: Header, holders: Sequence[str | None]) -> str:
    """The table that follows another: this one, or the one that somebody else was quicker to make."""
    free = update(TABLES).where(TABLES.c.id == table, TABLES.c.successor.is_(None))
    if connection.execute(free.values(successor=header.id)).rowcount:
        add_table(connection, header, holders)
        return header.id
    return str(connection.scalar(select(TABLES.c.successor).where(TABLES.c.id == table)))


def busy_with(connection: Connection, guest: str, since: int) -> int:
    """How many tables go on, begun since a moment, that a guest has made or sits at."""
    sits, made = (
        select(SEATS.c.table_id).where(SEATS.c.guest == guest),
        select(TABLES.c.id).where(TABLES.c.host == guest),
    )
    rows = connection.execute(select(TABLES.c.status, TABLES.c.made).where(TABLES.c.id.in_(union(sits, made))))
    return sum(status in GOING_ON and begun >= since for status, begun in rows)


def hosted(connection: Connection, guest: str) -> int:
    """How many tables a guest has made or brought along."""
    return int(connection.scalar(select(func.count()).select_from(TABLES).where(TABLES.c.host == guest)) or 0)


# ---------------------------------------------------------------- logs


def add_log(connection: Connection, rows: Sequence[Row]) -> None:
    """The whole log of a table that was played elsewhere."""
    connection.execute(insert(LOG), [as_kept(row) for row in rows])


def opened(connection: Connection, table: str) -> Kept | None:
    """All that is needed to open a table; None where there is none."""
    header = header_of(connection, table)
    if header is None:
        return None
    snapshot = connection.execute(
        select(SNAPSHOTS.c.entry, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_id == table)
    ).first()
    at, body = (int(snapshot[0]), bytes(snapshot[1])) if snapshot else (0, None)
    commands = connection.execute(
        select(LOG.c.client, LOG.c.number).where(LOG.c.table_id == table, LOG.c.client.is_not(None))
    )
    rows = tuple(row.body for row in log_of(connection, table, at))
    done = tuple((str(client), int(number)) for client, number in commands)
    return Kept(header, holders_of(connection, table), body, at, rows, done)


def since(connection: Connection, table: str, entry: int) -> tuple[Header, dict[int, str], list[Row]]:
    """What may be new at a table to somebody who knows its log up to an entry."""
    header = header_of(connection, table)
    if header is None:
        raise LookupError(table)
    return header, holders_of(connection, table), log_of(connection, table, entry)


def log_of(connection: Connection, table: str, since: int = 0) -> list[Row]:
    """A table's entries after a number, in order."""
    kept = select(LOG).where(LOG.c.table_id == table, LOG.c.entry > since).order_by(LOG.c.entry)
    return [Row(row.table_id, row.entry, row.body, row.client, row.number) for row in connection.execute(kept)]


def keep_snapshot(connection: Connection, table: str, entry: int, body: bytes, now: int) -> None:
    """Keep the latest snapshot in place of the one before; something happened at the table since that one."""
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(changed=now))
    connection.execute(_KEEP_SNAPSHOT, {"table": table, "entry": entry, "body": body})


_KEEP_SNAPSHOT = text(
    "INSERT INTO snapshots (table_id, entry, body) VALUES (:table, :entry, :body) "
    "ON CONFLICT (table_id) DO UPDATE SET entry = excluded.entry, body = excluded.body"
)


def review_of(connection: Connection, table: str, seat: int) -> bytes | None:
    """What was found out about the choices of a seat, if anything was."""
    found = connection.scalar(select(REVIEWS.c.body).where(REVIEWS.c.table_id == table, REVIEWS.c.seat == seat))
    return None if found is None else bytes(found)


def keep_review(connection: Connection, table: str, seat: int, body: bytes) -> None:
    """Keep it in place of the one before."""
    connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table, REVIEWS.c.seat == seat))
    connection.execute(insert(REVIEWS).values(table_id=table, seat=seat, body=body))
