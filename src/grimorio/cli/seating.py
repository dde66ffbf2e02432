"""Who sits where: people by their names, bots by what they play like."""

from collections.abc import Sequence

from grimorio.bots import names as bots_of
from grimorio.cli.texts import Texts
from grimorio.engine.game import Game
from grimorio.engine.harmless import harmless
from grimorio.room.chairs import Chair

BOT = "bot:"
LONGEST = 20
"""Letters of a name that are kept."""


class UnplayableError(ValueError):
    """A game that cannot begin: one clear line says why."""


def shown(names: Sequence[str]) -> tuple[str, ...]:
    """Names as the table reads them, also those of a record that a stranger wrote."""
    return tuple(harmless(name, LONGEST) for name in names)


def seat_players(game: Game, seats: Sequence[str], texts: Texts) -> list[Chair]:
    """Read `Ada`, `bot:apprentice`, `bot:apprendista` and so on; every bot gets a name of its own."""
    least, most = game.seats
    if not least <= len(seats) <= most:
        raise UnplayableError(texts("wrong_seats", title=game.title, least=least, most=most, seats=len(seats)))
    bots = tuple(texts.level(seat[len(BOT) :].strip()) if seat.startswith(BOT) else "" for seat in seats)
    names = ["" if seat.startswith(BOT) else harmless(seat, LONGEST) for seat in seats]
    for name, level in zip(names, bots, strict=True):
        if not name and not level:
            raise UnplayableError(texts("empty_name"))
        if name and names.count(name) > 1:
            raise UnplayableError(texts("same_name", name=name))
    known_bots(game, bots, texts)
    free = iter([name for name in texts.names("bot_names") if name not in names])
    return [
        Chair("bot" if level else "person", name or next(free), level) for name, level in zip(names, bots, strict=True)
    ]


def known_bots(game: Game, bots: Sequence[str], texts: Texts) -> None:
    """Refuse a bot that the game does not have."""
    for bot in bots:
        if bot and bot not in bots_of(game.name):
            there = ", ".join(BOT + texts.bot(name) for name in bots_of(game.name))
            raise UnplayableError(texts("unknown_bot", bot=BOT + harmless(bot, LONGEST), title=game.title, bots=there))
