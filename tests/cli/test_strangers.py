"""Files of strangers at the terminal: whatever is written in them, the screen shows our verdict and obeys no other."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from grimorio.cli.main import main
from grimorio.cli.saves import BusyError, default_path, finish, keep_previous, locked
from grimorio.cli.seating import LONGEST, UnplayableError, seat_players, shown
from grimorio.cli.terminal import run
from grimorio.cli.texts import Texts
from grimorio.engine import record
from grimorio.engine.files import unfinished
from grimorio.engine.game import unplayable
from grimorio.engine.laws import random_play
from grimorio.engine.record import record_of, to_json
from grimorio.engine.words import LANGUAGES
from grimorio.games import load

FLAUTZ = load("flautz")
EVIL = "\x1b[1A\x1b[2K\x1b]0;x\x07\x9b31m\r\b\u202e\u2066\u200b\u2028\ufeff[bold]{x}[/]\n"
"""Codes that climb a line, wipe it, colour, turn round and hide; markup; a placeholder; a new line."""
NAMES = (f"A{EVIL}da", f"B{EVIL}runo")
AGREED = {"mode": "points", "challenges": "1"}
PLAYED = random_play(FLAUTZ, 2, 5, 10_000, AGREED, ("Ada", "Bruno"))
EVILLY_PLAYED = random_play(FLAUTZ, 2, 5, 10_000, AGREED, NAMES)
both_languages = pytest.mark.parametrize("language", LANGUAGES)

Types = Callable[..., tuple[int, str]]


@pytest.fixture
def types(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Types:
    """Types a command with nobody to answer questions; gives its status and all that was written, which is harmless."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(sys, "stdin", io.StringIO())

    def types(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        told = "".join(capsys.readouterr())
        assert [letter for letter in told if not letter.isprintable() and letter != "\n"] == []
        return status, told

    return types


def named(folder: Path, text: str) -> Path:
    """A file whose own name is as bad as what is in it."""
    path = folder / f"x{EVIL.replace('/', '')}.json"
    path.write_text(text, encoding="utf-8")
    return path


# ---------------------------------------------------------------- what is shown


@both_languages
def test_a_true_record_with_names_full_of_codes_is_told_with_harmless_names(
    types: Types, tmp_path: Path, language: str
) -> None:
    path = named(tmp_path, to_json(record_of(EVILLY_PLAYED)))
    status, told = types("verify", path, "--lang", language)
    assert status == 0
    assert ", ".join(shown(NAMES)) in told
    assert len(told.splitlines()) == 5


def altered(**parts: Any) -> str:
    """A finished record with some parts changed."""
    return json.dumps({**json.loads(to_json(record_of(PLAYED))), **parts})


@pytest.mark.parametrize(
    "text",
    [
        altered(game=EVIL),
        altered(options={EVIL: "x"}),
        altered(options={"mode": EVIL}),
        altered(log=[EVIL]),
        altered(log=[f"A {EVIL}"]),
        altered(cards={"title": EVIL}),
        altered(**{EVIL: 1}),
        altered(format=EVIL),
        altered().replace("{", f"{{{json.dumps(EVIL)}: 1, {json.dumps(EVIL)}: 1, ", 1),
        altered().replace('"', f'"{EVIL}', 1),
        EVIL,
    ],
)
def test_a_false_record_full_of_codes_is_refused_in_one_line(types: Types, tmp_path: Path, text: str) -> None:
    path = named(tmp_path, text)
    status, told = types("verify", path)
    assert (status, told.count("\n")) == (1, 1)
    status, told = types("play", "--resume", "--save", path)
    assert (status, told.count("\n")) == (2, 1)


@pytest.mark.parametrize("result", [{EVIL: 1}, {"ending": EVIL}])
def test_a_result_full_of_codes_is_refused_and_never_shown(types: Types, tmp_path: Path, result: Any) -> None:
    path = named(tmp_path, altered(result=result))
    status, told = types("verify", path)
    assert (status, told.count("\n")) == (1, 1)
    assert types("play", "--resume", "--save", path)[0] == 0


def save_of(folder: Path, **parts: Any) -> Path:
    """A game in progress with names full of codes, and some parts changed."""
    table = random_play(FLAUTZ, 2, 1, 4, names=NAMES, bots=("", "random"))
    written = to_json(record_of(table, save=True))
    return named(folder, json.dumps({**json.loads(written), **parts}))


@both_languages
def test_a_save_with_names_full_of_codes_is_continued_with_harmless_ones(
    types: Types, tmp_path: Path, language: str
) -> None:
    status, told = types("play", "--resume", "--save", save_of(tmp_path), "--lang", language)
    assert status == 0
    assert all(name in told for name in shown(NAMES))


def test_a_save_with_a_bot_full_of_codes_is_refused_in_one_line(types: Types, tmp_path: Path) -> None:
    status, told = types("play", "--resume", "--save", save_of(tmp_path, bots=["", EVIL]))
    assert (status, told.count("\n")) == (2, 1)


def test_a_game_that_is_continued_is_saved_under_the_names_it_was_agreed_with(types: Types, tmp_path: Path) -> None:
    path = save_of(tmp_path)
    types("play", "--resume", "--save", path)
    assert record.read(path).seats == NAMES


def edition_of(folder: Path, old: str, new: str) -> Path:
    """The cards as they are sold, but for one entry."""
    text = (FLAUTZ.folder / "cards.toml").read_text(encoding="utf-8")
    assert old in text
    return named(folder, text.replace(old, new, 1))


def test_the_title_of_an_edition_is_shown_harmlessly(types: Types, tmp_path: Path) -> None:
    path = edition_of(tmp_path, '"standard"', json.dumps(f"Mine{EVIL}"))
    status, told = types("play", "--edition", path, "--seats", "Ada,bot:random")
    assert status == 0
    assert "Mine?[1A?[2K" in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("number = 3", f"number = {json.dumps(EVIL)}"),
        ("[spells]", f"[{json.dumps(EVIL)}]"),
        ("[spells]", f"{EVIL}[spells]"),
        ('"reconstructed"', json.dumps(EVIL)),
        ("copies =", f"{json.dumps(EVIL)} ="),
        ('"standard"', '"standard" # \x1b[2J'),
        ("[spells]", "a." * 100),
    ],
)
def test_a_wrong_edition_full_of_codes_is_refused_in_one_line(types: Types, tmp_path: Path, old: str, new: str) -> None:
    path = edition_of(tmp_path, old, new)
    for command in (("play", "flautz"), ("simulate", "flautz", "--seats", "2", "--games", "1")):
        status, told = types(*command, "--edition", path)
        assert (status, told.count("\n")) == (2, 1)


