"""A table that somebody is looking at: its room in memory, those who look, and what waits to be done.

The room in memory runs ahead of the disk while a group of entries is being written. Nobody is told anything of it until
they are kept: answers and looks leave only in between (`Live.alone`).
"""

import asyncio
import functools
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from grimorio.engine.game import Edition, EditionError, Game
from grimorio.engine.kept import SnapshotError
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refusal, Refused
from grimorio.games import GAMES
from grimorio.room.chairs import Chair
from grimorio.room.entries import Dealt, Laid, RoomEntry, unpacked
from grimorio.room.kept import KEPT
from grimorio.room.pace import Pace
from grimorio.room.room import Room
from grimorio.room.timed import KEPT_TIMES, TimedRoom
from grimorio.server.ledger import Header, Kept
from grimorio.server.protocol import Heard, Here, Seen, written
from grimorio.server.refusals import not_playable, refuse

Deed = Callable[[Room, int], RoomEntry | None]
"""Something that is done to a room at a moment, and the entry it makes."""
MOST_CHAT = 50
"""Things said that are kept at a table."""
LONGEST_LOG = 100_000
"""Entries after which a table takes no more from anybody: no game comes near, and no disk is filled by one guest."""
CLOSED = "closed"
"""The status of a game that cannot go on, since its rules are not played any more."""
LESSON = "lesson"
"""Why a position was laid out: to teach."""
Answer = Callable[[Refusal | None], None]
"""Who is told how it went: None once it is on the disk, or why it was not done."""


class Listener(Protocol):
    """Somebody who looks: who he is, the version he was told last, and how he is told more."""

    viewer: int
    sent: int

    def put(self, message: bytes) -> None:
        """Tell him; never waits."""

    def end(self, code: str) -> None:
        """Nothing more will come."""


class Asked(msgspec.Struct, frozen=True):
    """What somebody asks of a room; `command` names it, so that it is done once however often it is asked.

    What happens by itself (`by_itself`) is the owner's: it is not worth claiming a table for.
    """

    deed: Deed
    answer: Answer
    command: tuple[str, int] | None = None
    by_itself: bool = False


class Turn:
    """One at a time, in the order of arrival: whoever is done hands on to the next, and then to `freed`."""

    def __init__(self, freed: Callable[[], None]) -> None:
        """Free; `freed` is called whenever it is free again."""
        self.taken, self._freed = False, freed
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Take it if it is free, without waiting."""
        free, self.taken = not self.taken, True
        return free

    def release(self) -> None:
        """Hand on."""
        while self._waiting:
            following = self._waiting.popleft()
            if not following.done():
                following.set_result(None)
                return
        self.taken = False
        self._freed()

    async def __aenter__(self) -> None:
        if not self.take():
            mine = asyncio.get_running_loop().create_future()
            self._waiting.append(mine)
            try:
                await mine
            except asyncio.CancelledError:
                if mine.done() and not mine.cancelled():
                    self.release()
                raise

    async def __aexit__(self, *_: object) -> None:
        self.release()


def teaches(room: Room) -> bool:
    """Whether a lesson is given here still: no bot plays, so that the others wait for what the page asks of them."""
    return room.laid == LESSON and not any(chair.played_by for chair in room.chairs)


@dataclass
class Live:
    """A table in memory; `owned` while this process writes its log, under an epoch where the database is shared."""

    header: Header
    room: Room
    holders: dict[int, str]
    commands: set[tuple[str, int]]
    snapshot_at: int
    stage: str = ""
    muted: set[int] = field(default_factory=set)
    chat: deque[Heard] = field(default_factory=functools.partial(deque, maxlen=MOST_CHAT))
    heard: int = 0
    listeners: set[Listener] = field(default_factory=set)
    waiting: list[Asked] = field(default_factory=list)
    freed: "Callable[[Live], None]" = lambda _live: None
    owned: bool = True
    epoch: int = 0
    tasks: dict[str, "asyncio.Task[None]"] = field(default_factory=dict)
    timer: asyncio.TimerHandle | None = None
    called: frozenset[int] = frozenset()
    gone: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Nothing is being done to it yet."""
        self.alone = Turn(lambda: self.freed(self))

    @property
    def id(self) -> str:
        """The table's name."""
        return self.header.id

    def seat_of(self, guest: str | None) -> int | None:
        """The seat that a guest holds."""
        return next((seat for seat, holder in self.holders.items() if holder == guest), None)

    def cut_off(self, seat: int) -> bool:
        """Whether a person has no socket open: with clocks the room knows it, and where they are for days it is usual.

        Without clocks it is known of the sockets of this process alone.
        """
        if isinstance(self.room, TimedRoom):
            return seat in self.room.times.dropped
        return not any(listener.viewer == seat for listener in self.listeners)

    def greet(self, listener: Listener) -> None:
        """Somebody looks from now on, and is told who is cut off."""
        self.listeners.add(listener)
        if not self.tell_who_is_gone() and self.gone:
            listener.put(written(Here(self.gone)))

    def tell_who_is_gone(self) -> bool:
        """Whether others are cut off than before: then everybody is told. Where clocks run, looks tell it."""
        looking = {listener.viewer for listener in self.listeners}
        held = () if isinstance(self.room, TimedRoom) else sorted(self.holders)
        before, self.gone = self.gone, tuple(LETTERS[seat] for seat in held if seat not in looking)
        if self.gone != before:
            self.tell(written(Here(self.gone)))
        return self.gone != before

    def lost_its_host(self) -> bool:
        """Whether the host sat here and is cut off or has left: then anybody at the table decides in his place."""
        seat = self.seat_of(self.header.host)
        return seat is not None and (self.room.chairs[seat].kind != "person" or self.cut_off(seat))

    def people_to_act(self) -> frozenset[int]:
        """The seats of people for whom the others wait."""
        chairs = self.room.chairs
        return frozenset([seat for seat in self.room.to_act() if chairs[seat].kind == "person"])

    def busy(self, task: str) -> bool:
        """Whether a task of this table runs."""
        return task in self.tasks and not self.tasks[task].done()

    @property
    def timed(self) -> bool:
        """Whether any clock may run here, that of the game or those of people."""
        return isinstance(self.room, TimedRoom) or self.room.game.clock is not None

    def time_left(self, now: int) -> int | None:
        """Milliseconds until a clock runs out, that of the game or that of somebody."""
        clock = self.room.clock(now)
        due = self.room.due() if isinstance(self.room, TimedRoom) else None
        left = [clock.left] if clock else []
        return min([*left, max(0, due - now)] if due is not None else left, default=None)

    def resting(self) -> bool:
        """Whether nobody looks, nothing waits, and nothing is going to happen by itself but that a clock runs out."""
        quiet = not (self.listeners or self.waiting or self.alone.taken)
        return quiet and not any(self.busy(task) for task in self.tasks)

    def show(self, now: int) -> None:
        """Tell everybody what is new to him; whoever has nothing new hears nothing at all."""
        made: dict[tuple[int, int | None], bytes] = {}
        for listener in tuple(self.listeners):
            version = self.room.version(listener.viewer)
            if version > listener.sent:
                key = (listener.viewer, listener.sent)
                if key not in made:
                    made[key] = written(Seen(self.room.look(*key, now)))
                listener.sent = version
                listener.put(made[key])
        self.room.shown()

    def hear(self, number: int, heard: Heard) -> None:
        """Somebody said something; everybody is told, once."""
        if number > self.heard:
            self.heard = number
            self.chat.append(heard)
            self.tell(written(heard))

    def tell(self, message: bytes) -> None:
        """Tell everybody the same."""
        for listener in tuple(self.listeners):
            listener.put(message)

    def attempt(self, asked: Asked, now: int) -> tuple[RoomEntry | None, Refusal | None]:
        """Do what is asked: the entry, or why not. What was done before is not done again."""
        if asked.command in self.commands:
            return None, None
        if self.room.entries >= LONGEST_LOG:
            return None, Refusal("too-many", "", "entries")
        try:
            entry = asked.deed(self.room, now)
        except Refused as refused:
            return None, refused.refusal
        except EditionError as error:
            return None, not_playable(error)
        if entry is not None and asked.command is not None:
            self.commands.add(asked.command)
        return entry, None


