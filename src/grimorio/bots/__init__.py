"""Bots: players that are given a view and the legal actions, and nothing else, so that none can peek even by mistake.

`contract.py` says what a bot is. The levels have the same names in every game; what is behind a name differs.
"""

import functools
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from grimorio.bots import abracadabra, fata, flautz, illusio, saving, zaubercocktail
from grimorio.bots.belief import belief_of
from grimorio.bots.contract import Bot, Choose, Effort, Thought
from grimorio.bots.horizon import named_horizon
from grimorio.bots.network import judging, shipped
from grimorio.bots.novice import faltering
from grimorio.bots.oneself import PLANS
from grimorio.bots.planning import planner_of
from grimorio.bots.proposals import proposals_of
from grimorio.bots.search import SEARCH, searching
from grimorio.bots.uniform import choose as uniform
from grimorio.engine.events import Row
from grimorio.engine.kernel import handed, integers
from grimorio.engine.table import LONGEST_GROUP, Table

NETWORK = "network"
"""What a game's network does by itself: a bot by name, and no level."""
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
ADEPTS: dict[str, Choose] = {"zaubercocktail": saving.choose}
"""Adepts that are rules of thumb too."""
THUMBS = {"zaubercocktail": "ring first"}
"""Apprentices that are not the first of their game, by a name: what was measured of an earlier one is void."""
EFFORTS = {
    "flautz": Effort(24_000, 0, belief=12_000, thumb=12, plans=20, drops=30),
    "abracadabra": Effort(8_000, 24, trust=2, equals=5),
    "fata": Effort(400, 12, guided=30, trust=8),
    "illusio": Effort(600, 16, guided=30, trust=8),
    "zaubercocktail": Effort(1_200, 0, trust=1, belief=64, thumb=8, offers=8),
}
"""How the archmage searches."""
LEARNED = ("flautz", "abracadabra", "fata", "illusio", "zaubercocktail")
"""Games of which a network has learnt more than the apprentice knows."""
SHORT = {"flautz": Effort(200, 0, thumb=5), "abracadabra": Effort(1_000, 24, trust=2, crowd=100)}
"""How the adept searches where a network alone wins too little, or none has learnt the game.

In Abracadabra four who search 600 times are no weaker than with thousands (see `docs/strength-tried.md`): levels that
shall differ there must search less.
"""
UNLEARNED = Effort(1_000, 0), Effort(200, 0)
"""How archmage and adept search in a game that has neither a network nor efforts of its own yet."""


def _search(game: str, effort: Effort) -> Callable[[], Thought]:
    return functools.partial(searching, game, APPRENTICES[game], effort, learned=game in LEARNED)


def bots_of(game: str) -> dict[str, Bot]:
    """The five levels of a game, made from its rule of thumb."""
    if game not in EFFORTS:
        EFFORTS[game], SHORT[game] = UNLEARNED
    apprentice, effort, short = APPRENTICES[game], EFFORTS[game], SHORT.get(game)
    searched = _search(game, short) if short else functools.partial(judging, game)
    adept = Bot(game, ADEPT, thought=searched, effort=short)
    return {
        RANDOM: Bot(game, RANDOM, uniform),
        NOVICE: Bot(game, NOVICE, faltering(apprentice)),
        APPRENTICE: Bot(game, APPRENTICE, apprentice),
        ADEPT: Bot(game, ADEPT, ADEPTS[game]) if game in ADEPTS else adept,
        ARCHMAGE: Bot(game, ARCHMAGE, thought=_search(game, effort), effort=effort),
    }


BOTS: dict[str, dict[str, Bot]] = {game: bots_of(game) for game in APPRENTICES}
"""For each game its bots by name, the weakest first."""
REFLEXES: dict[str, dict[str, Choose]] = {
    game: {level: bot.reflex for level, bot in bots.items() if bot.reflex is not None} for game, bots in BOTS.items()
}
"""Those that need no mind: they play on a GPU too, and in batches. `random` is always number 0."""


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first."""
    return tuple(BOTS[game])


def tutor_of(game: str) -> str:
    """The strongest bot of a game that needs no mind: whoever learns the game may well begin by imitating it."""
    return tuple(REFLEXES[game])[-1]


def find_bot(game: str, name: str) -> Bot | None:
    """The bot of a level, the network alone, or an archmage with an effort of its own: `archmage(simulations=300)`.

    What such a name does not say is as the archmage's own effort has it now.
    """
    return BOTS[game].get(name) or _by_name(game, name)


@functools.cache
def _by_name(game: str, name: str) -> Bot | None:
    if name == NETWORK and game in LEARNED:
        return Bot(game, name, thought=functools.partial(judging, game))
    asked = re.fullmatch(rf"{ARCHMAGE}\(([a-z]+=\d{{1,6}}(?:,[a-z]+=\d{{1,6}})*)\)", name)
    numbers = dict(each.split("=") for each in asked[1].split(",")) if asked else {}
    if not numbers or not numbers.keys() <= {each.name for each in fields(Effort)}:
        return None
    effort = replace(EFFORTS[game], **{each: int(number) for each, number in numbers.items()})
    return Bot(game, name, thought=_search(game, effort), effort=effort)


def made_of(game: str, name: str, seats: int) -> str:
    """What a bot is made of that may change: rule of thumb, effort, weights. What was measured of another is void."""
    bot, thumb = find_bot(game, name), THUMBS.get(game, "")
    if bot is None or name == RANDOM:
        return ""
    if bot.reflex is not None:
        return PLANS[game] if name == ADEPT else thumb
    asks = game in LEARNED and (bot.effort is None or bot.effort.asks)
    weights = f"weights {_digest(game)}" if asks else ""
    if bot.effort is None:
        return weights
    believed = belief_of(game).named if bot.effort.belief else ""
    planned = planner_of(game).named if bot.effort.plans else ""
    effort = bot.effort.at(seats)
    far = named_horizon(game, seats, equals=effort.equals > 0)
    proposals = proposals_of(game)
    compared = proposals.named if proposals is not None and bot.effort.offers else ""
    parts = (
        f"{SEARCH}: {effort}", thumb, compared, far, believed, PLANS.get(game, ""),
        planned, weights,
    )  # fmt: skip
    return "; ".join(part for part in parts if part)


@functools.cache
def _digest(game: str) -> str:
    return hashlib.sha256(shipped(game).read_bytes()).hexdigest()[:12]


def whole_move(table: Table, seat: int, choose: Choose, chance: Any, told: Sequence[Row] | None = None) -> list[int]:
    """What a bot does in one go: one action, or a whole offer that it composes in small steps which nobody sees.

    The steps are tried on a branch of the table, and meant to be applied all at once (`Table.apply_all`). `told`: the
    events of the seat, where the table itself has no past.
    """
    bot = choose if isinstance(choose, Bot) else None
    if bot is not None and bot.remembers:
        choose = functools.partial(bot, told=table.rows(seat) if told is None else told)
    branch, composes = table.branch(table.state), table.game.composes
    actions = integers(table.game.most_legal)
    made: list[int] = []
    while len(made) < LONGEST_GROUP:
        legal = branch.legal(seat)
        actions[: len(legal)] = legal
        made.append(legal[choose(handed(branch.box), handed(branch.view(seat)), actions, len(legal), chance)])
        if not composes[made[-1]]:
            break
        if bot is not None and (rest := bot.rest()):
            return made + rest
        branch.apply(seat, made[-1])
    return made
