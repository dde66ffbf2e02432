"""Why not: what Gufo answers to an action that is not legal."""

from typing import Any

from grimorio.engine.codes import RefusalCode, is_listed
from grimorio.engine.kernel import kernel
from gufo.rules import legal
from gufo.state import Box, State


class Why(RefusalCode):
    """Why not, in the order of the numbers, each with the rule that says so."""

    LEGAL = ""
    NOT_IN_HAND = "GU-R3"


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """There is one thing to do, and one reason why not."""
    return Why.LEGAL if is_listed(action, legal(box, s, seat, out), out) else Why.NOT_IN_HAND
