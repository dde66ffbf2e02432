"""Values as they leave for a page, a bot or a script: typed, with a JSON Schema, and made from views alone.

The view of each game gets a type of its own from its layout; a test holds that every view of random positions fits it.
"""

import functools
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from grimorio.engine.events import FACES, Event, Row
from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS, Field
from grimorio.engine.reading import MOST_KNOWN, UNDONE, event_of
from grimorio.engine.reference import declared, form_name
from grimorio.engine.refusal import Refusal
from grimorio.engine.story import Line
from grimorio.engine.winning import Outcome
from grimorio.engine.words import Words


class EventTold(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened, as one viewer learns it; `value` is told only where the game says what it means."""

    kind: str
    seat: str | None = None
    card: str | None = None
    back: str | None = None
    start: str | None = None
    to: str | None = None
    value: int | str | None = None


class RefusalTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why not: a stable code, the rule that says so, what was tried, and a sentence in the player's language."""

    code: str
    rule: str = ""
    what: str = ""
    sentence: str = ""


class OutcomeTold(msgspec.Struct, frozen=True):
    """Score (None where the rules give none) and place of each seat, who won, and how it ended."""

    scores: dict[str, int | None]
    places: dict[str, int]
    winners: tuple[str, ...]
    ending: str


class OptionTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a table agrees on: one of a few words, or a number."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


class FieldTold(msgspec.Struct, frozen=True):
    """A field of a view: what its values are, and whether each seat has a row of it."""

    name: str
    sort: str
    by_seat: bool
    is_set: bool
    lies: bool


class GameTold(msgspec.Struct, frozen=True):
    """What an interface must know of a game before it shows a table of it."""

    name: str
    title: str
    authors: str
    publisher: str
    version: int
    seats: tuple[int, int]
    options: tuple[OptionTold, ...]
    cards: tuple[str, ...]
    forms: dict[str, tuple[str, ...]]
    fields: tuple[FieldTold, ...]
    endings: tuple[str, ...]
    event_values: dict[str, str | tuple[str, ...]]


class WordsTold(msgspec.Struct, frozen=True):
    """All sentences of a game in one language, with those that all games share."""

    language: str
    own: dict[str, Any]
    shared: dict[str, Any]


def event_told(game: Game, event: Event) -> EventTold:
    """An event as it leaves."""
    return EventTold(event.kind, event.seat, event.card, event.back, event.start, event.to, _value(game, event))


def told_to(game: Game, bit: int, rows: Sequence[Row]) -> tuple[list[Event], tuple[EventTold, ...]]:
    """Rows as the viewer with a bit reads them, and as they leave; what has happened before is told as it was then."""
    known = _told(game)
    found = [(known.get(row) or _tell(game, known, row))[row[FACES] >> bit & 1] for row in rows]
    return [event for event, _ in found], tuple([told for _, told in found])


Tellings = tuple[tuple[Event, EventTold], tuple[Event, EventTold]]
"""A row as it is read and as it leaves: of who sees only the back of its card, and of who sees its face."""


@functools.cache
def _told(game: Game) -> dict[Row, Tellings]:  # noqa: ARG001 - one for each game
    """The rows that were told already."""
    return {}


def _tell(game: Game, known: dict[Row, Tellings], row: Row) -> Tellings:
    if len(known) >= MOST_KNOWN:
        known.clear()
    back, face = (event_of(game, row, face=face) for face in (False, True))
    known[row] = (back, event_told(game, back)), (face, event_told(game, face))
    return known[row]


def _value(game: Game, event: Event) -> int | str | None:
    meaning = game.event_values.get(event.kind)
    if meaning is None or event.value is None or event.kind == UNDONE:
        return None
    return event.value if isinstance(meaning, str) else meaning[event.value]


def refusal_told(words: Words, refusal: Refusal) -> RefusalTold:
    """A refusal as it leaves."""
    return RefusalTold(refusal.code, refusal.rule, refusal.what, words.refusal(refusal))


def outcome_told(outcome: Outcome) -> OutcomeTold | None:
    """The outcome of a game that is over."""
    if outcome.ending is None:
        return None
    seats = LETTERS[: len(outcome.places)]
    winners = tuple(LETTERS[seat] for seat in outcome.winners)
    scores, places = dict(zip(seats, outcome.scores, strict=True)), dict(zip(seats, outcome.places, strict=True))
    return OutcomeTold(scores, places, winners, outcome.ending)


@functools.cache
def game_told(game: Game) -> GameTold:
    """A game as it leaves."""
    forms = {type(game.action_of(number)): None for number in range(game.actions)}
    return GameTold(
        name=game.name,
        title=game.title,
        authors=game.authors,
        publisher=game.publisher,
        version=game.version,
        seats=game.seats,
        options=tuple(OptionTold(o.name, o.default, o.choices, o.least, o.most) for o in game.options),
        cards=game.card_names,
        forms={_form(form): tuple(declared(form)) for form in forms},
        fields=tuple(FieldTold(f.name, f.of.sort, f.by_seat, f.is_set, f.lies) for f in _told_fields(game)),
        endings=game.endings,
        event_values=dict(game.event_values),
    )


def _form(form: type) -> str:
    return form_name(object.__new__(form))


def words_told(game: Game, language: str) -> WordsTold:
    """All words of a game in a language."""
    words = Words(game, language)
    return WordsTold(language, dict(words.own), dict(words.shared))


# ---------------------------------------------------------------- types of views


def _told_fields(game: Game) -> tuple[Field, ...]:
    return tuple(f for f in game.sight.fields if not f.inner)


@functools.cache
def view_type(game: Game) -> type[msgspec.Struct]:
    """The type of a game's views in words; a seat's letter is one of seven, a named thing one of its names."""
    fields: list[tuple[str, Any]] = [("viewer", _SEAT | None)]
    fields += [(f.name, _type(f)) for f in _told_fields(game)]
    return msgspec.defstruct(f"{game.name.capitalize()}View", fields, forbid_unknown_fields=True)


_SEAT: Any = Literal["A", "B", "C", "D", "E", "F", "G"]


def _type(f: Field) -> Any:
    if f.by_seat:
        return dict[_SEAT, _rows(f, f.shape[1:])]  # type: ignore[misc]
    return _rows(f, f.shape)


def _rows(f: Field, shape: tuple[int, ...]) -> Any:
    """Lists of lists, one for each axis; cards in no order are one list."""
    if f.axes:
        shape = (*shape[:-1], *f.axes)
    made = _number(f)
    for _ in shape:
        made = list.__class_getitem__(made)
    return made


_SORTS: dict[str, Any] = {"flag": bool, "count": int, "seats": list[_SEAT], "tally": str, "seat": _SEAT | None}


def _number(f: Field) -> Any:
    if f.of.sort == "name":
        return Literal[f.of.names] | None
    return _SORTS.get(f.of.sort, str if f.is_set else str | None)


WIRE: tuple[Any, ...] = (EventTold, RefusalTold, OutcomeTold, GameTold, WordsTold, Line)
