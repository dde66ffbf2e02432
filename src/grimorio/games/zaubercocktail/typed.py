"""What is typed at a table of Zaubercocktail in one line, by keys or by names, in both languages.

A whole offer: `2a=j`, `3 blu x 1 faran`, `2 blue schlums for a goldrose > Bruno`. A call: `=j`, `cerco una rosa`. Sets
to present: `4d 2h`, `4 gira 2 bacche + 1 cosa oscura`. Beginnings of words are enough, plurals do no harm; what is left
open (`1 schlums`, of which there are two kinds) is not guessed.
"""

import functools
import itertools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from grimorio.engine.layout import LETTERS
from grimorio.engine.words import LANGUAGES, folded, load
from grimorio.games.zaubercocktail.actions import ADDRESS, CARD_NAMES, CLEAR, GIVE, HAND_IN, LAY, POST, WANT, WAYS
from grimorio.games.zaubercocktail.state import JOKER, KINDS, SEATS, SIZES

KEYS = "abcdefghijk"
"""The letter of each kind."""
NAMES = CARD_NAMES[:KINDS]
MOST = 200
"""Cards that one side of a line may name: more than a box has."""

_WORD = re.compile(r"[+,]|[^\s+,]+")
_TOKEN = re.compile(r"\d+|[^\W\d_]+|[^\w\s]")
_GLUED = re.compile(r"(?:\d{0,2}[a-k])+")
_ELIDED = re.compile(r"\b[dl]['\u2019]")
TIMES = "\u00d7"
FOR = {"=", TIMES, "x", "per", "for", "contro", "against"}
ARTICLES = {"a", "an"}
SMALL_WORDS = {"di", "of", "the", "del", "della", "degli", "le", "gli", "il", "la"}
OFFER_VERBS = {"offro", "offri", "offer", "do", "dai", "give", "scambio", "trade"}
CALL_VERBS = {"cerco", "cerca", "seek", "chiedo"}
LAY_VERBS = {"componi", "compongo", "lay"}
HAND_IN_VERBS = {"presento", "presenta", "consegno", "consegna", "present"}
NUMBERS = {
    **dict.fromkeys(("un", "uno", "una", "one"), 1),
    **dict.fromkeys(("due", "two"), 2),
    **dict.fromkeys(("tre", "three"), 3),
    **dict.fromkeys(("quattro", "four"), 4),
    **dict.fromkeys(("cinque", "five"), 5),
    **dict.fromkeys(("sei", "six"), 6),
    **dict.fromkeys(("sette", "seven"), 7),
}
NICKNAMES = {JOKER: ("joker", "jolly", "jollies")}
SHORTEST, LONG = 2, 4
"""Letters that name something; and letters from which on an ending may differ."""


class Some(NamedTuple):
    """So many cards of a kind; `said` where the number was said."""

    kind: int
    number: int
    said: bool


# ---------------------------------------------------------------- names


@functools.cache
def words_of_kinds() -> tuple[frozenset[str], ...]:
    """The words by which each kind is called in any language, one or several."""
    folder = Path(__file__).parent / "words"
    files = [load(folder / f"{language}.toml") for language in LANGUAGES]
    found = []
    for kind, name in enumerate(NAMES):
        called = [name, *NICKNAMES.get(kind, ())]
        called += [str(names[part][name]) for names in files for part in ("names", "plurals")]
        found.append(frozenset(word for each in called for word in _words(each)))
    return tuple(found)


def _words(text: str) -> list[str]:
    """The words of a name, without the small ones."""
    plain = _ELIDED.sub("", text.lower())
    return [word for word in re.findall(r"[^\W\d_]+", plain) if word not in SMALL_WORDS]


def _stem(word: str) -> str:
    """A word without the ending that tells one from several."""
    return word[:-1] if len(word) >= LONG and word[-1] in "aeious" else word


