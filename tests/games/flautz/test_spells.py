"""The value of a spell against trying everything, and the examples of the rule book.

Nothing here knows what prisms can do at best. Every prism names each of the ten pairs of colours in turn, every card
walks from colour to colour over prisms it has not used yet, in any order (FZ-G8, FZ-G21), every illusion takes every
colour (FZ-R27), and every selection of cards is tried as a run and as a set (FZ-G10). Two things need no trying. The
order of the cards: a run ascends, so its cards lie in one order only, and a set has the same first number in any order.
And leaving a prism out: that is naming a pair and recolouring nothing.
"""

import tomllib
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.edition import edition_of
from grimorio.engine.kernel import handed, kernel, readable
from grimorio.games.flautz import GAME
from grimorio.games.flautz.rules.spells import is_flautz, is_straight, spell_value
from grimorio.games.flautz.state import COLOURS, HAND, ILLUSION, PRISM, VALUES

EVERY_COLOUR = (1 << len(COLOURS)) - 1
MOST_PRISMS = HAND - 1
"""Prisms that can serve a card; five of them serve none."""

# ---------------------------------------------------------------- trying everything


@cache
def walk(prisms: tuple[tuple[int, int], ...], colour: int) -> int:
    """Every colour a card can count as, a bit each, walking over prisms that it has not used yet."""
    reached = 1 << colour
    for i, (one, other) in enumerate(prisms):
        if colour in {one, other}:
            reached |= walk(prisms[:i] + prisms[i + 1 :], one + other - colour)
    return reached


@cache
def namings() -> tuple[Any, Any]:
    """For every number of prisms and every naming of their pairs: what each colour can count as; where they start."""
    reached: list[list[int]] = []
    starts = [0]
    for prisms in range(MOST_PRISMS + 1):
        named = product(combinations(range(len(COLOURS)), 2), repeat=prisms)
        reached += [[walk(pairs, colour) for colour in range(len(COLOURS))] for pairs in named]
        starts.append(len(reached))
    starts.append(len(reached))
    return readable(np.array(reached, np.int64)), readable(np.array(starts, np.int64))


