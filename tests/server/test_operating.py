"""Settings, metrics, logs, and what an operator does to a database."""

import asyncio
import json
import logging
import re
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from grimorio.cli.main import main
from grimorio.cli.output import FINDING, GOOD, WRONG_USAGE
from grimorio.room.chairs import person
from grimorio.room.pace import TEMPOS
from grimorio.server import admin, ledger, protocol
from grimorio.server.metrics import MEANINGS, STEPS, Metrics
from grimorio.server.serve import OneLine
from grimorio.server.settings import SETTINGS, SettingError, Settings, environment_name, settings_from
from grimorio.server.storage import Row, Storage

DOCS = Path(__file__).parent.parent.parent / "docs" / "operating.md"
compiled_only = pytest.mark.compiled_only


# ---------------------------------------------------------------- settings


def test_every_setting_is_a_flag_a_name_in_the_environment_and_documented(capsys: pytest.CaptureFixture[str]) -> None:
    main(["serve", "--help", "--lang", "en"])
    told = capsys.readouterr().out
    page = DOCS.read_text(encoding="utf-8")
    for name in SETTINGS:
        assert f"--{name.replace('_', '-')}" in told
        assert re.search(rf"^\| `{name}` \|", page, re.MULTILINE), name
    assert re.findall(r"^\| `([a-z_]+)` \|[^|]*\|", page, re.MULTILINE)[: len(SETTINGS)] == list(SETTINGS)
    assert set(SETTINGS) <= set(Settings.__dataclass_fields__)


def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_text('port = 1\nhost = "file"\npace = 3\n', encoding="utf-8")
    environment = {environment_name("config"): str(path), "GRIMORIO_PORT": "2", "GRIMORIO_HOST": "environment"}
    made = settings_from({"port": 4}, environment, tmp_path / "x.db")
    assert (made.port, made.host, made.pace, made.database) == (4, "environment", 3.0, tmp_path / "x.db")


WRONG = [
    ("port = 70000", "wrong_setting"),
    ('pace = "soon"', "wrong_setting"),
    ('ready = ["chess"]', "wrong_setting"),
    ('redis = "http://x"', "wrong_setting"),
    ("speed = 3", "unknown_setting"),
    ("speed", "config_unreadable"),
]


@pytest.mark.parametrize(("line", "says"), WRONG)
def test_a_setting_that_cannot_be_is_refused(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "server.toml"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SettingError) as refused:
        settings_from({"config": str(path)}, {}, tmp_path / "x.db")
    assert refused.value.says == says


def test_a_database_is_a_file_or_an_address_and_nothing_else(tmp_path: Path) -> None:
    def database(text: str) -> Any:
        return settings_from({"database": text}, {}, tmp_path / "x.db").database

    assert database("tables.db") == database("sqlite:///tables.db") == Path("tables.db")
    assert database("sqlite:////var/tables.db") == Path("/var/tables.db")
    assert database("postgresql://club@localhost/club") == "postgresql://club@localhost/club"
    for text in ("mysql://localhost/club", "sqlite://tables.db", "sqlite:///"):
        with pytest.raises(SettingError):
            database(text)


def test_a_wrong_setting_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--lease", "never", "--lang", "it"]) == WRONG_USAGE
    assert capsys.readouterr().err == "--lease: never non va bene.\n"


# ---------------------------------------------------------------- metrics and logs


def test_every_metric_is_documented() -> None:
    assert re.findall(r"^\| `(grimorio_\w+)` \|", DOCS.read_text(encoding="utf-8"), re.MULTILINE) == list(MEANINGS)


def test_answers_are_sorted_by_how_long_they_took() -> None:
    made = Metrics()
    for seconds in (0.001, 0.005, 0.03, 9.0):
        made.answer(seconds)
    told = [line.rpartition(" ")[2] for line in made.histogram("grimorio_answer_seconds") if "bucket" in line]
    assert told == ["2", "2", "2", *["3"] * (len(STEPS) - 3), "4"]


@compiled_only
def test_numbers_are_for_who_knows_the_word(tmp_path: Path, running: Any) -> None:
    http = running.http("Ada")
    assert http.get("/metrics").status_code == 404
    object.__setattr__(running.house.settings, "metrics", "sesame")
    assert http.get("/metrics", headers={"Authorization": "Bearer open"}).status_code == 404

    async def play() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random", options={"starter": "A"})
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            await ada.ask(protocol.Deal)

    asyncio.run(play())
    told = http.get("/metrics", headers={"Authorization": "Bearer sesame"}).text
    assert {line.split()[2] for line in told.splitlines() if line.startswith("# HELP")} == set(MEANINGS)
    assert 'grimorio_commands_total{command="deal"} 2' in told
    assert 'grimorio_refusals_total{code="already-dealt"} 1' in told
    assert not list(tmp_path.glob("*.txt"))


