"""Rules of thumb of Zaubercocktail: when they stop, what they present, and that nobody wins by stopping at once."""

from typing import Any

import pytest

from grimorio.arena.tournament import Claim, play_deals
from grimorio.bots import BOTS, REFLEXES, made_of, whole_move
from grimorio.bots.contract import Bot
from grimorio.engine.chance import key_of_seed, stream
from grimorio.engine.giving import Giver
from grimorio.engine.kernel import handed, integers, kernel
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME
from grimorio.games.zaubercocktail.actions import ACCEPT, STONE

GAME_NAME = GAME.name
POOR = ["troll hair"] * 2 + ["lead earth"] * 2
"""42 points."""
GOOD = ["silvergrass"] * 2 + ["troll hair"] * 2
"""66 points."""
RICH = ["goldrose"] * 3 + ["whiteberries"] * 2
"""138 points."""


def first_act(hand: list[str], seats: int, **position: Any) -> int:
    """What the apprentice in seat A does with this hand, the others holding nothing that matters."""
    table = Table(GAME, seats, options={"dealer": "D"}, secret=bytes(32))
    hands = {"A": hand, "B": ["silvergrass"]}
    position = {"phase": "market", "turn": "A", "recipe": ["recipe 4"], "hand": hands, **position}
    Giver(GAME, table, "test").give(position)
    legal = table.legal(0)
    actions = integers(len(legal))
    actions[:] = legal
    bot, chance = BOTS[GAME_NAME]["apprentice"], stream(key_of_seed(1))
    found = bot(handed(table.box), handed(table.view(0)), actions, len(legal), handed(chance))
    return legal[found]


@pytest.mark.parametrize(("seats", "stops"), [(4, True), (5, False), (6, True), (7, False)])
def test_the_ring_is_taken_with_less_where_more_of_the_table_keep_its_bonus(seats: int, *, stops: bool) -> None:
    assert (first_act(GOOD, seats) == STONE) == stops
    assert first_act(POOR, seats) != STONE
    assert first_act(RICH, seats) == STONE


def test_once_the_ring_is_taken_only_the_best_sets_are_stopped_with() -> None:
    assert first_act(GOOD, 4, stone={"B": 1}) != STONE
    assert first_act(RICH, 4, stone={"B": 1}) == STONE


