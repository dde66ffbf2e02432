"""What can happen at a table of Abracadabra, and where: the kinds of event and the addresses of places."""

from grimorio.engine.codes import EventCode
from grimorio.engine.layout import LETTERS
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, SEATS, State

TOWERS_AT, ROW_AT, SHOWN_AT, TOP_AT = (State.place(name) for name in ("towers", "row", "shown", "top"))
DISCARDS_AT, HAND_AT, PROXIMA_AT = (State.place(name) for name in ("discards", "hand", "proxima"))
OBJECTS_AT, PILES_AT = State.place("objects"), State.place("piles")


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts or stands for."""

    TURN_BEGAN = "turn"
    TOOK = ""
    PERICULUM = "cards"
    SHUFFLED_ALL = ""
    GATHERED = tuple(LETTERS_OF_PILES)
    LEFT_TOWERS = ""
    ENTERED_TOWER = ""
    PLAYED = ("nobody", *LETTERS[:SEATS])
    PASSED = ""
    BONUS = "cards"
    OBJECT = tuple(LETTERS_OF_PILES)
    NO_OBJECT = ""
    STOLE = ""
    GAVE = ""
    DISCARDED = ""
    NO_ENCHANTER = "cards"
    REFILLED = ""
    RESHUFFLED = "cards"
    EXTRA_TURN = ""
    LAID_OPEN = ""
    HAND_SHOWN = ""
    WON = "points"
    CUT = "turns"
    NOT_YET_WON = ""
    WENT_BACK = ""
