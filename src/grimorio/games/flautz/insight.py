"""What a player of FLAUTZ! wants to know beside his cards: which zones are open, what his spell is worth and why."""

import functools
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from grimorio.engine.facts import facts_of_box, remembered, with_both
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line
from grimorio.games.flautz.actions import CARD_NAMES
from grimorio.games.flautz.rules.spells import (
    ALL_COLOURS,
    DIGIT,
    bits,
    colour_of,
    digits_of,
    makes_flautz,
    number_of,
)
from grimorio.games.flautz.state import AIR, COLOURS, FLOOR, HAND, ILLUSION, OVER, PRISM, ROYAL


class Spell(msgspec.Struct, frozen=True, gc=False):
    """The best spell of a hand: its value, the cards that make it, and the two colours that each prism joins."""

    value: int
    cards: tuple[str, ...]
    prisms: tuple[tuple[str, str], ...]
    flautz: bool


class Valued(msgspec.Struct, frozen=True, gc=False):
    """A hand at the end of a challenge: what it was worth, or why it was worth nothing, and what it won."""

    seat: str
    spell: Spell
    points: int
    focused: bool
    beaten_by_royal: bool
    crystals: int


class Insight(msgspec.Struct, frozen=True, gc=False):
    """What stands beside the cards of a table of FLAUTZ!."""

    open: tuple[str, ...]
    spell: Spell | None
    scores_now: bool
    last: tuple[Valued, ...]


# ---------------------------------------------------------------- which cards make the best spell

CARD_BITS = 8
"""Bits of a card among several in one integer."""
VALUE_AT = CARD_BITS * HAND + 2
IS_SET, IS_FLAUTZ = 1 << CARD_BITS * HAND, 2 << CARD_BITS * HAND
"""In what `best_cards` answers, above the cards: the spell is a set, the hand is a FLAUTZ!, and then the value."""


@kernel
def card_in(hand: int, place: int) -> int:
    """The card at a place of a hand that is one integer."""
    return hand >> CARD_BITS * place & (1 << CARD_BITS) - 1


@kernel
def by_number(hand: int, cards: int) -> int:
    """The places of the numbered cards, the lowest number first, in one integer; the hand is sorted."""
    places = 0
    for place in range(cards):
        rank = 0
        for other in range(cards):
            ahead = number_of(card_in(hand, other)) - number_of(card_in(hand, place))
            rank += ahead < 0 or (ahead == 0 and other < place)
        places |= place << DIGIT * rank
    return places


@kernel
def rank_of_spell(hand: int, places: int, chosen: int, extra_card: int, prisms: int) -> int:
    """How good a spell some cards make, 0 where they make none: its value, then fewer prisms, then fewer cards."""
    size = colours = coloured = 0
    first = last = 0
    row = same = True
    for k in range(HAND):
        if chosen >> HAND - 1 - k & 1:
            card = card_in(hand, places >> DIGIT * k & (1 << DIGIT) - 1)
            number = number_of(card)
            if size == 0:
                first = number
            else:
                row = row and number == last + 1
                same = same and number == last
            last = number
            size += 1
            if card < ILLUSION:
                coloured += 1
                colours |= 1 << colour_of(card)
    different = bits(colours)
    joined = min(coloured - different, ALL_COLOURS - different) if same else max(0, different - 1)
    if joined > prisms or not (same or row):
        return 0
    value = first + extra_card * (size - 1)
    return (((value << DIGIT) + HAND - joined << DIGIT) + HAND - size << 1) + same


