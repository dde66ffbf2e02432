#!/usr/bin/env python3
"""Write the types of everything that goes over the wire, from the server's own types.

`python web/scripts/types_ts.py` writes `web/src/generated/wire.ts`; a test holds that it is fresh.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import msgspec

from grimorio.arena.review import Review
from grimorio.engine.wire import GameTold, RefusalTold, WordsTold
from grimorio.games import GAMES
from grimorio.room.schema import types_of
from grimorio.server.app import EditionTold, ReturnLink
from grimorio.server.examples import Example
from grimorio.server.lessons import LessonTold
from grimorio.server.notices import NoticesTold, Wanted
from grimorio.server.practice import GoOn, Learn, PlayFrom, Stood, Verified
from grimorio.server.protocol import PROTOCOL, ClientMessage, LobbyTable, ServerMessage
from grimorio.server.ratings import RatingTold
from grimorio.server.records import Imported, Replay
from grimorio.server.sitting import SitDown, WhyNot
from grimorio.server.tables import MadeTable, NewTable, Seated

TARGET = Path(__file__).parent.parent / "src" / "generated" / "wire.ts"
HEAD = "/** What goes over the wire, from the server's own types: `python web/scripts/types_ts.py` writes this file. */"
SHARED = (GameTold, RefusalTold, WordsTold, LobbyTable, NewTable, MadeTable, Seated, SitDown, WhyNot)
SHARED += (Replay, Review, Imported, PlayFrom, Verified, Learn, GoOn, Stood, LessonTold, Example)  # type: ignore[assignment]
SHARED += (NoticesTold, Wanted, RatingTold, ReturnLink, EditionTold)  # type: ignore[assignment]
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}

Schema = Mapping[str, Any]


def type_of(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(each) for each in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return array_of(schema)
    if schema.get("type") == "object":
        inside = schema.get("additionalProperties")
        return f"Readonly<Record<string, {type_of(inside) if isinstance(inside, dict) else 'unknown'}>>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def array_of(schema: Schema) -> str:
    """A list, or a tuple where the schema tells each place."""
    if "prefixItems" in schema:
        return f"readonly [{', '.join(type_of(each) for each in schema['prefixItems'])}]"
    inside = type_of(schema.get("items", {}))
    return f"readonly ({inside})[]" if " " in inside else f"readonly {inside}[]"


def lines_of(name: str, schema: Schema, prefix: str = "") -> Iterator[str]:
    """A struct as an interface, anything else as a type of its own."""
    if schema.get("description"):
        yield f"/** {' '.join(str(schema['description']).split())} */"
    if schema.get("type") != "object" or "properties" not in schema:
        yield f"export type {prefix}{name} = {named(type_of(schema), prefix)};"
        return
    yield f"export interface {prefix}{name} {{"
    needed = {*schema.get("required", ()), "kind" if "kind" in schema["properties"] else ""}
    for field, each in schema["properties"].items():
        yield f"  readonly {field}{'' if field in needed else '?'}: {named(type_of(each), prefix)};"
    yield "}"


PARTS: set[str] = set()
"""Names of the game that is being written, which get its prefix."""


def named(told: str, prefix: str) -> str:
    """A type whose parts of one game have that game's prefix."""
    for part in sorted(PARTS if prefix else (), key=len, reverse=True):
        told = " ".join(word.replace(part, prefix + part) if _is(word, part) else word for word in told.split(" "))
    return told


def _is(word: str, part: str) -> bool:
    return word.strip("()[];>,").removeprefix("Readonly<Record<string,") == part


def union_of(name: str, members: tuple[type, ...]) -> str:
    """Messages of one direction."""
    return f"export type {name} = {' | '.join(member.__name__ for member in members)};"


def game_lines(name: str) -> Iterator[str]:
    """The views and insights of one game, under its name."""
    prefix = name.capitalize()
    _, parts = msgspec.json.schema_components(tuple(types_of(GAMES[name]).values()), ref_template="#/{name}")
    parts = {part.removeprefix(prefix): schema for part, schema in parts.items()}
    PARTS.clear()
    PARTS.update(parts)
    for part, schema in parts.items():
        yield from lines_of(part, schema, prefix)


def wire_ts() -> str:
    """The whole file."""
    kinds = (*get_args(ClientMessage), *get_args(ServerMessage))
    renamed = {"Refused": "RefusedTold"}
    _, parts = msgspec.json.schema_components((*kinds, *SHARED), ref_template="#/{name}")
    lines = [HEAD, f"export const PROTOCOL = {PROTOCOL};"]
    for part, schema in parts.items():
        lines += lines_of(renamed.get(part, part), schema)
    lines += [union_of("ClientMessage", get_args(ClientMessage))]
    lines += [union_of("ServerMessage", get_args(ServerMessage)).replace(" Refused ", " RefusedTold ")]
    for name in GAMES:
        lines += game_lines(name)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the file."""
    TARGET.write_text(wire_ts(), encoding="utf-8")


if __name__ == "__main__":
    main()
