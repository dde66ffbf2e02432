"""Search: what would come of each legal action, played to the end in worlds that the seat holds possible.

A world is imagined from the seat's view, every action that is still in question is tried in it, and everybody, the seat
itself too, goes on by a reflex from his **own** view of that world: nobody plays by what the searcher knows. After each
round the worse half of the actions is dropped (successive halving), so that most games are played where it matters.
Where a network has learnt the game, only what it values most is tried at all.

World number w of a decision has streams of its own, the same for every action and on every thread; worths are whole
numbers. So the decision depends on the view, the stream and the number of simulations, not on how many threads think.
"""

import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from grimorio.bots import network
from grimorio.bots.contract import Choose, Mind, Thought
from grimorio.engine.chance import CHANCE_DTYPE, split, word
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at, integers, kernel, readable, set_at
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn
from grimorio.games import load

WHOLE = 420
"""A victory in parts that can be shared by up to seven."""
LONGEST = 3_000
"""Decisions after which an imagined game is given up, and everybody has an equal part."""
THREADS = 2
"""Threads that think about one decision together."""
NET = 13
"""Where the mind of a network stands in the mind of a search."""


@functools.cache
def playing_out(game: Game, choose: Choose) -> Callable[..., int]:
    """The kernel that plays a world to its end, everybody by reflex from his own view."""
    settle, to_act, legal, act, outcome = game.settle, game.to_act, game.legal, game.act, game.outcome
    who_is_next = whose_turn(game)

    @kernel
    def play_out(
        box: Any, s: Any, state: Any, view: Any, seen: Any, plan: Any, backs: Any, lists: Any, chance: Any, out: Any,
        me: int,
    ) -> int:  # fmt: skip
        """Returns the seat's part of the victory."""
        made = 0
        acting = to_act(box, s)
        while made < LONGEST:
            if acting == 0:
                settle(box, s, None)
                acting = to_act(box, s)
                if acting == 0:
                    break
            seat = who_is_next(acting, chance)
            count = legal(box, s, seat, lists)
            chosen = 0
            if count > 1:
                project(plan, backs, state, seat, seen)
                chosen = choose(box, view, lists, count, chance)
            act(box, s, seat, lists[chosen], None)
            made += 1
            acting = to_act(box, s)
        ending = outcome(box, s, out)
        return part_of(ending, out, box.seats, me)

    return play_out


@kernel
def part_of(ending: int, out: Any, seats: int, me: int) -> int:
    """A seat's part of the victory; an equal one of a game that did not end."""
    if ending < 0:
        return WHOLE // seats
    if out[me, 1] != 1:
        return 0
    winners = 0
    for seat in range(seats):
        winners += out[seat, 1] == 1
    return WHOLE // winners


@kernel
def begin(count: int, key: Any, chance: Any, sums: Any, alive: Any) -> None:
    """All actions are in question; the worlds of this decision get a key from the bot's stream."""
    for i in range(8):
        key[i] = word(chance)
    for a in range(count):
        sums[a] = 0
        alive[a] = 1