def test_a_trace_in_the_log_says_where_and_not_what() -> None:
    try:
        raise ValueError("blue 3")  # noqa: EM101, TRY003, TRY301 - a secret in a message
    except ValueError:
        record = logging.LogRecord("grimorio", logging.ERROR, "", 0, "failed", None, sys.exc_info())
    told = json.loads(OneLine().format(record))
    assert "test_operating" in told["trace"]
    assert "ValueError" in told["trace"]
    assert 'raise ValueError("blue 3")' in told["trace"]
    assert not told["trace"].endswith("blue 3")


# ---------------------------------------------------------------- what an operator does


def played(running: Any) -> str:
    """A table at which something was said."""

    async def play() -> str:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random", options={"starter": "A"})
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Say, text="ciao a tutti")
            await ada.ask(protocol.Deal)
        return str(made["table"])

    return asyncio.run(play())


@compiled_only
def test_a_copy_made_while_the_server_runs_is_whole_and_can_be_put_back(
    running: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, path = played(running), running.settings.database
    copy, back = tmp_path / "copy #1, 100%?.db", tmp_path / "back" / "server.db"
    assert main(["admin", "backup", str(copy), "--database", str(path)]) == GOOD
    assert main(["admin", "backup", str(copy), "--database", str(path)]) == WRONG_USAGE
    assert main(["admin", "restore", str(copy), "--database", str(back)]) == GOOD
    assert main(["admin", "restore", str(copy), "--database", str(back)]) == WRONG_USAGE
    capsys.readouterr()
    assert main(["admin", "tables", "--database", str(back)]) == GOOD
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["id"], found["game"], found["entries"] > 0) == (table, "flautz", True)
    kept = [*path.parent.glob(f"{path.name}*"), copy, *back.parent.glob("server.db*")]
    assert len(kept) > 4, "also what SQLite puts beside a file"
    assert [oct(file.stat().st_mode & 0o077) for file in kept] == ["0o0"] * len(kept), "others may not read the keys"
    assert main(["admin", "restore", str(DOCS), "--database", str(tmp_path / "x.db")]) == WRONG_USAGE


