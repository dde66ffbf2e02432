"""Words: every sentence that a player reads, in Italian and in English, from TOML files beside the rules.

A game keeps `words/it.toml` and `words/en.toml`; what all games share stands in `engine/phrases/`. Both languages have
the same entries with the same placeholders, and everything that can happen has an entry: tests hold this.
"""

import functools
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grimorio.engine.events import Event
from grimorio.engine.game import ActionError, Game
from grimorio.engine.layout import LETTERS
from grimorio.engine.table import ENGINE_REFUSALS, UNDONE, Refusal

LANGUAGES = ("it", "en")
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

    def action(self, number: int) -> str:
        """What an action is called; a player may also type it."""
        action = self.game.action_of(number)
        patterns = self.own["actions"]
        pattern = patterns.get(action.text()) or patterns[type(action).__name__.lower()]
        return str(pattern).format(**{name: self.name(value) for name, value in vars(action).items()})

    @functools.cached_property
    def _by_text(self) -> dict[str, int]:
        """Every action by what a player may type for it, in his language or in the game's own text form."""
        own = {folded(self.action(number)): number for number in range(self.game.actions)}
        return {**self.game.action_texts, **own}

    def read_action(self, text: str, legal: Sequence[int] = ()) -> int:
        """The action a player typed; the beginning is enough where only one legal action begins so."""
        wanted = folded(text)
        if wanted in self._by_text:
            return self._by_text[wanted]
        begun = {number for typed, number in self._by_text.items() if number in legal and typed.startswith(wanted)}
        if wanted and len(begun) == 1:
            return begun.pop()
        raise ActionError(text)

    def place(self, address: str, players: Sequence[str]) -> str:
        """A place by its address: `air[1]` is `air 2`, `hand[A]` the hand of whoever sits there."""
        found = re.fullmatch(r"(\w+)(?:\[([A-Z])?,?(\d+)?\])?", address)
        if found is None:
            raise ValueError(address)
        name, letter, index = found.groups()
        seat = players[LETTERS.index(letter)] if letter else ""
        return str(self.own["places"][name]).format(seat=seat, n=int(index) + 1 if index else "")

    def event(self, event: Event, players: Sequence[str]) -> str:
        """What happened, in a sentence; '' for what needs none."""
        own = self.shared["events"] if event.kind == UNDONE else self.own["events"]
        pattern = own[event.kind]
        if isinstance(pattern, Mapping):
            pattern = pattern["face" if event.card else "hidden"]
        return str(pattern).format(
            seat=players[LETTERS.index(event.seat)] if event.seat else "",
            card=self.name(event.card or event.back or ""),
            start=self.place(event.start, players) if event.start else "",
            to=self.place(event.to, players) if event.to else "",
            value=event.value,
        )

    def refusal(self, refusal: Refusal) -> str:
        """Why not, in a sentence."""
        texts = self.shared["refusals"] if refusal.code in ENGINE_REFUSALS else self.own["refusals"]
        return str(texts[refusal.code])

    def rule(self, number: str) -> str:
        """What a rule says, for players; '' for a number that is no rule."""
        return str(self.own["rules"].get(number, ""))

    def rules(self) -> Mapping[str, str]:
        """Every rule by its number."""
        return dict(self.own["rules"])

    def text(self, *keys: str) -> str:
        """Any other text of the game: `endings`, `options`, `fields`."""
        found: Any = self.own
        for key in keys:
            found = found[key]
        return str(found)
