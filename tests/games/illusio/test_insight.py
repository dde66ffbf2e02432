"""What stands beside the cards of Illusio: what tricks will pay and why, what is served, what is asked."""

from collections.abc import Iterator
from typing import Any

import pytest

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.pointing_laws import ways_of
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.games.illusio import GAME
from grimorio.games.illusio.insight import Choosing, Insight, Known, Need, Objective, Pay, Piece, Stage, asked
from grimorio.games.illusio.rules.pieces import accuracy, tally_at
from grimorio.games.illusio.state import FIRST_PLACE, FIRST_SHOWN, OBJECTIVE_NAMES, PIECES

WIZARDS = {"A": "savano", "B": "shaozu", "C": "grimaldo"}


def table_with(**given: Any) -> Table:
    table = Table(GAME, 3, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"magician": WIZARDS, **given})
    return table


def seen(table: Table, viewer: int = 1) -> Insight:
    found = table.insight(viewer)
    assert isinstance(found, Insight)
    return found


def stage(table: Table, letter: str = "A", viewer: int = 1) -> Stage:
    return seen(table, viewer).stages[LETTERS.index(letter)]


def positions(seats: int, seed: int, most: int = 250) -> Iterator[Table]:
    table = Table(GAME, seats, secret=bytes([seed]) * 32)
    chance = handed(stream(key_of_seed(seed, "insight")))
    for _ in range(most):
        if table.over:
            return
        yield table
        legal = table.legal(table.to_act()[0])
        table.apply(table.to_act()[0], legal[below(chance, len(legal))])


# ---------------------------------------------------------------- what tricks pay


def test_an_objective_in_preparation_says_what_it_would_pay_and_what_each_component_would_change() -> None:
    given = {"preparing": {"A": ["e5"]}, "parts": {"A": ["mirrors"]}, "kept": {"A": ["e1"]}}
    (found,) = stage(table_with(**given)).preparing
    assert found.pays == Pay(3, 1, 1, 0, 0, 0, 5)
    assert found.adding["rope"] == found.adding["crate"] == 6
    assert found.adding["scarf"] == found.adding["cage"] == 5
    assert set(found.adding) == {"scarf", "rope", "cards", "blades", "crate", "cage", "tank"}


def test_a_trick_says_what_one_more_special_action_would_make_of_it() -> None:
    given: dict[str, Any] = {
        "shown": {"A": ["m1"]},
        "shown_parts": {"A": ["rope"]},
        "deja_vus": {"A": [1, 0, 0, 0, 0, 0]},
    }
    given["specials"] = ["deja vu"]
    (found,) = stage(table_with(**given)).shown
    assert (found.pays.total, found.after) == (0, {"grand": 2, "deja vu": 0})
    assert [(need.asks, need.served, need.by) for need in found.needs] == [("scarf", "group", "rope")]


def test_everybody_is_told_how_much_prestige_wins() -> None:
    assert seen(table_with(), SPECTATOR).target == 12


