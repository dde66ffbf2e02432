"""Search: what would come of each legal action, played to the end in worlds that the seat holds possible.

A world is imagined from the seat's view, every action that is still in question is tried in it, and everybody goes on
from his **own** view of that world: nobody plays by what the searcher knows. The first decisions are led by the network
of the game, if it has learnt one, and the searcher's own ones among them by a tree of what came of them before (see
`tree.py`); the rest is played by reflex, to the end of the game or as far as its horizon (see `horizon.py`). After each
round the worse half of the actions is dropped (successive halving), so that most games are played where it matters.
Where a network has learnt the game, only what it values most is tried at all, and what it trusts more needs less to be
kept.

World number w of a decision has streams of its own, the same for every action and on every thread, and belongs to tree
number w modulo `TREES`; worths are whole numbers. So the decision depends on the view, the stream and the effort, not
on how many threads think.
"""

import functools
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from typing import Any, NamedTuple

import numpy as np

from grimorio.bots import network, tree
from grimorio.bots.belief import belief_of
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE, CROWD, TWO, Choose, Effort, Thought
from grimorio.bots.halving import TENTHS, drop_the_hopeless, drop_the_worse, first_alive, kept_after, worlds_of_round
from grimorio.bots.horizon import horizon_of
from grimorio.bots.memory import MEMORIES, memory_of
from grimorio.bots.oneself import FORETOLD, ONESELF
from grimorio.bots.planning import Planned, planner_of
from grimorio.bots.proposals import proposals_of, room_for_wholes
from grimorio.bots.tree import AMONG, TREES
from grimorio.engine.chance import CHANCE_DTYPE, below, fresh_stream, split, word
from grimorio.engine.game import Game
from grimorio.engine.kernel import INTERPRETED, at, integers, kernel, readable, set_at
from grimorio.engine.layout import NONE
from grimorio.engine.sight import as_bytes, project
from grimorio.engine.turns import whose_turn
from grimorio.games import load

SEARCH = "tree 1"
"""Names this way to search; another name, and what was measured before counts no more."""
WHOLE = 420
"""A victory in parts that can be shared by up to seven."""
LONGEST = 3_000
"""Decisions after which an imagined game is given up, and everybody has an equal part."""
FIRST_OF = 2
"""Where the first world of each tree lies in a mind, behind the world that is tried and the copy of it."""
FIRST_THOUGHT, BELIEVED = 1 << 30, (1 << 30) + 1
"""Numbers of streams that no world has."""
LEAST_LIKELY = -8.0
"""Logarithm of the least chance that a network gives an action: none is ruled out by it alone."""


SIMULATIONS, WIDTH, GUIDED, TRUST, BELIEF, THUMB, PLANS, DROPS, OFFERS, CROWDED, EQUALS = range(11)
"""The parts of an effort, by their numbers."""


Given = tuple[Any, Any, Any, int]
"""What a bot is given: box, view, legal actions, how many."""
World = Callable[[Any, Any, Any, int, Any], None]
"""A kernel that makes the next world of a tree: `world(box, view, chance, grown, mind)`, as the first of the mind's
worlds."""


class Scratch(NamedTuple):
    """The mind of a search: worlds, a view and lists to work with, what came of each action, and its trees."""

    worlds: Any
    raw: Any
    views: Any
    seen: Any
    plan: Any
    backs: Any
    lists: Any
    out: Any
    chances: Any
    key: Any
    sums: Any
    squares: Any
    lean: Any
    alive: Any
    wholes: Any
    rest: Any
    effort: Any
    net: Any
    past: Any
    rooms: Any
    holds: Any
    prospects: Any
    manners: Any
    names: Any
    facts: Any
    moves: Any
    stats: Any
    likely: Any
    path: Any


# ---------------------------------------------------------------- one simulation


