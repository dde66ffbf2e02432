"""What a room is between two entries: found out when somebody asks for it, and once for all who look."""

from collections.abc import Sequence
from functools import cached_property

from grimorio.engine.events import FACES, Row
from grimorio.engine.layout import LETTERS
from grimorio.engine.reading import bit_of, read_by
from grimorio.engine.reference import Way
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.wire import EventTold, events_told
from grimorio.room.look import Stage

Told = tuple[tuple[EventTold, ...], tuple[Line, ...]]


class Moment:
    """A room from one entry to the next. What is made for a viewer is shared with those who may see just the same."""

    def __init__(self, table: Table | None) -> None:
        """Nothing is known yet."""
        self.table = table
        self.offered = dict[int, tuple[Way, ...]]()
        self._told: dict[tuple[int, tuple[tuple[Row, int], ...]], Told] = {}

    @cached_property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act."""
        return self.table.to_act() if self.table else ()

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The seats that may act, as they are told."""
        return tuple(LETTERS[seat] for seat in self.acting)

    @cached_property
    def stage(self) -> Stage:
        """Whether the cards are dealt, and whether the game is over."""
        if self.table is None:
            return "gathering"
        return "playing" if self.acting else "over"

    @cached_property
    def timing(self) -> tuple[int, int]:
        """What time can run out for, and in how many seconds."""
        return self.table.timing() if self.table else (0, 0)

    def told(self, table: Table, viewer: int, rows: Sequence[Row]) -> Told:
        """Rows as events and as a story, for a viewer who may read them; faces are shown to those who see them."""
        game, bit = table.game, bit_of(viewer)
        faces = tuple([(row, row[FACES] >> bit & 1) for row in rows])
        key = (0 if game.tells_all_alike else viewer, faces)
        if key not in self._told:
            story = tuple(game.tell(table.box, read_by(game, bit, rows), viewer))
            self._told[key] = events_told(game, bit, rows), story
        return self._told[key]
