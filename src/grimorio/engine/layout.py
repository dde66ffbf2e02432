"""Layouts: what a position is made of, and who may see each part of it. Closed by default.

A layout is a class with annotated fields. Each field says its number type, its shape, its audience, what its numbers
are (a card, a seat, one of a few names, a count) and one line of meaning. From that declaration alone come the record
that kernels work on, the view of a seat and of a spectator, the JSON and the tensor of a view, the addresses of cards,
and the tables in the documentation. A field without an audience cannot exist.

`sight.py` makes the views of a layout, `in_words.py` tells them.
"""

import inspect
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from grimorio.engine.chance import CHANCE_FIELDS

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
EMPTY = 255
"""The byte of `NONE` in a signed field."""
BYTE, TWO_BYTES = 1 << 8, 1 << 16
"""How many numbers fit; the upper half of them are the negative ones."""
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
        return KINDS[self.kind] * prod(self.shape)

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
KINDS: Final = {"i1": 1, "u1": 1, "i2": 2, "u2": 2, "i4": 4, "u4": 4, "u8": 8}


def _checked(layout: str, name: str, declared: _Declared) -> Field:
    if declared.audience not in AUDIENCES:
        msg = f"{layout}.{name}: unknown audience {declared.audience!r}"
        raise LayoutError(msg)
    if declared.kind not in KINDS:
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


def packed(parts: list[tuple[str, str, tuple[int, ...]]]) -> np.dtype[np.void]:
    """Widest numbers first, so that every one is aligned (a GPU insists); the spare bytes at the end are a field too.

    So there is no byte of a record that copying could leave out, and equal records have equal bytes.
    """
    ordered = sorted(parts, key=lambda part: -KINDS[part[1]])
    size = sum(KINDS[kind] * prod(shape) for _, kind, shape in ordered)
    widest = KINDS[ordered[0][1]] if ordered else 1
    if spare := -size % widest:
        ordered.append(("spare", "u1", (spare,)))
    return np.dtype([(n, k, s) if s else (n, k) for n, k, s in ordered], align=True)


def offset(dtype: np.dtype[np.void], name: str) -> int:
    """The byte of a record at which a field begins."""
    fields: Any = dtype.fields
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
        cls.dtype = packed([(f.name, f.kind, f.shape) for f in found])

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
        cls.dtype = packed([(f.name, f.kind, f.shape) for f in cls.fields])
