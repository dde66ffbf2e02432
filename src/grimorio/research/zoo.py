"""A game as PettingZoo wants it (`pip install grimorio[pettingzoo]`): seats are agents that act one after the other.

The observation of an agent is its view as a tensor, its mask stands in `infos`; actions are counted from the agent.
When the game is over each agent's reward is its part of the win less a fair share.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from pettingzoo import AECEnv

from grimorio.engine.game import Game
from grimorio.research.single import Single

LARGEST = 1 << 15
"""No number of a tensor is larger: what is seen has at most two bytes."""


class GrimorioAEC(AECEnv):
    """One table of a game. Where several seats may act, who goes first is drawn."""

    def __init__(self, game: Game | str = "flautz", seats: int = 4, options: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.single = Single(game, seats, options=options)
        self.metadata = {"name": f"{self.single.game.name}_v{self.single.game.version}", "render_modes": []}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        size, actions = self.single.game.sight.tensor_size, self.single.game.actions
        self.observation_spaces = {a: Box(-LARGEST, LARGEST, (size,), np.float32) for a in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self._number = -1

    def observation_space(self, agent: str) -> Box:
        """The same object at every call, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same object at every call, as PettingZoo asks."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal: the first game of a seed, or the next one of the last seed."""
        self._number = 0 if seed is not None else self._number + 1
        seat = self.single.reset(self._number, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.infos: dict[str, dict[str, Any]] = {}
        self._ask(seat)

    def _ask(self, seat: int) -> None:
        """Whose decision it is now: his mask is the only one with entries."""
        self.agent_selection, nothing = self.possible_agents[seat], np.zeros(self.single.game.actions, np.int8)
        self.infos = {agent: {"action_mask": nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self.single.mask.astype(np.int8)}

    def observe(self, agent: str) -> Any:
        """What an agent may know now."""
        sight, seat = self.single.game.sight, self.possible_agents.index(agent)
        if agent == self.agent_selection and self.single.count > 0:
            return self.single.tensor.copy()
        return sight.tensor(sight.of(self.single.state, seat), len(self.possible_agents))

    def step(self, action: int | None) -> None:
        """The decision of the agent that is asked; one that its mask forbids is refused."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        seat = self.single.act(int(action))  # type: ignore[arg-type]
        if self.single.refused:
            msg = f"{action} is not a legal action of {self.agent_selection} now"
            raise ValueError(msg)
        if seat >= 0:
            self._ask(seat)
            return
        fair = 1.0 / len(self.possible_agents)
        for place, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.single.share[place]) - fair
            self.terminations[agent] = True
        self._accumulate_rewards()
        self._ask(0)

    def render(self) -> None:
        """Nothing is drawn; `grimorio play` draws tables."""

    def close(self) -> None:
        """Nothing is held open."""


def env(game: Game | str = "flautz", seats: int = 4, options: Mapping[str, str] | None = None) -> GrimorioAEC:
    """An environment, by the name that PettingZoo's modules give it."""
    return GrimorioAEC(game, seats, options)
