"""What stands beside the cards of Zaubercocktail, with the worked example of its rule book; what is told and asked."""

from collections import Counter
from typing import Any

import pytest

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.engine.table_laws import CHANCE_PARTS
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import WAYS
from grimorio.games.zaubercocktail.insight import Cards, Collection, Insight, OneSet, Standing, best_of
from grimorio.games.zaubercocktail.state import JOKER, KINDS, NATURALS

PLAYERS = ("Arne", "Babs", "Chris", "Doro", "Erni")
HANDS = {
    "A": ["gira extract"] * 4 + ["whiteberries"] * 2 + ["blue schlums"],
    "B": ["faran leaf"] * 3 + ["blue schlums"],
    "C": ["greenroot"] * 7 + ["lead earth"] * 2 + ["goldrose"],
    "D": ["troll hair"] * 3 + ["yellow schlums"] * 3 + ["goldrose"],
    "E": ["whiteberries"] * 2 + ["dark thing", "goldrose"],
}
"""The example of the rule book: Arne, Babs, Chris, Doro, Erni; Doro has the ring."""


def given(position: dict[str, Any], seats: int = 4, **options: str) -> Table:
    table = Table(GAME, seats, options={"dealer": "A", **options}, secret=bytes(32))
    Giver(GAME, table, "test").give(position)
    return table


def example() -> Table:
    return given(
        {
            "phase": "presenting",
            "recipe": ["recipe 4"],
            "marker": {"A": 10, "B": 3, "C": 10, "D": 10, "E": 10},
            "stone": {"D": 1, "A": 2, "B": 3},
            "hand": HANDS,
        },
        seats=5,
    )


def presented() -> Table:
    """All hand in as in the rule book: Erni could do better, and does not see it."""
    table = example()
    for seat in range(4):
        table.apply(seat, "hand in")
    table.apply_all(4, ["lay 2 whiteberries + 1 dark thing", "hand in"])
    return table


# ---------------------------------------------------------------- sets


def test_the_best_sets_of_the_example_are_found_with_their_values() -> None:
    table = example()
    best = [table.insight(seat).best for seat in range(5)]
    assert best[0] == Collection((OneSet("gira extract", 4, 0, 44), OneSet("whiteberries", 2, 0, 42)), 86, 6)
    assert best[1] == Collection((OneSet("faran leaf", 3, 0, 93),), 93, 3)
    assert best[2] == Collection((OneSet("greenroot", 7, 0, 70), OneSet("lead earth", 2, 0, 16)), 86, 9)
    assert best[3].total == 87
    assert best[4] == Collection((OneSet("whiteberries", 2, 0, 42), OneSet("goldrose", 1, 1, 62)), 104, 4)


def every_total(box: Any, hand: list[int]) -> int:
    """The highest total by trying every first and every second set."""
    sets = [(0, NATURALS, 0)] + [
        (int(box["value"][0, kind, naturals + jokers]), kind, jokers)
        for kind in range(NATURALS)
        for naturals, jokers in WAYS
        if naturals <= hand[kind] and jokers <= hand[JOKER] and naturals + jokers <= box["largest"][0, kind]
    ]
    return max(
        one[0] + other[0]
        for one in sets
        for other in sets
        if (one[1] != other[1] or one[1] == NATURALS) and one[2] + other[2] <= hand[JOKER]
    )


def test_the_best_sets_are_those_that_trying_everything_finds() -> None:
    box, chance = GAME.box(5), handed(stream(key_of_seed(2, "hands")))
    deck = [kind for kind in GAME.deck(box) if kind < KINDS]
    for _ in range(60):
        hand = [0] * KINDS
        for _ in range(9):
            hand[deck[below(chance, len(deck))]] += 1
        hand[JOKER] = min(hand[JOKER] + below(chance, 3), 4)
        found = best_of(box, hand)
        assert found.total == sum(each.value for each in found.sets) == every_total(box, hand)
        used = Counter({each.kind: each.naturals for each in found.sets})
        assert all(number <= hand[GAME.card_number(kind)] for kind, number in used.items())
        assert sum(each.jokers for each in found.sets) <= hand[JOKER]


def test_what_is_laid_out_is_valued_beside_the_best() -> None:
    table = example()
    assert table.insight(2).laid is None
    table.apply(2, "lay 2 lead earth")
    assert table.insight(2).laid == Collection((OneSet("lead earth", 2, 0, 16),), 16, 2)
    assert table.insight(2).best.total == 86
    assert table.insight(0).laid is None


def test_a_spectator_knows_of_no_hand() -> None:
    seen = example().insight(SPECTATOR)
    assert seen.best is None
    assert seen.laid is None
    assert {each.held for each in seen.ingredients} == {each.one_more for each in seen.ingredients} == {0}


