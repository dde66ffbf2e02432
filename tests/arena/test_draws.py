"""Luck taken out of deals of Abracadabra: what is left tells the same, is steadier, and never leaves its bounds."""

import functools
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest

from grimorio.arena.control import Controlled
from grimorio.arena.draws import AHEAD, FINE, FINEST, NOTHING, ROUGH, Drawn, Reading, is_drawn, reading_at, steadied
from grimorio.arena.simulate import Match
from grimorio.arena.thinking import COUNT, SEAT
from grimorio.arena.tournament import Claim, Deals, KeptError, Tournament, lines_of, makes, play_deals, shares_of
from grimorio.bots import APPRENTICES
from grimorio.bots.contract import AS_ONESELF, BY_THE_RULE
from grimorio.bots.habits import SIZES
from grimorio.bots.oneself import ONESELF
from grimorio.engine.kernel import handed, integers, plain
from grimorio.games import load
from grimorio.games.abracadabra.state import TAKE

GAME, REFLEX = load("abracadabra"), APPRENTICES["abracadabra"]
FOUR = 4
"""Cards of a whole row."""

pytestmark = pytest.mark.compiled_only

Place = Callable[[Any, Any, Any, int, Any], int]
"""What somebody does who is given a box, a view, actions, how many there are, and chance."""


