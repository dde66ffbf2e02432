"""What happened at a market of Zaubercocktail, compactly: one line for an offer, a deal, a hand laid open.

Cards are told as numbers of what they count: `3` of `blue schlums` is one thing in a line.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line, Slot, Teller, Tone, card_of, line_of, seat_of

SILENT = {"ranked", "valued", "put-under", "ring-paid", "ring-cost"}
"""Seen on the table, or told by what follows."""
LOUD = {"ring", "lightning", "won", "final-space"}
SIDES = {"gives", "wants", "traded"}
TOGETHER = {"passed": "passed", "handed-in": "handed_in"}

Told = tuple[Line | None, int]


def tell(box: Any, events: Sequence[Event], viewer: int) -> list[Line]:
    """A line for each thing that was done, as a viewer learnt it."""
    return Storyteller(viewer).tell(events)


class Storyteller(Teller):
    """Tells what was done, in as few lines as there were things done."""

    def __init__(self, viewer: int) -> None:
        """Tell this viewer."""
        self.viewer = LETTERS[viewer] if viewer >= 0 else ""

    def next_line(self, rest: Sequence[Event]) -> Told:
        """The line for what comes first, and how many events it tells."""
        first = rest[0]
        tellers: dict[str, Callable[[Sequence[Event]], Told]] = {
            "dealt": self._dealt,
            "offered": _offer,
            "offered-to": _offer,
            "called": _call,
            "accepted": _deal,
            "presented": _sets,
            "no-set": _shown,
            "turned": _turned,
            "advanced": _moved,
            "retreated": _moved,
        }
        if first.kind in tellers:
            return tellers[first.kind](rest)
        if first.kind in TOGETHER:
            return _all_who(rest, TOGETHER[first.kind])
        if first.kind in SILENT:
            return None, 1
        return line_of(first, "loud" if first.kind in LOUD else ""), 1

    def _dealt(self, rest: Sequence[Event]) -> Told:
        """The own new cards; those of the others only they see."""
        used = _how_many(rest, lambda event: event.kind == "dealt" and event.seat == rest[0].seat)
        if rest[0].seat != self.viewer:
            return None, used
        return _line("dealt", rest[0], cards=_counted(rest[:used])), used


# ---------------------------------------------------------------- the market


def _offer(rest: Sequence[Event]) -> Told:
    sides = _sides(rest)
    give, want = _counted(sides, "gives"), _counted(sides, "wants")
    if rest[0].to is None:
        return _line("offered", rest[0], give=give, want=want), 1 + len(sides)
    return _line("offered_to", rest[0], give=give, want=want, to=_to(rest[0])), 1 + len(sides)


def _call(rest: Sequence[Event]) -> Told:
    sides = _sides(rest)
    give, want = _counted(sides, "gives"), _counted(sides, "wants")
    line = _line("called_give", rest[0], give=give) if give else _line("called_want", rest[0], want=want)
    return line, 1 + len(sides)


def _deal(rest: Sequence[Event]) -> Told:
    sides, first = _sides(rest), rest[0]
    paid = [event for event in sides if event.seat == first.seat]
    got = [event for event in sides if event.seat != first.seat]
    line = _line("accepted", first, "loud", to=_to(first), give=_counted(got), want=_counted(paid))
    return line, 1 + len(sides)


def _all_who(rest: Sequence[Event], name: str) -> Told:
    used = _how_many(rest, lambda event: event.kind == rest[0].kind)
    seats = tuple(dict.fromkeys(seat_of(event) for event in rest[:used]))
    return Line(f"told.{name}" + ("_many" if len(seats) > 1 else ""), {"seats": seats}, "quiet"), used


def _sides(rest: Sequence[Event]) -> Sequence[Event]:
    """What belongs to the offer, the call or the deal at the head."""
    return rest[1 : 1 + _how_many(rest[1:], lambda event: event.kind in SIDES)]


# ---------------------------------------------------------------- the scoring


def _sets(rest: Sequence[Event]) -> Told:
    used = _how_many(rest, lambda event: event.kind == "presented")
    sets = tuple(_number(event.card, event.value or 0) for event in rest[:used])
    return _line("presented", rest[0], sets=sets, total=rest[used].value or 0), used + 1


def _shown(rest: Sequence[Event]) -> Told:
    used = 1 + _how_many(rest[1:], lambda event: event.kind == "showed")
    return _line("shown", rest[0], cards=_counted(rest[1:used])), used


def _turned(rest: Sequence[Event]) -> Told:
    return _line("turned", rest[0], card=card_of(rest[0])), 1


def _moved(rest: Sequence[Event]) -> Told:
    first = rest[0]
    if first.value == 1:
        return _line(f"{first.kind}_one", first), 1
    return _line(first.kind, first, value=first.value or 0), 1


# ---------------------------------------------------------------- lines


def _how_many(rest: Sequence[Event], belongs: Callable[[Event], bool]) -> int:
    """How many events at the head belong together."""
    used = 0
    while used < len(rest) and belongs(rest[used]):
        used += 1
    return used


def _counted(events: Sequence[Event], kind: str = "") -> tuple[Ref, ...]:
    """Cards of these events, each kind once with its number."""
    held: Counter[str] = Counter()
    for event in events:
        if event.card and kind in {"", event.kind}:
            held[event.card] += event.value or 1
    return tuple(_number(name, number) for name, number in held.items())


def _number(name: str | None, number: int) -> Ref:
    return Ref("number", str(number), name or "")


def _to(event: Event) -> Ref:
    """The seat to whose hand an event goes."""
    return Ref("seat", (event.to or "")[-2:-1])


def _line(name: str, event: Event, tone: Tone = "", **slots: Slot) -> Line:
    return Line(f"told.{name}", {"seat": seat_of(event), **slots}, tone)