@functools.cache
def leading(game: Game) -> Callable[..., int]:
    """The kernel that lets the network decide for a seat, and for the searcher the tree."""
    value = network.valuing(game)

    @kernel
    def lead(box: Any, view: Any, count: int, grown: int, mind: Any) -> int:
        """`grown`: the tree, or below 0 for a decision without a node."""
        values, node = mind.net[network.VALUES], -1
        if grown >= 0:
            name = tree.name_of(mind.seen[0])
            node = tree.place_of(mind.names, grown, name)
            if node >= 0 and mind.names[grown, node] == 0:
                value(box, view, mind.lists, count, mind.net, values)
                mind.names[grown, node] = name
                tree.remember(grown, node, values, count, mind.facts, mind.moves, mind.stats, mind.likely)
        if node < 0 or mind.facts[grown, node, AMONG] != count:
            value(box, view, mind.lists, count, mind.net, values)
            return network.greatest(values, count)
        k = tree.promising(grown, node, WHOLE, mind.facts, mind.stats, mind.likely)
        tree.walk_on(grown, node, k, mind.path)
        return int(mind.moves[grown, node, k])

    return lead


@kernel
def lead_nowhere(box: Any, view: Any, count: int, grown: int, mind: Any) -> int:
    """There is no network."""
    return 0


@functools.cache
def deciding(game: Game, choose: Choose) -> Callable[..., int]:
    """The kernel that decides by reflex: for the searcher and who is taken for one like it, and for an apprentice."""
    mine, planner = ONESELF.get(game.name, choose), planner_of(game.name)
    planned, ruled = planner.choose, planner.rule

    @kernel
    def decide(box: Any, view: Any, lists: Any, count: int, own: bool, chance: Any, plans: int, tables: Any) -> int:  # noqa: FBT001
        if plans > 0:
            if own:
                return planned(box, view, lists, count, chance, tables)
            return ruled(box, view, lists, count, chance, tables)
        return mine(box, view, lists, count, chance) if own else choose(box, view, lists, count, chance)

    return decide


@functools.cache
def playing_out(game: Game, choose: Choose, *, learned: bool) -> Callable[..., int]:
    """The kernel that plays a world to its end, or to the horizon, everybody from his own view."""
    settle, to_act, legal, act, outcome = game.settle, game.to_act, game.legal, game.act, game.outcome
    who_is_next, lead = whose_turn(game), leading(game) if learned else lead_nowhere
    decide, (beyond, hope, _) = deciding(game, choose), horizon_of(game.name)

    @kernel
    def play_out(box: Any, s: Any, chance: Any, me: int, grown: int, mind: Any) -> int:
        """Returns the seat's part of the victory."""
        made, guided, view, lists = 0, mind.effort[GUIDED], at(mind.views, 0), mind.lists
        acting, begun = to_act(box, s), at(mind.worlds, 0)
        while made < LONGEST:
            if acting == 0:
                settle(box, s, None)
                acting = to_act(box, s)
                if acting == 0:
                    break
                if beyond(box, begun, s):
                    return int(WHOLE * ahead(hope(box, s, me, mind.manners), mind.effort[PLANS]))
            seat = who_is_next(acting, chance)
            count = legal(box, s, seat, lists)
            chosen = 0
            if count > 1:
                project(mind.plan, mind.backs, mind.raw[1], seat, mind.seen[0])
                if guided > 0:
                    chosen = lead(box, view, count, grown if seat == me else -1, mind)
                    guided -= 1
                else:
                    own = seat == me or mind.manners[seat] == AS_ONESELF
                    chosen = decide(box, view, lists, count, own, chance, mind.effort[PLANS], mind.prospects)
            act(box, s, seat, lists[chosen], None)
            made += 1
            acting = to_act(box, s)
        ending = outcome(box, s, mind.out)
        return part_of(ending, mind.out, box.seats, me)

    return play_out


@kernel
def ahead(hope: float, plans: int) -> float:
    """What is hoped for by who will win so many tenths as often as somebody who is no better than the others."""
    return hope if plans <= TENTHS else plans * hope / (plans * hope + TENTHS * (1 - hope))


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


# ---------------------------------------------------------------- rounds


@kernel
def simulations_at(box: Any, effort: Any) -> int:
    """Games played on for a decision at this table."""
    return int(effort[CROWDED] if box.seats >= CROWD and effort[CROWDED] > 0 else effort[SIMULATIONS])


