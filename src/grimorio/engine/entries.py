"""The log of a table: what was done to it, entry by entry, each with its moment. It makes of a deal what the table is.

Entries are kept packed, since a table that sleeps for days should cost next to nothing.
"""

import struct
from collections.abc import Iterator

import msgspec

DO, UNDO, LAPSE = range(3)
_HEAD = struct.Struct("<BbHQ")
"""Which kind of entry, whose, how many actions follow, and the moment in milliseconds."""
_NUMBER = struct.Struct("<H")


class Decided(msgspec.Struct, frozen=True, tag_field="kind", tag="do", gc=False):
    """A seat made these decisions in one go."""

    seat: int
    actions: tuple[int, ...]
    at: int = 0


class TookBack(msgspec.Struct, frozen=True, tag_field="kind", tag="undo"):
    """A seat took its last decisions back."""

    seat: int
    at: int = 0


class Lapsed(msgspec.Struct, frozen=True, tag_field="kind", tag="lapse"):
    """The clock ran out for what it was set for."""

    which: int
    at: int = 0


Entry = Decided | TookBack | Lapsed


class Entries:
    """A log that only grows."""

    def __init__(self, packed: bytes = b"") -> None:
        """Empty, or as it was packed."""
        self._packed = bytearray(packed)
        self._number = sum(1 for _ in self)

    def __len__(self) -> int:
        return self._number

    def __iter__(self) -> Iterator[Entry]:
        at = 0
        while at < len(self._packed):
            kind, whose, count, moment = _HEAD.unpack_from(self._packed, at)
            at += _HEAD.size
            numbers = struct.unpack_from(f"<{count}H", self._packed, at)
            at += 2 * count
            if kind == DO:
                yield Decided(whose, numbers, moment)
            else:
                yield TookBack(whose, moment) if kind == UNDO else Lapsed(numbers[0], moment)

    def add(self, entry: Entry) -> None:
        """One more."""
        match entry:
            case Decided(seat, actions, at):
                self.decided(seat, actions, at)
            case TookBack(seat, at):
                self._pack(UNDO, seat, (), at)
            case Lapsed(which, at):
                self._pack(LAPSE, -1, (which,), at)

    def decided(self, seat: int, actions: tuple[int, ...], at: int) -> None:
        """One more: a seat made these decisions in one go."""
        self._pack(DO, seat, actions, at)

    def _pack(self, kind: int, whose: int, numbers: tuple[int, ...], at: int) -> None:
        self._packed += _HEAD.pack(kind, whose, len(numbers), at)
        for number in numbers:
            self._packed += _NUMBER.pack(number)
        self._number += 1

    def packed(self) -> bytes:
        """All of it, to be kept."""
        return bytes(self._packed)
