"""Records: what is written reads back, replays and verifies; what is damaged is told in one line."""

import json
from dataclasses import replace as other
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grimorio.engine import record as records
from grimorio.engine.game import Game
from grimorio.engine.laws import random_play
from grimorio.engine.record import Record, RecordError
from grimorio.engine.table import Table
from grimorio.games.flautz import GAME
from grimorio.games.zaubercocktail import GAME as MARKET

NAMES, BOTS = ("Anna", "Bruno"), ("", "random")
PLAYED = random_play(GAME, 2, 5, 10_000, {"mode": "points", "challenges": "2"}, NAMES, BOTS)
FINISHED = records.record_of(PLAYED)


def altered(**parts: Any) -> str:
    """The finished record with some parts changed."""
    return json.dumps({**json.loads(records.to_json(FINISHED)), **parts})


def test_a_finished_record_reveals_the_secret_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.json"
    records.write(FINISHED, path)
    assert records.read(path) == FINISHED
    assert records.verify(records.read(path), GAME).over
    assert [each.name for each in path.parent.iterdir()] == ["game.json"]


def test_a_game_in_progress_can_only_be_saved_and_the_save_says_so() -> None:
    table = random_play(GAME, 3, 1, 4)
    with pytest.raises(RecordError, match="not over"):
        records.record_of(table)
    saved = records.record_of(table, save=True, language="it")
    assert (saved.kind, saved.secret, saved.language) == ("save", table.secret.hex(), "it")
    with pytest.raises(RecordError, match="kind: a record of a game that is not over"):
        records.from_json(records.to_json(replace(saved, kind="record")))


def test_a_record_has_groups_moments_and_what_was_taken_back() -> None:
    table = Table(GAME, 2, options={"starter": "A"}, secret=bytes(32))
    table.apply(0, "focus", 5)
    table.undo(0, 7)
    table.apply(0, "focus", 1_700_000_000_000)
    saved = records.record_of(table, save=True)
    assert saved.log == ("A focus", "A undo", "A focus")
    assert saved.moments == (5, 7, 1_700_000_000_000)
    again = records.replay(records.from_json(records.to_json(saved)), GAME)
    assert [list(again.log), again.events(1)] == [list(table.log), table.events(1)]
    table = Table(MARKET, 4, options={"market": "live"}, secret=bytes(32))
    first, last = table.view_json(0)["hand"][0], table.view_json(0)["hand"][-1]
    table.apply_all(0, [f"give {first}", f"give {last}"], 5)
    table.undo(0, 7)
    table.apply_all(0, [f"give {last}", "post"], 9)
    saved = records.record_of(table, save=True)
    assert saved.log == (f"A give {first}; give {last}", "A undo", f"A give {last}; post")
    again = records.replay(records.from_json(records.to_json(saved)), MARKET)
    assert [list(again.log), again.state.tobytes()] == [list(table.log), table.state.tobytes()]


