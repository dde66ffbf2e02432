"""Games as data: the rows are those of the games, and no row holds what its seat may not know."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grimorio.arena.simulate import Match, UnknownBotError
from grimorio.engine.game import Game
from grimorio.engine.record import record_of
from grimorio.engine.table import Table
from grimorio.games import GAMES, load
from grimorio.research import Batch

pq = pytest.importorskip("pyarrow.parquet")
dataset = pytest.importorskip("grimorio.research.dataset")

SHORT = {"mode": "points", "challenges": "1"}
FLAUTZ = load("flautz")


def match_of(games: int = 3, bots: tuple[str, ...] = ("apprentice", "random")) -> Match:
    return Match(FLAUTZ, 3, games, seed=4, bots=bots, options=SHORT)


def by_game(table: Any, number: int) -> dict[str, Any]:
    rows = [row for row in table.to_pylist() if row["game"] == number]
    return {"all": rows, "acting": [row for row in rows if row["seat"] == row["actor"]]}


def test_the_rows_replay_to_the_games_that_simulate_plays(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    rows = dataset.write_match(match_of(), path)
    table = pq.read_table(path)
    assert table.num_rows == rows
    batch = Batch("flautz", 3, seats=3, seed=4, options=SHORT, games=1)
    batch.reset()
    games = [by_game(table, number) for number in range(3)]
    for step in range(max(len(game["acting"]) for game in games)):
        for number, game in enumerate(games):
            if step < len(game["acting"]):
                row = game["acting"][step]
                assert row["seat"] == batch.seat[number]
                assert row["view"] == batch.views[number].tobytes()
                assert row["legal"] == sorted(batch.legal[number, : batch.count[number]].tolist())
                batch.choice[number] = row["action"]
        batch.act()
        for number, game in enumerate(games):
            if batch.done[number]:
                assert [row["share"] for row in game["all"][:3]] == batch.share[number, :3].tolist()
                assert step == len(game["acting"]) - 1
    assert batch.done.sum() + (batch.count == 0).sum() >= 3


def test_a_row_tells_its_seat_only_what_it_may_know(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    dataset.write_match(match_of(1), path)
    for row in pq.read_table(path).to_pylist():
        view = np.frombuffer(row["view"], FLAUTZ.sight.dtype)
        assert view["viewer"][0] == row["seat"]
        acts = row["seat"] == row["actor"]
        assert (row["action"] in row["legal"]) == acts
        assert (row["action"] == -1) == (row["legal"] == []) == (not acts)


def test_the_same_games_make_the_same_file_however_they_are_made(tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    dataset.write_match(match_of(70), one)
    with ThreadPoolExecutor(2) as pool:
        dataset.write_match(match_of(70), two, pool)
    assert one.read_bytes() == two.read_bytes()
    assert pq.ParquetFile(one).num_row_groups == 2
    told = pq.read_schema(one).metadata
    assert told[b"sight"].decode() == FLAUTZ.sight.digest
    assert told[b"bots"] == b"apprentice,random,apprentice"


def test_a_game_longer_than_the_room_is_whole() -> None:
    match = match_of(1).laid_out()
    short, long = dataset.of_bots(match, 0, 2), dataset.of_bots(match, 0)
    assert short.views.tobytes() == long.views.tobytes()
    assert len(long.views) == len(long.marks) + 1


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_every_game_that_was_written_down_becomes_rows(game: Game, tmp_path: Path) -> None:
    options = {"flautz": SHORT}.get(game.name, {})
    table, steps = Table(game, game.seats[0], options=options, secret=bytes(32)), 0
    while not table.over:
        seat = table.to_act()[-1]
        legal = table.legal(seat)
        table.apply(seat, legal[steps * 13 % len(legal)])
        steps += 1
        if steps % 9 == 0 and not table.over and table.why_no_undo(seat) is None:
            table.undo(seat)
    dataset.write_records(game, [record_of(table)], tmp_path / "one.parquet")
    rows = pq.read_table(tmp_path / "one.parquet").to_pylist()
    assert len(rows) == (len(table.moves) + 1) * table.seats
    acting = [row for row in rows if row["seat"] == row["actor"]]
    assert [row["seat"] for row in acting] == [move.seat for move in table.moves]
    assert all(row["action"] in row["legal"] for row in acting)
    last = rows[-table.seats :]
    assert [row["view"] for row in last] == [table.view(seat).tobytes() for seat in range(table.seats)]
    assert [row["place"] for row in last] == list(table.outcome().places)
    assert sum(row["share"] for row in last) == pytest.approx(1)


def test_bots_that_think_make_no_datasets(tmp_path: Path) -> None:
    with pytest.raises(UnknownBotError, match="thinks"):
        dataset.write_match(match_of(1, ("archmage",)), tmp_path / "games.parquet")
    assert not list(tmp_path.iterdir())
