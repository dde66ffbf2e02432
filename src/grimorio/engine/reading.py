"""Rows of events as a viewer reads them: the face of a card where he sees it, its back where he does not."""

import functools
from collections.abc import Sequence

from grimorio.engine import events as ev
from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS, NONE, SPECTATOR

UNDONE = "undone"
"""The event that tells everybody that the last move was taken back."""


def bit_of(viewer: int) -> int:
    """The bit of a viewer in the masks of events."""
    return viewer if viewer != SPECTATOR else ev.SPECTATORS


def read_by(game: Game, bit: int, rows: Sequence[ev.Row]) -> list[ev.Event]:
    """Rows as the viewer with a bit reads them."""
    known = _known(game)
    return [(known.get(row) or _learn(game, known, row))[row[ev.FACES] >> bit & 1] for row in rows]


Readings = tuple[ev.Event, ev.Event]
"""A row as it is read by who sees only the back of its card, and by who sees its face."""
MOST_KNOWN = 1 << 14


@functools.cache
def _known(game: Game) -> dict[ev.Row, Readings]:  # noqa: ARG001 - one for each game
    """The rows that were read already: most of what happens has happened before."""
    return {}


def _learn(game: Game, known: dict[ev.Row, Readings], row: ev.Row) -> Readings:
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[row] = event_of(game, row, face=False), event_of(game, row, face=True)
    return known[row]


def event_of(game: Game, row: ev.Row, *, face: bool) -> ev.Event:
    """A row as a viewer reads it who sees the face of its card, or only its back."""
    code, seat, kind, start, to, value = row[: ev.FACES]
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
