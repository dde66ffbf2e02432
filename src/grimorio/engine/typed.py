"""Moves as people type them: whole, in any natural order of their parts, with players by their names.

A move is read from the words that the screen uses, in both languages. `prendi aria 2 e dai blu 3` may as well be typed
`dai 3 blu, prendi aria 2`. What is only begun is found too, but told apart: an interface asks before it does that.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from string import Formatter
from types import MappingProxyType

from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref, Refers, declared
from grimorio.engine.words import LANGUAGES, PHRASES, Words, load

_TOKEN = re.compile(r"[-\u2212]?\d+|[^\W\d_]+")


def _typing(name: str) -> frozenset[str]:
    """A list of words about typing, of both languages."""
    return frozenset(word for each in LANGUAGES for word in load(PHRASES / f"{each}.toml")["typing"][name].split())


SMALL = _typing("small")
"""Words that bind others together, in both languages, and may be left out."""
LEADING = _typing("leading")
"""Small words that say where to; a letter before one of them is a key (`metto a su 5`, `la a nella fila`)."""
FILLING = _typing("filling")
"""Words that somebody adds and that name nothing; they are left out where they do not help."""
CARDS = _typing("cards")
"""What somebody calls a card whose name he does not say (`la terza carta`)."""
ORDINALS = {
    word: number
    for each in LANGUAGES
    for number, words in load(PHRASES / f"{each}.toml")["typing"]["ordinals"].items()
    for word in words.split()
}
"""Numbers as they are said before a thing (`prima fila`)."""
MYSELF = _typing("myself")
"""What a player calls himself."""
VERBS = _typing("verbs")
"""What is said at every table, whatever verbs its game has."""
ASKING = _typing("asking")
"""What somebody adds to a question about a move (`perché non posso …`)."""
ENDINGS = sorted(_typing("endings"), key=len, reverse=True)
"""How the forms of a verb end (`prendi`, `prendo`, `prendere`)."""
STEM = 2
"""Letters that are left of a verb without its ending, at least."""
HALF = 3
"""Letters of half a word that names something, at least."""
SEAT = "@"
"""Begins the word that stands for a seat."""
CLOSE, KNOWN = 0.8, 0.6
"""How much a misspelt move must be like a real one; and each word of it like some word there."""
NEAR = 3
"""Real moves that a misspelt one is compared with word by word."""


@lru_cache(16384)
def tokens(text: str) -> tuple[str, ...]:
    """The words and numbers of a text, without capitals, accents and signs."""
    plain = unicodedata.normalize("NFKD", text.lower())
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return tuple(_TOKEN.findall(bare.replace("\u2212", "-")))


@dataclass(frozen=True)
class Part:
    """A part of a move that stays together: the words before a thing, then the thing, whose words may be turned."""

    before: tuple[str, ...]
    thing: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """All its words."""
        return (*self.before, *self.thing)

    def bare(self) -> "Part":
        """Without small words; a thing that is only one keeps it (`pesca da A`)."""
        thing = tuple(word for word in self.thing if word not in SMALL)
        return Part(tuple(word for word in self.before if word not in SMALL), thing or self.thing)

    def stands_at(self, typed: Sequence[str], at: int) -> bool:
        """Whether the typed words go on with this part."""
        middle, end = at + len(self.before), at + len(self.all)
        return tuple(typed[at:middle]) == self.before and sorted(typed[middle:end]) == sorted(self.thing)


@dataclass(frozen=True)
class Move:
    """An action as it is said in one language."""

    number: int
    parts: tuple[Part, ...]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All its words, in their order."""
        return tuple(word for part in self.parts for word in part.all)

    def bare(self) -> "Move":
        """Without small words."""
        parts = (part.bare() for part in self.parts)
        return Move(self.number, tuple(part for part in parts if part.all))

    def by_letter(self) -> "Move":
        """With seats by their letters instead of their players' names."""
        parts = (Part(part.before, tuple(word.removeprefix(SEAT) for word in part.thing)) for part in self.parts)
        return Move(self.number, tuple(parts))

    def is_said_by(self, typed: Sequence[str]) -> bool:
        """Whether the typed words are its parts, in any order."""
        return _made_of(typed, 0, list(self.parts))


