"""What a viewer is given: the table as he may see it, or what is new in it since a version of his."""

from typing import Any, Literal

import msgspec

from grimorio.engine.pointing import Offer
from grimorio.engine.story import Line
from grimorio.engine.wire import EventTold, OutcomeTold
from grimorio.room.chairs import Chair
from grimorio.room.pace import TimesTold

Stage = Literal["gathering", "playing", "over"]


class Clock(msgspec.Struct, frozen=True):
    """What is being timed, by its number; how long it may take and how much of that is left, in milliseconds."""

    which: int
    total: int
    left: int


class Shuffle(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everybody needs to check the deal: the commitment, all nonces, and at the end the secret."""

    commitment: str
    nonces: tuple[str, ...]
    secret: str = ""


class Look(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One consistent read of a room for one viewer.

    `since` is None where `view` is the whole view; otherwise `view` has the fields that are new since that version.
    `chairs` and `shuffle` are told when they are new. `offer` is all that the viewer may do now, `asked` the sentence
    that says what is expected of him, `undo` why he cannot take his last move back ('' where he can). `clock` is the
    game's own, such as that of a market; `times` are those of people, where the table agreed on clocks.
    """

    version: int
    stage: Stage
    since: int | None = None
    chairs: tuple[Chair, ...] | None = None
    shuffle: Shuffle | None = None
    view: dict[str, Any] = {}
    events: tuple[EventTold, ...] = ()
    story: tuple[Line, ...] = ()
    to_act: tuple[str, ...] = ()
    offer: Offer | None = None
    asked: Line | None = None
    undo: str = ""
    insight: Any = None
    clock: Clock | None = None
    times: TimesTold | None = None
    outcome: OutcomeTold | None = None
