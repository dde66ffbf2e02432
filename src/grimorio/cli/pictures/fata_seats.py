"""What lies before each player of F.A.T.A.: hand, treasures, character, enchantment, and two rows of visions."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, joined
from grimorio.cli.pictures.fata_cards import CHARM, ENCHANTED, STAR, Looks, known, unknown
from grimorio.cli.pointing import narrowed
from grimorio.engine.layout import LETTERS
from grimorio.games.fata.actions import ROW_NAMES
from grimorio.games.fata.state import ROW, ROWS, TREASURE

SEAT_KEYS = "uvwxy"
WIDE, WIDEST = 100, 120
"""Columns from which on there is room for longer names of players, and for whole words on visions."""
TALL = 36
"""Lines from which on what is known of a hand has a line of its own where it needs one."""
SOME = 24
"""Columns in which it is worth telling a part of it."""
ROW_WIDTH, WIDE_ROW = 33, 53


class Seats:
    """Draws every seat in two lines."""

    def __init__(self, company: Company, looks: Looks) -> None:
        """Draw these seats."""
        self.company, self.words, self.looks = company, company.words, looks

    def lines(self, scene: Scene) -> list[Text]:
        """Who sits there and with what, and below it the rows."""
        made = []
        for letter in LETTERS[: len(self.company.names)]:
            made += self._head(scene, letter)
            made.append(self._out(scene.view, letter) if scene.view["fallen"][letter] else self._rows(scene, letter))
        return made

    def _say(self, name: str, **values: object) -> str:
        return self.words.text("picture", name).format(**values)

    def _head(self, scene: Scene, letter: str) -> list[Text]:
        """One line, or two where there are too many treasures for one."""
        lines = [Text.assemble(self._name(scene, letter), "  ", joined(self._facts(scene.view, letter), "  "))]
        if not scene.view["fallen"][letter]:
            owned = self._treasures(scene.view, letter)
            if lines[0].cell_len + 2 + owned.cell_len <= scene.width:
                lines[0].append("  ").append_text(owned)
            else:
                lines.append(Text("       ").append_text(owned))
        for told in self._notes(scene.view, letter):
            room = scene.width - lines[-1].cell_len - 2
            if told.cell_len > room and scene.height >= TALL:
                lines.append(Text("     "))
                room = scene.width - lines[-1].cell_len - 2
            if room >= min(told.cell_len, SOME):
                told.truncate(room, overflow="ellipsis")
                lines[-1].append("  ").append_text(told)
        return lines

    def _name(self, scene: Scene, letter: str) -> Text:
        view, seat = scene.view, LETTERS.index(letter)
        acting = view["turn"] == letter and view["phase"] != "over"
        key = SEAT_KEYS[seat] if can_pick(self.words.game, scene, "seat", letter) else ""
        mark = Text.assemble((f" {key} ", KEY), " ") if key else Text(" ▶  " if acting else "    ")
        name = Text(self.company.names[seat], "bold" if acting else "")
        name.truncate(20 if scene.width >= WIDE else 12, overflow="ellipsis", pad=True)
        return Text.assemble(mark, (f"{letter} ", QUIET), name)

    def _notes(self, view: Mapping[str, Any], letter: str) -> list[Text]:
        """What is told where there is room for it: a bot, and cards of a hand that the viewer knows."""
        bot = [Text(self._say("bot"), QUIET)] if self.company.bots[LETTERS.index(letter)] else []
        held = [name for name in self._known(view, letter) if self.looks.numbers[name] < TREASURE]
        if not held:
            return bot
        named = joined([self.looks.chip(name) for name in held], ", ")
        return [*bot, Text.assemble((f"{self._say('known')} ", QUIET), named)]

    def _facts(self, view: Mapping[str, Any], letter: str) -> list[Text]:
        """Hand, points, character, enchantment."""
        character = self._character(view, letter)
        if view["fallen"][letter]:
            return [character] if character else []
        facts = [self._cards(view, letter)]
        if view["half"] > 1:
            facts.append(Text(self._say("first_points", points=view["points"][letter])))
        facts += [character] if character else []
        if charm := view["charm"][letter][0]:
            facts.append(Text(f"{CHARM} {self.words.name(charm)}", f"bold {ENCHANTED}"))
        return facts

    def _cards(self, view: Mapping[str, Any], letter: str) -> Text:
        """How many cards a hand has; in the second hand of the game the last one is marked."""
        cards = view["hand_size"][letter]
        last = view["half"] > 1 and cards == 1
        return Text.assemble((f"{self._say('cards')} ", QUIET), (f"{cards}!" if last else str(cards), "bold"))

    def _known(self, view: Mapping[str, Any], letter: str) -> list[str]:
        return known(view, self.looks.box, letter, self.words.game.card_names)

    def _treasures(self, view: Mapping[str, Any], letter: str) -> Text:
        """Face-down treasures, as far as the viewer knows them, then those that lie face up."""
        mine = letter == view["viewer"]
        faces = view["treasures"] if mine else self._known(view, letter)
        faces = [name for name in faces if self.looks.numbers[name] >= TREASURE]
        hidden = view["treasure_count"][letter] - len(faces)
        shown = [*self.looks.treasures(faces), *([unknown(hidden)] if hidden else [])]
        if view["series"][letter]:
            shown.append(Text(self._say("face_up"), QUIET))
            shown += self.looks.treasures(view["series"][letter])
        return Text.assemble((f"{self._say('treasures')} ", QUIET), joined(shown) if shown else Text("-", QUIET))

    def _character(self, view: Mapping[str, Any], letter: str) -> Text | None:
        """A character that lies face up, or one that only the viewer has seen."""
        if open_now := view["revealed"][letter][0]:
            return self.looks.lineage(open_now)
        spied = view["seen_character"][LETTERS.index(letter)] if view["seen_character"] else None
        return Text.assemble((f"{self._say('spied')} ", QUIET), self.looks.lineage(spied)) if spied else None

    def _rows(self, scene: Scene, letter: str) -> Text:
        rows, wide = scene.view["rows"][letter], scene.width >= WIDEST
        line = Text("    ")
        for row in range(ROWS):
            laid = rows[row * ROW : row * ROW + ROW]
            made = self.looks.row(laid, wide=wide) if laid[0] else Text(self._say("empty"), QUIET)
            line.append(f" {row + 1}", KEY if self._can_pick_row(scene, letter, row) else QUIET)
            line.append(" ").append_text(made)
            line.append(" " * max(1, (WIDE_ROW if wide else ROW_WIDTH) - made.cell_len))
        return line.append_text(self._stars(scene.view, letter))

    def _can_pick_row(self, scene: Scene, letter: str, row: int) -> bool:
        """The rows of the viewer, or of the opponent who was picked, once it is clear what they are picked for."""
        whose = scene.picks.get("seat", scene.view["viewer"])
        clear = scene.picks or scene.view["phase"] == "order"
        return bool(clear) and whose == letter and can_pick(self.words.game, scene, "row", ROW_NAMES[row])

    def _stars(self, view: Mapping[str, Any], letter: str) -> Text:
        """The sum that counts for a treasure, and what is enough."""
        shown = self.looks.shown(view["rows"][letter])
        enough = int(self.looks.box.enough) - (view["charm"][letter][0] == "stars")
        return Text(f"{STAR}{shown}/{enough}", "bold yellow" if shown >= enough else QUIET)

    def _out(self, view: Mapping[str, Any], letter: str) -> Text:
        by = view["felled_by"][letter]
        name = self.company.names[LETTERS.index(by)] if by else ""
        return Text(f"       {self._say('out', seat=name)}", QUIET)


def can_pick(game: Any, scene: Scene, what: str, name: str) -> bool:
    """A key is lit where it goes on from what was picked so far."""
    return what not in scene.picks and bool(narrowed(game, scene.legal, {**scene.picks, what: name}))
