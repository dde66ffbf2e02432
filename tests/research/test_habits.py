"""Habits are learnt: what was planted is found again, a round of it plays better, and the same is learnt each time."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("scipy")

from grimorio.bots.habits import (
    AMONG_APPRENTICES,
    AMONG_EQUALS,
    CHOICES,
    CHOOSING,
    EQUAL_TURN,
    HOPING,
    OWN_TURN,
    OWN_WAIT,
    STANDING,
    THEIR_TURN,
    THEIR_WAIT,
    read_habits,
)
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed
from grimorio.research.habits import fit_choices, fit_standings, main, turns_of_games, weighed_decisions

NOTHING = np.zeros(1), np.zeros((1, 1))
"""Before anything was learnt."""


class Dice:
    """Numbers that look like chance, the same each time."""

    def __init__(self, seed: int) -> None:
        self.stream = handed(stream(key_of_seed(seed)))

    def numbers(self, *shape: int) -> Any:
        """Between 0 and 1."""
        found = [below(self.stream, 1 << 20) for _ in range(int(np.prod(shape)))]
        return np.array(found, np.float64).reshape(shape) / (1 << 20)


def test_what_a_standing_counts_is_found_again() -> None:
    dice, games, size = Dice(1), 6_000, 3
    planted = np.array([[1.0, -2.0, 0.5], [0.0, 1.0, 2.0], [-1.0, 0.5, 1.0], [2.0, 0.0, -0.5]])
    found = dice.numbers(games, 2, size).astype(np.float32)
    waits = np.stack([np.arange(games) % 2, 1 - np.arange(games) % 2], 1)
    rows = np.where(waits == 0, THEIR_TURN, THEIR_WAIT)
    rows[:, 0] = np.where(waits[:, 0] == 0, OWN_TURN, OWN_WAIT)
    stand = np.einsum("nki,nki->nk", found, planted[rows])
    won = (dice.numbers(games) < 1 / (1 + np.exp(stand[:, 1] - stand[:, 0]))).astype(int)
    fitted = fit_standings(found, waits, won)
    assert fitted.shape == (len(AMONG_APPRENTICES), size)
    again = np.einsum("nki,nki->nk", found, fitted[rows])
    assert np.abs((again[:, 0] - again[:, 1]) - (stand[:, 0] - stand[:, 1])).mean() < 0.1


def test_what_a_standing_counts_among_equals_is_found_again() -> None:
    """Everybody's by the same numbers, with the turn or without."""
    dice, games, size = Dice(4), 6_000, 3
    planted = np.array([[1.0, -2.0, 0.5], [2.0, 0.0, -0.5]])
    found = dice.numbers(games, 2, size).astype(np.float32)
    waits = np.stack([np.arange(games) % 2, 1 - np.arange(games) % 2], 1)
    stand = np.einsum("nki,nki->nk", found, planted[waits])
    won = (dice.numbers(games) < 1 / (1 + np.exp(stand[:, 1] - stand[:, 0]))).astype(int)
    fitted = fit_standings(found, waits, won, equals=True)
    assert fitted.shape == (len(AMONG_EQUALS), size)
    again = np.einsum("nki,nki->nk", found, fitted[waits])
    assert np.abs((again[:, 0] - again[:, 1]) - (stand[:, 0] - stand[:, 1])).mean() < 0.1


def test_what_counts_for_a_choice_is_found_again() -> None:
    dice, decisions = Dice(2), 1_500
    planted, counts = np.array([0.05, -0.02, 0.0, 0.03]), 2 + np.arange(decisions) % 4
    features = dice.numbers(decisions, 6, 4)
    worths = features @ planted
    features[np.arange(6) >= counts[:, None]] = 100.0  # what is not there counts nothing
    worths[np.arange(6) >= counts[:, None]] = 9.0
    noisy = worths + 0.01 * (dice.numbers(decisions, 6) - 0.5)
    fitted = fit_choices(features.astype(np.float32), noisy, counts)
    there = np.arange(6) < counts[:, None]
    lost = (
        np.where(there, worths, -9).max(1)
        - worths[np.arange(decisions), np.where(there, features @ fitted, -9e9).argmax(1)]
    )
    assert lost.mean() < 0.001
    assert (np.where(there, worths, -9).max(1) - worths[:, 0]).mean() > 0.01


