"""The box of Abracadabra: forty cards, 49 Objects, and editions that are refused with entry and reason."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.edition import edition_of
from grimorio.engine.game import EditionError
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.box import check_edition

STANDARD = GAME.read_edition(None)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard edition with one entry replaced."""
    data: dict[str, Any] = {
        name: dict(entry) if isinstance(entry, dict) else entry for name, entry in STANDARD.data.items()
    }
    *tables, last = path.split(".")
    table = data
    for name in tables:
        table[name] = dict(table[name])
        table = table[name]
    table[last] = value
    return data


def test_the_standard_box_has_forty_cards_and_49_objects() -> None:
    deck = [GAME.card_name(kind) for kind in GAME.deck(GAME.box(4))]
    assert len(deck) == 40 + 49
    assert len(set(deck[:40])) == 40
    objects = Counter(name.split()[1] for name in deck[40:])
    assert objects == {"stone": 7, "1": 6, "2": 12, "3": 14, "4": 7, "5": 2, "6": 1}


def test_each_pile_is_worth_more_than_the_one_before_it_card_by_card() -> None:
    piles = [sorted(STANDARD.data["objects"][letter]) for letter in "ABCDEFG"]
    for poorer, richer in pairwise(piles):
        assert all(one <= other for one, other in zip(poorer, richer, strict=True))


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("objects.A", [], "objects.A: is not a list of 1 to 9 numbers"),
        ("objects.B", [10], "objects.B: each must be a whole number from 0 to 9"),
        ("objects.C", ["tome"], "objects.C: each must be a whole number from 0 to 9"),
        ("objects.H", [1], "objects.H: is unknown here"),
        ("goal.points.number", 0, "goal.points.number: 0 is not a whole number from 1 to 15"),
        ("goal.points.number", True, "goal.points.number: True is not"),
        ("hand.limit.number", 6, "hand.limit.number: 6 is not a whole number from 1 to 5"),
        ("title", 3, "title: is not a text"),
        ("towers", 3, "towers: is unknown here"),
    ],
)
def test_a_wrong_edition_is_refused_with_its_entry_and_the_reason(path: str, value: Any, told: str) -> None:
    with pytest.raises(EditionError, match=told.replace("(", r"\(")):
        check_edition(edition_of(changed(path, value), "own.toml"))


def test_an_own_edition_is_played_with_its_numbers(tmp_path: Path) -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8").replace("number = 15", "number = 7")
    path = tmp_path / "short.toml"
    path.write_text(text, encoding="utf-8")
    box = GAME.box(2, {}, GAME.read_edition(path))
    assert int(box["goal"][0]) == 7


def test_a_starter_who_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(EditionError, match="seat F is not at a table of 3"):
        GAME.box(3, {"starter": "F"})
    with pytest.raises(EditionError, match="played by 2 to 6, not by 7"):
        GAME.box(7)


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(
    path=st.sampled_from(["objects.A", "goal", "goal.points", "hand.limit", "bonus", "objects", "title"]), value=values
)
def test_any_entry_is_read_or_refused(path: str, value: Any) -> None:
    told = ""
    try:
        edition = edition_of(changed(path, value), "own.toml")
        check_edition(edition)
        GAME.box(3, {}, edition)
    except EditionError as error:
        told = str(error)
    assert len(told.splitlines()) <= 1
