"""Records: a game as its log. What is written replays to the same bytes, and anybody can check the shuffle.

A record is JSON that people can read: the game and its version, the edition's digest, the options, the commitment made
before the deal, the seats, and the moves as texts. The secret is revealed only when the game is over; a saved game in
progress keeps it, since whoever can read the save can read the table's memory too.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from grimorio.engine import files
from grimorio.engine.chance import commitment
from grimorio.engine.edition import LARGEST, edition_of
from grimorio.engine.game import ActionError, EditionError, Game, is_unicode
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.layout import LETTERS
from grimorio.engine.strict import StrictError, is_whole, same, strict_json
from grimorio.engine.table import Refused, Table

FORMAT = "grimorio-record-1"


class RecordError(ValueError):
    """A record that is damaged, or that this version cannot replay; says what and where."""


@dataclass(frozen=True)
class Record:
    """One game as written down. `secret` is '' in a record of a game that is still going on."""

    game: str
    version: int
    options: Mapping[str, str]
    edition: str
    commitment: str
    nonces: tuple[str, ...]
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    secret: str = ""
    cards: Mapping[str, Any] | None = None
    bots: tuple[str, ...] = ()
    result: Mapping[str, Any] = field(default_factory=dict)


def record_of(table: Table, names: tuple[str, ...], bots: tuple[str, ...] = (), *, save: bool = False) -> Record:
    """Write a table down. The secret goes in when the game is over, or into the players' own save."""
    standard = table.game.read_edition(None).digest
    moves = tuple(f"{LETTERS[m.seat]} {table.game.action_of(m.action).text()}" for m in table.moves)
    return Record(
        game=table.game.name,
        version=table.game.version,
        options=table.options,
        edition=table.edition.digest,
        commitment=table.commitment,
        nonces=table.nonces,
        seats=names,
        moves=moves,
        secret=table.secret.hex() if table.over or save else "",
        cards=None if table.edition.digest == standard else table.edition.data,
        bots=bots or ("",) * table.seats,
        result=result_of(table) if table.over else {},
    )


def result_of(table: Table) -> dict[str, Any]:
    """How the game ended, and the digest of its final state."""
    outcome = table.outcome()
    return {
        "ending": outcome.ending,
        "scores": list(outcome.scores),
        "places": list(outcome.places),
        "state": hashlib.sha256(table.state.tobytes()).hexdigest(),
    }


def to_json(record: Record) -> str:
    """The text of a record."""
    return json.dumps({"format": FORMAT, **vars(record)}, indent=1, ensure_ascii=False) + "\n"


def write(record: Record, path: Path) -> None:
    """Replace a file by a record, all or nothing, so that a kill at any moment loses at most the last move."""
    files.replace(path, to_json(record))


def read(path: Path) -> Record:
    """Read a record; a damaged one is refused with what and where."""
    try:
        with path.open("rb") as file:
            raw = file.read(8 * LARGEST + 1)
    except OSError as error:
        msg = f"{visible(path)}: cannot be read ({error.strerror})"
        raise RecordError(msg) from error
    try:
        return from_json(raw.decode())
    except UnicodeDecodeError as error:
        msg = f"{visible(path)}: byte {error.start} is not UTF-8"
        raise RecordError(msg) from error
    except RecordError as error:
        msg = f"{visible(path)}: {error}"
        raise RecordError(msg) from error


def from_json(text: str) -> Record:
    """A record from its text."""
    try:
        data = strict_json(text)
    except StrictError as error:
        raise RecordError(str(error)) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        msg = f"format: not a record of Grimorio ({FORMAT})"
        raise RecordError(msg)
    parts = {name: _part(data, name, check, what) for name, (check, what) in _PARTS.items()}
    return _consistent(Record(**parts), set(data) - set(_PARTS) - {"format"})


