"""What lies before each player of F.A.T.A.: hand, treasures, character, enchantment, and two rows of visions."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from grimorio.cli.draw import KEY, QUIET, Company, Scene, joined
from grimorio.cli.pictures.fata.cards import CHARM, ENCHANTED, STAR, Looks, unknown
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.games.fata.insight import Row, Seat

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
        for seat in scene.insight.seats:
            made += self._head(scene, seat)
            made.append(self._out(scene.view, seat) if scene.view["fallen"][seat.seat] else self._rows(scene, seat))
        return made

    def _say(self, name: str, **values: object) -> str:
        return self.words.say("picture", name, **values)

    def _head(self, scene: Scene, seat: Seat) -> list[Text]:
        """One line, or two where there are too many treasures for one."""
        lines = [Text.assemble(self._name(scene, seat.seat), "  ", joined(self._facts(scene.view, seat), "  "))]
        if not scene.view["fallen"][seat.seat]:
            owned = self._treasures(scene.view, seat)
            if lines[0].cell_len + 2 + owned.cell_len <= scene.width:
                lines[0].append("  ").append_text(owned)
            else:
                lines.append(Text("       ").append_text(owned))
        for told in self._notes(seat):
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
        key = SEAT_KEYS[seat] if scene.lit(Ref("seat", letter)) else ""
        mark = Text.assemble((f" {key} ", KEY), " ") if key else Text(" ▶  " if acting else "    ")
        name = Text(self.company.names[seat], "bold" if acting else "")
        name.truncate(20 if scene.width >= WIDE else 12, overflow="ellipsis", pad=True)
        return Text.assemble(mark, (f"{letter} ", QUIET), name)

    def _notes(self, seat: Seat) -> list[Text]:
        """What is told where there is room for it: a bot, and cards of a hand that the viewer knows."""
        bot = [Text(self._say("bot"), QUIET)] if self.company.bots[LETTERS.index(seat.seat)] else []
        if not seat.cards:
            return bot
        named = joined([self.looks.chip(name) for name in seat.cards], ", ")
        return [*bot, Text.assemble((f"{self._say('known')} ", QUIET), named)]

    def _facts(self, view: Mapping[str, Any], seat: Seat) -> list[Text]:
        """Hand, points, character, enchantment."""
        character = self._character(view, seat)
        if view["fallen"][seat.seat]:
            return character
        cards = view["hand_size"][seat.seat]
        facts = [Text.assemble((f"{self._say('cards')} ", QUIET), (f"{cards}{'!' if seat.last_card else ''}", "bold"))]
        if view["half"] > 1:
            facts.append(Text(self._say("first_points", points=view["points"][seat.seat])))
        facts += character
        if charm := view["charm"][seat.seat][0]:
            facts.append(Text(f"{CHARM} {self.words.name(charm)}", f"bold {ENCHANTED}"))
        return facts

    def _treasures(self, view: Mapping[str, Any], seat: Seat) -> Text:
        """Face-down treasures, as far as the viewer knows them, then those that lie face up."""
        shown = [*self.looks.treasures(seat.treasures), *([unknown(seat.unknown)] if seat.unknown else [])]
        if view["series"][seat.seat]:
            shown.append(Text(self._say("face_up"), QUIET))
            shown += self.looks.treasures(view["series"][seat.seat])
        return Text.assemble((f"{self._say('treasures')} ", QUIET), joined(shown) if shown else Text("-", QUIET))

    def _character(self, view: Mapping[str, Any], seat: Seat) -> list[Text]:
        """A character that lies face up, or one that only the viewer has seen; his own stands above his hand."""
        if view["revealed"][seat.seat][0]:
            return [self.looks.lineage(seat.character)]
        if not seat.character or seat.seat == view["viewer"] or view["phase"] == "over":
            return []
        return [Text.assemble((f"{self._say('spied')} ", QUIET), self.looks.lineage(seat.character))]

    def _rows(self, scene: Scene, seat: Seat) -> Text:
        wide = scene.width >= WIDEST
        line = Text("    ")
        for number, row in enumerate(seat.rows):
            laid = scene.view["rows"][seat.seat][number]
            made = self.looks.row(laid, wide=wide) if row.visions else Text(self._say("empty"), QUIET)
            line.append_text(self._row_key(scene, seat, row, number))
            line.append(" ").append_text(made)
            line.append(" " * max(1, (WIDE_ROW if wide else ROW_WIDTH) - made.cell_len))
        return line.append(f"{STAR}{seat.stars}/{seat.needed}", "bold yellow" if seat.stars >= seat.needed else QUIET)

    def _row_key(self, scene: Scene, seat: Seat, row: Row, number: int) -> Text:
        """The number of a row, or where it can be picked its key."""
        place = Ref("place", at=row.at)
        if place in scene.picked:
            return Text(f"▸{number + 1}", "bold")
        key = row_key(scene.viewer, seat.seat, number)
        return Text(f"{key:>2}", KEY) if scene.lit(place) else Text(f" {number + 1}", QUIET)

    def _out(self, view: Mapping[str, Any], seat: Seat) -> Text:
        by = view["felled_by"][seat.seat]
        name = self.company.names[LETTERS.index(by)] if by else ""
        return Text(f"       {self._say('out', seat=name)}", QUIET)


def row_key(viewer: int, letter: str, number: int) -> str:
    """The key of a row: its number, after the key of its seat where it is another's."""
    seat = LETTERS.index(letter)
    return f"{SEAT_KEYS[seat] if seat != viewer else ''}{number + 1}"
