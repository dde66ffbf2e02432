"""What a seat of Zaubercocktail knows, and the worlds it imagines from it."""

import itertools
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.edition import edition_of
from grimorio.engine.giving import Giver
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.state import INGREDIENTS, KINDS

FEW = {"blue schlums": 4, "greenroot": 3, "goldrose": 2, "dark thing": 1}


def miniature() -> Table:
    """Ten cards, two for each of four: every world can be listed."""
    data = dict(GAME.read_edition(None).data)
    names = (*INGREDIENTS, "dark thing")
    data["ingredients"] = {
        name: {**data["ingredients"][name], "copies": {"number": FEW.get(name, 0)}} for name in names
    }
    data["deal"] = {"first": {"number": 2}, "later": {"number": 1}}
    return Table(GAME, 4, options={"dealer": "A"}, edition=edition_of(data, "miniature"), secret=bytes(32))


def listed(cards: list[int]) -> list[int]:
    """A tally as cards."""
    return [kind for kind, number in enumerate(cards) for _ in range(number)]


def hands_of_others(me: int) -> Any:
    """A world by the hands of the others."""
    return lambda state: tuple(tuple(state["hand"][0, seat].tolist()) for seat in range(4) if seat != me)


def tallied(cards: tuple[int, ...]) -> tuple[int, ...]:
    held = Counter(cards)
    return tuple(held[kind] for kind in range(KINDS))


def possible_worlds(table: Table, me: int) -> dict[Hashable, float]:
    """Every way to deal the unseen cards, card by card, with its probability."""
    view = table.view(me)[0]
    others = [seat for seat in range(4) if seat != me]
    known = {seat: listed(view["known"][seat].tolist()) for seat in others}
    unseen = Counter(card for card in table.game.deck(table.box) if card < KINDS)
    unseen -= Counter(listed(view["hand"].tolist()))
    for seat in others:
        unseen -= Counter(known[seat])
    for layer in view["under"]:
        unseen -= Counter(listed(layer.tolist()))
    missing = [int(view["hand_size"][seat]) - len(known[seat]) for seat in others]
    ways: Counter[Hashable] = Counter()

    def deal(at: int, left: tuple[int, ...], hands: tuple[tuple[int, ...], ...]) -> None:
        if at == len(others):
            ways[hands] += 1
            return
        for chosen in itertools.combinations(range(len(left)), missing[at]):
            cards = tuple(left[i] for i in chosen)
            rest = tuple(card for i, card in enumerate(left) if i not in chosen)
            deal(at + 1, rest, (*hands, tallied((*known[others[at]], *cards))))

    deal(0, tuple(unseen.elements()), ())
    return {world: number / ways.total() for world, number in ways.items()}


@pytest.mark.compiled_only
@pytest.mark.parametrize("me", range(4))
def test_worlds_of_a_miniature_box_are_equally_likely(me: int) -> None:
    table = miniature()
    possible = possible_worlds(table, me)
    assert len(possible) > 50
    laws.imagine_is_uniform(table, me, 20_000, hands_of_others(me), possible)


@pytest.mark.compiled_only
def test_what_was_offered_and_traded_aloud_is_known_in_every_world() -> None:
    table = miniature()
    Giver(GAME, table, "test").give(
        {
            "hand": {
                "B": ["goldrose", "greenroot"],
                "C": ["blue schlums", "dark thing"],
                "D": ["blue schlums", "greenroot"],
            }
        }
    )
    table.apply_all(1, ("give goldrose", "want blue schlums", "post"))
    table.apply(2, "accept b")
    table.apply_all(3, ("give greenroot", "want goldrose", "post"))
    for me in (0, 1, 2):
        possible = possible_worlds(table, me)
        assert len(possible) > 2
        laws.imagine_is_uniform(table, me, 10_000, hands_of_others(me), possible)
    for seed in range(50):
        hands = laws.world(table, 0, seed).state["hand"][0]
        assert hands[1][GAME.card_number("blue schlums")] >= 1
        assert hands[2][GAME.card_number("goldrose")] >= 1
        assert hands[3][GAME.card_number("greenroot")] >= 1


def presenting(hand: list[str]) -> Table:
    """Seat B holds this, and all know it; it has handed in."""
    table = Table(GAME, 4, options={"dealer": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"phase": "presenting", "hand": {"B": hand}, "known": {"B": hand}})
    table.apply(1, "hand in")
    return table


def test_what_others_have_handed_in_is_imagined_in_every_way() -> None:
    table = presenting(["goldrose", "goldrose", "goldrose", "greenroot", "greenroot"])
    found = set()
    for seed in range(200):
        state = laws.world(table, 0, seed).state
        found.add((tuple(state["laid_kind"][0, 1].tolist()), tuple(state["laid_naturals"][0, 1].tolist())))
    assert found == {
        ((9, -1), (2, 0)),
        ((9, -1), (3, 0)),
        ((1, -1), (2, 0)),
        ((1, 9), (2, 2)),
        ((1, 9), (2, 3)),
    }


def test_who_has_no_set_is_imagined_to_hand_in_none() -> None:
    table = presenting(["goldrose", "greenroot"])
    assert {int(laws.world(table, 0, seed).state["laid_kind"][0, 1, 0]) for seed in range(20)} == {-1}


@pytest.mark.parametrize("seed", range(8))
def test_what_is_known_is_true_and_layers_are_remembered(seed: int) -> None:
    table = laws.random_play(GAME, 4 + seed % 4, seed, 300)
    state = table.state
    assert (state["known"] <= state["hand"]).all()
    assert int(state["under"].sum()) == int(state["under_size"][0])
    assert int(state["deck"].sum()) + int(state["under_size"][0]) == int(state["deck_size"][0])
    for seat in range(table.seats):
        world = laws.world(table, seat, seed).state
        assert (world["known"] <= world["hand"]).all()
        assert world["under"].tobytes() == state["under"].tobytes()
