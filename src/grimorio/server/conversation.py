"""One client: what it says, and what it is told.

What it says is answered in its order. A move is asked for at once, without a task; what takes a while, such as opening
a table, holds back what the client says after it.
"""

import functools
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from grimorio.bots import STANDARD
from grimorio.engine.game import Game
from grimorio.engine.harmless import harmless
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.refusal import Refusal, Refused
from grimorio.room.decision import Decision
from grimorio.room.entries import RoomEntry
from grimorio.room.room import Room
from grimorio.room.timed import TimedRoom
from grimorio.server import protocol as p
from grimorio.server.bounds import Bucket
from grimorio.server.keeper import now
from grimorio.server.live import Asked, Deed, Live, teaches
from grimorio.server.metrics import Metrics
from grimorio.server.refusals import refuse, told
from grimorio.server.rehearsal import NotReadyError
from grimorio.server.storage import StorageError
from grimorio.server.tables import OPEN, Tables

MOST_AHEAD = 16
"""Messages that a client may send ahead while an earlier one is being answered; then it is not listened to."""
MESSAGES, A_SECOND = 60, 20
"""How many messages a client may send at once, and in every second after that."""
CHATS, CHATS_A_SECOND = 8, 0.5
OPENS, OPENS_A_SECOND = 20, 1
"""How many tables a client may open: each has to be read from the disk."""


