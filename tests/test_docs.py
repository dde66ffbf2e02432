"""The documentation says what is true: examples run, links lead somewhere, and whatever exists is explained.

`PYTHONPATH=src python tests/test_docs.py` prints the generated parts of the documentation anew.
"""

import dataclasses
import functools
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import grimorio
from grimorio.engine.game import Game
from grimorio.engine.layout import AUDIENCES
from grimorio.engine.refusal import ENGINE_REFUSALS
from grimorio.games import GAMES, load
from grimorio.room.decision import ROOM_REFUSALS
from grimorio.server.app import ROUTES
from grimorio.server.protocol import Command
from grimorio.server.refusals import SERVER_REFUSALS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted(DOCS.glob("*.md")),
    *(g.folder / "README.md" for g in GAMES.values()),
]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

every_page = pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


@functools.cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def blocks(page: Path, language: str) -> list[str]:
    """The fenced examples of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(page), re.DOTALL | re.MULTILINE)


def prose(page: Path) -> str:
    """A page without its fenced examples."""
    return re.sub(r"^```.*?^```", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


# ---------------------------------------------------------------- examples run

EXAMPLES = [(page.name, code) for page in (ROOT / "README.md", DOCS / "research.md") for code in blocks(page, "python")]


@pytest.mark.parametrize(
    "code", [code for _, code in EXAMPLES], ids=[f"{name}-{i}" for i, (name, _) in enumerate(EXAMPLES)]
)
def test_a_python_example_runs(code: str, tmp_path: Path) -> None:
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    runpy.run_path(str(script), run_name="__main__")


def test_the_example_of_the_readme_plays_a_whole_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = blocks(ROOT / "README.md", "python")
    script = tmp_path / "example.py"
    script.write_text(code, encoding="utf-8")
    made = runpy.run_path(str(script))
    told = capsys.readouterr().out
    assert made["table"].over
    assert len([line for line in code.splitlines() if line.strip()]) <= 12
    assert len(told.splitlines()) > len(made["table"].moves)


def test_the_edition_of_the_readme_can_be_played_with(tmp_path: Path) -> None:
    (code,) = blocks(ROOT / "README.md", "toml")
    path = tmp_path / "own.toml"
    path.write_text(code, encoding="utf-8")
    game = load("flautz")
    edition = game.read_edition(path)
    assert edition.digest != game.read_edition(None).digest
    for seats in range(game.seats[0], game.seats[1] + 1):
        game.box(seats, edition=edition)


# ---------------------------------------------------------------- commands exist

MENTION = re.compile(r"\bgrimorio ([a-z]+)\b([^`\n]*)")


def mentions(page: Path) -> Iterator[tuple[str, list[str]]]:
    """The commands that a page names as code, each with its long options."""
    for piece in (*re.findall(r"`([^`\n]+)`", prose(page)), *blocks(page, "sh")):
        for command, rest in MENTION.findall(piece):
            yield command, re.findall(r"--[a-z][a-z-]*", rest)


@functools.cache
def help_of(*words: str) -> str:
    """What `grimorio ... --help` prints, asked as a user's shell would, from the entry point of the package."""
    module, _, function = PROJECT["project"]["scripts"]["grimorio"].partition(":")
    start = f"import sys; from {module} import {function}; sys.argv[0] = 'grimorio'; sys.exit({function}())"
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "COLUMNS": "200",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
    }
    environment["PYTHONPATH"] = str(ROOT / "src")
    asked = [sys.executable, "-c", start, *words, "--help"]
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603
    assert done.returncode == 0, f"grimorio {' '.join(words)} --help: {done.stderr or done.stdout}"
    return done.stdout


def commands() -> set[str]:
    """The commands that the help of the whole program lists."""
    listed = re.split(r"^\W{0,3}Commands\b", help_of(), flags=re.MULTILINE)[-1]
    return set(re.findall(r"^[ │|]{1,3}([a-z]+)\b", listed, re.MULTILINE))


def test_the_readme_names_every_command_and_no_other() -> None:
    rows = re.findall(r"^\| `grimorio ([a-z]+)[^`]*` \|", text_of(ROOT / "README.md"), re.MULTILINE)
    assert sorted(rows) == sorted(commands())


NAMED = sorted(
    {(command, option) for page in PAGES for command, options in mentions(page) for option in ("", *options)}
)


@pytest.mark.parametrize(("command", "option"), NAMED, ids=[f"{command}{option}" for command, option in NAMED])
def test_a_command_in_the_documentation_exists(command: str, option: str) -> None:
    assert command in commands()
    assert not option or re.search(rf"{option}(?![\w-])", help_of(command))


