"""Bots: kernels that are given a view and the legal actions, and nothing else, so that none can peek even by mistake.

A bot is `choose(box, view, actions, count, chance) -> index`: the box is public, the view is the seat's own, `actions`
holds `count` legal numbers, and `chance` is a stream of the bot's, not of the game's.
"""

from collections.abc import Callable
from typing import Any

from grimorio.bots import abracadabra, flautz, zaubercocktail
from grimorio.bots.uniform import choose as uniform

Bot = Callable[[Any, Any, Any, int, Any], int]

RANDOM = "random"
BOTS: dict[str, dict[str, Bot]] = {
    "flautz": {RANDOM: uniform, "apprentice": flautz.choose},
    "abracadabra": {RANDOM: uniform, "apprentice": abracadabra.choose},
    "zaubercocktail": {RANDOM: uniform, "apprentice": zaubercocktail.choose},
}
"""For each game its bots by name, the weakest first; `random` is always number 0."""


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first."""
    return tuple(BOTS[game])
