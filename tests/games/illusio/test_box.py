"""The box of Illusio: 90 playing cards, 32 objectives, and editions that are refused with entry and reason."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.edition import edition_of
from grimorio.engine.game import EditionError
from grimorio.games.illusio import GAME
from grimorio.games.illusio.box import NEED_NAMES, check_edition
from grimorio.games.illusio.state import (
    CHANGES,
    COMPONENTS,
    GROUP_NAMES,
    KIND_NAMES,
    LIKE,
    OBJECTIVE_NAMES,
    SPECIAL_NAMES,
    TYPED,
    change_number,
    first_of,
    group_of,
    like_number,
    pair_at,
)

STANDARD = GAME.read_edition(None)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The standard edition with one entry replaced."""
    data: dict[str, Any] = json.loads(json.dumps(STANDARD.data))
    *tables, last = path.split(".")
    table = data
    for name in tables:
        table = table[name]
    table[last] = value
    return data


# ---------------------------------------------------------------- the standard box


def test_the_standard_box_has_64_components_26_special_actions_and_32_objectives() -> None:
    deck = Counter(GAME.card_name(kind) for kind in GAME.deck(GAME.box(4)))
    assert sum(deck[name] for name in KIND_NAMES) == 64
    assert sum(deck[name] for name in SPECIAL_NAMES) == 26
    assert [deck[name] for name in OBJECTIVE_NAMES] == [1] * 32
    assert {deck[name] for name in KIND_NAMES[:TYPED]} == {4}
    assert deck["audience"] == deck["formula"] == 6


def needs() -> dict[str, list[str]]:
    return {name: list(STANDARD.data["objectives"][name]["needs"]) for name in OBJECTIVE_NAMES}


def test_the_arithmetic_of_the_reconstruction_holds() -> None:
    """80 needs: 52 exact, each type four times, 10 of groups, 9 Audience and 9 Formula; no objective asks twice."""
    asked = Counter(need for each in needs().values() for need in each)
    assert asked.total() == 80
    assert {asked[name] for name in KIND_NAMES[:TYPED]} == {4}
    assert sum(number for need, number in asked.items() if need.startswith("any ")) == 10
    assert asked["audience"] == asked["formula"] == 9
    assert all(len(set(each)) == len(each) for each in needs().values())


def test_every_domain_is_worth_the_same() -> None:
    entries = STANDARD.data["objectives"]
    for letter in "ciem":
        names = [name for name in OBJECTIVE_NAMES if name[0] == letter]
        assert sorted(entries[name]["level"] for name in names) == [1, 1, 2, 2, 3, 3, 4, 4]
        assert sum(need in KIND_NAMES[:TYPED] for name in names for need in needs()[name]) == 13
        assert len({entries[name]["domain"] for name in names}) == 1


def test_a_card_of_level_l_asks_for_l_components_and_four_never_for_four_exact_types() -> None:
    for name, asked in needs().items():
        assert len(asked) == STANDARD.data["objectives"][name]["level"]
        assert sum(need in KIND_NAMES[:TYPED] for need in asked) <= 3


# ---------------------------------------------------------------- kinds and groups


def test_groups_stand_together() -> None:
    groups = [GROUP_NAMES[group_of(kind)] for kind in range(COMPONENTS)]
    assert groups == ["accessory"] * 4 + ["animal"] * 3 + ["artifice"] * 3 + ["box"] * 3 + ["audience", "formula"]
    assert [first_of(group) for group in range(7)] == [0, 4, 7, 10, 13, 14, 15]


def test_pairs_and_their_numbers_lead_back_to_each_other() -> None:
    assert len(CHANGES) == 30
    assert len(LIKE) == 45
    for number, pair in enumerate(CHANGES):
        assert change_number(*pair) == number
        assert pair_at(number, 1) == pair
    for number, pair in enumerate(LIKE):
        assert like_number(*pair) == number
        assert pair_at(number, 0) == pair


