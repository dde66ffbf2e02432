"""The command line, typed as people and scripts type it."""

import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import grimorio
from grimorio.arena.bench import COSTS, SPEEDS
from grimorio.bots import LEVELS, REFLEXES
from grimorio.cli import output
from grimorio.cli.main import commands, main, spoken
from grimorio.cli.output import Desk
from grimorio.cli.texts import Texts
from grimorio.engine import record
from grimorio.engine.game import EditionError
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games import GAMES, load
from grimorio.server.storage import Storage

ROOT = Path(__file__).parent.parent.parent
SCENARIOS = ROOT / "tests" / "scenarios"
FLAUTZ = load("flautz")
NAMES = list(commands("en").commands)
EXAMPLE = """game = "flautz"
[[scenario]]
title = "One"
rules = ["FZ-R1"]
then.to_act = ["{seat}"]
options.starter = "A"
[[scenario]]
title = "Two"
rules = ["FZ-R1"]
then.to_act = ["A"]
options.starter = "A"
"""
both_languages = pytest.mark.parametrize("language", LANGUAGES)


class Typed:
    """What came of a command line."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def words(self) -> str:
        """The answer in one line, however it was wrapped."""
        return " ".join(self.out.split())

    @property
    def json(self) -> Any:
        """The answer to a script."""
        return json.loads(self.out)


Types = Callable[..., Typed]


@pytest.fixture
def types(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Types:
    """Types a command line, in a home of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.chdir(ROOT)

    def types(*arguments: object) -> Typed:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return Typed(status, *capsys.readouterr())

    return types


