"""What a caller gives to a batch, looked at before compiled code believes it: a mistake is told, never played."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.arena.simulate import UnknownBotError
from grimorio.engine.game import Edition, Game
from grimorio.games import load
from grimorio.research.stepping import LEARNER

LEARNER_NAME = "learner"
NO_LIMIT = -1


def a_game(given: Game | str) -> Game:
    """A game, or the one with this name."""
    if isinstance(given, str):
        return load(given)
    if not isinstance(given, Game):
        msg = f"a game goes by its name, or is one that load gives: {given!r} is neither"
        raise TypeError(msg)
    return given


def whole(name: str, given: Any, least: int | None = None) -> int:
    """A whole number, of Python or of NumPy, and no less than it may be."""
    try:
        number = operator.index(given)
    except TypeError:
        msg = f"{name} has to be a whole number, not {given!r}"
        raise TypeError(msg) from None
    if least is not None and number < least:
        msg = f"{name} has to be at least {least}, not {number}"
        raise ValueError(msg)
    return number


def by_table(name: str, given: Any, tables: int) -> npt.NDArray[np.int64]:
    """One whole number for all tables, or one for each."""
    found = np.asarray(given)
    if found.dtype.kind not in "iu":
        msg = f"{name} has to be whole numbers, not {given!r:.80}"
        raise TypeError(msg)
    if found.shape not in {(), (tables,)}:
        msg = f"{name} has to be one number, or one for each of {tables} tables, not an array of {found.shape}"
        raise ValueError(msg)
    return np.broadcast_to(found, (tables,)).astype(np.int64)


def agreed(options: Mapping[str, str] | None, edition: Edition | None) -> dict[str, str]:
    """Options by name; what is wrong with one of them the game itself says."""
    if options is not None and not isinstance(options, Mapping):
        msg = f"options are given by name, as in {{'mode': 'points'}}, not as {options!r}"
        raise TypeError(msg)
    if edition is not None and not isinstance(edition, Edition):
        msg = f"an edition is what game.read_edition makes of a file, not {edition!r:.80}"
        raise TypeError(msg)
    return dict(options or {})


def bots_by_seat(game: Game, known: Sequence[str], who: Any, tables: int) -> npt.NDArray[np.int8]:
    """Numbers of the bots at every seat of every table; a learner where nobody is named."""
    most = game.seats[1]
    made = np.full((tables, most), LEARNER, np.int8)
    if who is None:
        return made
    given = np.asarray(who)
    if given.shape[:-1] not in {(), (1,), (tables,)} or not given.shape or given.shape[-1] > most:
        msg = f"who names the players of up to {most} seats, or of those of each of {tables} tables; not {who!r:.80}"
        raise ValueError(msg)
    if given.dtype.kind in "US":
        order = {LEARNER_NAME: LEARNER} | {name: number for number, name in enumerate(known)}
        if missing := sorted(set(given.ravel().tolist()) - set(order)):
            msg = f"{missing[0]!r} is not a bot of {game.title}; there are {', '.join(order)}"
            raise UnknownBotError(msg)
        given = np.vectorize(order.__getitem__, otypes=[np.int8])(given)
    elif given.size and (given.dtype.kind not in "iu" or given.min() < LEARNER or given.max() >= len(known)):
        msg = f"{game.title} has bots from 0 to {len(known) - 1}; {LEARNER} is a learner"
        raise UnknownBotError(msg)
    made[:, : given.shape[-1]] = given
    return made


def shape_and_kind(given: Any, tables: int) -> None:
    """Choices are whole numbers, one for each table: a GPU that is given fewer would read what lies behind them."""
    shape, dtype = tuple(given.shape), str(given.dtype)
    if shape != (tables,):
        msg = f"a choice for each of {tables} tables is wanted, not an array of {shape}"
        raise ValueError(msg)
    if "int" not in dtype:
        msg = f"choices are whole numbers, not {dtype}"
        raise TypeError(msg)
