"""What goes to a package index: an sdist, the wheel that is built from it, and what that wheel does on its own."""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import grimorio

ROOT = Path(__file__).parent.parent
PARTS = ("CHANGELOG.md", "CITATION.cff", "LICENSE", "MANIFEST.in", "NOTICE", "README.md", "pyproject.toml", "setup.py")
FOLDERS = ("src", "tests/scenarios", "web/dist")
BUILD = "import sys, setuptools.build_meta as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"


def copied(to: Path) -> Path:
    """The tree without what is left over from earlier builds."""
    for name in PARTS:
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, to / name)
    left_out = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in FOLDERS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, to / name, ignore=left_out)
    return to


def built(what: str, folder: Path, to: Path) -> Path:
    """An sdist or a wheel of a folder."""
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-W", "ignore", "-c", BUILD, what, str(to)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return to / done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the sdist of this tree."""
    pytest.importorskip("setuptools")
    made = tmp_path_factory.mktemp("made")
    sdist = built("build_sdist", copied(tmp_path_factory.mktemp("tree")), made)
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
            archive.extractall(made, filter="data")
        else:
            archive.extractall(made)  # noqa: S202 - it was made here
    return built("build_wheel", made / sdist.name.removesuffix(".tar.gz"), made)


def test_a_wheel_holds_all_that_the_package_has(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    wanted = {
        path.relative_to(source).as_posix()
        for path in (source / "grimorio").rglob("*")
        if path.suffix in {".py", ".toml", ".md", ".npz", ".typed"} and "__pycache__" not in path.parts
    }
    assert wanted <= inside
    assert "grimorio/py.typed" in inside
    for folder, place in (("tests/scenarios", "scenarios"), ("web/dist", "built")):
        if (ROOT / folder).is_dir():
            there = {
                path.relative_to(ROOT / folder).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()
            }
            assert {f"grimorio/server/{place}/{name}" for name in there} <= inside


def test_a_wheel_works_where_only_its_dependencies_are(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False, symlinks=os.name != "nt")
    python = tmp_path / "bin" / "python"
    asked = [str(python), "-I", "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())  # noqa: S603
    shutil.unpack_archive(wheel, site, "zip")
    dependencies = {str(Path(module).resolve()) for module in sys.path if module.endswith("site-packages")}
    (site / "dependencies.pth").write_text("\n".join(sorted(dependencies)) + "\n", encoding="utf-8")
    plain = {"NUMBA_DISABLE_JIT": "1", "PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    code = "import grimorio; print(grimorio.__file__); from grimorio.cli.main import main; main(['games', '--json'])"
    done = subprocess.run([python, "-I", "-c", code], env=plain, capture_output=True, text=True, check=True)  # noqa: S603
    where, _, told = done.stdout.partition("\n")
    assert Path(where).is_relative_to(site)
    assert len(json.loads(told)) == 5
    simulated = "from grimorio.cli.main import main; main('simulate flautz --seats 2 --games 1 --json'.split())"
    done = subprocess.run([python, "-I", "-c", simulated], env=plain, capture_output=True, text=True, check=True)  # noqa: S603
    assert json.loads(done.stdout)["games"] == 1


def test_a_wheel_says_what_it_is(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    name = next(each for each in archive.namelist() if each.endswith("METADATA"))
    told = archive.read(name).decode()
    assert f"\nVersion: {grimorio.__version__}\n" in told
    assert "Description-Content-Type: text/markdown" in told
    for extra in ("gymnasium", "pettingzoo", "openspiel", "dataset"):
        assert f"\nProvides-Extra: {extra}\n" in told
    assert f'version: "{grimorio.__version__}"' in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
