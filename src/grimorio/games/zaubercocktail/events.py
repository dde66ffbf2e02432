"""What can happen at a table of Zaubercocktail, and where: the kinds of event and the addresses of places."""

from grimorio.engine.codes import EventCode
from grimorio.games.zaubercocktail.state import State

HAND_AT, DECK_AT, RECIPES_AT = (State.place(name) for name in ("hand", "deck", "recipes"))
RECIPE_AT, PRESENTED_AT, TURNED_AT = (State.place(name) for name in ("recipe", "presented", "turned"))


class Told(EventCode):
    """What can happen, in the order of the numbers; beside it what its number counts."""

    DEALT = ""
    DECK_SHORT = "cards"
    RECIPE = ""
    LIGHTNING = ""
    OFFERED = ""
    OFFERED_TO = ""
    CALLED = ""
    GIVES = "cards"
    WANTS = "cards"
    WITHDREW = ""
    WITHDREW_CALL = ""
    VOIDED = ""
    CALL_VOIDED = ""
    ACCEPTED = ""
    TRADED = "cards"
    PASSED = ""
    RING = ""
    STONE = ""
    CLOSED_BY_STONES = ""
    CLOSED_BY_SILENCE = ""
    CLOSED_BY_LIMIT = ""
    HANDED_IN = ""
    PRESENTED = "cards"
    NO_SET = ""
    SHOWED = "cards"
    VALUED = "points"
    TURNED = ""
    LOT = "rank"
    RANKED = "rank"
    RING_PAID = "steps"
    RING_COST = "steps"
    ADVANCED = "steps"
    RETREATED = "steps"
    PUT_UNDER = "cards"
    FINAL_SPACE = ""
    WON = "space"
    CLOSED_BY_CLOCK = ""


BINDING = (
    "offered", "offered-to", "called", "withdrew", "withdrew-call", "accepted", "passed", "ring", "stone",
)  # fmt: skip
"""What was said aloud in the market stays said; a stone is not taken back (Z-G14)."""
