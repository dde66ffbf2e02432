"""Luck taken out of deals: the samples tell the same, are steadier, and never leave their bounds."""

from typing import Any

import numpy as np
import pytest

from grimorio.arena.control import Controlled, is_controlled, steadied, worths_of
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


def sampled(blind: bool, games: int, seats: int = 2) -> tuple[Any, Any, int]:  # noqa: FBT001
    """Shares and samples of some games from the first seat, and how many of them came too far."""
    rivals = ("apprentice",) * (seats - 1)
    seating = Alike(Match(FLAUTZ, seats, 1, 9, (QUICK, *rivals), box=FLAUTZ.box(seats)), QUICK)
    seating.blind = blind
    shares, told, far = [], [], 0
    for number in range(games):
        found = np.zeros((1, FLAUTZ.seats[1]), np.float32)
        shares_of(FLAUTZ)(seating.match.box, seating.play(number), integers(FLAUTZ.seats[1], 2), found)
        shares.append(float(found[0, 0]))
        told.append(seating.sample(shares[-1]))
        far += seating.left >= 0
    return np.array(shares), np.array(told), far


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", [2, 4])
def test_who_plays_as_the_understudy_is_told_to_win_what_it_wins_whatever_luck_he_had(seats: int) -> None:
    shares, told, far = sampled(blind=False, games=60, seats=seats)
    assert far == 0
    assert told.std() < 0.15 * shares.std()
    assert abs(told.mean() - worths_of(seats)[:, 0].mean()) < 0.02


@pytest.mark.compiled_only
def test_who_plays_badly_is_told_to_lose_as_often_as_he_does_also_where_a_game_counts_as_it_went() -> None:
    shares, told, far = sampled(blind=True, games=250)
    apart = shares - told
    assert far > 100
    assert shares.mean() < 0.3
    assert abs(apart.mean()) < 3.5 * apart.std() / np.sqrt(len(apart))
    assert steadied(2).low <= told.min() <= told.max() <= steadied(2).high


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
