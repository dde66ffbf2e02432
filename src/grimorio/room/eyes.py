"""What each viewer has seen, under a version of his own.

A version counts only what this viewer could see change, so that nobody can count what others do in private. For every
field, and for every place of it that somebody may point at, an eye remembers in which of its versions it changed last:
what is new since any version can be told without keeping old views, and a decision about something that changed in the
meantime is noticed.
"""

import functools
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from grimorio.engine.layout import LETTERS, Field
from grimorio.engine.reference import Ref, Refers, Way
from grimorio.engine.sight import Said, Sight

WIDTH = 4
"""Bytes of a number of events, and of a version."""
BITS = 8
_NOTHING = bytes(WIDTH)
LATELY = 1 << 11
"""Different changes of which it is remembered what they touched."""


class Eye(msgspec.Struct):
    """One viewer's versions: his last view, how many events he had been told at each version, what changed when.

    `when` has the version in which each field changed last, and then each place, packed: a table has an eye for every
    seat, and many tables are open at once. `idle` says that what he did last changed nothing that he sees, and nothing
    has changed since.
    """

    view: bytes = b""
    moments: bytearray = msgspec.field(default_factory=bytearray)
    when: bytearray = msgspec.field(default_factory=bytearray)
    facts: int = 1
    idle: bool = False

    @property
    def version(self) -> int:
        """The number of what he sees now, from 1."""
        return len(self.moments) // WIDTH

    def moment(self, version: int) -> int:
        """How many events he had been told at a version; none at version 0."""
        if not version:
            return 0
        return int.from_bytes(self.moments[(version - 1) * WIDTH : version * WIDTH], "little")

    def update(self, sight: Sight, view: bytes, told: int, *, facts: bool, own: bool) -> tuple[int, ...] | None:
        """Look again: the fields that are new, or None where nothing is.

        `facts` of the room always are, and what he did himself.
        """
        changed, told_now = view != self.view, told.to_bytes(WIDTH, "little")
        if not (changed or facts or own or told_now != (self.moments[-WIDTH:] or _NOTHING)):
            return None
        self.idle = (own or self.idle) and not (changed or facts)
        self.moments += told_now
        new = self._mark(meanings(sight), view) if changed else ()
        if facts:
            self.facts = self.version
        self.view = view
        return new

    def _mark(self, known: "Meanings", view: bytes) -> tuple[int, ...]:
        """Remember what differs from the last view; where there was none every field does, and no place has changed."""
        now, when = self.version.to_bytes(WIDTH, "little"), self.when
        if not self.view:
            self.when = bytearray(now * known.fields + bytes(WIDTH * len(known.places)))
            return tuple(range(known.fields))
        cells, new = known.cells(int.from_bytes(self.view, "little") ^ int.from_bytes(view, "little"))
        for cell in cells:
            when[cell] = now
        return new

    def changed_since(self, sight: Sight, version: int) -> list[int]:
        """The fields that are new since a version."""
        changed = meanings(sight).versions.unpack_from(self.when)
        return [number for number, when in enumerate(changed) if when > version]

    def new_in_words(
        self, sight: Sight, said: Said, version: int, latest: Sequence[int] | None = None
    ) -> dict[str, Any]:
        """The fields that are new since a version, in words; where all of them are, also whose view it is.

        `latest` are those that the last version brought, where somebody knows.
        """
        new = latest if latest is not None and version == self.version - 1 else self.changed_since(sight, version)
        view = self.view
        if len(new) == len(sight.fields):
            return {name: tell(view[part]) for name, (part, tell) in said.tellers.items()}
        found = [said.by_number[number] for number in new]
        return {name: tell(view[part]) for name, part, tell in found if name}

    def _spot_changed_since(self, known: "Meanings", spot: str, version: int) -> bool:
        """Whether what lies at a place is new since a version."""
        place = known.places.get(spot)
        return place is not None and int.from_bytes(self.when[_cell(place)], "little") > version

    def changed_places(self, sight: Sight, way: Way, shows: Mapping[str, Refers], version: int) -> Iterator[Ref]:
        """The places that an action points at, at which something else lies since a version."""
        known = meanings(sight)
        for name, ref in way.named():
            if ref.sort == "place":
                spots = spots_of(ref.at, shows[name].shows)
                if any(self._spot_changed_since(known, spot, version) for spot in spots):
                    yield ref


Changed = tuple[list[slice], tuple[int, ...]]
"""Where versions stand that go up, and the numbers of the fields among them."""


@dataclass(frozen=True)
class Meanings:
    """What the bytes of a view belong to: how many fields there are, and after them the number of each place by name.

    `cells` finds the fields in which two views differ, and where the versions of these and of the places stand in which
    they do, from the bytes that differ (as one number). Places are rows of seats, places of a row, or the field as one.
    """

    fields: int
    places: Mapping[str, int]
    cells: Callable[[int], "Changed"]
    versions: struct.Struct


@functools.cache
def meanings(sight: Sight) -> Meanings:
    """What the bytes of views belong to; whose view it is never changes, and counts as the first field."""
    places: dict[str, int] = {}
    of_bytes = [(0, 0, byte + 1) for byte in range(sight.dtype.itemsize)]
    for number, f in enumerate(sight.fields):
        first, last = sight.bytes_of(number)
        size = (last - first) // _parts(f)
        for byte in range(first, last):
            part = (byte - first) // size
            place = places.setdefault(spot_name(f, part), len(sight.fields) + len(places))
            of_bytes[byte] = number, place, first + (part + 1) * size
    known, ones = functools.lru_cache(LATELY)(functools.partial(_cells, of_bytes)), int("01" * len(of_bytes), 16)

    def cells(differs: int) -> "Changed":
        """How a byte differs is all the same, so that much differs alike: a one for each byte that does."""
        differs |= differs >> 4
        differs |= differs >> 2
        return known((differs | differs >> 1) & ones)

    return Meanings(len(sight.fields), places, cells, struct.Struct(f"<{len(sight.fields)}I"))


def _cells(of_bytes: Sequence[tuple[int, int, int]], differs: int) -> "Changed":
    """`of_bytes` has for each byte its field and its place, by number, and where its place ends."""
    fields: dict[int, None] = {}
    places: list[int] = []
    at = 0
    while differs:
        field, place, end = of_bytes[at + ((differs & -differs).bit_length() - 1) // BITS]
        fields[field] = None
        places.append(place)
        differs, at = differs >> BITS * (end - at), end
    return [_cell(number) for number in (*fields, *places)], tuple(sorted(fields))


@functools.cache
def _cell(number: int) -> slice:
    """Where the version of the field or place with a number stands."""
    return slice(number * WIDTH, (number + 1) * WIDTH)


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


@functools.lru_cache(1 << 12)
def spots_of(address: str, shows: tuple[str, ...]) -> list[str]:
    """The places that somebody looks at who points at an address: `rows[B,0,2]` is in the row of B."""
    name, bracket, inside = address.rstrip("]").partition("[")
    spot = f"[{inside.split(',')[0]}]" if bracket else ""
    return [f"{field}{spot}" for field in shows or (name,)]
