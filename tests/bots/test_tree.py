"""The tree of a search: where nodes are found, what is tried next, and what is learnt from it."""

from typing import Any

import numpy as np
import pytest

from grimorio.bots import APPRENTICES
from grimorio.bots.contract import Effort
from grimorio.bots.search import WHOLE, searching
from grimorio.bots.tree import NODES, PROBES, name_of, new_trees, place_of, promising, remember, walk_back, walk_on
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers, readable
from grimorio.engine.laws import random_play
from grimorio.games import load


def grown(values: list[float]) -> tuple[Any, ...]:
    """Trees of which the first has one node, number 5."""
    trees = new_trees()
    _, facts, moves, stats, likely, _ = trees
    remember(0, 5, np.array(values, np.float32), len(values), facts, moves, stats, likely)
    return trees


def simulate(trees: tuple[Any, ...], worths: dict[int, int], times: int) -> list[int]:
    """So many simulations through the node, each action worth the same every time; which actions were tried."""
    _, facts, moves, stats, likely, path = trees
    tried = []
    for _ in range(times):
        k = int(promising(0, 5, WHOLE, facts, stats, likely))
        walk_on(0, 5, k, path)
        tried.append(int(moves[0, 5, k]))
        walk_back(0, worths[tried[-1]], facts, stats, path)
    return tried


def test_a_node_has_the_name_of_what_is_seen() -> None:
    seen = readable(np.arange(200, dtype=np.uint8))
    other = seen.copy()
    other[199] += 1
    assert name_of(seen) == name_of(seen.copy()) > 0
    assert name_of(seen) != name_of(other)
    assert name_of(readable(np.zeros(3, np.uint8))) != name_of(readable(np.zeros(4, np.uint8)))


def test_a_node_is_found_again_and_another_one_beside_it() -> None:
    names = new_trees()[0]
    one, same_place = 7 << 20, (7 + NODES) << 20
    first = place_of(names, 0, one)
    names[0, first] = one
    assert place_of(names, 0, one) == first
    assert place_of(names, 0, same_place) == first + 1
    assert place_of(names, 1, same_place) == first
    names[0, first : first + PROBES] = 1
    assert place_of(names, 0, one) == -1


def test_a_node_keeps_the_best_valued_first_and_how_likely_each_is() -> None:
    _, _, moves, _, likely, _ = grown([0.0, 2.0, 1.0])
    assert moves[0, 5, :3].tolist() == [1, 2, 0]
    assert likely[0, 5, :3] == pytest.approx([0.665, 0.245, 0.09], abs=0.001)


def test_more_actions_are_tried_the_more_often_a_node_was_reached() -> None:
    trees = grown([0.0, 0.1, 0.2, 0.3])
    tried = simulate(trees, dict.fromkeys(range(4), 0), 12)
    assert tried[0] == 3
    assert set(tried[:4]) == {3, 2}
    assert set(tried) == {3, 2, 1, 0}


def test_what_wins_is_tried_more_although_it_seemed_less_likely() -> None:
    trees = grown([1.0, 0.0])
    tried = simulate(trees, {0: 0, 1: WHOLE}, 100)
    assert tried.count(1) > 70


def test_every_node_on_the_way_learns_what_came_of_it() -> None:
    trees = grown([1.0, 0.0])
    _, facts, _, stats, _, path = trees
    walk_on(0, 5, 1, path)
    walk_on(0, 9, 0, path)
    walk_back(0, 210, facts, stats, path)
    assert stats[0, 5, 1].tolist() == stats[0, 9, 0].tolist() == [1, 210]
    assert facts[0, 5, 0] == facts[0, 9, 0] == 1
    walk_back(0, 210, facts, stats, path)
    assert facts[0, 5, 0] == 1


@pytest.mark.compiled_only
def test_only_the_searcher_has_nodes() -> None:
    """A search that looks one decision ahead meets rivals only: where a turn is one decision, no node is made."""
    game = load("flautz")
    table = random_play(game, 3, 2, 4)
    seat = table.to_act()[0]
    legal = table.legal(seat)
    actions = integers(game.most_legal)
    actions[: len(legal)] = legal
    made = []
    for guided in (2, 3):
        way = searching("flautz", APPRENTICES["flautz"], Effort(60, guided=guided), learned=True)
        mind = way.new_mind()
        way.think(
            handed(table.box), handed(table.view(seat)), actions, len(legal), handed(stream(key_of_seed(1))), mind
        )
        made.append(np.count_nonzero(mind.names))  # type: ignore[attr-defined]
    assert made[0] == 0 < made[1]
