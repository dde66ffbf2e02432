"""After the game nothing is hidden: the record, every step with every seat's eyes, and records from elsewhere."""

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grimorio.cli.main import main
from grimorio.engine.record import from_json, verify
from grimorio.games import GAMES
from grimorio.server import ledger, protocol, records
from grimorio.server.client import Client

pytestmark = pytest.mark.compiled_only


async def played(running: Any, *, whole: bool, **more: Any) -> tuple[str, Client]:
    """Ada against a bot, to the end or not; all that she received."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "apprentice", options={"starter": "A"}, **more)
    async with running.client("Ada") as ada:
        await ada.open(made["table"])
        await ada.ask(protocol.Nonce, text="my own")
        await ada.ask(protocol.Deal)
        while ada.look["stage"] == "gathering":
            await ada.until("look")
        await ada.play_on(10_000 if whole else 1)
    return made["table"], ada


def replayed(running: Any, table: str, viewer: str, since: int = 0) -> Any:
    answer = running.http("Ada").get(f"/api/tables/{table}/replay/{viewer}", params={"since": since})
    assert answer.status_code == 200, answer.text
    return answer.json()


def seen_in(steps: list[Any]) -> dict[str, Any]:
    """A view, put together from what was new at each step."""
    seen: dict[str, Any] = {}
    for step in steps:
        seen |= (step.get("look") or {}).get("view", {})
    return seen


def test_the_record_of_a_game_that_is_over_can_be_checked_by_anybody(running: Any) -> None:
    table, ada = asyncio.run(played(running, whole=True))
    answer = running.http("stranger").get(f"/api/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    record = from_json(answer.text)
    assert verify(record, GAMES["flautz"]).over
    assert record.nonces == ("my own", "")
    assert list(record.result["places"]) == list(ada.look["outcome"]["places"].values())
    assert record.commitment == ada.look["shuffle"]["commitment"]


def test_all_games_that_are_over_become_records_and_rows_while_the_server_runs(
    running: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    over, _ = asyncio.run(played(running, whole=True))
    asyncio.run(played(running, whole=False))
    told = running.http("Ada").get(f"/api/tables/{over}/record").text
    asked = ["admin", "records", str(tmp_path / "kept"), "--database", str(running.settings.database), "--lang", "en"]
    assert main(asked) == 0
    assert "over: 1" in capsys.readouterr().out
    (file,) = (tmp_path / "kept" / "flautz").iterdir()
    assert (file.name, from_json(file.read_text())) == (f"{over}.json", from_json(told))
    rows, out = pytest.importorskip("pyarrow.parquet"), tmp_path / "games.parquet"
    assert main(["dataset", "flautz", "--records", str(tmp_path / "kept" / "flautz"), "--out", str(out)]) == 0
    table = rows.read_table(out)
    assert set(table["seat"].to_pylist()) == {0, 1}
    assert table["place"].to_pylist()[-2:] == list(from_json(told).result["places"])


def test_every_step_is_told_with_the_eyes_of_every_viewer(running: Any) -> None:
    table, ada = asyncio.run(played(running, whole=True))
    told = {viewer: replayed(running, table, viewer) for viewer in ("A", "B", "spectator")}
    assert {len(each["steps"]) for each in told.values()} == {told["A"]["entries"]}
    assert seen_in(told["A"]["steps"]) == ada.view
    assert len({json.dumps(seen_in(each["steps"][:5])) for each in told.values()}) == len(told)
    texts = [step["text"] for step in told["A"]["steps"] if step["kind"] == "do"]
    assert texts == json.loads(running.http("Ada").get(f"/api/tables/{table}/record").text)["log"]


def test_a_replay_can_begin_anywhere_and_is_whole_there(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=True))
    everything = replayed(running, table, "A")
    later = replayed(running, table, "A", since=5)
    assert [step["entry"] for step in later["steps"]] == list(range(6, everything["entries"] + 1))
    assert later["steps"][0]["look"].get("since") is None
    assert later["steps"][0]["look"]["view"] == seen_in(everything["steps"][:6])


def test_nothing_of_a_game_that_goes_on_is_told(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=False))
    for what in ("record", "replay/A", "replay/B", "replay/spectator"):
        answer = running.http("Ada").get(f"/api/tables/{table}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


async def watched(running: Any) -> list[Any]:
    """What a stranger is told of Ada's hand: twice in the second deal of a game that goes on, and after its end."""
    while True:
        told, in_time = await watched_once(running)
        if in_time:
            return told


async def watched_once(running: Any) -> tuple[list[Any], bool]:
    """The same, and whether the second deal was not over by then, as it may be after a single move."""
    made = await asyncio.to_thread(running.make, "Ada", "me", "apprentice", options={"starter": "A"}, watch="hands")
    told, seen = [], []
    async with running.client("Ada") as ada, running.client("stranger") as stranger:
        assert (await stranger.open(made["table"]))["watch"] == "hands"
        await ada.open(made["table"])
        await ada.ask(protocol.Deal)
        while ada.view.get("challenge", 0) < 2:
            await ada.play_on(1)
            if ada.look["stage"] == "gathering":
                await ada.until("look")
        for moves in (0, 1, 10_000):
            await ada.play_on(moves)
            told.append(await asyncio.to_thread(replayed, running, made["table"], "A"))
            await ada.ask(protocol.Say, text="...")  # whatever was told before this is heard by now
            seen.append(ada.view["challenge"])
    return told, seen[:2] == [2, 2]


