"""`make mutants GAME=illusio`: put one-line faults into a game's rules, and list those that no scenario notices."""

import sys
from pathlib import Path

from grimorio.engine.mutants import report
from grimorio.games import load

if __name__ == "__main__":
    name, *only = sys.argv[1:]
    sys.exit(report(load(name), Path(__file__).parent / "scenarios" / name, only=" ".join(only)) > 0)
