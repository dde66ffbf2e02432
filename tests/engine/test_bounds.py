"""TOML of strangers: what would be costly to read is refused before it is read, and nothing else is."""

import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.bounds import DEEPEST, LONGEST_KEY, MOST_PIECES, TooMuchError, check_toml
from grimorio.engine.complaint import complaint
from grimorio.engine.edition import LARGEST, Entries, load_edition, read_toml
from grimorio.engine.game import EditionError
from grimorio.engine.giving import ScenarioError
from grimorio.engine.scenario import read_scenarios
from grimorio.games.flautz import GAME

ROOT = Path(__file__).parent.parent.parent
ENOUGH = 64 << 20
"""Bytes that may be needed to refuse or to read any file."""
KEY = f"a key of more than {LONGEST_KEY} parts"
BRACKETS = f"more than {DEEPEST} brackets within each other"
ENTRIES = f"more than {MOST_PIECES} entries"
WORD = "a name or number of more than 200 letters"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a." * 20_000 + "b = 1", 1, KEY),
        ("\n\n[" + "a." * 20_000 + "b]", 3, KEY),
        ("a = 1\nb = { " + "c . " * 20_000 + "d = 1 }", 2, KEY),
        ("a = [\n1,\n{ " + '"x.y".' * 20_000 + "d = 1 }]", 3, KEY),
        ("'a'." * 20_000 + "b = 1", 1, KEY),
        ('a = """\n\n""""' + "\n" + "b." * 9, 4, KEY),
        ('a = "\\""\n' + "b." * 9, 2, KEY),
        ("a = 1\r\n\r\n" + "b." * 9, 3, KEY),
        ("a = " + "[" * 100_000, 1, BRACKETS),
        ("a = " + "{a=" * 100_000, 1, BRACKETS),
        ("a = [\n" * 9, 9, BRACKETS),
        ("a = 1\n" * 50_001, 50_001, ENTRIES),
        ("a = [" + "1," * 60_000 + "]", 1, ENTRIES),
        ("[a.b.c]\n" * 20_000, 16_667, ENTRIES),
        ("\na = 0x" + "f" * 201, 2, WORD),
        ("a" * 201 + " = 1", 1, WORD),
    ],
)
def test_what_is_too_much_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(TooMuchError) as error:
        check_toml(text)
    told = complaint("en", error.value.code, {"most": error.value.most})
    assert (error.value.line, told) == (line, reason)


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c.d.e.f.g.h = 1",
        'a = "' + "x." * 100_000 + '"',
        "a = '" + "[" * 100_000 + "'",
        'a = """' + "\n[{x.y.z.".rjust(20) * 10_000 + '"""',
        "a = '''" + '"""\n[' * 10_000 + "'''",
        "# " + "a." * 10_000 + "[" * 1000 + "\na = 1",
        'a = "\\\\" # ' + "." * 100,
        "a = '\\' # '" + "." * 100,
        'a = """x\\"""" + ' + "." * 5,
        "a = [" + "1.5, " * 20_000 + "]",
        "\n".join(f"a{number} = {number}.5" for number in range(20_000)),
        '"' + "." * 300 + '" = 1',
        "a = " + "[" * DEEPEST + "]" * DEEPEST,
    ],
)
def test_points_and_brackets_in_strings_comments_and_numbers_are_fine(text: str) -> None:
    check_toml(text)


def hostile(number: int) -> str:
    """The largest files that are still read, and some that are not."""
    within = MOST_PIECES // 9
    return [
        "a." * (LARGEST // 2),
        "".join(f"k{each}.b.c.d.e.f.g.h = 1\n" for each in range(within - 1)),
        "".join(f"[k{each}.b.c.d.e.f.g.h]\n" for each in range(within - 1)),
        "[[a]]\nb.c.d.e.f.g.h = 1\n" * (within - 1),
        "a = [" + "{}," * (MOST_PIECES // 2 - 5) + "]",
        'a = """' + "[" * (LARGEST - 20) + '"""',
        '"""\\' * (LARGEST // 4),
        "a = 0x" + "f" * (LARGEST - 10),
        "\n" * (LARGEST // 8),
    ][number]


@pytest.mark.parametrize("number", range(9))
def test_no_file_takes_much_memory(number: int, tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(hostile(number))
    tracemalloc.start()
    with pytest.raises(EditionError) as error:
        GAME.read_edition(path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < ENOUGH
    assert str(error.value).isprintable()


def test_long_names_of_many_tables_take_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text(f'["{"x" * 500_000}"]\n' + "".join(f"k{number}={{}}\n" for number in range(20_000)))
    entries = Entries(load_edition(path))
    tracemalloc.start()
    entries.check_origins()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < ENOUGH


def test_an_edition_and_a_scenario_are_refused_with_file_line_and_reason(tmp_path: Path) -> None:
    path = tmp_path / "hostile.toml"
    path.write_text("# mine\n" + "a." * 20_000 + "b = 1")
    with pytest.raises(EditionError) as edition:
        load_edition(path)
    with pytest.raises(ScenarioError) as scenario:
        read_scenarios(path)
    assert str(edition.value) == str(scenario.value) == f"{path}:2: {KEY}"


def test_a_refusal_finds_its_line_in_a_file_full_of_brackets(tmp_path: Path) -> None:
    path = tmp_path / "brackets.toml"
    path.write_text('a = """\n' + "[" * (LARGEST - 100) + '\n"""\n[deck]\nx = 1\n')
    with pytest.raises(EditionError, match=r"brackets\.toml:1: a: is unknown here"):
        GAME.read_edition(path)


@pytest.mark.parametrize("folder", ["src", "tests"])
def test_every_file_of_ours_is_within_the_bounds(folder: str) -> None:
    assert all(read_toml(path)[0] for path in (ROOT / folder).rglob("*.toml"))


def depth(value: Any) -> int:
    """Tables and lists within each other."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth, inner), default=0) if isinstance(value, dict | list) else 0


shreds = st.sampled_from(
    [
        "a",
        ".",
        "=",
        "[",
        "]",
        "{",
        "}",
        ",",
        "\n",
        " ",
        '"',
        "'",
        '"""',
        "'''",
        "\\",
        "#",
        "1",
        "1.5",
        "\r\n",
        "[[",
        "]]",
    ]
)


@given(text=st.lists(shreds, max_size=60).map("".join))
def test_what_passes_is_never_deeper_than_the_bounds(text: str) -> None:
    try:
        check_toml(text)
        read = tomllib.loads(text)
    except ValueError:
        return
    assert depth(read) <= 1 + LONGEST_KEY + DEEPEST * (LONGEST_KEY + 1)


@given(
    inner=st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\"'\\")), parts=st.integers(8, 12)
)
def test_no_string_or_comment_hides_a_long_key(inner: str, parts: int) -> None:
    before = f'x = "{inner}" # {inner}\ny = \'{inner}\'\nz = """{inner}\n{inner}"""\n'
    assert len(tomllib.loads(before)) == 3
    check_toml(before)
    with pytest.raises(TooMuchError, match="key"):
        check_toml(before + "a." * parts + "b = 1")
