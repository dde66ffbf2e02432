"""What happened at a market of Zaubercocktail, compactly: one line for an offer, a deal, a hand laid open."""

from collections.abc import Callable, Sequence

from rich.text import Text

from grimorio.cli.draw import filled, joined
from grimorio.cli.pictures.story import Teller
from grimorio.cli.pictures.zaubercocktail_cards import MINUS, chip, kind_of, title
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS

SILENT = {"dealt", "ranked", "put-under", "ring-paid", "ring-cost"}
"""Seen on the table, or told by what follows."""
SIDES = {"gives", "wants", "traded"}
TOGETHER = {"passed": "passed", "handed-in": "handed_in"}


class Storyteller(Teller):
    """Tells the events that a viewer learnt."""

    def next_line(self, rest: list[Event]) -> tuple[Text | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        tellers: dict[str, Callable[[list[Event]], tuple[Text, int]]] = {
            "offered": self._offer,
            "offered-to": self._offer,
            "called": self._call,
            "accepted": self._deal,
            "presented": self._sets,
            "no-set": self._shown,
            "turned": self._turned,
            "advanced": self._moves,
            "retreated": self._moves,
        }
        if first.kind in SILENT or first.kind == "valued":
            return None, 1
        if first.kind in tellers:
            return tellers[first.kind](rest)
        if first.kind in TOGETHER:
            return self._all_who(rest, TOGETHER[first.kind])
        style = "bold" if first.kind in {"ring", "lightning", "won", "final-space"} else ""
        return Text(self.words.event(first, self.names), style), 1

    # ------------------------------------------------------------ the market

    def _sides(self, rest: Sequence[Event]) -> list[Event]:
        """What belongs to the offer, the call or the deal at the head."""
        used = 1
        while used < len(rest) and rest[used].kind in SIDES:
            used += 1
        return list(rest[1:used])

    def _offer(self, rest: list[Event]) -> tuple[Text, int]:
        sides = self._sides(rest)
        name = "offered_to" if rest[0].to else "offered"
        return self._line(name, rest[0], give=self._cards(sides, "gives"), want=self._cards(sides, "wants")), 1 + len(
            sides
        )

    def _call(self, rest: list[Event]) -> tuple[Text, int]:
        sides = self._sides(rest)
        give, want = self._cards(sides, "gives"), self._cards(sides, "wants")
        name = "called_give" if give.plain else "called_want"
        return self._line(name, rest[0], give=give, want=want), 1 + len(sides)

    def _deal(self, rest: list[Event]) -> tuple[Text, int]:
        sides = self._sides(rest)
        mine = [event for event in sides if event.seat == rest[0].seat]
        others = [event for event in sides if event.seat != rest[0].seat]
        line = self._line("accepted", rest[0], give=self._cards(others), want=self._cards(mine))
        line.stylize("bold")
        return line, 1 + len(sides)

    def _all_who(self, rest: list[Event], name: str) -> tuple[Text, int]:
        used = 1
        while used < len(rest) and rest[used].kind == rest[0].kind:
            used += 1
        seats = ", ".join(self._name(event.seat) for event in rest[:used])
        line = filled(self.words.text("told", name if used == 1 else f"{name}_many"), {"seats": seats})
        line.stylize("dim")
        return line, used

    # ------------------------------------------------------------ the scoring

    def _sets(self, rest: list[Event]) -> tuple[Text, int]:
        used = next(i for i, event in enumerate(rest) if event.kind == "valued")
        return self._line(
            "presented", rest[0], sets=self._cards(rest[:used]), total=Text(str(rest[used].value), "bold")
        ), used + 1

    def _shown(self, rest: list[Event]) -> tuple[Text, int]:
        used = next(i for i, event in enumerate(rest) if event.kind == "valued")
        return self._line("shown", rest[0], cards=self._cards(rest[1:used])), used + 1

    def _turned(self, rest: list[Event]) -> tuple[Text, int]:
        used = 1
        while used < len(rest) and rest[used].kind == "turned":
            used += 1
        shown = [Text.assemble(f"{self._name(e.seat)} ", title(self.words, e.card or "")) for e in rest[:used]]
        return filled(self.words.text("told", "turned"), {"cards": joined(shown, ", ")}), used

    def _moves(self, rest: list[Event]) -> tuple[Text, int]:
        used, shown = 0, []
        while used < len(rest) and rest[used].kind in {"advanced", "retreated", "ring-paid", "ring-cost"}:
            event = rest[used]
            if event.kind in {"advanced", "retreated"}:
                sign = "+" if event.kind == "advanced" else MINUS
                shown.append(Text(f"{self._name(event.seat)} {sign}{event.value}"))
            used += 1
        return filled(self.words.text("told", "moved"), {"seats": joined(shown, ", ")}), used

    # ------------------------------------------------------------ words

    def _cards(self, events: Sequence[Event], kind: str = "") -> Text:
        told = [event for event in events if event.card and (not kind or event.kind == kind)]
        return joined([chip(kind_of(event.card or ""), event.value or 1) for event in told])

    def _name(self, letter: str | None) -> str:
        return self.names[LETTERS.index(letter)] if letter else ""

    def _line(self, name: str, event: Event, **values: object) -> Text:
        to = self.words.place(event.to, self.names) if event.to else ""
        seat = Text(self._name(event.seat), "bold")
        return filled(self.words.text("told", name), {"seat": seat, "to": to, **values})
