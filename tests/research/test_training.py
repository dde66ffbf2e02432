"""Training: a slice on the CPU runs, goes on, and writes weights that a bot can play with. Only where torch is."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from grimorio.bots.network import read_weights
from grimorio.games import load
from grimorio.research import training

SMALL = (
    "--device", "cpu", "--tables", "32", "--steps", "8", "--batch", "64", "--wide", "16", "--narrow", "8", "--critic",
    "16", "--exam", "2", "--final", "2",
)  # fmt: skip


@pytest.mark.compiled_only
def test_training_goes_on_where_it_stopped_and_writes_weights(tmp_path: Path) -> None:
    first = training.train(
        training.settings(["flautz", "--minutes", "0.05", "--imitate", "1", *SMALL, "--out", str(tmp_path)])
    )
    longer = str(first.elapsed / 60 + 0.05)  # however slow the machine was
    again = training.train(
        training.settings(["flautz", "--minutes", longer, "--imitate", "1", *SMALL, "--out", str(tmp_path)])
    )
    assert again.elapsed > first.elapsed
    assert again.decisions > first.decisions > 0
    weights = read_weights(tmp_path / "flautz.npz", load("flautz"))
    assert weights.facts["decisions"] == again.decisions
    assert set(weights.facts["exam"]) == {"2", "3", "4", "5"}


@pytest.mark.compiled_only
def test_training_begins_with_weights_that_are_there(tmp_path: Path) -> None:
    first = training.train(
        training.settings(["flautz", "--minutes", "0.01", "--imitate", "0.1", *SMALL, "--out", str(tmp_path / "a")])
    )
    again = training.Learner(training.settings(["flautz", *SMALL, "--out", str(tmp_path / "b")]))
    again.begin_with(tmp_path / "a" / "flautz.npz")
    again.export(tmp_path / "b" / "flautz.npz", {})
    old, new = (read_weights(tmp_path / each / "flautz.npz", load("flautz")).arrays for each in "ab")
    assert first.decisions > 0
    assert {name: (old[name] == new[name]).all() for name in old} == dict.fromkeys(old, True)
