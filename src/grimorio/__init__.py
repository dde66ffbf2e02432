"""Grimorio: five wizard card games, one engine, for players and for researchers.

What a script needs stands here, and is loaded when it is first asked for:

- `GAMES`, `load(name)`: the games by name; `Table(load("flautz"), seats=2)` is a game in play: `to_act`, `legal`,
  `apply`, `view_json`, `events`, `undo`, `outcome`;
- `Match` and `simulate(match)`: many games between bots, on one core, on all, or on a GPU;
- `Room`: a table with chairs, bots, a clock and viewers;
- `Refused`: what a move that is not legal raises, with the code and the rule.
"""

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grimorio.arena.simulate import Match, simulate
    from grimorio.engine.refusal import Refused
    from grimorio.engine.table import Table
    from grimorio.games import GAMES, load
    from grimorio.room.room import Room

__version__ = "0.1.0"
__all__ = ["GAMES", "Match", "Refused", "Room", "Table", "__version__", "load", "simulate"]

_HOME = {
    "GAMES": "games",
    "load": "games",
    "Table": "engine.table",
    "Refused": "engine.refusal",
    "Match": "arena.simulate",
    "simulate": "arena.simulate",
    "Room": "room.room",
}


def __getattr__(name: str) -> Any:
    """What is offered here comes from where it stands, so that `import grimorio` itself costs nothing."""
    if name not in _HOME:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    return getattr(importlib.import_module(f"grimorio.{_HOME[name]}"), name)