def fitting(header: Header) -> Game | None:
    """The game of a table, if it is still played by the rules and with the cards that the table began with."""
    game = GAMES.get(header.game)
    if game is None or header.rules not in (game.version, *game.continues):
        return None
    return game if header.edition_of(game).digest == header.edition else None


def room_of(game: Game, header: Header) -> Room:
    """The room of a table as it was before its first entry."""
    edition = header.edition_of(game)
    return timed_room(
        game, header.chairs, options=header.options, edition=edition, secret=header.secret, pace=header.pace
    )


def timed_room(  # noqa: PLR0913 - what a table agrees on
    game: Game,
    chairs: Sequence[Chair],
    *,
    options: Mapping[str, str],
    edition: Edition,
    secret: bytes | None = None,
    pace: Pace,
) -> Room:
    """A room, with clocks where the table agreed on some."""
    if pace.any:
        return TimedRoom(game, chairs, options=options, edition=edition, secret=secret, pace=pace)
    return Room(game, chairs, options=options, edition=edition, secret=secret)


def was_dealt(kept: Kept) -> bool:
    """Whether opening this table needs its rules: cards were dealt in it."""
    if any(isinstance(unpacked(row), Dealt | Laid) for row in kept.rows):
        return True
    try:
        if kept.snapshot is None:
            return False
        timed = kept.header.pace.any
        body = KEPT_TIMES.decode(kept.snapshot).room if timed else kept.snapshot
        return KEPT.decode(body).table is not None
    except msgspec.DecodeError:
        return True


def open_room(kept: Kept, whole_log: Callable[[], tuple[bytes, ...]]) -> Room:
    """A room from its snapshot and what came after, or from its whole log where the snapshot does not fit."""
    game = fitting(kept.header)
    if game is None:
        refuse("rules-changed")
    rows = kept.rows
    try:
        kind = TimedRoom if kept.header.pace.any else Room
        edition = kept.header.edition_of(game)
        room = kind.restore(game, kept.snapshot, edition) if kept.snapshot is not None else None
    except SnapshotError:
        room, rows = None, whole_log()
    room = room or room_of(game, kept.header)
    for row in rows:
        room.enter(unpacked(row))
    if room.table:
        room.table.version = kept.header.rules
    return room
