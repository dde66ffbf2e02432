"""Stories: what happened as lines that know no language and no screen.

A line is a key into the words and slots that are references, numbers or names of things; the words make a sentence of
it, an interface may draw the things in it. Each game tells its own events (`story.py`); what a line says of which
events is the game's, the loop is here.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from grimorio.engine.events import Event
from grimorio.engine.reference import Ref

Slot = Ref | tuple[Ref, ...] | int | float | str
Tone = Literal["", "quiet", "loud"]


class Line(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line: where its sentence stands in the words (`told.exchanged`), what fills it, and how loud it is."""

    key: str
    slots: dict[str, Slot] = {}
    tone: Tone = ""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a sentence: its text, and the thing that it names, if it names one."""

    text: str
    ref: Ref | None = None


class Teller:
    """Tells the events that a viewer learnt, a line for each thing that was done; every event in its sentence."""

    def tell(self, events: Sequence[Event]) -> list[Line]:
        """One line for each thing that was done."""
        lines: list[Line] = []
        rest = events
        while rest:
            line, used = self.next_line(rest)
            if line is not None:
                lines.append(line)
            rest = rest[used:]
        return lines

    def next_line(self, rest: Sequence[Event]) -> tuple[Line | None, int]:
        """The line for what comes first (None where it needs none), and how many events it tells."""
        return line_of(rest[0]), 1


def tell_plainly(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:  # noqa: ARG001 - as games are asked
    """Every event in its sentence, for a game without a storyteller of its own."""
    return Teller().tell(events)


def line_of(event: Event, tone: Tone = "") -> Line:
    """An event in its own sentence of the words."""
    slots: dict[str, Slot] = {"seat": Ref("seat", event.seat)} if event.seat else {}
    if event.card or event.back:
        slots["card"] = card_of(event)
    slots |= {name: Ref("place", at=at) for name, at in (("start", event.start), ("to", event.to)) if at}
    if event.value is not None:
        slots["value"] = event.value
    return Line(f"events.{event.kind}" + (".face" if event.card else ".hidden"), slots, tone)


def card_of(event: Event) -> Ref:
    """The card of an event, where it lies now; its back where no more is seen of it."""
    return Ref("card", event.card or event.back or "", event.to or event.start or "")


def seat_of(event: Event) -> Ref:
    """The seat of an event."""
    return Ref("seat", event.seat or "")
