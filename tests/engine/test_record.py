"""Records: what is written reads back, replays and verifies; what is damaged is told in one line."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine import record as records
from grimorio.engine.game import Game
from grimorio.engine.laws import random_play
from grimorio.engine.record import Record, RecordError
from grimorio.games.flautz import GAME

FINISHED = records.record_of(random_play(GAME, 2, 5, 10_000, {"mode": "points", "challenges": "2"}), ("Anna", "Bruno"))


def altered(**parts: Any) -> str:
    """The finished record with some parts changed."""
    return json.dumps({**json.loads(records.to_json(FINISHED)), **parts})


def test_a_finished_record_reveals_the_secret_and_verifies(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "game.json"
    records.write(FINISHED, path)
    assert records.read(path) == FINISHED
    assert records.verify(records.read(path), GAME).over
    assert [each.name for each in path.parent.iterdir()] == ["game.json"]


def test_a_record_of_a_game_in_progress_keeps_the_secret_but_a_save_does_not() -> None:
    table = random_play(GAME, 3, 1, 4)
    assert records.record_of(table, ("A", "B", "C")).secret == ""
    assert records.record_of(table, ("A", "B", "C"), save=True).secret == table.secret.hex()
    with pytest.raises(RecordError, match="secret: not revealed yet"):
        records.replay(records.record_of(table, ("A", "B", "C")), GAME)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: not JSON"),
        ("{", "line 1: not JSON"),
        ("[]", "format: not a record"),
        ('{"format": "other"}', "format: not a record"),
        (altered(moves=None), "moves: is not a list of texts"),
        (altered(moves=[1]), "moves: is not a list of texts"),
        (altered(version="1"), "version: is not a whole number"),
        (altered(version=True), "version: is not a whole number"),
        (altered(options=[]), "options: is not a table of texts"),
        (altered(secret="xyz"), "secret: is not 64 hexadecimal digits"),  # noqa: S106 - no secret, that is the point
        (altered(nonces=["a"]), "nonces: 1 entries for 2 seats"),
        (altered(nonces=["\ud800", ""]), "line 1: '\\ud800' is no text: it holds half of a letter"),
        (altered(seats=["\ud800", "B"]), "line 1: '\\ud800' is no text: it holds half of a letter"),
        (altered(version=2.0), "version: is not a whole number"),
        (records.to_json(FINISHED).replace("{", '{"game": "flautz",', 1), "line 3: 'game' stands twice in one table"),
        (
            altered(cards=0).replace('"cards": 0', '"cards": ' + '{"a":' * 978 + "1" + "}" * 978),
            "line 1: more than 100 brackets within each other",
        ),
        (altered(extra=1), "extra: is unknown in a record"),
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
        ({"secret": "00" * 32}, "move|commitment|result"),
        ({"commitment": "11" * 32}, "commitment: the secret is not the one"),
        ({"version": 99}, "version: played under version 99"),
        ({"game": "chess"}, "game: a record of 'chess'"),
        ({"edition": "22" * 32}, "edition: the cards are not those"),
        ({"options": {"mode": "poker"}}, "option mode: 'poker' is not one of"),
        ({"moves": ("Z focus",)}, "move 1: 'Z' is no seat"),
        ({"moves": ("A dance",)}, "move 1: 'A dance'"),
        ({"moves": FINISHED.moves[:-1]}, "result: "),
        ({"moves": (*FINISHED.moves, "A focus")}, f"move {len(FINISHED.moves) + 1}: 'A focus': game-over"),
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
        ({"nonces": ("x", "y")}, "move|result"),
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


@given(part=st.sampled_from(sorted(vars(FINISHED))), value=json_values)
def test_a_record_with_any_part_replaced_is_refused_or_still_true(part: str, value: Any) -> None:
    record = read_or_refuse(altered(**{part: value}), GAME)
    assert record is None or record.moves == FINISHED.moves


@given(at=st.integers(0, len(FINISHED.moves) - 1), move=st.sampled_from(sorted(set(FINISHED.moves))) | st.text())
def test_a_record_with_another_move_is_refused_or_the_same(at: int, move: str) -> None:
    moves = [*FINISHED.moves]
    moves[at] = move
    record = read_or_refuse(altered(moves=moves), GAME)
    assert record is None or [*record.moves] == moves