def blind(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:  # noqa: ARG001
    """The last thing that he may do."""
    return count - 1


class Stretch(NamedTuple):
    """Something that was found out: at which decision and turn, what, of which action, for how many turns."""

    decision: int
    turns: int
    what: str
    action: int
    until: int
    chosen: int


class Told(Drawn):
    """A match in which somebody thinks as he is told to, and all that is found out is written down."""

    def __init__(self, seats: int, hero: int = 0, worlds: int = 8, does: Place | None = None) -> None:
        bots = ["apprentice"] * seats
        if does is not None:
            bots[hero] = "network"
        match = Match(GAME, seats, 1, 31, tuple(bots), box=GAME.box(seats), apart=True)
        super().__init__(match, bots[hero], worlds=worlds)
        self.hero, self.stretches = hero, list[Stretch]()
        if does is not None:
            way = SimpleNamespace(memory=None, think=lambda *given: does(*given[:-1]))
            self.bots["network"] = SimpleNamespace(way=way, mind=None, rest=lambda _: [])  # type: ignore[assignment]

    def play(self, number: int) -> Any:
        """One game, from a blank page."""
        self.stretches = []
        return super().play(number)

    def think(self, level: str) -> int:
        """Write down what was done where something was found out."""
        before = len(self.stretches)
        place = super().think(level)
        chosen = int(self.actions[place])
        self.stretches[before:] = [each._replace(chosen=chosen) for each in self.stretches[before:]]
        return place

    def worth(self, what: str, action: int) -> float:
        """Write it down."""
        turns = int(plain(self.states).turns)
        self.stretches.append(Stretch(self.decision, turns, what, action, self.until, NOTHING))
        return super().worth(what, action)

    def share_of(self, number: int) -> float:
        """Play a game; what the hero wins."""
        found = np.zeros((1, GAME.seats[1]), np.float32)
        shares_of(GAME)(self.match.box, self.play(number), integers(GAME.seats[1], 2), found)
        return float(found[0, self.hero])

    def sampled(self, games: int) -> tuple[Any, Any]:
        """Shares and samples of some games."""
        shares, told = [], []
        for number in range(games):
            shares.append(self.share_of(number))
            told.append(self.sample(shares[-1]))
        return np.array(shares), np.array(told)


def test_this_luck_is_taken_out_where_somebody_thinks_and_nobody_sees_all() -> None:
    for hero, rivals in (("adept", "apprentice"), ("archmage(simulations=20)", "adept"), ("archmage", "random")):
        assert is_drawn("abracadabra", hero, rivals)
        assert Claim("abracadabra", 3, hero, rivals).instrument is Drawn
        assert not is_drawn("fata", hero, rivals)
    for hero, rivals in (("novice", "apprentice"), ("adept", "adept"), ("cmd:play", "adept"), ("adept", "cmd:play")):
        assert not is_drawn("abracadabra", hero, rivals)
    for seer in ("hand-seeing", "hand-seeing(simulations=20)"):
        assert Claim("abracadabra", 3, seer, "apprentice").instrument is Drawn
        assert not is_drawn("fata", seer, "apprentice")
        assert not is_drawn("abracadabra", seer, "cmd:play")
    for seer in ("all-seeing", "all-seeing(simulations=20)"):
        assert not is_drawn("abracadabra", seer, "apprentice")
        assert not Claim("abracadabra", 3, seer, "apprentice").is_steadied
    assert not is_drawn("abracadabra", "hand-seeing(simulations=20)", "archmage(simulations=20)")
    assert not is_drawn("flautz", "archmage", "adept")
    assert Claim("flautz", 3, "archmage", "apprentice").instrument is Controlled
    assert Claim("illusio", 3, "archmage", "apprentice").instrument is None
    claim = Claim("abracadabra", 4, "archmage", "apprentice")
    assert len(Tournament([claim], 5000, 3).wave()) == 64


# ---------------------------------------------------------------- deals


BOUND = "hand-seeing(simulations=30,width=0)"


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds."""
    monkeypatch.setattr("grimorio.arena.tournament.Drawn", functools.partial(Drawn, worlds=60))


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("hero", ["network", BOUND])
def test_deals_are_the_same_whichever_were_played_before_and_whether_luck_is_taken_out_or_not(
    hero: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = Claim("abracadabra", 3, hero, "apprentice")
    whole = play_deals(claim, 0, 4, 5)
    again = play_deals(claim, 2, 2, 5)
    assert (again.shares, again.steadied) == (whole.shares[2:], whole.steadied[2:])
    assert play_deals(claim, 2, 2, 6).steadied != again.steadied
    monkeypatch.setattr("grimorio.arena.tournament.is_drawn", lambda *_: False)
    plain_deals = play_deals(claim, 2, 2, 5)
    assert (plain_deals.shares, plain_deals.steadied) == (again.shares, ())
    assert plain_deals.thoughts == again.thoughts


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize(("hero", "seats", "deals"), [("network", 2, 140), ("network", 3, 80), (BOUND, 2, 140)])
def test_without_luck_deals_tell_the_same_and_jump_about_less(hero: str, seats: int, deals: int) -> None:
    played = play_deals(Claim("abracadabra", seats, hero, "apprentice"), 0, deals, 3)
    won, told = np.array(played.shares), np.array(played.steadied)
    luck = won - told
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(deals)
    assert luck.std() / np.sqrt(deals) < 0.065
    assert told.var() < 0.5 * won.var()
    assert steadied(seats).low < told.min() < told.max() < steadied(seats).high


@pytest.mark.parametrize(("low", "high"), [(-0.75, 2.4)])
def test_kept_samples_without_luck_are_refused_outside_of_their_bounds(low: float, high: float, tmp_path: Path) -> None:
    kept, claim = tmp_path / "kept.jsonl", Claim("abracadabra", 4, "archmage", "apprentice")
    assert (steadied(4).low, steadied(4).high) == pytest.approx((low, high))
    line = {"seed": 1, "claim": vars(claim), "first": 0, "shares": [0.25, 0.5], "made": makes(claim)}
    for steady in ([low, high], [0.2, 0.3]):
        kept.write_text(json.dumps({**line, "steadied": steady}) + "\n")
        assert [deals.steadied for _, deals in lines_of(kept)] == [tuple(steady)]
    for steady, why in (([0.2, high + 0.01], "go from -0.75 to 2.4"), ([low - 0.01, 0], "go from"), ([0.2], "some of")):
        kept.write_text(json.dumps({**line, "steadied": steady}) + "\n")
        with pytest.raises(KeptError, match=f"line 1: .*{why}"):
            list(lines_of(kept))
    other = Claim("illusio", 4, "archmage", "apprentice")
    kept.write_text(json.dumps({**line, "claim": vars(other), "made": makes(other), "steadied": [0.2, 0.3]}) + "\n")
    with pytest.raises(KeptError, match="cannot be taken out of deals of illusio"):
        list(lines_of(kept))
    held = Tournament([claim], 0)
    held.played[claim] = [Deals(claim, 0, (0.5,), steadied=(0.6,))]
    assert held.within(claim) == steadied(4)


# ---------------------------------------------------------------- stretches


@pytest.mark.parametrize("seats", [2, 3])
def test_of_a_table_of_apprentices_all_samples_together_are_one(seats: int) -> None:
    """All seats see the same game, and are told to win parts of it: what is not one is only that worlds are few."""
    told = [Told(seats, hero, 60).sampled(12) for hero in range(seats)]
    shares, samples = (np.array([each[which] for each in told]) for which in (0, 1))
    assert shares.sum(axis=0) == pytest.approx(np.ones(12))
    off = samples.sum(axis=0) - 1
    assert abs(off.mean()) < 0.1
    assert off.std() < 0.25
    assert samples.var() < 0.25 * shares.var()


def test_at_a_table_of_apprentices_a_stretch_ends_with_its_turns_alone() -> None:
    seating = Told(3)
    for number in range(6):
        seating.share_of(number)
        assert seating.stretches[0].turns == 1
        assert len(seating.stretches) == (int(plain(seating.states).turns) + AHEAD - 1) // AHEAD > 1
        for one, other in zip(seating.stretches, seating.stretches[1:], strict=False):
            assert other.turns == one.until == one.turns + AHEAD
        assert {each.what for each in seating.stretches} == {"foreseen"}
        assert all(each.action == each.chosen for each in seating.stretches)


def test_where_somebody_does_something_else_the_old_stretch_is_closed_before_it_and_a_new_one_begins_with_it() -> None:
    seating, seen = Told(2, does=blind), 0
    for number in range(12):
        seating.share_of(number)
        until = 0
        for place, each in enumerate(seating.stretches):
            if each.what == "came":
                assert (each.action, each.until) == (NOTHING, until)
                assert each.turns < until
                after = seating.stretches[place + 1 :]
                assert not after or after[0].decision == each.decision
                seen += bool(after)
            else:
                assert (each.action, each.until) == (each.chosen, each.turns + AHEAD)
                until = each.until
    assert seen > 30


def test_who_does_what_an_apprentice_does_is_foreseen_unless_lots_are_drawn() -> None:
    """A tie that is decided by lot is something else: of who thinks nobody knows how he would have decided it."""
    drew = set[int]()

    def does(box: Any, view: Any, actions: Any, count: int, chance: Any) -> int:
        before = seating.chances.tobytes()
        place = int(REFLEX(box, view, actions, count, chance))
        if seating.chances.tobytes() != before:
            drew.add(seating.decision)
        return place

    seating, met = Told(3, does=does), 0
    for number in range(12):
        drew.clear()
        seating.share_of(number)
        begun = {each.decision for each in seating.stretches if each.what == "foreseen"}
        came = {each.decision for each in seating.stretches if each.what == "came"}
        over = {each.decision for each in seating.stretches if each.decision not in came}
        assert came == drew - over
        assert came <= begun
        met += len(came)
    assert met > 10


def test_who_thinks_is_foreseen_by_what_was_learnt_and_everybody_else_by_the_rule() -> None:
    """At a table of two: who thinks and plays by habit surprises nobody, who thinks and plays by the rule does."""
    habit, differ = ONESELF["abracadabra"], 0

    def closed_early(seating: Told) -> int:
        early = 0
        for number in range(8):
            seating.share_of(number)
            early += sum(each.what == "came" for each in seating.stretches)
        return early

    assert closed_early(Told(2, does=habit)) == 0
    assert closed_early(Told(2, does=REFLEX)) > 10

    class Comparing(Told):
        """Asks of what both would do whether it was foreseen, of somebody who thinks and of a novice."""

        def think(self, level: str) -> int:
            nonlocal differ
            given = handed(self.match.box), handed(self.views), self.actions, int(self.numbers[COUNT])
            before, chance = self.chances.copy(), handed(self.chances)
            by_habit, by_rule = (int(bot(*given, chance)) for bot in (habit, REFLEX))
            drew = not np.array_equal(self.chances, before)  # by fields: what lies between them is anybody's
            self.chances[:] = before
            if by_habit != by_rule and not drew:
                assert self.is_expected("network", by_habit)
                assert not self.is_expected("network", by_rule)
                assert self.is_expected("novice", by_rule)
                assert not self.is_expected("novice", by_habit)
                differ += 1
            return super().think(level)

    Comparing(2, does=habit).sampled(3)
    assert differ > 10


def test_a_stretch_is_played_on_by_the_habits_of_who_thinks_and_of_nobody_else() -> None:
    """In the same worlds it comes to something else if the other one, or nobody, plays by habit."""
    for hero in range(2):
        assert list(Told(2, hero, does=blind).desk.thinks[:2]) == [hero == 0, hero == 1]
    found: dict[tuple[int, ...], list[float]] = {}

    class Asking(Told):
        """Asks, at its first decisions, what comes of the same worlds with others who play by habit."""

        def think(self, level: str) -> int:
            if self.decision < 6:
                for thinks in ((0, 0), (1, 0), (0, 1)):
                    self.desk.thinks[:2], self.until = thinks, int(plain(self.states).turns) + AHEAD
                    found.setdefault(thinks, []).append(Drawn.worth(self, "asked", NOTHING))
                self.desk.thinks[:2] = (1, 0)
            return super().think(level)

    Asking(2, worlds=60, does=blind).share_of(0)
    by_rule, own, theirs = found[0, 0], found[1, 0], found[0, 1]
    assert sum(a != b for a, b in zip(by_rule, own, strict=True)) > 3
    assert np.mean(own) > np.mean(by_rule) > np.mean(theirs)


def test_a_turn_begins_with_a_whole_row_so_that_all_of_it_is_read_off_there() -> None:
    """The last stretch is closed there exactly: to play on until a turn that has begun is to play nothing."""
    seen = set[int]()

    class Looking(Told):
        """Looks at the first decision of each turn."""

        def think(self, level: str) -> int:
            s = plain(self.states)
            if int(s.turns) != (max(seen) if seen else 0):
                assert int(s.turns) == len(seen) + 1
                seen.add(int(s.turns))
                assert (s.phase, int(self.numbers[COUNT]), int(self.numbers[SEAT])) == (TAKE, FOUR, s.turn)
                self.draw("looked at")
                given = self.match.box, self.states
                worth = self.foresee(*given, self.keys, self.hero, s.turn, NOTHING, int(s.turns), 1, self.desk)
                assert worth == self.read_off(*given, self.hero, self.desk)
                assert 0 < worth < 1
            return super().think(level)

    for seats in (2, 4, 6):
        seating = Looking(seats, does=blind)
        for number in range(3):
            seen.clear()
            seating.share_of(number)
            assert len(seen) == int(plain(seating.states).turns) > 10


def test_what_an_action_comes_to_is_what_comes_of_it_in_many_worlds() -> None:
    """One game for all: what was foreseen of its first action beside what comes of that in games that go on from it."""
    seating = Told(2, worlds=4_000)
    asked = list[float]()

    class Once(Told):
        """Foresees the first action twice, in other worlds; and what comes before it, whatever is done."""

        def think(self, level: str) -> int:
            place = super().think(level)
            if self.decision == 1:
                asked.append(self.foreseen or 0.0)
                asked.append(self.worth("again", int(self.actions[place])))
                asked.append(self.worth("before", NOTHING))
                self.foreseen = None
                self.luck = 10.0
            return place

    seating = Once(2, worlds=4_000)
    seating.share_of(1)
    assert asked[0] != asked[1]
    assert asked[0] == pytest.approx(asked[1], abs=0.03)
    assert asked[2] == pytest.approx(asked[1], abs=0.05)


# ---------------------------------------------------------------- what is counted


def test_who_plays_badly_is_told_to_lose_and_no_less_often_than_he_does() -> None:
    """What he does worse than an apprentice is his, and no luck: it is foreseen with what he does, and not before."""
    shares, told = Told(2, does=blind, worlds=40).sampled(500)
    luck = shares - told
    assert shares.mean() < 0.15
    assert abs(luck.mean()) < 3 * luck.std() / np.sqrt(len(luck))
    assert luck.std() / np.sqrt(len(luck)) < 0.025


class Scripted(Told):
    """Is told what everything comes to, and writes down how much of each stretch is to count, and when that is known.

    `script`: what was hoped of each stretch and what came of it, over and over again.
    """

    def __init__(self, script: tuple[tuple[float, float], ...], hero: int = 0, reading: Reading = ROUGH) -> None:
        super().__init__(2, hero, 1, blind)
        self.reading = reading
        self.script, self.begun = script, list[tuple[float, float]]()
        self.closed = list[tuple[float, float]]()
        self.read_off = lambda *_: self.now[1]

    @property
    def now(self) -> tuple[float, float]:
        """What is hoped of the last stretch that has begun, and what comes of it."""
        return self.script[(len(self.begun) - 1) % len(self.script)]

    def play(self, number: int) -> Any:
        """One game, from a blank page."""
        self.begun, self.closed = [], []
        return super().play(number)

    def worth(self, what: str, action: int) -> float:
        """What was written into the script."""
        super().worth(what, action)
        if what == "came":
            return self.now[1]
        self.begun.append((self.luck, self.weight))
        return self.now[0]

    def close(self, came: float) -> None:
        """Look at how much is counted, before and after."""
        before, weight = self.luck, self.weight
        super().close(came)
        self.closed.append((weight, self.luck - before))


GOOD, BAD, AGAINST_ALL_ODDS, ROBBED, AS_FORESEEN = (0.25, 0.5), (0.5, 0.25), (0.0, 1.0), (1.0, 0.0), (0.5, 0.5)


@pytest.mark.parametrize(
    ("script", "weights"),
    [
        ((GOOD,), [0.75, 0.5625, 0.421875, 0.31640625]),
        ((BAD,), [0.75, 0.9375, 0.978125, 0.73359375, 0.5501953125]),
        (((0.25, 0.75),), [0.75, 0.375, 0.1875, 0.09375]),
        (((0.75, 0.25),), [0.75, 1.0, 0.525, 0.2625]),
        (((0.5, 0.125),), [0.75, 1.0, 0.74375]),
        ((AGAINST_ALL_ODDS,), [0.75]),
        ((ROBBED,), [0.75, 0.65]),
        ((ROBBED, GOOD), [0.75, 0.65, 0.8125]),
        ((ROBBED, AGAINST_ALL_ODDS), [0.75, 0.65, 0.85, 0.45]),
        ((BAD, AGAINST_ALL_ODDS), [0.75, 0.9375]),
        ((AS_FORESEEN,), [0.75, 0.75, 0.75, 0.75]),
        ((BAD, AS_FORESEEN), [0.75, 0.9375, 0.9375, 0.978125]),
    ],
)
def test_of_a_stretch_counts_what_is_left_to_the_bounds_if_a_victory_is_won_or_lost_in_it(
    script: tuple[tuple[float, float], ...], weights: list[float]
) -> None:
    """The least of one, what is left to three quarters, and what is left to minus one and four tenths."""
    assert (ROUGH.unlucky, ROUGH.lucky) == (-1.4, 0.75)
    assert counted_as(script, weights, ROUGH) > 4


@pytest.mark.parametrize(
    ("script", "weights"),
    [
        ((GOOD,), [1.0, 1.0, 0.75, 0.5625]),
        ((BAD,), [1.0] * 4 + [0.75]),
        ((AGAINST_ALL_ODDS,), [1.0, 0.25]),
        ((ROBBED,), [1.0, 0.75]),
        ((AS_FORESEEN,), [1.0] * 4),
    ],
)
def test_where_habits_were_learnt_more_of_a_stretch_counts(
    script: tuple[tuple[float, float], ...], weights: list[float]
) -> None:
    """The bounds lie further apart there."""
    assert (FINE.unlucky, FINE.lucky) == (-1.75, 1.25)
    assert counted_as(script, weights, FINE) > 4


def counted_as(script: tuple[tuple[float, float], ...], weights: list[float], reading: Reading) -> int:
    """In how many games each of so many stretches counted for so much, as far as they went; samples keep the bounds."""
    seating, whole = Scripted(script, reading=reading), 0
    for number in range(8):
        share = seating.share_of(number)
        sample = seating.sample(share)
        found = [weight for _, weight in seating.begun][: len(weights)]
        assert found == pytest.approx(weights[: len(found)])
        assert sample == pytest.approx(share - seating.luck)
        assert -reading.lucky - 1e-9 <= sample <= 1 - reading.unlucky + 1e-9
        whole += len(found) == len(weights)
    return whole


def test_luck_is_read_finely_at_tables_of_which_habits_were_learnt() -> None:
    for seats in range(2, 7):
        reading = reading_at(seats)
        assert reading == (FINE if seats in SIZES else ROUGH)
        assert (steadied(seats).low, steadied(seats).high) == (-reading.lucky, 1 - reading.unlucky)
        assert Told(seats, worlds=0).worlds == reading.worlds
        among = reading_at(seats, 2)
        assert among == (FINEST if seats in SIZES else ROUGH)
        assert (among.unlucky, among.lucky) == (reading.unlucky, reading.lucky), "one claim has one range"


def test_where_several_think_luck_is_read_more_finely_and_they_are_hoped_against_as_equals() -> None:
    match = Match(GAME, 2, 1, 31, ("archmage(simulations=20)", "network"), box=GAME.box(2), apart=True)
    several = Drawn(match, "network")
    assert several.worlds == FINEST.worlds > FINE.worlds
    assert several.desk.manners[:2].tolist() == [AS_ONESELF] * 2
    for seats, hero in ((2, 0), (2, 1), (3, 2)):
        alone = Told(seats, hero, does=blind)
        assert [int(alone.desk.manners[seat]) for seat in range(seats)] == [
            AS_ONESELF if seat == hero else BY_THE_RULE for seat in range(seats)
        ]


@pytest.mark.parametrize("hero", [0, 1])
def test_how_much_of_a_stretch_counts_is_known_before_anything_of_it_is_found_out(hero: int) -> None:
    """It hangs on the luck before it, and on nothing that is hoped of it or comes of it."""
    seating = Scripted((BAD, GOOD, ROBBED, GOOD, AS_FORESEEN, (0.75, 0.25), (0.125, 0.875)), hero)
    counted = 0
    for number in range(8):
        seating.sample(seating.share_of(number))
        luck = 0.0
        assert len(seating.begun) == len(seating.closed)
        for place, ((before, known), (weight, more)) in enumerate(zip(seating.begun, seating.closed, strict=True)):
            hoped, came = seating.script[place % len(seating.script)]
            assert before == pytest.approx(luck)
            assert weight == known == pytest.approx(min(1, 0.75 - luck, luck + 1.4))
            if place < len(seating.begun) - 1:
                assert more == pytest.approx(known * (came - hoped))
                counted += more != 0
            luck += more
        assert seating.luck == pytest.approx(luck)
    assert counted > 30


@pytest.mark.parametrize("luck", [0.75, 0.8, -1.4, -1.5])
def test_at_the_bounds_no_stretch_begins(luck: float) -> None:
    class Spent(Scripted):
        """Has had all its luck."""

        def think(self, level: str) -> int:
            self.luck = luck
            return super().think(level)

    seating = Spent((GOOD,))
    seating.share_of(1)
    assert seating.begun == []
    assert seating.stretches == []


def test_every_stretch_is_found_out_in_worlds_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it came to must not be found in the worlds in which the next one is foreseen: that would choose by them."""
    drawn = list[bytes]()
    draw = Drawn.draw

    def watched(self: Drawn, what: str) -> None:
        draw(self, what)
        drawn.append(self.keys["deals"].tobytes())

    monkeypatch.setattr(Drawn, "draw", watched)
    for hero in (0, 1):
        seating = Told(2, hero, 1, blind)
        for number in range(4):
            seating.share_of(number)
    assert len(set(drawn)) == len(drawn) > 40