def _made_of(typed: Sequence[str], at: int, parts: list[Part]) -> bool:
    """Whether what is left of the typed words is exactly these parts."""
    if not parts:
        return at == len(typed)
    return any(
        _made_of(typed, at + len(part.all), parts[:place] + parts[place + 1 :])
        for place, part in enumerate(parts)
        if part.stands_at(typed, at)
    )


def moves_of(words: Words, seats: int) -> Iterator[Move]:
    """Every action of a game as one language says it."""
    for number in range(words.game.actions):
        action = words.game.action_of(number)
        values = vars(action)
        letters = {name for name, refers in declared(type(action)).items() if names_a_seat(refers, values[name])}
        called_by = {
            name: (called(value),) if name in letters and value in LETTERS[:seats] else tokens(words.name(value))
            for name, value in values.items()
        }
        yield Move(number, tuple(_parts(words.action_pattern(number), called_by)))


def names_a_seat(refers: Refers, value: str) -> bool:
    """Whether a parameter is a seat, or a place that is called by its seat (`accetta B`)."""
    return refers.sort == "seat" or (refers.at or {}).get(value, "").endswith(f"[{value}]")


def _parts(pattern: str, things: Mapping[str, tuple[str, ...]]) -> Iterator[Part]:
    """The first word by itself, each thing with the words before it, and what follows the last thing."""
    first = True
    for text, slot, _, _ in Formatter().parse(pattern):
        before = tokens(text)
        if first and before:
            yield Part(before[:1])
            before, first = before[1:], False
        if slot is None:
            yield from [Part(before)] if before else []
            continue
        yield Part(before, things[slot])


def called(letter: str) -> str:
    """A seat among the words of a move, however it was called."""
    return SEAT + letter.lower()


Called = tuple[set[tuple[str, ...]], Ref]
"""A thing with its names, each without small words."""


