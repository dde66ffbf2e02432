"""Records: a game as its log. What is written replays to the same bytes, and anybody can check the shuffle.

A record is JSON that people can read: the game and its version, the edition's digest, the options, the commitment made
before the deal, the seats, and the log as texts: `A take air 2 give blue 3`, several decisions in one go with `;`
between them, `A undo`, and `time 3` where the clock ran out for its third thing. `moments` holds the milliseconds of
each entry.

Only a game that is over is written as a record, since its log names private moves and the secret. A game in progress
can only be saved, which says so: whoever can read the save can read the table's memory too.
"""

import hashlib
import json
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from grimorio.engine import files
from grimorio.engine.chance import commitment
from grimorio.engine.edition import LARGEST, edition_of
from grimorio.engine.entries import Decided, Entry, Lapsed, TookBack
from grimorio.engine.game import ActionError, EditionError, Game
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refused
from grimorio.engine.strict import StrictError, same, strict_json
from grimorio.engine.table import Table

FORMAT = "grimorio-record-2"
EARLIER = "grimorio-record-1"


class RecordError(ValueError):
    """A record that is damaged, or that this version cannot replay; says what and where."""


Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Moment = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
"""Milliseconds."""
Seconds = Annotated[float, msgspec.Meta(ge=0, le=60)]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag=FORMAT):
    """One game as written down; a `save` of one that goes on is for its host alone.

    A save may say how fast bots play: seconds a move, and a tempo. An old one does not, nor does a finished game.
    """

    kind: Literal["record", "save"]
    game: str
    version: int
    options: dict[str, str]
    edition: Digest
    commitment: Digest
    nonces: tuple[str, ...]
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    log: tuple[str, ...]
    moments: tuple[Moment, ...]
    secret: Digest
    cards: dict[str, Any] | None
    language: str
    result: dict[str, Any]
    pace: Seconds | msgspec.UnsetType = msgspec.UNSET
    tempo: str | msgspec.UnsetType = msgspec.UNSET


RECORDS = msgspec.json.Decoder(Record)
"""Made before there are threads (see `engine/kept.py`)."""
_WHERE = re.compile(r"(?P<reason>.*?)(?: - at `\$\.(?P<path>.*)`)?", re.DOTALL)
"""What msgspec says of a value that does not fit, and where that stands."""


def record_of(table: Table, *, save: bool = False, language: str = "") -> Record:
    """Write a table down; one that is not over only as a save."""
    if not save and not table.over:
        msg = "the game is not over: its log names what is still hidden, so it can only be saved"
        raise RecordError(msg)
    entries = list(table.log)
    moments = tuple(entry.at for entry in entries)
    return Record(
        kind="save" if save else "record",
        game=table.game.name,
        version=table.version,
        options=dict(table.options),
        edition=table.edition.digest,
        commitment=table.commitment,
        nonces=table.nonces,
        seats=table.names,
        bots=table.bots,
        log=tuple(entry_text(table.game, entry) for entry in entries),
        moments=moments if any(moments) else (),
        secret=table.secret.hex(),
        cards=None if table.edition.digest == table.game.standard.digest else dict(table.edition.data),
        language=language,
        result=result_of(table) if table.over else {},
    )


def entry_text(game: Game, entry: Entry) -> str:
    """An entry of the log as a record has it."""
    match entry:
        case Decided(seat, actions):
            return f"{LETTERS[seat]} {'; '.join(game.action_of(action).text() for action in actions)}"
        case TookBack(seat):
            return f"{LETTERS[seat]} undo"
        case Lapsed(which):
            return f"time {which}"


def entry_of(game: Game, seats: int, text: str, at: int) -> Entry:
    """The entry that a record has as a text."""
    head, _, rest = text.partition(" ")
    if head == "time" and rest.isascii() and rest.isdigit() and int(rest) < 1 << 16:
        return Lapsed(int(rest), at)
    if len(head) != 1 or head not in LETTERS[:seats]:
        msg = f"{head[:20]!r} is no seat at this table"
        raise RecordError(msg)
    if rest == "undo":
        return TookBack(LETTERS.index(head), at)
    try:
        return Decided(LETTERS.index(head), tuple(game.parse_action(each) for each in rest.split(";")), at)
    except ActionError as error:
        raise RecordError(str(error)) from error


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
    return json.dumps(msgspec.to_builtins(record), indent=1, ensure_ascii=False) + "\n"


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
    if isinstance(data, dict) and data.get("format") == EARLIER:
        msg = f"format: written by an earlier version of Grimorio ({EARLIER}), which this one cannot read any more"
        raise RecordError(msg)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        msg = f"format: not a record of Grimorio ({FORMAT})"
        raise RecordError(msg)
    try:
        return _consistent(RECORDS.decode(text))
    except msgspec.ValidationError as error:
        told = _WHERE.fullmatch(str(error))
        reason, path = (told["reason"], told["path"]) if told else (str(error), "")
        raise RecordError(harmless(f"{path}: {reason}" if path else reason)) from error


def _consistent(record: Record) -> Record:
    for name, wanted in (("nonces", record.seats), ("bots", record.seats), ("moments", record.log)):
        found = getattr(record, name)
        if len(found) != len(wanted) and not (name == "moments" and not found):
            what = "entries of the log" if name == "moments" else "seats"
            msg = f"{name}: {len(found)} entries for {len(wanted)} {what}"
            raise RecordError(msg)
    if record.kind == "record" and not record.result:
        msg = "kind: a record of a game that is not over"
        raise RecordError(msg)
    return record


def fresh(record: Record, game: Game) -> Table:
    """The table of a record as it was dealt, before the first move."""
    if record.game != game.name:
        msg = f"game: a record of {record.game[:40]!r}, not of {game.name!r}"
        raise RecordError(msg)
    if record.version not in (game.version, *game.continues):
        msg = f"version: played under version {record.version} of {game.title}; this is version {game.version}"
        raise RecordError(msg)
    return _table_of(record, game)


def replay(record: Record, game: Game) -> Table:
    """Deal again from the secret and make every move; whatever does not fit is told with its number."""
    table = fresh(record, game)
    moments = record.moments or (0,) * len(record.log)
    for number, (text, at) in enumerate(zip(record.log, moments, strict=True), 1):
        try:
            table.enter(entry_of(game, table.seats, text, at))
        except (Refused, RecordError) as error:
            msg = f"entry {number}: {harmless(text)!r}: {error}"
            raise RecordError(msg) from error
    return table


def _table_of(record: Record, game: Game) -> Table:
    edition = game.standard if record.cards is None else edition_of(record.cards, "cards")
    if edition.digest != record.edition:
        msg = "edition: the cards are not those the game was played with"
        raise RecordError(msg)
    try:
        table = Table(
            game,
            len(record.seats),
            options=record.options,
            edition=edition,
            secret=bytes.fromhex(record.secret),
            nonces=record.nonces,
            names=record.seats,
            bots=record.bots,
        )
    except EditionError as error:
        raise RecordError(str(error)) from error
    table.version = record.version
    return table


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
