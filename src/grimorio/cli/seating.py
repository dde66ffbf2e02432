"""Who sits where: people by their names, bots by what they play like."""

from collections.abc import Sequence
from dataclasses import dataclass

from grimorio.bots import names as bots_of
from grimorio.cli.texts import Texts
from grimorio.engine.game import Game
from grimorio.engine.harmless import harmless

BOT = "bot:"
LONGEST = 20
"""Letters of a name that are kept."""


class UnplayableError(ValueError):
    """A game that cannot begin: one clear line says why."""


@dataclass(frozen=True)
class Seating:
    """The names at a table, and for each seat the bot that plays it ('' for a person)."""

    names: tuple[str, ...]
    bots: tuple[str, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, bot in enumerate(self.bots) if not bot)


def shown(names: Sequence[str]) -> tuple[str, ...]:
    """Names as the table reads them, also those of a record that a stranger wrote."""
    return tuple(harmless(name, LONGEST) for name in names)


def seat_players(game: Game, seats: Sequence[str], texts: Texts) -> Seating:
    """Read `Ada`, `bot:apprentice` and so on; every bot gets a name of its own."""
    least, most = game.seats
    if not least <= len(seats) <= most:
        raise UnplayableError(texts("wrong_seats", title=game.title, least=least, most=most, seats=len(seats)))
    bots = tuple(seat[len(BOT) :].strip() if seat.startswith(BOT) else "" for seat in seats)
    names = ["" if seat.startswith(BOT) else harmless(seat, LONGEST) for seat in seats]
    for name, bot in zip(names, bots, strict=True):
        if not name and not bot:
            raise UnplayableError(texts("empty_name"))
        if name and names.count(name) > 1:
            raise UnplayableError(texts("same_name", name=name))
    known_bots(game, bots, texts)
    free = iter([name for name in texts.names("bot_names") if name not in names])
    return Seating(tuple(name or next(free) for name in names), bots)


def known_bots(game: Game, bots: Sequence[str], texts: Texts) -> None:
    """Refuse a bot that the game does not have."""
    for bot in bots:
        if bot and bot not in bots_of(game.name):
            there = ", ".join(BOT + name for name in bots_of(game.name))
            raise UnplayableError(texts("unknown_bot", bot=BOT + harmless(bot, LONGEST), title=game.title, bots=there))