@kernel
def best_cards(hand: int, extra_card: int) -> int:
    """FZ-R12 to FZ-R14: which cards of a sorted hand make its best spell, of the fewest prisms and cards.

    Of spells that are equally good it is the one whose cards come first, the lowest number before the others. They are
    told from the lowest on, each with one added, so that nothing is no card.
    """
    prisms = tally = 0
    for place in range(HAND):
        prisms += card_in(hand, place) == PRISM
        tally += digits_of(card_in(hand, place))
    cards = HAND - prisms
    places = by_number(hand, cards)
    best = best_chosen = 0
    for chosen in range((1 << HAND) - 1, (1 << prisms) - 1, -1):
        if chosen % (1 << prisms) == 0:  # no prisms: their bits are the last
            rank = rank_of_spell(hand, places, chosen, extra_card, prisms)
            if rank > best:
                best, best_chosen = rank, chosen
    made = 0
    for k in range(cards):
        if best_chosen >> HAND - 1 - k & 1:
            made |= 1 << (places >> DIGIT * k & (1 << DIGIT) - 1)
    found = best >> 2 * DIGIT + 1 << VALUE_AT | (IS_SET if best & 1 else 0) | (IS_FLAUTZ if makes_flautz(tally) else 0)
    told = 0
    for place in range(cards):
        if made >> place & 1:
            found |= card_in(hand, place) + 1 << CARD_BITS * told
            told += 1
    return found


# ---------------------------------------------------------------- what is told

SEATED, SCORES, FOUND = 4, 8, 16
"""In what `beside_cards` answers, above the zones that are open: the viewer has a hand, it counts, and its spell."""
OPEN = ((), ("air",), ("floor",), ("air", "floor"))


@kernel
def beside_cards(box: Any, view: Any) -> int:
    """FZ-R8: the zones that the field with the crystal opens; none once a challenge is over. FZ-R12: the best spell."""
    found = 0
    if view.phase != OVER and view.arena_field < box.rounds:
        zones = box.strip[view.arena_field]
        found = (1 if zones & AIR else 0) + (2 if zones & FLOOR else 0)
    if view.viewer == NONE:
        return found
    hand = 0
    for k in range(HAND):
        hand |= view.hand[k] << CARD_BITS * k
    return found + SEATED + (0 if view.focused[view.viewer] else SCORES) + best_cards(hand, box.extra_card) * FOUND


_beside_cards = with_both(beside_cards)