@pytest.mark.parametrize(
    ("given", "pay"),
    [
        ({"shown": ["i7"], "parts": ["tiger", "smoke", "mirrors", "cage"], "grands": 1}, Pay(4, 3, 0, 0, 2, 0, 9)),
        ({"shown": ["m1"], "parts": ["rope"], "deja_vus": 1}, Pay(1, 0, 0, 0, 0, 1, 0)),
        ({"shown": ["m1"], "parts": ["scarf"], "deja_vus": 1}, Pay(1, 1, 0, 0, 0, 1, 1)),
        ({"shown": ["e5"], "parts": ["mirrors", "rope", "cage"]}, Pay(3, 2, 0, 0, 0, 0, 5)),
        (
            {"shown": ["e5"], "parts": ["mirrors", "rope", "crate"], "grands": 1, "deja_vus": 1, "kept": ["e1"]},
            Pay(3, 3, 1, 0, 2, 1, 8),
        ),
        ({"shown": ["c7"], "parts": ["scarf", "rope", "rabbit", "smoke"]}, Pay(4, 3, 0, 0, 0, 0, 7)),
        ({"shown": ["c7"], "parts": ["rope", "blades", "rabbit", "smoke"]}, Pay(4, 2, 0, 0, 0, 0, 6)),
        ({"shown": ["c7"], "parts": ["scarf", "scarf", "rabbit", "smoke"]}, Pay(4, 3, 0, 0, 0, 0, 7)),
    ],
    ids=["I-T3", "I-T4", "I-T5", "I-T9", "I-T10", "I-T16a", "I-T16b", "I-T16c"],
)
def test_a_trick_says_what_it_will_pay_and_for_what(given: dict[str, Any], pay: Pay) -> None:
    grands, deja_vus = given.get("grands", 0), given.get("deja_vus", 0)
    table = table_with(
        shown={"A": given["shown"]},
        shown_parts={"A": given["parts"]},
        kept={"A": given.get("kept", [])},
        grands={"A": [grands, 0, 0, 0, 0, 0]},
        deja_vus={"A": [deja_vus, 0, 0, 0, 0, 0]},
        specials=[*["grand"] * grands, *["deja vu"] * deja_vus],
    )
    for viewer in (0, 1, SPECTATOR):
        (trick,) = stage(table, viewer=viewer).shown
        assert trick.pays == trick.now == pay
        assert (trick.at, trick.waits) == ("shown[A,0]", 1)


def two_tricks_with_an_audience(**more: Any) -> Table:
    """I-T21: both qualify for the bonus of Miss Dominated, and both are of Illusion."""
    return table_with(
        **{"magician": WIZARDS | {"A": "miss dominated"}, **more},
        shown={"A": ["i6", "i8"]},
        shown_parts={"A": ["tiger", "curtain", "audience", "none", "tiger", "blades", "audience", "formula"]},
    )


def test_of_two_tricks_that_are_due_together_one_has_the_bonus_and_the_other_the_specialist() -> None:
    first, second = stage(two_tricks_with_an_audience()).shown
    assert (first.pays.talent, first.pays.specialisation) == (1, 0)
    assert (second.pays.talent, second.pays.specialisation) == (0, 1)
    assert (second.now.talent, second.now.specialisation) == (1, 0)


def test_a_bonus_that_was_used_counts_no_more_in_this_turn_but_in_the_next() -> None:
    first, _second = stage(two_tricks_with_an_audience(bonus_used={"A": True})).shown
    assert first.now.talent == 0
    assert first.pays.talent == 1


def test_a_trick_that_waits_longer_comes_after_one_that_was_shown_later() -> None:
    table = two_tricks_with_an_audience(
        wait={"A": [2, 1, 0, 0, 0, 0]}, encores={"A": [1, 0, 0, 0, 0, 0]}, specials=["encore"]
    )
    first, second = stage(table).shown
    assert (first.pays.talent, first.pays.specialisation) == (1, 1)
    assert (second.pays.talent, second.pays.specialisation) == (1, 0)


def test_what_a_trick_will_pay_is_what_it_pays() -> None:
    """At the start of its owner's turn, and nobody chooses the order: the oldest of those that are due comes first."""
    checked = 0
    for seed in range(1, 9):
        for table in positions(2, seed, 400):
            if table.view_json(0)["phase"] != "act":
                continue
            seat = table.to_act()[0]
            other = 1 - seat
            due = [trick.pays for trick in stage(table, LETTERS[other], seat).shown if trick.waits == 1]
            if len(due) != 1:
                continue
            branch = table.branch(table.state)
            branch.apply(seat, "end")
            paid = [event.value for event in branch.events(SPECTATOR) if event.kind == "scored"]
            if paid:
                assert paid == [due[0].total]
                checked += 1
    assert checked > 20


# ---------------------------------------------------------------- what is served


def test_an_objective_says_what_of_it_is_there_exactly_by_its_group_or_not() -> None:
    table = table_with(preparing={"A": ["e5"]}, parts={"A": ["mirrors", "cage"]})
    (taken,) = stage(table).preparing
    assert (taken.objective, taken.at, taken.domain, taken.level, taken.missing) == (
        "e5", "preparing[A,0]", "escape", 3, 1,
    )  # fmt: skip
    assert set(taken.needs) == {
        Need("mirrors", "artifice", "exact", "mirrors"),
        Need("rope", "accessory", "open", ""),
        Need("crate", "box", "group", "cage"),
    }


