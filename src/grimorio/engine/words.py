"""Words: every sentence that a player reads, in Italian and in English, from TOML files beside the rules.

A game keeps `words/it.toml` and `words/en.toml`; what all games share stands in `engine/phrases/`. Both languages have
the same entries with the same placeholders, and everything that can happen has an entry: tests hold this.
"""

import functools
import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Formatter
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.fitting import filled, fitting
from grimorio.engine.game import ActionError, Game
from grimorio.engine.layout import LETTERS
from grimorio.engine.reading import UNDONE
from grimorio.engine.reference import Ref, declared
from grimorio.engine.refusal import Refusal
from grimorio.engine.story import Line, Slot, Told, line_of

LANGUAGES = ("it", "en")
WHYS = "whys"
"""Where the sentences stand that tell two choices apart, the same in every game."""
PHRASES = Path(__file__).parent / "phrases"


def language_of_environment(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the player's system: Italian where it says so, English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG"):
        if value := environment.get(name):
            return "it" if value.lower().startswith("it") else "en"
    return "en"


@functools.cache
def load(path: Path) -> Mapping[str, Any]:
    """A file of words."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def folded(text: str) -> str:
    """A text as it is compared: without capitals, commas and doubled spaces."""
    return " ".join(text.lower().replace(",", " ").split())


def is_name(ref: Ref | None) -> bool:
    """Whether a part of a sentence is somebody's name, which is written as he writes it."""
    return ref is not None and ref.sort == "seat"


class Words:
    """The sentences of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        """Load them."""
        self.game, self.language = game, language
        self.own = load(game.folder / "words" / f"{language}.toml")
        self.shared = load(PHRASES / f"{language}.toml")

    def name(self, thing: str) -> str:
        """A card, a place or a choice by the player's word for it: `blue 3` is `blu 3`."""
        names = self.own["names"]
        if thing in names:
            return str(names[thing])
        return " ".join(str(names.get(word, word)) for word in thing.split(" "))

    def action_pattern(self, number: int) -> str:
        """The sentence of an action, with its slots."""
        action = self.game.action_of(number)
        patterns = self.own["actions"]
        return str(patterns.get(action.text()) or patterns[type(action).__name__.lower()])

    def action(self, number: int, players: Sequence[str] = ()) -> str:
        """What an action is called; a player may also type it. Seats are called by their players' names, if given."""
        action = self.game.action_of(number)
        sorts = declared(type(action))
        values = {
            name: players[LETTERS.index(value)]
            if sorts[name].sort == "seat" and LETTERS.index(value) < len(players)
            else self.name(value)
            for name, value in vars(action).items()
        }
        return filled(self.language, self.action_pattern(number), values)

    @functools.cached_property
    def _by_text(self) -> dict[str, int]:
        """Every action by what a player may type for it, in his language or in the game's own text form."""
        own = {folded(self.action(number)): number for number in range(self.game.actions)}
        return {**self.game.action_texts, **own}

    def read_action(self, text: str) -> int:
        """The action whose text this is, from end to end."""
        wanted = folded(text)
        if wanted not in self._by_text:
            raise ActionError(text)
        return self._by_text[wanted]

    def place(self, address: str, players: Sequence[str]) -> str:
        """A place by its address: `air[1]` is `air 2`, `hand[A]` the hand of whoever sits there.

        A pattern may use `{seat}`, and `{n}`, `{m}` for the indices, counted from 1, or `{letter}` for the first.
        """
        name, _, inside = address.rstrip("]").partition("[")
        parts = inside.split(",") if inside else []
        seat = players[LETTERS.index(parts.pop(0))] if parts and parts[0] in LETTERS else ""
        n, m = [*(int(part) + 1 for part in parts), "", ""][:2]
        letter = LETTERS[int(parts[0]) :][:1] if parts else ""
        return filled(self.language, str(self.own["places"][name]), {"seat": seat, "n": n, "m": m, "letter": letter})

    def thing(self, ref: Ref, players: Sequence[str]) -> str:
        """What a reference points at, as it is called in a sentence."""
        match ref.sort:
            case "seat":
                return players[LETTERS.index(ref.name)]
            case "place":
                return self.place(ref.at, players)
            case "number" if ref.at in self.own["names"]:
                return self.counted(int(ref.name), ref.at)
            case "word" if ref.at:
                return self.text(ref.at, ref.name)
        return self.name(ref.name)

    def counted(self, number: int, thing: str) -> str:
        """So many of a thing: `3 Radici verdi`; one without a plural of its own is called as it is."""
        several = self.own.get("plurals", {}) if number != 1 else {}
        return f"{number} {several.get(thing, self.name(thing))}"

    def parts(self, line: Line, players: Sequence[str]) -> list[Told]:
        """A line of a story as the parts of its sentence, things apart, so that an interface may draw them."""
        made: list[Told] = []
        for text, slot, _, _ in Formatter().parse(self.pattern(line.key)):
            told = self._slot(line.slots.get(slot, ""), players) if slot else []
            before = text
            if told:
                before, first = self.fitted(text, told[0].text, name=is_name(told[0].ref))
                told[0] = Told(first, told[0].ref)
            made += [Told(before)] if before else []
            made += told
        return made

    def fitted(self, before: str, thing: str, *, name: bool) -> tuple[str, str]:
        """The words before a thing and the thing as they stand beside each other: `a Ada` is `ad Ada`."""
        return fitting(self.language)(before, thing, name=name)

    def say(self, *keys: str, **values: object) -> str:
        """A text of the game with its slots filled by plain words and numbers."""
        return filled(self.language, self.text(*keys), values)

    def _slot(self, value: Slot, players: Sequence[str]) -> list[Told]:
        if isinstance(value, Ref):
            return [Told(self.thing(value, players), value)]
        if isinstance(value, tuple):
            told = [self._slot(each, players)[0] for each in value]
            return [part for each in told for part in (Told(", "), each)][1:]
        return [Told(self.name(value) if isinstance(value, str) else self.number(value))]

    def number(self, number: float) -> str:
        """A number as it is written: in Italian with a comma."""
        return str(number).replace(".", "," if self.language == "it" else ".")

    def pattern(self, key: str) -> str:
        """The sentence at a key, with its slots; what holds for every game stands in the shared words."""
        steps = key.split(".")
        found: Any = self.shared if steps[0] == WHYS or steps[1] == UNDONE else self.own
        for step in steps:
            if isinstance(found, str):
                break
            found = found[step]
        return str(found)

    def sentence(self, line: Line, players: Sequence[str]) -> str:
        """A line of a story in words."""
        return "".join(part.text for part in self.parts(line, players))

    def event(self, event: Event, players: Sequence[str]) -> str:
        """What happened, in a sentence; '' for what needs none."""
        return self.sentence(line_of(event), players)

    def refusal(self, refusal: Refusal) -> str:
        """Why not, in a sentence."""
        texts = self.shared["refusals"] if refusal.code in self.shared["refusals"] else self.own["refusals"]
        return str(texts[refusal.code])

    def rule(self, number: str) -> str:
        """What a rule says, for players; '' for a number that is no rule."""
        return str(self.own["rules"].get(number, ""))

    def rules(self) -> Mapping[str, str]:
        """Every rule by its number."""
        return dict(self.own["rules"])

    def rule_called(self, wanted: str) -> str | None:
        """The number of a rule, typed with or without the letters of the game (`FZ-R24`, `r24`)."""
        plain, numbers = wanted.upper(), self.own["rules"]
        return next((each for each in numbers if plain in (each.upper(), each.upper().partition("-")[2])), None)

    def text(self, *keys: str) -> str:
        """Any other text of the game: `endings`, `options`, `fields`."""
        found: Any = self.own
        for key in keys:
            found = found[key]
        return str(found)
