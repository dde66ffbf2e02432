"""The games in the interfaces of other libraries, by those libraries' own tests."""

import copy
import dataclasses
import functools
import re
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from grimorio.engine.relative import relative_actions
from grimorio.engine.table import Table
from grimorio.games import GAMES, load

SHORT = {"mode": "points", "challenges": "1"}


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_takes_every_game(name: str) -> None:
    zoo, tests = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tests.api_test(zoo.env(name, GAMES[name].seats[0]), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_plays_the_same_games_from_the_same_seed(name: str) -> None:
    zoo, tests = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tests.seed_test(lambda: zoo.env(name, GAMES[name].seats[0]), num_cycles=20)


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


def test_what_pettingzoo_cannot_mean_is_refused_and_changes_nothing() -> None:
    zoo = pytest.importorskip("grimorio.research.zoo")
    env = zoo.env("flautz", 2)
    with pytest.raises(RuntimeError, match="begins with reset"):
        env.step(0)
    with pytest.raises(RuntimeError, match="begins with reset"):
        env.observe("seat_0")
    env.reset(seed=1)
    before = env.single.state.tobytes()
    for wrong in (None, 0.5, "a", -1, 1 << 32):
        with pytest.raises((TypeError, ValueError), match="action"):
            env.step(wrong)
    assert env.single.state.tobytes() == before
    together = zoo.parallel_env("zaubercocktail", 4, {"market": "live"})
    with pytest.raises(RuntimeError, match="begins with reset"):
        together.step(dict.fromkeys(together.possible_agents, 0))
    together.reset(seed=1)
    before = together.state_of_game.tobytes()
    for actions in ({}, {"seat_0": 0}, dict.fromkeys(together.possible_agents), dict.fromkeys(env.agents, 0.5)):
        with pytest.raises((TypeError, ValueError), match="action"):
            together.step(actions)
    assert together.state_of_game.tobytes() == before


@pytest.mark.parametrize("name", ["flautz", "zaubercocktail"])
def test_an_agent_of_pettingzoo_is_told_what_its_seat_may_know_and_nothing_of_others(name: str) -> None:
    """Whoever is asked: each sees through his own eyes, and only who may act learns what can be done."""
    zoo = pytest.importorskip("grimorio.research.zoo")
    env, game = zoo.env(name, 4), load(name)
    env.reset(seed=2)
    for step in range(12):
        table = Table(game, 4, secret=bytes(32)).branch(env.single.state)
        counted = relative_actions(game)[4 - game.seats[0]]
        for seat, agent in enumerate(env.possible_agents):
            asked = agent == env.agent_selection
            assert (env.observe(agent) == table.tensor(seat)).all(), agent
            found = np.flatnonzero(env.infos[agent]["action_mask"]).tolist()
            assert found == (sorted(counted[seat, table.legal(seat)].tolist()) if asked else []), agent
            assert env.infos[agent].keys() == {"action_mask"}
        mask = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        env.step(int(mask[step * 7 % len(mask)]))


def test_agents_who_act_at_once_are_told_what_their_seats_may_know_and_nothing_of_others() -> None:
    zoo, game = pytest.importorskip("grimorio.research.zoo"), load("zaubercocktail")
    env, options = zoo.parallel_env("zaubercocktail", 4, {"market": "live"}), {"market": "live"}
    seen, infos = env.reset(seed=2)
    for step in range(12):
        table = Table(game, 4, options=options, secret=bytes(32)).branch(env.state_of_game)
        for seat, agent in enumerate(env.possible_agents):
            assert (seen[agent]["observation"] == table.tensor(seat)).all()
            counted = relative_actions(game)[0, seat, table.legal(seat)]
            assert np.flatnonzero(seen[agent]["action_mask"]).tolist() == sorted(counted.tolist())
            assert infos[agent].keys() == {"refused"}
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]) for agent in env.agents}
        actions = {agent: mask[step * 7 % len(mask)] for agent, mask in masks.items() if len(mask)}
        seen, rewards, *_, infos = env.step(actions)
        assert not any(rewards.values())


