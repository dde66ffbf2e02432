"""`grimorio review`: what the decisions of a game cost, and what was luck."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.table import Table as Grid

from grimorio.arena.review import Judged, Review, in_words
from grimorio.arena.review import review as reviewed
from grimorio.cli.commands.verify import checked
from grimorio.cli.output import GOOD, Desk, WrongUsageError
from grimorio.engine.harmless import visible
from grimorio.engine.layout import LETTERS
from grimorio.engine.record import Record
from grimorio.engine.words import Words
from grimorio.games import load


def review(desk: Desk, path: Path, seat: str, worlds: int, *, json: bool) -> int:
    """Judge one seat of a record, or everybody who is no bot; everybody where all were bots."""
    found = checked(desk, path)
    if isinstance(found, int):
        return found
    written, table = found
    if not table.over:
        raise WrongUsageError(says="review_not_over", path=path)
    made = []
    for number in seats_of(written, seat):
        with desk.waiting("reviewing", 1.0) as advance:
            made.append(reviewed(written, table.game, number, worlds, advance))
    if json:
        desk.json(msgspec.to_builtins(made))
        return GOOD
    for each in made:
        tell(desk, in_words(each, desk.language, written.seats), written.seats)
    return GOOD


def seats_of(written: Record, asked: str) -> list[int]:
    """The seats that were asked for."""
    letters = LETTERS[: len(written.seats)]
    if asked:
        if len(asked) != 1 or asked.upper() not in letters:
            raise WrongUsageError(says="review_no_seat", text=asked[:40], seats=", ".join(letters))
        return [letters.index(asked.upper())]
    people = [seat for seat, level in enumerate(written.bots) if not level]
    return people or list(range(len(letters)))


def tell(desk: Desk, made: Review, names: Sequence[str]) -> None:
    """A line for each decision, why the bot's were better, the three moments, and how it adds up."""
    say = desk.texts
    name = visible(names[LETTERS.index(made.seat)])
    desk.say("review_title", name=name, seat=made.seat, decisions=len(made.decisions))
    grid = Grid(box=None, padding=(0, 1))
    for column in ("entry", "before", "done", "cost", "best", "luck"):
        grid.add_column(say(f"review_{column}"), justify="left" if column in {"done", "best"} else "right")
    for each in made.decisions:
        better = each.best if each.cost else say("review_same")
        told = f"{points(desk, -each.cost)} {say(f'verdict_{each.verdict}')}"
        grid.add_row(str(each.entry), percent(desk, each.before), each.done, told, better, points(desk, each.luck))
    desk.out.print(grid)
    words = Words(load(made.game), desk.language)
    for each in made.decisions:
        if each.why and round(100 * each.cost) != 0:
            why = " ".join(words.sentence(line, names) for line in each.why)
            desk.line(say("review_why", entry=each.entry, cost=points(desk, -each.cost), why=why))
    for moment, place in made.moments.items():
        desk.line(say(f"moment_{moment}", **moment_of(desk, made.decisions[place])))
    desk.say(
        "review_sum", fair=percent(desk, made.fair), deal=points(desk, made.deal), luck=points(desk, made.luck),
        choices=points(desk, -made.cost), result=percent(desk, made.result),
    )  # fmt: skip
    desk.say("review_note")


def moment_of(desk: Desk, each: Judged) -> dict[str, object]:
    """What fills the sentence of a moment."""
    return {
        "entry": each.entry, "done": each.done, "best": each.best, "cost": points(desk, -each.cost),
        "luck": points(desk, each.luck),
    }  # fmt: skip


def percent(desk: Desk, share: float) -> str:
    """A chance to win."""
    return f"{desk.number(100 * share)} %"


def points(desk: Desk, share: float) -> str:
    """A change of it, in points of a hundred, with its sign."""
    return ("+" if share > 0 else "") + desk.number(round(100 * share) + 0.0)