def _consistent(record: Record, unknown: set[str]) -> Record:
    if unknown:
        msg = f"{harmless(min(unknown))}: is unknown in a record"
        raise RecordError(msg)
    for name in ("nonces", "bots"):
        if len(getattr(record, name)) != len(record.seats):
            msg = f"{name}: {len(getattr(record, name))} entries for {len(record.seats)} seats"
            raise RecordError(msg)
    return record


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(_text(item) for item in value)


def _text(value: Any) -> bool:
    return isinstance(value, str) and is_unicode(value)


def _hex(value: Any) -> bool:
    return isinstance(value, str) and len(value) in {0, 64} and set(value) <= set("0123456789abcdef")


def _options(value: Any) -> bool:
    return isinstance(value, dict) and all(_text(item) for pair in value.items() for item in pair)


_PARTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "game": (_text, "a text"),
    "version": (is_whole, "a whole number"),
    "options": (_options, "a table of texts"),
    "edition": (_hex, "64 hexadecimal digits"),
    "commitment": (_hex, "64 hexadecimal digits"),
    "nonces": (_texts, "a list of texts"),
    "seats": (_texts, "a list of texts"),
    "moves": (_texts, "a list of texts"),
    "secret": (_hex, "64 hexadecimal digits, or empty"),
    "cards": (lambda value: value is None or isinstance(value, dict), "a table, or null"),
    "bots": (_texts, "a list of texts"),
    "result": (lambda value: isinstance(value, dict), "a table"),
}


def _part(data: Mapping[str, Any], name: str, check: Callable[[Any], bool], what: str) -> Any:
    if name not in data:
        msg = f"{name}: is missing"
        raise RecordError(msg)
    if not check(data[name]):
        msg = f"{name}: is not {what}"
        raise RecordError(msg)
    return tuple(data[name]) if isinstance(data[name], list) else data[name]


def replay(record: Record, game: Game) -> Table:
    """Deal again from the secret and make every move; whatever does not fit is told with its number."""
    if record.game != game.name:
        msg = f"game: a record of {record.game[:40]!r}, not of {game.name!r}"
        raise RecordError(msg)
    if record.version != game.version:
        msg = f"version: played under version {record.version} of {game.title}; this is version {game.version}"
        raise RecordError(msg)
    if not record.secret:
        msg = "secret: not revealed yet, so the deal cannot be repeated"
        raise RecordError(msg)
    table = _table_of(record, game)
    for number, text in enumerate(record.moves, 1):
        letter, _, action = text.partition(" ")
        if len(letter) != 1 or letter not in LETTERS[: table.seats]:
            msg = f"move {number}: {letter[:20]!r} is no seat at this table"
            raise RecordError(msg)
        try:
            table.apply(LETTERS.index(letter), game.parse_action(action))
        except (Refused, ActionError) as error:
            msg = f"move {number}: {text[:80]!r}: {error}"
            raise RecordError(msg) from error
    return table


def _table_of(record: Record, game: Game) -> Table:
    edition = game.read_edition(None) if record.cards is None else edition_of(record.cards, "cards")
    if edition.digest != record.edition:
        msg = "edition: the cards are not those the game was played with"
        raise RecordError(msg)
    try:
        return Table(
            game,
            len(record.seats),
            options=record.options,
            edition=edition,
            secret=bytes.fromhex(record.secret),
            nonces=record.nonces,
        )
    except EditionError as error:
        raise RecordError(str(error)) from error


def verify(record: Record, game: Game) -> Table:
    """Check everything that can be checked: the commitment, the deal, every move, the result."""
    table = replay(record, game)
    if commitment(table.secret) != record.commitment:
        msg = "commitment: the secret is not the one that was committed to before the deal"
        raise RecordError(msg)
    told = dict(record.result)
    found = result_of(table) if table.over else {}
    for name in sorted(told.keys() | found.keys()):
        if (name in told) != (name in found) or not same(told.get(name), found.get(name)):
            msg = f"result: {harmless(name)} is {found.get(name)!r}, the record says {str(told.get(name))[:80]!r}"
            raise RecordError(msg)
    return table
