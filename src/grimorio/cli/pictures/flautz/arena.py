"""The arena of FLAUTZ! as it is drawn: the strip of fields with the crystal, and what it opens."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, inside
from grimorio.cli.pictures.flautz.cards import BOTH, CRYSTAL, CRYSTAL_INK, DOWN, UP
from grimorio.engine.kernel import plain
from grimorio.engine.words import Words
from grimorio.games.flautz.state import AIR, FLOOR, ROW

ARROWS = {AIR: UP, FLOOR: DOWN, AIR | FLOOR: BOTH}
FIELD = 3
"""Letters of a field."""


def zone_label(words: Words, zone: str, *, open_now: bool, refilling: bool = False) -> Text:
    """The name of a zone, and whether its cards can be taken now, or one of them replaced (FZ-R24)."""
    arrow = UP if zone == "air" else DOWN
    told = words.text("picture", ("open_refill" if refilling else "open") if open_now else "closed")
    name = (f" {arrow} {words.text('picture', zone)}", "bold" if open_now else QUIET)
    return Text.assemble(name, (f" · {told}", "green" if open_now else QUIET))


def arena_width(company: Company, size: int) -> int:
    """Columns of the arena: three cards, or the strip."""
    fields = (FIELD + 1) * int(plain(company.box).rounds)
    return max(ROW * (inside(size) + 2) + ROW - 1, fields + len(company.words.game.title) + 4)


def strip(company: Company, view: Mapping[str, Any]) -> list[Text]:
    """One field a round, the crystal above the current one, the FLAUTZ! field at the end."""
    box, title, here = plain(company.box), company.words.game.title, view["arena_field"]
    fields = [*(ARROWS[int(box.strip[number])] for number in range(box.rounds)), title]
    above, middle, below = Text(), Text(), Text()
    for number, sign in enumerate(fields):
        width = len(sign) + FIELD - 1
        style = KEY if number == here else QUIET if number < here else "bold"
        mark = (CRYSTAL, CRYSTAL_INK) if number == here else ("─", QUIET)
        half = "─" * (width // 2)
        above.append_text(Text.assemble((("┬" if number else "╭") + half, QUIET), mark, (half, QUIET)))
        middle.append_text(Text.assemble(("│", QUIET), (f" {sign} ", style)))
        below.append(("┴" if number else "╰") + "─" * width, QUIET)
    return [above.append("╮", QUIET), middle.append("│", QUIET), below.append("╯", QUIET)]
