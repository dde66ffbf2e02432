"""Luck taken out of deals: the samples tell the same, are steadier, and never leave their bounds."""

from typing import Any

import numpy as np
import pytest

from grimorio.arena.control import (
    AHEAD,
    LIKELIEST,
    MOST,
    WORST,
    Controlled,
    awards_of,
    is_controlled,
    least,
    new_desk,
    steadied,
    tilted,
    worths_of,
    worths_tilted,
)  # fmt: skip
from grimorio.arena.crystals import crystals_worth
from grimorio.arena.evidence import SHARES, Range, doubt, interval
from grimorio.arena.simulate import Match
from grimorio.arena.tournament import Claim, Deals, Tournament, play_deals, shares_of
from grimorio.bots.planning import planner_of
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed, integers
from grimorio.games import load

FLAUTZ = load("flautz")
QUICK = "archmage(simulations=60,width=0,guided=0,trust=0,belief=0,thumb=3,plans=20,drops=0)"
"""A search that is over at once."""


def test_luck_is_taken_out_where_the_hero_thinks_and_all_others_are_apprentices() -> None:
    assert is_controlled("flautz", "archmage", "apprentice")
    assert is_controlled("flautz", QUICK, "apprentice")
    assert not is_controlled("flautz", "archmage", "adept")
    assert not is_controlled("flautz", "apprentice", "apprentice")
    assert not is_controlled("fata", "archmage", "apprentice")
    assert not is_controlled("flautz", "all-seeing", "apprentice")


@pytest.fixture(scope="module")
def played() -> Deals:
    return play_deals(Claim("flautz", 3, QUICK, "apprentice"), 0, 120, 5)


@pytest.mark.compiled_only
def test_without_luck_deals_tell_the_same_and_jump_about_less(played: Deals) -> None:
    won, told = np.array(played.shares), np.array(played.steadied)
    apart = won - told
    assert abs(apart.mean()) < 3.5 * apart.std() / np.sqrt(len(apart))
    assert told.var() < 0.3 * won.var()
    assert steadied(3).low < told.min() < told.max() < steadied(3).high


@pytest.mark.compiled_only
def test_the_shares_are_those_of_a_match_in_which_nothing_is_weighed(
    played: Deals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grimorio.arena.tournament.is_controlled", lambda *_: False)
    plain = play_deals(played.claim, 3, 4, 5)
    assert plain.shares == played.shares[3:7]
    assert plain.steadied == ()


@pytest.mark.compiled_only
def test_deals_are_the_same_whichever_were_played_before(played: Deals) -> None:
    again = play_deals(played.claim, 5, 2, 5)
    assert (again.shares, again.steadied) == (played.shares[5:7], played.steadied[5:7])


class Alike(Controlled):
    """Does what its understudy would do, or the first thing that it may."""

    blind = False

    def think(self, level: str) -> int:
        """Without a thought."""
        if level != QUICK:
            return super().think(level)
        self.begin_if_new()
        self.decision += 1
        count, chance = int(self.numbers[1]), handed(self.room.chances)
        given = handed(self.match.box), handed(self.views), self.actions, count, chance, self.room.tables
        place = 0 if self.blind else int(planner_of("flautz").choose(*given))
        if self.left < 0:
            self.weigh(place)
        return place


def seated(kind: type[Alike], seats: int) -> Alike:
    """Somebody in the first seat among apprentices."""
    rivals = ("apprentice",) * (seats - 1)
    return kind(Match(FLAUTZ, seats, 1, 9, (QUICK, *rivals), box=FLAUTZ.box(seats)), QUICK)


def share_of(seating: Alike, number: int) -> float:
    """Play a game; what the first seat wins."""
    found = np.zeros((1, FLAUTZ.seats[1]), np.float32)
    shares_of(FLAUTZ)(seating.match.box, seating.play(number), integers(FLAUTZ.seats[1], 2), found)
    return float(found[0, 0])


def sampled(seating: Alike, games: int) -> tuple[Any, Any, int]:
    """Shares and samples of some games, and how many of them were left."""
    shares, told, left = [], [], 0
    for number in range(games):
        shares.append(share_of(seating, number))
        told.append(seating.sample(shares[-1]))
        left += seating.left >= 0
    return np.array(shares), np.array(told), left


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 4])
def test_who_plays_as_the_understudy_is_told_to_win_what_it_wins_whatever_luck_he_had(seats: int) -> None:
    seating, own = seated(Alike, seats), worths_tilted(seats, 0.0)
    seating.desk = new_desk(FLAUTZ, own)
    shares, told, left = sampled(seating, 60)
    assert left == 0
    assert told.std() < 0.15 * shares.std()
    assert abs(told.mean() - own[:, 0].mean()) < 0.02


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_crystals_are_said_to_be_worth_samples_tell_the_same(seats: int) -> None:
    _, told, _ = sampled(seated(Alike, seats), 60)
    assert worths_of(seats)[:, 0].mean() > worths_tilted(seats, 0.0)[:, 0].mean() + 0.1
    assert abs(told.mean() - worths_tilted(seats, 0.0)[:, 0].mean()) < 0.02


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_crystals_are_worth_what_they_are_to_who_wins_twice_a_fair_share(seats: int) -> None:
    assert worths_of(seats)[:, 0].mean() == pytest.approx(min(AHEAD / seats, LIKELIEST), abs=1e-4)
    assert (worths_of(seats) >= worths_tilted(seats, 0.0)).all()
    for first, often in tilted(awards_of(seats), 0.3).items():
        before = awards_of(seats)[first]
        assert sum(often.values()) == pytest.approx(1)
        ratios = {each[0] > 0: often[each] / before[each] for each in often}
        assert all(often[each] / before[each] == pytest.approx(ratios[each[0] > 0]) for each in often)
        assert ratios[True] / ratios[False] == pytest.approx(np.exp(0.3))


