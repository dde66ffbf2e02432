"""A room: what everybody is told, under versions of their own, live, rebuilt and restored."""

import inspect
import itertools
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grimorio.engine.facts import Facts
from grimorio.engine.game import EditionError
from grimorio.engine.kept import SnapshotError
from grimorio.engine.laws import LawBrokenError, random_play, world
from grimorio.engine.layout import SPECTATOR
from grimorio.engine.pointing import Pointing
from grimorio.engine.reference import Ref
from grimorio.engine.refusal import Refused
from grimorio.engine.sight import Sight
from grimorio.engine.table import Table
from grimorio.engine.wire import event_told, view_type
from grimorio.games import GAMES
from grimorio.room import laws
from grimorio.room.chairs import Chair, bot, person
from grimorio.room.decision import Decision
from grimorio.room.entries import Laid, RoomEntry
from grimorio.room.eyes import Eye, Watch, meanings, spot_name
from grimorio.room.look import Look
from grimorio.room.room import Room

FLAUTZ, MARKET = GAMES["flautz"], GAMES["zaubercocktail"]
LIVE = {"market": "live", "clock": "60"}
every_game = pytest.mark.parametrize("name", GAMES)
CASES: list[tuple[str, dict[str, str]]] = [(name, {}) for name in GAMES] + [("zaubercocktail", LIVE)]


def code(refused: Any) -> str:
    return str(refused.value.refusal.code)


# ---------------------------------------------------------------- whole games by pointing alone


@pytest.mark.parametrize(("name", "options"), CASES)
def test_a_whole_game_is_played_by_pointing_at_what_is_lit(name: str, options: dict[str, str]) -> None:
    game = GAMES[name]
    room = laws.fresh_room(game, game.seats[0], options)
    people, steps = laws.Players(room, 3), 0
    while room.stage == "playing" and steps < 4000:
        seat = people.among(room.to_act())
        way = people.point(seat)
        room.submit(seat, [Decision(way.form, way.refs)], room.version(seat), steps)
        steps += 1
        if steps % 50 == 0:
            msgspec.convert(room.look(seat).view, view_type(game))
    assert room.stage == "over"
    outcome = room.look(SPECTATOR).outcome
    assert outcome is not None
    assert outcome.winners


# ---------------------------------------------------------------- a room is its log


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), CASES)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10_000), moves=st.integers(1, 90))
def test_a_room_killed_at_any_moment_is_the_same_room_again(
    name: str, options: dict[str, str], seed: int, moves: int
) -> None:
    game = GAMES[name]
    room = Room(game, [person(f"player {seat}") for seat in range(game.seats[0])], options=options, secret=laws.SECRET)
    log: list[RoomEntry] = [room.give_nonce(1, str(seed)), room.deal(5)]
    people = laws.Players(room, seed)
    for step in range(moves):
        if room.stage != "playing":
            break
        log.append(people.step(10 * step))
        if step % 17 == 0:
            laws.a_room_is_its_log(room, log, 10 * step)
    laws.a_room_is_its_log(room, log, 10 * moves)


def test_a_room_that_forgets_something_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    room = laws.fresh_room(FLAUTZ, 3)
    log = [laws.Players(room, 1).step(0)]
    with pytest.raises(Refused):
        laws.a_room_is_its_log(room, log, 0)
    other = laws.fresh_room(FLAUTZ, 3).snapshot()
    monkeypatch.setattr(Room, "snapshot", lambda _room: other)
    with pytest.raises(LawBrokenError, match="snapshot"):
        laws.a_room_is_its_log(room, [room_dealt(), *log], 0)


def room_dealt() -> RoomEntry:
    return Room(FLAUTZ, [person(f"player {seat}") for seat in range(3)], secret=laws.SECRET).deal()


def test_what_is_no_snapshot_is_refused() -> None:
    room = laws.fresh_room(FLAUTZ, 3)
    for kept in (b"", b"nonsense", msgspec.msgpack.encode({"chairs": []})):
        with pytest.raises(SnapshotError, match="snapshot"):
            Room.restore(FLAUTZ, kept)
    with pytest.raises(SnapshotError, match="game"):
        Room.restore(GAMES["abracadabra"], room.snapshot(), room.edition)


