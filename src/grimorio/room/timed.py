"""A room whose people have clocks. When somebody's time is out a bot takes his seat until he is back."""

from collections.abc import Mapping, Sequence

import msgspec

from grimorio.bots import STANDARD
from grimorio.engine.entries import Decided
from grimorio.engine.game import Edition, Game
from grimorio.engine.kept import SnapshotError
from grimorio.engine.layout import LETTERS
from grimorio.engine.refusal import Refusal, Refused
from grimorio.room.chairs import Chair
from grimorio.room.entries import Dealt, Paused, RoomEntry, Sat
from grimorio.room.look import Look
from grimorio.room.pace import Pace, Times, TimesTold, Why
from grimorio.room.room import Room


class KeptTimes(msgspec.Struct):
    """A room with clocks as it is kept."""

    room: bytes
    pace: Pace
    times: Times


KEPT_TIMES = msgspec.msgpack.Decoder(KeptTimes)


class TimedRoom(Room):
    """A room with clocks for people, beside the clock that a game may have for its market."""

    def __init__(  # noqa: PLR0913 - what a room agrees on
        self,
        game: Game,
        chairs: Sequence[Chair],
        *,
        options: Mapping[str, str] | None = None,
        edition: Edition | None = None,
        secret: bytes | None = None,
        pace: Pace | None = None,
    ) -> None:
        """Nothing runs before the deal."""
        self.pace = pace or Pace()
        self.times = Times([self.pace.first] * len(chairs))
        super().__init__(game, chairs, options=options, edition=edition, secret=secret)

    # ------------------------------------------------------------ what is done

    def pause(self, seat: int, why: Why, *, on: bool, at: int = 0) -> RoomEntry:
        """Somebody wants a pause or is cut off, or no longer; refused where nothing would change."""
        which = self.times.wish if why == "wish" else self.times.dropped
        if self.stage != "playing" or not self.pace.any or self.chairs[seat].kind != "person":
            raise Refused(Refusal("no-clock", "", why))
        if (seat in which) == on:
            raise Refused(Refusal("no-clock", "", "pause"))
        return self.enter(Paused(seat, why, on, at))

    def enter(self, entry: RoomEntry) -> RoomEntry:
        """Do what an entry says; the clocks follow."""
        with self._lock:
            self.times.advance(entry.at)
            was = {seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"}
            if isinstance(entry, Paused):
                self.times.pause(entry.seat, entry.why, on=entry.on)
                self.entries += 1
                self._look_around(facts=True)
            else:
                super().enter(entry)
            self._follow(entry, was)
        return entry

    def _follow(self, entry: RoomEntry, was: set[int]) -> None:
        """After an entry: who is timed now, and who has more time."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]
        if isinstance(entry, Decided) and entry.seat in people and not self.in_private:
            self.times.decided(entry.seat, self.pace)
        if isinstance(entry, Sat) and entry.seat in people and entry.seat not in was:
            self.times.back(entry.seat, self.pace)
        if isinstance(entry, Dealt):
            self.times.since = entry.at
        self.times.run_for([seat for seat in self.to_act() if seat in people], people)

    def tick(self, now: int) -> RoomEntry | None:
        """What a clock that has run out by now does; None where none has."""
        done = super().tick(now)
        due = self.times.due() if self.pace.any else None
        if done is not None or due is None or due[1] > now:
            return done
        seat, _ = due
        return self.enter(Sat(seat, self.chairs[seat].left(STANDARD), now))

    def due(self) -> int | None:
        """The moment at which somebody's time is out, if there is one."""
        found = self.times.due() if self.pace.any else None
        return found[1] if found else None

    # ------------------------------------------------------------ what is seen, and kept

    def look(self, viewer: int, since: int | None = None, now: int = 0) -> Look:
        """What a viewer sees, with all clocks."""
        with self._lock:
            seen = super().look(viewer, since, now)
            return msgspec.structs.replace(seen, times=self._told(now)) if self.pace.any else seen

    def _told(self, now: int) -> TimesTold:
        times = self.times
        return TimesTold(
            left={LETTERS[seat]: times.left_at(seat, now) for seat in range(self.seats)},
            running=() if times.paused else tuple(LETTERS[seat] for seat in times.running),
            paused=times.paused,
            wish=tuple(LETTERS[seat] for seat in sorted(times.wish)),
            dropped=tuple(LETTERS[seat] for seat in sorted(times.dropped)),
        )

    def snapshot(self) -> bytes:
        """The room as it is kept, with its clocks."""
        with self._lock:
            return msgspec.msgpack.encode(KeptTimes(super().snapshot(), self.pace, self.times))

    @classmethod
    def restore(cls, game: Game, kept: bytes, edition: Edition | None = None) -> "TimedRoom":
        """A room from its snapshot."""
        try:
            made = KEPT_TIMES.decode(kept)
        except msgspec.DecodeError as error:
            msg = f"not a snapshot of a room with clocks: {error}"
            raise SnapshotError(msg) from error
        room = super().restore(game, made.room, edition)
        if not isinstance(room, TimedRoom):
            msg = "not a room with clocks"
            raise SnapshotError(msg)
        room.pace, room.times = made.pace, made.times
        return room

    def rematch(self, secret: bytes | None = None) -> "TimedRoom":
        """The same people and bots at a fresh table, with the same clocks."""
        chairs = (*self.chairs[1:], self.chairs[0])
        return TimedRoom(self.game, chairs, options=self.options, edition=self.edition, secret=secret, pace=self.pace)
