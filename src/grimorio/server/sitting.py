"""What a page asks beside playing: why something cannot be chosen, and a free chair at a table that is open to all."""

import functools
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection, select, update

from grimorio.bots import names
from grimorio.engine.reference import Ref
from grimorio.engine.refusal import Refusal
from grimorio.engine.wire import RefusalTold
from grimorio.games import GAMES
from grimorio.room.room import Room
from grimorio.server import ledger
from grimorio.server.keeper import now
from grimorio.server.protocol import Token
from grimorio.server.refusals import refuse, told
from grimorio.server.schema import SEATS
from grimorio.server.tables import Name, Seated, Tables, shown_name

Picks = Annotated[tuple[Ref, ...], msgspec.Meta(max_length=64)]


class WhyNot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody picked that leads to nothing, and what else lies where he could point."""

    table: Token
    picked: Picks
    at_hand: Picks = ()


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants any free chair of a table."""

    table: Token
    name: Name


def players() -> dict[str, tuple[str, ...]]:
    """The levels of the bots of each game, the weakest first."""
    return {game: names(game) for game in GAMES}


async def why_not(tables: Tables, guest: str | None, wish: WhyNot, language: str) -> RefusalTold | dict[str, Any]:
    """The refusal of what was probably meant, judged on the asker's own position; nothing where nothing was."""
    live, seat = await tables.keeper.open_to(wish.table, guest)
    if seat is None:
        refuse("not-seated")
    async with live.alone:
        found = await tables.keeper.think(functools.partial(_meant, live.room, seat, wish))
    return {} if found is None else told(found, language, live.room.game)


def _meant(room: Room, seat: int, wish: WhyNot) -> Refusal | None:
    """Why not, for all that was picked, or where that means nothing for the last pick alone."""
    return room.why(seat, wish.picked, wish.at_hand) or room.why(seat, wish.picked[-1:], wish.at_hand)


async def sit_down(tables: Tables, known: str | None, wish: SitDown) -> tuple[str, Seated]:
    """Take the first free chair of a public table; who has one there already keeps it."""
    shown = shown_name(wish.name)

    def take(on: Connection) -> tuple[str, int]:
        header = ledger.header_of(on, wish.table)
        if header is None or header.watch == "none":
            raise ledger.TakenError
        guest = known or ledger.add_guest(on, shown, now())
        return guest, _chair(on, wish.table, guest)

    try:
        guest, seat = await tables.storage.write(take)
    except ledger.TakenError:
        refuse("seat-taken")
    live = await tables.keeper.open(wish.table)
    live.holders[seat] = guest
    await tables.sit_down(live, seat, shown)
    tables.keeper.doorbell()
    return guest, Seated(wish.table, seat)


def _chair(on: Connection, table: str, guest: str) -> int:
    """The first seat whose link nobody has used; the link ends."""
    ledger.alone_at(on, table)
    held = {holder: seat for seat, holder in ledger.holders_of(on, table).items()}
    if guest in held:
        return held[guest]
    free = select(SEATS.c.seat).where(SEATS.c.table_id == table, SEATS.c.link.is_not(None)).order_by(SEATS.c.seat)
    seat = on.scalar(free.limit(1))
    if seat is None:
        raise ledger.TakenError
    here = (SEATS.c.table_id == table, SEATS.c.seat == seat, SEATS.c.guest.is_(None))
    if not on.execute(update(SEATS).where(*here).values(guest=guest, link=None)).rowcount:
        raise ledger.TakenError
    return int(seat)
