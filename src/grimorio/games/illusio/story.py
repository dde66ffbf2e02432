"""What happened at a table of Illusio, compactly: one line for each thing that a seat did."""

from collections.abc import Callable, Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot, Teller, card_of, line_of, seat_of
from grimorio.games.illusio.state import CHALLENGE

SILENT = {"turn-began", "ended-turn", "became", "came-back", "targeted", "left", "chooses", "offered"}
"""Told by what comes before or after them, or seen on the table."""
PAYS = ("level", "accuracy", "specialisation", "talent-bonus", "grand-points", "deja-vu-points")
MINUS = "\N{MINUS SIGN}"

Told = tuple[Line | None, int]


def tell(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:
    """A line for each thing that was done, as a viewer learnt it."""
    return Storyteller().tell(events)


class Storyteller(Teller):
    """Tells what was done, in as few lines as there were things done."""

    def __init__(self) -> None:
        """Know a teller for each kind of event that begins a line."""
        self.tellers: dict[str, Callable[[Sequence[Event]], Told]] = {
            "drew": self._drawn,
            "placed": lambda rest: self._put(rest, "placed"),
            "added": lambda rest: self._put(rest, "added"),
            "moved": self._moved,
            "changes": lambda rest: self._changed(rest, "changed"),
            "played": self._played,
            "set-aside": lambda rest: self._together(rest, "set-aside"),
            "prepared": self._prepared,
            "dropped": lambda rest: (_line("dropped", rest[0], objective=card_of(rest[0])), 1),
            "swapped": self._swapped,
            "stole": self._stole,
            "returned": self._returned,
            "shown": lambda rest: (_line("shown", rest[0], objective=card_of(rest[0])), 1),
            "validated": self._validated,
            "discarded": self._discarded,
            "revealed": self._revealed,
        }

    def next_line(self, rest: Sequence[Event]) -> Told:
        """The line for what comes first, and how many events it tells."""
        kind = rest[0].kind
        if kind in self.tellers:
            return self.tellers[kind](rest)
        if kind in SILENT:
            return None, 1
        return line_of(rest[0], "loud" if kind in {"won", "cut"} else "quiet"), 1

    # ------------------------------------------------------------ each thing that is done

    def _drawn(self, rest: Sequence[Event]) -> Told:
        same = _same(rest)
        if rest[0].card is None:
            return None, len(same)
        return _line("drew", rest[0], cards=_cards(same)), len(same)

    def _put(self, rest: Sequence[Event], name: str) -> Told:
        """A card of the hand that is placed or added, changed on the way or not."""
        used, slots = 1, dict[str, Slot](card=card_of(rest[0]))
        if _kind(rest, used) == "became":
            name, slots["new"], used = f"{name}_as", card_of(rest[used]), used + 1
        if _kind(rest, used) == "targeted":
            slots["objective"], used = card_of(rest[used]), used + 1
        return _line(name, rest[0], **slots), used

    def _moved(self, rest: Sequence[Event]) -> Told:
        """A component that is moved to an objective; without its name, those that are used to take one on."""
        pieces, used = _pieces(rest)
        if _kind(rest, used) == "targeted":
            return _line("moved", rest[0], cards=pieces, objective=card_of(rest[used])), used + 1
        return _line("used", rest[0], cards=pieces), used

    def _together(self, rest: Sequence[Event], name: str) -> Told:
        same = _same(rest)
        return _line(name, rest[0], cards=_cards(same)), len(same)

    def _changed(self, rest: Sequence[Event], name: str) -> Told:
        return _line(name, rest[0], card=card_of(rest[0]), new=card_of(rest[1]), other=_owner(rest[0].start)), 2

    def _played(self, rest: Sequence[Event]) -> Told:
        """A special action with what it was played on."""
        after = _kind(rest, 1)
        if after == "changes":
            line, used = self._changed(rest[1:], "transformed")
            return line, used + 1
        if after == "targeted":
            on = {"objective": card_of(rest[1]), "other": seat_of(rest[1])}
            return _line("played_on", rest[0], card=card_of(rest[0]), **on), 2
        if after == "took" and rest[1].card:
            return _line("took", rest[1], card=card_of(rest[1]), other=_owner(rest[1].start)), 2
        if after == "took":
            return _line("took_hidden", rest[1], other=_owner(rest[1].start)), 2
        return _line("played", rest[0], card=card_of(rest[0])), 1

    def _prepared(self, rest: Sequence[Event]) -> Told:
        """An objective that is taken on, with the components put to it in the same breath."""
        pieces, used = _pieces(rest[1:])
        if not pieces:
            return _line("prepared_bare", rest[0], objective=card_of(rest[0])), 1
        return _line("prepared", rest[0], objective=card_of(rest[0]), cards=pieces), used + 1

    def _swapped(self, rest: Sequence[Event]) -> Told:
        given, used = _piece(rest)
        if _kind(rest, used) != "swapped":  # the other half of a swap that was told before
            return line_of(rest[0]), used
        taken, more = _piece(rest[used:])
        return _line("swapped", rest[0], card=given, new=taken, other=_owner(rest[0].to)), used + more

    def _stole(self, rest: Sequence[Event]) -> Told:
        taken, left = card_of(rest[0]), card_of(rest[1])
        return _line("stole", rest[0], card=taken, new=left, other=_owner(rest[0].start)), 2

    def _returned(self, rest: Sequence[Event]) -> Told:
        return _line("returned", rest[0], card=card_of(rest[0]), other=_owner(rest[0].to)), 1

    def _validated(self, rest: Sequence[Event]) -> Told:
        """What a trick paid, part by part, and for what."""
        used = 1
        while _kind(rest, used) in PAYS:
            used += 1
        parts = tuple(paid(event) for event in rest[1:used])
        points = (rest[used].value or 0) if _kind(rest, used) == "scored" else 0
        if len(parts) == 1:
            return _line("validated", rest[0], objective=card_of(rest[0]), points=points), used + 1
        return _line("validated_for", rest[0], objective=card_of(rest[0]), parts=parts, points=points), used + 1

    def _discarded(self, rest: Sequence[Event]) -> Told:
        """Cards from a hand; what leaves the table is told by what led to it."""
        same = _same(rest)
        own = [event for event in same if (event.start or "").startswith("hand")]
        return (_line("discarded", own[0], cards=_cards(own)) if own else None), len(same)

    def _revealed(self, rest: Sequence[Event]) -> Told:
        """A new objective; the four of the beginning are seen on the table."""
        same = _same(rest)
        if len(same) == CHALLENGE:
            return None, len(same)
        return Line("told.revealed", {"objective": card_of(rest[0])}), 1


# ---------------------------------------------------------------- events


def _kind(rest: Sequence[Event], at: int) -> str:
    return rest[at].kind if at < len(rest) else ""


def _same(rest: Sequence[Event]) -> list[Event]:
    """What the same seat did again and again, at the head of these events."""
    used = 0
    while used < len(rest) and (rest[used].kind, rest[used].seat) == (rest[0].kind, rest[0].seat):
        used += 1
    return list(rest[:used])


def _piece(rest: Sequence[Event]) -> tuple[Ref, int]:
    """A component by what it counts as, where that is told, and how many events tell it."""
    where = rest[0].to or ""
    if _kind(rest, 1) == "became":
        return Ref("card", rest[1].card or "", where), 2
    return card_of(rest[0]), 1


def _pieces(rest: Sequence[Event]) -> tuple[tuple[Ref, ...], int]:
    """The components that are moved at the head of these events, and how many events tell them."""
    found: list[Ref] = []
    used = 0
    while _kind(rest, used) == "moved":
        piece, more = _piece(rest[used:])
        found.append(piece)
        used += more
    return tuple(found), used


def paid(event: Event) -> Ref:
    """A part of what a trick paid: `level 3`, `accuracy +2`, or less for a Deja Vu."""
    sign = {"level": "", "deja-vu-points": MINUS}.get(event.kind, "+")
    return Ref("number", f"{event.kind} {sign}{event.value}")


def _owner(place: str | None) -> Ref:
    """The seat that a place belongs to."""
    return Ref("seat", (place or "").partition("[")[2][0])


def _cards(events: Sequence[Event]) -> tuple[Ref, ...]:
    return tuple(card_of(event) for event in events)


def _line(name: str, event: Event, **slots: Slot) -> Line:
    return Line(f"told.{name}", {"seat": seat_of(event), **slots})
