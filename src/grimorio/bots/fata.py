"""The apprentice of F.A.T.A.: a rule of thumb that builds rows on purpose.

It lays visions for stars and for trimagics that serve it, steals what fits, plays an enchantment where it helps, keeps
treasures that are worth something to it and gives the others away, reveals itself when the series is worth more, and in
the second hand goes after whoever may be its rival.
"""

from typing import Any

from grimorio.bots.thumb import choosing_by
from grimorio.engine.kernel import kernel
from grimorio.games.fata.actions import (
    CAST,
    CHANGE,
    DISCARD_CARD,
    DONE,
    GIVE_CARD,
    GIVE_TREASURE,
    PLAY,
    PLAY_FOG,
    PLAY_GUST,
    PLAY_MIRROR,
    RESOLVE,
    REVEAL,
    STEAL,
    TAKE_FOR,
)
from grimorio.games.fata.rules.pieces import treasure_colour, worth
from grimorio.games.fata.state import (
    BOTTOM,
    CHARACTER,
    DISPLAY,
    DRAGONFLY,
    DRAW,
    ECHO,
    ENCHANTMENT,
    GIFT,
    KEY,
    LAYING,
    NEIGHBOUR,
    PLAY_DECK,
    PRINTS,
    REVERSED,
    ROB,
    ROW,
    ROWS,
    SEATS,
    SERIES,
    SHIELD,
    SLOTS,
    STARS,
    TAKE,
    TREASURE,
    TWO,
    UPRIGHT,
    VISIONS,
)

POINT = 16
"""Worth of a point, in small change."""
FIRST = 1000 * POINT
"""What is done before anything else, since it costs nothing of what comes later."""
VICTORY = 10_000 * POINT
PATIENCE = 16
"""Turns of each player after which it is time that something happens."""
HUNT = 8
"""How keen the apprentice is on its rival."""


