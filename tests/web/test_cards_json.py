"""What the page prints on cards comes from the real games, and is not older than they are."""

import json
import runpy
from pathlib import Path

import pytest

from grimorio.engine.words import LANGUAGES
from grimorio.games import GAMES

WEB = Path(__file__).parents[2] / "web"
SCRIPT = runpy.run_path(str(WEB / "scripts" / "cards_json.py"))

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_the_cards_of_the_page_are_those_of_the_game(name: str) -> None:
    kept = (WEB / "src" / "generated" / f"{name}.json").read_text(encoding="utf-8")
    assert kept == SCRIPT["cards_json"](GAMES[name]), "run `python web/scripts/cards_json.py`"


@every_game
def test_every_card_of_the_page_has_a_name_in_both_languages(name: str) -> None:
    data = json.loads(SCRIPT["cards_json"](GAMES[name]))
    assert [card["kind"] for card in data["cards"]] == list(GAMES[name].card_names)
    for card in (*data["cards"], *data["pieces"]):
        assert all(card[language].strip() for language in LANGUAGES), card["kind"]


def test_there_is_a_file_for_each_game_and_no_other() -> None:
    assert {path.stem for path in (WEB / "src" / "generated").glob("*.json")} == set(GAMES)
