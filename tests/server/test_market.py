"""A live market at one table of seven: everybody posts and accepts at the same moments, and no card is lost."""

import asyncio
import os
import secrets
from collections import Counter
from typing import Any

import msgspec
import pytest

from grimorio.engine import laws
from grimorio.games import GAMES
from grimorio.room.decision import Decision
from grimorio.server import protocol
from grimorio.server.bounds import Bucket
from grimorio.server.client import Client

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]
TRADES = int(os.environ.get("GRIMORIO_TRADES", "40"))
GONE = {f"accept {code}" for code in ("changed-since", "no-offer", "cannot-pay", "not-for-you", "market-closed")}
"""Why an acceptance is refused that is not valid any more: somebody else was quicker, or its cards are gone."""
POST = msgspec.convert({"form": "say", "refs": [{"sort": "word", "name": "post"}]}, Decision)
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina")


async def gathered(running: Any) -> list[Client]:
    """Seven people at a market without end."""
    options = {"market": "live", "clock": "3600"}
    seats = ["me", *["open"] * (len(NAMES) - 1)]
    made = await asyncio.to_thread(running.make, "Ada", *seats, game="zaubercocktail", options=options)
    for seat, name in enumerate(NAMES[1:], 1):
        assert (await asyncio.to_thread(running.join, name, made["links"][str(seat)])).status_code == 201
    clients = [running.client(name) for name in NAMES]
    for client in clients:
        await client.__aenter__()
        await client.open(made["table"])
    await clients[0].ask(protocol.Deal)
    for client in clients:
        while client.look["stage"] == "gathering":
            await client.until("look")
    return clients


class Trader:
    """Accepts whatever can be accepted, and otherwise posts something."""

    def __init__(self, client: Client, tally: Counter[str]) -> None:
        self.client, self.tally = client, tally

    def choice(self) -> tuple[Decision, ...]:
        """An acceptance if there is one, or a new offer of one card for one card; nothing that ends the market."""
        ways = tuple(self.client.ways())
        accepting = [way for way in ways if way.form == "accept"]
        if accepting:
            return (one_of(accepting),)
        mine = [way for way in ways if way.form == "give"]
        if not mine:
            return ()
        give = one_of(mine)
        wanted = [way for way in ways if way.form == "want" and way.refs[0].name != give.refs[0].name]
        clear = [way for way in ways if way.form == "prepare"]
        return (*clear, give, one_of(wanted), POST)

    async def trade(self) -> None:
        """Until enough was traded."""
        client = self.client
        while self.tally["traded"] < TRADES and client.look["stage"] == "playing":
            decisions = self.choice()
            if not decisions:
                await asyncio.wait_for(client.until("look"), 60)
                continue
            answer = await client.ask(protocol.Do, seen=client.version, decisions=decisions)
            code = answer.get("refusal", {}).get("code", "ack")
            self.tally[f"{decisions[-1].form} {code}"] += 1
            self.tally["traded"] += decisions[-1].form == "accept" and code == "ack"
            if code == "ack":
                while client.version < answer["version"]:
                    await client.until("look")


def one_of(ways: list[Decision]) -> Decision:
    return ways[secrets.randbelow(len(ways))]


def test_trades_at_the_same_moments_lose_no_card_and_refuse_nothing_that_was_still_valid(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bucket, "take", lambda _bucket: True)

    async def trade() -> tuple[Counter[str], Any]:
        clients = await gathered(running)
        tally: Counter[str] = Counter()
        async with asyncio.timeout(120 + 2 * TRADES):
            await asyncio.gather(*(Trader(client, tally).trade() for client in clients))
        (live,) = running.house.keeper.lives.values()
        room = live.room
        for client in clients:
            await client.__aexit__()
        return tally, room

    tally, room = asyncio.run(trade())
    assert tally["traded"] >= TRADES, tally
    laws.cards_are_conserved(room.dealt())
    refused = {key: number for key, number in tally.items() if key.startswith("accept ") and not key.endswith(" ack")}
    assert set(refused) <= GONE, tally
    assert GAMES["zaubercocktail"] is room.game
