"""Scenarios: rules as examples that people can read.

A file holds scenarios: what is `given` (in the words of the game's layout; what is not given is dealt from a seed), the
`step`s that seats take (by the text of the action), and what must then be true of a seat's view, of the events, of the
scores. Each says which rules it shows. docs/scenarios.md has the whole vocabulary.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from grimorio.engine.chance import key_of_seed, shuffle, stream
from grimorio.engine.edition import edition_of, read_toml, short
from grimorio.engine.events import Event
from grimorio.engine.game import EditionError, Game
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.kernel import plain, readable, record
from grimorio.engine.layout import CARD_SORTS, LETTERS, NOBODY, NONE, SPECTATOR, Domain, Field
from grimorio.engine.reading import UNDONE
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table

TABLE = "table"
"""The viewer without a seat, in scenarios."""


class ScenarioError(ValueError):
    """A scenario that says something impossible or unknown; says what and where."""


@dataclass(frozen=True)
class Scenario:
    """One example: where it stands, which rules it shows, what it says."""

    source: str
    title: str
    game: str
    rules: tuple[str, ...]
    data: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Finding:
    """Something that is not as the scenario says."""

    scenario: Scenario
    what: str


WORD_BITS = 64
LONGEST_TITLE = 40
"""Letters of a title that say which scenario is meant."""
MOST = 9999
"""The largest amount that can be given."""
HEAD = ("title", "rules", "game", "seats", "seed", "options", "edition", "given", "then", "step")
STEP = ("do", "refused", "rule", "then")
THEN = ("events", "no_events", "can", "cannot", "legal", "to_act", "scores", "places", "ending", TABLE)


def read_scenarios(path: Path) -> list[Scenario]:
    """Every scenario of a file; one line says what is wrong with it."""
    try:
        data, _ = read_toml(path)
    except EditionError as error:
        raise ScenarioError(str(error)) from error
    return scenarios_of(data, visible(path))


def scenarios_of(data: Mapping[str, Any], source: str) -> list[Scenario]:
    """The scenarios in the content of a file."""
    game = data.get("game")
    entries = data.get("scenario")
    if not isinstance(game, str):
        msg = f"{source}: game: must be the name of a game"
        raise ScenarioError(msg)
    _only(data, ("game", "scenario"), source)
    if not isinstance(entries, list) or not entries:
        msg = f"{source}: no [[scenario]] in it"
        raise ScenarioError(msg)
    return [_scenario(entry, game, source, number) for number, entry in enumerate(entries, 1)]


def _scenario(entry: Any, game: str, source: str, number: int) -> Scenario:
    where = f"{source}: scenario {number}"
    if not isinstance(entry, Mapping):
        msg = f"{where}: is not a table"
        raise ScenarioError(msg)
    title, rules = entry.get("title"), entry.get("rules")
    if not isinstance(title, str) or not title:
        msg = f"{where}: title: must be a text"
        raise ScenarioError(msg)
    where = f"{where} ({harmless(title, LONGEST_TITLE)})"
    _only(entry, HEAD, where)
    _no_huge_numbers(entry, where)
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        msg = f"{where}: rules: must list the rules it shows"
        raise ScenarioError(msg)
    return Scenario(where, title, game, tuple(rules), entry)


def _no_huge_numbers(entry: Any, where: str) -> None:
    """A number that does not even fit into a machine word means nothing in any field."""
    waiting = [entry]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
        elif isinstance(value, int) and value.bit_length() > WORD_BITS:
            msg = f"{where}: holds a number of {value.bit_length()} bits"
            raise ScenarioError(msg)


def _only(table: Any, known: tuple[str, ...], where: str) -> None:
    if not isinstance(table, Mapping):
        msg = f"{where}: is not a table"
        raise ScenarioError(msg)
    for name in table:
        if name not in known:
            msg = f"{where}: {harmless(name)}: unknown word; there are {', '.join(known)}"
            raise ScenarioError(msg)


def play(scenario: Scenario, game: Game) -> list[Finding]:
    """Play a scenario; what is not as it says comes back, nothing when all is well."""
    return [Finding(scenario, what) for what in _Player(scenario, game).findings()]


class _Player:
    """Plays one scenario on a table."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        self.scenario, self.game, self.where = scenario, game, scenario.source
        self.table = self._table()
        self.since: dict[int, int] = {}
        Giver(game, self.table, self.where).give(self._dict("given"))

    def _dict(self, name: str) -> Mapping[str, Any]:
        value = self.scenario.data.get(name, {})
        if not isinstance(value, Mapping):
            self.refuse(name, "is not a table")
        return value

    def refuse(self, where: str, reason: str) -> NoReturn:
        msg = f"{self.where}: {where}: {reason}"
        raise ScenarioError(msg)

    def _table(self) -> Table:
        data = self.scenario.data
        seats, seed = data.get("seats", self.game.seats[0]), data.get("seed", 1)
        if not isinstance(seats, int) or not isinstance(seed, int):
            self.refuse("seats", "seats and seed are whole numbers")
        options = {name: str(value) for name, value in self._dict("options").items()}
        changed = self._dict("edition")
        edition = self.game.read_edition(None)
        try:
            if changed:
                edition = edition_of(_merged(edition.data, changed), "edition")
            return Table(self.game, seats, options=options, edition=edition, secret=int.to_bytes(seed % 2**64, 32))
        except EditionError as error:
            self.refuse("options", str(error))

    def findings(self) -> Iterator[str]:
        """What is not as the scenario says."""
        yield from self._check(self._dict("then"), "then")
        steps = self.scenario.data.get("step", [])
        if not isinstance(steps, list):
            self.refuse("step", "is not a list of steps")
        for number, step in enumerate(steps, 1):
            yield from self._step(step, f"step {number}")

    def _step(self, step: Any, where: str) -> Iterator[str]:
        _only(step, STEP, f"{self.where}: {where}")
        doing = step.get("do", [])
        doing = [doing] if isinstance(doing, str) else doing
        if not isinstance(doing, list):
            self.refuse(where, "do: must be a text or a list of texts")
        self.since = {viewer: self.table.moment(viewer) for viewer in (SPECTATOR, *range(self.table.seats))}
        refused = None
        for text in doing:
            if refused is not None:
                self.refuse(where, "goes on after a refusal")
            refused = self._do(text, where)
            if refused is not None and "refused" not in step:
                yield f"{where}: {text!r} was refused: {refused[0]} {refused[1]}".rstrip()
                return
        if "refused" in step and (refused is None or refused[0] != step["refused"]):
            yield f"{where}: refused is {refused and refused[0]!r}, not {step['refused']!r}"
        if "rule" in step and (refused is None or refused[1] != step["rule"]):
            yield f"{where}: the refusal cites {refused and refused[1]!r}, not {step['rule']!r}"
        yield from self._check(step.get("then", {}), f"{where}: then")

    def _do(self, text: Any, where: str) -> tuple[str, str] | None:
        letter, _, action = str(text).partition(" ")
        seat = self._seat(letter, where)
        before = self.table.state.tobytes()
        try:
            self._act(seat, action, where)
        except Refused as refused:
            if self.table.state.tobytes() != before:
                self.refuse(where, "a refusal changed the state")
            return refused.refusal.code, refused.refusal.rule
        return None

    def _act(self, seat: int, action: str, where: str) -> None:
        if action.strip() == "undo":
            self.table.undo(seat)
            return
        try:
            number = self.game.parse_action(action)
        except ValueError as error:
            self.refuse(where, str(error))
        self.table.apply(seat, number)

    def _seat(self, letter: Any, where: str) -> int:
        if not isinstance(letter, str) or len(letter) != 1 or letter not in LETTERS[: self.table.seats]:
            self.refuse(where, f"{str(letter)[:20]!r} is no seat at this table")
        return LETTERS.index(letter)

    # ------------------------------------------------------------ facts

    def _check(self, then: Any, where: str) -> Iterator[str]:
        known = (*THEN, *LETTERS[: self.table.seats])
        _only(then, known, f"{self.where}: {where}")
        for word, expected in then.items():
            check: Callable[[Any, str], Iterator[str]] | None = getattr(self, f"_check_{word}", None)
            if check is not None:
                yield from check(expected, f"{where}: {word}")
            else:
                yield from self._check_view(word, expected, f"{where}: {word}")

    def _check_view(self, viewer: str, expected: Any, where: str) -> Iterator[str]:
        seat = SPECTATOR if viewer == TABLE else self._seat(viewer, where)
        told = self.table.view_json(seat, whole=True)
        _only(expected, tuple(told), f"{self.where}: {where}")
        for name, value in expected.items():
            yield from _differences(value, told[name], f"{where}.{name}")

    def _events(self, viewer: int) -> list[str]:
        return [_without_zero(event) for event in self.table.events(viewer, self.since.get(viewer, 0))]

    def _check_events(self, expected: Any, where: str) -> Iterator[str]:
        for viewer, texts in self._by_viewer(expected, where):
            told = self._events(viewer)
            for text in texts:
                if text not in told:
                    yield f"{where}: no {text!r} among {told}"

    def _check_no_events(self, expected: Any, where: str) -> Iterator[str]:
        for viewer, texts in self._by_viewer(expected, where):
            told = self._events(viewer)
            for text in texts:
                if any(event.split(" ")[0] == text or event == text for event in told):
                    yield f"{where}: {text!r} among {told}"

    def _by_viewer(self, expected: Any, where: str) -> Iterator[tuple[int, list[str]]]:
        """Events as all see them (a list), or as named seats do (a table of lists)."""
        if isinstance(expected, list):
            expected = {TABLE: expected}
        _only(expected, (TABLE, *LETTERS[: self.table.seats]), f"{self.where}: {where}")
        for viewer, texts in expected.items():
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                self.refuse(where, "must list texts of events")
            for text in texts:
                if text.split(" ")[0] not in (*self.game.events, UNDONE):
                    self.refuse(where, f"{text[:60]!r} is no event of {self.game.title}")
            yield (SPECTATOR if viewer == TABLE else LETTERS.index(viewer)), texts

    def _legal_texts(self, letter: str, where: str) -> list[str]:
        return [self.game.action_of(number).text() for number in self.table.legal(self._seat(letter, where))]

    def _check_legal(self, expected: Any, where: str) -> Iterator[str]:
        for letter, texts in _items(expected, self.where, where):
            found = self._legal_texts(letter, where)
            if sorted(found) != sorted(self._known(texts, where)):
                yield f"{where}: {letter} may {found}"

    def _check_can(self, expected: Any, where: str) -> Iterator[str]:
        for letter, texts in _items(expected, self.where, where):
            found = self._legal_texts(letter, where)
            yield from (f"{where}: {letter} cannot {text!r}" for text in self._known(texts, where) if text not in found)

    def _check_cannot(self, expected: Any, where: str) -> Iterator[str]:
        for letter, texts in _items(expected, self.where, where):
            found = self._legal_texts(letter, where)
            yield from (f"{where}: {letter} can {text!r}" for text in self._known(texts, where) if text in found)

    def _known(self, texts: Any, where: str) -> list[str]:
        """Texts of actions, each of which must exist, so that a slip is not taken for a fact."""
        try:
            return [self.game.action_of(self.game.parse_action(str(text))).text() for text in texts]
        except (ValueError, TypeError) as error:
            self.refuse(where, str(error))

    def _check_to_act(self, expected: Any, where: str) -> Iterator[str]:
        yield from _differences(expected, [LETTERS[seat] for seat in self.table.to_act()], where)

    def _check_scores(self, expected: Any, where: str) -> Iterator[str]:
        yield from _differences(expected, dict(zip(LETTERS, self.table.outcome().scores, strict=False)), where)

    def _check_places(self, expected: Any, where: str) -> Iterator[str]:
        yield from _differences(expected, dict(zip(LETTERS, self.table.outcome().places, strict=False)), where)

    def _check_ending(self, expected: Any, where: str) -> Iterator[str]:
        yield from _differences(expected, self.table.outcome().ending or "", where)


