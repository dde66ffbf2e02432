"""Writing files: whole or not at all, whatever happens, and nothing with a secret in it is left lying about."""

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from grimorio.engine import files
from grimorio.engine.files import clear_unfinished, replace, unfinished

OLD, NEW = "old " * 1000, "new " * 50_000

BEGIN = """
import os, signal, sys
from pathlib import Path
from grimorio.engine import files
path = Path(sys.argv[1])
"""
DIE_IN_MID_WRITE = """
def die(_handle):
    os.kill(os.getpid(), signal.SIGKILL)
os.fsync = die
files.replace(path, "new " * 50_000)
"""
WRITE_FOR_EVER = """
print("ready", flush=True)
while True:
    files.replace(path, "new " * 50_000)
    files.replace(path, "old " * 1000)
"""
FULL_DISK = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
try:
    files.replace(path, "new " * 50_000)
except OSError as error:
    print(error.strerror)
"""


def started(program: str, path: Path) -> "subprocess.Popen[str]":
    """Another process at work on a file."""
    command = [sys.executable, "-c", BEGIN + program, str(path)]
    source = str(Path(files.__file__).parent.parent.parent)
    return subprocess.Popen(  # noqa: S603 - our own program
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source}
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with something in it."""
    path = tmp_path / "save.json"
    replace(path, OLD)
    return path


def names(path: Path) -> list[str]:
    return sorted(each.name for each in path.parent.iterdir())


def test_a_text_takes_the_place_of_another_and_only_its_owner_reads_it(path: Path) -> None:
    path.chmod(0o644)
    replace(path, "è" + NEW)
    assert path.read_text(encoding="utf-8") == "è" + NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert names(path) == ["save.json"]


def test_folders_are_made(tmp_path: Path) -> None:
    replace(tmp_path / "a" / "b" / "save.json", NEW)
    assert (tmp_path / "a" / "b" / "save.json").read_text() == NEW


def test_a_kill_in_mid_write_leaves_the_old_text_and_the_next_write_nothing_else(path: Path) -> None:
    dying = started(DIE_IN_MID_WRITE, path)
    dying.communicate()
    assert dying.returncode == -signal.SIGKILL
    assert path.read_text() == OLD
    assert names(path) == [".save.json.new", "save.json"]
    assert stat.S_IMODE(unfinished(path).stat().st_mode) == 0o600
    replace(path, NEW)
    assert path.read_text() == NEW
    assert names(path) == ["save.json"]


@pytest.mark.parametrize("moment", [0.001, 0.01, 0.03])
def test_a_kill_at_any_moment_leaves_one_whole_text(path: Path, moment: float) -> None:
    writing = started(WRITE_FOR_EVER, path)
    assert writing.stdout
    writing.stdout.readline()
    with pytest.raises(subprocess.TimeoutExpired):
        writing.wait(moment)
    writing.kill()
    writing.communicate()
    assert path.read_text() in {OLD, NEW}
    assert set(names(path)) <= {"save.json", ".save.json.new"}
    clear_unfinished(path)
    assert names(path) == ["save.json"]


def test_a_full_disk_leaves_the_old_text_and_nothing_else(path: Path) -> None:
    told, _ = started(FULL_DISK, path).communicate()
    assert told == "File too large\n"
    assert path.read_text() == OLD
    assert names(path) == ["save.json"]


def test_what_anybody_put_in_the_way_is_neither_followed_nor_kept(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("precious")
    unfinished(path).symlink_to(other)
    replace(path, NEW)
    assert other.read_text() == "precious"
    assert path.read_text() == NEW
    assert not path.is_symlink()


def test_a_start_clears_what_killed_writers_left_and_nothing_else(path: Path) -> None:
    left = (".save.json.new", ".save.json.ab_3xyz9")
    kept = (
        ".save.json.lock",
        ".save.json.ab_3xyz9z",
        ".other.json.ab_3xyz9",
        "save.json.ab_3xyz9",
        ".save.json.ABCDEFGH",
    )
    for name in (*left, *kept):
        path.with_name(name).write_text("secret")
    path.with_name(".save.json.abcdefgh").mkdir()
    clear_unfinished(path)
    assert names(path) == sorted((*kept, ".save.json.abcdefgh", "save.json"))


def test_a_folder_that_knows_no_settling_is_no_failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settle = os.fsync

    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(22, "Invalid argument")
        settle(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    replace(path, NEW)
    assert path.read_text() == NEW


def test_file_and_folder_are_settled_in_this_order(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settled = []

    def fsync(handle: int) -> None:
        settled.append((stat.S_ISDIR(os.fstat(handle).st_mode), path.read_text() == NEW))

    monkeypatch.setattr(os, "fsync", fsync)
    replace(path, NEW)
    assert settled == [(False, False), (True, True)]
