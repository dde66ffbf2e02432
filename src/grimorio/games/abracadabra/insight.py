"""What a player of Abracadabra wants to know beside his cards: what he could stage and what it pays, and his points."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

from grimorio.engine.facts import Facts, remembered, with_box
from grimorio.engine.kernel import integers, readable
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line
from grimorio.games.abracadabra.actions import CARD_NAMES, GATHER, PILES_AT
from grimorio.games.abracadabra.rules.gathering import legal_gatherings
from grimorio.games.abracadabra.rules.objects import is_nearest
from grimorio.games.abracadabra.rules.points import elementals_in, prize_for, stones_among, worth_of_objects
from grimorio.games.abracadabra.rules.tricks import ALEA
from grimorio.games.abracadabra.state import (
    BY_ELEMENTALS,
    CARDS,
    ENDINGS,
    LETTERS_OF_PILES,
    MEETINGS,
    MEETINGS_ROOM,
    OBJECT,
    OVER,
    PILES,
    WORTH,
    card_of,
)

ENCHANTERS = frozenset(card_of(each) for meeting in MEETINGS for each in meeting.enchanters)
"""The cards that can meet."""
MEETING = 3
"""Enchanters of a gathering."""


class Points(msgspec.Struct, frozen=True):
    """A-R32: what a seat's points are made of. `prize` is what A-R33 would add, `total` what counts without it."""

    objects: int
    from_hand: int
    elementals: int
    prize: int
    stones: int
    total: int


class Gathering(msgspec.Struct, frozen=True):
    """A gathering of the hand (A-R12), and what it pays.

    `refs` are what the action refers to, `cards` its Enchanters, `reused` the one of the Towers. Objects come from one
    of `piles`: its own, or those nearest to it (A-R19); `from_hand` are bonus cards (A-R20).
    """

    letter: str
    refs: tuple[Ref, ...]
    cards: tuple[str, ...]
    reused: str
    piles: tuple[str, ...]
    objects: int
    from_hand: int
    extra_turn: bool


class Pile(msgspec.Struct, frozen=True):
    """A pile of Objects: how many are left, and the points (0 for a Stone) of all that the viewer has not himself.

    `pays` is what an Object of this letter is worth on average, for all that the viewer knows, and `nearest` the piles
    that it comes from: its own, or its neighbours where that is empty (A-R19).
    """

    letter: str
    left: int
    elsewhere: tuple[int, ...]
    nearest: tuple[str, ...]
    pays: float


class Held(msgspec.Struct, frozen=True):
    """What the viewer knows of somebody's hand: cards that he saw, and how many air backs are no Enchanters."""

    seat: str
    cards: tuple[str, ...]
    no_enchanters: int


class Final(msgspec.Struct, frozen=True):
    """What a seat had when everything was laid open (A-R21); `prize` tells whether the prize was counted (A-R33)."""

    seat: str
    points: Points
    won: bool
    prize: bool


class Insight(msgspec.Struct, frozen=True):
    """What stands beside the cards of a table of Abracadabra."""

    goal: int
    stones: int
    limit: int
    points: Points | None
    gatherings: tuple[Gathering, ...]
    piles: tuple[Pile, ...]
    held: tuple[Held, ...]
    last: tuple[Final, ...]
    ending: str


@remembered
def insight(boxes: Any, view: Any) -> Insight:
    """All of it, from the public box and a view alone."""
    box = Facts(boxes)
    over, seated = view.phase == OVER, view.viewer != NONE
    return Insight(
        goal=box.goal,
        stones=box.stones,
        limit=box.limit,
        points=own_points(boxes, view) if seated else None,
        gatherings=tuple(gatherings(boxes, view)) if seated and not over else (),
        piles=tuple(piles(box, view)),
        held=tuple(held(box, view)),
        last=tuple(last(boxes, view)) if over else (),
        ending=ENDINGS[view.ending] if over else "",
    )


# ---------------------------------------------------------------- points


def own_points(boxes: Any, view: Any) -> Points:
    """The viewer's points so far."""
    me = view.viewer
    return points(boxes, view.hand, view.objects, view.bonus[me])


_prize_for, _legal_gatherings = with_box(prize_for), with_box(legal_gatherings)


