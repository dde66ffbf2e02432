"""Reviews on a server: made in the background, kept, numbered as the replay is, and only of what is over."""

import asyncio
import functools
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grimorio.arena import review as reviewing
from grimorio.arena.review import Review, in_words
from grimorio.engine.entries import Decided
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.room.chairs import person
from grimorio.room.entries import Dealt, Nonced, RoomEntry
from grimorio.server import ledger
from grimorio.server.keeper import Keeper
from grimorio.server.records import Records
from grimorio.server.reviews import Reviews, numbered
from grimorio.server.storage import Storage

GOLDEN = Path(__file__).parents[1] / "golden" / "flautz" / "crystals.json"


def some_review() -> Review:
    at, why = Ref("place", at="air[0]"), Line("whys.later", {"value": 10})
    done = reviewing.Judged(
        entry=1, done="take air 1 give blue 3", best="focus", before=0.5, after=0.4, cost=0.1, noise=0.01, luck=0,
        verdict="mistake", tried={"focus": 0.5}, points_at=(at,), best_at=(Ref("word", "focus"),), why=(why,),
    )  # fmt: skip
    return Review("flautz", "A", 2, 0.5, 1, 0, 0.1, 0.1, (done,), {})


def test_decisions_have_the_numbers_of_the_steps_of_the_replay() -> None:
    entries: list[RoomEntry] = [Nonced(0, "x"), Dealt(), Decided(0, (1,))]
    assert [each.entry for each in numbered(some_review(), entries).decisions] == [3]


def test_what_was_done_is_told_in_the_words_of_a_language() -> None:
    told = [in_words(some_review(), language, ["Ada", "Bruno"]).decisions[0] for language in ("it", "en")]
    assert (told[0].best, told[0].tried) == ("focalizzati", {"focalizzati": 0.5})
    assert told[0].done != told[1].done


@pytest.mark.compiled_only
def test_a_review_is_made_once_and_then_there_for_everybody(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.server.reviews.review", few_worlds)
    ada = running.http("Ada")
    running.make("Ada", "me", "random")
    brought = ada.post("/api/records", content=GOLDEN.read_text(), headers={"content-type": "application/json"})
    path = f"/api/tables/{brought.json()['table']}/review"
    asked: list[str] = []
    while (answer := ada.get(f"{path}/A")).status_code != 200:
        asked.append(answer.json()["code"])
        assert len(asked) < 1000, "it is never there"
        time.sleep(0.1)
    assert set(asked) == {"not-ready"}
    told = answer.json()
    replay = ada.get(f"{path.replace('review', 'replay')}/A").json()["steps"]
    assert {replay[each["entry"] - 1]["seat"] for each in told["decisions"]} == {"A"}
    assert ada.get(f"{path}/A").json() == told
    assert ada.get(f"{path}/spectator").json()["code"] == "malformed"
    assert ada.get("/api/tables/nothing/review/A").json()["code"] == "no-table"
    monkeypatch.setattr("grimorio.server.reviews.review", lambda *_, **__: pytest.fail("it was made before"))
    running.stop()
    running.start()
    assert ada.get(f"{path}/A").json() == told, "a server that starts again has it"
    assert ada.get(f"{path}/B").json()["code"] == "not-ready", "the review of another seat is another one"


def test_what_an_older_grimorio_wrote_otherwise_is_made_again(tmp_path: Path) -> None:
    async def found() -> list[Review | None]:
        storage = Storage(tmp_path / "grimorio.db")
        await storage.write(lambda on: ledger.add_table(on, some_header(), [None, None]))
        reviews = Reviews(Records(Keeper(storage)))
        answers = [await reviews.kept(("t", 0))]
        whole, unsaid = some_review(), msgspec.to_builtins(some_review())
        del unsaid["decisions"][0]["why"]
        for body in (*map(msgspec.msgpack.encode, (whole, unsaid, {"game": "flautz"})), b"\xc1"):
            await storage.write(functools.partial(ledger.keep_review, table="t", seat=0, body=body))
            answers.append(await reviews.kept(("t", 0)))
        await asyncio.to_thread(storage.close)
        return answers

    assert asyncio.run(found()) == [None, some_review(), None, None, None]


def some_header() -> ledger.Header:
    return ledger.Header("t", "flautz", 1, "", {}, (person("Ada"), person("Bruno")), bytes(32), "", "over", "none", 0)


def few_worlds(written: Any, game: Any, seat: int, told: Any) -> Review:
    return reviewing.review(written, game, seat, 2, told)


@pytest.mark.compiled_only
def test_a_game_that_goes_on_is_not_judged(running: Any) -> None:
    made = running.make("Ada", "me", "random")
    answer = running.http("Ada").get(f"/api/tables/{made['table']}/review/A")
    assert answer.json()["code"] == "not-over"