@dataclass(frozen=True)
class Moves:
    """Every move of a game, as it may be typed in some languages at tables of so many seats."""

    words: Sequence[Words]
    seats: int

    @cached_property
    def all(self) -> tuple[Move, ...]:
        """Every action in every language, and in the game's own texts."""
        own = [Move(number, (Part(tokens(text)),)) for text, number in self.words[0].game.action_texts.items()]
        return (*(move for words in self.words for move in moves_of(words, self.seats)), *own)

    @cached_property
    def whole(self) -> dict[tuple[str, ...], list[Move]]:
        """Moves by their words, whatever their order; with small words and without."""
        found: dict[tuple[str, ...], list[Move]] = {}
        for move in self.all:
            for each in {move, move.bare(), move.by_letter(), move.bare().by_letter()}:
                found.setdefault(tuple(sorted(each.words)), []).append(each)
        return found

    @cached_property
    def by_verb(self) -> dict[tuple[str, ...], list[tuple[int, Counter[str]]]]:
        """The words of moves, small ones left out, by the first of them."""
        found: dict[tuple[str, ...], list[tuple[int, Counter[str]]]] = {}
        for move in self.all:
            for each in {move.bare(), move.bare().by_letter()}:
                found.setdefault(each.words[:1], []).append((each.number, Counter(each.words)))
        return found

    @cached_property
    def verbs(self) -> set[str]:
        """The words that say what happens to things and name none: first words, and those before a thing."""
        before = (word for move in self.all for part in move.parts if part.thing for word in part.before)
        return {*before, *(verb[0] for verb in self.by_verb if verb)}

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all these, and of what is said at every table."""
        return _ANYTHING.union(*map(stems, self.verbs))


@lru_cache(32)
def moves_at(game: Game, languages: tuple[tuple[type[Words], str], ...], seats: int) -> Moves:
    """The same for all tables of a kind, since it takes a while to tell all moves in all languages."""
    return Moves([words(game, language) for words, language in languages], seats)


class Typed:
    """What can be typed at one table."""

    def __init__(self, words: Sequence[Words], players: Sequence[str]) -> None:
        """In these languages, the player's own first."""
        self.words, self.players, self.game = words, players, words[0].game

    @cached_property
    def _moves(self) -> "Moves":
        """The moves of its game."""
        return moves_at(self.game, tuple((type(each), each.language) for each in self.words), len(self.players))

    @cached_property
    def _spoken(self) -> list[str]:
        """What moves begin with, and what somebody says instead in one word."""
        return [
            *(verb[0] for verb in self._moves.by_verb if verb),
            *(each for each in self._synonyms if " " not in each),
        ]

    @cached_property
    def _named(self) -> frozenset[str]:
        """The words of all names in the game."""
        return frozenset(word for words in self.words for name in words.own["names"].values() for word in tokens(name))

    @cached_property
    def _synonyms(self) -> dict[str, int]:
        """Other words that somebody would type, with the action that they mean."""
        told = [item for words in self.words for item in words.own.get("synonyms", {}).items()]
        return {word: self.game.action_texts[action] for action, words in told for word in words}

    def mistaken(self, text: str) -> str:
        """The mistake of whoever uses such a word, where no move is meant by it; '' for none."""
        told = [item for words in self.words for item in words.own.get("mistaken", {}).items()]
        return next((code for code, words in told for word in tokens(text) if word in words), "")

    # ------------------------------------------------------------ whole moves

    def said(self, text: str, legal: Iterable[int]) -> int | None:
        """The action that a text says from end to end; where it may say several, the only legal one."""
        for typed in self._readings(text):
            meant = [move for move in self._moves.whole.get(tuple(sorted(typed)), ()) if move.is_said_by(typed)]
            in_order = [move.number for move in meant if move.words == typed]
            for found in (in_order, [move.number for move in meant]):
                if number := _only(found, legal):
                    return number[0]
        return None

    def _readings(self, text: str) -> Iterator[tuple[str, ...]]:
        """The words of a text, with players' names and without; small words left out where they do not help."""
        plain = tokens(text)
        named = self.with_seats(plain)
        for typed in dict.fromkeys((plain, named, self._numbered(plain))):
            yield typed
            yield tuple(word for word in typed if word not in SMALL or len(word) == 1)
            yield tuple(word for word in typed if word not in SMALL)

    def _numbered(self, typed: tuple[str, ...]) -> tuple[str, ...]:
        """With a number at the end as the seat that has it on the screen (`rivolgiti a 3`)."""
        seats = {str(seat + 1): called(LETTERS[seat]) for seat in range(len(self.players))}
        return (*typed[:-1], seats.get(typed[-1], typed[-1])) if typed else typed

    def with_seats(self, typed: tuple[str, ...]) -> tuple[str, ...]:
        """Words with players' names put together as what they stand for, the longest first."""
        names = sorted(enumerate(map(tokens, self.players)), key=lambda each: -len(each[1]))
        for seat, name in names:
            for at in range(len(typed) - len(name), -1, -1):
                if name and typed[at : at + len(name)] == name:
                    typed = (*typed[:at], called(LETTERS[seat]), *typed[at + len(name) :])
        return typed

    def names_a_player(self, text: str) -> bool:
        """Whether a text is the name of a player, and longer than a key."""
        return len(text) >= HALF and tokens(text) in map(tokens, self.players)

    # ------------------------------------------------------------ what is only begun, or misspelt

    def begun(self, text: str, among: Iterable[int]) -> list[int]:
        """Those of some actions of which a text says the first word and nothing else than they say."""
        wanted = set(among)
        for typed in self._readings(text):
            spoken = [(n, words) for n, words in self._moves.by_verb.get(typed[:1], ()) if n in wanted]
            if found := [n for n, words in spoken if _is_in(typed, words)]:
                return list(dict.fromkeys(found))
        return []

    def close(self, text: str, legal: Iterable[int]) -> int | None:
        """The legal action that a text is a misspelling of, or that the players' word for it stands for."""
        wanted, typed = set(legal), " ".join(tokens(text))
        for each in (typed, " ".join(_without_small(tokens(text)))):
            if each in self._synonyms:
                return self._synonyms[each]
        spelled = {" ".join(move.words): move.number for move in self._moves.all if move.number in wanted}
        near = get_close_matches(typed, spelled, NEAR, CLOSE) if len(typed) >= HALF else []
        return next((spelled[each] for each in near if not _foreign(typed, each)), None)

    def otherwise(self, text: str, at_hand: Iterable[Ref]) -> Iterator[str]:
        """A text in words that moves have: with its verb in their form, and without what names no card at hand."""
        typed = tokens(text)
        at = next((place for place, word in enumerate(typed) if word not in FILLING | SMALL), len(typed))
        forms = [verb for verb in self._spoken for word in typed[at : at + 1] if stems(verb) & stems(word)]
        rest = typed[at + 1 :]
        cards = {word for ref in at_hand if ref.sort == "card" for name in self._names(ref) for word in name}
        fewer = (tuple(word for word in rest if word not in each) for each in (FILLING - cards, FILLING))
        for words in dict.fromkeys((rest, *fewer)):
            for head in dict.fromkeys((*typed[at : at + 1], *forms)):
                if (head, *words) != typed:
                    yield " ".join((head, *words))

    # ------------------------------------------------------------ things

    def things_in(
        self, text: str, at_hand: Iterable[Ref], lying: Mapping[Ref, str] = MappingProxyType({})
    ) -> list[Ref] | None:
        """The things that a text names, besides a verb; None where a word of it names nothing that is at hand.

        `lying` says what lies at places, which may be called by it where nothing else is called so.
        """
        called_by = self.known(at_hand, lying)
        left = [word for word in self.with_seats(tokens(text)) if word not in SMALL]
        found: list[Ref] = []
        while left:
            named = max(((len(name), ref) for names, ref in called_by for name in names if _begins(left, name)),
                        key=lambda each: each[0], default=None)  # fmt: skip
            if named is None and left[0] not in self._moves.verbs:
                return None
            found += [named[1]] if named else []
            del left[: named[0] if named else 1]
        return found or None

    def may_be_meant(self, text: str, known: Sequence[Called]) -> list[list[Ref]]:
        """For each thing that a text names by a part of its name: all that may be meant.

        Nothing where a word of it says nothing, but for the first, which may be a verb that nobody here knows, if it is
        no letter; nor where there is none but letters and numbers alone: those are keys (`a1`).
        """
        left = [word for word in self.with_seats(tokens(text)) if word not in SMALL | FILLING]
        left = [word if self.is_verb(word) else ORDINALS.get(word, word) for word in left]
        if all(len(word) < HALF and not word.startswith(SEAT) for word in left):
            return []
        found: list[list[Ref]] = []
        begins = len(left)
        while left:
            size, named = next(begun_with(left, known), (0, []))
            word = len(left[0]) >= HALF and not left[0].isdigit() and not self.knows(left[0])
            strange = word and 1 < len(left) == begins
            if not named and not strange and not self.is_verb(left[0]):
                return []
            found += [named] if named else []
            del left[: size or 1]
        return found

    def respelled(self, text: str, known: Sequence[Called]) -> str:
        """A text with each word that says nothing here as one of a name that it is like; '' where none is."""
        typed, names = tokens(text), (*map(tokens, self.players), *(name for each, _ in known for name in each))
        named = [word for name in names for word in name if len(word) > HALF]
        strange = [word for word in typed if len(word) > HALF and word not in named and word not in SMALL | FILLING]
        near = {word: get_close_matches(word, named, 1, CLOSE) for word in strange if not self.is_verb(word)}
        meant = {word: found[0] for word, found in near.items() if found}
        return " ".join(meant.get(word, word) for word in typed) if meant else ""

    def is_verb(self, word: str) -> bool:
        """Whether a word says what happens to things, in any form."""
        return not self._moves.stems.isdisjoint(stems(word))

    @staticmethod
    def says_anything(word: str) -> bool:
        """Whether a verb is said at every table, of whatever is done there (`prendere`)."""
        return not _ANYTHING.isdisjoint(stems(word))

    def knows(self, text: str) -> bool:
        """Whether a text names something of the game, or a player, though perhaps nothing that is at hand."""
        words = self.with_seats(tokens(text))
        left = [word for word in words if word not in SMALL | FILLING and not self.is_verb(word)]
        known = [word for word in left if word in self._named or word.startswith(SEAT)]
        return bool(known) and all(word in known or word.isdigit() for word in left)

    def names_nothing(self, text: str) -> bool:
        """Whether a text only says that something is to be done (`gioco`, `vorrei prendere`)."""
        words = tokens(text)
        said = [word for word in words if word in FILLING or self.says_anything(word)]
        return bool(said) and all(word in said or word in SMALL for word in words)

    @staticmethod
    def asked_about(text: str) -> str:
        """What somebody asks about who repeats his question before it (`non posso prendere blu`)."""
        words = text.split()
        asking = next((at for at, word in enumerate(words) if not ASKING.issuperset(tokens(word))), len(words))
        left = words[asking:]
        return "" if asking and FILLING.issuperset(tokens(" ".join(left))) else " ".join(left)

    def known(self, at_hand: Iterable[Ref], *told: Mapping[Ref, str]) -> list[Called]:
        """Things with their names, and with what else is to be read on them."""
        named = [(self._names(ref), ref) for ref in dict.fromkeys(at_hand)]
        read = [(self._name(text), ref) for things in told for ref, text in things.items()]
        return [*named, *(({name}, ref) for name, ref in read if name)]

    def _names(self, ref: Ref) -> set[tuple[str, ...]]:
        """How a thing is called, without small words."""
        if ref.sort == "seat":
            return {(called(ref.name),)}
        chairs = (*self.players, *LETTERS[len(self.players) :])
        told = [words.thing(ref, chairs) for words in self.words if ref.sort != "word"]
        return {name for each in told if (name := self._name(each))}

    def _name(self, told: str) -> tuple[str, ...]:
        """The words of a name, players in it as what they stand for."""
        return _without_small(self.with_seats(tokens(told)))


