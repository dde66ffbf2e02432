"""Turning a dealt position into one that somebody wrote down, without losing or doubling a card."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

import numpy as np

from grimorio.engine.chance import key_of_seed, shuffle, stream
from grimorio.engine.edition import short
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed, plain, readable
from grimorio.engine.layout import CARD_SORTS, LETTERS, NOBODY, NONE, Domain, Field
from grimorio.engine.table import Table

MOST = 9999
"""The largest amount that can be given."""


MAY_BE_NONE = ("card", "seat", "name")
"""Sorts of fields that can hold nothing."""


class ScenarioError(ValueError):
    """A scenario that says something impossible or unknown; says what and where."""


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
        if f.of.sort == "card" and f.audience == NOBODY:
            self._numbers(f, shape, value)
            return  # a pile: see _redeal
        self._put(f, seat, self._numbers(f, shape, value))
        self.fixed.add((f.name, 0 if seat is None else seat))

    def _numbers(self, f: Field, shape: tuple[int, ...], value: Any) -> list[Any]:
        """What a list stands for, or a list of lists; what is not named any more is nothing."""
        if not isinstance(value, list) or len(value) > shape[0]:
            self.refuse(f.name, f"must be a list of at most {shape[0]}")
        inside = shape[1:]
        numbers = [self._numbers(f, inside, each) if inside else self._number(f, each) for each in value]
        nothing = np.full(inside, NONE if f.of.sort in MAY_BE_NONE else 0).tolist()
        return numbers + [nothing] * (shape[0] - len(numbers))

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
        shuffle(handed(stream(key_of_seed(len(cards), "scenario"))), room, 0, len(cards))
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
    if value in (None, "none") and of.sort in MAY_BE_NONE:
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
