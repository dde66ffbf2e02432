"""Bots from outside: programs that speak lines of JSON play whole games, and what they may not do is told."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from grimorio.arena.outside import MOST_LINES, OutsideError, Program, play_outside
from grimorio.arena.tournament import Claim, heroes_among, play_deals
from grimorio.cli.main import main
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
    ("answer", "why"), [("nonsense", "answered"), ('{"do": "fly"}', "not legal"), ("", "answered"), (None, "ended")]
)
def test_a_program_that_does_not_play_is_told_why(answer: str | None, why: str, tmp_path: Path) -> None:
    script = tmp_path / "wrong.py"
    script.write_text("" if answer is None else f"input()\ninput()\nprint({answer!r}, flush=True)\ninput()\n")
    with Program(f"{sys.executable} {script}") as program, pytest.raises(OutsideError, match=why):
        play_outside(FLAUTZ, ["mine", "random"], {"mine": program}, 1, 2)


def test_a_program_that_is_silent_or_missing_is_told(tmp_path: Path) -> None:
    script = tmp_path / "silent.py"
    script.write_text("import sys\nfor line in sys.stdin: pass\n")
    with Program(f"{sys.executable} {script}", patience=0.2) as program, pytest.raises(OutsideError, match="nothing"):
        play_outside(FLAUTZ, ["mine", "random"], {"mine": program}, 1, 2)
    for command in ("no-such-program-anywhere", "", "'half a quotation"):
        with pytest.raises(OutsideError):
            Program(command)


def test_a_program_that_never_reads_keeps_nobody_waiting_longer_than_one_that_is_silent(tmp_path: Path) -> None:
    script = tmp_path / "deaf.py"
    script.write_text("import time\ntime.sleep(60)\n")
    began = time.monotonic()
    with Program(f"{sys.executable} {script}", patience=0.2) as program:
        for _ in range(8):
            program.tell({"kind": "over", "outcome": "x" * 100_000})
        with pytest.raises(OutsideError, match="nothing"):
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
