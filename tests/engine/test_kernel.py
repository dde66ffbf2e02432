"""One source, compiled once: a second start compiles nothing, and an edit is never answered with stale code."""

import ast
import copy
import functools
import json
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from filelock import FileLock

from grimorio.engine import kernel as kernels
from grimorio.engine.claims import Claims
from grimorio.engine.kernel import cache_folder, handed, integers, kernel, plain, readable
from grimorio.games import GAMES
from processes import ROOT, python, surroundings

PACKAGE = ROOT / "src" / "grimorio"


# ---------------------------------------------------------------- a second start

COMMAND = """
    import json, sys
    from grimorio.cli.main import main
    from grimorio.engine.kernel import cache_counts

    status = main(sys.argv[1:])
    print()
    print(json.dumps({"status": status, **cache_counts}))
"""


@pytest.fixture(scope="module")
def warm_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that `grimorio warm` has filled: the worker that comes first does it for all, which takes a minute."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "warm-cache"
    with FileLock(f"{folder}.lock"):
        if not folder.is_dir():
            first = python(COMMAND, "warm", "flautz", GRIMORIO_CACHE=str(folder))
            assert first["status"] == 0
            assert first["misses"] > 0
    return folder


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "warmed"),
    [
        ("warm flautz", True),
        ("simulate flautz --seats 2 --games 10", True),
        ("simulate flautz --seats 5 --games 10 --bots apprentice,random --threads 2 --option mode=points", False),
        ("scenario tests/scenarios/flautz", False),
        ("play --seats bot:apprentice,bot:random,bot:random --seed 1 --pace 0 --save {folder}/s.json", True),
        ("verify {golden}", True),
    ],
)
def test_a_second_start_compiles_nothing(command: str, warmed: bool, warm_cache: Path, tmp_path: Path) -> None:  # noqa: FBT001
    """What is not `warmed` is compiled when it is first wanted: the bots of a match, and what scenarios ask."""
    golden = next((ROOT / "tests" / "golden" / "flautz").glob("*.json"))
    words = command.format(folder=tmp_path, golden=golden).split()
    if not warmed:
        python(COMMAND, *words, GRIMORIO_CACHE=str(warm_cache))
    second = python(COMMAND, *words, GRIMORIO_CACHE=str(warm_cache))
    assert (second["status"], second["misses"]) == (0, 0)
    assert second["hits"] > 0


# ---------------------------------------------------------------- an edit

CHOOSE = """
    import json
    from grimorio.bots.uniform import choose
    from grimorio.engine.chance import key_of_seed, stream
    from grimorio.engine.kernel import cache_counts, integers, handed

    chance = stream(key_of_seed(1))
    found = [choose(0, 0, integers(1), 1000, handed(chance)) for _ in range(3)]
    print(json.dumps({"found": found, **cache_counts}))
"""


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the package, to be edited."""
    shutil.copytree(PACKAGE, tmp_path / "src" / "grimorio", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


@pytest.mark.compiled_only
@pytest.mark.slow
def test_an_edit_of_a_kernel_in_another_file_is_never_answered_with_stale_code(source: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    first, second = (python(CHOOSE, source=source, GRIMORIO_CACHE=cache) for _ in range(2))
    assert first["misses"] > 0
    assert (second["misses"], second["found"]) == (0, first["found"])
    assert any(first["found"])
    chance = source / "grimorio" / "engine" / "chance.py"
    edit(chance, "return int(product >> 32)", "return int(product >> 32) * 0")
    third = python(CHOOSE, source=source, GRIMORIO_CACHE=cache)
    assert third["found"] == [0, 0, 0]
    assert third["misses"] > 0


IDENTITIES = """
    import json
    from grimorio.engine.kernel import _identified
    from grimorio.arena.simulate import playing
    from grimorio.games import GAMES

    told = {name: _identified(playing(game, ("random", "apprentice"))) for name, game in GAMES.items()}
    print(json.dumps(told))
