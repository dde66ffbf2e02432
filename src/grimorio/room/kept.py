"""A room as it is kept."""

import msgspec
import numpy as np

from grimorio.engine.kept import SnapshotError
from grimorio.engine.table import Table
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
    laid: str = ""


def laid_out(table: Table, position: bytes) -> Table:
    """The table with another position on it, which nobody dealt; it has no past."""
    kind = table.game.layout.dtype
    if len(position) != kind.itemsize:
        msg = f"position: {len(position)} bytes, not {kind.itemsize}"
        raise SnapshotError(msg)
    return table.branch(np.frombuffer(position, kind))
