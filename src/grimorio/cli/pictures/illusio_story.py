"""What happened at a table of Illusio, compactly: one line for each thing that a seat did."""

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from grimorio.cli.draw import QUIET, filled, joined
from grimorio.cli.pictures.illusio_cards import MINUS, Objectives, spoken
from grimorio.cli.pictures.story import Teller
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.engine.words import Words
from grimorio.games.illusio.state import CHALLENGE

SILENT = {"turn-began", "ended-turn", "moved", "became", "came-back", "targeted", "left", "chooses", "offered"}
"""Told by what comes before them, or seen on the table."""
PAYS = ("level", "accuracy", "specialisation", "talent-bonus", "grand-points", "deja-vu-points")
CARDS_THAT_PAY = {"grand-points": "grand", "deja-vu-points": "deja vu"}

Told = tuple[Text | None, int]


class Storyteller(Teller):
    """Tells the events that a viewer learnt."""

    def __init__(self, words: Words, names: Sequence[str], box: Any) -> None:
        """Tell them in these words."""
        super().__init__(words, names)
        self.objectives = Objectives(words, box)
        self.tellers: dict[str, Callable[[list[Event]], Told]] = {
            "drew": self._drawn,
            "placed": lambda rest: self._put(rest, "placed"),
            "added": lambda rest: self._put(rest, "added"),
            "moved": lambda rest: self._together(rest, "moved"),
            "changes": lambda rest: self._changed(rest, "changed"),
            "played": self._played,
            "set-aside": lambda rest: self._together(rest, "set-aside"),
            "prepared": self._prepared,
            "dropped": lambda rest: (self._line("dropped", rest[0], objective=self._objective(rest[0])), 1),
            "swapped": self._swapped,
            "stole": self._stole,
            "returned": self._returned,
            "shown": lambda rest: (self._line("shown", rest[0], objective=self._objective(rest[0])), 1),
            "validated": self._validated,
            "discarded": self._discarded,
            "revealed": self._revealed,
        }

    def next_line(self, rest: list[Event]) -> Told:
        """The line for what comes first, and how many events it tells."""
        kind = rest[0].kind
        if kind in self.tellers:
            return self.tellers[kind](rest)
        if kind in SILENT:
            return None, 1
        return Text(self.words.event(rest[0], self.names), "bold" if kind in {"won", "cut"} else QUIET), 1

    # ------------------------------------------------------------ each thing that is done

    def _drawn(self, rest: list[Event]) -> Told:
        same = self._same(rest)
        if rest[0].card is None:
            return None, len(same)
        return self._line("drew", rest[0], cards=self._cards(same)), len(same)

    def _put(self, rest: list[Event], name: str) -> Told:
        if len(rest) > 1 and rest[1].kind == "became":
            return self._line(f"{name}_as", rest[0], cards=self._cards(rest[:1]), new=self._card(rest[1])), 2
        return self._line(name, rest[0], cards=self._cards(rest[:1])), 1

    def _together(self, rest: list[Event], name: str) -> Told:
        same = self._same(rest)
        return self._line(name, rest[0], cards=self._cards(same)), len(same)

    def _changed(self, rest: list[Event], name: str) -> Told:
        owner = self._owner(rest[0].start)
        return self._line(name, rest[0], cards=self._card(rest[0]), new=self._card(rest[1]), other=owner), 2

    def _played(self, rest: list[Event]) -> Told:
        """A special action with what it was played on."""
        after = rest[1].kind if len(rest) > 1 else ""
        if after == "changes":
            line, used = self._changed(rest[1:], "transformed")
            return line, used + 1
        if after == "targeted":
            other = self.names[LETTERS.index(rest[1].seat or "A")]
            objective = self._objective(rest[1])
            return self._line("played_on", rest[0], cards=self._card(rest[0]), objective=objective, other=other), 2
        if after == "took":
            name = "took" if rest[1].card else "took_hidden"
            return self._line(name, rest[1], cards=self._card(rest[1]), other=self._owner(rest[1].start)), 2
        return self._line("played", rest[0], cards=self._card(rest[0])), 1

    def _prepared(self, rest: list[Event]) -> Told:
        """An objective that is taken on, with the components put to it in the same breath."""
        used = 1
        while used < len(rest) and rest[used].kind == "moved":
            used += 1
        objective = self._objective(rest[0])
        if used == 1:
            return self._line("prepared_bare", rest[0], objective=objective), 1
        return self._line("prepared", rest[0], objective=objective, cards=self._cards(rest[1:used])), used

    def _swapped(self, rest: list[Event]) -> Told:
        other = self._owner(rest[0].to)
        return self._line("swapped", rest[0], cards=self._card(rest[0]), new=self._card(rest[1]), other=other), 2

    def _stole(self, rest: list[Event]) -> Told:
        other = self._owner(rest[0].start)
        return self._line("stole", rest[0], cards=self._card(rest[0]), new=self._card(rest[1]), other=other), 2

    def _returned(self, rest: list[Event]) -> Told:
        return self._line("returned", rest[0], cards=self._card(rest[0]), other=self._owner(rest[0].to)), 1

    def _validated(self, rest: list[Event]) -> Told:
        """What a trick paid, sum by sum, and for what."""
        used = 1
        parts = []
        while used < len(rest) and rest[used].kind in PAYS:
            sign = MINUS if rest[used].kind == "deja-vu-points" else "+"
            card = CARDS_THAT_PAY.get(rest[used].kind)
            label = self.words.name(card) if card else self.words.text("pays", rest[used].kind)
            parts.append(f"{sign} {label} {rest[used].value}")
            used += 1
        total = rest[used].value if used < len(rest) and rest[used].kind == "scored" else 0
        told = f"{' '.join(parts).removeprefix('+ ')} = {total}" if len(parts) > 1 else str(total)
        line = self._line("validated", rest[0], objective=self._objective(rest[0]), points=Text(told, "bold"))
        return line, used + 1

    def _discarded(self, rest: list[Event]) -> Told:
        """Cards from a hand; what leaves the table is told by what led to it."""
        same = self._same(rest)
        own = [event for event in same if (event.start or "").startswith("hand")]
        return (self._line("discarded", own[0], cards=self._cards(own)) if own else None), len(same)

    def _revealed(self, rest: list[Event]) -> Told:
        """A new objective; the four of the beginning are seen on the table."""
        same = self._same(rest)
        if len(same) == CHALLENGE:
            return None, len(same)
        return filled(self.words.text("told", "revealed"), {"objective": self._objective(rest[0])}), 1

    # ------------------------------------------------------------ words

    def _same(self, rest: Sequence[Event]) -> list[Event]:
        """What the same seat did again and again, at the head of these events."""
        used = 0
        while used < len(rest) and (rest[used].kind, rest[used].seat) == (rest[0].kind, rest[0].seat):
            used += 1
        return list(rest[:used])

    def _owner(self, place: str | None) -> str:
        return self.names[LETTERS.index((place or "").partition("[")[2][0])]

    def _objective(self, event: Event) -> Text:
        return self.objectives.title(event.card or "")

    def _card(self, event: Event) -> Text:
        return spoken(self.words, event.card) if event.card else Text("?")

    def _cards(self, events: Sequence[Event]) -> Text:
        return joined([self._card(event) for event in events])

    def _line(self, name: str, event: Event, **values: object) -> Text:
        seat = Text(self.names[LETTERS.index(event.seat)] if event.seat else "", "bold")
        return filled(self.words.text("told", name), {"seat": seat, **values})