def test_exact_needs_are_counted_as_the_rules_count_accuracy() -> None:
    checked = 0
    for seed in (3, 4, 5):
        for table in positions(4, seed):
            box, state = handed(table.box), handed(table.state)
            for seat, each in enumerate(seen(table, SPECTATOR).stages):
                for taken in each.preparing:
                    tally = tally_at(state, seat, FIRST_PLACE + int(taken.at[-2]))
                    assert exact(taken.needs) == accuracy(box, OBJECTIVE_NAMES.index(taken.objective), tally)
                    checked += 1
                for trick in each.shown:
                    tally = tally_at(state, seat, FIRST_SHOWN + int(trick.at[-2]))
                    assert trick.pays.accuracy == accuracy(box, OBJECTIVE_NAMES.index(trick.objective), tally)
    assert checked > 100


def exact(needs: tuple[Need, ...]) -> int:
    any_or_none = ("any ", "audience", "formula")
    return sum(need.served == "exact" and not need.asks.startswith(any_or_none) for need in needs)


def test_whatever_can_be_taken_on_says_so_and_nothing_else() -> None:
    """I-R7 D, I-T22: with both places free and an action left, what is said to be enough is what is legal."""
    for seed in (6, 7):
        for table in positions(3, seed):
            seat = table.to_act()[0]
            view = table.view_json(seat)
            if view["phase"] != "act" or not view["acts_left"] or None not in view["preparing"][LETTERS[seat]]:
                continue
            enough = {each.objective for each in seen(table, seat).challenge if each.enough}
            assert enough == {way.refs[0].name for way in ways_of(table, seat) if way.form == "prepare"}


def test_what_is_in_hand_serves_a_need_but_does_not_help_to_take_it_on() -> None:
    table = table_with(
        challenge=["e5", "c1", "c2", "c3"], hand={"A": ["rope", "crate"]}, backstage={"A": ["mirrors", "smoke"]}
    )
    found = next(each for each in seen(table, 0).challenge if each.objective == "e5")
    assert [need.served for need in found.needs] == ["exact"] * 3
    assert (found.half, found.fitting, found.enough) == (2, 1, False)
    theirs: Objective = seen(table, SPECTATOR).challenge[0]
    assert {need.served for need in theirs.needs} == {"open"}


def test_a_changed_component_is_told_by_what_it_counts_as_and_by_its_face() -> None:
    table = table_with(hand={"A": ["transform"]}, backstage={"A": ["dove", "crate", "crate"]})
    table.apply(0, "transform dove into crate")
    assert stage(table).backstage == (Piece("crate", "dove", 1, 1), Piece("crate", "crate", 0, 2))


def test_cards_that_were_seen_going_to_a_hand_are_known_there() -> None:
    table = table_with(magician={"A": "grimaldo", "B": "shaozu", "C": "savano"}, backstage={"B": ["dove", "tank"]})
    table.apply(0, "return dove of b")
    assert stage(table, "B", 2).known == (Known("dove", ("B",)),)
    assert stage(table, "B", 1).known == ()
    assert stage(table, "B", SPECTATOR).known == ()


def test_tricks_that_were_validated_are_counted_by_domain() -> None:
    assert stage(table_with(kept={"A": ["e1", "c1", "e5"]})).kept == {"close-up": 1, "escape": 2}


# ---------------------------------------------------------------- what can be done now


def test_actions_and_talent_are_offered_only_to_whoever_may_use_them() -> None:
    table = table_with()
    assert (seen(table, 0).acts, seen(table, 0).talent) == (2, "ready")
    assert (seen(table, 1).acts, seen(table, 1).talent) == (None, "waits")
    assert (seen(table, SPECTATOR).acts, seen(table, SPECTATOR).talent) == (None, "")
    assert seen(table_with(magician=WIZARDS | {"A": "ivan zamok"}), 0).talent == "bonus"
    assert seen(table_with(talent_used=True), 0).talent == "used"


