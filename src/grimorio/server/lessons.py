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
    """What is said, by which rule; and the moves that it waits for, in their order.

    Before it is said the others act so many times, after which so many moves of the lesson are made in all.
    `say` and `wrong` are texts by language, in which `[blue 2]` is a card and `{B}` the name of a seat. `look` are the
    places that it speaks of. A step without decisions only tells something.
    """

    rule: str
    say: dict[str, str]
    others: int = 0
    after: int = 0
    decisions: tuple[Decision, ...] = ()
    wrong: dict[str, str] = {}
    look: tuple[str, ...] = ()


class LessonTold(msgspec.Struct, frozen=True):
    """A lesson as a page leads through it; `end` is said when it is over."""

    game: str
    seat: str
    steps: tuple[LessonStep, ...]
    end: dict[str, str]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that was played through: where it begins, and every move in its order; some are made in one breath."""

    told: LessonTold
    seats: int
    seat: int
    options: dict[str, str]
    position: bytes
    moves: tuple[tuple[Move, ...], ...]

    def follows(self, made: Sequence[Move]) -> bool:
        """Whether what was done so far is what the lesson says."""
        return list(made) == [move for breath in self.moves for move in breath][: len(made)]

    def next_of_others(self, made: Sequence[Move]) -> tuple[Move, ...]:
        """What is done next in one breath, if it is not the pupil who does it."""
        done = 0
        for breath in self.moves:
            if done == len(made):
                return () if breath[0].seat == self.seat else breath
            done += len(breath)
        return ()


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
        self.moves: list[tuple[Move, ...]] = []

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
            letter, _, actions = text.partition(" ")
            self._moves(LETTERS.index(letter), actions.split(", "), where)
        after = sum(len(breath) for breath in self.moves)
        asked = step.get("do", [])
        decisions = tuple(self._asked(text, where) for text in ([asked] if isinstance(asked, str) else asked))
        wrong = self._texts(step["wrong"], f"{where}: wrong") if "wrong" in step else {}
        look = tuple(step.get("look", ()))
        return LessonStep(step["rule"], self._texts(step.get("say"), where), len(others), after, decisions, wrong, look)

    def _asked(self, text: str, where: str) -> Decision:
        """The pupil's move as he points at it, which then is made."""
        view = self.table.view_json(self.seat)
        number = self._number(text, where)
        way = self.game.pointer.way(number, self.seat, view)
        self._moves(self.seat, [text], where)
        return Decision(way.form, way.refs)

    def _number(self, text: str, where: str) -> int:
        try:
            return self.game.parse_action(text)
        except (ActionError, ValueError) as error:
            self.refuse(where, error)

    def _moves(self, seat: int, texts: Sequence[str], where: str) -> None:
        numbers = [self._number(text, where) for text in texts]
        try:
            self.table.apply_all(seat, numbers)
        except Refused as refused:
            done = f"{LETTERS[seat]} {', '.join(texts)}"
            self.refuse(where, f"{done}: {refused.refusal.code} {refused.refusal.rule}")
        self.moves.append(tuple(Move(seat, number) for number in numbers))
