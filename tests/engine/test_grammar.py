"""Grammar of what players read: numbers with their nouns, prepositions with their articles, in random games."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import grimorio
from grimorio.engine.advice import advised
from grimorio.engine.fitting import counted, filled, in_english, in_italian
from grimorio.engine.laws import random_play, viewers
from grimorio.engine.reference import Ref
from grimorio.engine.story import Line
from grimorio.engine.table import Table
from grimorio.engine.words import LANGUAGES, Words, load
from grimorio.games import GAMES

SOURCE = Path(grimorio.__file__).parent
PLAYERS = ("Ada", "Elena", "Ida", "Oreste", "Ugo", "Achille", "Zoe")
"""Names that begin with every vowel."""
NOUNS = {
    "it": "carte|punti|passi|mosse|azioni|visioni|tesori|giocatori|turni|obiettivi|componenti|trucchi|scenari|partite|"
    "scelte|funzioni|regole|testi|tavoli|ospiti|righe|Incantatori|Oggetti|gruppi|stelle|cristalli",
    "en": "cards|points|steps|moves|actions|visions|treasures|players|turns|objectives|components|tricks|scenarios|"
    "games|choices|kernels|rules|texts|tables|guests|rows|Enchanters|Objects|sets|stars|crystals",
}
MANY = {"it": "altri|altre|ultimi|ultime|restano|bastano", "en": "others|remain"}
"""Words that are never said of one, before a number."""
ARTICLE = r"(?:(?:il|lo|la|i|gli|le)\s|l['\u2019])"
WRONG: Mapping[str, Sequence[str]] = {
    "it": (
        rf"(?<![\w'\u2019])[\u2212-]?1 ({NOUNS['it']})\b",
        rf"\b(?:a|da|di|in|(?<!in )su) {ARTICLE}(?=[a-zà-ù])",
        r"\b[Aa] [Aa]\w",
        r"(?<!\w)[Ee] [Ee]\w",
        r"\bper per\b|\bdi di\b|\ba a\b",
        r"\b(un) (?:[sz][^aeiou\W]|z)\w+",
        r"\w\s[,.;:](?=\s|$)",
        r"qual'è|perchè|\bpò\b|\bpo\b(?!['\u2019])",
        r"\b(?:mazzo|mazzetto|tallone|uno) di \d+\b(?! cart)",
    ),
    "en": (
        rf"(?<![\w.])[\u2212-]?1 ({NOUNS['en']})\b",
        r"\b[Aa] [aeioAEIO][a-z]",
        r"\b[Aa]n [bcdfgjklmnpqrstvwxz]",
        r"\b(the the|to to|of of)\b",
        r"\b(?:deck|pile|one) of \d+\b(?! card)",
        r"\w\s[,.;:](?=\s|$)",
    ),
}
"""Patterns that are wrong wherever they stand, by language."""
ALLOWED = re.compile(
    r"\b[A-G] (?:of\b|[A-Z]\w+!)|A [A-G]\b|\b[Aa] [a-k][=,. ]|«[^»]*»|“[^”]*”|\ba one\b", re.IGNORECASE
)
"""What may stand as it is: letters of piles and keys, and what is quoted."""

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def faults(language: str, text: str) -> list[str]:
    """What is wrong with a text."""
    plain = ALLOWED.sub("x", text)
    return [found[0] for pattern in WRONG[language] for found in re.finditer(pattern, plain)]


def told(table: Table, language: str) -> Iterator[str]:
    """Every sentence that anybody reads at a table now: what happened, what is asked, what he may do."""
    words, game, names = Words(table.game, language), table.game, PLAYERS[: table.seats]
    for viewer in viewers(table):
        yield from (words.sentence(line, names) for line in game.tell(table.box, table.events(viewer), viewer))
    for seat in table.to_act():
        view = table.view_json(seat)
        ways = game.pointer.ways(table.legal(seat), seat, view)
        if game.asked is not None and (line := game.asked(view, ways)):
            yield words.sentence(line, names)
        yield from (words.action(way.number, names) for way in ways)
        yield from (words.sentence(advised(game, way, view), names) for way in ways)


@every_language
@every_game
def test_what_is_told_of_random_games_is_well_formed(name: str, language: str) -> None:
    game = GAMES[name]
    for seed, moves in enumerate((3, 60, 200)):
        table = random_play(game, game.seats[seed % 2], seed, moves)
        wrong = {(sentence, *found) for sentence in told(table, language) if (found := faults(language, sentence))}
        assert not wrong


@every_language
@every_game
def test_every_event_is_well_formed_with_one_and_with_several(name: str, language: str) -> None:
    game, words = GAMES[name], Words(GAMES[name], language)
    places = [f.name + ("[A]" if f.by_seat else "[0]") for f in game.layout.fields if f.name in words.own["places"]]
    for kind in game.events:
        for value in (1, 3):
            for place in places:
                slots: dict[str, Any] = {"seat": Ref("seat", "A"), "value": value, "card": Ref("card", "x")}
                slots |= {"start": Ref("place", at=place), "to": Ref("place", at=place)}
                for face in ("face", "hidden"):
                    sentence = words.sentence(Line(f"events.{kind}.{face}", slots), PLAYERS)
                    assert not faults(language, sentence), sentence


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """Every text of a file of words, by where it stands."""
    yield from _texts(load(path), "")


def _texts(table: Mapping[str, Any], at: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _texts(value, f"{at}{name}.")
        elif isinstance(value, list):
            for number, each in enumerate(value):
                yield from _texts({str(number): each}, f"{at}{name}.")
        elif isinstance(value, str):
            yield f"{at}{name}", value


@every_language
def test_every_text_of_the_program_is_well_formed(language: str) -> None:
    wrong = []
    for path in SOURCE.rglob(f"{language}.toml"):
        for name, text in texts(path):
            if not name.startswith("typing.") and ".words." not in name:  # what people may type
                plain = re.sub(r"\{\w+:([^|}]*)\|[^}]*\}", r"2 \1", text)
                wrong += [(path.parent.parent.name, name, found) for found in faults(language, plain)]
    assert not wrong


@every_language
@every_game
def test_every_text_of_a_lesson_is_well_formed(name: str, language: str) -> None:
    said = [text for at, text in texts(GAMES[name].folder / "lesson.toml") if at.endswith(f".{language}")]
    assert said
    wrong = [(text, found) for text in said if (found := faults(language, text))]
    assert not wrong


OTHERS_WORDS = {
    "illusio": r"\b(?:il|un|tuo|suo|mio) numero\b(?! de)",  # the book: trucco
    "flautz": r"carte aperte|\bcima del mazzo",  # scoperte; la prima carta
    "abracadabra": r"carte aperte|\bmazzo di pesca",
    "fata": r"\bFurto\b|carte aperte|\bcaccia",  # Razzia; scoperte; rivale
    "zaubercocktail": r"\bSchlum\b|carte aperte",  # Schlums; scoperte
}
"""What somebody would call something in Italian, though the rule book of the game has another word."""


@every_game
def test_the_words_are_those_of_the_rule_book(name: str) -> None:
    folders = (SOURCE / "cli" / "pictures" / name, GAMES[name].folder)
    paths = [*(folder / "words" / "it.toml" for folder in folders), GAMES[name].folder / "lesson.toml"]
    told = [(at, text) for path in paths for at, text in texts(path) if not at.endswith(".en")]
    assert [each for each in told if re.search(OTHERS_WORDS[name], each[1])] == []


@every_language
def test_a_number_before_a_slot_is_never_followed_by_a_fixed_plural(language: str) -> None:
    """A sentence that counts says one and several apart: `{n:carta|carte}`, or an entry for one."""
    wrong = []
    for path in SOURCE.rglob(f"{language}.toml"):
        entries = dict(texts(path))
        for name, text in entries.items():
            many = rf"\{{(?!seat|to\b|other)\w+\}} ({NOUNS[language]})\b|\b({MANY[language]}) \{{\w+\}}"
            if re.search(many, text) and f"{name}_one" not in entries:
                wrong.append((path.parent.parent.name, name, text))
    assert [each for each in wrong if (each[0], each[1]) not in NEVER_ONE] == []


NEVER_ONE = {
    ("illusio", "asks.act"),  # the last action has a sentence of its own
    ("abracadabra", "told.won_prize"),  # the prize is never one point
    ("cli", "play.too_many_nonces"),  # more than there are seats
    ("cli", "play.too_long"),  # 200
}
"""Sentences whose number is never one."""


# ---------------------------------------------------------------- how words fit each other


@pytest.mark.parametrize(
    ("before", "thing", "name", "fits"),
    [
        ("tocca a ", "Ada", True, "tocca ad Ada"),
        ("tocca a ", "Bruno", True, "tocca a Bruno"),
        ("tocca a ", "La Maga", True, "tocca a La Maga"),
        ("prende una carta da ", "la mano di Ada", False, "prende una carta dalla mano di Ada"),
        ("va in ", "l'anello", False, "va nell'anello"),
        ("Da ", "gli scarti", False, "Dagli scarti"),
        ("Bis su ", "La carta scelta", False, "Bis su La carta scelta"),
        ("Ada e ", "Elena", True, "Ada ed Elena"),
        ("dà ", "la mano", False, "dà la mano"),
        ("pesca da ", "A", False, "pesca da A"),
    ],
)
def test_italian_words_fit_each_other(before: str, thing: str, name: bool, fits: str) -> None:  # noqa: FBT001
    assert "".join(in_italian(before, thing, name=name)) == fits


def test_english_words_fit_each_other() -> None:
    assert "".join(in_english("draws a ", "Elemental", name=False)) == "draws an Elemental"
    assert "".join(in_english("draws a ", "card", name=False)) == "draws a card"


def test_a_number_takes_the_form_it_asks_for() -> None:
    assert counted(1, "carta|carte") == "1 carta"
    assert counted(3, "carta|carte") == "3 carte"
    assert filled("it", "dopo {moves:mossa|mosse}, a {seat}", {"moves": 1, "seat": "Ada"}) == "dopo 1 mossa, ad Ada"


@pytest.mark.parametrize(
    ("language", "text"),
    [("it", "Mano (1 carte)"), ("it", "a Ada"), ("it", "da la mano"), ("en", "1 cards"), ("en", "a Elemental")],
)
def test_the_patterns_find_what_was_wrong_once(language: str, text: str) -> None:
    assert faults(language, text)


# ---------------------------------------------------------------- words that nobody uses

TOLD_BY_FORM = {
    "actions",
    "advice",
    "events",
    "refusals",
    "rules",
    "endings",
    "options",
    "fields",
    "places",
    "plurals",
    "synonyms",
    "mistaken",
}
"""Sections whose entries are asked for by what there is in the game, as other tests hold."""


def sources(*folders: Path) -> str:
    """All Python below some folders."""
    return "".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))


def is_used(name: str, source: str) -> bool:
    """Whether the last part of an entry, or what a program puts it together from, stands in a source."""
    last = name.rpartition(".")[2]
    parts = [part for part in re.split(r"[_ ]", last) if len(part) > 1]
    return (
        f'"{last}"' in source
        or f"'{last}'" in source
        or (len(parts) > 1 and any(f"{p}_" in source or f"_{p}" in source for p in parts))
    )


@every_game
def test_no_word_of_a_game_is_left_over(name: str) -> None:
    game, folder = GAMES[name], SOURCE / "games" / name
    source = sources(folder, SOURCE / "cli" / "pictures" / name, SOURCE / "engine")
    held = {text for field in game.sight.fields for text in field.of.names}
    parts = {word for card in game.card_names for word in (card, *card.split())}
    values = {str(value) for number in range(game.actions) for value in vars(game.action_of(number)).values()}
    values |= {word for value in values for word in value.split()}
    for entry, _ in texts(folder / "words" / "it.toml"):
        section, _, rest = entry.partition(".")
        known = section in TOLD_BY_FORM or section == "help" or rest in held | parts | values
        assert known or is_used(rest, source) or rest.split(".")[0].split(" ")[0] in source, entry


@pytest.mark.parametrize("section", ["play", "commands"])
def test_no_word_of_the_command_line_is_left_over(section: str) -> None:
    source = sources(SOURCE / "cli", SOURCE / "server")
    for name, value in load(SOURCE / "cli" / "words" / "it.toml")[section].items():
        assert isinstance(value, Mapping) or is_used(name, source), name
