"""What a position of Abracadabra promises: each number is multiplied with what its name says, reckoned slowly."""

import math
from itertools import product
from typing import Any

import numpy as np
import pytest

from enchanters import ENCHANTER, LETTERS, positions
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.habits import HOPING, SITUATED, STANDING
from grimorio.bots.standing import hope_by, standing
from grimorio.engine.kernel import handed, readable
from grimorio.games.abracadabra.state import (
    AIR,
    ELEMENTAL,
    LETTERS_OF_PILES,
    OBJECT,
    OF_A_BACK,
    PILES,
    PROXIMA,
    TRICKS,
    WORTH,
)

UNITS = readable(np.eye(len(STANDING)))


def counted(box: Any, states: Any, seat: int) -> dict[str, float]:
    """What each number is multiplied with, but for those that are not there."""
    each = {name: standing(handed(box), handed(states), seat, UNITS[i]) for i, name in enumerate(STANDING)}
    return {name: number for name, number in each.items() if number}


def reckoned(box: Any, states: Any, seat: int) -> dict[str, Any]:
    """The same from the cards."""
    box, s = box[0], states[0]
    hand = [int(card) for card in s["hand"][seat][: s["hand_size"][seat]]]
    owned = [(int(each) - OBJECT) % WORTH for each in s["objects"][seat][: s["object_count"][seat]]]
    elementals, stones = sum(card % OF_A_BACK == ELEMENTAL for card in hand), owned.count(0)
    lack = int(box["goal"]) - sum(owned) - int(s["bonus"][seat]) - elementals
    near = max(1, min(15, lack - (int(box["prize"]) if elementals >= 3 else 0)))
    mine = {ENCHANTER[card] for card in hand if card in ENCHANTER}
    below = {ENCHANTER[int(card)] for card in s["towers"] if 0 <= card < AIR}
    left = [pile for pile in range(PILES) if s["pile_size"][pile]]

    def drawn(letter: str) -> list[int]:
        pile = LETTERS_OF_PILES.index(letter)
        found = min(left, key=lambda each: (abs(each - pile), each))
        return [int(points) for points in box["objects"][found][: box["pile_size"][found]]]

    def pays(letter: str) -> float:
        found = drawn(letter)
        return sum(points or (6 if stones else 2) for points in found) / len(found)

    def wins(letter: str, lacking: int) -> float:
        found = drawn(letter)
        return sum(
            p >= lacking or (p == 0 and stones > 0 and len(owned) + int(s["bonus"][seat]) >= 2) for p in found
        ) / len(found)

    home = {three: three <= mine for three in LETTERS if len(three & mine) >= 2 and three <= mine | below}
    shown = ENCHANTER.get(int(s["shown"][0]), -1)
    joined = [pays(letter) for three, letter in LETTERS.items() if shown in three and three - {shown} <= mine]
    best, opened = (
        max((pays(LETTERS[three]) + at_home for three, at_home in home.items()), default=0.0),
        max(joined, default=0.0),
    )
    chance = max((wins(LETTERS[three], lack - (h and s["bonus_left"] > 0)) for three, h in home.items()), default=0.0)
    told = {
        f"lacks_{near}": 1, "two_elementals_close": elementals == 2 and lack <= 9, "stone": stones > 0,
        "two_stones": stones > 1, "air_enchanter": sum(AIR <= card < PROXIMA for card in hand),
        "enchanter": sum(card in ENCHANTER and card < AIR for card in hand),
        **{name: PROXIMA + k in hand for k, name in enumerate(TRICKS[:5])}, "waiting_proxima": s["proxima_of"] == seat,
        "each_card": len(hand), "meeting": best, "meets": best > 0, "chance_to_win": chance,
        "meeting_with_the_open_card": opened, "close_to_one": opened > 0 and lack <= 5,
        "open_elemental": s["shown"][0] % OF_A_BACK == ELEMENTAL,
        "each_elemental_beside_an_open_one": elementals * (s["shown"][0] % OF_A_BACK == ELEMENTAL),
        "open_air_enchanter": AIR <= s["shown"][0] < PROXIMA,
        "each_turn_to_wait": (seat - int(s["turn"])) % int(box["seats"]),
    }  # fmt: skip
    if elementals:
        told[("one_elemental", "two_elementals", "three_elementals", "four_elementals")[elementals - 1]] = 1
    return {name: pytest.approx(float(number)) for name, number in told.items() if number}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_standing_counts_what_its_names_say(seats: int) -> None:
    seen: dict[str, int] = {}
    for place, table in enumerate(positions(seats, 12)):
        if place % 3:
            continue
        for seat in range(seats):
            found = counted(table.box, table.state, seat)
            assert found == reckoned(table.box, table.state, seat)
            for name in found:
                seen[name] = seen.get(name, 0) + 1
    assert len(seen) > 25, sorted(set(STANDING) - set(seen))


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_chances_are_as_standings_are_to_each_other(seats: int) -> None:
    """The own standing by the own numbers, that of apprentices by theirs, all by the same where all play alike."""
    numbers = np.array([[(7 * i + 3 * k) % 11 / 20 - 0.25 for i in range(len(STANDING))] for k in range(6)])
    w, whose = readable(numbers), set()
    for table in positions(seats, 3):
        box, s = handed(table.box), handed(table.state)
        for me, manner in product(range(seats), (BY_THE_RULE, AS_ONESELF)):
            turn, each = int(table.state["turn"][0]), []
            for seat in range(seats):
                who = "equal" if manner == AS_ONESELF else "own" if seat == me else "their"
                row = SITUATED.index(f"{who}_{'turn' if seat == turn else 'wait'}")
                each.append(math.exp(standing(box, s, seat, w[row])))
                whose.add(row)
            assert hope_by(box, s, me, manner, w) == pytest.approx(each[me] / sum(each))
    assert len(whose) == len(SITUATED) == 6


@pytest.mark.parametrize("manner", [BY_THE_RULE, AS_ONESELF])
def test_what_was_learnt_hopes_for_more_from_points_cards_and_the_turn(manner: int) -> None:
    table = next(table for place, table in enumerate(positions(2, 1)) if place == 30)
    me = int(table.state["turn"][0])

    def hope(seat: int = me, **changes: int) -> float:
        states = table.state.copy()
        for name, value in changes.items():
            if name == "turn":
                states[name] = value
            else:
                states[name][0, seat] += value
        return float(hope_by(handed(table.box), handed(states), me, manner, HOPING[2]))

    assert 0 < hope(turn=1 - me) < hope() < hope(bonus=3) < 1
    assert hope(1 - me, bonus=3) < hope()
