"""The page is served as it was built, under a policy without exceptions; and what a page asks beside playing."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from grimorio.server import page
from grimorio.server.protocol import Deal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page of two files."""
    made = tmp_path / "dist"
    (made / "assets").mkdir(parents=True)
    (made / "index.html").write_text("<!doctype html><p>the page</p>", encoding="utf-8")
    (made / "assets" / "main-1.js").write_text("let one = 1;\n" * 200, encoding="utf-8")
    monkeypatch.setattr(page, "PLACES", (made,))
    return made


def test_every_path_without_an_ending_is_the_page(folder: Path, running: Any) -> None:
    assert folder.is_dir()
    for path in ("/", "/table/abc", "/cards/flautz"):
        answer = running.http("Ada").get(path)
        assert (answer.status_code, answer.text) == (200, "<!doctype html><p>the page</p>")
        assert answer.headers["content-type"].startswith("text/html")
        assert answer.headers["content-security-policy"] == page.POLICY
        assert answer.headers["cache-control"] == "no-cache"


def test_a_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    assert "unsafe" not in page.POLICY
    assert "http" not in page.POLICY
    assert page.POLICY.startswith("default-src 'none'")


def test_a_file_is_packed_kept_for_ever_and_never_guessed(folder: Path, running: Any) -> None:
    answer = running.http("Ada").get("/assets/main-1.js")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == (folder / "assets" / "main-1.js").read_text(encoding="utf-8")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    for path in ("/assets/other.js", "/api/nothing", "/../conftest.py", "/.vite/manifest.json"):
        assert running.http("Ada").get(path).status_code == 404, path


def test_without_a_page_the_tables_are_open_all_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(page, "PLACES", (tmp_path / "nothing",))
    running = request.getfixturevalue("running")
    assert running.http("Ada").get("/").status_code == 404
    assert running.http("Ada").get("/api/health").status_code == 200


def test_the_bots_of_every_game_are_told(running: Any) -> None:
    told = running.http("Ada").get("/api/bots").json()
    assert set(told) == {game["name"] for game in running.http("Ada").get("/api/games").json()}
    assert all("random" in levels for levels in told.values())


def sit(running: Any, name: str, table: str) -> httpx.Response:
    answer: httpx.Response = running.http(name).post("/api/sit", json={"table": table, "name": name})
    return answer


def test_anybody_may_sit_at_a_public_table_until_it_is_full(running: Any) -> None:
    made = running.make("Ada", "me", "open", "apprentice")
    first = sit(running, "Bruno", made["table"])
    assert (first.status_code, first.json()) == (201, {"table": made["table"], "seat": 1})
    assert sit(running, "Bruno", made["table"]).json()["seat"] == 1
    late = sit(running, "Carla", made["table"])
    assert (late.status_code, late.json()["code"]) == (400, "seat-taken")
    assert running.join("Carla", made["links"]["1"]).json()["code"] == "link-used"


def test_nobody_sits_at_a_private_table_without_its_link(running: Any) -> None:
    made = running.make("Ada", "me", "open", watch="none")
    assert sit(running, "Bruno", made["table"]).json()["code"] == "seat-taken"
    assert running.join("Bruno", made["links"]["1"]).status_code == 201


async def dealt(running: Any, table: str) -> None:
    async with running.client("Ada") as ada:
        await ada.open(table)
        await ada.ask(Deal)


def test_a_closed_thing_tells_why_not_with_its_rule(running: Any) -> None:
    made = running.make("Ada", "me", "apprentice", options={"starter": "A"})
    asyncio.run(dealt(running, made["table"]))
    asked = {"table": made["table"], "picked": [{"sort": "place", "at": "air[0]"}]}
    told = running.http("Ada").post("/api/why", json=asked, headers={"accept-language": "it"}).json()
    assert (told["code"], told["rule"]) == ("wrong-zone", "FZ-R8")
    assert "cristallo" in told["sentence"]
    nothing = {"table": made["table"], "picked": [{"sort": "word", "name": "sing"}]}
    assert running.http("Ada").post("/api/why", json=nothing).json() == {}
    assert running.http("Bruno").post("/api/why", json=asked).json()["code"] == "not-seated"


def test_why_tells_nothing_before_the_deal_and_nothing_of_a_private_table_to_a_stranger(running: Any) -> None:
    made = running.make("Ada", "me", "apprentice", watch="none")
    asked = {"table": made["table"], "picked": [{"sort": "place", "at": "air[0]"}]}
    assert running.http("Ada").post("/api/why", json=asked).json()["code"] == "not-dealt"
    nowhere = running.http("Bruno").post("/api/why", json={**asked, "table": "0" * len(made["table"])})
    private = running.http("Bruno").post("/api/why", json=asked)
    assert (private.status_code, private.content) == (nowhere.status_code, nowhere.content)
