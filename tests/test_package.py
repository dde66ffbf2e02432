"""`import grimorio` offers the few names that a script needs, and loads nothing until they are asked for."""

import subprocess
import sys

import pytest

import grimorio


@pytest.mark.parametrize("name", grimorio.__all__)
def test_whatever_is_offered_is_there_and_explained(name: str) -> None:
    assert getattr(grimorio, name) is not None
    assert name in (grimorio.__doc__ or "") or name == "__version__"


def test_nothing_else_is_offered() -> None:
    with pytest.raises(AttributeError, match="no attribute 'dealer'"):
        grimorio.__getattr__("dealer")


def test_the_import_itself_loads_no_compiler() -> None:
    asked = "import sys, grimorio; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0  # noqa: S603 - ourselves
