"""What a seat of F.A.T.A. knows, and the worlds it imagines from it."""

import itertools
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.giving import Giver
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games.fata import GAME
from grimorio.games.fata.state import BOTTOM, CHARACTER, PLAY_DECK, PLAYED, QUEEN


def table_with(given: dict[str, Any], *moves: str, seats: int = 4) -> Table:
    """A table in a given position, after some moves of those whose turn it is."""
    table = Table(GAME, seats, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    for move in moves:
        table.apply(table.to_act()[0], move)
    return table


def colours(state: Any) -> Hashable:
    """A world by its characters, secret or not."""
    kinds = zip(state["character"][0, :, 0].tolist(), state["revealed"][0, :, 0].tolist(), strict=True)
    return tuple(max(secret, shown) - CHARACTER for secret, shown in kinds if max(secret, shown) != NONE)


def held(seat: int) -> Any:
    """A world by a seat's hand."""
    return lambda state: tuple(int(card) for card in state["hand"][0, seat] if card != NONE)


def evenly(worlds: list[Hashable]) -> dict[Hashable, float]:
    """Each world equally likely."""
    return {world: number / len(worlds) for world, number in Counter(worlds).items()}


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_secret_characters_are_imagined_uniformly(seats: int) -> None:
    table = laws.random_play(GAME, seats, 1, 3)
    own = colours(table.state)[0]  # type: ignore[index]
    worlds: list[Hashable] = [each for each in itertools.permutations(range(seats)) if each[0] == own]
    laws.imagine_is_uniform(table, 0, 60 * len(worlds), colours, evenly(worlds))


HUNT = {
    "half": 2,
    "character": {
        "A": ["lineage red"],
        "B": ["lineage purple"],
        "C": ["lineage yellow"],
        "D": ["lineage blue"],
        "E": ["lineage green"],
    },
    "rows": {"A": ["discard stone anyone 1", "draw stone anyone 1"]},
    "hand": {"A": ["draw stone neighbour 1", "gust", "fog"], "B": ["gust"]},
}


@pytest.mark.compiled_only
def test_who_eliminated_somebody_without_winning_did_not_hunt_him() -> None:
    table = table_with(HUNT, "lay draw stone neighbour 1 on row 1", "done", "cast on b", seats=5)
    assert int(table.state["fallen"][0, 1]) == 1
    worlds: list[Hashable] = [
        each for each in itertools.permutations(range(5)) if each[3] == 3 and each[1] == 2 and each[0] != 1
    ]
    assert len(worlds) == 4
    laws.imagine_is_uniform(table, 3, 400, colours, evenly(worlds))


@pytest.mark.compiled_only
def test_a_character_seen_in_the_water_mirror_stays_known_to_its_player_alone() -> None:
    table = table_with({"hand": {"A": ["mirror", "gust"]}}, "play mirror on b character")
    true = colours(table.state)
    for seed in range(30):
        assert colours(laws.world(table, 0, seed).state)[1] == true[1]  # type: ignore[index]
    assert len({colours(laws.world(table, 2, seed).state)[1] for seed in range(60)}) == 3  # type: ignore[index]


@pytest.mark.compiled_only
def test_a_hidden_hand_is_imagined_uniformly_over_all_unseen_cards() -> None:
    table = table_with({"hand": {"A": ["gust", "gust"], "B": ["fog"], "C": ["key"]}}, seats=3)
    unseen = [kind for kind in GAME.deck(table.box) if kind < PLAYED]
    unseen = [kind for kind in unseen if GAME.card_name(kind) != "gust"]
    worlds: list[Hashable] = [(kind,) for kind in unseen]
    laws.imagine_is_uniform(table, 0, 60 * len(set(unseen)), held(1), evenly(worlds))


@pytest.mark.compiled_only
def test_a_card_that_may_have_changed_hands_is_imagined_in_every_place_it_can_be() -> None:
    given = {
        "hand": {
            "A": ["mirror", "gust"],
            "B": ["echo", "stars"],
            "C": ["fog", "key", "draw stone two 2"],
            "D": ["gust"],
        },
        "charm": {"B": ["shield"]},
    }
    table = table_with(given, "play mirror on b hand", "done")
    table.apply(1, "done")
    while table.to_act() != (2,):
        table.apply(table.to_act()[0], table.legal(table.to_act()[0])[0])
    table.apply(2, "play fog on b")
    known = [GAME.card_number("echo"), GAME.card_number("stars")]
    places = [1] * int(table.state["hand_size"][0, 1]) + [2] * int(table.state["hand_size"][0, 2])
    worlds: list[Hashable] = [(places[i], places[j]) for i, j in itertools.permutations(range(len(places)), 2)]

    def seats_of(state: Any) -> Hashable:
        return tuple(next(seat for seat in (1, 2) if kind in state["hand"][0, seat].tolist()) for kind in known)

    masks = table.view(0)[0]["seen"][:PLAY_DECK].tolist()
    assert masks.count(0b110) == 2
    laws.imagine_is_uniform(table, 0, 400, seats_of, evenly(worlds))


@pytest.mark.compiled_only
def test_a_stolen_treasure_is_any_of_those_its_owner_had() -> None:
    given = {
        "treasures": {"B": ["red 3", "yellow -1", "blue 2"]},
        "rows": {"A": ["rob stone anyone 1", "draw stone anyone 1"]},
        "hand": {"A": ["draw stone neighbour 1", "gust"]},
    }
    table = table_with(given, "lay draw stone neighbour 1 on row 1", "done", "cast on b")
    had = sorted(GAME.card_number(name) for name in ("red 3", "yellow -1", "blue 2"))
    laws.imagine_is_uniform(table, 2, 300, lambda state: int(state["treasures"][0, 0, 0]), evenly(list[Hashable](had)))
    assert [laws.world(table, 1, seed).state["treasures"].tolist() for seed in range(5)].count(
        table.state["treasures"].tolist()
    ) == 5


@pytest.mark.compiled_only
def test_the_queen_is_imagined_anywhere_among_the_last_five() -> None:
    table = laws.random_play(GAME, 3, 2, 1)
    size = int(table.state["chest_size"][0])
    chests = [laws.world(table, 0, seed).state["chest"][0].tolist() for seed in range(300)]
    assert all(QUEEN in chest[:BOTTOM] and NONE not in chest[:size] for chest in chests)
    below_her = Counter(frozenset(chest[:BOTTOM]) for chest in chests)
    assert len(below_her) > 50


@pytest.mark.parametrize("seed", range(12))
def test_what_a_seat_remembers_is_true(seed: int) -> None:
    table = laws.random_play(GAME, 3 + seed % 3, seed, 150 + 20 * seed)
    if table.over:
        return
    kinds, s = table.box["kind_of"][0].tolist(), table.state[0]
    for me in range(table.seats):
        masks = [int(mask) for mask in table.view(me)[0]["seen"]]
        for slot, mask in enumerate(masks):
            field = "hand" if slot < PLAY_DECK else "treasures"
            holders = [seat for seat in range(table.seats) if kinds[slot] in s[field][seat].tolist()]
            assert not mask or any(mask >> seat & 1 for seat in holders)
        assert sum(mask != 0 for mask in masks[PLAY_DECK:]) == int(s["treasure_count"].sum())
