"""The box: what the standard edition holds, how players' own editions are read, and how wrong ones are refused.

A refusal is one line that names the file, the line where that can be known, the entry and the reason.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grimorio.engine.edition import LARGEST, edition_of
from grimorio.engine.game import Edition, EditionError
from grimorio.engine.kernel import plain
from grimorio.games.flautz import GAME
from grimorio.games.flautz.box import check_edition
from grimorio.games.flautz.state import AIR, CARDS, COLOURS, CRYSTALS, FIELDS, FLOOR, POINTS, SEATS

EITHER = AIR | FLOOR

OWN = """\
title = "own"

[spells]
values = { from = 1, to = 8, origin = "own" }
copies = { number = 2, origin = "own" }
illusions = { copies = 1, origin = "own" }
prisms = { number = 7, origin = "own" }
extra_card_points = { number = 4, origin = "own" }

[crystals]
to_win = { number = 2, origin = "own" }
points_each = { number = 12, origin = "own" }
straight_bonus = { number = 3, origin = "own" }
royal_bonus = { number = 4, origin = "own" }

[arena.I]
origin = "own"
front = ["air"]
back = ["floor", "floor"]

[arena.II]
origin = "own"
front = []
back = ["either", "either", "either"]

[arena.III]
origin = "own"
front = ["either", "FLAUTZ!"]
back = ["FLAUTZ!"]
"""
"""An edition that differs from the standard one in every number."""


def written(folder: Path, text: str | bytes) -> Path:
    """A file of somebody's own."""
    path = folder / "own.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def changed(old: str, new: str) -> str:
    """The text of the own edition with one thing changed."""
    assert OWN.count(old) == 1, old
    return OWN.replace(old, new)


def refusal(path: Path) -> str:
    """The one line a file is refused with."""
    with pytest.raises(EditionError) as refused:
        GAME.read_edition(path)
    line = str(refused.value)
    assert line.isprintable()
    return line


def own_edition(text: str = OWN) -> Edition:
    """An edition from its text."""
    return edition_of(tomllib.loads(text), "own.toml", text)


def strip(box: Any) -> list[int]:
    """The zones of the arena fields in play."""
    row = plain(box)
    assert row.strip[row.rounds :].tolist() == [0] * (FIELDS - row.rounds)
    return list(row.strip[: row.rounds].tolist())


# ---------------------------------------------------------------- the standard edition


def test_the_box_has_90_spell_cards_75_numbered_10_illusions_5_prisms() -> None:
    found = Counter(GAME.card_name(kind) for kind in GAME.deck(GAME.box(4)))
    numbered = {f"{colour} {number}": 3 for colour in COLOURS for number in range(1, 6)}
    illusions = {f"illusion {number}": 2 for number in range(1, 6)}
    assert found == {**numbered, **illusions, "prism": 5}
    assert found.total() == plain(GAME.box(4)).deck_size == 90


def test_each_further_card_gives_5_points_and_crystals_are_worth_what_the_rule_book_says() -> None:
    box = plain(GAME.box(4))
    assert box.extra_card == 5
    assert (box.crystals_to_win, box.points_per_crystal, box.straight_bonus, box.royal_bonus) == (3, 10, 1, 2)


@pytest.mark.parametrize(
    ("numbers", "points"), [((), 0), ((1,), 1), ((5,), 5), ((3, 4, 5), 13), ((1, 2, 5), 6), ((1, 2, 3, 4, 5), 21)]
)
def test_the_best_run_inside_a_set_of_numbers_is_kept_in_the_box(numbers: tuple[int, ...], points: int) -> None:
    assert plain(GAME.box(4)).points_of_run[sum(1 << (number - 1) for number in numbers)] == points


def test_the_standard_strip_is_floor_air_floor_air_either() -> None:
    assert strip(GAME.box(4)) == [FLOOR, AIR, FLOOR, AIR, EITHER]


def test_the_eight_combinations_of_sides_give_4_to_7_rounds() -> None:
    one = {"front": [FLOOR, AIR], "back": [AIR, FLOOR, EITHER]}
    two = {"front": [FLOOR, AIR], "back": [EITHER]}
    three = {"front": [EITHER], "back": [FLOOR, AIR]}
    rounds = []
    for i, ii, iii in product(("front", "back"), repeat=3):
        box = GAME.box(4, {"arena-I": i, "arena-II": ii, "arena-III": iii})
        assert strip(box) == one[i] + two[ii] + three[iii]
        rounds.append(plain(box).rounds)
    assert sorted(rounds) == [4, 5, 5, 5, 6, 6, 6, 7]


