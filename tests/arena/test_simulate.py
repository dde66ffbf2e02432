"""Whole games between bots: the same on every way of running, and ended as the rules say."""

import dataclasses
import functools
import json
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from grimorio.arena import simulate as simulation
from grimorio.arena.simulate import Match, Report, UnknownBotError, batches, play_batch, simulate
from grimorio.bots import STANDARD
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers
from grimorio.games import GAMES, load

ROOT = Path(__file__).parent.parent.parent
FLAUTZ = load("flautz")

Setting = tuple[str, int, str]
"""A game, the number of its seats, and its bots."""


def sizes(game: Game) -> range:
    return range(game.seats[0], game.seats[1] + 1)


TABLES: list[Setting] = [
    (game.name, seats, bots) for game in GAMES.values() for seats in sizes(game) for bots in ("random", STANDARD)
]
"""The matches that are played in every way there is."""
SOME_TABLES = [
    (game.name, *seated) for game in GAMES.values() for seated in ((game.seats[0], STANDARD), (game.seats[1], "random"))
]
"""Those that a simulated GPU plays, which takes its time: the smallest table of each game, and the largest."""
FEW = 1
every_table = pytest.mark.parametrize("setting", TABLES, ids=lambda setting: "-".join(map(str, setting)))
some_tables = pytest.mark.parametrize("setting", SOME_TABLES, ids=lambda setting: "-".join(map(str, setting)))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
SCRIPT = """
import json, sys
from grimorio.arena.simulate import Match, simulate
from grimorio.games import GAMES, load

tables = json.loads(sys.argv[2])
found = [
    simulate(Match(load(game), seats, int(sys.argv[3]), 11, tuple(bots.split(","))), device=sys.argv[1]).digest
    for game, seats, bots in tables
]
print(json.dumps(found))
"""


def match(seats: int, games: int, bots: str = "random", game: Game = FLAUTZ, **options: str) -> Match:
    return Match(game, seats, games, 11, tuple(bots.split(",")), options, game.box(seats, options))


def few(setting: Setting, games: int = FEW) -> Match:
    """A small match, the same as another process plays."""
    game, seats, bots = setting
    return match(seats, games, bots, load(game))