def test_all_hands_are_shown_once_they_are_worth_nothing(running: Any) -> None:
    before, after, whole = asyncio.run(watched(running))
    assert before == after
    assert 0 < len(after["steps"]) < len(whole["steps"])
    assert {
        step["look"]["view"]["challenge"]
        for step in after["steps"]
        if "challenge" in step.get("look", {}).get("view", {})
    } == {1}
    assert seen_in(after["steps"])["hand"]


def test_hands_that_are_shown_too_early_are_noticed(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "worthless", lambda _header, entries: len(entries))
    before, after, _ = asyncio.run(watched(running))
    assert before != after


def test_a_private_game_is_told_to_those_who_sat_there_alone(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=True, watch="none"))
    for what in ("record", "replay/A"):
        assert running.http("Ada").get(f"/api/tables/{table}/{what}").status_code == 200
        answer = running.http("stranger").get(f"/api/tables/{table}/{what}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no-table")


@pytest.mark.parametrize("what", ["replay/C", "replay/AB", "replay/", "replay/A?since=-1", "replay/A?since=x"])
def test_what_cannot_be_replayed_is_refused(running: Any, what: str) -> None:
    table, _ = asyncio.run(played(running, whole=True))
    answer = running.http("Ada").get(f"/api/tables/{table}/{what}")
    assert (answer.status_code // 100, answer.json()["code"]) == (4, "malformed")


def test_a_record_from_elsewhere_becomes_a_table_that_is_over(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=True))
    text = running.http("Ada").get(f"/api/tables/{table}/record").text
    sent = {"content": text.encode(), "headers": {"Content-Type": "application/json"}}
    assert running.http("stranger").post("/api/records", **sent).status_code == 401
    brought = running.http("Ada").post("/api/records", **sent)
    assert brought.status_code == 201, brought.text
    other = brought.json()["table"]
    assert running.http("Ada").get(f"/api/tables/{other}/record").text == text
    mine, theirs = (replayed(running, each, "B") for each in (table, other))
    assert [step.get("text") for step in mine["steps"]] == [step.get("text") for step in theirs["steps"]]
    assert running.http("Bruno").get("/api/tables").json() == []


def test_a_record_that_is_not_true_is_refused(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=True))
    true = running.http("Ada").get(f"/api/tables/{table}/record").json()
    for change in (
        {"secret": "0" * 64},
        {"log": true["log"][:-1], "moments": true["moments"][:-1]},
        {"seats": ["Ada", "\u200bBruno"]},
        {"kind": "save"},
        {"game": "chess"},
        {"result": {**true["result"], "places": [9, 9]}},
    ):
        answer = running.http("Ada").post("/api/records", json={**true, **change})
        assert (answer.status_code, answer.json()["code"]) == (400, "wrong-record"), change


def test_a_game_whose_rules_are_not_played_any_more_is_closed_with_all_that_was_kept(running: Any) -> None:
    table, ada = asyncio.run(played(running, whole=False))

    async def outdate() -> Any:
        house = running.house
        while table in house.keeper.lives:  # noqa: ASYNC110 - it goes to sleep by itself
            await asyncio.sleep(0.05)
        log = await house.storage.read(lambda on: ledger.log_of(on, table))
        await house.storage.write(
            lambda on: on.exec_driver_sql("UPDATE tables SET rules = -1 WHERE id = ?", (table,)).close()
        )
        async with ada:
            return len(log), await ada.open(table)

    entries, refused = asyncio.run(outdate())
    assert refused["refusal"]["code"] == "rules-changed"
    (mine,) = running.http("Ada").get("/api/tables/mine").json()
    assert (mine["table"], mine["status"]) == (table, "closed")
    kept = running.http("Ada").get(f"/api/tables/{table}/record").json()
    assert (kept["kind"], kept["version"], len(kept["entries"])) == ("closed", -1, entries)
    assert running.http("Ada").get(f"/api/tables/{table}/replay/A").json()["code"] == "rules-changed"


def test_a_game_that_was_begun_goes_on_after_an_upgrade_that_continues_it(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada = asyncio.run(played(running, whole=False))
    begun = GAMES["flautz"]

    async def upgraded() -> int:
        while table in running.house.keeper.lives:  # noqa: ASYNC110 - it goes to sleep by itself
            await asyncio.sleep(0.05)
        newer = dataclasses.replace(begun, version=begun.version + 1, continues=(begun.version,))
        monkeypatch.setitem(GAMES, "flautz", newer)
        before = ada.version
        async with ada:
            await ada.open(table)
            await ada.play_on(10_000)
        return before

    before = asyncio.run(upgraded())
    assert (ada.look["stage"], ada.version > before) == ("over", True)
    kept = running.http("Ada").get(f"/api/tables/{table}/record").content
    assert json.loads(kept)["version"] == begun.version, "what it was begun with"
    assert verify(from_json(kept.decode()), GAMES["flautz"])


def test_what_is_told_of_a_game_has_a_type(running: Any) -> None:
    table, _ = asyncio.run(played(running, whole=True))
    from grimorio.server.records import Replay  # noqa: PLC0415

    msgspec.json.decode(running.http("Ada").get(f"/api/tables/{table}/replay/B").content, type=Replay)
