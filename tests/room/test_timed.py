"""Clocks of people: they run, stand still and run out by moments from outside, and a room rebuilt has the same."""

from typing import Any

import pytest

from grimorio.engine.layout import SPECTATOR
from grimorio.engine.refusal import Refused
from grimorio.games import GAMES
from grimorio.room.chairs import bot, person
from grimorio.room.entries import packed, unpacked
from grimorio.room.pace import BACK_WITH, Pace
from grimorio.room.timed import TimedRoom


def room_with(pace: Pace, *, bots: int = 0) -> tuple[TimedRoom, list[Any]]:
    """Two people at FLAUTZ!, dealt at moment 0, A first; and the log."""
    chairs = [person("Ada"), person("Bruno"), *(bot(f"bot {number}", "random") for number in range(bots))]
    room = TimedRoom(GAMES["flautz"], chairs, options={"starter": "A"}, secret=bytes(32), pace=pace)
    return room, [room.deal(0)]


def focus(room: TimedRoom, seat: int, at: int) -> Any:
    return room.submit(seat, ["focus"], None, at)


def left(room: TimedRoom, now: int) -> dict[str, int]:
    times = room.look(SPECTATOR, None, now).times
    assert times is not None
    return times.left


def test_a_clock_for_each_move_runs_for_who_is_to_act_and_is_full_again_after_it() -> None:
    room, _ = room_with(Pace(move=60))
    assert left(room, 10_000) == {"A": 50_000, "B": 60_000}
    focus(room, 0, 10_000)
    assert left(room, 15_000) == {"A": 60_000, "B": 55_000}


def test_a_bank_goes_down_and_every_move_adds_to_it() -> None:
    room, _ = room_with(Pace(bank=300, increment=5))
    focus(room, 0, 10_000)
    focus(room, 1, 30_000)
    assert left(room, 30_000) == {"A": 295_000, "B": 285_000}


def test_when_time_is_out_a_bot_takes_the_seat_until_its_person_is_back() -> None:
    room, _ = room_with(Pace(bank=60))
    assert room.tick(59_999) is None
    assert room.due() == 60_000
    assert room.tick(60_000) is not None
    assert (room.chairs[0].kind, bool(room.chairs[0].played_by)) == ("absent", True)
    assert room.bots_to_act() == (0,)
    assert room.tick(999_999) is None
    room.come_back(0, 70_000)
    assert left(room, 70_000)["A"] == BACK_WITH


def test_all_people_together_can_pause_and_any_of_them_goes_on() -> None:
    room, _ = room_with(Pace(move=60), bots=1)
    room.pause(0, "wish", on=True, at=10_000)
    assert left(room, 20_000)["A"] == 40_000
    room.pause(1, "wish", on=True, at=20_000)
    assert left(room, 99_000)["A"] == 40_000
    assert (room.due(), room.tick(999_000)) == (None, None)
    room.pause(0, "wish", on=False, at=99_000)
    assert left(room, 100_000)["A"] == 39_000


def test_time_stands_still_while_somebody_is_cut_off() -> None:
    room, _ = room_with(Pace(move=60))
    room.pause(1, "drop", on=True, at=5_000)
    told = room.look(0, None, 9_000).times
    assert told is not None
    assert (told.paused, told.dropped, told.running, told.left["A"]) == (True, ("B",), (), 55_000)
    room.pause(1, "drop", on=False, at=10_000)
    assert left(room, 11_000)["A"] == 54_000


def test_who_left_to_a_bot_holds_nobody_up() -> None:
    room, _ = room_with(Pace(move=60))
    room.pause(1, "drop", on=True, at=5_000)
    room.leave(1, "random", 6_000)
    assert left(room, 7_000)["A"] == 54_000


def test_every_viewer_hears_of_a_pause() -> None:
    room, _ = room_with(Pace(move=60))
    before = [room.version(viewer) for viewer in (SPECTATOR, 0, 1)]
    room.pause(1, "wish", on=True, at=5_000)
    assert [room.version(viewer) for viewer in (SPECTATOR, 0, 1)] == [version + 1 for version in before]


@pytest.mark.parametrize(("why", "on"), [("wish", False), ("drop", False)])
def test_what_changes_nothing_is_refused(why: Any, on: bool) -> None:  # noqa: FBT001
    room, _ = room_with(Pace(move=60))
    with pytest.raises(Refused, match="no-clock"):
        room.pause(0, why, on=on, at=1)


def test_a_room_without_clocks_has_nothing_to_pause_and_shows_none() -> None:
    room, _ = room_with(Pace())
    with pytest.raises(Refused, match="no-clock"):
        room.pause(0, "wish", on=True)
    assert room.look(0).times is None


def test_a_room_from_its_log_or_its_snapshot_has_the_same_clocks() -> None:
    room, log = room_with(Pace(bank=300, increment=5))
    log += [focus(room, 0, 4_000), room.pause(1, "drop", on=True, at=9_000), room.pause(1, "drop", on=False, at=20_000)]
    log += [focus(room, 1, 25_000), room.pause(0, "wish", on=True, at=26_000)]
    again = TimedRoom(room.game, room.chairs, options=room.options, secret=room.secret, pace=room.pace)
    for entry in log:
        again.enter(unpacked(packed(entry)))
    kept = TimedRoom.restore(room.game, room.snapshot())
    for other in (again, kept):
        for viewer in (SPECTATOR, 0, 1):
            assert other.look(viewer, None, 30_000) == room.look(viewer, None, 30_000)
        assert other.due() == room.due()