def points(boxes: Any, hand: Any, objects: Any, bonus: int) -> Points:
    """A-R32, A-R33, A-R36: what a hand and some Objects count."""
    cards, things = _row(hand), _row(objects)
    elementals, worth = elementals_in(cards, len(cards)), worth_of_objects(things, len(things))
    return Points(
        objects=worth,
        from_hand=bonus,
        elementals=elementals,
        prize=_prize_for(boxes, elementals),
        stones=stones_among(things, len(things)),
        total=worth + bonus + elementals,
    )


def last(boxes: Any, view: Any) -> Iterator[Final]:
    """A-R21, A-G23: what everybody had in the end; only a winner by Elementals counts the prize."""
    for seat in range(Facts(boxes).seats):
        had = points(boxes, view.last_hand[seat], view.last_objects[seat], view.bonus[seat])
        won = view.winner == seat
        yield Final(LETTERS[seat], had, won, prize=won and view.ending == BY_ELEMENTALS)


# ---------------------------------------------------------------- gatherings


def gatherings(boxes: Any, view: Any) -> list[Gathering]:
    """Every gathering of the hand: first the best of each letter, from G to A, then the second best."""
    found = sorted((_gathering(boxes, view, number) for number in _meetings(boxes, view)), key=_cost)
    before: Counter[str] = Counter()
    ranked = []
    for each in found:
        ranked.append((before[each.letter], -ord(each.letter), each))
        before[each.letter] += 1
    return [each for _, _, each in sorted(ranked, key=lambda rank: rank[:2])]


def _cost(gathering: Gathering) -> tuple[bool, int]:
    """Three from the hand pay a bonus; Air Enchanters are worth keeping."""
    return bool(gathering.reused), sum(name.startswith("air ") for name in gathering.cards)


def _meetings(boxes: Any, view: Any) -> list[int]:
    """A-R10 to A-R13, as the rules list them: the numbers of the gatherings."""
    hand, out = _row(view.hand), integers(MEETINGS_ROOM)
    found = _legal_gatherings(boxes, hand, len(hand), readable(np.array(view.towers, np.int8)), out)
    return [int(out[n]) - GATHER for n in range(found)]


def _gathering(boxes: Any, view: Any, number: int) -> Gathering:
    meeting, me = MEETINGS[number], view.viewer
    cards = [card_of(each) for each in meeting.enchanters]
    hand, towers = view.hand, view.towers
    reused = next((card for card in cards if card not in hand), NONE)
    at = [f"hand[{LETTERS[me]}]" if card in hand else f"towers[{towers.index(card)}]" for card in cards]
    refs = [Ref("card", CARD_NAMES[card], place) for card, place in zip(cards, at, strict=True)]
    refs += [Ref("place", at=PILES_AT[meeting.letter])] if meeting.declared else []
    letter, mine = LETTERS_OF_PILES.index(meeting.letter), 1 + (view.proxima_of == me)
    return Gathering(
        letter=meeting.letter,
        refs=tuple(refs),
        cards=tuple(CARD_NAMES[card] for card in cards),
        reused="" if reused == NONE else CARD_NAMES[reused],
        piles=_piles_of(view, letter),
        objects=min(mine, sum(view.pile_size)),
        from_hand=int(reused == NONE and view.bonus_left > 0),
        extra_turn=letter == ALEA,
    )


def _piles_of(view: Any, letter: int) -> tuple[str, ...]:
    """A-R16, A-R19, A-G6: the piles that the Object of a letter may come from."""
    sizes = readable(np.array(view.pile_size, np.int8))
    return tuple(LETTERS_OF_PILES[pile] for pile in range(PILES) if is_nearest(sizes, letter, pile))


# ---------------------------------------------------------------- what else is public, or was seen


def piles(box: Any, view: Any) -> Iterator[Pile]:
    """A-G14: how many Objects are left in each pile, and which ones the viewer has not got himself."""
    elsewhere = {letter: _not_mine(box, view, pile) for pile, letter in enumerate(LETTERS_OF_PILES)}
    for pile, letter in enumerate(LETTERS_OF_PILES):
        nearest = _piles_of(view, pile)
        means = [fmean(elsewhere[each]) for each in nearest]
        pays = round(fmean(means), 1) if means else 0.0
        yield Pile(letter, view.pile_size[pile], elsewhere[letter], nearest, pays)


