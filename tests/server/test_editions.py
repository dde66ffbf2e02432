"""Tables with cards of one's own: agreed on when a table is made, kept with it, and part of its record."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from grimorio.engine.edition import edition_of
from grimorio.engine.game import EditionError
from grimorio.games import GAMES
from grimorio.server import protocol
from grimorio.server.house import Settings

pytestmark = pytest.mark.compiled_only


def own_cards() -> dict[str, Any]:
    """The box of FLAUTZ! with one crystal to win, so that a game is short."""
    box = GAMES["flautz"].standard.data
    crystals = {**box["crystals"], "to_win": {"number": 1, "origin": "own"}}
    return {**box, "title": "Un cristallo basta", "crystals": crystals}


@pytest.mark.slow
def test_a_table_with_cards_of_its_own_is_kept_with_them(serve_by: Any, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "grimorio.db", pace=0, rest=0.05, requests=10_000, ready=("flautz",))
    running, cards = serve_by(settings), own_cards()
    made = running.make("Ada", "me", "novice", edition=cards)
    other = running.make("Ada", "me", "novice")

    async def play() -> str:
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            await ada.play_on(3)
        while made["table"] in running.house.keeper.lives:  # noqa: ASYNC110 - it goes to sleep by itself
            await asyncio.sleep(0.05)
        async with running.client("Ada") as again:
            await again.open(made["table"])
            await again.play_on()
            await again.ask(protocol.Rematch)
            followed = await again.open(made["table"])
            return str(followed["successor"])

    successor = asyncio.run(play())
    tables = (made["table"], successor, other["table"])
    opening = [asyncio.run_coroutine_threadsafe(running.house.keeper.open(each), running.house.loop) for each in tables]
    digests = [each.result(30).room.edition.digest for each in opening]
    assert digests == [edition_of(cards, "").digest] * 2 + [GAMES["flautz"].standard.digest]
    record = running.http("Ada").get(f"/api/tables/{made['table']}/record")
    assert record.json()["cards"] == cards
    sent = {"content": record.content, "headers": {"Content-Type": "application/json"}}
    assert running.http("Ada").post("/api/verify", **sent).status_code == 200
    brought = running.http("Ada").post("/api/records", **sent)
    assert brought.status_code == 201, brought.text
    assert running.http("Ada").get(f"/api/tables/{brought.json()['table']}/record").text == record.text
    wish = {"entry": 2, "seat": "A", "name": "Ada"}  # the cards are dealt: a Straight may end the game with any move
    branched = running.http("Ada").post(f"/api/tables/{made['table']}/branch", json=wish)
    assert branched.status_code == 201, branched.text
    swapped = {**record.json(), "cards": {**cards, "title": "another box"}}
    refused = running.http("Ada").post("/api/records", json=swapped)
    assert (refused.status_code, refused.json()["code"]) == (400, "wrong-record")


@pytest.mark.parametrize("change", [{"crystals": {}}, {"spells": "many"}, {"title": 7}, {"dragons": {"number": 1}}])
def test_cards_that_cannot_be_played_with_are_refused_with_the_reason(running: Any, change: dict[str, Any]) -> None:
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada", "edition": {**own_cards(), **change}}
    answer = running.http("Ada").post("/api/tables", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (400, "wrong-agreement")
    assert "edition" in answer.json()["what"]
    assert next(iter(change)) in answer.json()["what"]


def test_the_text_of_a_file_is_taken_and_its_mistakes_are_told_with_their_line(running: Any) -> None:
    file = Path(GAMES["flautz"].standard.source).read_text()
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    made = running.http("Ada").post("/api/tables", json={**wish, "edition": file.replace("title = ", 'title = "My "#')})
    assert made.status_code == 201, made.text
    line = next(i for i, text in enumerate(file.split("\n"), 1) if text.startswith("to_win"))
    wrong = file.replace(file.split("\n")[line - 1], 'to_win = { number = 900, origin = "own" }')
    told = [running.http("Ada").post("/api/tables", json={**wish, "edition": text}) for text in (wrong, "[crystals\n")]
    assert [(each.status_code, each.json()["code"]) for each in told] == [(400, "wrong-agreement")] * 2
    whats = [each.json()["what"] for each in told]
    assert whats[0].startswith(f"edition:{line}: crystals.to_win.number: 900 is not a whole number")
    assert whats[1] == "edition:1: this is not TOML: [crystals"
    running.http("Ada").headers["accept-language"] = "it"
    told = [running.http("Ada").post("/api/tables", json={**wish, "edition": text}) for text in (wrong, "[crystals\n")]
    assert [each.json()["what"] for each in told] == [
        f"edition:{line}: crystals.to_win.number: 900 non è un numero intero da 1 a 9",
        "edition:1: questo non è TOML: [crystals",
    ]
    assert told[0].json()["sentence"] == "A un tavolo così non si può giocare."


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_checked_whole_wherever_they_come_from(game: str) -> None:
    """A record brings its cards along as well as a request."""
    box, seats = GAMES[game].standard.data, GAMES[game].seats[0]
    for change in ({"title": 7}, {"dragons": {"number": 1}}):
        with pytest.raises(EditionError):
            GAMES[game].box(seats, {}, edition_of({**box, **change}, "edition"))


def test_a_deck_that_no_box_holds_is_refused() -> None:
    box = GAMES["fata"].standard.data
    visions = {name: {**each, "copies": 4} if "copies" in each else each for name, each in box["visions"].items()}
    with pytest.raises(EditionError):
        GAMES["fata"].box(3, {}, edition_of({**box, "visions": visions}, "edition"))
