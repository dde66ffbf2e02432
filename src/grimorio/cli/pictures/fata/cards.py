"""The cards of F.A.T.A. as they are drawn: how a vision lies says what counts; nothing is told by colour alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, PAPER, QUIET, Company, joined
from grimorio.games.fata.state import SIDEWAYS, UPRIGHT

LINEAGES = {
    "red": ("▲", "#ff7468"),
    "yellow": ("☼", "#f2cf3b"),
    "purple": ("☾", "#b99af5"),
    "blue": ("≈", "#5fa8ff"),
    "green": ("♣", "#4cc268"),
}
TYPES = {"draw": "#8fd8e8", "take": "#f0b44c", "rob": "#e796d2", "discard": "#f29a80"}
CENTRES = {"stone": "●", "scissors": "✂", "scroll": "≡", "blank": "∅"}
ARROWS = "↑↓→"
STAR, CHARM, QUEEN, UNKNOWN = "★", "✦", "♛", "?"
PARCHMENT, WHITE, ENCHANTED = "#d9d2bd", "#f4f4f0", "#9fe0b4"
INSIDE = 11
"""Letters between the edges of a card of the hand."""
BLOCK = 5
"""Lines of a card of the hand."""


@dataclass(frozen=True)
class Vision:
    """What is printed on a vision."""

    type: str
    centre: str
    subject: str
    power: str


class Looks:
    """How cards look, in the players' words."""

    def __init__(self, company: Company, box: Any) -> None:
        """Draw the cards of this box."""
        self.words, self.box = company.words, box
        self.numbers = {name: kind for kind, name in enumerate(company.words.game.card_names)}

    def label(self, name: str, *, wide: bool = False) -> str:
        """A word for narrow places, or for wide ones."""
        return self.words.text("long" if wide and name in self.words.own["long"] else "labels", name)

    # ------------------------------------------------------------ visions

    def vision(self, name: str) -> Vision | None:
        """A vision by its parts; None for an enchantment."""
        parts = name.split(" ")
        return Vision(*parts) if len(parts) == len(CENTRES) else None

    def stars(self, name: str, way: int) -> int:
        """F-G5: the stars that a vision shows when it lies so."""
        return int(self.box.stars[self.numbers[name], way])

    def reading(self, vision: Vision, way: int, *, wide: bool = False) -> str:
        """What counts of a vision that lies so: its type, its subject or its power."""
        what = (vision.type, vision.subject, "power")[way]
        said = self.label(what, wide=wide).format(power=vision.power)
        return f"{ARROWS[way]}{said}"

    def symbol(self, vision: Vision, *, wide: bool = False) -> str:
        """The symbol in the centre, with the first letters of its name."""
        sign = CENTRES[vision.centre]
        if wide:
            return f"{sign} {self.label(vision.centre, wide=True)}"
        return sign if vision.centre == "blank" else f"{sign}{self.label(vision.centre)}"

    def lying(self, name: str, way: int, *, wide: bool = False) -> Text:
        """A vision at the end of a row: what counts, its symbol and its stars."""
        vision = Vision(*name.split(" "))
        said = f"{self.reading(vision, way, wide=wide)} {self.symbol(vision, wide=wide)} {STAR}{self.stars(name, way)}"
        return Text(said, f"bold {self._ink(vision, way)}")

    def at(self, name: str, address: str) -> Text:
        """A vision as it lies at an address of the rows: `rows[B,0,2]` is the third of B's first row."""
        return self.lying(name, int(address.rstrip("]").rpartition(",")[2]))

    def row_name(self, address: str) -> str:
        """A row by its number: `rows[A,1]` is row 2, and so is whatever lies in it."""
        return self.words.name(f"row {int(address.rstrip(']').split(',')[1]) + 1}")

    def _ink(self, vision: Vision, way: int) -> str:
        return (TYPES[vision.type], PARCHMENT, WHITE)[way]

    def row(self, visions: Sequence[str | None], *, wide: bool = False) -> Text:
        """A row of visions; the last one, whose symbol and stars count, on a ground."""
        *inner, last = [Vision(*name.split(" ")) for name in visions if name]
        before = [Text(self.reading(each, way, wide=wide), self._ink(each, way)) for way, each in enumerate(inner)]
        end = self.lying(visions[len(inner)] or "", len(inner), wide=wide).plain
        return joined([*before, Text(f" {end} ", f"bold {PAPER} on {self._ink(last, len(inner))}")])

    def line(self, name: str) -> Text:
        """A card of the hand in a line: a vision with all its readings, an enchantment by its name."""
        vision = self.vision(name)
        if vision is None:
            return Text(f"{CHARM} {self.words.name(name)}", f"bold {ENCHANTED}")
        return Text.assemble(
            (f"{self.reading(vision, UPRIGHT)} {STAR}{self.stars(name, UPRIGHT)}", f"bold {TYPES[vision.type]}"),
            (f" {self.reading(vision, 1)} {STAR}{self.stars(name, 1)}", PARCHMENT),
            (f" {self.reading(vision, SIDEWAYS)}", WHITE),
            (f" {self.symbol(vision)}", "bold"),
        )

    def chip(self, name: str) -> Text:
        """A card in a sentence: a vision by type, subject, power and symbol, anything else by its name."""
        vision = self.vision(name)
        if vision is None:
            return self.title(name)
        said = f"{self.label(vision.type)}/{self.label(vision.subject)}/{vision.power} {self.symbol(vision)}"
        return Text(said, f"bold {TYPES[vision.type]}")

    def told(self, name: str, address: str) -> Text:
        """A card in the story: a vision that lies in a row as it lies there, a treasure in a few letters."""
        if address.startswith("rows["):
            return Text.assemble(self.at(name, address), (f" {self.row_name(address)}", ""))
        return self.treasure(name) if name.partition(" ")[0] in LINEAGES else self.chip(name)

    def title(self, name: str) -> Text:
        """A card by its whole name."""
        first, _, second = name.partition(" ")
        if first in LINEAGES or second in LINEAGES:
            sign, ink = LINEAGES[first if first in LINEAGES else second]
            return Text(f"{sign} {self.words.name(name)}", f"bold {ink}")
        vision = self.vision(name)
        ink = TYPES[vision.type] if vision else ENCHANTED
        return Text(self.words.name(name) if vision else f"{CHARM} {self.words.name(name)}", f"bold {ink}")

    # ------------------------------------------------------------ treasures and characters

    def treasure(self, name: str) -> Text:
        """A treasure in a few letters: the sign and first letters of its colour, its value, on its colour."""
        colour, _, worth = name.partition(" ")
        sign, ink = LINEAGES[colour]
        return Text(f"{sign}{self.label(colour)}{worth}", f"bold {PAPER} on {ink}")

    def treasures(self, names: Sequence[str]) -> list[Text]:
        """Treasures by colour, with all their values."""
        made = []
        for colour, (sign, ink) in LINEAGES.items():
            values = [name.partition(" ")[2] for name in names if name.startswith(f"{colour} ")]
            if values:
                made.append(Text(f"{sign}{self.label(colour)} {' '.join(values)}", f"bold {PAPER} on {ink}"))
        return made

    def lineage(self, name: str) -> Text:
        """A character by its sign and the name of its lineage."""
        colour = name.rpartition(" ")[2]
        sign, ink = LINEAGES[colour]
        return Text(f"{sign} {self.label(f'lineage {colour}')}", f"bold {ink}")

    # ------------------------------------------------------------ cards of the hand

    def block(self, name: str, key: str = "", *, chosen: bool = False) -> list[Text]:
        """A card of the hand as lines: the three ways a vision can lie, one below the other."""
        vision = self.vision(name)
        ink = TYPES[vision.type] if vision else ENCHANTED
        printed = self._readings(name, vision) if vision else self._charm(name)
        rows = [
            Text.assemble(("│", ink), (f"{text:<{INSIDE}}", "bold reverse" if chosen else style), ("│", ink))
            for text, style in printed
        ]
        label = f" {key} " if key else ""
        left = (INSIDE - len(label)) // 2
        top = Text.assemble(("╭" + "─" * left, ink), (label, KEY), ("─" * (INSIDE - left - len(label)) + "╮", ink))
        return [top, *rows, Text(f"╰{'─' * INSIDE}╯", ink)]

    def _readings(self, name: str, vision: Vision) -> list[tuple[str, str]]:
        ends = [f"{STAR}{self.stars(name, way)}" for way in range(SIDEWAYS)] + [self.symbol(vision)]
        inks = (TYPES[vision.type], PARCHMENT, WHITE)
        made = []
        for way, (end, ink) in enumerate(zip(ends, inks, strict=True)):
            said = self.reading(vision, way)
            made.append((f"{said}{end:>{INSIDE - len(said)}}", f"bold {PAPER} on {ink}"))
        return made

    def _charm(self, name: str) -> list[tuple[str, str]]:
        """The name of an enchantment in two lines."""
        words = self.words.name(name).split(" ")
        first = words.pop(0)
        while words and len(first) + 1 + len(words[0]) <= INSIDE and len(words) > 1:
            first += f" {words.pop(0)}"
        lines = [CHARM.center(INSIDE), first.center(INSIDE), " ".join(words).center(INSIDE)]
        return [(line, f"bold {PAPER} on {ENCHANTED}") for line in lines]


def unknown(count: int) -> Text:
    """So many face-down treasures."""
    return Text(UNKNOWN * count, QUIET)
