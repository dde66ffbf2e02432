"""Whole game trees of small boxes: how many nodes they have, and what they are worth."""

import json
import math
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grimorio.engine.giving import Giver
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.games import load
from grimorio.research.miniature import Script
from grimorio.research.small import BOXES, SmallBox

GOLDEN = Path(__file__).parent.parent / "golden" / "miniatures.json"
LISTED = """
import json, sys
from grimorio.research.miniature import Miniature
from grimorio.research.small import BOXES
tree = Miniature(BOXES[sys.argv[1]]).tree()
print(json.dumps({"decisions": tree.decisions, "chances": tree.chances, "ends": tree.ends,
                  "information_sets": tree.information_sets, "efg": tree.efg()}))
"""
LOOKED = """
import sys
from grimorio.engine.giving import Giver
from grimorio.engine.sight import as_bytes
from grimorio.engine.table import Table
from grimorio.games import load
from grimorio.research.miniature import Miniature
from grimorio.research.small import BOXES
for name, box in BOXES.items():
    table = Table(load(box.name), box.seats, options=box.options, edition=box.edition(), secret=bytes(32))
    Giver(table.game, table, name).give(box.worlds[0] if box.worlds else {})
    for seat in range(box.players):
        made = Miniature(box).view(as_bytes(table.state)[0], seat)
        print(name, seat, made == table.game.sight.of(table.state, seat).tobytes())
"""


@pytest.fixture(scope="module", params=json.loads(GOLDEN.read_text(encoding="utf-8")))
def listed(request: pytest.FixtureRequest) -> tuple[dict[str, Any], dict[str, Any]]:
    """A tree as it is, and as it was written down; rules in plain Python need a process of their own."""
    return json.loads(interpreted(LISTED, request.param)), json.loads(GOLDEN.read_text(encoding="utf-8"))[request.param]


def interpreted(code: str, *given: str) -> str:
    """What some code prints where rules are plain Python."""
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    asked = [sys.executable, "-c", code, *given]
    return subprocess.run(asked, env=plain, capture_output=True, text=True, check=True).stdout  # noqa: S603 - ourselves


def test_a_miniature_has_as_many_nodes_as_was_written_down(listed: tuple[dict[str, Any], dict[str, Any]]) -> None:
    found, golden = listed
    assert {name: found[name] for name in golden if name != "value"} == {
        name: value for name, value in golden.items() if name != "value"
    }
    assert sum(found["information_sets"]) < found["decisions"], "something must be hidden"


def test_openspiel_finds_the_value_of_a_miniature_of_two(listed: tuple[dict[str, Any], dict[str, Any]]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    found, golden = listed
    if len(found["information_sets"]) > 2:
        assert "value" not in golden, "more than two players have no value"
        assert pyspiel.load_efg_game(found["efg"]).num_players() == len(found["information_sets"])
        return
    game = pyspiel.load_efg_game(found["efg"])
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    first, second = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True, 0.0)  # noqa: FBT003
    assert pyspiel.exploitability(game, policy) < 0.001
    assert first == pytest.approx(golden["value"], abs=0.001)
    assert first + second == pytest.approx(0)


def test_a_tree_sees_what_views_show() -> None:
    told = interpreted(LOOKED).splitlines()
    assert told == [f"{name} {seat} True" for name, box in BOXES.items() for seat in range(box.players)]


@pytest.mark.parametrize("box", [box for box in BOXES.values() if box.worlds], ids=lambda box: box.name)
def test_nobody_who_only_watches_can_tell_the_worlds_of_a_small_box_apart(box: SmallBox) -> None:
    game, seen = load(box.name), set()
    for given in box.worlds:
        table = Table(game, box.seats, options=box.options, edition=box.edition(), secret=bytes(32))
        Giver(game, table, box.name).give(given)
        seen.add(game.sight.of(table.state, SPECTATOR).tobytes())
    assert len(seen) == 1


DRAWS = """
import json
from grimorio.games import load
from grimorio.research.miniature import Miniature
from grimorio.research.small import ABRACADABRA, SmallBox
standard = load("fata").standard.data
two = list(standard["visions"])[1:3]
visions = {
    name: {**kind, "copies": 5 * (name in two)} for name, kind in standard["visions"].items() if name != "origin"
}
charms = {name: 5 * (name == "shield") for name in standard["enchantments"] if name != "origin"}
worths = {"treasures": {"values": {"numbers": [1] * 5}}}
first = {"table": {name: {"number": 1} for name in standard["table"]}}
fata = SmallBox("fata", 3, {"starter": "A"}, {"visions": visions, "enchantments": charms, **worths, **first})
print(json.dumps([Miniature(SmallBox("abracadabra", 2, {"starter": "A"})).draws(), Miniature(fata).draws()]))
"""


def test_why_two_games_cannot_be_listed_from_the_deal_on() -> None:
    """The smallest boxes that their rules allow can be dealt in too many ways, before anybody decides anything."""
    abracadabra, fata = json.loads(interpreted(DRAWS))
    assert math.prod(abracadabra) == 40 * 39 * 38 * 37 * 36
    assert math.prod(fata) == 11 * 10 * 9 * 9 * 9 * 9


def test_of_cards_that_are_alike_the_first_is_drawn_for_all() -> None:
    script, found = Script(frozenset({2, 3})), dict[tuple[int, ...], Fraction]()
    while True:
        cards = [1, 2, 3]
        drawn = tuple(script.draw(None, cards, 3 - i) for i in range(2))
        found[drawn] = script.probability()
        if not script.next():
            break
    assert found == {(1, 2): Fraction(1, 3), (2, 1): Fraction(1, 3), (2, 3): Fraction(1, 3)}


def test_a_script_walks_every_branch_of_chance_once_with_its_probability() -> None:
    script, found = Script(), dict[tuple[int, ...], Fraction]()
    while True:
        cards = [1, 1, 2]
        drawn = tuple(script.draw(None, cards, 3 - i) for i in range(2))
        assert drawn not in found
        found[drawn] = script.probability()
        if not script.next():
            break
    assert found == {(1, 1): Fraction(1, 3), (1, 2): Fraction(1, 3), (2, 1): Fraction(1, 3)}