# ---------------------------------------------------------------- secrets


@every_game
def test_looks_keep_secrets_before_and_after_a_step(name: str) -> None:
    game, compared = GAMES[name], 0
    for moves in (0, 5, 9, 17, 28, 40, 63):
        table = random_play(game, game.seats[0], moves + 3, moves)
        for viewer, seat in itertools.product(range(table.seats), table.to_act()):
            for action in table.legal(seat)[:: 1 + len(table.legal(seat)) // 8]:
                here, there = around(table), around(world(table, viewer, moves))
                laws.looks_keep_secrets(here, there, viewer)
                compared += laws.a_step_keeps_secrets(here, there, viewer, seat, action)
    assert compared > 4, "too few steps that are the same in both worlds"


def around(table: Table) -> Room:
    chairs = [person(f"player {seat}") for seat in range(table.seats)]
    return Room.around(table.branch(table.state), chairs)


def private_room() -> Room:
    return laws.fresh_room(MARKET, 4, LIVE)


def test_what_is_composed_in_private_cannot_be_counted() -> None:
    room = private_room()
    people, kept = laws.Players(room, 5), 0
    for step in range(120):
        if room.stage != "playing":
            break
        seat = people.among(room.to_act())
        way = people.point(seat)

        def act(seat: int = seat, way: Any = way) -> None:
            room.submit(seat, [Decision(way.form, way.refs)])

        kept += laws.private_steps_cannot_be_counted(room, seat, act, step)
    assert kept > 20


def leaky_version(patch: pytest.MonkeyPatch) -> None:
    update = Eye.update
    patch.setattr(Eye, "update", lambda eye, *args, **named: update(eye, *args, **{**named, "own": True}))


def leaky_undo(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Room, "_undo", lambda _room, table, _viewer: str(len(table.log)))


def leaky_clock(patch: pytest.MonkeyPatch) -> None:
    clock: Any = Room.clock
    patch.setattr(Room, "clock", lambda room, now: msgspec.structs.replace(clock(room, now), left=room.entries))


@pytest.mark.parametrize("leak", [leaky_version, leaky_undo, leaky_clock])
def test_a_room_that_lets_private_steps_be_counted_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    room = private_room()
    leak(monkeypatch)
    card = room.dealt().view_json(0)["hand"][0]
    with pytest.raises(LawBrokenError, match="cannot be counted"):
        laws.private_steps_cannot_be_counted(room, 0, lambda: room.submit(0, [f"give {card}"]))


@pytest.mark.parametrize("part", ["view", "events", "story", "offer", "insight", "asked"])
def test_a_look_that_tells_a_secret_is_caught(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dealt = Table(FLAUTZ, 3, options={"starter": "A"}, secret=bytes(32))
    table, there = dealt.branch(dealt.state), world(dealt, 0, 1)
    chairs = [person(name) for name in ("Ada", "Bruno", "Carla")]
    rooms = [Room.around(each, chairs) for each in (table, there)]
    look = Room.look

    def leaky(room: Room, viewer: int, *rest: Any) -> Look:
        secret = str(room.dealt().view_json(1)["hand"])
        told = {"view": {"hand": secret}, "events": (secret,), "story": (secret,)}
        return msgspec.structs.replace(look(room, viewer, *rest), **{part: told.get(part, secret)})

    monkeypatch.setattr(Room, "look", leaky)
    with pytest.raises(LawBrokenError, match=part):
        laws.looks_keep_secrets(rooms[0], rooms[1], 0)


# ---------------------------------------------------------------- what was seen


def test_a_decision_about_a_place_that_changed_is_refused_and_any_other_is_not() -> None:
    room = laws.fresh_room(FLAUTZ, 2, {"starter": "A"})
    seen = room.version(1)
    first = room.dealt().view_json(0)["hand"][0]
    room.submit(0, [f"take floor 1 give {first}"])
    mine = room.dealt().view_json(1)["hand"][0]
    with pytest.raises(Refused) as refused:
        room.submit(1, [f"take floor 1 give {mine}"], seen)
    assert (code(refused), room.to_act()) == ("changed-since", (1,))
    room.submit(1, [f"take floor 2 give {mine}"], seen)
    assert room.to_act() == (0,)


def test_what_is_new_is_told_since_any_version_and_all_of_it_otherwise() -> None:
    room = laws.fresh_room(FLAUTZ, 2, {"starter": "A"})
    start = room.look(1)
    room.submit(0, ["focus"])
    new = room.look(1, start.version)
    assert (new.since, [event.kind for event in new.events]) == (start.version, ["focused"])
    assert set(new.view) == {"turn", "focused"}
    assert (new.chairs, new.shuffle) == (None, None)
    for since in (None, 0, -1, 99):
        assert set(room.look(1, since).view) == set(start.view)
    assert room.look(1, new.version).view == {}


def test_whoever_saw_no_cards_yet_is_told_the_whole_view() -> None:
    room = Room(FLAUTZ, [person("Ada"), person("Bruno")], secret=bytes(32))
    before = room.version(1)
    room.deal()
    new = room.look(1, before)
    assert (new.since, new.view) == (before, room.look(1).view)
    assert new.view["viewer"] == "B"


def test_two_decisions_at_once_never_fail_for_being_stale() -> None:
    room = laws.fresh_room(MARKET, 4, LIVE)
    seen = [room.version(seat) for seat in range(4)]
    for seat in range(4):
        card = room.dealt().view_json(seat)["hand"][0]
        room.submit(seat, [f"give {card}", "post"], seen[seat])
    assert [room.dealt().view_json(SPECTATOR)["call_open"][letter] for letter in "ABCD"] == [True] * 4


# ---------------------------------------------------------------- chairs, bots, hints


def test_a_bot_stands_in_for_who_leaves_and_hands_the_seat_back() -> None:
    room = Room(FLAUTZ, [person("Ada"), bot("Merlino", "apprentice")], options={"starter": "A"}, secret=bytes(32))
    room.deal()
    assert (room.bots_to_act(), room.next_bot()) == ((), None)
    room.leave(0, "apprentice")
    assert (room.bots_to_act(), room.next_bot()) == ((0,), 0)
    assert room.look(1).chairs == (Chair("absent", "Ada", "apprentice"), Chair("bot", "Merlino", "apprentice"))
    room.submit(0, room.think(0))
    room.come_back(0)
    assert room.chairs[0] == person("Ada")
    with pytest.raises(Refused) as refused:
        room.come_back(1)
    assert code(refused) == "not-a-person"


def test_a_bot_decides_the_same_from_the_same_room_and_ends_any_game() -> None:
    for name, game in GAMES.items():
        rooms = [
            Room(game, [bot(f"bot {seat}", "apprentice") for seat in range(game.seats[0])], secret=bytes(32))
            for _ in range(2)
        ]
        for room in rooms:
            room.deal()
        for _ in range(3000):
            seat = rooms[0].next_bot()
            if seat is None:
                break
            for room in rooms:
                assert room.next_bot() == seat
                room.submit(seat, room.think(seat))
        assert rooms[0].stage == "over", name
        assert rooms[0].look(SPECTATOR) == rooms[1].look(SPECTATOR)


def test_bots_that_have_nothing_to_say_wait_until_there_is_something_new() -> None:
    chairs = [person("Ada"), *(bot(f"bot {seat}", "apprentice") for seat in range(3))]
    room = Room(MARKET, chairs, options=LIVE | {"clock": "300"}, secret=bytes(32))
    done = [room.deal()]
    while (seat := room.next_bot()) is not None:
        done.append(room.submit(seat, room.think(seat)))
        assert len(done) < 200, "they talk for ever, though Ada says nothing"
    assert len(room.to_act()) > 1
    again = Room.rebuilt(MARKET, chairs, done, options=room.options, secret=room.secret)
    assert again.bots_to_act() == Room.restore(MARKET, room.snapshot()).bots_to_act() == ()
    room.submit(0, [f"give {room.dealt().view_json(0)['hand'][0]}", "post"])
    assert room.bots_to_act() == tuple(seat for seat in room.to_act() if seat)
    room.leave(0, "apprentice")
    while (seat := room.next_bot()) is not None and room.dealt().view_json(SPECTATOR)["phase"] == "market":
        room.submit(seat, room.think(seat))
        assert room.entries < 400, "nobody ends the market where only bots are left"


def test_a_hint_names_its_bot_and_comes_from_the_view_alone() -> None:
    table = random_play(FLAUTZ, 3, 2, 5)
    seat = table.to_act()[0]
    chairs = [person(name) for name in ("Ada", "Bruno", "Carla")]
    other = world(table, seat, 4)
    hints = [Room.around(each, chairs).hinting(seat)() for each in (table, other)]
    assert hints[0] == hints[1]
    assert hints[0].bot == "apprentice"
    assert hints[0].moves[0] in table.legal(seat)


def test_a_bot_that_there_is_not_is_refused() -> None:
    room = Room(FLAUTZ, [person("Ada"), person("Bruno")])
    with pytest.raises(EditionError, match="wizard"):
        room.sit(1, bot("Merlino", "wizard"))
    with pytest.raises(EditionError, match="2 to 5"):
        Room(FLAUTZ, [person("Ada")])


# ---------------------------------------------------------------- before the deal, clock, rematch


def test_nonces_come_after_the_commitment_and_before_the_deal() -> None:
    room = Room(FLAUTZ, [person("Ada"), person("Bruno")], secret=bytes(32))
    before = room.look(0)
    assert (before.stage, before.view, before.shuffle and before.shuffle.commitment) == (
        "gathering",
        {},
        room.commitment,
    )
    room.give_nonce(0, "ciao")
    assert room.version(1) == before.version + 1
    with pytest.raises(Refused) as refused:
        room.submit(0, ["focus"])
    assert code(refused) == "not-dealt"
    room.deal()
    with pytest.raises(Refused) as refused:
        room.give_nonce(1, "x")
    assert code(refused) == "already-dealt"
    with pytest.raises(Refused) as refused:
        room.deal()
    assert code(refused) == "already-dealt"
    assert room.dealt().nonces == ("ciao", "")


def test_a_clock_says_how_long_is_left_and_one_that_fires_late_does_nothing() -> None:
    room = Room(MARKET, [person(f"p{seat}") for seat in range(4)], options=LIVE, secret=bytes(32))
    room.deal(1000)
    first = room.clock(1000)
    assert first is not None
    assert (first.total, first.left) == (60_000, 60_000)
    later = room.clock(31_000)
    assert later is not None
    assert later.left == 30_000
    assert room.tick(60_999) is None
    assert room.tick(61_000) is not None
    second = room.clock(61_000)
    assert second is None or second.which != first.which
    assert not room.dealt().time_up(first.which)


def test_a_rematch_lets_the_next_one_begin() -> None:
    room = Room(FLAUTZ, [person("Ada"), person("Bruno"), bot("Merlino", "random")])
    again = room.rematch()
    assert again.names == ("Bruno", "Merlino", "Ada")
    assert again.commitment != room.commitment


def test_picks_that_lead_to_nothing_are_explained() -> None:
    room = laws.fresh_room(FLAUTZ, 2, {"starter": "A"})
    air = Ref("place", at="air[0]")
    assert not Pointing(room.ways(0)).can(air)
    refusal = room.why(0, [air])
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("wrong-zone", "FZ-R8")


@every_game
def test_what_is_offered_is_found_anew_whenever_a_position_is_laid_out(name: str) -> None:
    game = GAMES[name]
    room = laws.fresh_room(game, game.seats[0])
    for moves in range(1, 12):
        elsewhere = random_play(game, game.seats[0], moves, moves)
        for seat in range(room.seats):
            room.ways(seat)  # what was offered before
        room.enter(Laid(elsewhere.state.tobytes(), "trial"))
        beside = Room.around(elsewhere.branch(elsewhere.state), room.chairs)
        assert [room.ways(seat) for seat in range(room.seats)] == [beside.ways(seat) for seat in range(room.seats)]
        assert room.to_act() == beside.to_act()


@every_game
def test_an_insight_that_is_told_again_is_the_one_that_would_be_made(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = laws.fresh_room(GAMES[name], GAMES[name].seats[0])
    people, told = laws.Players(room, 5), []
    for step in range(60):
        if room.stage != "playing":
            break
        people.step(step)
        told += [(room.dealt().view(viewer), room.look(viewer).insight) for viewer in laws.viewers(room)]
    insight = _unremembered(room.game.insight, monkeypatch)
    for view, found in told:
        assert found == insight(room.dealt().box, view)


def _unremembered(insight: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, Any], Any]:
    """An insight that is made anew whenever it is asked for, with all its parts; a game may have none."""
    if insight is None:
        return lambda _box, _view: None
    module = inspect.getmodule(insight)
    for part, made in vars(module).copy().items():
        if hasattr(made, "__wrapped__") and inspect.getmodule(made) is module:
            monkeypatch.setattr(module, part, _anew(made))
    return _anew(insight)


def _anew(made: Any) -> Callable[..., Any]:
    tell: Callable[..., Any] = getattr(made, "__wrapped__", made)
    if not hasattr(made, "of_bytes"):
        return tell
    return lambda box, view: tell(box, view if isinstance(view, Facts) else Facts(view))


@every_game
def test_what_viewers_share_is_what_each_would_be_told_alone(name: str) -> None:
    room = laws.fresh_room(GAMES[name], GAMES[name].seats[0])
    table, people = room.dealt(), laws.Players(room, 5)
    for step in itertools.takewhile(lambda _: room.stage == "playing", range(160)):
        viewers = (SPECTATOR, *range(room.seats))
        before = {viewer: (room.version(viewer), table.moment(viewer)) for viewer in viewers}
        seat = people.among(room.to_act())
        room.submit(seat, [people.point(seat).number], None, step)
        for viewer, (version, moment) in before.items():
            events, look = table.events(viewer, moment), room.look(viewer, version)
            assert look.story == tuple(room.game.tell(table.box, events, viewer))
            assert look.events == tuple(event_told(room.game, event) for event in events)


@every_game
def test_an_eye_notices_each_field_and_each_place_that_changed_and_no_other(name: str) -> None:
    room = laws.fresh_room(GAMES[name], GAMES[name].seats[0])
    sight, people, table = room.game.sight, laws.Players(room, 5), room.dealt()
    eyes, places = {viewer: Eye() for viewer in laws.viewers(room)}, meanings(sight).places
    watch, noticed = Watch(sight, tuple(eyes.values())), 0
    for step in itertools.takewhile(lambda _: room.stage == "playing", range(40)):
        seat = people.among(room.to_act())
        room.submit(seat, [people.point(seat).number], None, step)
        for (viewer, eye), (new, fields) in zip(eyes.items(), watch.again(table.state), strict=True):
            old = eye.view
            assert new == table.view(viewer).tobytes()
            assert eye.update(new, fields, 0, facts=False, own=False) == (old != new)
            if not old:
                assert fields == tuple(range(len(sight.fields)))
            elif fields:
                assert eye.changed_since(sight, eye.version - 1) == sight.changed(old, new) == list(fields)
                noticed += 1
            now = eye.version.to_bytes(4, "little")
            marked = {spot for spot, at in places.items() if eye.when[4 * at : 4 * at + 4] == now}
            assert marked == _different_spots(sight, old, new) or old == new
    assert noticed > 5


def _different_spots(sight: Sight, old: bytes, new: bytes) -> set[str]:
    """The places in which two views differ, found field by field; none where there was no view."""
    found: set[str] = set()
    for number, field in enumerate(sight.fields if old else ()):
        first, last = sight.bytes_of(number)
        rows = field.shape[0] if field.shape and (field.by_seat or not field.in_no_order) else 1
        size = (last - first) // rows
        found |= {
            spot_name(field, row)
            for row in range(rows)
            for at in [first + row * size]
            if old[at : at + size] != new[at : at + size]
        }
    return found
