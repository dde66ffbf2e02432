"""What happened at a table of Abracadabra, compactly: one line for what a seat took, staged, played or discarded."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot, Teller, Tone, card_of, line_of, seat_of
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, TOWERS

SILENT = {
    "turn-began", "refilled", "shuffled-all", "left-towers", "entered-tower", "laid-open", "hand-shown", "not-yet-won",
}  # fmt: skip
"""Told by what comes before them, or seen on the table."""
TOGETHER = {"took", "discarded"}
"""What a seat does several times in a row is told once."""
BRIEFLY = {"passed", "bonus", "no-enchanter"}
STONE = " stone"


def tell(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:
    """A line for each thing that was done, as a viewer learnt it."""
    return Storyteller(plain(box)).tell(events)


class Storyteller(Teller):
    """Tells what was done, in as few lines as there were things done."""

    def __init__(self, box: Any) -> None:
        """With the public box, which says what it takes to win."""
        self.box = box
        self.stones: Counter[str] = Counter()

    def next_line(self, rest: Sequence[Event]) -> tuple[Line | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        tellers: dict[str, Callable[[Sequence[Event]], tuple[Line, int]]] = {
            "gathered": self._gathering,
            "played": self._trick,
            "object": lambda rest: (_line("object", rest[0], card=card_of(rest[0])), 1),
            "periculum": self._disaster,
            "stole": lambda rest: (_passed_on(rest[0], rest[0].start), 1),
            "gave": lambda rest: (_passed_on(rest[0], rest[0].to), 1),
            "won": self._victory,
        }
        if first.kind == "refilled" and len(rest) > 1 and rest[1].kind == "periculum":
            return self._disaster(rest[1:], turned_up=card_of(first))
        if first.kind in SILENT:
            self.stones[first.seat or ""] += first.kind == "laid-open" and (first.card or "").endswith(STONE)
            return None, 1
        if first.kind in tellers:
            return tellers[first.kind](rest)
        if first.kind in TOGETHER:
            same, used = _same(rest)
            return _line(first.kind, first, cards=_cards(same)), used
        return (_line(first.kind, first) if first.kind in BRIEFLY else line_of(first, "loud")), 1

    def _gathering(self, rest: Sequence[Event]) -> tuple[Line, int]:
        used = 1
        while used < len(rest) and rest[used].kind in {"left-towers", "entered-tower"}:
            used += 1
        came = [event for event in rest[:used] if event.kind == "entered-tower"]
        kind = Ref("kind", f"gathering {LETTERS_OF_PILES[rest[0].value or 0]}")
        name = "gathered" if len(came) == TOWERS else "gathered_reusing"
        return _line(name, rest[0], gathering=kind, cards=_cards(came)), used

    def _trick(self, rest: Sequence[Event]) -> tuple[Line, int]:
        played = rest[0]
        if not played.value:
            return _line("played", played, card=card_of(played)), 1
        other = Ref("seat", LETTERS[played.value - 1])
        return _line("played_on", played, card=card_of(played), other=other), 1

    def _disaster(self, rest: Sequence[Event], turned_up: Ref | None = None) -> tuple[Line, int]:
        """Periculum! with the great shuffle that follows it; where it was turned up in the row, the card is named."""
        used = next((i for i, event in enumerate(rest) if event.kind == "reshuffled"), 0) + 1
        if turned_up is None:
            return _line("periculum", rest[0], "loud"), used
        return _line("periculum_refilling", rest[0], "loud", card=turned_up), used + 1

    def _victory(self, rest: Sequence[Event]) -> tuple[Line, int]:
        """A-R31, A-R33, A-R36: by points alone, with Stones, or with the prize."""
        won = rest[0]
        value = won.value or 0
        if value >= self.box.goal:
            return _line("won", won, "loud", value=value), 1
        if self.stones[won.seat or ""] >= self.box.stones:
            return _line("won_stones", won, "loud"), 1
        return _line("won_prize", won, "loud", value=value, prize=int(self.box.prize)), 1


def _same(rest: Sequence[Event]) -> tuple[list[Event], int]:
    """What a seat did again and again, at the head of these events, and how many events that are."""
    same, used = [rest[0]], 1
    for number, event in enumerate(rest[1:], 2):
        if (event.kind, event.seat) == (rest[0].kind, rest[0].seat):
            same.append(event)
            used = number
        elif event.kind != "not-yet-won":
            break
    return same, used


def _passed_on(event: Event, hand: str | None) -> Line:
    """A-R26, A-R27: a card from hand to hand; the other hand is known by its address."""
    other = Ref("seat", (hand or "").partition("[")[2][:1])
    return _line(event.kind, event, cards=_cards([event]), other=other)


def _cards(events: Sequence[Event]) -> tuple[Ref, ...]:
    return tuple(card_of(event) for event in events)


def _line(name: str, event: Event, tone: Tone = "", **slots: Slot) -> Line:
    return Line(f"told.{name}", {"seat": seat_of(event), **slots}, tone)
