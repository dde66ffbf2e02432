"""The log of a room: everything that was done in it, so that a room rebuilt from its log is the same room."""

import msgspec

from grimorio.engine.entries import Decided, Lapsed, TookBack
from grimorio.room.chairs import Chair
from grimorio.room.pace import Why


class Sat(msgspec.Struct, frozen=True, tag_field="kind", tag="sat"):
    """A chair is somebody else's from now on, or its person left or came back."""

    seat: int
    chair: Chair
    at: int = 0


class Nonced(msgspec.Struct, frozen=True, tag_field="kind", tag="nonce"):
    """A seat added a text of its own to the shuffle."""

    seat: int
    text: str
    at: int = 0


class Dealt(msgspec.Struct, frozen=True, tag_field="kind", tag="dealt"):
    """The cards were dealt."""

    at: int = 0


class Laid(msgspec.Struct, frozen=True, tag_field="kind", tag="laid"):
    """A position was laid out instead of a deal: a lesson, or a game that is tried again from somewhere (`purpose`)."""

    position: bytes
    purpose: str
    at: int = 0


class Paused(msgspec.Struct, frozen=True, tag_field="kind", tag="pause"):
    """Somebody wants the clocks to stand still or is cut off, or no longer."""

    seat: int
    why: Why
    on: bool
    at: int = 0


RoomEntry = Sat | Nonced | Dealt | Laid | Paused | Decided | TookBack | Lapsed
"""Whatever can be done in a room."""
_ENTRIES: msgspec.json.Decoder[RoomEntry] = msgspec.json.Decoder(RoomEntry)


def packed(entry: RoomEntry) -> bytes:
    """An entry as it is kept."""
    return msgspec.json.encode(entry)


def unpacked(kept: bytes) -> RoomEntry:
    """An entry from what was kept."""
    return _ENTRIES.decode(kept)
