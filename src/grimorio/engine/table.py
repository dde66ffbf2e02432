"""A game in play is its log: `Table` owns a state, the moves that led to it, and what each viewer saw of them.

Nothing leaves a table but views, events made for a viewer, and refusals. A refusal never changes the state.

Several seats may act at the same moment, each from a thread of its own: a table puts them in one order, that of their
arrival, and each finds the position that those before it left.
"""

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from grimorio.engine import events as ev
from grimorio.engine.chance import SECRET_BYTES, commitment, key_of_secret, new_secret, open_stream
from grimorio.engine.game import NO_SCORE, ActionError, Edition, EditionError, Game, is_unicode
from grimorio.engine.kernel import integers, record
from grimorio.engine.layout import LETTERS, NONE, SPECTATOR

CHANCE_PARTS = ("key", "counter", "used")
UNDONE = "undone"
"""The event that tells everybody that the last move was taken back."""

ENGINE_REFUSALS = {
    "game-over": "the game is over",
    "not-your-turn": "it is somebody else's turn",
    "unknown-action": "no such action",
    "nothing-to-undo": "nobody has moved yet",
    "others-acted": "somebody else has acted since",
    "chance-drawn": "chance was drawn",
    "was-revealed": "something hidden was revealed",
    "was-said": "it was said aloud, and binds",
}
"""Refusals that every game shares, with what they mean."""


@dataclass(frozen=True)
class Refusal:
    """Why not: a stable code, the rule that says so ('' where it is the engine's), and what was tried."""

    code: str
    rule: str
    what: str = ""


class Refused(ValueError):  # noqa: N818 - it is what happened, not an error of the program
    """An action that was refused; the state is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        """Carry the refusal."""
        super().__init__(f"{refusal.code} ({refusal.rule})" if refusal.rule else refusal.code)
        self.refusal = refusal


@dataclass(frozen=True)
class Move:
    """Who did what."""

    seat: int
    action: int


@dataclass(frozen=True)
class Outcome:
    """Score (None where the rules give none) and place of each seat; the ending is None while the game goes on."""

    scores: tuple[int | None, ...]
    places: tuple[int, ...]
    ending: str | None

    @property
    def winners(self) -> tuple[int, ...]:
        """Everybody in first place, once the game is over."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1) if self.ending else ()


@dataclass(frozen=True)
class _Step:
    """What a seat did in one go, what stood before, who was told, and why it cannot be taken back ('' if it can)."""

    seat: int
    moves: tuple[Move, ...]
    before: bytes
    told: int
    blocked: str


P = ParamSpec("P")
R = TypeVar("R")


def _in_turn(method: "Callable[Concatenate[Table, P], R]") -> "Callable[Concatenate[Table, P], R]":
    """One thread at a time, in the order of arrival."""

    @functools.wraps(method)
    def alone(table: "Table", /, *arguments: P.args, **named: P.kwargs) -> R:
        with table._lock:  # noqa: SLF001 - a method of the table itself
            return method(table, *arguments, **named)

    return alone


