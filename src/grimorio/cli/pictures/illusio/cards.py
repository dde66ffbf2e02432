"""The cards of Illusio as they are drawn: groups and domains have signs and letters besides colours."""

import textwrap
from collections.abc import Sequence
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, PAPER, QUIET, Face, joined, wrapped
from grimorio.engine.words import Words
from grimorio.games.illusio.insight import Need, Objective, Piece
from grimorio.games.illusio.state import (
    DOMAINS,
    GROUP_NAMES,
    KIND_NAMES,
    NEEDS,
    OBJECTIVE_NAMES,
    SPECIAL_NAMES,
    group_of,
)

GROUPS = {
    "accessory": ("≈", "#5aa9ff"),
    "animal": ("♣", "#4fc36a"),
    "artifice": ("◊", "#b58cff"),
    "box": ("■", "#d39a55"),
    "audience": ("☺", "#f2cf3b"),
    "formula": ("∑", "#ef7f8f"),
}
SPECIAL = ("★", "#f4f4f0")
DOMAIN_LOOKS = {
    "close-up": ("♠", "#ff7eb6"),
    "illusion": ("∞", "#a78bfa"),
    "escape": ("§", "#f6a54c"),
    "mentalism": ("Ψ", "#4cc7c7"),
}
MARKS = {"exact": "●", "group": "◐", "open": "○"}
TIMES = "\N{MULTIPLICATION SIGN}"
LETTERS_OF_A_CHIP = 3
TWO_COLUMNS = 24
"""Letters inside a card of the Challenge from which on two needs stand in a line."""


def look(card: str) -> tuple[str, str]:
    """Sign and colour of a playing card, or of what an objective asks for."""
    if card in SPECIAL_NAMES:
        return SPECIAL
    return GROUPS[card.removeprefix("any ") if card.startswith("any ") else GROUP_NAMES[_group(card)]]


def _group(kind: str) -> int:
    return group_of(KIND_NAMES.index(kind))


def short_name(words: Words, card: str) -> str:
    """A card in at most nine letters."""
    return words.text("short", card)


def face(words: Words, card: str, number: str = "") -> Face:
    """A card of the hand."""
    sign, ink = look(card)
    name = short_name(words, card)
    return Face(sign, number, name, name[:LETTERS_OF_A_CHIP], ink)


def chip(words: Words, card: str) -> Text:
    """A card in a sign and three letters; what is asked for of a group by its name."""
    sign, ink = look(card)
    name = words.name(card) if card.startswith("any ") else short_name(words, card)[:LETTERS_OF_A_CHIP]
    if card in SPECIAL_NAMES:
        name = short_name(words, card)
    return Text(f"{sign}{name}", f"bold {ink}")


def spoken(words: Words, card: str) -> Text:
    """A playing card in a line of the story: its sign and its short name."""
    sign, ink = look(card)
    return Text(f"{sign}{short_name(words, card)}", f"bold {ink}")


def title(words: Words, card: str) -> Text:
    """A playing card in a sentence."""
    sign, ink = look(card)
    return Text(f"{sign} {words.name(card)}", f"bold {ink}")


def piece(words: Words, lying: Piece) -> Text:
    """A component on the table; one that was changed shows its printed face too."""
    told = chip(words, lying.kind)
    if lying.kind != lying.printed:
        told = Text.assemble(told, ("←", QUIET), chip(words, lying.printed))
    return told.append(f"{TIMES}{lying.number}", QUIET) if lying.number > 1 else told


def mark(need: Need) -> Text:
    """Whether a need is served exactly, by its group, or open."""
    return Text(MARKS[need.served], "" if need.served == "open" else "bold green")


# ---------------------------------------------------------------- objectives


