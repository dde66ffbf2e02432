"""The cards of FLAUTZ! as they are drawn: each colour has a sign of its own, so that nobody needs to see colours."""

from rich.text import Text

from grimorio.cli.draw import Face
from grimorio.engine.words import Words

COLOURS = {
    "blue": ("●", "#4f9dff"),
    "green": ("♣", "#43b75c"),
    "violet": ("★", "#b083ff"),
    "orange": ("■", "#f0923a"),
    "pink": ("♥", "#ff7ab8"),
}
SPECIAL = {"illusion": ("◐", "#9fb4cc"), "prism": ("△", "#cdb04a")}
CRYSTAL = "◆"
CRYSTAL_INK = "bold #46d3e6"
UP, DOWN, BOTH = "▲", "▼", "↕"


def face_of(words: Words, name: str) -> Face:
    """How the card with this name looks: `blue 3`, `illusion 2`, `prism`."""
    kind, _, number = name.partition(" ")
    sign, ink = (COLOURS | SPECIAL)[kind]
    title = words.name(kind)
    return Face(sign, number, title, title[:2], ink)


def colour_title(words: Words, colour: str, *, wide: bool) -> Text:
    """An apprentice by its colour, with its school where there is room."""
    sign, ink = COLOURS[colour]
    return Text(f"{sign} {words.name(f'apprentice {colour}' if wide else colour)}", ink)


def crystals(owned: int, to_win: int) -> Text:
    """Crystals won, out of those that win; beyond a handful, or where no number of them wins, as a number."""
    if not to_win or max(owned, to_win) > len(COLOURS):
        return Text(f"{CRYSTAL} {owned}", CRYSTAL_INK if owned else "dim")
    return Text.assemble((CRYSTAL * owned, CRYSTAL_INK), ("◇" * (to_win - owned), "dim"))