class Table:
    """A game in play."""

    def __init__(  # noqa: PLR0913 - what a table agrees on
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        edition: Edition | None = None,
        secret: bytes | None = None,
        nonces: Sequence[str] = (),
    ) -> None:
        """Commit to a secret, mix in the nonces, deal."""
        self.game, self.seats = game, seats
        self.edition = edition or game.read_edition(None)
        self.options = game.read_options(options or {})
        self.box = game.box(seats, self.options, self.edition)
        self.secret = new_secret() if secret is None else secret
        self.nonces = tuple(nonces) or ("",) * seats
        self._check_agreement()
        self.commitment = commitment(self.secret)
        self.state = game.layout.new()
        self._lock = threading.RLock()
        self._steps: list[_Step] = []
        self._rows: list[tuple[int, ...]] = []
        self._log = ev.new_log()
        self._actions = integers(game.most_legal)
        open_stream(record(self.state), key_of_secret(self.secret, self.nonces))
        self._run(game.deal)

    def _check_agreement(self) -> None:
        """What a record could not carry is refused before the first card is dealt."""
        if len(self.secret) != SECRET_BYTES:
            msg = f"secret: {len(self.secret)} bytes, not {SECRET_BYTES}"
            raise EditionError(msg)
        if len(self.nonces) != self.seats:
            msg = f"nonces: {len(self.nonces)} for {self.seats} seats"
            raise EditionError(msg)
        if not all(is_unicode(nonce) for nonce in self.nonces):
            msg = "nonces: not texts in Unicode"
            raise EditionError(msg)

    @_in_turn
    def branch(self, states: Any) -> "Table":
        """A table with the same agreement and another position, without a past: to search, to imagine, to test."""
        other: Table = object.__new__(type(self))
        vars(other).update(vars(self))
        other._lock = threading.RLock()
        other.state = np.array(np.asarray(states)[:1])
        other._steps, other._rows = [], []
        other._log, other._actions = ev.new_log(), integers(self.game.most_legal)
        return other

    # ------------------------------------------------------------ what can be done

    @property
    @_in_turn
    def moves(self) -> list[Move]:
        """Every move so far."""
        return [move for step in self._steps for move in step.moves]

    @_in_turn
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        mask = self.game.to_act(record(self.box), record(self.state))
        return tuple(seat for seat in range(self.seats) if mask >> seat & 1)

    @property
    def over(self) -> bool:
        """Nobody may act any more."""
        return not self.to_act()

    @_in_turn
    def legal(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions; none for a seat that is not to act."""
        if seat not in self.to_act():
            return []
        found = self.game.legal(record(self.box), record(self.state), seat, self._actions)
        return [int(number) for number in self._actions[:found]]

    def mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """The legal actions as a learner wants them."""
        made = np.zeros(self.game.actions, np.bool_)
        made[self.legal(seat)] = True
        return made

    @_in_turn
    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Why a seat may not do this now; None when it may."""
        what = self.game.action_of(action).text() if 0 <= action < self.game.actions else str(action)
        if self.over:
            return Refusal("game-over", "", what)
        if seat not in self.to_act():
            return Refusal("not-your-turn", "", what)
        if not 0 <= action < self.game.actions:
            return Refusal("unknown-action", "", what)
        code = self.game.why(record(self.box), record(self.state), seat, action, self._actions)
        return Refusal(*self.game.refusals[code], what) if code else None

    def apply(self, seat: int, action: int | str) -> list[ev.Event]:
        """One decision, by number or by text, and what the seat itself saw of it.

        Raises `Refused` and changes nothing if it is illegal.
        """
        return self.apply_all(seat, (action,))

    @_in_turn
    def apply_all(self, seat: int, actions: Sequence[int | str]) -> list[ev.Event]:
        """Several decisions of a seat in one go, such as a whole offer: all of them, or none.

        Nobody acts in between. Raises `Refused`, for the first that is illegal, and then nothing has happened. They
        are written down one by one, and taken back together.
        """
        before, seen = self.state.tobytes(), len(self._rows)
        try:
            moves = [self._make(seat, action) for action in actions]
        except Refused:
            self.state[:] = np.frombuffer(before, self.state.dtype)
            del self._rows[seen:]
            raise
        if moves:
            told = functools.reduce(int.__or__, (row[ev.AUDIENCE] for row in self._rows[seen:]), 1 << seat)
            self._steps.append(_Step(seat, tuple(moves), before, told, self._what_blocks_undo(before, seen)))
        return self.events(seat, seen)

    def _make(self, seat: int, action: int | str) -> Move:
        """One decision, if it is legal."""
        try:
            number = self.game.parse_action(action) if isinstance(action, str) else action
        except ActionError as error:
            raise Refused(Refusal("unknown-action", "", str(action))) from error
        if refusal := self.why_not(seat, number):
            raise Refused(refusal)
        self._run(self.game.apply, seat, number)
        return Move(seat, number)

    @_in_turn
    def time_up(self) -> None:
        """The clock has run out: what the rules then do is done for every seat that is to act now.

        What only makes room for it, of which nobody else is told, comes first.
        """
        if self.game.lapse is None:
            return
        late = [(seat, self.game.lapse(record(self.box), record(self.state), seat)) for seat in self.to_act()]
        for seat, action in late:
            if self.why_not(seat, action) is None:
                actions, branch = [action], self.branch(self.state)
                branch.apply(seat, action)
                if seat in branch.to_act() and not branch.events(SPECTATOR):
                    actions.append(self.game.lapse(record(branch.box), record(branch.state), seat))
                self.apply_all(seat, actions)

    def _run(self, kernel: Any, *arguments: int) -> None:
        self._log[0, ev.CODE] = 0
        kernel(record(self.box), record(self.state), *arguments, self._log)
        self._rows += ev.rows(self._log)

    # ------------------------------------------------------------ undo

    def _what_blocks_undo(self, before: bytes, seen: int) -> str:
        """Chance that was drawn, a face somebody saw who could not see it where it came from, or a word that binds."""
        old = np.frombuffer(before, self.state.dtype)
        if any(not np.array_equal(old[part], self.state[part]) for part in CHANCE_PARTS):
            return "chance-drawn"
        if any(self._reveals(row) for row in self._rows[seen:]):
            return "was-revealed"
        said = {self.game.events[row[ev.CODE]] for row in self._rows[seen:]}
        return "was-said" if said.intersection(self.game.binding) else ""

    def _reveals(self, row: tuple[int, ...]) -> bool:
        if row[ev.CARD] == NONE or row[ev.FROM] == NONE:
            return False
        return bool(row[ev.FACES] & ~self.game.layout.places().seen_by[row[ev.FROM]])

    def why_no_undo(self, seat: int) -> Refusal | None:
        """Why a seat may not take back the last move; None when it may."""
        if not self._steps:
            return Refusal("nothing-to-undo", "", "undo")
        last = self._steps[-1]
        if last.seat != seat:
            return Refusal("others-acted", "", "undo")
        return Refusal(last.blocked, "", "undo") if last.blocked else None

    @_in_turn
    def undo(self, seat: int) -> None:
        """Take back the seat's last move: free while nothing was revealed, no chance drawn, nobody else has acted."""
        if refusal := self.why_no_undo(seat):
            raise Refused(refusal)
        step = self._steps.pop()
        self.state[:] = np.frombuffer(step.before, self.state.dtype)
        self._rows.append((NONE, seat, NONE, NONE, NONE, NONE, ev.EVERYBODY, step.told))

    # ------------------------------------------------------------ what is seen

    @_in_turn
    def view(self, viewer: int) -> Any:
        """What a seat, or `SPECTATOR`, may know, as an array of one record."""
        if not SPECTATOR <= viewer < self.seats:
            msg = f"{viewer} is no seat at a table of {self.seats}, nor the spectator"
            raise ValueError(msg)
        return self.game.sight.of(self.state, viewer)

    def view_json(self, viewer: int) -> dict[str, Any]:
        """The view in words."""
        return self.game.sight.json(self.view(viewer), self.seats, self.game.card_name)

    def insight(self, viewer: int) -> Any:
        """What a viewer may want to know beside his cards, computed from the public box and his view alone."""
        return self.game.insight(self.box, self.view(viewer)) if self.game.insight else None

    def tensor(self, viewer: int) -> npt.NDArray[np.float32]:
        """The view as numbers."""
        return self.game.sight.tensor(self.view(viewer), self.seats)

    @_in_turn
    def events(self, viewer: int, since: int = 0) -> list[ev.Event]:
        """What a viewer has learnt since a moment (`moment` counts)."""
        bit = 1 << (viewer if viewer != SPECTATOR else ev.SPECTATORS)
        return [self._event(row, bit) for row in self._rows[since:] if row[ev.AUDIENCE] & bit]

    @property
    def moment(self) -> int:
        """How much has happened: what to give `events` to be told only of what follows."""
        return len(self._rows)

    def _event(self, row: tuple[int, ...], bit: int) -> ev.Event:
        game = self.game
        if row[ev.CODE] == NONE:
            return ev.Event(UNDONE, LETTERS[row[ev.SEAT]])
        card = back = None
        if row[ev.CARD] != NONE and row[ev.FACES] & bit:
            card = game.card_name(row[ev.CARD])
        elif row[ev.CARD] != NONE:
            number = int(game.sight.backs[row[ev.CARD]])
            back = game.card_name(number) if number < len(game.card_names) else None
        return ev.Event(
            kind=game.events[row[ev.CODE]],
            seat=LETTERS[row[ev.SEAT]] if row[ev.SEAT] != NONE else None,
            card=card,
            back=back,
            start=self._place(row[ev.FROM]),
            to=self._place(row[ev.TO]),
            value=row[ev.VALUE],
        )

    def _place(self, place: int) -> str | None:
        return None if place == NONE else self.game.layout.places().names[place]

    @_in_turn
    def outcome(self) -> Outcome:
        """Scores and places, final once the game is over."""
        out = integers(self.seats, 2)
        ending = self.game.outcome(record(self.box), record(self.state), out)
        return Outcome(
            tuple(int(out[seat, 0]) if out[seat, 0] != NO_SCORE else None for seat in range(self.seats)),
            tuple(int(out[seat, 1]) for seat in range(self.seats)),
            self.game.endings[ending] if ending != NONE else None,
        )
