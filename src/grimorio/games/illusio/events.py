"""What can happen at a table of Illusio, and where: the kinds of event and the addresses of places."""

from grimorio.engine.codes import EventCode
from grimorio.games.illusio.state import State

BACKSTAGE_AT, PARTS_AT, SHOWN_PARTS_AT = (State.place(name) for name in ("backstage", "parts", "shown_parts"))
HAND_AT, DECK_AT, DISCARDS_AT = (State.place(name) for name in ("hand", "deck", "discards"))
ASIDE_AT, TRANSFORMS_AT, SPECIALS_AT = (State.place(name) for name in ("aside", "transforms", "specials"))
CHALLENGE_AT, PREPARING_AT, SHOWN_AT = (State.place(name) for name in ("challenge", "preparing", "shown"))
OBJECTIVES_AT, DROPPED_AT, KEPT_AT = (State.place(name) for name in ("objectives", "dropped", "kept"))


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts."""

    REVEALED = ""
    TURN_BEGAN = "turn"
    DREW = ""
    RESHUFFLED = "cards"
    RECYCLED = "objectives"
    PLACED = ""
    ADDED = ""
    MOVED = ""
    CHANGES = ""
    BECAME = ""
    PLAYED = ""
    TARGETED = ""
    TOOK = ""
    SET_ASIDE = ""
    PREPARED = ""
    DROPPED = ""
    CAME_BACK = ""
    SWAPPED = ""
    STOLE = ""
    LEFT = ""
    RETURNED = ""
    SHOWN = ""
    VALIDATED = ""
    LEVEL = "points"
    ACCURACY = "points"
    SPECIALISATION = "points"
    TALENT_BONUS = "points"
    GRAND_POINTS = "points"
    DEJA_VU_POINTS = "points"
    SCORED = "points"
    DISCARDED = ""
    ENDED_TURN = "actions"
    WON = "total"
    CUT = "turns"
    CHOOSES = ""
    OFFERED = ""
