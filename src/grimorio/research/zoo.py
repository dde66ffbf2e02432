"""A game as PettingZoo wants it (`pip install grimorio[pettingzoo]`).

`env` is for games in which seats act one after the other: agents of an AEC environment. `parallel_env` is for games in
which several act at once: in every step each of them gives an action. Actions are counted from the agent. When the game
is over each agent's reward is its part of the win less a fair share.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from pettingzoo import AECEnv, ParallelEnv

from grimorio.engine.chance import below, key_of_seed, open_stream, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.games import load
from grimorio.research.given import whole
from grimorio.research.setting import setting_of, text_of
from grimorio.research.single import Single

LARGEST = 1 << 15
"""No number of a tensor is larger: what is seen has at most two bytes."""


def _is_dealt(number: int) -> None:
    """Before the first `reset` there is nothing to see and nothing to do."""
    if number < 0:
        msg = "nothing is dealt yet: an environment begins with reset"
        raise RuntimeError(msg)


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
        self.agents: list[str] = []
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
        _is_dealt(self._number)
        sight, seat = self.single.game.sight, self.possible_agents.index(agent)
        if agent == self.agent_selection and self.single.count > 0:
            return self.single.tensor.copy()
        return sight.tensor(sight.of(self.single.state, seat), len(self.possible_agents))

    def step(self, action: int | None) -> None:
        """The decision of the agent that is asked; one that its mask forbids is refused."""
        _is_dealt(self._number)
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        seat = self.single.act(whole("an action", action))
        if self.single.refused:
            msg = f"{action} is not a legal action of {self.agent_selection} now"
            raise ValueError(msg)
        if seat >= 0:
            self._ask(seat)
            return
        fair, ends = 1.0 / len(self.possible_agents), self.truncations if self.single.cut else self.terminations
        for place, agent in enumerate(self.possible_agents):
            self.rewards[agent] = float(self.single.share[place]) - fair
            ends[agent] = True
        self._accumulate_rewards()
        self._ask(0)

    def render(self) -> None:
        """Nothing is drawn; `grimorio play` draws tables."""

    def close(self) -> None:
        """Nothing is held open."""


def env(game: Game | str = "flautz", seats: int = 4, options: Mapping[str, str] | None = None) -> GrimorioAEC:
    """An environment, by the name that PettingZoo's modules give it."""
    return GrimorioAEC(game, seats, options)


class GrimorioParallel(ParallelEnv[str, Any, Any]):
    """One table at which several seats act in one step.

    An observation holds the view as a tensor and the mask, where PettingZoo's own games have it; a seat that cannot act
    has an empty mask, and its action does not matter. Actions are carried out one after the other, in an order that is
    drawn anew each step; one that is not legal any more when its turn comes is dropped, and the agent's info says
    `refused`.
    """

    def __init__(
        self, game: str = "zaubercocktail", seats: int = 4, options: Mapping[str, str] | None = None
    ) -> None:  # fmt: skip
        if load(game).one_at_a_time:
            msg = f"in {load(game).title} one seat acts at a time: it is played with `env`"
            raise ValueError(msg)
        self.setting = setting_of(game, seats, text_of(options))
        self.metadata = {"name": f"{game}_v{load(game).version}", "render_modes": []}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        size, actions = self.setting.game.sight.tensor_size, self.setting.game.actions
        seen = {"observation": Box(-LARGEST, LARGEST, (size,), np.float32), "action_mask": MultiBinary(actions)}
        self.observation_spaces = {agent: Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(actions) for agent in self.possible_agents}
        self.state_of_game, self.dice = self.setting.game.layout.new(), stream(key_of_seed(1, "order"))
        self._seed, self._number, self._made = 1, -1, 0

    def observation_space(self, agent: str) -> Dict:
        """The same object at every call, as PettingZoo asks."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The same object at every call, as PettingZoo asks."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:  # fmt: skip
        """Deal: the first game of a seed, or the next one of the last seed."""
        if seed is not None:
            self._seed, self._number = seed, -1
            open_stream(handed(self.dice), key_of_seed(seed, "order"))
        self._number, self._made = self._number + 1, 0
        self.setting.deal(self.state_of_game, self._seed, self._number)
        self.agents = self.possible_agents[:]
        return self._observed(), {agent: {"refused": False} for agent in self.agents}

    def _observed(self) -> dict[str, Any]:
        return {agent: self._seen(seat) for seat, agent in enumerate(self.possible_agents)}

    def _seen(self, seat: int) -> dict[str, Any]:
        mask = np.zeros(self.setting.game.actions, np.int8)
        mask[self.setting.legal(self.state_of_game, seat)] = 1
        return {"observation": self.setting.tensor(self.state_of_game, seat), "action_mask": mask}

    def _in_order(self, acting: int) -> list[int]:
        """The seats of a mask, in an order that is drawn."""
        left = [seat for seat in range(self.setting.seats) if acting >> seat & 1]
        return [left.pop(below(handed(self.dice), len(left))) for _ in range(len(left))]

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """One action of every seat that may act; what the others give does not matter."""
        _is_dealt(self._number)
        acting, done = self.setting.acting(self.state_of_game), dict[int, bool]()
        if not acting:
            msg = "this game is over: reset deals the next one"
            raise RuntimeError(msg)
        wanted = {seat: agent for seat, agent in enumerate(self.possible_agents) if acting >> seat & 1}
        if missing := [agent for agent in wanted.values() if agent not in actions]:
            msg = f"{missing[0]} may act, and is given no action"
            raise ValueError(msg)
        given = {seat: whole("an action", actions[agent]) for seat, agent in wanted.items()}
        for seat in self._in_order(acting):
            done[seat] = self.setting.decide(self.state_of_game, seat, given[seat])
            self._made += done[seat]
        cut = self._made >= self.setting.game.guard
        over = cut or self.setting.acting(self.state_of_game) == 0
        gains = self.setting.gains(self.state_of_game) if over else [0.0] * self.setting.seats
        told = list(enumerate(self.agents))
        answer = (
            self._observed(), {agent: gains[seat] for seat, agent in told},
            dict.fromkeys(self.agents, over and not cut), dict.fromkeys(self.agents, cut),
            {agent: {"refused": not done.get(seat, True)} for seat, agent in told},
        )  # fmt: skip
        if over:
            self.agents = []
        return answer

    def render(self) -> None:
        """Nothing is drawn; `grimorio play` draws tables."""

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(
    game: str = "zaubercocktail", seats: int = 4, options: Mapping[str, str] | None = None
) -> GrimorioParallel:
    """An environment in which all act at once."""
    return GrimorioParallel(game, seats, options)