# ---------------------------------------------------------------- the market

OFFERS = {
    "hand": {
        "A": ["goldrose", "goldrose", "greenroot"],
        "B": ["faran leaf", "troll hair"],
        "C": ["goldrose", "silvergrass"],
    },
    "offer_give": {"B": ["faran leaf"], "C": ["goldrose"]},
    "offer_want": {"B": ["goldrose"], "C": ["greenroot", "greenroot"]},
    "offer_to": {"B": "A"},
    "call_want": {"C": ["whiteberries"]},
    "turn": "A",
}


def test_an_offer_says_what_it_would_bring_and_what_is_missing() -> None:
    seen = given(OFFERS).insight(0).standing
    faran, rose = (Cards("faran leaf", 1),), (Cards("goldrose", 1),)
    two = (Cards("greenroot", 2),)
    white = (Cards("whiteberries", 1),)
    one = (Cards("greenroot", 1),)
    assert seen == (
        Standing("B", call=False, to="A", give=faran, want=rose, for_me=True, missing=(), gain=-62),
        Standing("C", call=False, to=None, give=rose, want=two, for_me=True, missing=one, gain=None),
        Standing("C", call=True, to=None, give=(), want=white, for_me=True, missing=white, gain=None),
    )


def test_what_can_be_accepted_is_exactly_what_has_a_gain() -> None:
    table = given(OFFERS)
    for seat in range(4):
        table.state["turn"] = seat
        can = {each.seat for each in table.insight(seat).standing if each.gain is not None}
        assert can == {
            letter for letter in "ABCD" if table.why_not(seat, GAME.parse_action(f"accept {letter}")) is None
        }


def test_an_offer_for_somebody_else_is_not_for_me() -> None:
    (first, _, _) = given(OFFERS).insight(3).standing
    assert first.seat == "B"
    assert not first.for_me
    assert first.gain is None


def test_one_more_card_brings_what_the_scale_says() -> None:
    seen = {each.kind: each for each in given(OFFERS).insight(0).ingredients}
    assert seen["goldrose"].worth == 62
    assert seen["goldrose"].one_more == 96 - 62
    assert seen["dark thing"].one_more == 96 - 62
    assert seen["greenroot"].one_more == 10
    assert seen["troll hair"].one_more == 0
    assert seen["goldrose"].scale == (30, 62, 96)
    assert seen["goldrose"].sought == ("B",)
    assert seen["faran leaf"].known == {"B": 1}


def test_stones_that_are_left_and_what_recipe_and_ring_pay_are_told() -> None:
    seen: Insight = given({**OFFERS, "stone": {"D": 1}, "recipe": ["recipe 4"]}).insight(0)
    assert seen.stones_to_end == 1
    assert seen.track == 35
    assert seen.reward is not None
    assert (seen.reward.steps, seen.reward.back) == ((5, 3, 1), 2)
    assert (seen.reward.ring_steps, seen.reward.ring_rank) == (2, 3)
    assert seen.last_reward is None
    assert seen.last == ()


# ---------------------------------------------------------------- the ranking


def test_the_ranking_of_the_example_is_told_step_by_step() -> None:
    table = presented()
    last = table.insight(SPECTATOR).last
    told = [(each.seat, each.collection.total, each.collection.cards, each.rank) for each in last]
    assert told == [("B", 93, 3, 1), ("D", 87, 6, 2), ("C", 86, 9, 3), ("A", 86, 6, 4), ("E", 66, 3, 5)]
    moved = [(each.recipe_steps, each.ring_steps, each.steps, each.marker) for each in last]
    assert moved == [(5, 0, 5, 8), (3, 2, 5, 15), (1, 0, 1, 11), (0, 0, 0, 10), (-2, 0, -2, 8)]
    assert [each.ring for each in last] == [False, True, False, False, False]


# ---------------------------------------------------------------- what is told


def told(table: Table, viewer: int, language: str = "it") -> list[str]:
    words = Words(GAME, language)
    return [words.sentence(line, PLAYERS) for line in GAME.tell(table.box, table.events(viewer), viewer)]


def test_offers_deals_and_calls_are_told_in_a_line_each() -> None:
    table = given({"hand": {"C": ["goldrose"], "D": ["greenroot"] * 3}}, market="live")
    table.apply_all(3, ["give greenroot", "give greenroot", "want goldrose", "to c", "post"])
    table.apply(2, "accept d")
    table.apply_all(3, ["want dark thing", "want dark thing", "post"])
    table.apply(0, "pass")
    table.apply(1, "pass")
    assert told(table, SPECTATOR)[-4:] == [
        "Doro offre 2 Radici verdi per 1 Rosa d'oro (solo Chris)",
        "Chris accetta da Doro: 2 Radici verdi per 1 Rosa d'oro",
        "Doro cerca 2 Cose Oscure: che cosa volete?",
        "Arne, Babs passano",
    ]
    assert told(table, SPECTATOR, "en")[-1] == "Arne, Babs pass"


