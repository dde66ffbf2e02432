"""Making tables, sitting down at them, and meeting again; for any game, with no rule of any."""

import asyncio
import functools
from typing import Annotated, Any

import msgspec
from sqlalchemy import Connection

from grimorio.bots import names
from grimorio.engine.chance import new_secret
from grimorio.engine.edition import content_of, edition_of
from grimorio.engine.game import Edition, EditionError, Game
from grimorio.engine.harmless import harmless
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refused
from grimorio.games import GAMES
from grimorio.room.chairs import Chair, bot, person
from grimorio.room.entries import RoomEntry
from grimorio.room.pace import Pace, Tempo
from grimorio.room.room import Room
from grimorio.room.timed import TimedRoom
from grimorio.server import ledger
from grimorio.server.keeper import Keeper, now
from grimorio.server.live import MOST_CHAT, Live, timed_room
from grimorio.server.protocol import Heard, Language, LobbyTable, Watch
from grimorio.server.refusals import bot_names, not_playable, refuse

OPEN = Chair("absent", "")
"""The chair of a seat that waits for somebody."""
LONGEST_NAME = 40
MOST_TABLES, WEEK = 50, 7 * 24 * 3600 * 1000
"""Tables of one week (in milliseconds) that go on and that one guest has made or sits at."""
MOST_SEATS = 7
LONGEST_CLOCK = 14 * 24 * 3600
"""Seconds that a clock may have."""
RETURN_FOR = 30 * 24 * 3600 * 1000
"""Milliseconds for which a return link works."""

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class NewClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people may think, in seconds: for each move, or a bank and more a move; nothing means for ever."""

    move: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0
    bank: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_CLOCK)] = 0


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to play: each seat is `me`, `open`, or the level of a bot.

    `edition` are cards of one's own: the text of the TOML file of an edition, whose mistakes are told with their line,
    or its content; without it those of the box are dealt.
    """

    game: Word
    seats: Annotated[tuple[Word, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    name: Name
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=40)] = {}
    edition: str | dict[str, Any] | None = None
    watch: Watch = "public"
    clock: NewClock = NewClock()
    tempo: Tempo = "normal"
    language: Language = "en"


class MadeTable(msgspec.Struct, frozen=True):
    """A new table, and for each open seat the link that gives it away, once."""

    table: str
    seat: int | None
    links: dict[int, str]


class Seated(msgspec.Struct, frozen=True):
    """A guest has a seat."""

    table: str
    seat: int


def shown_name(text: str) -> str:
    """A name as everybody sees it; one that cannot be seen is refused."""
    name = harmless(text, LONGEST_NAME)
    if not name:
        refuse("empty", "name")
    return name


