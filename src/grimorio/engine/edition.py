"""Reading editions: TOML files whose every mistake is told with its line, its entry and the reason."""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from grimorio.engine.bounds import TooMuchError, check_toml
from grimorio.engine.game import Edition, unplayable
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.layout import LETTERS, NONE

LARGEST = 1 << 20
"""Bytes of the largest file that is read."""
ORIGINS = ("rulebook", "inferred", "reconstructed", "own")
"""Where a number of an edition can come from; `own` is a player's."""


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """The content of a TOML file and its text; a file that cannot be read is refused in one line."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            unplayable("no-file", visible(path))
        unplayable("unreadable", visible(path), reason=error.strerror)
    if len(raw) > LARGEST:
        unplayable("too-large", visible(path), most=LARGEST)
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        unplayable("not-utf8", visible(path), byte=error.start)
    return content_of(text, visible(path)), text


def content_of(text: str, source: str) -> dict[str, Any]:
    """The content of a TOML text that came from somewhere."""
    try:
        check_toml(text)
        return tomllib.loads(text)
    except TooMuchError as error:
        unplayable(error.code, f"{source}:{error.line}", most=error.most)
    except (ValueError, RecursionError) as error:
        lines, found = text.rstrip().split("\n"), re.search(r"\(at line (\d+), ", str(error))
        line = min(int(found[1]), len(lines)) if found else len(lines)  # what Python's reader says more is English
        unplayable("not-toml", f"{source}:{line}", text=harmless(lines[line - 1]) or "…")


def short(value: object) -> str:
    """A value as a refusal quotes it."""
    try:
        return harmless(repr(value))
    except (ValueError, RecursionError):  # a number or brackets without end
        return "…"


def load_edition(path: Path) -> Edition:
    """An edition file, not yet checked by its game."""
    data, text = read_toml(path)
    return edition_of(data, visible(path), text)


def edition_reader(folder: Path, check: Callable[[Edition], object]) -> Callable[[Path | None], Edition]:
    """Reads the cards of the box, or of a player's own file, and checks them."""

    def read_edition(path: Path | None) -> Edition:
        edition = load_edition(folder / "cards.toml" if path is None else path)
        check(edition)
        return edition

    return read_edition


def edition_of(data: Mapping[str, Any], source: str, text: str = "") -> Edition:
    """An edition from its content, as records carry it. The digest sees the content only, not how it was typed."""
    try:
        plain = json.dumps(data, sort_keys=True, separators=(",", ":"), default=str)
    except (ValueError, RecursionError):
        unplayable("not-an-edition", source)
    return Edition(dict(data), hashlib.sha256(plain.encode()).hexdigest(), source, text)


def line_of(text: str, where: str) -> int | None:
    """The line of an entry: the line of its key inside its table, or the nearest table above it."""
    parts = where.split(".")
    found, depth = None, 0
    table: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(r"\s*+\[++([^\]]++)\]", line):
            table = [part.strip(" \"'") for part in header.group(1).split(".")]
            here = table
        elif key := re.match(r"\s*+([\w.\"'-]++)\s*+=", line):
            here = table + [part.strip(" \"'") for part in key.group(1).split(".")]
        else:
            continue
        if parts[: len(here)] == here and len(here) > depth:
            found, depth = number, len(here)
        elif found is None and here[: len(parts)] == parts:
            found = number
    return found


def seat_named(options: Mapping[str, str], name: str, seats: int) -> int:
    """The seat that an option names, `NONE` where chance is to name it; refused where nobody sits there."""
    if options[name] == "random":
        return NONE
    if (seat := LETTERS.index(options[name])) >= seats:
        unplayable("seat-absent", option=name, value=options[name], found=seats)
    return seat


class Entries:
    """The entries of an edition by dotted name, each checked as it is read."""

    def __init__(self, edition: Edition) -> None:
        """Read from this edition."""
        self.edition = edition

    def refuse(self, where: str, code: str, **values: object) -> NoReturn:
        """Say in one line what is wrong and where: one of the codes of `phrases/`, and what its sentence needs."""
        line = line_of(self.edition.text, where)
        source = f"{self.edition.source}:{line}" if line else self.edition.source
        unplayable(code, f"{source}: {harmless(where)}" if where else source, **values)

    def find(self, where: str) -> Any:
        """The value at a dotted name."""
        value: Any = self.edition.data
        for part in where.split("."):
            if not isinstance(value, Mapping) or part not in value:
                self.refuse(where, "missing")
            value = value[part]
        return value

    def number(self, where: str, least: int, most: int) -> int:
        """A whole number within limits."""
        value = self.find(where)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.refuse(where, "not-whole", value=short(value), least=least, most=most)
        return value

    def names(self, where: str, allowed: tuple[str, ...]) -> list[str]:
        """A list of words out of a few."""
        value = self.find(where)
        if not isinstance(value, list) or not all(isinstance(word, str) and word in allowed for word in value):
            self.refuse(where, "not-words", value=short(value), words=allowed)
        return list(value)

    def only(self, where: str, *names: str) -> None:
        """A table with these entries and no others ('' for the whole file)."""
        table = self.find(where) if where else self.edition.data
        if not isinstance(table, Mapping):
            self.refuse(where, "not-a-table")
        for name in table:
            if name not in names:
                self.refuse(f"{where}.{name}" if where else name, "unknown-entry", words=names)

    def begin(self, *tables: str) -> None:
        """What every edition has: a title, these tables and no others, and origins that there are."""
        self.only("", "title", *tables)
        self.check_origins()
        if not isinstance(self.find("title"), str):
            self.refuse("title", "not-a-text")

    def check_origins(self) -> None:
        """Every table that names its origin names one of those there are."""
        waiting: list[tuple[tuple[str, ...], Any]] = [((), self.edition.data)]
        while waiting:
            where, table = waiting.pop()
            if not isinstance(table, Mapping):
                continue
            if "origin" in table and table["origin"] not in ORIGINS:
                place = ".".join((*where, "origin"))
                self.refuse(place, "not-one", value=short(table["origin"]), words=ORIGINS)
            waiting += [((*where, name), inner) for name, inner in table.items()]
