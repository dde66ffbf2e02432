"""Telling what happened: the loop that all storytellers share. What a line says of which events is each game's own."""

from collections.abc import Sequence

from rich.text import Text

from grimorio.engine.events import Event
from grimorio.engine.words import Words


class Teller:
    """Tells the events that a viewer learnt, a line for each thing that was done."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        """Tell them in these words."""
        self.words, self.names = words, names

    def tell(self, events: Sequence[Event]) -> list[Text]:
        """One line for each thing that was done."""
        lines: list[Text] = []
        rest = list(events)
        while rest:
            line, used = self.next_line(rest)
            if line is not None:
                lines.append(line)
            del rest[:used]
        return lines

    def next_line(self, rest: list[Event]) -> tuple[Text | None, int]:
        """The line for what comes first (None where it needs none), and how many events it tells."""
        return Text(self.words.event(rest[0], self.names)), 1
