"""Reading JSON that a stranger wrote: what two readers could understand differently is refused, with its line.

Python's reader lets pass what breaks a record's promise to mean one thing: of two entries of one name it takes the
last, it knows numbers that JSON has not, it reads halves of letters, and it calls itself for every bracket. Here one
pass over the text finds all that first; what is left is read as ever.
"""

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from grimorio.engine.game import is_unicode
from grimorio.engine.harmless import harmless

DEEPEST = 100
"""Brackets within brackets; deeper than any edition that was read (see bounds.py)."""
LONGEST_NUMBER = 40
"""Letters of the longest number."""

_TOKEN = re.compile(r'(?P<text>"(?:[^"\\\n]++|\\.)*+")|(?P<number>[-+.\w]++)|(?P<mark>[\[\]{}:\n])|(?P<torn>")')


class StrictError(ValueError):
    """A text that is not JSON, or that could be read in more than one way: the line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        """Say where and why."""
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


def strict_json(text: str, deepest: int = DEEPEST) -> Any:
    """The value that a text means to everybody."""
    _Scan(text, deepest).check()
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise StrictError(error.lineno, f"not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise StrictError(1, f"not JSON: {harmless(error)}") from error


def _no_number(name: str) -> NoReturn:
    msg = f"{name} is no number"
    raise ValueError(msg)


class _Scan:
    """One pass over the text, before anything is made of it. What is no JSON may pass: its reader stops there."""

    def __init__(self, text: str, deepest: int) -> None:
        self.text, self.deepest = text, deepest
        self.line, self.last = 1, ""
        self.open: list[set[str]] = []

    def refuse(self, reason: str) -> NoReturn:
        raise StrictError(self.line, reason)

    def check(self) -> None:
        for found in _TOKEN.finditer(self.text):
            piece = found.group()
            if found.lastgroup == "torn":
                return
            if found.lastgroup == "text":
                self.last = self.meaning(piece)
            elif found.lastgroup == "number":
                self.number(piece)
            else:
                self.mark(piece)

    def meaning(self, piece: str) -> str:
        """A text as it will be read; half of a letter is none."""
        try:
            meant = str(json.loads(piece)) if "\\" in piece else piece[1:-1]
        except json.JSONDecodeError:
            return ""
        if not is_unicode(meant):
            self.refuse(f"{harmless(repr(meant))} is no text: it holds half of a letter")
        return meant

    def number(self, piece: str) -> None:
        if piece in {"NaN", "Infinity", "-Infinity"}:
            self.refuse(f"{piece} is no number")
        if piece[0] in "-0123456789" and (len(piece) > LONGEST_NUMBER or not _finite(piece)):
            self.refuse(f"{harmless(piece, LONGEST_NUMBER)} is too long or too large for a number")

    def mark(self, piece: str) -> None:
        if piece in "[{":
            self.open.append(set())
            if len(self.open) > self.deepest:
                self.refuse(f"more than {self.deepest} brackets within each other")
        elif piece in "]}":
            del self.open[-1:]
        elif piece == "\n":
            self.line += 1
        elif self.open:
            self.name()

    def name(self) -> None:
        """The text before a colon names an entry: once in a table."""
        if self.last in self.open[-1]:
            self.refuse(f"{harmless(repr(self.last))} stands twice in one table")
        self.open[-1].add(self.last)


def _finite(piece: str) -> bool:
    try:
        return math.isfinite(float(piece))
    except ValueError:
        return True


def same(one: Any, other: Any) -> bool:
    """Whether two values of JSON are written alike: 3, 3.0 and true differ, though Python calls some of them equal."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)
