"""What happened at a table of Abracadabra, told in as few lines as there were things done."""

import pytest

from grimorio.engine.events import Event
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.words import Words
from grimorio.games.abracadabra import GAME

BOX = GAME.box(2)
STONES = [Event("laid-open", "B", f"{letter} stone", start="objects[B]", value=0) for letter in "AC"]


def told(*events: Event, language: str = "it") -> list[str]:
    lines = GAME.tell(BOX, events, SPECTATOR)
    return [Words(GAME, language).sentence(line, ("Ada", "Bruno")) for line in lines]


def test_two_cards_taken_are_one_line_though_something_silent_stands_between() -> None:
    first = Event("took", "A", "fire elemental", start="shown", to="hand[A]", value=0)
    second = Event("took", "A", None, "water back", start="row[0]", to="hand[A]", value=0)
    assert told(first, Event("not-yet-won", "A", value=0), second) == ["Ada prende Elementale di Fuoco, dorso d'Acqua"]
    assert len(told(first, Event("took", "B", "chaos", start="shown", to="hand[B]", value=0))) == 2


@pytest.mark.parametrize(("came", "ending"), [(3, "Mago d'Aria"), (2, " e uno dalle Torri")])
def test_a_gathering_is_told_with_its_name_and_who_came(came: int, ending: str) -> None:
    cards = ("water gold wizard", "fire gold witch", "air mage")[:came]
    entered = [Event("entered-tower", "A", card, start="hand[A]", to="towers[0]", value=0) for card in cards]
    (line,) = told(Event("gathered", "A", value=6), *entered)
    assert line.startswith("Ada organizza Genius!: Stregone d'Acqua Oro")
    assert line.endswith(ending)


def test_a_periculum_that_was_turned_up_in_the_row_is_named() -> None:
    struck = (Event("periculum", "A", value=5), Event("reshuffled", value=30))
    turned_up = Event("refilled", "A", "periculum", start="top", to="shown", value=0)
    (named,) = told(turned_up, *struck)
    (taken,) = told(*struck)
    assert "scopre Periculum!" in named
    assert "Periculum!" not in taken
    assert told(turned_up) == []


def test_a_card_from_hand_to_hand_names_both_players() -> None:
    stolen = Event("stole", "A", None, "air back", start="hand[B]", to="hand[A]", value=0)
    given = Event("gave", "A", None, "fire back", start="hand[A]", to="hand[B]", value=0)
    assert told(stolen, given) == [
        "Ada pesca a caso dorso d'Aria da Bruno",
        "Bruno riceve in cambio dorso di Fuoco da Ada",
    ]
    assert told(Event("played", "A", "chaos", start="hand[A]", to="discards", value=2)) == ["Ada gioca Chaos! su Bruno"]


def test_a_victory_says_what_it_was_won_by() -> None:
    """A-R31, A-R33, A-R36: points, the prize, or Stones."""
    assert told(Event("won", "B", value=15)) == ["Bruno vince! Punti Incantesimo: 15."]
    assert "premio elementali" in told(Event("won", "B", value=11))[0]
    assert "Artefatto" in told(*STONES, Event("won", "B", value=4))[0]
    assert "premio elementali" in told(*STONES, Event("won", "A", value=11))[0]
    assert told(*STONES, Event("won", "B", value=16)) == ["Bruno vince! Punti Incantesimo: 16."]