def test_the_box_is_the_same_whenever_it_is_opened() -> None:
    assert GAME.box(4).tobytes() == GAME.box(4).tobytes()
    assert GAME.read_edition(None).digest == GAME.read_edition(None).digest


# ---------------------------------------------------------------- options and seats


def test_without_options_a_table_plays_for_crystals_until_the_guard_and_draws_the_starter() -> None:
    box = plain(GAME.box(3))
    assert (box.seats, box.mode, box.challenges, box.starter) == (3, CRYSTALS, 50, -1)


def test_mode_challenges_and_starter_are_what_the_table_agreed_on() -> None:
    box = plain(GAME.box(5, {"mode": "points", "challenges": "7", "starter": "E"}))
    assert (box.seats, box.mode, box.challenges, box.starter) == (5, POINTS, 7, 4)


@pytest.mark.parametrize("seats", [-1, 0, 1, 6, 7, 1000])
def test_fewer_than_2_and_more_than_5_players_are_refused(seats: int) -> None:
    with pytest.raises(EditionError, match=f"played by 2 to 5, not by {seats}"):
        GAME.box(seats)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"colour": "blue"}, "option 'colour' is unknown; FLAUTZ! has mode, challenges, arena-I, arena-II, arena-III"),
        ({"mode": "Points"}, "option mode: 'Points' is not one of crystals, points"),
        ({"challenges": "0"}, "option challenges: '0' is not a whole number from 1 to 50"),
        ({"challenges": "51"}, "option challenges: '51' is not a whole number from 1 to 50"),
        ({"challenges": "-1"}, "option challenges: '-1' is not a whole number from 1 to 50"),
        ({"challenges": "²"}, "option challenges: '²' is not a whole number from 1 to 50"),
        ({"challenges": ""}, "option challenges: '' is not a whole number from 1 to 50"),
        ({"arena-II": "side"}, "option arena-II: 'side' is not one of front, back"),
        ({"starter": "F"}, "option starter: 'F' is not one of random, A, B, C, D, E"),
        ({"starter": "D"}, "option starter: seat D is not at a table of 3"),
    ],
)
def test_an_option_that_does_not_exist_is_refused_with_those_that_do(options: dict[str, str], reason: str) -> None:
    with pytest.raises(EditionError) as refused:
        GAME.box(3, options)
    assert str(refused.value).startswith(reason)


# ---------------------------------------------------------------- own editions


def test_an_own_edition_is_read_in_every_number(tmp_path: Path) -> None:
    made = GAME.box(4, edition=GAME.read_edition(written(tmp_path, OWN)))
    box = plain(made)
    found = Counter(GAME.card_name(kind) for kind in GAME.deck(made))
    assert found["pink 8"] == found["blue 1"] == 2
    assert found["illusion 8"] == found["illusion 1"] == 1
    assert found["prism"] == 7
    assert found.total() == box.deck_size == 5 * 8 * 2 + 8 + 7
    assert (box.extra_card, box.points_of_run[0b10000001], box.points_of_run[0b11000000]) == (4, 8, 11)
    assert (box.crystals_to_win, box.points_per_crystal, box.straight_bonus, box.royal_bonus) == (2, 12, 3, 4)


def test_the_arena_cards_of_an_own_edition_are_laid_as_the_table_chose() -> None:
    assert strip(GAME.box(4, edition=own_edition())) == [AIR, EITHER]
    turned = {"arena-I": "back", "arena-II": "back", "arena-III": "back"}
    assert strip(GAME.box(4, turned, own_edition())) == [FLOOR, FLOOR, EITHER, EITHER, EITHER]


def test_the_numbers_of_an_own_edition_need_not_begin_at_1() -> None:
    found = GAME.deck(GAME.box(2, edition=own_edition(changed("from = 1, to = 8", "from = 4, to = 6"))))
    numbers = {GAME.card_name(kind).split()[-1] for kind in found} - {"prism"}
    assert numbers == {"4", "5", "6"}


