"""The cards of Illusio as they are drawn: groups and domains have signs and letters besides colours."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, PAPER, QUIET, Face, joined
from grimorio.engine.words import Words
from grimorio.games.illusio.kinds import group_of
from grimorio.games.illusio.state import DOMAINS, GROUP_NAMES, KIND_NAMES, NEEDS, OBJECTIVE_NAMES, SPECIAL_NAMES

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
EXACT, SERVED, OPEN = "●", "◐", "○"
TIMES, MINUS = "\N{MULTIPLICATION SIGN}", "\N{MINUS SIGN}"
LETTERS_OF_A_CHIP = 3
TWO_COLUMNS = 22
"""Letters inside a card of the Challenge from which on two needs stand in a line."""


def group_name(kind: str) -> str:
    """The group of a component, or of `any animal`."""
    return kind.removeprefix("any ") if kind.startswith("any ") else GROUP_NAMES[group_of(KIND_NAMES.index(kind))]


def look(card: str) -> tuple[str, str]:
    """Sign and colour of a playing card, or of what an objective asks for."""
    return SPECIAL if card in SPECIAL_NAMES else GROUPS[group_name(card)]


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
    """A card or an objective in a sentence."""
    if card in OBJECTIVE_NAMES:
        sign, ink = DOMAIN_LOOKS[DOMAINS["ciem".index(card[0])]]
        return Text(f"{sign} {words.name(card)}", f"bold {ink}")
    sign, ink = look(card)
    return Text(f"{sign} {words.name(card)}", f"bold {ink}")


# ---------------------------------------------------------------- objectives


class Objectives:
    """What the box says about objectives, in words."""

    def __init__(self, words: Words, box: Any) -> None:
        """Read the public box."""
        self.words, self.box = words, box

    def number(self, name: str) -> int:
        """The number of an objective."""
        return OBJECTIVE_NAMES.index(name)

    def needs(self, name: str) -> list[str]:
        """What an objective asks for."""
        asked = self.box.needs[self.number(name)].tolist()
        any_of = [f"any {group}" for group in GROUP_NAMES]
        return [(*KIND_NAMES, *any_of)[need] for need in asked if need >= 0]

    def level(self, name: str) -> int:
        """Its level."""
        return int(self.box.level[self.number(name)])

    def domain(self, name: str) -> str:
        """Its domain."""
        return DOMAINS[int(self.box.domain[self.number(name)])]

    def badge(self, name: str) -> Text:
        """An objective by the sign of its domain and its level."""
        sign, ink = DOMAIN_LOOKS[self.domain(name)]
        return Text(f"{sign}{self.level(name)}", f"bold {PAPER} on {ink}")

    def title(self, name: str) -> Text:
        """Its name in the colour of its domain."""
        sign, ink = DOMAIN_LOOKS[self.domain(name)]
        return Text(f"{sign}{self.level(name)} {self.words.name(name)}", f"bold {ink}")

    def served(self, name: str, there: Sequence[str]) -> list[tuple[str, str]]:
        """Each need with its mark: served exactly, served by its group, or still open."""
        left = Counter(there)
        needs = self.needs(name)
        marks = [""] * len(needs)
        for i, need in enumerate(needs):
            if left[need] > 0:
                left[need] -= 1
                marks[i] = EXACT
        for i, need in enumerate(needs):
            if not marks[i]:
                found = next((kind for kind in left.elements() if group_name(kind) == group_name(need)), None)
                marks[i] = (EXACT if need.startswith("any ") else SERVED) if found else OPEN
                if found:
                    left[found] -= 1
        return list(zip(needs, marks, strict=True))

    def progress(self, name: str, there: Sequence[str]) -> Text:
        """The needs of an objective with their marks."""
        told = [
            Text.assemble((mark, "" if mark == OPEN else "bold green"), chip(self.words, need))
            for need, mark in self.served(name, there)
        ]
        return joined(told)

    # ------------------------------------------------------------ as cards

    def card(self, name: str, key: str, there: Sequence[str], width: int, *, chosen: bool = False) -> list[Text]:
        """An objective of the Challenge: domain and level, its name, and what it asks for."""
        sign, ink = DOMAIN_LOOKS[self.domain(name)]
        inside = width - 2
        ground = "bold reverse" if chosen else f"bold {PAPER} on {ink}"
        head = f" {sign} {self.words.name(self.domain(name))}"
        head = f"{head:<{inside - 2}}{self.level(name)} "
        lines = [Text(head[:inside], ground), Text(_cut(self.words.name(name), inside).center(inside), f"bold {ink}")]
        lines += self._asked(name, there, inside)
        return [_edge("╭", f" {key} " if key else "", "╮", inside, ink), *(_row(line, inside, ink) for line in lines),
                _edge("╰", "", "╯", inside, ink)]  # fmt: skip

    def _asked(self, name: str, there: Sequence[str], inside: int) -> list[Text]:
        """Up to four needs, each with a mark that says whether the viewer has it; two in a line where there is room."""
        columns = 2 if inside >= TWO_COLUMNS else 1
        room = (inside - 2 * columns) // columns
        told = [Text(" ")] * NEEDS
        for i, (need, mark) in enumerate(self.served(name, there)):
            sign, ink = look(need)
            label = (
                self.words.name(need.removeprefix("any ")) if need.startswith("any ") else short_name(self.words, need)
            )
            style = f"italic {ink}" if need.startswith("any ") else ink
            told[i] = Text.assemble(
                (mark, "" if mark == OPEN else "bold green"), (f"{sign}{label}"[:room].ljust(room), style)
            )
        rows = [told[i : i + columns] for i in range(0, NEEDS, columns)]
        return [Text.assemble(" ", joined(row)) for row in rows]

    def nothing(self, label: str, width: int) -> list[Text]:
        """A place of the Challenge without an objective."""
        inside = width - 2
        rows = ["", label, "", ""] if inside >= TWO_COLUMNS else ["", label, "", "", "", ""]
        middle = [Text(f"┊{row.center(inside)}┊", QUIET) for row in rows]
        return [Text(f"╭{'┄' * inside}╮", QUIET), *middle, Text(f"╰{'┄' * inside}╯", QUIET)]


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"


def _row(line: Text, inside: int, ink: str) -> Text:
    line = line.copy()
    line.truncate(inside, pad=True)
    return Text.assemble(("│", ink), line, ("│", ink))


def _edge(first: str, label: str, last: str, inside: int, ink: str) -> Text:
    left = (inside - len(label)) // 2
    right = inside - len(label) - left
    return Text.assemble((first + "─" * left, ink), (label, KEY), ("─" * right + last, ink))


# ---------------------------------------------------------------- what lies where


def present(view: Mapping[str, Any], letter: str, spot: str, printed: Sequence[str]) -> list[tuple[str, str]]:
    """Components at a spot: what each counts as, and how it is printed."""
    left = [kind for kind in printed if kind]
    changed = []
    for kind, new, owner, where in zip(
        view["changed"], view["changed_into"], view["changed_of"], view["changed_at"], strict=True
    ):
        if kind and owner == letter and where == spot:
            left.remove(kind)
            changed.append((new, kind))
    return sorted([*((kind, kind) for kind in left), *changed], key=lambda pair: KIND_NAMES.index(pair[0]))


def piece(words: Words, pair: tuple[str, str], number: int = 1) -> Text:
    """A component on the table; one that was changed shows its printed face too."""
    now, printed = pair
    told = chip(words, now)
    if now != printed:
        told = Text.assemble(told, ("←", QUIET), chip(words, printed))
    return told.append(f"{TIMES}{number}", QUIET) if number > 1 else told
