"""What a process of its own finds: for whatever hangs on a fresh start."""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


def surroundings(source: Path = ROOT / "src", **environment: str) -> dict[str, str]:
    """Of a process that compiles."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return kept | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1", **environment}


def python(script: str, *arguments: str, source: Path = ROOT / "src", **environment: str) -> Any:
    """What a script prints last, as JSON; it may warn of nothing."""
    command = [sys.executable, "-c", textwrap.dedent(script), *arguments]
    changed = surroundings(source, **environment)
    done = subprocess.run(command, env=changed, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S603
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return json.loads(done.stdout.splitlines()[-1])
