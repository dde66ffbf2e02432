"""What a bot is: a kernel that is given a view and the legal actions, a mind to think with, and nothing else.

A mind is all that a bot needs beside what it is shown: room to work in, weights, a budget. It is declared by the bot
and made once for every thread that plays, so that kernels allocate nothing. What a seat may know of the cards stands in
its view, since every game keeps in the state, for each seat, what that seat has seen and who may hold it; so `imagine`
needs no history. Where it tells something who did what when, a bot is told that too: its memory is made from the events
of its seat, and from nothing else (`memory.py`), whenever it is asked. So the same view, events and stream always lead
to the same decision, and a game can be resumed anywhere. Programs from outside are told the events of their seat since
their last decision (`arena/outside.py`): they may remember what they like.
"""

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from grimorio.bots.memory import MEMORIES, Memory
from grimorio.engine.events import Row

Choose = Callable[[Any, Any, Any, int, Any], int]
"""A reflex: `choose(box, view, actions, count, chance)`, the place of what is done among `count` legal actions."""
Think = Callable[[Any, Any, Any, int, Any, Any], int]
"""A thought: the same, with a mind as its last argument."""
Foretell = Callable[[Any, Any, Any, int, Any], bool]
"""What a search begins with: `foretell(box, view, actions, count, sums)`, or it says that nothing is known."""
Mind = tuple[Any, ...]


TWO = 2
"""Players of a duel."""
CROWD = 4
"""From so many players on a table is a crowd."""
BY_THE_RULE, AS_ONESELF = range(2)
"""How others play on in imagined games: as the apprentice does, or as the searcher plays itself on."""


class Horizon(NamedTuple):
    """How far imagined games are played where that is not to their end, and what is hoped for there.

    `beyond(box, begun, s)`: whether a game that was imagined from `begun` has come so far; asked where what happens of
    itself has happened. `hope(box, s, me, manners)`: a seat's part of the victory, from 0 to 1, there, if
    everybody plays as his manner says. `named`: tells bots apart
    that look so far.
    """

    beyond: Callable[[Any, Any, Any], bool]
    hope: Callable[[Any, Any, int, Any], float]
    named: str


class Proposals(NamedTuple):
    """Whole moves of a game in which they are composed of small steps: these are compared, not the steps.

    `propose(box, view, wide, rows)` writes so many of them at most, the most promising first, each into a row as its
    actions from here, with `NONE` after the last, and returns how many there are. If the rule of thumb would compose
    one, that is the first. `most` and `longest` are the size of the rows. `named` tells bots apart that compare others.
    """

    propose: Callable[[Any, Any, int, Any], int]
    most: int
    longest: int
    named: str


LATER = ("belief", "thumb", "plans", "drops", "offers", "crowd", "equals")
"""Parts of an effort that bots did not always have."""


@dataclass(frozen=True)
class Effort:
    """What a search may cost, and how far it follows a network.

    `simulations`: games played on for a decision. `width`: actions that are tried, those that the network values most;
    0 where no network is asked. `guided`: decisions of a simulation that the network leads, everybody's together.
    `trust`: parts of a victory (of 420) that an action is worth more if the network thinks it e times as likely to be
    best, or the rule of thumb thinks of it one place sooner. `belief`: hands that are tried for each of the others, for
    each tree (see `belief.py`). `thumb`: actions that are tried where no network is asked, those that the apprentice
    values most; 0 for all. `plans`: where it is not 0, the searcher plays itself on by tables of what hands come to
    (see `prospects.py`), tries first what these value most, and counts on winning so many tenths as often later as
    somebody who is as strong as the others. `drops`: what is behind the best by so many tenths of a standard error is
    tried no longer; 0 where only the worse half is dropped. `offers`: where moves are composed of
    small steps, whole ones are compared (see `Proposals`), as many as a tree tries after one visit for so many
    simulations; 0 where the steps are tried. `crowd`: simulations where four play or more, if these are others.
    `equals`: in so many of ten worlds of a duel the other one plays on as the searcher does, not as an apprentice.
    """

    simulations: int
    width: int = 12
    guided: int = 0
    trust: int = 0
    belief: int = 0
    thumb: int = 0
    plans: int = 0
    drops: int = 0
    offers: int = 0
    crowd: int = 0
    equals: int = 0

    def at(self, seats: int) -> "Effort":
        """The same at a table of so many."""
        crowded = self.crowd > 0 and seats >= CROWD
        return replace(
            self,
            simulations=self.crowd if crowded else self.simulations,
            crowd=0,
            equals=self.equals if seats == TWO else 0,
        )

    @property
    def asks(self) -> bool:
        """Whether a network is asked at all."""
        return self.width > 0 or self.guided > 0

    def __str__(self) -> str:
        """All of it, as it is typed; of what came later only what there is."""
        return self.beside(Effort(0))

    def beside(self, own: "Effort") -> str:
        """The same, with all that a level has by whose effort a name is read."""
        said = (name for name in vars(self) if name not in LATER or vars(self)[name] or vars(own)[name])
        return ",".join(f"{name}={vars(self)[name]}" for name in said)


@dataclass(frozen=True)
class Thought:
    """A way to think: the kernel, what makes its mind, and how several threads think it together, if they can.

    `memory`: how it remembers events, if it does; its minds then have a `past`. `rest`: what else the move is
    composed of that was decided on last, with a mind of this thread or (with none) by several threads together; where
    moves can be composed of small steps.
    """

    think: Think
    new_mind: Callable[[], Mind]
    together: Callable[..., int] | None = None
    memory: Memory | None = None
    rest: Callable[[Mind | None], list[int]] | None = None


@dataclass(frozen=True, eq=False)
class Bot:
    """One level of play of one game.

    Exactly one of `reflex` and `thought` is there; a thought is made when the bot first thinks, since most matches
    have no such bot. `effort` is what a decision may cost one that searches. Weights come with the mind of the thought.
    """

    game: str
    level: str
    reflex: Choose | None = None
    thought: Callable[[], Thought] | None = None
    effort: Effort | None = None

    @property
    def remembers(self) -> bool:
        """Whether it may want to be told the events of its seat; says so without a thought."""
        return self.thought is not None and self.game in MEMORIES

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

    def __call__(self, box: Any, view: Any, actions: Any, count: int, chance: Any, told: Sequence[Row] = ()) -> int:
        """What it does, asked from outside kernels; the same as inside them, however many threads think.

        `told`: the rows of events that its seat was told since the game began.
        """
        if self.reflex is not None:
            return self.reflex(box, view, actions, count, chance)
        past = () if self.way.memory is None else (self.way.memory.told(told, view),)
        if self.way.together is not None:
            return self.way.together(box, view, actions, count, chance, *past)
        self.recall(*past)
        return int(self.way.think(box, view, actions, count, chance, self.mind))

    def recall(self, *past: Any) -> None:
        """Remember what the seat was told, in this thread."""
        mind: Any = self.mind
        for numbers in past:
            mind.past[:] = numbers

    def rest(self, mind: Mind | None = None) -> list[int]:
        """What else the move is composed of that it decided on last in this thread: it means all of it, or nothing."""
        return self.way.rest(mind) if self.thought is not None and self.way.rest is not None else []