def kinds_called(words: Sequence[str]) -> list[int]:
    """The kinds of which all these words may be said."""
    if not words or min(map(len, words)) < SHORTEST:
        return []
    called = words_of_kinds()
    whole = [kind for kind in range(KINDS) if all(word in called[kind] for word in words)]
    return whole or [kind for kind in range(KINDS) if all(_begins(word, called[kind]) for word in words)]


def _begins(typed: str, called: frozenset[str]) -> bool:
    return any(word.startswith(_stem(typed)) for word in called)


def seat_called(text: str, players: Sequence[str]) -> int | None:
    """A seat by its number, its letter, or the beginning of its player's name, if only one begins so."""
    wanted = folded(text)
    numbers = {str(seat + 1): seat for seat in range(SEATS)} | {LETTERS[seat].lower(): seat for seat in range(SEATS)}
    if wanted in numbers:
        return numbers[wanted]
    begun = [seat for seat, name in enumerate(players) if wanted and folded(name).startswith(wanted)]
    same = [seat for seat in begun if folded(players[seat]) == wanted]
    found = same or begun
    return found[0] if len(found) == 1 else None


# ---------------------------------------------------------------- cards


def cards_in(text: str) -> list[Some] | None:
    """The cards that a line names, in their order; None where a word of it names none, or may name several kinds."""
    tokens, ends = _tokens(text)
    found: list[Some] = []
    at, number = 0, 0
    while at < len(tokens):
        token = tokens[at]
        if number == 0 and _number(token, tokens[at + 1 : at + 2]):
            number, at = _number(token, tokens[at + 1 : at + 2]), at + 1
        elif number == 0 and token in ends:
            at += 1
        else:
            kind, used = _kind_at(tokens, at, ends)
            if kind is None:
                return None
            found.append(Some(kind, number or 1, said=number > 0))
            at, number = at + used, 0
    return found if number == 0 and sum(some.number for some in found) <= MOST else None


def _tokens(text: str) -> tuple[list[str], set[str]]:
    """Numbers, words and signs, and which of them only stand between cards.

    Where names are written, small words are passed over and `e` is no card; where there are only keys, they may be
    written together (`2a1k`, `ab`).
    """
    words = _WORD.findall(_ELIDED.sub("", text.lower()))
    if any(word not in NUMBERS and word not in SMALL_WORDS and kinds_called([word]) for word in words):
        apart = [part for word in words if word not in SMALL_WORDS for part in _apart(word)]
        return apart, {"+", ",", "e", "ed", "and", "con", "with"}
    return [part for word in words for part in _apart(word)], {"+", ","}


def _apart(word: str) -> list[str]:
    """Keys that are written together, each with its number; another word as it is, its number before it."""
    glued = _GLUED.fullmatch(word) and not kinds_called([word])
    return re.findall(r"\d+|[a-k]", word) if glued else _TOKEN.findall(word)


def _number(token: str, following: Sequence[str]) -> int:
    """How many a token says; 0 where it says no number. An English article stands before a name."""
    if token.isdigit():
        return int(token[:3])
    if token in ARTICLES and any(len(word) > 1 and word.isalpha() for word in following):
        return 1
    return NUMBERS.get(token, 0)


def _kind_at(tokens: Sequence[str], at: int, ends: set[str]) -> tuple[int | None, int]:
    """The kind that is named from here on, by as many words as name exactly one, and how many these are."""
    if len(tokens[at]) == 1:
        return (KEYS.index(tokens[at]), 1) if tokens[at] in KEYS else (None, 1)
    words = list(itertools.takewhile(lambda token: token.isalpha() and token not in ends, tokens[at:]))
    for used in range(len(words), 0, -1):
        if len(kinds := kinds_called(words[:used])) == 1:
            return kinds[0], used
    return None, 1


# ---------------------------------------------------------------- whole lines


