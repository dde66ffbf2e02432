"""What can happen at a table of Gufo, and where."""

from grimorio.engine.codes import EventCode
from gufo.state import State

HAND_AT, LAID_AT, PILE_AT, AWAY_AT = (State.place(name) for name in ("hand", "laid", "pile", "away"))


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts."""

    DEALT = ""
    LAID = ""
    FEATHER = "feathers"
    PUT_AWAY = ""
