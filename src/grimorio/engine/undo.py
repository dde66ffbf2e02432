"""What can still be taken back at a table, seat by seat.

A seat may take back its last step while nobody has learnt anything since: no chance drawn, nothing hidden shown,
nothing said that binds, and nobody else has done anything that this seat was told of. What others did in private counts
for nothing, since a seat must not be able to find out about it; it stays done when a step before it is taken back.

Only what can still be taken back is kept: one position, and the few steps since.
"""

from collections.abc import Callable

import msgspec

NOTHING, OTHERS = "nothing-to-undo", "others-acted"


class Step(msgspec.Struct):
    """What a seat did in one go, the viewers who were told (as bits), and why it could not undo before that."""

    seat: int
    actions: tuple[int, ...]
    told: int
    was: str
    dead: bool = False


class Past(msgspec.Struct):
    """The steps that can still be taken back, the position before the first of them, and for each seat why not."""

    why: list[str]
    base: bytes = b""
    steps: list[Step] = []

    def step(self, seat: int, actions: tuple[int, ...], told: int, blocked: str, before: bytes) -> None:
        """A seat did something, which may be blocked from being taken back."""
        for other in range(len(self.why)):
            done = self.why[other] != NOTHING
            if done and told >> other & 1 and other != seat and (self.steps or self.why[other] != OTHERS):
                self.close(other, OTHERS)
        if blocked:
            self.close(seat, blocked)
            if self.steps:
                self.steps.append(Step(seat, actions, told, blocked, dead=True))
            return
        if not self.steps:
            self.base = before
        self.steps.append(Step(seat, actions, told, self.why[seat]))
        self.why[seat] = ""

    def close(self, seat: int, reason: str) -> None:
        """Nothing that a seat did can be taken back any more."""
        self.why[seat] = reason
        if self.steps:
            for step in self.steps:
                step.dead = step.dead or step.seat == seat
            self._let_go()

    def _let_go(self) -> None:
        if all(step.dead for step in self.steps):
            self.steps, self.base = [], b""

    def forget(self, reason: str) -> None:
        """Nobody can take anything back."""
        for seat in range(len(self.why)):
            self.close(seat, reason)

    def take_back(self, seat: int) -> tuple[Step, bytes, list[Step]]:
        """The last step of a seat, the position before all steps, and the steps that stay done."""
        index = max(i for i, step in enumerate(self.steps) if step.seat == seat)
        gone, base = self.steps.pop(index), self.base
        self.why[seat] = gone.was
        stay = list(self.steps)
        self._let_go()
        return gone, base, stay

    def trim(self, redo: Callable[[bytes, Step], bytes]) -> None:
        """Let go of steps at the beginning that can no longer be taken back; `redo` makes one from a position."""
        while self.steps and self.steps[0].dead:
            self.base = redo(self.base, self.steps.pop(0))