def test_environments_can_be_copied_in_the_middle_of_a_game() -> None:
    zoo, gym = pytest.importorskip("grimorio.research.zoo"), pytest.importorskip("grimorio.research.gym")
    env = zoo.env("fata", 3)
    env.reset(seed=1)
    other = copy.deepcopy(env)  # noqa: TID251 - what others do
    mask = env.infos[env.agent_selection]["action_mask"]
    other.step(int(mask.argmax()))
    assert other.single.state.tobytes() != env.single.state.tobytes()
    env.step(int(mask.argmax()))
    assert other.single.state.tobytes() == env.single.state.tobytes()
    assert all((other.observe(agent) == env.observe(agent)).all() for agent in env.agents)
    alone = gym.GrimorioEnv("flautz", 3)
    _, info = alone.reset(seed=1)
    again = copy.deepcopy(alone)  # noqa: TID251
    action = int(info["action_mask"].argmax())
    assert (again.step(action)[0] == alone.step(action)[0]).all()
    assert again.batch.states.tobytes() == alone.batch.states.tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_makes_and_takes_every_game(name: str) -> None:
    gymnasium, checker = pytest.importorskip("gymnasium"), pytest.importorskip("gymnasium.utils.env_checker")
    pytest.importorskip("grimorio.research.gym")
    made = {"seats": GAMES[name].seats[0]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checker.check_env(gymnasium.make(f"grimorio/{name}-v{GAMES[name].version}", **made).unwrapped)


def test_the_names_that_are_documented_are_those_of_now() -> None:
    told = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    names = set(re.findall(r"grimorio/(\w+)-v(\d+)", told))
    assert names
    assert all(GAMES[name].version == int(version) for name, version in names)


def test_gymnasium_makes_many_tables_at_once() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    gym, wrappers = pytest.importorskip("grimorio.research.gym"), pytest.importorskip("gymnasium.wrappers.vector")
    made = {"seats": 2, "options": SHORT, "bots": ("apprentice",)}
    flautz = f"grimorio/flautz-v{GAMES['flautz'].version}"
    many = gymnasium.make_vec(flautz, 5, vectorization_mode="vector_entry_point", **made)
    assert isinstance(many.unwrapped, gym.GrimorioVectorEnv)
    counted = wrappers.RecordEpisodeStatistics(many)
    _, info = counted.reset(seed=1)
    while counted.episode_count < 10:
        _, _, over, _, info = counted.step(info["action_mask"].argmax(axis=1))
        if over.any():
            assert set(info["episode"]["r"][over].tolist()) <= {-0.5, 0.0, 0.5}


def test_a_learner_sees_his_own_end_of_a_game_and_nobody_elses() -> None:
    """Alone and at many tables: what his seat may know when all is over, whatever bots looked at last."""
    gym = pytest.importorskip("grimorio.research.gym")
    alone = gym.GrimorioEnv("flautz", 3, seat=1, bots=("apprentice",), options=SHORT)
    many = gym.GrimorioVectorEnv(4, "flautz", 3, seat=1, bots=("apprentice",), options=SHORT)
    _, infos = many.reset(seed=6)
    seen, info = alone.reset(seed=6)
    sight, over = alone.game.sight, False
    with pytest.raises(RuntimeError, match="begins with reset"):
        gym.GrimorioEnv("flautz", 3).step(0)
    while not over:
        actions = infos["action_mask"].argmax(axis=1)
        seen, reward, over, _, info = alone.step(int(info["action_mask"].argmax()))
        tensors, rewards, ends, _, infos = many.step(actions)
        assert ends[0] == over
        assert ("final_obs" in infos) == ends.any()
    own = sight.tensor(sight.of(alone.batch.states.view(alone.game.layout.dtype).reshape(1), 1), 3)
    assert (seen == own).all()
    assert not info["action_mask"].any()
    assert (infos["final_obs"][0] == own).all()
    assert (infos["_final_obs"] == ends).all()
    assert rewards[0] == pytest.approx(reward)
    assert infos["action_mask"].any(axis=1).all(), "the next game is dealt"
    assert (tensors[0] != own).any()
    with pytest.raises(RuntimeError, match="over"):
        alone.step(0)


def test_every_reset_without_a_seed_deals_games_that_nobody_has_played() -> None:
    gym = pytest.importorskip("grimorio.research.gym")
    many, dealt = gym.GrimorioVectorEnv(3, "flautz", 2), []
    for seed in (5, None, None, 5):
        many.reset(seed=seed)
        dealt.append([row.tobytes() for row in many.batch.states])
    assert dealt[3] == dealt[0]
    assert len({row for rows in dealt[:3] for row in rows}) == 9


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seat": 3}, "from 0 to 2"), ({"seat": -1}, "from 0 to 2"), ({"bots": ()}, "names of one or several"),
        ({"bots": "random"}, "names of one or several"), ({"bots": ("learner",)}, "one learner"),
        ({"bots": ("archmage",)}, "archmage"), ({"game": "chess"}, "chess"), ({"seats": 9, "seat": 0}, "2 to 5"),
    ],
)  # fmt: skip
def test_what_gymnasium_cannot_be_given_is_refused(given: dict[str, Any], says: str) -> None:
    gym = pytest.importorskip("grimorio.research.gym")
    for make in (gym.GrimorioEnv, functools.partial(gym.GrimorioVectorEnv, 2)):
        with pytest.raises(ValueError, match=says):
            make(**{"seats": 3} | given)


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


@pytest.mark.compiled_only
def test_gymnasium_passes_over_games_that_are_over_before_the_learner_is_asked() -> None:
    gym = pytest.importorskip("grimorio.research.gym")
    asked: dict[str, Any] = {"seats": 5, "seat": 4, "bots": ("apprentice",), "options": SHORT}
    many = gym.GrimorioVectorEnv(3000, "flautz", **asked)
    many.batch.reset(1)
    never = np.flatnonzero(many.batch.count == 0)
    assert len(never)
    _, info = many.reset(seed=1)
    assert info["action_mask"].any(1).all()
    for _ in range(12):
        *_, info = many.step(info["action_mask"].argmax(1))
        assert info["action_mask"].any(1).all()
    one = gym.GrimorioEnv("flautz", **asked)
    _, info = one.reset(seed=1)
    for _ in range(int(never[0]) + 1):
        _, info = one.reset()
        assert info["action_mask"].any()
