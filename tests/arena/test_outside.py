"""Bots from outside: programs that speak lines of JSON play whole games, and what they may not do is told."""

import json
import pickle
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from grimorio.arena.outside import MOST_LINES, WRONGS, OutsideError, Program, play_outside
from grimorio.arena.thinking import HALTED, HaltedError
from grimorio.arena.tournament import Claim, heroes_among, play_deals
from grimorio.cli.main import main
from grimorio.cli.texts import Texts
from grimorio.games import load

MINE = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'mybot.py'}"
FLAUTZ = load("flautz")


@pytest.fixture
def noting(tmp_path: Path) -> tuple[str, Path]:
    """A program that writes down what it is told, and does the first thing that is legal."""
    script, notes = tmp_path / "noting.py", tmp_path / "notes.jsonl"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    open(sys.argv[1], 'a').write(line)\n"
        "    told = json.loads(line)\n"
        "    if told['kind'] == 'decide':\n"
        "        print(json.dumps({'do': told['legal'][0]}), flush=True)\n"
    )
    return f"{sys.executable} {script} {notes}", notes


def test_the_example_plays_a_tournament_and_finds_the_same_again() -> None:
    claim = Claim("flautz", 2, f"cmd:{MINE}", "random")
    deals = play_deals(claim, 3, 1, 9)
    assert deals == play_deals(claim, 3, 1, 9)
    assert 0 <= deals.shares[0] <= 1


def test_a_program_hears_of_its_own_seat_alone(noting: tuple[str, Path]) -> None:
    command, notes = noting
    with Program(command) as program:
        shares = play_outside(FLAUTZ, ["random", "mine", "random"], {"mine": program}, 1, 2)
    told: list[dict[str, Any]] = [json.loads(line) for line in notes.read_text().splitlines()]
    assert sum(shares) == pytest.approx(1)
    assert (told[0]["kind"], told[0]["seat"], told[0]["seats"]) == ("game", "B", 3)
    assert (told[-1]["kind"], set(told[-1]["outcome"]["places"])) == ("over", {"A", "B", "C"})
    asked = [each for each in told if each["kind"] == "decide"]
    assert asked
    assert all(each["view"]["viewer"] == "B" for each in asked)
    assert all(each["legal"] for each in asked)
    assert any(event["seat"] == "A" for each in asked[1:] for event in each["events"])
    drawn = [event for each in asked for event in each["events"] if event.get("to", "").startswith("hand[A]")]
    assert all("card" not in event or event["start"].startswith(("air", "floor")) for event in drawn)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("nonsense", "no_answer"), ('{"do": "fly"}', "not_legal"), ("", "no_answer"), (None, "ended"),
        ("[" * 4_000, "no_answer"), ('{"do": {}}', "not_legal"), ('"do"', "no_answer"),
    ],
    ids=lambda given: str(given)[:20],
)  # fmt: skip
def test_a_program_that_does_not_play_is_told_why(answer: str | None, why: str, tmp_path: Path) -> None:
    script = tmp_path / "wrong.py"
    script.write_text("" if answer is None else f"input()\ninput()\nprint({answer!r}, flush=True)\ninput()\n")
    with Program(f"{sys.executable} {script}") as program, pytest.raises(OutsideError, match=why):
        play_outside(FLAUTZ, ["mine", "random"], {"mine": program}, 1, 2)


def test_a_program_that_is_silent_or_missing_is_told(tmp_path: Path) -> None:
    script = tmp_path / "silent.py"
    script.write_text("import sys\nfor line in sys.stdin: pass\n")
    with Program(f"{sys.executable} {script}", patience=0.2) as program, pytest.raises(OutsideError, match="silent"):
        play_outside(FLAUTZ, ["mine", "random"], {"mine": program}, 1, 2)
    for command in ("no-such-program-anywhere", "", "'half a quotation"):
        with pytest.raises(OutsideError):
            Program(command)


def test_who_interrupts_a_tournament_waits_for_one_answer_of_a_program(noting: tuple[str, Path]) -> None:
    command, notes = noting
    HALTED.set()
    try:
        with Program(command) as program, pytest.raises(HaltedError):
            play_outside(FLAUTZ, ["mine", "random"], {"mine": program}, 1, 2)
    finally:
        HALTED.clear()
    assert [json.loads(line)["kind"] for line in notes.read_text().splitlines()] == ["game"]