@kernel
def worth_of(box: Any, view: Any, action: int) -> int:
    """What an action promises; stopping is worth nothing, and less in a game that drags on."""
    if action < STEAL:
        return 1 + worth_of_laying(box, view, action // ROWS, action % ROWS)
    if action < PLAY:
        return worth_of_stealing(box, view, action - STEAL)
    if action < CHANGE:
        return worth_of_enchantment(box, view, action)
    if action == CHANGE:
        return 1 - VICTORY * (visions_in_hand(view) > 0)
    if action == DONE:
        return -impatience(box, view) if view.phase <= LAYING else 0
    if action == REVEAL:
        return worth_of_revealing(box, view)
    return worth_of_moving(box, view, action)


@kernel
def impatience(box: Any, view: Any) -> int:
    """A vision that serves nobody is laid in the end: rows that never grow let a game stand still."""
    return max(0, int(view.turns) - PATIENCE * int(box.seats))


@kernel
def worth_of_moving(box: Any, view: Any, action: int) -> int:
    """Treasures, trimagics, gifts, and what to throw away."""
    if action < CAST:
        return worth_of_treasure_for(box, view, view.display[(action - TAKE_FOR) // SEATS], (action - TAKE_FOR) % SEATS)
    if action < RESOLVE:
        return worth_of_casting(box, view, kind_at(view, view.row), action - CAST)
    if action < GIVE_TREASURE:
        return worth_of_row(box, view, action - RESOLVE)
    if action < GIVE_CARD:
        kind, other = TREASURE + (action - GIVE_TREASURE) // SEATS, (action - GIVE_TREASURE) % SEATS
        return worth_of_treasure_for(box, view, kind, other) - worth_of_treasure(box, view, kind)
    return -worth_of_card(box, view, action - GIVE_CARD if action < DISCARD_CARD else action - DISCARD_CARD)


# ---------------------------------------------------------------- treasures


@kernel
def own_colour(view: Any) -> int:
    """The colour of the seat's own character."""
    kind = view.character[0] if view.character[0] >= 0 else view.revealed[view.viewer, 0]
    return int(kind) - CHARACTER


@kernel
def own_treasures(view: Any) -> int:
    """How many treasures of the own colour the seat has."""
    found = 0
    for k in range(view.treasure_count[view.viewer]):
        found += treasure_colour(view.treasures[k]) == own_colour(view)
    for k in range(SERIES):
        found += view.series[view.viewer, k] >= 0
    return found


@kernel
def worth_of_treasure(box: Any, view: Any, kind: int) -> int:
    """What a treasure is worth to the seat: its value, or in the second hand another one of its series (F-R26)."""
    if view.half > 1 and treasure_colour(kind) == own_colour(view):
        have = min(own_treasures(view), SERIES - 1)
        return POINT * int(box.series[have + 1] - box.series[have])
    return POINT * worth(kind)


@kernel
def worth_of_treasure_for(box: Any, view: Any, kind: int, taker: int) -> int:
    """A treasure kept, or given away: what is good for one of several opponents is half as bad."""
    if taker == view.viewer:
        return worth_of_treasure(box, view, kind)
    value = POINT * worth(kind)
    if view.revealed[taker, 0] == CHARACTER + treasure_colour(kind):
        value = 3 * POINT
    if value < 0:
        return -value // 2 + standing(view, taker)
    return -value // 2 - standing(view, taker)


@kernel
def standing(view: Any, seat: int) -> int:
    """How far a seat seems to be ahead."""
    return max(0, int(view.points[seat])) + int(view.treasure_count[seat])


@kernel
def best_treasure(box: Any, view: Any) -> int:
    """The most that a face-up treasure promises."""
    best = POINT // 4
    for slot in range(DISPLAY):
        if view.display[slot] >= 0:
            best = max(best, worth_of_treasure(box, view, view.display[slot]))
            best = max(best, -POINT * worth(view.display[slot]) // 2)
    return best


@kernel
def average_loot(box: Any, view: Any, other: int) -> int:
    """What a random face-down treasure of an opponent is worth to the seat, as far as it remembers."""
    total = count = 0
    for slot in range(PLAY_DECK, SLOTS):
        if view.seen[slot] >> other & 1:
            count += 1
            total += worth_of_treasure(box, view, box.kind_of[slot])
    return total // count if count > 0 else 0


# ---------------------------------------------------------------- rows


@kernel
def length(view: Any, seat: int, row: int) -> int:
    """How many visions lie in a row."""
    found = 0
    for k in range(ROW):
        found += view.rows[seat, row * ROW + k] >= 0
    return found


@kernel
def kind_at(view: Any, row: int) -> int:
    """What the trimagic of an own row will do."""
    return int(view.rows[view.viewer, row * ROW + UPRIGHT]) // len(PRINTS)


@kernel
def worth_of_stars(box: Any, view: Any, stars: int) -> int:
    """A treasure when there are enough, and something on the way there."""
    enough = box.enough - (view.charm[view.viewer, 0] == STARS)
    if stars >= enough:
        return best_treasure(box, view)
    return int(best_treasure(box, view) * stars // (2 * box.enough))


@kernel
def stars_of_row(box: Any, view: Any, row: int) -> int:
    """The stars that an own row shows."""
    lying = length(view, view.viewer, row)
    if lying == 0:
        return 0
    return int(box.stars[view.rows[view.viewer, row * ROW + lying - 1], lying - 1])


@kernel
def worth_of_unit(box: Any, view: Any, kind: int, concerns: int) -> int:
    """What one card of a trimagic promises, by what it does and whom it may concern."""
    if kind == TAKE:
        return POINT // 4 if concerns == NEIGHBOUR else max(POINT, best_treasure(box, view))
    if kind == DRAW:
        return 0 if concerns == NEIGHBOUR else POINT
    if kind == ROB:
        return POINT
    return POINT // 4 if view.half == 1 else POINT // 2 + prey(box, view)


@kernel
def prey(box: Any, view: Any) -> int:
    """How much the weakest of those who may be the rival invites the hunt."""
    best = 0
    for other in range(box.seats):
        if other != view.viewer and view.hand_size[other] > 0:
            best = max(best, HUNT * chance_of_rival(box, view, other) // int(view.hand_size[other]))
    return best


@kernel
def worth_of_row(box: Any, view: Any, row: int) -> int:
    """What a complete own row promises."""
    return row_with(box, view, row, length(view, view.viewer, row), -1)


@kernel
def row_with(box: Any, view: Any, row: int, lying: int, card: int) -> int:
    """What an own row promises with one more vision (or none, -1), the fuller the surer."""
    first, second, third = view.rows[view.viewer, row * ROW], view.rows[view.viewer, row * ROW + REVERSED], -1
    if lying == ROW:
        third = view.rows[view.viewer, row * ROW + ROW - 1]
    if card >= 0:
        first = card if lying == 0 else first
        second = card if lying == 1 else second
        third = card if lying == ROW - 1 else third
    if first < 0:
        return 0
    kind = first // len(PRINTS)
    if second < 0:
        return worth_of_unit(box, view, kind, TWO) // 2
    unit = worth_of_unit(box, view, kind, box.concerns[second])
    if third < 0:
        return unit
    return unit * (2 if view.charm[view.viewer, 0] == ECHO else int(box.power[third]))


@kernel
def worth_of_laying(box: Any, view: Any, card: int, row: int) -> int:
    """How much better the own rows become: stars now, a trimagic now or later."""
    lying = length(view, view.viewer, row)
    other = stars_of_row(box, view, 1 - row)
    before = worth_of_stars(box, view, other + stars_of_row(box, view, row)) + row_with(box, view, row, lying, -1)
    after = worth_of_stars(box, view, other + int(box.stars[card, lying])) + row_with(box, view, row, lying, card)
    return after - before


@kernel
def worth_of_stealing(box: Any, view: Any, which: int) -> int:
    """A theft costs no card and leaves the hand for later: done first where the vision serves."""
    other, row, to = which // ROWS // ROWS, which // ROWS % ROWS, which % ROWS
    card = view.rows[other, row * ROW + length(view, other, row) - 1]
    gain = worth_of_laying(box, view, card, to)
    return FIRST // 2 + gain if gain >= 0 else gain


# ---------------------------------------------------------------- enchantments


@kernel
def visions_in_hand(view: Any) -> int:
    """How many visions the hand holds."""
    found = 0
    for k in range(view.hand_size[view.viewer]):
        found += view.hand[k] < VISIONS
    return found


@kernel
def worth_of_enchantment(box: Any, view: Any, action: int) -> int:
    """Before everything else where it does some good now, or makes room in a hand without visions; else it is kept."""
    use = usefulness(box, view, action) + (visions_in_hand(view) == 0)
    return FIRST + use if use > 0 else use - 1


@kernel
def usefulness(box: Any, view: Any, action: int) -> int:
    """How much an enchantment helps in this turn."""
    me = view.viewer
    lying = max(length(view, me, 0), length(view, me, 1))
    visions = visions_in_hand(view)
    if action >= PLAY_FOG:
        return 2
    if action >= PLAY_MIRROR:
        return usefulness_of_mirror(box, view, (action - PLAY_MIRROR) // 2, (action - PLAY_MIRROR) % 2)
    if action >= PLAY_GUST:
        other, row = (action - PLAY_GUST) // ROWS, (action - PLAY_GUST) % ROWS
        return 4 * length(view, other, row) + standing(view, other)
    card = ENCHANTMENT + action - PLAY
    if card == SHIELD:
        return 1 + 2 * lying
    if card == KEY:
        return 3
    if card == DRAGONFLY:
        return POINT * (visions >= ROW)
    if card == STARS:
        return POINT * (stars_of_row(box, view, 0) + stars_of_row(box, view, 1) > 0)
    if card == ECHO:
        return POINT * (lying == ROW - 1 and visions > 0)
    return worst_treasure(box, view) if card == GIFT else 0


@kernel
def worst_treasure(box: Any, view: Any) -> int:
    """What giving away the worst treasure saves."""
    worst = 0
    for k in range(view.treasure_count[view.viewer]):
        worst = min(worst, worth_of_treasure(box, view, view.treasures[k]))
    return -worst


@kernel
def usefulness_of_mirror(box: Any, view: Any, other: int, at_character: int) -> int:
    """Who may be the rival is worth knowing once eliminations count."""
    if not at_character:
        return 0
    return 1 + 4 * (view.half > 1) if 0 < chance_of_rival(box, view, other) < POINT else 0


@kernel
def worth_of_card(box: Any, view: Any, card: int) -> int:
    """What a card in hand is worth: enchantments a little, visions by power, stars and the trimagic they begin."""
    if card >= ENCHANTMENT:
        return POINT // 2
    kind = card // len(PRINTS)
    stars = int(box.stars[card, UPRIGHT] + box.stars[card, REVERSED])
    return 4 * stars + 2 * int(box.power[card]) + worth_of_unit(box, view, kind, box.concerns[card]) // 4


# ---------------------------------------------------------------- opponents


@kernel
def chance_of_rival(box: Any, view: Any, other: int) -> int:
    """How likely an opponent is the rival, in sixteenths."""
    rival = own_colour(view) + 1 if own_colour(view) + 1 < box.seats else 0
    unknown = 0
    for seat in range(box.seats):
        if seat != view.viewer:
            kind = view.revealed[seat, 0] if view.revealed[seat, 0] >= 0 else view.seen_character[seat]
            if kind == CHARACTER + rival:
                return POINT if seat == other else 0
            unknown += kind < 0
    kind = view.revealed[other, 0] if view.revealed[other, 0] >= 0 else view.seen_character[other]
    return POINT // unknown if kind < 0 else 0


@kernel
def worth_of_casting(box: Any, view: Any, kind: int, other: int) -> int:
    """One card of a trimagic: draw for oneself, rob and strip the others, the likely rival above all."""
    if kind == DRAW:
        return POINT if other == view.viewer else -POINT
    if other == view.viewer:
        return -POINT
    if kind == ROB:
        return average_loot(box, view, other) + POINT // 4 + standing(view, other)
    if view.half == 1:
        return POINT // 4 + standing(view, other)
    hunted = chance_of_rival(box, view, other)
    if view.hand_size[other] <= view.left:
        return hunted * VICTORY // POINT + standing(view, other) + 1
    return 1 + 4 * hunted // max(1, int(view.hand_size[other])) + standing(view, other)


@kernel
def worth_of_revealing(box: Any, view: Any) -> int:
    """F-R30: when the series is worth clearly more than what is printed, or a little more and the end is near."""
    have = own_treasures(view)
    printed = 0
    for k in range(view.treasure_count[view.viewer]):
        if treasure_colour(view.treasures[k]) == own_colour(view):
            printed += worth(view.treasures[k])
    gain = int(box.series[have]) - printed
    wanted = 1 if view.chest_size <= BOTTOM else 3
    return 2 * FIRST if gain >= wanted else -POINT


choose = choosing_by(worth_of)
"""The apprentice: what is worth most by the rule of thumb above."""