@every_page
def test_every_target_of_make_that_a_page_names_exists(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
    code = (*re.findall(r"`([^`\n]+)`", prose(page)), *blocks(page, "sh"))
    assert {name for piece in code for name in re.findall(r"^make ([a-z]+)", piece, re.MULTILINE)} <= targets


# ---------------------------------------------------------------- the pages of the games


def first_cells(page: Path, head: str) -> set[str]:
    """What the tables whose first column has this head explain: the names in code of that column."""
    found: set[str] = set()
    rows = re.findall(rf"^\| {head} \|.*\n\|[-| ]+\|\n((?:\|.*\n?)*)", text_of(page), re.MULTILINE)
    for row in "".join(rows).splitlines():
        found.update(re.findall(r"`([^`]+)`", row.split("|")[1]))
    return found


@every_game
def test_a_game_explains_its_options_and_no_others(game: Game) -> None:
    assert first_cells(game.folder / "README.md", "option") == {option.name for option in game.options}


@every_game
def test_a_game_explains_its_events_and_no_others(game: Game) -> None:
    assert first_cells(game.folder / "README.md", "event") == set(game.events)


@every_game
def test_a_game_explains_its_endings_and_no_others(game: Game) -> None:
    assert first_cells(game.folder / "README.md", "ending") == set(game.endings)


@every_game
def test_a_game_explains_its_refusals_and_no_others(game: Game) -> None:
    page = game.folder / "README.md"
    assert first_cells(page, "code") == {code for code, rule in game.refusals if rule}
    for code, rule in game.refusals:
        assert not rule or re.search(rf"^\| `{code}` \| {rule} \|", text_of(page), re.MULTILINE), code


@every_game
def test_a_game_explains_the_fields_of_its_position_and_no_others(game: Game) -> None:
    declared = {field.name for field in game.layout.fields if field.of.sort != "secret"}
    assert first_cells(game.folder / "README.md", "field") == declared


@every_game
def test_a_game_names_its_makers(game: Game) -> None:
    for page in (ROOT / "README.md", ROOT / "NOTICE", game.folder / "README.md"):
        told = " ".join(text_of(page).split())
        assert "unofficial adaptation" in told, page
        for name in (*game.authors.split(", "), game.publisher.partition(",")[0]):
            assert name in told, page


# ---------------------------------------------------------------- the pages of the engine


def test_every_field_of_the_contract_is_explained() -> None:
    explained = first_cells(DOCS / "add-a-game.md", "field of `Game`")
    assert explained == {field.name for field in dataclasses.fields(Game)}


def test_every_audience_is_explained() -> None:
    assert first_cells(DOCS / "architecture.md", "audience") == set(AUDIENCES)
    for name, meaning in AUDIENCES.items():
        assert f"| `{name}` | {meaning} |" in text_of(DOCS / "architecture.md")


def test_every_refusal_of_the_engine_is_explained() -> None:
    assert first_cells(DOCS / "architecture.md", "code") == set(ENGINE_REFUSALS) | set(ROOM_REFUSALS)


def test_every_refusal_of_the_server_is_explained() -> None:
    assert first_cells(DOCS / "protocol.md", "refusal") == set(SERVER_REFUSALS)


def test_every_command_of_a_client_is_explained() -> None:
    kinds = {command.__struct_config__.tag for command in get_args(Command)}
    assert first_cells(DOCS / "protocol.md", "command") == kinds


def test_every_request_to_the_server_is_explained() -> None:
    plain = {re.sub(r"<(\w+)>", r"{\1:str}", each.partition("?")[0]) for each in requests_explained()}
    explained = {re.sub(r"flautz/words/it", "{game:str}/words/{language:str}", each) for each in plain}
    known = {f"{method} {path}" for route in ROUTES for path in route.paths for method in methods(route)}
    assert explained == known


def requests_explained() -> set[str]:
    return first_cells(DOCS / "protocol.md", "request")


def methods(route: object) -> list[str]:
    """How a route is asked; the socket is explained apart."""
    return sorted(getattr(route, "http_methods", ()))


def test_every_file_of_the_engine_is_explained() -> None:
    files = {path.name for path in (ROOT / "src" / "grimorio" / "engine").glob("*.py")} - {"__init__.py"}
    assert first_cells(DOCS / "architecture.md", "file") == files


def requirements() -> Iterator[str]:
    """The packages that pyproject.toml asks for, without versions and extras."""
    project = PROJECT["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    for line in (*project["dependencies"], *extras, *PROJECT["build-system"]["requires"]):
        found = re.match(r"[\w.-]+", line)
        assert found, line
        yield found.group()


@pytest.mark.parametrize("name", sorted(set(requirements())))
def test_every_dependency_is_explained(name: str) -> None:
    explained = re.findall(r"^\|(.*)\|$", text_of(DOCS / "dependencies.md"), re.MULTILINE)
    cells = {word.lower() for row in explained for cell in row.split("|")[:2] for word in re.findall(r"[\w.-]+", cell)}
    assert name.lower() in cells


# ---------------------------------------------------------------- the tensor


def tensor_table(game: Game) -> str:
    """What each number of a game's tensor means, as the documentation has it."""
    sight = game.sight
    head = f"{sight.tensor_size} numbers. The mask has {game.actions} entries, one an action.\n\n"
    rows = ["| from | to | field | meaning |", "|---|---|---|---|"]
    rows += [f"| {e.start} | {e.start + e.size - 1} | `{e.field}` | {e.meaning} |" for e in sight.entries]
    return head + "\n".join(rows) + "\n"


@every_game
def test_the_table_of_the_tensor_is_fresh(game: Game) -> None:
    found = re.search(rf"<!-- tensor {game.name} -->\n(.*?)<!-- /tensor -->", text_of(DOCS / "research.md"), re.DOTALL)
    assert found is not None
    assert found.group(1).strip() == tensor_table(game).strip()


# ---------------------------------------------------------------- links and files


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@every_page
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).resolve() if name else page
        assert other.exists(), target
        assert not anchor or anchor in anchors(other), target


@every_page
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    for name in re.findall(r"`((?:src|tests|docs|web|benchmarks)/[^`\s]*)`", prose(page)):
        if not re.search(r"[<>*{}]", name):
            assert (ROOT / name).exists(), name


def tracked() -> list[Path]:
    """The files that git knows or would take in, none where this is no checkout."""
    git = shutil.which("git")
    if git is None:
        return []
    asked = [
        git,
        "-c",
        "safe.directory=*",
        "-C",
        str(ROOT),
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)  # noqa: S603
    found = [ROOT / name for name in done.stdout.split("\0") if name]
    return [path for path in found if path.is_file()]


FOLDERS = ("work", "root", "home")
REGISTRIES = ("pypi", "pythonhosted", "npmjs", "npmmirror", "anaconda", "conda", "jfrog", "nvidia")


def strangers(text: str) -> list[str]:
    """Paths of one machine, hosts of registries and options that name one, in a text."""
    folders = rf"(?<![\w.$}}>*~-])/(?:{'|'.join(FOLDERS)})/\S*"
    hosts = rf"\b(?:{'|'.join(REGISTRIES)})\.(?:org|com|io|net|dev)\b"
    return re.findall(rf"{folders}|{hosts}|index[-_]url", text)


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    files = tracked()
    if not files:
        pytest.skip("not a checkout of git")
    read = {str(path.relative_to(ROOT)): path.read_bytes() for path in files}
    texts = {name: content.decode("utf-8", "replace") for name, content in read.items() if b"\0" not in content}
    assert len(texts) > len(read) * 0.9
    found = {name: strangers(text) for name, text in texts.items()}
    assert {name: those for name, those in found.items() if those} == {}


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_path_of_one_machine_would_be_noticed(folder: str) -> None:
    assert strangers(f"see /{folder}/main there")
    assert strangers(f'"/{folder}/x"')
    assert not strangers(f"the net{folder} and {folder}/main")


@pytest.mark.parametrize("host", ["pypi" + ".org", "files.pythonhosted" + ".org", "registry.npmjs" + ".org"])
def test_a_registry_would_be_noticed(host: str) -> None:
    assert strangers(f"https://{host}/simple")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt", "requirements-web.txt"])
def test_pinned_requirements_have_hashes_and_no_address(name: str) -> None:
    text = text_of(ROOT / name)
    assert "://" not in text
    pins = re.findall(r"^([\w.-]+)==", text, re.MULTILINE)
    assert pins
    assert text.count("--hash=") >= len(pins)


def test_the_version_is_that_of_the_changelog() -> None:
    assert re.search(rf"^## .*\b{re.escape(grimorio.__version__)}$", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)


if __name__ == "__main__":
    for each in GAMES.values():
        sys.stdout.write(f"<!-- tensor {each.name} -->\n{tensor_table(each)}<!-- /tensor -->\n")
