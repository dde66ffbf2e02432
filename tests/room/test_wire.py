"""What leaves is typed, and the types say all of it: every look of every game fits its schema."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from grimorio.engine.laws import random_play, viewers
from grimorio.engine.refusal import Refusal
from grimorio.engine.wire import GameTold, WordsTold, game_told, refusal_told, view_type, words_told
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.look import Look
from grimorio.room.room import Room
from grimorio.room.schema import insight_type, schema

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("moves", [0, 7, 40, 150])
def test_every_look_fits_its_type(name: str, moves: int) -> None:
    game = GAMES[name]
    for seats in game.seats:
        table = random_play(game, seats, moves + 5, moves)
        room = Room.around(table, [person(f"player {seat}") for seat in range(seats)])
        for viewer in viewers(table):
            sent = msgspec.json.encode(room.look(viewer))
            look = msgspec.json.decode(sent, type=Look)
            assert msgspec.json.encode(look) == sent
            view = msgspec.convert(look.view, view_type(game))
            assert msgspec.to_builtins(view) == table.view_json(viewer)
            if (told := insight_type(game)) is not None:
                msgspec.convert(look.insight, told)


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for each in part.values():
            yield from references(each)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


def test_the_schema_is_complete_and_points_only_at_what_is_in_it() -> None:
    made = json.loads(json.dumps(schema(GAMES)))
    assert set(made["games"]) == set(GAMES)
    for reference in references(made):
        found = made
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        assert found["title"]
    look = made["$defs"]["Look"]["properties"]
    assert set(look) == set(Look.__struct_fields__)
    for name, game in GAMES.items():
        view = made["games"][name]["$defs"][view_type(game).__name__]["properties"]
        assert all(view.values()), "every field of a view says what it is"


@every_game
def test_inner_fields_do_not_leave(name: str) -> None:
    game = GAMES[name]
    table = random_play(game, game.seats[0], 3, 12)
    inner = {f.name for f in game.sight.fields if f.inner}
    assert not inner & set(table.view_json(0))
    assert inner <= set(table.view_json(0, whole=True))
    told = {each.name for each in game_told(game).fields}
    assert not inner & told


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_and_its_words_are_sent_whole(name: str, language: str) -> None:
    game = GAMES[name]
    told = msgspec.json.decode(msgspec.json.encode(game_told(game)), type=GameTold)
    assert (told.name, told.cards, told.seats) == (name, game.card_names, game.seats)
    words = msgspec.json.decode(msgspec.json.encode(words_told(game, language)), type=WordsTold)
    assert words.own == Words(game, language).own
    assert all(told.forms.values())


def test_a_refusal_is_sent_with_its_sentence() -> None:
    words = Words(GAMES["flautz"], "it")
    told = refusal_told(words, Refusal("wrong-zone", "FZ-R8", "take air 1 give blue 1"))
    assert told.sentence == words.own["refusals"]["wrong-zone"]
    assert told.rule == "FZ-R8"
