"""The games in OpenSpiel, by its own tests and algorithms."""

from typing import Any

import numpy as np
import pytest

from grimorio.games import GAMES
from grimorio.research import Single

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("grimorio.research.openspiel")

SHORT = {"flautz": "mode:points;challenges:1", "zaubercocktail": "cycles:1"}


def loaded(name: str) -> Any:
    return pyspiel.load_game(f"grimorio_{name}", {"options": SHORT.get(name, "")})


def played(game: Any, number: int, steps: int) -> Any:
    """The deal with a number after so many decisions: each the one in the middle of those that are legal."""
    state = game.new_initial_state()
    for byte in number.to_bytes(4, "big"):
        state.apply_action(byte)
    for _ in range(steps):
        if not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[len(legal) // 2])
    return state


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_every_game_at_random(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_another_world_looks_the_same_to_who_imagines_it_and_only_to_him(name: str) -> None:
    game = loaded(name)
    state = played(game, 1, 6)
    for player in range(game.num_players()):
        worlds = [state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _ in range(8)]
        for world in worlds:
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.current_player() == state.current_player()
        other = (player + 1) % game.num_players()
        seen = {world.observation_string(other) for world in worlds}
        known = {world.information_state_string(other) for world in worlds}
        assert len(seen) > 1, "what others hold is not known"
        assert len(known) == len(seen)
        assert state.information_state_string(other) not in known


def test_a_deal_is_the_game_that_simulate_plays_under_its_number() -> None:
    single = Single("flautz", 2, seed=1, options={"mode": "points"})
    state = played(pyspiel.load_game("grimorio_flautz", {"options": "mode:points"}), 77, 0)
    asked = single.reset(77)
    while asked >= 0:
        assert state.current_player() == asked
        assert state.observation_tensor(asked) == single.tensor.tolist()
        assert state.legal_actions_mask(asked) == single.mask.tolist()
        action = int(single.legal[single.count // 2])
        state.apply_action(action)
        asked = single.act(action)
    assert state.is_terminal()
    assert state.returns() == pytest.approx((single.share[:2] - 0.5).tolist())


def test_where_several_may_act_chance_says_who_is_first() -> None:
    game = pyspiel.load_game("grimorio_zaubercocktail", {"options": "market:live"})
    state = played(game, 3, 0)
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) > 1
    assert sum(outcomes.values()) == pytest.approx(1)
    seat = max(outcomes)
    state.apply_action(seat)
    assert state.current_player() == seat


def test_what_openspiel_cannot_mean_is_refused_and_changes_nothing() -> None:
    for given, says in (
        ({"players": 9}, "2 to 5"), ({"options": "foo"}, "'foo' is no option"), ({"options": "mode:foo"}, "crystals"),
        ({"edition": "/nowhere.toml"}, "no such file"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            pyspiel.load_game("grimorio_flautz", given)
    game = pyspiel.load_game("grimorio_zaubercocktail", {"options": "market:live"})
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="no outcome of chance"):
        state.apply_action(256)
    with pytest.raises(ValueError, match="nothing is dealt"):
        state.resample_from_infostate(0, lambda: 0.5)
    state = played(game, 3, 0)
    before = str(state)
    with pytest.raises(ValueError, match="no outcome of chance"):
        state.apply_action(4)
    state.apply_action(0)
    with pytest.raises(ValueError, match="no legal action"):
        state.apply_action(10_000)
    assert str(state) == before


def test_a_spectator_observes_no_hand_and_nobody_observes_all() -> None:
    game = loaded("flautz")
    kind = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    public = game.make_py_observer(kind)
    state, other = played(game, 5, 0), played(game, 5, 0)
    other = other.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert public.string_from(state, 0) == public.string_from(state, 1) == public.string_from(other, 1)
    assert state.observation_string(1) != other.observation_string(1)
    every = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="nobody"):
        game.make_py_observer(every)


def test_its_search_with_information_sets_finds_a_move() -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = loaded("flautz")
    chance = np.random.RandomState(1)  # noqa: TID251 - OpenSpiel's algorithms draw from it
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 12, random_state=chance)
    state = played(game, 2, 0)
    for _ in range(3):
        action = int(bot.step(state))
        assert action in state.legal_actions()
        state.apply_action(action)
