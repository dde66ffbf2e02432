"""What somebody asks of a room, and why a room may refuse it."""

import msgspec

from grimorio.engine.reference import Ref

ROOM_REFUSALS = {
    "not-dealt": "the cards are not dealt yet",
    "already-dealt": "the cards are dealt already",
    "not-a-person": "a bot sits there",
    "changed-since": "what was pointed at has changed in the meantime",
    "no-clock": "there is no clock here that could be paused, or it is so already",
    "too-long": "this text is too long",
}
"""Refusals of the room, whatever the game, with what they mean."""


class Decision(msgspec.Struct, frozen=True):
    """An action as somebody points at it: its form, and all it refers to."""

    form: str
    refs: tuple[Ref, ...]
