"""A client of the protocol, for scripts, tests and bots from outside. It knows no rule: it does what it is offered."""

import secrets
from collections.abc import Iterator
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from grimorio.engine.reference import Ref
from grimorio.room.decision import Decision
from grimorio.server import protocol as p
from grimorio.server.cookies import COOKIE

ANSWERS = ("ack", "refused")


class GapError(AssertionError):
    """A look that does not follow the one before."""


class Client:
    """One person's program: what it was told last (`version`, `view`), and everything that it received."""

    def __init__(self, address: str, cookie: str = "", language: p.Language = "en", *, secure: bool = False) -> None:
        """At an address such as `127.0.0.1:8000`, with the cookie of a guest or as a stranger."""
        self.address, self.cookie, self.language, self.secure = address, cookie, language, secure
        self.name, self.number = secrets.token_urlsafe(9), 0
        self.table = ""
        self.version = 0
        self.view: dict[str, Any] = {}
        self.look: dict[str, Any] = {}
        self.received: list[bytes] = []
        self.keep = False
        self.socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        """Connect, and say hello."""
        headers = {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}
        address = f"{'wss' if self.secure else 'ws'}://{self.address}/api/socket"
        self.socket = await connect(address, additional_headers=headers, compression=None, max_size=None)
        await self.send(p.Hello(p.PROTOCOL, self.name, self.language))
        await self.until("welcome")
        return self

    async def __aexit__(self, *_: object) -> None:
        """Go."""
        if self.socket:
            await self.socket.close()

    async def send(self, message: p.ClientMessage | bytes) -> None:
        """Say something."""
        said = message if isinstance(message, bytes) else msgspec.json.encode(message)
        await self.connected().send(said.decode("utf-8", "surrogateescape"), text=True)

    def connected(self) -> ClientConnection:
        """The socket."""
        if self.socket is None:
            msg = "not connected"
            raise ConnectionError(msg)
        return self.socket

    async def open(self, table: str) -> dict[str, Any]:
        """Look at a table, from where this client was; how it was opened."""
        await self.send(p.Open(table, self.version if table == self.table and self.version else None))
        self.table = table
        opened = await self.until("opened", "refused")
        if opened["kind"] == "opened":
            await self.until("look")
        return opened

    async def read(self) -> dict[str, Any]:
        """The next message; a look is put on top of what was seen before."""
        raw = await self.connected().recv(decode=False)
        if self.keep:
            self.received.append(raw)
        message: dict[str, Any] = msgspec.json.decode(raw)
        if message["kind"] == "look":
            self._see(message["look"])
        return message

    def _see(self, look: dict[str, Any]) -> None:
        since = look.get("since")
        if since is not None and since != self.version:
            msg = f"a look since version {since}, though {self.version} was the last"
            raise GapError(msg)
        told = look.get("view", {})
        self.view = told if since is None else {**self.view, **told}
        self.version, self.look = look["version"], look

    async def until(self, *kinds: str) -> dict[str, Any]:
        """Read until a message of one of these kinds."""
        while True:
            message = await self.read()
            if message["kind"] in kinds:
                return message

    def next_number(self) -> int:
        """A number for one more command."""
        self.number += 1
        return self.number

    async def ask(self, kind: type[p.Command], **values: Any) -> dict[str, Any]:
        """Have a command done, and wait for its answer."""
        number = self.next_number()
        return await self.repeat(kind(number, **values))

    async def repeat(self, command: p.Command) -> dict[str, Any]:
        """Send a command as it is, and wait for its answer."""
        await self.send(command)
        while (answer := await self.until(*ANSWERS)).get("number") != command.number:
            pass
        return answer

    def ways(self) -> Iterator[Decision]:
        """All that the viewer may do now."""
        offer = self.look.get("offer") or {"things": [], "ways": []}
        things = msgspec.convert(offer["things"], list[Ref])
        for form, head, last in offer["ways"]:
            for each in last:
                yield Decision(form, tuple(things[number] for number in (*head, each)))

    async def play_on(self, most: int = 10_000) -> int:
        """Do one of the things that are offered whenever there are some, until the game is over; how often.

        Which one goes round and round, since who always does the first may prepare an offer and take it back for ever.
        """
        made = 0
        while self.look["stage"] != "over" and made < most:
            ways = tuple(self.ways())
            if not ways:
                await self.until("look")
                continue
            decision = ways[self.number * 7 % len(ways)]
            answer = await self.ask(p.Do, seen=self.version, decisions=(decision,))
            made += answer["kind"] == "ack"
            if answer["kind"] == "ack" and self.version < answer["version"]:
                await self.until("look")
        return made


__all__ = ["Client", "ConnectionClosed", "GapError", "WebSocketException"]
