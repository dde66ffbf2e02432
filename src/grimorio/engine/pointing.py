"""Pointing: choosing an action by picking things, in every interface alike. It knows no rule.

Whatever a legal action refers to can be picked, in any order; each pick narrows what is left. What is lit is exactly
what can be picked next. When one action is left it can be done, and so can one that refers to exactly what was picked,
where others refer to more.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import msgspec

from grimorio.engine.reference import Ref, Way


@dataclass(frozen=True)
class Pointing:
    """What a seat has picked so far, among all it may do."""

    ways: tuple[Way, ...]
    picked: tuple[Ref, ...] = ()

    @cached_property
    def left(self) -> tuple[Way, ...]:
        """The actions that refer to everything that was picked."""
        wanted = Counter(self.picked)
        return tuple(way for way in self.ways if wanted <= Counter(way.refs))

    @cached_property
    def lit(self) -> tuple[Ref, ...]:
        """What can be picked next, each thing once."""
        picked = Counter(self.picked)
        return tuple(dict.fromkeys(ref for way in self.left for ref in _without(way.refs, picked)))

    @property
    def only(self) -> Way | None:
        """The one action that is left."""
        return self.left[0] if len(self.left) == 1 else None

    @property
    def whole(self) -> Way | None:
        """The action that refers to exactly what was picked."""
        wanted = Counter(self.picked)
        return next((way for way in self.left if Counter(way.refs) == wanted), None)

    def can(self, ref: Ref) -> bool:
        """Whether a thing is lit."""
        return ref in self.lit

    def pick(self, *refs: Ref) -> "Pointing":
        """With these things picked too; nothing is left where they do not go together."""
        return Pointing(self.ways, (*self.picked, *refs))

    def afresh(self, *refs: Ref) -> "Pointing":
        """With these things picked instead."""
        return Pointing(self.ways, refs)

    def kept(self, ways: Sequence[Way]) -> "Pointing":
        """The same picks among what can be done now; none where they no longer go together."""
        now = Pointing(tuple(ways), self.picked)
        return now if now.left else now.afresh()


def _without(refs: Sequence[Ref], picked: Counter[Ref]) -> Iterable[Ref]:
    """What an action refers to besides what was picked; a thing that it refers to twice is picked twice."""
    spent = Counter(picked)
    for ref in refs:
        if spent[ref]:
            spent[ref] -= 1
        else:
            yield ref


def nearest(ways: Sequence[Way], legal: Sequence[Way], picked: Sequence[Ref], at_hand: Container[Ref]) -> Way | None:
    """The action that was probably meant by picks that no legal action has, to ask why it is not allowed.

    `ways` are all actions there are; `at_hand` says what else could be pointed at, whether it may be used now or not.
    """
    forms = {way.form for way in legal}
    wanted = Counter(picked)

    def strange(way: Way) -> tuple[bool, bool]:
        return way.form not in forms, not all(ref in at_hand for ref in _without(way.refs, wanted))

    return min((way for way in ways if wanted <= Counter(way.refs)), key=strange, default=None)


class Ways(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Actions of one form that differ only in the last thing they refer to; numbers are places in `Offer.things`."""

    form: str
    head: tuple[int, ...]
    last: tuple[int, ...]


class Offer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All that a seat may do, small enough to be sent at every decision: things, and the ways to combine them.

    `final` are the places in `ways` of what costs something and cannot be taken back: a page marks it and asks once.
    """

    things: tuple[Ref, ...] = ()
    ways: tuple[Ways, ...] = ()
    final: tuple[int, ...] = ()


def offer_of(ways: Sequence[Way]) -> Offer:
    """Write down what a seat may do; actions that begin alike mostly follow each other."""
    things: dict[Ref, int] = {}
    known: dict[int, int] = {}  # by identity, since most things are pointed at often, and seldom twice made
    alike: dict[tuple[str, tuple[int, ...], bool], list[int]] = {}
    before, last = None, list[int]()
    for way in ways:
        begins = way.begins
        if begins is not before and begins != before:
            form, head, final = before = begins
            numbers = tuple([things.setdefault(each, len(things)) for each in head]) if head else ()
            last = alike.setdefault((form, numbers, final), [])
        thing = way.refs[-1]
        number = known.get(id(thing))
        if number is None:
            number = known[id(thing)] = things.setdefault(thing, len(things))
        last.append(number)
    grouped = sorted(alike.items())
    made = tuple([Ways(form, head, tuple(last)) for (form, head, _), last in grouped])
    asks = tuple([place for place, ((_, _, final), _) in enumerate(grouped) if final])
    return Offer(tuple(things), made, asks)
