"""The games in the interfaces of other libraries, by those libraries' own tests."""

import warnings

import numpy as np
import pytest

from grimorio.games import GAMES

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