class Tables:
    """All that is done to tables before and after they are played at."""

    def __init__(self, keeper: Keeper) -> None:
        """Over the tables that are kept."""
        self.keeper, self.storage = keeper, keeper.storage

    # ------------------------------------------------------------ guests

    async def guest(self, known: str | None, name: str) -> str:
        """Who somebody is: himself, or a new guest under this name."""
        if known is not None:
            return known
        return await self.storage.write(functools.partial(ledger.add_guest, name=shown_name(name), now=now()))

    async def return_link(self, guest: str) -> str:
        """A link with which a guest comes in from another device."""
        return await self.storage.write(functools.partial(ledger.add_return, guest=guest, now=now()))

    async def come_in(self, token: str) -> str:
        """The guest whose return link this is."""
        oldest = now() - RETURN_FOR
        try:
            return await self.storage.write(functools.partial(ledger.use_return, token=token, oldest=oldest))
        except ledger.TakenError:
            refuse("link-used")

    # ------------------------------------------------------------ tables

    async def make(self, guest: str, wish: NewTable) -> MadeTable:
        """A new table; whoever makes it is its host."""
        if await self.storage.read(functools.partial(ledger.busy_with, guest=guest, since=now() - WEEK)) >= MOST_TABLES:
            refuse("too-many", "tables")
        game, chairs = _chairs(wish)
        for level in ("", *(chair.bot for chair in chairs)):
            self.keeper.rehearsals.begin(game.name, level)
        pace = _pace(wish.clock)
        try:
            edition = _edition(game, wish.edition)
            room = await asyncio.to_thread(timed_room, game, chairs, options=wish.options, edition=edition, pace=pace)
        except EditionError as error:
            raise Refused(not_playable(error)) from error
        holders = [guest if word == "me" else None for word in wish.seats]
        header = msgspec.structs.replace(_header(room, guest, wish.watch), tempo=wish.tempo)
        links = await self.storage.write(functools.partial(ledger.add_table, header=header, holders=holders))
        self.keeper.doorbell()
        return MadeTable(header.id, wish.seats.index("me") if "me" in wish.seats else None, links)

    async def join(self, known: str | None, token: str, name: str) -> tuple[str, Seated]:
        """Take the seat of a link; the guest is made only if he gets it."""
        shown = shown_name(name)

        def take(on: Connection) -> tuple[str, str, int]:
            guest = known or ledger.add_guest(on, shown, now())
            return guest, *ledger.take_seat(on, token, guest)

        try:
            guest, table, seat = await self.storage.write(take)
        except ledger.TakenError:
            refuse("link-used")
        live = await self.keeper.open(table)
        live.holders[seat] = guest
        self.keeper.sharing.ring(table)
        await self.sit_down(live, seat, shown)
        self.keeper.doorbell()
        return guest, Seated(table, seat)

    async def sit_down(self, live: Live, seat: int, name: str) -> None:
        """Put a name on a chair that is taken but has none yet; also after a crash between the two."""

        def sit(room: Room, moment: int) -> RoomEntry | None:
            return room.sit(seat, person(name), moment) if room.chairs[seat] == OPEN else None

        if live.room.chairs[seat] == OPEN and (refusal := await self.keeper.done(live, sit)):
            refuse(refusal.code)

    async def fill(self, live: Live, seat: int, level: str, language: str) -> None:
        """Seat a bot where nobody sits; the link of the seat is worth nothing from now on."""
        if level not in names(live.room.game.name):
            refuse("wrong-agreement", harmless(level))
        if live.room.chairs[seat] != OPEN:
            refuse("seat-taken")
        try:
            await self.storage.write(functools.partial(ledger.close_seat, table=live.id, seat=seat))
        except ledger.TakenError:
            refuse("seat-taken")

        self.keeper.rehearsals.begin(live.room.game.name, level)

        def sit(room: Room, moment: int) -> RoomEntry | None:
            chair = bot(_free_name(room.names, language), level)
            return room.sit(seat, chair, moment) if room.chairs[seat] == OPEN else None

        if refusal := await self.keeper.done(live, sit):
            refuse(refusal.code)
        self.keeper.doorbell()

    async def rematch(self, live: Live) -> str:
        """The table at which everybody meets again, the next one in the first seat; however many ask, it is one."""
        async with live.alone:  # the room in memory may be ahead of the disk
            if live.room.stage != "over":
                refuse("not-over")
            room = live.room.rematch(new_secret())
        holders = [live.holders.get((seat + 1) % room.seats) for seat in range(room.seats)]
        header = msgspec.structs.replace(_header(room, live.header.host, live.header.watch), tempo=live.header.tempo)
        follow = functools.partial(ledger.succeed, table=live.id, header=header, holders=holders)
        table = await self.storage.write(follow)
        live.header = msgspec.structs.replace(live.header, successor=table)
        self.keeper.followed(live)
        self.keeper.sharing.ring(live.id)
        self.keeper.doorbell()
        return table

    def header(self, room: Room, host: str, watch: Watch) -> ledger.Header:
        """What a room agreed on, as it is kept."""
        return _header(room, host, watch)

    async def set_tempo(self, live: Live, tempo: Tempo) -> None:
        """Keep how fast bots move from now on, and tell everybody."""
        await self.storage.write(functools.partial(ledger.set_tempo, table=live.id, tempo=tempo))
        live.header = msgspec.structs.replace(live.header, tempo=tempo)
        self.keeper.tempo_changed(live)
        self.keeper.sharing.ring(live.id)

    # ------------------------------------------------------------ talking

    async def say(self, live: Live, seat: int, text: str) -> None:
        """Keep what was said, and tell everybody."""
        name = live.room.chairs[seat].name
        keep = functools.partial(
            ledger.add_chat, table=live.id, seat=seat, name=name, text=text, now=now(), most=MOST_CHAT
        )
        live.hear(await self.storage.write(keep), Heard(LETTERS[seat], name, text))
        self.keeper.sharing.ring(live.id)

    async def mute(self, live: Live, seat: int, *, on: bool) -> None:
        """Whether a seat is heard."""
        await self.storage.write(functools.partial(ledger.mute, table=live.id, seat=seat, on=on))
        (live.muted.add if on else live.muted.discard)(seat)
        self.keeper.sharing.ring(live.id)

    # ------------------------------------------------------------ the lobby

    async def lobby(self) -> tuple[LobbyTable, ...]:
        """All tables that anybody may see."""
        return await self.storage.read(lambda on: _listed(on, ledger.lobby(on)))

    async def own(self, guest: str) -> tuple[LobbyTable, ...]:
        """The tables at which a guest has a seat, to come back to."""
        return await self.storage.read(lambda on: _listed(on, ledger.own_tables(on, guest)))


