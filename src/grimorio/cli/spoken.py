"""Moves as they are said: a verb, and behind it the things that it is said of.

`prendo arancione` takes an orange card that lies there, though an orange one in the hand could be given. Which things a
verb is said of stands in the sentences of the moves themselves: there `dai` announces the card that is given. A key may
stand for a thing (`prendo la 4`). What is found is always a guess.
"""

import functools
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from string import Formatter

from grimorio.cli.pointing import Keys
from grimorio.engine.reference import Ref, Way, declared
from grimorio.engine.typed import (
    CARDS,
    FILLING,
    HALF,
    LEADING,
    ORDINALS,
    SMALL,
    Called,
    Typed,
    begun_with,
    names_a_seat,
    stems,
    tokens,
)

BINDING = {"e", "ed", "o", "poi", "and", "or", "then"}
"""Words after which something new is said."""
ANEW = re.compile(rf"(?:\s*[,;]|\s+(?:{'|'.join(sorted(BINDING))})(?=\s))+\s+", re.IGNORECASE)
"""What stands between two things that are said one after the other."""


@functools.cache
def announcing(pattern: str) -> Mapping[str, str]:
    """For each thing in the sentence of a move the verb that is said of it: the last such word before it."""
    found, verb = {}, ""
    for text, slot, _, _ in Formatter().parse(pattern):
        verb = next((word for word in reversed(tokens(text)) if word not in SMALL | FILLING), verb)
        if slot:
            found[slot] = verb
    return found


@dataclass(frozen=True)
class Said:
    """A thing that somebody says, and what he may mean by it; its verb is '' where these moves have none of it."""

    verb: str
    meant: tuple[Ref, ...]
    first: bool


class Spoken:
    """What one line says about moves of which the sentences are known."""

    def __init__(self, typed: Typed, ways: Iterable[Way]) -> None:
        """Listen for these moves."""
        self.typed, self.ways = typed, tuple(ways)

    @functools.cached_property
    def _slots(self) -> list[tuple[Way, Mapping[str, frozenset[Ref]]]]:
        """Each move with what each of its verbs is said of."""
        return [(way, by_verb(self.typed, way)) for way in self.ways]

    @functools.cached_property
    def verbs(self) -> dict[str, frozenset[str]]:
        """The verbs of these moves, each with its stems."""
        return {verb: stems(verb) for _, slots in self._slots for verb in slots}

    def said_in(self, text: str, known: Sequence[Called], keys: Keys, *, any_verb: bool = False) -> list[Said]:
        """The things that a line says; nothing where it has a word that says nothing, or no verb of these moves.

        With `any_verb` it may have another verb, or none (`metto la a nella fila 1`, `la a in fila 1`).
        """
        left, verb, found, heard = list(self.typed.with_seats(tokens(text))), "", list[Said](), any_verb
        while left:
            spoken = self._verb(left[0]) if not heard or not (found or self._named(left, known, keys)[0] > 1) else ""
            names = () if spoken else (self._things_of(verb, known), known)
            size, named = max((self._named(left, each, keys) for each in names), key=_size, default=(0, []))
            if named:
                found.append(Said(verb, tuple(named), not found or found[-1].verb != verb))
            elif again := spoken or self._verb(left[0]):
                verb, heard = again, True
            elif left[0] in SMALL | FILLING | BINDING:
                pass
            elif self.typed.is_verb(left[0]):
                verb = ""
            else:
                return []
            del left[: size or 1]
        return found if heard else []

    def keyed(self, text: str, keys: Keys) -> list[Ref]:
        """The keys in a line with some verb (`gioco la 3`); nothing where a word of it is anything else."""
        left, found, heard = re.findall(r"\w+", text.lower()), list[Ref](), False
        for at, word in enumerate(left):
            _, named = self._named(left[at:], (), keys)
            if named and heard:
                found += named[:1]
            elif any(map(self.typed.is_verb, tokens(word))):
                heard = True
            elif not (SMALL | FILLING | BINDING).issuperset(tokens(word)):
                return []
        return found

    def _things_of(self, verb: str, known: Sequence[Called]) -> Sequence[Called]:
        """The things that a verb is said of in these moves."""
        things = {ref for _, slots in self._slots for ref in slots.get(verb, ())}
        return [each for each in known if each[1] in things]

    def _verb(self, word: str) -> str:
        """The verb of which a word is a form; a small word is none (`da`)."""
        own = stems(word) if word not in SMALL else frozenset()
        return next((verb for verb, forms in self.verbs.items() if forms & own), "")

    @staticmethod
    def _named(left: list[str], known: Sequence[Called], keys: Keys) -> tuple[int, list[Ref]]:
        """What the next words name, and how many they are; a small word is a key where it binds nothing.

        `la terza` is what the number points at, or the third card that has a key.
        """
        if number := ORDINALS.get(left[0]):
            size, named = Spoken._named([number, *left[1:]], known, keys)
            cards = list(dict.fromkeys(ref for ref in keys.values() if ref.sort == "card"))
            nth = cards[int(number) - 1 : int(number)] if CARDS.issuperset(left[1:2]) else []
            counted = [*named, *(ref for ref in nth if ref not in named)]
            return (size, named) if size > 1 else (1, counted) if FILLING.issuperset(left[1:2]) else (0, [])
        word, small = left[0], left[0] in SMALL | BINDING
        alone = len(left) == 1 or left[1] in BINDING | LEADING or (len(left[1]) < HALF and left[1] in keys)
        meant = [place for place, each in enumerate(left) if each not in SMALL]
        size, named = (0, []) if small else next(begun_with([left[place] for place in meant], known), (0, []))
        size = meant[size - 1] + 1 if size else 0
        if size < 2 and len(word) < HALF and word in keys and (not small or (alone and word not in BINDING)):  # noqa: PLR2004
            return 1, [keys[word]]
        return size, named

    def fitting(self, said: Sequence[Said], *, wholly: bool = False) -> list[Way]:
        """The moves in which every verb is said of its things, or else of the first; in their order, if it can be.

        A verb that is said of anything (`metto la corda sulla gabbia`) may mean a move that has all those things, and
        another verb, before it means one that has only the first. Where they are to fit `wholly`, only the former.
        """
        verbs = {each.verb for each in said}
        loosely = len(verbs) == 1 < len(said) and all(map(self.typed.says_anything, verbs))
        otherwise = [replace(each, verb="") for each in said] if loosely else []
        first = [each for each in said if each.first or not each.verb]
        for heard in (said,) if wholly else (said, otherwise, first):
            found = [(way, places) for way, slots in self._slots if (places := _places(way, slots, heard))]
            if found:
                best = min((places for _, places in found), key=_turned)
                return [way for way, places in found if places == best]
        return []

    def open(self, ways: Collection[Way], said: Sequence[Said], look: Callable[[Ref], str]) -> tuple[Ref, ...]:
        """The things, looking different, among which these moves leave a choice; nothing where they leave none."""
        choices = (self._used(ways, each) for each in said)
        return next((used for used in choices if len(set(map(look, used))) > 1), ())

    def with_first(self, ways: Collection[Way], said: Sequence[Said]) -> list[Way]:
        """Those of these moves that have the first of things that look alike."""
        firsts = [used[0] for each in said if (used := self._used(ways, each))]
        numbers = {way.number for way in ways}
        those = [(way, {*way.refs, *chain(*slots.values())}) for way, slots in self._slots if way.number in numbers]
        return [way for way, named in those if named.issuperset(firsts)]

    def _used(self, ways: Collection[Way], said: Said) -> tuple[Ref, ...]:
        """What of that which may be meant these moves have, in their order; a player goes before what is his."""
        numbers = {way.number for way in ways}
        found = (ref for way, slots in self._slots if way.number in numbers for ref in _fits(way, slots, said))
        used = tuple(dict.fromkeys(found))
        return tuple(ref for ref in used if ref.sort == "seat") or used

    def otherwise(self, said: Sequence[Said]) -> list[int]:
        """The moves that verbs which are said of anything may mean: they have these things, and none of the verbs."""
        verbs = {each.verb for each in said}
        if not all(map(self.typed.says_anything, verbs)):
            return []
        return [
            way.number
            for way, slots in self._slots
            if not verbs & slots.keys() and all(any(ref in way.refs for ref in each.meant) for each in said)
        ]

    def with_verb(self, said: Sequence[Said]) -> tuple[int, ...]:
        """The moves that have the verbs which were said, whatever of."""
        verbs = {each.verb for each in said} - {""}
        return tuple(way.number for way, slots in self._slots if verbs <= slots.keys())


