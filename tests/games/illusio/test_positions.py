"""Positions that somebody writes down: what no table can hold is refused, with the field and the reason."""

from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.giving import Giver, ScenarioError
from grimorio.engine.table import Table
from grimorio.games.illusio import GAME
from grimorio.games.illusio.state import PIECES

NOBODY = ["none"] * PIECES
FLAGS = [False] * 6
NOTHING = [0] * 6


def alone(kind: str) -> list[str]:
    """The four places around a trick with one component."""
    return [kind, "none", "none", "none"]


def given(**fields: Any) -> Table:
    """A table of two in this position."""
    table = Table(GAME, 2, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "here").give(fields)
    laws.cards_are_conserved(table)
    return table


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"phase": "over"}, "phase: a position begins with a turn"),
        ({"phase": "automatic"}, "phase: a position begins"),
        ({"phase": "swap"}, "phase: a position begins"),
        ({"phase": "discard"}, "phase: nothing has to be discarded"),
        ({"phase": "order", "opening": True}, "phase: fewer than two tricks are due"),
        ({"phase": "order"}, "acts_left: 0 to 2 actions are left"),
        ({"acts_left": 3}, "acts_left: 0 to 2 actions are left"),
        ({"turn": "none"}, "turn: somebody's turn it is"),
        ({"turns": 0}, "turn: somebody's turn it is"),
        ({"slot": 1}, "slot: belongs to a decision that is half made"),
        ({"pending": 3}, "pending: belongs to a decision"),
        ({"aside": ["scarf"]}, "aside: belongs to an exchange"),
        ({"hand": {"A": ["e5"]}}, "hand: 'e5' never lies there"),
        ({"challenge": ["scarf", "e1", "e2", "e3"]}, "challenge: another sort of card"),
        ({"backstage": {"A": ["grand"]}}, "backstage: 'grand' never lies there"),
        ({"transforms": ["grand"]}, "transforms: only Transform cards"),
        ({"magician": {"A": "savano", "B": "savano"}}, "magician: every player has another magician"),
        ({"prestige": {"A": 12}}, "prestige: the game would be over"),
        ({"hand": {"B": ["scarf"] * 4 + ["rope"] * 4 + ["tank"] * 3}}, "hand: must be at most 10 cards"),
        ({"parts": {"A": ["scarf"]}}, "parts: components lie only around an objective"),
        ({"preparing": {"A": ["e5"]}, "parts": {"A": ["tiger"]}}, "parts: components lie only where they fit"),
        ({"preparing": {"A": ["e1"]}, "parts": {"A": ["rope"]}}, "parts: a complete trick would be shown"),
        ({"shown": {"A": ["none", "e5"]}}, "shown: tricks lie without gaps"),
        ({"shown": {"A": ["e5"]}, "shown_parts": {"A": ["rope"]}}, "shown_parts: a shown trick has all its components"),
        ({"wait": {"A": [1, 0, 0, 0, 0, 0]}}, "wait: only a shown trick waits"),
        (
            {"shown": {"A": ["e1"]}, "shown_parts": {"A": ["rope"]}, "wait": {"A": [9, 0, 0, 0, 0, 0]}},
            "wait: a shown trick waits for a start",
        ),
        (
            {"shown": {"A": ["e1"]}, "shown_parts": {"A": ["rope"]}, "grands": {"A": [1, 0, 0, 0, 0, 0]}},
            "specials: holds as many cards as grands counts",
        ),
        (
            {"shown": {"A": ["e1"]}, "shown_parts": {"A": ["rope"]}, "wait": {"A": [2, 0, 0, 0, 0, 0]}},
            "encores: a trick that waits longer than others has an Encore on it",
        ),
        (
            {"shown": {"A": ["c2", "e1", "e2", "m1", "m2"]},
             "shown_parts": {"A": [*alone("dove"), *alone("rope"), *alone("tank"), *alone("scarf"), *alone("cards")]}},
            "shown: must be at most 4 tricks then",
        ),
        ({"changed": ["scarf"]}, "changed: says of each component what it counts as"),
        (
            {"changed": ["scarf"], "changed_into": ["scarf"], "changed_of": ["A", *NOBODY[1:]],
             "changed_at": ["backstage", *NOBODY[1:]]},
            "changed: names a component that is not changed",
        ),
        (
            {"changed": ["scarf"], "changed_into": ["rope"], "changed_of": ["A", *NOBODY[1:]],
             "changed_at": ["shown 2", *NOBODY[1:]]},
            "changed: names a component that does not lie there",
        ),
        ({"transforms": ["transform"]}, "transforms: holds as many cards as changed_by counts"),
        ({"hand": {"B": ["scarf"]}, "seen": {"A": ["rope"]}, "seen_in": {"A": [2] + [0] * 15}}, "seen: names a card"),
        ({"hand": {"A": ["scarf"] * 5}}, "hand: scarf is named more often than the box has it"),
    ],
)  # fmt: skip
def test_a_position_that_no_table_can_hold_is_refused(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        given(**fields)
    assert f"given.{told}" in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_a_changed_component_can_be_given() -> None:
    table = given(
        backstage={"A": ["scarf", "tank"]},
        changed=["scarf"],
        changed_into=["formula"],
        changed_of=["A", *NOBODY[1:]],
        changed_at=["backstage", *NOBODY[1:]],
        changed_by=[1] + [0] * (PIECES - 1),
        transforms=["transform"],
    )
    told = table.view_json(0)
    assert told["changes"] == 1
    assert told["backstage_as"]["A"] == ["tank", "formula"]


def test_a_changed_component_around_a_trick_can_be_given_and_counts() -> None:
    table = given(
        turn="B",
        magician={"A": "savano", "B": "shaozu"},
        shown={"A": ["e5"]},
        shown_parts={"A": ["mirrors", "rope", "dove"]},
        changed=["dove"],
        changed_into=["crate"],
        changed_of=["A", *NOBODY[1:]],
        changed_at=["shown 1", *NOBODY[1:]],
    )
    table.apply(1, "end")
    assert table.view_json(0)["prestige"]["A"] == 6


def test_two_tricks_that_are_due_can_be_given() -> None:
    table = given(
        phase="order",
        opening=True,
        magician={"A": "savano", "B": "shaozu"},
        shown={"A": ["e1", "m1"]},
        shown_parts={"A": ["rope", "none", "none", "none", "scarf"]},
        wait={"A": NOTHING},
    )
    table.apply(0, "validate m1")
    assert table.view_json(0)["prestige"]["A"] == 4


def test_tricks_behind_a_validated_one_move_up_with_everything_on_them() -> None:
    table = given(
        magician={"A": "savano", "B": "shaozu"},
        hand={"A": ["success", "tank"]},
        shown={"A": ["e1", "m1"]},
        shown_parts={"A": ["rope", "none", "none", "none", "dove"]},
        changed=["dove"],
        changed_into=["scarf"],
        changed_of=["A", *NOBODY[1:]],
        changed_at=["shown 2", *NOBODY[1:]],
        wait={"A": [1, 2, 0, 0, 0, 0]},
        encored={"A": [False, True, *FLAGS[2:]]},
        encores={"A": [0, 1, 0, 0, 0, 0]},
        grands={"A": [0, 1, 0, 0, 0, 0]},
        specials=["encore", "grand"],
    )
    table.apply(0, "success on e1")
    told = table.view_json(0)
    assert told["shown"]["A"][0] == "m1"
    assert (told["wait"]["A"][0], told["encores"]["A"][0], told["grands"]["A"][0]) == (2, 1, 1)
    assert told["changed_at"][0] == "shown 1"
    assert told["encored"]["A"][0] is True
    table.apply(0, "end")
    table.apply(1, "end")
    table.apply(0, "end")
    table.apply(1, "end")
    assert table.view_json(0)["prestige"]["A"] == 2 + 4