def _items(expected: Any, source: str, where: str) -> list[tuple[str, Any]]:
    if not isinstance(expected, Mapping):
        msg = f"{source}: {where}: is not a table by seat"
        raise ScenarioError(msg)
    return list(expected.items())


def _without_zero(event: Event) -> str:
    """The text of an event; a number 0 that says nothing is left out."""
    return event.text().removesuffix(" 0") if event.value == 0 else event.text()


def _differences(expected: Any, found: Any, where: str) -> Iterator[str]:
    """What differs; a table need not name everything."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for name, value in expected.items():
            if name not in found:
                yield f"{where}.{name}: there is no such thing"
            else:
                yield from _differences(value, found[name], f"{where}.{name}")
    elif _meant(expected) != found:
        yield f"{where} is {found!r}, not {short(expected)}"


def _meant(expected: Any) -> Any:
    """What is written as "none" is nothing, also in a list."""
    if isinstance(expected, list):
        return [_meant(each) for each in expected]
    return None if expected == "none" else expected


def _merged(base: Any, changed: Any) -> Any:
    if isinstance(base, Mapping) and isinstance(changed, Mapping):
        return {**base, **{name: _merged(base.get(name), value) for name, value in changed.items()}}
    return changed


class Giver:
    """Turns a dealt position into the one that is given, without losing or doubling a card."""

    def __init__(self, game: Game, table: Table, where: str) -> None:
        """Work on this table."""
        self.game, self.table, self.where = game, table, where
        self.s = plain(table.state)

    def refuse(self, what: str, reason: str) -> NoReturn:
        """Say what is wrong with what is given."""
        msg = f"{self.where}: given.{what}: {reason}"
        raise ScenarioError(msg)

    def give(self, given: Mapping[str, Any]) -> None:
        """Write what is given; the cards it names are taken from wherever they were dealt."""
        if not given:
            return
        self.fixed: set[tuple[str, int]] = set()
        for name, value in given.items():
            self._give_field(self._field(name), value)
        self._redeal(given)
        try:
            self.game.arrange(plain(self.table.box), self.s, given)
        except ValueError as error:
            what, _, reason = str(error).partition(": ")
            self.refuse(what, reason)

    def _field(self, name: str) -> Field:
        known = {f.name: f for f in self.game.layout.fields if f.of.sort != "secret"}
        if name not in known:
            self.refuse(name, f"unknown word; there are {', '.join(known)}")
        return known[name]

    def _give_field(self, f: Field, value: Any) -> None:
        if f.by_seat:
            for letter, row in self._rows(f, value):
                self._give_row(f, LETTERS.index(letter), row)
        else:
            self._give_row(f, None, value)

    def _rows(self, f: Field, value: Any) -> list[tuple[str, Any]]:
        letters = LETTERS[: self.table.seats]
        if f.of.sort == "flag" and isinstance(value, list) and all(each in tuple(letters) for each in value):
            value = {letter: letter in value for letter in letters}
        if not isinstance(value, Mapping) or not set(value) <= set(letters):
            self.refuse(f.name, f"must be a table by seat ({', '.join(letters)})")
        return list(value.items())

    def _give_row(self, f: Field, seat: int | None, value: Any) -> None:
        shape = f.shape[1:] if f.by_seat else f.shape
        if not shape:
            self._put(f, seat, self._number(f, value))
            return
        if f.audience == NOBODY and (len(shape) > 1 or f.of.sort == "tally"):
            self.refuse(f.name, "cannot be given; what is given elsewhere is missing here")
        if f.of.sort == "tally":
            self._give_tally(f, seat, value)
            return
        if not isinstance(value, list) or len(value) > shape[0]:
            self.refuse(f.name, f"must be a list of at most {shape[0]}")
        numbers = [self._number(f, item) for item in value]
        if f.of.sort == "card":
            if f.audience == NOBODY:
                return  # a pile: see _redeal
            numbers += [NONE] * (shape[0] - len(numbers))
        elif len(numbers) != shape[0]:
            self.refuse(f.name, f"must be a list of {shape[0]}")
        self._put(f, seat, numbers)
        self.fixed.add((f.name, 0 if seat is None else seat))

    def _give_tally(self, f: Field, seat: int | None, value: Any) -> None:
        """Cards by name, where the position counts them by kind."""
        if len(f.shape[1:] if f.by_seat else f.shape) > 1:
            self.refuse(f.name, "cannot be given")
        if not isinstance(value, list):
            self.refuse(f.name, "must be a list of cards")
        held = Counter(self._number(f, name) for name in value)
        self._put(f, seat, [held[kind] for kind in range(f.of.size)])
        self.fixed.add((f.name, 0 if seat is None else seat))

    def _put(self, f: Field, seat: int | None, value: Any) -> None:
        try:
            if seat is None:
                self.s.cells[f.name] = value
            else:
                self.s.cells[f.name][seat] = value
        except (OverflowError, ValueError):
            self.refuse(f.name, f"{short(value)} does not fit")

    def _number(self, f: Field, value: Any) -> int:
        """The number that a word stands for."""
        try:
            return _number_of(f.of, value, self.game, self.table.seats)
        except (ValueError, TypeError) as error:
            self.refuse(f.name, str(error))

    def _redeal(self, given: Mapping[str, Any]) -> None:
        """Whatever was not given keeps its cards as far as they are left; the rest fills holes and hidden piles."""
        box_cards = Counter(self.game.deck(self.table.box))
        lying = [f for f in self.game.layout.fields if f.of.sort in CARD_SORTS and f.lies]
        hidden = [f for f in lying if f.audience == NOBODY]
        tops = {f.name: [self._number(f, name) for name in given.get(f.name, ())] for f in hidden}
        named = Counter(card for top in tops.values() for card in top)
        named.update(card for f in lying if f not in hidden for card in self._fixed_cards(f))
        for card, number in named.items():
            if number > box_cards[card]:
                name, held = self.game.card_name(card), box_cards[card]
                self.refuse(min(given), f"{name} is named more often than the box has it ({held})")
        left = box_cards - named
        rest = self._shuffled(self._fill([f for f in lying if f not in hidden], left))
        for f in hidden:
            self._fill_pile(f, rest, tops[f.name][::-1])
        if rest:
            self.refuse(min(given), f"{len(rest)} cards find no place any more")

    def _fixed_cards(self, f: Field) -> list[int]:
        """The cards of the rows of a field that were given."""
        cells = self.s.cells[f.name] if f.by_seat else self.s.cells[f.name].reshape(1, -1)
        rows = [row for row in range(len(cells)) if (f.name, row) in self.fixed]
        if f.of.sort == "tally":
            return [kind for row in rows for kind in _listed(np.ravel(cells[row]))]
        return [int(card) for row in rows for card in np.ravel(cells[row]) if card != NONE]

    def _fill(self, fields: list[Field], left: Counter[int]) -> list[int]:
        """Keep what can stay where it is; fill what cannot with what is left; the rest comes back."""
        holes: list[tuple[Any, int, str, int]] = []
        for f in fields:
            if f.of.sort == "tally":
                holes += self._keep_tally(f, left)
                continue
            cells = self.s.cells[f.name].reshape(-1)
            size = len(cells) // (f.shape[0] if f.by_seat else 1)
            for i, card in enumerate(cells.tolist()):
                if (f.name, i // size) in self.fixed or card == NONE:
                    continue
                if left[card] > 0:
                    left[card] -= 1
                else:
                    holes.append((cells, i, f.name, i // size))
        rest = self._shuffled(list(left.elements()))
        for cells, i, name, row in holes:
            found = next((card for card in rest if self._belongs(name, row, card)), None)
            if found is None:
                self.refuse(name, "no card is left for it")
            rest.remove(found)
            if i == NONE:
                cells[found] += 1
            else:
                cells[i] = found
        return rest

    def _keep_tally(self, f: Field, left: Counter[int]) -> list[tuple[Any, int, str, int]]:
        """The same where cards are counted by kind: what cannot stay leaves holes for any card, at no place."""
        holes: list[tuple[Any, int, str, int]] = []
        rows = self.s.cells[f.name].reshape(-1, f.of.size)
        for row, cells in enumerate(rows):
            if (f.name, row if f.by_seat else 0) in self.fixed:
                continue
            held = _listed(cells)
            cells[:] = 0
            for kind in held:
                if left[kind] > 0:
                    left[kind] -= 1
                    cells[kind] += 1
                else:
                    holes.append((cells, NONE, f.name, row))
        return holes

    def _belongs(self, name: str, row: int, card: int) -> bool:
        return self.game.belongs is None or self.game.belongs(name, row, card)

    def _fill_pile(self, f: Field, rest: list[int], top: list[int]) -> None:
        """Put into a hidden pile what belongs there, under the cards that were given."""
        if f.of.sort == "tally":
            counted = Counter(card for card in rest if card < f.of.size and self._belongs(f.name, 0, card))
            self.s.cells[f.name][:] = [counted[kind] for kind in range(f.of.size)]
            rest[:] = [card for card in rest if card not in counted]
            return
        rows = self.s.cells[f.name].reshape(-1, f.shape[-1])
        for row in range(len(rows)):
            here = [card for card in rest if self._belongs(f.name, row, card)][: f.shape[-1] - len(top)]
            for card in here:
                rest.remove(card)
            filled = here + (top if len(rows) == 1 else [])
            rows[row] = filled + [NONE] * (f.shape[-1] - len(filled))

    def _shuffled(self, cards: list[int]) -> list[int]:
        room = readable(np.array(cards, np.int16))
        shuffle(record(stream(key_of_seed(len(cards), "scenario"))), room, 0, len(cards))
        return [int(card) for card in room]


def _listed(counts: Any) -> list[int]:
    """The cards of a tally, one by one."""
    return [kind for kind, number in enumerate(counts.tolist()) for _ in range(number)]


def _card_of(of: Domain, value: Any, game: Game) -> int:
    """The kind of card with a name, where cards of this kind can lie."""
    kind = game.card_number(value)
    if kind >= of.size:
        msg = f"{short(value)} never lies there"
        raise ValueError(msg)
    return kind


def _number_of(of: Domain, value: Any, game: Game, seats: int) -> int:
    """The number for a word or a number of a domain."""
    if value in (None, "none") and of.sort in {"card", "seat", "name"}:
        return NONE
    if of.sort in CARD_SORTS:
        return _card_of(of, value, game)
    if of.sort == "seat":
        if value not in tuple(LETTERS[:seats]):
            msg = f"{short(value)} is no seat"
            raise ValueError(msg)
        return LETTERS.index(value)
    if of.sort == "name":
        if value not in of.names:
            msg = f"{short(value)} is not one of {', '.join(of.names)}"
            raise ValueError(msg)
        return of.names.index(value)
    if isinstance(value, bool) and of.sort == "flag":
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        msg = f"{short(value)} is not a whole number"
        raise TypeError(msg)
    if not 0 <= value <= MOST:
        msg = f"{short(value)} does not fit"
        raise ValueError(msg)
    return value
