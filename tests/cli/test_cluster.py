"""Simulations and datasets on a Dask cluster of this machine: what comes of them is a function of the seed alone."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from grimorio.cli.main import main

distributed = pytest.importorskip("distributed", reason="distributed is not installed (the extra `cluster`)")
pytestmark = pytest.mark.compiled_only

MATCH = ("flautz", "--seats", "3", "--games", "20", "--seed", "5", "--bots", "apprentice,random")


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Where two workers can be reached, each a process of its own that knows of the games what it is sent."""
    with distributed.LocalCluster(2, threads_per_worker=1, dashboard_address=None) as made:
        yield made.scheduler_address


def simulated(capsys: pytest.CaptureFixture[str], *more: str) -> dict[str, object]:
    """What a script is told of a simulation, but for how long it took."""
    assert main(["simulate", *MATCH, "--json", *more]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return {name: value for name, value in told.items() if name not in {"seconds", "decisions_per_second"}}


def test_a_cluster_simulates_the_same_games(cluster: str, capsys: pytest.CaptureFixture[str]) -> None:
    here = simulated(capsys)
    assert simulated(capsys, "--cluster", cluster) == here
    assert here["games"] == 20


def test_a_cluster_writes_the_same_file(cluster: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (the extra `dataset`)")
    here, there = tmp_path / "here.parquet", tmp_path / "there.parquet"
    assert main(["dataset", *MATCH, "--out", str(here)]) == 0
    assert main(["dataset", *MATCH, "--out", str(there), "--cluster", cluster]) == 0
    assert here.read_bytes() == there.read_bytes()
