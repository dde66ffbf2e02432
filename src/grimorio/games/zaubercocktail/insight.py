"""What a trader of Zaubercocktail wants to know beside his cards.

Which offers he can serve and what they would bring him, what his best sets are, which card would help him most, and
how the last ranking came about.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from grimorio.engine.facts import Facts, remembered, with_box
from grimorio.engine.kernel import at, integers, kernel, readable
from grimorio.engine.layout import LETTERS, NONE
from grimorio.engine.reference import Ref, Way
from grimorio.engine.story import Line
from grimorio.games.zaubercocktail.actions import CARD_NAMES, COMPOSING, DARK_THING
from grimorio.games.zaubercocktail.rules.sets import CARD_PLACES, best_sets, naturals_with
from grimorio.games.zaubercocktail.state import GAINS, KINDS, LIGHTNING, NATURALS, RECIPE, SETS


class Cards(msgspec.Struct, frozen=True, array_like=True):
    """So many cards of a kind."""

    kind: str
    number: int


class OneSet(msgspec.Struct, frozen=True):
    """A set: its ingredient, its natural cards and jokers, and what it is worth (Z-R15, Z-R17)."""

    kind: str
    naturals: int
    jokers: int
    value: int


class Collection(msgspec.Struct, frozen=True):
    """One or two sets together: their total, and the number of cards that breaks ties (Z-R17, Z-R19)."""

    sets: tuple[OneSet, ...]
    total: int
    cards: int


class Standing(msgspec.Struct, frozen=True):
    """An offer or a call that stands, and what it means for the viewer.

    `for_me`: whether he may answer it. `missing`: what it asks for and he does not hold. `gain`: by how much the total
    of his best sets would change if he gave and took all of it; None where he cannot, or does not know his hand.
    """

    seat: str
    call: bool
    to: str | None
    give: tuple[Cards, ...]
    want: tuple[Cards, ...]
    for_me: bool
    missing: tuple[Cards, ...]
    gain: int | None


class Ingredient(msgspec.Struct, frozen=True):
    """A kind of card: how many the viewer holds, its scale, what they are worth alone, and what one more would bring.

    `one_more`: by how much one more card would raise the total of the best sets. `sought`: who has asked for it in this
    market; `known`: who is known to hold how many of it.
    """

    kind: str
    held: int
    scale: tuple[int, ...]
    worth: int
    one_more: int
    sought: tuple[str, ...]
    known: dict[str, int]


class Reward(msgspec.Struct, frozen=True):
    """What the open recipe and the ring pay (Z-R5, Z-R18, Z-R20, Z-R21)."""

    recipe: str
    steps: tuple[int, ...]
    back: int
    ring_steps: int
    ring_rank: int


class Ranked(msgspec.Struct, frozen=True):
    """A seat in the last ranking, step by step: sets, total, cards, card turned, rank, steps of recipe and ring."""

    seat: str
    collection: Collection
    turned: str | None
    rank: int
    recipe_steps: int
    ring: bool
    ring_steps: int
    steps: int
    marker: int


class Insight(msgspec.Struct, frozen=True):
    """What stands beside the cards of a table of Zaubercocktail."""

    best: Collection | None
    laid: Collection | None
    ingredients: tuple[Ingredient, ...]
    standing: tuple[Standing, ...]
    reward: Reward | None
    stones_to_end: int
    track: int
    last_reward: Reward | None
    last: tuple[Ranked, ...]


@remembered
def insight(boxes: Any, view: Any) -> Insight:
    """All of it, from the public box and a view alone."""
    box = Facts(boxes)
    hand = view.hand
    seated = view.viewer != NONE
    laid = sets_of(box, view.laid_kind, view.laid_naturals, view.laid_jokers)
    return Insight(
        best=best_of(boxes, hand) if seated else None,
        laid=laid if seated and laid.sets else None,
        ingredients=tuple(ingredients(boxes, view, hand)),
        standing=tuple(standing(boxes, view, hand)),
        reward=reward_of(box, view.recipe[0]),
        stones_to_end=box.stones - sum(view.stone[seat] > 0 for seat in range(box.seats)),
        track=box.track,
        last_reward=reward_of(box, view.last_recipe),
        last=tuple(last_ranking(box, view)),
    )


# ---------------------------------------------------------------- sets


def best_of(boxes: Any, hand: Sequence[int]) -> Collection:
    """Z-R13, Z-G22: the best one or two sets of a hand, as the rules find them."""
    _, first, first_jokers, second, second_jokers = _best_sets(boxes, _array(hand))
    kinds, jokers = [first, second], [first_jokers, second_jokers]
    naturals = [
        _naturals_with(boxes, hand[kind], kind, wild) if kind != NONE else 0
        for kind, wild in zip(kinds, jokers, strict=True)
    ]
    return sets_of(Facts(boxes), kinds, naturals, jokers)


def best_total(boxes: Any, hand: Sequence[int]) -> int:
    """The highest total that a hand can present."""
    return int(_best_sets(boxes, _array(hand))[0]) // CARD_PLACES


_best_sets, _naturals_with = with_box(best_sets), with_box(naturals_with)


@kernel
def one_more_of_each(boxes: Any, hand: Any, totals: Any) -> None:
    """The highest total of a hand with one more card of each kind."""
    for kind in range(KINDS):
        hand[kind] += 1
        totals[kind] = best_sets(at(boxes, 0), hand)[0] // CARD_PLACES
        hand[kind] -= 1


def _array(hand: Sequence[int]) -> Any:
    made = integers(KINDS)
    made[:] = hand
    return readable(made)


def sets_of(box: Any, kinds: Any, naturals: Any, jokers: Any) -> Collection:
    """Z-R17: sets with their values, added up."""
    made = []
    for i in range(SETS):
        kind, number, wild = kinds[i], naturals[i], jokers[i]
        if kind != NONE:
            made.append(OneSet(CARD_NAMES[kind], number, wild, box.value[kind][number + wild]))
    total, cards = sum(each.value for each in made), sum(each.naturals + each.jokers for each in made)
    return Collection(tuple(made), total, cards)


# ---------------------------------------------------------------- cards, offers and calls


def ingredients(boxes: Any, view: Any, hand: Sequence[int]) -> Iterator[Ingredient]:
    """Every kind with what it is worth to the viewer, and who wants it or has it."""
    box, totals = Facts(boxes), integers(KINDS)
    seats, now = range(box.seats), best_total(boxes, hand)
    one_more_of_each(boxes, _array(hand), totals)
    for kind, total in enumerate(totals.tolist()):
        size = min(hand[kind], box.largest[kind])
        yield Ingredient(
            kind=CARD_NAMES[kind],
            held=hand[kind],
            scale=tuple(box.value[kind][1 : box.largest[kind] + 1]),
            worth=box.value[kind][size] if kind < NATURALS else 0,
            one_more=total - now if view.viewer != NONE else 0,
            sought=tuple(LETTERS[seat] for seat in seats if view.seeks[seat][kind]),
            known={LETTERS[seat]: view.known[seat][kind] for seat in seats if view.known[seat][kind]},
        )


def standing(boxes: Any, view: Any, hand: Sequence[int]) -> Iterator[Standing]:
    """Z-G17, Z-G19: all offers, then all calls, in the order of the seats."""
    for seat in range(Facts(boxes).seats):
        if view.offer_open[seat]:
            yield _one(boxes, view, hand, seat, (view.offer_give[seat], view.offer_want[seat]), call=False)
    for seat in range(Facts(boxes).seats):
        if view.call_open[seat]:
            yield _one(boxes, view, hand, seat, (view.call_give[seat], view.call_want[seat]), call=True)


def _one(boxes: Any, view: Any, hand: Sequence[int], seat: int, sides: tuple[Any, Any], *, call: bool) -> Standing:
    give, want = sides
    me, to = view.viewer, NONE if call else view.offer_to[seat]
    for_me = me not in {NONE, seat} and not view.stone[me] and to in {NONE, me}
    missing = [max(0, asked - held) for asked, held in zip(want, hand, strict=True)] if me != NONE else []
    gain = None
    if for_me and not call and not any(missing):
        after = [held + got - paid for held, got, paid in zip(hand, give, want, strict=True)]
        gain = best_total(boxes, after) - best_total(boxes, hand)
    return Standing(
        seat=LETTERS[seat],
        call=call,
        to=None if to == NONE else LETTERS[to],
        give=_cards(give),
        want=_cards(want),
        for_me=for_me,
        missing=_cards(missing) if for_me else (),
        gain=gain,
    )


def _cards(numbers: Sequence[int]) -> tuple[Cards, ...]:
    return tuple(Cards(CARD_NAMES[kind], number) for kind, number in enumerate(numbers) if number)


# ---------------------------------------------------------------- recipe and ranking


def reward_of(box: Any, recipe: int) -> Reward | None:
    """Z-R5: what a recipe pays; None where none lies open, or the Lightning does."""
    if not RECIPE <= recipe < LIGHTNING:
        return None
    number = recipe - RECIPE
    return Reward(
        recipe=CARD_NAMES[recipe],
        steps=tuple(box.gain[number][:GAINS]),
        back=box.loss[number],
        ring_steps=box.ring_steps,
        ring_rank=box.ring_rank,
    )


def last_ranking(box: Any, view: Any) -> Iterator[Ranked]:
    """Z-R18 to Z-R21: the seats from first to last, and what moved each: what is not the ring's is the recipe's."""
    if view.last_recipe == NONE:
        return
    for seat in sorted(range(box.seats), key=lambda each: view.last_rank[each]):
        ring, rank = view.last_ring == seat, view.last_rank[seat]
        ring_steps = (box.ring_steps if rank <= box.ring_rank else -box.ring_steps) if ring else 0
        steps, turned = view.last_steps[seat], view.last_turned[seat]
        yield Ranked(
            seat=LETTERS[seat],
            collection=sets_of(box, view.last_kind[seat], view.last_naturals[seat], view.last_jokers[seat]),
            turned=None if turned == NONE else CARD_NAMES[turned],
            rank=rank,
            recipe_steps=steps - ring_steps,
            ring=ring,
            ring_steps=ring_steps,
            steps=steps,
            marker=view.marker[seat],
        )


# ---------------------------------------------------------------- what is asked


PREPARING = {form.__name__.lower() for form in COMPOSING}


def asked(view: Mapping[str, Any], ways: Sequence[Way]) -> Line | None:
    """What is expected of whoever may act, in a sentence."""
    if not ways:
        return None
    if view["phase"] == "presenting":
        return Line(f"asks.{_asked_presenting(view, ways)}")
    if not any(way.form in PREPARING for way in ways):
        return Line("asks.enough")
    if view["draft_give"] or view["draft_want"] or view["draft_to"]:
        return Line("asks.draft")
    return Line("asks.market" if view["turn"] else "asks.live")


def _asked_presenting(view: Mapping[str, Any], ways: Sequence[Way]) -> str:
    lays = any(way.form in {"lay", "laywith"} for way in ways)
    if view["laid_kind"][0]:
        return "laid_one" if lays else "laid"
    return "present" if lays else "hand_in"


def rules_now(view: Mapping[str, Any], ways: Sequence[Way]) -> list[str]:
    """The rules of this decision; by turns how the turns go, and only where all act together that they do."""
    if view["phase"] == "presenting":
        return ["Z-R13", "Z-R15", "Z-R16", "Z-R19", "Z-G6", "Z-G22", "Z-A8"]
    opened = ["Z-E1"] if view["turn"] else ["Z-R7", "Z-E1", "Z-G21"]
    answers = ["Z-R9"] if any(way.form == "accept" for way in ways) else []
    return [*opened, "Z-R8", *answers, "Z-R11", "Z-R12", "Z-G17", "Z-G19"]


def final(_box: Any, view: Mapping[str, Any], ways: Sequence[Way]) -> set[int]:
    """The stone, a trade, and the last sets that are handed in, if chosen by oneself (Z-G14, Z-G19, Z-G22)."""
    last = all(done for letter, done in view["handed"].items() if letter != view["viewer"])
    forms = {"accept", *(("handin",) if view["laid_kind"][0] and last else ())}
    return {way.number for way in ways if way.form in forms or Ref("word", "stone") in way.refs}


MISTAKES = {"one-card-is-no-set": "Z-R13", "jokers-only": "Z-R15", "say-both-sides": "Z-G17", "let-it-lie": "Z-G19"}


def mistake(view: Mapping[str, Any], picked: Sequence[Ref]) -> str:
    """Z-R13, Z-R15: what is wrong with cards that somebody wanted to present."""
    if view["phase"] != "presenting":
        return ""
    kinds = {ref.name for ref in picked if ref.sort in {"card", "kind"}}
    if kinds == {DARK_THING}:
        return "jokers-only"
    alone = [ref.name for ref in picked if ref.sort == "number"] in ([], ["1"])
    return "one-card-is-no-set" if len(kinds) == 1 and alone else ""
