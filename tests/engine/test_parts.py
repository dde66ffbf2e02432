"""Kernels that only kernels call: linked into their callers, never translated by themselves."""

from pathlib import Path
from typing import Any

import pytest

from processes import python

pytestmark = pytest.mark.compiled_only

COUNTED = """
    import json
    from grimorio.engine.kernel import cache_folder, kernel

    @kernel
    def low(a):
        return a + 1

    @kernel
    def middle(a):
        return low(a) * low(a)

    @kernel
    def high(a):
        return middle(a) - low(a)

    found = high(4)
    kept = {name.split(".")[1].split("-")[0] + ("-part" if "-part" in name else "")
            for name in (file.name for file in cache_folder().glob("*.nbc"))}
    print(json.dumps([found, sorted(kept)]))
"""


def test_machine_code_is_made_for_what_is_called_from_outside_alone(tmp_path: Path) -> None:
    found, kept = python(COUNTED, GRIMORIO_CACHE=str(tmp_path))
    assert found == 20
    assert kept == ["high", "low-part", "middle-part"]


def test_a_kernel_called_from_outside_and_from_a_kernel_is_both(tmp_path: Path) -> None:
    script = COUNTED.replace("found = high(4)", "found = [high(4), low(4)]")
    for _ in range(2):
        found, kept = python(script, GRIMORIO_CACHE=str(tmp_path))
        assert found == [20, 5]
        assert kept == ["high", "low", "low-part", "middle-part"]


MADE = """
    import json, sys
    from grimorio.engine.kernel import kernel

    def adding(more):
        @kernel
        def add(a):
            return a + more
        return add

    def calling(*some):
        first, last = some[0], some[-1]
        @kernel
        def call(a):
            return first(a) * last(a)
        return call

    asked = [adding(int(each)) for each in sys.argv[1:]]
    print(json.dumps(calling(*asked)(10)))
"""


def test_two_functions_made_alike_are_told_apart_whoever_compiled_them_first(tmp_path: Path) -> None:
    """Each was the first to be compiled in its process, so that a number counted there would name both alike."""

    def called(*numbers: str) -> Any:
        return python(MADE, *numbers, GRIMORIO_CACHE=str(tmp_path))

    assert called("1") == 11 * 11
    assert called("2") == 12 * 12
    assert called("1", "2") == 11 * 12


LARGE = """
    import json
    from grimorio.engine.kernel import kernel

    steps = "".join(f"    for i in range(a % {n}):\\n        a = a ^ (a * {n} + i)\\n" for n in range(3, 60))
    exec(f"def large(a):\\n{steps}    return a")
    large = kernel(large)

    @kernel
    def small(a):
        return large(a) + 1

    small(5)
    code, = small.inspect_llvm().values()
    print(json.dumps([line.split("(")[0] for line in code.splitlines() if line.startswith("define")]))
"""


def test_what_is_called_at_one_place_stands_there_whatever_its_size(tmp_path: Path) -> None:
    assert not [line for line in python(LARGE, GRIMORIO_CACHE=str(tmp_path)) if "large" in line]
