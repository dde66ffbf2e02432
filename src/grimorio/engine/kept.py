"""A table as it is kept: all that its log would make of it, without playing it again."""

import functools
import hashlib

import msgspec

from grimorio.engine.game import Game
from grimorio.engine.undo import Past


class SnapshotError(ValueError):
    """A snapshot that cannot be opened here; says why."""


class Snapshot(msgspec.Struct):
    """A table as it is kept: all that its log would make of it, without playing it again."""

    game: str
    version: int
    layout: str
    edition: str
    seats: int
    options: dict[str, str]
    secret: bytes
    nonces: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]
    state: bytes
    entries: bytes
    rows: bytes
    past: Past


SNAPSHOTS = msgspec.msgpack.Decoder(Snapshot)
"""Made before there are threads, as all decoders of what servers keep: two threads that decode the first value of a
type at the same moment crash msgspec 0.22, which has not learnt the whole type yet."""


@functools.cache
def layout_digest(game: Game) -> str:
    """What a kept state must fit: every field of the layout, where it stands and what it means."""
    told = [(f.name, f.kind, f.shape, f.of.sort, f.of.names) for f in game.layout.fields]
    return hashlib.sha256(repr((told, game.layout.dtype.descr)).encode()).hexdigest()