def test_the_digest_of_an_edition_sees_its_content_and_not_how_it_was_typed() -> None:
    retyped = changed('title = "own"\n', "# a word to the reader\ntitle   = 'own'\n")
    assert own_edition(retyped).digest == own_edition().digest
    assert own_edition(changed("to = 8", "to = 7")).digest != own_edition().digest


def test_an_edition_for_few_players_is_refused_only_at_a_larger_table() -> None:
    few = own_edition(changed("to = 8", "to = 2").replace("prisms = { number = 7", "prisms = { number = 0"))
    check_edition(few)
    assert plain(GAME.box(3, edition=few)).deck_size == 22
    with pytest.raises(EditionError, match=r"^own\.toml:3: spells: 22 cards; 4 players need 26$"):
        GAME.box(4, edition=few)


# ---------------------------------------------------------------- files that cannot be read


def test_a_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.toml"
    assert refusal(path) == f"{path}: there is no such file"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: cannot be read (Is a directory)"


def test_a_file_that_is_no_text_is_refused_with_the_place(tmp_path: Path) -> None:
    path = written(tmp_path, OWN.encode() + b"\xff")
    assert refusal(path) == f"{path}: byte {len(OWN.encode())} is not UTF-8"


def test_a_text_that_is_no_toml_is_refused_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, changed("prisms = {", "prisms = "))
    line = " ".join(changed("prisms = {", "prisms = ").split("\n")[6].split())
    assert refusal(path).startswith(f"{path}:7:")
    assert refusal(path).endswith(f": this is not TOML: {line}")


def test_a_file_of_any_size_is_refused_without_reading_it_all(tmp_path: Path) -> None:
    path = written(tmp_path, OWN + "#" * LARGEST)
    assert refusal(path) == f"{path}: larger than {LARGEST} bytes"


def test_brackets_without_end_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, OWN + "x = " + "[" * 100_000)
    assert refusal(path) == f"{path}:{OWN.count(chr(10)) + 1}: more than 8 brackets within each other"


# ---------------------------------------------------------------- editions that cannot be played

NUMBER = "is not a whole number from"
LAST = "“FLAUTZ!” stands once in all, at the very end of arena.III"
FIELD = "is not a list of air, floor, either, FLAUTZ!"
TOP = "is unknown here; there are title, spells, crystals, arena"

