"""Illusio by Philippe Nouhra (Funforge, 2008): the rules.

Numbers cite the specification in `README.md` beside this file. Phases come in pairs: what is legal, and what it does.
What happens of itself (tricks validated, cards drawn, the Challenge filled, the next turn) is done by `settle`, step by
step. Everything that concerns a component in a backstage goes through `with_component`, since there may be different
ones that count alike, and then it is asked which one is meant (I-G16).
"""

from typing import Any

from grimorio.engine.chance import below, draw
from grimorio.engine.events import EVERYBODY, announce, note
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.illusio.actions import (
    ADD,
    ADD_AS,
    CHANGE,
    DISCARD,
    DONE,
    DROP,
    END,
    EXCHANGE,
    MOVE,
    ON_TRICK,
    OTHERS,
    PLACE,
    PLACE_AS,
    PREPARE,
    RETURN,
    STEAL,
    SWAP,
    SWAP_FOR,
    TAKE_FROM,
    TRANSFORM_ONE,
    USE,
    VALIDATE_FIRST,
    WHICH,
)
from grimorio.games.illusio.hands import (
    cards_to_draw,
    draw_cards,
    drawable,
    held,
    pass_hidden,
    play_openly,
    put_in_hand,
    random_card,
    receive_openly,
    show_in_hand,
    take_out_of_hand,
    to_discards,
)
from grimorio.games.illusio.kinds import CHANGES, LIKE, change_number, first_of, group_of, like_number, pair_at
from grimorio.games.illusio.pieces import (
    STACKS,
    append,
    carry_changes,
    clear_changes,
    clear_pieces,
    fits,
    fitting,
    half,
    in_tally,
    is_at,
    of_group_backstage,
    only_one,
    open_groups,
    parts_around,
    put_backstage,
    put_part,
    take_backstage,
    tally_at,
    which_number,
)
from grimorio.games.illusio.state import (
    ACT,
    ACTS,
    AUTOMATIC,
    BACKSTAGE,
    BY_GUARD,
    CARDS,
    CHALLENGE,
    COMPONENTS,
    DEJA_VU,
    DISCARDING,
    DRAW,
    ENCORE,
    END_TURN,
    EXCHANGING,
    FACTS,
    FILL,
    FIRST_PLACE,
    GRAND,
    GRIMALDO,
    HAND,
    LIMIT,
    MAGICIANS,
    NEEDS,
    NEXT_TURN,
    OBJECTIVE,
    OBJECTIVES,
    ON_TRICKS,
    ORDERING,
    OTTO,
    OVER,
    PLAYING,
    PREPARING,
    SAVANO,
    SCORE,
    SEATS,
    SHAOZU,
    SHOWN,
    SILAS,
    SPECCHIA,
    SUCCESS,
    SWAPPING,
    TAKE,
    TAKING_ON,
    TRANSFORM,
    TRANSFORMS,
    TWINS,
    VALIDATE,
    WHICH_ONE,
    Box,
    State,
)
from grimorio.games.illusio.telling import (
    ADDED,
    ASIDE_AT,
    BACKSTAGE_AT,
    BECAME,
    CAME_BACK,
    CHALLENGE_AT,
    CHANGES_FROM,
    CHOOSES,
    CUT,
    DISCARDED,
    DISCARDS_AT,
    DROPPED,
    DROPPED_AT,
    ENDED_TURN,
    HAND_AT,
    LEFT,
    MOVED,
    OBJECTIVES_AT,
    OFFERED,
    PARTS_AT,
    PLACED,
    PLAYED,
    PREPARED,
    PREPARING_AT,
    RECYCLED,
    RETURNED,
    REVEALED,
    SET_ASIDE,
    SHOWN_AT,
    SPECIALS_AT,
    STOLE,
    SWAPPED,
    TARGETED,
    TOOK,
    TRANSFORMS_AT,
    TURN_BEGAN,
)
from grimorio.games.illusio.tricks import (
    begin_round,
    clear_trick,
    due,
    first_due,
    lift_transform,
    score_trick,
    show_complete,
    shown_by,
)

ANIMALS, ARTIFICES, BOXES = 1, 2, 3
"""Groups that talents 1, 5 and 4 change; the Accessories are group 0."""
CHANGING, LIKES = len(CHANGES), len(LIKE)


# ---------------------------------------------------------------- set-up


@kernel
def deal(box: Box, s: State, log: Any) -> None:
    """Set the table up, and let the first turn begin."""
    start(box, s)
    settle(box, s, log)


@kernel
def start(box: Box, s: State) -> None:
    """I-R1 to I-R5, I-G23: magicians and the first player by lot, both decks, empty backstages and hands."""
    clear_table(s)
    for seat in range(SEATS):
        clear_seat(s, seat)
    deal_magicians(box, s)
    s.deck_size, s.discards_size, s.stacked = box.playing_size, 0, 0
    for i in range(CARDS):
        s.deck[i], s.discards[i] = box.playing[i], NONE
    s.objectives_size, s.dropped_size, s.objectives_stacked = OBJECTIVES, 0, 0
    for i in range(OBJECTIVES):
        s.objectives[i], s.dropped[i] = OBJECTIVE + i, NONE
    s.turn = box.starter if box.starter != NONE else below(s, box.seats)
    s.turn = s.turn - 1 if s.turn > 0 else box.seats - 1
    s.phase, s.step, s.drawer = AUTOMATIC, FILL, 0


