"""The numbers that kernels use for kinds of event, reasons of refusal and actions, each list written once.

A game names its kinds of event in a class of its own, in the order of their numbers, and says of each what its number
counts; likewise its refusals, each with the rule that says so. A member is a plain number inside a kernel, and its
name in small letters is the text that records, words and scenarios use.
"""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, Generic, Self, TypeVar

import numpy as np

from grimorio.engine.game import ActionError
from grimorio.engine.kernel import kernel, readable

A = TypeVar("A")


class EventCode(IntEnum):
    """A kind of event: what its number counts (`points`), the names that it stands for, or nothing."""

    counts: str | tuple[str, ...]

    def __new__(cls, *counts: str) -> Self:
        """The next number; several texts are names."""
        made = int.__new__(cls, len(cls.__members__))
        made._value_ = len(cls.__members__)
        made.counts = counts[0] if len(counts) == 1 else counts
        return made


class RefusalCode(IntEnum):
    """A reason of refusal, with the number of the rule that says so; the first is no reason: the action is legal."""

    rule: str

    def __new__(cls, rule: str) -> Self:
        """The next number."""
        made = int.__new__(cls, len(cls.__members__))
        made._value_ = len(cls.__members__)
        made.rule = rule
        return made


def text_of(code: EventCode | RefusalCode) -> str:
    """What it is called outside kernels, such as `turn-began`."""
    return code.name.lower().replace("_", "-")


def kinds_of(codes: type[EventCode]) -> tuple[str, ...]:
    """The kinds of event, in the order of their numbers."""
    return tuple(text_of(code) for code in codes)


def counted_by(codes: type[EventCode]) -> dict[str, str | tuple[str, ...]]:
    """For each kind of event that carries a number: what it counts, or the names that it stands for."""
    return {text_of(code): code.counts for code in codes if code.counts}


def refusals_of(codes: type[RefusalCode]) -> tuple[tuple[str, str], ...]:
    """The refusals with their rules, in the order of their numbers."""
    return tuple((text_of(code), code.rule) for code in codes)


class Numbering(Generic[A]):
    """Every action of a game in the order of the numbers, each exactly once."""

    def __init__(self, actions: Iterable[A]) -> None:
        """Number them from 0."""
        self.actions = tuple(actions)
        self._numbers = {action: number for number, action in enumerate(self.actions)}

    def action_of(self, number: int) -> A:
        """The action with this number."""
        if not 0 <= number < len(self.actions):
            msg = f"no action has the number {number}"
            raise ActionError(msg)
        return self.actions[number]

    def number_of(self, action: A) -> int:
        """The number of this action."""
        return self._numbers[action]


def forms(firsts: Iterable[int], actions: int) -> Any:
    """For each action the first number of its form, such as `PLACE` for `PLACE + 3`: what it is called in the rules."""
    starts = np.array(sorted(firsts))
    return readable(starts[np.searchsorted(starts, np.arange(actions), side="right") - 1].astype(np.int32))


@kernel
def is_listed(action: int, n: int, out: Any) -> bool:
    """Whether an action is among the first `n` that `legal` wrote down."""
    for i in range(n):  # noqa: SIM110 - generators do not compile
        if out[i] == action:
            return True
    return False