def test_an_older_version_is_continued_where_the_game_says_so() -> None:
    newer = other(GAME, version=GAME.version + 1)
    with pytest.raises(RecordError, match="version"):
        records.verify(FINISHED, newer)
    again = records.verify(FINISHED, other(newer, continues=(GAME.version,)))
    assert records.record_of(again) == FINISHED


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: not JSON"),
        ("{", "line 1: not JSON"),
        ("[]", "format: not a record"),
        ('{"format": "other"}', "format: not a record"),
        (altered(log=None), "log: Expected `array`, got `null`"),
        (altered(log=[1]), "log[0]: Expected `str`, got `int`"),
        (altered(version="1"), "version: Expected `int`, got `str`"),
        (altered(version=True), "version: Expected `int`, got `bool`"),
        (altered(options=[]), "options: Expected `object`, got `array`"),
        (altered(secret="xyz"), "secret: Expected `str` matching regex"),  # noqa: S106 - no secret, that is the point
        (altered(nonces=["a"]), "nonces: 1 entries for 2 seats"),
        (altered(moments=[1]), "moments: 1 entries for"),
        (altered(moments=[1.0]), "moments[0]: Expected `int`, got `float`"),
        (altered(moments=[-1]), "moments[0]: Expected `int` >= 0"),
        (altered(commitment="0" * 64 + "\n"), "commitment: Expected `str` matching regex"),
        (altered(language=None), "language: Expected `str`, got `null`"),
        (altered(cards=[]), "cards: Expected `object | null`, got `array`"),
        (altered(kind="other"), "kind: Invalid enum value 'other'"),
        (altered(format="grimorio-record-1"), "format: written by an earlier version"),
        (altered(nonces=["\ud800", ""]), "line 1: '\\ud800' is no text: it holds half of a letter"),
        (altered(seats=["\ud800", "B"]), "line 1: '\\ud800' is no text: it holds half of a letter"),
        (altered(version=2.0), "version: Expected `int`, got `float`"),
        (records.to_json(FINISHED).replace("{", '{"game": "flautz",', 1), "line 4: 'game' stands twice in one table"),
        (
            altered(cards=0).replace('"cards": 0', '"cards": ' + '{"a":' * 978 + "1" + "}" * 978),
            "line 1: more than 100 brackets within each other",
        ),
        (altered(extra=1), "Object contains unknown field `extra`"),
        ("[" * 100_000, "line 1: more than 100 brackets within each other"),
    ],
)
def test_a_damaged_record_is_refused_with_what_and_where(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "damaged.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RecordError) as error:
        records.read(path)
    assert str(error.value).startswith(f"{path}: {told}")
    assert "\n" not in str(error.value)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        records.read(tmp_path / "missing.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RecordError, match="byte 0 is not UTF-8"):
        records.read(tmp_path / "bytes.json")


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"secret": "00" * 32}, "entry|commitment|result"),
        ({"seats": ("Bruno", "Anna")}, "entry|result"),
        ({"seats": ("Anna", "Carla")}, "entry|result"),
        ({"bots": ("", "apprentice")}, "entry|result"),
        ({"bots": ("random", "")}, "entry|result"),
        ({"commitment": "11" * 32}, "commitment: the secret is not the one"),
        ({"version": 99}, "version: played under version 99"),
        ({"game": "chess"}, "game: a record of 'chess'"),
        ({"edition": "22" * 32}, "edition: the cards are not those"),
        ({"options": {"mode": "poker"}}, "option mode: 'poker' is not one of"),
        ({"log": ("Z focus",)}, "entry 1: 'Z focus': 'Z' is no seat"),
        ({"log": ("A dance",)}, "entry 1: 'A dance'"),
        ({"log": ("time 3",)}, "entry 1: 'time 3': time-ran-out"),
        ({"log": ("A undo",)}, "entry 1: 'A undo': nothing-to-undo"),
        ({"log": FINISHED.log[:-1]}, "result: "),
        ({"log": (*FINISHED.log, "A focus")}, f"entry {len(FINISHED.log) + 1}: 'A focus': game-over"),
        ({"result": {**FINISHED.result, "scores": [99, 99]}}, "result: scores is"),
        (
            {"result": {**FINISHED.result, "scores": [float(score) for score in FINISHED.result["scores"]]}},
            "result: scores",
        ),
        (
            {"result": {**FINISHED.result, "places": [place == 1 or 2 for place in FINISHED.result["places"]]}},
            "places is",
        ),
        ({"result": {**FINISHED.result, "extra": None}}, "result: extra is"),
        ({"nonces": ("x", "y")}, "entry|result"),
        ({"cards": {"title": "other"}}, "edition: the cards are not those"),
    ],
)
def test_a_record_that_does_not_add_up_is_a_finding(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(RecordError, match=told):
        records.verify(replace(FINISHED, **parts), GAME)


json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read_or_refuse(text: str, game: Game) -> Record | None:
    """A record that replays, or None where it was refused as it should be."""
    try:
        record = records.from_json(text)
        records.verify(record, game)
    except RecordError as error:
        told = str(error)
    else:
        return record
    assert "\n" not in told
    return None


@given(text=st.text())
def test_any_text_is_a_record_or_refused(text: str) -> None:
    assert read_or_refuse(text, GAME) is None


@given(part=st.sampled_from(sorted(FINISHED.__struct_fields__)), value=json_values)
def test_a_record_with_any_part_replaced_is_refused_or_still_true(part: str, value: Any) -> None:
    record = read_or_refuse(altered(**{part: value}), GAME)
    assert record is None or record.log == FINISHED.log


@given(at=st.integers(0, len(FINISHED.log) - 1), move=st.sampled_from(sorted(set(FINISHED.log))) | st.text())
def test_a_record_with_another_move_is_refused_or_the_same(at: int, move: str) -> None:
    moves = [*FINISHED.log]
    moves[at] = move
    record = read_or_refuse(altered(log=moves), GAME)
    assert record is None or [*record.log] == moves
