"""Gatherings: 496 triples may meet, and each has its letter (A-R10, A-R11, A-R16, section A4)."""

from collections import Counter
from itertools import combinations

import pytest

from grimorio.engine.kernel import handed
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.actions import CARD_NAMES
from grimorio.games.abracadabra.state import ENCHANTERS, MEETINGS, ORDINARY, card_of, enchanter_of, letters, rank

LETTERS = "ABCDEFG"


def brute_force(triple: tuple[int, int, int]) -> set[str]:
    """The letters of a meeting by trying every school and element for every Air Enchanter."""
    found: set[str] = set()
    choices = [
        [divmod(each // 3, 3)] if each < ORDINARY else [(e, s) for e in range(3) for s in range(3)] for each in triple
    ]
    for one in choices[0]:
        for other in choices[1]:
            for third in choices[2]:
                marks = [tuple(x) for x in zip(one, other, third, strict=True)]
                marks.append(tuple(each % 3 for each in triple))
                if all(len(set(mark)) != 2 for mark in marks):
                    element, school, aspect = (len(set(mark)) == 1 for mark in marks)
                    found.add(named(element=element, school=school, aspect=aspect))
    return found


def named(*, element: bool, school: bool, aspect: bool) -> str:
    """The letter by what is the same (A-R16)."""
    if element:
        return "A" if school else "B" if aspect else "C"
    if school:
        return "D" if aspect else "E"
    return "F" if aspect else "G"


def test_every_triple_has_the_letters_that_trying_everything_finds() -> None:
    for triple in combinations(range(ENCHANTERS), 3):
        assert set(letters(triple)) == brute_force(triple)


def test_there_are_496_triples_and_580_gatherings() -> None:
    assert len({meeting.enchanters for meeting in MEETINGS}) == 496
    assert len(MEETINGS) == 468 + 28 * 4
    assert sum(meeting.declared for meeting in MEETINGS) == 28 * 4


@pytest.mark.parametrize(
    ("jokers", "expected"),
    [
        (0, dict(zip(LETTERS, (9, 9, 18, 9, 18, 18, 36), strict=True))),
        (1, dict(zip(LETTERS, (27, 27, 54, 27, 54, 54, 108), strict=True))),
    ],
)
def test_the_letters_are_as_frequent_as_section_a4_says(jokers: int, expected: dict[str, int]) -> None:
    found = Counter(m.letter for m in MEETINGS if sum(each >= ORDINARY for each in m.enchanters) == jokers)
    assert found == expected


def test_ranks_number_all_triples_without_a_gap() -> None:
    assert sorted(rank(*triple) for triple in combinations(range(ENCHANTERS), 3)) == list(range(4060))


def test_enchanters_and_cards_lead_back_to_each_other() -> None:
    for enchanter in range(ENCHANTERS):
        assert enchanter_of(card_of(enchanter)) == enchanter
    others = [name for kind, name in enumerate(CARD_NAMES[:40]) if enchanter_of(kind) < 0]
    assert others == [
        "water elemental", "fire elemental", "earth elemental",
        "proxima", "idem", "exodus", "chaos", "vademecum", "periculum", "air elemental",
    ]  # fmt: skip


def test_each_back_is_on_ten_cards() -> None:
    backs = Counter(int(GAME.sight.backs[card]) for card in range(40))
    assert set(backs.values()) == {10}
    assert [CARD_NAMES[back] for back in sorted(backs)] == ["water back", "fire back", "earth back", "air back"]


def test_five_enchanters_of_an_element_always_contain_a_gathering() -> None:
    for hand in combinations(range(9), 5):
        assert any(letters(triple) for triple in combinations(hand, 3))


def test_the_box_knows_every_gathering() -> None:
    box = GAME.box(2)
    for number, meeting in enumerate(MEETINGS):
        first = int(box["gathering_of"][0, rank(*meeting.enchanters)])
        assert first <= number < first + 4
        assert LETTERS[int(box["letter_of"][0, number])] == meeting.letter
        assert tuple(int(each) for each in box["members"][0, number]) == meeting.enchanters
    assert handed(box) is not None
