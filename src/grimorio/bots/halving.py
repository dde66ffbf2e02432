"""Successive halving: how many worlds a round of a search has, and which actions are tried no longer after it."""

import math
from typing import Any

from grimorio.engine.kernel import kernel

TENTHS = 10


@kernel
def worlds_of_round(budget: int, count: int, left: int) -> int:
    """How many worlds a round has when so many of the actions are left: every round costs about the same."""
    rounds = 0
    while 1 << rounds < count:
        rounds += 1
    return max(1, budget // (rounds * left))


@kernel
def kept_after(rounds: int, count: int) -> int:
    """How many of the actions are left at most after so many rounds: half of them after one, a quarter after two, ...

    Of those that are hopeless fewer may be: what is close to the best is tried for as long as anything would be.
    """
    return (count + (1 << rounds) - 1) >> rounds


@kernel
def drop_the_worse(count: int, left: int, keep: int, sums: Any, alive: Any) -> int:
    """Keep so many of the best, the earlier of equals; returns how many are left."""
    while left > keep:
        worst = -1
        for a in range(count):
            if alive[a] and (worst < 0 or sums[a] <= sums[worst]):
                worst = a
        alive[worst] = 0
        left -= 1
    return left


@kernel
def drop_the_hopeless(count: int, left: int, worlds: int, drops: int, mind: Any) -> int:
    """Drop what is behind the best by so many tenths of a standard error; returns how many are left.

    In the same worlds two actions differ by about as much, from world to world, as what comes of one.
    """
    best = -1
    for a in range(count):
        if mind.alive[a] and (best < 0 or mind.sums[a] > mind.sums[best]):
            best = a
    mean = mind.sums[best] / worlds
    behind = drops / TENTHS * math.sqrt(max(0.0, mind.squares[best] / worlds - mean * mean) / worlds)
    for a in range(count):
        if drops > 0 and a != best and mind.alive[a] and mind.sums[a] / worlds < mean - behind:
            mind.alive[a] = 0
            left -= 1
    return left


@kernel
def first_alive(count: int, alive: Any) -> int:
    """The one that is left."""
    for a in range(count):
        if alive[a]:
            return a
    return 0
