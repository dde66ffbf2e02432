"""What happened, as rows that kernels write and that each viewer reads in his own way.

A row says what kind of thing happened, to which seat, with which card, from which place to which, and a number. `faces`
is a bit mask of the viewers who see the card's face (everybody else sees its back), `audience` of those who learn of
the event at all. Where nobody wants to know, the log is None and costs nothing.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grimorio.engine.kernel import integers, kernel
from grimorio.engine.layout import NONE

CODE, SEAT, CARD, FROM, TO, VALUE, FACES, AUDIENCE = range(8)
"""Columns of a row."""
WIDTH = 8
ROOM = 512
"""Rows of a log: more than any single decision can write."""
EVERYBODY = 0xFF
"""All seats (bits 0 to 6) and the spectators (bit 7)."""
SPECTATORS = 7


def new_log(rows: int = ROOM) -> Any:
    """An empty log. Row 0 counts the rows."""
    return integers(rows, WIDTH)


@kernel
def note(log: Any, code: int, seat: int, card: int, start: int, to: int, value: int, faces: int) -> None:  # noqa: PLR0913
    """Write down that something happened, for everybody; `faces` says who sees the card."""
    if log is not None:
        log[0, CODE] += 1
        row = log[0, CODE]
        log[row, CODE] = code
        log[row, SEAT] = seat
        log[row, CARD] = card
        log[row, FROM] = start
        log[row, TO] = to
        log[row, VALUE] = value
        log[row, FACES] = faces
        log[row, AUDIENCE] = EVERYBODY


@kernel
def whisper(log: Any, audience: int) -> None:
    """What was noted last is only for these viewers."""
    if log is not None:
        log[log[0, CODE], AUDIENCE] = audience


@kernel
def announce(log: Any, code: int, seat: int, value: int) -> None:
    """Write down something without a card."""
    note(log, code, seat, NONE, NONE, NONE, value, EVERYBODY)


@kernel
def hear(log: Any, seat: int, heard: Any) -> None:
    """What a seat learns of a log: the rows that are for it, with the cards whose faces it sees, and nothing more."""
    heard[0, CODE] = 0
    for row in range(1, log[0, CODE] + 1):
        if log[row, AUDIENCE] >> seat & 1:
            heard[0, CODE] += 1
            to = heard[0, CODE]
            for column in range(FACES):
                heard[to, column] = log[row, column]
            if not log[row, FACES] >> seat & 1:
                heard[to, CARD] = NONE


@dataclass(frozen=True)
class Event:
    """One thing that happened, as one viewer learns it. `card` is None where he sees only `back`, or nothing."""

    kind: str
    seat: str | None = None
    card: str | None = None
    back: str | None = None
    start: str | None = None
    to: str | None = None
    value: int | None = None

    def text(self) -> str:
        """The form that scenarios compare, for example `scored A 13` or `took A blue 3 air[1] hand[A]`."""
        parts = (self.seat, self.card, self.back, self.start, self.to, self.value)
        return " ".join([self.kind, *(str(part) for part in parts if part is not None)])

    def json(self) -> dict[str, Any]:
        """What a page needs to animate it."""
        return {name: value for name, value in vars(self).items() if value is not None}


ROW = struct.Struct("<bbhhhhBB")
"""A row as it is kept, in twelve bytes."""
Row = tuple[int, ...]


def rows(log: Any) -> list[Row]:
    """The rows that a decision wrote."""
    written = log[0, CODE]
    return [tuple(row) for row in log[1 : written + 1].tolist()] if written else []


class Rows:
    """All that has happened at a table, packed; each viewer reads the part that is his."""

    def __init__(self, packed: bytes = b"") -> None:
        """Nothing yet, or as it was packed."""
        self._packed, self._public, self._told = bytearray(packed), 0, [0] * len(_BITS[EVERYBODY])
        self._latest: Sequence[Row] = ()
        self._latest_is_open = False
        self._count(self.after(0), 1)

    def __len__(self) -> int:
        return len(self._packed) // ROW.size

    def _count(self, rows: Sequence[Row], by: int) -> None:
        for row in rows:
            if row[AUDIENCE] == EVERYBODY:
                self._public += by
            else:
                for bit in _BITS[row[AUDIENCE]]:
                    self._told[bit] += by

    def told(self, bit: int) -> int:
        """How many events the viewer with a bit has been told."""
        return self._public + self._told[bit]

    def add(self, fresh: Sequence[Row]) -> None:
        """What a decision wrote."""
        self._packed += b"".join([ROW.pack(*row) for row in fresh])
        self._count(fresh, 1)
        self._latest = fresh
        self._latest_is_open = all(row[FACES] & row[AUDIENCE] == EVERYBODY for row in fresh)

    def cut(self, length: int) -> None:
        """Forget what came after, as if it had not been written."""
        self._count(self.after(length), -1)
        del self._packed[length * ROW.size :]
        self._latest, self._latest_is_open = (), False

    def seen_by_all(self, rows: Sequence[Row]) -> bool:
        """Whether these are the rows of the last decision, all of which everybody sees with their faces."""
        return rows is self._latest and self._latest_is_open

    def of(self, bit: int, since: int) -> Sequence[Row]:
        """What the viewer with a bit was told after the first `since` of his events."""
        wanted = self.told(bit) - since
        if wanted <= 0:
            return ()
        if self._latest_is_open and wanted == len(self._latest):
            return self._latest
        found = [row for row in self._latest if row[AUDIENCE] >> bit & 1]
        if len(found) >= wanted:
            return found[-wanted:]
        found = []
        at = len(self._packed)
        while len(found) < wanted:
            at -= ROW.size
            row = ROW.unpack_from(self._packed, at)
            if row[AUDIENCE] >> bit & 1:
                found.append(row)
        return found[::-1]

    def after(self, length: int) -> Sequence[Row]:
        """Every row after the first `length`."""
        if length + len(self._latest) == len(self):
            return self._latest
        return list(ROW.iter_unpack(bytes(self._packed[length * ROW.size :])))

    def packed(self) -> bytes:
        """All of it, to be kept."""
        return bytes(self._packed)


_BITS = [tuple(bit for bit in range(8) if mask >> bit & 1) for mask in range(256)]