@kernel
def clear_table(s: State) -> None:
    """Nothing lies on the table yet."""
    for i in range(CHALLENGE):
        s.challenge[i] = NONE
    for i in range(ON_TRICKS):
        s.specials[i] = NONE
    for i in range(TRANSFORMS):
        s.transforms[i] = NONE
    for i in range(HAND):
        s.aside[i] = NONE
    for kind in range(PLAYING):
        s.gone[kind] = 0
    clear_changes(s)
    s.turns, s.acts_left, s.talent_used, s.opening, s.aside_size = 0, 0, 0, 0, 0
    s.slot, s.source, s.pending, s.offered_by, s.scored = 0, 0, NONE, 0, 0
    s.offered[0], s.offered_card[0], s.scored_of, s.winner, s.ending = NONE, NONE, NONE, NONE, NONE


@kernel
def clear_seat(s: State, seat: int) -> None:
    """A seat without cards."""
    s.magician[seat], s.prestige[seat], s.bonus_used[seat] = NONE, 0, 0
    s.hand_size[seat], s.old[seat] = 0, 0
    for k in range(HAND):
        s.hand[seat, k] = NONE
    for i in range(FACTS):
        s.seen[seat, i], s.seen_in[seat, i] = NONE, 0
    for k in range(OBJECTIVES):
        s.kept[seat, k] = NONE
    for place in range(PREPARING):
        s.preparing[seat, place] = NONE
    for trick in range(SHOWN):
        clear_trick(s, seat, trick)
    clear_pieces(s, seat)


@kernel
def deal_magicians(box: Box, s: State) -> None:
    """I-R2: each player is dealt another of the ten."""
    taken = 0
    for seat in range(box.seats):
        magician = below(s, len(MAGICIANS))
        while taken >> magician & 1:
            magician = below(s, len(MAGICIANS))
        taken |= 1 << magician
        s.magician[seat] = magician


# ---------------------------------------------------------------- decisions


@kernel
def to_act(box: Box, s: State) -> int:
    """Whoever's turn it is; nobody while something happens of itself, or when the game is over."""
    return 1 << s.turn if s.phase < AUTOMATIC else 0


@kernel
def legal(box: Box, s: State, seat: int, out: Any) -> int:
    """The numbers of a seat's legal actions, ascending."""
    if s.phase >= AUTOMATIC or seat != s.turn:
        return 0
    if s.phase == ACT:
        return legal_act(box, s, seat, out)
    if s.phase == EXCHANGING:
        return legal_exchange(s, seat, out)
    if s.phase == TAKING_ON:
        return legal_use(box, s, seat, out)
    if s.phase == SWAPPING:
        return legal_swap_for(box, s, seat, out)
    if s.phase == WHICH_ONE:
        return legal_which(s, seat, out)
    if s.phase == ORDERING:
        return legal_order(s, seat, out)
    return legal_discard(s, seat, out)


