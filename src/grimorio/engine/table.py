"""A game in play is its log: `Table` owns a state, the entries that led to it, and what each viewer saw of them.

Nothing leaves a table but views, events made for a viewer, and refusals. A refusal never changes the state, and neither
does anything else that is raised: what is done is done whole or not at all.

Several seats may act at the same moment, each from a thread of its own: a table puts them in one order, that of their
arrival, and each finds the position that those before it left.
"""

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from grimorio.engine import events as ev
from grimorio.engine.calls import BOUND, DREW, NOT_LEGAL, SHOWED, TOLD, calls_of, clock_of
from grimorio.engine.chance import SECRET_BYTES, commitment, key_of_secret, new_secret, open_stream
from grimorio.engine.entries import Decided, Entries, Entry, Lapsed, TookBack
from grimorio.engine.game import NO_SCORE, ActionError, Edition, Game, is_unicode, unplayable
from grimorio.engine.kept import SNAPSHOTS, Snapshot, SnapshotError, layout_digest
from grimorio.engine.kernel import handed, integers
from grimorio.engine.layout import LETTERS, NONE, SPECTATOR
from grimorio.engine.reading import bit_of, read_by
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.undo import NOTHING, Past, Step
from grimorio.engine.winning import Outcome

LONGEST_GROUP = 200
"""Decisions that may be made in one go."""


