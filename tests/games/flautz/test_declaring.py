"""FZ-R16, FZ-A4: exactly the exchanges that make a FLAUTZ! can be declared; a Straight never is, it shows itself."""

from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grimorio.engine.edition import edition_of
from grimorio.engine.kernel import readable
from grimorio.engine.table import Table
from grimorio.games.flautz import GAME
from grimorio.games.flautz.actions import Exchange, ExchangeDeclaring
from grimorio.games.flautz.rules.spells import completing, digits_of, is_flautz, is_straight, kinds_with
from grimorio.games.flautz.state import HAND, ILLUSION, KINDS, PRISM, VALUES

STANDARD = GAME.read_edition(None).data


def box_with(copies: int, illusions: int, prisms: int, highest: int) -> dict[str, Any]:
    """The standard box with other spell cards."""
    spells = {
        **STANDARD["spells"],
        "values": {"from": 1, "to": highest},
        "copies": {"number": copies},
        "illusions": {"copies": illusions},
        "prisms": {"number": prisms},
    }
    return {**STANDARD, "spells": spells}


BOXES = [
    box_with(3, 2, 5, 5),
    box_with(0, 8, 16, 6),
    box_with(1, 6, 16, 5),
    box_with(2, 1, 12, 8),
    box_with(4, 0, 0, 4),
]


def sorted_hand(table: Table, seat: int, give: str | None, take: int | None) -> Any:
    """The hand of a seat, with one card given for another."""
    hand = table.state["hand"][0, seat].tolist()
    if give is not None and take is not None:
        hand.remove(GAME.card_number(give))
        hand.append(take)
    return readable(np.array(sorted(hand), np.int8))


def check(table: Table) -> int:
    """Compare what can be declared with trying every exchange; how many could be."""
    seat = table.to_act()[0]
    actions = [GAME.action_of(number) for number in table.legal(seat)]
    view = table.view(seat)[0]
    open_cards = {f"{zone} {k + 1}": int(view[zone][k]) for zone in ("air", "floor") for k in range(3)}
    declared = {(each.place, each.give) for each in actions if isinstance(each, ExchangeDeclaring)}
    expected = set()
    for each in actions:
        if isinstance(each, Exchange) and int(view["declarer"]) < 0:
            hand = sorted_hand(table, seat, each.give, open_cards[each.place])
            if is_flautz(hand) and not is_straight(hand):
                expected.add((each.place, each.give))
    assert declared == expected
    if table.view_json(seat)["phase"] == "turn" and not view["focused"][seat] and int(view["declarer"]) < 0:
        said = any(each.text() == "declare" for each in actions)
        assert said == is_flautz(sorted_hand(table, seat, None, None))
    return len(declared)


@given(seed=st.integers(0, 2**20), box=st.sampled_from(range(len(BOXES))))
def test_what_can_be_declared_is_what_trying_everything_finds(seed: int, box: int) -> None:
    table = Table(GAME, 2, edition=edition_of(BOXES[box], "box"), secret=seed.to_bytes(32))
    for step in range(8):
        if table.over:
            return
        check(table)
        legal = table.legal(table.to_act()[0])
        table.apply(table.to_act()[0], legal[(seed + step * step) % len(legal)])


@pytest.mark.compiled_only
def test_it_is_so_in_thousands_of_deals() -> None:
    found = 0
    for seed in range(1_000):
        for box in BOXES:
            found += check(Table(GAME, 2, edition=edition_of(box, "box"), secret=seed.to_bytes(32)))
    assert found > 400


def alike(lowest: int, colours: int) -> list[int]:
    """Cards that may well make a spell: some numbers in a row in some colours, illusions, prisms."""
    kinds = [each for each in range(PRISM) if lowest <= each % VALUES < lowest + HAND and each < colours * VALUES]
    return [*kinds, *(ILLUSION + number for number in range(lowest, lowest + 2)), PRISM, PRISM]


fours = st.tuples(st.integers(0, VALUES - 2), st.integers(1, 5)).flatmap(
    lambda given: st.lists(st.sampled_from(alike(*given)), min_size=HAND - 1, max_size=HAND - 1)
)


@given(fours)
@example([0, 1, 2, 3])
@example([0, 8, 16, 24])
@example([PRISM, PRISM, PRISM, 2])
@example([PRISM] * 4)
def test_what_completes_four_cards_is_what_makes_a_flautz_of_them(four: list[int]) -> None:
    numbers, colours = completing(sum(digits_of(card) for card in four))
    for card in range(KINDS):
        hand = readable(np.array(sorted([*four, card]), np.int8))
        expected = is_flautz(hand) and not is_straight(hand)
        assert kinds_with(numbers, colours) >> card & 1 == expected, card
