"""What a bot is: a kernel that is given a view and the legal actions, a mind to think with, and nothing else.

A mind is all that a bot needs beside what it is shown: room to work in, weights, a budget. It is declared by the bot
and made once for every thread that plays, so that kernels allocate nothing. A mind remembers nothing of a game: what a
bot may know of the past stands in its view, so the same view and stream always lead to the same decision.
"""

import functools
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Choose = Callable[[Any, Any, Any, int, Any], int]
"""A reflex: `choose(box, view, actions, count, chance)`, the place of what is done among `count` legal actions."""
Think = Callable[[Any, Any, Any, int, Any, Any], int]
"""A thought: the same, with a mind as its last argument."""
Mind = tuple[Any, ...]


@dataclass(frozen=True)
class Thought:
    """A way to think: the kernel, what makes its mind, and how several threads think it together, if they can."""

    think: Think
    new_mind: Callable[[], Mind]
    together: Callable[..., int] | None = None


@dataclass(frozen=True, eq=False)
class Bot:
    """One level of play of one game.

    Exactly one of `reflex` and `thought` is there; a thought is made when the bot first thinks, since most matches
    have no such bot. `simulations` is what a decision may cost, in games played to the end in imagined worlds.
    """

    game: str
    level: str
    reflex: Choose | None = None
    thought: Callable[[], Thought] | None = None
    simulations: int = 0

    @functools.cached_property
    def way(self) -> Thought:
        """How it thinks."""
        if self.thought is None:
            msg = f"{self.level} of {self.game} does not think: it has a reflex"
            raise TypeError(msg)
        return self.thought()

    @functools.cached_property
    def _minds(self) -> threading.local:
        return threading.local()

    @property
    def mind(self) -> Mind:
        """The mind of this bot in this thread."""
        if not hasattr(self._minds, "mind"):
            self._minds.mind = self.way.new_mind()
        mind: Mind = self._minds.mind
        return mind

    def __call__(self, box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        """What it does, asked from outside kernels; the same as inside them, however many threads think."""
        if self.reflex is not None:
            return self.reflex(box, view, actions, count, chance)
        if self.way.together is not None:
            return self.way.together(box, view, actions, count, chance)
        return int(self.way.think(box, view, actions, count, chance, self.mind))
