"""The box of F.A.T.A.: what is in it, the laws of its reconstruction, and editions that are refused with the reason."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.edition import edition_of
from grimorio.engine.game import EditionError
from grimorio.games.fata import GAME
from grimorio.games.fata.box import check_edition
from grimorio.games.fata.state import PLAY_DECK, VISIONS

STANDARD = GAME.read_edition(None)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard edition with one entry replaced."""
    data: dict[str, Any] = dict(STANDARD.data)
    *tables, last = path.split(".")
    table = data
    for name in tables:
        table[name] = dict(table[name])
        table = table[name]
    table[last] = value
    return data


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_seventy_cards_five_treasures_and_a_character_for_each_and_one_queen(seats: int) -> None:
    deck = [GAME.card_name(kind) for kind in GAME.deck(GAME.box(seats))]
    assert len(deck) == 70 + 5 * seats + 1 + seats
    assert deck.count("queen") == 1
    treasures = Counter(
        name.split()[1] for name in deck if name.split()[0] in {"red", "yellow", "purple", "blue", "green"}
    )
    assert treasures == {"-1": 2 * seats, "1": seats, "2": seats, "3": seats}


def test_the_play_deck_has_52_different_visions_and_nine_enchantments_twice() -> None:
    kinds = Counter(kind for kind in GAME.deck(GAME.box(3)) if kind < VISIONS + 9)
    assert [kinds[kind] for kind in range(VISIONS)] == [1] * 52
    assert [kinds[kind] for kind in range(VISIONS, VISIONS + 9)] == [2] * 9


def test_stronger_magic_shows_fewer_stars() -> None:
    box = GAME.box(3)[0]
    for kind in range(VISIONS):
        blank = GAME.card_name(kind).split()[1] == "blank"
        assert int(box["stars"][kind].sum()) == (2 if blank else 3)
        assert int(box["stars"][kind][2]) == int(box["power"][kind])


def test_the_totals_of_the_reconstruction() -> None:
    names = [GAME.card_name(kind).split() for kind in range(VISIONS)]
    assert Counter(name[0] for name in names) == {"draw": 13, "take": 13, "rob": 13, "discard": 13}
    assert Counter(name[1] for name in names) == {"stone": 12, "scissors": 12, "scroll": 12, "blank": 16}
    assert Counter(name[2] for name in names) == {"neighbour": 20, "anyone": 20, "two": 12}
    assert Counter(name[3] for name in names) == {"1": 32, "2": 20}
    stars = GAME.box(3)[0]["stars"]
    assert Counter(stars[:, 0].tolist()) == {0: 24, 1: 28}
    assert Counter(stars[:, 1].tolist()) == {0: 24, 1: 16, 2: 12}


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("table.hand_limit.number", 6, "table.hand_limit.number: 6 is not a whole number from 1 to 5"),
        ("table.visions_a_turn.number", 3, "table.visions_a_turn.number: 3 is not a whole number from 1 to 2"),
        ("table.first_deal", {"number": 4, "cards": 1}, "table.first_deal.cards: is unknown here"),
        ("points.series.numbers", [0, 1, 3], "points.series.numbers: [0, 1, 3] is not a list of 6 whole numbers"),
        (
            "points.series.numbers",
            [0, 1, 3, 6, 10, 100],
            "points.series.numbers: each must be a whole number from 0 to 99",
        ),
        (
            "treasures.values.numbers",
            [0, 1, 1, 2, 3],
            "treasures.values.numbers: each must be one of -2, -1, 1, 2, 3, 4",
        ),
        ("treasures.values.numbers", [1, 1, 2, 3], "treasures.values.numbers: [1, 1, 2, 3] is not a list of 5"),
        ("visions.stone two 2.upright", 4, "visions.stone two 2.upright: 4 is not a whole number from 0 to 3"),
        ("visions.stone two 3", {}, "visions.stone two 3: is unknown here"),
        ("visions.stone two 2.copies", 5, "visions: 86 cards; a box holds 45 to 80"),
        ("enchantments.gust", -1, "enchantments.gust: -1 is not a whole number from 0 to 5"),
        ("enchantments.storm", 1, "enchantments.storm: is unknown here"),
        ("visions.origin", "hearsay", "visions.origin: 'hearsay' is not one of"),
        ("title", 3, "title: is not a text"),
        ("dragons", 3, "dragons: is unknown here"),
    ],
)
def test_a_wrong_edition_is_refused_with_its_entry_and_the_reason(path: str, value: Any, told: str) -> None:
    with pytest.raises(EditionError) as refused:
        check_edition(edition_of(changed(path, value), "own.toml"))
    assert told in str(refused.value)


def test_an_own_edition_is_played_with_its_numbers(tmp_path: Path) -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8")
    path = tmp_path / "short.toml"
    path.write_text(text.replace("gust = 2", "gust = 5").replace("[-1, -1, 1, 2, 3]", "[-2, -2, 4, 4, 4]"), "utf-8")
    deck = [GAME.card_name(kind) for kind in GAME.deck(GAME.box(3, {}, GAME.read_edition(path)))]
    assert deck.count("gust") == 5
    assert [deck.count("red -2"), deck.count("red 4"), deck.count("red 1")] == [2, 3, 0]


def test_a_starter_who_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(EditionError, match="seat E is not at a table of 3"):
        GAME.box(3, {"starter": "E"})
    with pytest.raises(EditionError, match="played by 3 to 5, not by 2"):
        GAME.box(2)


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(
    path=st.sampled_from(
        [
            "table",
            "table.first_deal",
            "points.series",
            "treasures",
            "visions",
            "visions.stone two 2",
            "enchantments.fog",
        ]
    ),
    value=values,
)
def test_any_entry_is_read_or_refused(path: str, value: Any) -> None:
    told = ""
    try:
        edition = edition_of(changed(path, value), "own.toml")
        check_edition(edition)
        assert int(GAME.box(3, {}, edition)["play_size"][0]) <= PLAY_DECK
    except EditionError as error:
        told = str(error)
    assert len(told.splitlines()) <= 1
