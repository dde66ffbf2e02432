"""What is told of a F.A.T.A. table: the kinds of event, and the places they name."""

from grimorio.engine.codes import EventCode
from grimorio.games.fata.state import State

HAND_AT, ROWS_AT, CHARM_AT, DECK_AT = (State.place(name) for name in ("hand", "rows", "charm", "deck"))
DISCARDS_AT, ASIDE_AT, CHEST_AT, DISPLAY_AT = (State.place(name) for name in ("discards", "aside", "chest", "display"))
QUEEN_AT, TREASURES_AT, SERIES_AT = (State.place(name) for name in ("queen", "treasures", "series"))
CHARACTER_AT, REVEALED_AT = State.place("character"), State.place("revealed")


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts."""

    DEALT = ""
    TURN_BEGAN = "turn"
    PLAYED = ""
    CHARM_OVER = ""
    SET_ASIDE = ""
    ADDED = ""
    DREW = ""
    CHANGED = "cards"
    DISCARDED = ""
    STOLE = ""
    LAID = ""
    BLOWN = ""
    LOOKED = ""
    SAW = ""
    SAW_CHARACTER = ""
    GRASPED = ""
    GAVE = ""
    GAVE_TREASURE = ""
    STARS = "stars"
    TOOK = ""
    TURNED_UP = ""
    QUEEN = "hand"
    COUNTED = ""
    SCORED = "points"
    TRIMAGIC = "power"
    ROBBED = ""
    ROW_GONE = ""
    REVEALED = ""
    SHOWED_TREASURE = ""
    RESCUED = "cards"
    FELL = "eliminated"
    DEALT_OUT = ""
    RESHUFFLED = "cards"
    LAID_OPEN = ""
    HAND_SHOWN = ""
    UNMASKED = ""
    WON = "points"
    CUT = "turns"
    FINISHED = ""
    KEPT = "treasures"
