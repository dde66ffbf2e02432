"""Bots: players that are given a view and the legal actions, and nothing else, so that none can peek even by mistake.

`contract.py` says what a bot is. The levels have the same names in every game; what is behind a name differs.
"""

import functools
from typing import Any

from grimorio.bots import abracadabra, fata, flautz, illusio, zaubercocktail
from grimorio.bots.contract import Bot, Choose
from grimorio.bots.network import judging
from grimorio.bots.novice import faltering
from grimorio.bots.search import searching
from grimorio.bots.uniform import choose as uniform
from grimorio.engine.kernel import integers, record
from grimorio.engine.table import LONGEST_GROUP, Table

RANDOM, NOVICE, APPRENTICE, ADEPT, ARCHMAGE = LEVELS = ("random", "novice", "apprentice", "adept", "archmage")
"""The levels, the weakest first."""
STANDARD = APPRENTICE
"""Who plays where nobody says who should: it answers at once, and knows what it does."""
HINTING = APPRENTICE
"""Who is asked for a hint."""

APPRENTICES: dict[str, Choose] = {
    "flautz": flautz.choose,
    "abracadabra": abracadabra.choose,
    "fata": fata.choose,
    "illusio": illusio.choose,
    "zaubercocktail": zaubercocktail.choose,
}
SIMULATIONS = {"flautz": 3_000, "abracadabra": 4_000, "fata": 1_500, "illusio": 1_500, "zaubercocktail": 1_500}
"""Games that the archmage plays to the end in imagined worlds before it decides."""
WIDTHS = {"flautz": 12, "abracadabra": 12, "fata": 12, "illusio": 16}
"""Actions that the archmage tries, those that the network of the game values most."""
A_SHORT_SEARCH = 300
"""Simulations of the adept where no network is stronger than the apprentice."""


def _bots_of(game: str) -> dict[str, Bot]:
    apprentice, many, width = APPRENTICES[game], SIMULATIONS[game], WIDTHS.get(game, 0)
    search = functools.partial(searching, game, apprentice)
    adept = functools.partial(judging, game) if width else functools.partial(search, A_SHORT_SEARCH)
    return {
        RANDOM: Bot(game, RANDOM, uniform),
        NOVICE: Bot(game, NOVICE, faltering(apprentice)),
        APPRENTICE: Bot(game, APPRENTICE, apprentice),
        ADEPT: Bot(game, ADEPT, thought=adept, simulations=0 if width else A_SHORT_SEARCH),
        ARCHMAGE: Bot(game, ARCHMAGE, thought=functools.partial(search, many, width), simulations=many),
    }


BOTS: dict[str, dict[str, Bot]] = {game: _bots_of(game) for game in APPRENTICES}
"""For each game its bots by name, the weakest first."""
REFLEXES: dict[str, dict[str, Choose]] = {
    game: {level: bot.reflex for level, bot in bots.items() if bot.reflex is not None} for game, bots in BOTS.items()
}
"""Those that need no mind: they play on a GPU too, and in batches. `random` is always number 0."""


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first."""
    return tuple(BOTS[game])


def whole_move(table: Table, seat: int, choose: Choose, chance: Any) -> list[int]:
    """What a bot does in one go: one action, or a whole offer that it composes in small steps which nobody sees.

    The steps are tried on a branch of the table, and meant to be applied all at once (`Table.apply_all`).
    """
    branch, composes = table.branch(table.state), table.game.composes
    actions = integers(table.game.most_legal)
    made: list[int] = []
    while len(made) < LONGEST_GROUP:
        legal = branch.legal(seat)
        actions[: len(legal)] = legal
        made.append(legal[choose(record(branch.box), record(branch.view(seat)), actions, len(legal), chance)])
        if not composes[made[-1]]:
            break
        branch.apply(seat, made[-1])
    return made
