"""How far a search plays its imagined games on, where that is not to their end, and what is hoped for there.

Where a game is dealt several times, what comes after this deal hangs little on the decision and adds nothing but noise;
so the imagined game is stopped there, and who would win is read off what everybody has won so far. That costs a quarter
of the time, too. The numbers below were fitted to games of apprentices.
"""

import math
from typing import Any

from grimorio.bots.contract import Horizon
from grimorio.engine.kernel import kernel
from grimorio.games.flautz.rules.valuation import total
from grimorio.games.flautz.state import CRYSTALS


@kernel
def whole_game(s: Any) -> int:
    """There is one chapter only."""
    return 0


@kernel
def no_hope(box: Any, s: Any, me: int) -> float:
    """It is never asked."""
    return 0.0


TO_THE_END = Horizon(whole_game, no_hope, "")


# ---------------------------------------------------------------- FLAUTZ!: to the end of the challenge


NEAR = (104, 27, 10, 4, 2, 1)
"""How likely who lacks one crystal, two, three ... is to win beside others (6,000 challenges of four)."""
LEAD = 0.145
"""The same for a point of lead with one challenge to come, as a logarithm; less by its root with more."""


@kernel
def challenge_of(s: Any) -> int:
    """The challenge that is being played."""
    return int(s.challenge)


@kernel
def flautz_chance(box: Any, s: Any, seat: int, most: int) -> float:
    """How likely a seat is to win beside the others; `most` is the greatest total."""
    if box.mode == CRYSTALS:
        return float(NEAR[min(max(box.crystals_to_win - s.crystals[seat], 1), len(NEAR)) - 1])
    left = max(1, box.challenges - s.challenge + 1)
    return math.exp(LEAD * (total(box, s, seat) - most) / math.sqrt(left))


@kernel
def flautz_hope(box: Any, s: Any, me: int) -> float:
    """A seat's part of the victory when a challenge begins."""
    most, whole = 0, 0.0
    for seat in range(box.seats):
        most = max(most, total(box, s, seat))
    for seat in range(box.seats):
        whole += flautz_chance(box, s, seat, most)
    return flautz_chance(box, s, me, most) / whole


HORIZONS = {
    "flautz": Horizon(challenge_of, flautz_hope, "by challenges 1"),
}


def horizon_of(game: str) -> Horizon:
    """How far the imagined games of a game are played."""
    return HORIZONS.get(game, TO_THE_END)
