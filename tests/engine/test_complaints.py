"""Why cards or an agreement cannot be played with: a sentence for every reason, in every language, with its values."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import grimorio
from grimorio.engine.complaint import sentences
from grimorio.engine.edition import content_of, edition_of, read_toml
from grimorio.engine.game import EditionError
from grimorio.engine.words import LANGUAGES
from grimorio.games import GAMES

SOURCES = Path(grimorio.__file__).parent
FORWARDED = {("game.py", "code"), ("edition.py", "code"), ("edition.py", "error.code")}
"""Where a code is handed on that was written somewhere else: by `unplayable`, `Entries.refuse`, from `TooMuchError`."""
CODE_AT = {"unplayable": 0, "EditionError": 0, "TooMuchError": 1, "refuse": 1}
"""The argument that is the code, by the function that takes it."""


def slots(sentence: str) -> set[str]:
    """What a sentence needs."""
    return {slot for _, slot, _, _ in Formatter().parse(sentence) if slot}


def refusals_of(path: Path) -> Iterator[tuple[str, str, set[str]]]:
    """Every reason that a file can give: where, the code, and the values that come with it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        entries = ast.unparse(owner) == "entries" or path.name == "edition.py" if owner else False
        if name not in CODE_AT or (name == "refuse") != entries:
            continue
        where, values = f"{path.name}:{node.lineno}", {each.arg for each in node.keywords if each.arg}
        code = node.args[CODE_AT[name]]
        if name == "TooMuchError":
            values = {"most"}
        if isinstance(code, ast.Constant):
            yield where, str(code.value), values
        else:
            yield path.name, ast.unparse(code), values


FOUND = [each for path in sorted(SOURCES.rglob("*.py")) for each in refusals_of(path)]
WRITTEN = [each for each in FOUND if each[:2] not in FORWARDED]


def test_every_reason_that_the_code_can_give_has_a_sentence_that_uses_its_values() -> None:
    assert len(WRITTEN) > 40
    for where, code, values in WRITTEN:
        for language in LANGUAGES:
            assert code in sentences(language), (where, code)
            assert slots(sentences(language)[code]) == values, (where, code, language)


def test_no_sentence_is_there_for_nothing() -> None:
    assert {code for _, code, _ in WRITTEN} == set(sentences("it")) == set(sentences("en"))


WRONG = [-1, 10**9, True, 0.5, "", "dragon", [], [0], ["dragon"], [10**9] * 3, {}, {"dragon": 1}, "9" * 5000]


def broken(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An edition with one thing wrong, in every way at every place."""
    for name, value in data.items():
        yield {each: data[each] for each in data if each != name}
        for wrong in WRONG:
            yield {**data, name: wrong}
        if isinstance(value, dict):
            for inner in broken(value):
                yield {**data, name: inner}
    yield {**data, "dragon": 1}


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_wrong_with_cards_is_told_in_italian_and_in_english(name: str) -> None:
    game, refused = GAMES[name], list[EditionError]()
    for data in broken(dict(game.standard.data)):
        try:
            game.box(game.seats[1], {}, edition_of(data, "own.toml"))
        except EditionError as error:
            refused.append(error)
    for each in refused:
        italian, english = each.told("it"), each.told("en")
        assert italian != english == str(each)
        assert italian.startswith("own.toml: ")
        assert italian.isprintable()
    codes = {each.code for each in refused}
    assert {"missing", "not-whole", "unknown-entry", "not-one", "not-a-text", "not-a-table"} <= codes


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("title = \n", "x.toml:1"),
        ("a = 1\na = 2\n", "x.toml:2"),
        ("a = 1\n[b\n", "x.toml:2"),
        ('a = "1\n', "x.toml:1"),
        ('a = """1\n\n', "x.toml:1"),
        ("a = 1\n\n\nb", "x.toml:4"),
    ],
)
def test_what_is_no_toml_is_told_with_its_line_and_what_stands_there(text: str, place: str) -> None:
    with pytest.raises(EditionError) as error:
        content_of(text, "x.toml")
    line = text.split("\n")[int(place.split(":")[1]) - 1]
    assert error.value.told("it") == f"{place}: questo non è TOML: {line.strip()}"


def test_a_file_that_cannot_be_had_is_told_in_italian(tmp_path: Path) -> None:
    (tmp_path / "half.toml").write_bytes(b"a = '\xff'")
    found = {}
    for name in ("none.toml", "half.toml"):
        with pytest.raises(EditionError) as error:
            read_toml(tmp_path / name)
        found[name] = error.value.told("it").removeprefix(f"{tmp_path}/")
    assert found == {
        "none.toml": "none.toml: questo file non esiste",
        "half.toml": "half.toml: il byte 5 non è UTF-8",
    }
