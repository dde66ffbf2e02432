"""What is tried and learnt: a game played on from one of its steps, lessons, examples of rules, records checked."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.engine.words import Words
from grimorio.games import GAMES
from grimorio.room.decision import Decision
from grimorio.server import protocol
from grimorio.server.client import ConnectionClosed
from grimorio.server.examples import example, examples_of, scenarios_of
from grimorio.server.lessons import LessonError, Reader, lesson_of, taught

GOLDEN = Path(__file__).parents[1] / "golden"


def brought(running: Any, name: str = "flautz/points") -> str:
    """A game that is over, from its record."""
    text = (GOLDEN / f"{name}.json").read_bytes()
    asyncio.run(asyncio.to_thread(running.make, "Ada", "me", "apprentice"))
    answer = running.http("Ada").post("/api/records", content=text, headers={"Content-Type": "application/json"})
    return str(answer.json()["table"])


@pytest.mark.compiled_only
def test_a_game_that_is_over_is_played_on_from_a_step_by_one_who_knows_no_more_than_the_seat_knew(running: Any) -> None:
    table = brought(running)
    wish = {"entry": 6, "seat": "A", "name": "Ada"}
    made = running.http("Ada").post(f"/api/tables/{table}/branch", json=wish).json()
    told = running.http("Ada").get(f"/api/tables/{table}/replay/A").json()["steps"]
    seen: dict[str, Any] = {}
    for step in told[:6]:
        seen |= (step.get("look") or {}).get("view", {})

    async def look() -> dict[str, Any]:
        async with running.client("Ada") as ada:
            opened = await ada.open(made["table"])
            return {"view": dict(ada.view), "look": ada.look, "seat": opened["seat"]}

    now = asyncio.run(look())
    assert now["seat"] == "A"
    assert now["view"]["hand"] == seen["hand"]
    assert "shuffle" not in now["look"], "nobody dealt this, so there is nothing to check"


@pytest.mark.compiled_only
def test_nobody_plays_on_from_the_end_or_from_before_the_deal(running: Any) -> None:
    table = brought(running)
    last = running.http("Ada").get(f"/api/tables/{table}/replay/A").json()["entries"]
    for entry in (last, last + 1):
        wish = {"entry": entry, "seat": "A", "name": "Ada"}
        assert running.http("Ada").post(f"/api/tables/{table}/branch", json=wish).status_code == 400


@pytest.mark.compiled_only
def test_a_record_is_checked_whole_and_the_first_difference_is_told(running: Any) -> None:
    record = json.loads((GOLDEN / "flautz/points.json").read_text())
    asyncio.run(asyncio.to_thread(running.make, "Ada", "me", "apprentice"))
    good = running.http("Ada").post("/api/verify", json=record)
    assert good.json() == {"commitment": record["commitment"], "entries": len(record["log"])}
    bad = running.http("Ada").post("/api/verify", json={**record, "secret": "ff" * 32})
    assert bad.json()["code"] == "wrong-record"


@pytest.mark.compiled_only
def test_a_lesson_is_played_by_the_real_rules_until_the_pupil_leaves_it_and_bots_take_over(running: Any) -> None:
    asyncio.run(asyncio.to_thread(running.make, "Ada", "me", "apprentice"))
    http = running.http("Ada")
    lesson = http.get("/api/lessons/flautz").json()
    made = http.post("/api/lessons", json={"game": "flautz", "name": "Ada", "language": "it"}).json()
    told = [decision for step in lesson["steps"] for decision in step.get("decisions", ())]
    decisions = msgspec.convert(told, list[Decision])

    async def learn() -> Any:
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Do, seen=ada.version, decisions=(decisions[0],))
            while ada.look["to_act"] != ["B"]:
                await ada.until("look")
            await asyncio.to_thread(http.post, "/api/lessons/next", json={"table": made["table"], "until": 3})
            await ada.until("look")
            after = list(ada.look["to_act"])
            await asyncio.to_thread(http.post, "/api/lessons/next", json={"table": made["table"], "free": True})
            while ada.look["to_act"] != ["A"]:
                await ada.until("look")
            return after

    after = asyncio.run(learn())
    assert after == ["C"], "B has made the move of the lesson, and C waits for the page"


def taught_flautz(running: Any, taken: str, *untils: int) -> tuple[list[dict[str, Any]], list[bool]]:
    """The pupil takes a card; how far the lesson is whenever the page asks, and whether it is given."""
    asyncio.run(asyncio.to_thread(running.make, "Ada", "me", "apprentice"))
    http = running.http("Ada")
    table = http.post("/api/lessons", json={"game": "flautz", "name": "Ada"}).json()["table"]
    move = Decision("exchange", (Ref("place", at=taken), Ref("card", "green 5", "hand[A]")))

    def go_on(**wish: Any) -> dict[str, Any]:
        return dict(http.post("/api/lessons/next", json={"table": table, **wish}).json())

    async def given() -> tuple[bool, int]:
        async with running.client("Ada") as ada:
            return (await ada.open(table)).get("lesson", False), ada.version

    async def learn() -> tuple[list[dict[str, Any]], list[bool]]:
        async with running.client("Ada") as ada:
            before = (await ada.open(table))["lesson"]
            await ada.ask(protocol.Do, seen=ada.version, decisions=(move,))
        told = [await asyncio.to_thread(go_on, until=until) for until in untils]
        now, version = await given()
        assert version == told[-1]["version"]
        await asyncio.to_thread(go_on, free=True)
        return told, [before, now, (await given())[0]]

    return asyncio.run(learn())


@pytest.mark.compiled_only
def test_a_page_is_told_how_far_its_lesson_is_and_may_ask_again(running: Any) -> None:
    told, given = taught_flautz(running, "floor[0]", 0, 3, 0, 3, 3)
    assert [(one["made"], one["left"]) for one in told] == [(made, False) for made in (1, 2, 2, 3, 3)]
    assert given == [True, True, False]


@pytest.mark.compiled_only
def test_a_game_that_left_its_lesson_stands_still_until_the_pupil_wants_to_play_on(running: Any) -> None:
    told, given = taught_flautz(running, "floor[1]", 0, 3, 3)
    assert [(one["made"], one["left"]) for one in told] == [(1, True)] * 3, "nobody moves, and no bot sits down"
    assert given == [True, True, False]


@pytest.mark.compiled_only
@pytest.mark.parametrize("freed", [False, True])
def test_a_lesson_is_shown_as_one_among_the_own_tables_until_its_pupil_closes_it(
    running: Any,
    freed: bool,  # noqa: FBT001
) -> None:
    played = running.make("Ada", "me", "apprentice")["table"]
    running.make("Bruno", "me", "apprentice")
    table = running.http("Ada").post("/api/lessons", json={"game": "flautz", "name": "Ada"}).json()["table"]

    def asked(name: str, what: str, **wish: Any) -> Any:
        return running.http(name).post(f"/api/lessons/{what}", json=wish).json().get("code")

    def own() -> dict[str, bool]:
        return {each["table"]: each["lesson"] for each in running.http("Ada").get("/api/tables/mine").json()}

    assert asked("Ada", "next", table=table, free=freed) is None
    assert [asked("Bruno", "close", table=each) for each in (table, "x")] == ["not-seated"] * 2
    assert asked("Ada", "close", table=played) == "not-seated"
    assert own() == {table: True, played: False}
    assert asked("Ada", "close", table=table) is None
    assert own() == {played: False}
    assert [asked("Ada", what, table=table) for what in ("next", "close")] == ["no-table", "not-seated"]


@pytest.mark.compiled_only
def test_whoever_asks_twice_for_a_lesson_gets_it_once_until_something_is_done_in_it(running: Any) -> None:
    for name in ("Ada", "Bruno"):
        running.make(name, "me", "apprentice")

    def asked(name: str = "Ada", **more: Any) -> str:
        wish = {"game": "flautz", "name": name, **more}
        return str(running.http(name).post("/api/lessons", json=wish).json()["table"])

    def own() -> list[str]:
        return [each["table"] for each in running.http("Ada").get("/api/tables/mine").json() if each["lesson"]]

    with ThreadPoolExecutor(4) as threads:
        tables = set(threads.map(lambda _: asked(), range(4)))
    assert len(tables) == 1
    (first,) = tables
    assert own() == [first]
    assert asked("Bruno") != first
    assert asked(language="it") != first
    running.http("Ada").post("/api/lessons/next", json={"table": first, "free": True})
    second = asked()
    assert second != first
    running.http("Ada").post("/api/lessons/close", json={"table": second})
    assert asked() not in {first, second}


@pytest.mark.compiled_only
def test_a_window_in_which_a_lesson_is_still_open_is_told_that_it_was_closed(running: Any) -> None:
    running.make("Ada", "me", "apprentice")
    table = running.http("Ada").post("/api/lessons", json={"game": "flautz", "name": "Ada"}).json()["table"]

    async def closed() -> Any:
        async with running.client("Ada") as ada:
            await ada.open(table)
            await asyncio.to_thread(running.http("Ada").post, "/api/lessons/close", json={"table": table})
            with pytest.raises(ConnectionClosed):
                await ada.until("look")
        async with running.client("Ada") as ada:
            return await ada.open(table)

    assert asyncio.run(closed())["refusal"]["code"] == "no-table"


def test_every_game_has_a_lesson() -> None:
    assert taught() == tuple(GAMES)


@pytest.mark.parametrize("game", taught())
def test_every_lesson_can_be_played_and_names_rules_that_exist_in_both_languages(game: str) -> None:
    lesson = lesson_of(GAMES[game])
    rules = Words(GAMES[game], "it").own["rules"]
    assert 8 <= len(lesson.told.steps) <= 14
    for step in lesson.told.steps:
        assert step.rule in rules
        for text in (*step.say.values(), *step.wrong.values()):
            assert len(text.split()) <= 34, text
            for piece in text.split("[")[1:]:
                assert piece.split("]")[0] in GAMES[game].card_names, text
            for piece in text.split("{")[1:]:
                assert piece.split("}")[0] in LETTERS[: lesson.seats], text


@pytest.mark.parametrize("game", taught())
def test_what_a_lesson_asks_for_is_explained_where_another_move_would_do(game: str) -> None:
    for step in lesson_of(GAMES[game]).told.steps:
        assert bool(step.decisions) == bool(step.wrong), step.say["en"]


@pytest.mark.parametrize("game", taught())
def test_every_card_that_a_lesson_names_is_seen_by_the_pupil_in_it(game: str) -> None:
    lesson = lesson_of(GAMES[game])
    reader = Reader(GAMES[game], GAMES[game].folder / "lesson.toml")
    seen = json.dumps(reader.table.view_json(lesson.seat), ensure_ascii=False)
    for breath in lesson.moves:
        reader.table.apply_all(breath[0].seat, [move.action for move in breath])
        seen += json.dumps(reader.table.view_json(lesson.seat), ensure_ascii=False)
    for step in lesson.told.steps:
        named = {piece.split("]")[0] for piece in "".join(step.say.values()).split("[")[1:]}
        assert {card for card in named if f'"{card}"' not in seen} == set()


def test_others_act_no_further_than_a_step_of_a_lesson_says() -> None:
    lesson = lesson_of(GAMES["zaubercocktail"])
    step = lesson.told.steps[3]
    made = [move for breath in lesson.moves for move in breath]
    assert (step.others, step.after) == (1, 4)
    assert lesson.next_of_others([]) == tuple(made[:4]), "an offer is composed and posted in one breath"
    assert lesson.next_of_others(made[:4]) == ()
    assert lesson.follows(made[:5])
    assert not lesson.follows(made[1:3])


def test_a_lesson_that_breaks_a_rule_is_refused_with_its_step(tmp_path: Path) -> None:
    text = (GAMES["flautz"].folder / "lesson.toml").read_text()
    text = text.replace("take floor 1 give green 5", "take air 1 give green 5")
    (tmp_path / "lesson.toml").write_text(text)
    with pytest.raises(LessonError, match=r"step 3: A take air 1 give green 5: .*FZ-R8"):
        Reader(GAMES["flautz"], tmp_path / "lesson.toml").lesson()


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_play_that_a_scenario_shows_has_an_example_with_a_title_in_both_languages(game: str) -> None:
    shown = examples_of(game)
    for each in shown:
        assert set(each.title) == {"it", "en"}
        assert all(each.title.values())
        assert each.title["it"] != each.title["en"]
    aside = {"editions", "information", "memory"}
    every = {
        rule
        for each in scenarios_of(GAMES[game])
        for rule in each.rules
        if "-R" in rule and not any(f"{name}.toml" in each.source for name in aside)
    }
    assert every - {rule for each in shown for rule in each.rules} == set()


def test_every_scenario_of_a_rule_can_be_looked_at_step_by_step() -> None:
    found = [each for each in examples_of("flautz") if "FZ-R16" in each.rules]
    assert found
    told = example("flautz", found[0].number, "A", "it")
    assert told.steps[0].look is not None
    assert told.steps[0].look.since is None
    assert msgspec.json.encode(told)


def test_an_example_shows_what_is_refused_and_by_which_rule() -> None:
    kinds = [step for each in examples_of("flautz")[:40] for step in example("flautz", each.number, "A", "it").steps]
    refused = [step.text for step in kinds if step.kind == "refused"]
    assert any(" FZ-R" in text for text in refused)