def test_the_ring_comes_before_an_offer_that_would_help() -> None:
    offer = {"offer_open": {"B": True}, "offer_give": {"B": ["silvergrass"]}, "offer_want": {"B": ["blue schlums"]}}
    assert first_act([*GOOD, "blue schlums"], 5, **offer) == ACCEPT + 1
    assert first_act([*GOOD, "blue schlums"], 4, **offer) == STONE


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_who_stops_and_hands_in_at_once_wins_less_than_a_fair_share(seats: int, monkeypatch: Any) -> None:
    @kernel
    def last_legal(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001
        return count - 1

    monkeypatch.setitem(REFLEXES[GAME_NAME], "trick", last_legal)
    monkeypatch.setitem(BOTS[GAME_NAME], "trick", Bot(GAME_NAME, "trick", last_legal))
    shares = play_deals(Claim(GAME_NAME, seats, "trick", "apprentice"), 0, 200, 5).shares
    assert sum(shares) / len(shares) * seats < 0.92


def test_what_an_earlier_rule_of_thumb_won_is_void() -> None:
    apprentice, adept = (made_of(GAME_NAME, level, 5) for level in ("apprentice", "adept"))
    assert len({apprentice, adept, ""}) == 3
    assert made_of(GAME_NAME, "novice", 5) == apprentice
    assert adept in made_of(GAME_NAME, "archmage", 5)
    assert made_of(GAME_NAME, "random", 5) == made_of("flautz", "apprentice", 4) == ""


# ---------------------------------------------------------------- the adept


def presents(hand: list[str], **position: Any) -> list[str]:
    """What the adept in seat A lays out before it hands in."""
    table = Table(GAME, 5, options={"dealer": "E"}, secret=bytes(32))
    given = {"phase": "presenting", "recipe": ["recipe 4"], "round": 4, "hand": {"A": hand}, **position}
    Giver(GAME, table, "test").give(given)
    moves = whole_move(table, 0, BOTS[GAME_NAME]["adept"], handed(stream(key_of_seed(1))))
    assert GAME.parse_action("hand in") == moves[-1]
    return [text for move in moves[:-1] for text, number in GAME.action_texts.items() if number == move]


def test_the_adept_keeps_good_cards_from_a_round_that_they_cannot_win() -> None:
    hand = ["silvergrass"] * 2 + ["blue schlums"] * 2
    assert presents(hand) == ["lay 2 blue schlums"]
    assert presents(hand, marker={"A": 9}) == ["lay 2 blue schlums"]
    assert presents([*hand, "silvergrass", "silvergrass"], marker={"A": 9}) == [], "88 and 8 points: all there is"
    rich = ["silvergrass"] * 4 + ["whiteberries"] * 2
    assert presents(rich, marker={"A": 9}) == ["lay 3 silvergrass", "lay 2 whiteberries"], "105 are enough, 130 a waste"


def chosen_among(position: dict[str, Any], without: list[str], laid: str = "") -> str:
    """What the adept in seat A does if some actions were not legal, with a set that lies there already."""
    table = Table(GAME, 5, options={"dealer": "E"}, secret=bytes(32))
    Giver(GAME, table, "test").give({"phase": "presenting", "recipe": ["recipe 4"], "round": 4, **position})
    if laid:
        table.apply(0, GAME.parse_action(laid))
    texts = {number: text for text, number in GAME.action_texts.items()}
    legal = [number for number in table.legal(0) if texts[number] not in without]
    actions = integers(len(legal))
    actions[:] = legal
    given = handed(table.box), handed(table.view(0)), actions, len(legal), handed(stream(key_of_seed(1)))
    return texts[legal[BOTS[GAME_NAME]["adept"](*given)]]


def test_the_adept_who_may_not_do_the_best_presents_what_is_next_best() -> None:
    hand = {"hand": {"A": ["silvergrass"] * 4 + ["whiteberries"] * 2 + ["blue schlums"] * 2}, "marker": {"A": 9}}
    found: list[str] = []
    for _ in range(6):
        found.append(chosen_among(hand, found))
    assert found == [
        "lay 3 silvergrass", "lay 2 blue schlums", "lay 4 silvergrass", "hand in", "lay 2 silvergrass",
        "lay 2 whiteberries",
    ]  # fmt: skip


def test_the_adept_goes_on_from_what_lies_there_already() -> None:
    """Whoever has laid out something else than it would have is told what goes best with that."""
    hand = {"hand": {"A": ["silvergrass"] * 4 + ["whiteberries"] * 2 + ["blue schlums"] * 2}, "marker": {"A": 9}}
    assert chosen_among(hand, [], "lay 2 whiteberries") == "lay 3 silvergrass"
    assert chosen_among(hand, [], "lay 2 silvergrass") == "lay 2 whiteberries", "never the same kind again"
    assert chosen_among(hand, [], "lay 4 silvergrass") == "lay 2 blue schlums", "96 points are enough"


def test_the_adept_keeps_nothing_for_rounds_that_hardly_come() -> None:
    assert presents(["silvergrass"] * 2 + ["blue schlums"] * 2, round=8, marker={"A": 9}) == []


def test_the_adept_presents_more_where_its_ring_is_at_stake() -> None:
    hand = ["silvergrass"] * 2 + ["troll hair"] * 2 + ["blue schlums"] * 2
    assert presents(hand, marker={"A": 9}) != presents(hand, marker={"A": 9}, stone={"A": 1})


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [4, 7])
def test_the_adept_wins_far_more_than_a_fair_share_among_apprentices(seats: int) -> None:
    shares = play_deals(Claim(GAME_NAME, seats, "adept", "apprentice"), 0, 100, 5).shares
    assert sum(shares) / len(shares) * seats > 1.7
