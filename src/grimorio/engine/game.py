"""The contract of a game: what the engine, the bots and the interfaces may ask of any of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NoReturn, Protocol

import numpy as np

from grimorio.engine.complaint import complaint
from grimorio.engine.events import Event
from grimorio.engine.kernel import plain
from grimorio.engine.layout import NONE, Layout, Position
from grimorio.engine.reference import Final, Pointer, Ref, Way
from grimorio.engine.sight import Sight
from grimorio.engine.story import Line, tell_plainly

LONGEST_NUMBER = 9
"""Digits of the longest number an option may have."""


NO_SCORE = -(1 << 15)
"""What `outcome` writes for a seat that the rules give no score, such as one that was eliminated."""


class ActionError(ValueError):
    """A text or a number that is no action of the game."""


class EditionError(ValueError):
    """An edition or an option that the game cannot be played with: where, and why as a code with its values.

    Every code has a sentence in `phrases/`, in every language; as a text it is the English one.
    """

    def __init__(self, code: str, place: str = "", **values: object) -> None:
        """Say what is wrong, and where in a file; several words are a tuple."""
        super().__init__(code)
        self.code, self.place, self.values = code, place, values

    def told(self, language: str) -> str:
        """The place, and the sentence in a language."""
        sentence = complaint(language, self.code, self.values)
        return f"{self.place}: {sentence}" if self.place else sentence

    def __str__(self) -> str:
        """The sentence in English."""
        return self.told("en")


def unplayable(code: str, place: str = "", **values: object) -> NoReturn:
    """Refuse an edition or an agreement, for a reason that has a sentence in `phrases/`."""
    raise EditionError(code, place, **values)


def is_unicode(text: str) -> bool:
    """Whether a text can be written down (half a surrogate pair cannot)."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


class Action(Protocol):
    """A decision as a value: frozen, with a text that reads back."""

    def text(self) -> str:
        """The text form, the same in every language."""


@dataclass(frozen=True)
class Option:
    """Something the table agrees on before the deal."""

    name: str
    default: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def read(self, text: str) -> str:
        """A value that is allowed, as text, or a clear refusal."""
        if self.choices:
            if text not in self.choices:
                unplayable("option-not-one", option=self.name, value=repr(text[:40]), words=self.choices)
            return text
        digits = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
        if not digits or not self.least <= int(text) <= self.most:
            value = repr(text[:40])
            unplayable("option-not-whole", option=self.name, value=value, least=self.least, most=self.most)
        return str(int(text))


@dataclass(frozen=True)
class Edition:
    """The cards of a box as read from its file: numbers and names, checked by the game."""

    data: Mapping[str, Any]
    digest: str
    source: str
    text: str = ""


