"""A room: a table with its chairs, its clock, and a version of its own for every viewer.

Everything that happens in a room is an entry of its log; what is asked of it becomes an entry and is done, or is
refused. A room that is built again from the same entries is the same room to every viewer, versions included. It has no
clock of its own: whoever runs it says what time it is, in milliseconds.
"""

import functools
import hashlib
import threading
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from grimorio.bots import BOTS, HINTING, names, whole_move
from grimorio.engine.chance import commitment, key_of_secret, new_secret, stream
from grimorio.engine.entries import Decided, Lapsed, TookBack
from grimorio.engine.events import Event
from grimorio.engine.facts import told_of
from grimorio.engine.game import Edition, Game, is_unicode, unplayable
from grimorio.engine.in_words import ToldView
from grimorio.engine.kernel import handed
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.pointing import nearest, offer_of
from grimorio.engine.record import Record, replay
from grimorio.engine.reference import Ref, Way, declared
from grimorio.engine.refusal import Refusal, Refused
from grimorio.engine.table import Table
from grimorio.engine.turns import next_to_act
from grimorio.engine.undo import NOTHING
from grimorio.engine.winning import Outcome
from grimorio.engine.wire import outcome_told
from grimorio.room.alone import alone
from grimorio.room.chairs import Chair
from grimorio.room.decision import Decision
from grimorio.room.entries import Dealt, Laid, Nonced, Paused, RoomEntry, Sat
from grimorio.room.eyes import WIDTH, Eye, Watch
from grimorio.room.kept import Kept, laid_out, new_table, opened
from grimorio.room.look import Clock, Look, Shuffle, Stage
from grimorio.room.moment import Moment
from grimorio.room.reasons import Hint, reasoned

LONGEST_NONCE = 200
SECOND = 1000
"""Milliseconds."""
_OF_A_SEAT, _OF_THE_ROOM = (Decided, TookBack), (Sat, Nonced, Dealt, Laid)
"""What somebody did himself, and what everybody is told of the room."""


