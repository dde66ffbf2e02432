"""Worlds of searches that are tried on a GPU (a simulated one): what comes of them is what comes of them here."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grimorio.arena.gpu import NoGpuError
from grimorio.arena.trying import can_be_tried, find_holding
from grimorio.bots import BOTS, find_bot, whole_move
from grimorio.bots.search import Together
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.table import Table
from grimorio.games import load

ROOT = Path(__file__).parents[2]
NAME = "archmage(simulations=30,belief=20,thumb=3,drops=30)"
TABLES = ((2, 1, 3), (3, 2, 8), (4, 3, 0))
"""Seats, seed, moves that apprentices have made."""
SCRIPT = """
import json, sys, threading
sys.path.insert(0, sys.argv[1])
import test_trying as here
from grimorio.arena.thinking import ELSEWHERE
from grimorio.arena.trying import tried_on_gpu
from grimorio.games import load

with tried_on_gpu(load("flautz"), here.NAME) as server:
    found = {}
    think = lambda table: found.update({table: here.thought(ELSEWHERE["flautz", here.NAME], table)})
    asked = [threading.Thread(target=think, args=(table,)) for table in here.TABLES]
    for each in asked:
        each.start()
    for each in asked:
        each.join()
print(json.dumps([found[table] for table in here.TABLES] + [sorted(ELSEWHERE), server.free.qsize()]))
"""


def at_table(seats: int, seed: int, moves: int) -> Table:
    """A table at which apprentices have made some moves, so that their deeds tell something."""
    table, chance = random_play(load("flautz"), seats, seed, 0), handed(stream(key_of_seed(seed)))
    for _ in range(moves):
        seat = table.to_act()[0]
        table.apply_all(seat, whole_move(table, seat, BOTS["flautz"]["apprentice"], chance))
    return table


def thought(search: Any, told: tuple[int, int, int]) -> list[Any]:
    """What a search decides on at a table, and what came of everything that it tried."""
    table = at_table(*told)
    seat = table.to_act()[0]
    legal, actions, bot = table.legal(seat), integers(table.game.most_legal), find_bot("flautz", NAME)
    assert bot is not None
    assert bot.way.memory is not None
    actions[: len(legal)] = legal
    view, chance = handed(table.view(seat)), handed(stream(key_of_seed(told[1], "thinks")))
    past = bot.way.memory.told(table.rows(seat), view)
    place = search(handed(table.box), view, actions, len(legal), chance, past)
    first = search.minds()[0]
    return [int(place), first.sums.tolist(), first.squares.tolist()]


def test_worlds_tried_on_a_gpu_come_to_the_same_for_all_that_ask_at_once() -> None:
    command = [sys.executable, "-c", SCRIPT, str(Path(__file__).parent)]
    changed = {"PYTHONPATH": str(ROOT / "src"), "NUMBA_DISABLE_JIT": "1", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(command, env=os.environ | changed, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    *there, elsewhere, free = json.loads(done.stdout)
    bot = find_bot("flautz", NAME)
    assert bot is not None
    assert isinstance(bot.way.together, Together)
    here = [thought(bot.way.together, table) for table in TABLES]
    assert there == here
    assert all(any(sums) for _, sums, _ in here)
    assert (elsewhere, free) == ([], 4)  # nobody is asked there any more, and every slot is free again


def test_only_searches_by_tables_are_tried_there() -> None:
    assert can_be_tried(find_bot("flautz", "archmage"))
    for name in ("adept", "apprentice", "network", "archmage(belief=0)", "archmage(plans=0)", "archmage(width=4)"):
        assert not can_be_tried(find_bot("flautz", name))
    assert not can_be_tried(find_bot("abracadabra", "archmage"))
    with pytest.raises(NoGpuError):
        find_holding(load("zaubercocktail"))
