"""The clock of a live market, and what is done for whoever lets it run out (Z-G21, Z-G22)."""

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import CLEAR, HAND_IN, PASS
from grimorio.games.zaubercocktail.rules.speaking import LATE
from grimorio.games.zaubercocktail.state import LIVE, MARKET, PRESENTING, Box, State


@kernel
def lapse(box: Box, s: State, seat: int) -> int:
    """Z-G21, Z-G22: when the clock has run out, a seat passes, or hands in its best sets, whatever it has laid out.

    That the clock passes, and not the player, is noted here, so that the end of the market is told as it was.
    """
    if s.phase == MARKET:
        if box.market == LIVE:
            s.passes[seat] = LATE
        return PASS
    return CLEAR if s.laid_kind[seat, 0] != NONE else HAND_IN


@kernel
def clock(box: Box, s: State) -> int:
    """Z-G21: seconds of this round's trading, where all trade at the same time."""
    return int(box.clock) if s.phase == MARKET and box.market == LIVE else 0


@kernel
def timed(box: Box, s: State) -> int:
    """Z-G21, Z-G22: the market of a round is numbered 2n - 1, its presentation 2n; 0 where no time can run out."""
    if box.market != LIVE or box.clock == 0:
        return 0
    if s.phase == MARKET:
        return 2 * int(s.round) - 1
    return 2 * int(s.round) if s.phase == PRESENTING else 0
