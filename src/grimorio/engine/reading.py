"""Rows of events as a viewer reads them: the face of a card where he sees it, its back where he does not."""

import functools
from collections.abc import Iterable

from grimorio.engine import events as ev
from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS, NONE, SPECTATOR

UNDONE = "undone"
"""The event that tells everybody that the last move was taken back."""


def bit_of(viewer: int) -> int:
    """The bit of a viewer in the masks of events."""
    return viewer if viewer != SPECTATOR else ev.SPECTATORS


def read_by(game: Game, bit: int, rows: Iterable[ev.Row]) -> list[ev.Event]:
    """Rows as the viewer with a bit reads them."""
    return [event_of(game, row[: ev.FACES], row[ev.FACES] >> bit & 1) for row in rows]


@functools.lru_cache(1 << 14)
def event_of(game: Game, row: ev.Row, face: int) -> ev.Event:
    """A row as a viewer reads it who sees the face of its card, or only its back."""
    code, seat, kind, start, to, value = row
    if code == NONE:
        return ev.Event(UNDONE, LETTERS[seat])
    places = game.layout.places().names
    back = int(game.sight.backs[kind]) if kind != NONE and not face else len(game.card_names)
    return ev.Event(
        kind=game.events[code],
        seat=LETTERS[seat] if seat != NONE else None,
        card=game.card_name(kind) if kind != NONE and face else None,
        back=game.card_name(back) if back < len(game.card_names) else None,
        start=places[start] if start != NONE else None,
        to=places[to] if to != NONE else None,
        value=value,
    )
