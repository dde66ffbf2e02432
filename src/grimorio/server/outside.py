"""A bot from outside at a table of a server: a program that speaks lines of JSON, in a seat that a link opens.

It comes as any guest does, by the ordinary protocol, and learns no more than a person in its seat.
"""

import asyncio
import http.client
import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from grimorio.arena.outside import Program, begins, ends
from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS
from grimorio.games import load
from grimorio.room.decision import Decision
from grimorio.server import protocol as p
from grimorio.server.client import Client
from grimorio.server.cookies import COOKIE


class NoSeatError(RuntimeError):
    """An address at which no seat could be taken: says why."""


@dataclass(frozen=True)
class Seat:
    """A seat that was taken: where, whose, and the cookie of the guest who has it."""

    address: str
    secure: bool
    cookie: str
    table: str


def take_seat(link: str, name: str) -> Seat:
    """Join by the address of a seat, as a page shows it: `https://grimorio.example/join#...`."""
    try:
        parts = urlsplit(link)
        if parts.scheme not in {"http", "https"} or not parts.netloc or not parts.fragment:
            msg = f"{link[:60]}: not the address of a seat"
            raise NoSeatError(msg)
        wish = json.dumps({"link": parts.fragment, "name": name}).encode()
        asked = urllib.request.Request(  # noqa: S310 - the scheme was checked
            f"{parts.scheme}://{parts.netloc}/api/join", wish, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310 - the same
            cookies, table = answer.headers.get_all("Set-Cookie") or [], str(json.load(answer)["table"])
    except urllib.error.HTTPError as error:
        raise NoSeatError(_refusal(error)) from error
    except (OSError, ValueError, TypeError, KeyError, http.client.HTTPException) as error:
        msg = f"{link[:60]}: {error}"
        raise NoSeatError(msg) from error
    cookie = next((each.split(";")[0].partition("=")[2] for each in cookies if each.startswith(f"{COOKIE}=")), "")
    return Seat(parts.netloc, parts.scheme == "https", cookie, table)


def _refusal(error: urllib.error.HTTPError) -> str:
    """What a server says that gives no seat; one that is no server of tables says nothing that helps."""
    try:
        return str(json.loads(error.read())["sentence"])
    except (ValueError, TypeError, KeyError):
        return str(error)


class Sitting(Client):
    """A client that remembers what happened since its last decision."""

    def __init__(self, seat: Seat) -> None:
        """In a seat that was taken."""
        super().__init__(seat.address, seat.cookie, secure=seat.secure)
        self.heard: list[dict[str, Any]] = []
        self.chairs = 0

    def _see(self, look: dict[str, Any]) -> None:
        super()._see(look)
        self.heard += look.get("events", ())
        self.chairs = len(look.get("chairs") or ()) or self.chairs

    def offered(self, game: Game, seat: int) -> dict[str, Decision]:
        """All that may be done now, by its text."""
        numbers = {(way.form, way.refs): way.number for way in game.pointer.ways(range(game.actions), seat, self.view)}
        return {game.action_of(numbers[each.form, each.refs]).text(): each for each in self.ways()}


async def sit(seat: Seat, program: Program) -> dict[str, Any]:
    """Let a program play a seat until the game is over; returns the outcome."""
    async with Sitting(seat) as client:
        opened = await client.open(seat.table)
        if opened["kind"] == "refused":
            raise NoSeatError(opened["refusal"]["sentence"])
        game, place = load(opened["game"]), LETTERS.index(opened["seat"])
        program.tell(begins(game.name, client.chairs, place, opened["options"]))
        while client.look["stage"] != "over":
            offered = client.offered(game, place) if client.look.get("offer") else {}
            if not offered:
                await client.until("look")
                continue
            await _decide(client, program, offered)
        outcome: dict[str, Any] = client.look["outcome"]
        program.tell(ends(outcome))
        return outcome


async def _decide(client: Sitting, program: Program, offered: dict[str, Decision]) -> None:
    """One decision; where the table has moved on meanwhile, it is asked again."""
    done = await asyncio.to_thread(program.decide, client.view, tuple(client.heard), tuple(offered))
    seen, client.heard = client.version, []
    answer = await client.ask(p.Do, seen=seen, decisions=(offered[done],))
    while client.version < answer.get("version", seen + 1):
        await client.until("look")