class Conversation:
    """One client. It listens to a table (`viewer`, `sent`) once it has opened one."""

    def __init__(self, tables: Tables, guest: str | None, name: str | None, metrics: Metrics | None = None) -> None:
        """With a guest who is known by his cookie, or with a stranger."""
        self.metrics = metrics or Metrics()
        self.tables, self.keeper, self.guest, self.name = tables, tables.keeper, guest, name
        self.line: Outlet | None = None
        self.gone: Callable[[], None] = lambda: None
        self.ending = ""
        self._acks: tuple[bytes, ...] = ()
        self._ahead: deque[bytes | str] | None = None
        self.viewer, self.sent = SPECTATOR, 0
        self.live: Live | None = None
        self.hello: p.Hello | None = None
        self.lobby = False
        self.waits_for = ""
        self.messages, self.chats = Bucket(MESSAGES, A_SECOND), Bucket(CHATS, CHATS_A_SECOND)
        self.opens = Bucket(OPENS, OPENS_A_SECOND)

    def begin(self, line: "Outlet", gone: Callable[[], None]) -> None:
        """The socket is open; `gone` is told when it is not any more."""
        self.line, self.gone = line, gone

    # ------------------------------------------------------------ what it is told

    def put(self, message: bytes) -> None:
        """Have something sent, after the acks that were to leave with it."""
        acks, self._acks = self._acks, ()
        if self.line is not None and not self.ending:
            self.line.tell(*acks, message)

    def end(self, code: str) -> None:
        """Nothing more is sent, not even what waits: the client will ask again."""
        if self.line is not None and not self.ending:
            self.ending = code
            self.line.end(code)

    def tell(self, message: p.ServerMessage) -> None:
        """Have a message sent."""
        self.put(p.written(message))

    def refused(self, refusal: Refusal, number: int | None = None) -> None:
        """Say why not, in the client's language."""
        language = self.hello.language if self.hello else "en"
        self.metrics.refusals[refusal.code] += 1
        self.tell(p.Refused(told(refusal, language, self.game), number))

    @property
    def game(self) -> Game | None:
        """The game of the open table."""
        return self.live.room.game if self.live else None

    # ------------------------------------------------------------ what it says

    def heard(self, said: bytes | str) -> None:
        """One message of the client's; whatever is wrong with it is told, and ends nothing."""
        if self._ahead is not None:
            self._ahead.append(said)
            if len(self._ahead) == MOST_AHEAD and self.line is not None:
                self.line.hold(on=True)
            return
        try:
            if not self.messages.take():
                refuse("too-fast")
            message = p.read(said)
        except p.UNREADABLE as error:
            self.refused(Refusal("malformed", "", harmless(error)))
        except Refused as refused:
            self.refused(refused.refusal)
        else:
            self._begin_answer(message)

    def _begin_answer(self, message: p.ClientMessage) -> None:
        """A move is asked for at once; for anything else there is a task, and the client waits for it."""
        if isinstance(message, AT_ONCE) and self.live is not None and self.viewer != SPECTATOR:
            self.metrics.commands[_kind(type(message))] += 1
            self._ask(self.live, self.viewer, message)
        else:
            self._ahead = deque()
            self.keeper.spawn(self._answer_in_turn(message))

    async def _answer_in_turn(self, message: p.ClientMessage) -> None:
        try:
            await self._answer_or_refuse(message)
        finally:
            ahead, self._ahead = self._ahead or deque(), None
            if self.line is not None:
                self.line.hold(on=False)
            while ahead:
                self.heard(ahead.popleft())
                if self._ahead is not None:
                    self._ahead.extend(ahead)
                    break

    async def _answer_or_refuse(self, message: p.ClientMessage) -> None:
        number = getattr(message, "number", None)
        try:
            await self._answer(message)
        except Refused as refused:
            self.refused(refused.refusal, number)
        except StorageError:
            self.refused(Refusal("not-kept", ""), number)

    async def _answer(self, message: p.ClientMessage) -> None:
        if isinstance(message, p.Hello):
            self._greet(message)
        elif self.hello is None:
            refuse("hello-first")
        elif isinstance(message, p.Open):
            if not self.opens.take():
                refuse("too-fast")
            await self._when_ready(message)
        elif isinstance(message, p.WatchLobby):
            self.lobby = message.on
            if message.on:
                self.tell(p.LobbyTold(await self.tables.lobby()))
        else:
            await self._command(message)

    def _greet(self, hello: p.Hello) -> None:
        if self.hello is not None:
            refuse("hello-first")
        if hello.protocol != p.PROTOCOL:
            refuse("other-protocol", str(p.PROTOCOL))
        self.hello = hello
        self.tell(p.Welcome(p.PROTOCOL, self.name))

    # ------------------------------------------------------------ rules that are still being compiled

    async def _when_ready(self, message: p.Open | p.Deal) -> None:
        """Open a table or deal; where its rules are not there yet, later, and how far they are is told meanwhile."""
        try:
            await (self._open(message) if isinstance(message, p.Open) else self._deal(message))
        except NotReadyError as error:
            self.waits_for = error.game
            self.prepared(error.game)
            self.keeper.spawn(self._later(error.game, message))

    async def _later(self, game: str, message: p.Open | p.Deal) -> None:
        await self.keeper.rehearsals.wait(game)
        if not self.ending and self.waits_for == game:
            self.waits_for = ""
            await self._answer_or_refuse(message)

    def prepared(self, part: str) -> None:
        """Tell how far a game is, if it is wanted here, or a bot that sits here."""
        game, _, level = part.partition(" ")
        seated = {chair.bot for chair in self.live.room.chairs} if self.live else set()
        if game in {self.waits_for, self.game.name if self.game else ""} and (not level or level in seated):
            self.tell(p.Preparing(game, *self.keeper.rehearsals.far(part), level))

    async def _deal(self, command: p.Deal) -> None:
        live, seat = self._seated()
        self._only_host(live)
        if live.header.game not in self.keeper.rehearsals.ready:
            raise NotReadyError(live.header.game)
        self._ask(live, seat, command)

    # ------------------------------------------------------------ looking at a table

    async def _open(self, wish: p.Open) -> None:
        """Look at a table: what the client missed since its last version, or all of it."""
        live, seat = await self.keeper.open_to(wish.table, self.guest)
        if seat is not None and self.name:
            await self.tables.sit_down(live, seat, self.name)
        self.leave_table()
        async with live.alone:
            if self.ending:
                return
            self.live, self.viewer = live, SPECTATOR if seat is None else seat
            look = live.room.look(self.viewer, wish.last, now())
            live.room.shown()
            self.sent = look.version
            self.tell(self._opened(live, seat))
            self.tell(p.Seen(look))
            if live.chat:
                self.tell(p.Chat(tuple(live.chat)))
            live.greet(self)
        self.keeper.is_here(live, self.viewer)

    def _opened(self, live: Live, seat: int | None) -> p.Opened:
        header = live.header
        host = self.guest is not None and self.guest == header.host
        letter = None if seat is None else LETTERS[seat]
        pace, hosts = header.pace if header.clock else None, live.seat_of(header.host)
        return p.Opened(
            table=live.id,
            game=header.game,
            options=dict(header.options),
            seat=letter,
            host=host,
            successor=header.successor,
            clock=pace,
            watch=header.watch,
            host_seat=None if hosts is None else LETTERS[hosts],
            edition=harmless(live.room.edition.data["title"]) if header.cards else "",
            tempo=header.tempo,
            lesson=teaches(live.room),
        )

    def leave_table(self) -> None:
        """Look away from the open table."""
        if self.live:
            self.keeper.detach(self.live, self)
        self.live = None

    # ------------------------------------------------------------ commands

    async def _command(self, command: p.Command) -> None:
        """Have a command done; it is answered once, by its number."""
        live, seat = self._seated()
        self.metrics.commands[_kind(type(command))] += 1
        match command:
            case p.Hint():
                await self._hint(live, seat, command.number)
            case p.Say():
                await self._say(live, seat, command)
            case p.Mute():
                self._only_host(live)
                await self.tables.mute(live, seat_named(live, command.seat), on=command.on)
                self._ack(command.number)
            case p.Rematch():
                await self.tables.rematch(live)
                self._ack(command.number)
            case p.Fill():
                self._only_host(live)
                await self.tables.fill(live, seat_named(live, command.seat), command.bot, self._language)
                self._ack(command.number)
            case p.Deal():
                await self._when_ready(command)
            case p.SetTempo():
                self._only_who_decides(live)
                await self.tables.set_tempo(live, command.tempo)
                self._ack(command.number)
            case p.Replace():
                self._only_who_decides(live)
                whose = seat_named(live, command.seat)
                self._ask(live, seat, command, functools.partial(_replaced, live=live, seat=whose))
            case _:
                self._ask(live, seat, command)

    def _ask(self, live: Live, seat: int, command: p.Command, deed: Deed | None = None) -> None:
        """What becomes an entry of the log: done once, however often the client sends it. Who asks is not cut off."""
        client = self.hello.client if self.hello else ""
        deed = deed or functools.partial(deed_of, command=command, seat=seat)
        answer = functools.partial(
            self._answered, live=live, seat=seat, number=command.number, began=time.perf_counter()
        )
        self.keeper.is_here(live, seat)
        self.keeper.ask(live, Asked(deed, answer, (f"{seat}:{client}", command.number)))

    def _answered(self, refusal: Refusal | None, *, live: Live, seat: int, number: int, began: float) -> None:
        """Say how it went; where a look follows at once (`Live.show`), the ack leaves in one go with it."""
        self.metrics.answer(time.perf_counter() - began)
        if refusal is not None:
            self.refused(refusal, number)
            return
        version = live.room.version(seat)
        ack = p.written(p.Ack(number, version))
        if self.live is live and version > self.sent:
            self._acks += (ack,)
        else:
            self.put(ack)

    def _ack(self, number: int) -> None:
        """Of what leaves no trace in the log; the room itself may be ahead of the disk, so its version is not told."""
        self.tell(p.Ack(number, self.sent))

    def _seated(self) -> tuple[Live, int]:
        if self.live is None:
            refuse("open-first")
        if self.viewer == SPECTATOR:
            refuse("not-seated")
        return self.live, self.viewer

    def _only_host(self, live: Live) -> None:
        if self.guest != live.header.host:
            refuse("not-host")

    def _only_who_decides(self, live: Live) -> None:
        """The host, and where he is gone anybody."""
        if not live.lost_its_host():
            self._only_host(live)

    @property
    def _language(self) -> str:
        return self.hello.language if self.hello else "en"

    async def _hint(self, live: Live, seat: int, number: int) -> None:
        """What a bot would do and why, thought about while everybody else goes on."""
        async with live.alone:
            room = live.room
            if seat not in room.to_act():
                refuse("game-over" if room.stage == "over" else "not-your-turn")
            thought, view = room.hinting(seat), room.dealt().view_json(seat)
        hint = await self.keeper.think(thought)
        ways = [room.game.pointer.way(move, seat, view) for move in hint.moves]
        decisions = tuple(Decision(way.form, way.refs) for way in ways)
        self.tell(p.Hinted(number, hint.bot, decisions, hint.told, hint.reasons))
        self._ack(number)

    async def _say(self, live: Live, seat: int, said: p.Say) -> None:
        """Inert text for everybody at the table; the last of it is kept for those who come later."""
        if not self.chats.take():
            refuse("too-fast")
        if seat in live.muted:
            refuse("muted")
        text = harmless(said.text, 200)
        if not text:
            refuse("empty")
        await self.tables.say(live, seat, text)
        self._ack(said.number)