def test_whoever_has_too_many_cards_is_told_how_many_and_no_actions() -> None:
    table = table_with(phase="discard", acts_left=0, hand={"A": ["rope"] * 4 + ["scarf"] * 4 + ["dove"] * 2})
    found = seen(table, 0)
    assert (found.acts, found.talent, found.too_many) == (None, "waits", 2)
    assert seen(table, 1).too_many == 0


def choosing(**more: Any) -> Table:
    table = table_with(
        hand={"A": ["transform", "transform"]}, backstage={"A": ["crate", "dove"]}, talent_used=True, **more
    )
    table.apply(0, "transform dove into crate")
    table.apply(0, "transform crate into tank")
    return table


def test_a_choice_between_like_components_says_what_they_count_as_and_whose_they_are() -> None:
    table = choosing()
    assert "pending" not in table.view_json(0)
    for viewer in (0, 1, SPECTATOR):
        assert seen(table, viewer).choosing == Choosing("A", "crate")
    assert asked(table.view_json(0), ways_of(table, 0)) == Line("asks.which", {"component": Ref("kind", "crate")})


@pytest.mark.parametrize(
    ("theirs", "line"),
    [("cage", Line("asks.which", {"component": Ref("kind", "crate")})), ("rope", Line("asks.which_one"))],
)
def test_the_question_names_a_kind_only_where_no_other_can_be_meant(theirs: str, line: Line) -> None:
    """Dove and rope count as crates in one backstage; in another a dove and something else count as tanks."""
    nobody = ["none"] * (PIECES - 4)
    table = table_with(
        hand={"A": ["transform"]},
        backstage={"A": ["dove", "rope"], "B": ["dove", theirs]},
        changed=["dove", "rope", "dove", theirs],
        changed_into=["crate", "crate", "tank", "tank"],
        changed_of=["A", "A", "B", "B", *nobody],
        changed_at=["backstage"] * 4 + nobody,
    )
    table.apply(0, "transform crate into cage")
    assert asked(table.view_json(0), ways_of(table, 0)) == line
    assert seen(table, 0).choosing == Choosing("A", "crate")


@pytest.mark.parametrize(
    ("given", "action", "key"),
    [
        ({}, None, "asks.act"),
        ({"acts_left": 1}, None, "asks.last_act"),
        ({"acts_left": 0, "backstage": {"A": ["dove"]}}, None, "asks.talent"),
        ({"hand": {"A": ["rope"]}}, "exchange rope", "asks.exchange"),
        ({"challenge": ["e5", "c1", "c2", "c3"], "backstage": {"A": ["rope", "cage"]}}, "prepare e5", "asks.prepare"),
        ({"challenge": ["c1", "e5", "c2", "c3"], "backstage": {"A": ["cards"]}}, "prepare c1", "asks.prepare"),
        (
            {"magician": {"A": "baptiste twins", "B": "shaozu", "C": "savano"},
             "backstage": {"A": ["dove"], "B": ["rope"]}}, "swap dove", "asks.swap",
        ),
        ({"phase": "discard", "acts_left": 0, "hand": {"A": ["rope"] * 4 + ["scarf"] * 4 + ["dove"]}}, None,
         "asks.discard"),
    ],
)  # fmt: skip
def test_everybody_who_may_act_is_asked_for_what_is_expected(
    given: dict[str, Any], action: str | None, key: str
) -> None:
    table = table_with(**given)
    if action:
        table.apply(0, action)
    line = asked(table.view_json(0), ways_of(table, 0))
    assert line is not None
    assert line.key == key
    assert asked(table.view_json(1), ()) is None


def test_an_objective_that_has_half_of_its_components_may_be_confirmed() -> None:
    table = table_with(challenge=["e5", "c1", "c2", "c3"], backstage={"A": ["rope", "cage"]}, preparing={"A": ["m1"]})
    table.apply(0, "prepare e5")
    for component, key in (("rope", "asks.prepare"), ("cage", "asks.prepare_enough")):
        table.apply(0, f"use {component}")
        line = asked(table.view_json(0), ways_of(table, 0))
        assert line == Line(key, {"objective": Ref("card", "e5", "preparing[A,1]")})