@functools.lru_cache(8192)
def by_verb(typed: Typed, way: Way) -> Mapping[str, frozenset[Ref]]:
    """What each verb of a move is said of."""
    found: dict[str, set[Ref]] = {}
    for words in typed.words:
        verbs = announcing(words.action_pattern(way.number))
        for name, ref in (*way.named(), *_owners(typed, way)):
            if verb := verbs.get(name):
                found.setdefault(verb, set()).add(ref)
    return {verb: frozenset(refs) for verb, refs in found.items()}


def _owners(typed: Typed, way: Way) -> list[tuple[str, Ref]]:
    """The seats that the sentence of a move names, though nobody points at them: whose row, whose offer."""
    action = typed.game.action_of(way.number)
    told = declared(type(action)).items()
    return [(name, Ref("seat", value)) for name, refers in told if names_a_seat(refers, value := getattr(action, name))]


def _size(named: tuple[int, list[Ref]]) -> int:
    """How many words name something."""
    return named[0]


def _places(way: Way, slots: Mapping[str, Collection[Ref]], said: Sequence[Said]) -> tuple[int, ...]:
    """Where in a move each thing stands that was said; nothing where it does not have all of them."""
    fits = [_fits(way, slots, each) for each in said]
    return tuple(min(map((*way.refs, *each).index, each)) for each in fits) if all(fits) else ()


def _turned(places: Sequence[int]) -> tuple[bool, Sequence[int]]:
    """Whether things were said in another order than a move has them; and where they stand in it."""
    return list(places) != sorted(places), places


def _fits(way: Way, slots: Mapping[str, Collection[Ref]], said: Said) -> list[Ref]:
    """What of that which may be meant a move has, and of that verb."""
    among: Collection[Ref] = slots.get(said.verb, ()) if said.verb else way.refs
    return [ref for ref in said.meant if ref in among]