"""


@functools.cache
def identities_as_they_are() -> dict[str, str]:
    found: dict[str, str] = python(IDENTITIES)
    return found


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("file", "old", "new", "changed"),
    [
        ("games/flautz/rules/places.py", "s.pile_size -= 1", "s.pile_size -= 2", {"flautz"}),
        ("games/flautz/state.py", "\nHAND = 5", "\nHAND = 6", {"flautz"}),
        ("bots/illusio.py", "\nPOINT = 16", "\nPOINT = 17", {"illusio"}),
        ("engine/chance.py", "\nSPLIT = 0x", "\nSPLIT = 0x1", set(GAMES)),
        ("engine/chance.py", "Turn a 32-bit word", "Rotate a 32-bit word", set[str]()),
    ],
)
def test_an_edit_compiles_anew_what_leans_on_it_and_nothing_else(
    file: str, old: str, new: str, changed: set[str], source: Path
) -> None:
    edit(source / "grimorio" / file, old, new)
    after = python(IDENTITIES, source=source)
    assert {name for name in GAMES if identities_as_they_are()[name] != after[name]} == changed


@pytest.mark.compiled_only
def test_what_another_version_wrote_and_cannot_be_read_here_is_compiled_anew(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    first = python(CHOOSE, GRIMORIO_CACHE=cache)
    for index in (tmp_path / "cache").rglob("*.nbi"):
        version, _, _ = index.read_bytes().partition(b"\x94.")
        index.write_bytes(version + b"\x94." + b"cno.such.module\nType\n.")
    second, third = (python(CHOOSE, GRIMORIO_CACHE=cache) for _ in range(2))
    assert (second["found"], second["hits"]) == (first["found"], 0)
    assert (third["found"], third["misses"]) == (first["found"], 0)


def test_what_nobody_has_loaded_for_a_month_is_thrown_away(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRIMORIO_CACHE", str(tmp_path))
    for folder in ("kernels-old", "kernels-new"):
        (tmp_path / folder).mkdir()
        for name in ("a.py311.nbi", "a.py311.1.nbc", "b.py311.nbi", "b.py311.1.nbc"):
            (tmp_path / folder / name).touch()
    old = [tmp_path / "kernels-old" / "a.py311.nbi", *(tmp_path / "kernels-new").glob("b.py311.nbi")]
    for index in (*old, tmp_path / "kernels-old" / "b.py311.nbi"):
        os.utime(index, (0, 0))
    assert kernels.clean_cache() == 6
    assert [str(each.relative_to(tmp_path)) for each in sorted(tmp_path.rglob("*.nb?"))] == [
        "kernels-new/a.py311.1.nbc",
        "kernels-new/a.py311.nbi",
    ]
    assert not (tmp_path / "kernels-old").exists()


def test_a_kernel_that_leans_on_what_has_no_identity_is_refused() -> None:
    held: dict[str, int] = {}

    def count(number: int) -> int:
        return number + len(held)

    with pytest.raises(kernels.NoIdentityError, match="dict"):
        identity(count)


def test_the_cache_is_where_it_was_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GRIMORIO_CACHE", str(tmp_path / "mine"))
    assert cache_folder().parent == tmp_path / "mine"
    monkeypatch.delenv("GRIMORIO_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder().parent == tmp_path / "grimorio"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder().parent == tmp_path / ".cache" / "grimorio"


# ---------------------------------------------------------------- what a kernel is


def test_without_compiling_a_kernel_is_the_plain_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "INTERPRETED", True)

    def double(number: int) -> int:
        return 2 * number

    assert kernel(double) is double


@pytest.mark.compiled_only
def test_a_compiled_kernel_is_the_same_function_compiled() -> None:
    def double(number: int) -> int:
        return 2 * number

    assert kernel(double) is not double
    assert kernel(double)(21) == double(21)


def adding(amount: int) -> Callable[[int], int]:
    def add(number: int) -> int:
        return number + amount

    return add


def applying(function: Callable[[int], int]) -> Callable[[int], int]:
    def apply(number: int) -> int:
        return function(number)

    return apply


def identity(function: Callable[..., Any]) -> str:
    return kernels._identity(function)  # noqa: SLF001 - what the cache goes by


@pytest.mark.compiled_only
def test_a_kernel_that_was_copied_before_it_was_compiled_compiles_all_the_same() -> None:
    """Numba gives whatever is copied or pickled a name by lot; ours is made from what it does."""

    @kernel
    def two_more(number: int) -> int:
        return number + 2

    copied = copy.deepcopy(two_more)  # noqa: TID251 - what happens to all that somebody's environment holds
    assert (two_more(3), copied(3)) == (5, 5)


def test_closures_over_different_things_are_different_kernels() -> None:
    assert identity(adding(1)) != identity(adding(2))
    assert identity(adding(1)) == identity(adding(1))


@pytest.mark.compiled_only
def test_closures_over_different_kernels_are_different_kernels() -> None:
    one, other, again = (kernel(adding(amount)) for amount in (1, 2, 1))
    assert identity(applying(one)) != identity(applying(other))
    assert identity(applying(one)) == identity(applying(again))
    assert (kernel(applying(one))(1), kernel(applying(other))(1)) == (2, 3)


# ---------------------------------------------------------------- recursion
# Numba 6061: a recursive kernel that is loaded from the cache takes the process down.

Name = tuple[str, str]


def calls_of_kernels(sources: dict[str, str]) -> dict[Name, set[Name]]:
    """For each kernel of some modules the kernels that it calls by name."""
    trees = {module: ast.parse(text) for module, text in sources.items()}
    found = {(module, each.name): each for module, tree in trees.items() for each in functions(tree)}
    graph: dict[Name, set[Name]] = {}
    for (module, name), function in found.items():
        known = imported(trees[module]) | {other: (module, other) for where, other in found if where == module}
        calls = {
            each.func.id
            for each in ast.walk(function)
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        }
        graph[module, name] = {known[call] for call in calls if call in known} & found.keys()
    return graph


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    """The functions of a module that become kernels, by decorator or by call."""
    named = {
        each.args[0].id
        for each in ast.walk(tree)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "kernel"
        if each.args and isinstance(each.args[0], ast.Name)
    }
    for each in ast.walk(tree):
        if isinstance(each, ast.FunctionDef):
            marks = {mark.id for mark in each.decorator_list if isinstance(mark, ast.Name)}
            if "kernel" in marks or each.name in named:
                yield each


def imported(tree: ast.Module) -> dict[str, Name]:
    """The names that a module takes from others."""
    return {
        alias.asname or alias.name: (each.module or "", alias.name)
        for each in ast.walk(tree)
        if isinstance(each, ast.ImportFrom)
        for alias in each.names
    }


def recursive(graph: dict[Name, set[Name]]) -> set[Name]:
    """The kernels from which a chain of calls leads back to themselves."""
    found = set()
    for start, called in graph.items():
        reached, waiting = set[Name](), list(called)
        while waiting:
            here = waiting.pop()
            if here not in reached:
                reached.add(here)
                waiting += graph[here]
        if start in reached:
            found.add(start)
    return found


def package_sources() -> dict[str, str]:
    return {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in PACKAGE.rglob("*.py")
    }


def test_no_kernel_calls_itself_directly_or_around() -> None:
    graph = calls_of_kernels(package_sources())
    assert len(graph) > 100
    assert recursive(graph) == set()


def test_a_recursive_kernel_would_be_noticed() -> None:
    one = "from two import b\n@kernel\ndef a(x):\n    return b(x)\n@kernel\ndef c(x):\n    return c(x)\n"
    two = "from one import a as other\ndef b(x):\n    return other(x)\nb = kernel(b)\n"
    two += "@kernel\ndef d(x):\n    return b(x)\n"
    assert recursive(calls_of_kernels({"one": one, "two": two})) == {("one", "a"), ("two", "b"), ("one", "c")}


# ---------------------------------------------------------------- plain records

DTYPE = np.dtype([("small", "i1"), ("row", "u1", (3,))])


def test_a_plain_record_reads_python_integers_that_cannot_wrap() -> None:
    records = np.zeros(2, DTYPE)
    first = plain(records)
    first.small, first.row[1] = 127, 255
    assert (first.small + 1, first.row[1] + 1) == (128, 256)
    assert records["row"].tolist() == [[0, 255, 0], [0, 0, 0]]


def test_a_plain_record_refuses_what_does_not_fit_and_what_it_has_not() -> None:
    first = plain(np.zeros(1, DTYPE))
    with pytest.raises(OverflowError):
        first.small = 128
    with pytest.raises(AttributeError):
        _ = first.large


def test_scratch_room_is_empty_and_can_be_written() -> None:
    room = integers(2, 3)
    room[1, 2] = 7
    assert np.asarray(room).tolist() == [[0, 0, 0], [0, 0, 7]]
    assert int(readable(np.arange(3))[2]) == 2


@kernel
def fill(s: Any) -> None:
    """Write into a record."""
    s.small = 5


def test_a_kernel_works_on_a_record_in_place() -> None:
    records = np.zeros(2, DTYPE)
    fill(handed(records, 1))
    assert records["small"].tolist() == [0, 5]


def test_a_cache_folder_that_cannot_be_made_means_no_cache_and_no_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    script = """
        from grimorio.engine.chance import below, key_of_seed, handed, stream
        print(below(handed(stream(key_of_seed(1))), 9))
    """
    assert python(script, GRIMORIO_CACHE=str(tmp_path / "file" / "cache")) in range(9)
    assert not list(PACKAGE.rglob("*.nbi"))


# ---------------------------------------------------------------- two processes

SIDE_BY_SIDE = """
    import json, os, pathlib, sys, time
    from numba.core import caching
    from grimorio.bots.uniform import choose
    from grimorio.engine.chance import key_of_seed, stream
    from grimorio.engine.kernel import cache_counts, integers, handed

    here, width = pathlib.Path(sys.argv[1]), sys.argv[2]
    keep = caching.IndexDataCacheFile._save_index
    def keep_slowly(*arguments):
        time.sleep(0.1)
        keep(*arguments)
    caching.IndexDataCacheFile._save_index = keep_slowly
    (here / str(os.getpid())).touch()
    while len(list(here.iterdir())) < 2:
        time.sleep(0.001)
    actions = integers(1) if width == "wide" else integers(1).astype("i1")
    choose(0, 0, actions, 1000, handed(stream(key_of_seed(1))))
    print(json.dumps(cache_counts))
