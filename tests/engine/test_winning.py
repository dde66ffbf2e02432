"""Who won, as parts of one."""

import numpy as np
import pytest

from grimorio.arena.simulate import Match, play_batch, simulate
from grimorio.engine.kernel import handed, integers, readable
from grimorio.engine.table import Table
from grimorio.engine.winning import sharing
from grimorio.games import load

FLAUTZ = load("flautz")
OPTIONS = {"mode": "points", "challenges": "1"}
MATCH = Match(FLAUTZ, 2, 60, 1, ("random",), OPTIONS, FLAUTZ.box(2, OPTIONS))


def test_a_shared_victory_is_divided_and_the_parts_add_up_to_one() -> None:
    states, total = play_batch(MATCH, 0, MATCH.games).states, np.zeros(2)
    found = set()
    for i in range(MATCH.games):
        shares, out = readable(np.zeros(2, np.float32)), integers(2, 2)
        ending = sharing(FLAUTZ)(handed(MATCH.box), handed(states, i), out, shares)
        assert ending >= 0
        assert sum(shares) == pytest.approx(1)
        assert [part > 0 for part in shares] == [place == 1 for place in np.asarray(out)[:, 1].tolist()]
        found.add(max(shares))
        total += np.asarray(shares)
    assert found == {0.5, 1.0}
    assert simulate(MATCH).wins == pytest.approx(total.tolist())


def test_a_game_that_is_not_over_is_everybodys_in_equal_parts() -> None:
    table = Table(FLAUTZ, 4, secret=bytes(32))
    shares = readable(np.zeros(4, np.float32))
    assert sharing(FLAUTZ)(handed(table.box), handed(table.state), integers(4, 2), shares) < 0
    assert list(shares) == pytest.approx([0.25] * 4)
