"""A live market at one table of seven: everybody posts and accepts at the same moments, and no card is lost."""

import asyncio
import os
import secrets
from collections import Counter
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.games import GAMES
from grimorio.room.decision import Decision
from grimorio.server import protocol
from grimorio.server.bounds import Bucket
from grimorio.server.client import Client

pytestmark = [pytest.mark.compiled_only, pytest.mark.slow]
TRADES = int(os.environ.get("GRIMORIO_TRADES", "150"))
GONE = {f"accept {code}" for code in ("changed-since", "no-offer", "cannot-pay", "not-for-you", "market-closed")}
"""Why an acceptance is refused that is not valid any more: somebody else was quicker, or its cards are gone."""
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gina")


async def gathered(running: Any) -> list[Client]:
    """Seven people at a market without end."""
    options = {"market": "live", "clock": "600"}
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

    def choice(self) -> Decision | None:
        """An acceptance if there is one, or a step towards an offer; never the end of the market."""
        ways = [way for way in self.client.ways() if way.form in {"accept", "give", "want", "say", "to"}]
        accepting = [way for way in ways if way.form == "accept"]
        posting = [way for way in ways if way.form == "say"]
        found = accepting or (posting if secrets.randbelow(3) else ways) or ways
        return found[secrets.randbelow(len(found))] if found else None

    async def trade(self) -> None:
        """Until enough was traded."""
        while self.tally["accepted"] < TRADES and self.client.look["stage"] == "playing":
            decision = self.choice()
            if decision is None:
                await asyncio.wait_for(self.client.until("look"), 60)
                continue
            answer = await self.client.ask(protocol.Do, seen=self.client.version, decisions=(decision,))
            code = answer.get("refusal", {}).get("code", "ack")
            self.tally[f"{decision.form} {code}"] += 1
            self.tally["accepted"] += decision.form == "accept" and code == "ack"
            if code == "ack":
                while self.client.version < answer["version"]:
                    await self.client.until("look")


def test_trades_at_the_same_moments_lose_no_card_and_refuse_nothing_that_was_still_valid(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Bucket, "take", lambda _bucket: True)

    async def trade() -> tuple[Counter[str], Any]:
        clients = await gathered(running)
        tally: Counter[str] = Counter()
        await asyncio.gather(*(Trader(client, tally).trade() for client in clients))
        (live,) = running.house.keeper.lives.values()
        room = live.room
        for client in clients:
            await client.__aexit__()
        return tally, room

    tally, room = asyncio.run(trade())
    assert tally["accepted"] >= TRADES or room.stage == "over", tally
    laws.cards_are_conserved(room.dealt())
    refused = {key: number for key, number in tally.items() if key.startswith("accept ") and not key.endswith(" ack")}
    assert set(refused) <= GONE, tally
    assert GAMES["zaubercocktail"] is room.game