"""


def side_by_side(folder: Path, widths: tuple[str, str]) -> list[Any]:
    """What two processes that begin at the same moment have compiled and found."""
    here = folder / "here"
    here.mkdir(exist_ok=True)
    for file in here.iterdir():
        file.unlink()
    command = [sys.executable, "-c", textwrap.dedent(SIDE_BY_SIDE), str(here)]
    around = surroundings(GRIMORIO_CACHE=str(folder / "cache"))
    both = [subprocess.Popen([*command, width], env=around, stdout=subprocess.PIPE, text=True) for width in widths]  # noqa: S603
    told = [process.communicate(timeout=300)[0] for process in both]
    return [json.loads(text.splitlines()[-1]) for text in told]


@pytest.mark.compiled_only
@pytest.mark.slow
def test_what_two_processes_need_is_compiled_once(tmp_path: Path) -> None:
    counts = side_by_side(tmp_path, ("wide", "wide"))
    assert sum(count["misses"] for count in counts) == len([*tmp_path.glob("cache/**/*.nbc")]) > 0


@pytest.mark.compiled_only
@pytest.mark.slow
def test_two_forms_of_one_kernel_that_are_kept_at_the_same_moment_are_both_there(tmp_path: Path) -> None:
    side_by_side(tmp_path, ("wide", "narrow"))
    assert [found["misses"] for found in side_by_side(tmp_path, ("wide", "narrow"))] == [0, 0]


CLAIM = """
    import sys
    from pathlib import Path
    from grimorio.engine.claims import Claims

    claims = Claims(Path(sys.argv[1]))
    claims.take("a rule")
    print("mine", flush=True)
    sys.stdin.readline()
    claims.drop("a rule")
    print("dropped", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def other(tmp_path: Path) -> Any:
    """A process that has claimed something."""
    command = [sys.executable, "-c", textwrap.dedent(CLAIM), str(tmp_path / "claims")]
    with subprocess.Popen(  # noqa: S603
        command, env=surroundings(), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "mine\n"
        yield process
        process.kill()


def test_what_another_has_claimed_is_waited_for_until_patience_is_at_its_end(other: Any, tmp_path: Path) -> None:
    claims = Claims(tmp_path / "claims")
    assert claims.take("a rule", patience=0.1)
    assert not claims.take("another rule", patience=0.1)
    other.stdin.write("\n")
    other.stdin.flush()
    assert other.stdout.readline() == "dropped\n"
    assert not claims.take("a rule", patience=0.1)


def test_the_dead_claim_nothing(other: Any, tmp_path: Path) -> None:
    other.kill()
    other.wait()
    assert not Claims(tmp_path / "claims").take("a rule", patience=0.1)
