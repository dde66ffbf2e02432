"""What happened at a table of Abracadabra, compactly: one line for what a seat took, staged, played or discarded."""

from collections.abc import Callable, Sequence

from rich.text import Text

from grimorio.cli.draw import filled, joined
from grimorio.cli.pictures.abracadabra_cards import OBJECT, chip
from grimorio.cli.pictures.story import Teller
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, TOWERS, TRICKS

SILENT = {
    "turn-began", "refilled", "shuffled-all", "left-towers", "entered-tower", "laid-open", "hand-shown", "not-yet-won",
}  # fmt: skip
"""Told by what comes before them, or seen on the table."""
TOGETHER = {"took", "discarded", "object"}
"""What a seat does several times in a row is told once."""


class Storyteller(Teller):
    """Tells the events that a viewer learnt."""

    def next_line(self, rest: list[Event]) -> tuple[Text | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        tellers: dict[str, Callable[[list[Event]], tuple[Text, int]]] = {
            "gathered": self._gathering,
            "played": self._trick,
            "periculum": self._disaster,
            "stole": lambda rest: (self._passed_on(rest[0], rest[0].start), 1),
            "gave": lambda rest: (self._passed_on(rest[0], rest[0].to), 1),
        }
        if first.kind in SILENT:
            return None, 1
        if first.kind in tellers:
            return tellers[first.kind](rest)
        if first.kind in TOGETHER:
            same = self._same(rest)
            return self._line(first.kind, first, cards=self._cards(same)), len(same)
        if first.kind in self.words.own["told"]:
            return self._line(first.kind, first), 1
        return Text(self.words.event(first, self.names), "bold"), 1

    def _same(self, rest: Sequence[Event]) -> list[Event]:
        """What the same seat did again and again, at the head of these events."""
        used = 0
        while used < len(rest) and (rest[used].kind, rest[used].seat) == (rest[0].kind, rest[0].seat):
            used += 1
        return list(rest[:used])

    def _gathering(self, rest: list[Event]) -> tuple[Text, int]:
        used = 1
        while used < len(rest) and rest[used].kind in {"left-towers", "entered-tower"}:
            used += 1
        came = [event for event in rest[:used] if event.kind == "entered-tower"]
        letter = LETTERS_OF_PILES[rest[0].value or 0]
        name = Text(f"{letter} {self.words.name(f'gathering {letter}')}", f"bold {OBJECT}")
        told = "gathered" if len(came) == TOWERS else "gathered_reusing"
        return self._line(told, rest[0], letter=name, cards=self._cards(came)), used

    def _disaster(self, rest: list[Event]) -> tuple[Text, int]:
        """Periculum! with the great shuffle that follows it."""
        used = next(i for i, event in enumerate(rest) if event.kind == "reshuffled") + 1
        return Text(self.words.event(rest[0], self.names), "bold"), used

    def _trick(self, rest: list[Event]) -> tuple[Text, int]:
        played = rest[0]
        if not played.value:
            return self._line("played", played, cards=self._cards([played])), 1
        return self._line("played_on", played, cards=self._cards([played]), other=self.names[played.value - 1]), 1

    def _passed_on(self, event: Event, hand: str | None) -> Text:
        other = self.names[LETTERS.index((hand or "")[len("hand[")])]
        return self._line(event.kind, event, cards=self._cards([event]), other=other)

    def _cards(self, events: Sequence[Event]) -> Text:
        return joined([self._thing(event) for event in events], " + ")

    def _thing(self, event: Event) -> Text:
        """A card in three letters; a Trick and an Object by name."""
        name = event.card or event.back or ""
        if event.kind == "object" or name in TRICKS:
            return Text(self.words.name(name), f"bold {OBJECT}" if event.kind == "object" else "bold")
        return chip(self.words, name)

    def _line(self, name: str, event: Event, **values: object) -> Text:
        seat = Text(self.names[LETTERS.index(event.seat)] if event.seat else "", "bold")
        return filled(self.words.text("told", name), {"seat": seat, **values})