# ---------------------------------------------------------------- other editions


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("components.scarf", 13, "components.scarf: 13 is not a whole number from 0 to 12"),
        ("components.scarf", True, "components.scarf: True is not"),
        ("components.hat", 1, "components.hat: is unknown here"),
        ("components.scarf", 5, "components: 65 cards; a box holds 0 to 64"),
        ("specials.encore", 5, "specials.encore: 5 is not a whole number from 0 to 4"),
        ("specials.deja vu", 1, "specials.deja vu: is unknown here"),
        ("objectives.e5.needs", [], "objectives.e5.needs: 0 entries; there must be 1 to 4"),
        ("objectives.e5.needs", ["hat"], "objectives.e5.needs: .* is not a list of scarf"),
        ("objectives.e5.needs", ["any audience"], "objectives.e5.needs: .* is not a list of"),
        ("objectives.e5.level", 5, "objectives.e5.level: 5 is not a whole number from 1 to 4"),
        ("objectives.e5.domain", "cooking", "objectives.e5.domain: 'cooking' is not one of close-up"),
        ("objectives.e5.origin", "dream", "objectives.e5.origin: 'dream' is not one of"),
        ("objectives.x9", {}, "objectives.x9: is unknown here"),
        ("hand.few.number", 6, "hand.few.number: must not be larger than hand.fill_to.number"),
        ("hand.limit.number", 9, "hand.limit.number: 9 is not a whole number from 1 to 8"),
        ("title", 3, "title: is not a text"),
    ],
)
def test_a_wrong_edition_is_refused_with_its_entry_and_the_reason(path: str, value: Any, told: str) -> None:
    with pytest.raises(EditionError, match=told):
        check_edition(edition_of(changed(path, value), "own.toml"))


def test_too_few_cards_for_the_hands_are_refused() -> None:
    data = changed("components", {**dict.fromkeys(KIND_NAMES, 0), "scarf": 12})
    data["specials"] = dict.fromkeys((name.replace(" ", "_") for name in SPECIAL_NAMES), 0)
    GAME.box(3, {}, edition_of(data, "own.toml"))
    with pytest.raises(EditionError, match="12 cards; 4 players need 16"):
        GAME.box(4, {}, edition_of(data, "own.toml"))
    data["components"]["scarf"] = 0
    with pytest.raises(EditionError, match="0 cards; a box holds 1 to 96"):
        check_edition(edition_of(data, "own.toml"))


def test_more_cards_than_there_is_room_for_are_refused() -> None:
    data = changed("specials", dict.fromkeys((name.replace(" ", "_") for name in SPECIAL_NAMES), 8) | {"encore": 4})
    with pytest.raises(EditionError, match="108 cards; a box holds 1 to 96"):
        check_edition(edition_of(data, "own.toml"))


def test_an_own_edition_is_played_with_its_numbers(tmp_path: Path) -> None:
    text = (
        (GAME.folder / "cards.toml").read_text(encoding="utf-8").replace("grand = { number = 2", "grand = { number = 5")
    )
    path = tmp_path / "loud.toml"
    path.write_text(text, encoding="utf-8")
    assert int(GAME.box(2, {}, GAME.read_edition(path))["grand"][0]) == 5


def test_a_starter_who_is_not_at_the_table_and_a_target_out_of_reach_are_refused() -> None:
    with pytest.raises(EditionError, match="seat F is not at a table of 3"):
        GAME.box(3, {"starter": "F"})
    with pytest.raises(EditionError, match="target: '25' is not a whole number from 1 to 24"):
        GAME.box(3, {"target": "25"})
    with pytest.raises(EditionError, match="played by 2 to 6, not by 7"):
        GAME.box(7)


values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(NEED_NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(
    path=st.sampled_from(
        ["components", "components.scarf", "specials.grand", "objectives.e5", "objectives.e5.needs", "hand", "title"]
    ),
    value=values,
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
