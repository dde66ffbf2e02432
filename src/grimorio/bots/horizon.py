"""How far a search plays its imagined games on, where that is not to their end, and what is hoped for there.

What comes long after a decision hangs little on it and adds nothing but noise: another deal, or other rounds. So the
imagined game is stopped there, and who would win is read off what everybody has so far. That costs a quarter of the
time, too. The numbers below were fitted to games of apprentices, of Zaubercocktail to games of adepts too.
"""

import math
from typing import Any

from grimorio.bots.contract import AS_ONESELF, TWO, Horizon
from grimorio.bots.habits import HOPING, LEARNT, digest_of
from grimorio.bots.standing import hope_by
from grimorio.bots.zaubercocktail import points_of_all
from grimorio.engine.kernel import kernel
from grimorio.games.abracadabra.rules.points import prize_for, stones_among
from grimorio.games.abracadabra.rules.winning import elementals_of, points_of
from grimorio.games.abracadabra.state import AIR, ELEMENTAL, IDEM, OF_A_BACK, PROXIMA
from grimorio.games.flautz.rules.valuation import total
from grimorio.games.flautz.state import CRYSTALS
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, best_sets


@kernel
def never(box: Any, begun: Any, s: Any) -> bool:
    """The game is played to its end."""
    return False


@kernel
def no_hope(box: Any, s: Any, me: int, manners: Any) -> float:
    """It is never asked."""
    return 0.0


TO_THE_END = Horizon(never, no_hope, "")


# ---------------------------------------------------------------- FLAUTZ!: to the end of the challenge


NEAR = (104, 27, 10, 4, 2, 1)
"""How likely who lacks one crystal, two, three ... is to win beside others (6,000 challenges of four)."""
LEAD = 0.145
"""The same for a point of lead with one challenge to come, as a logarithm; less by its root with more."""


@kernel
def next_challenge(box: Any, begun: Any, s: Any) -> bool:
    """The challenge is over."""
    return bool(s.challenge != begun.challenge)


@kernel
def flautz_chance(box: Any, s: Any, seat: int, most: int) -> float:
    """How likely a seat is to win beside the others; `most` is the greatest total."""
    if box.mode == CRYSTALS:
        return float(NEAR[min(max(box.crystals_to_win - s.crystals[seat], 1), len(NEAR)) - 1])
    left = max(1, box.challenges - s.challenge + 1)
    return math.exp(LEAD * (total(box, s, seat) - most) / math.sqrt(left))


@kernel
def flautz_hope(box: Any, s: Any, me: int, manners: Any) -> float:
    """A seat's part of the victory when a challenge begins."""
    most, whole = 0, 0.0
    for seat in range(box.seats):
        most = max(most, total(box, s, seat))
    for seat in range(box.seats):
        whole += flautz_chance(box, s, seat, most)
    return flautz_chance(box, s, me, most) / whole


# ---------------------------------------------------------------- Abracadabra: some turns


TURNS = 3
"""Turns that two play on, that of the decision counted: with 1,000 games that wins 0.010 times more than four (+-
0.007, 1,200 deals) in three quarters of the time. More play on to before the next one of the same seat."""
LACKS = (4.4, 4.1, 3.85, 3.5, 3.0, 2.55, 2.15, 1.9, 1.6, 1.3, 1.0, 0.75, 0.7, 0.4, 0.0)
"""How likely who lacks one point, two, three ... is to win beside others when a turn begins, as a logarithm (125,000
turns at tables of two to six, all sizes alike; what can be gathered at once from a hand told nothing more)."""
CLOSE, CLOSING = 3, 0.6
"""Who lacks no more than so many points and has the turn; the same for that."""
PATIENCE = 1.0
"""The same for having the turn rather than being the one who has just had it."""
ONE_STONE, OPEN_PROXIMA = 0.75, 1.0
"""The same for a Stone, and for a Proxima! that waits for a gathering."""
HELD = (0.37, 0.55, 0.5, 0.14, 0.1)
"""The same for a card in hand: an Enchanter, one of the air, a Proxima! or Idem!, another Trick, an Elemental."""


@kernel
def turns_later(box: Any, begun: Any, s: Any) -> bool:
    """So many turns are over, extra turns counted."""
    return bool(s.turns >= begun.turns + (TURNS if box.seats == TWO else box.seats))


@kernel
def promise_of(card: int) -> float:
    """What a card in hand promises, besides points."""
    if card % OF_A_BACK == ELEMENTAL:
        return HELD[4]
    if card < AIR:
        return HELD[0]
    if card < PROXIMA:
        return HELD[1]
    return HELD[2] if card <= IDEM else HELD[3]


