"""A game as Gymnasium wants it (`pip install grimorio[gymnasium]`): one learner against bots.

Observations are tensors of the learner's view; the mask of legal actions stands in `info["action_mask"]`. The reward
comes with the last step: the learner's part of the win less a fair share.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from grimorio.engine.game import Game
from grimorio.games import load
from grimorio.research.batch import LEARNER_NAME, Batch
from grimorio.research.stepping import CUT, ENDED

LARGEST = 1 << 15


def _who(seats: int, seat: int, bots: Sequence[str]) -> list[str]:
    """The learner on his chair, bots around the table, repeated when there are fewer of them."""
    others = iter(bots[i % len(bots)] for i in range(seats))
    return [LEARNER_NAME if each == seat else next(others) for each in range(seats)]


def _space(game: Game) -> Box:
    return Box(-LARGEST, LARGEST, (game.sight.tensor_size,), np.float32)


class GrimorioEnv(gymnasium.Env[Any, Any]):
    """One table with one learner. An action that the mask forbids is refused: nothing happens, no reward."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium's own declaration

    def __init__(
        self, game: Game | str = "flautz", seats: int = 4, seat: int = 0, bots: Sequence[str] = ("random",),
        options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.game = load(game) if isinstance(game, str) else game
        self.seats, self.seat, self.render_mode = seats, seat, None
        who = _who(seats, seat, bots)
        self.batch = Batch(self.game, 1, seats=seats, who=who, options=options, games=1)
        self.observation_space, self.action_space = _space(self.game), Discrete(self.game.actions)
        self._number = -1

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        tensor = self.batch.observe("float32")[0, : self.game.sight.tensor_size].copy()
        return tensor, {"action_mask": self.batch.mask()[0].astype(np.int8), "refused": bool(self.batch.refused[0])}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        """Deal: the first game of a seed, or the next one."""
        super().reset(seed=seed)
        self._number = 0 if seed is not None else self._number + 1
        self.batch.numbers = np.array([self._number])
        self.batch.reset(seed)
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, then those of the bots."""
        self.batch.act(np.array([int(action)]))
        done = int(self.batch.done[0])
        reward = float(self.batch.share[0, self.seat]) - 1.0 / self.seats if done else 0.0
        tensor, info = self._seen()
        return tensor, reward, done == ENDED, done == CUT, info


class GrimorioVectorEnv(VectorEnv[Any, Any, Any]):
    """Many tables over one `Batch`; the next game is dealt in the step in which one ends."""

    def __init__(  # noqa: PLR0913 - named, as in `GrimorioEnv`
        self, num_envs: int, game: Game | str = "flautz", seats: int = 4, seat: int = 0,
        bots: Sequence[str] = ("random",), options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.game = load(game) if isinstance(game, str) else game
        self.num_envs, self.seats, self.seat = num_envs, seats, seat
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.batch = Batch(self.game, num_envs, seats=seats, who=_who(seats, seat, bots), options=options)
        self.single_observation_space, self.single_action_space = _space(self.game), Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        tensors = self.batch.observe("float32")[:, : self.game.sight.tensor_size].copy()
        return tensors, {"action_mask": self.batch.mask().astype(np.int8), "refused": self.batch.refused > 0}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        """Deal at every table, from the first game of the seed on."""
        self.batch.reset(seed)
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision of the learner at every table."""
        self.batch.act(np.asarray(actions))
        done = self.batch.done.copy()
        rewards = np.where(done > 0, self.batch.share[:, self.seat] - 1.0 / self.seats, 0.0)
        tensors, info = self._seen()
        return tensors, rewards, done == ENDED, done == CUT, info
