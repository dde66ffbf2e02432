"""Laws of a room, shipped like those of the rules: a room is its log, and what is done in private cannot be counted."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.game import Game
from grimorio.engine.kernel import handed
from grimorio.engine.laws import ENGINE_CHANCE, require
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Way
from grimorio.engine.refusal import Refused
from grimorio.engine.table_laws import in_one_go
from grimorio.room.chairs import person
from grimorio.room.decision import Decision
from grimorio.room.entries import RoomEntry, packed, unpacked
from grimorio.room.room import Room

SECRET = bytes(range(32))
UNDO_EVERY = 4
"""How rarely somebody tries to take a step back."""


def viewers(room: Room) -> Iterator[int]:
    """Every seat, and the spectator."""
    yield SPECTATOR
    yield from range(room.seats)


def fresh_room(game: Game, seats: int, options: dict[str, str] | None = None, secret: bytes = SECRET) -> Room:
    """A room full of people, dealt."""
    room = Room(game, [person(f"player {seat}") for seat in range(seats)], options=options, secret=secret)
    room.deal()
    return room


class Players:
    """People who choose at random among what is lit, and now and then take back what they may."""

    def __init__(self, room: Room, seed: int) -> None:
        """With chance of their own."""
        self.room, self.chance = room, stream(key_of_seed(seed, "people"))

    def among(self, things: Sequence[Any]) -> Any:
        """One of these."""
        return things[below(handed(self.chance), len(things))]

    def point(self, seat: int) -> Way:
        """Pick what is lit until one action is left."""
        pointing = Pointing(self.room.ways(seat))
        while pointing.only is None:
            if pointing.whole is not None and self.among((True, False)):
                return pointing.whole
            pointing = pointing.pick(self.among(pointing.lit))
        return pointing.only

    def step(self, at: int) -> RoomEntry:
        """Somebody does something; what only prepares another decision is often made with it in one go."""
        willing = [seat for seat in range(self.room.seats) if not self.room.look(seat).undo]
        if willing and self.among(range(UNDO_EVERY)) == 0:
            return self.room.undo(self.among(willing), at)
        seat = self.among(self.room.to_act())
        way = self.point(seat)
        further = in_one_go(self.room.dealt(), seat, way.number, self.chance)[1:]
        return self.room.submit(seat, [Decision(way.form, way.refs), *further], self.room.version(seat), at)


def looks(room: Room, now: int) -> dict[int, bytes]:
    """Everything that every viewer is told, from the beginning and since each of a few versions."""
    told = {}
    for viewer in viewers(room):
        version = room.version(viewer)
        since = (None, 1, version // 2, version - 1, version)
        told[viewer] = b"".join(msgspec.json.encode(room.look(viewer, each, now)) for each in since)
    return told


def a_room_is_its_log(room: Room, log: Sequence[RoomEntry], now: int) -> None:
    """Built again from its log, or from its snapshot, a room tells every viewer the same, versions included."""
    kept = [unpacked(packed(entry)) for entry in log]
    chairs = [person(f"player {seat}") for seat in range(room.seats)]
    rebuilt = Room.rebuilt(room.game, chairs, kept, options=room.options, edition=room.edition, secret=room.secret)
    restored = Room.restore(room.game, room.snapshot(), room.edition)
    told = looks(room, now)
    for name, other in (("log", rebuilt), ("snapshot", restored)):
        found = looks(other, now)
        for viewer in viewers(room):
            require(holds=found[viewer] == told[viewer], law=f"a room from its {name} is the same room", found=viewer)
        require(holds=other.to_act() == room.to_act(), law=f"a room from its {name} waits for the same", found=name)


def looks_keep_secrets(room: Room, other: Room, viewer: int, now: int = 0) -> None:
    """Non-interference of all that a room tells: `other` is a room around a world that looks the same to the viewer."""
    require(holds=room.version(viewer) == other.version(viewer), law="versions keep secrets", found=viewer)
    here, there = room.look(viewer, None, now), other.look(viewer, None, now)
    for part in here.__struct_fields__:
        if part != "shuffle":
            same = msgspec.json.encode(getattr(here, part)) == msgspec.json.encode(getattr(there, part))
            require(holds=same, law=f"`{part}` of a look keeps secrets", found=(viewer, getattr(here, part)))


def a_step_keeps_secrets(room: Room, other: Room, viewer: int, seat: int, action: int) -> bool:
    """The same of what is told of a step; False where the law says nothing, as what is seen then differs by right."""
    here, there = room.dealt(), other.dealt()
    for part in ENGINE_CHANCE:
        there.state[part] = here.state[part]
    if action not in there.legal(seat):
        return False
    for each in (room, other):
        each.submit(seat, [action], at=1)
    if here.view(viewer).tobytes() != there.view(viewer).tobytes():
        return False
    looks_keep_secrets(room, other, viewer, 1)
    return True


def private_steps_cannot_be_counted(room: Room, seat: int, step: Callable[[], object], now: int = 0) -> bool:
    """Whoever is not told of a step finds everything as it was: look, version, clock, undo. False if all were told."""
    before = {viewer: looks(room, now)[viewer] for viewer in viewers(room) if viewer != seat}
    table = room.dealt()
    moments = {viewer: table.moment(viewer) for viewer in before}
    views = {viewer: table.view(viewer).tobytes() for viewer in before}
    with contextlib.suppress(Refused):
        step()
    after = looks(room, now)
    kept = [v for v in before if table.moment(v) == moments[v] and table.view(v).tobytes() == views[v]]
    for viewer in kept:
        require(holds=after[viewer] == before[viewer], law="a private step cannot be counted", found=viewer)
    return bool(kept)
