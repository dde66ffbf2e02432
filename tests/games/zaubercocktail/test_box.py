"""Editions of Zaubercocktail: what the standard box holds, and what is refused in one line."""

from pathlib import Path
from typing import Any

import pytest

from grimorio.engine.edition import edition_of
from grimorio.engine.game import EditionError
from grimorio.engine.kernel import plain
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import CARD_NAMES, WAYS
from grimorio.games.zaubercocktail.box import check_edition
from grimorio.games.zaubercocktail.state import CARDS, INGREDIENTS, JOKER, KINDS, LIGHTNING, SIZES

BASES = (2, 3, 6, 7, 11, 12, 18, 19, 28, 29)
LARGEST = (7, 7, 6, 6, 5, 5, 4, 4, 3, 3)


def merged(base: Any, changed: Any) -> Any:
    if isinstance(base, dict) and isinstance(changed, dict):
        return {**base, **{name: merged(base.get(name, {}), value) for name, value in changed.items()}}
    return changed


def test_the_box_has_155_ingredient_cards_nine_recipes_and_the_lightning() -> None:
    deck = GAME.deck(GAME.box(4))
    assert len(deck) == 165
    assert sum(kind < JOKER for kind in deck) == 151
    assert deck.count(JOKER) == 4
    assert sum(KINDS <= kind < LIGHTNING for kind in deck) == 9
    assert deck.count(LIGHTNING) == 1


def test_every_scale_is_n_times_b_plus_n() -> None:
    box = plain(GAME.box(4))
    for kind, (base, largest) in enumerate(zip(BASES, LARGEST, strict=True)):
        scale = [box.value[kind, n] for n in range(1, largest + 1)]
        assert scale == [n * (base + n) for n in range(1, largest + 1)]
        assert box.largest[kind] == largest
        assert not box.value[kind][largest + 1 :].any()
    best = [box.value[kind, LARGEST[kind]] for kind in range(len(INGREDIENTS))]
    assert best == sorted(set(best)) == [63, 70, 72, 78, 80, 85, 88, 92, 93, 96]


def test_there_is_a_number_for_every_way_to_make_a_set() -> None:
    assert len(WAYS) == SIZES
    assert list(WAYS) == sorted(WAYS, key=lambda way: (way[1], way[0]))


@pytest.mark.parametrize(("seats", "stones", "rank"), [(4, 2, 3), (5, 3, 3), (6, 3, 4), (7, 3, 4)])
def test_stones_and_the_ring_depend_on_the_number_of_players(seats: int, stones: int, rank: int) -> None:
    box = plain(GAME.box(seats))
    assert (box.stones, box.ring_rank) == (stones, rank)


@pytest.mark.parametrize(
    ("changed", "where", "reason"),
    [
        ({"potions": 1}, "potions", "is unknown here"),
        ({"title": 7}, "title", "is not a text"),
        ({"ingredients": {"sugar": {}}}, "ingredients.sugar", "is unknown here"),
        ({"ingredients": {"goldrose": {"copies": {"number": 32}}}}, "goldrose.copies.number", "from 0 to 31"),
        ({"ingredients": {"dark thing": {"copies": {"number": 5}}}}, "dark thing.copies.number", "from 0 to 4"),
        ({"ingredients": {"dark thing": {"scale": [1, 2]}}}, "dark thing.scale", "is unknown here"),
        ({"ingredients": {"goldrose": {"scale": {"values": [3]}}}}, "scale.values", "list of 2 to 7 numbers"),
        ({"ingredients": {"goldrose": {"scale": {"values": [3, "x"]}}}}, "scale.values", "from 1 to 999"),
        ({"ingredients": {"goldrose": {"scale": {"values": [9, 9]}}}}, "scale.values", "larger than the one before"),
        ({"ingredients": {name: {"copies": {"number": 31}} for name in INGREDIENTS}}, "ingredients", "7 to 160"),
        ({"recipes": {"10": {}}}, "recipes.10", "is unknown here"),
        ({"recipes": {"1": {"steps": [1, 2]}}}, "recipes.1.steps", "list of 3 whole numbers"),
        ({"recipes": {"1": {"steps": [1, 2, 99]}}}, "recipes.1.steps", "from 0 to 20"),
        ({"recipes": {"1": {"back": -1}}}, "recipes.1.back", "from 0 to 20"),
        ({"recipes": {"1": {"origin": "a friend"}}}, "recipes.1.origin", "is not one of"),
        ({"lightning": {"with_recipes": {"number": 10}}}, "lightning.with_recipes.number", "from 0 to 9"),
        ({"deal": {"first": {"number": 0}}}, "deal.first.number", "from 1 to 20"),
        ({"stones": {"ring_steps": {"number": 21}}}, "stones.ring_steps.number", "from 0 to 20"),
        ({"track": {"final_space": {"number": 100}}}, "track.final_space.number", "from 1 to 99"),
    ],
)
def test_a_wrong_edition_is_refused_with_where_and_why(changed: dict[str, Any], where: str, reason: str) -> None:
    edition = edition_of(merged(dict(GAME.read_edition(None).data), changed), "own.toml")
    with pytest.raises(EditionError) as refused:
        check_edition(edition)
    told = str(refused.value)
    assert told.startswith("own.toml")
    assert where in told
    assert reason in told
    assert "\n" not in told


def test_recipes_are_numbered_without_a_gap() -> None:
    data = dict(GAME.read_edition(None).data)
    data["recipes"] = {name: recipe for name, recipe in data["recipes"].items() if name != "3"}
    with pytest.raises(EditionError, match="without a gap"):
        check_edition(edition_of(data, "own.toml"))


def test_a_slip_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    text = (GAME.folder / "cards.toml").read_text(encoding="utf-8").replace("number = 35", "number = 0")
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    line = next(i for i, each in enumerate(text.splitlines(), 1) if "number = 0" in each)
    with pytest.raises(EditionError, match=rf"own\.toml:{line}: track\.final_space\.number"):
        GAME.read_edition(path)


def test_the_dealer_must_sit_at_the_table() -> None:
    with pytest.raises(EditionError, match="seat G is not at a table of 4"):
        GAME.box(4, {"dealer": "G"})


@pytest.mark.parametrize(
    ("option", "value"),
    [("market", "auction"), ("cycles", "0"), ("cycles", "4001"), ("clock", "3601"), ("clock", "-1")],
)
def test_an_option_out_of_its_limits_is_refused(option: str, value: str) -> None:
    with pytest.raises(EditionError, match=f"option {option}"):
        GAME.box(4, {option: value})


def test_the_largest_edition_fits() -> None:
    copies = {name: {"copies": {"number": 15 if i < 6 else 16}} for i, name in enumerate(INGREDIENTS)}
    edition = edition_of(merged(dict(GAME.read_edition(None).data), {"ingredients": copies}), "own.toml")
    assert sum(kind < KINDS for kind in GAME.deck(GAME.box(7, edition=edition))) == 158 <= CARDS


def test_every_card_has_a_name_of_its_own() -> None:
    assert len(set(CARD_NAMES)) == len(CARD_NAMES) == LIGHTNING + 1
