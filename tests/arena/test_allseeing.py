"""The player who sees all is measured, and nothing leads to it from where bots sit down."""

import ast
from pathlib import Path
from typing import Any

import pytest

import grimorio
from grimorio.arena.allseeing import (
    ALL_SEEING,
    SEERS,
    TRUTH,
    blindfolded,
    seeing_all,
    seer_named,
)
from grimorio.arena.simulate import Match, UnknownBotError, play_batch
from grimorio.arena.thinking import ELSEWHERE, Seating, play_thinking
from grimorio.arena.tournament import Claim, makes, play_deals
from grimorio.arena.unseen import DEALT_ANEW
from grimorio.bots import LEVELS, find_bot
from grimorio.bots.contract import Effort
from grimorio.engine import laws
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import LawBrokenError, random_play
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.games.abracadabra.state import CARDS, PERICULUM

FLAUTZ = load("flautz")
SHORT = "archmage(simulations=40,width=6,guided=0,trust=0)"
SEEING = SHORT.replace("archmage", ALL_SEEING)


@pytest.mark.parametrize("seer", SEERS)
def test_no_table_can_name_it(seer: str) -> None:
    for game in GAMES:
        assert find_bot(game, seer) is None
        assert find_bot(game, f"{seer}(simulations=40)") is None
    assert seer not in LEVELS
    assert blindfolded(f"{seer}(simulations=40)") == "archmage(simulations=40)"
    assert find_bot("flautz", blindfolded(f"{seer}s")) is None
    with pytest.raises(UnknownBotError):
        Match(FLAUTZ, 2, 1, bots=(seer, "random")).players()


def test_only_the_tournament_knows_it() -> None:
    root = Path(grimorio.__file__).parent
    knowing = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        for step in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(step, ast.ImportFrom) and step.module == "grimorio.arena.allseeing"
    }
    assert knowing == {"arena/draws.py", "arena/tournament.py", "cli/commands/tournament.py"}


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
    seen, again = (play_thinking(match, 0, 1, Seating(match, seer_named(FLAUTZ, SEEING))) for _ in range(2))
    assert seen.states.tobytes() == again.states.tobytes()
    assert seen.states.tobytes() != play_batch(match, 0, 1).states.tobytes()
    assert seer_named(FLAUTZ, SHORT) is None


@pytest.mark.compiled_only
def test_who_sees_all_does_so_also_where_the_bot_of_its_seat_is_asked_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Beside a GPU a bot of that name is asked there, in the same run."""
    match = Match(FLAUTZ, 2, 1, 3, (SHORT, "apprentice"), box=FLAUTZ.box(2))
    seen = play_thinking(match, 0, 1, Seating(match, seer_named(FLAUTZ, SEEING)))
    monkeypatch.setitem(ELSEWHERE, ("flautz", SHORT), lambda *_: 0)
    again = play_thinking(match, 0, 1, Seating(match, seer_named(FLAUTZ, SEEING)))
    assert seen.states.tobytes() == again.states.tobytes()


def test_only_one_may_see_all() -> None:
    with pytest.raises(ValueError, match="more seats than one"):
        Seating(Match(FLAUTZ, 2, 1, 3, (SHORT,), box=FLAUTZ.box(2)), seer_named(FLAUTZ, SEEING))


@pytest.mark.compiled_only
def test_its_share_is_counted_like_that_of_any_hero() -> None:
    claim = Claim("flautz", 2, SEEING, "apprentice")
    deals = play_deals(claim, 0, 1, 4)
    assert deals.thoughts > 0
    assert deals.made == makes(claim)
    assert "simulations=40" in deals.made[0]


@pytest.mark.parametrize("name", DEALT_ANEW)
def test_what_nobody_has_seen_is_dealt_anew_and_nobody_sees_that(name: str) -> None:
    """All views stay the same, and all hands; what lies face down is any card that it can be."""
    game = load(name)
    moved, lying = set[str](), set[int]()
    for seed in range(12):
        table = random_play(game, 2 + seed % 3, seed, 5 + 4 * seed)
        if table.over:
            continue
        other = table.branch(table.state)
        for world in range(8):
            DEALT_ANEW[name](handed(other.state), handed(stream(key_of_seed(100 * seed + world))))
            for seat in range(table.seats):
                assert other.view_json(seat) == table.view_json(seat)
            for field in game.layout.dtype.names or ():
                if other.state[field].tobytes() != table.state[field].tobytes():
                    moved.add(field)
            lying.update(other.state["row"].ravel().tolist())
            assert not any(
                other.state["row"][0, slot] == PERICULUM for slot in range(3) if table.state["row_safe"][0, slot]
            )
    assert moved == {"row", "top", "deck"}
    assert len(lying) > CARDS // 2


@pytest.mark.compiled_only
def test_who_sees_hands_alone_decides_by_them_and_not_by_what_lies_face_down() -> None:
    game = load("abracadabra")
    way = seeing_all(game, Effort(200, 0), hands=True)
    mind = way.new_mind()

    def decided(table: Table, shown: Table) -> int:
        """What it does at a table when it is shown the true state of another one, which looks the same to its seat."""
        seat = table.to_act()[0]
        legal, actions = table.legal(seat), integers(game.most_legal)
        actions[: len(legal)] = legal
        mind[0][TRUTH] = shown.state[0]
        given = handed(table.box), handed(table.view(seat)), actions, len(legal)
        return int(way.think(*given, handed(stream(key_of_seed(1))), mind))

    by_hands = 0
    for seed in range(30):
        table = random_play(game, 3, seed, 10 + seed)
        if table.over or len(table.legal(table.to_act()[0])) == 1:
            continue
        row = table.branch(table.state)
        DEALT_ANEW["abracadabra"](handed(row.state), handed(stream(key_of_seed(seed))))
        assert decided(table, row) == decided(table, table)
        by_hands += decided(table, laws.world(table, table.to_act()[0], seed)) != decided(table, table)
    assert by_hands > 0
