"""What happened at a table of FLAUTZ!, compactly: one line for an exchange, one for a hand laid open."""

from collections.abc import Callable, Sequence

from rich.text import Text

from grimorio.cli.draw import filled, joined
from grimorio.cli.pictures.flautz_cards import face_of
from grimorio.cli.pictures.story import Teller
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.games.flautz.state import HAND

SILENT = {"dealt", "unfocused", "turned-up"}
"""Told by what comes before them, or seen on the table."""


class Storyteller(Teller):
    """Tells events to one viewer after the other, each in his own words."""

    def next_line(self, rest: list[Event]) -> tuple[Text | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        tellers: dict[str, Callable[[list[Event]], tuple[Text, int]]] = {
            "took": self._exchange,
            "discarded": self._refill,
            "declared": self._declaration,
            "showed": self._opened,
        }
        if first.kind in tellers:
            return tellers[first.kind](rest)
        if first.kind in SILENT:
            return None, 1
        if first.kind == "round-began":
            return Text(f"── {self.words.text('told', 'round').format(value=first.value)} ──", "dim"), 1
        if first.kind == "challenge-began":
            return self._line("began", first, value=first.value), 1
        if first.kind in self.words.own["told"]:
            return self._line(first.kind, first), 1
        return Text(self.words.event(first, self.names), "bold"), 1

    def _exchange(self, rest: list[Event]) -> tuple[Text, int]:
        took, gave = rest[:2]
        return self._line("exchanged", took, card=self._card(took), start=self._from(took), given=self._card(gave)), 2

    def _refill(self, rest: list[Event]) -> tuple[Text, int]:
        old = rest[0]
        used = next(i for i, event in enumerate(rest) if event.kind == "turned-up") + 1
        new = self._card(rest[used - 1])
        return self._line("refilled", old, card=self._card(old), start=self._from(old), given=new), used

    def _declaration(self, rest: list[Event]) -> tuple[Text, int]:
        shown = self._shown(rest[1:])
        return self._line("declared", rest[0], cards=self._chips(shown)), 1 + len(shown)

    def _opened(self, rest: list[Event]) -> tuple[Text, int]:
        shown = self._shown(rest)
        valued = rest[len(shown)]
        return self._line("opened", rest[0], cards=self._chips(shown), value=valued.value), len(shown) + 1

    def _shown(self, rest: Sequence[Event]) -> list[Event]:
        """The cards of one hand laid open, at the head of these events."""
        same = (event.kind == "showed" and event.seat == rest[0].seat for event in rest[:HAND])
        return [event for event, shown in zip(rest, same, strict=False) if shown]

    def _chips(self, shown: Sequence[Event]) -> Text:
        return joined([face_of(self.words, event.card or "").chip for event in shown])

    def _card(self, event: Event) -> Text:
        return face_of(self.words, event.card or "").title

    def _from(self, event: Event) -> str:
        return self.words.place(event.start or "", self.names)

    def _line(self, name: str, event: Event, **values: object) -> Text:
        seat = Text(self.names[LETTERS.index(event.seat)] if event.seat else "", "bold")
        return filled(self.words.text("told", name), {"seat": seat, **values})
