"""What each viewer has seen, under a version of his own.

A version counts only what this viewer could see change, so that nobody can count what others do in private. For every
field, and for every place of it that somebody may point at, an eye remembers in which of its versions it changed last:
what is new since any version can be told without keeping old views, and a decision about something that changed in the
meantime is noticed.
"""

import functools
from collections.abc import Iterator, Mapping

import msgspec
import numpy as np

from grimorio.engine.layout import LETTERS, NONE, Field
from grimorio.engine.reference import Ref, Refers, Way
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
        changed, spots = _changed(sight, self.view, view)
        if not (changed or facts or own or told != self.moment(self.version)):
            return False
        self.moments += told.to_bytes(WIDTH, "little")
        self.fields.update(dict.fromkeys(changed, self.version))
        self.spots.update(dict.fromkeys(spots, self.version))
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

    def changed_places(self, way: Way, shows: Mapping[str, Refers], version: int) -> Iterator[Ref]:
        """The places that an action points at, at which something else lies since a version."""
        for name, ref in way.named():
            spots = spots_of(ref.at, shows[name].shows) if ref.sort == "place" else ()
            if any(self.spot_changed_since(spot, version) for spot in spots):
                yield ref


def _changed(sight: Sight, old: bytes, new: bytes) -> tuple[list[int], list[str]]:
    """The fields in which two views differ, and their places that do; all fields where there was no view before."""
    if not old:
        return list(range(len(sight.fields))), []
    if old == new:
        return [], []
    fields, spots = _meanings(sight)
    bytes_ = np.flatnonzero(np.frombuffer(old, np.uint8) != np.frombuffer(new, np.uint8)).tolist()
    found = sorted({fields[byte] for byte in bytes_} - {NONE})
    return found, list({spots[byte]: None for byte in bytes_ if fields[byte] != NONE})


@functools.cache
def _meanings(sight: Sight) -> tuple[list[int], list[str]]:
    """For each byte of a view the field that it belongs to (`NONE` for none), and its place in it.

    Places are rows of seats, places of a row, or the field as one.
    """
    fields, spots = [NONE] * sight.dtype.itemsize, [""] * sight.dtype.itemsize
    for number, f in enumerate(sight.fields):
        first, last = sight.bytes_of(number)
        size = (last - first) // _parts(f)
        for byte in range(first, last):
            fields[byte], spots[byte] = number, spot_name(f, (byte - first) // size)
    return fields, spots


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
