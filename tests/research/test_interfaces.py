"""The games in the interfaces of other libraries, by those libraries' own tests."""

import dataclasses
import warnings

import numpy as np
import pytest

from grimorio.games import GAMES, load

SHORT = {"mode": "points", "challenges": "1"}


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_takes_every_game(name: str) -> None:
    zoo, tests = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tests.api_test(zoo.env(name, GAMES[name].seats[0]), num_cycles=60)


def test_pettingzoo_plays_the_same_games_from_the_same_seed() -> None:
    zoo, tests = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tests.seed_test(lambda: zoo.env("flautz", 2, SHORT), num_cycles=20)


def test_the_last_rewards_of_a_game_add_up_to_nothing() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    env = zoo.env("flautz", 3, SHORT)
    env.reset(seed=2)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) > 0


def test_pettingzoo_takes_games_in_which_all_act_at_once() -> None:
    zoo, tests = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tests.parallel_api_test(zoo.parallel_env("zaubercocktail", 4), num_cycles=40)
        tests.parallel_seed_test(lambda: zoo.parallel_env("zaubercocktail", 4), num_cycles=20)


def test_who_acts_at_once_is_asked_at_once_and_one_game_ends() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    env = zoo.parallel_env("zaubercocktail", 4, {"market": "live"})
    seen, _ = env.reset(seed=3)
    most, rewards = 0, {}
    for step in range(3000):
        asked = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        most = max(most, len(asked))
        choices = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in asked}
        actions = {
            agent: choices[agent][step * 7 % len(choices[agent])] if agent in choices else 0 for agent in env.agents
        }
        seen, rewards, ended, cut, _ = env.step(actions)
        if not env.agents:
            break
    assert most > 1
    assert all(ended.values())
    assert not any(cut.values())
    assert sum(rewards.values()) == pytest.approx(0)


def test_an_action_that_is_not_legal_is_dropped_and_said_to_be() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    env = zoo.parallel_env("zaubercocktail", 4)
    seen, _ = env.reset(seed=1)
    wrong = {agent: int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0]) for agent in env.agents}
    asked = {agent for agent in env.agents if seen[agent]["action_mask"].any()}
    again, _, _, _, infos = env.step(wrong)
    assert {agent for agent in env.agents if infos[agent]["refused"]} == asked
    assert all((again[agent]["observation"] == seen[agent]["observation"]).all() for agent in env.agents)


def test_a_game_of_turns_has_no_parallel_environment() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    with pytest.raises(ValueError, match="one seat acts at a time"):
        zoo.parallel_env("flautz")


def test_pettingzoo_refuses_what_the_mask_forbids() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    env = zoo.env("flautz", 2)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="not a legal action"):
        env.step(wrong)


def test_gymnasium_takes_a_game() -> None:
    gym, checker = pytest.importorskip("grimorio.research.gym"), pytest.importorskip("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*(spec|render).*")
        checker.check_env(gym.GrimorioEnv("flautz", 2, options=SHORT), skip_render_check=True)


def test_a_vector_of_tables_learns_against_bots() -> None:
    gym = pytest.importorskip("grimorio.research.gym")
    tables = gym.GrimorioVectorEnv(6, "flautz", 2, options=SHORT)
    seen, info = tables.reset(seed=3)
    assert tables.observation_space.contains(seen)
    ended = 0
    for _ in range(60):
        seen, rewards, over, cut, info = tables.step(info["action_mask"].argmax(axis=1))
        assert not info["refused"].any()
        assert ((rewards != 0) <= over).all()
        assert not cut.any()
        ended += int(over.sum())
    assert ended > 6


def test_a_game_that_the_guard_gives_up_is_truncated_and_not_over() -> None:
    zoo, gym = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("grimorio.research.gym")
    short = dataclasses.replace(load("flautz"), guard=3)
    env = zoo.env(short, 2)
    env.reset(seed=1)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    alone = gym.GrimorioEnv(short, 2, bots=("random",))
    _, info = alone.reset(seed=1)
    over = cut = False
    while not (over or cut):
        _, _, over, cut, info = alone.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert (over, cut) == (False, True)
    many = gym.GrimorioVectorEnv(3, short, 2)
    _, info = many.reset(seed=1)
    for _ in range(3):
        _, _, ended, given_up, info = many.step(info["action_mask"].argmax(axis=1))
        assert not ended.any()
    assert given_up.any()
