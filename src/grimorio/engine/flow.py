"""What the kernels of every game do alike around its own rules.

A game says how its table is set up, what one decision does and what happens of itself afterwards. That dealing is the
first and the third, and that a decision is always followed by the third, is the same everywhere.
"""

from collections.abc import Callable
from typing import Any

from grimorio.engine.kernel import kernel

Rule = Callable[..., Any]


def dealing(start: Rule, settle: Rule) -> Rule:
    """The kernel `deal`: the table is set up, and all happens until somebody has to decide."""

    @kernel
    def deal(box: Any, s: Any, log: Any) -> None:
        start(box, s)
        settle(box, s, log)

    return deal


def applying(act: Rule, settle: Rule) -> Rule:
    """The kernel `apply`: one decision of a seat, which must be legal, and all that follows of itself."""

    @kernel
    def apply(box: Any, s: Any, seat: int, action: int, log: Any) -> None:
        act(box, s, seat, action, log)
        settle(box, s, log)

    return apply


def placing(total: Rule, place_of: Rule) -> Rule:
    """The kernel `outcome`: score and place of each seat, also of a game still going on; returns the ending."""

    @kernel
    def outcome(box: Any, s: Any, out: Any) -> int:
        for seat in range(box.seats):
            out[seat, 0] = total(box, s, seat)
            out[seat, 1] = place_of(box, s, seat)
        return int(s.ending)

    return outcome
