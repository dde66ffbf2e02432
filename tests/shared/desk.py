"""Somebody at the terminal, for tests that play there: a script, then keys of which some always do something."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

from rich.console import Console

from grimorio.cli.terminal import run
from grimorio.cli.texts import Texts
from grimorio.engine.game import Game


def waits(texts: Texts, prompt: str) -> bool:
    """Whether nothing but Enter is asked for."""
    pauses = {texts(name) for name in ("start", "next", "next_undo")}
    return prompt in pauses or prompt.endswith(texts("cover_ready", seat=""))


class Desk:
    """A terminal with somebody who types: first a script, then `keys` so often (or for ever), then the end."""

    game: ClassVar[Game]
    keys: ClassVar[tuple[str, ...]]
    """Whatever is to be decided, some of these are legal; the others are refused and cost nothing."""
    agreed: ClassVar[Mapping[str, str]] = {}
    """Options of every game at this desk."""

    def __init__(
        self, *script: str, language: str = "it", goes_on: bool = False, most: int = 0, terminal: bool = False
    ) -> None:
        """Sit down; `goes_on` types keys for ever, `most` so many."""
        self.out = io.StringIO()
        self.console = Console(file=self.out, width=80, height=24, force_terminal=terminal, color_system=None)
        self.language, self.texts = language, Texts(language, "play")
        self.script, self.goes_on, self.most = list(script), goes_on, most
        self.typed = self.shown = 0
        self.screens: list[tuple[str, str]] = []
        self.before_reading: Callable[[str, str], None] = lambda _prompt, _screen: None

    def read(self, prompt: str) -> str:
        """What is typed next."""
        everything = self.out.getvalue()
        screen, self.shown = everything[self.shown :], len(everything)
        self.screens.append((prompt, screen))
        self.before_reading(prompt, screen)
        if self.script:
            return self.script.pop(0)
        if not self.goes_on and self.typed >= self.most:
            raise EOFError
        self.typed += 1
        return "" if waits(self.texts, prompt) else self.keys[self.typed % len(self.keys)]

    def play(self, save: Path, *seats: str, seed: int = 1, resume: bool = False, **options: str) -> int:
        """Begin, or go on, and play until the script ends."""
        return run(
            self.game,
            seats=list(seats),
            language=self.language,
            options={**self.agreed, **{name.replace("_", "-"): value for name, value in options.items()}},
            seed=seed,
            resume=resume,
            save=save,
            console=self.console,
            read=self.read,
            pace=0,
        )

    @property
    def text(self) -> str:
        """Everything that was shown, in one line."""
        return " ".join(self.out.getvalue().split())

    def says(self, sentence: str, **values: object) -> bool:
        """Whether a sentence of the command line was shown."""
        return " ".join(self.texts(sentence, **values).split()) in self.text
