"""The examples do what they say."""

import json
import runpy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grimorio.research import Batch
from grimorio.research.small import FLAUTZ

EXAMPLES = Path(__file__).parent.parent / "examples"


def cells_of(name: str) -> list[str]:
    """The code of a notebook, cell by cell."""
    notebook = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


@pytest.mark.compiled_only
def test_the_notebook_runs_and_its_learner_learns(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, Any] = {}
    for number, code in enumerate(cells_of("start.ipynb")):
        exec(compile(code, f"cell {number}", "exec"), known)  # noqa: S102 - our own notebook
    assert "part of the wins" in capsys.readouterr().out
    assert known["after"] > known["before"] + 0.03
    assert known["after"] > 0.55


@pytest.mark.compiled_only
def test_the_training_script_learns_a_miniature() -> None:
    torch = pytest.importorskip("torch")
    torch.manual_seed(1)
    torch.set_num_threads(1)
    script = runpy.run_path(str(EXAMPLES / "self_play.py"))
    told = script["train"](FLAUTZ.table(), 1.0)  # by the clock, so that a busy machine learns from fewer decisions
    assert told[0] < 0.45
    assert told[-1] > 0.47


@pytest.mark.compiled_only
def test_a_step_in_which_nobody_is_asked_is_nobodys_gain() -> None:
    torch = pytest.importorskip("torch")
    script = runpy.run_path(str(EXAMPLES / "self_play.py"))
    gained, value = script["gained"], torch.tensor([[0.2], [0.9], [0.4], [0.7], [0.5]])
    seat, done = torch.tensor([[0], [1], [0], [1], [0]]), torch.tensor([[0], [0], [0], [1], [0]]) > 0
    share = torch.zeros((5, 1, 3))
    share[3, 0, 1] = 1.0
    gained.__globals__["STEPS"] = 5
    gains, sure = gained(0.8, value, seat, done, share)
    assert sure[:, 0].tolist() == [True, True, True, True, False]
    at = [
        0,
        1,
        1,
        2,
        3,
        3,
        4,
    ]  # the same with a step of nobody after each decision of the second seat, one of them at the end
    asked = torch.tensor([True, True, False, True, True, False, True])
    later, over = seat[at].masked_fill(~asked[:, None], 2), torch.tensor([[0], [0], [0], [0], [0], [1], [0]]) > 0
    paid = torch.zeros((7, 1, 3))
    paid[5, 0, 1] = 1.0
    gained.__globals__["STEPS"] = 7
    slow, known = gained(0.8, value[at], later, over, paid)
    assert torch.equal(slow[asked], gains)
    assert torch.equal(known[asked], sure)


@pytest.mark.compiled_only
def test_steps_of_apprentices_are_put_down_to_nobody() -> None:
    torch = pytest.importorskip("torch")
    script = runpy.run_path(str(EXAMPLES / "self_play.py"))
    who = np.tile(["learner", *["apprentice"] * 3], (8, 1))
    batch = Batch("flautz", 8, seats=4, who=who, forced=False, all_seeing=True, limit=1, device=script["DEVICE"])
    batch.reset()
    eyes = [
        script["Speller"](script["Spelling"](sight, script["KIND"]), script["DEVICE"])
        for sight in (batch.game.sight, batch.critic)
    ]
    sizes = batch.game.actions, 1
    nets = [script["layers"](eye.spelling.width, 8, last) for eye, last in zip(eyes, sizes, strict=True)]
    with torch.no_grad():
        _, _, _, count, *_, seat, _, share = script["play"](batch, (*nets, *eyes))
    nobody = share.shape[2] - 1
    assert (count == 0).any()
    assert ((seat == nobody) == (count == 0)).all()
