"""How far imagined games are played, and what is hoped for there."""

import math
from typing import Any

import pytest

from grimorio.bots import APPRENTICES, BOTS, LEARNED, SHORT, made_of
from grimorio.bots.contract import Effort
from grimorio.bots.horizon import HORIZONS, flautz_hope, horizon_of
from grimorio.bots.search import WHOLE, Together, searching
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.laws import random_play
from grimorio.games import GAMES, load
from grimorio.games.flautz.state import MODES

FLAUTZ = load("flautz")
POINTS = MODES.index("points")


def between(crystals: tuple[int, ...], **options: int) -> tuple[Any, Any]:
    """A table between two challenges at which so many crystals were won."""
    box, states = FLAUTZ.box(len(crystals)), FLAUTZ.layout.new(1)
    for name, value in options.items():
        (box if name in box.dtype.names else states)[name] = value
    states["crystals"][0, : len(crystals)] = crystals
    return box, states


def hopes(box: Any, states: Any) -> list[float]:
    return [flautz_hope(handed(box), handed(states), seat) for seat in range(int(box["seats"][0]))]


def test_all_hope_for_one_victory_together() -> None:
    for crystals in ((0, 0), (2, 1, 0), (0, 1, 2, 2), (1, 1, 1, 1, 1)):
        assert sum(hopes(*between(crystals))) == pytest.approx(1)
    assert hopes(*between((1, 1, 1, 1))) == [0.25] * 4


def test_who_lacks_fewer_crystals_hopes_for_more() -> None:
    two, one, none = hopes(*between((2, 1, 0)))
    assert two > 2 * one > 4 * none > 0


def test_in_the_mode_of_points_a_lead_is_worth_more_the_fewer_challenges_are_left() -> None:
    late, early = (hopes(*between((1, 0), mode=POINTS, challenges=9, challenge=now))[0] for now in (9, 2))
    assert late > early > 0.5
    assert late == pytest.approx(1 / (1 + math.exp(-0.145 * 10)))


@pytest.mark.parametrize("seed", range(3))
def test_an_imagined_game_of_flautz_ends_with_the_challenge(seed: int) -> None:
    """In the first challenge every action is worth what can be hoped for after it, or a victory by a Royal."""
    table = random_play(FLAUTZ, 2, seed, 3)
    assert table.state["challenge"][0] == 1
    seat = table.to_act()[0]
    legal, actions = table.legal(seat), integers(FLAUTZ.most_legal)
    actions[: len(legal)] = legal
    given = handed(table.box), handed(table.view(seat)), actions, len(legal)
    together = searching("flautz", APPRENTICES["flautz"], Effort(1, width=8), learned=True).together
    assert isinstance(together, Together)
    assert together.begin(given, handed(stream(key_of_seed(seed)))) == min(8, len(legal))
    together.try_world(0, given)
    mind = together.minds()[0]
    worths = mind.sums[: len(legal)][mind.alive[: len(legal)] == 1]
    won = [(1, 0), (0, 1), (1, 1), (2, 0), (0, 2)]
    assert set(worths.tolist()) <= {0, WHOLE} | {int(WHOLE * hopes(*between(pair))[0]) for pair in won}
    assert set(worths.tolist()) - {0, WHOLE}


def test_every_other_game_is_played_to_its_end() -> None:
    assert set(HORIZONS) == {"flautz"}
    assert horizon_of("fata").named == ""


def test_how_far_a_search_looks_is_part_of_what_it_is_made_of() -> None:
    assert horizon_of("flautz").named in made_of("flautz", "adept")
    assert horizon_of("flautz").named not in made_of("flautz", "network")


def test_an_adept_searches_shortly_or_is_a_network() -> None:
    for game in GAMES:
        assert (BOTS[game]["adept"].effort is None) == (game not in SHORT)
        assert game in SHORT or game in LEARNED
