"""Tables as the terminal draws them, for tests that look at single positions."""

import io
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from grimorio.cli.draw import Company, Scene, told
from grimorio.cli.pictures import picture_of
from grimorio.cli.texts import ScreenWords
from grimorio.engine import record
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref
from grimorio.engine.table import Table

NAMES = ("Massimiliano d'Asbur", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta")
Chooses = Callable[[Table, int, Any], Sequence[int]]
"""What a seat does at a table, by lot."""


def finished(save: Path, game: Game) -> Table:
    """The table of the one game that was played to its end beside a save."""
    (path,) = (save.parent / "records").iterdir()
    return record.verify(record.read(path), game)


def among(chance: Any, actions: Sequence[int]) -> list[int]:
    """One of some actions, by lot."""
    return [actions[below(chance, len(actions))]]


def positions(
    game: Game, seats: int, seed: int, chooses: Chooses, most: int | None = None
) -> Iterator[tuple[Table, int]]:
    """Every decision of a game, or the first of them, and how it stands then."""
    table = Table(game, seats, secret=bytes([seed]) * 32)
    chance = handed(stream(key_of_seed(seed, "any game will do")))
    made = 0
    while not table.over and made != most:
        seat = table.to_act()[0]
        yield table, seat
        table.apply_all(seat, chooses(table, seat, chance))
        made += 1
    yield table, 0


def company(table: Table, language: str = "it") -> Company:
    """A person and bots at a table."""
    bots = ("", *["random"] * (table.seats - 1))
    return Company(ScreenWords(table.game, language), NAMES[: table.seats], bots, table.box)


def scene_of(table: Table, viewer: int, *picked: Ref, width: int = 80, height: int = 24, language: str = "it") -> Scene:
    """The table as a viewer may see it, who has picked some things."""
    sitting, view = company(table, language), table.view_json(viewer)
    picture = picture_of(sitting)
    lines = table.game.tell(table.box, picture.recent(table.events(viewer)[-30:]), viewer)
    story = [told(sitting, line, picture) for line in lines]
    ways = table.game.pointer.ways(table.legal(viewer) if viewer != SPECTATOR else [], viewer, view)
    return Scene(viewer, view, table.insight(viewer), Pointing(tuple(ways), picked), story, width, height)


def drawn(table: Table, viewer: int, width: int, height: int, language: str = "it", *picked: Ref) -> str:
    """The screen of a viewer."""
    scene = scene_of(table, viewer, *picked, width=width, height=height, language=language)
    return printed(picture_of(company(table, language)).frame(scene), width, height)


def printed(part: Any, width: int, height: int) -> str:
    """A part of the screen, in letters."""
    console = Console(file=io.StringIO(), width=width, height=height, color_system=None)
    console.print(part)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
