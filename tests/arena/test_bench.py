"""What is measured is what is said to be measured. No number is compared with another: tests are not timed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grimorio.arena import bench as measuring
from grimorio.arena.bench import COSTS, SPEEDS, Bench, bench, positions
from grimorio.arena.gpu import NoGpuError
from grimorio.arena.simulate import Match
from grimorio.arena.tables import TABLE_BYTES, TABLE_COSTS
from grimorio.engine.kernel import handed, integers
from grimorio.games import load

ROOT = Path(__file__).parent.parent.parent
FLAUTZ = load("flautz")
MATCH = Match(FLAUTZ, 3, 1, box=FLAUTZ.box(3))


def test_costs_are_measured_where_a_decision_is_to_be_made() -> None:
    states, moves = positions(MATCH)
    actions = integers(FLAUTZ.most_legal)
    for i in range(len(states)):
        box, state, seat = handed(MATCH.box), handed(states, i), int(moves[i, 0])
        assert FLAUTZ.to_act(box, state) >> seat & 1
        count = FLAUTZ.legal(box, state, seat, actions)
        assert int(moves[i, 1]) in [int(action) for action in actions[:count]]


def test_positions_are_spread_over_whole_games() -> None:
    states, _ = positions(MATCH)
    challenges = states["challenge"].tolist()
    assert min(challenges) == 1
    assert max(challenges) > 2


def test_measuring_changes_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    states, moves = positions(MATCH)
    before = states.tobytes()
    monkeypatch.setattr(measuring, "positions", lambda _match: (states, moves))
    for loop in measuring.costs(MATCH):
        loop(1)
    assert states.tobytes() == before


def test_everything_is_measured() -> None:
    told: list[float] = []
    found = bench(FLAUTZ, 2, seconds=0, device="cpu", progress=told.append)
    assert isinstance(found, Bench)
    for name in (*SPEEDS, *COSTS, *TABLE_COSTS, TABLE_BYTES, "games_per_second", "mean_decisions"):
        assert (found.numbers[name] or 0) > 0, name
    assert found.gpu is None
    assert told[-1] == 1.0
    sight = FLAUTZ.sight
    sizes = (FLAUTZ.layout.dtype.itemsize, sight.dtype.itemsize, sight.tensor_size)
    assert (found.state_bytes, found.view_bytes, found.tensor_numbers) == sizes


def test_only_a_gpu_that_is_wanted_alone_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.arena.gpu.cuda", None)
    with pytest.raises(NoGpuError):
        bench(FLAUTZ, 2, seconds=0, device="cuda")
    monkeypatch.setattr(measuring, "on_cpu", lambda *_given: {})
    monkeypatch.setattr(measuring, "table_costs", lambda *_given: {})
    assert bench(FLAUTZ, 2, seconds=0, device="both").gpu is None


def test_where_numba_has_no_cuda_of_its_own_there_is_no_gpu() -> None:
    lines = (
        "import sys; sys.modules['numba.cuda.lowering'] = None",
        "from grimorio.arena.gpu import NoGpuError, gpu_name",
        "try: gpu_name()",
        "except NoGpuError as missing: print(missing)",
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(  # noqa: S603
        command, env=environment | {"PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "no GPU that CUDA can use; try --device cpu", done.stderr


def test_a_simulated_gpu_is_measured() -> None:
    command = [sys.executable, "-m", "grimorio", "bench", "--device", "cuda", "--json"]
    environment = {"NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["decisions_per_second_gpu"] > 0
    assert told["games_per_second_gpu"] > 0
    assert told["gpu"]
    assert told["decisions_per_second"] is None
