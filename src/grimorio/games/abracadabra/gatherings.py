"""Gatherings: which three Enchanters may meet (A-R10, A-R11), and what such a meeting is called (A-R16).

An Enchanter has a number from 0 to 29: element times 9 plus school times 3 plus aspect, the three Air Enchanters last.
Three of them are legal when each characteristic is all equal or all different, which is to say: its three values add up
to a multiple of three. An Air Enchanter stands for the one school and element that make this true.
"""

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np

from grimorio.engine.kernel import kernel
from grimorio.games.abracadabra.state import AIR, ELEMENTAL, LETTERS_OF_PILES, OF_A_BACK, TOWERS

ENCHANTERS = 30
ORDINARY = 27
TRIPLES = 4060
"""All choices of three from thirty."""
WITH_JOKERS = "ACEG"
"""A-M7: letters to choose from when two or three Air Enchanters meet."""


def card_of(enchanter: int) -> int:
    """The card of an Enchanter's number."""
    return enchanter // 9 * OF_A_BACK + enchanter % 9 if enchanter < ORDINARY else AIR + enchanter - ORDINARY


@kernel
def enchanter_of(card: int) -> int:
    """The number of an Enchanter; -1 for any other card."""
    if card < AIR:
        return card // OF_A_BACK * 9 + card % OF_A_BACK if card % OF_A_BACK < ELEMENTAL else -1
    return ORDINARY + card - AIR if card < AIR + 3 else -1


@kernel
def rank(a: int, b: int, c: int) -> int:
    """The place of three Enchanters a < b < c among all choices of three."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


def letters(triple: tuple[int, int, int]) -> str:
    """The letters a meeting of three may be declared as; '' where they may not meet (A-R10)."""
    ordinary = [each for each in triple if each < ORDINARY]
    if sum(each % 3 for each in triple) % 3:
        return ""
    if len(ordinary) <= 1:
        return WITH_JOKERS
    if len(ordinary) == TOWERS and (sum(each // 9 for each in ordinary) % 3 or sum(each // 3 for each in ordinary) % 3):
        return ""
    one, other = ordinary[:2]
    same_aspect = one % 3 == other % 3
    if one // 9 == other // 9:
        return "A" if one // 3 == other // 3 else "B" if same_aspect else "C"
    if one // 3 % 3 == other // 3 % 3:
        return "D" if same_aspect else "E"
    return "F" if same_aspect else "G"


@dataclass(frozen=True)
class Meeting:
    """Three Enchanters and the letter their meeting is declared as; `declared` where there was a choice."""

    enchanters: tuple[int, int, int]
    letter: str
    declared: bool


def all_meetings() -> tuple[Meeting, ...]:
    """Every gathering, in the order of the numbers: 468 whose letter is forced, 28 with four letters each."""
    triples = sorted(combinations(range(ENCHANTERS), 3), key=lambda triple: rank(*triple))
    return tuple(
        Meeting(triple, letter, len(found) > 1) for triple in triples for found in [letters(triple)] for letter in found
    )


MEETINGS = all_meetings()
JOINING: Final = np.zeros((ENCHANTERS, ENCHANTERS), np.int64)
"""For each two Enchanters those who may meet them, a bit each."""
for _meeting in MEETINGS:
    for _one, _other, _third in permutations(_meeting.enchanters):
        JOINING[_one, _other] |= 1 << _third
LETTERS_OF_MEETINGS = tuple(LETTERS_OF_PILES.index(meeting.letter) for meeting in MEETINGS)


def first_meeting_of_triples() -> list[int]:
    """For each choice of three the number of its first gathering, or -1."""
    first = [-1] * TRIPLES
    for number, meeting in reversed(list(enumerate(MEETINGS))):
        first[rank(*meeting.enchanters)] = number
    return first
