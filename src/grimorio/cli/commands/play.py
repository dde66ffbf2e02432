"""`grimorio play`: a game with people, once everything that was asked for has been found possible."""

from dataclasses import dataclass
from pathlib import Path

from grimorio.bots import STANDARD
from grimorio.cli import terminal
from grimorio.cli.asked import check_seats, edition_at, game_named, options_of
from grimorio.cli.commands.warm import warmed
from grimorio.cli.output import Desk, WrongUsageError
from grimorio.cli.seating import BOT, UnplayableError, seat_players
from grimorio.cli.texts import Texts
from grimorio.engine.game import Game

COMPANY = 3
"""Seats of a table that nobody described."""


@dataclass(frozen=True)
class Wishes:
    """What was asked for at the terminal."""

    seats: str = ""
    options: tuple[str, ...] = ()
    edition: Path | None = None
    nonces: tuple[str, ...] = ()
    seed: int | None = None
    save: Path | None = None
    pace: float | None = None


def play(desk: Desk, name: str, wishes: Wishes, *, resume: bool) -> int:
    """A game in the terminal. Whatever can be refused is refused before anybody waits for a compiler."""
    game = game_named(name)
    seats = seats_of(desk, game, wishes.seats)
    options = options_of(game, wishes.options)
    edition_at(game, wishes.edition)
    if resume and (wishes.seats or wishes.options or wishes.edition or wishes.nonces or wishes.seed is not None):
        raise WrongUsageError(says="resume_alone")
    if not resume:
        try:
            seat_players(game, seats, Texts(desk.language, "play"))
        except UnplayableError as error:
            raise WrongUsageError(says="reason", reason=error) from error
    bots = [seat[len(BOT) :].strip() for seat in seats or () if seat.startswith(BOT)]
    with terminal.unheard():
        warmed(desk, [game], only_tables=True, levels=bots)
    return terminal.run(
        game,
        seats=seats,
        language=desk.language,
        language_chosen=desk.chosen,
        options=options,
        edition=wishes.edition,
        nonces=list(wishes.nonces),
        seed=wishes.seed,
        resume=resume,
        save=wishes.save,
        console=desk.out,
        pace=wishes.pace,
    )


def seats_of(desk: Desk, game: Game, text: str) -> list[str]:
    """Names and bots as they were typed; a number (`3`, `tre maghi`), or nothing, is one person against apprentices."""
    number = desk.texts.number(text) if text else min(max(COMPANY, game.seats[0]), game.seats[1])
    if number is None:
        return [seat.strip() for seat in text.split(",")]
    check_seats(game, number)
    return [desk.texts("you"), *[BOT + STANDARD] * (number - 1)]