def shell(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same from a shell."""
    command = [sys.executable, "-m", "grimorio", *map(str, arguments)]
    changed = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run(command, env=changed, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603


def says(language: str, name: str, /, **values: object) -> str:
    return Texts(language, "commands")(name, **values)


# ---------------------------------------------------------------- help and language


@both_languages
@pytest.mark.parametrize("command", NAMES)
def test_the_help_of_a_command_tells_all_it_can_be_given(command: str, language: str, types: Types) -> None:
    told = types(command, "--help", "--lang", language)
    assert (told.status, told.err) == (0, "")
    texts = Texts(language, "commands")
    assert told.out.startswith(f"{texts('usage')} grimorio {command}")
    assert texts.own["about"][command] in told.words
    for parameter in commands(language).commands[command].params:
        assert str(parameter.help) in told.words
        assert parameter.metavar is None or parameter.metavar in told.out
        assert all(option in told.out for option in parameter.opts if option.startswith("--"))
    assert "--lang it|en" in told.out
    assert max(len(line) for line in told.out.splitlines()) <= 80


@both_languages
@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_the_help_of_all_lists_every_command(arguments: tuple[str, ...], language: str, types: Types) -> None:
    told = types("--lang", language, *arguments)
    assert (told.status, told.err) == (0, "")
    for command in NAMES:
        assert re.search(rf"^  {command} ", told.out, re.MULTILINE)
        assert Texts(language, "commands").own["about"][command] in told.words


def test_every_command_has_a_file_of_its_name() -> None:
    folder = Path(grimorio.__file__).parent / "cli" / "commands"
    assert {path.stem for path in folder.glob("*.py")} - {"__init__"} == set(NAMES)


def test_no_sentence_of_the_help_was_left_in_english() -> None:
    italian, english = (Texts(language, "commands").own for language in LANGUAGES)
    for table in ("about", "origins", *(f"options.{name}" for name in italian["options"])):
        first, second = italian, english
        for key in table.split("."):
            first, second = first[key], second[key]
        assert not set(first.values()) & set(second.values()), table


def test_every_sentence_for_a_parameter_belongs_to_one() -> None:
    group = commands("en")
    asked = {(name, parameter.name) for name, command in group.commands.items() for parameter in command.params}
    asked |= {("all", name) for _, name in asked} | {("all", parameter.name) for parameter in group.params}
    told = {(name, key) for name, table in Texts("en", "commands").own["options"].items() for key in table}
    assert told <= asked


def test_the_language_is_that_of_the_system(types: Types, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert types("--help").out.startswith("Uso:")
    assert types("--help", "--lang", "en").out.startswith("Usage:")


def test_the_language_can_be_asked_for_anywhere() -> None:
    for arguments in (["--lang", "it", "games"], ["games", "--lang", "it"], ["games", "--lang=it"]):
        assert spoken(arguments) == ("it", ["games"], "")
    assert spoken(["--", "--lang", "it"])[1:] == (["--", "--lang", "it"], "")
    assert spoken(["--lang", "it", "--lang", "en", "x"]) == ("en", ["x"], "")


def test_the_version_is_told(types: Types) -> None:
    assert types("--version").out == f"grimorio {grimorio.__version__}\n"


def test_python_dash_m_is_the_same_command(types: Types) -> None:
    done = shell("games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == types("games", "--json").json


def test_a_shell_can_complete_commands_and_games() -> None:
    for words, found in (("grimorio sim", "simulate"), ("grimorio rules fl", "flautz")):
        typed = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        assert shell(_GRIMORIO_COMPLETE="complete_bash", **typed).stdout.split() == [found]


# ---------------------------------------------------------------- wrong usage

SIMULATE = ("simulate", "flautz", "--seats", "2", "--games", "3")
BOTS = "random, novice, apprentice, adept, archmage"
OPTIONS = ", ".join(option.name for option in FLAUTZ.options)
HERE = {"least": 2, "most": 5, "title": "FLAUTZ!"}

WRONG: list[tuple[tuple[str, ...], str, dict[str, object]]] = [
    (("simulat",), "unknown_command", {"text": "simulat", "commands": "simulate"}),
    (("#",), "unknown_command", {"text": "#", "commands": ", ".join(NAMES)}),
    (("--loud",), "unknown_flag", {"text": "--loud", "command": "grimorio"}),
    (("games", "--loud"), "unknown_flag", {"text": "--loud", "command": "grimorio games"}),
    (("games", "now"), "extra_argument", {"text": "now", "command": "grimorio games"}),
    (("games", "--json=yes"), "value_unwanted", {"text": "--json"}),
    (("serve", "--public-url", "ftp://x"), "not_address", {"text": "ftp://x"}),
    (("serve", "--database", "."), "not_database", {"path": "."}),
    (("admin", "purge"), "admin_needs", {"what": "purge"}),
    (("tournament", "--bots", "oracle"), "unknown_level", {"text": "oracle", "bots": ", ".join(LEVELS)}),
    (("tournament", "--seats", "two"), "not_seats", {"text": "two"}),
    (("tournament", "flautz", "--seats", "9"), "contest_nothing", {}),
    (("tournament", "flautz", "--bots", "random,novice", "--device", "cuda"), "contest_no_gpu", {}),
    (("tournament", "flautz", "--hero", "archmage", "--device", "cuda", "--cluster", "x"), "contest_no_gpu", {}),
    (("tournament", "--deals", "0"), "contest_nothing_kept", {}),
    (("tournament", "--kept", "tests"), "contest_no_file", {"path": "tests", "reason": "Is a directory"}),
    (("tournament", "--kept", "README.svg", "--page", "README.md"), "contest_same_file", {}),
    (
        ("tournament", "--deals", "0", "--kept", "README.md"),
        "contest_not_kept",
        {"reason": "README.md, line 1: JSON is malformed: invalid character (byte 0)"},
    ),
    (("sit", "nowhere", "cat"), "sit_no_seat", {"reason": "nowhere: not the address of a seat"}),
    (
        ("review", "tests/golden/flautz/crystals.json", "--seat", "z"),
        "review_no_seat",
        {"text": "z", "seats": "A, B, C"},
    ),
    (("simulate",), "missing", {"text": "{GAME}", "command": "grimorio simulate"}),
    (("simulate", "flautz"), "missing", {"text": "--seats", "command": "grimorio simulate"}),
    (("verify",), "missing", {"text": "{RECORD}", "command": "grimorio verify"}),
    (("scenario",), "missing", {"text": "{FILE}", "command": "grimorio scenario"}),
    ((*SIMULATE, "--seed"), "value_missing", {"text": "--seed"}),
    ((*SIMULATE, "--seed", "x"), "not_seed", {"text": "x"}),
    ((*SIMULATE, "--seed", "1.5"), "not_seed", {"text": "1.5"}),
    ((*SIMULATE, "--games", "x"), "not_whole", {"name": "--games", "text": "x", "least": 1, "most": 10**12}),
    ((*SIMULATE, "--games", "0"), "not_whole", {"name": "--games", "text": "0", "least": 1, "most": 10**12}),
    ((*SIMULATE, "--seats", "two"), "not_whole", {"name": "--seats", "text": "two", "least": 1, "most": 99}),
    ((*SIMULATE, "--seats", "6"), "wrong_seats", {**HERE, "seats": 6}),
    ((*SIMULATE, "--threads", "-1"), "not_whole", {"name": "--threads", "text": "-1", "least": 0, "most": 1024}),
    ((*SIMULATE, "--device", "gpu"), "not_one_of", {"name": "--device", "text": "gpu", "words": "cpu, cuda"}),
    ((*SIMULATE, "--bots", "oracle"), "unknown_bot", {"text": "oracle", "title": "FLAUTZ!", "bots": BOTS}),
    ((*SIMULATE, "--bots", "random,random,random"), "too_many_bots", {"bots": 3, "seats": 2}),
    (("play", "flautz", "--resume", "--option", "mode=points"), "resume_alone", {}),
    ((*SIMULATE, "--option", "mode"), "option_form", {"text": "mode"}),
    ((*SIMULATE, "--option", "x=1"), "unknown_option", {"text": "x", "title": "FLAUTZ!", "options": OPTIONS}),
    ((*SIMULATE, "--option", "mode=x"), "not_one_of", {"name": "mode", "text": "x", "words": "crystals, points"}),
    (
        (*SIMULATE, "--option", "challenges=99"),
        "not_whole",
        {"name": "challenges", "text": "99", "least": 1, "most": 50},
    ),
    (
        (*SIMULATE, "--option", "starter=D"),
        "unplayable",
        {"reason": EditionError("seat-absent", option="starter", value="D", found=2)},
    ),
    (
        (*SIMULATE, "--edition", "nowhere.toml"),
        "unplayable",
        {"reason": EditionError("no-file", "nowhere.toml")},
    ),
    (
        ("simulate", "chess", "--seats", "2", "--games", "1"),
        "unknown_game",
        {"text": "chess", "games": ", ".join(GAMES)},
    ),
    (("rules", "chess"), "unknown_game", {"text": "chess", "games": ", ".join(GAMES)}),
    (("warm", "chess"), "unknown_game", {"text": "chess", "games": ", ".join(GAMES)}),
    (("bench", "chess"), "unknown_game", {"text": "chess", "games": ", ".join(GAMES)}),
    (("play", "chess"), "unknown_game", {"text": "chess", "games": ", ".join(GAMES)}),
    (("dataset", "flautz"), "missing", {"text": "--out", "command": "grimorio dataset"}),
    (("bench", "--seats", "7"), "wrong_seats", {**HERE, "seats": 7}),
    (("bench", "--seconds", "x"), "not_amount", {"name": "--seconds", "text": "x", "least": 0, "most": 3600}),
    (("bench", "--seconds", "nan"), "not_amount", {"name": "--seconds", "text": "nan", "least": 0, "most": 3600}),
    (("play", "--pace", "-1"), "not_amount", {"name": "--pace", "text": "-1", "least": 0, "most": 60}),
    (("play", "--seats", "9"), "wrong_seats", {**HERE, "seats": 9}),
    (("play", "--seats", "sette maghi"), "wrong_seats", {**HERE, "seats": 7}),
    (("play", "--seats", "0"), "wrong_seats", {**HERE, "seats": 0}),
    (("play", "--option", "x=1"), "unknown_option", {"text": "x", "title": "FLAUTZ!", "options": OPTIONS}),
    (
        ("rules", "flautz", "FZ-R99"),
        "unknown_rule",
        {"text": "FZ-R99", "title": "FLAUTZ!", "command": "grimorio rules flautz"},
    ),
    (("rules", "flautz", "--coverage", "--scenarios", "nowhere"), "no_folder", {"path": "nowhere"}),
    (("verify", "nowhere.json"), "cannot_open", {"path": "nowhere.json", "reason": "No such file or directory"}),
    (("scenario", "docs"), "no_scenarios", {"path": "docs"}),
]


@both_languages
@pytest.mark.parametrize(("arguments", "name", "values"), WRONG, ids=[" ".join(each[0]) for each in WRONG])
def test_wrong_usage_is_told_in_one_line(
    arguments: tuple[str, ...], name: str, values: dict[str, object], language: str, types: Types
) -> None:
    told = types(*arguments, "--lang", language)
    metavars = Texts(language, "commands").own["metavars"]
    filled = {key: value.format(**metavars) if isinstance(value, str) else value for key, value in values.items()}
    assert told.err == says(language, name, **filled) + "\n"
    assert (told.status, told.out) == (2, "")


@both_languages
def test_a_cluster_that_does_not_answer_is_named(language: str, types: Types) -> None:
    told = types("tournament", "flautz", "--cluster", "x://y", "--lang", language)
    beginning = says(language, "no_cluster", address="x://y", reason="|").partition("|")[0]
    assert told.err.startswith(beginning)
    assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1)


@both_languages
def test_a_game_that_goes_on_is_judged_by_nobody(language: str, types: Types, tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    table = Table(FLAUTZ, 2)
    path.write_text(record.to_json(record.record_of(table, save=True)), encoding="utf-8")
    told = types("review", path, "--lang", language)
    assert (told.status, told.out, told.err) == (2, "", says(language, "review_not_over", path=path) + "\n")


@both_languages
@pytest.mark.parametrize(
    "device",
    [
        ("simulate", "flautz", "--seats", "2", "--games", "1"),
        ("bench", "--seconds", "0"),
        ("tournament", "flautz", "--hero", "archmage", "--seats", "2"),
    ],
)
def test_a_machine_without_gpu_says_so(
    device: tuple[str, ...], language: str, types: Types, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grimorio.arena.gpu.cuda", None)
    told = types(*device, "--device", "cuda", "--lang", language)
    assert (told.status, told.out, told.err) == (2, "", says(language, "no_gpu") + "\n")


def test_a_tournament_beside_a_simulated_gpu_finds_the_same(types: Types, tmp_path: Path) -> None:
    hero = "archmage(simulations=12,belief=8,thumb=2,drops=30)"
    asked = ("tournament", "flautz", "--hero", hero, "--bots", "random", "--seats", 2, "--deals", 2, "--kept")
    done = shell(*asked, tmp_path / "gpu", "--device", "cuda", NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1")
    assert done.returncode == 0, done.stderr
    assert types(*asked, tmp_path / "cpu").status == 0
    texts = ((tmp_path / name).read_text("utf-8") for name in ("gpu", "cpu"))
    there, here = ([json.loads(line) for line in text.splitlines()] for text in texts)
    assert [each["shares"] for each in there] == [each["shares"] for each in here]
    assert [each["thoughts"] for each in there] == [0, 0]  # how long a thought takes on a CPU is not to be had there


def test_a_bot_that_thinks_is_refused_on_a_gpu() -> None:
    asked = ("simulate", "flautz", "--seats", 2, "--games", 1, "--bots", "archmage", "--device", "cuda", "--lang", "en")
    done = shell(*asked, NUMBA_ENABLE_CUDASIM="1")
    reflexes = ", ".join(REFLEXES["flautz"])
    assert (done.returncode, done.stderr) == (2, says("en", "bot_thinks", bots=reflexes) + "\n")


@pytest.mark.parametrize("arguments", [["--lang", "fr", "games"], ["games", "--lang"], ["games", "--lang="]])
def test_a_language_that_nobody_speaks_is_refused(arguments: list[str], types: Types) -> None:
    told = types(*arguments)
    assert told.status == 2
    assert len(told.err.splitlines()) == 1
    assert "it, en" in told.err


def test_seats_that_cannot_be_are_refused_in_one_line(types: Types) -> None:
    for seats in ("Ada,Ada", "Ada,bot:oracle", "Ada,,", "a,b,c,d,e,f", "Ada"):
        told = types("play", "--seats", seats)
        assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1), seats


def test_a_wrong_edition_is_refused_with_its_line(types: Types, tmp_path: Path) -> None:
    edition = tmp_path / "own.toml"
    text = (FLAUTZ.folder / "cards.toml").read_text(encoding="utf-8")
    edition.write_text(text.replace("number = 3", "number = 99", 1), encoding="utf-8")
    line = text[: text.index("number = 3")].count("\n") + 1
    for command in (SIMULATE, ("play",)):
        told = types(*command, "--edition", edition)
        assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1)
        assert f"{edition}:{line}: spells.copies.number" in told.err


def test_whatever_is_typed_stays_on_one_line(types: Types) -> None:
    for text in ("a\nb", "\x1b[2J", "x" * 5000, "{0}", "{text}", "[red]", "\udcff"):
        told = types(text)
        assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1), text
        assert "\x1b" not in told.err


VOCABULARY = (
    *("games", "rules", "verify", "scenario", "simulate", "flautz", "--json", "--coverage", "--seats", "--games"),
    *("--option", "mode=points", "=", "", "-", "--", "--help", "-h", "-x", "--version", "2", "0", "tests", "r24"),
)


@settings(max_examples=150)
@given(
    words=st.lists(st.sampled_from(VOCABULARY) | st.text(max_size=5), max_size=6), language=st.sampled_from(LANGUAGES)
)
def test_nothing_that_can_be_typed_is_answered_with_a_traceback(words: list[str], language: str) -> None:
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = main([*words, f"--lang={language}"] if "--" not in words else [f"--lang={language}", *words])
    assert status in {0, 1, 2}
    assert (status == 0) == (err.getvalue() == "")


# ---------------------------------------------------------------- games


def test_scripts_learn_what_there_is_to_play(types: Types) -> None:
    told = {game["name"]: game for game in types("games", "--json").json}
    assert list(told) == list(GAMES)
    flautz = told["flautz"]
    assert flautz["title"] == "FLAUTZ!"
    assert flautz["seats"] == {"min": 2, "max": 5}
    assert flautz["version"] == FLAUTZ.version
    assert flautz["bots"] == ["random", "novice", "apprentice", "adept", "archmage"]
    assert flautz["options"][0] == {"name": "mode", "default": "crystals", "choices": ["crystals", "points"]}
    assert flautz["options"][1] == {"name": "challenges", "default": "5", "min": 1, "max": 50}
    assert flautz["origin"]["spells.copies"] == "reconstructed"
    assert flautz["origin"]["crystals.to_win"] == "rulebook"
    assert flautz["origin"]["arena.III"] == "reconstructed"


@both_languages
def test_people_read_what_there_is_to_play(language: str, types: Types) -> None:
    told = types("games", "--lang", language)
    assert (told.status, told.err) == (0, "")
    for game in GAMES.values():
        assert game.title in told.out
        for option in game.options:
            assert Words(game, language).text("options", option.name, "label").split()[0] in told.out
    for kind in ("rulebook", "reconstructed"):
        assert Texts(language, "commands").own["origins"][kind] in told.words
    assert max(len(line) for line in told.out.splitlines()) <= 80


# ---------------------------------------------------------------- rules


@both_languages
def test_the_rules_are_told_to_players(language: str, types: Types) -> None:
    told = types("rules", "flautz", "--lang", language)
    assert (told.status, told.err) == (0, "")
    for number, text in Words(FLAUTZ, language).rules().items():
        assert number in told.out
        assert text in told.words
    assert max(len(line) for line in told.out.splitlines()) <= 80


@both_languages
@pytest.mark.parametrize("number", ["FZ-R24", "fz-r24", "R24", "r24"])
def test_one_rule_is_told_by_its_number(number: str, language: str, types: Types) -> None:
    assert (
        types("rules", "flautz", number, "--lang", language).words == f"FZ-R24 {Words(FLAUTZ, language).rule('FZ-R24')}"
    )


@both_languages
def test_every_rule_of_flautz_has_a_scenario(language: str, types: Types) -> None:
    told = types("rules", "flautz", "--coverage", "--lang", language)
    assert (told.status, told.out, told.err) == (0, "", "")


@both_languages
def test_rules_without_a_scenario_are_a_finding(language: str, types: Types, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(EXAMPLE.format(seat="A"), encoding="utf-8")
    told = types("rules", "flautz", "--coverage", "--scenarios", tmp_path, "--lang", language)
    missing = told.out.splitlines()
    assert told.status == 1
    assert missing[0] == f"FZ-R2  {Words(FLAUTZ, language).rule('FZ-R2')}"
    assert told.err == says(
        language, "coverage_missing", missing=len(missing), total=len(missing) + 1, path=tmp_path
    ) + "\n"  # fmt: skip


def test_a_scenario_of_an_unknown_rule_is_told_in_one_line(types: Types, tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text(EXAMPLE.format(seat="A").replace("FZ-R1", "FZ-R99"), encoding="utf-8")
    told = types("rules", "flautz", "--coverage", "--scenarios", tmp_path)
    assert (told.status, told.out, len(told.err.splitlines())) == (2, "", 1)
    assert "FZ-R99" in told.err


# ---------------------------------------------------------------- scenarios


@both_languages
def test_scenarios_that_hold_are_counted(language: str, types: Types, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(EXAMPLE.format(seat="A"), encoding="utf-8")
    told = types("scenario", file, SCENARIOS / "flautz" / "focus.toml", "--lang", language)
    number = 2 + (SCENARIOS / "flautz" / "focus.toml").read_text(encoding="utf-8").count("[[scenario]]")
    assert (told.status, told.out, told.err) == (0, says(language, "scenarios_hold", total=number) + "\n", "")


@both_languages
def test_a_scenario_that_does_not_hold_is_a_finding_on_one_line(language: str, types: Types, tmp_path: Path) -> None:
    file = tmp_path / "below" / "one.toml"
    file.parent.mkdir()
    file.write_text(EXAMPLE.format(seat="B"), encoding="utf-8")
    told = types("scenario", tmp_path, "--lang", language)
    assert told.status == 1
    assert len(told.out.splitlines()) == 1
    assert told.out.startswith(f"{file}: scenario 1 (One): then: to_act")
    assert told.err == says(language, "scenarios_failed", failed=1, total=2) + "\n"


@pytest.mark.parametrize(
    ("wrong", "about"),
    [
        ('game = "flautz"', "scenario"),
        ("game =", "not TOML"),
        (EXAMPLE.format(seat="A").replace("then.", "than."), "than"),
        (EXAMPLE.format(seat="A").replace("flautz", "chess"), "chess"),
        (EXAMPLE.format(seat="A") + '[[scenario.step]]\ndo = "A fly"\n', "fly"),
    ],
)
def test_a_scenario_that_makes_no_sense_is_told_in_one_line(
    wrong: str, about: str, types: Types, tmp_path: Path
) -> None:
    file = tmp_path / "one.toml"
    file.write_text(wrong, encoding="utf-8")
    told = types("scenario", file)
    assert told.status == 2
    assert len(told.err.splitlines()) == 1
    assert told.err.startswith(str(file))
    assert about in told.err


# ---------------------------------------------------------------- play and verify


def only_record(folder: Path) -> Path:
    (path,) = (folder / "records").iterdir()
    return path


@pytest.fixture
def played(types: Types, tmp_path: Path) -> Path:
    """The record of a game between bots."""
    told = types(
        "play", "--seats", "bot:apprentice,bot:random", "--seed", 3, "--pace", 0, "--save", tmp_path / "s.json"
    )
    assert (told.status, told.err) == (0, "")
    return only_record(tmp_path)


@both_languages
def test_a_record_that_is_right_is_summed_up(language: str, played: Path, types: Types) -> None:
    told = types("verify", played, "--lang", language)
    assert (told.status, told.err) == (0, "")
    written = record.read(played)
    table = record.verify(written, FLAUTZ)
    assert written.commitment in told.out
    assert says(language, "record_moved", moves=len(written.log)) in told.words
    assert Words(FLAUTZ, language).text("endings", table.outcome().ending or "") in told.words
    assert written.seats[table.outcome().winners[0]] in told.out
    assert max(len(line) for line in told.out.splitlines()[1:]) <= 80


def changed(path: Path, **parts: object) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**data, **parts}), encoding="utf-8")


@both_languages
@pytest.mark.parametrize(
    ("parts", "about"),
    [
        ({"commitment": "0" * 64}, "commitment"),
        ({"secret": "0" * 64}, "entry "),
        ({"secret": ""}, "secret"),
        ({"log": ["A fly"], "moments": []}, "entry 1"),
        ({"log": [], "moments": []}, "result"),
        ({"result": {}}, "not over"),
        ({"version": 999}, "version"),
        ({"game": "chess"}, "chess"),
        ({"edition": "0" * 64}, "edition"),
        ({"options": {"mode": "x"}}, "mode"),
        ({"seats": ["Ada"]}, "seats"),
        ({"format": "x"}, "format"),
    ],
)
def test_a_false_record_is_a_finding_on_one_line(
    parts: dict[str, object], about: str, language: str, played: Path, types: Types
) -> None:
    changed(played, **parts)
    told = types("verify", played, "--lang", language)
    assert (told.status, told.out, len(told.err.splitlines())) == (1, "", 1)
    assert told.err.startswith(f"{played}: ")
    assert about in told.err


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b"[]", b'{"format": "grimorio-record-1"}', b"[" * 100_000])
def test_a_damaged_record_is_a_finding_on_one_line(text: bytes, types: Types, tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(text)
    told = types("verify", file)
    assert (told.status, told.out, len(told.err.splitlines())) == (1, "", 1)


def test_of_several_records_the_worst_decides(played: Path, types: Types, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.json"
    damaged.write_text("{", encoding="utf-8")
    told = types("verify", played, damaged, tmp_path / "nowhere.json", tmp_path)
    assert told.status == 2
    assert len(told.err.splitlines()) == 3
    assert str(played) in told.out


def quit_at_once(_prompt: str) -> NoReturn:
    raise EOFError


@both_languages
def test_a_game_with_nothing_asked_for_is_you_and_two_bots(
    language: str, types: Types, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", quit_at_once)
    assert types("play", "--lang", language).status == 0
    saved = record.read(tmp_path / "state" / "grimorio" / "flautz.json")
    assert saved.seats[0] == says(language, "you")
    assert saved.bots == ("", "apprentice", "apprentice")


@pytest.mark.parametrize("number", [5, "cinque maghi", "Five"])
def test_a_number_of_seats_is_you_and_as_many_bots(
    number: object, types: Types, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", quit_at_once)
    assert types("play", "flautz", "--seats", number, "--save", tmp_path / "s.json").status == 0
    assert record.read(tmp_path / "s.json").bots == ("", *["apprentice"] * 4)


def test_a_table_gets_what_it_asked_for_and_goes_on_later(
    types: Types, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", quit_at_once)
    edition = tmp_path / "own.toml"
    text = (FLAUTZ.folder / "cards.toml").read_text(encoding="utf-8")
    edition.write_text(text.replace('title = "standard"', 'title = "mine"'), encoding="utf-8")
    asked = ["play", "--seats", "Ada, bot:random", "--option", "mode=points", "--option", "challenges=2", "--seed", 7]
    asked += ["--nonce", "one", "--nonce", "two", "--edition", edition, "--save", tmp_path / "s.json"]
    assert types(*asked).status == 0
    saved = record.read(tmp_path / "s.json")
    assert (saved.seats[0], saved.bots, saved.nonces) == ("Ada", ("", "random"), ("one", "two"))
    assert (saved.options["mode"], saved.options["challenges"]) == ("points", "2")
    assert saved.cards is not None
    assert saved.cards["title"] == "mine"
    told = types("play", "--resume", "--save", tmp_path / "s.json")
    assert told.status == 0
    assert "Ada" in told.out
    assert record.read(tmp_path / "s.json") == saved


# ---------------------------------------------------------------- simulate

KEYS = {"games", "decisions", "decisions_per_second", "mean_decisions", "max_decisions", "wins", "endings", "stalled"}
KEYS |= {"digest", "game", "seats", "seed", "bots", "seconds"}


def test_scripts_learn_what_came_of_a_simulation(types: Types) -> None:
    asked = ("simulate", "flautz", "--seats", 3, "--games", 20, "--seed", 5, "--bots", "apprentice,random", "--json")
    told = types(*asked).json
    assert set(told) >= KEYS
    assert (told["game"], told["seats"], told["games"], told["seed"]) == ("flautz", 3, 20, 5)
    assert told["bots"] == ["apprentice", "random", "apprentice"]
    assert sum(told["wins"]) == pytest.approx(20)
    assert sum(told["endings"].values()) == 20
    assert list(told["endings"]) == list(FLAUTZ.endings)
    assert told["mean_decisions"] == pytest.approx(told["decisions"] / 20)
    assert told["max_decisions"] >= told["mean_decisions"]
    assert re.fullmatch("[0-9a-f]{64}", told["digest"])
    assert types(*asked).json["digest"] == told["digest"]
    assert types(*asked, "--seed", 6).json["digest"] != told["digest"]


@both_languages
def test_people_read_what_came_of_a_simulation(language: str, types: Types) -> None:
    asked = ("simulate", "flautz", "--seats", 2, "--games", 6, "--option", "mode=points", "--lang", language)
    told = types(*asked)
    found = types(*asked, "--json").json
    assert (told.status, told.err) == (0, "")
    assert says(language, "simulated", title="FLAUTZ!", games=6, seats=2, seed=1) in told.out
    assert found["digest"] in told.out
    assert Words(FLAUTZ, language).text("endings", "points") in told.words
    assert max(len(line) for line in told.out.splitlines()) <= 80


def test_options_and_editions_change_the_simulation(types: Types, tmp_path: Path) -> None:
    edition = tmp_path / "own.toml"
    text = (FLAUTZ.folder / "cards.toml").read_text(encoding="utf-8")
    edition.write_text(text.replace("number = 3", "number = 2", 1), encoding="utf-8")
    asked = ("simulate", "flautz", "--seats", 2, "--games", 4, "--json")
    more: list[tuple[object, ...]] = [(), ("--option", "mode=points"), ("--edition", edition), ("--bots", "apprentice")]
    assert len({types(*asked, *each).json["digest"] for each in more}) == len(more)


def test_rules_run_as_plain_python_when_asked(types: Types) -> None:
    asked = ("simulate", "flautz", "--seats", 3, "--games", 3, "--json")
    done = shell(*asked, "--interpreted")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["digest"] == types(*asked).json["digest"]


def test_a_simulated_gpu_plays_the_same_games(types: Types) -> None:
    asked = ("simulate", "flautz", "--seats", 2, "--games", 4, "--bots", "apprentice,random", "--json")
    done = shell(*asked, "--device", "cuda", NUMBA_ENABLE_CUDASIM="1")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["device"], told["digest"]) == ("cuda", types(*asked).json["digest"])


def test_all_cores_play_the_same_games(types: Types) -> None:
    asked = ("simulate", "flautz", "--seats", 4, "--games", 9, "--json")
    assert len({types(*asked, "--threads", threads).json["digest"] for threads in (0, 1, 2, 3)}) == 1


# ---------------------------------------------------------------- warm and bench


@both_languages
def test_warm_says_what_had_to_be_compiled(language: str, types: Types) -> None:
    told = types("warm", "flautz", "--lang", language)
    assert (told.status, told.err) == (0, "")
    if INTERPRETED:
        assert told.words == says(language, "warm_interpreted")
    else:
        pattern = re.escape(says(language, "warm_done", seconds="S", hits="H", misses="M"))
        assert re.fullmatch(re.sub("[SHM]", "[0-9.,]+", pattern), told.words)


def test_scripts_learn_how_fast_a_game_is(types: Types) -> None:
    told = types("bench", "flautz", "--seats", 3, "--seconds", 0, "--device", "cpu", "--json").json
    assert (told["game"], told["seats"], told["bot"]) == ("flautz", 3, "apprentice")
    for name in (*SPEEDS, *COSTS, "games_per_second", "mean_decisions"):
        assert told[name] > 0, name
    assert told["decisions_per_second_gpu"] is None


@both_languages
def test_people_read_how_fast_a_game_is(language: str, types: Types, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.arena.gpu.cuda", None)
    told = types("bench", "--seconds", "0", "--lang", language)
    assert (told.status, told.err) == (0, "")
    assert says(language, "bench_head", title="FLAUTZ!", seats=4) in told.out
    assert says(language, "bench_no_gpu") in told.out
    for name in ("bench_one_core", "bench_games", "bench_mean", "bench_imagine_ns", "bench_apply_ns"):
        assert says(language, name) in told.out
    assert max(len(line) for line in told.out.splitlines()) <= 80


# ---------------------------------------------------------------- how commands end


def test_ctrl_c_ends_quietly() -> None:
    command = [sys.executable, "-c", STOPPED, "simulate", "flautz", "--seats", "2", "--games", "100000"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1"}
    with subprocess.Popen(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            assert child.stdout.readline() == "playing\n"
            child.send_signal(signal.SIGINT)
            out, err = child.communicate(timeout=60)
        finally:
            child.kill()
    assert (child.returncode, out, err) == (130, "", "")


STOPPED = """
import signal, sys
from grimorio.arena import simulate
from grimorio.cli.main import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # tests that run in the background do not listen to it
tell = simulate.batches

def telling(*given):
    print("playing", flush=True)
    yield from tell(*given)

simulate.batches = telling
sys.exit(main())
"""


def test_who_stops_reading_hears_no_complaint() -> None:
    command = [sys.executable, "-m", "grimorio", "rules", "flautz"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1", "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(  # noqa: S603
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert (child.wait(60), child.stderr.read()) == (0, "")


def terminal() -> Console:
    return Console(file=io.StringIO(), force_terminal=True, force_interactive=True, width=80, color_system=None)


def waited(console: Console, steps: Iterator[int]) -> str:
    desk = Desk("it", Texts("it", "commands"), err=console)
    with desk.waiting("compiling", 3.0) as advance:
        for step in steps:
            advance(step, "simulating")
            time.sleep(0.05)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_whoever_waits_long_sees_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.01)
    assert says("it", "simulating") in waited(terminal(), iter(range(4)))


def test_whoever_waits_a_moment_sees_none() -> None:
    assert waited(terminal(), iter(range(4))) == ""


def test_without_a_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PATIENCE", 0.01)
    assert waited(Console(file=io.StringIO(), force_terminal=False), iter(range(4))) == ""


def test_numbers_are_written_as_the_language_writes_them() -> None:
    italian, english = (Desk(language, Texts(language, "commands")) for language in LANGUAGES)
    assert italian.number(1234567.891, 2) == "1.234.567,89"
    assert english.number(1234567.891, 2) == "1,234,567.89"
    assert (italian.large(6.2e6), english.large(2.5e9)) == ("6,20 milioni", "2.50 billion")
    assert english.large(999_999) == "999,999"


@both_languages
def test_a_database_that_another_server_has_is_left_alone(language: str, tmp_path: Path, types: Types) -> None:
    path = tmp_path / "server.db"
    held = Storage(path)
    try:
        told = types("serve", "--database", path, "--port", "0", "--lang", language)
    finally:
        held.close()
    assert (told.status, told.out) == (2, "")
    assert told.err == says(language, "database_busy", path=path) + "\n"


WITH_OTHER_WEIGHTS = """
import sys
from pathlib import Path
from grimorio.bots import network
network.FOLDER = Path(sys.argv.pop(1))
from grimorio.cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_weights_that_are_refused_are_told_in_one_line(command: str, tmp_path: Path) -> None:
    (tmp_path / "fata.npz").write_bytes(b"nothing that anybody has learnt")
    asked = {"simulate": ["--games", "1", "--bots", "adept"], "tournament": ["--deals", "1", "--bots", "novice,adept"]}
    words = [command, "fata", "--seats", "3", *asked[command], "--lang", "en"]
    started = [sys.executable, "-c", WITH_OTHER_WEIGHTS, str(tmp_path), *words]
    told = subprocess.run(started, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603 - made here
    assert (told.returncode, told.stdout) == (2, "")
    assert re.fullmatch(r"fata\.npz: no weights can be read from it: .* cannot play\.\n", told.stderr)


def test_every_wrong_usage_has_been_tried() -> None:
    """What no test above provokes would be told in a sentence that nobody has read."""
    source = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "src/grimorio/cli").rglob("*.py")))
    names = set(itertools.chain(re.findall(r'says="(\w+)"', source), ["value_missing", "unknown_language"]))
    tried = {name for _, name, _ in WRONG} | {"no_gpu", "unknown_language", "reason", "not_understood", "database_busy"}
    tried |= {"bot_thinks", "admin_busy", "sit_no_server", "weights"}  # in the tests of the server
    tried |= {"no_extra", "bot_without_rows", "out_unwritable"}  # in the tests of datasets
    tried |= {"no_cluster", "review_not_over"}
    tried |= {"cluster_gone"}  # in the tests of tournaments
    assert names | {"cannot_open"} == tried
