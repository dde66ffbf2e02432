"""Clocks of people: how long each may think, when that is paused, and what is left; time comes from outside.

And the tempo of bots: how long each is seen to think, so that people can follow.

A clock runs for a person whose turn it is. It is filled up again by what everybody sees him decide, never by what he
prepares in private: nobody can count that by looking at a clock.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

SECOND = 1000
BACK_WITH = 30 * SECOND
"""Milliseconds that somebody has at least who takes his seat again."""
LONG = 3600 * SECOND
"""Milliseconds from which a clock is not for people who sit there together."""
Why = Literal["wish", "drop"]
Tempo = Literal["slow", "normal", "quick"]
TEMPOS: Mapping[Tempo, float] = {"slow": 3.0, "normal": 1.0, "quick": 0.125}
"""How long a bot is seen to think, in parts of what whoever runs the table has set: where that is nothing, never."""


class Pace(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a table agreed on, in seconds: so much for each move, or a bank for the whole game and more a move."""

    move: int = 0
    bank: int = 0
    increment: int = 0

    @property
    def any(self) -> bool:
        """Whether there is a clock at all."""
        return bool(self.move or self.bank)

    @property
    def live(self) -> bool:
        """Whether people sit there together, so that time stands still for who is cut off; not where it lasts days."""
        return 0 < self.first < LONG

    @property
    def first(self) -> int:
        """What everybody begins with, in milliseconds."""
        return (self.move or self.bank) * SECOND


class TimesTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody sees: what is left for each seat in milliseconds, for whom it runs, and why it may not."""

    left: dict[str, int]
    running: tuple[str, ...] = ()
    paused: bool = False
    wish: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


class Times(msgspec.Struct):
    """What is left for each seat at the moment `since`, for whom it runs, who wants a pause and who is cut off."""

    left: list[int]
    since: int = 0
    running: list[int] = []
    people: list[int] = []
    wish: set[int] = set()
    dropped: set[int] = set()

    @property
    def paused(self) -> bool:
        """Whether time stands still: somebody is cut off, or all people at the table want it."""
        return bool(self.dropped) or bool(self.people and self.wish.issuperset(self.people))

    def left_at(self, seat: int, now: int) -> int:
        """What a seat has left at a moment."""
        runs = seat in self.running and not self.paused
        return max(0, self.left[seat] - (max(0, now - self.since) if runs else 0))

    def advance(self, now: int) -> None:
        """Time goes by."""
        self.left = [self.left_at(seat, now) for seat in range(len(self.left))]
        self.since = max(now, self.since)

    def run_for(self, running: Iterable[int], people: Iterable[int]) -> None:
        """From now on it runs for these; who is no person has no say in pauses."""
        self.running, self.people = list(running), list(people)
        self.wish &= set(self.people)
        self.dropped &= set(self.people)

    def pause(self, seat: int, why: Why, *, on: bool) -> None:
        """Somebody wants a pause or is cut off, or no longer."""
        which = self.wish if why == "wish" else self.dropped
        (which.add if on else which.discard)(seat)

    def decided(self, seat: int, pace: Pace) -> None:
        """Somebody has made a move that everybody saw."""
        self.left[seat] = pace.first if pace.move else self.left[seat] + pace.increment * SECOND

    def back(self, seat: int, pace: Pace) -> None:
        """Somebody takes his seat again, with enough time to think."""
        self.left[seat] = max(self.left[seat], pace.first if pace.move else BACK_WITH)

    def due(self) -> tuple[int, int] | None:
        """Whose time runs out next, and when; None while it runs for nobody."""
        if self.paused or not self.running:
            return None
        seat = min(self.running, key=lambda each: self.left[each])
        return seat, self.since + self.left[seat]
