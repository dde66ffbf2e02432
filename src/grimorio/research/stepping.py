"""One step of one table: a decision is made, and everything happens up to the next decision that is asked for.

The same kernel runs on every core and on a GPU. It is made for a game and for the bots that sit at its tables: where
there are none, their code is not in it.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from grimorio.arena.simulate import choice_among
from grimorio.bots import REFLEXES
from grimorio.engine.chance import split
from grimorio.engine.events import CODE
from grimorio.engine.game import Game
from grimorio.engine.kernel import at, kernel
from grimorio.engine.lanes import all_lines
from grimorio.engine.looking import looking
from grimorio.engine.sight import Sight, project
from grimorio.engine.turns import whose_turn
from grimorio.engine.winning import sharing
from grimorio.research.recall import remember

LEARNER = -1
"""In `who`: the decisions of this seat are asked for."""
ENDED, CUT = 1, 2
"""In `done`: the game has ended by its rules, or was cut because it would not."""
LONG = 1024
"""Bytes of a view from which on it is found out which of its lines change while it is made."""
MOST_GAMES = 64
"""Games that end in one step without a decision of a learner, before the step gives up looking for one."""

DESK = np.dtype([("number", "i8"), ("left", "i8"), ("made", "i4"), ("box", "i4"), ("learns", "i8")], align=True)
"""Of each table: number of its game, games left, decisions made, which box, whether a learner sits there."""
NOT_DEALT = -1
"""In place of the decisions made: the next game is yet to be dealt."""


def _nobody() -> Callable[..., int]:
    @kernel
    def choose(which: int, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001, PLR0913
        return 0

    return choose


@kernel
def place_among(actions: Any, count: int, action: int) -> int:
    """Where an action stands in a list; -1 when it is not there."""
    for i in range(count):
        if actions[i] == action:
            return i
    return -1


@functools.cache
def stepping(  # noqa: C901, PLR0915 - it counts what the kernel inside does
    game: Game, bots: Sequence[str], *, forced: bool, relabel: bool
) -> Callable[..., None]:
    """The kernel that carries a table from one decision of a learner to the next.

    `forced`: a learner is asked even where there is only one legal action. `relabel`: some actions name a seat.
    """
    start, settle, to_act, legal, act = game.start, game.settle, game.to_act, game.legal, game.act
    share, who_is_next, cap, with_bots = sharing(game), whose_turn(game), game.guard, bool(bots)
    choose = choice_among(tuple(REFLEXES[game.name][name] for name in bots)) if bots else _nobody()

    @kernel
    def step(  # noqa: C901, PLR0912, PLR0913, PLR0915 - every heavy step has one call site, in one loop
        first: int, last: int, limit: int, boxes: Any, states: Any, raw: Any, views: Any, seen: Any, plan: Any,
        backs: Any, who: Any, keys: Any, stride: int, chances: Any, desks: Any, actions: Any, relative: Any,
        absolute: Any, choice: Any, by_number: int, seat_of: Any, counts: Any, lists: Any, done: Any, refused: Any,
        shares: Any, out: Any, wins: Any, log: Any, memory: Any,
    ) -> None:  # fmt: skip
        """Carry out `choice[t]`; afterwards the arrays tell of the next decision, with a new game dealt if need be.

        For the tables from `first` to before `last`. After `limit` decisions of bots a table stops, and goes on with
        the next step. `views` is room for one view, the same memory as `seen`: what a bot or a memory looks at is
        nobody else's. Where nobody wants seats to remember, `log` and `memory` are None and cost nothing.
        """
        key = at(keys, 0)
        for t in range(first, last):
            s, desk, chance = at(states, t), at(desks, t), at(chances, t)
            done[t] = 0
            refused[t] = 0
            for p in range(shares.shape[1]):
                shares[t, p] = 0.0
            box, seat, action, asked = at(boxes, desk.box), int(seat_of[t]), -1, int(counts[t])
            if desk.left <= 0:
                continue
            if asked > 0:
                chosen = int(choice[t])
                if by_number:
                    chosen = place_among(lists[t], asked, chosen)
                if chosen < 0 or chosen >= asked:
                    refused[t] = 1
                    continue
                action = int(lists[t, chosen])
                if relabel:
                    action = int(absolute[desk.box, seat, action])
            made, games, count, thought = int(desk.made), 0, 0, 0
            stopped = with_bots and asked == 0 and made > NOT_DEALT
            while games < MOST_GAMES:
                if not stopped:
                    acting = 0
                    if log is not None:
                        log[0, CODE] = 0
                    if action >= 0:
                        act(box, s, seat, action, log)
                        made += 1
                        acting = to_act(box, s)
                    else:
                        split(key.deals, desk.number, s)
                        split(key.choices, desk.number, chance)
                        start(box, s)
                        made = 0
                    if acting == 0:
                        settle(box, s, log)
                        acting = to_act(box, s)
                    if log is not None:
                        by = seat if action >= 0 else -1
                        remember(plan, backs, raw[t], box.seats, by, action, log, seen[0], memory[t])
                    if acting == 0 or made >= cap:
                        done[t] = ENDED if share(box, s, out[t], shares[t]) >= 0 else CUT
                        for p in range(box.seats):
                            wins[t, p] += shares[t, p]
                        desk.number += stride
                        desk.left -= 1
                        games = games + 1 if desk.left > 0 and desk.learns else MOST_GAMES
                        action, made = -1, NOT_DEALT
                        continue
                    seat = who_is_next(acting, chance)
                stopped = False
                count = legal(box, s, seat, actions)
                if not with_bots or who[t, seat] < 0:
                    if forced or count > 1:
                        break
                    action = int(actions[0])
                else:
                    if thought == limit:
                        count = 0
                        break
                    thought += 1
                    if who[t, seat] > 0:
                        project(plan, backs, raw[t], seat, seen[0])
                    action = int(actions[choose(int(who[t, seat]), box, at(views, 0), actions, count, chance)])
            if games >= MOST_GAMES:
                count = 0
            desk.made = made
            seat_of[t] = seat
            counts[t] = count
            for i in range(count):
                lists[t, i] = relative[desk.box, seat, actions[i]] if relabel else actions[i]

    return step


@functools.cache
def looking_at_some(sight: Sight, *, followed: bool) -> Callable[..., None]:
    """The kernel that makes the views of some tables for whoever is asked there.

    `followed`: it is found out which lines of them change; otherwise all may.
    """
    look, every = looking(sight), np.uint64(all_lines(sight.dtype.itemsize))

    @kernel
    def look_some(first: int, last: int, raw: Any, seat_of: Any, counts: Any, seen: Any, changed: Any) -> None:  # noqa: PLR0913
        for t in range(first, last):
            if counts[t] > 0:
                lines = look(raw[t], seat_of[t], seen[t])
                changed[t] |= lines if followed else every

    return look_some


@kernel
def mask_some(first: int, last: int, counts: Any, lists: Any, out: Any) -> None:
    """One entry an action, 1 where it is legal."""
    for t in range(first, last):
        for j in range(out.shape[1]):
            out[t, j] = 0
        for j in range(counts[t]):
            out[t, lists[t, j]] = 1