@dataclass(frozen=True)
class Move:
    """Who did what."""

    seat: int
    action: int


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
        names: Sequence[str] = (),
        bots: Sequence[str] = (),
    ) -> None:
        """Commit to a secret, mix in the nonces, the names of those who sit down and which of them are bots, deal."""
        self._agree(game, seats, options, edition)
        self.secret = new_secret() if secret is None else secret
        self.nonces, self.bots = tuple(nonces) or ("",) * seats, tuple(bots) or ("",) * seats
        self.names = tuple(names) or tuple(LETTERS[:seats])
        self._check_agreement()
        self.commitment = commitment(self.secret)
        self.state = game.layout.new()
        self._begin()
        open_stream(handed(self.state), key_of_secret(self.secret, self.nonces, self.names, self.bots))
        self._calls.deal(self.box, self.state, self._log)
        self._rows.add(ev.rows(self._log))

    def _agree(self, game: Game, seats: int, options: Mapping[str, str] | None, edition: Edition | None) -> None:
        self.game, self.seats, self.version = game, seats, game.version
        self.edition = edition or game.standard
        self.options = game.read_options(options or {})
        self.box = game.shared_box(seats, self.options, self.edition)

    @property
    def game(self) -> Game:
        """The rules; whoever puts others in their place, as tests of the laws do, has a table that plays by those."""
        return self._game

    @game.setter
    def game(self, game: Game) -> None:
        self._game, self._calls = game, calls_of(game)

    @property
    def _log(self) -> Any:
        return _SCRATCH.log

    @property
    def _actions(self) -> Any:
        rooms = _SCRATCH.actions
        if self.game.name not in rooms:
            rooms[self.game.name] = integers(self.game.most_legal)
        return rooms[self.game.name]

    def _begin(self) -> None:
        """Without a past."""
        self._lock = threading.RLock()
        self.log, self._rows = Entries(), ev.Rows()
        self._past = Past([NOTHING] * self.seats)

    def _check_agreement(self) -> None:
        """What a record could not carry is refused before the first card is dealt."""
        if len(self.secret) != SECRET_BYTES:
            unplayable("wrong-secret", found=len(self.secret), wanted=SECRET_BYTES)
        for what, texts in (("nonces", self.nonces), ("names", self.names), ("bots", self.bots)):
            if len(texts) != self.seats:
                unplayable("wrong-texts", what=what, found=len(texts), wanted=self.seats)
            if not all(is_unicode(text) for text in texts):
                unplayable("not-unicode", what=what)

    @_in_turn
    def branch(self, states: Any) -> "Table":
        """A table with the same agreement and another position, without a past: to search, to imagine, to test."""
        other: Table = object.__new__(type(self))
        vars(other).update(vars(self))
        other.state = np.array(np.asarray(states)[:1])
        other._begin()
        return other

    # ------------------------------------------------------------ what can be done

    @property
    @_in_turn
    def moves(self) -> list[Move]:
        """Every move that was made and not taken back, in order; those of a clock that ran out are not among them."""
        made: list[tuple[Move, ...]] = []
        for entry in self.log:
            if isinstance(entry, Decided):
                made.append(tuple(Move(entry.seat, action) for action in entry.actions))
            elif isinstance(entry, TookBack):
                del made[max(i for i, moves in enumerate(made) if moves[0].seat == entry.seat)]
        return [move for moves in made for move in moves]

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        with self._lock:
            return _SEATS[self._calls.to_act(self.box, self.state)]

    @property
    def over(self) -> bool:
        """Nobody may act any more."""
        return not self.to_act()

    def legal(self, seat: int) -> list[int]:
        """The numbers of a seat's legal actions; none for a seat that is not to act."""
        self._check_seat(seat)
        actions = self._actions
        with self._lock:
            found = self._calls.ask(self.box, self.state, seat, actions)
        legal: list[int] = actions[: max(0, found)].tolist()
        return legal

    def mask(self, seat: int) -> npt.NDArray[np.bool_]:
        """The legal actions as a learner wants them."""
        made = np.zeros(self.game.actions, np.bool_)
        made[self.legal(seat)] = True
        return made

    @_in_turn
    def why_not(self, seat: int, action: int) -> Refusal | None:
        """Why a seat may not do this now; None when it may."""
        self._check_seat(seat)
        known = 0 <= action < self.game.actions
        what = self.game.action_of(action).text() if known else str(action)
        acting = self.to_act()
        if seat not in acting:
            return Refusal("not-your-turn" if acting else "game-over", "", what)
        if not known:
            return Refusal("unknown-action", "", what)
        code = self._calls.why(self.box, self.state, seat, action, self._actions)
        return Refusal(*self.game.refusals[code], what) if code else None

    def _check_seat(self, seat: object) -> None:
        if type(seat) is not int:
            msg = f"a seat is a plain whole number, not {type(seat).__name__}"
            raise TypeError(msg)
        if not 0 <= seat < self.seats:
            msg = f"{seat} is no seat at a table of {self.seats}"
            raise ValueError(msg)

    def number_of(self, action: object) -> int:
        """The number of an action that is given by its text or its number."""
        if isinstance(action, str):
            try:
                return self.game.parse_action(action)
            except ActionError as error:
                raise Refused(Refusal("unknown-action", "", action[:80])) from error
        if type(action) is not int:
            msg = f"an action is a text or a plain whole number, not {type(action).__name__}"
            raise TypeError(msg)
        return action

    # ------------------------------------------------------------ what is done

    def apply(self, seat: int, action: int | str, at: int = 0) -> list[ev.Event]:
        """One decision, by number or by text, and what the seat itself saw of it; `at` is the moment, in milliseconds.

        Raises `Refused` and changes nothing if it is illegal.
        """
        return self.apply_all(seat, (action,), at)

    @_in_turn
    def apply_all(self, seat: int, actions: Sequence[int | str], at: int = 0) -> list[ev.Event]:
        """Several decisions of a seat in one go, such as a whole offer: all of them, or none.

        All but the last only prepare it (`Game.composing`): they draw nothing and show nothing, so that a refusal tells
        nothing that the seat does not know. Nobody acts in between. Raises `Refused`, for the first that is illegal.
        They are written down together, and taken back together.
        """
        seen = len(self._rows)
        self._do_all(seat, actions, at)
        return read_by(self.game, seat, [row for row in self._rows.after(seen) if row[ev.AUDIENCE] >> seat & 1])

    @_in_turn
    def _do_all(self, seat: int, actions: Sequence[int | str], at: int) -> None:
        self._check_seat(seat)
        numbers = tuple(self.number_of(action) for action in actions)
        if not numbers:
            return
        if len(numbers) > 1:
            self._check_group(numbers)
        before, seen, found = self.state.tobytes(), len(self._rows), 1 << seat
        try:
            for number in numbers:
                found |= self._make(seat, number)
            self._note(seat, numbers, found, before)
            self.log.decided(seat, numbers, at)
        except BaseException:
            self._go_back(before, seen)
            raise

    def _go_back(self, before: bytes, seen: int) -> None:
        """As if nothing had been tried."""
        self.state[:] = np.frombuffer(before, self.state.dtype)
        self._rows.cut(seen)

    def _check_group(self, numbers: Sequence[int]) -> None:
        for number in numbers[:-1]:
            if not (0 <= number < self.game.actions and self.game.composes[number]):
                what = self.game.action_of(number).text() if 0 <= number < self.game.actions else str(number)
                raise Refused(Refusal("not-together", "", what))
        if len(numbers) > LONGEST_GROUP:
            raise Refused(Refusal("not-together", "", f"{len(numbers)} decisions"))

    def _make(self, seat: int, number: int) -> int:
        """One decision, if it is legal: noted, and what became of it."""
        log = _SCRATCH.log
        known = 0 <= number < self.game.actions
        found = self._calls.decide(self.box, self.state, seat, number, self._actions, log) if known else NOT_LEGAL
        if found < 0:
            raise Refused(self.why_not(seat, number) or Refusal("unknown-action", "", str(number)))
        self._rows.add(ev.rows(log))
        return found

    def _note(self, seat: int, numbers: tuple[int, ...], found: int, before: bytes) -> None:
        """Remember what can be taken back."""
        self._past.step(seat, numbers, found & TOLD, why_kept(found), before)
        if self._past.steps:
            self._past.trim(self._played)

    def _played(self, position: bytes, step: Step) -> bytes:
        """The position after a step that was made before, from another one; nobody is told again."""
        states = np.frombuffer(position, self.state.dtype).copy()
        for action in step.actions:
            self._calls.decide(self.box, states, step.seat, action, self._actions, self._log)
        return states.tobytes()

    # ------------------------------------------------------------ the clock

    def timing(self) -> tuple[int, int]:
        """What time can run out for now, by its number (0 for nothing), and in how many seconds (0 for never)."""
        clock = clock_of(self.game)
        if clock is None:
            return 0, 0
        with self._lock:
            return clock.timed(self.box, self.state), clock.clock(self.box, self.state)

    @_in_turn
    def time_up(self, which: int, at: int = 0) -> bool:
        """The clock has run out: what the rules then do is done for every seat that is to act now.

        `which` says what the clock was for; if that is over already, nothing is done, and the answer is False.
        """
        if not which or self.timing()[0] != which:
            return False
        before, seen = self.state.tobytes(), len(self._rows)
        try:
            for seat in self.to_act():
                self._lapse(seat, which)
        except BaseException:
            self._go_back(before, seen)
            raise
        self._past.forget("time-ran-out")
        self.log.add(Lapsed(which, at))
        return True

    def _lapse(self, seat: int, which: int) -> None:
        """What the rules do for a seat whose time is out; what only makes room for it, in private, comes first."""
        clock = clock_of(self.game)
        for _ in range(2):
            if clock is None or seat not in self.to_act() or self.timing()[0] != which:
                return
            if self._make(seat, clock.lapse(self.box, self.state, seat)) >> ev.SPECTATORS & 1:
                return

    # ------------------------------------------------------------ undo

    @_in_turn
    def why_no_undo(self, seat: int) -> Refusal | None:
        """Why a seat may not take back its last move; None when it may."""
        self._check_seat(seat)
        why = self.undo_code(seat)
        return Refusal(why, "", "undo") if why else None

    def undo_code(self, seat: int) -> str:
        """Why a seat may not take back its last move, in a word; '' when it may."""
        return self._past.why[seat]

    @_in_turn
    def undo(self, seat: int, at: int = 0) -> None:
        """Take back the seat's last move: free while nothing was revealed, no chance drawn, nobody else has acted."""
        if refusal := self.why_no_undo(seat):
            raise Refused(refusal)
        gone, base, stay = self._past.take_back(seat)
        self.state[:] = np.frombuffer(functools.reduce(self._played, stay, base), self.state.dtype)
        self._rows.add([(NONE, seat, NONE, NONE, NONE, NONE, ev.EVERYBODY, gone.told)])
        self.log.add(TookBack(seat, at))

    # ------------------------------------------------------------ the log, and what is kept

    def enter(self, entry: Entry) -> None:
        """Do what an entry of the log says, as it was done before."""
        match entry:
            case Decided(seat, actions, at):
                self._do_all(seat, actions, at)
            case TookBack(seat, at):
                self.undo(seat, at)
            case Lapsed(which, at):
                if not self.time_up(which, at):
                    raise Refused(Refusal("time-ran-out", "", str(which)))

    @_in_turn
    def snapshot(self) -> bytes:
        """All of the table, to be kept where only its host can read it: the secret is in it."""
        kept = Snapshot(
            game=self.game.name,
            version=self.version,
            layout=layout_digest(self.game),
            edition=self.edition.digest,
            seats=self.seats,
            options=dict(self.options),
            secret=self.secret,
            nonces=self.nonces,
            names=self.names,
            bots=self.bots,
            state=self.state.tobytes(),
            entries=self.log.packed(),
            rows=self._rows.packed(),
            past=self._past,
        )
        return msgspec.msgpack.encode(kept)

    @classmethod
    def restore(cls, game: Game, kept: bytes, edition: Edition | None = None) -> "Table":
        """A table from its snapshot; refused where the game or its layout is another one now."""
        try:
            made = SNAPSHOTS.decode(kept)
        except msgspec.DecodeError as error:
            msg = f"not a snapshot of a table: {error}"
            raise SnapshotError(msg) from error
        edition = edition or game.standard
        versions = (game.version, *game.continues)
        for what, then, now in (
            ("game", made.game, game.name),
            ("version", made.version, made.version if made.version in versions else game.version),
            ("layout", made.layout, layout_digest(game)),
            ("edition", made.edition, edition.digest),
        ):
            if then != now:
                msg = f"{what}: the snapshot was made with {str(then)[:40]!r}, this is {str(now)[:40]!r}"
                raise SnapshotError(msg)
        return cls._restored(game, made, edition)

    @classmethod
    def _restored(cls, game: Game, made: Snapshot, edition: Edition) -> "Table":
        table: Table = object.__new__(cls)
        table._agree(game, made.seats, made.options, edition)
        table.secret, table.nonces, table.names, table.bots = made.secret, made.nonces, made.names, made.bots
        table.commitment = commitment(made.secret)
        table.state = np.frombuffer(made.state, game.layout.dtype).copy()
        table.version = made.version
        table._begin()
        table.log, table._rows, table._past = Entries(made.entries), ev.Rows(made.rows), made.past
        return table

    # ------------------------------------------------------------ what is seen

    @_in_turn
    def view(self, viewer: int) -> Any:
        """What a seat, or `SPECTATOR`, may know, as an array of one record."""
        if not SPECTATOR <= viewer < self.seats:
            msg = f"{viewer} is no seat at a table of {self.seats}, nor the spectator"
            raise ValueError(msg)
        return self.game.sight.of(self.state, viewer)

    def view_json(self, viewer: int, *, whole: bool = False) -> dict[str, Any]:
        """The view in words; `whole` tells machinery too, which no person needs."""
        return self.game.sight.json(self.view(viewer), self.seats, self.game.card_name, whole=whole)

    def insight(self, viewer: int) -> Any:
        """What a viewer may want to know beside his cards, computed from the public box and his view alone."""
        return self.game.insight(self.box, self.view(viewer)) if self.game.insight else None

    def tensor(self, viewer: int) -> npt.NDArray[np.float32]:
        """The view as numbers."""
        return self.game.sight.tensor(self.view(viewer), self.seats)

    @_in_turn
    def events(self, viewer: int, since: int = 0) -> list[ev.Event]:
        """What a viewer has learnt since a moment of his (`moment` counts)."""
        return read_by(self.game, bit_of(viewer), self.rows(viewer, since))

    def rows(self, viewer: int, since: int = 0) -> Sequence[ev.Row]:
        """What a viewer has learnt since a moment of his, as rows, of which he may read his part alone."""
        with self._lock:
            return self._rows.of(bit_of(viewer), since)

    def seen_by_all(self, rows: Sequence[ev.Row]) -> bool:
        """Whether these rows are those of the last decision, and everybody sees all of them alike."""
        return self._rows.seen_by_all(rows)

    def moment(self, viewer: int) -> int:
        """How much a viewer has been told: what to give `events` to be told only of what follows."""
        return self._rows.told(bit_of(viewer))

    @_in_turn
    def outcome(self) -> Outcome:
        """Scores and places, final once the game is over."""
        out = integers(self.seats, 2)
        ending = self._calls.outcome(self.box, self.state, out)
        scores, places = np.asarray(out).T.tolist()
        return Outcome(
            tuple(score if score != NO_SCORE else None for score in scores),
            tuple(places),
            self.game.endings[ending] if ending != NONE else None,
        )


_SEATS = [tuple(seat for seat in range(8) if mask >> seat & 1) for mask in range(256)]
"""The seats of every mask."""


class _Scratch(threading.local):
    """Room for the rows of one decision and for legal actions: one for each thread, however many tables it runs."""

    def __init__(self) -> None:
        self.log, self.actions = ev.new_log(), dict[str, Any]()


_SCRATCH = _Scratch()


def why_kept(found: int) -> str:
    """Why a decision with these bits of `decide` cannot be taken back; nothing where it can."""
    if found & (DREW | SHOWED | BOUND) == 0:
        return ""
    return "chance-drawn" if found & DREW else "was-revealed" if found & SHOWED else "was-said"
