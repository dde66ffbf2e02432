#!/usr/bin/env python3
"""Write what the page prints on cards, from the real games: kinds, copies, prints, and the words of both languages.

`python web/scripts/cards_json.py` writes `web/src/generated/<game>.json`; a test holds that these files are fresh.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from grimorio.engine.game import Game
from grimorio.engine.words import LANGUAGES, Words
from grimorio.games import GAMES
from grimorio.games.abracadabra.state import LETTERS_OF_PILES, MEETINGS, ORDINARY
from grimorio.games.illusio.state import COMPONENTS, GROUP_NAMES, MAGICIANS, group_of

GENERATED = Path(__file__).parent.parent / "src" / "generated"

Print = dict[str, Any]

WORDS: Mapping[str, tuple[str, ...]] = {
    "abracadabra": (
        "water",
        "fire",
        "earth",
        "air",
        "bronze",
        "silver",
        "gold",
        "wizard",
        "mage",
        "witch",
        "elemental",
    ),
    "illusio": (
        "any accessory",
        "any animal",
        "any artifice",
        "any box",
        "close-up",
        "illusion",
        "escape",
        "mentalism",
    ),
}
"""Words beside the names of cards that are printed or spoken."""

PIECES: Mapping[str, tuple[str, ...]] = {
    "flautz": tuple(f"apprentice {colour}" for colour in ("blue", "green", "violet", "orange", "pink")),
    "illusio": MAGICIANS,
}
"""Things that are drawn like cards but never drawn from a deck."""


def plain_prints(_box: Mapping[str, Any], kinds: Iterable[str]) -> Iterator[Print]:
    """The name of a card says all that is printed on it."""
    return ({} for _ in kinds)


def fata_prints(box: Mapping[str, Any], kinds: Iterable[str]) -> Iterator[Print]:
    """A vision shows stars upright and reversed; sideways it shows its power."""
    for kind in kinds:
        found = box["visions"].get(kind.partition(" ")[2])
        yield {"stars": [found["upright"], found["reversed"]]} if found else {}


def illusio_prints(box: Mapping[str, Any], kinds: Iterable[str]) -> Iterator[Print]:
    """A component belongs to a group; an objective has domain, level and needs."""
    for number, kind in enumerate(kinds):
        if number < COMPONENTS:
            yield {"group": GROUP_NAMES[group_of(number)]}
        else:
            found = box["objectives"].get(kind, {})
            yield {key: found[key] for key in ("domain", "level", "needs") if key in found}


def zaubercocktail_prints(box: Mapping[str, Any], kinds: Iterable[str]) -> Iterator[Print]:
    """An ingredient has a scale, a recipe steps forward and back."""
    for kind in kinds:
        if kind in box["ingredients"]:
            yield {"scale": box["ingredients"][kind].get("scale", {"values": []})["values"]}
        else:
            found = box["recipes"].get(kind.removeprefix("recipe "), {})
            yield {key: found[key] for key in ("steps", "back") if key in found}


PRINTS: Mapping[str, Callable[[Mapping[str, Any], Iterable[str]], Iterator[Print]]] = {
    "fata": fata_prints,
    "illusio": illusio_prints,
    "zaubercocktail": zaubercocktail_prints,
}


def spoken(game: Game, kind: str) -> dict[str, str]:
    """The name of a card in every language."""
    return {language: Words(game, language).name(kind) for language in LANGUAGES}


def cards_of(game: Game) -> list[Print]:
    """Every kind of card: how many the standard box has, its names, and what is printed on it."""
    box = tomllib.loads((game.folder / "cards.toml").read_text(encoding="utf-8"))
    copies = Counter(game.card_name(kind) for kind in game.deck(game.box(game.seats[1])))
    prints = PRINTS.get(game.name, plain_prints)(box, game.card_names)
    return [
        {"kind": kind, "copies": copies[kind], **spoken(game, kind), **printed}
        for kind, printed in zip(game.card_names, prints, strict=True)
    ]


def words_of(game: Game) -> dict[str, dict[str, str]]:
    """What else is printed on cards, in every language."""
    if game.name == "fata":
        return {language: fata_words(Words(game, language)) for language in LANGUAGES}
    return {
        language: {key: Words(game, language).name(key) for key in WORDS.get(game.name, ())} for language in LANGUAGES
    }


def fata_words(words: Words) -> dict[str, str]:
    """The three sides of visions in the short words that stand in their names: `Pesca (pietra, chiunque, 1)`."""
    types = {kind: words.name(f"{kind} stone anyone 1").split(" (")[0] for kind in ("draw", "take", "rob", "discard")}
    subjects = {"neighbour": 1, "anyone": 1, "two": 2}
    parts = {who: words.name(f"draw stone {who} {power}").split(", ")[1] for who, power in subjects.items()}
    return types | parts


def gathering_asks(letter: str) -> list[bool]:
    """A-R16: whether element, school and aspect are the same in a gathering, read off one without Air Enchanters."""
    plain = (each.enchanters for each in MEETINGS if each.letter == letter)
    met = next(three for three in plain if all(each < ORDINARY for each in three))
    signs = [(each // 9, each // 3 % 3, each % 3) for each in met]
    return [len(set(sign)) == 1 for sign in zip(*signs, strict=True)]


def table_of(game: Game) -> dict[str, Any]:
    """What else of the box a table draws: the arena and crystals of FLAUTZ!, the gatherings of Abracadabra."""
    if game.name == "abracadabra":
        return {"table": {"gatherings": {letter: gathering_asks(letter) for letter in LETTERS_OF_PILES}}}
    if game.name != "flautz":
        return {}
    box = tomllib.loads((game.folder / "cards.toml").read_text(encoding="utf-8"))
    arena = {name: {side: box["arena"][name][side] for side in ("front", "back")} for name in ("I", "II", "III")}
    return {"table": {"arena": arena, "crystals": box["crystals"]["to_win"]["number"]}}


def cards_json(game: Game) -> str:
    """The file of one game."""
    data = {
        "game": game.name,
        "title": game.title,
        "authors": game.authors,
        "publisher": game.publisher,
        "seats": list(game.seats),
        "cards": cards_of(game),
        "pieces": [{"kind": kind, "copies": 1, **spoken(game, kind)} for kind in PIECES.get(game.name, ())],
        "words": words_of(game),
        **table_of(game),
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the files of all games."""
    GENERATED.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        (GENERATED / f"{game.name}.json").write_text(cards_json(game), encoding="utf-8")


if __name__ == "__main__":
    main()
