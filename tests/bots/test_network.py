"""Learned players: what they are written to, what is refused, and that they value what a plain network would."""

import json
from pathlib import Path

import numpy as np
import pytest

from grimorio.bots import LEARNED, NETWORK, find_bot
from grimorio.bots.contract import Bot
from grimorio.bots.network import LARGEST, VALUES, WeightsError, read_weights, shipped, shipped_weights, write_weights
from grimorio.engine import laws
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.engine.relative import relative_actions
from grimorio.games import load

every_learned = pytest.mark.parametrize("game", [load(name) for name in LEARNED], ids=list(LEARNED))


def network_of(game: Game) -> Bot:
    found = find_bot(game.name, NETWORK)
    assert found is not None
    return found


@every_learned
def test_the_weights_that_come_with_the_program_fit_the_views_of_now(game: Game) -> None:
    facts = shipped_weights(game.name).facts
    assert facts["digest"] == game.sight.digest
    assert facts["decisions"] > 10**7
    assert shipped(game.name).stat().st_size <= LARGEST


def test_weights_of_another_view_are_refused(tmp_path: Path) -> None:
    flautz, fata = load("flautz"), load("fata")
    with pytest.raises(WeightsError, match="another view"):
        read_weights(shipped("fata"), flautz)
    kept = dict(np.load(shipped("flautz")))
    told = json.loads(kept["facts"].tobytes()) | {"digest": "0" * 64}
    path = tmp_path / "old.npz"
    np.savez(path, **{**kept, "facts": np.frombuffer(json.dumps(told).encode(), np.uint8)})
    with pytest.raises(WeightsError, match="trained again"):
        read_weights(path, flautz)
    write_weights(path, fata, {"first": np.zeros((3, 2)), "second": np.zeros((2, 2)), "head": np.zeros((2, 2))}, {})
    with pytest.raises(WeightsError, match="do not fit"):
        read_weights(path, fata)


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "strange.npz"
    path.write_bytes(b"not weights")
    with pytest.raises(WeightsError, match="no weights"):
        read_weights(path, load("flautz"))
    with pytest.raises(WeightsError, match="no weights"):
        read_weights(tmp_path / "missing.npz", load("flautz"))


@pytest.mark.compiled_only
@every_learned
def test_the_network_in_the_kernel_values_actions_as_plain_arithmetic_does(game: Game) -> None:
    bot, weights = network_of(game), shipped_weights(game.name).arrays
    for seed in range(4):
        table = random_play(game, game.seats[0] + seed % 2, seed, 6 * seed)
        seat = table.to_act()[0]
        legal = table.legal(seat)
        actions = integers(game.most_legal)
        actions[: len(legal)] = legal
        view = handed(table.view(seat))
        place = bot.way.think(handed(table.box), view, actions, len(legal), handed(stream(key_of_seed(1))), bot.mind)
        wide = np.maximum(table.tensor(seat) @ weights["first"] + weights["first_bias"], 0)
        narrow = np.maximum(wide @ weights["second"] + weights["second_bias"], 0)
        turned = relative_actions(game)[table.seats - game.seats[0], seat, legal]
        values = weights["head"][turned] @ narrow + weights["head_bias"][turned]
        assert bot.mind[VALUES][: len(legal)] == pytest.approx(values, abs=1e-3)
        assert values[place] == pytest.approx(values.max(), abs=1e-3)


@pytest.mark.compiled_only
@every_learned
def test_a_learned_player_decides_alike_in_every_world_that_looks_the_same(game: Game) -> None:
    for seed in range(4):
        table = random_play(game, game.seats[0], seed, 8 * seed)
        for seat in table.to_act():
            other = laws.imagine_is_consistent(table, seat, seed)
            laws.channels_keep_secrets(table, seat, other, network_of(game))
