"""The sentences of the command line, from `words/it.toml` and `words/en.toml`."""

import functools
import shutil
import sys
from pathlib import Path
from typing import Any

from grimorio.engine.fitting import filled
from grimorio.engine.game import EditionError, Game
from grimorio.engine.harmless import visible
from grimorio.engine.words import LANGUAGES, Words, load
from grimorio.room.pace import TEMPOS, Tempo

FOLDER = Path(__file__).parent / "words"
PICTURES = Path(__file__).parent / "pictures"


class Texts:
    """The sentences of one command in one language."""

    def __init__(self, language: str, command: str) -> None:
        """Load them."""
        self.language = language
        self.own: dict[str, Any] = dict(load(FOLDER / f"{language}.toml")[command])
        self._all = [load(FOLDER / f"{each}.toml")[command] for each in (language, *LANGUAGES)]

    def __call__(self, name: str, /, **values: object) -> str:
        """One sentence; what fills it may be a stranger's, or why something cannot be played."""
        shown = {slot: value if isinstance(value, int) else self.shown(value) for slot, value in values.items()}
        return filled(self.language, str(self.own[name]), shown)

    def shown(self, value: object) -> str:
        """Something as it is told in the language, harmlessly."""
        return visible(value.told(self.language) if isinstance(value, EditionError) else value)

    def names(self, name: str) -> list[str]:
        """A list of names."""
        return [str(each) for each in self.own[name]]

    def bot(self, name: str) -> str:
        """A bot as the player's language calls it."""
        return str(self.own["bots"].get(name, name))

    def tempo(self, text: str) -> Tempo | None:
        """How fast bots are to play, by a word of either language; None for any other."""
        said = text.lower().split()
        return next((each for each in TEMPOS for own in self._all if said == [own["tempos"][each]]), None)

    def level(self, text: str) -> str:
        """The bot that is meant by a name of either language; what was typed where none is."""
        known = {str(told): str(name) for own in self._all for name, told in own["bots"].items()}
        return known.get(" ".join(text.lower().split()), text)

    @functools.cached_property
    def commands(self) -> dict[str, str]:
        """What each word that a player may type asks for; the words of both languages work in both."""
        commands = [item for own in self._all for item in own["commands"].items()]
        return {str(word): name for name, told in commands for word in told["words"]}

    def about(self, word: str) -> str:
        """What a command does; '' for a word that is none."""
        name = self.commands.get(word.lower())
        return str(self.own["commands"][name]["about"]) if name else ""

    @functools.cached_property
    def yes(self) -> frozenset[str]:
        """The words by which somebody says that he means it, in both languages."""
        return frozenset(str(word) for own in self._all for word in own["yes"])

    @functools.cached_property
    def no(self) -> frozenset[str]:
        """The words by which somebody leaves something alone, in both languages."""
        return frozenset(str(word) for own in self._all for word in own["no"])

    def number(self, text: str) -> int | None:
        """How many players somebody asks for: `3`, `tre maghi`, `three`; None for anything else."""
        said, *rest = text.lower().split() or [""]
        words = {str(word): 2 + i for own in self._all for i, word in enumerate(own["numbers"])}
        asked = int(said[:9]) if said.isdecimal() else words.get(said)
        return asked if all(any(word in own["players"] for own in self._all) for word in rest) else None

    def called(self, command: str) -> str:
        """A command as the player's language calls it."""
        return str(self.own["commands"][command]["words"][0])

    def command_list(self) -> list[tuple[str, str]]:
        """Every command as the player's language calls it, with what it does."""
        return [(self.called(name), str(told["about"])) for name, told in self.own["commands"].items()]


class ScreenWords(Words):
    """The words of a game with those that only the terminal needs, which stand beside the game's picture."""

    def __init__(self, game: Game, language: str) -> None:
        """Load both."""
        super().__init__(game, language)
        path = PICTURES / game.name / "words" / f"{language}.toml"
        if path.exists():
            drawn = load(path)
            self.own = {**self.own, **{name: {**self.own.get(name, {}), **drawn[name]} for name in drawn}}


def program() -> str:
    """The command as the player started it, for commands that are shown to be typed again."""
    started = Path(sys.argv[0])
    if started.name != "grimorio":
        return "grimorio"
    found = shutil.which("grimorio")
    if found is not None and Path(found).resolve() == started.resolve():
        return "grimorio"
    try:
        return str(started.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(started)
