"""The words that only the terminal needs: in both languages, with the same entries and the same slots."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from grimorio.cli.texts import PICTURES, ScreenWords
from grimorio.engine.layout import ALL
from grimorio.engine.words import LANGUAGES, load
from grimorio.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)
ALIKE = re.compile(r"\b(bot|round|focus|flautz|backstage|[a-z]{1,3})\b", re.IGNORECASE)
"""What Italian and English may have alike: short words, names, words of the games."""


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", str(value)


def words(name: str, language: str) -> dict[str, str]:
    return dict(leaves(load(PICTURES / name / "words" / f"{language}.toml")))


@every_game
def test_both_languages_have_the_same_entries_with_the_same_slots(name: str) -> None:
    italian, english = (words(name, language) for language in LANGUAGES)
    assert list(italian) == list(english)
    for entry, text in italian.items():
        assert sorted(re.findall(r"\{(\w+)", text)) == sorted(re.findall(r"\{(\w+)", english[entry])), entry
        assert text.strip(), entry


@every_game
def test_nothing_was_left_in_the_other_language(name: str) -> None:
    italian, english = (words(name, language) for language in LANGUAGES)
    for entry, text in italian.items():
        bare = ALIKE.sub("", re.sub(r"\{\w+\}", "", text))
        if text == english[entry] and not text[:1].isupper():  # a name may be the same in both
            assert not re.search("[a-z]{4}", bare), (entry, text)


@every_game
def test_every_entry_is_used(name: str) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (PICTURES / name).glob("*.py"))
    for entry in words(name, "en"):
        table, _, last = entry.partition(".")
        head = re.split(r"[_ ]", last)[0]
        assert table in {"help", "piles"} or f'"{last}"' in source or f"{head}_" in source or f'"{table}"' in source, (
            entry
        )


@every_game
def test_help_tells_the_keys_of_everything_that_can_be_asked(name: str) -> None:
    game = GAMES[name]
    for language in LANGUAGES:
        words = ScreenWords(game, language)
        assert set(words.own["help"]["keys"]) == set(words.own["asks"])


@every_game
def test_piles_that_can_be_looked_through_are_seen_by_all(name: str) -> None:
    public = {field.name for field in GAMES[name].sight.fields if field.audience == ALL}
    assert set(ScreenWords(GAMES[name], "it").own["piles"]) <= public
