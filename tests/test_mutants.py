"""Faults are made, set in and noticed as they should be, and the lists of survivors are current."""

import tomllib
from pathlib import Path
from types import FunctionType

import pytest

from grimorio.engine import faults, mutants
from grimorio.engine.faults import Fault, faults_of, kernels_of
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.mutants import Hunter, SurvivorsError, reasons, stale
from grimorio.engine.rulebook import SURVIVORS
from grimorio.engine.scenario import scenarios_of
from grimorio.games import GAMES

FOLDER = Path(__file__).parent / "scenarios"
FLAUTZ = GAMES["flautz"]
every_game = pytest.mark.parametrize("name", GAMES)


def changed(source: str) -> list[str]:
    """The lines that faults make of the one line of a kernel."""
    known: dict[str, object] = {}
    body = f"def rule(s, seat, other, n):\n    {source}\n"
    exec(body, known)  # noqa: S102 - a line of this test
    rule = known["rule"]
    assert isinstance(rule, FunctionType)
    made = faults.faults_in(rule, body)
    return [fault.name.partition(" => ")[2] for fault in made]


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("return n < 3", "return n <= 3"),
        ("return n == 3", "return n == 4"),
        ("return n + other", "return n - other"),
        ("return n > 3 and other", "return n > 3 or other"),
        ("return not n", "return n"),
        ("return max(n, other)", "return min(n, other)"),
        ("s.turn = seat", "pass"),
        ("s.turn, s.phase = 0, 0", "_dropped, s.phase = (0, 0)"),
        ("s.mark[seat] = n", "s.mark[other] = n"),
        ("s.turn += n", "s.turn -= n"),
        ("return below(s, n)", "return _always_0(s, n)"),
        ("return draw(s, s.pile, n)", "return _draw_the_first(s, s.pile, n)"),
        ("for i in range(n): s.x[i] = n", "for i in range(1, n)"),
        ("for i in range(n): s.x[i] = n", "for i in range(0, n - 1)"),
    ],
)
def test_a_line_is_spoilt_in_all_the_ways_that_slip_into_rules(source: str, fault: str) -> None:
    assert fault in changed(source)


def test_a_name_that_would_have_no_value_is_not_dropped() -> None:
    assert "pass" not in changed("found = n")


@every_game
def test_only_kernels_of_the_game_are_spoilt_and_no_two_faults_share_a_name(name: str) -> None:
    made = list(faults_of(GAMES[name]))
    assert len({fault.name for fault in made}) == len(made) > 500
    assert {kernel.__module__.split(".")[2] for kernel in kernels_of(GAMES[name])} == {name}


@every_game
def test_every_survivor_that_is_listed_is_a_fault_of_the_rules_as_they_stand_and_has_a_reason(name: str) -> None:
    assert stale(GAMES[name], FOLDER / name) == []


def test_an_entry_that_names_no_fault_or_no_reason_is_stale(tmp_path: Path) -> None:
    real = next(faults_of(FLAUTZ)).name
    text = f"[[survivors]]\nwhy = 'so'\nfaults = ['''{real}''', 'no such fault']\n"
    (tmp_path / SURVIVORS).write_text(text, encoding="utf-8")
    assert stale(FLAUTZ, tmp_path) == ["no such fault"]
    (tmp_path / SURVIVORS).write_text(text.replace("'so'", "''"), encoding="utf-8")
    assert stale(FLAUTZ, tmp_path) == [real, "no such fault"]


def test_a_survivor_is_listed_once(tmp_path: Path) -> None:
    (tmp_path / SURVIVORS).write_text("[[survivors]]\nwhy = 'so'\nfaults = ['a', 'a']\n", encoding="utf-8")
    with pytest.raises(SurvivorsError, match="twice: a"):
        reasons(tmp_path)


HELD = """
game = "flautz"
[[scenario]]
title = "A focus passes the turn"
rules = ["FZ-R1"]
options.starter = "A"
given.crystals = { A = 0, B = 0 }
[[scenario.step]]
do = "A focus"
then.table.focused.A = true
"""


def focus_faults() -> list[Fault]:
    return [fault for fault in faults_of(FLAUTZ) if fault.name.startswith("focus: s.focused[seat] = 1 => pass")]


@pytest.mark.skipif(not INTERPRETED, reason="faults are put into interpreted rules")
def test_a_scenario_that_looks_notices_and_one_that_does_not_look_does_not() -> None:
    (fault,) = focus_faults()
    looking = scenarios_of(tomllib.loads(HELD), "here")
    blind = scenarios_of(tomllib.loads(HELD.replace("then.table.focused.A = true", "")), "here")
    kept = fault.function.__code__
    try:
        assert Hunter(FLAUTZ, looking).notice(fault) == "A focus passes the turn"
        fault.function.__code__ = kept
        assert Hunter(FLAUTZ, blind).notice(fault) == ""
    finally:
        fault.function.__code__ = kept


@pytest.mark.skipif(INTERPRETED, reason="compiled rules cannot be spoilt")
def test_compiled_rules_are_refused() -> None:
    with pytest.raises(RuntimeError, match="NUMBA_DISABLE_JIT"):
        next(mutants.survey(FLAUTZ, FOLDER / "flautz"))
