"""Tables: moves, refusals, events by audience, undo."""

from dataclasses import replace
from typing import Any

import pytest

from grimorio.engine import events as ev
from grimorio.engine.game import EditionError
from grimorio.engine.kernel import kernel
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table
from grimorio.games.flautz import GAME


def fresh(seats: int = 3, **options: str) -> Table:
    return Table(GAME, seats, options={"starter": "A", **options}, secret=bytes(32))


def first_exchange(table: Table) -> str:
    seat = table.to_act()[0]
    return GAME.action_of(table.legal(seat)[0]).text()


def test_a_move_is_given_by_number_or_by_text() -> None:
    one, other = fresh(), fresh()
    text = first_exchange(one)
    one.apply(0, text)
    other.apply(0, GAME.parse_action(text))
    assert one.state.tobytes() == other.state.tobytes()
    assert one.moves == other.moves


@pytest.mark.parametrize(
    ("seat", "action", "code", "rule"),
    [
        (1, "focus", "not-your-turn", ""),
        (0, "fly away", "unknown-action", ""),
        (0, 10_000, "unknown-action", ""),
        (0, -1, "unknown-action", ""),
        (0, "waive", "no-free-pass", "FZ-A2"),
        (0, "refill floor 1", "not-focused", "FZ-R24"),
    ],
)
def test_a_refusal_has_a_code_and_a_rule_and_changes_nothing(
    seat: int, action: int | str, code: str, rule: str
) -> None:
    table = fresh()
    before = table.state.tobytes()
    with pytest.raises(Refused) as refused:
        table.apply(seat, action)
    assert (refused.value.refusal.code, refused.value.refusal.rule) == (code, rule)
    assert table.state.tobytes() == before
    assert table.moves == []


def test_nothing_can_be_done_once_the_game_is_over() -> None:
    table = fresh(2, mode="points", challenges="1")
    while not table.over:
        seat = table.to_act()[0]
        table.apply(seat, table.legal(seat)[0])
    assert table.legal(0) == []
    with pytest.raises(Refused, match="game-over"):
        table.apply(0, "focus")
    assert table.outcome().winners


def test_the_others_see_that_cards_are_dealt_but_not_which() -> None:
    table = fresh()
    mine = [event.card for event in table.events(0) if event.kind == "dealt" and event.seat == "A"]
    assert mine == table.view_json(0)["hand"]
    for viewer in (1, 2, SPECTATOR):
        told = [event for event in table.events(viewer) if event.kind == "dealt" and event.seat == "A"]
        assert len(told) == 5
        assert all(event.card is None and event.back is None for event in told)


def test_events_since_a_moment_are_those_that_follow() -> None:
    table = fresh()
    moment = table.moment(1)
    table.apply(0, "focus")
    assert [event.text() for event in table.events(1, moment)] == ["focused A 0"]
    assert table.events(1, moment)[0].json() == {"kind": "focused", "seat": "A", "value": 0}


def test_what_is_whispered_reaches_only_those_it_is_for() -> None:
    apply = GAME.apply

    @kernel
    def whispering(box: Any, s: Any, seat: int, action: int, log: Any) -> None:
        apply(box, s, seat, action, log)
        log[1, ev.AUDIENCE] = 0b10

    table = Table(replace(GAME, apply=whispering), 3, options={"starter": "A"}, secret=bytes(32))
    moments = {viewer: table.moment(viewer) for viewer in (0, 1, 2, SPECTATOR)}
    table.apply(0, "focus")
    assert [len(table.events(viewer, moment)) for viewer, moment in moments.items()] == [0, 1, 0, 0]


def test_an_event_points_at_places() -> None:
    table = fresh()
    table.apply(0, first_exchange(table))
    told = {event.kind: event for event in table.events(2)}
    assert told["took"].start == "floor[0]"
    assert told["took"].to == "hand[A]"
    assert told["gave"].to == "floor[0]"


def test_a_focus_can_be_taken_back_until_somebody_acts() -> None:
    table = fresh()
    before = table.state.tobytes()
    table.apply(0, "focus")
    table.undo(0)
    assert table.state.tobytes() == before
    assert table.moves == []
    assert table.events(1)[-1].kind == "undone"
    table.apply(0, "focus")
    table.apply(1, "focus")
    with pytest.raises(Refused, match="others-acted"):
        table.undo(0)


def test_nothing_can_be_taken_back_that_showed_a_card_or_drew_one() -> None:
    table = fresh()
    with pytest.raises(Refused, match="nothing-to-undo"):
        table.undo(0)
    table.apply(0, first_exchange(table))
    with pytest.raises(Refused, match="was-revealed"):
        table.undo(0)
    table = fresh(2)
    table.apply(0, "focus")
    table.apply(1, "focus")
    table.apply(0, "refill air 1")
    with pytest.raises(Refused, match="chance-drawn"):
        table.undo(0)


def test_a_branch_goes_its_own_way() -> None:
    table = fresh()
    branch = table.branch(table.state)
    branch.apply(0, "focus")
    assert table.moves == []
    assert table.to_act() == (0,)
    assert branch.to_act() == (1,)


def test_nonces_and_secrets_change_the_deal() -> None:
    deals = {
        Table(GAME, 2, secret=secret, nonces=nonces).state["hand"].tobytes()
        for secret in (bytes(32), b"\1" * 32)
        for nonces in ((), ("a", "b"), ("ab", ""))
    }
    assert len(deals) == 6
    assert Table(GAME, 2).commitment != Table(GAME, 2).commitment


def test_what_a_record_could_not_carry_is_refused_before_the_deal() -> None:
    with pytest.raises(EditionError, match="secret: 1 bytes, not 32"):
        Table(GAME, 2, secret=b"x")
    with pytest.raises(EditionError, match="nonces: 1 for 3 seats"):
        Table(GAME, 3, nonces=("a",))
    with pytest.raises(EditionError, match="not texts in Unicode"):
        Table(GAME, 2, nonces=("\ud800", ""))


@pytest.mark.parametrize("viewer", [-2, 3, 7])
def test_only_seats_of_the_table_and_spectators_have_a_view(viewer: int) -> None:
    with pytest.raises(ValueError, match="no seat at a table of 3"):
        fresh().view(viewer)
