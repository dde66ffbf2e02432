"""The scenarios of the rules, to be looked at step by step: the same files that the tests play."""

import functools
from pathlib import Path

import msgspec

from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refused
from grimorio.engine.rulebook import scenario_files
from grimorio.engine.scenario import Player, Scenario, read_scenarios
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.room import Room
from grimorio.server.records import Replay, Step, viewer_of
from grimorio.server.refusals import bot_names, refuse

PLACES = (Path(__file__).parent / "scenarios", Path(__file__).parents[3] / "tests" / "scenarios")
"""Where the scenarios lie: inside an installed package, or in a checkout."""


class Example(msgspec.Struct, frozen=True):
    """A scenario by its number in its game: its sentence by language, its rules, how many play."""

    number: int
    title: dict[str, str]
    rules: tuple[str, ...]
    seats: int


@functools.cache
def scenarios_of(game: Game) -> tuple[Scenario, ...]:
    """All scenarios of a game, in the order of their files; none where they were not installed."""
    folder = next((place / game.name for place in PLACES if (place / game.name).is_dir()), None)
    if folder is None:
        return ()
    return tuple(scenario for path in scenario_files(folder) for scenario in read_scenarios(path))


def examples_of(name: str) -> tuple[Example, ...]:
    """What players can look at in a game: the scenarios that have a title in both languages."""
    game = GAMES[name] if name in GAMES else refuse("no-table")
    return tuple(
        Example(number, {"it": each.it, "en": each.title}, each.rules, int(each.data.get("seats", game.seats[0])))
        for number, each in enumerate(scenarios_of(game), 1)
        if each.it
    )


def example(name: str, number: int, viewer: str, language: str) -> Replay:
    """A scenario as a replay: the position it gives, and each of its moves, with the eyes of one viewer."""
    known = scenarios_of(GAMES[name])
    if not 1 <= number <= len(known):
        refuse("malformed", "example")
    played = Player(known[number - 1], GAMES[name])
    room = Room.around(played.table, [person(called) for called in bot_names(language)[: played.table.seats]])
    eyes = viewer_of(viewer, room.seats)
    moves = [text for step in played.scenario.data.get("step", ()) for text in _texts(step.get("do", []))]
    steps = [Step(0, "laid", 0, look=msgspec.structs.replace(room.look(eyes), offer=None, asked=None))]
    steps += [_step(room, text, at, eyes) for at, text in enumerate(moves, 1)]
    return Replay("", name, dict(played.table.options), viewer, len(moves), 0, tuple(steps))


def _texts(doing: str | list[str]) -> list[str]:
    return [doing] if isinstance(doing, str) else doing


def _step(room: Room, text: str, at: int, viewer: int) -> Step:
    """One move, or why it is refused: then `kind` is `refused`, and the text is the code and the rule."""
    letter, _, action = text.partition(" ")
    seat, version = LETTERS.index(letter), room.version(viewer)
    try:
        room.undo(seat) if action.strip() == "undo" else room.submit(seat, [action])
    except Refused as refused:
        return Step(at, "refused", 0, letter, f"{refused.refusal.code} {refused.refusal.rule}".strip())
    new = room.version(viewer) > version
    look = msgspec.structs.replace(room.look(viewer, version), offer=None, asked=None) if new else None
    return Step(at, "do", 0, letter, action, look)
