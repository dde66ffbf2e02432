"""What stands beside the cards of F.A.T.A.: the examples of the rule book, and the same numbers as the rules give."""

from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.giving import Giver
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games.fata import GAME
from grimorio.games.fata.insight import Lineage, Points, Theft, asked, rules_now
from grimorio.games.fata.state import PHASES

ANDREA: dict[str, Any] = {
    "hand": {"A": ["gust", "fog"]},
    "rows": {
        "A": ["draw stone two 2"],
        "B": ["draw scissors two 2", "none", "none", "draw scroll two 2"],
        "C": ["take stone two 2", "take scissors two 2", "none", "take scroll two 2", "take blank anyone 1"],
    },
}
RED: dict[str, Any] = {
    "half": 2,
    "character": {"A": [], "B": ["lineage yellow"], "C": ["lineage purple"]},
    "revealed": {"A": ["lineage red"]},
    "series": {"A": ["red 3", "red 1", "red -1"]},
    "treasures": {"A": ["yellow 3", "yellow 1", "purple 2", "purple -1"], "B": ["yellow -1"]},
    "hand": {"A": ["key", "gust", "fog", "stars"], "B": ["mirror"], "C": ["echo"]},
}
HIDDEN: dict[str, Any] = {
    "character": {"A": ["lineage red"], "B": ["lineage yellow"], "C": ["lineage purple"]},
    "treasures": {"A": ["red 3", "red 1", "red -1", "yellow 3", "yellow 1", "purple 2", "purple -1"]},
}


