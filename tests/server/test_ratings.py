"""Ratings: games move them as OpenSkill does, each game once, and not where a bot stood in."""

import asyncio
from typing import Any

import pytest

from grimorio.engine.layout import LETTERS
from grimorio.games import load
from grimorio.room.chairs import Chair, bot, person
from grimorio.room.room import Room
from grimorio.server import protocol
from grimorio.server.ratings import MEAN, SPREAD, players_of, rated

FLAUTZ = load("flautz")


def test_who_wins_gains_who_loses_loses_and_everybody_is_surer() -> None:
    first, second, third = rated([(MEAN, SPREAD)] * 3, [1, 2, 3])
    assert first[0] > second[0] > third[0]
    assert all(spread < SPREAD for _, spread in (first, second, third))


def test_who_shares_a_place_moves_together() -> None:
    one, other, last = rated([(MEAN, SPREAD)] * 3, [1, 1, 3])
    assert one == other
    assert one[0] > MEAN > last[0]


@pytest.mark.parametrize("places", [[1, 2], [2, 1, 3], [1, 1, 3, 4], [3, 1, 1, 5, 3]])
def test_ratings_are_those_of_openskill(places: list[int]) -> None:
    models = pytest.importorskip("openskill.models", reason="openskill is not installed; it is only compared with")
    model = models.PlackettLuce()
    before = [(25.0 + 2 * i, 8.0 - i) for i in range(len(places))]
    teams = [[model.rating(mu=mean, sigma=spread)] for mean, spread in before]
    wanted = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=places)]
    for mine, theirs in zip(rated(before, places), wanted, strict=True):
        assert mine == pytest.approx(theirs)


def room(*chairs: Chair) -> Room:
    return Room(FLAUTZ, chairs, secret=bytes(32))


def test_people_are_rated_by_guest_and_bots_by_level() -> None:
    assert players_of(room(person("Ada"), bot("x", "novice")), {0: "ada"}) == ["ada", "bot:novice"]
    assert players_of(room(bot("x", "novice"), bot("y", "novice")), {}) == []
    assert players_of(room(person("Ada"), Chair("absent", "Bruno", "novice")), {0: "ada", 1: "bruno"}) == []
    assert players_of(room(person("Ada"), person("Ada too")), {0: "ada", 1: "ada"}) == []


@pytest.mark.compiled_only
def test_a_game_that_was_played_is_rated_once(running: Any) -> None:
    async def play() -> dict[str, Any]:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random")
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            while ada.look["stage"] == "gathering":
                await ada.until("look")
            await ada.play_on()
            outcome: dict[str, Any] = ada.look["outcome"]
            return outcome

    outcome = asyncio.run(play())
    found: list[dict[str, Any]] = []
    while not found:
        found = running.http("Ada").get("/api/ratings").json()
    assert (found[0]["game"], found[0]["games"]) == ("flautz", 1)
    assert (found[0]["mean"] > MEAN) == (outcome["winners"] == [LETTERS[0]])
    assert found[0]["spread"] < SPREAD
    assert running.http("nobody").get("/api/ratings").json()["code"] == "stranger"
