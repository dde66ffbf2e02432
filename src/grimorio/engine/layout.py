"""Layouts: what a position is made of, and who may see each part of it. Closed by default.

A layout is a class with annotated fields. Each field says its number type, its shape, its audience, what its numbers
are (a card, a seat, one of a few names, a count) and one line of meaning. From that declaration alone come the record
that kernels work on, the view of a seat and of a spectator, the JSON and the tensor of a view, the addresses of cards,
and the tables in the documentation. A field without an audience cannot exist.

A view is *constructed*: a fresh record of another type, into which only what the viewer may know is copied. What nobody
may see has no place in it at all.
"""

import hashlib
import inspect
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from grimorio.engine.chance import CHANCE_FIELDS
from grimorio.engine.kernel import kernel

Number = int
"""One small number of a position."""
Numbers = Any
"""An array of small numbers, indexed as `s.crystals[seat]`."""
Cards = Any
"""An array of places for cards; an empty place holds `NONE`."""

ALL, OWNER, BACK, FACE_DOWN, NOBODY = "ALL", "OWNER", "BACK", "FACE_DOWN", "NOBODY"
AUDIENCES: Final = {
    ALL: "everybody",
    OWNER: "only the seat that the first axis names",
    BACK: "the seat that the first axis names; everybody else sees the cards' backs",
    FACE_DOWN: "nobody; everybody sees the cards' backs",
    NOBODY: "nobody, until it moves somewhere else",
}
NONE = -1
"""No card, no seat, not yet."""
SPECTATOR = -1
"""The viewer without a seat."""
LETTERS = "ABCDEFG"
"""Seats in texts: seat 0 is A."""


@dataclass(frozen=True)
class Domain:
    """What the numbers of a field stand for, and how a tensor shows them."""

    sort: str
    size: int
    names: tuple[str, ...] = ()


def card(kinds: int) -> Domain:
    """Kinds of card, `NONE` for an empty place."""
    return Domain("card", kinds)


def tally(kinds: int) -> Domain:
    """How many cards of each kind lie here: the last axis is the kind. For places that can hold very many cards."""
    return Domain("tally", kinds)


def seat(seats: int) -> Domain:
    """A seat, `NONE` for no seat; a tensor counts from the viewer."""
    return Domain("seat", seats)


def seats(number: int) -> Domain:
    """A set of seats, a bit each; a tensor has an entry a seat, counted from the viewer."""
    return Domain("seats", number)


def one_of(*names: str) -> Domain:
    """One of a few named things, numbered from 0; `NONE` for none of them."""
    return Domain("name", len(names), names)


def count(most: int) -> Domain:
    """An amount from 0 to about `most`; a tensor divides by it."""
    return Domain("count", most)


CARD_SORTS: Final = ("card", "tally")
"""Domains of fields in which cards lie, or which remember cards."""
FLAG = Domain("flag", 1)
"""Yes or no."""
SECRET = Domain("secret", 0)
"""Machinery that nobody ever sees."""