class Objectives:
    """Objectives in words and as cards; the box says domain and level of each."""

    def __init__(self, words: Words, box: Any) -> None:
        """Read the public box."""
        self.words, self.box = words, box

    def level(self, name: str) -> int:
        """Its level."""
        return int(self.box.level[OBJECTIVE_NAMES.index(name)])

    def domain(self, name: str) -> str:
        """Its domain."""
        return DOMAINS[int(self.box.domain[OBJECTIVE_NAMES.index(name)])]

    def badge(self, name: str) -> Text:
        """An objective by the sign of its domain and its level."""
        sign, ink = DOMAIN_LOOKS[self.domain(name)]
        return Text(f"{sign}{self.level(name)}", f"bold {PAPER} on {ink}")

    def title(self, name: str) -> Text:
        """Its name in the colour of its domain."""
        sign, ink = DOMAIN_LOOKS[self.domain(name)]
        return Text(f"{sign}{self.level(name)} {self.words.name(name)}", f"bold {ink}")

    def progress(self, needs: Sequence[Need]) -> Text:
        """The needs of an objective with their marks."""
        return joined([Text.assemble(mark(need), chip(self.words, need.asks)) for need in needs])

    # ------------------------------------------------------------ as cards

    def named(self, name: str, width: int) -> list[str]:
        """The name of an objective in the lines that it takes on a card."""
        return textwrap.wrap(self.words.name(name), width - 2)

    def card(self, told: Objective, key: str, width: int, tall: int, *, chosen: bool = False) -> list[Text]:
        """An objective of the Challenge: domain and level, its name in so many lines, and what it asks for."""
        sign, ink = DOMAIN_LOOKS[told.domain]
        inside = width - 2
        ground = "bold reverse" if chosen else f"bold {PAPER} on {ink}"
        head = f" {sign} {self.words.name(told.domain)}"
        head = f"{head:<{inside - 2}}{told.level} "
        called = self.named(told.objective, width)
        name = [Text(line.center(inside), f"bold {ink}") for line in (*called, *[""] * (tall - len(called)))]
        lines = [Text(head[:inside], ground), *name, *self._asked(told.needs, inside)]
        return [_edge("╭", f" {key} " if key else "", "╮", inside, ink), *(_row(line, inside, ink) for line in lines),
                _edge("╰", "", "╯", inside, ink)]  # fmt: skip

    def _asked(self, needs: Sequence[Need], inside: int) -> list[Text]:
        """Up to four needs, each with a mark that says whether the viewer has it; two in a line where there is room."""
        columns = 2 if inside >= TWO_COLUMNS else 1
        room = (inside - 2 * columns) // columns
        told = [*(self._need(need, room) for need in needs), *[Text(" ")] * (NEEDS - len(needs))]
        rows = [told[i : i + columns] for i in range(0, NEEDS, columns)]
        return [Text.assemble(" ", joined(row)) for row in rows]

    def _need(self, need: Need, room: int) -> Text:
        any_of = need.asks.startswith("any ")
        sign, ink = look(need.asks)
        label = self.words.name(need.group) if any_of else short_name(self.words, need.asks)
        return Text.assemble(mark(need), (f"{sign}{label}"[:room].ljust(room), f"italic {ink}" if any_of else ink))

    def line(self, told: Objective, key: str, width: int) -> list[Text]:
        """An objective of the Challenge in one line, where there is little room; its name goes below if it must."""
        head = Text(f" {key} ", KEY) if key else Text("   ")
        made = Text.assemble(head, " ", self.badge(told.objective), " ")
        return in_rows(
            [made.append_text(self.progress(told.needs)), Text(self.words.name(told.objective), QUIET)], width, 7
        )

    def nothing(self, label: str, width: int, tall: int) -> list[Text]:
        """A place of the Challenge without an objective."""
        inside = width - 2
        rows = ["", label, *[""] * (tall - 1 + (NEEDS // 2 if inside >= TWO_COLUMNS else NEEDS))]
        middle = [Text(f"┊{row.center(inside)}┊", QUIET) for row in rows]
        return [Text(f"╭{'┄' * inside}╮", QUIET), *middle, Text(f"╰{'┄' * inside}╯", QUIET)]


def _row(line: Text, inside: int, ink: str) -> Text:
    line = line.copy()
    line.truncate(inside, pad=True)
    return Text.assemble(("│", ink), line, ("│", ink))


def _edge(first: str, label: str, last: str, inside: int, ink: str) -> Text:
    left = (inside - len(label)) // 2
    right = inside - len(label) - left
    return Text.assemble((first + "─" * left, ink), (label, KEY), ("─" * right + last, ink))


def in_rows(things: Sequence[Text], width: int, indent: int = 0, between: str = "  ") -> list[Text]:
    """Side by side, in as many rows as it takes; those after the first are indented."""
    rows: list[Text] = []
    for thing in things:
        if rows and rows[-1].cell_len + len(between) + thing.cell_len <= width:
            rows[-1] = joined([rows[-1], thing], between)
            continue
        first, *more = wrapped(thing, width - indent)
        rows += [Text.assemble(" " * indent if rows else "", first), *(Text(" " * indent).append(row) for row in more)]
    return rows
