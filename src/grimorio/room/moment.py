"""What a room is between two entries: found out when somebody asks for it, and once for all who look."""

from collections.abc import Sequence

from grimorio.engine.events import FACES, Row
from grimorio.engine.layout import LETTERS
from grimorio.engine.reading import bit_of
from grimorio.engine.reference import Way
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.wire import EventTold, told_to
from grimorio.room.look import Stage

Told = tuple[tuple[EventTold, ...], tuple[Line, ...]]


class Moment:
    """A room from one entry to the next. What is made for a viewer is shared with those who may see just the same."""

    __slots__ = ("acting", "alike", "letters", "offered", "stage", "timing")
    stage: Stage

    def __init__(self, table: Table | None) -> None:
        """Who may act, at which stage it is, and what time can run out for, in how many seconds."""
        self.acting: tuple[int, ...] = table.to_act() if table else ()
        self.letters = tuple([LETTERS[seat] for seat in self.acting])
        self.stage = "gathering" if table is None else "playing" if self.acting else "over"
        self.timing = table.timing() if table else (0, 0)
        self.offered = dict[int, tuple[Way, ...]]()
        self.alike: dict[tuple[int, object], Told] = {}

    def told(self, table: Table, viewer: int, since: int) -> Told:
        """What a viewer learnt since a moment of his, as events and as a story; all who saw the same share it."""
        game, rows = table.game, table.rows(viewer, since)
        whose = 0 if game.tells_all_alike else viewer
        key = (whose, len(rows) if table.seen_by_all(rows) else _seen(rows, bit_of(viewer)))
        found = self.alike.get(key)
        if found is None:
            events, told = told_to(game, bit_of(viewer), rows)
            found = self.alike[key] = told, tuple(game.tell(table.box, events, viewer))
        return found


def _seen(rows: Sequence[Row], bit: int) -> object:
    """Rows with whether the viewer with a bit sees their faces: all that may differ between those who read them."""
    return tuple([(row, row[FACES] >> bit & 1) for row in rows])