def insight(boxes: Any, views: Any) -> Insight:
    """All of it, from the public box and a view alone."""
    found = _beside_cards(boxes, views)
    return Insight(
        open=OPEN[found % SEATED],
        spell=_spell(found // FOUND) if found & SEATED else None,
        scores_now=found & SCORES != 0,
        last=last_challenge(boxes, views),
    )


@remembered
def last_challenge(boxes: Any, view: Any) -> tuple[Valued, ...]:
    """FZ-G20: the hands laid open last, what each was worth, and what it won."""
    box, royal = facts_of_box(boxes), view.last_closing == ROYAL
    laid_open = [seat for seat in range(box.seats) if NONE not in view.last_hand[seat]]
    return tuple(_valued(box, view, seat, royal=royal) for seat in laid_open)


def _valued(box: Any, view: Any, seat: int, *, royal: bool) -> Valued:
    spell, points = spell_of(box, view.last_hand[seat]), view.last_points[seat]
    royal = royal and not view.last_crystals[seat]
    return Valued(
        seat=LETTERS[seat],
        spell=spell,
        points=points,
        focused=spell.value > 0 and points == 0 and not royal,
        beaten_by_royal=royal,
        crystals=view.last_crystals[seat],
    )


def spell_of(box: Any, hand: Sequence[int]) -> Spell:
    """FZ-R12 to FZ-R14: the best spell, of the fewest prisms and cards that make it."""
    return _spell(best_cards(int.from_bytes(bytes(sorted(hand)), "little"), box.extra_card))


@functools.lru_cache(1 << 12)
def _spell(found: int) -> Spell:
    """A spell as `best_cards` tells it."""
    made = [card - 1 for card in found.to_bytes(CARD_BITS, "little")[:HAND] if card]
    joined = _set(made) if found & IS_SET else _run(made)
    named = (*[CARD_NAMES[card] for card in made], *["prism"] * len(joined))
    return Spell(found >> VALUE_AT, named, joined, flautz=bool(found & IS_FLAUTZ))


Pairs = tuple[tuple[str, str], ...]
"""The colours that prisms must join, two and two."""


_colour = functools.cache(colour_of)
"""What stands on a card: a rule that was asked once need not be asked again."""


def _colours(cards: Sequence[int]) -> list[int]:
    """The colours of the numbered cards, each once; an illusion has none of its own."""
    return sorted({_colour(card) for card in cards if card < ILLUSION})


def _run(cards: Sequence[int]) -> Pairs:
    """FZ-R13, FZ-R28: the pairs of colours that prisms must join for numbers in a row to make a run."""
    return tuple((COLOURS[one], COLOURS[other]) for one, other in pairwise(_colours(cards)))


def _set(cards: Sequence[int]) -> Pairs:
    """FZ-R13, FZ-R28: a set has different colours; each double needs a prism to one that is missing."""
    there = _colours(cards)
    doubles = [_colour(card) for card in cards if card < ILLUSION]
    if len(doubles) == len(there):
        return ()
    for colour in there:
        doubles.remove(colour)
    missing = [colour for colour in range(len(COLOURS)) if colour not in there]
    return tuple((COLOURS[one], COLOURS[other]) for one, other in zip(doubles, missing, strict=False))


# ---------------------------------------------------------------- what is asked


def asked(view: Mapping[str, Any], ways: Sequence[Way]) -> Line | None:
    """What is expected of whoever may act, in a sentence."""
    forms = {way.form for way in ways}
    if not ways:
        return None
    if "refill" in forms:
        return Line("asks.refill")
    if view["phase"] == "after-refill":
        return Line("asks.exchange")
    if view["declarer"] is not None:
        return Line("asks.last")
    return Line("asks.declare" if "declare" in forms else "asks.make" if "exchangedeclaring" in forms else "asks.turn")


def rules_now(view: Mapping[str, Any], ways: Sequence[Way]) -> list[str]:
    """The rules of this decision."""
    said = {ref.name for way in ways for ref in way.refs if ref.sort == "word"}
    waiving = ["FZ-A12"] if "waive" in said else []
    if any(way.form == "refill" for way in ways):
        return ["FZ-R24", "FZ-G13", "FZ-G14", *waiving]
    rules = ["FZ-R7", "FZ-R8", "FZ-R9", "FZ-R13", "FZ-R14"]
    rules += ["FZ-R24"] if view["phase"] == "after-refill" else ["FZ-R23", "FZ-R25"]
    return rules + (["FZ-R16", "FZ-R17"] if "declare" in said else []) + waiving


def final(box: Any, view: Mapping[str, Any], ways: Sequence[Way]) -> set[int]:
    """What shows cards or gives points away for good: to declare, to waive, to focus without another turn (FZ-R25)."""
    said = [way.number for way in ways if way.form not in SILENT and _is_weighty(way)]
    if not said or view["declarer"] is not None or view["arena_field"] + 1 >= facts_of_box(box).rounds:
        return set(said)
    return {number for number in said if not _ONLY_FOCUS[number]}


SILENT = frozenset(("exchange", "refill"))
"""Actions with which nothing is said."""
_ONLY_FOCUS: dict[int, bool | None] = {}
"""By the number of an action with which something weighty is said: whether that is to focus and no more; None where
nothing weighty is said. No view changes it."""


def _is_weighty(way: Way) -> bool:
    if way.number not in _ONLY_FOCUS:
        words = {ref.name for ref in way.refs if ref.sort == "word"} & {"declare", "waive", "focus"}
        _ONLY_FOCUS[way.number] = words == {"focus"} if words else None
    return _ONLY_FOCUS[way.number] is not None


MISTAKES = {"one-for-one": "FZ-R7", "exchange-or-say": "FZ-R7", "only-open-cards": "FZ-R7"}


def mistake(_view: Mapping[str, Any], picked: Sequence[Ref]) -> str:
    """FZ-R7: one open card for one of the hand, or else a word."""
    sorts = [ref.sort for ref in picked]
    if "word" in sorts and len(sorts) > 1:
        return "exchange-or-say"
    return "one-for-one" if max(sorts.count("place"), sorts.count("card")) > 1 else ""