def _not_mine(box: Any, view: Any, pile: int) -> tuple[int, ...]:
    """The Objects of a pile that the viewer has not got himself, wherever they are now."""
    own = [kind - OBJECT for kind in view.objects if kind != NONE] if view.viewer != NONE else []
    there = Counter(worth for worth in box.objects[pile] if worth != NONE)
    there -= Counter(kind % WORTH for kind in own if kind // WORTH == pile)
    return tuple(sorted(there.elements()))


def held(box: Any, view: Any) -> Iterator[Held]:
    """A-G18, A-G21: the cards of each hand that the viewer knows for certain, and those known to be no Enchanters."""
    seen = view.seen
    for seat in range(box.seats):
        cards = [CARD_NAMES[card] for card in range(CARDS) if seen[card] == 1 << seat]
        yield Held(LETTERS[seat], tuple(cards), view.barren[seat])


def _row(cards: Any) -> Any:
    """The cards of a row without its empty places, to hand to a kernel."""
    return readable(np.array([card for card in cards if card != NONE], np.int8))


# ---------------------------------------------------------------- what is asked

RULES = {
    "take": ["A-R7", "A-R8", "A-R28", "A-G21"],
    "take-again": ["A-R7", "A-R8", "A-R28", "A-G21"],
    "play": ["A-R9", "A-R10", "A-R11", "A-R12", "A-R13", "A-R16", "A-R20"],
    "choose-pile": ["A-R19", "A-G6", "A-G25"],
    "give-back": ["A-R26", "A-G17"],
    "exodus": ["A-R25", "A-G13", "A-G18"],
    "discard": ["A-R29", "A-G19", "A-R34"],
}
RULES_OF_TRICKS = {"proxima": "A-R23", "idem": "A-R24", "exodus": "A-R25", "chaos": "A-R26", "vademecum": "A-R27"}


def asked(view: Mapping[str, Any], ways: Sequence[Way]) -> Line | None:
    """What is expected of whoever may act, in a sentence."""
    if not ways:
        return None
    match view["phase"]:
        case "play":
            return Line(f"asks.{_playing(ways)}")
        case "choose-pile":
            return Line("asks.pile", {"letter": view["letter"]})
        case "give-back":
            return Line("asks.give", {"seat": Ref("seat", view["target"])})
        case "discard":
            return Line("asks.discard", {"value": len(view["hand"])})
    return Line(f"asks.{view['phase']}")


def _playing(ways: Sequence[Way]) -> str:
    """A-R9: a gathering, a Trick, or neither, as far as there is one."""
    gathers = any(way.form.startswith("gather") for way in ways)
    tricks = any(way.form.startswith("trick") for way in ways)
    return "play" if gathers and tricks else "gather" if gathers else "trick" if tricks else "pass"


def rules_now(view: Mapping[str, Any], ways: Sequence[Way]) -> list[str]:
    """The rules of this decision."""
    tricks = {way.refs[0].name for way in ways if way.form.startswith("trick")}
    played = [rule for trick, rule in RULES_OF_TRICKS.items() if trick in tricks]
    return [*RULES.get(view["phase"], []), *played]


def final(_box: Any, _view: Mapping[str, Any], ways: Sequence[Way]) -> set[int]:
    """To pass where a gathering could be staged: the turn is gone with it."""
    gathers = any(way.form.startswith("gather") for way in ways)
    return {way.number for way in ways if gathers and way.form == "pass"}


MISTAKES = {
    "do-not-meet": "A-R10",
    "only-three-meet": "A-R12",
    "only-enchanters-meet": "A-R12",
    "one-after-the-other": "A-R8",
    "not-from-the-deck": "A-R7",
}


def mistake(view: Mapping[str, Any], picked: Sequence[Ref]) -> str:
    """A-R8, A-R10, A-R12: what is wrong with cards that somebody wanted to take or to bring together."""
    if view["phase"] in {"take", "take-again"} and sum(ref.sort == "place" for ref in picked) > 1:
        return "one-after-the-other"
    cards = [ref.name for ref in picked if ref.sort == "card"]
    if view["phase"] != "play" or len(cards) < MEETING - 1:
        return ""
    if any(CARD_NAMES.index(name) not in ENCHANTERS for name in cards):
        return "only-enchanters-meet"
    if len(cards) > MEETING:
        return "only-three-meet"
    return "do-not-meet" if len(cards) == MEETING else ""
