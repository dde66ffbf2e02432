"""A tiny sixth game, written by docs/add-a-game.md, keeps every law and is played without a line anywhere else."""

import io
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

HERE = Path(__file__).parent
SIXTH = HERE / "sixth"
LAWS = ("engine/test_laws.py", "engine/test_table_laws.py", "engine/test_pointing.py", "room/test_room.py")


@pytest.mark.slow
def test_it_keeps_every_law_of_games_tables_pointing_and_rooms() -> None:
    paths = os.pathsep.join((str(HERE.parent / "src"), str(SIXTH)))
    told = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-m", "pytest", "-q", "-p", "registered", "-k", "gufo", *(str(HERE / law) for law in LAWS)],
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE.parent,
    )
    assert told.returncode == 0, told.stdout[-2000:]
    assert " passed" in told.stdout


@pytest.fixture
def gufo(monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.syspath_prepend(str(SIXTH))
    monkeypatch.setattr("grimorio.engine.kernel._can_cache", lambda: False)  # nothing of it outlives the test
    from grimorio.bots import BOTS, RANDOM, REFLEXES  # noqa: PLC0415 - only while it is registered
    from grimorio.bots.contract import Bot  # noqa: PLC0415
    from grimorio.bots.uniform import choose  # noqa: PLC0415
    from grimorio.games import GAMES  # noqa: PLC0415
    from gufo import GAME  # noqa: PLC0415

    monkeypatch.setitem(GAMES, GAME.name, GAME)
    monkeypatch.setitem(BOTS, GAME.name, {RANDOM: Bot(GAME.name, RANDOM, reflex=choose)})
    monkeypatch.setitem(REFLEXES, GAME.name, {RANDOM: choose})
    return GAME


def test_its_scenarios_hold_and_show_every_rule(gufo: object) -> None:
    from grimorio.engine.rulebook import scenario_files, uncovered  # noqa: PLC0415
    from grimorio.engine.scenario import act_out, read_scenarios  # noqa: PLC0415

    folder = SIXTH / "gufo" / "scenarios"
    scenarios = [found for path in scenario_files(folder) for found in read_scenarios(path)]
    assert [finding.what for scenario in scenarios for finding in act_out(scenario, gufo)] == []  # type: ignore[arg-type]
    assert uncovered(gufo, folder) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["it", "en"])
def test_it_is_played_to_the_end_in_the_terminal(gufo: object, language: str, tmp_path: Path) -> None:
    from grimorio.cli.terminal import run  # noqa: PLC0415

    out = io.StringIO()
    lays = {"it": "gioca gufo {}", "en": "lay owl {}"}[language]
    answers = itertools.cycle([lays.format(number + 1) for number in range(12)] + [""])
    code = run(
        gufo,  # type: ignore[arg-type]
        seats=["Ada", "bot:random"],
        language=language,
        options={},
        seed=1,
        resume=False,
        save=tmp_path / "save.json",
        console=Console(file=out, width=80, height=24, color_system=None),
        read=lambda _prompt: next(answers),
        pace=0,
    )
    assert code == 0
    assert {"it": "I tre giri sono finiti.", "en": "Three rounds are over."}[language] in out.getvalue()


@pytest.mark.compiled_only
def test_a_rule_of_thumb_is_all_that_its_five_levels_need(gufo: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from grimorio import bots  # noqa: PLC0415 - only while it is registered
    from grimorio.arena.simulate import Match, simulate  # noqa: PLC0415
    from grimorio.bots.uniform import choose  # noqa: PLC0415

    for name in ("APPRENTICES", "EFFORTS", "SHORT"):
        monkeypatch.setattr(bots, name, dict(getattr(bots, name)))
    monkeypatch.setitem(bots.APPRENTICES, "gufo", choose)
    monkeypatch.setitem(bots.BOTS, "gufo", bots.bots_of("gufo"))
    assert tuple(bots.BOTS["gufo"]) == bots.LEVELS
    report = simulate(Match(gufo, 2, 6, 1, (bots.ARCHMAGE, bots.ADEPT)))  # type: ignore[arg-type]
    assert sum(report.wins) == 6
