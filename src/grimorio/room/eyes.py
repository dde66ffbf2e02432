"""What each viewer has seen, under a version of his own.

A version counts only what this viewer could see change, so that nobody can count what others do in private. For every
field, and for every place of it that somebody may point at, an eye remembers in which of its versions it changed last:
what is new since any version can be told without keeping old views, and a decision about something that changed in the
meantime is noticed.
"""

import functools
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import LETTERS, SPECTATOR, Field
from grimorio.engine.reference import Ref, Refers, Way
from grimorio.engine.sight import Said, Sight, project

WIDTH = 4
"""Bytes of a number of events, and of a version."""
_NOTHING = bytes(WIDTH)


class Eye(msgspec.Struct):
    """One viewer's versions: his last view, how many events he had been told at each version, what changed when.

    `when` has the version in which each field changed last, and then each place, packed: a table has an eye for every
    seat, and many tables are open at once. `idle` says that what he did last changed nothing that he sees, and nothing
    has changed since.
    """

    view: bytes = b""
    moments: bytearray = msgspec.field(default_factory=bytearray)
    when: memoryview = memoryview(b"")
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

    def update(self, view: bytes, new: tuple[int, ...], told: int, *, facts: bool, own: bool) -> bool:
        """Look again, where these fields are new: whether anything is.

        `facts` of the room always are, and what he did himself.
        """
        told_now = told.to_bytes(WIDTH, "little")
        if not (new or facts or own or told_now != (self.moments[-WIDTH:] or _NOTHING)):
            return False
        self.idle = (own or self.idle) and not (new or facts)
        self.moments += told_now
        if facts:
            self.facts = self.version
        self.view = view
        return True

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


@dataclass(frozen=True)
class Meanings:
    """What the bytes of a view belong to: how many fields there are, and after them the number of each place by name.

    `of_bytes` has for each byte the number of its field and that of its place. Places are rows of seats, places of a
    row, or the field as one.
    """

    fields: int
    places: Mapping[str, int]
    of_bytes: npt.NDArray[np.int32]
    versions: struct.Struct


@functools.cache
def meanings(sight: Sight) -> Meanings:
    """What the bytes of views belong to; whose view it is never changes, and counts as the first field."""
    places: dict[str, int] = {}
    of_bytes = np.zeros((sight.dtype.itemsize, 2), np.int32)
    for number, f in enumerate(sight.fields):
        first, last = sight.bytes_of(number)
        size = (last - first) // _parts(f)
        for byte in range(first, last):
            name = spot_name(f, (byte - first) // size)
            of_bytes[byte] = number, places.setdefault(name, len(sight.fields) + len(places))
    return Meanings(len(sight.fields), places, of_bytes, struct.Struct(f"<{len(sight.fields)}I"))


@kernel
def look_again(  # noqa: PLR0913 - a kernel has no object to keep all that in
    plan: Any, backs: Any, source: Any, fresh: Any, of_bytes: Any, views: Any, versions: Any, when: Any, changed: Any
) -> None:
    """Make the views of the spectator and of each seat anew, and mark the fields and places in which they differ."""
    for i in range(views.shape[0]):
        project(plan, backs, source, SPECTATOR + i, fresh)
        for j in range(changed.shape[1]):
            changed[i, j] = 0
        for j in range(fresh.shape[0]):
            if fresh[j] != views[i, j]:
                views[i, j] = fresh[j]
                changed[i, of_bytes[j, 0]] = 1
                when[i, of_bytes[j, 0]] = versions[i]
                when[i, of_bytes[j, 1]] = versions[i]


class Watch:
    """All viewers of a table, who look again in one call of a kernel."""

    def __init__(self, sight: Sight, eyes: Sequence[Eye]) -> None:
        """From what they saw last, if anything; what changed when is kept here for all of them."""
        known, size = meanings(sight), sight.dtype.itemsize
        self.sight, self.known, self.eyes = sight, known, eyes
        seen = b"".join(eye.view or bytes(size) for eye in eyes)
        self.views = np.frombuffer(bytearray(seen), np.uint8).reshape(len(eyes), size)
        cells = known.fields + len(known.places)
        marks = bytearray(b"".join(bytes(eye.when) or bytes(WIDTH * cells) for eye in eyes))
        self.when = np.frombuffer(marks, np.uint32).reshape(len(eyes), cells)
        for eye, first in zip(eyes, range(0, len(marks), WIDTH * cells), strict=True):
            eye.when = memoryview(marks)[first : first + WIDTH * cells]

    def again(self, states: Any) -> list[tuple[bytes, tuple[int, ...]]]:
        """What each sees of a state, and the fields that are new to him; where he saw nothing yet, every field is."""
        sight, eyes, size, fields = self.sight, self.eyes, self.views.shape[1], self.known.fields
        versions = np.array([eye.version + 1 for eye in eyes], np.uint32)
        changed, fresh = np.empty((len(eyes), fields), np.uint8), np.empty(size, np.uint8)
        source = np.frombuffer(states, np.uint8)
        look_again(
            sight.plan, sight.backs, source, fresh, self.known.of_bytes, self.views, versions, self.when, changed
        )
        seen, flags = self.views.tobytes(), changed.tobytes()
        found = [
            (seen[i * size : (i + 1) * size], _numbers(flags[i * fields : (i + 1) * fields])) for i in range(len(eyes))
        ]
        return found if eyes[0].view else [(view, self._all_is_new(at)) for at, (view, _) in enumerate(found)]

    def _all_is_new(self, at: int) -> tuple[int, ...]:
        """Somebody looks for the first time: no place has changed."""
        self.when[at] = 0
        self.when[at, : self.known.fields] = self.eyes[at].version + 1
        return tuple(range(self.known.fields))


@functools.lru_cache(1 << 11)
def _numbers(flags: bytes) -> tuple[int, ...]:
    """The fields that are flagged."""
    return tuple([number for number, flag in enumerate(flags) if flag])


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
