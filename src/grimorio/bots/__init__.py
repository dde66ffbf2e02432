"""Bots: kernels that are given a view and the legal actions, and nothing else, so that none can peek even by mistake.

A bot is `choose(box, view, actions, count, chance) -> index`: the box is public, the view is the seat's own, `actions`
holds `count` legal numbers, and `chance` is a stream of the bot's, not of the game's.
"""

from collections.abc import Callable
from typing import Any

from grimorio.bots import abracadabra, fata, flautz, illusio, zaubercocktail
from grimorio.bots.uniform import choose as uniform
from grimorio.engine.kernel import integers, record
from grimorio.engine.table import LONGEST_GROUP, Table

Bot = Callable[[Any, Any, Any, int, Any], int]

RANDOM = "random"
BOTS: dict[str, dict[str, Bot]] = {
    "flautz": {RANDOM: uniform, "apprentice": flautz.choose},
    "abracadabra": {RANDOM: uniform, "apprentice": abracadabra.choose},
    "fata": {RANDOM: uniform, "apprentice": fata.choose},
    "illusio": {RANDOM: uniform, "apprentice": illusio.choose},
    "zaubercocktail": {RANDOM: uniform, "apprentice": zaubercocktail.choose},
}
"""For each game its bots by name, the weakest first; `random` is always number 0."""


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first."""
    return tuple(BOTS[game])


def whole_move(table: Table, seat: int, choose: Bot, chance: Any) -> list[int]:
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