SCENARIO = {"title": EVIL, "rules": ["FZ-R1"]}


@pytest.mark.parametrize(
    ("entry", "status"),
    [
        ({"then": {"to_act": [EVIL]}}, 1),
        ({"then": {"A": {"hand": [EVIL]}}}, 1),
        ({"then": {"ending": EVIL}}, 1),
        ({"step": [{"do": "A focus", "refused": EVIL, "rule": EVIL}]}, 1),
        ({"rules": [EVIL]}, 0),
        ({"then": {"scores": {EVIL: 1}}}, 1),
        ({"step": [{"do": EVIL}]}, 2),
        ({"step": [{"do": f"A {EVIL}"}]}, 2),
        ({"given": {EVIL: 1}}, 2),
        ({"given": {"phase": EVIL}}, 2),
        ({"options": {EVIL: "1"}}, 2),
        ({"options": {"mode": EVIL}}, 2),
        ({"edition": {EVIL: 1}}, 2),
        ({"then": {"events": [EVIL]}}, 2),
        ({"then": {"legal": {EVIL: []}}}, 2),
        ({"then": {EVIL: 1}}, 2),
        ({EVIL: 1}, 2),
    ],
)
def test_a_scenario_full_of_codes_is_answered_in_a_few_harmless_lines(
    types: Types, tmp_path: Path, entry: dict[str, Any], status: int
) -> None:
    path = named(tmp_path, f'game = "flautz"\nscenario = [{inline({**SCENARIO, **entry})}]\n')
    found, told = types("scenario", path)
    assert (found, told.count("\n")) == (status, 2 if status == 1 else 1)


def test_a_scenario_of_a_game_full_of_codes_is_refused_in_one_line(types: Types, tmp_path: Path) -> None:
    path = named(tmp_path, f"game = {json.dumps(EVIL)}\nscenario = [{inline(SCENARIO)}]\n")
    status, told = types("scenario", path)
    assert (status, told.count("\n")) == (2, 1)