@kernel
def can_be(reach: Any, naming: int, card: int) -> int:
    """The colours of a card under a naming of the prisms, a bit each."""
    return int(reach[naming, card // VALUES]) if card < ILLUSION else EVERY_COLOUR


@kernel
def can_differ(reach: Any, naming: int, hand: Any, chosen: int, count: int) -> bool:
    """Give the chosen cards colours that all differ, trying every colouring.

    No recursion: a kernel that calls itself crashes when it comes from the disk cache (numba/numba#6061).
    """
    for colouring in range(len(COLOURS) ** count):
        taken, left = 0, colouring
        for k in range(HAND):
            if chosen >> k & 1:
                taken |= can_be(reach, naming, hand[k]) & 1 << left % len(COLOURS)
                left //= len(COLOURS)
        different = 0
        for colour in range(len(COLOURS)):
            different += taken >> colour & 1
        if different == count:
            return True
    return False


@kernel
def can_be_alike(reach: Any, naming: int, hand: Any, chosen: int) -> bool:
    """Give all chosen cards the same colour, trying each."""
    alike = EVERY_COLOUR
    for k in range(HAND):
        if chosen >> k & 1:
            alike &= can_be(reach, naming, hand[k])
    return alike != 0


@kernel
def points(reach: Any, first: int, end: int, extra: int, hand: Any, chosen: int) -> int:  # noqa: PLR0913
    """FZ-R13, FZ-R14: what these very cards are worth under the best of the namings; 0 if they are no spell."""
    low, high, count, numbers = VALUES, 0, 0, 0
    for k in range(HAND):
        if chosen >> k & 1:
            number = hand[k] % VALUES + 1
            low, high = min(low, number), max(high, number)
            numbers |= 1 << number
            count += 1
    climbs = high - low + 1 == count and numbers == (1 << (high + 1)) - (1 << low)
    same = high == low
    if climbs or same:
        for naming in range(first, end):
            if climbs and can_be_alike(reach, naming, hand, chosen):
                return low + extra * (count - 1)
            if same and can_differ(reach, naming, hand, chosen, count):
                return low + extra * (count - 1)
    return 0


@kernel
def tried(reach: Any, starts: Any, extra: int, hand: Any, found: Any) -> None:
    """Write the best value of a hand, whether it is a FLAUTZ! and whether a Straight, into `found`."""
    numbered = prisms = 0
    for k in range(HAND):
        if hand[k] == PRISM:
            prisms += 1
        else:
            numbered |= 1 << k
    found[0] = found[1] = found[2] = 0
    chosen = numbered
    while chosen:
        worth = points(reach, starts[prisms], starts[prisms + 1], extra, hand, chosen)
        found[0] = max(found[0], worth)
        if chosen == numbered and worth > 0:
            found[1] = 1
        chosen = (chosen - 1) & numbered
    if found[1] and prisms == 0:
        found[2] = 1
        for k in range(HAND):
            if hand[k] >= ILLUSION or hand[k] // VALUES != hand[0] // VALUES:
                found[2] = 0


@kernel
def agrees(box: Any, reach: Any, starts: Any, hand: Any, found: Any) -> bool:
    """Compare the rules with trying everything."""
    tried(reach, starts, box.extra_card, hand, found)
    if spell_value(box, hand) != found[0] or is_flautz(hand) != (found[1] == 1):
        return False
    return bool(is_straight(hand) == (found[2] == 1))


@kernel
def first_quarrel(box: Any, reach: Any, starts: Any, kinds: Any, hand: Any, found: Any) -> int:  # noqa: PLR0913
    """Go through every sorted hand; how many agree before the first that does not, which then stays in `hand`."""
    count = 0
    n = kinds.shape[0]
    for a in range(n):
        for b in range(a, n):
            for c in range(b, n):
                for d in range(c, n):
                    for e in range(d, n):
                        hand[0], hand[1], hand[2] = kinds[a], kinds[b], kinds[c]
                        hand[3], hand[4] = kinds[d], kinds[e]
                        if not agrees(box, reach, starts, hand, found):
                            return count
                        count += 1
    return count


@kernel
def first_random_quarrel(  # noqa: PLR0913
    box: Any, reach: Any, starts: Any, kinds: Any, chance: Any, hands: int, hand: Any, found: Any
) -> int:
    """The same for random hands of these kinds (a kind that stands there twice comes twice as often)."""
    for count in range(hands):
        for k in range(HAND):
            card = kinds[below(chance, kinds.shape[0])]
            place = k
            while place > 0 and hand[place - 1] > card:
                hand[place] = hand[place - 1]
                place -= 1
            hand[place] = card
        if not agrees(box, reach, starts, hand, found):
            return count
    return hands


def box_of(values: int, extra: int) -> Any:
    """A box with numbers from 1 on and so many points for each further card."""
    data = tomllib.loads((GAME.folder / "cards.toml").read_text())
    data["spells"]["values"]["to"] = values
    data["spells"]["copies"]["number"] = 2
    data["spells"]["extra_card_points"]["number"] = extra
    return GAME.box(4, edition=edition_of(data, "test"))


def kinds_of(values: int) -> list[int]:
    """Every kind of card with numbers up to this one, ascending."""
    return [*(head * VALUES + n for head in range(len(COLOURS) + 1) for n in range(values)), PRISM]


def quarrel(hand: Any) -> str:
    """Name the hand that was valued differently."""
    names = ", ".join(GAME.card_name(int(kind)) for kind in hand)
    return f"trying everything gives something else for {names}"


def check_all(box: Any, values: int, hands: int) -> None:
    """Compare all hands of an edition."""
    hand, found = readable(np.zeros(HAND, np.int8)), readable(np.zeros(3, np.int64))
    kinds = readable(np.array(kinds_of(values), np.int8))
    agreed = first_quarrel(handed(box), *namings(), kinds, hand, found)
    assert agreed == hands, quarrel(hand)


def check_random(box: Any, values: int, hands: int, seed: int) -> None:
    """Compare random hands with about two special cards each."""
    hand, found = readable(np.zeros(HAND, np.int8)), readable(np.zeros(3, np.int64))
    special = [*(ILLUSION + n for n in range(values)), *[PRISM] * values]
    kinds = readable(np.array(kinds_of(values) + special, np.int8))
    chance = handed(stream(key_of_seed(seed)))
    agreed = first_random_quarrel(handed(box), *namings(), kinds, chance, hands, hand, found)
    assert agreed == hands, quarrel(hand)


@pytest.mark.compiled_only
def test_every_hand_of_the_standard_edition_is_worth_what_trying_everything_finds() -> None:
    check_all(GAME.box(4), values=5, hands=324_632)


@pytest.mark.compiled_only
@pytest.mark.parametrize("extra", [0, 1, 5, 20])
def test_every_hand_of_the_widest_edition_is_worth_what_trying_everything_finds(extra: int) -> None:
    check_all(box_of(VALUES, extra), VALUES, hands=2_869_685)


@pytest.mark.compiled_only
@pytest.mark.parametrize("extra", [2, 3, 4, 6, 7, 8, 9])
def test_random_hands_full_of_special_cards_are_worth_what_trying_everything_finds(extra: int) -> None:
    check_random(box_of(VALUES, extra), VALUES, hands=300_000, seed=extra)


@pytest.mark.parametrize(("values", "extra"), [(5, 5), (8, 5), (8, 2)])
def test_some_hundred_hands_are_worth_what_trying_everything_finds(values: int, extra: int) -> None:
    check_random(box_of(values, extra), values, hands=100, seed=values * extra)


def test_g21_each_prism_of_a_chain_leads_to_one_more_colour() -> None:
    reach, starts = namings()
    widest = [max(max(int(m).bit_count() for m in reach[i]) for i in range(starts[p], starts[p + 1])) for p in range(5)]
    assert widest == [1, 2, 3, 4, 5]
    assert np.diff(starts).tolist() == [1, 10, 100, 1_000, 10_000, 0]


# ---------------------------------------------------------------- the examples of the rule book


def hand_of(text: str) -> Any:
    """Read five cards, for example `blue 1, green 2, illusion 3, prism, prism`, into a sorted hand."""
    kinds = sorted(GAME.card_number(name) for name in text.split(","))
    assert len(kinds) == HAND
    return readable(np.array(kinds, np.int8))


def value(text: str) -> int:
    """What a hand is worth in the standard edition."""
    return int(spell_value(handed(GAME.box(4)), hand_of(text)))


def flautz(text: str) -> bool:
    """Whether a hand is a FLAUTZ!."""
    return bool(is_flautz(hand_of(text)))


def straight(text: str) -> bool:
    """Whether a hand is a Straight."""
    return bool(is_straight(hand_of(text)))


def test_t1_a_run_of_three_from_3_is_worth_13() -> None:
    assert value("violet 3, violet 4, violet 5, blue 1, green 2") == 13


def test_t2_a_set_of_four_2s_is_worth_17() -> None:
    assert value("blue 2, green 2, violet 2, pink 2, orange 5") == 17


def test_t3_an_illusion_fills_the_gap_of_a_run() -> None:
    assert value("blue 1, illusion 2, blue 3, blue 4, pink 4") == 16


def test_t4_an_illusion_takes_the_colour_a_set_is_missing() -> None:
    assert value("blue 5, pink 5, illusion 5, violet 1, orange 3") == 15


def test_t5_a_prism_makes_two_colours_one_run_and_a_flautz_that_is_no_straight() -> None:
    hand = "prism, blue 1, green 2, green 3, blue 4"
    assert value(hand) == 16
    assert flautz(hand)
    assert not straight(hand)


def test_t6_a_prism_makes_a_double_usable_in_a_set() -> None:
    hand = "prism, green 4, green 4, pink 4, orange 1"
    assert value(hand) == 14
    assert not flautz(hand)


@pytest.mark.parametrize("number", range(1, 6))
def test_t7_a_single_card_is_worth_its_number(number: int) -> None:
    assert value(f"pink {number}, pink {number}, pink {number}, pink {number}, pink {number}") == number
    assert value(f"illusion {number}, prism, prism, prism, prism") == number


def test_t7_of_five_cards_that_do_not_match_the_highest_counts() -> None:
    assert value("blue 1, blue 1, green 3, violet 5, violet 5") == 5


def test_t8_a_double_is_not_usable_without_a_prism() -> None:
    assert value("green 4, green 4, blue 4, pink 1, orange 2") == 9


def test_t9_t10_five_of_one_colour_in_a_row_are_a_straight_of_21() -> None:
    hand = "blue 1, blue 2, blue 3, blue 4, blue 5"
    assert value(hand) == 21
    assert flautz(hand)
    assert straight(hand)


def test_t11_with_an_illusion_it_is_a_flautz_but_no_straight() -> None:
    hand = "blue 1, blue 2, blue 3, blue 4, illusion 5"
    assert value(hand) == 21
    assert flautz(hand)
    assert not straight(hand)


def test_t12_five_3s_in_five_colours_are_a_flautz_of_23() -> None:
    hand = "blue 3, green 3, violet 3, orange 3, pink 3"
    assert value(hand) == 23
    assert flautz(hand)
    assert not straight(hand)


def test_t13_a_prism_that_is_not_needed_belongs_to_the_flautz_all_the_same() -> None:
    hand = "prism, blue 1, blue 2, blue 3, blue 4"
    assert value(hand) == 16
    assert flautz(hand)
    assert not straight(hand)


def test_t14_the_best_spell_of_the_hand_counts() -> None:
    hand = "blue 1, blue 2, green 2, pink 2, orange 5"
    assert value(hand) == 12
    assert not flautz(hand)


def test_t22_two_prisms_in_a_chain_give_three_greens_three_colours() -> None:
    hand = "prism, prism, green 4, green 4, green 4"
    assert value(hand) == 14
    assert flautz(hand)


def test_t22_with_an_odd_card_in_place_of_the_second_prism_only_two() -> None:
    hand = "prism, blue 1, green 4, green 4, green 4"
    assert value(hand) == 9
    assert not flautz(hand)


def test_t23_two_prisms_in_a_chain_make_three_colours_one_run() -> None:
    hand = "prism, prism, green 1, blue 2, violet 3"
    assert value(hand) == 11
    assert flautz(hand)


def test_g8_prisms_alone_are_worth_nothing_and_are_no_flautz() -> None:
    hand = "prism, prism, prism, prism, prism"
    assert value(hand) == 0
    assert not flautz(hand)
    assert not straight(hand)


def test_r26_special_cards_are_no_part_of_a_straight() -> None:
    assert not straight("pink 7, pink 8, illusion 1, illusion 2, illusion 3")
    assert not straight("illusion 1, illusion 2, illusion 3, illusion 4, illusion 5")
    assert not straight("illusion 5, illusion 6, illusion 7, illusion 8, prism")


def test_a_straight_does_not_go_on_in_the_next_colour() -> None:
    assert not straight("blue 6, blue 7, blue 8, green 1, green 2")
    assert straight("blue 4, blue 5, blue 6, blue 7, blue 8")
