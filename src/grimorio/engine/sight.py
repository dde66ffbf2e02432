"""Sight: the views of a layout, how they are made, and how they read as tensors and in words.

A view is *constructed*: a fresh record of another type, into which only what the viewer may know is copied. What nobody
may see has no place in it at all.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from grimorio.engine.in_words import CardName, Tell, teller
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import (
    ALL,
    BACK,
    BYTE,
    EMPTY,
    FACE_DOWN,
    KINDS,
    LETTERS,
    TWO_BYTES,
    Field,
    Layout,
    offset,
    packed,
    seat,
)

COPY, COPY_ROW, COPY_BACKS = 0, 1, 2


def as_bytes(records: Any) -> npt.NDArray[np.uint8]:
    """The same memory as rows of bytes, one row a record."""
    plain = np.asarray(records)
    return plain.view(np.uint8).reshape(len(plain), plain.dtype.itemsize)


@kernel
def project(plan: Any, backs: Any, source: Any, viewer: int, view: Any) -> None:
    """Construct a view from nothing: copy what everybody sees, the viewer's own rows, and the backs of the cards.

    `source` and `view` are the bytes of a position and of a view. A row of `plan` says what to copy, from where, to
    where, how many bytes, how many bytes one seat's row has, and what a spectator sees there; row 0 says only where the
    viewer's number goes.
    """
    for i in range(view.shape[0]):
        view[i] = 0
    view[plan[0, 2]] = viewer & 0xFF
    for i in range(1, plan.shape[0]):
        start, to, length = plan[i, 1], plan[i, 2], plan[i, 3]
        part = view[to : to + length]
        if plan[i, 0] == COPY_BACKS:
            for j in range(length):
                part[j] = backs[source[start + j]]
        elif plan[i, 0] == COPY_ROW and viewer < 0:
            for j in range(length):
                part[j] = plan[i, 5]
        else:
            start += viewer * plan[i, 4] if plan[i, 0] == COPY_ROW else 0
            shown = source[start : start + length]
            for j in range(length):
                part[j] = shown[j]


ONE_HOT, TALLY, RELATIVE, SCALED, MEMBERS = 0, 1, 2, 3, 4
_ENCODING = {
    "card": ONE_HOT,
    "name": ONE_HOT,
    "seat": RELATIVE,
    "count": SCALED,
    "flag": SCALED,
    "seats": MEMBERS,
    "tally": SCALED,
}


@kernel
def read(view: Any, start: int, width: int) -> int:
    """The signed number of one or two bytes at a place in a view."""
    if width == 1:
        number = int(view[start])
        return number - BYTE if number >= BYTE // 2 else number
    number = int(view[start]) + BYTE * int(view[start + 1])
    return number - TWO_BYTES if number >= TWO_BYTES // 2 else number


@kernel
def to_tensor(plan: Any, view: Any, seats: int, out: Any) -> None:
    """Spell a view out as numbers for a learner; everything about seats is counted from the viewer."""
    for i in range(out.shape[0]):
        out[i] = 0.0
    viewer = max(0, read(view, plan[0, 1], 1))
    for i in range(1, plan.shape[0]):
        rows = seats if plan[i, 7] else 1
        for row in range(rows):
            place = (row + viewer) % seats if plan[i, 7] else 0
            for j in range(plan[i, 3]):
                number = read(view, plan[i, 1] + (place * plan[i, 3] + j) * plan[i, 2], plan[i, 2])
                spell_number(plan[i], row, j, number, viewer, seats, out)


@kernel
def spell_number(  # noqa: PLR0913 - a kernel has no object to keep viewer, seats and room in
    how: Any, row: int, j: int, number: int, viewer: int, seats: int, out: Any
) -> None:
    """Write one number: one entry of many, a count in a tally, a seat counted from the viewer, or a fraction."""
    width = how[4]
    start = how[5] + row * how[6]
    if how[0] == SCALED:
        out[start + j] = number / width
    elif number >= 0:
        if how[0] == TALLY:
            out[start + number] += 1.0
        elif how[0] == RELATIVE:
            out[start + j * width + (number - viewer) % seats] = 1.0
        elif how[0] == MEMBERS:
            for seat in range(seats):
                if number >> seat & 1:
                    out[start + j * width + (seat - viewer) % seats] = 1.0
        else:
            out[start + j * width + number] = 1.0


@dataclass(frozen=True)
class Entry:
    """What a stretch of a tensor means: `size` numbers from `start` on."""

    start: int
    size: int
    field: str
    meaning: str


def back_name(name: str) -> str:
    """The field of a view that holds the backs of a field of cards."""
    return f"{name}_backs"


@dataclass(frozen=True)
class Said:
    """How fields are told: where each stands among the bytes of a view, and what it says.

    `tellers` leaves machinery out, `whole` does not; in `by_number` it has no name.
    """

    whole: dict[str, tuple[slice, Tell]]
    tellers: dict[str, tuple[slice, Tell]]
    by_number: list[tuple[str, slice, Tell]]


class Sight:
    """The views of a layout: their record type, how they are made, and how they read as JSON and as tensors."""

    VIEWER: ClassVar[str] = "viewer"
    """The field of a view that says whose it is."""

    def __init__(self, layout: type[Layout], backs: npt.NDArray[np.uint8] | None = None) -> None:
        """Derive everything from the declaration. `backs` gives the byte of the back for the byte of a card."""
        self.layout = layout
        self.backs = np.full(256, EMPTY, np.uint8) if backs is None else backs
        self.fields = tuple(self._seen_fields(layout))
        viewer = (self.VIEWER, "i1", ())
        self.dtype = packed([viewer] + [(f.name, f.kind, f.shape) for f in self.fields])
        self.plan = self._plan()
        self.entries, self.tensor_plan = self._tensor_plan()
        self.tensor_size = self.entries[-1].start + self.entries[-1].size
        self._parts = [slice(at, at + f.size) for f in self.fields for at in [self._offset(f.name)]]
        self._said: dict[Any, Said] = {}

    @cached_property
    def digest(self) -> str:
        """Names the meaning of every number of a tensor: to be kept with weights that were learnt from such tensors."""
        told = repr([(f.name, f.kind, f.shape, f.of, f.is_set, f.by_seat) for f in self.fields])
        return hashlib.sha256(told.encode() + self.tensor_plan.astype("<i4").tobytes()).hexdigest()

    def _seen_fields(self, layout: type[Layout]) -> Iterator[Field]:
        return _seen_fields(layout)

    def new(self, number: int = 1) -> Any:
        """Room for views."""
        return np.zeros(number, self.dtype)

    def of(self, states: Any, viewer: int, index: int = 0) -> Any:
        """The view that a seat (or `SPECTATOR`) has of the state at an index, as an array of one record."""
        made = self.new()
        project(self.plan, self.backs, as_bytes(states)[index], viewer, as_bytes(made)[0])
        return made

    def tensor(self, view: Any, seats: int) -> npt.NDArray[np.float32]:
        """A view as numbers; `entries` says what each of them means."""
        out = np.zeros(self.tensor_size, np.float32)
        to_tensor(self.tensor_plan, as_bytes(view)[0], seats, out)
        return out

    def json(self, view: Any, seats: int, card_name: CardName, *, whole: bool = False) -> dict[str, Any]:
        """A view in words: cards by name, seats by letter; what lies in no order is sorted.

        `whole` tells machinery too, which no person needs.
        """
        said = self.said(seats, card_name)
        packed, tellers = np.asarray(view).tobytes(), said.whole if whole else said.tellers
        return {name: tell(packed[part]) for name, (part, tell) in tellers.items()}

    def back(self, view: bytes) -> Any:
        """A view from its bytes."""
        return np.frombuffer(bytearray(view), self.dtype)

    def changed(self, old: bytes, new: bytes) -> list[int]:
        """The fields, by their numbers in `fields`, in which two views differ."""
        return [number for number, part in enumerate(self._parts) if old[part] != new[part]]

    def bytes_of(self, number: int) -> tuple[int, int]:
        """Where the field with a number stands among the bytes of a view."""
        return self._parts[number].start, self._parts[number].stop

    def fields_json(self, view: bytes, seats: int, card_name: CardName, numbers: Iterable[int]) -> dict[str, Any]:
        """Some fields of a view in words, by their numbers in `fields`."""
        by_number = self.said(seats, card_name).by_number
        return {name: tell(view[part]) for name, part, tell in map(by_number.__getitem__, numbers) if name}

    def said(self, seats: int, card_name: CardName) -> "Said":
        """How the fields are told at a table of so many; made once."""
        key = (seats, card_name)
        if key not in self._said:
            self._said[key] = self._how_said(seats, card_name)
        return self._said[key]

    def _how_said(self, seats: int, card_name: CardName) -> "Said":
        at = self._offset(self.VIEWER)
        viewer = Field(self.VIEWER, "i1", (), ALL, "whose view it is", seat(len(LETTERS)))
        found = [(viewer, slice(at, at + 1), teller(viewer, seats, card_name))]
        found += [(f, p, teller(f, seats, card_name)) for f, p in zip(self.fields, self._parts, strict=True)]
        return Said(
            whole={f.name: (part, tell) for f, part, tell in found},
            tellers={f.name: (part, tell) for f, part, tell in found if not f.inner},
            by_number=[("" if f.inner else f.name, part, tell) for f, part, tell in found[1:]],
        )

    def _offset(self, name: str) -> int:
        return offset(self.dtype, name)

    def _plan(self) -> npt.NDArray[np.int32]:
        rows = [(0, 0, self._offset(self.VIEWER), 0, 0, 0)]
        for f in self.layout.fields:
            start = offset(self.layout.dtype, f.name)
            if f.audience == ALL:
                rows.append((COPY, start, self._offset(f.name), f.size, 0, 0))
            elif f.owned:
                row = f.size // f.shape[0]
                nothing = EMPTY if f.of.sort in {"card", "seat", "name"} else 0
                rows.append((COPY_ROW, start, self._offset(f.name), row, row, nothing))
            if f.audience in {BACK, FACE_DOWN}:
                rows.append((COPY_BACKS, start, self._offset(back_name(f.name)), f.size, 0, 0))
        return joined(rows)

    def _tensor_plan(self) -> tuple[tuple[Entry, ...], npt.NDArray[np.int32]]:
        plan = [(0, self._offset(self.VIEWER), 1, 0, 0, 0, 0, 0)]
        entries: list[Entry] = []
        start = 0
        for f in self.fields:
            rows = f.shape[0] if f.by_seat else 1
            numbers = prod(f.shape) // rows
            tally = f.of.sort == "card" and f.is_set
            how = TALLY if tally else _ENCODING[f.of.sort]
            row_size = f.of.size if tally else numbers * (1 if how == SCALED else f.of.size)
            width = 1 if f.of.sort == "tally" else f.of.size
            seen_at = self._offset(f.name)
            plan.append((how, seen_at, KINDS[f.kind], numbers, width, start, row_size, int(f.by_seat)))
            entries.append(Entry(start, rows * row_size, f.name, _tensor_meaning(f, how)))
            start += rows * row_size
        return tuple(entries), np.array(plan, np.int32)


def joined(rows: Sequence[tuple[int, int, int, int, int, int]]) -> npt.NDArray[np.int32]:
    """A plan in which neighbours that are copied to neighbours are copied in one go."""
    made = [rows[0]]
    for row in sorted(rows[1:], key=lambda row: row[2]):
        how, start, to, length, *_ = made[-1]
        if row[0] == how == COPY and len(made) > 1 and (row[1], row[2]) == (start + length, to + length):
            made[-1] = (COPY, start, to, length + row[3], 0, 0)
        else:
            made.append(row)
    return np.array(made, np.int32)


def _seen_fields(layout: type[Layout]) -> Iterator[Field]:
    """The fields of a view: what all see as it is, what has an owner as the viewer's own row."""
    for f in layout.fields:
        if f.audience == ALL:
            yield f
        elif f.owned:
            own = f"{f.meaning} (the viewer's own)"
            yield replace(f, shape=f.shape[1:], audience=ALL, meaning=own, by_seat=False, lies=True)
        if f.audience in {BACK, FACE_DOWN}:
            yield replace(f, name=back_name(f.name), audience=ALL, meaning=f"{f.meaning} (their backs)", lies=True)


def _tensor_meaning(f: Field, how: int) -> str:
    if f.of.sort == "tally":
        how = TALLY
    shown = {
        ONE_HOT: f"one of {f.of.size}",
        TALLY: f"how many of each of {f.of.size} kinds",
        RELATIVE: "which seat, counted from the viewer",
        SCALED: f"divided by {f.of.size}",
        MEMBERS: "which seats, counted from the viewer",
    }[how]
    turned = "; one row a seat, the viewer's first" if f.by_seat else ""
    return f"{f.meaning}: {shown}{turned}"