def _without_small(name: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a name that mean something, or all where none does."""
    return tuple(word for word in name if word not in SMALL) or name


def begun_with(left: Sequence[str], known: Sequence[Called]) -> Iterator[tuple[int, list[Ref]]]:
    """The things whose name words begin with, or a part of it, the longest first, with the number of these words.

    A player's name is also that of what is his.
    """
    for size in range(len(left), 0, -1):
        exact = [ref for names, ref in known if any(_is_name(left[:size], name) for name in names)]
        parts = [ref for names, ref in known if any(_is_part(left[:size], name) for name in names)]
        if found := [*exact, *parts] if all(ref.sort == "seat" for ref in exact) else exact:
            yield size, list(dict.fromkeys(found))


def _is_name(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Whether these are the words of a name, in any order, or all of it written as one word (`dejavu`)."""
    return sorted(typed) == sorted(name) or list(typed) == ["".join(name)]


def _is_part(typed: Sequence[str], name: Sequence[str]) -> bool:
    """Whether each of these is a number or player of a name, or a word of it, or at least the first letters of one."""
    return all(
        word in name
        if word.isdigit() or word.startswith(SEAT)
        else len(word) >= HALF and any(each.startswith(word) for each in name)
        for word in typed
    )


@lru_cache(4096)
def stems(verb: str) -> frozenset[str]:
    """What may be left of a verb without the ending of its form."""
    return frozenset({verb, *(verb.removesuffix(each) for each in ENDINGS if len(verb) - len(each) >= STEM)} - {""})


_ANYTHING = frozenset(stem for verb in VERBS for stem in stems(verb))
"""The stems of what is said at every table."""


def _foreign(typed: str, move: str) -> bool:
    """Whether a word of a typed move is like no word of a real one: it names something else, and is no slip."""
    return not all(get_close_matches(word, move.split(), 1, KNOWN) for word in typed.split())


def _begins(left: Sequence[str], name: Sequence[str]) -> bool:
    """Whether words begin with a name, whose words may be turned."""
    return sorted(left[: len(name)]) == sorted(name)


def _is_in(typed: Sequence[str], words: Counter[str]) -> bool:
    """Whether these are words of a move; the last one may be half a word, unless it is the only one."""
    whole, half = (Counter(typed[:-1]), typed[-1]) if len(typed) > 1 else (Counter(typed), "")
    return whole <= words and any(word.startswith(half) for word in words - whole if half) is bool(half)


def _only(found: Sequence[int], legal: Iterable[int]) -> list[int]:
    """The one number there is, or the one legal number."""
    different = list(dict.fromkeys(found))
    possible = [number for number in different if number in set(legal)]
    return different if len(different) == 1 else possible if len(possible) == 1 else []
