"""The ingredients as they are drawn: each has a sign and a letter besides its colour."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.text import Text

from grimorio.cli.draw import PAPER, joined
from grimorio.engine.words import Words
from grimorio.games.zaubercocktail.insight import Cards, OneSet
from grimorio.games.zaubercocktail.typed import KEYS, NAMES

SIGNS = "●♣■≈§◉ψ∴♠✿★"
INKS = (
    "#5aa2ff", "#4fbf67", "#a7adb8", "#e08a5b", "#c58a4a", "#f4d13d", "#cfe3ea", "#f6f2ff", "#2fc7a5", "#ffb52e",
    "#c58bff",
)  # fmt: skip
GOLD = "bold #ffb52e"
RING, STONE = "◎", "◆"
TIMES, MINUS = "\u00d7", "\u2212"
JOKER = NAMES[-1]


def kind_of(name: str) -> int:
    """The number of a kind by its name in texts."""
    return NAMES.index(name)


def ink(kind: int) -> str:
    """The colour of a kind."""
    return f"bold {INKS[kind]}"


def chip(kind: int, number: int = 1) -> Text:
    """Some cards of a kind in a few letters: `3●a`."""
    return Text(f"{number}{SIGNS[kind]}{KEYS[kind]}", ink(kind))


def chips(names: Iterable[str]) -> Text:
    """Cards by name, kinds together: `3●a 1✿j`."""
    held = Counter(kind_of(name) for name in names)
    return joined([chip(kind, held[kind]) for kind in sorted(held)])


def counted_chips(cards: Iterable[Cards]) -> Text:
    """Cards that are counted already."""
    return joined([chip(kind_of(each.kind), each.number) for each in cards])


def set_chips(sets: Sequence[OneSet], *, worth: bool = False) -> Text:
    """Sets: `4≈d + 2∴h`, with their jokers `2∴h1★k`, and what each is worth."""
    shown = []
    for each in sets:
        made = chip(kind_of(each.kind), each.naturals)
        made = made.append_text(chip(kind_of(JOKER), each.jokers)) if each.jokers else made
        shown.append(made.append(f" {each.value}", "not bold dim") if worth else made)
    return joined(shown, " + ")


def signed(number: int) -> str:
    """A number with its sign, as it is printed."""
    return f"{number:+d}".replace("-", MINUS) if number else "0"


def tone(number: int) -> str:
    """The colour of a gain or a loss."""
    return "bold green" if number > 0 else "bold red" if number < 0 else "dim"


def title(words: Words, name: str) -> Text:
    """A card in a sentence."""
    if name not in NAMES:
        return Text(words.name(name), "bold")
    kind = kind_of(name)
    return Text(f"{SIGNS[kind]} {words.name(name)}", ink(kind))


def label(words: Words, kind: int, held: int, width: int) -> Text:
    """A kind of card as it stands in the own hand: letter and sign on its colour, its name, how many."""
    live = held > 0
    head = (f" {KEYS[kind]} {SIGNS[kind]} ", f"bold {PAPER} on {INKS[kind]}" if live else INKS[kind])
    name = Text(f" {words.name(NAMES[kind])}", ink(kind) if live else "dim")
    name.truncate(width, overflow="ellipsis", pad=True)
    number = (f"{TIMES}{held}".rjust(4), "bold" if live else "dim") if live else ("   ·", "dim")
    return Text.assemble(head, name, number)
