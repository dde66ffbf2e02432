"""What happened at a table of F.A.T.A., compactly: one line for what a seat played, stole, took or cast."""

from collections.abc import Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot, Teller, card_of, line_of, seat_of

SILENT = {
    "dealt", "turn-began", "charm-over", "set-aside", "stars", "turned-up", "counted", "row-gone", "laid-open",
    "hand-shown", "unmasked", "finished",
}  # fmt: skip
"""Told by what comes with them, or seen on the table."""
LOUD = {"fell", "rescued", "won", "cut", "revealed", "undone"}
TOGETHER = {"laid", "drew", "discarded", "added", "scored", "showed-treasure", "robbed", "saw", "dealt-out"}
"""What happens several times in a row is told once."""
BETWEEN = {"laid": {"set-aside"}, "scored": {"counted"}}
"""What may come between, where it is not a treasure turned up."""
ONCE = {
    "played", "stole", "blown", "looked", "saw-character", "grasped", "gave", "gave-treasure", "took", "trimagic",
}  # fmt: skip
OF_TREASURES = {"robbed", "gave-treasure", "dealt-out"}
GIVING = {"gave", "gave-treasure", "took"}
"""What concerns whoever the card comes to; everything else concerns whoever it comes from."""


def tell(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:
    """A line for each thing that was done since a viewer's last decision, or since the game began."""
    return Storyteller(viewer).tell(events)


class Storyteller(Teller):
    """Tells the events that a viewer learnt."""

    def __init__(self, viewer: int) -> None:
        """Tell them to this viewer, who has just decided something, if he has a seat."""
        self.viewer = LETTERS[viewer] if viewer != SPECTATOR else None
        self.own_turn = self.viewer is not None
        self.caster: str | None = None

    def next_line(self, rest: Sequence[Event]) -> tuple[Line | None, int]:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        self._follow(first)
        if first.kind in SILENT or (first.kind == "added" and first.card is None):
            return None, 1
        if first.kind == "queen":
            return Line(f"told.queen.{first.value}", tone="loud"), 1
        if first.kind == "changed":
            return _changed(rest)
        if first.kind in TOGETHER:
            return self._again(rest)
        return (_once(first) if first.kind in ONCE else line_of(first, "loud" if first.kind in LOUD else "")), 1

    def _follow(self, event: Event) -> None:
        """Whose trimagic is being cast, and whether it is still the viewer's turn."""
        if event.kind == "trimagic":
            self.caster = event.seat
        elif event.kind == "turn-began":
            self.own_turn, self.caster = False, None
        elif event.kind == "row-gone" and event.seat == self.caster:
            self.caster = None

    def _again(self, rest: Sequence[Event]) -> tuple[Line, int]:
        """What happened several times in a row."""
        same, used = _same(rest)
        first = rest[0]
        if first.kind == "scored":
            return _scored(same), used
        name = "lost" if first.kind == "discarded" and self._is_lost(rest) else first.kind
        return _line(name, first, cards=_cards(same)), used

    def _is_lost(self, rest: Sequence[Event]) -> bool:
        """A card that a trimagic takes out of a hand; in the viewer's turn others lose none in another way."""
        if self.caster is not None or not self.own_turn or rest[0].seat == self.viewer:
            return self.caster is not None
        ends = (event.kind for event in rest if event.kind in {"row-gone", "charm-over", "turn-began"})
        return next(ends, "row-gone") == "row-gone"


# ---------------------------------------------------------------- lines


def _same(rest: Sequence[Event]) -> tuple[list[Event], int]:
    """The events like the first, as far as nothing else comes between them, and how many that takes."""
    first, same, used = rest[0], list[Event](), 0
    between = BETWEEN.get(first.kind, {"turned-up"})
    for number, event in enumerate(rest):
        if (event.kind, _whose(event)) == (first.kind, _whose(first)):
            same.append(event)
            used = number + 1
        elif event.kind not in between:
            break
    return same, used


def _whose(event: Event) -> object:
    """Points of all seats are told together; everything else by seat, by whom it concerns, and by what is seen."""
    return None if event.kind == "scored" else (event.seat, _letter(event.start), event.card is None)


def _once(event: Event) -> Line:
    """What a seat did once, perhaps to another."""
    name = event.kind
    if name == "took" and _letter(event.to) != event.seat:
        name = "took-for"
    if name == "looked" and str(event.start).startswith("character"):
        name = "looked-character"
    if name == "trimagic":
        what = f"trimagic {(event.card or '').split(' ')[0]}"
        return _line(name, event, what=what, value=event.value or 0)
    return _line(name, event, cards=_cards([event]))


def _changed(rest: Sequence[Event]) -> tuple[Line, int]:
    """A hand that was changed: what went; what came, where it is seen."""
    gone = [event for event in rest[1 : 1 + (rest[0].value or 0)] if event.kind == "discarded"]
    return _line("changed", rest[0], cards=_cards(gone)), 1 + len(gone)


def _scored(scored: Sequence[Event]) -> Line:
    """The points of all seats in one sentence, which has as many places as there are seats."""
    slots: dict[str, Slot] = {}
    for number, event in enumerate(scored, 1):
        slots |= {f"seat{number}": seat_of(event), f"value{number}": event.value or 0}
    return Line(f"told.scored.{len(scored)}", slots)


# ---------------------------------------------------------------- what stands in them


def _cards(events: Sequence[Event]) -> Slot:
    """Cards as far as they are seen, each where it lies now; the others counted."""
    if events[0].card is not None:
        return tuple(_card(event) for event in events)
    sort = "treasure" if events[0].kind in OF_TREASURES else "card"
    return f"a {sort}" if len(events) == 1 else f"{len(events)} {sort}s"


def _card(event: Event) -> Ref:
    """The card of an event, where it lies; one that the wind carried off as it lay."""
    return Ref("card", event.card or "", event.start or "") if event.kind == "blown" else card_of(event)


def _letter(place: str | None) -> str | None:
    """The seat that a place belongs to."""
    inside = (place or "").partition("[")[2]
    return inside[0] if inside[:1] in tuple(LETTERS) else None


def _other(event: Event) -> dict[str, Slot]:
    """Whom it concerns besides the one who acts: whoever the card comes to, or comes from."""
    letter = _letter(event.to if event.kind in GIVING else event.start)
    return {"other": Ref("seat", letter)} if letter and letter != event.seat else {}


def _line(name: str, event: Event, **slots: Slot) -> Line:
    return Line(f"told.{name}", {"seat": seat_of(event), **_other(event), **slots})