@kernel
def draw_key(chance: Any, key: Any) -> None:
    """The worlds of a decision have a key from the bot's stream."""
    for i in range(8):
        key[i] = word(chance)


@kernel
def begin(count: int, mind: Any) -> None:
    """All actions are in question, and the trees are empty."""
    for a in range(count + mind.wholes.shape[0]):
        mind.sums[a], mind.squares[a], mind.lean[a], mind.alive[a] = 0, 0, 0, a < count
    for grown in range(TREES):
        tree.clear(grown, mind.names, mind.path)
        mind.holds[grown] = 0


@functools.cache
def imagining(game: Game) -> World:
    """The kernel that makes a world which fits the seat's view, and is made likelier by what is believed of others.

    What is believed is found out in the first world of each tree, or once for all trees by a stream of its own, which
    is the same on every thread; all later worlds are that one, with others' hands.
    """
    imagine, belief, draw_world = game.imagine, belief_of(game.name), drawing(game)
    try_hands, once = belief.try_hands, belief.once

    @kernel
    def find_out(box: Any, root: Any, chance: Any, kept: int, mind: Any) -> None:
        me, s = int(root.viewer), at(mind.worlds, 0)
        imagine(box, root, me, chance, s)
        set_at(mind.worlds, FIRST_OF + kept, mind.worlds, 0)
        try_hands(box, root, me, chance, s, mind.past, mind.rooms[kept], mind.effort[BELIEF], mind.prospects)
        mind.holds[kept] = 1

    @kernel
    def imagine_world(box: Any, root: Any, chance: Any, grown: int, mind: Any) -> None:
        if mind.effort[BELIEF] > 0:
            if once and mind.holds[0] == 0:
                split(mind.key, BELIEVED, at(mind.chances, 1))
                find_out(box, root, at(mind.chances, 1), 0, mind)
            elif not once and mind.holds[grown] == 0:
                find_out(box, root, chance, grown, mind)
        draw_world(box, root, chance, grown, mind)

    return imagine_world


@kernel
def take_for_equals(box: Any, chance: Any, effort: Any, manners: Any) -> None:
    """Everybody is taken for an apprentice, in a duel at times for somebody like the searcher."""
    equals = effort[EQUALS] if box.seats == TWO else 0
    manner = BY_THE_RULE
    if equals == TENTHS or (equals > 0 and below(chance, TENTHS) < equals):
        manner = AS_ONESELF
    for seat in range(box.seats):
        manners[seat] = manner


@functools.cache
def drawing(game: Game) -> World:
    """The kernel that draws a world from what is believed, once that has been found out."""
    imagine, belief = game.imagine, belief_of(game.name)
    deal, once = belief.deal, belief.once

    @kernel
    def draw_world(box: Any, root: Any, chance: Any, grown: int, mind: Any) -> None:
        me, s, tries = int(root.viewer), at(mind.worlds, 0), mind.effort[BELIEF]
        kept = 0 if once else grown
        take_for_equals(box, chance, mind.effort, mind.manners)
        if tries > 0:
            set_at(mind.worlds, 0, mind.worlds, FIRST_OF + kept)
            fresh_stream(chance, s)
        if tries == 0 or not deal(box, root, me, chance, s, mind.rooms[kept], mind.manners):
            imagine(box, root, me, chance, s)

    return draw_world


@kernel
def step_of(a: int, step: int, actions: Any, count: int, wholes: Any) -> int:
    """What number a of what is tried does first, then, ...: a legal action and nothing else, or a whole move."""
    if a < count:
        return int(actions[a]) if step == 0 else NONE
    return int(wholes[a - count, step])


@kernel
def settle_on(a: int, actions: Any, count: int, mind: Any) -> int:
    """The place of the legal action with which number a of what is tried begins; what it goes on with is noted."""
    found = 0
    for place in range(count):
        if actions[place] == step_of(a, 0, actions, count, mind.wholes):
            found = place
    for step in range(1, mind.wholes.shape[1]):
        mind.rest[step - 1] = step_of(a, step, actions, count, mind.wholes)
    return found


