"""What happened at a table of FLAUTZ!, compactly: one line for an exchange, one for a hand laid open."""

from collections.abc import Callable, Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot, Teller, card_of, line_of, seat_of
from grimorio.games.flautz.state import HAND

SILENT = {"dealt", "unfocused", "turned-up"}
"""Told by what comes before them, or seen on the table."""
BRIEFLY = {"focused", "waived"}


def tell(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:
    """A line for each thing that was done, as a viewer learnt it."""
    return Storyteller().tell(events)


class Storyteller(Teller):
    """Tells what was done, in as few lines as there were things done."""

    def next_line(self, rest: Sequence[Event]) -> tuple[Line | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        if first.kind in SILENT:
            return None, 1
        if first.kind in TELLERS:
            return TELLERS[first.kind](self, rest)
        if first.kind == "round-began":
            return Line("told.round", {"value": first.value or 0}, "quiet"), 1
        if first.kind == "challenge-began":
            return _line("began", first, value=first.value or 0), 1
        return (_line(first.kind, first) if first.kind in BRIEFLY else line_of(first, "loud")), 1

    def _exchange(self, rest: Sequence[Event]) -> tuple[Line, int]:
        took, gave = rest[:2]
        return _line("exchanged", took, card=card_of(took), start=_start(took), given=card_of(gave)), 2

    def _refill(self, rest: Sequence[Event]) -> tuple[Line, int]:
        old = rest[0]
        used = next(i for i, event in enumerate(rest) if event.kind == "turned-up") + 1
        new = card_of(rest[used - 1])
        return _line("refilled", old, card=card_of(old), start=_start(old), given=new), used

    def _declaration(self, rest: Sequence[Event]) -> tuple[Line, int]:
        shown = _shown(rest[1:])
        return _line("declared", rest[0], cards=_cards(shown)), 1 + len(shown)

    def _opened(self, rest: Sequence[Event]) -> tuple[Line, int]:
        shown = _shown(rest)
        valued = rest[len(shown)]
        return _line("opened", rest[0], cards=_cards(shown), value=valued.value or 0), len(shown) + 1


TELLERS: dict[str, Callable[[Storyteller, Sequence[Event]], tuple[Line, int]]] = {
    "took": Storyteller._exchange,  # noqa: SLF001 - the tellers of the class above
    "discarded": Storyteller._refill,  # noqa: SLF001
    "declared": Storyteller._declaration,  # noqa: SLF001
    "showed": Storyteller._opened,  # noqa: SLF001
}


def _shown(rest: Sequence[Event]) -> list[Event]:
    """The cards of one hand laid open, at the head of these events."""
    same = (event.kind == "showed" and event.seat == rest[0].seat for event in rest[:HAND])
    return [event for event, shown in zip(rest, same, strict=False) if shown]


def _cards(shown: Sequence[Event]) -> tuple[Ref, ...]:
    return tuple(card_of(event) for event in shown)


def _start(event: Event) -> Ref:
    return Ref("place", at=event.start or "")


def _line(name: str, event: Event, **slots: Slot) -> Line:
    return Line(f"told.{name}", {"seat": seat_of(event), **slots})
