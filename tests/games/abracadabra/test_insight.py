"""What stands beside the cards of Abracadabra: points and how they came about, gatherings and what they pay."""

from typing import Any

import pytest

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed, plain
from grimorio.engine.layout import NONE, SPECTATOR
from grimorio.engine.reference import Ref
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games.abracadabra import GAME
from grimorio.games.abracadabra.actions import CARD_NAMES, GATHER, PILES_AT
from grimorio.games.abracadabra.insight import Gathering, Insight, Points, insight
from grimorio.games.abracadabra.rules.winning import points_of
from grimorio.games.abracadabra.state import ENDINGS, HAND, MEETINGS, OBJECTS, PHASES

ELEMENTALS = ("water elemental", "fire elemental", "earth elemental", "air elemental")
WATER_CONTO = ("water silver wizard", "water bronze mage", "water gold witch")


def kinds(names: tuple[str, ...], room: int) -> list[int]:
    held = sorted(CARD_NAMES.index(name) for name in names)
    return held + [NONE] * (room - len(held))


def seen(hand: tuple[str, ...] = (), objects: tuple[str, ...] = (), **fields: Any) -> Insight:
    """What A would be told with this hand and these Objects; the other fields are names of cards, or numbers."""
    table = Table(GAME, 2, secret=bytes(32))
    states = table.state.copy()
    state = plain(states)
    state.cells["hand"][0], state.cells["objects"][0] = kinds(hand, HAND), kinds(objects, OBJECTS)
    state.hand_size[0], state.object_count[0] = len(hand), len(objects)
    for name, value in fields.items():
        given = [CARD_NAMES.index(each) for each in value] if name == "towers" else value
        state.cells[name] = given
    return insight(table.box, GAME.sight.of(states, 0))


def staged(letter: str, told: Insight) -> Gathering:
    return next(each for each in told.gatherings if each.letter == letter)


# ---------------------------------------------------------------- points


@pytest.mark.parametrize(
    ("hand", "objects", "bonus", "points"),
    [
        (ELEMENTALS[:3], (), 0, Points(0, 0, 3, 5, 0, 3)),
        (ELEMENTALS, (), 0, Points(0, 0, 4, 5, 0, 4)),
        (ELEMENTALS[:2], ("G 6", "E 4", "C 3"), 0, Points(13, 0, 2, 0, 0, 15)),
        (("air mage", "chaos"), ("A stone", "B stone"), 1, Points(0, 1, 0, 0, 2, 1)),
        ((), ("G 6", "A stone"), 2, Points(6, 2, 0, 0, 1, 8)),
    ],
)
def test_points_are_told_with_all_they_are_made_of(
    hand: tuple[str, ...], objects: tuple[str, ...], bonus: int, points: Points
) -> None:
    assert seen(hand, objects, bonus=[bonus, 0, 0, 0, 0, 0]).points == points


def test_three_elementals_are_worth_eight_and_four_nine() -> None:
    """A-T5."""
    for number, worth in ((3, 8), (4, 9)):
        points = seen(ELEMENTALS[:number]).points
        assert points is not None
        assert points.total + points.prize == worth


# ---------------------------------------------------------------- gatherings


def test_a_gathering_of_the_hand_tells_its_pile_and_its_bonus() -> None:
    """A-T1."""
    told = seen((*WATER_CONTO, "fire elemental"))
    assert told.gatherings == (
        Gathering(
            letter="C",
            refs=tuple(Ref("card", name, "hand[A]") for name in sorted(WATER_CONTO, key=CARD_NAMES.index)),
            cards=tuple(sorted(WATER_CONTO, key=CARD_NAMES.index)),
            reused="",
            piles=("C",),
            objects=1,
            from_hand=1,
            extra_turn=False,
        ),
    )


def test_one_who_stands_in_a_tower_is_reused_without_a_bonus_but_never_one_of_air() -> None:
    """A-T13, A-T14."""
    others = ("fire gold wizard", "air mage")
    told = seen(WATER_CONTO[:2], towers=(WATER_CONTO[2], *others))
    conto = staged("C", told)
    assert (conto.reused, conto.from_hand) == (WATER_CONTO[2], 0)
    assert Ref("card", WATER_CONTO[2], "towers[0]") in conto.refs
    assert not any("air mage" in each.cards for each in told.gatherings)


def test_two_jokers_leave_four_letters_to_declare() -> None:
    """A-T15."""
    told = seen(("air mage", "air witch", "water gold wizard"))
    assert [each.letter for each in told.gatherings] == ["G", "E", "C", "A"]
    assert [each.refs[-1] for each in told.gatherings] == [Ref("place", at=PILES_AT[letter]) for letter in "GECA"]
    assert [each.extra_turn for each in told.gatherings] == [False, False, False, True]


