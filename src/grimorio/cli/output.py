"""What every command needs: its words, where it writes, and what its exit status means."""

import contextlib
import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeElapsedColumn

from grimorio.cli.texts import Texts
from grimorio.engine.harmless import visible

GOOD, FINDING, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
PATIENCE = 2.0
"""Seconds that somebody waits without being told how far it is."""

Advance = Callable[..., None]
"""Says how much is done, and sometimes what is being done now: `advance(done, "compiling")`."""


class WrongUsageError(Exception):
    """Something that was asked for cannot be done: the name of a sentence, and what fills it."""

    def __init__(self, *, says: str, **values: object) -> None:
        """Carry the sentence; it is told in the language of the command."""
        super().__init__(says, values)
        self.says, self.values = says, values


class NobodyReadsError(Exception):
    """Whoever read the output has stopped, as `head` does; the command ends quietly."""


class Paper(Console):
    """An output that somebody may stop reading at any moment."""

    def on_broken_pipe(self) -> None:
        """Let it be handled where all commands end."""
        raise NobodyReadsError


@dataclass(frozen=True)
class Desk:
    """The language of a command, its two outputs, and what was typed after its name.

    `chosen`: somebody asked for the language, so that nothing else decides it.
    """

    language: str
    texts: Texts
    arguments: Sequence[str] = ()
    chosen: bool = False
    out: Console = field(default_factory=lambda: Paper(highlight=False, markup=False, emoji=False))
    err: Console = field(default_factory=lambda: Paper(stderr=True, highlight=False, markup=False, emoji=False))

    def say(self, name: str, /, **values: object) -> None:
        """One line of an answer."""
        self.line(self.texts(name, **values))

    def line(self, text: str) -> None:
        """One line as it is, however long."""
        self.out.print(visible(text), soft_wrap=True)

    def complain(self, name: str, /, **values: object) -> None:
        """One line about what is wrong."""
        sys.stderr.write(f"{visible(self.texts(name, **values))}\n")

    def json(self, value: object) -> None:
        """For scripts."""
        self.out.out(json.dumps(value, indent=2, ensure_ascii=False), highlight=False)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as it is written in the language."""
        told = f"{value:,.{digits}f}"
        return told.translate({ord(","): ".", ord("."): ","}) if self.language == "it" else told

    def large(self, value: float) -> str:
        """A large number in words: `6.2 million`."""
        for name, size in (("billion", 1e9), ("million", 1e6)):
            if value >= size:
                return self.texts(name, number=self.number(value / size, 2))
        return self.number(value)

    @contextlib.contextmanager
    def waiting(self, name: str, total: float | None, *columns: ProgressColumn) -> Iterator[Advance]:
        """A bar on the terminal for whatever takes longer than a moment."""
        shown = (TextColumn("{task.description}"), BarColumn(), *columns, TimeElapsedColumn())
        progress = Progress(*shown, console=self.err, transient=True)
        task = progress.add_task(self.texts(name), total=total)

        def advance(done: float, doing: str = name) -> None:
            progress.update(task, completed=done, description=self.texts(doing))

        begin = threading.Timer(PATIENCE, progress.start)
        begin.daemon = True
        if self.err.is_interactive:
            begin.start()
        try:
            yield advance
        finally:
            begin.cancel()
            if begin.ident is not None:
                begin.join()
            if progress.live.is_started:
                progress.stop()


def own(texts: Texts, *keys: str) -> Mapping[str, Any]:
    """A table inside the words of the command line."""
    found: Any = texts.own
    for key in keys:
        found = found[key]
    return dict(found)
