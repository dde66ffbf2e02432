"""When the Queen comes (F-T11): among the last five cards of the treasure deck, each place equally likely."""

from collections import Counter

import pytest

from grimorio.bots import BOTS
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.games.fata import GAME

GAMES = 240
WORST = 23.5
"""Chi-square with four degrees of freedom exceeds this once in ten thousand times; the seeds are fixed."""


def when_she_came(seats: int, seed: int) -> tuple[int, int]:
    """Treasures taken, and treasures left face up, when the first hand of a game ended."""
    table = Table(GAME, seats, secret=seed.to_bytes(32))
    chance, actions = stream(key_of_seed(seed, "queen")), integers(GAME.most_legal)
    kinds = [event.kind for event in table.events(SPECTATOR)]
    while "queen" not in kinds:
        seat = table.to_act()[0]
        legal = table.legal(seat)
        actions[: len(legal)] = legal
        bot, view = BOTS["fata"]["apprentice"], handed(table.view(seat))
        kinds += [
            event.kind
            for event in table.apply(seat, legal[bot(handed(table.box), view, actions, len(legal), handed(chance))])
        ]
    before = Counter(kinds[: kinds.index("queen")])
    return before["took"], before["turned-up"] - before["took"]


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seats", "fewest"), [(3, 9), (4, 14), (5, 19)])
def test_the_queen_comes_after_the_treasures_that_the_deck_allows(seats: int, fewest: int) -> None:
    came = [when_she_came(seats, seed) for seed in range(GAMES)]
    assert {left for _, left in came} == {2}
    found = Counter(taken for taken, _ in came)
    assert set(found) == set(range(fewest, fewest + 5))
    expected = GAMES / 5
    assert sum((number - expected) ** 2 / expected for number in found.values()) < WORST
