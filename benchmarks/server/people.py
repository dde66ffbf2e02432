"""People at tables, for load: as little work as a client can do, so that a machine of two cores is the server's.

A message is read only as far as somebody needs it who does one of the things he is offered.
"""

import asyncio
import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec

from grimorio.server.cookies import COOKIE
from grimorio.server.protocol import PROTOCOL

SHORT, MEDIUM = 126, 127
"""Lengths that say that the length stands in the next two bytes, or eight."""
PING = 0x89
AT_ONCE = 8
"""Tables that are set up at once."""
HANDSHAKE = (
    "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {name}={cookie}\r\n\r\n"
)


class Offer(msgspec.Struct):
    """What somebody may do."""

    things: list[msgspec.Raw] = []
    ways: list[tuple[str, list[int], list[int]]] = []


class Look(msgspec.Struct):
    """As much of a look as is needed."""

    version: int
    stage: str
    offer: Offer | None = None


class Message(msgspec.Struct):
    """As much of a message as is needed."""

    kind: str
    look: Look | None = None
    refusal: msgspec.Raw = msgspec.Raw()


_READ = msgspec.json.Decoder(Message)


class Person(asyncio.Protocol):
    """One socket: the last look, and who is told of the next one."""

    def __init__(self, port: int, cookie: str) -> None:
        """With a guest's cookie."""
        self.hello = HANDSHAKE.format(port=port, name=COOKIE, cookie=cookie).encode()
        self.version, self.stage, self.offer, self.number = 0, "", Offer(), 0
        self.open, self.got = False, b""
        self.acks, self.sent_at = list[float](), 0.0
        self.seen: asyncio.Future[None] | None = None
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        """Shake hands."""
        self.transport = transport
        transport.write(self.hello)

    def data_received(self, data: bytes) -> None:
        """Whole frames, one after the other."""
        self.got = data = self.got + data if self.got else data
        if not self.open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                return
            self.open = head.startswith(b"HTTP/1.1 101")
            self._wake()
        at = 0
        while (message := _frame(data, at)) is not None:
            at, said = message[1], data[message[0] : message[1]]
            if data[message[2]] == PING:
                self.transport.write(b"\x8a" + bytes((0x80 | len(said),)) + bytes(4) + said)
            else:
                self._read(said)
        self.got = data[at:]

    def _read(self, raw: bytes) -> None:
        message = _READ.decode(raw)
        if message.kind == "refused":
            raise RuntimeError(bytes(message.refusal))
        if message.kind == "ack" and self.sent_at:
            self.acks.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        if message.look is not None:
            self.version, self.stage = message.look.version, message.look.stage
            self.offer = message.look.offer or Offer()
            self._wake()

    def _wake(self) -> None:
        if self.seen is not None and not self.seen.done():
            self.seen.set_result(None)

    def connection_lost(self, _error: Exception | None) -> None:
        """Whoever waits waits in vain."""
        if self.seen is not None and not self.seen.done():
            self.seen.set_exception(ConnectionError("the server is gone"))

    def next(self) -> "asyncio.Future[None]":
        """When the next look is there."""
        self.seen = asyncio.get_running_loop().create_future()
        return self.seen

    def send(self, **message: Any) -> None:
        """Say something; masked, as clients must, with zeros."""
        said = msgspec.json.encode(message)
        size = bytes((0x80 | len(said),)) if len(said) < SHORT else b"\xfe" + len(said).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + said)

    def do(self, choice: int) -> None:
        """One of the things that are offered."""
        ways = [(form, (*head, each)) for form, head, last in self.offer.ways for each in last]
        form, numbers = ways[choice % len(ways)]
        self.number += 1
        decision = {"form": form, "refs": [self.offer.things[number] for number in numbers]}
        self.sent_at = time.perf_counter()
        self.send(kind="do", number=self.number, seen=self.version, decisions=[decision])


def _frame(data: bytes, at: int) -> tuple[int, int, int] | None:
    """Where the payload of the frame at a place begins and ends, and the frame; None where it is not all there."""
    if len(data) < at + 2:
        return None
    size, first = data[at + 1], at + 2
    if size >= SHORT:
        width = 2 if size == SHORT else 8
        size, first = int.from_bytes(data[first : first + width], "big"), first + width
    return (first, first + size, at) if len(data) >= first + size else None


@dataclass
class Match:
    """A table with three people."""

    people: list[Person]
    latencies: list[float] = field(default_factory=list)
    over: bool = False

    async def move(self) -> None:
        """Whoever may does something; done when all three have seen it."""
        mover = next((person for person in self.people if person.offer.ways), None)
        if mover is None or mover.stage == "over":
            self.over = True
            return
        seen = [person.next() for person in self.people]
        began = time.perf_counter()
        mover.do(len(self.latencies) * 7919)
        for each in seen:
            await each
        self.latencies.append(time.perf_counter() - began)

    def close(self) -> None:
        """Everybody goes."""
        for person in self.people:
            person.transport.close()


async def alone_with(port: int, tables: int, level: str, bots: int) -> list[Person]:
    """So many tables, each with one person and some bots of a level, dealt."""
    people = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=60) as http:
        for _ in range(tables):
            http.cookies.clear()
            wish = {"game": "flautz", "seats": ["me", *[level] * bots], "name": "A"}
            answer = await http.post("/api/tables", json=wish)
            person = await connected(port, answer.cookies[COOKIE], answer.json()["table"])
            _deal(person)
            people.append(person)
    return people


def _deal(host: Person) -> None:
    host.number += 1
    host.send(kind="deal", number=host.number)


async def joined(ports: Sequence[int], tables: int) -> list[Match]:
    """So many tables, dealt, some at once; those who sit at one are spread over the servers at these ports."""
    hosts = [_tables(ports, len(range(first, tables, AT_ONCE))) for first in range(AT_ONCE)]
    return [match for matches in await asyncio.gather(*hosts) for match in matches]


async def _tables(ports: Sequence[int], tables: int) -> list[Match]:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ports[0]}", trust_env=False, timeout=60) as http:
        return [await _table(http, ports) for _ in range(tables)]


async def _table(http: httpx.AsyncClient, ports: Sequence[int]) -> Match:
    wish = {"game": "flautz", "seats": ["me", "open", "open"], "name": "A"}
    answer = await http.post("/api/tables", json=wish)
    cookies, made = [answer.cookies[COOKIE]], answer.json()
    http.cookies.clear()
    for link in made["links"].values():
        answer = await http.post("/api/join", json={"link": link, "name": "B"})
        cookies.append(answer.cookies[COOKIE])
        http.cookies.clear()
    where = itertools.cycle(ports)
    match = Match([await connected(next(where), cookie, made["table"]) for cookie in cookies])
    _deal(match.people[0])
    for person in match.people:
        while person.stage in {"", "gathering"}:
            await person.next()
    return match


async def connected(port: int, cookie: str, table: str) -> Person:
    """Somebody who looks at a table."""
    person = Person(port, cookie)
    await asyncio.get_running_loop().create_connection(lambda: person, "127.0.0.1", port)
    while not person.open:
        await person.next()
    person.send(kind="hello", protocol=PROTOCOL, client=f"c{id(person)}")
    person.send(kind="open", table=table)
    return person
