"""Scoring in Zaubercocktail: sets laid open, ranked and rewarded (Z-R17 to Z-R24)."""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.events import DECK_AT, HAND_AT, PRESENTED_AT, TURNED_AT, Told
from grimorio.games.zaubercocktail.rules.presenting import lay, take_back_sets
from grimorio.games.zaubercocktail.rules.rounds import finish, put_presented_under, take_from_deck
from grimorio.games.zaubercocktail.rules.sets import best_sets, naturals_with
from grimorio.games.zaubercocktail.state import BY_FINAL_SPACE, DEALING, GAINS, JOKER, KINDS, RECIPE, SETS, Box, State


@kernel
def score(box: Box, s: State, log: Any) -> None:
    """Z-R17 to Z-R24: all sets are laid open, ranked and rewarded; the game ends, or the next round follows."""
    for seat in range(box.seats):
        if s.laid_kind[seat, 0] == NONE:
            lay_best(box, s, seat)
        reveal(box, s, seat, log)
    rank_by_value(box, s)
    break_ties(box, s, log)
    s.last_ring, s.last_recipe = NONE, s.recipe[0]
    reached = False
    for seat in range(box.seats):
        reached = move_marker(box, s, seat, log) or reached
    s.phase = DEALING
    if reached:
        finish(box, s, BY_FINAL_SPACE, log)


@kernel
def lay_best(box: Box, s: State, seat: int) -> None:
    """Z-R13, Z-G22: who hands in without a choice of his own presents the highest total he can."""
    _, first, first_jokers, second, second_jokers = best_sets(box, s.hand[seat])
    if first != NONE:
        lay(s, seat, first, naturals_with(box, s.hand[seat, first], first, first_jokers), first_jokers)
    if second != NONE:
        lay(s, seat, second, naturals_with(box, s.hand[seat, second], second, second_jokers), second_jokers)


@kernel
def reveal(box: Box, s: State, seat: int, log: Any) -> None:
    """Z-R14, Z-R17: the sets lie open and are added up; who has none shows his hand, and keeps it (Z-A8)."""
    total, cards = 0, 0
    for i in range(SETS):
        kind, naturals, jokers = s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i]
        s.last_kind[seat, i], s.last_naturals[seat, i], s.last_jokers[seat, i] = kind, naturals, jokers
        if kind != NONE:
            put_down(s, seat, kind, naturals, log)
            put_down(s, seat, JOKER, jokers, log)
            total += box.value[kind, naturals + jokers]
            cards += naturals + jokers
    if cards == 0:
        show_hand(s, seat, log)
    take_back_sets(s, seat)
    s.handed[seat], s.draft_steps[seat] = 0, 0
    s.last_total[seat], s.last_cards[seat], s.last_turned[seat] = total, cards, NONE
    announce(log, Told.VALUED, seat, total)


@kernel
def put_down(s: State, seat: int, kind: int, number: int, log: Any) -> None:
    """Cards of a set leave the hand and lie open."""
    if number > 0:
        s.hand[seat, kind] -= number
        s.hand_size[seat] -= number
        s.known[seat, kind] = max(0, s.known[seat, kind] - number)
        s.presented[kind] += number
        note(log, Told.PRESENTED, seat, kind, HAND_AT + seat, PRESENTED_AT, number, EVERYBODY)


@kernel
def show_hand(s: State, seat: int, log: Any) -> None:
    """Z-R14, Z-A8: proof that no set can be made; all have seen the hand now."""
    announce(log, Told.NO_SET, seat, 0)
    for kind in range(KINDS):
        s.known[seat, kind] = s.hand[seat, kind]
        if s.hand[seat, kind] > 0:
            note(log, Told.SHOWED, seat, kind, HAND_AT + seat, HAND_AT + seat, s.hand[seat, kind], EVERYBODY)


@kernel
def rank_by_value(box: Box, s: State) -> None:
    """Z-R18, Z-R19: by total, then by the number of cards presented; whoever is equal shares a rank for now."""
    for seat in range(box.seats):
        s.last_rank[seat] = 1
        for other in range(box.seats):
            more = s.last_total[other] > s.last_total[seat]
            same = s.last_total[other] == s.last_total[seat]
            s.last_rank[seat] += more or (same and s.last_cards[other] > s.last_cards[seat])


