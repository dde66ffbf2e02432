"""Zaubercocktail by Arnd Beenen (Kosmos, 2001): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
Composing an offer is made of small private steps; what is said aloud (an offer, a call, a deal, a stone, a pass) is an
event of the market, and the market is one stream of them (Z-E1). What happens of itself is done by `settle`.
"""

from typing import Any

from grimorio.engine.chance import below
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import (
    ACCEPT,
    ADDRESS,
    CLEAR,
    COUNTER,
    GIVE,
    HAND_IN,
    LAY,
    PASS,
    POST,
    STONE,
    TO_ALL,
    WANT,
    WITHDRAW,
    WITHDRAW_CALL,
)
from grimorio.games.zaubercocktail.sets import best_sets, naturals_with
from grimorio.games.zaubercocktail.state import (
    BY_CLOCK,
    BY_FINAL_SPACE,
    BY_LIGHTNING,
    BY_LIMIT,
    BY_SILENCE,
    BY_STONES,
    CLOSING,
    DEALING,
    GAINS,
    JOKER,
    KINDS,
    LAYERS,
    LIGHTNING,
    LIVE,
    MARKET,
    NATURALS,
    OVER,
    PRESENTING,
    RECIPE,
    RECIPES,
    SCORING,
    SEATS,
    SETS,
    SIZES,
    STACK,
    STEPS,
    VISITS,
    Box,
    State,
)

HAND_AT, DECK_AT, RECIPES_AT = (State.place(name) for name in ("hand", "deck", "recipes"))
RECIPE_AT, PRESENTED_AT, TURNED_AT = (State.place(name) for name in ("recipe", "presented", "turned"))
PASSES = 2
"""Z-E1: the market is over when everybody has passed as often in a row; once is enough where all act at any moment."""
LATE, PASSED_BY_CLOCK = -1, 2
"""Z-G21: in a live market, where one pass is enough, a seat for which the clock is about to pass, and one for which it
has."""

(
    DEALT,
    DECK_SHORT,
    RECIPE_TURNED,
    LIGHTNING_STRUCK,
    OFFERED,
    OFFERED_TO,
    CALLED,
    GIVES,
    WANTS,
    WITHDREW,
    WITHDREW_CALL,
    VOIDED,
    CALL_VOIDED,
    ACCEPTED,
    TRADED,
    PASSED,
    RING_TAKEN,
    STONE_PLACED,
    CLOSED_BY_STONES,
    CLOSED_BY_SILENCE,
    CLOSED_BY_LIMIT,
    HANDED_IN,
    PRESENTED,
    NO_SET,
    SHOWED,
    VALUED,
    TURNED,
    LOT,
    RANKED,
    RING_PAID,
    RING_COST,
    ADVANCED,
    RETREATED,
    PUT_UNDER,
    FINAL_SPACE,
    WON,
    CLOSED_BY_CLOCK,
) = range(37)

EVENTS = (
    "dealt",
    "deck-short",
    "recipe",
    "lightning",
    "offered",
    "offered-to",
    "called",
    "gives",
    "wants",
    "withdrew",
    "withdrew-call",
    "voided",
    "call-voided",
    "accepted",
    "traded",
    "passed",
    "ring",
    "stone",
    "closed-by-stones",
    "closed-by-silence",
    "closed-by-limit",
    "handed-in",
    "presented",
    "no-set",
    "showed",
    "valued",
    "turned",
    "lot",
    "ranked",
    "ring-paid",
    "ring-cost",
    "advanced",
    "retreated",
    "put-under",
    "final-space",
    "won",
    "closed-by-clock",
)
EVENT_VALUES = {
    **dict.fromkeys(("deck-short", "gives", "wants", "traded", "presented", "showed", "put-under"), "cards"),
    **dict.fromkeys(("ring-paid", "ring-cost", "advanced", "retreated"), "steps"),
    **dict.fromkeys(("lot", "ranked"), "rank"),
    "valued": "points",
    "won": "space",
}
"""What the number of an event counts."""
BINDING = (
    "offered", "offered-to", "called", "withdrew", "withdrew-call", "accepted", "passed", "ring", "stone",
)  # fmt: skip
"""What was said aloud in the market stays said; a stone is not taken back (Z-G14)."""