def elsewhere(device: str, tables: list[Setting], games: int = FEW, **environment: str) -> dict[Setting, str]:
    """The digests of matches, played by another process in another way."""
    command = [sys.executable, "-c", SCRIPT, device, json.dumps(tables), str(games)]
    changed = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    done = subprocess.run(command, env=changed, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    return dict(zip(tables, json.loads(done.stdout), strict=True))


@pytest.fixture(scope="module")
def interpreted() -> dict[Setting, str]:
    return elsewhere("cpu", TABLES, NUMBA_DISABLE_JIT="1")


@pytest.fixture(scope="module")
def on_simulated_gpu() -> dict[Setting, str]:
    return elsewhere("cuda", SOME_TABLES, NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1")


# ---------------------------------------------------------------- four ways to run


@every_table
@pytest.mark.compiled_only
def test_plain_python_plays_the_same_games(setting: Setting, interpreted: dict[Setting, str]) -> None:
    assert simulate(few(setting)).digest == interpreted[setting]


@some_tables
def test_a_gpu_plays_the_same_games(setting: Setting, on_simulated_gpu: dict[Setting, str]) -> None:
    assert simulate(few(setting)).digest == on_simulated_gpu[setting]


def test_a_table_of_a_gpu_plays_one_game_after_the_other() -> None:
    games, tables = 8, [("flautz", 2, "random"), ("abracadabra", 2, "random")]  # warps apart, and all tables in step
    found = elsewhere("cuda", tables, games, NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1")
    assert found == {setting: simulate(few(setting, games)).digest for setting in tables}


@every_table
def test_threads_play_the_same_games(setting: Setting) -> None:
    alone, together = (simulate(few(setting), threads=threads) for threads in (1, 2))
    assert together.digest == alone.digest
    assert together.wins == alone.wins
    assert together.endings == alone.endings


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_order_of_games_does_not_depend_on_who_is_done_first(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_batch(match(2, 1), 0, 12).states.tobytes()
    monkeypatch.setattr(simulation, "BATCH", 1)
    parts = list(batches(match(2, 12), threads))
    assert len(parts) == 12
    assert b"".join(part.states.tobytes() for part in parts) == whole


def test_a_match_that_is_left_early_plays_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BATCH", 1)
    played: list[int] = []
    real = play_batch

    def counted(asked: Match, first: int, number: int) -> simulation.Batch:
        played.append(first)
        return real(asked, first, number)

    monkeypatch.setattr(simulation, "play_batch", counted)
    running = batches(match(2, 1000), 2)
    next(running)
    running.close()  # type: ignore[attr-defined]
    assert len(played) <= 2 * simulation.AHEAD + 1


def test_a_game_is_the_same_whatever_is_played_before_it() -> None:
    some = match(3, 10)
    assert play_batch(some, 4, 2).states.tobytes() == play_batch(some, 0, 10).states[4:6].tobytes()


def test_another_seed_is_another_match() -> None:
    assert simulate(Match(FLAUTZ, 2, 2, seed=1)).digest != simulate(Match(FLAUTZ, 2, 2, seed=2)).digest


# ---------------------------------------------------------------- what is counted


def test_progress_begins_with_nothing_and_ends_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "BATCH", 2)
    told: list[int] = []
    simulate(match(2, 5), progress=told.append)
    assert told == [0, 2, 4, 5]


def test_every_game_has_one_ending_and_its_victory_is_shared() -> None:
    report = simulate(match(5, 40, mode="points", challenges="1"))
    assert sum(report.endings.values()) == report.games == 40
    assert sum(report.wins) == pytest.approx(40)
    assert report.decisions >= report.most_decisions > 0


def test_wins_agree_with_the_outcome_of_each_game() -> None:
    some = match(4, 30)
    expected = np.zeros(4)
    for i in range(30):
        places = places_of(some, play_batch(some, i, 1).states)
        expected += (places == 1) / (places == 1).sum()
    assert simulate(some).wins == pytest.approx(expected.tolist())


def places_of(some: Match, state: Any) -> npt.NDArray[np.int32]:
    out = integers(some.seats, 2)
    some.game.outcome(handed(some.box), handed(state), out)
    return np.asarray(out)[:, 1]


def cut(guard: int) -> Game:
    """FLAUTZ! with a guard that no game gets past."""
    return dataclasses.replace(FLAUTZ, guard=guard)


def test_a_game_that_the_guard_cuts_is_stalled() -> None:
    game = cut(3)
    report = simulate(Match(game, 2, 4, box=game.box(2)))
    assert (report.stalled, report.most_decisions, report.decisions) == (4, 3, 12)
    assert sum(report.endings.values()) == 0


def test_fewer_bots_than_seats_sit_around_the_table_in_turn() -> None:
    assert match(5, 1, "apprentice,random").players() == ("apprentice", "random", "apprentice", "random", "apprentice")
    assert Match(FLAUTZ, 3, 1).players() == ("random",) * 3


@pytest.mark.parametrize(("seats", "bots"), [(2, "oracle"), (2, "random,random,random")])
def test_bots_that_cannot_sit_down_are_refused(seats: int, bots: str) -> None:
    with pytest.raises(UnknownBotError):
        simulate(match(seats, 1, bots))


def test_a_report_tells_scripts_what_they_rely_on() -> None:
    told = Report("flautz", 2, 1, ["random"] * 2, games=4, decisions=10, seconds=2.0, most_decisions=6).json()
    assert (told["mean_decisions"], told["max_decisions"], told["decisions_per_second"]) == (2.5, 6, 5)


# ---------------------------------------------------------------- a thousand games

MANY = 1000
VARIANTS: dict[str, tuple[dict[str, str], ...]] = {"flautz": ({"mode": "crystals"}, {"mode": "points"})}
"""The options under which the endings of a game occur, where they differ."""
CLEARLY = {"flautz": 0.9}
"""The share of games that the apprentice wins against a random one, where it is more than three in four."""


@functools.cache
def reports(game: Game) -> list[Report]:
    """A thousand games for every table, with random bots and with apprentices."""
    return [
        simulate(match(seats, MANY, bots, game, **options))
        for seats in sizes(game)
        for bots in ("random", STANDARD)
        for options in VARIANTS.get(game.name, ({},))
    ]


@every_game
@pytest.mark.compiled_only
def test_no_game_of_strong_bots_stalls_and_hardly_any_of_random_ones(game: Game) -> None:
    for report in reports(game):
        allowed = MANY // 100 if "random" in report.bots else 0
        assert report.stalled <= allowed, (report.seats, report.bots)


@every_game
@pytest.mark.compiled_only
def test_every_legal_way_of_ending_occurs(game: Game) -> None:
    for seats in sizes(game):
        told = [report.endings.items() for report in reports(game) if report.seats == seats]
        occurred = {name for endings in told for name, times in endings if times}
        assert occurred | {game.stalled_ending} == {*game.endings, game.stalled_ending}, seats


@every_game
@pytest.mark.compiled_only
def test_no_seat_is_much_better_than_another_for_random_bots(game: Game) -> None:
    for report in reports(game):
        if "random" in report.bots:
            assert max(report.wins) - min(report.wins) < MANY / 5, (report.seats, report.wins)


@every_game
@pytest.mark.compiled_only
def test_the_apprentice_wins_clearly_against_random(game: Game) -> None:
    for bots, seat in ((f"{STANDARD},random", 0), (f"random,{STANDARD}", 1)):
        wins = simulate(match(game.seats[0], MANY, bots, game)).wins[seat::2]
        assert sum(wins) > CLEARLY.get(game.name, 0.75) * MANY


class Travelling(ThreadPoolExecutor):
    """Sends work and what comes of it as bytes, as a cluster does."""

    def submit(self, work: Any, /, *given: Any, **named: Any) -> Any:
        """Nothing but bytes goes there and comes back."""
        packed = pickle.dumps((work, given, named))

        def done() -> Any:
            again, these, those = pickle.loads(packed)  # noqa: S301 - our own
            return pickle.loads(pickle.dumps(again(*these, **those)))  # noqa: S301

        return super().submit(done)


def test_games_that_travel_to_a_cluster_are_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimorio.arena.simulate.BATCH", 2)
    match = Match(load("flautz"), 2, 5, seed=3, bots=("apprentice", "random"), options={"mode": "points"})
    with Travelling(2) as far:
        there = simulate(match, executor=far)
    here = simulate(match)
    assert (there.digest, there.wins, there.games) == (here.digest, here.wins, 5)
