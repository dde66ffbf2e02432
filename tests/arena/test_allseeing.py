"""The player who sees all is measured, and nothing leads to it from where bots sit down."""

import ast
from pathlib import Path
from typing import Any

import pytest

import grimorio
from grimorio.arena.allseeing import ALL_SEEING, TRUTH, Revealed, play_revealed, seeing_all
from grimorio.arena.simulate import Match, UnknownBotError, play_batch
from grimorio.arena.tournament import Claim, makes, play_deals
from grimorio.bots import LEVELS, find_bot
from grimorio.bots.contract import Effort
from grimorio.engine import laws
from grimorio.engine.laws import LawBrokenError, random_play
from grimorio.engine.table import Table
from grimorio.games import GAMES, load

FLAUTZ = load("flautz")
SHORT = "archmage(simulations=40,width=6,guided=0,trust=0)"


def test_no_table_can_name_it() -> None:
    for game in GAMES:
        assert find_bot(game, ALL_SEEING) is None
        assert find_bot(game, f"{ALL_SEEING}(simulations=40)") is None
    assert ALL_SEEING not in LEVELS
    with pytest.raises(UnknownBotError):
        Match(FLAUTZ, 2, 1, bots=(ALL_SEEING, "random")).players()


def test_only_the_tournament_knows_it() -> None:
    root = Path(grimorio.__file__).parent
    knowing = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        for step in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(step, ast.ImportFrom) and step.module == "grimorio.arena.allseeing"
    }
    assert knowing == {"arena/tournament.py", "cli/commands/tournament.py"}


@pytest.mark.compiled_only
def test_it_decides_by_what_its_seat_cannot_know() -> None:
    """The law of secrecy, which every bot keeps, catches it."""
    way = seeing_all(FLAUTZ, Effort(60, trust=0))
    mind = way.new_mind()
    tables = list[Table]()

    def ask(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        tables.reverse()
        mind[0][TRUTH] = tables[0].state[0]
        return int(way.think(box, view, actions, count, chance, mind))

    def ask_in_many_worlds() -> None:
        for seed in range(20):
            table = random_play(FLAUTZ, 2, seed, 6)
            seat = table.to_act()[0]
            other = laws.world(table, seat, seed)
            tables[:] = [other, table]
            laws.channels_keep_secrets(table, seat, other, ask)

    with pytest.raises(LawBrokenError, match="a hint keeps secrets"):
        ask_in_many_worlds()


@pytest.mark.compiled_only
def test_a_match_that_is_revealed_to_one_is_another_match() -> None:
    match = Match(FLAUTZ, 2, 1, 3, (SHORT, "apprentice"), box=FLAUTZ.box(2))
    seen = play_revealed(match, SHORT, 0, 1)
    assert seen.states.tobytes() == play_revealed(match, SHORT, 0, 1).states.tobytes()
    assert seen.states.tobytes() != play_batch(match, 0, 1).states.tobytes()


def test_only_one_may_see_all() -> None:
    with pytest.raises(ValueError, match="more seats than one"):
        Revealed(Match(FLAUTZ, 2, 1, 3, (SHORT,), box=FLAUTZ.box(2)), SHORT)


@pytest.mark.compiled_only
def test_its_share_is_counted_like_that_of_any_hero() -> None:
    claim = Claim("flautz", 2, SHORT.replace("archmage", ALL_SEEING), "apprentice")
    deals = play_deals(claim, 0, 1, 4)
    assert deals.thoughts > 0
    assert deals.made == makes(claim)
    assert "simulations=40" in deals.made[0]
