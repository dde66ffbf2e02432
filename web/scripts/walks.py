#!/usr/bin/env python3
"""Games played at random, as one seat is told of them: what drives the page with every game that is registered.

Reads a list of wishes as JSON from standard input, `{"game", "seed", "steps", "seat"}` each, with `"seats"` where not
three are to sit there, and writes games, words, and for every wish the table's opening and its looks, as `positions.py`
does: all of it made by the real engine.
"""

import json
import sys
from typing import Any

import msgspec

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed
from grimorio.engine.layout import LETTERS
from grimorio.engine.wire import game_told, words_told
from grimorio.games import GAMES
from grimorio.room.chairs import bot, person
from grimorio.room.look import Look
from grimorio.room.room import Room

NAMES = ("Ada", "Merlino", "Morgana", "Prospero", "Circe", "Cagliostro", "Viviana")


def walked(room: Room, seat: int, seed: int, steps: int) -> list[Look]:
    """Every look of a seat while everybody does anything that is legal."""
    chance = handed(stream(key_of_seed(seed, "page")))
    room.deal()
    looks = [room.look(seat)]
    for _ in range(steps):
        acting = room.to_act()
        if not acting:
            break
        who = acting[below(chance, len(acting))]
        legal = room.dealt().legal(who)
        room.submit(who, [legal[below(chance, len(legal))]])
        if room.version(seat) > looks[-1].version:
            looks.append(room.look(seat, looks[-1].version))
    return looks


def told(wish: dict[str, Any]) -> dict[str, Any]:
    """One game as a page is told of it."""
    game, seat, seed = GAMES[wish["game"]], LETTERS.index(wish.get("seat", "A")), int(wish["seed"])
    seats = max(game.seats[0], min(wish.get("seats", 3), game.seats[1]))
    chairs = [bot(name, "apprentice") for name in NAMES[:seats]]
    chairs[seat] = person(NAMES[seat])
    room = Room(game, chairs, secret=seed.to_bytes(32, "big"))
    looks = walked(room, seat, seed, int(wish["steps"]))
    letter, options = LETTERS[seat], dict(room.options)
    opened = {"kind": "opened", "table": "walk", "game": game.name, "options": options, "seat": letter, "host": True}
    return {"opened": opened, "looks": looks}


def main() -> None:
    """Answer the wishes."""
    everything = {
        "games": [game_told(game) for game in GAMES.values()],
        "words": {name: {lang: words_told(game, lang) for lang in ("it", "en")} for name, game in GAMES.items()},
        "tables": [told(wish) for wish in json.load(sys.stdin)],
    }
    sys.stdout.buffer.write(msgspec.json.encode(everything))


if __name__ == "__main__":
    main()
