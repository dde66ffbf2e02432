"""Views in words: how the bytes of each field are told, as closures that are made once a game and number of seats.

Nearly all numbers of a view have one byte, and Python reads a stretch of bytes as numbers without unpacking it; so a
field is told by looking its bytes up. What has two bytes is unpacked first.
"""

import functools
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import prod
from typing import Any

from grimorio.engine.layout import BYTE, EMPTY, KINDS, LETTERS, NONE, Domain, Field

CardName = Callable[[int], str]
Tell = Callable[[Any], Any]
"""Tells the bytes (or the numbers) of a field in words."""

NOTHING = bytes([EMPTY])
SIGNED = [number - BYTE if number >= BYTE // 2 else number for number in range(BYTE)]
"""The number that a byte of a signed field stands for."""


def teller(f: Field, seats: int, card_name: CardName) -> Tell:
    """How the bytes of a field are told. What was told of the same bytes lately is told again: the very same value.

    From one decision to the next most fields stay as they are, and viewers share many. Nobody may change what is told.
    """
    tell = _numbers(f, seats, card_name)
    if KINDS[f.kind] > 1:
        unpack, numbers = struct.Struct(f"<{prod(f.shape)}{_CODES[f.kind]}").unpack, tell
        tell = lambda told: numbers(unpack(told))  # noqa: E731 - wrapped at once
    return functools.lru_cache(LATELY)(tell)


LATELY = 32
"""Different bytes of a field of which it is remembered how they are told."""
_CODES = {"i2": "h", "u2": "H"}


def _numbers(f: Field, seats: int, card_name: CardName) -> Tell:
    """How the numbers of a field are told: by seat, as a table, as cards in no order, or one by one."""
    if f.by_seat:
        return _by_seat(replace(f, shape=f.shape[1:], by_seat=False), seats, card_name)
    if f.axes or len(f.shape) > 1:
        return _table(f, seats, card_name)
    return _row(f, card_name)


def _by_seat(row: Field, seats: int, card_name: CardName) -> Tell:
    """A row for each seat that is taken, by its letter."""
    if not row.shape:
        tell_all, letters = _one_by_one(row, card_name), LETTERS[:seats]
        return lambda told: dict(zip(letters, tell_all(told), strict=False))
    size, letters = prod(row.shape), LETTERS[:seats]
    rows, taken = _rows(seats, size), slice(seats * size)
    if _is_plain(row):
        all_rows = _cut(_one_by_one(row, card_name), rows)
        return lambda told: dict(zip(letters, all_rows(told[taken]), strict=True))
    tell = _numbers(row, seats, card_name)
    return lambda told: {letter: tell(told[part]) for letter, part in zip(letters, rows, strict=True)}


def _table(f: Field, seats: int, card_name: CardName) -> Tell:
    """Row by row along the first axis."""
    shape = (*f.shape[:-1], *f.axes) if f.axes else f.shape
    row = replace(f, shape=shape[1:], axes=())
    rows = _rows(shape[0], prod(row.shape))
    if _is_plain(row):
        return _cut(_one_by_one(row, card_name), rows)
    tell = _numbers(row, seats, card_name)
    return lambda told: [tell(told[part]) for part in rows]


def _rows(number: int, size: int) -> list[slice]:
    return [slice(i * size, (i + 1) * size) for i in range(number)]


def _is_plain(row: Field) -> bool:
    """A single row of numbers that are told one by one."""
    return len(row.shape) == 1 and not row.in_no_order and not row.axes


def _cut(tell: Tell, rows: list[slice]) -> Tell:
    """All numbers of plain rows are told in one go, and then cut into rows."""

    def told_rows(numbers: Any) -> list[list[Any]]:
        told = tell(numbers)
        return [told[part] for part in rows]

    return told_rows


def _row(f: Field, card_name: CardName) -> Tell:
    """One row of numbers, or a single one."""
    if f.of.sort == "tally":
        names, nothing = [card_name(kind) for kind in range(f.of.size)], bytes(f.of.size)
        return lambda told: [] if told == nothing else _counted(names, told)
    if f.shape and not f.is_set:
        return _one_by_one(f, card_name)
    tell = _number(f, card_name)
    if f.is_set and KINDS[f.kind] == 1:
        return lambda told: list(map(tell, sorted(told.replace(NOTHING, b""))))
    if f.is_set:
        return lambda told: [tell(number) for number in sorted(told) if number != NONE]
    if f.of.sort == "seats":
        return lambda told: list(tell(told[0]))
    return lambda told: tell(told[0])


def _one_by_one(f: Field, card_name: CardName) -> Tell:
    """Each number for itself; bytes that are amounts, and none of them negative, are told as they are."""
    tell = _number(f, card_name)
    if f.of.sort == "seats":
        return lambda told: [list(tell(number)) for number in told]
    if KINDS[f.kind] > 1:
        return lambda told: list(map(tell, told))
    if f.of.sort == "count":
        return lambda told: list(told) if told.isascii() else list(map(tell, told))
    blank = 0 if f.of.sort == "flag" else EMPTY
    return _often_blank(tell, blank, tell(blank))


def _often_blank(tell: Callable[[int], Any], blank: int, nothing: Any) -> Tell:
    """Places for cards and marks are blank most of the time, which is seen at once."""
    return lambda told: [nothing] * len(told) if told.count(blank) == len(told) else list(map(tell, told))


def _counted(names: list[str], counts: Iterable[int]) -> list[str]:
    """The cards of a tally one by one."""
    return [names[kind] for kind, number in enumerate(counts) if number for _ in range(number)]


def _number(f: Field, card_name: CardName) -> Callable[[int], Any]:
    """How one number is told: looked up by its byte where it has one; a byte that cannot be is None."""
    if KINDS[f.kind] > 1:
        return lambda number: told_number(f.of, number, card_name)
    numbers = SIGNED if f.kind == "i1" else range(BYTE)
    return [told_number(f.of, number, card_name) for number in numbers].__getitem__


def told_number(of: Domain, number: int, card_name: CardName) -> Any:
    """One number in words, by what it stands for; None for what it cannot be."""
    if of.sort == "flag":
        return bool(number)
    if of.sort in {"count", "tally"}:
        return number
    if of.sort == "seats":
        return [LETTERS[seat] for seat in range(of.size) if 0 < number < 1 << of.size and number >> seat & 1]
    if not 0 <= number < of.size:
        return None
    if of.sort == "seat":
        return LETTERS[number]
    return card_name(number) if of.sort == "card" else of.names[number]


class ToldView(Mapping[str, Any]):
    """A view in words of which each field is told when somebody asks for it."""

    def __init__(self, tellers: Mapping[str, tuple[slice, Tell]], view: bytes) -> None:
        """Nothing is told yet."""
        self._tellers, self._view = tellers, view
        self._told: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        told = self._told
        if name not in told:
            part, tell = self._tellers[name]
            told[name] = tell(self._view[part])
        return told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tellers)

    def __len__(self) -> int:
        return len(self._tellers)