@pytest.mark.compiled_only
def test_who_plays_badly_is_told_to_lose_as_often_as_he_does_also_where_a_game_is_left() -> None:
    seating = seated(Alike, 2)
    seating.blind = True
    shares, told, left = sampled(seating, 250)
    apart = shares - told
    assert left > 100
    assert shares.mean() < 0.3
    assert abs(apart.mean()) < 3.5 * apart.std() / np.sqrt(len(apart))
    assert steadied(2).low <= told.min() <= told.max() <= steadied(2).high


class Scripted(Alike):
    """Plays badly, and is told what its choices are worth: everything that happens to its sum is written down."""

    blind = True
    looks, weighs = 0.0, 0.0

    def play(self, number: int) -> Any:
        """One game, from a blank page."""
        self.told: list[tuple[str, float]] = []
        self.streams: list[str] = []
        return super().play(number)

    def begin_if_new(self) -> None:
        """Write down what is left where a challenge begins."""
        before, challenge = self.left, self.challenge
        super().begin_if_new()
        if self.left != before:
            worth = crystals_worth(handed(self.match.box), handed(self.states), self.hero, self.desk.worths)
            assert self.left == worth
            assert challenge > 0
            self.told.append(("left at a beginning", self.sum))

    def add(self, more: float) -> None:
        """Write down the sum."""
        assert least(self.match.seats) <= self.sum <= MOST
        before = self.sum
        super().add(more)
        assert self.sum == pytest.approx(before + max(more, -WORST))
        self.told.append(("added", self.sum))

    def _worth(self, what: str, *choices: int) -> tuple[float, float]:
        found = super()._worth(what, *choices)
        self.told.append((what, self.sum))
        return (self.looks, self.weighs) if what == "weighed" else found

    def draw(self, what: str) -> None:
        """Write down which streams are begun."""
        self.streams.append(what)
        super().draw(what)


@pytest.mark.compiled_only
@pytest.mark.parametrize("weighs", [-0.9, -0.2, 0.2, 0.9])
def test_every_weighing_counts_and_after_one_that_leaves_the_bounds_the_game_is_left(weighs: float) -> None:
    seating, ends, bounds = seated(Scripted, 2), set(), steadied(2)
    assert isinstance(seating, Scripted)
    seating.weighs = weighs
    for number in range(40):
        share = share_of(seating, number)
        far = [place for place, (what, sum_) in enumerate(seating.told) if not least(2) <= sum_ <= MOST]
        after = [what for what, _ in seating.told[far[0] :]] if far else []
        assert after in ([], ["added"], ["added", "left"], ["added", "left at a beginning"])
        assert (seating.left >= 0) == (len(after) > 1)
        assert seating.sample(share) == pytest.approx(seating.sum + (share - seating.left) * (len(after) > 1))
        assert bounds.low <= seating.sample(share) <= bounds.high
        assert len(set(seating.streams)) == len(seating.streams) > 0, "what is left is found in worlds of its own"
        ends.add(tuple(after))
    assert ("added", "left") in ends


@pytest.mark.compiled_only
def test_a_choice_that_looks_like_a_great_loss_is_not_weighed_but_the_game_left_before_it() -> None:
    seating = seated(Scripted, 2)
    assert isinstance(seating, Scripted)
    seating.looks, seating.weighs = -0.5, -0.5
    for number in range(5):
        share_of(seating, number)
        assert [what for what, _ in seating.told] == ["added", "weighed", "left"]


WIDE = Range(-1.0, 2.0, boldest=0.9, steady=(0.5, 1.0))


def jumping(seed: int, number: int, mean: float) -> list[float]:
    """Samples far outside of 0 and 1, with this mean."""
    chance = stream(key_of_seed(seed, "jumping"))
    return [mean + (1.2 if below(handed(chance), 2) else -1.2) for _ in range(number)]


def test_bets_on_samples_in_wider_bounds_hold_as_well() -> None:
    wrong = sum(doubt(jumping(seed, 200, 0.5), 0.5, WIDE) < 0.05 for seed in range(100))
    assert wrong <= 5
    assert doubt(jumping(1, 2_000, 0.7), 0.5, WIDE) < 1e-4
    kept = [interval(jumping(seed, 150, 0.5), 0.95, WIDE) for seed in range(40)]
    assert sum(low <= 0.5 <= high for low, high in kept) >= 38


def test_a_tournament_tests_what_is_told_without_luck_and_ranks_by_what_was_won() -> None:
    claim = Claim("flautz", 4, "archmage", "apprentice")
    held = Tournament([claim], 0)
    held.played[claim] = [Deals(claim, 0, (0.25,)), Deals(claim, 1, (0.5, 1.0), steadied=(0.6, -0.2))]
    assert held.samples(claim).tolist() == [0.6, -0.2]
    assert held.shares(claim).tolist() == [0.25, 0.5, 1.0]
    assert held.within(claim) == steadied(4)
    told = held.report()["claims"][0]
    assert (told["deals"], told["steadied"], told["share"]) == (3, 2, pytest.approx(0.2))
    held.played[claim] = [Deals(claim, 0, (0.5,))]
    assert held.within(claim) == SHARES
