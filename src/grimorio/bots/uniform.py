"""The random bot: any legal action, each equally likely."""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.kernel import kernel


@kernel
def choose(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
    """Any of them."""
    return below(chance, count)
