#!/usr/bin/env python3
"""Positions of the rule book for the page: what a seat is told of a scenario, before its steps and after each of them.

Reads a list of wishes as JSON from standard input, `{"game", "title", "seat"}` each (or a `scenario` written out in
place of a title), and writes what the server would tell: games, words, and for every wish the table's opening and its
looks. So a page is tested on positions that the real engine made, with the facts and offers that the real engine gives.
"""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from grimorio.engine.layout import LETTERS
from grimorio.engine.rulebook import scenario_files
from grimorio.engine.scenario import Player, Scenario, read_scenarios, scenarios_of
from grimorio.engine.wire import game_told, words_told
from grimorio.games import GAMES
from grimorio.room.chairs import bot, person
from grimorio.room.look import Look
from grimorio.room.room import Room

SCENARIOS = Path(__file__).parents[2] / "tests" / "scenarios"
NAMES = ("Ada", "Merlino", "Morgana", "Prospero", "Circe", "Cagliostro", "Viviana")


def scenario_of(wish: dict[str, Any]) -> Scenario:
    """The scenario that is wished for: written out, or by the title that it has among those of its game."""
    game, title = wish["game"], wish.get("title", "")
    if "scenario" in wish:
        own = {"title": "A position", "rules": ["-"], **wish["scenario"]}
        return scenarios_of({"game": game, "scenario": [own]}, "wish")[0]
    found = [each for path in scenario_files(SCENARIOS / game) for each in read_scenarios(path) if each.title == title]
    if len(found) != 1:
        msg = f"{game}: {len(found)} scenarios are called {title!r}"
        raise LookupError(msg)
    return found[0]


class Shown:
    """A scenario laid on the table of a room, seen from one seat."""

    def __init__(self, wish: dict[str, Any]) -> None:
        """Give the position."""
        self.game, self.seat = GAMES[wish["game"]], LETTERS.index(wish.get("seat", "A"))
        self.scenario = scenario_of(wish)
        self.player = Player(self.scenario, self.game)
        table = self.player.table
        chairs = [bot(name, "apprentice") for name in NAMES[: table.seats]]
        chairs[self.seat] = person(NAMES[self.seat])
        self.room = Room(self.game, chairs, options=table.options, edition=table.edition, secret=table.secret)
        self.room.table = table

    def look(self, since: int | None = None) -> Look:
        """What the seat is told now."""
        self.room._look_around(facts=since is None)  # noqa: SLF001 - a room takes no position in any other way
        return self.room.look(self.seat, since)

    def looks(self) -> list[Look]:
        """The position, and after each step what is new in it."""
        made = [self.look()]
        for number, step in enumerate(self.scenario.data.get("step", []), 1):
            for found in self.player._step(step, f"step {number}"):  # noqa: SLF001
                raise AssertionError(found)
            made.append(self.look(made[-1].version))
        return made

    def told(self) -> dict[str, Any]:
        """The table as a page opens it."""
        opened = {
            "kind": "opened",
            "table": "example",
            "game": self.game.name,
            "options": dict(self.room.options),
            "seat": LETTERS[self.seat],
            "host": True,
        }
        return {"opened": opened, "looks": self.looks()}


def main() -> None:
    """Answer the wishes."""
    told = {
        "games": [game_told(game) for game in GAMES.values()],
        "words": {name: {lang: words_told(game, lang) for lang in ("it", "en")} for name, game in GAMES.items()},
        "tables": [Shown(wish).told() for wish in json.load(sys.stdin)],
    }
    sys.stdout.buffer.write(msgspec.json.encode(told))


if __name__ == "__main__":
    main()