@pytest.mark.compiled_only
def test_everything_that_is_weighed_was_legal_and_comes_to_a_part_of_a_victory() -> None:
    features, worths, counts = weighed_decisions(2, 50, 10, 4, 3, *NOTHING)
    assert len(counts) > 500
    assert counts.min() == 2
    there = np.arange(worths.shape[1]) < counts[:, None]
    assert ((worths[there] >= 0) & (worths[there] <= 1)).all()
    assert np.ptp(worths[0, : counts[0]]) > 0
    assert not features[~there].any()
    assert features.shape[2] == CHOICES


@pytest.mark.compiled_only
def test_worlds_are_played_on_by_the_habits_of_who_decides_and_of_nobody_else() -> None:
    """So by habits that are turned round one comes to far less; it would be more if the other one played by them."""
    found = []
    for w in (np.asarray(CHOOSING[2]), NOTHING[0], -np.asarray(CHOOSING[2])):
        _, worths, _ = weighed_decisions(2, 50, 20, 4, 3, w, NOTHING[1])
        found.append(worths[:, 0].mean())
    assert min(found[:2]) > found[2] + 0.05


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 3])
def test_turns_are_noted_from_the_hero_on(seats: int) -> None:
    found, waits, won = turns_of_games(seats, 400, 5, NOTHING[0])
    assert found.shape[1:] == (seats, len(STANDING))
    assert (np.sort(waits, axis=1) == np.arange(seats)).all()
    assert abs(won.mean() - 1 / seats) < 0.05, "apprentices among apprentices"
    close = found[:, 0, :3].any(axis=1)
    assert won[close].mean() > won.mean() + 0.15


@pytest.mark.compiled_only
def test_among_equals_all_play_by_the_same_habits() -> None:
    won = [turns_of_games(2, 3_000, 7, CHOOSING[2], equals=equals)[2].mean() for equals in (False, True)]
    assert won[0] > 0.54
    assert abs(won[1] - 0.5) < 0.03


@pytest.mark.compiled_only
def test_what_is_shipped_of_equals_fits_games_of_equals() -> None:
    """It foretells who wins better than what was learnt of games among apprentices does."""
    found, waits, won = turns_of_games(2, 4_000, 11, np.asarray(CHOOSING[2]), equals=True)

    def worse(rows: Any) -> float:
        stand = np.einsum("nki,nki->nk", found, np.asarray(HOPING[2])[rows])
        chance = 1 / (1 + np.exp(stand[:, 1] - stand[:, 0]))
        return float(-np.log(np.where(won, chance, 1 - chance)).mean())

    among_apprentices = np.where(waits == 0, THEIR_TURN, THEIR_WAIT)
    among_apprentices[:, 0] = np.where(waits[:, 0] == 0, OWN_TURN, OWN_WAIT)
    assert worse(EQUAL_TURN + waits) < worse(among_apprentices) - 0.003


@pytest.mark.compiled_only
def test_a_round_of_learning_plays_better_than_the_apprentice_and_is_the_same_each_time(tmp_path: Path) -> None:
    asked = ["--rounds", "1", "--games", "500", "--decided", "150", "--worlds", "30"]
    for name in ("one", "other"):
        main([*asked, "--out", str(tmp_path / f"{name}.toml")])
    assert (tmp_path / "one.toml").read_text() == (tmp_path / "other.toml").read_text()
    learnt, choices, hopes = read_habits(tmp_path / "one.toml")
    assert np.flatnonzero(learnt).tolist() == [2]
    assert hopes[2, EQUAL_TURN:].any(axis=1).all()
    won = [turns_of_games(2, 3_000, 9, numbers)[2].mean() for numbers in (NOTHING[0], choices[2])]
    assert won[1] > won[0] + 0.02