@functools.cache
def trying(game: Game, choose: Choose, world: World, *, learned: bool) -> Callable[..., None]:
    """The kernel that tries the actions in question in some worlds."""
    act, play_out = game.act, playing_out(game, choose, learned=learned)

    @kernel
    def try_worlds(first: int, last: int, grown: int, box: Any, root: Any, actions: Any, count: int, mind: Any) -> None:
        """Add to `sums` what came of each action in those worlds of a tree that are from `first` to before `last`."""
        me, chance = int(root.viewer), at(mind.chances, 0)
        for w in range(first + (grown - first) % TREES, last, TREES):
            split(mind.key, 2 * w, chance)
            world(box, root, chance, grown, mind)
            for a in range(count + mind.wholes.shape[0]):
                if mind.alive[a]:
                    set_at(mind.worlds, 1, mind.worlds, 0)
                    s = at(mind.worlds, 1)
                    split(mind.key, 2 * w + 1, chance)
                    for step in range(max(1, mind.wholes.shape[1])):
                        action = step_of(a, step, actions, count, mind.wholes)
                        if action == NONE:
                            break
                        act(box, s, me, action, None)
                    worth = play_out(box, s, chance, me, grown, mind)
                    tree.walk_back(grown, worth, mind.facts, mind.stats, mind.path)
                    mind.sums[a] += worth + mind.lean[a]
                    mind.squares[a] += worth * worth

    return try_worlds


@functools.cache
def considering(game: Game, choose: Choose, *, learned: bool) -> Callable[..., int]:
    """The kernel that says which actions are tried at all: those that a network or a reflex values most, or all.

    Where something better was learnt than the network knows, all are, and their sums begin with that.
    """
    if not learned:
        return considering_by_thumb(game, ONESELF.get(game.name, choose), planner_of(game.name).choose)
    value, foretell = network.valuing(game), FORETOLD.get(game.name, foretell_nothing)

    @kernel
    def consider(box: Any, view: Any, actions: Any, count: int, mind: Any) -> int:
        if foretell(box, view, actions, count, mind.sums):
            return count
        values = mind.net[network.VALUES]
        value(box, view, actions, count, mind.net, values)
        wide: int = min(count, mind.effort[WIDTH])
        for a in range(count):
            mind.alive[a] = 0
        for _ in range(wide):
            best = -1
            for a in range(count):
                if not mind.alive[a] and (best < 0 or values[a] > values[best]):
                    best = a
            mind.alive[best] = 1
        lean_on(values, count, mind.effort[TRUST], mind.lean)
        return wide

    return consider


@kernel
def foretell_nothing(box: Any, view: Any, actions: Any, count: int, sums: Any) -> bool:
    """The network is asked."""
    return False


@kernel
def lean_on(values: Any, count: int, trust: int, lean: Any) -> None:
    """What each action is worth less in every world because the network thinks it less likely to be best."""
    best = values[network.greatest(values, count)]
    for a in range(count):
        lean[a] = int(trust * max(LEAST_LIKELY, values[a] - best))


def considering_by_thumb(game: Game, choose: Choose, planned: Planned) -> Callable[..., int]:
    """The kernel that tries what a reflex would do, what it would do if that were not legal, and so on."""
    compare_wholes = comparing_wholes(game, choose)

    @kernel
    def consider(box: Any, view: Any, actions: Any, count: int, mind: Any) -> int:
        if mind.effort[THUMB] == 0:
            return count
        chance = at(mind.chances, 0)
        split(mind.key, FIRST_THOUGHT, chance)
        for a in range(count):
            mind.alive[a], mind.lists[a] = 0, actions[a]
        left, whole, behind = compare_wholes(box, view, count, chance, mind)
        wide: int = min(left, mind.effort[THUMB])
        for place in range(wide):
            if mind.effort[PLANS] > 0:
                chosen = planned(box, view, mind.lists, left, chance, mind.prospects)
            else:
                chosen = choose(box, view, mind.lists, left, chance)
            for a in range(count):
                if actions[a] == mind.lists[chosen]:
                    mind.alive[a], mind.lean[a] = 1, -(place + behind) * mind.effort[TRUST]
            left -= 1
            for i in range(chosen, left):
                mind.lists[i] = mind.lists[i + 1]
        for row in range(whole):
            mind.alive[count + row], mind.lean[count + row] = 1, (behind - row - 1) * mind.effort[TRUST]
        return wide + whole

    return consider