def offer_in(text: str, view: Mapping[str, Any], players: Sequence[str] = ()) -> list[int] | None:
    """The actions of a whole offer or call, from an empty draft to its posting; None where this is none."""
    line, arrow, addressee = _addressed(text.strip().lower(), players).partition(">")
    to = seat_called(addressee, players) if arrow else None
    sides = _sides(line)
    if sides is None or (arrow and to is None):
        return None
    give, want = (cards_in(side) for side in sides)
    if give is None or want is None:
        return None
    begun = view["draft_give"] or view["draft_want"] or view["draft_to"]
    made = [CLEAR] if begun else []
    made += [GIVE + some.kind for some in give for _ in range(some.number)]
    made += [WANT + some.kind for some in want for _ in range(some.number)]
    made += [ADDRESS + to] if to is not None else []
    return [*made, POST]


def _addressed(line: str, players: Sequence[str]) -> str:
    """A line with a player whom it names on the way (`do 2 blu a Carla per una rosa`) behind an arrow at its end."""
    for name in players:
        without, named = re.subn(rf"\s(?:ad?|to) {re.escape(name.lower())}(?=\s|$)", "", line)
        if named == 1 and ">" not in line:
            return f"{without} > {name.lower()}"
    return line


def _sides(line: str) -> tuple[str, str] | None:
    """What is given and what is asked for, divided by a sign or a word; None where nothing divides them once."""
    words = re.sub(rf"([={TIMES}])", r" \1 ", line).split()
    if words and words[0] in CALL_VERBS:
        return "", " ".join(words[1:])
    words = words[1:] if words and words[0] in OFFER_VERBS else words
    middles = [at for at, word in enumerate(words) if word in FOR]
    if len(middles) != 1:
        return None
    sides = " ".join(words[: middles[0]]), " ".join(words[middles[0] + 1 :])
    return sides if words[middles[0]] == "=" or all(sides) else None


def sets_in(text: str, view: Mapping[str, Any]) -> list[int] | None:
    """The actions that lay out sets and hand them in, or only add them where the line says so (`componi 2 bacche`)."""
    words = text.strip().lower().split()
    verb = words[0] if words and words[0] in LAY_VERBS | HAND_IN_VERBS else ""
    words = words[1:] if verb else words
    named = cards_in(" ".join(words[1:] if verb == "lay" and words[:1] == ["out"] else words))
    if not named or not all(some.said for some in named):
        return None
    made = _laid(named)
    if made is None or verb in LAY_VERBS:
        return made
    return [*([CLEAR] if view["laid_kind"][0] else []), *made, HAND_IN]


def _laid(named: Sequence[Some]) -> list[int] | None:
    """Sets one after the other; jokers stand after the set they help, or before the first one."""
    sets: list[list[int]] = []
    leading = 0
    for kind, number, _ in named:
        if kind != JOKER:
            sets.append([kind, number, 0 if sets else leading])
        elif sets:
            sets[-1][2] += number
        else:
            leading += number
    if not sets or any((naturals, jokers) not in WAYS for _, naturals, jokers in sets):
        return None
    return [LAY + kind * SIZES + WAYS.index((naturals, jokers)) for kind, naturals, jokers in sets]


def mistake_in(text: str, view: Mapping[str, Any]) -> str:
    """Z-R13, Z-R15, Z-G17: what is wrong with cards that are neither an offer nor sets; '' where nothing is known."""
    words = [word for word in text.strip().lower().split() if word not in LAY_VERBS | HAND_IN_VERBS | OFFER_VERBS]
    named = cards_in(" ".join(words))
    if not named:
        return ""
    if view["phase"] == "market":
        return "say-both-sides" if all(some.said for some in named) else ""
    if all(some.kind == JOKER for some in named):
        return "jokers-only"
    return "one-card-is-no-set" if min(some.number for some in named) == 1 else ""


def command_in(text: str, view: Mapping[str, Any], players: Sequence[str] = ()) -> list[int] | None:
    """A whole command of this phase; None where a line is something else."""
    return offer_in(text, view, players) if view["phase"] == "market" else sets_in(text, view)