def inline(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{json.dumps(name)} = {inline(inner)}' for name, inner in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    return json.dumps(value)


def test_on_a_real_screen_only_our_own_codes_appear(tmp_path: Path) -> None:
    out = io.StringIO()

    def read(_prompt: str) -> str:
        raise EOFError

    console = Console(file=out, force_terminal=True, width=100, height=30, highlight=False, markup=False, emoji=False)
    save = save_of(tmp_path)
    seats, options = ["Ada", "bot:random"], {"starter": "A"}
    assert (
        run(FLAUTZ, seats=seats, language="it", options=options, resume=True, save=save, console=console, read=read)
        == 0
    )
    told = out.getvalue()
    assert "\x1b[2J" in told
    assert shown(NAMES)[0] in told
    for code in ("\x1b[1A", "\x1b]0;", "\x07", "\x9b", "\u202e", "\u2066", "\u200b", "\ufeff"):
        assert code not in told


@both_languages
@pytest.mark.parametrize("command", ["play", "commands"])
def test_no_sentence_takes_a_code_from_what_fills_it(command: str, language: str) -> None:
    texts = Texts(language, command)
    slots = {name: re.findall(r"\{(\w+)[:}]", text) for name, text in texts.own.items() if isinstance(text, str)}
    assert sum(map(len, slots.values())) > 20
    for name, found in slots.items():
        assert texts(name, **dict.fromkeys(found, EVIL)).replace("\n", "").isprintable()


def test_a_reason_that_comes_from_a_game_is_told_harmlessly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        unplayable("not-unicode", EVIL, what=EVIL)

    monkeypatch.setattr("grimorio.cli.terminal.begun", refuse)
    assert run(FLAUTZ, seats=[], language="it", options={}, save=tmp_path / "s.json", console=Console()) == 2
    assert capsys.readouterr().err.removesuffix("\n").isprintable()


# ---------------------------------------------------------------- names


def test_typed_names_are_made_harmless_and_cut_visibly() -> None:
    texts = Texts("it", "play")
    seating = seat_players(FLAUTZ, [" Ada  Lovelace\x1b ", "x" * 30, "bot:random"], texts)
    assert tuple(chair.name for chair in seating[:2]) == ("Ada Lovelace?", "x" * (LONGEST - 1) + "…")
    with pytest.raises(UnplayableError) as error:
        seat_players(FLAUTZ, ["Ada", f"bot:{EVIL}"], texts)
    assert str(error.value).isprintable()


# ---------------------------------------------------------------- where a save is, and what is left beside it


def test_a_save_is_where_the_system_keeps_such_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert default_path(FLAUTZ) == tmp_path / "state" / "grimorio" / "flautz.json"
    for unset in ("", " "):
        monkeypatch.setenv("XDG_STATE_HOME", unset)
        monkeypatch.setenv("HOME", str(tmp_path))
        assert default_path(FLAUTZ) == tmp_path / ".local" / "state" / "grimorio" / "flautz.json"


def test_a_save_is_held_against_other_processes_until_its_holder_ends(tmp_path: Path) -> None:
    save = tmp_path / "flautz.json"
    hold = "import sys; from pathlib import Path; from grimorio.cli.saves import locked\n"
    hold += "with locked(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    pipe = subprocess.PIPE
    source = str(Path(record.__file__).parent.parent.parent)
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", hold, str(save)], stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": source}
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(BusyError), locked(save):
            pass
        holder.kill()
    with locked(save):
        pass


def test_a_start_clears_what_a_kill_left_beside_the_save(tmp_path: Path) -> None:
    save = tmp_path / "state" / "flautz.json"
    save.parent.mkdir()
    for path in (unfinished(save), save.with_name(".flautz.json.abc_1234")):
        path.write_text("secret")
    with locked(save):
        assert [path.name for path in save.parent.iterdir()] == [".flautz.json.lock"]


def test_a_finished_game_leaves_its_record_and_nothing_else(tmp_path: Path) -> None:
    save = tmp_path / "flautz.json"
    record.write(record_of(random_play(FLAUTZ, 2, 5, 3, names=NAMES), save=True), save)
    path = finish(record_of(EVILLY_PLAYED), save)
    assert record.verify(record.read(path), FLAUTZ).over
    assert sorted(each for each in tmp_path.rglob("*") if each.is_file()) == [path]


def test_a_record_that_finds_no_place_stays_in_its_save(tmp_path: Path) -> None:
    save = tmp_path / "flautz.json"
    (tmp_path / "records").write_text("no folder")
    with pytest.raises(OSError, match="exists"):
        finish(record_of(EVILLY_PLAYED), save)
    assert record.read(save).result
    (tmp_path / "records").unlink()
    assert keep_previous(save) == ("kept_finished", next((tmp_path / "records").iterdir()))
