"""The games, by name."""

from grimorio.engine.game import Game
from grimorio.games.abracadabra import GAME as ABRACADABRA
from grimorio.games.fata import GAME as FATA
from grimorio.games.flautz import GAME as FLAUTZ
from grimorio.games.illusio import GAME as ILLUSIO
from grimorio.games.zaubercocktail import GAME as ZAUBERCOCKTAIL

GAMES: dict[str, Game] = {game.name: game for game in (FLAUTZ, ABRACADABRA, FATA, ILLUSIO, ZAUBERCOCKTAIL)}
"""Every game there is."""


class UnknownGameError(ValueError):
    """A name that no game has."""


def load(name: str) -> Game:
    """The game with this name, or a clear refusal."""
    if name.lower() not in GAMES:
        msg = f"{name!r} is not a game; there are {', '.join(GAMES)}"
        raise UnknownGameError(msg)
    return GAMES[name.lower()]