def test_only_the_own_new_cards_are_told() -> None:
    table = Table(GAME, 5, options={"dealer": "A"}, secret=bytes(32))
    hand = table.view_json(1)["hand"]
    (line,) = [line for line in GAME.tell(table.box, table.events(1), 1) if line.key == "told.dealt"]
    cards: Any = line.slots["cards"]
    assert Counter(hand) == {ref.at: int(ref.name) for ref in cards}
    assert not [line for line in GAME.tell(table.box, table.events(SPECTATOR), SPECTATOR) if "dealt" in line.key]


def test_the_scoring_is_told_with_jokers_beside_their_set() -> None:
    lines = told(presented(), 0)
    assert "Erni: 2 Bacche bianche, 1 Cosa Oscura = 66" in lines
    assert "Chris avanza di un passo" in lines
    assert "Doro avanza di 5 passi" in lines
    assert "Erni deve arretrare di 2 passi" in lines


# ---------------------------------------------------------------- what is asked


def asked(table: Table, seat: int) -> str:
    assert GAME.asked is not None
    view = table.view_json(seat)
    line = GAME.asked(view, GAME.pointer.ways(table.legal(seat), seat, view))
    return line.key if line else ""


def test_what_is_asked_fits_what_can_be_done() -> None:
    table = given(OFFERS)
    assert asked(table, 0) == "asks.market"
    assert asked(table, 1) == ""
    table.apply(0, "give goldrose")
    assert asked(table, 0) == "asks.draft"
    assert asked(given(OFFERS | {"turn": "none"}, market="live"), 1) == "asks.live"
    assert asked(given({**OFFERS, "draft_steps": {"A": 120}}), 0) == "asks.enough"
    table = example()
    assert asked(table, 2) == "asks.present"
    table.apply(2, "lay 2 lead earth")
    assert asked(table, 2) == "asks.laid_one"
    table.apply(2, "lay 7 greenroot")
    assert asked(table, 2) == "asks.laid"
    assert asked(given({"phase": "presenting", "hand": {"A": ["goldrose"]}}), 0) == "asks.hand_in"


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_asked_has_words(language: str) -> None:
    names = ("market", "live", "draft", "enough", "present", "laid_one", "laid", "hand_in")
    assert set(Words(GAME, language).own["asks"]) == set(names)


def test_by_turns_nobody_reads_that_there_are_no_turns() -> None:
    assert GAME.rules_now is not None
    by_turns, live = given(OFFERS), given(OFFERS | {"turn": "none"}, market="live")
    ways = GAME.pointer.ways(by_turns.legal(0), 0, by_turns.view_json(0))
    rules = GAME.rules_now(by_turns.view_json(0), ways)
    assert rules[0] == "Z-E1"
    assert "Z-R7" not in rules
    assert GAME.rules_now(live.view_json(0), ways)[0] == "Z-R7"
    assert GAME.rules_now(example().view_json(0), ())[0] == "Z-R13"


# ---------------------------------------------------------------- what only prepares


@pytest.mark.parametrize("market", ["visits", "live"])
def test_what_only_prepares_draws_nothing_shows_nothing_and_tells_nobody(market: str) -> None:
    chance, made = handed(stream(key_of_seed(5, market))), Counter[str]()
    table = Table(GAME, 5, options={"market": market}, secret=bytes([3]) * 32)
    while not table.over and sum(made.values()) < 1500:
        seats = table.to_act()
        seat = seats[below(chance, len(seats))]
        legal = table.legal(seat)
        action = legal[below(chance, len(legal))]
        before = table.state.copy()
        others = [viewer for viewer in (SPECTATOR, *range(5)) if viewer != seat]
        views, moment = [table.view(viewer).tobytes() for viewer in others], table.moment
        table.apply(seat, action)
        form = type(GAME.action_of(action))
        if form in GAME.composing:
            made[form.__name__] += 1
            assert all((before[part] == table.state[part]).all() for part in CHANCE_PARTS)
            assert table.moment == moment
            assert views == [table.view(viewer).tobytes() for viewer in others]
            assert table.to_act() == seats
    assert set(made) == {form.__name__ for form in GAME.composing}


def test_what_is_said_aloud_is_not_among_what_only_prepares() -> None:
    aloud = ("post", "accept b", "withdraw", "withdraw call", "pass", "stone", "hand in")
    forms = {type(GAME.action_of(GAME.parse_action(text))) for text in aloud}
    assert not forms & set(GAME.composing)
