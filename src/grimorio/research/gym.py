"""A game as Gymnasium wants it (`pip install grimorio[gymnasium]`): one learner against bots.

Observations are tensors of the learner's view; the mask of legal actions stands in `info["action_mask"]`. The reward
comes with the last step: the learner's part of the win less a fair share. Importing this registers all games:
`gymnasium.make("grimorio/flautz-v2")`, and `make_vec` with many tables.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from grimorio.engine.game import Game
from grimorio.games import GAMES
from grimorio.research.batch import Batch
from grimorio.research.given import LEARNER_NAME, whole
from grimorio.research.stepping import CUT, ENDED

LARGEST = 1 << 15
FAR = 1 << 40
"""From the games of one `reset` of many tables to those of the next: more than anybody plays in between."""


def _who(seats: int, seat: int, bots: Sequence[str]) -> list[str]:
    """The learner on his chair, bots around the table, repeated when there are fewer of them."""
    if not 0 <= whole("seat", seat) < whole("seats", seats):
        msg = f"at a table of {seats} the learner sits in a seat from 0 to {seats - 1}, not in {seat}"
        raise ValueError(msg)
    if isinstance(bots, str) or not bots or LEARNER_NAME in bots:
        msg = f"bots are the names of one or several, as in ('random',), and there is one learner; not {bots!r}"
        raise ValueError(msg)
    others = iter(bots[i % len(bots)] for i in range(seats))
    return [LEARNER_NAME if each == seat else next(others) for each in range(seats)]


def _space(game: Game) -> Box:
    return Box(-LARGEST, LARGEST, (game.sight.tensor_size,), np.float32)


def _go_on(batch: Batch) -> None:
    """Games that end before the learner is asked (one to six of 6,000 in FLAUTZ!) are passed over."""
    while (idle := batch.count == 0).any():
        batch.deal(idle)


def _last_look(batch: Batch, table: int, seat: int) -> Any:
    """What a seat sees when its game is over and nobody is asked any more."""
    sight, state = batch.game.sight, batch.states[table].view(batch.game.layout.dtype)
    return sight.tensor(sight.of(state, seat), int(batch.seats[table]))


class GrimorioEnv(gymnasium.Env[Any, Any]):
    """One table with one learner. An action that the mask forbids is refused: nothing happens, no reward."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium's own declaration

    def __init__(
        self, game: Game | str = "flautz", seats: int = 4, seat: int = 0, bots: Sequence[str] = ("random",),
        options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.seats, self.seat, self.render_mode = seats, seat, None
        self.batch = Batch(game, 1, seats=seats, who=_who(seats, seat, bots), options=options, games=1)
        self.game = self.batch.game
        self.observation_space, self.action_space = _space(self.game), Discrete(self.game.actions)
        self._number = -1

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        if self.batch.count[0]:
            tensor = self.batch.observe("float32")[0, : self.game.sight.tensor_size].copy()
        else:
            tensor = _last_look(self.batch, 0, self.seat)
        return tensor, {"action_mask": self.batch.mask()[0].astype(np.int8), "refused": bool(self.batch.refused[0])}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002
        """Deal: the first game of a seed, or the next one."""
        super().reset(seed=seed)
        self._number = 0 if seed is not None else self._number + 1
        self.batch.numbers = np.array([self._number])
        self.batch.reset(seed)
        while not self.batch.count[0]:  # it was over before the learner was asked
            self._number += 1
            self.batch.numbers += 1
            self.batch.reset()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One decision of the learner, then those of the bots."""
        if self._number >= 0 and not self.batch.count[0]:
            msg = "this game is over: reset deals the next one"
            raise RuntimeError(msg)
        self.batch.act(np.array([whole("an action", action)]))
        done = int(self.batch.done[0])
        reward = float(self.batch.share[0, self.seat]) - 1.0 / self.seats if done else 0.0
        tensor, info = self._seen()
        return tensor, reward, done == ENDED, done == CUT, info


class GrimorioVectorEnv(VectorEnv[Any, Any, Any]):
    """Many tables over one `Batch`; the next game is dealt in the step in which one ends.

    What the learner sees at the end of a game then stands in `info["final_obs"]`, as Gymnasium has it.
    """

    def __init__(  # noqa: PLR0913 - named, as in `GrimorioEnv`
        self, num_envs: int, game: Game | str = "flautz", seats: int = 4, seat: int = 0,
        bots: Sequence[str] = ("random",), options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.num_envs, self.seats, self.seat = num_envs, seats, seat
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.batch = Batch(game, num_envs, seats=seats, who=_who(seats, seat, bots), options=options, games=1)
        self.game = self.batch.game
        self.single_observation_space, self.single_action_space = _space(self.game), Discrete(self.game.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rounds = 0

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        tensors = self.batch.observe("float32")[:, : self.game.sight.tensor_size].copy()
        return tensors, {"action_mask": self.batch.mask().astype(np.int8), "refused": np.zeros(self.num_envs, np.bool_)}

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal at every table: the first games of a seed, or games that nobody has played yet."""
        super().reset(seed=seed, options=options)
        self._rounds = 0 if seed is not None else self._rounds + 1
        self.batch.numbers = np.arange(self.num_envs) + self._rounds * FAR
        self.batch.reset(seed)
        _go_on(self.batch)
        return self._seen()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision of the learner at every table."""
        batch = self.batch
        batch.act(np.asarray(actions))
        done, refused = batch.done.copy(), batch.refused > 0
        rewards = np.where(done > 0, batch.share[:, self.seat] - 1.0 / self.seats, 0.0)
        last: dict[str, Any] = {}
        if done.any():
            last = self._ends(done > 0)
        tensors, info = self._seen()
        return tensors, rewards, done == ENDED, done == CUT, info | {"refused": refused} | last

    def _ends(self, over: Any) -> dict[str, Any]:
        """What was seen last where a game has ended; the next one is dealt there."""
        seen = np.full(self.num_envs, None, object)
        for table in np.flatnonzero(over).tolist():
            seen[table] = _last_look(self.batch, table, self.seat)
        told = {"action_mask": np.zeros((self.num_envs, self.game.actions), np.int8), "_action_mask": over}
        self.batch.deal(over)
        _go_on(self.batch)
        return {"final_obs": seen, "_final_obs": over, "final_info": told, "_final_info": over}


for _name, _game in GAMES.items():
    gymnasium.register(
        f"grimorio/{_name}-v{_game.version}",
        entry_point="grimorio.research.gym:GrimorioEnv",
        vector_entry_point="grimorio.research.gym:GrimorioVectorEnv",
        kwargs={"game": _name},
    )
