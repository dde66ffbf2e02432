"""Slips of the hand as a room answers them, so that every interface inherits it: what is no action, what is final."""

from collections.abc import Mapping

import pytest

from grimorio.engine.giving import Giver
from grimorio.engine.pointing import offer_of
from grimorio.engine.reference import Ref
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table
from grimorio.games import GAMES
from grimorio.room.chairs import person
from grimorio.room.decision import Decision
from grimorio.room.room import Room


def room_with(name: str, seats: int, given: Mapping[str, object]) -> Room:
    """A room around a position that somebody wrote down."""
    table = Table(GAMES[name], seats, secret=bytes(32))
    Giver(GAMES[name], table, "test").give(given)
    return Room.around(table, [person(f"player {seat}") for seat in range(seats)])


def in_hand(*names: str) -> tuple[Ref, ...]:
    return tuple(Ref("card", name, "hand[A]") for name in names)


GATHERING = {
    "phase": "play",
    "turn": "A",
    "hand": {"A": ["water bronze wizard", "water silver wizard", "fire gold mage", "water elemental"]},
}


@pytest.mark.parametrize(
    ("picked", "code", "rule"),
    [
        (("water bronze wizard", "water silver wizard", "fire gold mage"), "do-not-meet", "A-R10"),
        (("water bronze wizard", "water silver wizard", "water elemental"), "only-enchanters-meet", "A-R12"),
    ],
)
def test_enchanters_that_cannot_meet_are_told_why(picked: tuple[str, ...], code: str, rule: str) -> None:
    room = room_with("abracadabra", 2, GATHERING)
    refusal = room.why(0, in_hand(*picked))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, rule)
    with pytest.raises(Refused) as refused:
        room.submit(0, [Decision("gather", in_hand(*picked))])
    assert refused.value.refusal.code == code
    assert room.entries == 0


def test_what_cannot_be_taken_back_is_marked_in_the_offer() -> None:
    room = room_with("zaubercocktail", 4, {"turn": "A"})
    offer = room.look(0).offer
    assert offer is not None
    said = {offer.things[last].name for place in offer.final for last in offer.ways[place].last}
    assert said == {"stone"}
    assert {way.form for way in room.ways(0) if way.final} == {"say"}
    assert offer == offer_of(room.ways(0))


@pytest.mark.parametrize("name", GAMES)
def test_every_mistake_has_a_rule_of_the_game(name: str) -> None:
    game = GAMES[name]
    assert game.mistake is not None
    assert game.mistakes
    assert all(rule for rule in game.mistakes.values())
    assert not set(game.mistakes) & {code for code, _ in game.refusals}
