"""Golden records: one game for each way a game can end, kept as people can read it, and replayed to the same bytes.

`pytest tests/test_golden.py --regolden` writes them anew; the diff is then to be reviewed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from grimorio.bots import BOTS
from grimorio.engine import record as records
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.edition import edition_of
from grimorio.engine.kernel import handed, integers
from grimorio.engine.table import Table
from grimorio.games import GAMES

FOLDER = Path(__file__).parent / "golden"
Player = Callable[[Table, int, Any], int]


@dataclass(frozen=True)
class Case:
    """How a golden game is made: who plays, what was agreed, and the first seed to try."""

    seats: int
    player: str = "apprentice"
    options: dict[str, str] = field(default_factory=dict)
    edition: dict[str, Any] = field(default_factory=dict)
    closing: str = ""
    foreign: bool = False


ONE_ROUND = {"arena": {"I": {"front": []}, "II": {"front": []}, "III": {"front": ["either", "FLAUTZ!"]}}}

CASES: dict[str, dict[str, Case]] = {
    "flautz": {
        "crystals": Case(3),
        "crystals-by-straight": Case(4, closing="straight"),
        "crystals-by-royal": Case(4, closing="royal"),
        "crystals-shared": Case(4),
        "points": Case(2, options={"mode": "points", "challenges": "3"}),
        "points-shared": Case(2, options={"mode": "points", "challenges": "1"}),
        "guard": Case(2, player="focus", edition=ONE_ROUND),
    },
    "abracadabra": {
        "points": Case(4),
        "points-in-a-foreign-turn": Case(4, foreign=True),
        "elementals": Case(3),
        "stones": Case(5),
    },
    "fata": {
        "points": Case(4),
        "rival": Case(5),
        "last": Case(3),
    },
    "illusio": {
        "target": Case(4),
        "target-in-a-foreign-turn": Case(3, player="random", foreign=True),
    },
    "zaubercocktail": {
        "lightning": Case(5),
        "final-space": Case(4),
    },
}


def merged(base: Any, changed: Any) -> Any:
    """A table with some entries changed."""
    if isinstance(base, dict) and isinstance(changed, dict):
        return {**base, **{name: merged(base.get(name, {}), value) for name, value in changed.items()}}
    return changed


def choose(table: Table, seat: int, player: str, chance: Any) -> int:
    """A bot's choice, or the action with the player's name wherever it is legal."""
    legal = table.legal(seat)
    if player not in BOTS[table.game.name]:
        return table.game.parse_action(player)
    actions = integers(len(legal))
    actions[:] = legal
    bot = BOTS[table.game.name][player]
    return legal[bot(handed(table.box), handed(table.view(seat)), actions, len(legal), handed(chance))]


def played(name: str, case: Case, seed: int) -> Table:
    """A whole game."""
    game = GAMES[name]
    edition = edition_of(merged(dict(game.read_edition(None).data), case.edition), "golden")
    bots = (case.player if case.player in BOTS[name] else "",) * case.seats
    table = Table(game, case.seats, options=case.options, edition=edition, secret=seed.to_bytes(32), bots=bots)
    chance = stream(key_of_seed(seed, "golden"))
    while not table.over:
        seat = table.to_act()[0]
        table.apply(seat, choose(table, seat, case.player, chance))
    return table


def fits(table: Table, title: str, case: Case) -> bool:
    """The game ended as its title says."""
    ending, view = table.outcome().ending, table.view_json(-1)
    if case.closing and view["last_closing"] != case.closing:
        return False
    if case.foreign and view["winner"] == view["turn"]:
        return False
    return ending == title or (bool(case.closing or case.foreign) and title.startswith(str(ending)))


def write_anew(name: str, title: str, case: Case, path: Path) -> None:
    """Find the first seed whose game ends as it should, and keep its record."""
    table = next(table for seed in range(20_000) if fits(table := played(name, case, seed), title, case))
    records.write(records.record_of(table), path)


every_case = pytest.mark.parametrize(("name", "title"), [(name, title) for name in CASES for title in CASES[name]])


@every_case
def test_a_golden_record_replays_to_its_result(name: str, title: str, request: pytest.FixtureRequest) -> None:
    path = FOLDER / name / f"{title}.json"
    if request.config.getoption("--regolden"):
        write_anew(name, title, CASES[name][title], path)
    table = records.verify(records.read(path), GAMES[name])
    assert fits(table, title, CASES[name][title])
    assert records.to_json(records.record_of(table)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_there_is_a_golden_record_for_each_way_a_game_can_end(name: str) -> None:
    endings = {records.read(path).result["ending"] for path in (FOLDER / name).glob("*.json")}
    assert endings >= set(GAMES[name].endings) - {GAMES[name].stalled_ending}
