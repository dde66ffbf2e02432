"""The JSON Schema of everything that leaves a room, made from its types; a page takes its own types from it."""

import inspect
from typing import Any

import msgspec

from grimorio.engine.game import Game
from grimorio.engine.wire import WIRE, view_type
from grimorio.room.chairs import Chair
from grimorio.room.decision import Decision
from grimorio.room.entries import RoomEntry
from grimorio.room.look import Look

PLACE = "#/$defs/{name}"


def insight_type(game: Game) -> Any:
    """The type of what a game tells beside its cards; None for a game that tells nothing."""
    return inspect.get_annotations(game.insight, eval_str=True)["return"] if game.insight else None


def types_of(game: Game) -> dict[str, Any]:
    """The types that a game adds: its views, and its insights."""
    told = insight_type(game)
    found = {"view": view_type(game)}
    return found | ({"insight": told} if told is not None else {})


def schema(games: dict[str, Game]) -> dict[str, Any]:
    """One schema: what all games share, and for each game its views and insights under names of their own."""
    shared = (Look, Decision, Chair, RoomEntry, *WIRE)
    _, components = msgspec.json.schema_components(shared, ref_template=PLACE)
    made: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(components)}
    made["games"] = {}
    for name, game in games.items():
        kinds = types_of(game)
        where = f"#/games/{name}/$defs/{{name}}"
        roots, parts = msgspec.json.schema_components(tuple(kinds.values()), ref_template=where)
        made["games"][name] = {**dict(zip(kinds, roots, strict=True)), "$defs": parts}
    return made
