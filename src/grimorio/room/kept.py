"""A room as it is kept."""

from typing import TYPE_CHECKING

import msgspec
import numpy as np

from grimorio.engine.game import Edition, Game
from grimorio.engine.kept import SnapshotError
from grimorio.engine.table import Table
from grimorio.room.chairs import Chair
from grimorio.room.eyes import Eye

if TYPE_CHECKING:
    from grimorio.room.room import Room


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


KEPT = msgspec.msgpack.Decoder(Kept)


def opened(kept: bytes, game: Game, edition: Edition | None) -> Kept:
    """What a snapshot says; refused where the game or its edition is another one now."""
    try:
        made = KEPT.decode(kept)
    except msgspec.DecodeError as error:
        msg = f"not a snapshot of a room: {error}"
        raise SnapshotError(msg) from error
    edition = edition or game.standard
    for what, same in (("game", made.game == game.name), ("edition", made.edition == edition.digest)):
        if not same:
            msg = f"{what}: the snapshot was made with another one"
            raise SnapshotError(msg)
    return made


def new_table(room: "Room") -> Table:
    """The table of a room, dealt as all who sit at it agreed."""
    return Table(
        room.game,
        room.seats,
        options=room.options,
        edition=room.edition,
        secret=room.secret,
        nonces=room.nonces,
        names=room.names,
        bots=tuple(chair.bot for chair in room.chairs),
    )


def laid_out(table: Table, position: bytes) -> Table:
    """The table with another position on it, which nobody dealt; it has no past."""
    kind = table.game.layout.dtype
    if len(position) != kind.itemsize:
        msg = f"position: {len(position)} bytes, not {kind.itemsize}"
        raise SnapshotError(msg)
    return table.branch(np.frombuffer(position, kind))
