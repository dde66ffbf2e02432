"""Simulation: whole games between bots, in one compiled loop, the same on every way of running."""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.bots import BOTS, Bot, names
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed, split
from grimorio.engine.events import new_log
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, kernel, numbers_like
from grimorio.engine.layout import as_bytes, project

BATCH = 1 << 14
"""Games whose final states are held at once."""
DECISIONS, STALLED = 0, 1
"""Columns of what is told of a game besides its final state."""


def choice_among(bots: Sequence[Bot]) -> Callable[..., int]:
    """A kernel that lets the bot with a number choose."""
    first = bots[0]

    @kernel
    def alone(which: int, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001, PLR0913
        return first(box, view, actions, count, chance)

    choose = alone
    for number, bot in enumerate(bots[1:], 1):
        choose = _one_more(choose, number, bot)
    return choose


def _one_more(others: Callable[..., int], number: int, bot: Bot) -> Callable[..., int]:
    @kernel
    def choose(which: int, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: PLR0913
        if which == number:
            return bot(box, view, actions, count, chance)
        return others(which, box, view, actions, count, chance)

    return choose


def playing(game: Game, bots: Sequence[Bot]) -> Callable[..., None]:
    """The kernel that plays one whole game of this game; `bots[0]` needs no view."""
    deal, to_act, legal, apply = game.deal, game.to_act, game.legal, game.apply
    blind, choose = bots[0], choice_among(bots)
    guard = game.guard

    @kernel
    def play(  # noqa: PLR0913
        box: Any, s: Any, state: Any, view: Any, seen: Any, plan: Any, backs: Any, who: Any,
        actions: Any, chance: Any, log: Any, told: Any,
    ) -> None:  # fmt: skip
        deal(box, s, log)
        made = 0
        acting = to_act(box, s)
        while acting != 0 and made < guard:
            seat = 0
            while acting >> seat & 1 == 0:
                seat += 1
            count = legal(box, s, seat, actions)
            if who[seat] == 0:
                chosen = blind(box, view, actions, count, chance)
            else:
                project(plan, backs, state, seat, seen)
                chosen = choose(who[seat], box, view, actions, count, chance)
            apply(box, s, seat, actions[chosen], log)
            made += 1
            acting = to_act(box, s)
        told[DECISIONS] = made
        told[STALLED] = 1 if acting != 0 else 0

    return play


def playing_many(play: Callable[..., None]) -> Callable[..., None]:
    """The kernel that plays a batch of games, one after the other, on one core."""

    @kernel
    def play_many(  # noqa: PLR0913
        boxes: Any, states: Any, raw: Any, views: Any, seen: Any, plan: Any, backs: Any, who: Any,
        actions: Any, chances: Any, log: Any, deal_key: Any, bot_key: Any, first: int, told: Any,
    ) -> None:  # fmt: skip
        for i in range(states.shape[0]):
            split(deal_key, first + i, at(states, i))
            split(bot_key, first + i, at(chances, 0))
            play(
                at(boxes, 0), at(states, i), raw[i], at(views, 0), seen[0], plan, backs, who,
                actions, at(chances, 0), log, told[i],
            )  # fmt: skip

    return play_many
