"""Words that stand side by side: what a sentence and a name do to each other where a slot is filled.

`tocca a {seat}` becomes `tocca ad Ada`, `prende una carta da {start}` `dalla mano di Ada`, `a {thing}` in English
`an Elemental`. A player's name is never changed, only what stands before it. A page does the same with the same tables.
"""

import re
from collections.abc import Callable, Container, Mapping
from string import Formatter
from typing import Protocol

NAMES = ("seat", "seats", "other")
"""Slots that somebody's name fills."""

ARTICLES: Mapping[str, Mapping[str, str]] = {
    "a": {"il": "al", "lo": "allo", "la": "alla", "i": "ai", "gli": "agli", "le": "alle", "l'": "all'"},
    "da": {"il": "dal", "lo": "dallo", "la": "dalla", "i": "dai", "gli": "dagli", "le": "dalle", "l'": "dall'"},
    "di": {"il": "del", "lo": "dello", "la": "della", "i": "dei", "gli": "degli", "le": "delle", "l'": "dell'"},
    "in": {"il": "nel", "lo": "nello", "la": "nella", "i": "nei", "gli": "negli", "le": "nelle", "l'": "nell'"},
    "su": {"il": "sul", "lo": "sullo", "la": "sulla", "i": "sui", "gli": "sugli", "le": "sulle", "l'": "sull'"},
}
"""What a preposition and an article become in Italian."""

_ENDS_IN_PREPOSITION = re.compile(r"(?:^|(?<=[\s«“(]))(a|da|di|in|su)\s+$", re.IGNORECASE)
_BEGINS_WITH_ARTICLE = re.compile(r"(?:(il|lo|la|i|gli|le)\s+|(l)['\u2019])(?=\w)")
"""A capital one belongs to a title, which is left alone."""
_ENDS_IN_VOWEL_WORD = re.compile(r"(?:^|(?<=[\s«“(]))([ae])\s+$", re.IGNORECASE)
_ENDS_IN_ARTICLE = re.compile(r"(?:^|(?<=[\s“(]))(a)\s+$", re.IGNORECASE)


class Fits(Protocol):
    """Makes what stands before a slot, and what fills it, fit each other."""

    def __call__(self, before: str, thing: str, *, name: bool) -> tuple[str, str]:
        """Both, as they are written side by side; `name` where somebody is called so."""


def in_italian(before: str, thing: str, *, name: bool) -> tuple[str, str]:
    """Articulated prepositions; `ad` and `ed` before their own vowel."""
    preposition, article = _ENDS_IN_PREPOSITION.search(before), _BEGINS_WITH_ARTICLE.match(thing)
    if preposition and article and not name:
        bound = ARTICLES[preposition[1].lower()][article[1] or "l'"]
        bound = bound.capitalize() if preposition[1][0].isupper() else bound
        return before[: preposition.start()] + bound + ("" if article[2] else " "), thing[article.end() :]
    vowel = _ENDS_IN_VOWEL_WORD.search(before)
    if vowel and thing[:1].lower() == vowel[1].lower() and thing[:2].isalpha():
        return f"{before[: vowel.start()]}{vowel[1]}d ", thing
    return before, thing


def in_english(before: str, thing: str, *, name: bool) -> tuple[str, str]:
    """`an` before a vowel, never before a name."""
    article = _ENDS_IN_ARTICLE.search(before)
    if article and not name and thing[:1].lower() in "aeio" and thing[:1]:
        return f"{before[: article.start()]}{article[1]}n ", thing
    return before, thing


FITTING: Mapping[str, Callable[..., tuple[str, str]]] = {"it": in_italian, "en": in_english}


def fitting(language: str) -> Fits:
    """How a language joins words."""
    return FITTING[language]


def filled(language: str, pattern: str, values: Mapping[str, object], names: Container[str] = NAMES) -> str:
    """A sentence with its slots filled; `{n:card|cards}` is a number with what there are so many of."""
    made = ""
    for text, slot, forms, _ in Formatter().parse(pattern):
        thing = counted(values[slot], forms or "") if slot else ""
        before, thing = fitting(language)(text, thing, name=slot in names) if slot else (text, "")
        made += before + thing
    return made


def counted(value: object, forms: str) -> str:
    """A value as it is written; a number with `one|several` is followed by the form that it asks for."""
    if not forms:
        return str(value)
    one, _, several = forms.partition("|")
    return f"{value} {one if value in {1, '1'} else several}"
