"""What a bot would do in a learner's place."""

import pytest

from grimorio.bots import BOTS
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import INTERPRETED, handed, integers
from grimorio.engine.relative import absolute_actions
from grimorio.games import load
from grimorio.research import Batch
from grimorio.research.advice import Advice


@pytest.mark.parametrize("name", ["flautz", "fata"])
def test_advice_is_what_the_apprentice_would_do_with_that_view(name: str) -> None:
    game = load(name)
    batch = Batch(game, 6, seats=3, seed=4)
    batch.reset()
    advice, bot, absolute = Advice(batch, "apprentice"), BOTS[name]["apprentice"], absolute_actions(game)
    box = game.box(3)
    for _ in range(2 if INTERPRETED else 8):
        advice.ask()
        for t in range(batch.n):
            seat, count = int(batch.seat[t]), int(batch.count[t])
            actions = integers(game.most_legal)
            actions[:count] = absolute[3 - game.seats[0], seat, batch.legal[t, :count]]
            view = game.sight.of(batch._host["states"], seat, t)  # noqa: SLF001 - the position behind the view
            could = {
                bot(handed(box), handed(view), actions, count, handed(stream(key_of_seed(seed)))) for seed in range(12)
            }
            assert int(advice.places[t]) in could or len(could) > 1
        batch.step(advice.places)
