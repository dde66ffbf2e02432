"""Refusals: why something cannot be done, as a stable code with the rule that says so. They never change anything."""

from collections.abc import Callable
from dataclasses import dataclass

ENGINE_REFUSALS = {
    "game-over": "the game is over",
    "not-your-turn": "it is somebody else's turn",
    "unknown-action": "no such action",
    "not-together": "these decisions cannot be made in one go",
    "nothing-to-undo": "nobody has moved yet",
    "others-acted": "somebody else has acted since",
    "chance-drawn": "chance was drawn",
    "was-revealed": "something hidden was revealed",
    "was-said": "it was said aloud, and binds",
    "time-ran-out": "the clock has run out since",
}
"""Refusals that every game shares, with what they mean."""


@dataclass(frozen=True)
class Refusal:
    """Why not: a stable code, the rule that says so ('' where it is the engine's), and what was tried.

    `told` says the last in a language, where it is more than a name.
    """

    code: str
    rule: str
    what: str = ""
    told: Callable[[str], str] | None = None


class Refused(ValueError):  # noqa: N818 - it is what happened, not an error of the program
    """An action that was refused; the state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(f"{refusal.code} ({refusal.rule})" if refusal.rule else refusal.code)
        self.refusal = refusal