def table_with(given: dict[str, Any], *moves: str, seats: int = 3) -> Table:
    table = Table(GAME, seats, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    for move in moves:
        table.apply(table.to_act()[0], move)
    return table


# ---------------------------------------------------------------- thefts


def test_exactly_the_two_thefts_of_the_rule_book_are_listed_with_the_symbol_that_allows_them() -> None:
    assert table_with(ANDREA).insight(0).thefts == (
        Theft("draw scissors two 2", "rows[B,0,0]", ("rows[A,1]",), ("rows[A,0,0]",)),
        Theft("take scissors two 2", "rows[C,0,1]", ("rows[A,0]",), ("rows[A,0,0]",)),
    )


def test_a_quartz_key_opens_what_no_symbol_beats() -> None:
    given = {**ANDREA, "charm": {"A": ["key"]}, "hand": {"A": ["gust", "fog"]}, "phase": "steal"}
    found = {theft.at: theft.by for theft in table_with(given).insight(0).thefts}
    assert found == {
        "rows[B,0,0]": ("rows[A,0,0]",),
        "rows[B,1,0]": (),
        "rows[C,0,1]": ("rows[A,0,0]",),
        "rows[C,1,1]": (),
    }


def test_a_spectator_steals_nothing_and_is_nobody() -> None:
    seen = table_with(ANDREA).insight(SPECTATOR)
    assert (seen.thefts, seen.lineage, seen.now) == ((), None, None)
    assert not any(seat.character or seat.cards or seat.treasures for seat in seen.seats)


@pytest.mark.parametrize("moves", [20, 60, 120, 200])
def test_what_can_be_stolen_is_what_the_rules_allow_whoever_looks(moves: int) -> None:
    table = laws.random_play(GAME, 4, moves, moves)
    for seat in table.to_act():
        ways = GAME.pointer.ways(table.legal(seat), seat, table.view_json(seat))
        allowed = {(way.refs[0].at, way.refs[1].at) for way in ways if way.form == "steal"}
        told = {(f"{theft.at.rpartition(',')[0]}]", to) for theft in table.insight(seat).thefts for to in theft.to}
        if table.view_json(seat)["phase"] in {"begin", "steal"}:
            assert told == allowed
        assert told >= allowed


# ---------------------------------------------------------------- rows


def test_a_row_tells_what_it_is_heading_for_as_far_as_it_lies_there() -> None:
    rows = {"A": ["discard stone two 2", "draw blank neighbour 2", "none", "rob stone anyone 1"]}
    first, second = table_with({"rows": rows}).insight(1).seats[0].rows
    assert (first.at, first.visions, first.open, first.stars, first.symbol) == ("rows[A,0]", 2, True, 0, "blank")
    assert (second.symbol, second.beats, second.stars) == ("stone", "scissors", 1)
    assert first.trimagic is not None
    assert second.trimagic is not None
    assert (first.trimagic.kind, first.trimagic.subject, first.trimagic.power) == ("discard", "neighbour", 0)
    assert (second.trimagic.kind, second.trimagic.subject, second.trimagic.power) == ("rob", "", 0)
    assert Words(GAME, "it").sentence(first.trimagic.told, ()) == "Scarto a caso: un vicino, fino a …"


@pytest.mark.parametrize(("charm", "power"), [("none", 1), ("echo", 2)])
def test_a_row_of_three_tells_its_power_and_a_forest_echo_makes_it_two(charm: str, power: int) -> None:
    rows = {"A": ["take stone two 2", "draw blank anyone 1", "draw blank neighbour 1"]}
    given = {"rows": rows, "phase": "trimagic", "row": "first", "left": power, "charm": {"A": [charm]}}
    table = table_with(given)
    row = table.insight(0).seats[0].rows[0]
    assert row.trimagic is not None
    assert (row.trimagic.kind, row.trimagic.subject, row.trimagic.power) == ("take", "anyone", power)
    assert (row.open, table.insight(0).still) == (False, power)


@pytest.mark.parametrize(
    ("rows", "stars"),
    [
        (["draw stone anyone 1", "none", "none", "take stone two 2"], 2),
        (["draw stone two 2", "draw stone neighbour 1", "none", "take stone two 2"], 3),
        (["draw stone two 2", "draw stone neighbour 1", "none", "take stone two 2", "take stone neighbour 1"], 4),
    ],
)
def test_stars_are_those_at_the_ends_of_the_rows(rows: list[str], stars: int) -> None:
    seat = table_with({"rows": {"B": rows}}).insight(0).seats[1]
    assert (seat.stars, seat.needed) == (stars, 3)


def test_a_rain_of_stars_asks_for_one_star_less_and_a_dragonfly_step_allows_one_vision_more() -> None:
    assert table_with({"phase": "steal", "charm": {"A": ["stars"]}}).insight(0).seats[0].needed == 2
    assert table_with({"phase": "steal"}).insight(0).still == 2
    assert table_with({"phase": "steal", "charm": {"A": ["dragonfly"]}}).insight(0).still == 3
    assert table_with({"phase": "lay", "laid": 1, "charm": {"A": ["dragonfly"]}}).insight(0).still == 2


def test_it_is_told_how_many_cards_are_too_many() -> None:
    cards = ["gust", "gust", "fog", "fog", "echo", "echo", "stars"]
    assert table_with({"phase": "discard", "hand": {"A": cards}}).insight(0).still == 2


# ---------------------------------------------------------------- points


def test_the_sum_of_the_rule_book_is_told_step_by_step() -> None:
    assert table_with(RED).insight(0).now == Points("A", first=0, treasures=5, series=6, cards=4, total=15)


def test_without_revealing_the_own_colour_counts_as_printed() -> None:
    given = {**HIDDEN, "half": 2, "hand": RED["hand"]}
    assert table_with(given).insight(0).now == Points("A", first=0, treasures=8, series=0, cards=4, total=12)


def test_in_the_first_hand_only_treasures_count() -> None:
    given = {**HIDDEN, "hand": RED["hand"]}
    assert table_with(given).insight(0).now == Points("A", first=0, treasures=8, series=0, cards=0, total=8)


def test_cards_set_aside_count_for_whoever_s_turn_it_is() -> None:
    given = {**RED, "phase": "lay", "laid": 1, "aside": ["draw stone two 2"]}
    table = table_with(given)
    assert [table.insight(seat).now.cards for seat in range(3)] == [5, 1, 1]


@pytest.mark.parametrize("seed", range(6))
def test_the_sums_of_the_end_are_the_scores(seed: int) -> None:
    table = laws.random_play(GAME, 3 + seed % 3, seed, 10_000)
    assert table.over
    scores = {LETTERS[seat]: score for seat, score in enumerate(table.outcome().scores) if score is not None}
    for viewer in (0, SPECTATOR):
        told = table.insight(viewer)
        assert {points.seat: points.total for points in told.end} == scores
        assert told.now is None
        assert not told.queen_near


def test_the_queen_is_near_when_five_cards_are_left() -> None:
    near = table_with(RED)
    not_yet = table_with({**RED, "treasures": {"A": RED["treasures"]["A"]}})
    assert [table.view_json(0)["chest_size"] for table in (near, not_yet)] == [5, 6]
    assert [table.insight(0).queen_near for table in (near, not_yet)] == [True, False]
    assert near.insight(0).bottom == near.view_json(0)["chest_size"]


# ---------------------------------------------------------------- what the viewer knows


def test_who_hunts_whom_goes_round_in_a_circle() -> None:
    told = [table_with(RED).insight(seat) for seat in range(3)]
    assert told[0].circle == ("lineage red", "lineage yellow", "lineage purple")
    assert told[0].lineage == Lineage("lineage red", "lineage yellow", "lineage purple")
    assert told[2].lineage == Lineage("lineage purple", "lineage red", "lineage yellow")


def test_a_seat_knows_what_it_saw_in_the_mirror_and_the_others_do_not() -> None:
    given = {
        "hand": {"A": ["mirror", "gust"], "B": ["echo", "stars"]},
        "character": HIDDEN["character"],
        "treasures": {"B": ["red 3"]},
    }
    table = table_with(given, "play mirror on b hand")
    assert table.insight(0).seats[1].cards == ("stars", "echo")
    assert table.insight(2).seats[1].cards == ()
    assert table.insight(2).seats[1].treasures == ("red 3",)
    other = table_with(given, "play mirror on b character")
    assert [other.insight(seat).seats[1].character for seat in (0, 1, 2)] == ["lineage yellow", "lineage yellow", ""]


def test_the_last_card_is_a_danger_in_the_second_hand_only() -> None:
    assert [seat.last_card for seat in table_with(RED).insight(0).seats] == [False, True, True]
    assert not any(seat.last_card for seat in table_with({"hand": RED["hand"]}).insight(0).seats)


@pytest.mark.parametrize("moves", [30, 90, 150, 210])
def test_what_is_told_of_others_is_true(moves: int) -> None:
    table = laws.random_play(GAME, 4, moves + 3, moves)
    for viewer in range(4) if not table.over else ():
        for seat, told in enumerate(table.insight(viewer).seats):
            own = table.view_json(seat)
            assert set(told.cards) <= set(own["hand"])
            assert set(told.treasures) <= set(own["treasures"])
            assert len(told.treasures) + told.unknown == len(own["treasures"])
            assert told.character in {"", own["character"][0], own["revealed"][LETTERS[seat]][0]}


# ---------------------------------------------------------------- what is asked


def test_every_phase_asks_something_and_names_its_rules_in_both_languages() -> None:
    seen = set()
    for seed in range(40):
        table = laws.random_play(GAME, 3, seed, 40 + 5 * seed)
        for seat in table.to_act():
            view = table.view_json(seat)
            ways = GAME.pointer.ways(table.legal(seat), seat, view)
            question = asked(view, ways)
            assert question is not None
            seen.add(question.key)
            for language in LANGUAGES:
                assert "{" not in Words(GAME, language).sentence(question, ("Ada", "Bea", "Carlo"))
            assert all(Words(GAME, "it").rule(rule) for rule in rules_now(view, ways))
    assert len(seen) > 6
    for language in LANGUAGES:
        questions = set(Words(GAME, language).own["asks"])
        assert questions == {*PHASES, "none"} - {"automatic", "over"}


def test_revealing_is_explained_wherever_it_is_possible() -> None:
    ways = GAME.pointer.ways([GAME.parse_action("reveal")], 0, {})
    assert rules_now({"phase": "lay"}, ways)[-1] == "F-R30"
    assert rules_now({"phase": "last"}, ways).count("F-R30") == 1
    assert rules_now({"phase": "over"}, []) == []
    assert asked({"phase": "lay"}, []) is None
    assert asked({"phase": "lay"}, ways) == Line("asks.none")
    assert asked({"phase": "give-back", "target": "B"}, ways) == Line("asks.give-back", {"seat": Ref("seat", "B")})
