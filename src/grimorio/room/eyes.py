"""What each viewer has seen, under a version of his own.

A version counts only what this viewer could see change, so that nobody can count what others do in private. For every
field, and for every place of it that somebody may point at, an eye remembers in which of its versions it changed last:
what is new since any version can be told without keeping old views, and a decision about something that changed in the
meantime is noticed.
"""

from collections.abc import Iterator

import msgspec

from grimorio.engine.layout import LETTERS, Field
from grimorio.engine.sight import Sight

WIDTH = 4
"""Bytes of a number of events."""


class Eye(msgspec.Struct):
    """One viewer's versions: his last view, how many events he had been told at each version, what changed when."""

    view: bytes = b""
    moments: bytearray = msgspec.field(default_factory=bytearray)
    fields: dict[int, int] = {}
    spots: dict[str, int] = {}
    facts: int = 1

    @property
    def version(self) -> int:
        """The number of what he sees now, from 1."""
        return len(self.moments) // WIDTH

    def moment(self, version: int) -> int:
        """How many events he had been told at a version; none at version 0."""
        if not version:
            return 0
        return int.from_bytes(self.moments[(version - 1) * WIDTH : version * WIDTH], "little")

    def update(self, sight: Sight, view: bytes, told: int, *, facts: bool, own: bool) -> bool:
        """Look again: whether anything is new; `facts` of the room always are, and what he did himself."""
        changed = sight.changed(self.view, view) if self.view else list(range(len(sight.fields)))
        if not (changed or facts or own or told != self.moment(self.version)):
            return False
        self.moments += told.to_bytes(WIDTH, "little")
        for number in changed:
            self.fields[number] = self.version
            for spot in _changed_spots(sight, number, self.view, view) if self.view else ():
                self.spots[spot] = self.version
        if facts:
            self.facts = self.version
        self.view = view
        return True

    def changed_since(self, version: int) -> list[int]:
        """The fields that are new since a version."""
        return [number for number, when in self.fields.items() if when > version]

    def spot_changed_since(self, spot: str, version: int) -> bool:
        """Whether what lies at a place is new since a version."""
        return self.spots.get(spot, 0) > version


def _changed_spots(sight: Sight, number: int, old: bytes, new: bytes) -> Iterator[str]:
    """The places of a field in which two views differ: rows of seats, places of a row, or the field as one."""
    f = sight.fields[number]
    first, last = sight.bytes_of(number)
    parts = _parts(f)
    size = (last - first) // parts
    for part in range(parts):
        at = first + part * size
        if old[at : at + size] != new[at : at + size]:
            yield spot_name(f, part)


def _parts(f: Field) -> int:
    """How many places a field has that can change one without the other."""
    if f.by_seat:
        return f.shape[0]
    return f.shape[0] if f.shape and not f.in_no_order else 1


def spot_name(f: Field, part: int) -> str:
    """The place with a number in a field: `offer_give[B]`, `air[1]`, `discards`."""
    if f.by_seat:
        return f"{f.name}[{LETTERS[part]}]"
    return f"{f.name}[{part}]" if _parts(f) > 1 else f.name


def spots_of(address: str, shows: tuple[str, ...]) -> list[str]:
    """The places that somebody looks at who points at an address: `rows[B,0,2]` is in the row of B."""
    name, bracket, inside = address.rstrip("]").partition("[")
    spot = f"[{inside.split(',')[0]}]" if bracket else ""
    return [f"{field}{spot}" for field in shows or (name,)]
