"""Guided games: a game's `lesson.toml` as a position, everybody's moves, and what is said before the pupil's own.

A lesson is written in the words of a scenario (docs/scenarios.md): what is given, and what seats do by the text of the
action. The engine plays it once when it is read, so a lesson that breaks a rule is refused; what the pupil is to point
at comes from the same table that lights it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from grimorio.engine.edition import read_toml
from grimorio.engine.game import ActionError, EditionError, Game
from grimorio.engine.giving import ScenarioError
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refused
from grimorio.engine.scenario import Player, Scenario
from grimorio.engine.table import Move, Table
from grimorio.engine.words import LANGUAGES
from grimorio.games import GAMES
from grimorio.room.decision import Decision
from grimorio.server.refusals import refuse

FILE = "lesson.toml"
HEAD = ("seats", "seat", "seed", "options", "given", "step", "end")
STEP = ("rule", "others", "do", "say", "wrong", "look")


class LessonError(ValueError):
    """A lesson that cannot be given; says which step, and why."""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said, by which rule, after so many moves of the others; and the move that it waits for.

    `say` and `wrong` are texts by language, in which `[blue 2]` is a card. `look` are the places that it speaks of. A
    step without a decision only tells something.
    """

    rule: str
    say: dict[str, str]
    others: int = 0
    decision: Decision | None = None
    wrong: dict[str, str] = {}
    look: tuple[str, ...] = ()


class LessonTold(msgspec.Struct, frozen=True):
    """A lesson as a page leads through it; `end` is said when it is over."""

    game: str
    seat: str
    steps: tuple[LessonStep, ...]
    end: dict[str, str]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that was played through: where it begins, and every move in its order."""

    told: LessonTold
    seats: int
    seat: int
    options: dict[str, str]
    position: bytes
    moves: tuple[Move, ...]

    def follows(self, made: Sequence[Move]) -> bool:
        """Whether what was done so far is what the lesson says."""
        return tuple(made) == self.moves[: len(made)]

    def next_of_others(self, made: Sequence[Move]) -> Move | None:
        """The next move, if it is not the pupil's."""
        if len(made) >= len(self.moves) or self.moves[len(made)].seat == self.seat:
            return None
        return self.moves[len(made)]


def taught() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(name for name, game in GAMES.items() if (game.folder / FILE).is_file())


def lesson_of(game: Game) -> Lesson:
    """The lesson of a game; refused where it has none."""
    path = game.folder / FILE
    if not path.is_file():
        refuse("no-table", "lesson")
    return Reader(game, path).lesson()


class Reader:
    """Plays a lesson through while it reads it."""

    def __init__(self, game: Game, path: Path) -> None:
        """Lay out what is given."""
        self.game, self.path = game, path
        try:
            self.data, _ = read_toml(path)
        except EditionError as error:
            raise LessonError(str(error)) from error
        self._only(self.data, HEAD, "lesson")
        self.seat = LETTERS.index(self.data.get("seat", "A"))
        head: dict[str, Any] = {
            name: self.data[name] for name in ("seats", "seed", "options", "given") if name in self.data
        }
        try:
            self.table: Table = Player(Scenario(str(path.name), "lesson", game.name, (), head), game).table
        except ScenarioError as error:
            raise LessonError(str(error)) from error
        self.moves: list[Move] = []

    def lesson(self) -> Lesson:
        """Everything, once every move was made."""
        position = bytes(self.table.state.tobytes())
        steps = tuple(self._step(step, number) for number, step in enumerate(self.data.get("step", ()), 1))
        told = LessonTold(self.game.name, LETTERS[self.seat], steps, self._texts(self.data.get("end"), "end"))
        options = dict(self.table.options)
        return Lesson(told, self.table.seats, self.seat, options, position, tuple(self.moves))

    def refuse(self, where: str, reason: object) -> NoReturn:
        """Say what is wrong with the lesson."""
        msg = f"{self.path.name} of {self.game.name}: {where}: {reason}"
        raise LessonError(msg)

    def _only(self, table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
        for name in table:
            if name not in known:
                self.refuse(where, f"{name}: unknown word; there are {', '.join(known)}")

    def _texts(self, found: Any, where: str) -> dict[str, str]:
        """A text in every language."""
        if not isinstance(found, Mapping) or set(found) != set(LANGUAGES) or not all(found.values()):
            self.refuse(where, f"must be a text in {', '.join(LANGUAGES)}")
        return {language: str(text) for language, text in found.items()}

    def _step(self, step: Mapping[str, Any], number: int) -> LessonStep:
        where = f"step {number}"
        self._only(step, STEP, where)
        if "rule" not in step:
            self.refuse(where, "names no rule")
        others = step.get("others", [])
        for text in others:
            letter, _, action = text.partition(" ")
            self._move(LETTERS.index(letter), action, where)
        decision = self._asked(step["do"], where) if "do" in step else None
        wrong = self._texts(step["wrong"], f"{where}: wrong") if "wrong" in step else {}
        look = tuple(step.get("look", ()))
        return LessonStep(step["rule"], self._texts(step.get("say"), where), len(others), decision, wrong, look)

    def _asked(self, text: str, where: str) -> Decision:
        """The pupil's move as he points at it, which then is made."""
        view = self.table.view_json(self.seat)
        number = self._number(text, where)
        way = self.game.pointer.way(number, self.seat, view)
        self._move(self.seat, text, where)
        return Decision(way.form, way.refs)

    def _number(self, text: str, where: str) -> int:
        try:
            return self.game.parse_action(text)
        except (ActionError, ValueError) as error:
            self.refuse(where, error)

    def _move(self, seat: int, text: str, where: str) -> None:
        number = self._number(text, where)
        try:
            self.table.apply(seat, number)
        except Refused as refused:
            self.refuse(where, f"{LETTERS[seat]} {text}: {refused.refusal.code} {refused.refusal.rule}")
        self.moves.append(Move(seat, number))
