"""A game set up for so many players, seat by seat: for interfaces in which the caller says who acts when."""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine.calls import calls_of
from grimorio.engine.chance import key_of_seed, split
from grimorio.engine.events import new_log
from grimorio.engine.kernel import handed, integers, readable
from grimorio.engine.relative import absolute_actions, relative_actions
from grimorio.engine.sight import as_bytes
from grimorio.engine.winning import sharing
from grimorio.games import load
from grimorio.research.recall import remember


def options_of(text: str) -> dict[str, str]:
    """Options in one line, without the signs that OpenSpiel reads itself: `mode:points;challenges:1`."""
    parts = [part.split(":", 1) for part in text.split(";") if part]
    if wrong := [part[0] for part in parts if len(part) == 1]:
        msg = f"{wrong[0]!r} is no option: they are written as in mode:points;challenges:1"
        raise ValueError(msg)
    return dict(parts)


def text_of(options: Mapping[str, str] | None) -> str:
    """The line that `options_of` reads."""
    return ";".join(f"{name}:{value}" for name, value in (options or {}).items())


class Setting:
    """What never changes at a table: a position is an array of one record that is handed in.

    Actions are counted from the seat that makes them. `log` tells what the last decision brought about.
    """

    def __init__(self, name: str, seats: int, options: str = "", edition: str = "") -> None:
        self.given = name, seats, options, edition
        self.game, self.seats = load(name), seats
        box = self.game.read_edition(Path(edition)) if edition else None
        self.box, self.calls = self.game.box(seats, options_of(options), box), calls_of(self.game)
        self.log, self.actions = new_log(), integers(self.game.most_legal)
        which = seats - self.game.seats[0]
        self.relative, self.absolute = relative_actions(self.game)[which], absolute_actions(self.game)[which]
        self._plan, self._backs = readable(self.game.sight.plan), readable(self.game.sight.backs)
        self._room = readable(as_bytes(self.game.sight.new())[0])

    def __deepcopy__(self, _memo: object) -> "Setting":
        return self

    def __reduce__(self) -> tuple[Callable[..., "Setting"], tuple[Any, ...]]:
        return setting_of, self.given

    def deal(self, state: Any, seed: int, number: int) -> None:
        """The game with a number of a seed, as `simulate` deals it."""
        split(key_of_seed(seed), number, handed(state))
        self.calls.deal(self.box, state, self.log)

    def acting(self, state: Any) -> int:
        """The seats that may act, as bits."""
        return self.calls.to_act(self.box, state)

    def legal(self, state: Any, seat: int) -> list[int]:
        """The legal actions of a seat in ascending order; none where it may not act."""
        count = max(0, self.calls.ask(self.box, state, seat, self.actions))
        return sorted(self.relative[seat, np.asarray(self.actions[:count])].tolist())

    def decide(self, state: Any, seat: int, action: int) -> bool:
        """Make a decision; if it is not legal nothing is done, and the answer is False."""
        if not 0 <= action < self.game.actions:
            return False
        number = int(self.absolute[seat, action])
        return self.calls.decide(self.box, state, seat, number, self.actions, self.log) >= 0

    def tensor(self, state: Any, viewer: int) -> npt.NDArray[np.float32]:
        """What a viewer may know."""
        return self.game.sight.tensor(self.game.sight.of(state, viewer), self.seats)

    def imagine(self, state: Any, seat: int, chance: Any, world: Any) -> None:
        """Fill `world` with a position that the seat could be in, drawn from a stream of chance."""
        self.calls.imagine(self.box, self.game.sight.of(state, seat), seat, chance, world)

    def remember(self, state: Any, seat: int, action: int, memory: Any) -> None:
        """Every seat remembers the last decision (-1: the deal) from what stands in the log."""
        raw = readable(as_bytes(state)[0])
        remember(self._plan, self._backs, raw, self.seats, seat, action, self.log, self._room, readable(memory))

    def gains(self, state: Any) -> list[float]:
        """Each seat's part of the win less a fair share; nothing for anybody while the game goes on."""
        shares, out = np.zeros(self.seats), integers(self.seats, 2)
        sharing(self.game)(handed(self.box), handed(state), out, readable(shares))
        return [float(share) - 1.0 / self.seats for share in shares]


@functools.cache
def setting_of(name: str, seats: int, options: str = "", edition: str = "") -> Setting:
    """A setting, made once."""
    return Setting(name, seats, options, edition)
