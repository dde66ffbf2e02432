"""What was learnt of Abracadabra, and how it is read."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grimorio.bots import made_of
from grimorio.bots.habits import (
    CARD,
    CHOICES,
    CHOOSING,
    DISCARD,
    FIRST,
    HOPING,
    LEARNT,
    PARTS,
    PLAY,
    PLAYING,
    SECOND,
    SHIPPED,
    SITUATED,
    SIZES,
    STANDING,
    TAKING,
    HabitsError,
    digest_of,
    read_habits,
    told_habits,
)
from grimorio.bots.horizon import named_horizon


def some_habits() -> tuple[Any, Any]:
    return np.arange(CHOICES) / 8, np.arange(len(SITUATED) * len(STANDING)).reshape(len(SITUATED), -1) / 16


def test_habits_that_are_written_read_back(tmp_path: Path) -> None:
    path, (choices, standings) = tmp_path / "habits.toml", some_habits()
    path.write_text(told_habits({2: choices, 4: -choices}, {2: standings, 4: 2 * standings}), "utf-8")
    learnt, found, hoped = read_habits(path)
    assert np.flatnonzero(learnt).tolist() == [2, 4]
    assert found[2] == pytest.approx(choices, abs=5e-4)
    assert found[4] == pytest.approx(-choices, abs=5e-4)
    assert hoped[4] == pytest.approx(2 * standings, abs=5e-4)
    assert not found[3].any()


def test_each_number_goes_where_its_name_says(tmp_path: Path) -> None:
    text = told_habits({2: np.zeros(CHOICES)}, {2: np.zeros((len(SITUATED), len(STANDING)))})
    places = {"first": FIRST, "second": SECOND, "discard": DISCARD, "play": PLAY}
    for part, names in PARTS.items():
        for place, name in enumerate(names):
            head, tail = text.split(f"[2.{part}]")
            path = tmp_path / "one.toml"
            path.write_text(f"{head}[2.{part}]" + tail.replace(f"\n{name} = 0.0", f"\n{name} = 7.5", 1), "utf-8")
            assert np.flatnonzero(read_habits(path)[1][2]).tolist() == [places[part] + place]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("periculum = ", "perikulum = ", "2.first: missing ['periculum'], unknown ['perikulum']"),
        ("idem = 0.0\n", "", "2.first: missing ['idem'], unknown []"),
        ("stone = 0.0", 'stone = "much"', "2.own_turn.stone: no number"),
        ("gathering = 0.0", "gathering = true", "2.play.gathering: no number"),
        ("gathering = 0.0", "gathering = nan", "2.play.gathering: no number"),
        ("[2.discard]", "[2.keep]", "2: has"),
        ("[2.first]", "[9.first]", "9: no table of so many"),
        ("[2.first]", "[two.first]", "two: no table of so many"),
        ("[2.first]", "[2.first", "no TOML"),
        ("# Found", "three = 3\n# Found", "three: no table of so many"),
    ],
)
def test_habits_that_are_wrong_are_refused_with_where_and_why(old: str, new: str, told: str, tmp_path: Path) -> None:
    choices, standings = np.zeros(CHOICES), np.zeros((len(SITUATED), len(STANDING)))
    text = told_habits({2: choices}, {2: standings})
    assert old in text
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    with pytest.raises(HabitsError) as refused:
        read_habits(path)
    assert str(refused.value).startswith(f"wrong.toml: {told}")


def test_what_is_shipped_is_what_is_played_by() -> None:
    learnt, choices, standings = read_habits(SHIPPED)
    assert [int(size) for size in tomllib.loads(SHIPPED.read_text("utf-8"))] == list(SIZES)
    assert np.array_equal(learnt, LEARNT)
    assert np.array_equal(choices, CHOOSING)
    assert np.array_equal(standings, HOPING)
    assert 2 in SIZES


def test_the_names_of_a_sort_differ() -> None:
    for names in (CARD, TAKING, PLAYING, STANDING):
        assert len(set(names)) == len(names)


def test_what_was_learnt_is_part_of_what_a_bot_is_made_of_where_it_was_learnt() -> None:
    for seats in range(2, 7):
        made = made_of("abracadabra", "adept", seats)
        assert (digest_of(seats) in made) == (seats in SIZES) == ("habits" in named_horizon("abracadabra", seats))
        archmage = made_of("abracadabra", "archmage", seats)
        assert (digest_of(seats, equals=True) in archmage) == (seats in SIZES), "who may take others for equals"
        assert digest_of(seats) not in archmage
    assert "habits" not in made_of("flautz", "archmage", 2)
