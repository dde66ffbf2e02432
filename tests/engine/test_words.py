import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from grimorio.engine.advice import advised
from grimorio.engine.events import Event
from grimorio.engine.game import ActionError, Game
from grimorio.engine.giving import Giver
from grimorio.engine.reading import UNDONE
from grimorio.engine.refusal import ENGINE_REFUSALS, Refusal
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, PHRASES, Words, folded, language_of_environment, load
from grimorio.games import GAMES

PLAYERS = ("Ada", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta")
PLACEHOLDERS_OF_EVENTS = {"seat", "card", "start", "to", "value"}
SAME_IN_BOTH = {
    # what is Italian and English alike
    "flautz": {"told.round"},
    "abracadabra": {
        *(f"names.{trick}" for trick in ("proxima", "idem", "exodus", "chaos", "vademecum", "periculum")),
        *(f"names.gathering {letter}" for letter in "ABCDEFG"),
    },
    "fata": set(),
    "illusio": {
        *(f"names.{name}" for name in ("audience", "formula", "deja vu", "close-up")),
        *(f"names.{name}" for name in ("savano", "shaozu", "miss dominated", "otto von kasten", "madame specchia")),
        *(f"names.{name}" for name in ("silas lightfinger", "grimaldo", "ivan zamok", "lady ashcombe")),
        "names.deja-vu-points",
    },
    "zaubercocktail": {
        *("places.hand", "events.traded", "told.presented", "fields.round"),
    },
}

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
every_language = pytest.mark.parametrize("language", LANGUAGES)


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", str(value)


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{(\w+)", text))


@every_game
def test_both_languages_have_the_same_entries_with_the_same_placeholders(game: Game) -> None:
    italian, english = (dict(leaves(Words(game, language).own)) for language in LANGUAGES)
    assert list(italian) == list(english)
    for name, text in italian.items():
        assert placeholders(text) == placeholders(english[name]), name


def test_what_all_games_share_has_the_same_entries_with_the_same_placeholders() -> None:
    italian, english = (dict(leaves(load(PHRASES / f"{language}.toml"))) for language in LANGUAGES)
    assert {name: placeholders(text) for name, text in italian.items()} == {
        name: placeholders(text) for name, text in english.items()
    }


@every_game
def test_nothing_in_the_italian_file_was_left_in_english(game: Game) -> None:
    italian, english = (dict(leaves(Words(game, language).own)) for language in LANGUAGES)
    same = {name for name, text in italian.items() if text == english[name] and re.search("[a-z]", text)}
    assert same == SAME_IN_BOTH[game.name]


@every_game
@every_language
def test_every_text_is_there_and_ends_where_it_should(game: Game, language: str) -> None:
    for name, text in leaves(Words(game, language).own):
        assert text.strip(), name
        assert "  " not in text.strip() or name == "picture.legend", name
        if name.startswith(("rules.", "refusals.", "endings.")):
            assert text[-1] in ".!", name


@every_game
@every_language
def test_every_event_has_a_sentence_with_known_placeholders(game: Game, language: str) -> None:
    words = Words(game, language)
    assert set(words.own["events"]) == set(game.events)
    for _name, text in leaves(words.own["events"]):
        assert set(placeholders(text)) <= PLACEHOLDERS_OF_EVENTS
    places = [
        f.name + ("[A]" if f.by_seat else "[0]" if f.addresses > 1 else "") for f in game.layout.fields if f.addresses
    ]
    for kind in (*game.events, UNDONE):
        seen = Event(kind, "A", game.card_names[0], None, places[0], places[-1], 1)
        unseen = Event(kind, "A", None, None, places[0], places[-1], 1)
        for event in (seen, unseen):
            assert "{" not in words.event(event, PLAYERS)


@every_game
@every_language
def test_a_hidden_card_is_not_named(game: Game, language: str) -> None:
    words = Words(game, language)
    names = {words.name(name) for name in game.card_names}
    for kind in game.events:
        told = words.event(Event(kind, "A", None, None, None, None, 1), PLAYERS)
        assert not any(name in told for name in names)


@every_game
@every_language
def test_every_place_has_a_name(game: Game, language: str) -> None:
    words = Words(game, language)
    assert {f.name for f in game.layout.fields if f.addresses} <= set(words.own["places"])
    assert set(words.own["places"]) <= {f.name for f in game.layout.fields}
    for name in words.own["places"]:
        assert words.place(f"{name}[A]" if "{seat}" in words.own["places"][name] else f"{name}[0]", PLAYERS)


@every_game
@every_language
def test_every_refusal_has_a_sentence(game: Game, language: str) -> None:
    words = Words(game, language)
    assert set(words.own["refusals"]) == {*(code for code, _rule in game.refusals), *game.mistakes}
    for code in (*words.own["refusals"], *ENGINE_REFUSALS):
        assert words.refusal(Refusal(code, ""))


@every_game
@every_language
def test_every_rule_that_a_refusal_cites_is_explained(game: Game, language: str) -> None:
    words = Words(game, language)
    for rule in (*(rule for _code, rule in game.refusals), *game.mistakes.values()):
        assert not rule or words.rule(rule)


@every_language
def test_every_rule_and_ruling_of_flautz_is_explained(language: str) -> None:
    wanted = [f"FZ-{sort}{number}" for sort, last in (("R", 28), ("A", 12), ("G", 23)) for number in range(1, last + 1)]
    assert list(Words(GAMES["flautz"], language).rules()) == wanted


@every_game
@every_language
def test_every_option_and_every_choice_has_a_text(game: Game, language: str) -> None:
    words = Words(game, language)
    assert set(words.own["options"]) == {option.name for option in game.options}
    for option in game.options:
        assert set(words.own["options"][option.name]) == {"label", *option.choices}


@every_game
@every_language
def test_every_ending_and_every_field_of_a_view_has_a_text(game: Game, language: str) -> None:
    words = Words(game, language)
    assert set(words.own["endings"]) == set(game.endings)
    assert set(words.own["fields"]) == {f.name for f in game.sight.fields}
    assert words.text("help", "summary")


@every_game
@every_language
def test_every_name_that_a_view_can_hold_is_translated(game: Game, language: str) -> None:
    names = Words(game, language).own["names"]
    for field in game.sight.fields:
        if field.name != "ending":  # endings have whole sentences
            assert all(name in names for name in field.of.names), field.name


@every_game
@every_language
def test_every_action_reads_back_and_no_two_share_a_text(game: Game, language: str) -> None:
    words = Words(game, language)
    texts = [folded(words.action(number)) for number in range(game.actions)]
    assert len(set(texts)) == game.actions
    for number, text in enumerate(texts):
        assert words.read_action(text) == number
        assert words.read_action(f"  {text.upper()} ") == number
        assert words.read_action(game.action_of(number).text()) == number


@every_game
def test_a_text_means_the_same_action_in_every_language(game: Game) -> None:
    one, other = (Words(game, language) for language in LANGUAGES)
    both = {folded(one.action(number)): number for number in range(game.actions)}
    for number in range(game.actions):
        assert both.get(folded(other.action(number)), number) == number


@every_language
def test_half_an_action_is_none(language: str) -> None:
    words = Words(GAMES["flautz"], language)
    for text in ("", "   ", "xyzzy", "f", words.action(0)[:8]):
        with pytest.raises(ActionError):
            words.read_action(text)


def test_cards_and_places_are_named_in_the_players_language() -> None:
    words = Words(GAMES["flautz"], "it")
    assert words.name("blue 3") == "blu 3"
    assert words.name("apprentice orange") == "negromante arancione"
    assert words.place("air[1]", PLAYERS) == "aria 2"
    assert words.place("hand[B]", PLAYERS) == "la mano di Bruno"
    assert words.action(GAMES["flautz"].parse_action("take air 2 give blue 3")) == "prendi aria 2 e dai blu 3"


@every_game
@every_language
def test_every_action_is_advised_in_a_sentence_of_its_own_things(game: Game, language: str) -> None:
    words, view = Words(game, language), Table(game, game.seats[1], secret=bytes(32)).view_json(0)
    advice, used = set(words.own["advice"]), set()
    for number in range(game.actions):
        line = advised(game, game.pointer.way(number, 0, view), view)
        asked = set(re.findall(r"\{(\w+)\}", words.pattern(line.key)))
        assert asked <= line.slots.keys(), line.key
        assert words.sentence(line, PLAYERS)
        used.add(line.key.removeprefix("advice."))
    assert advice <= used


@every_language
def test_a_place_is_advised_by_what_lies_there_openly_and_by_its_name_where_nothing_does(language: str) -> None:
    said = {"it": ("prendi la carta blu 1 e dai in cambio la carta rosa 3", "prendi la carta coperta 2"),
            "en": ("take the blue 1 and give the pink 3 for it", "take the face-down 2 card")}[language]  # fmt: skip
    table = Table(GAMES["flautz"], 2, secret=bytes(32))
    Giver(table.game, table, "test").give({"air": ["blue 1", "blue 2", "blue 4"]})
    assert sentence(table, "take air 1 give pink 3", language) == said[0]
    table = Table(GAMES["abracadabra"], 2, secret=bytes(32))
    assert sentence(table, "take down 2", language) == said[1]


def sentence(table: Table, action: str, language: str) -> str:
    """How an action is advised to the first seat."""
    game, view = table.game, table.view_json(0)
    line = advised(game, game.pointer.way(game.parse_action(action), 0, view), view)
    return Words(game, language).sentence(line, PLAYERS)


def test_the_language_is_that_of_the_system() -> None:
    assert language_of_environment({"LANG": "it_IT.UTF-8"}) == "it"
    assert language_of_environment({"LC_ALL": "it_CH", "LANG": "en_US"}) == "it"
    assert language_of_environment({"LANG": "de_DE"}) == "en"
    assert language_of_environment({}) == "en"
