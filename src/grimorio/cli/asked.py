"""What was typed, made into games, options and editions; whatever there is not is refused in the player's language."""

from collections.abc import Sequence
from pathlib import Path

from grimorio.cli.output import WrongUsageError
from grimorio.engine.game import Edition, EditionError, Game, Option
from grimorio.games import GAMES, UnknownGameError, load


def game_named(name: str) -> Game:
    """The game with this name."""
    try:
        return load(name)
    except UnknownGameError as error:
        raise WrongUsageError(says="unknown_game", text=name[:40], games=", ".join(GAMES)) from error


def options_of(game: Game, given: Sequence[str]) -> dict[str, str]:
    """The options from their `NAME=VALUE`, checked."""
    known = {option.name: option for option in game.options}
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise WrongUsageError(says="option_form", text=text[:40])
        if name not in known:
            raise WrongUsageError(says="unknown_option", text=name[:40], title=game.title, options=", ".join(known))
        found[name] = _value(known[name], value)
    return found


def _value(option: Option, text: str) -> str:
    try:
        return option.read(text)
    except EditionError as error:
        if option.choices:
            raise WrongUsageError(
                says="not_one_of", name=option.name, text=text[:40], words=", ".join(option.choices)
            ) from error
        raise WrongUsageError(
            says="not_whole", name=option.name, text=text[:40], least=option.least, most=option.most
        ) from error


def edition_at(game: Game, path: Path | None) -> Edition:
    """A player's own edition, or the box as it is sold."""
    try:
        return game.read_edition(path)
    except EditionError as error:
        raise WrongUsageError(says="unplayable", reason=error) from error


def check_seats(game: Game, seats: int) -> None:
    """Refuse a table that is too small or too large for the game."""
    least, most = game.seats
    if not least <= seats <= most:
        raise WrongUsageError(says="wrong_seats", title=game.title, least=least, most=most, seats=seats)
