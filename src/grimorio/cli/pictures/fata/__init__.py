"""The table of F.A.T.A. in the terminal: face-up treasures, every player's rows of visions, and the own hand."""

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, beside, hanging, joined
from grimorio.cli.pictures.fata.cards import BLOCK, INSIDE, LINEAGES, QUEEN, Looks
from grimorio.cli.pictures.fata.choices import HAND_KEYS, Choice, Choices, held, keys_for
from grimorio.cli.pictures.fata.results import Ended, results
from grimorio.cli.pictures.fata.seats import WIDE, Seats
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.reference import Ref

FOOT = 2
"""Lines below the table: the prompt, and one to breathe."""
LEAST = 5
"""Lines for the story without which the hand is drawn as a list."""
LIST = 38
"""Columns of a card of the hand in a list."""
LEGEND = ("legend", "legend_symbols", "legend_treasures")


class FataPicture:
    """F.A.T.A. as it is drawn."""

    in_results: tuple[str, ...] = (
        "told.scored",
        "events.laid-open",
        "events.hand-shown",
        "events.unmasked",
        "events.won",
        "events.counted",
    )

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words
        self.looks = Looks(company, plain(company.box))
        self.seats, self.choices = Seats(company, self.looks), Choices(company, self.looks)

    # ------------------------------------------------------------ the frame

    def frame(self, scene: Scene) -> RenderableType:
        """The whole table; the hand as cards where there is room, as a list where there is not."""
        top: list[RenderableType] = [self._header(scene), self._display(scene), Rule(style=QUIET)]
        top += self.seats.lines(scene)
        room = scene.height - FOOT - len(top) - 1
        if not scene.view["viewer"]:
            return Group(*top, Rule(style=QUIET), *self._story(scene, scene.width - 2, room))
        across = max(1, scene.width // (INSIDE + 2))
        left = room - 1 - BLOCK * max(1, -(-len(scene.view["hand"]) // across))
        if left < self._needed(scene):
            return Group(*top, self._hand_title(scene), self._list(scene, max(LEAST, room)))
        cards = [self._panel(scene, left), self._hand_title(scene), *self._cards(scene, across)]
        return Group(*top, Rule(style=QUIET), *cards)

    def _needed(self, scene: Scene) -> int:
        """Lines above the cards of the hand: everything that can be done, and some story."""
        half = scene.width // 2 - 1
        return max(LEAST, sum(height_of(choice, half) for choice in self.choices.lines(scene, self, half)))

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _header(self, scene: Scene) -> Text:
        view = scene.view
        said = [self._say("half", half=view["half"]), self._say("turn", turns=view["turns"])]
        said += [self._say("deck", deck=view["deck_size"]), self._say("discards", discards=view["discarded"])]
        if view["aside_size"]:
            said.append(self._say("aside", cards=view["aside_size"]))
        left = Text.assemble((f" {self.words.game.title} ", KEY), f" {' · '.join(said)}")
        for named in ("lineage {colour}", "{colour}", ""):
            circle = self._circle(scene, named)
            room = scene.width - left.cell_len - circle.cell_len
            if room > 1:
                return left.append(" " * room).append_text(circle)
        return left

    def _circle(self, scene: Scene, named: str) -> Text:
        """F-G1: who hunts whom, by lineage, by colour, or where it is narrow by signs alone."""
        made = []
        for lineage in [*scene.insight.circle, scene.insight.circle[0]]:
            colour = lineage.rpartition(" ")[2]
            sign, ink = LINEAGES[colour]
            name = self.looks.label(named.format(colour=colour)) if named else ""
            made.append(Text(f"{sign}{name}", ink))
        return Text.assemble((f"{self._say('circle')} " if named else "", QUIET), joined(made, "▸"))

    def _display(self, scene: Scene) -> Text:
        """The face-up treasures, with the deck they come from."""
        view = scene.view
        line = Text.assemble((f" {self._say('display')} ", "bold"))
        for place, name in enumerate(view["display"]):
            lit = scene.lit(Ref("place", at=f"display[{place}]"))
            line.append(f" {place + 1} " if lit else "  ", KEY if lit else "")
            line.append_text(self._treasure(name) if name else Text("-", QUIET))
        if view["queen"][0]:
            return line.append(f"  {QUEEN} {self.words.name('queen')}", "bold yellow")
        near = "chest_near" if scene.insight.queen_near else "chest"
        line.append(f"   {self._say(near, cards=view['chest_size'])}", QUIET)
        line.truncate(scene.width, overflow="ellipsis")
        return line

    def _treasure(self, name: str) -> Text:
        colour, _, value = name.partition(" ")
        chip = self.looks.treasure(name)
        return Text(f" {LINEAGES[colour][0]} {self.words.name(colour)} {value} ", chip.style)

    # ------------------------------------------------------------ choices and story

    def _panel(self, scene: Scene, lines: int) -> RenderableType:
        """What can be done on the left, what happened on the right."""
        half = scene.width // 2 - 1
        choices = self.choices.lines(scene, self, half)
        if not choices:
            return Group(*self._story(scene, scene.width - 2, lines))
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=half)
        grid.add_column(ratio=1)
        grid.add_row(Group(*map(drawn, choices)), Group(*self._story(scene, half - 3, lines)))
        return grid

    def _story(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What happened since the viewer's last decision, the latest at the bottom, as much as fits."""
        heading = Text(self._say("story"), "bold")
        kept = fitting(scene.story[::-1], room - 2, lines - 1)[::-1]
        shown: list[RenderableType] = [heading, *(hanging(line, "· ", QUIET) for line in kept)] if kept else []
        left = lines - len(shown) + len(kept) - sum(tall(line, room - 2) for line in kept)
        if not scene.story and scene.view["turns"] <= 1 and scene.view["phase"] == "begin" and lines > 2:  # noqa: PLR2004
            shown, left = [heading, Text(self._say("nothing"), QUIET)], lines - 3
        return [*shown, *self._legend(room, left)]

    def _legend(self, room: int, lines: int) -> list[RenderableType]:
        """What the signs mean, where there is room for it."""
        notes = [Text(line, QUIET) for name in LEGEND for line in unbroken(self._say(name), room)]
        return [Text(), *notes] if lines > len(notes) else []

    # ------------------------------------------------------------ the own hand

    def _hand_title(self, scene: Scene) -> RenderableType:
        lineage, now = scene.insight.lineage, scene.insight.now
        heading = self._say("hand") if scene.width >= WIDE else ""
        line = Text.assemble((heading, "bold"), " · " if heading else "", f"{self._say('you_are')} ")
        line.append_text(self.looks.lineage(lineage.own))
        for told, other in (("hunts", lineage.rival), ("hunted", lineage.hunter)):
            line.append(f", {self._say(told)} ").append_text(self.looks.lineage(other))
        return Rule(line.append(f" · {self._say('worth', points=now.total)}" if now else ""), align="left", style=QUIET)

    def _key(self, scene: Scene, name: str, place: int) -> str:
        lit = place < len(HAND_KEYS) and scene.view["phase"] != "gift" and scene.lit(held(scene, name))
        return HAND_KEYS[place] if lit else ""

    def _cards(self, scene: Scene, across: int) -> list[Text]:
        cards = scene.view["hand"]
        if not cards:
            return [Text(f" {self._say('hand_empty')}", QUIET)]
        blocks = [
            self.looks.block(name, self._key(scene, name, place), chosen=held(scene, name) in scene.picked)
            for place, name in enumerate(cards)
        ]
        ranks = [blocks[start : start + across] for start in range(0, len(blocks), across)]
        gap = int(len(ranks[0]) * (INSIDE + 3) <= scene.width)
        return [line for rank in ranks for line in beside(rank, gap=gap)]

    def _list(self, scene: Scene, lines: int) -> RenderableType:
        """The hand as a list, and beside it what can be done and what happened."""
        entries = [self._entry(scene, name, place) for place, name in enumerate(scene.view["hand"])]
        tall = lines if scene.width > 2 * LIST else max(lines, len(entries))
        blocks = [entries[start : start + tall] for start in range(0, len(entries), tall)]
        width = LIST * max(1, len(blocks))
        grid = Table.grid(expand=True, padding=(0, 1))
        grid.add_column(width=width, no_wrap=True)
        grid.add_column(ratio=1)
        hand = beside(blocks, gap=0) if blocks else [Text(self._say("hand_empty"), QUIET)]
        grid.add_row(Group(*hand), Group(*self._beside(scene, scene.width - width - 2, lines)))
        return grid

    def _beside(self, scene: Scene, room: int, lines: int) -> list[RenderableType]:
        """What can be done, and what happened where there is room left."""
        shown: list[RenderableType] = []
        for choice in self.choices.lines(scene, self, room):
            lines -= height_of(choice, room)
            if lines < 0:
                return shown
            shown.append(drawn(choice))
        return shown + (self._story(scene, room, lines) if lines > 1 else [])

    def _entry(self, scene: Scene, name: str, place: int) -> Text:
        key = self._key(scene, name, place)
        mark = f" {key} " if key else " ▸ " if held(scene, name) in scene.picked else "   "
        line = Text.assemble((mark, KEY if key else ""), " ", self.looks.line(name))
        line.truncate(LIST, overflow="ellipsis", pad=True)
        return line

    # ------------------------------------------------------------ keys, words, results

    def keys(self, scene: Scene) -> Keys:
        """Digits for own rows, treasures and words, a to t for cards, u to y for seats, `v1` for a row of theirs."""
        return keys_for(scene)

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:
        """A card with its signs, a seat by its name, a face-up treasure, a row."""
        match ref.sort:
            case "seat":
                return Text(self.words.thing(ref, self.company.names), "bold")
            case "place":
                return self._place(ref, view)
            case "card":
                return self.looks.told(ref.name, ref.at) if short else self.looks.title(ref.name)
        return Text(self._word(ref.name))

    def _place(self, ref: Ref, view: Mapping[str, Any] | None) -> Text:
        """A face-up treasure, the viewer's own row by its number, another's with his name."""
        name, _, inside = ref.at.rstrip("]").partition("[")
        if view and name == "display" and (lies := view["display"][int(inside)]):
            return self.looks.title(lies)
        if view and name == "rows" and inside[0] == view["viewer"]:
            return Text(self.looks.row_name(ref.at))
        return Text(self.words.place(ref.at, self.company.names))

    def _word(self, word: str) -> str:
        """What is only said: an action of its own, or what a Water Mirror shows."""
        return self.words.text("actions", word) if word in self.words.own["actions"] else self.words.name(word)

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        return events

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:
        """The end of the first hand, and of the game."""
        return results(Ended(self.company, self.looks, view, insight), events)


def unbroken(text: str, room: int) -> list[str]:
    """A legend in lines that never part a sign from its word: they break only after a comma, a semicolon or a dot."""
    lines: list[str] = []
    for piece in re.split(r"(?<=[,;\u00b7]) ", text):
        if lines and len(lines[-1]) + 1 + len(piece) <= room:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def tall(line: Text, room: int) -> int:
    """Lines that a text takes in a column."""
    return len(textwrap.wrap(line.plain, max(1, room))) or 1


def height_of(choice: Choice, room: int) -> int:
    """Lines that a choice takes beside its key."""
    key, text = choice
    return tall(text, room - len(key) - 3 if key else room)


def drawn(choice: Choice) -> RenderableType:
    """A choice with its key, wrapped beside it."""
    key, text = choice
    if not key:
        return text
    grid = Table.grid()
    grid.add_column(width=len(key) + 3, no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row(Text.assemble((f" {key} ", KEY), " "), text)
    return grid


def fitting(lines: Sequence[Text], room: int, most: int) -> list[Text]:
    """As many of these as fit, from the first on."""
    kept: list[Text] = []
    for line in lines:
        most -= tall(line, room)
        if most < 0:
            break
        kept.append(line)
    return kept


PICTURE = FataPicture
