"""What happened at a table of F.A.T.A., compactly: one line for what a seat played, stole, took or cast."""

import re
from collections.abc import Sequence

from rich.text import Text

from grimorio.cli.draw import filled, joined
from grimorio.cli.pictures.fata_cards import TYPES, Looks
from grimorio.cli.pictures.story import Teller
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.words import Words
from grimorio.games.fata.state import ROW

SILENT = {
    "dealt", "turn-began", "charm-over", "set-aside", "stars", "turned-up", "counted", "row-gone", "laid-open",
    "hand-shown", "unmasked", "finished",
}  # fmt: skip
"""Told by what comes with them, or seen on the table."""
LOUD = {"queen", "fell", "rescued", "won", "cut", "revealed", "undone"}
TOGETHER = {"laid", "drew", "discarded", "added", "scored", "showed-treasure", "robbed", "saw", "dealt-out"}
"""What happens several times in a row is told once."""
BETWEEN = {"laid": {"set-aside"}, "scored": {"counted"}}
"""What may come between, where it is not a treasure turned up."""


class Storyteller(Teller):
    """Tells the events that a viewer learnt."""

    def __init__(self, words: Words, names: Sequence[str], looks: Looks) -> None:
        """Tell them with these cards."""
        super().__init__(words, names)
        self.looks = looks
        self.viewer: str | None = None
        self.own_turn = False
        self.caster: str | None = None

    def tell_to(self, viewer: int, events: Sequence[Event]) -> list[Text]:
        """One line for each thing that was done since a viewer's last decision, or since the game began."""
        self.viewer = LETTERS[viewer] if viewer != SPECTATOR else None
        self.own_turn, self.caster = self.viewer is not None, None
        return self.tell(events)

    def next_line(self, rest: list[Event]) -> tuple[Text | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        self._follow(first)
        if first.kind in SILENT or (first.kind == "added" and first.card is None):
            return None, 1
        if first.kind in LOUD:
            return Text(self.words.event(first, self.names), "bold"), 1
        if first.kind == "changed":
            return self._changed(rest)
        if first.kind in TOGETHER:
            return self._again(rest)
        return self._once(first), 1

    def _follow(self, event: Event) -> None:
        """Whose trimagic is being cast, and whether it is still the viewer's turn."""
        if event.kind == "trimagic":
            self.caster = event.seat
        elif event.kind == "turn-began":
            self.own_turn, self.caster = False, None
        elif event.kind == "row-gone" and event.seat == self.caster:
            self.caster = None

    def _is_lost(self, rest: list[Event]) -> bool:
        """A card that a trimagic takes out of a hand; in the viewer's turn others lose none in another way."""
        if self.caster is not None or not self.own_turn or rest[0].seat == self.viewer:
            return self.caster is not None
        ends = (event.kind for event in rest if event.kind in {"row-gone", "charm-over", "turn-began"})
        return next(ends, "row-gone") == "row-gone"

    # ------------------------------------------------------------ lines

    def _once(self, event: Event) -> Text:
        """What a seat did once, perhaps to another."""
        other = self._other(event.to if event.kind in {"gave", "gave-treasure", "took"} else event.start)
        name = event.kind
        if name == "took" and self._letter(event.to) != event.seat:
            name = "took-for"
        if name == "looked" and str(event.start).startswith("character"):
            name = "looked-character"
        if name not in self.words.own["told"]:
            return Text(self.words.event(event, self.names))
        what = Text(self.looks.label((event.card or "").split(" ")[0]), "bold") if name == "trimagic" else ""
        return self._line(name, event, cards=self._thing(event), other=other, what=what, value=event.value)

    def _again(self, rest: list[Event]) -> tuple[Text, int]:
        """What happened several times in a row."""
        first = rest[0]
        between = BETWEEN.get(first.kind, {"turned-up"})
        same, used = [], 0
        for number, event in enumerate(rest):
            if (event.kind, self._whose(event)) == (first.kind, self._whose(first)):
                same.append(event)
                used = number + 1
            elif event.kind not in between:
                break
        if first.kind == "scored":
            points = [f"{self.names[LETTERS.index(event.seat or 'A')]} {event.value}" for event in same]
            return filled(self.words.text("told", "scored"), {"cards": Text(" · ".join(points), "bold")}), used
        name = "lost" if first.kind == "discarded" and self._is_lost(rest) else first.kind
        return self._line(name, first, cards=self._things(same), other=self._other(first.start)), used

    def _whose(self, event: Event) -> object:
        """Points of all seats are told together; everything else seat by seat, and by whom it concerns."""
        return None if event.kind == "scored" else (event.seat, self._letter(event.start))

    def _changed(self, rest: list[Event]) -> tuple[Text, int]:
        """A hand that was changed: what went; what came, where it is seen."""
        gone = [event for event in rest[1 : 1 + (rest[0].value or 0)] if event.kind == "discarded"]
        return self._line("changed", rest[0], cards=self._things(gone)), 1 + len(gone)

    # ------------------------------------------------------------ things

    def _things(self, events: Sequence[Event]) -> Text:
        """Cards as far as they are seen, the others counted."""
        if events[0].card is None:
            sort = "treasure" if events[0].kind in {"robbed", "dealt-out"} else "card"
            one = len(events) == 1
            return Text(self.words.text("told", f"a-{sort}" if one else f"{sort}s").format(n=len(events)))
        return joined([self._thing(event) for event in events], ", ")

    def _thing(self, event: Event) -> Text:
        name = event.card
        if name is None:
            sort = "treasure" if event.kind in {"robbed", "gave-treasure", "dealt-out"} else "card"
            return Text(self.words.text("told", f"a-{sort}"))
        if event.kind in {"laid", "stole", "blown"}:
            return self._in_a_row(name, event)
        if name.split(" ")[0] in {"red", "yellow", "purple", "blue", "green"}:
            return self.looks.treasure(name)
        return self.looks.chip(name) if name.split(" ")[0] in TYPES else self.looks.title(name)

    def _in_a_row(self, name: str, event: Event) -> Text:
        """A vision as it lies, and the row it came to or was in."""
        found = re.search(r",(\d+)", str(event.to if event.kind != "blown" else event.start))
        place = int(found[1]) if found else 0
        shown = self.looks.lying(name, place % ROW)
        if event.kind == "blown":
            return shown
        return Text.assemble(shown, (f" {self.words.name(f'row {place // ROW + 1}')}", ""))

    def _letter(self, place: str | None) -> str | None:
        found = re.search(r"\[([A-Z])", place or "")
        return found[1] if found else None

    def _other(self, place: str | None) -> Text:
        letter = self._letter(place)
        return Text(self.names[LETTERS.index(letter)] if letter else "", "bold")

    def _line(self, name: str, event: Event, **values: object) -> Text:
        seat = Text(self.names[LETTERS.index(event.seat)] if event.seat else "", "bold")
        return filled(self.words.text("told", name), {"seat": seat, **values})