@compiled_only
def test_what_changes_a_file_wants_the_server_stopped(running: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table, path = played(running), str(running.settings.database)
    for words in (("close", table), ("purge", "0"), ("forget", "Ada")):
        assert main(["admin", *words, "--database", path, "--lang", "en"]) == WRONG_USAGE
        assert "stop it first" in capsys.readouterr().err


@compiled_only
def test_a_guest_can_be_told_and_forgotten_and_tables_closed_and_purged(
    running: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    table, path = played(running), str(running.settings.database)
    running.stop()
    asked = ("--database", path, "--lang", "en")
    assert main(["admin", "guest", "Ada", *asked]) == GOOD
    (left,) = json.loads(capsys.readouterr().out)
    assert (left["name"], left["seats"], [said["text"] for said in left["said"]]) == (
        "Ada",
        [{"table": table, "seat": 0}],
        ["ciao a tutti"],
    )
    assert main(["admin", "close", table, *asked]) == GOOD
    assert main(["admin", "close", table, *asked]) == FINDING
    assert main(["admin", "forget", left["guest"], *asked]) == GOOD
    assert main(["admin", "guest", left["guest"], *asked]) == FINDING
    assert main(["admin", "forget", left["guest"], *asked]) == FINDING
    with admin.changing(path) as on:
        ledger.keep_review(on, table, 0, b"judged")
    assert main(["admin", "purge", "30", *asked]) == GOOD
    assert "Tables thrown away: 0; guests: 0." in capsys.readouterr().out
    assert main(["admin", "purge", "0", *asked]) == GOOD
    assert "Tables thrown away: 1" in capsys.readouterr().out
    with admin.looking(path) as on:
        assert admin.tables(on) == []
    running.start()


@compiled_only
def test_a_game_that_lasts_for_weeks_is_not_purged_while_it_is_played_at(running: Any) -> None:
    """Though nothing but moves happened there: a move counts once the table sleeps."""

    async def moved(most: int) -> None:
        async with running.client("Ada") as ada:
            await ada.open(table)
            assert await ada.play_on(most) == most

    def long_ago(on: Any) -> None:
        on.exec_driver_sql("UPDATE tables SET changed = changed - 60 * 86400000")

    def purged() -> int:
        with admin.changing(path) as on:
            return admin.purge(on, 30)[0]

    table, path = played(running), running.settings.database
    asyncio.run(moved(1))
    running.stop()
    with admin.changing(path) as on:
        long_ago(on)
    running.start()
    asyncio.run(moved(1))
    running.stop()
    assert purged() == 0
    with admin.changing(path) as on:
        long_ago(on)
    assert purged() == 1
    running.start()


def test_what_was_purged_leaves_the_disk(tmp_path: Path) -> None:
    path = tmp_path / "server.db"
    storage = Storage(path)
    header = ledger.Header("t", "flautz", 1, "", {}, (person("Ada"),), b"", "ada", "over", "public", 0)

    async def fill() -> None:
        await storage.write(lambda on: ledger.add_table(on, header, ["ada"]))
        await storage.append([Row("t", entry, bytes(4096)) for entry in range(1, 200)])

    asyncio.run(fill())
    storage.close()
    before = path.stat().st_size
    assert main(["admin", "purge", "1", "--database", str(path), "--lang", "en"]) == GOOD
    assert path.stat().st_size < before / 4


DAYS = [("purge", days) for days in ("soon", "nan", "inf", "1e9")]


@pytest.mark.parametrize("words", [*DAYS, ("purge",), ("tables", "x"), ("fly",), ("close", "x")])
def test_what_cannot_be_asked_of_a_database_is_refused_in_one_line(
    tmp_path: Path, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", *words, "--database", str(tmp_path / "none.db")]) == WRONG_USAGE
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


@compiled_only
def test_what_was_said_is_kept_for_who_comes_later_and_the_host_can_mute(running: Any) -> None:
    async def talk() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "open")
        await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
        async with running.client("Ada") as ada, running.client("Bruno") as bruno:
            await ada.open(made["table"])
            await ada.ask(protocol.Say, text="c'è nessuno?")
            await bruno.open(made["table"])
            told = await bruno.until("chat")
            assert [each["text"] for each in told["said"]] == ["c'è nessuno?"]
            assert (await bruno.ask(protocol.Mute, seat="A"))["refusal"]["code"] == "not-host"
            assert (await ada.ask(protocol.Mute, seat="B"))["kind"] == "ack"
            assert (await bruno.ask(protocol.Say, text="io"))["refusal"]["code"] == "muted"
            assert (await ada.ask(protocol.Mute, seat="B", on=False))["kind"] == "ack"
            assert (await bruno.ask(protocol.Say, text="io"))["kind"] == "ack"
        for number in range(60):
            await running.house.storage.write(
                lambda on, n=number: ledger.add_chat(on, made["table"], 0, "Ada", str(n), 0, 50)
            )
        kept = await running.house.storage.read(lambda on: ledger.chat_of(on, made["table"], 0))
        assert (len(kept), kept[-1][3]) == (50, "59")

    asyncio.run(talk())


@compiled_only
def test_the_host_chooses_how_fast_bots_move_and_it_is_kept_and_told_to_all(running: Any) -> None:
    async def choose() -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "open", "random", tempo="slow")
        await asyncio.to_thread(running.join, "Bruno", made["links"]["1"])
        async with running.client("Ada") as ada, running.client("Bruno") as bruno:
            assert (await ada.open(made["table"]))["tempo"] == "slow"
            await bruno.open(made["table"])
            assert (await bruno.ask(protocol.SetTempo, tempo="quick"))["refusal"]["code"] == "not-host"
            assert (await ada.ask(protocol.SetTempo, tempo="quick"))["kind"] == "ack"
            assert (await bruno.until("tempo"))["tempo"] == "quick"
            await ada.send(b'{"kind": "tempo", "number": 9, "tempo": "hasty"}')
            assert (await ada.until("refused"))["refusal"]["code"] == "malformed"
        await asyncio.to_thread(running.stop)
        await asyncio.to_thread(running.start)
        async with running.client("Bruno") as bruno:
            assert (await bruno.open(made["table"]))["tempo"] == "quick", "a server that starts again knows it"

    asyncio.run(choose())


@compiled_only
def test_bots_wait_as_long_as_the_tempo_says_in_parts_of_the_operators_setting(
    running: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleep, slept = asyncio.sleep, list[float]()

    async def noted(seconds: float, *more: Any) -> None:
        slept.append(seconds)
        await sleep(seconds / 100, *more)

    async def watch(tempo: str) -> None:
        made = await asyncio.to_thread(running.make, "Ada", "me", "random", tempo=tempo)
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            await ada.ask(protocol.Deal)
            await ada.ask(protocol.Leave)
            while ada.look.get("stage") != "over":
                await ada.until("look")

    running.house.keeper.pace = pace = 7.77
    monkeypatch.setattr("grimorio.server.keeper.asyncio.sleep", noted)
    for tempo in ("slow", "quick"):
        slept.clear()
        asyncio.run(watch(tempo))
        assert {named for named, part in TEMPOS.items() if pace * part in slept} == {tempo}


def test_health_needs_no_word(running: Any) -> None:
    assert httpx.get(f"http://{running.address}/api/health", trust_env=False).status_code == 200
