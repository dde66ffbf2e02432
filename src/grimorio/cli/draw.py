"""Drawing with Rich, for all games: cards that nobody needs colours to tell apart, and what a game's picture is."""

import textwrap
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from string import Formatter
from typing import Any, Protocol, runtime_checkable

from rich.console import Console, RenderableType
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.fitting import NAMES, counted, fitting
from grimorio.engine.harmless import visible
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line, Slot
from grimorio.engine.words import Words, is_name

SMALL, TALL, BIG = range(3)
"""Sizes of cards: three lines, four, and five wider ones."""
QUIET = "dim"
KEY = "bold reverse"
PAPER = "#101014"
"""What is printed on a coloured ground."""


@dataclass(frozen=True)
class Face:
    """How a card looks: its sign, its number, its name, two letters for narrow places, its colour."""

    sign: str
    number: str
    name: str
    short: str
    ink: str

    @property
    def chip(self) -> Text:
        """The card in a few letters: sign, two letters, number."""
        return Text(f"{self.sign}{self.short}{self.number}", f"bold {self.ink}")

    @property
    def title(self) -> Text:
        """The card in a sentence."""
        return Text(f"{self.sign}{self.name} {self.number}".rstrip(), f"bold {self.ink}")


def inside(size: int) -> int:
    """Letters between the edges of a card."""
    return 13 if size == BIG else 9


def card(face: Face, key: str = "", *, live: bool = True, chosen: bool = False, size: int = SMALL) -> list[Text]:
    """A card as lines: its key above, its sign and number on its colour, its name; no ground where it is closed."""
    width, edge = inside(size), f"bold {face.ink}" if live else QUIET
    ground = "bold reverse" if chosen else f"bold {PAPER} on {face.ink}" if live else face.ink
    top = _edge("╭", f" {key} " if key else "", "╮", width, edge, KEY)
    rows = [_row(line, edge, ground) for line in _middle(face, size)]
    label = face.name if len(face.name) + 2 > width else f" {face.name} "
    return [top, *rows, _edge("╰", label if size == SMALL else "", "╯", width, edge, face.ink if live else edge)]


def _middle(face: Face, size: int) -> list[str]:
    """What is printed on a card."""
    width = inside(size)
    if size == BIG:
        left, right = face.number or face.sign, face.sign
        return [f" {left}{right:>{width - 3}} ", face.name.center(width), f" {right}{left:>{width - 3}} "]
    middle = [f"{face.sign} {face.number}".rstrip().center(width)]
    return middle if size == SMALL else [*middle, face.name.center(width)]


def _row(printed: str, edge: str, ground: str) -> Text:
    return Text.assemble(("│", edge), (printed, ground), ("│", edge))


def _edge(first: str, label: str, last: str, width: int, edge: str, style: str) -> Text:  # noqa: PLR0913
    """An edge of a card with a label in its middle."""
    left = (width - len(label)) // 2
    right = width - len(label) - left
    return Text.assemble((first + "─" * left, edge), (label, style), ("─" * right + last, edge))


def beside(blocks: Iterable[Sequence[Text]], gap: int = 1) -> list[Text]:
    """Blocks of lines side by side, as wide as each is."""
    parts = [list(block) for block in blocks]
    widths = [max((line.cell_len for line in part), default=0) for part in parts]
    lines = []
    for row in zip_longest(*parts, fillvalue=Text()):
        line = Text()
        for number, (text, width) in enumerate(zip(row, widths, strict=True)):
            line.append(" " * gap if number else "").append_text(text).append(" " * (width - text.cell_len))
        line.rstrip()
        lines.append(line)
    return lines


def in_lines(parts: Sequence[Text], between: str, room: int) -> list[Text]:
    """Parts in as few lines as they need; none of them is torn apart."""
    lines = [Text()]
    for part in parts:
        if lines[-1].plain and lines[-1].cell_len + len(between) + part.cell_len > room:
            lines.append(Text())
        lines[-1].append(between if lines[-1].plain else "").append_text(part)
    return lines


def joined(texts: Sequence[Text], between: str = " ") -> Text:
    """Texts in a row."""
    return Text(between).join(texts)


def filled(language: str, pattern: str, values: Mapping[str, object], names: Container[str] = NAMES) -> Text:
    """A sentence with its slots filled by texts that keep their colours; words fit each other as in plain sentences."""
    made = Text()
    for before, slot, forms, _ in Formatter().parse(pattern):
        if slot is None:
            made.append(before)
            continue
        value = values[slot]
        thing = value if isinstance(value, Text) else Text(visible(counted(value, forms or "")))
        joint, rest = fitting(language)(before, thing.plain, name=slot in names)
        made.append(joint).append_text(thing[len(thing) - len(rest) :] if len(rest) < len(thing) else thing)
    return made


@dataclass(frozen=True)
class Scene:
    """What is drawn: only what a viewer may know, what he may point at, and the room there is."""

    viewer: int
    view: Mapping[str, Any]
    insight: Any
    pointing: Pointing
    story: Sequence[Text]
    width: int
    height: int

    @property
    def picked(self) -> tuple[Ref, ...]:
        """What the viewer has picked so far."""
        return self.pointing.picked

    @property
    def ways(self) -> tuple[Way, ...]:
        """All that the viewer may do."""
        return self.pointing.ways

    def lit(self, ref: Ref) -> bool:
        """Whether a thing can be picked now."""
        return self.pointing.can(ref)