def test_an_empty_pile_sends_to_its_neighbours_and_the_own_proxima_pays_twice() -> None:
    """A-T7, A-T8."""
    babau = ("water bronze wizard", "water silver wizard", "water gold wizard")
    sizes = [7, 0, 7, 7, 7, 7, 7]
    assert staged("B", seen(babau, pile_size=sizes)).piles == ("A", "C")
    assert staged("B", seen(babau, pile_size=[0, 0, 0, 7, 7, 7, 7])).piles == ("D",)
    assert staged("B", seen(babau, pile_size=[0] * 7)).piles == ()
    assert staged("B", seen(babau, pile_size=[0] * 7)).objects == 0
    assert staged("B", seen(babau, proxima=[CARD_NAMES.index("proxima")], proxima_of=0)).objects == 2
    assert staged("B", seen(babau, proxima=[CARD_NAMES.index("proxima")], proxima_of=1)).objects == 1
    assert staged("B", seen(babau, bonus_left=0)).from_hand == 0


def test_a_pile_tells_what_the_viewer_has_not_got_himself() -> None:
    told = seen(objects=("G 6", "G stone"), pile_size=[7, 7, 7, 7, 7, 7, 4])
    pile = told.piles[-1]
    assert (pile.letter, pile.left, pile.elsewhere) == ("G", 4, (3, 3, 4, 4, 5))
    assert (pile.nearest, pile.pays) == (("G",), 3.8)


def test_an_empty_pile_pays_what_its_neighbours_pay() -> None:
    told = seen(pile_size=[7, 0, 7, 7, 7, 7, 0])
    assert [(pile.nearest, pile.pays) for pile in told.piles if not pile.left] == [(("A", "C"), 1.7), (("F",), 3.0)]
    assert [pile.pays for pile in seen(pile_size=[0] * 7).piles] == [0.0] * 7


# ---------------------------------------------------------------- in play


def test_in_play_insights_agree_with_the_rules() -> None:
    """What is listed is legal, points are what the rules count, and whoever may act is asked something."""
    asked, gathered = set(), 0
    for table, seat in decisions(3, range(1, 9)):
        told, view = table.insight(seat), table.view_json(seat)
        ways = GAME.pointer.ways(table.legal(seat), seat, view)
        if view["phase"] == "play":
            legal = {way.refs for way in ways if way.form.startswith("gather")}
            assert {each.refs for each in told.gatherings} == legal
            gathered += len(legal)
        assert told.points.total == points_of(handed(table.state), seat)
        line = GAME.asked(view, ways) if GAME.asked else None
        assert line is not None
        for language in LANGUAGES:
            assert Words(GAME, language).sentence(line, ("Ada", "Bruno", "Carla"))
        asked.add(view["phase"])
        assert GAME.rules_now is not None
        assert all(Words(GAME, "it").rule(rule) for rule in GAME.rules_now(view, ways))
    assert gathered > 20
    assert asked >= set(PHASES) - {"automatic", "over", "choose-pile"}


def decisions(seats: int, seeds: range) -> Any:
    """Every decision of some games in which some gatherings are staged."""
    for seed in seeds:
        table = Table(GAME, seats, secret=bytes([seed]) * 32)
        chance = handed(stream(key_of_seed(seed, "insights")))
        while not table.over:
            seat = table.to_act()[0]
            yield table, seat
            legal = table.legal(seat)
            gathers = [number for number in legal if GATHER <= number < GATHER + len(MEETINGS)]
            chosen = gathers if gathers and seed % 2 else legal
            table.apply(seat, chosen[below(chance, len(chosen))])


def test_in_the_end_everybodys_points_are_told_and_the_prize_only_where_it_won() -> None:
    endings = set()
    for seed in range(1, 40):
        table = Table(GAME, 2, secret=bytes([seed]) * 32)
        chance = handed(stream(key_of_seed(seed, "endings")))
        while not table.over:
            legal = table.legal(table.to_act()[0])
            table.apply(table.to_act()[0], legal[below(chance, len(legal))])
        told, outcome = table.insight(SPECTATOR), table.outcome()
        endings.add(told.ending)
        assert [final.points.total for final in told.last] == list(outcome.scores)
        assert [final.won for final in told.last] == [place == 1 for place in outcome.places]
        assert [final.prize for final in told.last] == [
            final.won and told.ending == "elementals" for final in told.last
        ]
        assert told.gatherings == ()
        if endings >= set(ENDINGS) - {"guard"}:
            return
    pytest.fail(f"only {endings}")


def test_a_spectator_is_told_nothing_of_any_hand() -> None:
    for table, _seat in decisions(3, range(2, 3)):
        told = table.insight(SPECTATOR)
        assert (told.points, told.gatherings) == (None, ())
        assert not any(each.cards for each in told.held)