WRONG: list[tuple[str, str, str, str]] = [
    # what is changed, into what, line and entry of the refusal, its reason
    ('title = "own"', "", ": title", "is missing"),
    ('title = "own"', "title = 5", ":1: title", "is not a text"),
    ('title = "own"', 'title = "own"\nrules = 3', ":2: rules", TOP),
    ('title = "own"', 'title = "own"\nTitle = "own"', ":2: Title", TOP),
    ("values = {", "worth = {", ":3: spells.values.from", "is missing"),
    ("from = 1, ", "", ":4: spells.values.from", "is missing"),
    ("from = 1", "from = 0", ":4: spells.values.from", f"0 {NUMBER} 1 to 8"),
    ("from = 1", "from = 9", ":4: spells.values.from", f"9 {NUMBER} 1 to 8"),
    ("from = 1", "from = true", ":4: spells.values.from", f"True {NUMBER} 1 to 8"),
    ("from = 1", "from = 1.0", ":4: spells.values.from", f"1.0 {NUMBER} 1 to 8"),
    ("from = 1", "from = nan", ":4: spells.values.from", f"nan {NUMBER} 1 to 8"),
    ("from = 1", 'from = "1"', ":4: spells.values.from", f"'1' {NUMBER} 1 to 8"),
    ("from = 1", "from = [1]", ":4: spells.values.from", f"[1] {NUMBER} 1 to 8"),
    ("from = 1", "from = {}", ":4: spells.values.from", f"{{}} {NUMBER} 1 to 8"),
    ("to = 8", "to = 9", ":4: spells.values.to", f"9 {NUMBER} 1 to 8"),
    ("from = 1, to = 8", "from = 5, to = 4", ":4: spells.values.to", f"4 {NUMBER} 5 to 8"),
    ("copies = { number = 2", "copies = { number = -1", ":5: spells.copies.number", f"-1 {NUMBER} 0 to 8"),
    ("copies = { number = 2", "copies = { number = 9", ":5: spells.copies.number", f"9 {NUMBER} 0 to 8"),
    ("illusions = { copies = 1", "illusions = { copies = 9", ":6: spells.illusions.copies", f"9 {NUMBER} 0 to 8"),
    ("illusions = { copies = 1", "illusions = { number = 1", ":6: spells.illusions.copies", "is missing"),
    ("prisms = { number = 7", "prisms = { number = 17", ":7: spells.prisms.number", f"17 {NUMBER} 0 to 16"),
    (
        'points = { number = 4, origin = "own" }',
        "points = { number = 21 }",
        ":8: spells.extra_card_points.number",
        f"21 {NUMBER} 0 to 20",
    ),
    ("to_win = {", "moons = 3\nto_win = {", ":11: crystals.moons", "is unknown here; there are to_win, points_each"),
    ("to_win = { number = 2", "to_win = { number = 0", ":11: crystals.to_win.number", f"0 {NUMBER} 1 to 9"),
    ("number = 12", "number = 51", ":12: crystals.points_each.number", f"51 {NUMBER} 0 to 50"),
    (
        "straight_bonus = { number = 3",
        "straight_bonus = { number = 10",
        ":13: crystals.straight_bonus.number",
        f"10 {NUMBER} 0 to 9",
    ),
    (
        "royal_bonus = { number = 4",
        "royal_bonus = { number = 10",
        ":14: crystals.royal_bonus.number",
        f"10 {NUMBER} 0 to 9",
    ),
    ("prisms = {", "prism = {", ":3: spells.prisms.number", "is missing"),
    (
        "prisms = {",
        "mirrors = 1\nprisms = {",
        ":7: spells.mirrors",
        "is unknown here; there are values, copies, illusions, prisms",
    ),
    ("copies = { number = 2", "copies = { number = 0", ":3: spells", "15 cards; a box holds 16 to 128"),
    ("copies = { number = 2", "copies = { number = 3", ":3: spells", "135 cards; a box holds 16 to 128"),
    ("[arena.I]\n", "[arena.IV]\n\n[arena.I]\n", ":16: arena.IV", "is unknown here; there are I, II, III"),
    ("[arena.I]\n", "[arena.one]\n", ":16: arena.one", "is unknown here; there are I, II, III"),
    ('front = ["air"]', "", ":16: arena.I.front", "is missing"),
    ('front = ["air"]', 'front = "air"', ":18: arena.I.front", f"'air' {FIELD}"),
    ('front = ["air"]', 'front = ["air", 3]', ":18: arena.I.front", f"['air', 3] {FIELD}"),
    ('front = ["air"]', 'front = ["Air"]', ":18: arena.I.front", f"['Air'] {FIELD}"),
    ('front = ["air"]', 'front = ["any"]', ":18: arena.I.front", f"['any'] {FIELD}"),
    ('front = ["air"]', 'front = ["air", "FLAUTZ!"]', ":18: arena.I.front", LAST),
    ('back = ["floor", "floor"]', 'back = ["FLAUTZ!"]', ":19: arena.I.back", LAST),
    ('front = ["either", "FLAUTZ!"]', 'front = ["either"]', ":28: arena.III.front", LAST),
    ('front = ["either", "FLAUTZ!"]', "front = []", ":28: arena.III.front", LAST),
    ('front = ["either", "FLAUTZ!"]', 'front = ["FLAUTZ!", "either"]', ":28: arena.III.front", LAST),
    ('front = ["either", "FLAUTZ!"]', 'front = ["FLAUTZ!", "FLAUTZ!"]', ":28: arena.III.front", LAST),
    ('back = ["FLAUTZ!"]', "back = [[]]", ":29: arena.III.back", f"[[]] {FIELD}"),
]


@pytest.mark.parametrize(("old", "new", "where", "reason"), WRONG)
def test_a_wrong_edition_is_refused_with_file_line_entry_and_reason(
    tmp_path: Path, old: str, new: str, where: str, reason: str
) -> None:
    path = written(tmp_path, changed(old, new))
    assert refusal(path).startswith(f"{path}{where}: {reason}")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("spells.values.to = 9\nspells.values.from = 1\n", 1),
        ("[spells]\n# how high\nvalues.from = 1\nvalues.to = 9\n", 4),
        ("[spells.values]\nfrom = 1\n\nto = 9\n", 4),
        ("[ spells . 'values' ]\nfrom = 1\n\"to\" = 9\n", 3),
        ("spells = { values = { from = 1, to = 9 } }\n", 1),
    ],
)
def test_the_line_is_found_however_the_edition_is_typed(tmp_path: Path, typed: str, line: int) -> None:
    path = written(tmp_path, "title = 'own'\n" + typed)
    assert refusal(path) == f"{path}:{line + 1}: spells.values.to: 9 is not a whole number from 1 to 8"


