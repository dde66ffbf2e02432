"""A player who sees all cards: a bound for what skill can win in a game. It is measured, and never sits at a table.

It is the archmage's search, but every world that it tries is the true one; only what chance will bring is unknown to it
too. No bot can be given what it needs: bots are given views, and no name of a bot leads here. The tournament alone
knows it, as `all-seeing` or, with an effort of its own, `all-seeing(simulations=300,guided=8)`; and as `hand-seeing`
one who sees all hands, but no card that nobody has seen (see `unseen.py`).
"""

import functools
from typing import Any

from grimorio.arena.thinking import Seer
from grimorio.arena.unseen import DEALT_ANEW
from grimorio.bots import APPRENTICES, ARCHMAGE, EFFORTS, LEARNED, find_bot
from grimorio.bots.belief import belief_of
from grimorio.bots.contract import Bot, Effort, Thought
from grimorio.bots.search import World, searching_in
from grimorio.engine.chance import fresh_stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, kernel, set_at

ALL_SEEING, HAND_SEEING = SEERS = ("all-seeing", "hand-seeing")
TRUTH = 2
"""Where the true state lies in its mind: behind the world that is tried, and the copy of it."""


def sees_all(name: str) -> bool:
    """Whether this is a player who sees all, or all hands."""
    return name.startswith(SEERS)


def sees_hands(name: str) -> bool:
    """Whether it sees all hands, but no card that nobody has seen."""
    return name.startswith(HAND_SEEING)


def blindfolded(name: str) -> str:
    """The bot that thinks as long as a player does, from what its seat may know."""
    for seer in SEERS:
        if name.startswith(seer):
            return ARCHMAGE + name.removeprefix(seer)
    return name


@functools.cache
def with_all_cards(game: str) -> World:
    """The kernel that leaves everything as it lies; how the others play it can only guess, too."""
    manner = belief_of(game).manner

    @kernel
    def the_true_world(box: Any, root: Any, chance: Any, grown: int, mind: Any) -> None:  # noqa: ARG001
        """Everything as it lies, and a future of its own."""
        set_at(mind.worlds, 0, mind.worlds, TRUTH)
        fresh_stream(chance, at(mind.worlds, 0))
        for seat in range(box.seats):
            mind.manners[seat] = manner(root, seat, chance)

    return the_true_world


@functools.cache
def with_true_hands(game: str) -> World:
    """The kernel that leaves everything as it lies but what nobody has seen."""
    deal_anew, the_true_world = DEALT_ANEW[game], with_all_cards(game)

    @kernel
    def the_true_hands(box: Any, root: Any, chance: Any, grown: int, mind: Any) -> None:
        the_true_world(box, root, chance, grown, mind)
        deal_anew(at(mind.worlds, 0), chance)

    return the_true_hands


@functools.cache
def seeing_all(game: Game, effort: Effort, *, hands: bool = False) -> Thought:
    """The search of the true state; made once, since its kernel is compiled, and thrown away, each time it is made.

    `hands`: it sees hands alone.
    """
    apprentice, learned = APPRENTICES[game.name], game.name in LEARNED
    world = with_true_hands(game.name) if hands else with_all_cards(game.name)
    return searching_in(world, game, apprentice, effort, learned=learned, worlds_kept=TRUTH + 1)


def seer_named(game: Game, name: str) -> Seer | None:
    """The player of such a name, in the seat of the bot that thinks as long; none where the name is that of a bot."""
    if not sees_all(name):
        return None
    level = blindfolded(name)
    bot = find_bot(game.name, level)
    effort = bot.effort if bot is not None and bot.effort is not None else EFFORTS[game.name]
    way = functools.partial(seeing_all, game, effort, hands=sees_hands(name))
    return Seer(level, Bot(game.name, name, thought=way, effort=effort), TRUTH)