@kernel
def worlds_of_round(budget: int, count: int, left: int) -> int:
    """How many worlds a round has when so many of the actions are left: every round costs about the same."""
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    return max(1, budget // (rounds * left))


@kernel
def drop_the_worse(count: int, left: int, sums: Any, alive: Any) -> int:
    """Keep the better half, the earlier of equals; returns how many are left."""
    keep = (left + 1) // 2
    while left > keep:
        worst = -1
        for a in range(count):
            if alive[a] and (worst < 0 or sums[a] <= sums[worst]):
                worst = a
        alive[worst] = 0
        left -= 1
    return left


@kernel
def first_alive(count: int, alive: Any) -> int:
    """The one that is left."""
    for a in range(count):
        if alive[a]:
            return a
    return 0


@functools.cache
def trying(game: Game, choose: Choose) -> Callable[..., None]:
    """The kernel that tries the actions in question in some worlds."""
    act, imagine, play_out = game.act, game.imagine, playing_out(game, choose)

    @kernel
    def try_worlds(
        first: int, last: int, box: Any, root: Any, actions: Any, count: int, key: Any, sums: Any, alive: Any, mind: Any
    ) -> None:
        """Add to `sums` what came of each action in the worlds from `first` to before `last`."""
        worlds, raw, views, seen, plan, backs, lists, out, chances = (
            mind[0], mind[1], mind[2], mind[3], mind[4], mind[5], mind[6], mind[7], mind[8],
        )  # fmt: skip
        me, chance = int(root.viewer), at(chances, 0)
        for w in range(first, last):
            split(key, 2 * w, chance)
            imagine(box, root, me, chance, at(worlds, 0))
            for a in range(count):
                if alive[a]:
                    set_at(worlds, 1, worlds, 0)
                    s = at(worlds, 1)
                    split(key, 2 * w + 1, chance)
                    act(box, s, me, actions[a], None)
                    sums[a] += play_out(
                        box, s, raw[1], at(views, 0), seen[0], plan, backs, lists, chance, out, me
                    )  # fmt: skip

    return try_worlds


@functools.cache
def considering(game: Game, width: int) -> Callable[..., int]:
    """The kernel that says which actions are tried at all: all, or so many that a network values most."""
    if width == 0:
        return consider_all
    value = network.valuing(game)

    @kernel
    def consider(box: Any, view: Any, actions: Any, count: int, alive: Any, mind: Any) -> int:
        if count <= width:
            return count
        values = mind[NET][network.VALUES]
        value(box, view, actions, count, mind[NET], values)
        for a in range(count):
            alive[a] = 0
        for _ in range(width):
            best = -1
            for a in range(count):
                if not alive[a] and (best < 0 or values[a] > values[best]):
                    best = a
            alive[best] = 1
        return width

    return consider


@kernel
def consider_all(box: Any, view: Any, actions: Any, count: int, alive: Any, mind: Any) -> int:
    """Nothing is ruled out."""
    return count


@functools.cache
def searching(name: str, choose: Choose, simulations: int, width: int = 0) -> Thought:
    """The bot that searches, with its reflex for everybody and a budget of simulations a decision.

    `width`: so many actions, those that the network of the game values most, are tried; 0: all, without a network.
    """
    game = load(name)
    try_worlds, consider = trying(game, choose), considering(game, width)

    @kernel
    def think(box: Any, view: Any, actions: Any, count: int, chance: Any, mind: Any) -> int:
        key, sums, alive, budget = mind[9], mind[10], mind[11], mind[12][0]
        begin(count, key, chance, sums, alive)
        wide = consider(box, view, actions, count, alive, mind)
        left, done = wide, 0
        while left > 1:
            more = worlds_of_round(budget, wide, left)
            try_worlds(done, done + more, box, view, actions, count, key, sums, alive, mind)
            done += more
            left = drop_the_worse(count, left, sums, alive)
        return first_alive(count, alive)

    def new_mind() -> Mind:
        return mind_of(game, simulations, learned=width > 0)

    return Thought(think, new_mind, Together(new_mind, consider, try_worlds, simulations))


def mind_of(game: Game, simulations: int, *, learned: bool) -> Mind:
    """Room for a world and a copy of it, a view, lists and sums; the budget; and the mind of a network, if any."""
    worlds, views, most = game.layout.new(2), game.sight.new(1), game.most_legal
    budget = integers(1)
    budget[0] = simulations
    net = network.mind_of(game, network.shipped_weights(game.name)) if learned else ()
    return (
        worlds, readable(as_bytes(worlds)), views, readable(as_bytes(views)), readable(game.sight.plan),
        readable(game.sight.backs), integers(most), integers(game.seats[1], 2), np.zeros(1, CHANCE_DTYPE),
        readable(np.zeros(8, np.uint32)), readable(np.zeros(most, np.int64)), integers(most), budget, net,
    )  # fmt: skip


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, "grimorio-search")


class Together:
    """The same search by several threads: the worlds of a round are divided among them."""

    def __init__(
        self,
        new_mind: Callable[[], Mind],
        consider: Callable[..., int],
        try_worlds: Callable[..., None],
        simulations: int,
    ) -> None:
        self.new_mind, self.consider, self.try_worlds, self.simulations = new_mind, consider, try_worlds, simulations

    def __call__(self, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        """The place of the best action."""
        minds = [self.new_mind() for _ in range(1 if INTERPRETED else THREADS)]
        key, sums, alive = minds[0][9:12]
        begin(count, key, chance, sums, alive)
        wide = int(self.consider(box, view, actions, count, alive, minds[0]))
        left, done = wide, 0
        while left > 1:
            more = int(worlds_of_round(self.simulations, wide, left))
            self._round(done, more, (box, view, actions, count, key), alive, minds)
            for mind in minds[1:]:
                sums += mind[10]
                mind[10][:] = 0
            done += more
            left = int(drop_the_worse(count, left, sums, alive))
        return int(first_alive(count, alive))

    def _round(self, done: int, more: int, given: tuple[Any, ...], alive: Any, minds: list[Mind]) -> None:
        ends = [done + more * part // len(minds) for part in range(len(minds) + 1)]

        def work(part: int) -> None:
            self.try_worlds(ends[part], ends[part + 1], *given, minds[part][10], alive, minds[part])

        list(map(work, [0]) if len(minds) == 1 else _pool().map(work, range(len(minds))))
