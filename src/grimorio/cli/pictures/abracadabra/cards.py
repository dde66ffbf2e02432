"""The cards of Abracadabra as they are drawn: elements, schools and aspects have signs or letters besides colours."""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from grimorio.cli.draw import BIG, KEY, PAPER, QUIET, SMALL, in_lines, inside, joined
from grimorio.engine.words import Words
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, TRICKS

ELEMENTS = {
    "water": ("≈", "#4f9dff"),
    "fire": ("▲", "#f0923a"),
    "earth": ("♣", "#43b75c"),
    "air": ("○", "#a9d6e5"),
}
SCHOOLS = {"bronze": "#d0694a", "silver": "#bcc3cc", "gold": "#f2cf3b"}
ASPECTS = {"wizard": "⌂", "mage": "★", "witch": "»"}
WHITE = "#f4f4f0"
OBJECT = "#cdb04a"
STONE = "◆"
UNKNOWN = "?"
WILD = "*"


@dataclass(frozen=True)
class Look:
    """What is printed on a card: the sign, colour and name of its element, a corner, a coloured band, a foot."""

    sign: str
    ink: str
    element: str
    corner: str
    letter: str
    band: str
    band_ink: str
    label: str
    foot: str


def element_of(name: str) -> str:
    """The element on the back of a card, or of a back."""
    return "air" if name in TRICKS else name.partition(" ")[0]


def look_of(words: Words, name: str) -> Look:
    """How the card with this name looks: `water gold witch`, `air mage`, `chaos`, `fire elemental`."""
    kind = element_of(name)
    sign, ink = ELEMENTS[kind]
    base = (sign, ink, words.name(kind))
    last = name.rpartition(" ")[2]
    if last in ASPECTS:
        school = next((each for each in SCHOOLS if each in name), "")
        band = words.name(school) if school else words.text("picture", "wild")
        title = words.name(last)
        return Look(*base, ASPECTS[last], band[0] if school else WILD, band, SCHOOLS.get(school, WHITE), title, title)
    if last == "elemental":
        short = words.text("picture", "elemental")
        return Look(*base, sign, sign, short, ink, short, words.name(last))
    title = words.name(name)
    short = title if len(title) <= inside(SMALL) else title.rstrip("!")
    return Look(*base, "!", "!", short, WHITE, short, words.text("picture", "trick"))


def chip(words: Words, name: str) -> Text:
    """A card in three letters: the signs of element and aspect with the letter of the school; `≈?` for a back."""
    sign, ink = ELEMENTS[element_of(name)]
    if name.endswith(" back"):
        return Text(f"{sign}{UNKNOWN}", ink)
    look = look_of(words, name)
    if name in TRICKS:
        return Text(f"{sign}{words.name(name)}", f"bold {ink}")
    if name.endswith(" elemental"):
        return Text(f"{sign}{sign}+1", f"bold {ink}")
    return Text.assemble((sign, f"bold {ink}"), (look.letter, f"bold {look.band_ink}"), (look.corner, f"bold {ink}"))


def title(words: Words, name: str) -> Text:
    """A card in a sentence; an Object too."""
    if is_object(name):
        return Text(words.name(name), f"bold {OBJECT}")
    sign, ink = ELEMENTS[element_of(name)]
    return Text(f"{sign} {words.name(name)}", f"bold {ink}")


def is_object(name: str) -> bool:
    """Whether a card is a Magic Object (`E 4`, `C stone`, `G back`), not a playing card."""
    return name.partition(" ")[0] in LETTERS_OF_PILES


def object_chip(thing: str) -> Text:
    """An Object in two letters: its pile and its points, or a Stone; only its letter where no more is known."""
    letter, _, worth = thing.partition(" ")
    shown = {"back": "", "stone": STONE}.get(worth, worth)
    return Text(f"{letter}{shown}", f"bold {OBJECT}")


def object_chips(things: Sequence[str], bonus: int) -> Text:
    """All Objects of a seat, with its cards for gatherings from the hand."""
    return joined([*(object_chip(thing) for thing in things), *([Text(f"+{bonus}", OBJECT)] if bonus else [])])


def legend(words: Words, room: int) -> list[Text]:
    """What the signs mean; a sign stays with its word."""
    return in_lines([Text(each, QUIET) for each in words.text("picture", "legend").split("   ")], "  ", room)


# ---------------------------------------------------------------- blocks of lines


def card(words: Words, name: str, key: str = "", *, chosen: bool = False, size: int = SMALL) -> list[Text]:
    """A card face up: element and aspect on the element's ground, the school as a band in its own colour."""
    look, width = look_of(words, name), inside(size)
    ground = "bold reverse" if chosen else f"bold {PAPER} on {look.ink}"
    band = "bold reverse" if chosen else f"bold {PAPER} on {look.band_ink}"
    edge = f"bold {look.ink}"
    if size == SMALL:
        parts = [(f"{look.sign}{look.element[:2]}", ground), (f" {look.letter} ", band), (f" {look.corner} ", ground)]
        return [_top(key, width, edge), _row(edge, *parts), _bottom(look.label, width, edge)]
    room = width - 4
    first = f"{look.sign} {look.element:<{room}} {look.corner}"
    if size == BIG:
        first = f" {look.sign} {look.element:<{room - 2}} {look.corner} "
    rows = [_row(edge, (first, ground)), _row(edge, (look.band.center(width), band))]
    if size == BIG:
        rows.append(_row(edge, (look.foot.center(width), ground)))
    foot = look.foot if size != BIG and len(look.foot) <= width else ""
    return [_top(key, width, edge), *rows, _bottom(foot, width, edge)]


def back(words: Words, name: str, key: str = "", *, size: int = SMALL) -> list[Text]:
    """A card face down: its element is all that is seen."""
    kind, width = element_of(name), inside(size)
    sign, ink = ELEMENTS[kind]
    rows = [f" {sign} ".center(width, "░"), f" {words.name(kind)} ".center(width, "░")]
    rows += [rows[0]] if size == BIG else []
    shown = [_row(ink, (row, ink)) for row in (rows[:1] if size == SMALL else rows)]
    return [_top(key, width, ink), *shown, _bottom(words.name(kind) if size == SMALL else "", width, ink)]


def nothing(label: str, *, size: int = SMALL) -> list[Text]:
    """A place where no card lies."""
    width = inside(size)
    rows = ["", label, ""] if size == BIG else ["", label] if size != SMALL else [label]
    middle = [Text(f"┊{row.center(width)}┊", QUIET) for row in rows]
    return [Text(f"╭{'┄' * width}╮", QUIET), *middle, Text(f"╰{'┄' * width}╯", QUIET)]


def _row(edge: str, *printed: tuple[str, str]) -> Text:
    return Text.assemble(("│", edge), *printed, ("│", edge))


def _top(key: str, width: int, edge: str) -> Text:
    return _edge("╭", f" {key} " if key else "", "╮", width, edge, KEY)


def _bottom(label: str, width: int, edge: str) -> Text:
    return _edge("╰", label if len(label) + 2 > width or not label else f" {label} ", "╯", width, edge, edge)


def _edge(first: str, label: str, last: str, width: int, edge: str, style: str) -> Text:  # noqa: PLR0913
    left = (width - len(label)) // 2
    right = width - len(label) - left
    return Text.assemble((first + "─" * left, edge), (label, style), ("─" * right + last, edge))