def _listed(on: Connection, headers: list[ledger.Header]) -> tuple[LobbyTable, ...]:
    """Tables as the lobby shows them."""
    sitting = ledger.company(on, [header.id for header in headers])
    made = []
    for header in headers:
        guests, free = sitting[header.id]
        named = tuple(guests.get(seat, chair.name) for seat, chair in enumerate(header.chairs))
        options, lesson = dict(header.options), header.lesson
        made.append(LobbyTable(header.id, header.game, options, header.status, named, free, header.made, lesson))
    return tuple(made)


def _chairs(wish: NewTable) -> tuple[Game, list[Chair]]:
    """The game that is wished for, and its chairs."""
    game = GAMES.get(wish.game)
    if game is None:
        refuse("wrong-agreement", harmless(wish.game))
    levels = [word for word in wish.seats if word not in {"me", "open"}]
    unknown = [level for level in levels if level not in names(game.name)]
    if unknown or wish.seats.count("me") > 1:
        refuse("wrong-agreement", harmless(", ".join(unknown) or "me"))
    called = [shown_name(wish.name)]
    chairs: list[Chair] = []
    for word in wish.seats:
        if word in {"me", "open"}:
            chairs.append(person(called[0]) if word == "me" else OPEN)
        else:
            called.append(_free_name(tuple(called), wish.language))
            chairs.append(bot(called[-1], word))
    return game, chairs


def _edition(game: Game, cards: str | dict[str, Any] | None) -> Edition:
    """The cards that are wished for; a text keeps its lines for whoever has to mend it."""
    if cards is None:
        return game.standard
    if isinstance(cards, str):
        return edition_of(content_of(cards, "edition"), "edition", cards)
    return edition_of(cards, "edition")


def _pace(clock: NewClock) -> Pace:
    """The clocks of a table; either for each move or a bank."""
    if (clock.move and clock.bank) or (clock.increment and not clock.bank):
        refuse("wrong-agreement", "clock")
    return Pace(clock.move, clock.bank, clock.increment)


def _free_name(taken: tuple[str, ...], language: str) -> str:
    """A bot's name that nobody at the table has."""
    known = bot_names(language)
    return next((name for name in known if name not in taken), f"{known[0]} {len(taken)}")


def _header(room: Room, host: str, watch: Watch) -> ledger.Header:
    return ledger.Header(
        id=ledger.new_token(),
        game=room.game.name,
        rules=room.game.version,
        edition=room.edition.digest,
        cards=ledger.cards_of(room.edition, room.game),
        options=dict(room.options),
        chairs=room.chairs,
        secret=room.secret,
        clock=msgspec.json.encode(room.pace).decode() if isinstance(room, TimedRoom) else "",
        host=host,
        status="gathering",
        watch=watch,
        made=now(),
    )
