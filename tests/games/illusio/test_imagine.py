"""What a seat of Illusio knows, and the worlds it imagines from it."""

import itertools
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.edition import edition_of
from grimorio.engine.giving import Giver
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games.illusio import GAME
from grimorio.games.illusio.state import FACTS, KIND_NAMES, SPECIAL_NAMES

SMALL = {"scarf": 3, "rope": 2, "cards": 1, "blades": 1, "rabbit": 1, "dove": 1, "tiger": 1}
MINIATURE = edition_of(
    {
        **GAME.read_edition(None).data,
        "components": {name: SMALL.get(name, 0) for name in KIND_NAMES},
        "specials": {name.replace(" ", "_"): int(name in {"take", "grand"}) for name in SPECIAL_NAMES},
    },
    "miniature",
)
"""Twelve cards: after the deal for two, three in the deck, so every world can be listed."""


def miniature(given: dict[str, Any], *moves: tuple[int, str], seats: int = 2) -> Table:
    """A table with the miniature box, after some moves."""
    table = Table(GAME, seats, edition=MINIATURE, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    for seat, move in moves:
        table.apply(seat, move)
    return table


def listed_hands(table: Table, me: int, known: list[int]) -> dict[Hashable, float]:
    """Every hand the other can have, by listing every way to choose physical cards, with its chance."""
    view = table.view(me)[0]
    seen = Counter(known + [int(card) for card in view["hand"] if card != NONE])
    for name in ("discards", "backstage"):
        seen += Counter(int(card) for card in view[name].reshape(-1) if card != NONE)
    unseen = list((Counter(card for card in GAME.deck(table.box) if card < 21) - seen).elements())
    rest = int(view["hand_size"][1 - me]) - len(known)
    ways = Counter(tuple(sorted([*known, *choice])) for choice in itertools.combinations(unseen, rest))
    return {hand: number / ways.total() for hand, number in ways.items()}


def held_by(other: int) -> Any:
    """A world by the other's hand."""
    return lambda state: tuple(int(card) for card in state["hand"][0, other] if card != NONE)


@pytest.mark.compiled_only
def test_worlds_of_a_miniature_box_are_equally_likely() -> None:
    table = miniature({"magician": {"A": "grimaldo", "B": "shaozu"}})
    for me in (0, 1):
        possible = listed_hands(table, me, [])
        assert len(possible) > 10
        laws.imagine_is_uniform(table, me, 20_000, held_by(1 - me), possible)


@pytest.mark.compiled_only
def test_a_card_that_was_seen_going_to_a_hand_is_always_imagined_there() -> None:
    given = {
        "magician": {"A": "grimaldo", "B": "shaozu"},
        "hand": {"A": ["rabbit", "dove", "tiger", "grand"], "B": ["rope", "cards"]},
        "backstage": {"B": ["scarf", "blades"]},
    }
    table = miniature(given, (0, "return scarf of b"))
    possible = listed_hands(table, 0, [GAME.card_number("scarf")])
    assert len(possible) > 5
    laws.imagine_is_uniform(table, 0, 20_000, held_by(1), possible)


@pytest.mark.compiled_only
def test_a_card_that_went_one_of_two_ways_is_imagined_in_both() -> None:
    given = {
        "magician": {"A": "grimaldo", "B": "shaozu", "C": "savano"},
        "hand": {"A": ["take", "tiger"], "B": ["rope", "cards"], "C": ["grand"]},
        "backstage": {"B": ["dove", "blades"]},
    }
    table = Table(GAME, 3, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    table.apply(0, "return dove of b")
    table.apply(0, "take from b")
    where: Counter[int] = Counter()
    for seed in range(400):
        state = laws.world(table, 2, seed).state
        there = [seat for seat in (0, 1) if GAME.card_number("dove") in state["hand"][0, seat]]
        assert there
        where.update(there)
    assert min(where[0], where[1]) > 100


@pytest.mark.parametrize("seed", range(8))
def test_what_a_seat_has_seen_is_true(seed: int) -> None:
    """Every set of facts can be met by the true hands: as many cards of a kind as facts lie within their hands."""
    table = laws.random_play(GAME, 2 + seed % 5, seed, 350)
    hands = [Counter(int(card) for card in table.state["hand"][0, seat] if card != NONE) for seat in range(table.seats)]
    for me in range(table.seats):
        view = table.view(me)[0]
        facts = [(int(c), int(m)) for c, m in zip(view["seen"], view["seen_in"], strict=True) if c != NONE]
        for kind in {card for card, _ in facts}:
            masks = [mask for card, mask in facts if card == kind]
            for within in {m1 | m2 for m1 in masks for m2 in masks}:
                inside = sum(mask & ~within == 0 for mask in masks)
                assert sum(hands[seat][kind] for seat in range(table.seats) if within >> seat & 1) >= inside
        assert all(not mask >> me & 1 for _, mask in facts)


def test_with_too_many_facts_the_oldest_fades() -> None:
    table = Table(GAME, 2, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(
        {"magician": {"A": "grimaldo", "B": "shaozu"}, "backstage": {"A": ["tank", "scarf"]}}
    )
    table.state["seen"][0, 1], table.state["seen_in"][0, 1] = GAME.card_number("scarf"), 1
    table.state["seen"][0, 1, 0] = GAME.card_number("dove")
    table.apply(0, "return tank of a")
    seen = table.view_json(1)["seen"]
    assert len(seen) == FACTS
    assert seen[-1] == "tank"
    assert "dove" not in seen


def test_facts_that_block_each_other_are_dealt_again() -> None:
    """Three cards, each in one of two hands with a place each: dealing them in a bad order must not go wrong."""
    table = Table(GAME, 4, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"hand": {"A": [], "B": ["scarf"], "C": ["rope"], "D": ["cards"]}})
    state = table.state[0]
    for i, (card, hands) in enumerate((("scarf", 0b0110), ("rope", 0b1100), ("cards", 0b1010))):
        state["seen"][0, i], state["seen_in"][0, i] = GAME.card_number(card), hands
    for seed in range(60):
        laws.imagine_is_consistent(table, 0, seed)


def test_who_has_not_drawn_since_a_reshuffle_holds_nothing_of_it() -> None:
    """The deck is empty when the discards are shuffled, so all that is unseen then is in the other's hand."""
    hands = {"A": ["rabbit", "dove", "tiger", "grand", "rope"], "B": ["rope", "cards", "blades", "take"]}
    table = miniature({"magician": {"A": "ivan zamok", "B": "shaozu"}, "hand": hands})
    for move in ("exchange rabbit", "exchange dove", "exchange tiger", "done", "exchange grand", "done"):
        table.apply(0, move)
    assert table.view_json(0)["old"]["B"] == 4
    for seed in range(40):
        state = laws.world(table, 0, seed).state
        other = [GAME.card_name(int(card)) for card in state["hand"][0, 1] if card != NONE]
        assert Counter(hands["B"]) <= Counter(other)
        assert len(other) == 5


@pytest.mark.parametrize("seed", range(8))
def test_what_is_remembered_of_a_reshuffle_is_true(seed: int) -> None:
    """Old cards are counted within the hand, and shuffled copies are still among the unseen ones."""
    table = laws.random_play(GAME, 2 + seed % 5, seed, 600)
    s = table.state[0]
    unseen = Counter(int(card) for card in s["deck"] if card != NONE)
    unseen += Counter(int(card) for card in s["hand"].reshape(-1) if card != NONE)
    for kind, copies in enumerate(s["gone"].tolist()):
        assert copies <= unseen[kind]
    for seat in range(table.seats):
        assert 0 <= s["old"][seat] <= s["hand_size"][seat]


@pytest.mark.compiled_only
def test_facts_are_dealt_uniformly_whatever_their_order() -> None:
    """Three cards, three hands with a place each: three of the eight ways to choose hands do not fit."""
    table = Table(GAME, 4, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"hand": {"A": [], "B": ["scarf"], "C": ["rope"], "D": ["cards"]}})
    facts = (("scarf", 0b0110), ("rope", 0b1110), ("cards", 0b1010))
    state = table.state[0]
    for i, (card, hands) in enumerate(facts):
        state["seen"][0, i], state["seen_in"][0, i] = GAME.card_number(card), hands
    cards = [GAME.card_number(card) for card, _ in facts]
    ways = [
        each
        for each in itertools.permutations((1, 2, 3))
        if all(hands >> seat & 1 for seat, (_, hands) in zip(each, facts, strict=True))
    ]

    def seats_of(state: Any) -> Hashable:
        return tuple(next(seat for seat in (1, 2, 3) if card in state["hand"][0, seat].tolist()) for card in cards)

    assert len(ways) == 3
    laws.imagine_is_uniform(table, 0, 3_000, seats_of, dict.fromkeys(ways, 1 / 3))


def which_of_two() -> Table:
    """A table at which A has begun to transform one of two components that count alike."""
    table = Table(GAME, 2, options={"starter": "A"}, secret=bytes(32))
    given = {
        "magician": {"A": "grimaldo", "B": "shaozu"},
        "hand": {"A": ["transform", "transform"], "B": ["rope"]},
        "backstage": {"A": ["rabbit", "dove"]},
    }
    Giver(GAME, table, "test").give(given)
    table.apply(0, "transform rabbit into dove")
    table.apply(0, "transform dove into crate")
    return table


def test_who_is_asked_which_component_has_shown_the_card_that_it_is_done_with() -> None:
    table = which_of_two()
    assert table.view_json(1)["phase"] == "which"
    refusal = table.why_no_undo(0)
    assert refusal is not None
    assert refusal.code == "was-revealed"
    for seed in range(40):
        assert GAME.card_number("transform") in laws.world(table, 1, seed).state["hand"][0, 0].tolist()