AT_ONCE = (p.Do, p.Undo, p.Nonce, p.Leave, p.Back, p.Pause)
"""What becomes an entry of the log, whoever the host is and whatever else is known of the table."""


@functools.cache
def _kind(command: type) -> str:
    """What a command is called in the metrics."""
    return command.__name__.lower()


class Outlet(Protocol):
    """Where a conversation ends: a socket."""

    def tell(self, *messages: bytes) -> None:
        """Send messages, in one go; never waits."""

    def end(self, reason: str) -> None:
        """Close it."""

    def hold(self, *, on: bool) -> None:
        """Hear nothing more for a while, or again."""


def seat_named(live: Live, letter: str) -> int:
    """The seat that a command names, if the table has it."""
    seat = LETTERS.index(letter)
    return seat if seat < live.room.seats else refuse("no-seat", letter)


def deed_of(room: Room, moment: int, *, command: p.Command, seat: int) -> RoomEntry | None:
    """What a command does to a room; None where nothing is left to do."""
    here = room.chairs[seat].kind == "person"
    if here and isinstance(command, p.Do):
        return room.submit(seat, command.decisions, command.seen, moment)
    match command:
        case p.Leave():
            return room.leave(seat, STANDARD, moment) if here else None
        case p.Back():
            return None if here else room.come_back(seat, moment)
    return _deed_of_who_is_here(room, moment, command, seat) if here else refuse("away")


def _replaced(room: Room, moment: int, *, live: Live, seat: int) -> RoomEntry:
    """A bot stands in for somebody who is cut off, so that the others can go on."""
    if room.chairs[seat].kind != "person" or not live.cut_off(seat):
        refuse("still-here")
    return room.leave(seat, STANDARD, moment)


def _deed_of_who_is_here(room: Room, moment: int, command: p.Command, seat: int) -> RoomEntry:
    """What only somebody does who has not left his seat to a bot."""
    match command:
        case p.Undo():
            return room.undo(seat, moment)
        case p.Pause():
            return _paused(room, moment, seat, on=command.on)
        case p.Nonce():
            return room.give_nonce(seat, command.text, moment)
        case p.Deal() if OPEN not in room.chairs:
            return room.deal(moment)
    return refuse("seats-open" if isinstance(command, p.Deal) else "malformed")


def _paused(room: Room, moment: int, seat: int, *, on: bool) -> RoomEntry:
    return room.pause(seat, "wish", on=on, at=moment) if isinstance(room, TimedRoom) else refuse("no-clock", "pause")
