"""The random bot: any legal action, each equally likely."""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001 - the signature of all bots
    """Any of them."""
    return below(chance, count)
