"""Whole offers and sets in one line, by keys and by names, in both languages."""

from typing import Any

import pytest

from grimorio.engine.words import LANGUAGES, Words
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.typed import KEYS, NAMES, cards_in, command_in, kinds_called, offer_in, sets_in

PLAYERS = ("Ada", "Bruno", "Carla", "Carlo")


def told(actions: list[int] | None) -> list[str] | None:
    return None if actions is None else [GAME.action_of(number).text() for number in actions]


EMPTY: dict[str, Any] = {"phase": "market", "draft_give": [], "draft_want": [], "draft_to": None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a=j", ["give blue schlums", "want goldrose", "post"]),
        ("2a b = j", ["give blue schlums", "give blue schlums", "give greenroot", "want goldrose", "post"]),
        ("A+B=J>3", ["give blue schlums", "give greenroot", "want goldrose", "to c", "post"]),
        ("=2k", ["want dark thing", "want dark thing", "post"]),
        ("i=", ["give faran leaf", "post"]),
        ("=", ["post"]),
        ("a", None),
        ("a=z", None),
        ("a=j>8", None),
        ("pass", None),
    ],
)
def test_a_whole_offer_is_typed_in_one_line(text: str, expected: list[str] | None) -> None:
    assert told(offer_in(text, EMPTY)) == expected


def test_a_whole_offer_replaces_what_was_begun() -> None:
    made = told(offer_in("a=j", {**EMPTY, "draft_give": ["goldrose"]}))
    assert made is not None
    assert made[0] == "clear"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4d 2h", ["lay 4 gira extract", "lay 2 whiteberries", "hand in"]),
        ("2h1k", ["lay 2 whiteberries + 1 dark thing", "hand in"]),
        ("1j 1k", ["lay 1 goldrose + 1 dark thing", "hand in"]),
        ("1k2h 2d", ["lay 2 whiteberries + 1 dark thing", "lay 2 gira extract", "hand in"]),
        ("2k", None),
        ("1a", None),
        ("8a", None),
        ("2a 2b 2c", ["lay 2 blue schlums", "lay 2 greenroot", "lay 2 lead earth", "hand in"]),
        ("a", None),
        ("", None),
    ],
)
def test_sets_are_typed_in_one_line(text: str, expected: list[str] | None) -> None:
    view = {"phase": "presenting", "laid_kind": [None, None]}
    assert told(sets_in(text, view)) == expected
    assert command_in(text, view) == sets_in(text, view)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 blu x 1 faran", ["give blue schlums"] * 3 + ["want faran leaf", "post"]),
        ("due schlums gialli per una rosa d'oro", ["give yellow schlums"] * 2 + ["want goldrose", "post"]),
        ("2 blue schlums for a goldrose", ["give blue schlums"] * 2 + ["want goldrose", "post"]),
        ("offro 2 radici verdi e 1 bacca = 1 cosa oscura > bru", [
            "give greenroot", "give greenroot", "give whiteberries", "want dark thing", "to b", "post",
        ]),
        ("terra di piombo \u00d7 peli di troll", ["give lead earth", "want troll hair", "post"]),
        ("foglie faran + erbe d'argento = joker", ["give faran leaf", "give silvergrass", "want dark thing", "post"]),
        ("cerco due rose", ["want goldrose", "want goldrose", "post"]),
        ("2a + 1 faran = j>1", ["give blue schlums"] * 2 + ["give faran leaf", "want goldrose", "to a", "post"]),
        ("di=j", ["give gira extract", "give faran leaf", "want goldrose", "post"]),
        ("a e=j", ["give blue schlums", "give troll hair", "want goldrose", "post"]),
        ("1 schlums x faran", None),
        ("gi x faran", None),
        ("3 blu x", None),
        ("2 3 blu = j", None),
        ("a=j>car", None),
        ("a=j>", None),
        ("a=b=c", None),
        ("rosa d'oro", None),
        ("999 blu x j", None),
    ],
)  # fmt: skip
def test_a_whole_offer_is_typed_by_names(text: str, expected: list[str] | None) -> None:
    assert told(offer_in(text, EMPTY, PLAYERS)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 gira 2 bacche", ["lay 4 gira extract", "lay 2 whiteberries", "hand in"]),
        ("3 verdi e 2 blu", ["lay 3 greenroot", "lay 2 blue schlums", "hand in"]),
        ("consegno 2 bacche bianche + 1 cosa oscura", ["lay 2 whiteberries + 1 dark thing", "hand in"]),
        ("componi tre verdi", ["lay 3 greenroot"]),
        ("lay out 2 goldroses", ["lay 2 goldrose"]),
        ("rose d'oro", None),
        ("2 schlums", None),
    ],
)
def test_sets_are_typed_by_names(text: str, expected: list[str] | None) -> None:
    assert told(sets_in(text, {"phase": "presenting", "laid_kind": [None, None]})) == expected


def test_sets_replace_what_was_laid_out_unless_they_are_added() -> None:
    laid = {"phase": "presenting", "laid_kind": ["goldrose", None]}
    assert told(sets_in("2b", laid)) == ["clear", "lay 2 greenroot", "hand in"]
    assert told(sets_in("componi 2 verdi", laid)) == ["lay 2 greenroot"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ingredient_is_understood_by_its_whole_name_alone_and_in_numbers(language: str) -> None:
    words = Words(GAME, language)
    for kind, name in enumerate(NAMES):
        for number in (1, 3):
            found = cards_in(words.counted(number, name))
            assert found is not None
            assert [(some.kind, some.number) for some in found] == [(kind, number)]
        assert cards_in(KEYS[kind]) == [(kind, 1, False)]


def test_no_two_ingredients_are_called_by_the_same_words() -> None:
    assert [kinds_called([word]) for word in ("blu", "verdi", "oro", "jolly", "leaves", "bianca")] == [
        [0], [1], [9], [10], [8], [7],
    ]  # fmt: skip
    assert kinds_called(["schlums"]) == [0, 5]
    assert kinds_called([]) == kinds_called(["q"]) == kinds_called(["sugar"]) == []
