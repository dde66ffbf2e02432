"""What can happen at a table of FLAUTZ!, and where: the kinds of event and the addresses of places."""

from grimorio.engine.codes import EventCode
from grimorio.games.flautz.state import State

AIR_AT = State.place("air")
HAND_AT, PILE_AT, DISCARDS_AT = State.place("hand"), State.place("pile"), State.place("discards")


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts."""

    DEALT = ""
    CHALLENGE_BEGAN = "challenge"
    ROUND_BEGAN = "round"
    TOOK = ""
    GAVE = ""
    FOCUSED = ""
    DISCARDED = ""
    TURNED_UP = ""
    UNFOCUSED = ""
    DECLARED = ""
    SHOWED = ""
    WAIVED = ""
    STRAIGHT = ""
    ROYAL = ""
    RESHUFFLED = "cards"
    VALUED = "points"
    CRYSTALS = "crystals"
    CRYSTAL_RETURNED = ""
    WON = "total"
