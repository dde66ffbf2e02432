"""What was learnt of how to play oneself on in Abracadabra, and of what a position promises: numbers by their names.

They stand in `weights/abracadabra.toml`, for each number of seats of which something was learnt, and are found by
`grimorio.research.habits`. `gathering.py` and `standing.py` say what each of them is multiplied with.
"""

import hashlib
import math
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from grimorio.engine.kernel import readable
from grimorio.games.abracadabra.state import SEATS, TRICKS

SHIPPED = Path(__file__).parent / "weights" / "abracadabra.toml"

CARD = (
    "enchanter", "air_enchanter", *TRICKS[:5], "elemental", "each_other_elemental", "third_elemental",
    "winning_elemental", "each_other_elemental_near_the_goal", "meeting", "meeting_in_hand", "meets", "better_meeting",
    "pairs", "pairs_in_the_towers", "beside_a_meeting", "meets_near_the_goal",
)  # fmt: skip
"""What a card is, to a hand."""
TAKING = (
    *CARD, "open", "periculum", "periculum_for_each_card", "periculum_for_each_elemental", "periculum_for_the_meeting",
    "periculum_near_the_goal",
)  # fmt: skip
"""What may be taken."""
PLAYING = (
    "gathering", "object", "extra_turn", "bonus", "own_proxima", "foreign_proxima", "each_air_enchanter",
    "chance_to_win", "each_enchanter_left", "next_meeting", "next_meeting_at_once", "genius", "object_near_the_goal",
    "idem", "idem_object", "idem_instead_of_a_meeting", "proxima", "proxima_instead_of_a_meeting", "exodus",
    "exodus_for_each_card", "exodus_instead_of_a_meeting", "chaos", "chaos_for_each_object", "chaos_for_each_card",
    "chaos_instead_of_a_meeting", "chaos_for_each_elemental", "vademecum", "vademecum_for_each_object",
    "vademecum_for_each_card", "vademecum_instead_of_a_meeting", "pile_object", "pile_chance_to_win",
)  # fmt: skip
"""What may be played, and which Object is drawn."""
PARTS: Mapping[str, Sequence[str]] = {"first": TAKING, "second": TAKING, "discard": CARD, "play": PLAYING}
"""The sorts of decisions."""
FIRST, SECOND, DISCARD, PLAY = (
    sum(len(names) for names in list(PARTS.values())[:place]) for place in range(len(PARTS))
)
"""Where the numbers of each sort begin."""
CHOICES = PLAY + len(PLAYING)

LACKS = 15
"""Points from which on it is all the same how many somebody lacks."""
STANDING = (
    *(f"lacks_{points}" for points in range(1, LACKS + 1)), "one_elemental", "two_elementals", "three_elementals",
    "four_elementals", "two_elementals_close", "stone", "two_stones", "air_enchanter", "enchanter", *TRICKS[:5],
    "waiting_proxima", "each_card", "meeting", "meets", "chance_to_win", "meeting_with_the_open_card", "close_to_one",
    "open_elemental", "each_elemental_beside_an_open_one", "open_air_enchanter", "each_turn_to_wait",
)  # fmt: skip
"""What the standing of a seat is made of."""
OWN_TURN, OWN_WAIT, THEIR_TURN, THEIR_WAIT, EQUAL_TURN, EQUAL_WAIT = SITUATIONS = range(6)
"""Who looks at himself or at an apprentice, whose turn begins or not; or at one of several who all play by habit."""
AMONG_APPRENTICES, AMONG_EQUALS = SITUATIONS[:EQUAL_TURN], SITUATIONS[EQUAL_TURN:]
SITUATED = ("own_turn", "own_wait", "their_turn", "their_wait", "equal_turn", "equal_wait")
DIGITS = 3
"""How exactly a number is written down."""
FEWEST = 2
"""Players of the smallest table."""


class HabitsError(ValueError):
    """A file of habits that cannot be played by: says where, and why."""


def _row(section: Any, names: Sequence[str], where: str) -> list[float]:
    if not isinstance(section, dict) or set(section) != set(names):
        has = set(section) if isinstance(section, dict) else set()
        msg = f"{where}: missing {sorted(set(names) - has)}, unknown {sorted(has - set(names))}"
        raise HabitsError(msg)
    for name in names:
        number = section[name]
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            msg = f"{where}.{name}: no number"
            raise HabitsError(msg)
    return [float(section[name]) for name in names]


Habits = tuple[npt.NDArray[np.int32], npt.NDArray[np.float64], npt.NDArray[np.float64]]


def read_habits(path: Path) -> Habits:
    """By the number of seats: whether anything was learnt, what counts for a choice, and for a standing."""
    try:
        return _habits(tomllib.loads(path.read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        msg = f"{path.name}: no TOML: {error}"
        raise HabitsError(msg) from error
    except HabitsError as error:
        msg = f"{path.name}: {error}"
        raise HabitsError(msg) from None


def _habits(sizes: Mapping[str, Any]) -> Habits:
    learnt = np.zeros(SEATS + 1, np.int32)
    choices, standings = np.zeros((SEATS + 1, CHOICES)), np.zeros((SEATS + 1, len(SITUATIONS), len(STANDING)))
    for size, told in sizes.items():
        if size not in map(str, range(FEWEST, SEATS + 1)) or not isinstance(told, dict):
            msg = f"{size}: no table of so many"
            raise HabitsError(msg)
        seats, wanted = int(size), {*PARTS, *SITUATED}
        if set(told) != wanted:
            msg = f"{size}: has {sorted(told)} instead of {sorted(wanted)}"
            raise HabitsError(msg)
        learnt[seats] = 1
        choices[seats] = [each for part, names in PARTS.items() for each in _row(told[part], names, f"{size}.{part}")]
        for place, situation in enumerate(SITUATED):
            standings[seats, place] = _row(told[situation], STANDING, f"{size}.{situation}")
    return learnt, choices, standings


def told_habits(choices: Mapping[int, Any], standings: Mapping[int, Any]) -> str:
    """The text of such a file, with as many digits as tell something."""
    lines = ["# Found by grimorio.research.habits; gathering.py and standing.py say what each number counts."]
    for seats in sorted(choices):
        rows = {part: np.split(choices[seats], [SECOND, DISCARD, PLAY])[k] for k, part in enumerate(PARTS)}
        rows |= dict(zip(SITUATED, standings[seats], strict=True))
        for part, numbers in rows.items():
            lines += ["", f"[{seats}.{part}]"]
            names = PARTS.get(part, STANDING)
            lines += [f"{name} = {round(float(number), DIGITS)!r}" for name, number in zip(names, numbers, strict=True)]
    return "\n".join([*lines, ""])


_found = read_habits(SHIPPED)
LEARNT: Final = readable(_found[0])
CHOOSING: Final = readable(_found[1])
HOPING: Final = readable(_found[2])
SIZES: Final = tuple(int(seats) for seats in np.flatnonzero(_found[0]))
"""Numbers of seats of which something was learnt."""


def digest_of(seats: int, *, equals: bool = False) -> str:
    """Tells what was learnt of a table of so many from what was learnt of it before; of one among equals, too."""
    known = SITUATIONS if equals else AMONG_APPRENTICES
    learnt = np.asarray(CHOOSING)[seats].tobytes() + np.asarray(HOPING)[seats, known.start : known.stop].tobytes()
    return hashlib.sha256(learnt).hexdigest()[:12]