@pytest.mark.parametrize(("fields", "rounds"), [(0, 0), (12, 13), (40, 41)])
def test_a_strip_of_no_round_or_more_than_12_is_refused(tmp_path: Path, fields: int, rounds: int) -> None:
    text = changed('front = ["air"]', f"front = {['air'] * fields}")
    if rounds == 0:
        text = text.replace('front = ["either", "FLAUTZ!"]', 'front = ["FLAUTZ!"]')
    path = written(tmp_path, text)
    assert refusal(path) == f"{path}:16: arena: {rounds} entries; there must be 1 to 12"


@pytest.mark.parametrize("name", ["spells", "crystals", "arena"])
@pytest.mark.parametrize("value", [3, "text", [], {}, [{}], True])
def test_something_else_in_place_of_a_table_is_refused(name: str, value: object) -> None:
    data = tomllib.loads(OWN)
    data[name] = value
    with pytest.raises(EditionError, match=rf"^own\.toml: {name}[^ ]*: is (missing|not a table)$"):
        check_edition(edition_of(data, "own.toml"))


def test_sides_that_together_make_too_long_a_strip_are_refused_when_they_are_laid_together() -> None:
    long_one = changed('front = ["air"]', f"front = {['air'] * 10}")
    edition = own_edition(long_one)
    check_edition(edition)
    with pytest.raises(EditionError, match="arena: 14 entries; there must be 1 to 12"):
        GAME.box(4, {"arena-II": "back"}, edition)


# ---------------------------------------------------------------- whatever somebody writes

