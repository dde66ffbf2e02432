"""`grimorio play`: a game in the terminal, from the first move or from where it was left."""

import contextlib
import errno
import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.console import Console

from grimorio.cli.prompt import QuitError
from grimorio.cli.saves import BusyError, default_path, keep_previous, locked
from grimorio.cli.seating import UnplayableError, known_bots, seat_players
from grimorio.cli.session import Session, now
from grimorio.cli.texts import Texts, program
from grimorio.engine.game import EditionError, Game
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.record import RecordError, read
from grimorio.engine.words import LANGUAGES
from grimorio.room.pace import TEMPOS, Tempo
from grimorio.room.room import Room

PACE = 0.8
"""Seconds that a bot is seen to think."""
GOOD, WRONG_USAGE = 0, 2


@dataclass(frozen=True)
class Agreed:
    """What the table agreed on before the deal."""

    seats: Sequence[str]
    options: Mapping[str, str]
    edition: Path | None
    nonces: Sequence[str]
    seed: int | None


@dataclass(frozen=True)
class Manner:
    """How a game is played here: in which language ('' where none is known), and how fast its bots are."""

    language: str = ""
    pace: float = PACE
    tempo: Tempo = "normal"


def run(  # noqa: PLR0913 - everything that a table may ask for
    game: Game,
    *,
    seats: list[str],
    language: str,
    language_chosen: bool = True,
    options: dict[str, str],
    edition: Path | None = None,
    nonces: list[str] | None = None,
    seed: int | None = None,
    resume: bool = False,
    save: Path | None = None,
    console: Console,
    read: Callable[[str], str] | None = None,
    pace: float | None = None,
) -> int:
    """Play; the exit status is 0 also when somebody leaves, since nothing is lost, and 2 when no game can begin.

    Language and pace that nobody asked for are those of the saved game.
    """
    path = default_path(game) if save is None else save
    kept = manner_of(path) if resume else Manner()
    texts = Texts(language if language_chosen else kept.language or language, "play")
    agreed = Agreed(seats, options, edition, nonces or (), seed)
    try:
        with _writable(path, texts):
            room, notices = continued(game, path, texts) if resume else begun(game, agreed, path, texts)
            session = Session(room, texts, path, console, read or ask_terminal, kept.pace if pace is None else pace)
            session.tempo = kept.tempo if pace is None else "normal"
            return to_the_end(session, notices, custom=save is not None)
    except (UnplayableError, EditionError) as error:
        sys.stderr.write(f"{texts.shown(error)}\n")
        return WRONG_USAGE


def manner_of(path: Path) -> Manner:
    """How a saved game was played; what it does not tell is as usual."""
    try:
        saved = read(path)
    except RecordError:
        return Manner()
    return Manner(
        saved.language if saved.language in LANGUAGES else "",
        PACE if saved.pace is msgspec.UNSET else saved.pace,
        next((each for each in TEMPOS if each == saved.tempo), "normal"),
    )


@contextlib.contextmanager
def _writable(path: Path, texts: Texts) -> Iterator[None]:
    """Hold the save of this game; say in one line where that cannot be."""
    with contextlib.ExitStack() as stack:
        if path.is_dir():
            raise UnplayableError(texts("cannot_write", path=path, reason=os.strerror(errno.EISDIR)))
        try:
            stack.enter_context(locked(path))
        except BusyError as error:
            raise UnplayableError(texts("busy", path=path)) from error
        except OSError as error:
            raise UnplayableError(texts("cannot_write", path=path, reason=error.strerror)) from error
        yield


def begun(game: Game, agreed: Agreed, path: Path, texts: Texts) -> tuple[Room, list[str]]:
    """A new game; what it would write over is kept."""
    chairs = seat_players(game, agreed.seats, texts)
    if len(agreed.nonces) > len(chairs):
        raise UnplayableError(texts("too_many_nonces", nonces=len(agreed.nonces), seats=len(chairs)))
    room = Room(
        game,
        chairs,
        options=agreed.options,
        edition=game.read_edition(agreed.edition) if agreed.edition else None,
        secret=None if agreed.seed is None else hashlib.sha256(f"grimorio seed {agreed.seed}".encode()).digest(),
    )
    for seat, nonce in enumerate(agreed.nonces):
        room.give_nonce(seat, nonce)
    room.deal(now())
    try:
        kept = keep_previous(path)
    except OSError as error:
        raise UnplayableError(texts("cannot_write", path=path, reason=error.strerror)) from error
    return room, [texts(kept[0], path=kept[1])] if kept else []


def continued(game: Game, path: Path, texts: Texts) -> tuple[Room, list[str]]:
    """The saved game, replayed entry by entry."""
    if not path.exists():
        raise UnplayableError(texts("no_save", path=path))
    try:
        saved = read(path)
        if saved.game != game.name:
            raise UnplayableError(texts("other_game", path=path, game=harmless(saved.game, 40), title=game.title))
        known_bots(game, saved.bots, texts)
        room = Room.resumed(saved, game)
    except RecordError as error:
        told, place = visible(error), visible(path)
        reason = told if told.startswith(place) else f"{place}: {told}"
        raise UnplayableError(texts("damaged_save", reason=reason)) from error
    return room, [texts("resumed", moves=len(room.dealt().moves))]


def to_the_end(session: Session, notices: Sequence[str], *, custom: bool) -> int:
    """Play on a screen of its own, which leaves nothing behind; then say how it went, or how to continue."""
    console = session.console
    on_screen = console.is_terminal and console.set_alt_screen(enable=True)
    try:
        left = False
        session.play(notices)
    except (EOFError, KeyboardInterrupt, QuitError):
        left = True
    finally:
        if on_screen:
            console.set_alt_screen(enable=False)
    if left:
        farewell(session, custom=custom)
    else:
        session.ending()
    return GOOD


def farewell(session: Session, *, custom: bool) -> None:
    """Somebody leaves: the game is saved, and this is how it goes on."""
    where = f" --save {session.save}" if custom else ""
    session.console.print()
    session.write()
    if not session.unsaved:
        session.say("saved", path=session.save)
    session.say("resume_how", command=f"{program()} play {session.room.game.name} --resume{where}")
    session.say("bye")


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """While somebody waits for the table, what is typed is not written into the bar, and not kept for later."""
    if sys.platform == "win32" or not sys.stdin.isatty():
        yield
        return
    import termios  # noqa: PLC0415 - not on every system

    keyboard = sys.stdin.fileno()
    if os.tcgetpgrp(keyboard) != os.getpgrp():  # whoever plays in the background is stopped where it asks something
        yield
        return
    kept = termios.tcgetattr(keyboard)
    termios.tcsetattr(keyboard, termios.TCSANOW, [*kept[:3], kept[3] & ~termios.ECHO, *kept[4:]])
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, kept)


def ask_terminal(prompt: str) -> str:
    """What is typed, with the keys for editing where the system has them, and without a memory for the next person."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: PLC0415 - only when somebody types

        readline.set_auto_history(False)
    return input(prompt)