@kernel
def apply(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """One decision of a seat, which must be legal, and all that follows of itself."""
    act(box, s, seat, action, log)
    settle(box, s, log)


@kernel
def act(box: Box, s: State, seat: int, action: int, log: Any) -> None:
    """The decision alone."""
    action = int(action)  # it comes from a list of small numbers
    if is_about_component(action):
        with_component(s, seat, action, log)
    elif action < MOVE:
        from_hand(s, seat, action, log)
    elif action < ON_TRICK:
        take(s, seat, action - TAKE_FROM, log)
    elif action < EXCHANGE:
        on_trick(s, seat, ENCORE + (action - ON_TRICK) // OBJECTIVES, (action - ON_TRICK) % OBJECTIVES, log)
    elif action < PREPARE:
        set_aside(s, seat, action - EXCHANGE, log)
    elif action < USE:
        prepare(s, seat, action - PREPARE, log)
    elif action < CHANGE:
        drop(s, seat, action - DROP, log)
    else:
        act_at_the_edge(s, seat, action, log)


@kernel
def act_at_the_edge(s: State, seat: int, action: int, log: Any) -> None:
    """What is decided when a turn begins or ends, and when something is confirmed."""
    if action < DISCARD:
        validate_first(s, seat, action - VALIDATE_FIRST)
    elif action < DONE:
        discard(s, seat, action - DISCARD, log)
    elif action == DONE:
        confirm(s, seat)
    else:
        end_turn(s, seat, log)


@kernel
def go_on(s: State, step: int) -> None:
    """Nobody has to decide: this comes next."""
    s.phase = AUTOMATIC
    s.step = step


@kernel
def spend(s: State) -> None:
    """I-R7: one of the two actions is used up."""
    s.acts_left -= 1
    go_on(s, FILL)


@kernel
def use_talent(s: State) -> None:
    """I-R8: no action, but only once a turn."""
    s.talent_used = 1
    go_on(s, FILL)


# ---------------------------------------------------------------- what a turn allows


@kernel
def legal_act(box: Box, s: State, seat: int, out: Any) -> int:
    """I-R7, I-R8, I-G13, I-G17: actions while there are any left, the talent once, or the end of the turn."""
    n = 0
    kinds = held(s, seat)
    if s.acts_left > 0:
        n = legal_from_hand(box, s, seat, kinds, out)
        n = legal_specials(box, s, seat, kinds, n, out)
        if drawable(s) > 0:
            n = offer_kinds(EXCHANGE, kinds, PLAYING, n, out)
        n = legal_objectives(box, s, seat, n, out)
    if not s.talent_used:
        n = legal_talent(box, s, seat, kinds, n, out)
    out[n] = END
    return n + 1


@kernel
def offer_kinds(action: int, kinds: int, most: int, n: int, out: Any) -> int:
    """List an action for each kind of a set."""
    for kind in range(most):
        if kinds >> kind & 1:
            out[n] = action + kind
            n += 1
    return n


@kernel
def kinds_backstage(s: State, seat: int) -> int:
    """What the components of a backstage count as, a bit for each kind."""
    kinds = 0
    for kind in range(COMPONENTS):
        if s.backstage_as[seat, kind] > 0:
            kinds |= 1 << kind
    return kinds


@kernel
def fitting_kinds(groups: int) -> int:
    """The kinds of some groups, a bit each."""
    kinds = 0
    for kind in range(COMPONENTS):
        if fits(groups, kind):
            kinds |= 1 << kind
    return kinds


@kernel
def legal_from_hand(box: Box, s: State, seat: int, kinds: int, out: Any) -> int:
    """I-R7 A and E, I-G21: place a component, or put one to an objective, from hand or backstage."""
    group = group_to_change(s.magician[seat]) if not s.talent_used else NONE
    n = offer_kinds(PLACE, kinds, COMPONENTS, 0, out)
    n = offer_changed(PLACE_AS, kinds, group, n, out)
    if s.preparing[seat, 0] == NONE and s.preparing[seat, 1] == NONE:
        return n
    first, second = fitting_kinds(open_groups(box, s, seat, 0)), fitting_kinds(open_groups(box, s, seat, 1))
    n = offer_kinds(ADD, kinds & first, COMPONENTS, n, out)
    n = offer_kinds(ADD + COMPONENTS, kinds & second, COMPONENTS, n, out)
    n = offer_changed(ADD_AS, kinds & first, group, n, out)
    n = offer_changed(ADD_AS + CHANGING, kinds & second, group, n, out)
    backstage = kinds_backstage(s, seat)
    n = offer_kinds(MOVE, backstage & first, COMPONENTS, n, out)
    return offer_kinds(MOVE + COMPONENTS, backstage & second, COMPONENTS, n, out)


@kernel
def offer_changed(action: int, kinds: int, group: int, n: int, out: Any) -> int:
    """List an action for each change of a group's kinds; none without a group."""
    if group != NONE:
        for old in range(first_of(group), first_of(group + 1)):
            if kinds >> old & 1:
                for new in range(first_of(group), first_of(group + 1)):
                    if new != old:
                        out[n] = action + change_number(old, new)
                        n += 1
    return n


@kernel
def group_to_change(magician: int) -> int:
    """Talents 1, 2, 4 and 5: the group that a magician changes; none for the others."""
    if magician == SAVANO:
        return ANIMALS
    if magician == SHAOZU:
        return 0
    if magician == OTTO:
        return BOXES
    return ARTIFICES if magician == SPECCHIA else NONE


@kernel
def from_hand(s: State, seat: int, action: int, log: Any) -> None:
    """I-R7 A and E, I-G21: out of the hand into the backstage or to an objective; changed on the way it costs both."""
    changed = PLACE_AS <= action < ADD or action >= ADD_AS
    place = NONE
    if action >= ADD_AS:
        place, (old, new) = (action - ADD_AS) // CHANGING, pair_at((action - ADD_AS) % CHANGING, 1)
    elif action >= ADD:
        place, old, new = (action - ADD) // COMPONENTS, (action - ADD) % COMPONENTS, (action - ADD) % COMPONENTS
    elif action >= PLACE_AS:
        old, new = pair_at(action - PLACE_AS, 1)
    else:
        old, new = action - PLACE, action - PLACE
    play_openly(s, seat, old)
    if place == NONE:
        put_backstage(s, seat, old, new, 0)
        note(log, PLACED, seat, old, HAND_AT + seat, BACKSTAGE_AT + seat, 0, EVERYBODY)
    else:
        where = PARTS_AT + seat * PREPARING * NEEDS + put_part(s, seat, place, old, new, 0)
        note(log, ADDED, seat, old, HAND_AT + seat, where, 0, EVERYBODY)
    tell_kind(seat, old, new, log)
    if place != NONE:
        tell_objective(s, seat, place, log)
    if changed:
        s.talent_used = 1
    spend(s)


@kernel
def tell_kind(seat: int, printed: int, kind: int, log: Any) -> None:
    """What a component counts as, where that is not its printed face."""
    if printed != kind:
        note(log, BECAME, seat, kind, NONE, NONE, 0, EVERYBODY)


@kernel
def tell_objective(s: State, seat: int, place: int, log: Any) -> None:
    """To which objective in preparation a component was put."""
    start = PREPARING_AT + seat * PREPARING + place
    note(log, TARGETED, seat, s.preparing[seat, place], start, NONE, 0, EVERYBODY)


# ---------------------------------------------------------------- special actions


@kernel
def legal_specials(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """I-R20 to I-R26: Transform on the own backstage, Take from a hand, the others on a shown trick."""
    if kinds < 1 << COMPONENTS:
        return n
    if kinds >> TRANSFORM & 1:
        backstage = kinds_backstage(s, seat)
        for kind in range(COMPONENTS):
            if backstage >> kind & 1:
                for other in range(OTHERS):
                    out[n] = TRANSFORM_ONE + kind * OTHERS + other
                    n += 1
    if kinds >> TAKE & 1:
        for other in range(box.seats):
            if other != seat and s.hand_size[other] > 0:
                out[n] = TAKE_FROM + other
                n += 1
    return legal_on_tricks(box, s, kinds >> ENCORE, n, out)


@kernel
def legal_on_tricks(box: Box, s: State, cards: int, n: int, out: Any) -> int:
    """I-G3, I-A9: any shown trick, own or foreign; an Encore only where none was played in this round."""
    if cards == 0:
        return n
    tricks, fresh = shown_tricks(box, s, 0), shown_tricks(box, s, 1)
    for card in range(GRAND - ENCORE + 1):
        if cards >> card & 1:
            n = offer_kinds(ON_TRICK + card * OBJECTIVES, tricks if card > 0 else fresh, OBJECTIVES, n, out)
    return n


@kernel
def shown_tricks(box: Box, s: State, fresh: int) -> int:
    """The objectives that are shown, a bit each; with `fresh` only those that may have an Encore."""
    tricks = 0
    for seat in range(box.seats):
        for trick in range(shown_by(s, seat)):
            if not (fresh and s.encored[seat, trick]):
                tricks |= 1 << (s.shown[seat, trick] - OBJECTIVE)
    return tricks


@kernel
def take(s: State, seat: int, other: int, log: Any) -> None:
    """I-R22, I-G24, I-G30: the card is discarded, a random one of the opponent's comes into the own hand."""
    play_openly(s, seat, TAKE)
    to_discards(s, TAKE)
    note(log, PLAYED, seat, TAKE, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)
    card = random_card(s, other)
    take_out_of_hand(s, other, card)
    put_in_hand(s, seat, card)
    pass_hidden(s, other, seat, card)
    note(log, TOOK, seat, card, HAND_AT + other, HAND_AT + seat, 0, 1 << seat | 1 << other)
    spend(s)


@kernel
def on_trick(s: State, seat: int, card: int, objective: int, log: Any) -> None:
    """I-R23 to I-R26, I-G3: it lies on the trick until that is validated; Immediate Success validates it at once."""
    owner = find_owner(s, OBJECTIVE + objective)
    trick = find_trick(s, owner, OBJECTIVE + objective)
    play_openly(s, seat, card)
    where = DISCARDS_AT if card == SUCCESS else SPECIALS_AT
    note(log, PLAYED, seat, card, HAND_AT + seat, where, 0, EVERYBODY)
    note(log, TARGETED, owner, OBJECTIVE + objective, SHOWN_AT + owner * SHOWN + trick, NONE, 0, EVERYBODY)
    spend(s)
    if card == SUCCESS:
        to_discards(s, SUCCESS)
        s.scored_of, s.scored = owner, trick
        s.step = SCORE
        return
    lay_special(s, card)
    if card == ENCORE:
        s.encores[owner, trick] += 1
        s.encored[owner, trick] = 1
        s.wait[owner, trick] += 1
    elif card == DEJA_VU:
        s.deja_vus[owner, trick] += 1
    else:
        s.grands[owner, trick] += 1


@kernel
def find_owner(s: State, objective: int) -> int:
    """Who shows a trick."""
    owner = 0
    while find_trick(s, owner, objective) == NONE:
        owner += 1
    return owner


@kernel
def find_trick(s: State, seat: int, objective: int) -> int:
    """Which of a seat's shown tricks it is; none where the seat does not show it."""
    for trick in range(SHOWN):
        if s.shown[seat, trick] == objective:
            return trick
    return NONE


@kernel
def lay_special(s: State, card: int) -> None:
    """Special actions on tricks lie together; what lies on which is counted there."""
    i = 0
    while s.specials[i] != NONE:
        i += 1
    s.specials[i] = card


# ---------------------------------------------------------------- exchanging cards


@kernel
def legal_exchange(s: State, seat: int, out: Any) -> int:
    """I-R7 C, I-G18, I-G32: another card, as long as one can be drawn for it; or enough."""
    n = 0
    if s.aside_size < drawable(s):
        n = offer_kinds(EXCHANGE, held(s, seat), PLAYING, 0, out)
    out[n] = DONE
    return n + 1


@kernel
def set_aside(s: State, seat: int, card: int, log: Any) -> None:
    """I-G9: cards to be exchanged are laid aside, where all see them, before any is drawn."""
    play_openly(s, seat, card)
    s.aside_size = append(s.aside, s.aside_size, card)
    note(log, SET_ASIDE, seat, card, HAND_AT + seat, ASIDE_AT, 0, EVERYBODY)
    s.phase = EXCHANGING


@kernel
def confirm(s: State, seat: int) -> None:
    """I-G32: an exchange, or an objective that is taken on, is confirmed: one action of the two."""
    exchanging = s.phase == EXCHANGING
    spend(s)
    if exchanging:
        s.step, s.drawer = DRAW, seat


@kernel
def discard_aside(s: State, seat: int, log: Any) -> None:
    """I-G9: only after the draw do the exchanged cards go to the discards."""
    for i in range(s.aside_size):
        to_discards(s, s.aside[i])
        note(log, DISCARDED, seat, s.aside[i], ASIDE_AT, DISCARDS_AT, 0, EVERYBODY)
        s.aside[i] = NONE
    s.aside_size = 0


# ---------------------------------------------------------------- objectives


@kernel
def legal_objectives(box: Box, s: State, seat: int, n: int, out: Any) -> int:
    """I-R7 D and F, I-R9: take one on with at least half of its components from the backstage; give one up."""
    first = n
    if s.preparing[seat, 0] == NONE or s.preparing[seat, 1] == NONE:
        for slot in range(CHALLENGE):
            if s.challenge[slot] != NONE and can_prepare(box, s, seat, s.challenge[slot] - OBJECTIVE):
                n = insert(PREPARE + s.challenge[slot] - OBJECTIVE, first, n, out)
    for place in range(PREPARING):
        if s.preparing[seat, place] != NONE:
            out[n] = DROP + place
            n += 1
    return n


@kernel
def can_prepare(box: Box, s: State, seat: int, objective: int) -> bool:
    """I-R7 D, I-T7: do enough components of the backstage fit together?"""
    return fitting(box, s, seat, objective) >= half(box, objective)


@kernel
def insert(action: int, first: int, n: int, out: Any) -> int:
    """List an action in its place among those from `first` on."""
    place = n
    while place > first and out[place - 1] > action:
        out[place] = out[place - 1]
        place -= 1
    out[place] = action
    return n + 1


@kernel
def prepare(s: State, seat: int, objective: int, log: Any) -> None:
    """I-R7 D, I-G32: the objective comes to its new owner, who now chooses its components."""
    s.source = 0
    while s.challenge[s.source] != OBJECTIVE + objective:
        s.source += 1
    s.slot = 0 if s.preparing[seat, 0] == NONE else 1
    s.challenge[s.source] = NONE
    s.preparing[seat, s.slot] = OBJECTIVE + objective
    to = PREPARING_AT + seat * PREPARING + s.slot
    note(log, PREPARED, seat, OBJECTIVE + objective, CHALLENGE_AT + s.source, to, 0, EVERYBODY)
    s.phase = TAKING_ON


@kernel
def legal_use(box: Box, s: State, seat: int, out: Any) -> int:
    """I-G4, I-G31: any component of the backstage that fits; enough once half of them lie there."""
    open_kinds = fitting_kinds(open_groups(box, s, seat, s.slot))
    n = offer_kinds(USE, kinds_backstage(s, seat) & open_kinds, COMPONENTS, 0, out)
    if parts_around(s, seat, s.slot) >= half(box, s.preparing[seat, s.slot] - OBJECTIVE):
        out[n] = DONE
        n += 1
    return n


@kernel
def drop(s: State, seat: int, place: int, log: Any) -> None:
    """I-R7 F, I-G24: the objective goes to its discards, its components to the backstage, changed as they are."""
    tally = tally_at(s, seat, FIRST_PLACE + place)
    start = PREPARING_AT + seat * PREPARING + place
    note(log, DROPPED, seat, s.preparing[seat, place], start, DROPPED_AT, 0, EVERYBODY)
    s.dropped_size = append(s.dropped, s.dropped_size, s.preparing[seat, place])
    s.preparing[seat, place] = NONE
    for i in range(place * NEEDS, (place + 1) * NEEDS):
        part = s.parts[seat, i]
        if part != NONE:
            where = PARTS_AT + seat * PREPARING * NEEDS + i
            note(log, CAME_BACK, seat, part, where, BACKSTAGE_AT + seat, 0, EVERYBODY)
            s.backstage[seat, s.backstage_size[seat]] = part
            s.backstage_size[seat] += 1
            s.parts[seat, i] = NONE
    for kind in range(COMPONENTS):
        s.backstage_as[seat, kind] += in_tally(tally, kind)
    carry_changes(s, seat, FIRST_PLACE + place, BACKSTAGE)
    spend(s)


# ---------------------------------------------------------------- talents


@kernel
def legal_talent(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """I-R2, I-A5, I-G29: active talents work on backstages, never on components around an objective (I-R10)."""
    magician = s.magician[seat]
    group = group_to_change(magician)
    if group != NONE:
        for other in range(box.seats):
            n = offer_changed(CHANGE + other * CHANGING, kinds_backstage(s, other), group, n, out)
    elif magician == TWINS:
        if talent_possible(box, s, seat):
            n = offer_kinds(SWAP, kinds_backstage(s, seat), COMPONENTS, n, out)
    elif magician == SILAS:
        n = legal_steal(box, s, seat, kinds, n, out)
    elif magician == GRIMALDO:
        for other in range(box.seats):
            if s.backstage_size[other] >= box.least:
                n = offer_kinds(RETURN + other * COMPONENTS, kinds_backstage(s, other), COMPONENTS, n, out)
    return n


@kernel
def legal_steal(box: Box, s: State, seat: int, kinds: int, n: int, out: Any) -> int:
    """Talent 7: a component of another backstage for one of the same group from the hand."""
    for other in range(box.seats):
        for theirs in range(COMPONENTS if other != seat else 0):
            if s.backstage_as[other, theirs] > 0:
                for mine in range(first_of(group_of(theirs)), first_of(group_of(theirs) + 1)):
                    if kinds >> mine & 1:
                        out[n] = STEAL + other * LIKES + like_number(theirs, mine)
                        n += 1
    return n


@kernel
def talent_possible(box: Box, s: State, seat: int) -> bool:
    """I-G35: could it be used, as far as everybody can see? What Silas holds is his secret, so he is asked anyway."""
    magician = s.magician[seat]
    group = group_to_change(magician)
    for other in range(box.seats):
        if group != NONE and of_group_backstage(s, other, group) > 0:
            return True
        if other != seat and s.backstage_size[other] > 0:
            if magician == TWINS and s.backstage_size[seat] > 0:
                return True
            if magician == SILAS and s.hand_size[seat] > 0:
                return True
        if magician == GRIMALDO and s.backstage_size[other] >= box.least:
            return True
    return False


@kernel
def legal_swap_for(box: Box, s: State, seat: int, out: Any) -> int:
    """Talent 6: any component of another backstage."""
    n = 0
    for other in range(box.seats):
        if other != seat:
            n = offer_kinds(SWAP_FOR + other * COMPONENTS, kinds_backstage(s, other), COMPONENTS, n, out)
    return n


# ---------------------------------------------------------------- components of backstages


@kernel
def is_about_component(action: int) -> bool:
    """Does the action speak of a component in a backstage?"""
    return MOVE <= action < TAKE_FROM or USE <= action < DROP or CHANGE <= action < VALIDATE_FIRST


@kernel
def whose(seat: int, action: int) -> int:
    """In whose backstage the component of an action lies."""
    if CHANGE <= action < SWAP:
        return (action - CHANGE) // CHANGING
    if SWAP_FOR <= action < STEAL:
        return (action - SWAP_FOR) // COMPONENTS
    if STEAL <= action < RETURN:
        return (action - STEAL) // LIKES
    return (action - RETURN) // COMPONENTS if RETURN <= action < WHICH else seat


@kernel
def which_kind(action: int) -> int:
    """What the component of an action counts as."""
    if action < TRANSFORM_ONE:
        return (action - MOVE) % COMPONENTS
    if action < TAKE_FROM:
        return (action - TRANSFORM_ONE) // OTHERS
    if action < DROP:
        return action - USE
    if action < SWAP:
        return pair_at((action - CHANGE) % CHANGING, 1)[0]
    if action < SWAP_FOR:
        return action - SWAP
    if action < STEAL:
        return (action - SWAP_FOR) % COMPONENTS
    if action < RETURN:
        return pair_at((action - STEAL) % LIKES, 0)[0]
    return (action - RETURN) % COMPONENTS


@kernel
def with_component(s: State, seat: int, action: int, log: Any) -> None:
    """Do what an action says with the component it means; where there are different ones, ask which (I-G16)."""
    if action >= WHICH:
        which = action - WHICH
        action = s.pending
        s.pending = NONE
    else:
        which = only_one(s, whose(seat, action), which_kind(action))
    if which == NONE:
        s.pending = action
        s.phase = WHICH_ONE
        ask_which(s, seat, action, log)
        return
    owner, kind, printed, by = whose(seat, action), which_kind(action), which // STACKS, which % STACKS
    if action < TRANSFORM_ONE or USE <= action < DROP:
        to_objective(s, seat, action, kind, printed, by, log)
    elif action < TAKE_FROM:
        transform(s, seat, action, kind, printed, by, log)
    elif action < SWAP:
        change(s, seat, owner, action, kind, printed, by, log)
    elif action < STEAL:
        swap(s, seat, owner, kind, printed, by, log)
    elif action < RETURN:
        steal(s, seat, owner, action, kind, printed, by, log)
    else:
        give_back(s, seat, owner, kind, printed, by, log)


@kernel
def ask_which(s: State, seat: int, action: int, log: Any) -> None:
    """I-G16: to name a component is to say what is done with it, and so to show the card that it is done with."""
    card = card_played(action)
    note(log, CHOOSES, seat, card, HAND_AT + seat if card != NONE else NONE, NONE, 0, EVERYBODY)
    if card != NONE:
        show_in_hand(s, seat, card)


@kernel
def card_played(action: int) -> int:
    """The card of the hand that an action about a component is done with: a Transform, or what Silas leaves there."""
    if TRANSFORM_ONE <= action < TAKE_FROM:
        return TRANSFORM
    return pair_at((action - STEAL) % LIKES, 0)[1] if STEAL <= action < RETURN else NONE


@kernel
def legal_which(s: State, seat: int, out: Any) -> int:
    """I-G16: the different components that count as the kind that was named."""
    owner, kind = whose(seat, s.pending), which_kind(s.pending)
    unchanged = int(s.backstage_as[owner, kind])
    n = 0
    for i in range(s.changes):
        if is_at(s, i, owner, BACKSTAGE) and s.changed_into[i] == kind:
            unchanged -= 1
            n = insert_once(WHICH + which_number(s.changed[i], s.changed_by[i]), n, out)
    return insert_once(WHICH + which_number(kind, 0), n, out) if unchanged > 0 else n


@kernel
def insert_once(action: int, n: int, out: Any) -> int:
    """List an action in its place, unless it is listed already."""
    for i in range(n):
        if out[i] == action:
            return n
    return insert(action, 0, n, out)


@kernel
def to_objective(s: State, seat: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """I-R7 D and E: from the backstage to an objective in preparation."""
    place = s.slot if action >= USE else (action - MOVE) // COMPONENTS
    take_backstage(s, seat, printed, kind, by)
    where = PARTS_AT + seat * PREPARING * NEEDS + put_part(s, seat, place, printed, kind, by)
    note(log, MOVED, seat, printed, BACKSTAGE_AT + seat, where, 0, EVERYBODY)
    tell_kind(seat, printed, kind, log)
    if action >= USE:
        s.phase = TAKING_ON
    else:
        tell_objective(s, seat, place, log)
        spend(s)


@kernel
def transform(s: State, seat: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """I-R20, I-G6, I-G16: the component counts as another from now on, and the card stays on it."""
    new = (action - TRANSFORM_ONE) % OTHERS
    new += new >= kind
    play_openly(s, seat, TRANSFORM)
    note(log, PLAYED, seat, TRANSFORM, HAND_AT + seat, TRANSFORMS_AT, 0, EVERYBODY)
    i = 0
    while s.transforms[i] != NONE:
        i += 1
    s.transforms[i] = TRANSFORM
    recount(s, seat, seat, kind, new, printed, by, by + 1, log)
    spend(s)


@kernel
def change(s: State, seat: int, owner: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talents 1, 2, 4 and 5: a component in any backstage becomes another of its group; no card stays on it."""
    new = pair_at((action - CHANGE) % CHANGING, 1)[1]
    recount(s, seat, owner, kind, new, printed, by, by, log)
    use_talent(s)


@kernel
def recount(
    s: State, seat: int, owner: int, kind: int, new: int, printed: int, by: int, then_by: int, log: Any
) -> None:
    """A component of a backstage counts as something else."""
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, printed, new, then_by)
    note(log, CHANGES_FROM, seat, kind, BACKSTAGE_AT + owner, NONE, 0, EVERYBODY)
    note(log, BECAME, seat, new, NONE, BACKSTAGE_AT + owner, 0, EVERYBODY)


@kernel
def swap(s: State, seat: int, owner: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 6, I-G29: first what the Twins give, then what they get; changes and Transform cards travel with it."""
    if owner == seat:
        s.offered[0], s.offered_card[0], s.offered_by = kind, printed, by
        s.phase = SWAPPING
        note(log, OFFERED, seat, printed, BACKSTAGE_AT + seat, NONE, 0, EVERYBODY)
        return
    take_backstage(s, seat, s.offered_card[0], s.offered[0], s.offered_by)
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, s.offered_card[0], s.offered[0], s.offered_by)
    put_backstage(s, seat, printed, kind, by)
    note(log, SWAPPED, seat, s.offered_card[0], BACKSTAGE_AT + seat, BACKSTAGE_AT + owner, 0, EVERYBODY)
    tell_kind(seat, s.offered_card[0], s.offered[0], log)
    note(log, SWAPPED, seat, printed, BACKSTAGE_AT + owner, BACKSTAGE_AT + seat, 0, EVERYBODY)
    tell_kind(seat, printed, kind, log)
    s.offered[0], s.offered_card[0], s.offered_by = NONE, NONE, 0
    use_talent(s)


@kernel
def steal(s: State, seat: int, owner: int, action: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 7, I-G29: into the hand as it is printed; one of the same group from the hand lies there instead."""
    left = pair_at((action - STEAL) % LIKES, 0)[1]
    play_openly(s, seat, left)
    take_backstage(s, owner, printed, kind, by)
    put_backstage(s, owner, left, left, 0)
    receive_openly(s, seat, printed)
    note(log, STOLE, seat, printed, BACKSTAGE_AT + owner, HAND_AT + seat, 0, EVERYBODY)
    note(log, LEFT, seat, left, HAND_AT + seat, BACKSTAGE_AT + owner, 0, EVERYBODY)
    for _ in range(by):
        lift_transform(s, seat, log)
    use_talent(s)


@kernel
def give_back(s: State, seat: int, owner: int, kind: int, printed: int, by: int, log: Any) -> None:
    """Talent 8, I-G29: back to its owner's hand as it is printed."""
    take_backstage(s, owner, printed, kind, by)
    receive_openly(s, owner, printed)
    note(log, RETURNED, seat, printed, BACKSTAGE_AT + owner, HAND_AT + owner, 0, EVERYBODY)
    for _ in range(by):
        lift_transform(s, seat, log)
    use_talent(s)


# ---------------------------------------------------------------- the order of tricks, the end of the turn


@kernel
def legal_order(s: State, seat: int, out: Any) -> int:
    """I-G8: of several tricks that are due the owner chooses the first."""
    n = 0
    for trick in range(shown_by(s, seat)):
        if s.wait[seat, trick] == 0:
            n = insert(VALIDATE_FIRST + s.shown[seat, trick] - OBJECTIVE, 0, n, out)
    return n


@kernel
def validate_first(s: State, seat: int, objective: int) -> None:
    """I-G8: this one now."""
    s.scored_of, s.scored = seat, find_trick(s, seat, OBJECTIVE + objective)
    go_on(s, SCORE)


@kernel
def end_turn(s: State, seat: int, log: Any) -> None:
    """I-G13: whatever is left of the turn is waived."""
    announce(log, ENDED_TURN, seat, s.acts_left)
    go_on(s, END_TURN)


@kernel
def legal_discard(s: State, seat: int, out: Any) -> int:
    """I-R11, I-T15: any card of the hand."""
    return offer_kinds(DISCARD, held(s, seat), PLAYING, 0, out)


@kernel
def discard(s: State, seat: int, card: int, log: Any) -> None:
    """I-R11: a card too many goes to the discards."""
    play_openly(s, seat, card)
    to_discards(s, card)
    note(log, DISCARDED, seat, card, HAND_AT + seat, DISCARDS_AT, 0, EVERYBODY)
    go_on(s, END_TURN)


# ---------------------------------------------------------------- what happens of itself


@kernel
def settle(box: Box, s: State, log: Any) -> None:
    """Step by step until somebody has to decide, or the game is over."""
    while s.phase == AUTOMATIC:
        if s.step == FILL:
            after_action(box, s, log)
        elif s.step == DRAW:
            draw_step(box, s, log)
        elif s.step == NEXT_TURN:
            next_turn(box, s, log)
        elif s.step == VALIDATE:
            validate(s)
        elif s.step == SCORE:
            score(box, s, log)
        else:
            close_turn(box, s)


@kernel
def after_action(box: Box, s: State, log: Any) -> None:
    """I-R4, I-G31, I-R12: the Challenge is filled, what is complete is shown; then the turn goes on or is over."""
    fill_challenge(s, log)
    if s.turns == 0:
        s.step = DRAW
        return
    show_complete(box, s, s.turn, log)
    if s.acts_left > 0 or (not s.talent_used and talent_possible(box, s, s.turn)):
        s.phase = ACT
    else:
        s.step = END_TURN


@kernel
def fill_challenge(s: State, log: Any) -> None:
    """I-R4, I-R3, I-G11, I-G25: four objectives lie open, as long as deck and discards hold one."""
    for slot in range(CHALLENGE):
        if s.challenge[slot] == NONE and s.objectives_size + s.dropped_size > 0:
            s.challenge[slot] = take_objective(s, log)
            note(log, REVEALED, NONE, s.challenge[slot], OBJECTIVES_AT, CHALLENGE_AT + slot, 0, EVERYBODY)


@kernel
def take_objective(s: State, log: Any) -> int:
    """I-R3: from the objectives' deck; when it is empty its discards are shuffled into a new one."""
    if s.objectives_size == 0:
        for i in range(s.dropped_size):
            s.objectives[i] = s.dropped[i]
            s.dropped[i] = NONE
        s.objectives_size, s.dropped_size, s.objectives_stacked = s.dropped_size, 0, 0
        announce(log, RECYCLED, NONE, s.objectives_size)
    if s.objectives_stacked > 0:
        s.objectives_stacked -= 1
        card = s.objectives[s.objectives_size - 1]
    else:
        card = draw(s, s.objectives, s.objectives_size)
    s.objectives_size -= 1
    s.objectives[s.objectives_size] = NONE
    return int(card)


@kernel
def draw_step(box: Box, s: State, log: Any) -> None:
    """I-R5, I-R6, I-R7 C: the first hands, the start of a turn, or what was exchanged."""
    seat = s.drawer
    number = s.aside_size
    if s.turns == 0:
        number = box.dealt
    elif s.opening:
        number = cards_to_draw(box, s, seat)
    draw_cards(s, seat, number, log)
    if s.turns == 0:
        s.drawer += 1
        if s.drawer == box.seats:
            s.step = NEXT_TURN
    elif s.opening:
        s.opening = 0
        s.phase = ACT
    else:
        discard_aside(s, seat, log)
        s.step = FILL


@kernel
def next_turn(box: Box, s: State, log: Any) -> None:
    """I-G17, I-G20, I-G26: the seat to the left; its tricks are one start nearer, bonus talents may count again."""
    if s.turns >= LIMIT:
        announce(log, CUT, NONE, s.turns)
        s.phase, s.ending = OVER, BY_GUARD
        return
    s.turn = s.turn + 1 if s.turn + 1 < box.seats else 0
    s.turns += 1
    s.acts_left, s.talent_used, s.opening = ACTS, 0, 1
    for seat in range(SEATS):
        s.bonus_used[seat] = 0
    announce(log, TURN_BEGAN, s.turn, s.turns)
    begin_round(s, s.turn)
    s.step = VALIDATE


@kernel
def validate(s: State) -> None:
    """I-A8, I-G8, I-G17: what is due is validated before the draw; with several the owner is asked for the order."""
    tricks = due(s, s.turn)
    if tricks == 0:
        s.step, s.drawer = DRAW, s.turn
    elif tricks == 1:
        s.scored_of, s.scored = s.turn, first_due(s, s.turn)
        s.step = SCORE
    else:
        s.phase = ORDERING


@kernel
def score(box: Box, s: State, log: Any) -> None:
    """I-R15, I-R24: one trick is validated; I-G19: if that reaches the target nothing more is played."""
    score_trick(box, s, s.scored_of, s.scored, log)
    s.scored_of, s.scored = NONE, 0
    s.step = VALIDATE if s.opening else FILL


@kernel
def close_turn(box: Box, s: State) -> None:
    """I-R11: more than eight cards in hand have to be discarded at the end of the own turn, and only then."""
    if s.hand_size[s.turn] > box.limit:
        s.phase = DISCARDING
    else:
        s.step = NEXT_TURN


# ---------------------------------------------------------------- outcome


@kernel
def outcome(box: Box, s: State, out: Any) -> int:
    """I-R19, I-G19, I-G20: by prestige; equal ones share the place."""
    for seat in range(box.seats):
        place = 1
        for other in range(box.seats):
            place += s.prestige[other] > s.prestige[seat]
        out[seat, 0], out[seat, 1] = s.prestige[seat], place
    return int(s.ending)
