"""Scenarios: rules as examples that people can read.

A file holds scenarios: what is `given` (in the words of the game's layout; what is not given is dealt from a seed), the
`step`s that seats take (by the text of the action), and what must then be true of a seat's view, of the events, of the
scores. Each says which rules it shows. docs/scenarios.md has the whole vocabulary.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from grimorio.engine.chance import key_of_secret, open_stream
from grimorio.engine.edition import edition_of, read_toml, short
from grimorio.engine.events import Event
from grimorio.engine.game import EditionError, Game
from grimorio.engine.giving import Giver, ScenarioError
from grimorio.engine.harmless import harmless, visible
from grimorio.engine.kernel import handed
from grimorio.engine.laws import LawBrokenError, cards_are_conserved
from grimorio.engine.layout import LETTERS, SPECTATOR
from grimorio.engine.reading import UNDONE
from grimorio.engine.refusal import Refused
from grimorio.engine.sight import as_bytes
from grimorio.engine.table import Table

TABLE = "table"
"""The viewer without a seat, in scenarios."""


@dataclass(frozen=True)
class Scenario:
    """One example: where it stands, which rules it shows, what it says; players see those with an Italian title."""

    source: str
    title: str
    game: str
    rules: tuple[str, ...]
    data: Mapping[str, Any] = field(repr=False)
    it: str = ""


@dataclass(frozen=True)
class Finding:
    """Something that is not as the scenario says."""

    scenario: Scenario
    what: str


WORD_BITS = 64
CLOCK = "clock"
"""What a step does when time runs out for all whose turn it is."""
LONGEST_TITLE = 40
"""Letters of a title that say which scenario is meant."""
HEAD = ("title", "it", "rules", "game", "seats", "seed", "options", "edition", "given", "then", "step")
STEP = ("do", "refused", "rule", "then")
THEN = ("events", "all_events", "no_events", "can", "cannot", "legal", "to_act", "scores", "places", "ending", TABLE)


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
    title, rules, it = entry.get("title"), entry.get("rules"), entry.get("it", "")
    if not isinstance(title, str) or not title or not isinstance(it, str):
        msg = f"{where}: title: must be a text"
        raise ScenarioError(msg)
    where = f"{where} ({harmless(title, LONGEST_TITLE)})"
    _only(entry, HEAD, where)
    _no_huge_numbers(entry, where)
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        msg = f"{where}: rules: must list the rules it shows"
        raise ScenarioError(msg)
    return Scenario(where, title, game, tuple(rules), entry, it)


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


def act_out(scenario: Scenario, game: Game) -> list[Finding]:
    """Act a scenario out at a table; what is not as it says comes back, nothing when all is well."""
    return [Finding(scenario, what) for what in Player(scenario, game).findings()]


class Player:
    """Acts one scenario out at a table, which is dealt and given at once."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        """Sit down."""
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
        """Say what is wrong with the scenario itself."""
        msg = f"{self.where}: {where}: {reason}"
        raise ScenarioError(msg)

    def _table(self) -> Table:
        data = self.scenario.data
        seats, seed = data.get("seats", self.game.seats[0]), data.get("seed", 1)
        if not isinstance(seats, int) or not isinstance(seed, int):
            self.refuse("seats", "seats and seed are whole numbers")
        options = {name: str(value) for name, value in self._dict("options").items()}
        changed = self._dict("edition")
        edition = self.game.standard
        try:
            if changed:
                edition = edition_of(_merged(edition.data, changed), "edition")
            return Table(self.game, seats, options=options, edition=edition, secret=int.to_bytes(seed % 2**64, 32))
        except EditionError as error:
            self.refuse("options", str(error))

    def findings(self) -> Iterator[str]:
        """What is not as the scenario says."""
        if not self._dict("given"):
            yield from self._deals_anew()
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
        yield from self._holds(where)
        yield from self._check(step.get("then", {}), f"{where}: then")

    def _holds(self, where: str) -> Iterator[str]:
        """Whatever the rules: no card is lost or doubled, and legal actions are listed in their order."""
        try:
            cards_are_conserved(self.table)
        except LawBrokenError as broken:
            yield f"{where}: {broken}"
        for seat in self.table.to_act():
            legal = self.table.legal(seat)
            if not legal or any(one >= other for one, other in itertools.pairwise(legal)):
                yield f"{where}: the legal actions of {LETTERS[seat]} do not ascend: {legal}"

    def _deals_anew(self) -> Iterator[str]:
        """A table that was used before is set up like a new one: nothing is left of the game that was."""
        used, table = self.game.layout.new(), self.table
        as_bytes(used)[:] = 1
        open_stream(handed(used), key_of_secret(table.secret, table.nonces, table.names, table.bots))
        self.game.deal(handed(table.box), handed(used), None)
        for f in self.game.layout.fields:
            if f.of.sort != "secret" and used[f.name].tobytes() != table.state[f.name].tobytes():
                yield f"given: {f.name} is not set up anew"

    def _do(self, text: Any, where: str) -> tuple[str, str] | None:
        if text == CLOCK:
            self._let_time_run_out(where)
            return None
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

    def _let_time_run_out(self, where: str) -> None:
        if not self.table.time_up(self.table.timing()[0]):
            self.refuse(where, f"{CLOCK}: no time can run out now")

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

    def _check_all_events(self, expected: Any, where: str) -> Iterator[str]:
        for viewer, texts in self._by_viewer(expected, where):
            told = self._events(viewer)
            if told != texts:
                yield f"{where}: told was {told}"

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
