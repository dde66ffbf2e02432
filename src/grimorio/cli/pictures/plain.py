"""A picture for any game, from the layout of its views alone: fields by their labels, actions by their texts."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import Company, Scene
from grimorio.cli.pointing import Keys
from grimorio.engine.events import Event
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref


class PlainPicture:
    """The table in words."""

    in_results: tuple[str, ...] = ()

    def __init__(self, company: Company) -> None:
        """Draw for this company."""
        self.company, self.words = company, company.words

    def frame(self, scene: Scene) -> RenderableType:
        """Every field of the view, what happened, and every action by its text."""
        grid = Table.grid(padding=(0, 2))
        for name, value in scene.view.items():
            if name in self.words.own["fields"] and value not in (None, [], {}):
                grid.add_row(Text(self.words.text("fields", name), "bold"), self._told(value))
        parts: list[RenderableType] = [Rule(self.words.game.title), grid, Rule(), *scene.story]
        if scene.ways:
            parts += [Rule(), *(Text(f"  {self.words.action(way.number)}", "cyan") for way in scene.ways)]
        return Group(*parts)

    def _told(self, value: Any) -> Text:
        if isinstance(value, Mapping):
            rows = [f"{self.company.names[LETTERS.index(seat)]}: {self._told(each)}" for seat, each in value.items()]
            return Text(" · ".join(rows))
        if isinstance(value, list):
            return Text(", ".join(str(self._told(each)) for each in value))
        return Text("-" if value is None else self.words.name(str(value)))

    def keys(self, scene: Scene) -> Keys:  # noqa: ARG002 - nothing is pointed at
        """No keys: actions are typed, their beginning is enough."""
        return {}

    def thing(self, ref: Ref, view: Mapping[str, Any] | None = None, *, short: bool = False) -> Text:  # noqa: ARG002
        """A thing by its name."""
        return Text(self.words.thing(ref, self.company.names))

    def recent(self, events: Sequence[Event]) -> Sequence[Event]:
        """All of it."""
        return events

    def results(self, events: Sequence[Event], view: Mapping[str, Any], insight: Any) -> list[RenderableType]:  # noqa: ARG002
        """Nothing stops the game."""
        return []