class Picture(Protocol):
    """How a game looks in the terminal. It is given views, insights and what can be pointed at, never a state.

    `in_results` are the beginnings of the keys of lines that its pages of results tell better.
    """

    in_results: tuple[str, ...]

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table."""

    def keys(self, scene: Scene) -> Keys:
        """What each key points at, whether it may be used now or not."""

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:
        """Something that can be pointed at, as it is written in a sentence or, short, in a list."""

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """The part of what happened that still matters on the table."""

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:
        """What everybody stops to look at, such as hands laid open."""


@runtime_checkable
class Composing(Protocol):
    """A picture that reads several actions from one line, such as a whole offer."""

    def command(self, text: str, view: Mapping[str, Any]) -> Sequence[int] | None:
        """The actions that the line stands for, in their order; None where it is no such line."""

    def mistaken(self, text: str, view: Mapping[str, Any]) -> str:
        """Which mistake of the game a line is that stands for no actions; '' where it is none."""


@runtime_checkable
class Ending(Protocol):
    """A picture that at the end looks back at the whole game."""

    def ended(self, events: Sequence[Event], view: Mapping[str, Any]) -> list[RenderableType]:
        """What everybody looks at when the game is over, from all that happened in it."""


@runtime_checkable
class Reckoning(Protocol):
    """A picture of a game whose plain scores would not explain who is ahead of whom."""

    def reckoned(self, insight: Any) -> Sequence[tuple[int, str]]:
        """Of each seat, what it has in the end, and how that came about."""


@runtime_checkable
class Printing(Protocol):
    """A picture with more on its things than their names."""

    def printed(self, ref: Ref, view: Mapping[str, Any]) -> str:
        """What else is to be read on a thing, by which somebody may call it."""


@dataclass(frozen=True)
class Company:
    """What a picture needs to know besides views: the words, who plays, and the public box."""

    words: Words
    names: tuple[str, ...]
    bots: tuple[str, ...]
    box: Any


TONES = {"": "", "quiet": QUIET, "loud": "bold"}


def told(company: Company, line: Line, picture: Picture) -> Text:
    """A line of a story, its things drawn as the picture of the game draws them."""
    values = {name: _slot(company, slot, picture) for name, slot in line.slots.items()}
    names = {name for name, slot in line.slots.items() if isinstance(slot, Ref) and is_name(slot)}
    made = filled(company.words.language, company.words.pattern(line.key), values, names)
    made.style = TONES[line.tone]
    return made


def _slot(company: Company, slot: Slot, picture: Picture) -> Text:
    if isinstance(slot, tuple):
        things = [picture.thing(ref, short=True) for ref in slot]
        apart = any(" " in thing.plain for thing in things) or all(ref.sort == "seat" for ref in slot)
        return joined(things, ", " if apart else " ")
    if isinstance(slot, Ref):
        return picture.thing(slot)
    return Text(company.words.name(slot) if isinstance(slot, str) else company.words.number(slot))


Draws = Callable[[Company], Picture]


def cut(text: str, room: int = 60) -> str:
    """A text as it was typed, or visibly cut."""
    return text if len(text) <= room else f"{text[: room - 1]}…"


def paragraphs(text: str, bullet: str = "• ") -> list[RenderableType]:
    """Lines of a summary, each wrapped under its bullet."""
    return [hanging(Text(line), bullet) for line in text.strip().splitlines()]


def hanging(text: Text, mark: str, style: str = "") -> RenderableType:
    """A text that is wrapped beside its mark."""
    grid = Table.grid()
    grid.add_column(no_wrap=True, style=style)
    grid.add_column(ratio=1)
    grid.add_row(mark, text)
    return grid


def wrapped(text: Text, width: int) -> list[Text]:
    """A text in lines that are no longer than this, with its colours; at least one."""
    lines, at = [], 0
    for line in textwrap.wrap(text.plain, width) or [""]:
        start = text.plain.index(line, at)
        at = start + len(line)
        lines.append(text[start:at])
    return lines


def fitted(console: Console, frame: RenderableType, taken: int, cut_short: Callable[[int], str]) -> RenderableType:
    """A frame without some of its empty lines and rules, where it would not fit beside the lines that are taken.

    Where that is not enough, the title stays in sight and what lies below it is left out; at its end `cut_short` says
    how many lines that is.
    """
    lines = console.render_lines(frame, pad=False)
    over = len(lines) + taken - console.height
    kept: list[list[Segment]] = []
    for line in lines:
        if over > 0 and not "".join(segment.text for segment in line).strip(" \u2500"):
            over -= 1
        else:
            kept.append(line)
    if over > 0:
        over = min(over, len(kept) - 1)
        note = Text(f" {cut_short(over)}", f"{QUIET} italic", no_wrap=True, overflow="ellipsis")
        (said,) = console.render_lines(note, console.options.update(width=min(len(note), console.width)), pad=False)
        room = console.width - Segment.get_line_length(said)
        kept = [Segment.adjust_line_length(kept[0], room) + said, *kept[1 + over :]]
    return Segments([segment for line in kept for segment in (*line, Segment.line())])
