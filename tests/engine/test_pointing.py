"""Whatever can be done can be done by pointing, in every game; and what stands beside the cards keeps secrets."""

import pytest

from grimorio.engine import pointing_laws as laws
from grimorio.engine.laws import LawBrokenError, random_play, viewers, world
from grimorio.engine.pointing import Pointing, nearest
from grimorio.engine.reference import DeclarationError, Ref, Way, declared
from grimorio.games import GAMES

every_game = pytest.mark.parametrize("name", GAMES)
MOVES = (0, 3, 11, 37, 80)


@every_game
def test_every_action_says_what_it_refers_to(name: str) -> None:
    laws.every_action_says_what_it_refers_to(GAMES[name])
    laws.events_say_what_their_numbers_mean(GAMES[name])


@every_game
@pytest.mark.parametrize("moves", MOVES)
def test_whatever_is_legal_can_be_pointed_at(name: str, moves: int) -> None:
    for seats in GAMES[name].seats:
        table = random_play(GAMES[name], seats, moves + 1, moves)
        for seat in table.to_act():
            laws.whatever_is_legal_can_be_pointed_at(table, seat)
            laws.references_are_sound(table, seat)
            laws.an_offer_is_small(table, seat)
            laws.an_offer_tells_every_way(table, seat)


@every_game
def test_the_story_can_be_told_to_everybody(name: str) -> None:
    laws.the_story_can_be_told(random_play(GAMES[name], GAMES[name].seats[1], 5, 120))


@every_game
@pytest.mark.parametrize("moves", MOVES)
def test_what_stands_beside_the_cards_keeps_secrets(name: str, moves: int) -> None:
    table = random_play(GAMES[name], GAMES[name].seats[0], moves + 7, moves)
    for viewer in viewers(table):
        if viewer >= 0:
            laws.insight_comes_from_the_view(table, world(table, viewer, moves), viewer)
        else:
            laws.insight_comes_from_the_view(table, table, viewer)


@every_game
def test_an_insight_that_peeks_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = random_play(GAMES[name], GAMES[name].seats[0], 3, 0)
    other = world(table, 0, 1)
    peeks = {id(table): 1, id(other): 2}
    monkeypatch.setattr(type(table), "insight", lambda self, _viewer: peeks[id(self)])
    with pytest.raises(LawBrokenError, match="insight"):
        laws.insight_comes_from_the_view(table, other, 0)


# ---------------------------------------------------------------- pointing itself

AIR, FLOOR = Ref("place", at="air[0]"), Ref("place", at="floor[0]")
BLUE, PINK, SAY = Ref("card", "blue 1", "hand[A]"), Ref("card", "pink 1", "hand[A]"), Ref("word", "declare")
WAYS = (
    Way(0, "exchange", (AIR, BLUE)),
    Way(1, "exchange", (AIR, PINK)),
    Way(2, "exchange", (FLOOR, BLUE)),
    Way(3, "declaring", (FLOOR, BLUE, SAY)),
    Way(4, "twice", (PINK, PINK)),
)


def test_each_pick_narrows_what_is_left_in_any_order() -> None:
    start = Pointing(WAYS)
    assert start.lit == (AIR, BLUE, PINK, FLOOR, SAY)
    assert start.pick(BLUE).lit == (AIR, FLOOR, SAY)
    assert start.pick(BLUE, AIR).only == start.pick(AIR, BLUE).only == WAYS[0]
    assert start.pick(FLOOR, PINK).left == ()


def test_what_was_picked_may_be_an_action_though_another_refers_to_more() -> None:
    now = Pointing(WAYS).pick(FLOOR, BLUE)
    assert (now.only, now.whole, now.lit) == (None, WAYS[2], (SAY,))
    assert now.pick(SAY).only == WAYS[3]


def test_a_thing_that_an_action_refers_to_twice_is_picked_twice() -> None:
    once = Pointing(WAYS[3:]).pick(PINK)
    assert once.only == WAYS[4]
    assert once.lit == (PINK,)
    assert Pointing(WAYS).pick(PINK).lit == (AIR, PINK)


def test_picks_survive_what_happens_unless_they_no_longer_go_together() -> None:
    picked = Pointing(WAYS).pick(FLOOR)
    assert picked.kept(WAYS[1:]).picked == (FLOOR,)
    assert picked.kept(WAYS[:2]).picked == ()


def test_the_action_that_was_probably_meant_is_one_with_things_at_hand() -> None:
    strange = Way(9, "other", (FLOOR, PINK))
    same_form = Way(8, "exchange", (FLOOR, PINK))
    assert nearest((strange, same_form, *WAYS), WAYS, (FLOOR, PINK), {FLOOR, PINK}) == same_form
    assert nearest(WAYS, WAYS, (FLOOR, AIR), set()) is None


def test_an_action_without_a_declaration_is_refused() -> None:
    from dataclasses import make_dataclass  # noqa: PLC0415 - only here

    with pytest.raises(DeclarationError, match=r"Nameless\.card"):
        declared(make_dataclass("Nameless", [("card", str)]))
    with pytest.raises(DeclarationError, match="refers to nothing"):
        declared(make_dataclass("Silent", []))
