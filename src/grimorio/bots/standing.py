"""What a position of Abracadabra promises to each seat when a turn begins, by numbers that were learnt.

The standing of a seat is a sum over what it has: points, Elementals, Stones, cards, what meets at once. Chances to win
are as standings are to each other. Who looks on counts himself otherwise than apprentices, since he plays otherwise;
others who play as he does count as he does.
"""

import math
from typing import Any

from grimorio.bots.abracadabra import THIRDS
from grimorio.bots.contract import AS_ONESELF
from grimorio.bots.gathering import PAIR, PARTNERS, best_meeting, chance_to_win, meeting_worth, worths_of_piles
from grimorio.bots.habits import EQUAL_TURN, EQUAL_WAIT, LACKS, OWN_TURN, OWN_WAIT, THEIR_TURN, THEIR_WAIT
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.abracadabra.rules.points import prize_for, stones_among
from grimorio.games.abracadabra.rules.winning import elementals_of, points_of
from grimorio.games.abracadabra.state import AIR, ELEMENTAL, OF_A_BACK, PILES, PROXIMA, TOWERS, enchanter_of

(
    ONE_ELEMENTAL, TWO, THREE, FOUR, TWO_CLOSE, STONE, TWO_STONES, AIRS, PLAIN, A_TRICK,
) = range(LACKS, LACKS + 10)  # fmt: skip
(
    PROXIMA_WAITS, EACH_CARD, MEETING, MEETS, WINS, WITH_OPEN, OPEN_CLOSE, OPEN_ELEMENTAL, OPEN_BESIDE, OPEN_AIR,
    EACH_WAIT,
) = range(A_TRICK + 5, A_TRICK + 16)  # fmt: skip
MOST = 4
"""Elementals that there are."""
CLOSE, NEAR = 9, 5
"""Points that somebody lacks whom two Elementals help soon, or one good gathering."""


@kernel
def with_open_card(s: Any, seat: int, worths: Any) -> float:
    """The best gathering of two cards of a hand with the open card of the row."""
    third, best = enchanter_of(s.shown[0]) if s.shown[0] != NONE else NONE, 0.0
    for i in range(s.hand_size[seat] if third != NONE else 0):
        one = enchanter_of(s.hand[seat, i])
        for j in range(i if one != NONE else 0):
            other = enchanter_of(s.hand[seat, j])
            if other != NONE:
                best = max(best, meeting_worth(one, other, third, worths))
    return best


@kernel
def best_chance_to_win(box: Any, s: Any, seat: int, lack: int, stones: int, owned: int) -> float:
    """How likely the seat wins by a gathering of its hand as it is."""
    best = 0.0
    for i in range(s.hand_size[seat]):
        one = enchanter_of(s.hand[seat, i])
        for j in range(i if one != NONE else 0):
            other = enchanter_of(s.hand[seat, j])
            if other != NONE:
                for tower in range(TOWERS):
                    if s.towers[tower] != NONE and s.towers[tower] < AIR:
                        third = enchanter_of(s.towers[tower])
                        best = max(best, chance_of_meeting(box, s, one, other, third, lack, stones, owned))
                for k in range(j):
                    third = enchanter_of(s.hand[seat, k])
                    if third != NONE:
                        bonus = s.bonus_left > 0
                        best = max(best, chance_of_meeting(box, s, one, other, third, lack - bonus, stones, owned))
    return best


@kernel
def chance_of_meeting(box: Any, s: Any, one: int, other: int, third: int, lack: int, stones: int, owned: int) -> float:
    """How likely an Object wins for which three Enchanters may meet."""
    best = 0.0
    if PARTNERS[one, other] >> third & 1:
        for letter in range(PILES):
            if THIRDS[one, other, letter] >> third & 1:
                best = max(best, chance_to_win(box, s.pile_size, letter, lack, stones, owned))
    return best


@kernel
def standing(box: Any, s: Any, seat: int, w: Any) -> float:
    """What a seat has, by these numbers."""
    elementals, size = elementals_of(s, seat), s.hand_size[seat]
    lack = box.goal - points_of(s, seat)
    owned = s.object_count[seat] + s.bonus[seat]
    stones = stones_among(s.objects[seat], s.object_count[seat])
    worths = worths_of_piles(box, s.pile_size, stones)
    meeting = best_meeting(s.hand[seat], size, s.towers, worths, NONE)
    opened = with_open_card(s, seat, worths)
    found = w[min(max(lack - prize_for(box, elementals), 1), LACKS) - 1] + w[EACH_CARD] * size
    if elementals > 0:
        found += w[ONE_ELEMENTAL + min(elementals, MOST) - 1] + w[TWO_CLOSE] * (elementals == PAIR) * (lack <= CLOSE)
    found += w[STONE] * (stones > 0) + w[TWO_STONES] * (stones > 1)
    for k in range(size):
        card = s.hand[seat, k]
        if card >= PROXIMA and card % OF_A_BACK != ELEMENTAL:
            found += w[A_TRICK + card - PROXIMA]
        elif card % OF_A_BACK != ELEMENTAL:
            found += w[PLAIN if card < AIR else AIRS]
    found += w[PROXIMA_WAITS] * (s.proxima_of == seat) + w[MEETING] * meeting + w[MEETS] * (meeting > 0)
    if meeting > 0 and w[WINS] != 0:
        found += w[WINS] * best_chance_to_win(box, s, seat, lack, stones, owned)
    found += w[WITH_OPEN] * opened + w[OPEN_CLOSE] * (opened > 0) * (lack <= NEAR)
    if s.shown[0] % OF_A_BACK == ELEMENTAL:
        found += w[OPEN_ELEMENTAL] + w[OPEN_BESIDE] * elementals
    found += w[OPEN_AIR] * (AIR <= s.shown[0] < PROXIMA)
    return float(found + w[EACH_WAIT] * ((seat - s.turn + box.seats) % box.seats))


@kernel
def situation_of(own: bool, manner: int, turn: bool) -> int:  # noqa: FBT001
    """By which numbers a seat is judged: one's own or another's, who plays in this manner; with the turn or without."""
    if manner == AS_ONESELF:
        return EQUAL_TURN if turn else EQUAL_WAIT
    if own:
        return OWN_TURN if turn else OWN_WAIT
    return THEIR_TURN if turn else THEIR_WAIT


@kernel
def hope_by(box: Any, s: Any, me: int, manner: int, w: Any) -> float:
    """A seat's part of the victory by these numbers, where the others all play in this manner."""
    own, whole = 0.0, 0.0
    for k in range(box.seats):  # oneself first
        seat = (me + k) % box.seats
        found = standing(box, s, seat, w[situation_of(seat == me, manner, s.turn == seat)])
        own = found if k == 0 else own
        whole += math.exp(found - own)
    return 1.0 / whole
