"""The all-seeing view: what a critic may learn from while it trains, and what no player is ever given.

Every field of its record has a name of its own (`true_hand`), so that a bot, which reads `view.hand`, cannot even be
compiled with one. Chance and what lies in face-down decks are not in it: it tells the position, not the future.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from grimorio.engine.layout import ALL, BACK, CARD_SORTS, FACE_DOWN, Field, Layout, offset
from grimorio.engine.sight import COPY, COPY_BACKS, COPY_ROW, Sight, back_name, joined

TRUE = "true_"
"""Begins the name of every field of an all-seeing view."""


def _opened(f: Field) -> bool:
    """Cards that lie somewhere hidden, with a seat or face down on the table, are seen by a critic."""
    return f.of.sort in CARD_SORTS and f.lies and (f.owned or f.audience == FACE_DOWN)


def _true_fields(layout: type[Layout]) -> Iterator[Field]:
    for f in layout.fields:
        if f.audience == ALL or _opened(f):
            yield Field(TRUE + f.name, f.kind, f.shape, ALL, f.meaning, f.of, f.is_set, f.by_seat)
        elif f.owned:
            yield Field(TRUE + f.name, f.kind, f.shape[1:], ALL, f"{f.meaning} (the viewer's own)", f.of, f.is_set)
        if f.audience in {BACK, FACE_DOWN} and not _opened(f):
            name, meaning = TRUE + back_name(f.name), f"{f.meaning} (their backs)"
            yield Field(name, f.kind, f.shape, ALL, meaning, f.of, f.is_set, f.by_seat)


class AllSeeing(Sight):
    """A seat's view with everybody's hidden cards beside it, counted from that seat."""

    VIEWER = TRUE + "viewer"

    def _seen_fields(self, layout: type[Layout]) -> Iterator[Field]:
        return _true_fields(layout)

    def _plan(self) -> npt.NDArray[np.int32]:
        rows = [(0, 0, self._offset(self.VIEWER), 0, 0, 0)]
        for f in self.layout.fields:
            start = offset(self.layout.dtype, f.name)
            if f.audience == ALL or _opened(f):
                rows.append((COPY, start, self._offset(TRUE + f.name), f.size, 0, 0))
            elif f.owned:
                row = f.size // f.shape[0]
                rows.append((COPY_ROW, start, self._offset(TRUE + f.name), row, row, 0))
            if f.audience in {BACK, FACE_DOWN} and not _opened(f):
                rows.append((COPY_BACKS, start, self._offset(TRUE + back_name(f.name)), f.size, 0, 0))
        return joined(rows)