@dataclass(frozen=True, eq=False)
class Game:
    """One game, whole. The kernels have the same names and meanings in all games (see docs/add-a-game.md).

    What stands between the rules and a person is the game's too, and knows no screen: `tell` makes a story of events
    (`tells_all_alike` where it tells everybody the same who learnt the same), `insight` what a person wants beside his
    cards (from the public box and a view alone), `measures` the numbers that he tries to raise, the most important
    first (from the same, named in the words), `fates` what befell a seat in what it was told, each by its name in the
    words with 1 where that is good for the seat and -1 where it is bad, `asked` the sentence that says what is expected
    now, `rules_now` the rules that matter for it. `final` finds the actions that cost something and cannot be taken
    back, which interfaces ask about first. `mistake` says of things that somebody picked, and that are no action at
    all, what is wrong with them ('' where it cannot tell): one of `mistakes`, which are codes of refusals with their
    rules. `composing` are the actions that only prepare another one, show nothing and draw nothing, so that several may
    be made in one go. `afresh` are the events that say that all cards were gathered in and dealt anew, so that nothing
    that was hidden before is worth anything now. `event_values` says of each kind of event that carries a number what
    it counts (`points`), or the names it stands for. `forms` tells for each action the first number of its form, as
    `codes.forms` makes it: a GPU puts tables that do the same side by side.

    A game with a clock has three kernels: `clock` says how many seconds the decisions of now may take (0 for no limit),
    `timed` numbers what is being timed (this market, that presentation), so that a timer that fires late does nothing,
    and `lapse` what a seat does whose time has run out.
    """

    name: str
    title: str
    authors: str
    publisher: str
    version: int
    seats: tuple[int, int]
    folder: Path
    layout: type[Position]
    box_layout: type[Layout]
    card_names: tuple[str, ...]
    actions: int
    action_of: Callable[[int], Action]
    number_of_action: Callable[[Any], int]
    most_legal: int
    events: tuple[str, ...]
    endings: tuple[str, ...]
    stalled_ending: str
    refusals: tuple[tuple[str, str], ...]
    options: tuple[Option, ...]
    read_edition: Callable[[Path | None], Edition]
    fill_box: Callable[[Edition, Mapping[str, str], int, Any], None]
    arrange: Callable[[Any, Any, Mapping[str, Any]], None]
    deal: Callable[..., None]
    start: Callable[..., None]
    settle: Callable[..., None]
    to_act: Callable[..., int]
    legal: Callable[..., int]
    why: Callable[..., int]
    apply: Callable[..., None]
    act: Callable[..., None]
    outcome: Callable[..., int]
    imagine: Callable[..., None]
    backs: Any = None
    belongs: Callable[[str, int, int], bool] | None = None
    guard: int = 100_000
    one_at_a_time: bool = False
    forms: Any = None
    binding: tuple[str, ...] = ()
    afresh: tuple[str, ...] = ()
    composing: tuple[type, ...] = ()
    event_values: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict)
    tell: Callable[[Any, Sequence[Event], int], list[Line]] = tell_plainly
    tells_all_alike: bool = False
    insight: Callable[[Any, Any], Any] | None = None
    measures: Callable[[Any, Any], dict[str, float]] | None = None
    fates: Callable[[Sequence[Event], int], dict[str, int]] | None = None
    asked: Callable[[Mapping[str, Any], Sequence[Way]], Line | None] | None = None
    rules_now: Callable[[Mapping[str, Any], Sequence[Way]], list[str]] | None = None
    final: Final | None = None
    mistakes: Mapping[str, str] = field(default_factory=dict)
    mistake: Callable[[Mapping[str, Any], Sequence[Ref]], str] | None = None
    continues: tuple[int, ...] = ()
    lapse: Callable[..., int] | None = None
    clock: Callable[..., int] | None = None
    timed: Callable[..., int] | None = None

    def __deepcopy__(self, _memo: object) -> "Game":
        """A copy of something in play plays the same game: rules are never copied."""
        return self

    @cached_property
    def sight(self) -> Sight:
        """The views of this game."""
        return Sight(self.layout, self.backs)

    @cached_property
    def pointer(self) -> Pointer:
        """What its actions refer to."""
        return Pointer(self.layout, self.action_of, self.final)

    @cached_property
    def standard(self) -> Edition:
        """The box as it is sold, read once."""
        return self.read_edition(None)

    @cached_property
    def composes(self) -> tuple[bool, ...]:
        """For each action whether it only prepares another one."""
        return tuple(isinstance(self.action_of(number), self.composing) for number in range(self.actions))

    @cached_property
    def binding_codes(self) -> frozenset[int]:
        """The events, by their numbers, that cannot be unsaid."""
        return frozenset(self.events.index(kind) for kind in self.binding)

    @cached_property
    def action_texts(self) -> dict[str, int]:
        """Every action by its text."""
        return {self.action_of(number).text(): number for number in range(self.actions)}

    @cached_property
    def cards_by_name(self) -> dict[str, int]:
        """Every kind of card by its name in small letters."""
        return {name.lower(): kind for kind, name in enumerate(self.card_names)}

    def parse_action(self, text: str) -> int:
        """The number of the action with this text, whatever its spacing and capitals."""
        plain = " ".join(text.lower().replace(",", " ").split())
        if plain not in self.action_texts:
            msg = f"{text.strip()[:60]!r} is not an action of {self.title}"
            raise ActionError(msg)
        return self.action_texts[plain]

    def card_name(self, kind: int) -> str:
        """The name of a kind of card in texts."""
        return self.card_names[kind]

    def card_number(self, name: str) -> int:
        """The kind of card with this name."""
        plain = " ".join(str(name).lower().split())
        if plain not in self.cards_by_name:
            msg = f"{str(name)[:40]!r} is not a card of {self.title}"
            raise ValueError(msg)
        return self.cards_by_name[plain]

    def box(self, seats: int, options: Mapping[str, str] | None = None, edition: Edition | None = None) -> Any:
        """The box record of a table: an edition, the options, the number of seats."""
        least, most = self.seats
        if not least <= seats <= most:
            unplayable("wrong-seats", title=self.title, least=least, most=most, found=seats)
        made = self.box_layout.new()
        self.fill_box(edition or self.standard, self.read_options(options or {}), seats, plain(made))
        return made

    def shared_box(self, seats: int, options: Mapping[str, str], edition: Edition) -> Any:
        """The box record of a table, one for all tables that agreed on the same; nobody writes into it."""
        if edition is not self.standard:
            return self.box(seats, options, edition)
        return _standard_box(self, seats, tuple(sorted(options.items())))

    def read_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Every option with its value; an unknown one is refused."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                unplayable("unknown-option", option=repr(name[:40]), title=self.title, words=tuple(known))
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    def deck(self, box: Any) -> list[int]:
        """Every card of the box, for counting."""
        return [int(kind) for kind in np.asarray(box)["deck"][0] if kind != NONE]


@lru_cache(1 << 8)
def _standard_box(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> Any:
    return game.box(seats, dict(options))
