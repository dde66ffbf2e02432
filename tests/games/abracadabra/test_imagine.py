"""What a seat of Abracadabra knows, and the worlds it imagines from it."""

import itertools
from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import INTERPRETED, handed
from grimorio.engine.layout import NONE
from grimorio.engine.table import Table
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.state import BACKS, CARDS, DISCARD, OF_A_BACK, PERICULUM


def listed_hands(table: Table, me: int, other: int) -> dict[Hashable, float]:
    """Every hand the other can have, by listing the unseen cards of each back, with its chance."""
    view = table.view(me)[0]
    seen = {
        int(card) for name in ("hand", "towers", "shown", "discards", "proxima") for card in view[name] if card != NONE
    }
    known = [card for card in range(40) if int(view["seen"][card]) == 1 << other]
    elsewhere = {card for card in range(40) if int(view["seen"][card]) not in {0, 1 << other}}
    parts = []
    for back in range(4):
        here = [card for card in known if card // OF_A_BACK == back]
        shown = sum(int(each) == BACKS + back for each in view["hand_backs"][other]) - len(here)
        unseen = [
            c for c in range(back * 10, back * 10 + 10) if c not in seen and c not in known and c not in elsewhere
        ]
        parts.append([(*here, *rest) for rest in itertools.combinations(unseen, shown)])
    ways = Counter(tuple(sorted(itertools.chain(*choice))) for choice in itertools.product(*parts))
    return {hand: number / ways.total() for hand, number in ways.items()}


def held_by(other: int) -> Any:
    """A world by the other's hand."""
    return lambda state: tuple(int(card) for card in state["hand"][0, other] if card != NONE)


@pytest.mark.compiled_only
@pytest.mark.parametrize(("seed", "moves"), [(1, 4), (2, 4), (3, 5)])
def test_hidden_cards_are_imagined_uniformly_within_their_backs(seed: int, moves: int) -> None:
    table = laws.random_play(GAME, 2, seed, moves)
    for me in (0, 1):
        possible = listed_hands(table, me, 1 - me)
        laws.imagine_is_uniform(table, me, 60 * max(60, len(possible)), held_by(1 - me), possible)


@pytest.mark.compiled_only
def test_a_card_that_went_one_of_two_ways_is_imagined_in_both() -> None:
    found: set[int] = set()
    looked = 0
    for seed in range(400):
        table = laws.random_play(GAME, 3, seed, 45)
        for me in range(3):
            masks = [int(mask) for mask in table.view(me)[0]["seen"]]
            for card, mask in enumerate(masks):
                if mask.bit_count() > 1:
                    looked += 1
                    for world in range(40):
                        state = laws.world(table, me, world).state
                        where = [seat for seat in range(3) if card in state["hand"][0, seat]]
                        assert len(where) == 1
                        assert mask >> where[0] & 1
                        found.add(where[0])
    assert looked > 0
    assert len(found) > 1


@pytest.mark.parametrize("seed", range(6))
def test_what_a_seat_has_seen_is_true(seed: int) -> None:
    table = laws.random_play(GAME, 2 + seed % 5, seed, 60)
    for me in range(table.seats):
        for card, mask in enumerate(int(mask) for mask in table.view(me)[0]["seen"]):
            holders = [seat for seat in range(table.seats) if card in table.state["hand"][0, seat].tolist()]
            if mask:
                assert any(mask >> seat & 1 for seat in holders)
                assert me not in holders


@pytest.mark.parametrize("seed", range(6))
def test_all_backs_in_a_view_are_those_of_the_cards(seed: int) -> None:
    table = laws.random_play(GAME, 3, seed, 30)
    told = table.view_json(0)
    for seat in range(3):
        hand = [int(card) for card in table.state["hand"][0, seat] if card != NONE]
        assert told["hand_backs"]["ABC"[seat]] == [GAME.card_name(BACKS + card // OF_A_BACK) for card in sorted(hand)]


def table_with(given: dict[str, Any], *moves: str) -> Table:
    """A table of three in a given position, after some moves of seat A."""
    table = Table(GAME, 3, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    for move in moves:
        table.apply(0, move)
    return table


def test_what_lay_open_at_a_reshuffle_is_in_no_hand_that_was_held_before() -> None:
    given = {
        "hand": {"B": ["fire gold mage"]},
        "discards": ["fire elemental", "fire bronze wizard"],
        "row": ["periculum", "water bronze mage", "earth gold mage"],
    }
    table = table_with(given, "take down 1")
    for me in (0, 2):
        hands = {GAME.card_name(int(laws.world(table, me, seed).state["hand"][0, 1, 0])) for seed in range(120)}
        assert hands.isdisjoint({"fire elemental", "fire bronze wizard"})
        assert len(hands) > 3


def test_who_was_robbed_by_chaos_knows_which_card_cannot_come_back() -> None:
    given = {"phase": "play", "hand": {"A": ["chaos", "earth gold mage"], "B": ["fire gold mage"]}}
    table = table_with(given, "play chaos on b")
    for seed in range(20):
        world = laws.world(table, 1, seed)
        assert [GAME.action_of(number).text() for number in world.legal(0)] != ["give fire gold mage"]
        assert GAME.parse_action("give fire gold mage") not in world.legal(0)


def test_periculum_is_in_nobodys_hand() -> None:
    table = table_with({"hand": {"B": ["chaos"]}})
    for seed in range(100):
        assert PERICULUM not in laws.world(table, 0, seed).state["hand"][0, 1]


def test_who_holds_no_enchanter_is_known_to_hold_elementals_by_their_backs() -> None:
    given = {"phase": "play", "hand": {"A": ["exodus", "earth gold mage"], "B": ["water elemental", "idem"], "C": []}}
    table = table_with(given, "play exodus")
    told = table.view(2)[0]
    assert int(told["seen"][GAME.card_number("water elemental")]) == 0b10
    assert int(told["barren"][1]) == 1
    for seed in range(60):
        hand = [GAME.card_name(int(card)) for card in laws.world(table, 2, seed).state["hand"][0, 1] if card != NONE]
        assert hand[0] == "water elemental"
        assert hand[1] in {"proxima", "idem", "chaos", "vademecum", "air elemental"}


# ---------------------------------------------------------------- cards that went from hand to hand


def robbed(known: list[str], held: list[str], thief: list[str]) -> Table:
    """A table of three: A has robbed B of a card, and C knew some of B's cards before."""
    given = {
        "phase": "play",
        "hand": {"A": ["vademecum", *thief], "B": held},
        "seen": {"C": [2 * (GAME.card_name(card) in known) for card in range(40)]},
    }
    return table_with(given, "play vademecum on b")


def whose(names: list[str]) -> Any:
    """A world by who holds these cards."""
    cards = [GAME.card_number(name) for name in names]
    return lambda state: tuple(
        next((seat for seat in range(3) if card in state["hand"][0, seat].tolist()), NONE) for card in cards
    )


@pytest.mark.compiled_only
def test_of_two_known_cards_exactly_one_was_stolen() -> None:
    two = ["fire gold mage", "fire gold witch"]
    table = robbed(two, two, ["fire bronze mage", "fire silver mage"])
    laws.imagine_is_uniform(table, 2, 400, whose(two), {(0, 1): 0.5, (1, 0): 0.5})


@pytest.mark.compiled_only
def test_one_known_card_of_three_was_stolen_in_a_third_of_the_worlds() -> None:
    held = ["fire gold mage", "fire gold witch", "fire gold wizard"]
    table = robbed(held[:1], held, ["fire bronze mage", "fire silver mage"])
    laws.imagine_is_uniform(table, 2, 900, whose(held[:1]), {(0,): 1 / 3, (1,): 2 / 3})


@pytest.mark.compiled_only
def test_a_card_that_is_shown_later_says_where_the_others_are() -> None:
    """B had one known and one unknown card. A plays one that nobody knew: it may be the stolen one, or one of two."""
    held = ["fire gold mage", "fire gold witch"]
    table = robbed(held[:1], held, ["fire bronze mage", "fire silver mage", "fire silver witch"])
    assert table.view_json(2, whole=True)["cases"] == 2
    before = table.branch(table.state)
    before.state["phase"], before.state["acting"] = DISCARD, 0
    unknown = next(card for card in (11, 14) if card in before.state["hand"][0, 0].tolist())
    before.apply(0, f"discard {GAME.card_name(unknown)}")
    weights = before.view(2)[0]["case_weight"].tolist()[:2]
    assert sorted(weights) == [3, 4]


@pytest.mark.compiled_only
def test_what_chaos_has_drawn_has_the_back_that_was_seen_and_does_not_come_back() -> None:
    given = {
        "phase": "play",
        "hand": {"A": ["chaos", "earth gold mage", "fire bronze mage"], "B": ["fire gold mage"]},
        "seen": {"C": [2 * (GAME.card_name(card) == "fire gold mage") for card in range(40)]},
    }
    table = table_with(given, "play chaos on b")
    stolen = GAME.card_number("fire gold mage")
    for seed in range(40):
        assert int(laws.world(table, 2, seed).state["drawn"][0, 0]) == stolen
    table.apply(0, "give fire bronze mage")
    for seed in range(40):
        assert stolen in laws.world(table, 2, seed).state["hand"][0, 0].tolist()


def test_a_periculum_of_a_fresh_row_is_told_and_is_not_face_down_in_it() -> None:
    given = {
        "hand": {"B": ["fire gold mage"]},
        "row": ["periculum", "water bronze mage", "earth gold mage"],
        "shown": ["chaos"],
    }
    for secret in range(200):
        table = Table(GAME, 3, options={"starter": "A"}, secret=secret.to_bytes(32))
        Giver(GAME, table, "test").give(given)
        before = table.moment(2)
        table.apply(0, "take down 1")
        told = [event.text() for event in table.events(2, before)]
        if "went-back periculum shown top 0" in told:
            break
    assert "went-back periculum shown top 0" in told
    assert table.view_json(2)["row_safe"] == [True, True, True]
    for seed in range(200):
        assert PERICULUM not in laws.world(table, 2, seed).state["row"][0]


def test_an_open_elemental_that_does_not_win_cannot_be_put_back() -> None:
    table = table_with({"shown": ["fire elemental"]}, "take up")
    refusal = table.why_no_undo(0)
    assert refusal is not None
    assert refusal.code == "was-said"
    table = table_with({"shown": ["fire gold mage"]}, "take up")
    assert table.why_no_undo(0) is None


def test_which_card_was_drawn_matters_only_while_chaos_is_played() -> None:
    """A-R26, A-R27: Chaos! must not give back what it drew; Vademecum! leaves no such mark in anybody's memory."""
    doubts = 0
    for seed in range(4 if INTERPRETED else 60):
        table = laws.random_play(GAME, 4, seed, 0)
        chance = stream(key_of_seed(seed, "doubts"))
        while not table.over:
            doubts += int(table.state["cases"].sum())
            if table.view_json(0)["phase"] != "give-back":
                assert (table.state["case_drawn"] == NONE).all()
            (seat,) = table.to_act()
            legal = table.legal(seat)
            table.apply(seat, legal[below(handed(chance), len(legal))])
    assert doubts > 0


def test_a_case_that_puts_a_card_elsewhere_than_the_seat_sees_it_is_left_out() -> None:
    """A-R28: what was known to be in a hand may be shuffled into the deck and drawn again, by the very one who knew."""
    number = {GAME.card_name(card): card for card in range(CARDS)}
    mine, theirs = number["water gold mage"], number["water bronze mage"]
    given = {"hand": {"A": ["water gold mage"], "B": ["water bronze mage", "water silver mage"]}}
    table = table_with(given)
    table.state["cases"][0, 0] = 2
    table.state["case_back"][0, 0, :2], table.state["case_weight"][0, 0, :2] = 0, (5, 1)
    table.state["case_at"][0, 0, 0, mine], table.state["case_at"][0, 0, 1, theirs] = 1, 1
    for seed in range(20):
        assert theirs in laws.imagine_is_consistent(table, 0, seed).state["hand"][0, 1]