NAMES = [
    *("title", "spells", "crystals", "arena", "values", "copies", "illusions", "prisms", "extra_card_points", "from"),
    *("to", "number", "to_win", "points_each", "straight_bonus", "royal_bonus", "I", "II", "III", "front", "back"),
]
WORDS = ["floor", "air", "either", "FLAUTZ!", "own", "1"]
SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.integers(-2, 20),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.booleans(),
    st.sampled_from(WORDS),
    st.text(),
    st.datetimes(),
    st.dates(),
    st.times(),
)
KEYS = st.sampled_from(NAMES) | st.text()
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=15
)
CHOICES = [choice for option in GAME.options for choice in option.choices]
OPTIONS = st.dictionaries(
    st.sampled_from([option.name for option in GAME.options]) | st.text(),
    st.sampled_from(CHOICES) | st.integers(-1, 60).map(str) | st.text(),
    max_size=6,
)
FUZZ = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def paths_of(table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Where the entries of an edition stand."""
    for name, value in table.items():
        yield (*above, name)
        if isinstance(value, dict):
            yield from paths_of(value, (*above, name))


PATHS = list(paths_of(tomllib.loads(OWN)))


def replaced(path: tuple[str, ...], value: object) -> dict[str, Any]:
    """The content of the own edition with something else in one place; None for nothing."""
    data = tomllib.loads(OWN)
    table = data
    for name in path[:-1]:
        table = table[name]
    if value is None:
        del table[path[-1]]
    else:
        table[path[-1]] = value
    return data


def play_or_refuse(data: Mapping[str, Any], seats: int, options: Mapping[str, str]) -> None:
    """Content becomes a box that can be played with, or is refused as an edition, nothing else."""
    try:
        edition = edition_of(data, "own.toml")
        check_edition(edition)
        box = plain(GAME.box(seats, options, edition))
    except EditionError:
        return
    assert seats * 5 + 6 <= box.deck_size <= CARDS
    assert 1 <= box.rounds <= FIELDS
    assert all(zones in {AIR, FLOOR, EITHER} for zones in box.strip[: box.rounds].tolist())


@FUZZ
@given(data=st.dictionaries(KEYS, VALUES), seats=st.integers(-1, SEATS + 2))
def test_arbitrary_content_is_played_or_refused(data: dict[str, Any], seats: int) -> None:
    play_or_refuse(data, seats, {})


@FUZZ
@given(path=st.sampled_from(PATHS), value=st.none() | VALUES, seats=st.integers(2, SEATS), options=OPTIONS)
def test_an_edition_with_one_wrong_entry_is_played_or_refused(
    path: tuple[str, ...], value: object, seats: int, options: dict[str, str]
) -> None:
    play_or_refuse(replaced(path, value), seats, options)


@FUZZ
@given(
    spells=st.tuples(*(st.integers(*limits) for limits in ((0, 4), (4, 9), (0, 3), (0, 3), (0, 17), (0, 21)))),
    crystals=st.tuples(st.integers(0, 9), st.integers(0, 51), st.integers(0, 9), st.integers(0, 10)),
    sides=st.lists(st.lists(st.sampled_from(WORDS[:3]), max_size=7), min_size=6, max_size=6),
    seats=st.integers(2, SEATS),
    turned=st.lists(st.sampled_from(["front", "back"]), min_size=3, max_size=3),
)
def test_an_edition_with_other_numbers_is_played_or_refused(
    spells: tuple[int, ...], crystals: tuple[int, ...], sides: list[list[str]], seats: int, turned: list[str]
) -> None:
    low, high, copies, illusions, prisms, extra = spells
    data = replaced(("spells", "values"), {"from": low, "to": high})
    data["spells"]["copies"]["number"] = copies
    data["spells"]["illusions"]["copies"] = illusions
    data["spells"]["prisms"]["number"] = prisms
    data["spells"]["extra_card_points"]["number"] = extra
    data["crystals"] = {name: {"number": n} for name, n in zip(data["crystals"], crystals, strict=True)}
    for name, front, back in zip(data["arena"], sides[:3], sides[3:], strict=True):
        goal = ["FLAUTZ!"] * (name == "III")
        data["arena"][name] = {"front": front + goal, "back": back + goal}
    play_or_refuse(data, seats, dict(zip(("arena-I", "arena-II", "arena-III"), turned, strict=True)))


@FUZZ
@given(raw=st.binary() | st.text().map(lambda text: text.encode(errors="surrogatepass")))
def test_an_arbitrary_file_is_refused(raw: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = written(tmp_path_factory.getbasetemp(), raw)
    with pytest.raises(EditionError):
        GAME.read_edition(path)


SNIPPETS = st.sampled_from([*'[]{}="\n', "#", "'''", "0x", "1e9", "-", ".", "[[arena]]\n", "\\u0000", "FLAUTZ!", "nan"])


@FUZZ
@given(
    first=st.integers(0, len(OWN)),
    length=st.integers(0, 30),
    put=st.lists(SNIPPETS | st.text(max_size=3), max_size=3).map("".join),
)
def test_a_damaged_file_is_played_or_refused(
    first: int, length: int, put: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    damaged = OWN[:first] + put + OWN[first + length :]
    path = written(tmp_path_factory.getbasetemp(), damaged.encode(errors="surrogatepass"))
    try:
        edition = GAME.read_edition(path)
        GAME.box(2, edition=edition)
    except EditionError as refused:
        assert str(refused).startswith(str(path))  # noqa: PT017 - it may as well be accepted


@FUZZ
@given(given_options=OPTIONS, seats=st.integers(2, SEATS))
def test_arbitrary_options_are_agreed_on_or_refused(given_options: dict[str, str], seats: int) -> None:
    try:
        agreed = GAME.read_options(given_options)
        GAME.box(seats, given_options)
    except EditionError:
        return
    assert list(agreed) == [option.name for option in GAME.options]
    assert all(agreed[option.name] in option.choices for option in GAME.options if option.choices)
    assert 1 <= int(agreed["challenges"]) <= 50


HUGE = "9" * 5_000
"""A number with more digits than Python turns into a text or back."""


@pytest.mark.parametrize("number", [HUGE, "0x" + HUGE], ids=["decimal", "hexadecimal"])
def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path, number: str) -> None:
    path = written(tmp_path, changed("to = 8", f"to = {number}"))
    assert refusal(path).startswith(f"{path}:")


def test_an_option_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(EditionError):
        GAME.read_options({"challenges": HUGE})


def test_tables_inside_tables_without_end_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, OWN + "a" + ".a" * 3_000 + " = 1\n")
    assert refusal(path).startswith(f"{path}:")


def test_an_entry_whose_name_breaks_the_line_is_refused_in_one_line(tmp_path: Path) -> None:
    path = written(tmp_path, '"a\\nb" = 1\n' + OWN)
    assert refusal(path).startswith(f"{path}:")
