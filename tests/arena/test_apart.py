"""Deals that lie apart: whatever was played before, a tournament deals the same challenge, round or half."""

from typing import Any

import pytest

from grimorio.arena.simulate import Match, play_batch
from grimorio.arena.thinking import COUNT, Seating
from grimorio.engine.chance import below, key_of_seed, stream, word
from grimorio.engine.kernel import handed
from grimorio.games import load

DEALT = {
    "flautz": ("challenge", ("hand", "air", "floor", "pile")),
    "fata": ("half", ("display", "chest")),
    "zaubercocktail": ("round", ("recipe", "deck")),
}
"""For each game that deals again: what counts its deals, and what shows them before anybody has decided anything."""


class Watched(Seating):
    """Everybody does anything that is legal, and draws some chance; what was dealt is looked at before."""

    def __init__(self, game: str, how: int, *, apart: bool) -> None:
        found = load(game)
        super().__init__(Match(found, 4, 1, 8, ("network",), box=found.box(4), apart=apart))
        self.number, self.shown, self.draws = *DEALT[game], how
        self.choices, self.dealt = stream(key_of_seed(how, "watched")), dict[int, Any]()

    def think(self, level: str) -> int:
        """Look, draw, and choose."""
        del level
        number = int(self.states[self.number][0])
        self.dealt.setdefault(number, [self.states[name][0].tolist() for name in self.shown])
        for _ in range(self.draws):
            word(handed(self.states))
        return below(handed(self.choices), int(self.numbers[COUNT]))


def deals_of(game: str, how: int, *, apart: bool) -> dict[int, Any]:
    """The deals of one game, played so."""
    watched = Watched(game, how, apart=apart)
    watched.play(0)
    return watched.dealt


@pytest.mark.parametrize("game", DEALT)
@pytest.mark.compiled_only
def test_later_deals_are_the_same_however_the_first_was_played(game: str) -> None:
    one, other = deals_of(game, 1, apart=True), deals_of(game, 2, apart=True)
    assert one[1] == other[1]
    assert one[2] == other[2]
    assert one[1] != one[2]


@pytest.mark.parametrize("game", DEALT)
@pytest.mark.compiled_only
def test_elsewhere_later_deals_hang_on_what_was_drawn_before(game: str) -> None:
    one, other = deals_of(game, 1, apart=False), deals_of(game, 2, apart=False)
    assert one[1] == other[1]
    assert one[2] != other[2]


@pytest.mark.compiled_only
def test_games_that_lie_apart_are_other_games_and_the_same_every_time() -> None:
    game = load("flautz")
    here, there = (Match(game, 3, 8, 5, box=game.box(3), apart=apart) for apart in (False, True))
    played = [play_batch(match, 0, 8).states.tobytes() for match in (here, there, there)]
    assert played[0] != played[1] == played[2]
