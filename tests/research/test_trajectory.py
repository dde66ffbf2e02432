"""Digests of whole trajectories: every machine and every version plays the same games, or is noticed."""

import pytest

from grimorio.games import GAMES
from grimorio.research import trajectory

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_as_everywhere(name: str, request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--regolden"):
        trajectory.write(trajectory.known() | {name: trajectory.walk(GAMES[name])})
    assert trajectory.walk(GAMES[name]) == trajectory.known()[name]


def test_whoever_plays_otherwise_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = trajectory.walk(GAMES["flautz"])
    assert trajectory.walk(GAMES["flautz"], seed=8) != digest
    told: list[str] = []
    monkeypatch.setattr(trajectory, "known", lambda: {"flautz": digest, "fata": digest})
    assert trajectory.deviating(tell=told.append) == ["fata"]
    assert told == ["flautz: as everywhere", "fata: DEVIATES"]
