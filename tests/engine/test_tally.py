"""Fields that count cards by kind: addresses, views, tensors, and what scenarios may give."""

import threading
from dataclasses import replace
from typing import Any

import pytest

from grimorio.engine import laws
from grimorio.engine.giving import Giver, ScenarioError
from grimorio.engine.laws import LawBrokenError
from grimorio.engine.layout import NOBODY, OWNER, Field, tally
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME


def fresh() -> Table:
    return Table(GAME, 4, options={"dealer": "A"}, secret=bytes(32))


def giving(position: dict[str, Any]) -> Table:
    table = fresh()
    Giver(GAME, table, "here").give(position)
    return table


def test_a_row_of_a_tally_is_one_place() -> None:
    hand = Field("hand", "i1", (7, 11), OWNER, "hands", tally(11), by_seat=True)
    pile = Field("pile", "i1", (11,), NOBODY, "a pile", tally(11))
    remembered = Field("seen", "i1", (7, 11), OWNER, "only remembered", tally(11), by_seat=True, lies=False)
    assert (hand.addresses, pile.addresses, remembered.addresses) == (7, 1, 0)
    assert hand.in_no_order


def test_a_tally_is_told_as_cards_and_counted_in_the_tensor() -> None:
    table = giving({"hand": {"B": ["goldrose", "blue schlums", "goldrose"]}})
    assert table.view_json(1)["hand"] == ["blue schlums", "goldrose", "goldrose"]
    assert table.view_json(-1)["hand"] == []
    entry = next(entry for entry in GAME.sight.entries if entry.field == "hand")
    assert table.tensor(1)[entry.start : entry.start + entry.size].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0]
    assert "how many of each of 11 kinds" in entry.meaning
    laws.cards_are_conserved(table)


def test_cards_that_are_given_leave_other_hands_which_are_filled_up() -> None:
    table = giving({"hand": {"A": ["goldrose"] * 5 + ["faran leaf"] * 6 + ["dark thing"] * 4}})
    assert [table.view_json(0)["hand_size"][letter] for letter in "ABCD"] == [15, 10, 10, 10]
    laws.cards_are_conserved(table)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"hand": {"A": ["goldrose"] * 6}}, "named more often than the box has it"),
        ({"hand": {"A": "goldrose"}}, "must be a list of cards"),
        ({"hand": {"A": ["recipe 1"]}}, "never lies there"),
        ({"top": ["recipe 1"]}, "never lies there"),
        ({"recipes": ["goldrose"]}, "must be recipes"),
        ({"recipes_done": ["goldrose"]}, "must be recipes"),
        ({"hand": {"A": ["none"]}}, "is not a card"),
        ({"hand": {"A": ["sugar"]}}, "is not a card"),
        ({"hand": ["goldrose"]}, "must be a table by seat"),
        ({"deck": ["goldrose"]}, "cannot be given"),
        ({"under": [["goldrose"]]}, "cannot be given"),
        ({"top": ["goldrose"] * 25}, "must be a list of at most 24"),
        ({"known": {"A": ["goldrose"] * 5}, "hand": {"A": []}}, "must be cards of the hand"),
        ({"draft_give": {"A": ["goldrose"]}, "hand": {"A": []}}, "must be cards of the hand"),
        ({"phase": "over"}, "nobody decides anything then"),
        ({"phase": "scoring"}, "nobody decides anything then"),
        ({"dealer": "none"}, "somebody deals"),
        ({"turn": "none"}, "visits somebody who still trades"),
        ({"turn": "B", "stone": {"B": 1}}, "visits somebody who still trades"),
        ({"recipe": ["lightning"]}, "a recipe lies open"),
        ({"recipe": ["goldrose"]}, "a recipe lies open"),
        ({"recipes_done": ["lightning"]}, "the Lightning lies among them"),
        ({"ending": "lightning"}, "the game goes on"),
        ({"phase": "presenting", "draft_want": {"A": ["goldrose"]}}, "while trading goes on"),
        ({"round": 0}, "counted from 1"),
        ({"cycle": 41}, "counted from 1"),
        ({"stone": {"A": 2}}, "one after the other"),
        ({"stone": {"C": 1, "D": 2}}, "end the trading"),
        ({"marker": {"A": 35}}, "must stand before the final space"),
        ({"passes": {"A": 3}}, "must be at most 2"),
        ({"handed": ["A"]}, "by playing, not by giving"),
        ({"laid_kind": {"A": ["goldrose", "none"]}}, "by playing, not by giving"),
        ({"offer_to": {"A": "A"}}, "nobody trades with himself"),
        ({"draft_steps": {"A": 121}}, "or composes for ever"),
    ],
)
def test_a_position_that_no_table_can_hold_is_refused_with_where_and_why(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError, match=r"^here: given\.") as refused:
        giving(position)
    assert reason in str(refused.value)


def test_a_table_lets_one_thread_after_the_other_act() -> None:
    table = Table(GAME, 7, options={"market": "live", "cycles": "4000"}, secret=bytes(32))
    barrier = threading.Barrier(7)

    def pass_often(seat: int) -> None:
        barrier.wait()
        for _ in range(10):
            table.apply_all(seat, ["want goldrose", "post"])

    threads = [threading.Thread(target=pass_often, args=(seat,)) for seat in range(7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int(table.state["events"][0]) == 70
    pairs = [(table.moves[i].seat, table.moves[i + 1].seat) for i in range(0, 140, 2)]
    assert len(table.moves) == 140
    assert all(one == other for one, other in pairs)
    laws.a_record_replays(table)


def test_a_private_step_that_others_could_notice_is_caught() -> None:
    def noticed(box: Any, s: Any, seat: int, action: int, log: Any) -> None:
        GAME.apply(box, s, seat, action, log)
        getattr(s, "cells", s)["events"] += 1

    table = fresh()
    table.game = replace(GAME, apply=noticed)
    with pytest.raises(LawBrokenError, match="nobody is told of"):
        laws.undo_teaches_nobody(table, 1, GAME.parse_action("want goldrose"), 1)
    table.game = GAME
    assert laws.undo_teaches_nobody(table, 1, GAME.parse_action("want goldrose"), 1)
    assert not laws.undo_teaches_nobody(table, 1, GAME.parse_action("stone"), 1)
