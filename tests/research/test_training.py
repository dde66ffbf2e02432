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
def test_learners_among_apprentices_gain_the_same_where_steps_stop_among_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a decision gained is told by the learner's own next one, however many steps his table went on in between."""
    asked = ["flautz", *SMALL, "--mix", "1", "--fade", "0", "--out", str(tmp_path)]
    whole, parts = (
        training.Learner(training.settings([*asked, "--steps", steps, *limit]))
        for steps, limit in (("40", ()), ("160", ("--limit", "1")))
    )
    monkeypatch.setattr(training, "sampled", lambda logs: logs.argmax(1))
    told = []
    for learner in (whole, parts):
        learner.play()
        learner.weigh()
        told.append([learner.gains[:, t][learner.valid[:, t]].tolist() for t in range(32)])
    assert (parts.counts == 0).any()
    assert not (whole.counts == 0).any()
    for pair in zip(*told, strict=True):
        known = min(map(len, pair))
        assert known > 3
        assert pair[0][:known] == pytest.approx(pair[1][:known], abs=1e-5)


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