class Room:
    """A table and all around it."""

    def __init__(
        self,
        game: Game,
        chairs: Sequence[Chair],
        *,
        options: Mapping[str, str] | None = None,
        edition: Edition | None = None,
        secret: bytes | None = None,
    ) -> None:
        """Commit to a secret, and wait for nonces and the deal."""
        self.game, self.chairs = game, tuple(chairs)
        self.options, self.edition = game.read_options(options or {}), edition or game.standard
        game.shared_box(len(chairs), self.options, self.edition)
        self._said = game.sight.said(len(chairs), game.card_name)
        self.secret = new_secret() if secret is None else secret
        self.commitment = commitment(self.secret)
        self.nonces = [""] * len(chairs)
        self.table: Table | None = None
        self.entries, self.laid, self._new = 0, "", dict[int, Sequence[int]]()
        self._lock = threading.RLock()
        self._last, self._timed, self._every = (len(chairs) - 1, False), (0, 0), ((0, -1), list[Way]())
        self._eyes = {viewer: Eye() for viewer in (SPECTATOR, *range(len(chairs)))}
        self._watch: Watch | None = None
        self._look_around(facts=True)

    # ------------------------------------------------------------ what a room is

    @property
    def seats(self) -> int:
        """How many chairs there are."""
        return len(self.chairs)

    @property
    def stage(self) -> Stage:
        """Whether the cards are dealt, and whether the game is over."""
        return self._moment.stage

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return tuple(chair.name for chair in self.chairs)

    def version(self, viewer: int) -> int:
        """The number of what a viewer sees now, which counts only what he could see change."""
        return len(self._eyes[viewer].moments) // WIDTH

    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self._moment.acting

    def outcome(self) -> Outcome | None:
        """Scores and places, once the game is over."""
        return self.table.outcome() if self.table and self.table.over else None

    def dealt(self) -> Table:
        """The table, once the cards are dealt."""
        if self.table is None:
            raise Refused(Refusal("not-dealt", "", ""))
        return self.table

    # ------------------------------------------------------------ before the deal, and chairs

    @alone
    def sit(self, seat: int, chair: Chair, at: int = 0) -> RoomEntry:
        """Let somebody sit down, leave, or come back."""
        self._check_bot(chair)
        return self.enter(Sat(seat, chair, at))

    def leave(self, seat: int, bot: str, at: int = 0) -> RoomEntry:
        """A person goes; a bot stands in, so that the seat is never dead."""
        return self.sit(seat, self.chairs[seat].left(bot), at)

    def come_back(self, seat: int, at: int = 0) -> RoomEntry:
        """A person who was away takes his seat again."""
        if self.chairs[seat].kind == "bot":
            raise Refused(Refusal("not-a-person", "", self.chairs[seat].name))
        return self.sit(seat, self.chairs[seat].back(), at)

    def _check_bot(self, chair: Chair) -> None:
        if chair.bot and chair.bot not in names(self.game.name):
            known = names(self.game.name)
            unplayable("unknown-bot", value=repr(chair.bot[:40]), title=self.game.title, words=tuple(known))

    @alone
    def give_nonce(self, seat: int, text: str, at: int = 0) -> RoomEntry:
        """Add a text of one's own to the shuffle, having seen the commitment."""
        if self.table is not None:
            raise Refused(Refusal("already-dealt", "", "nonce"))
        if len(text) > LONGEST_NONCE or not is_unicode(text):
            raise Refused(Refusal("too-long", "", "nonce"))
        return self.enter(Nonced(seat, text, at))

    @alone
    def deal(self, at: int = 0) -> RoomEntry:
        """Deal the cards."""
        if self.table is not None:
            raise Refused(Refusal("already-dealt", "", "deal"))
        return self.enter(Dealt(at))

    # ------------------------------------------------------------ what is done

    def submit(
        self, seat: int, decisions: Sequence[int | str | Decision], seen: int | None = None, at: int = 0
    ) -> RoomEntry:
        """Decisions of a seat in one go, judged by the position of this seat now.

        `seen` is the version that whoever decides was looking at: what he points at must not have changed since.
        Whatever else happened in the meantime, at other places, does not matter.
        """
        with self._lock:
            numbers = [self._number(seat, each) for each in decisions]
            if seen is not None and seen < self.version(seat):
                self._check_seen(seat, numbers, seen)
            return self.enter(Decided(seat, tuple(numbers), at))

    def _number(self, seat: int, decision: int | str | Decision) -> int:
        """The number of a decision, by its text or by what it refers to."""
        table = self.dealt()
        if not isinstance(decision, Decision):
            return table.number_of(decision)
        form, refs = decision.form, decision.refs
        for way in self._ways(seat):
            if way.refs == refs and way.form == form:
                return way.number
        return self._illegal(seat, decision)

    def _illegal(self, seat: int, decision: Decision) -> int:
        """A decision that is not legal, so that its refusal can say why."""
        for way in self._all_ways(seat):
            if (way.form, way.refs) == (decision.form, decision.refs):
                return way.number
        raise Refused(self._mistake(seat, decision.refs) or Refusal("unknown-action", "", decision.form[:40]))

    def _check_seen(self, seat: int, numbers: Iterable[int], seen: int) -> None:
        """Refuse a decision about a place at which something else lies now."""
        for number in numbers:
            if 0 <= number < self.game.actions:
                shows = declared(type(self.game.action_of(number)))
                way = self.game.pointer.way(number, seat, self._in_words(seat))
                for ref in self._eyes[seat].changed_places(self.game.sight, way, shows, seen):
                    raise Refused(Refusal("changed-since", "", ref.at))

    @alone
    def undo(self, seat: int, at: int = 0) -> RoomEntry:
        """Take a seat's last step back, if the engine allows it, and not once the secret is told."""
        if refusal := self._why_no_undo(seat):
            raise Refused(refusal)
        return self.enter(TookBack(seat, at))

    @alone
    def tick(self, now: int) -> RoomEntry | None:
        """What a clock that has run out by now does; None where none has."""
        clock = self.clock(now)
        return self.enter(Lapsed(clock.which, now)) if clock and not clock.left else None

    def enter(self, entry: RoomEntry) -> RoomEntry:
        """Do what an entry says, live or from the log. What cannot be done is refused, and nothing has happened."""
        with self._lock:
            match entry:
                case Sat(seat, chair):
                    self.chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
                case Nonced(seat, text):
                    self.nonces[seat] = text
                case Dealt():
                    self.table = new_table(self)
                case Laid(position, purpose):
                    self.table, self.laid = laid_out(new_table(self), position), purpose
                case Paused():
                    raise Refused(Refusal("no-clock", "", entry.why))
                case _:
                    self._play(entry)
            self.entries += 1
            own = entry.seat if isinstance(entry, _OF_A_SEAT) else None
            self._look_around(facts=isinstance(entry, _OF_THE_ROOM), own=own)
            self._set_clock(entry.at)
            return entry

    def _play(self, entry: Decided | TookBack | Lapsed) -> None:
        table = self.dealt()
        public = table.moment(SPECTATOR)
        table.enter(entry)
        if isinstance(entry, Decided):
            self._last = (entry.seat, table.moment(SPECTATOR) == public)
        else:
            self._last = (self._last[0], isinstance(entry, TookBack))

    def _look_around(self, *, facts: bool, own: int | None = None) -> None:
        """Every viewer looks again; what all of them share is found out anew when it is asked for."""
        self._moment, table = Moment(self.table), self.table
        if table is None:
            for eye in self._eyes.values():
                eye.update(b"", (), 0, facts=facts, own=False)
            return
        if self._watch is None:
            self._watch = Watch(self.game.sight, tuple(self._eyes.values()))
        for (viewer, eye), (view, new) in zip(self._eyes.items(), self._watch.again(table.state), strict=True):
            if eye.update(view, new, table.moment(viewer), facts=facts, own=viewer == own):
                self._new[viewer] = new

    # ------------------------------------------------------------ the clock

    def _set_clock(self, at: int) -> None:
        """A clock begins when what is timed begins."""
        which, _ = self._moment.timing
        if which != self._timed[0]:
            self._timed = (which, at)

    def clock(self, now: int) -> Clock | None:
        """How long the decisions of now may take, and how much of that is left; None where they may take for ever."""
        which, seconds = self._moment.timing
        if not seconds:
            return None
        left = max(0, self._timed[1] + seconds * SECOND - now)
        return Clock(which, seconds * SECOND, left)

    # ------------------------------------------------------------ whose move it is

    @property
    def in_private(self) -> bool:
        """Whether nobody but the seat itself has heard of the last step."""
        return self._last[1]

    def next_seat(self) -> int:
        """Whom to serve where all sit at one keyboard: one after the other, each until the others have heard of it."""
        seats = self.to_act()
        last, in_private = self._last
        if in_private and last in seats:
            return last
        return min(seats, key=lambda seat: (seat - last - 1) % self.seats)

    def bots_to_act(self) -> tuple[int, ...]:
        """The seats that bots act for now. Who did nothing waits until there is something new, unless all wait."""
        acting, chairs = self._moment.acting, self.chairs
        bots = tuple([seat for seat in acting if chairs[seat].played_by])
        eager = tuple([seat for seat in bots if not self._eyes[seat].idle]) if bots else ()
        return bots if bots == acting and not eager else eager

    def next_bot(self) -> int | None:
        """The bot that acts next where several may: each is equally likely, drawn from the bots' own stream."""
        waiting = sum(1 << seat for seat in self.bots_to_act())
        return int(next_to_act(waiting, handed(self._bots_chance(0)))) if waiting else None

    def think(self, seat: int) -> list[int]:
        """What the bot of a seat does, on the seat's own view, with chance of its own."""
        return self.thought(seat)()

    @alone
    def thought(self, seat: int) -> Callable[[], list[int]]:
        """What a bot is about to think, on a copy of what is on the table now: any thread may think it."""
        return self._whole_move(seat, self.chairs[seat].played_by, self._bots_chance(1 + seat))

    @alone
    def hinting(self, seat: int, level: str = HINTING) -> Callable[[], Hint]:
        """What a bot would do in a seat's place and why, from the seat's own view; to be thought in any thread."""
        chance = stream(key_of_secret(hashlib.sha256(b"hint").digest(), (str(self.version(seat)),)))
        thought, table = self._whole_move(seat, level, chance), self.dealt()
        return functools.partial(reasoned, level, thought, table.branch(table.state), seat, chance)

    def _whole_move(self, seat: int, level: str, chance: Any) -> Callable[[], list[int]]:
        table = self.dealt()
        apart, bot = table.branch(table.state), BOTS[self.game.name][level]
        told = table.rows(seat) if bot.remembers else ()
        return functools.partial(whole_move, apart, seat, bot, handed(chance), told)

    def _bots_chance(self, purpose: int) -> Any:
        """A stream for each decision, so that a game that is continued goes on as it would have; none of the deal's."""
        text = b"grimorio bots\0" + self.secret + f"{purpose} {self.entries}".encode()
        return stream(key_of_secret(hashlib.sha256(text).digest(), ()))

    # ------------------------------------------------------------ looking and pointing

    @alone
    def ways(self, seat: int) -> tuple[Way, ...]:
        """All that a seat may do, as things to point at."""
        return self._ways(seat)

    def _ways(self, seat: int) -> tuple[Way, ...]:
        if self.table is None or seat == SPECTATOR:
            return ()
        offered = self._moment.offered
        if seat not in offered:
            legal = self.table.legal(seat) if seat in self._moment.acting else ()
            made = self.game.pointer.offered(legal, seat, self._in_words(seat), self.table.box) if legal else ()
            offered[seat] = made
        return offered[seat]

    def _in_words(self, viewer: int) -> Mapping[str, Any]:
        """What a viewer sees now, in words, each field once somebody asks for it."""
        return ToldView(self._said.tellers, self._eyes[viewer].view)

    def _all_ways(self, seat: int) -> list[Way]:
        """Every action there is, legal or not, as this seat sees it now; kept until something happens."""
        if self._every[0] != (seat, self.entries):
            ways = self.game.pointer.ways(range(self.game.actions), seat, self.dealt().view_json(seat))
            self._every = ((seat, self.entries), ways)
        return self._every[1]

    @alone
    def why(self, seat: int, picked: Sequence[Ref], at_hand: Iterable[Ref] = ()) -> Refusal | None:
        """Why what was picked leads to nothing: what the game says of it, or of the action that was probably meant."""
        meant = self.meant(seat, picked, set(at_hand))
        return self.dealt().why_not(seat, meant.number) if meant else self._mistake(seat, picked)

    def _mistake(self, seat: int, picked: Sequence[Ref]) -> Refusal | None:
        """What the rules say of things that are no action at all."""
        code = self.game.mistake(self.dealt().view_json(seat), picked) if self.game.mistake else ""
        return Refusal(code, self.game.mistakes[code], " ".join(ref.name for ref in picked)) if code else None

    def meant(self, seat: int, picked: Sequence[Ref], at_hand: Container[Ref]) -> Way | None:
        """The action that was probably meant by what was picked; `at_hand` is what else could be pointed at."""
        return nearest(self._all_ways(seat), self.ways(seat), picked, at_hand)

    def look(self, viewer: int, since: int | None = None, now: int = 0) -> Look:
        """The room as a viewer may see it, in one read: all of it, or what is new since a version of his."""
        with self._lock:
            eye, moment, game, table = self._eyes[viewer], self._moment, self.game, self.table
            version = eye.version
            if since is not None and not 0 < since <= version:
                since = None
            facts = since is None or eye.facts > since
            chairs = self.chairs if facts else None
            shuffle = self._shuffle() if facts or moment.stage == "over" else None
            if table is None:
                return Look(version, moment.stage, since, chairs, shuffle)
            events, story = moment.told(table, viewer, eye.moment(since or 0))
            ways = self._ways(viewer)
            return Look(
                version=version,
                stage=moment.stage,
                since=since,
                chairs=chairs,
                shuffle=shuffle,
                view=eye.new_in_words(game.sight, self._said, since or 0, self._new.get(viewer)),
                events=events,
                story=story,
                to_act=moment.letters,
                offer=offer_of(ways) if ways else None,
                asked=game.asked(self._in_words(viewer), ways) if game.asked and ways else None,
                undo=self._undo(table, viewer),
                insight=told_of(game.insight, table.box, game.sight.dtype, eye.view) if game.insight else None,
                clock=self.clock(now) if moment.timing[1] else None,
                outcome=None if moment.acting else outcome_told(table.outcome()),
            )

    def shown(self) -> None:
        """Everybody has looked: what was only made to be shared among them is let go of."""
        self._moment.alike.clear()

    def _shuffle(self) -> Shuffle | None:
        """How the deal can be checked; a position that was laid out has none."""
        if self.laid:
            return None
        return Shuffle(self.commitment, tuple(self.nonces), self.secret.hex() if self.stage == "over" else "")

    def _undo(self, table: Table, viewer: int) -> str:
        if viewer == SPECTATOR:
            return NOTHING
        return table.undo_code(viewer) if self._moment.acting else "game-over"

    def _why_no_undo(self, seat: int) -> Refusal | None:
        return Refusal("game-over", "", "undo") if self.stage == "over" else self.dealt().why_no_undo(seat)

    def events(self, viewer: int, since: int = 0) -> list[Event]:
        """What a viewer has learnt since a version of his, for an interface in the same process."""
        return self.dealt().events(viewer, self._eyes[viewer].moment(min(since, self.version(viewer))))

    # ------------------------------------------------------------ keeping, and playing again

    @alone
    def snapshot(self) -> bytes:
        """The room as it is kept, for its host alone."""
        kept = Kept(
            game=self.game.name,
            chairs=self.chairs,
            options=dict(self.options),
            edition=self.edition.digest,
            secret=self.secret,
            nonces=self.nonces,
            entries=self.entries,
            last=self._last,
            timed=self._timed,
            eyes=self._eyes,
            table=self.table.snapshot() if self.table else None,
            laid=self.laid,
        )
        return msgspec.msgpack.encode(kept)

    @classmethod
    def restore(cls, game: Game, kept: bytes, edition: Edition | None = None) -> "Room":
        """A room from its snapshot; refused where the game is another one now."""
        made = opened(kept, game, edition)
        room = cls(game, made.chairs, options=made.options, edition=edition, secret=made.secret)
        room.nonces, room.entries, room._last, room._timed = made.nonces, made.entries, made.last, made.timed
        room._eyes, room._new, room.laid = made.eyes, {}, made.laid
        if made.table is not None:
            room.table = Table.restore(game, made.table, edition)
            room._watch = Watch(game.sight, tuple(made.eyes.values()))
        room._moment = Moment(room.table)
        return room

    @classmethod
    def rebuilt(  # noqa: PLR0913 - what a room agrees on, and its log
        cls,
        game: Game,
        chairs: Sequence[Chair],
        entries: Iterable[RoomEntry],
        *,
        options: Mapping[str, str] | None = None,
        edition: Edition | None = None,
        secret: bytes,
    ) -> "Room":
        """A room from its log."""
        room = cls(game, chairs, options=options, edition=edition, secret=secret)
        for entry in entries:
            room.enter(entry)
        return room

    @classmethod
    def around(cls, table: Table, chairs: Sequence[Chair]) -> "Room":
        """A room around a table that stands there already: a position somebody wrote down, a game that goes on."""
        room = cls(table.game, chairs, options=table.options, edition=table.edition, secret=table.secret)
        room.nonces, room.table = list(table.nonces), table
        room._look_around(facts=True)
        return room

    @classmethod
    def resumed(cls, saved: Record, game: Game) -> "Room":
        """The room of a saved game; what does not fit raises `RecordError`."""
        table = replay(saved, game)
        sat = zip(saved.seats, saved.bots, strict=True)
        chairs = [Chair("bot" if level else "person", name, level) for name, level in sat]
        room = cls(game, chairs, options=table.options, edition=table.edition, secret=table.secret)
        for seat, text in enumerate(saved.nonces):
            if text:
                room.give_nonce(seat, text)
        room.deal()
        for entry in table.log:
            room.enter(entry)
        return room

    def rematch(self, secret: bytes | None = None) -> "Room":
        """The same people and bots at a fresh table, where the next one has the first seat."""
        chairs = (*self.chairs[1:], self.chairs[0])
        return Room(self.game, chairs, options=self.options, edition=self.edition, secret=secret)
