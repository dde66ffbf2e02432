"""The examples do what they say."""

import json
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

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


def test_the_training_script_trains(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(sys, "argv", ["self_play.py", "flautz", "0.05"])
    runpy.run_path(str(EXAMPLES / "self_play.py"), run_name="__main__")
    assert "of the wins against apprentices" in capsys.readouterr().out
