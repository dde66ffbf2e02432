"""The server as one thing: its database, its tables, and everybody who is connected."""

import asyncio
import functools
from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from grimorio.server import ledger
from grimorio.server.bounds import Doorman
from grimorio.server.conversation import Conversation
from grimorio.server.cookies import guest_of
from grimorio.server.keeper import Keeper
from grimorio.server.metrics import Metrics
from grimorio.server.notices import Notices
from grimorio.server.practice import Practice
from grimorio.server.protocol import LobbyTold, written
from grimorio.server.records import Records
from grimorio.server.refusals import refuse
from grimorio.server.reviews import Reviews
from grimorio.server.settings import Settings
from grimorio.server.sharing import Sharing
from grimorio.server.storage import Storage
from grimorio.server.tables import Tables

MOST_SOCKETS, MOST_SOCKETS_EACH, MOST_STRANGERS = 10_000, 16, 200
"""Sockets of all, of each guest, and of those from one address whom nobody knows."""
A_SECOND = 5
"""How many requests that change something one address may make in every second, after those at once."""

Whose = tuple[bool, str]
"""Whether somebody is known, and his number; or the address that he comes from."""


@dataclass
class House:
    """A running server."""

    settings: Settings
    storage: Storage
    keeper: Keeper = field(init=False)
    tables: Tables = field(init=False)
    records: Records = field(init=False)
    practice: Practice = field(init=False)
    reviews: Reviews = field(init=False)
    conversations: dict[Conversation, Whose] = field(default_factory=dict)
    _sockets: Counter[Whose] = field(default_factory=Counter)
    key: bytes = b""
    _ringing: "asyncio.Task[None] | None" = None
    _waking: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        """Furnish it."""
        self.keeper = Keeper(self.storage, pace=self.settings.pace, rest=self.settings.rest)
        if isinstance(self.keeper.sharing, Sharing):
            self.keeper.sharing.redis, self.keeper.sharing.lease = self.settings.redis, self.settings.lease
        self.tables, self.records = Tables(self.keeper), Records(self.keeper)
        self.metrics, self.notices = Metrics(), Notices(self.keeper, self.settings)
        self.practice, self.reviews = Practice(self.tables, self.records), Reviews(self.records)
        self.doorman = Doorman(self.settings.requests, A_SECOND)
        self.keeper.lobby_changed = self.ring
        self.keeper.rehearsals.audience.append(self.prepared)

    async def open(self) -> None:
        """Load what is needed before the first guest."""
        self.loop = asyncio.get_running_loop()
        await self.keeper.sharing.open()
        self.key = await self.storage.write(functools.partial(ledger.key, name="cookies"))
        for game in self.settings.ready:
            await self.keeper.rehearsals.wait(game)
        self._waking = asyncio.create_task(self.keeper.wake_on())

    async def close(self) -> None:
        """Tell everybody, and finish what was begun."""
        for conversation in tuple(self.conversations):
            conversation.end("going-down")
        for task in filter(None, (self._ringing, self._waking)):
            task.cancel()
        self.notices.close()
        self.reviews.close()
        await self.keeper.close()
        self.storage.close()

    # ------------------------------------------------------------ who comes in

    async def guest(self, cookie: str | None) -> tuple[str | None, str | None]:
        """The guest whose cookie this is, and his name; nobody where it is not genuine."""
        guest = guest_of(self.key, cookie)
        if guest is None:
            return None, None
        name = await self.storage.read(functools.partial(ledger.guest_name, guest=guest))
        return (guest, name) if name is not None else (None, None)

    def check_origin(self, origin: str | None, host: str) -> None:
        """A page of another origin cannot act; a program that is no browser sends none."""
        public = self.settings.public_url
        allowed = _place(public) if public else ("", host.lower())
        scheme, place = _place(origin or "")
        if origin is not None and (scheme if public else "", place) != allowed:
            refuse("wrong-origin")

    def check_pace(self, address: str) -> None:
        """Who asks for too much waits."""
        if not self.doorman.lets_in(address):
            refuse("too-fast")

    def enter(self, guest: str | None, name: str | None, address: str = "") -> Conversation:
        """One more socket, if there is room; strangers are told apart by their addresses."""
        whose = (guest is not None, address if guest is None else guest)
        most = MOST_STRANGERS if guest is None else MOST_SOCKETS_EACH
        if len(self.conversations) >= MOST_SOCKETS or self._sockets[whose] >= most:
            refuse("too-many", "sockets")
        made = Conversation(self.tables, guest, name, self.metrics)
        self.conversations[made] = whose
        self._sockets[whose] += 1
        return made

    def leave(self, conversation: Conversation) -> None:
        """A socket is gone."""
        conversation.ending = conversation.ending or "gone"
        conversation.leave_table()
        whose = self.conversations.pop(conversation, None)
        if whose is not None:
            self._sockets[whose] -= 1
            if not self._sockets[whose]:
                del self._sockets[whose]

    def prepared(self, part: str) -> None:
        """The rules of a game, or a bot of it, are one step further."""
        for conversation in tuple(self.conversations):
            conversation.prepared(part)

    # ------------------------------------------------------------ the lobby

    def ring(self) -> None:
        """Something changed in the lobby: whoever watches it is told, however often it rang meanwhile."""
        if self._ringing is None or self._ringing.done():
            self._ringing = asyncio.create_task(self._tell_lobby())

    async def _tell_lobby(self) -> None:
        await asyncio.sleep(LOBBY_PAUSE)
        if any(each.lobby for each in self.conversations):
            message = written(LobbyTold(await self.tables.lobby()))
            for each in tuple(self.conversations):
                if each.lobby:
                    each.put(message)


def _place(origin: str) -> tuple[str, str | None]:
    """The scheme, and the host with its port, of an origin; None for what is no address."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return "", None
    return parts.scheme, parts.netloc.lower()


LOBBY_PAUSE = 0.2
"""Seconds in which changes of the lobby are gathered."""

__all__ = ["House", "Settings"]