# ---------------------------------------------------------------- set-up


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, deal, and turn the first recipe."""
    start(box, s)
    settle(box, s, log)


@kernel
def start(box: Box, s: State) -> None:
    """Z-R1 to Z-R3: markers on the start, recipes and ingredients face down, the dealer named or drawn (Z-G23)."""
    clear_table(s)
    for seat in range(SEATS):
        clear_seat(s, seat)
    for kind in range(KINDS):
        s.deck[kind] = box.copies[kind]
    s.deck_size = box.deck_size
    for i in range(RECIPES + 1):
        s.recipes[i] = RECIPE + i if i < box.recipes else NONE
        s.recipes_done[i] = NONE
    s.recipes[box.recipes] = LIGHTNING
    s.recipes_left = box.recipes + 1
    s.dealer = box.dealer if box.dealer != NONE else below(s, box.seats)
    s.phase = DEALING


@kernel
def clear_table(s: State) -> None:
    """Nothing has happened yet, and nothing lies open."""
    s.turn, s.closing, s.ending, s.last_ring, s.last_recipe = NONE, NONE, NONE, NONE, NONE
    s.round, s.cycle, s.events = 0, 0, 0
    s.recipe[0] = NONE
    s.recipes_stacked, s.top_size, s.under_size, s.layers = 0, 0, 0, 0
    for i in range(STACK):
        s.top[i] = NONE
    for kind in range(KINDS):
        s.presented[kind], s.turned[kind] = 0, 0
        for layer in range(LAYERS):
            s.under[layer, kind] = 0


@kernel
def clear_seat(s: State, seat: int) -> None:
    """Z-R1: an empty hand, the marker on the start space, the stone before its owner."""
    s.marker[seat], s.stone[seat], s.passes[seat], s.hand_size[seat] = 0, 0, 0, 0
    s.handed[seat], s.draft_steps[seat], s.draft_to[seat] = 0, 0, NONE
    s.offer_open[seat], s.offer_to[seat], s.call_open[seat] = 0, NONE, 0
    s.last_total[seat], s.last_cards[seat], s.last_rank[seat], s.last_steps[seat] = 0, 0, 0, 0
    s.last_turned[seat] = NONE
    for kind in range(KINDS):
        s.hand[seat, kind], s.known[seat, kind], s.seeks[seat, kind] = 0, 0, 0
        s.offer_give[seat, kind], s.offer_want[seat, kind] = 0, 0
        s.call_give[seat, kind], s.call_want[seat, kind] = 0, 0
        s.draft_give[seat, kind], s.draft_want[seat, kind] = 0, 0
    for i in range(SETS):
        s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i] = NONE, 0, 0
        s.last_kind[seat, i], s.last_naturals[seat, i], s.last_jokers[seat, i] = NONE, 0, 0


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """What happens of itself: the market is cleared away, sets are scored, the next round is dealt."""
    while DEALING <= s.phase < OVER:
        if s.phase == CLOSING:
            clear_market(box, s)
        elif s.phase == SCORING:
            score(box, s, log)
        else:
            next_round(box, s, log)


# ---------------------------------------------------------------- a new round


@kernel
def next_round(box: Box, s: State, log: Any) -> None:
    """Z-R23, Z-R4 to Z-R7: cards and stones go back, cards are dealt, the next recipe is turned, trading begins."""
    put_away(s, log)
    for seat in range(SEATS):
        s.stone[seat], s.passes[seat] = 0, 0
    deal_cards(box, s, box.first_deal if s.round == 0 else box.later_deal, log)
    turn_recipe(box, s, log)
    if s.recipe[0] == LIGHTNING:
        finish(box, s, BY_LIGHTNING, log)
        return
    s.round += 1
    s.cycle, s.events = 1, 0
    s.phase = MARKET
    if box.market == VISITS:
        s.turn = (s.dealer + 1) % box.seats


@kernel
def put_away(s: State, log: Any) -> None:
    """Z-R23, Z-A9: what was presented and turned is shuffled and put under the deck."""
    moved = 0
    for kind in range(KINDS):
        s.presented[kind] += s.turned[kind]
        s.turned[kind] = 0
        moved += s.presented[kind]
    if moved > 0:
        put_presented_under(s, moved)
        announce(log, PUT_UNDER, NONE, moved)


@kernel
def put_presented_under(s: State, moved: int) -> None:
    """Z-R23: a new layer under the deck; which cards are in it all have seen, their order nobody knows."""
    layer = min(s.layers, LAYERS - 1)
    for kind in range(KINDS):
        s.under[layer, kind] += s.presented[kind]
        s.presented[kind] = 0
    s.layers = layer + 1
    s.under_size += moved
    s.deck_size += moved


@kernel
def deal_cards(box: Box, s: State, number: int, log: Any) -> None:
    """Z-R3, Z-R4, Z-G11: from the dealer's left one card each in turn, as long as the deck goes round."""
    circles = min(number, s.deck_size // box.seats)
    if circles < number:
        announce(log, DECK_SHORT, NONE, circles)
    seat = s.dealer
    for _ in range(circles * box.seats):
        seat = seat + 1 if seat + 1 < box.seats else 0
        kind = take_from_deck(s)
        s.hand[seat, kind] += 1
        s.draft_give[seat, kind] += 1
    for seat in range(box.seats):
        s.hand_size[seat] += circles
        tell_deal(s, seat, log)


@kernel
def tell_deal(s: State, seat: int, log: Any) -> None:
    """Tell a seat its new cards in order, not as they were drawn; they were noted where no offer is composed yet."""
    for kind in range(KINDS):
        for _ in range(s.draft_give[seat, kind]):
            note(log, DEALT, seat, kind, DECK_AT, HAND_AT + seat, 0, 1 << seat)
        s.draft_give[seat, kind] = 0


@kernel
def take_from_deck(s: State) -> int:
    """The top card: any card of the deck, each equally likely; the layers below only when all above them is gone."""
    s.deck_size -= 1
    if s.top_size > 0:
        s.top_size -= 1
        kind = int(s.top[s.top_size])
        s.top[s.top_size] = NONE
        return kind
    if s.deck_size + 1 == s.under_size:
        raise_layer(s)
    rest = below(s, s.deck_size + 1 - s.under_size)
    kind = 0
    while rest >= s.deck[kind]:
        rest -= s.deck[kind]
        kind += 1
    s.deck[kind] -= 1
    return kind


@kernel
def raise_layer(s: State) -> None:
    """The deck is used up down to the uppermost layer, which now is the deck."""
    for kind in range(KINDS):
        s.deck[kind] = s.under[0, kind]
        s.under_size -= s.under[0, kind]
    for layer in range(LAYERS):
        for kind in range(KINDS):
            s.under[layer, kind] = s.under[layer + 1, kind] if layer + 1 < LAYERS else 0
    s.layers -= 1


@kernel
def turn_recipe(box: Box, s: State, log: Any) -> None:
    """Z-R2, Z-R5, Z-R6: any of the recipes; the Lightning is shuffled with the lowest ones only."""
    if s.recipe[0] != NONE:
        s.recipes_done[s.recipe[0] - RECIPE] = s.recipe[0]
    left = s.recipes_left
    place = left - 1
    if s.recipes_stacked > 0:
        s.recipes_stacked -= 1
    elif left > box.low + 1:
        place = below(s, left - 1)
    else:
        place = below(s, left)
    kind = s.recipes[place]
    keep_lightning_last(s, place, left)
    s.recipes_left = left - 1
    s.recipe[0] = kind
    code = LIGHTNING_STRUCK if kind == LIGHTNING else RECIPE_TURNED
    note(log, code, NONE, kind, RECIPES_AT, RECIPE_AT, 0, EVERYBODY)


@kernel
def keep_lightning_last(s: State, place: int, left: int) -> None:
    """Close the gap at a place so that the Lightning, which stands last, stays last."""
    for i in range(place, left - 1):
        s.recipes[i] = s.recipes[i + 1]
    s.recipes[left - 1] = NONE


@kernel
def finish(box: Box, s: State, ending: int, log: Any) -> None:
    """Z-R6, Z-R24, Z-R25: the game is over; whoever is furthest has won, also several together (Z-G10)."""
    s.phase, s.ending, s.turn = OVER, ending, NONE
    furthest = 0
    for seat in range(box.seats):
        furthest = max(furthest, s.marker[seat])
    for seat in range(box.seats):
        if s.marker[seat] == furthest:
            announce(log, WON, seat, furthest)


# ---------------------------------------------------------------- who may act


@kernel
def to_act(box: Box, s: State) -> int:
    """Z-E1: the seat that is visited, or all who still trade; all who have not handed in their sets (Z-G22)."""
    if s.phase == MARKET:
        return trading(box, s) if box.market == LIVE else 1 << s.turn
    waiting = 0
    if s.phase == PRESENTING:
        for seat in range(box.seats):
            waiting |= (1 - s.handed[seat]) << seat
    return waiting


@kernel
def trading(box: Box, s: State) -> int:
    """Z-R11: those whose stone is not on the board."""
    found = 0
    for seat in range(box.seats):
        found |= (s.stone[seat] == 0) << seat
    return found


@kernel
def stones_placed(box: Box, s: State) -> int:
    """How many stones lie on the board."""
    placed = 0
    for seat in range(box.seats):
        placed += s.stone[seat] > 0
    return placed


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """Every legal action of a seat, in the order of the numbers."""
    if to_act(box, s) >> seat & 1 == 0:
        return 0
    if s.phase == MARKET:
        return legal_market(box, s, seat, out)
    return legal_presenting(box, s, seat, out)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision: of the market, or of the presentation."""
    if s.phase == PRESENTING:
        present(box, s, seat, action, log)
    elif action < POST or COUNTER <= action < ACCEPT:
        compose(s, seat, action)
    else:
        speak(box, s, seat, action, log)


@kernel
def apply(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision, and what happens of itself after it."""
    act(box, s, seat, action, log)
    settle(box, s, log)


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


# ---------------------------------------------------------------- the market: what may be done


@kernel
def put(out: Any, n: int, action: int) -> int:
    """Write down one legal action."""
    out[n] = action
    return n + 1


@kernel
def legal_market(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R7, Z-R8: compose, post, answer, withdraw, pass, or place the stone."""
    others = trading(box, s) & ~(1 << seat)
    given, wanted, to = size_of(s.draft_give, seat), size_of(s.draft_want, seat), s.draft_to[seat]
    n = 0
    if s.draft_steps[seat] < STEPS:
        n = legal_cards(box, s, seat, out)
        n = legal_address(box, others, to, given + wanted, out, n)
    if may_post(others, given, wanted, to):
        n = put(out, n, POST)
    return legal_answers(box, s, seat, others, out, n)


@kernel
def size_of(cards: Any, seat: int) -> int:
    """How many cards a seat's row holds."""
    size = 0
    for kind in range(KINDS):
        size += cards[seat, kind]
    return size


@kernel
def legal_cards(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R8, Z-G19: give what is in the hand; ask for whatever there is in the box, whoever has it."""
    n = 0
    for kind in range(KINDS):
        out[n] = GIVE + kind
        n += s.hand[seat, kind] > s.draft_give[seat, kind]
    for kind in range(KINDS):
        out[n] = WANT + kind
        n += s.draft_want[seat, kind] < box.copies[kind]
    return n


@kernel
def legal_address(box: Box, others: int, to: int, composed: int, out: Any, n: int) -> int:
    """Z-E1: to one player who still trades, or to all; or begin again."""
    for other in range(box.seats):
        if others >> other & 1 and other != to:
            n = put(out, n, ADDRESS + other)
    if to != NONE:
        n = put(out, n, TO_ALL)
    if to != NONE or composed > 0:
        n = put(out, n, CLEAR)
    return n


@kernel
def may_post(others: int, given: int, wanted: int, to: int) -> bool:
    """Z-G5, Z-G17, Z-G19: both sides make an offer, one side makes a call, which is for all; the addressee trades."""
    if to == NONE:
        return given + wanted > 0
    return given > 0 and wanted > 0 and others >> to & 1 > 0


@kernel
def legal_answers(box: Box, s: State, seat: int, others: int, out: Any, n: int) -> int:
    """Z-R9, Z-R11: counter, accept, withdraw, pass, stone."""
    for other in range(box.seats):
        if others >> other & 1 and may_counter(s, seat, other):
            n = put(out, n, COUNTER + other)
    for other in range(box.seats):
        if others >> other & 1 and may_accept(s, seat, other):
            n = put(out, n, ACCEPT + other)
    if s.offer_open[seat]:
        n = put(out, n, WITHDRAW)
    if s.call_open[seat]:
        n = put(out, n, WITHDRAW_CALL)
    n = put(out, n, PASS)
    return put(out, n, STONE)


@kernel
def may_counter(s: State, seat: int, other: int) -> bool:
    """There is an offer or a call to answer, and time to compose."""
    return bool((s.offer_open[other] or s.call_open[other]) and s.draft_steps[seat] < STEPS)


@kernel
def may_accept(s: State, seat: int, other: int) -> bool:
    """Z-R9, Z-E1: the offer stands, is for this seat too, and he holds what it asks for; its owner holds the rest."""
    if not s.offer_open[other] or (s.offer_to[other] != NONE and s.offer_to[other] != seat):
        return False
    return holds(s, seat, s.offer_want, other)


@kernel
def holds(s: State, seat: int, cards: Any, row: int) -> bool:
    """Whether a hand has all these cards."""
    missing = 0
    for kind in range(KINDS):
        missing += cards[row, kind] > s.hand[seat, kind]
    return missing == 0


# ---------------------------------------------------------------- the market: composing, which nobody sees


@kernel
def compose(s: State, seat: int, action: int) -> None:
    """Z-E1: a small step towards an offer; it is no event, and only its composer knows of it."""
    s.draft_steps[seat] += 1
    if action < WANT:
        s.draft_give[seat, action - GIVE] += 1
    elif action < ADDRESS:
        s.draft_want[seat, action - WANT] += 1
    elif action < TO_ALL:
        s.draft_to[seat] = action - ADDRESS
    elif action == TO_ALL:
        s.draft_to[seat] = NONE
    else:
        clear_draft(s, seat)
        if action != CLEAR:
            mirror(s, seat, action - COUNTER)


@kernel
def clear_draft(s: State, seat: int) -> None:
    """Begin again."""
    s.draft_to[seat] = NONE
    for kind in range(KINDS):
        s.draft_give[seat, kind] = 0
        s.draft_want[seat, kind] = 0


@kernel
def mirror(s: State, seat: int, other: int) -> None:
    """Answer an offer, or else a call: ask for what it gives, give of what it asks for as much as one has."""
    s.draft_to[seat] = other
    for kind in range(KINDS):
        give = s.offer_want[other, kind] if s.offer_open[other] else s.call_want[other, kind]
        want = s.offer_give[other, kind] if s.offer_open[other] else s.call_give[other, kind]
        s.draft_give[seat, kind] = min(give, s.hand[seat, kind])
        s.draft_want[seat, kind] = want


# ---------------------------------------------------------------- the market: what is said aloud


@kernel
def speak(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """Z-E1: one event of the market; then the next seat is visited, or trading is over."""
    if action == PASS:
        pass_by(box, s, seat, log)
    else:
        if box.market == LIVE:
            for other in range(box.seats):
                s.passes[other] = 0
        s.passes[seat] = 0
        s.events += 1
        say_or_deal(box, s, seat, action, log)
    s.draft_steps[seat] = 0
    go_on(box, s, log)


@kernel
def pass_by(box: Box, s: State, seat: int, log: Any) -> None:
    """Z-E1: a visit that is not used; where all act at any moment a pass is no word, and brings no limit nearer."""
    if box.market == LIVE:
        s.passes[seat] = PASSED_BY_CLOCK if s.passes[seat] == LATE else max(1, s.passes[seat])
    else:
        s.passes[seat] = min(PASSES, s.passes[seat] + 1)
        s.events += 1
    announce(log, PASSED, seat, 0)


@kernel
def say_or_deal(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """What is neither a pass nor composing."""
    if action == POST:
        post(s, seat, log)
    elif action < WITHDRAW:
        trade(s, seat, action - ACCEPT, log)
    elif action == WITHDRAW:
        clear_offer(s, seat)
        announce(log, WITHDREW, seat, 0)
    elif action == WITHDRAW_CALL:
        clear_call(s, seat)
        announce(log, WITHDREW_CALL, seat, 0)
    else:
        place_stone(box, s, seat, log)


@kernel
def post(s: State, seat: int, log: Any) -> None:
    """Z-G17, Z-G19: the offer stands until it is withdrawn, replaced, accepted or void; one side alone is a call."""
    to = s.draft_to[seat]
    if size_of(s.draft_give, seat) > 0 and size_of(s.draft_want, seat) > 0:
        s.offer_open[seat], s.offer_to[seat] = 1, to
        place = NONE if to == NONE else HAND_AT + to
        note(log, OFFERED if to == NONE else OFFERED_TO, seat, NONE, NONE, place, 0, EVERYBODY)
        tell_sides(s, seat, s.offer_give, s.offer_want, log)
    else:
        s.call_open[seat] = 1
        announce(log, CALLED, seat, 0)
        tell_sides(s, seat, s.call_give, s.call_want, log)
    s.draft_to[seat] = NONE


@kernel
def tell_sides(s: State, seat: int, give: Any, want: Any, log: Any) -> None:
    """Z-R8, Z-G18: what is given is in the hand, and now all know it; what is asked for all remember."""
    for kind in range(KINDS):
        give[seat, kind], want[seat, kind] = s.draft_give[seat, kind], s.draft_want[seat, kind]
        s.draft_give[seat, kind], s.draft_want[seat, kind] = 0, 0
        s.known[seat, kind] = max(s.known[seat, kind], give[seat, kind])
        if give[seat, kind] > 0:
            note(log, GIVES, seat, kind, HAND_AT + seat, NONE, give[seat, kind], EVERYBODY)
    for kind in range(KINDS):
        if want[seat, kind] > 0:
            s.seeks[seat, kind] = 1
            note(log, WANTS, seat, kind, NONE, NONE, want[seat, kind], EVERYBODY)


@kernel
def clear_offer(s: State, seat: int) -> None:
    """The offer stands no more."""
    s.offer_open[seat], s.offer_to[seat] = 0, NONE
    for kind in range(KINDS):
        s.offer_give[seat, kind] = 0
        s.offer_want[seat, kind] = 0


@kernel
def clear_call(s: State, seat: int) -> None:
    """The call stands no more."""
    s.call_open[seat] = 0
    for kind in range(KINDS):
        s.call_give[seat, kind] = 0
        s.call_want[seat, kind] = 0


@kernel
def trade(s: State, seat: int, other: int, log: Any) -> None:
    """Z-R9, Z-E1, Z-G4: both hand over at once what was said, so that no promise can be broken."""
    note(log, ACCEPTED, seat, NONE, NONE, HAND_AT + other, 0, EVERYBODY)
    for kind in range(KINDS):
        hand_over(s, other, seat, kind, s.offer_give[other, kind], log)
    for kind in range(KINDS):
        hand_over(s, seat, other, kind, s.offer_want[other, kind], log)
    clear_offer(s, other)
    for who in range(SETS):
        keep_only_what_holds(s, seat if who == 0 else other, log)


@kernel
def hand_over(s: State, giver: int, taker: int, kind: int, number: int, log: Any) -> None:
    """Cards of a kind change hands; all see which, and remember it (Z-G18)."""
    if number > 0:
        s.known[giver, kind] = max(0, s.known[giver, kind] - number)
        s.known[taker, kind] += number
        s.hand[giver, kind] -= number
        s.hand[taker, kind] += number
        s.hand_size[giver] -= number
        s.hand_size[taker] += number
        note(log, TRADED, giver, kind, HAND_AT + giver, HAND_AT + taker, number, EVERYBODY)


@kernel
def keep_only_what_holds(s: State, seat: int, log: Any) -> None:
    """Z-G19: an offer is void as soon as its owner no longer holds what it gives; so is a call; a draft shrinks."""
    if s.offer_open[seat] and not holds(s, seat, s.offer_give, seat):
        clear_offer(s, seat)
        announce(log, VOIDED, seat, 0)
    if s.call_open[seat] and not holds(s, seat, s.call_give, seat):
        clear_call(s, seat)
        announce(log, CALL_VOIDED, seat, 0)
    for kind in range(KINDS):
        promised = max(s.offer_give[seat, kind], s.call_give[seat, kind])
        s.known[seat, kind] = max(s.known[seat, kind], promised)
        s.draft_give[seat, kind] = min(s.draft_give[seat, kind], s.hand[seat, kind])


@kernel
def place_stone(box: Box, s: State, seat: int, log: Any) -> None:
    """Z-R11: the first on the ring, the others into the goblet; what he offered, and what was offered to him, is void.

    There is no way back (Z-G14).
    """
    s.stone[seat] = stones_placed(box, s) + 1
    announce(log, RING_TAKEN if s.stone[seat] == 1 else STONE_PLACED, seat, 0)
    clear_draft(s, seat)
    if s.call_open[seat]:
        clear_call(s, seat)
        announce(log, CALL_VOIDED, seat, 0)
    for other in range(box.seats):
        if s.offer_open[other] and (other == seat or s.offer_to[other] == seat):
            clear_offer(s, other)
            announce(log, VOIDED, other, 0)


@kernel
def go_on(box: Box, s: State, log: Any) -> None:
    """Z-R12, Z-G21, Z-E1: trading ends by stones, clock, silence, or after so many cycles; else the next is visited."""
    if stones_placed(box, s) >= box.stones:
        close(s, BY_STONES, CLOSED_BY_STONES, log)
    elif all_quiet(box, s):
        if time_is_up(box, s):
            close(s, BY_CLOCK, CLOSED_BY_CLOCK, log)
        else:
            close(s, BY_SILENCE, CLOSED_BY_SILENCE, log)
    else:
        visit_next(box, s)
        if s.cycle > box.cycles:
            s.cycle = box.cycles
            close(s, BY_LIMIT, CLOSED_BY_LIMIT, log)


@kernel
def all_quiet(box: Box, s: State) -> bool:
    """Z-E1: everybody who still trades has passed twice in a row; once, where all act at any moment."""
    needed = 1 if box.market == LIVE else PASSES
    for seat in range(box.seats):
        if s.stone[seat] == 0 and s.passes[seat] < needed:
            return False
    return True


@kernel
def time_is_up(box: Box, s: State) -> bool:
    """Z-G21: whether the clock has passed for somebody; by turns a second pass is only a second pass."""
    late = 0
    for seat in range(box.seats):
        late += s.passes[seat] == PASSED_BY_CLOCK and s.stone[seat] == 0
    return box.market == LIVE and late > 0


@kernel
def visit_next(box: Box, s: State) -> None:
    """Z-E1: the next who still trades, clockwise; a cycle ends with the dealer. Where all act, words are counted."""
    if box.market == LIVE:
        s.cycle = 1 + s.events // box.seats
        return
    again = True
    while again:
        s.cycle += s.turn == s.dealer
        s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
        again = s.stone[s.turn] > 0


@kernel
def close(s: State, closing: int, code: int, log: Any) -> None:
    """Trading is over for everybody, at once."""
    s.closing, s.turn, s.phase = closing, NONE, CLOSING
    announce(log, code, NONE, 0)


@kernel
def clear_market(box: Box, s: State) -> None:
    """Z-G19: all offers and calls end with the trading; now everybody chooses his sets."""
    for seat in range(box.seats):
        clear_offer(s, seat)
        clear_call(s, seat)
        clear_draft(s, seat)
        s.draft_steps[seat] = 0
        for kind in range(KINDS):
            s.seeks[seat, kind] = 0
    s.phase = PRESENTING


# ---------------------------------------------------------------- presenting


@kernel
def legal_presenting(box: Box, s: State, seat: int, out: Any) -> int:
    """Z-R13 to Z-R16, Z-G6 to Z-G8: lay out a first and a second set, begin again, hand in.

    Laying out comes to an end (Z-E1), taking back never does: so the clock can always hand in the best (Z-G22).
    """
    n = 0
    if s.laid_kind[seat, 0] != NONE:
        n = put(out, n, CLEAR)
    if s.laid_kind[seat, 1] == NONE and s.draft_steps[seat] < STEPS:
        jokers = s.hand[seat, JOKER] - s.laid_jokers[seat, 0]
        for kind in range(NATURALS):
            if s.hand[seat, kind] > 0 and kind != s.laid_kind[seat, 0]:
                n = legal_sets(box, s.hand[seat, kind], kind, jokers, out, n)
    return put(out, n, HAND_IN)


@kernel
def legal_sets(box: Box, held: int, kind: int, jokers: int, out: Any, n: int) -> int:
    """Every way to make a set of a kind from so many natural cards and jokers; the ways are sorted by their jokers."""
    for way in range(SIZES):
        if box.jokers_of[way] > jokers:
            break
        out[n] = LAY + kind * SIZES + way
        size = box.naturals_of[way] + box.jokers_of[way]
        n += box.naturals_of[way] <= held and size <= box.largest[kind]
    return n


@kernel
def present(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """Z-G22: sets are laid out in secret; when the last player has handed in, all are revealed."""
    s.draft_steps[seat] += action != HAND_IN
    if action == CLEAR:
        take_back_sets(s, seat)
    elif action < HAND_IN:
        way = (action - LAY) % SIZES
        lay(s, seat, (action - LAY) // SIZES, box.naturals_of[way], box.jokers_of[way])
    else:
        s.handed[seat] = 1
        announce(log, HANDED_IN, seat, 0)
        if to_act(box, s) == 0:
            s.phase = SCORING


@kernel
def take_back_sets(s: State, seat: int) -> None:
    """Nothing is laid out."""
    for i in range(SETS):
        s.laid_kind[seat, i], s.laid_naturals[seat, i], s.laid_jokers[seat, i] = NONE, 0, 0


@kernel
def lay(s: State, seat: int, kind: int, naturals: int, jokers: int) -> None:
    """Lay out one more set; the commoner ingredient stands first, whichever came first."""
    place = 0
    if s.laid_kind[seat, 0] != NONE:
        place = 1
        if kind < s.laid_kind[seat, 0]:
            place = 0
            s.laid_kind[seat, 1] = s.laid_kind[seat, 0]
            s.laid_naturals[seat, 1] = s.laid_naturals[seat, 0]
            s.laid_jokers[seat, 1] = s.laid_jokers[seat, 0]
    s.laid_kind[seat, place], s.laid_naturals[seat, place], s.laid_jokers[seat, place] = kind, naturals, jokers


# ---------------------------------------------------------------- scoring


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
    announce(log, VALUED, seat, total)


@kernel
def put_down(s: State, seat: int, kind: int, number: int, log: Any) -> None:
    """Cards of a set leave the hand and lie open."""
    if number > 0:
        s.hand[seat, kind] -= number
        s.hand_size[seat] -= number
        s.known[seat, kind] = max(0, s.known[seat, kind] - number)
        s.presented[kind] += number
        note(log, PRESENTED, seat, kind, HAND_AT + seat, PRESENTED_AT, number, EVERYBODY)


@kernel
def show_hand(s: State, seat: int, log: Any) -> None:
    """Z-R14, Z-A8: proof that no set can be made; all have seen the hand now."""
    announce(log, NO_SET, seat, 0)
    for kind in range(KINDS):
        s.known[seat, kind] = s.hand[seat, kind]
        if s.hand[seat, kind] > 0:
            note(log, SHOWED, seat, kind, HAND_AT + seat, HAND_AT + seat, s.hand[seat, kind], EVERYBODY)


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
        announce(log, RANKED, seat, s.last_rank[seat])


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
            announce(log, PUT_UNDER, NONE, moved)
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
            note(log, TURNED, seat, kind, DECK_AT, TURNED_AT, 0, EVERYBODY)
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
            announce(log, LOT, seat, s.last_rank[seat])


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
        announce(log, RING_PAID if paid else RING_COST, seat, box.ring_steps)
    s.last_steps[seat] = steps
    if steps != 0:
        announce(log, ADVANCED if steps > 0 else RETREATED, seat, abs(steps))
    s.marker[seat] = min(box.track, max(0, s.marker[seat] + steps))
    if s.marker[seat] == box.track:
        announce(log, FINAL_SPACE, seat, 0)
    return bool(s.marker[seat] == box.track)


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """Z-R25, Z-G10, Z-G24: the furthest marker first; equal ones share their place."""
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += s.marker[other] > s.marker[seat]
        out[seat, 0] = s.marker[seat]
        out[seat, 1] = place
    return int(s.ending)


# ---------------------------------------------------------------- why not

(
    LEGAL,
    MARKET_CLOSED,
    MARKET_OPEN,
    NOT_IN_HAND,
    NO_MORE_EXIST,
    ENOUGH_COMPOSED,
    NO_PARTNER,
    NOTHING_CHANGES,
    EMPTY_OFFER,
    CALL_TO_ALL,
    NO_OFFER,
    ONLY_A_CALL,
    NOT_FOR_YOU,
    CANNOT_PAY,
    TWO_SETS,
    SAME_KIND,
    JOKER_USED,
    TOO_MANY,
    NO_SUCH_SET,
) = range(19)

REFUSALS = (
    ("legal", ""),
    ("market-closed", "Z-R12"),
    ("market-open", "Z-R13"),
    ("not-in-hand", "Z-R8"),
    ("no-more-exist", "Z-F3"),
    ("enough-composed", "Z-E1"),
    ("no-partner", "Z-G19"),
    ("nothing-changes", "Z-E1"),
    ("empty-offer", "Z-G5"),
    ("call-to-all", "Z-G17"),
    ("no-offer", "Z-G19"),
    ("only-a-call", "Z-G17"),
    ("not-for-you", "Z-G18"),
    ("cannot-pay", "Z-R9"),
    ("two-sets", "Z-R13"),
    ("same-kind", "Z-G8"),
    ("joker-used", "Z-G7"),
    ("too-many", "Z-R16"),
    ("no-such-set", "Z-R13"),
)


@kernel
def why(box: Box, s: State, seat: int, action: int, out: Any) -> int:
    """The reason why an action is not legal; 0 if it is."""
    for i in range(legal(box, s, seat, out)):
        if out[i] == action:
            return LEGAL
    if s.phase == PRESENTING:
        return why_not_presented(box, s, seat, action)
    if action >= LAY:
        return MARKET_OPEN
    if action < POST or COUNTER <= action < ACCEPT:
        return why_not_composed(box, s, seat, action)
    if action == POST:
        return why_not_posted(s, seat)
    if action < WITHDRAW:
        return why_not_accepted(box, s, seat, action - ACCEPT)
    return NO_OFFER


@kernel
def why_not_presented(box: Box, s: State, seat: int, action: int) -> int:
    """Z-R13 to Z-R16: why this set is none, or cannot be added."""
    if action < LAY:
        return NOTHING_CHANGES if action == CLEAR else MARKET_CLOSED
    kind, way = (action - LAY) // SIZES, (action - LAY) % SIZES
    if s.laid_kind[seat, 1] != NONE:
        return TWO_SETS
    if s.draft_steps[seat] >= STEPS:
        return ENOUGH_COMPOSED
    if kind == s.laid_kind[seat, 0]:
        return SAME_KIND
    if box.naturals_of[way] + box.jokers_of[way] > box.largest[kind]:
        return TOO_MANY
    if box.naturals_of[way] <= s.hand[seat, kind] and box.jokers_of[way] <= s.hand[seat, JOKER]:
        return JOKER_USED
    return NO_SUCH_SET


@kernel
def why_not_composed(box: Box, s: State, seat: int, action: int) -> int:
    """Why an offer cannot be composed like this."""
    if s.draft_steps[seat] >= STEPS:
        return ENOUGH_COMPOSED
    if action < WANT:
        return NOT_IN_HAND
    if action < ADDRESS:
        return NO_MORE_EXIST
    if action < TO_ALL:
        return NOTHING_CHANGES if s.draft_to[seat] == action - ADDRESS else NO_PARTNER
    if action < POST:
        return NOTHING_CHANGES
    return NO_OFFER if is_partner(box, s, seat, action - COUNTER) else NO_PARTNER


@kernel
def is_partner(box: Box, s: State, seat: int, other: int) -> bool:
    """Somebody else at this table who still trades."""
    return other < box.seats and other != seat and s.stone[other] == 0


@kernel
def why_not_posted(s: State, seat: int) -> int:
    """Z-G5, Z-G17, Z-G19: nothing in it, a call to one player, or a player who trades no more."""
    given, wanted = size_of(s.draft_give, seat), size_of(s.draft_want, seat)
    if given + wanted == 0:
        return EMPTY_OFFER
    return CALL_TO_ALL if given == 0 or wanted == 0 else NO_PARTNER


@kernel
def why_not_accepted(box: Box, s: State, seat: int, other: int) -> int:
    """Z-R9, Z-G17 to Z-G19: nobody to deal with, no offer, not for this seat, or not the cards."""
    if not is_partner(box, s, seat, other):
        return NO_PARTNER
    if not s.offer_open[other]:
        return ONLY_A_CALL if s.call_open[other] else NO_OFFER
    if s.offer_to[other] != NONE and s.offer_to[other] != seat:
        return NOT_FOR_YOU
    return CANNOT_PAY