@kernel
def abracadabra_chance(box: Any, s: Any, seat: int) -> float:
    """How likely a seat is to win beside the others."""
    lack = box.goal - points_of(s, seat) - prize_for(box, elementals_of(s, seat))
    found = LACKS[min(max(lack, 1), len(LACKS)) - 1]
    waits = (seat - s.turn + box.seats) % box.seats
    found -= PATIENCE * waits / box.seats
    if waits == 0 and lack <= CLOSE:
        found += CLOSING
    if stones_among(s.objects[seat], s.object_count[seat]) > 0:
        found += ONE_STONE
    if s.proxima_of == seat:
        found += OPEN_PROXIMA
    for k in range(s.hand_size[seat]):
        found += promise_of(s.hand[seat, k])
    return math.exp(found)


@kernel
def abracadabra_formula(box: Any, s: Any, me: int) -> float:
    """A seat's part of the victory when a turn begins, where nothing else was learnt of a table of so many."""
    whole = 0.0
    for seat in range(box.seats):
        whole += abracadabra_chance(box, s, seat)
    return abracadabra_chance(box, s, me) / whole


@kernel
def abracadabra_hope(box: Any, s: Any, me: int, manners: Any) -> float:
    """The same by what was learnt, if anything was."""
    if LEARNT[box.seats]:
        return hope_by(box, s, me, int(manners[(me + 1) % box.seats]), HOPING[box.seats])
    return abracadabra_formula(box, s, me)


# ---------------------------------------------------------------- Zaubercocktail: to the end of the round


SPACE = (0.184, 0.250, 0.285, 0.315, 0.366, 0.399, 0.453, 0.555)
"""How likely who stands a space further is to win beside others when the second round begins, the third ..., as a
logarithm (337,000 rounds of adepts, of one among apprentices and of both at tables of four, five and seven)."""
IN_HAND = (0.0185, 0.0211, 0.0194, 0.0166, 0.0142, 0.0140, 0.0136, 0.0113)
"""The same for a point of all cards in hand."""
IN_SETS = (-0.0038, -0.0008, 0.0024, 0.0077, 0.0130, 0.0150, 0.0190, 0.0303)
"""The same for a point of its best sets."""
SAVING = (1.50, 0.97, 0.79, 0.59, 0.35, 0.21, 0.10, 0.0)
"""The same for who keeps cards for later."""
SECOND = 2


@kernel
def next_round(box: Any, begun: Any, s: Any) -> bool:
    """The round is over."""
    return bool(s.round != begun.round)


@kernel
def zaubercocktail_chance(box: Any, s: Any, seat: int, most: int, saves: bool) -> float:  # noqa: FBT001
    """How likely a seat is to win beside the others; `most` is the foremost space."""
    now = min(max(s.round - SECOND, 0), len(SPACE) - 1)
    found = SPACE[now] * (s.marker[seat] - most) + IN_HAND[now] * points_of_all(box, s.hand[seat])
    found += IN_SETS[now] * (best_sets(box, s.hand[seat])[0] // CARD_PLACES)
    return math.exp(found + SAVING[now] if saves else found)


@kernel
def zaubercocktail_hope(box: Any, s: Any, me: int, manners: Any) -> float:
    """A seat's part of the victory when a round begins."""
    most, whole, own = 0, 0.0, 0.0
    for seat in range(box.seats):
        most = max(most, s.marker[seat])
    for seat in range(box.seats):
        chance = zaubercocktail_chance(box, s, seat, most, seat == me or manners[seat] == AS_ONESELF)
        whole += chance
        if seat == me:
            own = chance
    return own / whole


HORIZONS = {
    "abracadabra": Horizon(turns_later, abracadabra_hope, "by rounds 1: 1"),
    "flautz": Horizon(next_challenge, flautz_hope, "by challenges 1"),
    "zaubercocktail": Horizon(next_round, zaubercocktail_hope, "by rounds 3"),
}


def horizon_of(game: str) -> Horizon:
    """How far the imagined games of a game are played."""
    return HORIZONS.get(game, TO_THE_END)


USED = "habits 1"
"""Names the use that a search makes of what was learnt (see `habits.py`); another name where it makes another."""


def named_horizon(game: str, seats: int, *, equals: bool = False) -> str:
    """Tells bots apart that look so far; what differs only at a table of so many is named only there.

    `equals`: the others may be taken for players like the searcher.
    """
    if game != "abracadabra":
        return horizon_of(game).named
    far = f"by turns {TURNS}" if seats == TWO else horizon_of(game).named
    return f"{far}; {USED} {digest_of(seats, equals=equals)}" if LEARNT[seats] else far
