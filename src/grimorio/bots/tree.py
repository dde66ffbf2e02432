"""The tree of a search: what came of a seat's own later decisions, by what the seat knew when it made them.

A node is all that looks the same to the seat: it is found by the bytes of its view, in whatever world it was reached.
Only the searcher's own decisions have nodes. What the others do is never learnt in a tree, since in all its worlds the
searcher holds the same cards: they would learn to play against a hand that they cannot see.

A node keeps the few actions that a network values most, with how likely it thinks each to be best. At first only the
first of them is tried; with more visits more are (progressive widening), weighed by what came of them and by how likely
they seemed (PUCT). All arrays are made ahead; where the tree is full, the network decides alone.
"""

import math
from typing import Any

import numpy as np

from grimorio.engine.kernel import integers, kernel, readable

TREES = 2
"""A decision grows so many trees, each from worlds of its own, so that threads can grow them side by side."""
NODES = 1 << 13
"""Places for the nodes of a tree."""
PROBES = 8
"""Places where a node may be, one after the other from the one that its name tells; if none is free, it has none."""
WIDE = 8
"""Actions that a node keeps."""
DEEPEST = 64
"""Own decisions of a simulation that have nodes."""
CURIOSITY = 1.0
"""How much it counts that an action was tried less often than it seemed worth."""
VISITS, SIZE, AMONG = range(3)
"""Numbers of a node: how often it was reached, how many actions it keeps, among how many legal ones."""
FIRST, PRIME, MASK = 0xBF29CE484222325, 1099511628211, (1 << 62) - 1
"""Numbers that names are mixed from (Fowler, Noll and Vo)."""


@kernel
def mixed(found: int, byte: int) -> int:
    """One more byte of what is being named."""
    return ((found ^ byte) * PRIME) & MASK


@kernel
def name_of(seen: Any) -> int:
    """The name of all that looks like this view: a number above 0, another one for every other view but by chance."""
    found = FIRST
    for i in range(seen.shape[0]):
        found = mixed(found, seen[i])
    return mixed(found, 1) | 1


@kernel
def clear(tree: int, names: Any, path: Any) -> None:
    """A tree without nodes."""
    for i in range(names.shape[1]):
        names[tree, i] = 0
    path[tree, 0, 0] = 0


@kernel
def place_of(names: Any, tree: int, name: int) -> int:
    """Where the node with a name is, or the free place where it belongs; -1 where there is none."""
    place = (name >> 20) % NODES
    for _ in range(PROBES):
        if names[tree, place] == name or names[tree, place] == 0:
            return place
        place = (place + 1) % NODES
    return -1


@kernel
def remember(tree: int, node: int, values: Any, count: int, facts: Any, moves: Any, stats: Any, likely: Any) -> None:
    """Keep the actions that are valued most, the best first, each with how likely it seems to be best."""
    kept, total = min(count, WIDE), 0.0
    highest = values[0]
    for a in range(1, count):
        highest = max(highest, values[a])
    for a in range(count):
        values[a] = math.exp(values[a] - highest)
        total += values[a]
    for k in range(kept):
        best = 0
        for a in range(1, count):
            if values[a] > values[best]:
                best = a
        moves[tree, node, k], likely[tree, node, k] = best, values[best] / total
        stats[tree, node, k, 0], stats[tree, node, k, 1] = 0, 0
        values[best] = -1.0
    facts[tree, node, VISITS], facts[tree, node, SIZE], facts[tree, node, AMONG] = 0, kept, count


@kernel
def opened(visits: int, size: int) -> int:
    """Progressive widening: how many of so many things are tried after so many visits."""
    return min(size, 1 + int(math.sqrt(visits)))


@kernel
def promising(tree: int, node: int, whole: int, facts: Any, stats: Any, likely: Any) -> int:
    """Which of the actions of a node to try next."""
    visits = facts[tree, node, VISITS]
    open_to = opened(visits, int(facts[tree, node, SIZE]))
    tried, won = 0, 0
    for k in range(open_to):
        tried += stats[tree, node, k, 0]
        won += stats[tree, node, k, 1]
    usual, best, chosen = won / max(1, tried * whole), -1.0, 0
    for k in range(open_to):
        times = stats[tree, node, k, 0]
        found = stats[tree, node, k, 1] / (times * whole) if times else usual
        found += CURIOSITY * likely[tree, node, k] * math.sqrt(visits) / (1 + times)
        if found > best:
            best, chosen = found, k
    return chosen


@kernel
def walk_on(tree: int, node: int, k: int, path: Any) -> None:
    """Go through an action of a node in this simulation."""
    length = path[tree, 0, 0] + 1
    if length < path.shape[1]:
        path[tree, length, 0], path[tree, length, 1], path[tree, 0, 0] = node, k, length


@kernel
def walk_back(tree: int, worth: int, facts: Any, stats: Any, path: Any) -> None:
    """Every node that the simulation went through learns what came of it."""
    for step in range(1, path[tree, 0, 0] + 1):
        node, k = path[tree, step, 0], path[tree, step, 1]
        facts[tree, node, VISITS] += 1
        stats[tree, node, k, 0] += 1
        stats[tree, node, k, 1] += worth
    path[tree, 0, 0] = 0


def new_trees() -> tuple[Any, ...]:
    """Room for the trees of a decision: names, numbers, actions, what came of them, how likely they are, the path."""
    return (
        readable(np.zeros((TREES, NODES), np.int64)), integers(TREES, NODES, 3), integers(TREES, NODES, WIDE),
        readable(np.zeros((TREES, NODES, WIDE, 2), np.int64)), readable(np.zeros((TREES, NODES, WIDE), np.float32)),
        integers(TREES, DEEPEST + 1, 2),
    )  # fmt: skip
