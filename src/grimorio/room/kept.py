"""A room as it is kept."""

import msgspec

from grimorio.room.chairs import Chair
from grimorio.room.eyes import Eye


class Kept(msgspec.Struct):
    """A room as it is kept: enough to open it again at once, and for its host alone, since the secret is in it."""

    game: str
    chairs: tuple[Chair, ...]
    options: dict[str, str]
    edition: str
    secret: bytes
    nonces: list[str]
    entries: int
    last: tuple[int, bool]
    timed: tuple[int, int]
    eyes: dict[int, Eye]
    table: bytes | None