@kernel
def break_ties(box: Box, s: State, log: Any) -> None:
    """Z-R19, Z-G20: groups of equal players from the best down, until every rank is taken once."""
    rank = 1
    while rank < box.seats:
        tied = sharing(box, s, rank)
        if tied & (tied - 1) == 0:
            rank += 1
        elif deck_suffices(box, s, tied, log):
            turn_cards(box, s, tied, log)
        else:
            draw_lots(box, s, tied, log)
    for seat in range(box.seats):
        announce(log, Told.RANKED, seat, s.last_rank[seat])


@kernel
def sharing(box: Box, s: State, rank: int) -> int:
    """The seats with this rank."""
    found = 0
    for seat in range(box.seats):
        found |= (s.last_rank[seat] == rank) << seat
    return found


@kernel
def deck_suffices(box: Box, s: State, tied: int, log: Any) -> bool:
    """Z-G20: a card for each of them; if the deck is too short, this round's sets are put under it first."""
    needed = 0
    for seat in range(box.seats):
        needed += tied >> seat & 1
    if s.deck_size < needed:
        moved = 0
        for kind in range(KINDS):
            moved += s.presented[kind]
        if moved > 0:
            put_presented_under(s, moved)
            announce(log, Told.PUT_UNDER, NONE, moved)
    return s.deck_size >= needed


@kernel
def turn_cards(box: Box, s: State, tied: int, log: Any) -> None:
    """Z-A9, Z-G20: clockwise from the dealer's left one card each; the one worth more by itself ranks higher."""
    for step in range(box.seats):
        seat = (s.dealer + 1 + step) % box.seats
        if tied >> seat & 1:
            kind = take_from_deck(s)
            s.turned[kind] += 1
            s.last_turned[seat] = kind
            note(log, Told.TURNED, seat, kind, DECK_AT, TURNED_AT, 0, EVERYBODY)
    for seat in range(box.seats):
        for other in range(box.seats):
            if tied >> seat & 1 and tied >> other & 1:
                worth = box.value[s.last_turned[seat], 1]
                s.last_rank[seat] += box.value[s.last_turned[other], 1] > worth


@kernel
def draw_lots(box: Box, s: State, tied: int, log: Any) -> None:
    """Z-G20: no card is left to turn, so lots decide."""
    first, drawn = 0, 0
    for seat in range(box.seats):
        if tied >> seat & 1:
            first = s.last_rank[seat] if drawn == 0 else first
            place = first + below(s, drawn + 1)
            drawn += 1
            for other in range(seat):
                s.last_rank[other] += tied >> other & 1 and s.last_rank[other] >= place
            s.last_rank[seat] = place
    for seat in range(box.seats):
        if tied >> seat & 1:
            announce(log, Told.LOT, seat, s.last_rank[seat])


@kernel
def move_marker(box: Box, s: State, seat: int, log: Any) -> bool:
    """Z-R18, Z-R20 to Z-R22, Z-G15: recipe and ring are summed, not behind the start, not beyond the final space.

    True where the marker stands on the final space (Z-R24, Z-G9).
    """
    recipe, rank = s.recipe[0] - RECIPE, int(s.last_rank[seat])
    steps = 0
    if rank == box.seats:
        steps = -box.loss[recipe]
    elif rank <= GAINS:
        steps = int(box.gain[recipe, rank - 1])
    if s.stone[seat] == 1:
        s.last_ring = seat
        paid = rank <= box.ring_rank
        steps += box.ring_steps if paid else -box.ring_steps
        announce(log, Told.RING_PAID if paid else Told.RING_COST, seat, box.ring_steps)
    s.last_steps[seat] = steps
    if steps != 0:
        announce(log, Told.ADVANCED if steps > 0 else Told.RETREATED, seat, abs(steps))
    s.marker[seat] = min(box.track, max(0, s.marker[seat] + steps))
    if s.marker[seat] == box.track:
        announce(log, Told.FINAL_SPACE, seat, 0)
    return bool(s.marker[seat] == box.track)
