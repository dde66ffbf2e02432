"""One game from Python at speed: a decision, the next view as a tensor, mask and who is asked, in one compiled call."""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from grimorio.arena.simulate import KEYS
from grimorio.engine.chance import CHANCE_DTYPE, key_of_seed
from grimorio.engine.events import new_log
from grimorio.engine.game import Edition, Game
from grimorio.engine.kernel import at, direct, kernel, readable
from grimorio.engine.looking import looking
from grimorio.engine.relative import absolute_actions, relative_actions, turned
from grimorio.engine.sight import as_bytes
from grimorio.engine.spelling import Spelling, spell
from grimorio.research.given import NO_LIMIT, a_game, agreed, whole
from grimorio.research.recall import LANES, new_memory
from grimorio.research.stepping import CUT, DESK, LEARNER, NOT_DEALT, stepping

NOBODY_IS_ASKED = -1
CHOICE, SEAT, COUNT = range(3)
"""Entries of the numbers that a single game tells."""


def room_of(game: Game) -> np.dtype[Any]:
    """All that a single game tells, in one record: every array that a call is handed costs a tenth of a microsecond."""
    most = game.seats[1]
    fields: list[Any] = [
        ("numbers", "i8", (3,)), ("flags", "u1", (2,)), ("who", "i1", (1, most)), ("actions", "i4", (game.most_legal,)),
        ("legal", "i2", (1, game.most_legal)), ("share", "f4", (1, most)), ("outcome", "i4", (1, most, 2)),
        ("wins", "f4", (1, most)), ("tensor", "f4", (game.sight.tensor_size,)), ("mask", "u1", (game.actions,)),
    ]  # fmt: skip
    return np.dtype(fields, align=True)


@functools.cache
def deciding(game: Game) -> Callable[..., int]:
    """The kernel behind `Single.step`; what never changes is frozen into it, since every argument costs time."""
    step = stepping(game, (), forced=True, relabel=turned(game))
    plan, backs, look = readable(game.sight.plan), readable(game.sight.backs), looking(game.sight)
    relative, absolute = readable(relative_actions(game)), readable(absolute_actions(game))
    runs, begins = map(readable, Spelling(game.sight).by_viewer)

    @kernel
    def decide(  # noqa: PLR0913
        seats: int, boxes: Any, states: Any, raw: Any, views: Any, seen: Any, keys: Any, chances: Any, desks: Any,
        rooms: Any, log: Any, memory: Any, by_number: int, choice: int,
    ) -> int:  # fmt: skip
        """Returns the seat that is asked next, or -1."""
        room = at(rooms, 0)
        numbers, flags, lists, mask, tensor = room.numbers, room.flags, room.legal, room.mask, room.tensor
        numbers[CHOICE] = choice
        step(
            0, 1, NO_LIMIT, boxes, states, raw, views, seen, plan, backs, room.who, keys, 1, chances, desks,
            room.actions, relative, absolute, numbers[CHOICE : CHOICE + 1], by_number, numbers[SEAT : SEAT + 1],
            numbers[COUNT : COUNT + 1], lists, flags[0:1], flags[1:2], room.share, room.outcome, room.wins, log, memory,
        )  # fmt: skip
        for i in range(mask.shape[0]):
            mask[i] = 0
        if numbers[COUNT] == 0:
            return NOBODY_IS_ASKED
        for i in range(numbers[COUNT]):
            mask[lists[0, i]] = 1
        viewer = int(numbers[SEAT])
        look(raw[0], viewer, seen[0])
        spell(runs[seats, viewer], begins[seats, viewer], seen[0], seats, viewer, tensor)
        return viewer

    return decide


class Single:
    """One game, in arrays that stay where they are and are filled anew by every step.

    `tensor` and `mask` are those of the seat that is asked, `legal[:count]` the numbers of its legal actions, counted
    from it; `share` is each seat's part of the win once `step` has said that nobody is asked any more. With `recall`,
    `memory[seat]` is the digest of all that a seat has seen, been told and done in this game (see `recall.py`).
    """

    def __init__(  # noqa: PLR0913 - by name
        self, game: Game | str, seats: int = 4, *, seed: int = 1, options: Mapping[str, str] | None = None,
        edition: Edition | None = None, recall: bool = False,
    ) -> None:  # fmt: skip
        """Nothing is dealt yet: `reset` deals."""
        self.game, self.seats = a_game(game), whole("seats", seats)
        self._made_of: dict[str, Any] = {"options": agreed(options, edition), "edition": edition, "recall": recall}
        most, sight = self.game.seats[1], self.game.sight
        boxes = [self.game.box(self.seats, options, edition) for _ in range(self.game.seats[0], most + 1)]
        keys, self._desks = np.zeros(1, KEYS), np.zeros(1, DESK)
        self._keys = keys
        self._sow(seed)
        self.state, self.view = self.game.layout.new(), sight.new()
        rooms = np.zeros(1, room_of(self.game))
        rooms["who"] = LEARNER
        told = rooms[0]
        self.tensor, self.mask, self.legal, self.share = (
            told["tensor"],
            told["mask"],
            told["legal"][0],
            told["share"][0],
        )
        self._numbers, self._flags = told["numbers"], told["flags"]
        self._told: memoryview[int] = memoryview(self._numbers)  # quicker to read than an array
        memory = new_memory(1, most) if recall else None
        self.memory = memory[0, :, :LANES] if memory is not None else None
        self._chances = np.zeros(1, CHANCE_DTYPE)
        given = (
            self.seats, np.concatenate(boxes), self.state, readable(as_bytes(self.state)), self.view,
            readable(as_bytes(self.view)), keys, self._chances, self._desks, rooms,
            new_log() if recall else None, readable(memory) if recall else None,
        )  # fmt: skip
        self._standing = [self.state, self.view, keys, self._chances, self._desks, rooms, *([memory] if recall else [])]
        decide = direct(deciding(self.game), (*given, 0, 0))
        self.step: Callable[[int], int] = functools.partial(decide, *given, 0)
        """Do what stands at this place of `legal`; returns the seat that is asked next, -1 when the game is over."""
        self.act: Callable[[int], int] = functools.partial(decide, *given, 1)
        """The same by the number of the action."""

    def _sow(self, seed: int) -> None:
        seed = whole("seed", seed)
        self._keys["deals"], self._keys["choices"] = key_of_seed(seed), key_of_seed(seed, "bots")

    def copy(self) -> "Single":
        """Another game that stands where this one does. From here on each goes its own way."""
        other = Single(self.game, self.seats, **self._made_of)
        for own, whole_of_it in zip(other._standing, self._standing, strict=True):
            own[...] = whole_of_it
        return other

    def __deepcopy__(self, _memo: object) -> "Single":
        return self.copy()

    def reset(self, number: int = 0, seed: int | None = None) -> int:
        """Deal the game with this number of the seed, or of another one; returns the seat that is asked first."""
        if seed is not None:
            self._sow(seed)
        self._desks[0] = (whole("number", number, 0), 1, NOT_DEALT, self.seats - self.game.seats[0], 1)
        self._numbers[COUNT] = 0
        return self.step(0)

    @property
    def count(self) -> int:
        """How many legal actions there are."""
        return self._told[COUNT]

    @property
    def cut(self) -> bool:
        """The game that has just ended was given up by the guard against endless games."""
        return bool(self._flags[0] == CUT)

    @property
    def refused(self) -> bool:
        """The last choice was none of the legal ones, and nothing was done."""
        return bool(self._flags[1])
