"""Whole offers of Zaubercocktail: what a search compares in the market, instead of the small steps they are made of.

An offer gives cards of one kind for cards of another. The first is always what the rule of thumb would propose now; the
others are its variations, by what is spare and what is wanted, as far as the hand gains by them: more to be hoped for
are those that most would call fair, that give what somebody has asked for, and that ask where cards are known to be.
"""

from typing import Any

from grimorio.bots.zaubercocktail import (
    LEAST_GAIN,
    MOST_GIVEN,
    MOST_WANTED,
    PATIENCE,
    ease,
    gain_of,
    held,
    price,
    sought,
    stands,
    step_towards,
    target,
    worth,
)
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import NONE
from grimorio.games.zaubercocktail.actions import CLEAR, GIVE, POST, WANT
from grimorio.games.zaubercocktail.state import JOKER, MARKET, NATURALS, STEPS

MOST = 24
"""Offers that are tried at most."""
LONGEST = 48
"""Small steps of an offer that somebody composed, and an end; those that are tried here have fewer."""
GIVEN_KIND, GIVEN, WANTED_KIND, WANTED, SCORE = range(5)
"""What stands in a row before its steps do."""
EVEN, MOST_LIKELY = 10, 20
"""How likely it counts as that a fair offer is taken, and any: a point more or less than fair is one more or less."""


@kernel
def propose(box: Any, view: Any, wide: int, rows: Any) -> int:
    """Write the most promising whole offers, each as its small steps; returns how many there are."""
    if view.phase != MARKET or view.draft_steps > STEPS - LONGEST:
        return 0
    now, found = worth(box, view), 0
    give, given, want, wanted = target(box, view, now)
    if want != NONE and not stands(view, give, given, want, wanted):
        note(rows, 0, give, given, want, wanted, 1 << 30)
        found = 1
    for asked in range(NATURALS):
        for number in range(1, MOST_WANTED + 1):
            if gain_of(box, view, JOKER, 0, asked, number, now) < LEAST_GAIN:
                continue
            for kind in range(NATURALS):
                if kind == asked or view.hand[kind] == 0:
                    continue
                cards, score = best_number(box, view, kind, asked, number, now)
                if score > 0:
                    found = keep(rows, found, wide, kind, cards, asked, number, score)
    for row in range(found):
        spell(view, rows[row])
    return found


@kernel
def best_number(box: Any, view: Any, kind: int, asked: int, number: int, now: int) -> tuple[int, int]:
    """How many cards of a kind to give for what is asked, and how promising that is: 0 where it brings too little."""
    best, cards = 0, 0
    eased = EVEN + ease(box, view, asked, number) + PATIENCE - int(view.cycle)
    hope = (2 if sought(box, view, kind) > 0 else 1) * (2 if held(box, view, asked, number) > 0 else 1)
    for given in range(1, min(view.hand[kind], MOST_GIVEN) + 1):
        if stands(view, kind, given, asked, number):
            continue
        gain = gain_of(box, view, kind, given, asked, number, now)
        likely = eased + given * (price(box, kind) + sought(box, view, kind))
        score = gain * hope * max(1, min(MOST_LIKELY, likely))
        if gain > LEAST_GAIN and score > best:
            best, cards = score, given
    return cards, best


@kernel
def note(rows: Any, row: int, give: int, given: int, want: int, wanted: int, score: int) -> None:
    """Write an offer down."""
    rows[row, GIVEN_KIND], rows[row, GIVEN], rows[row, WANTED_KIND], rows[row, WANTED] = give, given, want, wanted
    rows[row, SCORE] = score


@kernel
def keep(rows: Any, found: int, wide: int, give: int, given: int, want: int, wanted: int, score: int) -> int:
    """Put an offer where it belongs among the best so far; returns how many there are."""
    if found > 0 and same(rows[0], give, given, want, wanted):
        return found
    if found == wide:
        if rows[found - 1, SCORE] >= score:
            return found
        found -= 1
    place = found
    while place > 0 and rows[place - 1, SCORE] < score:
        for i in range(SCORE + 1):
            rows[place, i] = rows[place - 1, i]
        place -= 1
    note(rows, place, give, given, want, wanted, score)
    return found + 1


@kernel
def same(row: Any, give: int, given: int, want: int, wanted: int) -> bool:
    """Whether this is that offer."""
    return bool(row[GIVEN_KIND] == give and row[GIVEN] == given and row[WANTED_KIND] == want and row[WANTED] == wanted)


@kernel
def spell(view: Any, row: Any) -> None:
    """An offer as its small steps from what is composed now, in the order in which the rule of thumb makes them."""
    give, given, want, wanted = int(row[GIVEN_KIND]), int(row[GIVEN]), int(row[WANTED_KIND]), int(row[WANTED])
    n, gives, wants = 0, given, wanted
    if step_towards(view, give, given, want, wanted) == CLEAR:
        row[n] = CLEAR
        n += 1
    else:
        gives -= int(view.draft_give[give]) if give != NONE else 0
        wants -= int(view.draft_want[want])
    for _ in range(gives):
        row[n] = GIVE + give
        n += 1
    for _ in range(wants):
        row[n] = WANT + want
        n += 1
    row[n], row[n + 1] = POST, NONE