def test_a_program_that_never_reads_keeps_nobody_waiting_longer_than_one_that_is_silent(tmp_path: Path) -> None:
    script = tmp_path / "deaf.py"
    script.write_text("import time\ntime.sleep(60)\n")
    began = time.monotonic()
    with Program(f"{sys.executable} {script}", patience=0.2) as program:
        for _ in range(8):
            program.tell({"kind": "over", "outcome": "x" * 100_000})
        with pytest.raises(OutsideError, match="silent"):
            program.decide({}, [], ["focus"])
    assert time.monotonic() - began < 20


def test_a_program_that_never_stops_talking_or_leaves_another_behind_is_left_all_the_same(tmp_path: Path) -> None:
    talks = "while True: print('{}', flush=True)\n"
    leaves = "import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(15)'])\n"
    began = time.monotonic()
    for name, text in (("talks.py", talks), ("leaves.py", leaves)):
        (tmp_path / name).write_text(text)
        with Program(f"{sys.executable} {tmp_path / name}", patience=2) as program:
            with pytest.raises(OutsideError):
                program.decide({}, [], ["focus"])
            assert program.lines.qsize() <= MOST_LINES
    assert time.monotonic() - began < 12


@pytest.mark.parametrize(
    ("wrong", "program"),
    [
        ("not_started", "no-such-program-anywhere"), ("ended", ""), ("silent", "import time; time.sleep(9)"),
        ("no_answer", "print('\x1b[31mfly')"), ("not_legal", "print('{\"do\": \"fly\"}')"),
    ],
)  # fmt: skip
def test_what_a_program_does_wrong_is_told_in_one_line_of_either_language(
    wrong: str, program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Program.__init__, "__defaults__", (0.5 if wrong == "silent" else 20,))
    (tmp_path / "it.py").write_text(f"input(); input()\n{program}")
    command = program if wrong == "not_started" else f"{sys.executable} {tmp_path / 'it.py'}"
    asked = ["tournament", "flautz", "--bots", "random", "--seats", "2", "--deals", "1", "--hero", f"cmd:{command}"]
    for language in ("it", "en"):
        assert main([*asked, "--lang", language]) == 2
        sentence, _, rest = Texts(language, "commands").own[f"outside_{wrong}"].removeprefix("{command}").partition("{")
        told = capsys.readouterr().err
        assert told.startswith(command[:80] + sentence)
        assert told.endswith(rest.partition("}")[2] + "\n")
        assert (told.count("\n"), told.count("\x1b")) == (1, 0)


def test_every_way_to_go_wrong_has_a_sentence() -> None:
    for language in ("it", "en"):
        own = Texts(language, "commands").own
        assert {name.removeprefix("outside_") for name in own if name.startswith("outside_")} == set(WRONGS)


def test_what_went_wrong_on_another_machine_is_known_here() -> None:
    made = OutsideError("silent", {"command": "golem", "seconds": "60"})
    found = pickle.loads(pickle.dumps(made))  # noqa: S301 - made here
    assert (found.code, found.values, str(found)) == (made.code, made.values, "silent: command golem, seconds 60")


def test_heroes_are_compared_with_each_level_that_is_named() -> None:
    made = heroes_among([FLAUTZ], ["adept", "cmd:x"], ["random", "novice"], [4])
    assert [(claim.hero, claim.rivals) for claim in made] == [
        ("adept", "random"), ("adept", "novice"), ("cmd:x", "random"), ("cmd:x", "novice"),
    ]  # fmt: skip


def test_a_hero_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["tournament", "flautz", "--bots", "random", "--seats", "2", "--deals", "1", "--json"]
    assert main([*asked, "--hero", f"cmd:{MINE}"]) == 0
    told = json.loads(capsys.readouterr().out)["claims"]
    assert [(claim["hero"], claim["deals"]) for claim in told] == [(f"cmd:{MINE}", 1)]
    assert main([*asked, "--hero", "wizard"]) == 2
    assert main([*asked, "--hero", "cmd:no-such-program-anywhere"]) == 2
    assert "no-such-program" in capsys.readouterr().err
