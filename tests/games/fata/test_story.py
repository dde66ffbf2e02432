"""What happened at a table of F.A.T.A., told to whoever saw it."""

from typing import Any

import pytest

from grimorio.engine.giving import Giver
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.table import Table
from grimorio.engine.words import Words
from grimorio.games.fata import GAME

NAMES = ("Ada", "Bea", "Carlo")


def told(given: dict[str, Any], *moves: str, viewer: int = 1) -> list[str]:
    """The story of some moves of those whose turn it is, in Italian."""
    table = Table(GAME, 3, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    since = table.moment(viewer)
    for move in moves:
        table.apply(table.to_act()[0], move)
    words = Words(GAME, "it")
    return [words.sentence(line, NAMES) for line in GAME.tell(table.box, table.events(viewer, since), viewer)]


def test_visions_of_one_turn_are_told_together_each_where_it_lies() -> None:
    given = {"hand": {"A": ["draw blank anyone 1", "take blank anyone 1"]}}
    table = Table(GAME, 3, options={"starter": "A"}, secret=bytes(32))
    Giver(GAME, table, "test").give(given)
    since = table.moment(1)
    for move in ("lay draw blank anyone 1 on row 1", "lay take blank anyone 1 on row 2"):
        table.apply(0, move)
    line = GAME.tell(table.box, table.events(1, since), 1)[0]
    assert line.key == "told.laid"
    cards = line.slots["cards"]
    assert isinstance(cards, tuple)
    assert [ref.at for ref in cards] == ["rows[A,0,0]", "rows[A,1,0]"]


def test_a_treasure_for_another_is_a_gift_and_both_are_named() -> None:
    given = {"phase": "treasure", "display": ["red 3", "yellow 1", "purple -1"]}
    assert told(given, "take treasure 3 for b")[0] == "Ada dà a Bea tesoro viola -1"
    assert told(given, "take treasure 1 for a")[0] == "Ada prende tesoro rosso 3"


@pytest.mark.parametrize(
    ("viewer", "line"),
    [
        (0, "Ada prende a Bea Eco del bosco"),
        (1, "Ada prende a Bea Eco del bosco"),
        (2, "Ada prende a Bea una carta"),
        (SPECTATOR, "Ada prende a Bea una carta"),
    ],
)
def test_what_the_fog_took_is_named_to_the_two_alone(viewer: int, line: str) -> None:
    given = {"hand": {"A": ["fog", "gust"], "B": ["echo", "echo"]}}
    assert told(given, "play fog on b", viewer=viewer) == ["Ada gioca Mano di nebbia", line]


def test_cards_that_nobody_sees_are_counted() -> None:
    given = {
        "rows": {"A": ["draw stone two 2", "draw blank anyone 1", "take blank neighbour 2"]},
        "phase": "trimagic",
        "row": "first",
        "left": 2,
        "hand": {"A": ["gust"], "C": ["echo", "stars"]},
    }
    assert "Carlo pesca 2 carte" in told(given, "cast on c", "cast on c")
    assert "Carlo pesca una carta" in told(given, "cast on c", "done")


def test_a_card_that_a_trimagic_takes_is_lost_not_discarded() -> None:
    given = {
        "rows": {"A": ["discard stone two 2", "draw blank anyone 1"]},
        "hand": {"A": ["take blank neighbour 1", "gust"], "C": ["echo", "echo"]},
    }
    moves = ("lay take blank neighbour 1 on row 1", "done", "cast on c")
    assert "Carlo perde Eco del bosco" in told(given, *moves)


def test_a_look_at_a_character_is_told_but_not_what_was_seen() -> None:
    given = {"hand": {"A": ["mirror", "gust"]}, "character": {"A": ["lineage red"], "B": ["lineage yellow"]}}
    looked = "Ada guarda di nascosto il personaggio di Bea"
    assert told(given, "play mirror on b character") == ["Ada gioca Specchio d'acqua", looked]
    seen = told(given, "play mirror on b character", viewer=0)
    assert seen[1:3] == [looked, "Bea è stirpe Lichtenborn (gialla)"]


def test_the_points_of_the_first_hand_are_told_in_one_sentence() -> None:
    given = {
        "phase": "treasure",
        "treasures": {
            "A": ["red 3"],
            "B": ["red -1"],
            "C": ["yellow -1", "yellow 2", "yellow 3", "purple 1", "purple 2", "purple 3"],
        },
        "display": ["red 1", "yellow 1", "purple -1"],
        "chest": ["queen"],
    }
    story = told(given, "take treasure 1 for a")
    assert "Prima smazzata: Ada 4 · Bea -1 · Carlo 10" in story
    assert any(line.startswith("Ecco la Regina: la prima smazzata") for line in story)
