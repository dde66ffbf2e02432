"""Which components fit on an objective, and how many count as exact: against trying every assignment (I-G5)."""

import itertools
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.edition import edition_of
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed
from grimorio.engine.table import Table
from grimorio.games.illusio import GAME
from grimorio.games.illusio.box import NEED_NAMES, group_of_need
from grimorio.games.illusio.rules.pieces import BITS, accuracy, fitting, half
from grimorio.games.illusio.state import COMPONENTS, NEEDS, OBJECTIVES, TYPED, group_of

BOX = GAME.box(2)


def tally(kinds: list[int]) -> int:
    """Components as the rules count them."""
    return sum(1 << (BITS * kind) for kind in kinds)


def serves(kind: int, need: int) -> bool:
    """I-R17: whether a component serves a need."""
    return group_of(kind) == group_of_need(need)


def brute_force(needs: list[int], kinds: list[int]) -> tuple[int, int]:
    """The most components that can be placed, and the most exact ones when all are placed, by trying everything."""
    placed = exact = 0
    for order in itertools.permutations([*kinds, *[-1] * len(needs)], len(needs)):
        filled = [(kind, need) for kind, need in zip(order, needs, strict=True) if kind >= 0]
        if all(serves(kind, need) for kind, need in filled):
            placed = max(placed, len(filled))
            if len(filled) == len(needs):
                exact = max(exact, sum(kind == need < TYPED for kind, need in filled))
    return placed, exact


def needs_of(objective: int) -> list[int]:
    """What an objective asks for."""
    return [int(need) for need in BOX["needs"][0, objective] if need >= 0]


@pytest.mark.parametrize("objective", range(OBJECTIVES))
def test_accuracy_is_that_of_the_best_assignment(objective: int) -> None:
    needs = needs_of(objective)
    of_group = [[kind for kind in range(COMPONENTS) if serves(kind, need)] for need in needs]
    for kinds in itertools.product(*of_group):
        assert accuracy(handed(BOX), objective, tally(list(kinds))) == brute_force(needs, list(kinds))[1]


def box_asking(needs: list[int]) -> Any:
    """A box whose first objective asks for these."""
    data = json.loads(json.dumps(GAME.read_edition(None).data))
    data["objectives"]["c1"]["needs"] = [NEED_NAMES[need] for need in needs]
    return GAME.box(2, {}, edition_of(data, "own.toml"))


asked = st.lists(st.integers(0, len(NEED_NAMES) - 1), min_size=1, max_size=NEEDS)


@given(needs=asked, data=st.data())
def test_accuracy_is_greatest_also_where_an_edition_asks_for_a_type_twice(
    needs: list[int], data: st.DataObject
) -> None:
    kinds = [data.draw(st.sampled_from([k for k in range(COMPONENTS) if serves(k, need)])) for need in needs]
    assert accuracy(handed(box_asking(needs)), 0, tally(kinds)) == brute_force(needs, kinds)[1]


@given(needs=asked, kinds=st.lists(st.integers(0, COMPONENTS - 1), max_size=5))
def test_as_many_components_fit_as_trying_everything_places(needs: list[int], kinds: list[int]) -> None:
    table = Table(GAME, 2, secret=bytes(32))
    box = box_asking(needs)
    table.state["backstage_as"][0, 0] = [kinds.count(kind) for kind in range(COMPONENTS)]
    assert fitting(handed(box), handed(table.state), 0, 0) == brute_force(needs, kinds)[0]
    assert half(handed(box), 0) == -(-len(needs) // 2)


# ---------------------------------------------------------------- components that count alike


def table_with(given: dict[str, Any], *moves: str) -> Table:
    """A table of two in a given position, after some moves of seat A."""
    table = Table(GAME, 2, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"magician": {"A": "grimaldo", "B": "shaozu"}, **given})
    for move in moves:
        table.apply(0, move)
    return table


def test_components_that_count_alike_are_told_apart_by_their_transform_cards() -> None:
    given = {"hand": {"A": ["transform", "transform"]}, "backstage": {"A": ["dove", "dove"]}}
    table = table_with(given, "transform dove into crate", "transform crate into dove")
    legal = [GAME.action_of(number).text() for number in table.legal(0)]
    assert legal == ["return dove of a", "end"]
    table.apply(0, "return dove of a")
    assert [GAME.action_of(number).text() for number in table.legal(0)] == ["the dove", "the dove under 2"]
    table.apply(0, "the dove under 2")
    told = table.view_json(0)
    assert told["discards"] == ["transform", "transform"]
    assert told["backstage"]["A"] == ["dove"]
    assert told["changes"] == 0


def test_where_all_that_count_alike_are_the_same_nobody_is_asked() -> None:
    table = table_with({"backstage": {"A": ["dove", "dove"]}}, "return dove of a")
    assert table.view_json(0)["phase"] == "act"


@pytest.mark.parametrize("seed", range(8))
def test_what_is_counted_backstage_is_what_lies_there_with_its_changes(seed: int) -> None:
    from grimorio.engine import laws  # noqa: PLC0415 - only here

    table = laws.random_play(GAME, 2 + seed % 5, seed, 350)
    s = table.state[0]
    for seat in range(table.seats):
        lying = [int(kind) for kind in s["backstage"][seat] if kind >= 0]
        counts = [lying.count(kind) for kind in range(COMPONENTS)]
        for i in range(int(s["changes"])):
            if s["changed_of"][i] == seat and s["changed_at"][i] == 0:
                counts[s["changed"][i]] -= 1
                counts[s["changed_into"][i]] += 1
        assert counts == s["backstage_as"][seat].tolist()
        assert len(lying) == s["backstage_size"][seat]
    assert sum(s["changed_by"]) == sum(s["transforms"] >= 0)
