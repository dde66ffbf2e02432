"""A miniature is learnt on one core in seconds, with NumPy alone, up to what its known value promises."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from grimorio.research import Batch
from grimorio.research.small import FLAUTZ

GOLDEN = Path(__file__).parent.parent / "golden" / "miniatures.json"
VALUE = 0.5 + json.loads(GOLDEN.read_text(encoding="utf-8"))["flautz"]["value"]
"""The part of the wins that A can make sure of."""
TABLES, STEPS, ROUNDS, RATE = 512, 16, 100, 15.0
Rows = npt.NDArray[Any]


class Learner:
    """A linear policy in one seat opposite the apprentice; REINFORCE makes likelier whatever won more than usual."""

    def __init__(self, seat: int) -> None:
        who = ["apprentice", "apprentice"]
        who[seat] = "learner"
        self.seat, self.batch = seat, Batch(**FLAUTZ.table(), n=TABLES, who=who, threads=1)
        self.batch.reset(seed=1)
        self.dice = np.random.default_rng(1)  # noqa: TID251 - the learner's, not the game's
        self.weights = np.zeros((self.batch.observe("float32").shape[1], self.batch.game.actions), np.float32)
        self.facts, self.actions = self.used()

    def used(self) -> tuple[Rows, Rows]:
        """Which numbers of a tensor ever differ from nothing, and which actions are ever legal, in so small a box."""
        facts, actions = np.zeros(self.weights.shape[0], bool), np.zeros(self.weights.shape[1], bool)
        for step in range(STEPS):
            facts |= (self.batch.observe("float32") != 0).any(axis=0)
            actions |= (self.batch.mask() > 0).any(axis=0)
            self.batch.step((self.batch.count * (step % 7)) // 7)
        self.weights = np.zeros((int(facts.sum()), int(actions.sum())), np.float32)
        return np.flatnonzero(facts), np.flatnonzero(actions)

    def round(self) -> tuple[list[Any], float]:
        """Some steps at every table, backwards: what was seen and done, and what came of it; the part of the wins."""
        kept, before = [], self.batch.wins[:, self.seat].sum()
        games = 0
        for _ in range(STEPS):
            seen, mask = self.batch.observe("float32")[:, self.facts], self.batch.mask()[:, self.actions] > 0
            logits = np.where(mask, seen @ self.weights, -np.inf)
            odds = np.exp(logits - logits.max(axis=1, keepdims=True))
            odds /= odds.sum(axis=1, keepdims=True)
            chosen = (odds.cumsum(axis=1) > self.dice.random((TABLES, 1))).argmax(axis=1)
            self.batch.act(self.actions[chosen])
            done = self.batch.done > 0
            games += int(done.sum())
            kept.append((seen, odds, chosen, done, self.batch.share[:, self.seat].copy()))
        return kept[::-1], float(self.batch.wins[:, self.seat].sum() - before) / games

    def learn(self) -> float:
        """One round, and a step towards what won in it."""
        kept, part = self.round()
        won, known = np.zeros(TABLES, np.float32), np.zeros(TABLES, bool)
        towards = np.zeros_like(self.weights)
        for seen, odds, chosen, done, share in kept:
            won, known = np.where(done, share, won), known | done
            push = -odds
            push[np.arange(TABLES), chosen] += 1
            towards += seen.T @ (push * ((won - part) * known)[:, None])
        self.weights += RATE * towards / (TABLES * STEPS)
        return part


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seat", "value"), [(0, VALUE), (1, 1 - VALUE)], ids=["first", "second"])
def test_a_learner_gets_from_the_apprentice_what_the_miniature_is_worth(seat: int, value: float) -> None:
    learner = Learner(seat)
    parts = [learner.learn() for _ in range(ROUNDS)]
    before, after = parts[0], np.mean(parts[-20:])
    assert before < value - 0.03
    assert after > value - 0.01