@kernel
def compare_actions(box: Any, view: Any, count: int, chance: Any, mind: Any) -> tuple[int, int, int]:
    """Every move is one action."""
    return count, 0, 0


@functools.cache
def comparing_wholes(game: Game, choose: Choose) -> Callable[..., tuple[int, int, int]]:
    """The kernel that lists whole moves, and takes away from the list of actions the steps that they are composed of.

    Returns how many actions are left, how many whole moves there are, and 1 if the first thought of all is one of
    these. The longer the search, the more of them are tried, as in a tree.
    """
    proposals = proposals_of(game.name)
    if proposals is None:
        return compare_actions
    propose, composes = proposals.propose, game.composes

    @kernel
    def compare_wholes(box: Any, view: Any, count: int, chance: Any, mind: Any) -> tuple[int, int, int]:
        pace, lists = mind.effort[OFFERS], mind.lists
        wide = tree.opened(simulations_at(box, mind.effort) // pace, mind.wholes.shape[0]) if pace > 0 else 0
        whole = propose(box, view, wide, mind.wholes) if wide > 0 else 0
        if whole == 0:
            return count, 0, 0
        first, left = int(lists[choose(box, view, lists, count, chance)]), 0
        for i in range(count):
            if not composes[lists[i]]:
                lists[left] = lists[i]
                left += 1
        return left, whole, int(composes[first])

    return compare_wholes


# ---------------------------------------------------------------- the bot


@functools.cache
def searching(name: str, choose: Choose, effort: Effort, *, learned: bool = False) -> Thought:
    """The bot that searches, with a reflex for everybody; with the network of the game, if it has learnt one."""
    game = load(name)
    return searching_in(imagining(game), game, choose, effort, learned=learned)


def searching_in(
    world: World, game: Game, choose: Choose, effort: Effort, *, learned: bool, worlds_kept: int = FIRST_OF + TREES
) -> Thought:
    """The same in worlds that are made otherwise, by a mind that may keep more of them."""
    learned = learned and effort.asks
    try_worlds = trying(game, choose, world, learned=learned)
    consider = considering(game, choose, learned=learned and effort.width > 0)

    @kernel
    def think(box: Any, view: Any, actions: Any, count: int, chance: Any, mind: Any) -> int:
        draw_key(chance, mind.key)
        begin(count, mind)
        wide = consider(box, view, actions, count, mind)
        left, done, rounds, among = wide, 0, 0, count + mind.wholes.shape[0]
        while left > 1:
            more = worlds_of_round(simulations_at(box, mind.effort), wide, left)
            for grown in range(TREES):
                try_worlds(done, done + more, grown, box, view, actions, count, mind)
            done, rounds = done + more, rounds + 1
            left = drop_the_hopeless(among, left, done, mind.effort[DROPS], mind)
            left = drop_the_worse(among, left, kept_after(rounds, wide), mind.sums, mind.alive)
        return settle_on(first_alive(among, mind.alive), actions, count, mind)

    def new_mind() -> Scratch:
        return mind_of(game, effort, learned=learned, worlds_kept=worlds_kept)

    together = Together(new_mind, consider, try_worlds, effort)

    def rest(mind: Any) -> list[int]:
        row: list[int] = (together.minds()[0] if mind is None else mind).rest.tolist()
        return row[: row.index(NONE)]

    memory = MEMORIES.get(game.name) if effort.belief else None
    return Thought(think, new_mind, together, memory, rest if proposals_of(game.name) is not None else None)


def mind_of(game: Game, effort: Effort, *, learned: bool, worlds_kept: int) -> Scratch:
    """Room for a world and a copy of it, a view, lists and sums; the effort; the mind of a network, if any; trees."""
    worlds, views, wholes = game.layout.new(worlds_kept), game.sight.new(1), room_for_wholes(game.name)
    most = game.most_legal + len(wholes)
    numbers = integers(len(astuple(effort)))
    numbers[:] = astuple(effort)
    net = network.mind_of(game, network.shipped_weights(game.name)) if learned else ()
    planner = planner_of(game.name)
    return Scratch(
        worlds, readable(as_bytes(worlds)), views, readable(as_bytes(views)), readable(game.sight.plan),
        readable(game.sight.backs), integers(game.most_legal), integers(game.seats[1], 2), np.zeros(2, CHANCE_DTYPE),
        readable(np.zeros(8, np.uint32)), readable(np.zeros(most, np.int64)), readable(np.zeros(most, np.int64)),
        readable(np.zeros(most, np.int64)), integers(most), wholes, integers(wholes.shape[1]), numbers, net,
        integers(*memory_of(game.name).shape), tuple(belief_of(game.name).new_room() for _ in range(TREES)),
        integers(TREES), planner.tables() if effort.plans or effort.belief else planner.nothing(),
        integers(game.seats[1]), *tree.new_trees(),
    )  # fmt: skip


@functools.cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(TREES, "grimorio-search")


class Together:
    """The same search by several threads, a tree each."""

    def __init__(
        self,
        new_mind: Callable[[], Scratch],
        consider: Callable[..., int],
        try_worlds: Callable[..., None],
        effort: Effort,
    ) -> None:
        self.new_mind, self.consider, self.try_worlds, self.effort = new_mind, consider, try_worlds, effort
        self._minds = threading.local()

    def minds(self) -> list[Scratch]:
        """A mind for each tree, made once for every thread that asks."""
        if not hasattr(self._minds, "made"):
            self._minds.made = [self.new_mind() for _ in range(TREES)]
        made: list[Scratch] = self._minds.made
        return made

    def begin(self, given: Given, chance: Any) -> int:
        """Say which actions are tried, and draw the worlds; returns how many actions."""
        first = self.minds()[0]
        draw_key(chance, first.key)
        begin(given[3], first)
        return int(self.consider(*given, first))

    def try_world(self, world: int, given: Given) -> None:
        """Try the actions in question in one world."""
        self.try_worlds(world, world + 1, world % TREES, *given, self.minds()[0])

    def recall(self, past: Any) -> None:
        """Remember what the seat was told."""
        for mind in self.minds():
            mind.past[:] = past

    def __call__(self, box: Any, view: Any, actions: Any, count: int, chance: Any, past: Any = 0) -> int:
        """The place of the best action."""
        self.recall(past)
        minds = self.minds()
        first = minds[0]
        left = wide = self.begin((box, view, actions, count), chance)
        for mind in minds[1:]:
            begin(count, mind)
            mind.key[:], mind.lean[:], mind.wholes[:] = first.key, first.lean, first.wholes
        done, rounds, among = 0, 0, count + len(first.wholes)
        simulations = simulations_at(box, first.effort)
        while left > 1:
            more = int(worlds_of_round(simulations, wide, left))
            self._round(done, done + more, (box, view, actions, count), minds)
            done, rounds = done + more, rounds + 1
            left = int(drop_the_hopeless(among, left, done, self.effort.drops, first))
            left = int(drop_the_worse(among, left, kept_after(rounds, wide), first.sums, first.alive))
        return int(settle_on(first_alive(among, first.alive), actions, count, first))

    def _round(self, first: int, last: int, given: tuple[Any, ...], minds: list[Scratch]) -> None:
        for mind in minds[1:]:
            mind.alive[:], mind.sums[:], mind.squares[:] = minds[0].alive, 0, 0

        def grow(grown: int) -> None:
            self.try_worlds(first, last, grown, *given, minds[grown])

        list((map if INTERPRETED else _pool().map)(grow, range(TREES)))
        for mind in minds[1:]:
            minds[0].sums[:] += mind.sums
            minds[0].squares[:] += mind.squares