@dataclass(frozen=True)
class Field:
    """One declared field. `is_set`: its cards lie in no order, and are sorted before they leave.

    `lies`: cards really lie here, so that every card of the box is in exactly one such place; otherwise the field only
    remembers them. `axes`: how the last axis is read where it is a table (six places that are two rows of three).
    `inner`: machinery that bots may see but that means nothing to a person, so that it is not told in words.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    audience: str
    meaning: str
    of: Domain
    is_set: bool = False
    by_seat: bool = False
    lies: bool = True
    axes: tuple[int, ...] = ()
    inner: bool = False

    @property
    def owned(self) -> bool:
        """Each seat has a row of its own, hidden from the others."""
        return self.audience in {OWNER, BACK}

    @property
    def in_no_order(self) -> bool:
        """Its cards lie in no order, so that a row of it is one place."""
        return self.is_set or self.of.sort == "tally"

    @property
    def slots(self) -> int:
        """Places in the row of a seat."""
        return 1 if self.in_no_order or self.audience == NOBODY else prod(self.shape[1:])

    @property
    def size(self) -> int:
        """Bytes in a record."""
        return _KINDS[self.kind] * prod(self.shape)

    @property
    def addresses(self) -> int:
        """How many places of this field can be pointed at: a set, or what nobody sees, is one place (a row)."""
        if self.of.sort not in CARD_SORTS or not self.lies:
            return 0
        if self.in_no_order or self.audience == NOBODY:
            return self.shape[0] if self.by_seat or len(self.shape) > 1 else 1
        return prod(self.shape)


def field(  # noqa: PLR0913 - a declaration says all of this, once
    kind: str,
    shape: tuple[int, ...],
    audience: str,
    meaning: str,
    of: Domain,
    *,
    is_set: bool = False,
    by_seat: bool = False,
    lies: bool = True,
    axes: tuple[int, ...] = (),
    inner: bool = False,
) -> Any:
    """Declare a field: number type, shape (`()` for one number), audience, meaning, what its numbers are.

    `by_seat` says that the first axis of a field for everybody is the seat, so that a tensor turns it to the viewer;
    `lies=False` that its cards lie elsewhere and are only remembered here; `axes=(2, 3)` that its last axis of six is a
    table; `inner` that it is not told in words.
    """
    return _Declared(kind, shape, audience, meaning, of, is_set, by_seat, lies, axes, inner)


@dataclass(frozen=True)
class _Declared:
    kind: str
    shape: tuple[int, ...]
    audience: str
    meaning: str
    of: Domain
    is_set: bool
    by_seat: bool
    lies: bool
    axes: tuple[int, ...] = ()
    inner: bool = False


class LayoutError(TypeError):
    """A layout that cannot be: a field without audience, an unknown number type."""


_SEEN_KINDS = {"i1", "u1", "i2"}
_KINDS = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "u8": 8}


def _checked(layout: str, name: str, declared: _Declared) -> Field:
    if declared.audience not in AUDIENCES:
        msg = f"{layout}.{name}: unknown audience {declared.audience!r}"
        raise LayoutError(msg)
    if declared.kind not in _KINDS:
        msg = f"{layout}.{name}: unknown number type {declared.kind!r}"
        raise LayoutError(msg)
    if declared.audience in {OWNER, BACK} and not declared.shape:
        msg = f"{layout}.{name}: a field of its owner needs the seat as first axis"
        raise LayoutError(msg)
    if declared.kind not in _SEEN_KINDS and declared.audience != NOBODY:
        msg = f"{layout}.{name}: what is seen has one or two bytes (i1, u1, i2), not {declared.kind}"
        raise LayoutError(msg)
    if declared.axes and (declared.is_set or prod(declared.axes) != declared.shape[-1]):
        msg = f"{layout}.{name}: its last axis of {declared.shape[-1]} is no table of {declared.axes}"
        raise LayoutError(msg)
    d = declared
    by_seat = d.by_seat or d.audience in {OWNER, BACK}
    return Field(name, d.kind, d.shape, d.audience, d.meaning, d.of, d.is_set, by_seat, d.lies, d.axes, d.inner)


def _packed(parts: list[tuple[str, str, tuple[int, ...]]]) -> np.dtype[np.void]:
    """Widest numbers first, so that every one is aligned (a GPU insists); the spare bytes at the end are a field too.

    So there is no byte of a record that copying could leave out, and equal records have equal bytes.
    """
    ordered = sorted(parts, key=lambda part: -_KINDS[part[1]])
    size = sum(_KINDS[kind] * prod(shape) for _, kind, shape in ordered)
    widest = _KINDS[ordered[0][1]] if ordered else 1
    if spare := -size % widest:
        ordered.append(("spare", "u1", (spare,)))
    return np.dtype([(n, k, s) if s else (n, k) for n, k, s in ordered], align=True)


def offset(dtype: np.dtype[np.void], name: str) -> int:
    """The byte of a record at which a field begins."""
    fields: Mapping[str, Any] = dtype.fields or {}
    return int(fields[name][1])


class Layout:
    """Base of all layouts. Subclass it with annotated fields declared by `field`."""

    fields: ClassVar[tuple[Field, ...]]
    dtype: ClassVar[np.dtype[np.void]]

    def __init_subclass__(cls) -> None:
        """Collect the declared fields; whatever is annotated must be declared."""
        found: list[Field] = []
        for name in inspect.get_annotations(cls):
            declared = cls.__dict__.get(name)
            if not isinstance(declared, _Declared):
                msg = f"{cls.__name__}.{name} has no declaration, so nobody knows who may see it"
                raise LayoutError(msg)
            found.append(_checked(cls.__name__, name, declared))
            delattr(cls, name)
        cls.fields = tuple(found)
        cls.dtype = _packed([(f.name, f.kind, f.shape) for f in found])

    @classmethod
    def new(cls, number: int = 1) -> Any:
        """Fresh records, all zero."""
        return np.zeros(number, cls.dtype)

    @classmethod
    def field(cls, name: str) -> Field:
        """The declaration of a field."""
        return next(f for f in cls.fields if f.name == name)

    @classmethod
    def place(cls, name: str) -> int:
        """The address of the first place of a field of cards, as events write it."""
        before = 0
        for f in cls.fields:
            if f.name == name:
                return before
            before += f.addresses
        raise LayoutError(name)

    @classmethod
    def places(cls) -> "Places":
        """Every place of this layout."""
        found = _PLACES.get(cls)
        if found is None:
            found = _PLACES[cls] = Places(tuple((f, index) for f in cls.fields for index in range(f.addresses)))
        return found

    @classmethod
    def address(cls, place: int) -> tuple[Field, int]:
        """The field and the flat index that an address in an event stands for."""
        known = cls.places().known
        if not 0 <= place < len(known):
            msg = f"{cls.__name__} has no place {place}"
            raise LayoutError(msg)
        return known[place]


class Places:
    """The places of a layout by the numbers that events write: their fields, spellings, and who sees a face there."""

    def __init__(self, known: tuple[tuple[Field, int], ...]) -> None:
        """Spell each of them once."""
        self.known = known
        self.names = tuple(spelled(f, index) for f, index in known)
        self.seen_by = tuple(_seen_by(f, index) for f, index in known)


_PLACES: dict[type[Layout], Places] = {}
EVERY_VIEWER = 0xFF
"""All seats (bits 0 to 6) and the spectators (bit 7)."""


def spelled(f: Field, index: int) -> str:
    """The spelling of a place: `pile`, `air[1]`, `hand[A]`, `rows[B,0,2]`."""
    if f.addresses == 1:
        return f.name
    if not f.by_seat:
        return f"{f.name}[{index}]"
    seat, slot = divmod(index, f.slots)
    inside = () if f.slots == 1 and f.in_no_order else _indices(slot, f.axes or f.shape[1:])
    return f"{f.name}[{','.join((LETTERS[seat], *map(str, inside)))}]"


def _indices(flat: int, axes: tuple[int, ...]) -> tuple[int, ...]:
    """A flat index as one along each axis."""
    found: list[int] = []
    for axis in reversed(axes):
        flat, rest = divmod(flat, axis)
        found.insert(0, rest)
    return tuple(found)


def _seen_by(f: Field, index: int) -> int:
    """The viewers, as bits, who see the face of a card that lies there."""
    if f.audience == ALL:
        return EVERY_VIEWER
    return 1 << index // f.slots if f.owned else 0


class Position(Layout):
    """Base of the states of games: a layout that carries the stream of chance, which nobody sees."""

    if TYPE_CHECKING:  # the parts of `Chance`, so that kernels may draw from a state; the record gets them below
        counter: int
        key: Any
        block: Any
        used: int

    def __init_subclass__(cls) -> None:
        """Add the stream, and derive the view."""
        super().__init_subclass__()
        stream = tuple(Field(n, k, s, NOBODY, "the stream of chance", SECRET) for n, k, s in CHANCE_FIELDS)
        cls.fields = stream + cls.fields
        cls.dtype = _packed([(f.name, f.kind, f.shape) for f in cls.fields])


# ---------------------------------------------------------------- views

COPY, COPY_ROW, COPY_BACKS = 0, 1, 2
EMPTY = 255
"""The byte of `NONE` in a signed field."""


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


BYTE, TWO_BYTES = 1 << 8, 1 << 16
"""How many numbers fit; the upper half of them are the negative ones."""

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
        self.dtype = _packed([viewer] + [(f.name, f.kind, f.shape) for f in self.fields])
        self.plan = self._plan()
        self.entries, self.tensor_plan = self._tensor_plan()
        self.tensor_size = self.entries[-1].start + self.entries[-1].size
        self._unpack, self._numbers = _unpacking(self.dtype)
        self._viewer_at = self._numbers[self.VIEWER][0]
        self._bytes = [(at, at + f.size) for f in self.fields for at in [self._offset(f.name)]]
        self._tellers: dict[Any, list[tuple[Field, int, int, Tell]]] = {}

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

    def json(self, view: Any, seats: int, card_name: Callable[[int], str], *, whole: bool = False) -> dict[str, Any]:
        """A view in words: cards by name, seats by letter; what lies in no order is sorted.

        `whole` tells machinery too, which no person needs.
        """
        numbers = self._unpack(np.asarray(view).tobytes())
        told: dict[str, Any] = {self.VIEWER: _letter(numbers[self._viewer_at])}
        for f, first, last, tell in self.tellers(seats, card_name):
            if whole or not f.inner:
                told[f.name] = tell(numbers[first:last])
        return told

    def changed(self, old: bytes, new: bytes) -> list[int]:
        """The fields, by their numbers in `fields`, in which two views differ."""
        return [number for number, (first, last) in enumerate(self._bytes) if old[first:last] != new[first:last]]

    def bytes_of(self, number: int) -> tuple[int, int]:
        """Where the field with a number stands among the bytes of a view."""
        return self._bytes[number]

    def fields_json(
        self, view: bytes, seats: int, card_name: Callable[[int], str], numbers: Iterable[int]
    ) -> dict[str, Any]:
        """Some fields of a view in words, by their numbers in `fields`."""
        flat, tellers = self._unpack(view), self.tellers(seats, card_name)
        wanted = (tellers[number] for number in numbers)
        return {f.name: tell(flat[first:last]) for f, first, last, tell in wanted if not f.inner}

    def tellers(self, seats: int, card_name: Callable[[int], str]) -> "list[tuple[Field, int, int, Tell]]":
        """For each field where its numbers stand among all of a view, and how they are told; made once."""
        key = (seats, card_name)
        if key not in self._tellers:
            self._tellers[key] = [(f, *self._numbers[f.name], _teller(f, seats, card_name)) for f in self.fields]
        return self._tellers[key]

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
            plan.append((how, seen_at, _KINDS[f.kind], numbers, width, start, row_size, int(f.by_seat)))
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


def _letter(number: int) -> str | None:
    return LETTERS[number] if number >= 0 else None


def _unpacking(dtype: np.dtype[np.void]) -> "tuple[Callable[[bytes], tuple[int, ...]], dict[str, tuple[int, int]]]":
    """How all numbers of a record are read at once, and where each field stands among them."""
    form, places, at = "<", dict[str, tuple[int, int]](), 0
    for name in sorted(dtype.names or (), key=lambda name: offset(dtype, name)):
        base, shape = dtype[name].subdtype or (dtype[name], ())
        form += f"{prod(shape)}{_CODES[base.str[1:]]}"
        places[name] = (at, at + prod(shape))
        at += prod(shape)
    return struct.Struct(form).unpack, places


_CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "u4": "I", "u8": "Q"}

Tell = Callable[[tuple[int, ...]], Any]
"""Tells the numbers of a field in words."""


def _teller(f: Field, seats: int, card_name: Callable[[int], str]) -> Tell:
    """How a field is told: by seat, as a table, as cards in no order, or number by number."""
    if f.by_seat:
        row = prod(f.shape[1:])
        inner = replace(f, shape=f.shape[1:], by_seat=False)
        rows = [(LETTERS[i], i * row, (i + 1) * row) for i in range(seats)]
        tell = _teller(inner, seats, card_name)
        return lambda numbers: {letter: tell(numbers[first:last]) for letter, first, last in rows}
    if f.axes or len(f.shape) > 1:
        shape = (*f.shape[:-1], *f.axes) if f.axes else f.shape
        size = prod(shape[1:])
        inner = replace(f, shape=shape[1:], axes=())
        tell = _teller(inner, seats, card_name)
        return lambda numbers: [tell(numbers[at : at + size]) for at in range(0, len(numbers), size)]
    return _row_teller(f, card_name)


def _row_teller(f: Field, card_name: Callable[[int], str]) -> Tell:
    """One row of numbers, or a single one."""
    if f.of.sort == "tally":
        names = [card_name(kind) for kind in range(f.of.size)]
        return lambda numbers: [names[kind] for kind, number in enumerate(numbers) if number for _ in range(number)]
    if f.is_set:
        names = [card_name(kind) for kind in range(f.of.size)]
        return lambda numbers: [names[number] for number in sorted(numbers) if number != NONE]
    if f.of.sort == "count":
        return list if f.shape else lambda numbers: numbers[0]
    tell = _number_teller(f.of, card_name)
    return (lambda numbers: [tell(number) for number in numbers]) if f.shape else lambda numbers: tell(numbers[0])


def _number_teller(of: Domain, card_name: Callable[[int], str]) -> Callable[[int], Any]:
    """One number in words, looked up where that is possible: the last entry of a list stands for `NONE`."""
    if of.sort in {"card", "name", "seat"}:
        known = [told_number(of, number, card_name) for number in range(of.size)]
        return [*known, None].__getitem__
    if of.sort == "seats":
        sets = [told_number(of, mask, card_name) for mask in range(BYTE)]
        return lambda mask: list(sets[mask])
    return bool


def told_number(of: Domain, number: int, card_name: Callable[[int], str]) -> Any:
    """One number in words, by what it stands for."""
    if of.sort == "flag":
        return bool(number)
    if of.sort == "count":
        return number
    if of.sort == "seats":
        return [LETTERS[seat] for seat in range(of.size) if 0 < number < 1 << of.size and number >> seat & 1]
    if number == NONE:
        return None
    if of.sort == "seat":
        return LETTERS[number]
    return card_name(number) if of.sort == "card" else of.names[number]
