"""Tournaments: what samples prove, and that what was played does not depend on how."""

import errno
import json
import os
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from grimorio.arena.evidence import Played, doubt, holm, hopeless, interval, ladder, likelihood, strengths
from grimorio.arena.plot import picture
from grimorio.arena.thinking import HALTED, HaltedError
from grimorio.arena.tournament import (
    Claim,
    Deals,
    KeptError,
    Tournament,
    asked_of,
    claims_of,
    heroes_among,
    kept_claims,
    kept_name,
    makes,
    play_deals,
    read_deals,
)
from grimorio.bots import find_bot
from grimorio.cli.commands.tournament import asked_for, players
from grimorio.cli.main import main
from grimorio.engine.chance import below, key_of_seed, stream
from grimorio.engine.kernel import handed
from grimorio.games import load

FLAUTZ = load("flautz")


def coins(seed: int, number: int, of_ten: int) -> list[float]:
    """So many throws of a coin that shows heads so often in ten."""
    chance = stream(key_of_seed(seed, "coins"))
    return [float(below(handed(chance), 10) < of_ten) for _ in range(number)]


def test_a_fair_coin_is_not_called_loaded_however_often_one_looks() -> None:
    wrong = sum(doubt(coins(seed, 200, 5), 0.5) < 0.05 for seed in range(100))
    assert wrong <= 5


def test_a_loaded_coin_is_found_out() -> None:
    assert doubt(coins(1, 200, 8), 0.5) < 1e-6
    assert doubt(coins(1, 200, 8), 0.9) == 1.0


def test_an_interval_holds_the_true_mean() -> None:
    kept = [interval(coins(seed, 150, 3), 0.95) for seed in range(60)]
    assert sum(low <= 0.3 <= high for low, high in kept) >= 57
    assert all(high - low < 0.4 for low, high in kept)


def test_holm_proves_many_claims_together() -> None:
    assert holm({"a": 0.0001, "b": 0.004, "c": 0.2}) == {"a", "b"}
    assert holm({"a": 0.004, "b": 0.006, "c": 0.2}) == set()
    assert holm({}) == set()


def test_a_ladder_finds_the_strengths_it_was_made_from() -> None:
    """Strength 4 to 1: among three of strength 1 it wins 4 of 7."""
    found = strengths([("strong", "weak", 4, 4 / 7, 10_000), ("middle", "weak", 2, 2 / 3, 10_000)])
    assert found["strong"] - found["weak"] == pytest.approx(np.log(4), abs=0.01)
    assert found["middle"] - found["weak"] == pytest.approx(np.log(2), abs=0.01)


def test_a_ladder_says_how_sure_it_is() -> None:
    samples = np.array(coins(3, 400, 7))
    found = ladder([Played("strong", "weak", 2, samples)])
    middle, low, high = found["strong"]
    assert low < middle < high
    assert high - low < 0.5


def test_claims_are_neighbours_and_whoever_is_above_the_apprentice_among_apprentices() -> None:
    made = claims_of([FLAUTZ], ("random", "novice", "apprentice", "adept", "archmage"), (4,))
    assert [(claim.hero, claim.rivals) for claim in made] == [
        ("novice", "random"), ("apprentice", "novice"), ("adept", "apprentice"), ("archmage", "adept"),
        ("archmage", "apprentice"),
    ]  # fmt: skip
    assert {claim.seats for claim in claims_of([FLAUTZ], ("random", "novice"))} == {2, 3, 4, 5}


def test_the_archmage_is_held_to_its_claims_at_the_reference_table_and_at_the_smallest() -> None:
    asked = asked_of(load("zaubercocktail"))
    assert [(claim.seats, claim.rivals) for claim in asked if claim.hero == "archmage"] == [
        (4, "adept"), (5, "adept"), (5, "apprentice"),
    ]  # fmt: skip
    assert {claim.seats for claim in asked if claim.hero == "adept"} == {4, 5, 6, 7}


def test_a_bot_among_its_own_kind_wins_its_fair_share_of_every_deal() -> None:
    """From every seat of the same deal: the shares of one and the same bot add up to one."""
    deals = play_deals(Claim("flautz", 3, "random", "random"), 0, 4, 5)
    assert deals.shares == pytest.approx([1 / 3] * 4, abs=1e-5)


def timeless(report: dict[str, Any]) -> dict[str, Any]:
    """What the seed alone decides: everything but how long it took."""
    claims = [{**claim, "thinking": None} for claim in report["claims"]]
    return {**report, "claims": claims}


@pytest.mark.compiled_only
def test_a_tournament_goes_on_where_it_stopped_and_finds_the_same(tmp_path: Path) -> None:
    claims = claims_of([FLAUTZ], ("random", "novice", "apprentice"), (2, 3))
    reports: list[dict[str, Any]] = []
    files = [tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"]
    for kept, threads in zip(files, (1, 3), strict=True):
        if reports:
            lines = files[0].read_text().splitlines(keepends=True)
            kept.write_text("".join(lines[: len(lines) // 2]))
        contest = Tournament(claims, 128, 9, kept)
        with ThreadPoolExecutor(threads) as pool:
            contest.hold(pool)
        reports.append(contest.report())
        assert set(kept_claims(kept)) == set(claims)
        assert Tournament(claims, 0, 9, kept).report()["claims"] == contest.report()["claims"]
    assert timeless(reports[0]) == timeless(reports[1])
    assert all(claim["proven"] for claim in reports[0]["claims"])


def test_a_sequential_test_gives_up_what_is_no_better_and_hopes_on_for_what_is() -> None:
    fair, better = coins(2, 3000, 5), coins(2, 3000, 6)
    assert hopeless(fair, 0.5, 0.6)
    assert not hopeless(better, 0.5, 0.6)
    assert not hopeless(fair[:8], 0.5, 0.6)
    assert likelihood(better, 0.5, 0.6) > 0 > likelihood(fair, 0.5, 0.6)
    assert likelihood([0.5] * 50, 0.5, 0.6) == 0


def test_deals_of_bots_that_were_made_of_something_else_are_left_out(tmp_path: Path) -> None:
    kept, claim = tmp_path / "kept.jsonl", Claim("flautz", 2, "adept", "random")
    now = Deals(claim, 0, (1.0,), made=makes(claim))
    assert now.made[0]
    assert now.made[1] == ""
    contest = Tournament([claim], 1, 3, kept)
    contest.keep(replace(now, first=1, made=("0123456789ab", "")))
    contest.keep(now)
    assert list(read_deals(kept, 3)) == [now]
    assert Tournament([claim], 1, 3, kept).samples(claim).tolist() == [1.0]


def test_what_is_told_of_a_claim_comes_from_all_seeds_as_far_as_none_is_missing(tmp_path: Path) -> None:
    kept, claim, other = (
        tmp_path / "kept.jsonl",
        Claim("flautz", 2, "novice", "random"),
        Claim("fata", 3, "novice", "random"),
    )
    Tournament([claim], 1, 3, kept).keep(Deals(claim, 0, (1.0, 0.5)))
    Tournament([claim], 1, 4, kept).keep(Deals(claim, 3, (0.75,)))
    Tournament([claim], 1, 4, kept).keep(Deals(claim, 5, (1.0,)))
    Tournament([claim], 1, 4, kept).keep(Deals(claim, 0, (0.0, 0.0, 0.5)))
    Tournament([claim], 1, 3, kept).keep(Deals(other, 0, (0.25,)))
    told = Tournament(kept_claims(kept), 0, 1, kept)
    assert told.samples(claim).tolist() == [1.0, 0.5, 0.0, 0.0, 0.5, 0.75]
    assert told.samples(other).tolist() == [0.25]
    assert Tournament([claim], 5, 3, kept).samples(claim).tolist() == [1.0, 0.5]


def test_a_picture_has_a_line_for_each_claim_grey_where_nothing_is_proven() -> None:
    told: dict[str, Any] = {"game": "flautz", "seats": 2, "rivals": "random", "low": 0.4, "high": 0.7, "share": 0.6}
    claims = [{**told, "hero": hero, "times": 1.2, "proven": hero == "novice"} for hero in ("novice", "cmd:a<b")]
    made = ET.fromstring(picture(claims, {"flautz": "FLAUTZ!"}))  # noqa: S314 - made here
    assert [each.get("class") for each in made.iter("{http://www.w3.org/2000/svg}g")] == ["p", "n"]


@pytest.mark.compiled_only
def test_a_cluster_finds_what_threads_find() -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed (the extra `cluster`)")
    claims = claims_of([FLAUTZ], ("random", "novice"), (2,))
    reports = []
    with (
        distributed.LocalCluster(1, threads_per_worker=2, processes=False, dashboard_address=None) as cluster,
        players(0, cluster.scheduler_address) as far,
        ThreadPoolExecutor(2) as near,
    ):
        for pool in (far, near):
            contest = Tournament(claims, 64, 4)
            contest.hold(pool)
            reports.append(contest.report())
    assert timeless(reports[0]) == timeless(reports[1])
    assert reports[0]["claims"][0]["deals"] == 64


def test_a_cluster_that_is_gone_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was asked of it is then cancelled (seen where one was killed in the middle of a game)."""
    distributed = pytest.importorskip("distributed", reason="distributed is not installed (the extra `cluster`)")

    def gone(*_: Any) -> None:
        raise CancelledError

    monkeypatch.setattr(Tournament, "hold", gone)
    with distributed.LocalCluster(1, threads_per_worker=1, processes=False, dashboard_address=None) as cluster:
        for language in ("it", "en"):
            asked = ["--deals", "1", "--cluster", cluster.scheduler_address, "--lang", language]
            assert main(["tournament", "flautz", *asked]) == 2
            told = capsys.readouterr().err.splitlines()
            assert len(told) == 1
            assert told[0].startswith(cluster.scheduler_address)


def test_levels_above_the_apprentice_have_goals_among_apprentices() -> None:
    assert Claim("flautz", 2, "adept", "apprentice").goal == 1.25
    assert (
        Claim("flautz", 4, "archmage", "apprentice").goal == Claim("zaubercocktail", 5, "archmage", "apprentice").goal
    )
    assert Claim("flautz", 4, "archmage", "apprentice").hurdles == (0.25, 0.5)
    assert Claim("flautz", 5, "archmage", "apprentice").hurdles == (0.2,)
    assert Claim("flautz", 4, "archmage", "adept").hurdles == (0.25,)


def test_a_claim_is_played_on_until_its_goal_is_proven_or_given_up() -> None:
    claim = Claim("illusio", 2, "adept", "apprentice")
    for often, number, wanted in ((7, 64, True), (10, 64, False), (4, 320, False)):
        contest = Tournament([claim], 1000, 3)
        contest.keep(Deals(claim, 0, tuple(coins(4, number, often)), made=makes(claim)))
        assert contest.wants_more(claim) == wanted, often
    told = contest.report()["claims"][0]
    assert (told["goal"], told["reached"], told["apart"]) == (1.25, False, 0)


def test_where_luck_is_taken_out_little_is_looked_for_and_at_long_intervals() -> None:
    claim = Claim("flautz", 4, "archmage", "apprentice")
    jumps = np.tile([-0.07, 0.07], 512)
    for mean, number, wanted in ((0.503, 256, True), (0.48, 256, False), (0.48, 255, True), (0.52, 1024, False)):
        contest = Tournament([claim], 5000, 3)
        steady = tuple(mean + jumps[:number])
        contest.keep(Deals(claim, 0, (0.5,) * number, made=makes(claim), apart=True, steadied=steady))
        assert contest.wants_more(claim) == wanted, mean
    contest = Tournament([claim], 5000, 3)
    assert [len(contest.wave()), len(Tournament([replace(claim, rivals="adept")], 5000, 3).wave())] == [256, 16]


def test_a_bound_is_measured_and_makes_no_claim_harder_to_prove() -> None:
    claim, bound = (Claim("flautz", 2, hero, "novice") for hero in ("apprentice", "all-seeing(simulations=9)"))
    contest = Tournament([claim, *[replace(bound, seats=seats) for seats in (2, 3, 4)]], 1000, 3)
    for each in contest.claims:
        contest.keep(Deals(each, 0, tuple(coins(4, 64, 10)), made=makes(each)))
    assert contest.family == 1
    assert [told["proven"] for told in contest.report()["claims"]] == [True, None, None, None]


def test_a_name_that_is_kept_says_the_whole_effort() -> None:
    whole = "archmage(simulations=300,width=16,guided=30,trust=8)"
    assert kept_name("illusio", "archmage(simulations=300)") == whole == kept_name("illusio", whole)
    assert kept_name("illusio", "all-seeing(simulations=300)") == whole.replace("archmage", "all-seeing")
    for plain in ("archmage", "adept", "network", "apprentice", "cmd:play(fast)"):
        assert kept_name("flautz", plain) == plain
    unbelieving = kept_name("flautz", "archmage(belief=0)")
    assert "belief=0" in unbelieving
    assert kept_name("flautz", unbelieving) == unbelieving
    for name in (
        "archmage(simulations=200,width=24,guided=0,trust=2,equals=5)",
        "archmage(trust=3)",
        "archmage(equals=9)",
    ):
        kept = kept_name("abracadabra", name)
        assert (kept == name) == ("simulations" in name)
        assert kept_name("abracadabra", kept) == kept
        meant, read = (find_bot("abracadabra", each) for each in (name, kept))
        assert meant is not None
        assert read is not None
        assert read.effort == meant.effort
    (made,) = heroes_among([load("illusio")], ["archmage(simulations=300)"], ["archmage(trust=1)"], (2,))
    assert (made.hero, made.rivals) == (whole, "archmage(simulations=600,width=16,guided=30,trust=1)")
    assert makes(made)[0].startswith("tree 1: simulations=300,width=16,guided=30,trust=8; weights ")


def test_a_line_that_was_cut_off_is_none_and_the_next_one_stands_alone(tmp_path: Path) -> None:
    kept, claim = tmp_path / "kept.jsonl", Claim("flautz", 2, "novice", "random")
    Tournament([claim], 9, 3, kept).keep(Deals(claim, 0, (1.0,)))
    whole = kept.read_text()
    for cut in (1, 8, len(whole) - 1):
        kept.write_text(whole + whole[:cut])
        contest = Tournament([claim], 9, 3, kept)
        contest.keep(Deals(claim, 1, (0.5,)))
        assert Tournament([claim], 9, 3, kept).samples(claim).tolist() == [1.0, 0.5]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("hello", "malformed"), ('{"seed":1}', "claim"), ("\x00", "malformed"), ('{"seed":1,"cl', "no deals"),
        ('{"seed":1,"claim":{"game":"chess","seats":2,"hero":"a","rivals":"b"},"first":0,"shares":[1.0]}', "chess"),
        ('{"seed":1,"claim":{"game":"fata","seats":3,"hero":"a","rivals":"b"},"first":0,"shares":["x"]}', "float"),
        ('{"seed":1,"claim":{"game":"fata","seats":3,"hero":"a","rivals":"b"},"first":0,"shares":[1.5]}', "0 to 1"),
        ('{"seed":1,"claim":{"game":"fata","seats":3,"hero":"a","rivals":"b"},"first":0,"shares":[]}', "one at least"),
        ('{"seed":1,"claim":{"game":"fata","seats":0,"hero":"a","rivals":"b"},"first":0,"shares":[1.0]}', "table of 0"),
        ('{"seed":1,"claim":{"game":"fata","seats":6,"hero":"a","rivals":"b"},"first":0,"shares":[1.0]}', "table of 6"),
    ],
)  # fmt: skip
def test_a_file_that_no_tournament_kept_is_refused_with_its_line_and_left_as_it_is(
    line: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, claim = tmp_path / "kept.jsonl", Claim("flautz", 2, "novice", "random")
    Tournament([claim], 9, 3, kept).keep(Deals(claim, 0, (1.0,)))
    text = kept.read_text() + (line + "\n" if why != "no deals" else "hello")
    kept.write_text(text)
    with pytest.raises(KeptError, match=f"line 2: .*{why}"):
        Tournament([claim], 9, 3, kept)
    asked = ["tournament", "flautz", "--bots", "random,novice", "--seats", "2", "--deals", "1", "--kept", str(kept)]
    assert main(asked) == 2
    assert "line 2" in capsys.readouterr().err
    assert kept.read_text() == text


@pytest.mark.parametrize(
    "asked",
    [
        ["--seats", "9"], ["--bots", "random"], ["--deals", "0"], ["--kept", "."], ["--page", "no/where.md"],
        ["--kept", os.devnull], ["--kept", "page.md"], ["--kept", "./page.svg"], ["--page", "page.svg"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_cannot_be_held_is_said_before_anything_is_played(
    asked: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Tournament, "hold", lambda *_: pytest.fail("it was played"))
    usual = {"--bots": "random,novice", "--seats": "2", "--deals": "1", "--page": "page.md"} | dict([asked])
    for language in ("it", "en"):
        words = ["tournament", "flautz", *(word for pair in usual.items() for word in pair), "--lang", language]
        assert main(words) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_deals_of_bots_that_there_are_not_are_left_out_and_names_of_programs_are_harmless(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.jsonl"
    for hero in ("sorcerer", "all-seeing(hurry=1)"):
        Tournament([], 9, 3, kept).keep(Deals(Claim("flautz", 2, hero, "random"), 0, (1.0,)))
    assert main(["tournament", "--deals", "0", "--kept", str(kept)]) == 2
    Tournament([], 9, 3, kept).keep(Deals(Claim("flautz", 2, "cmd:\x1b[2Jrm", "random"), 0, (1.0,)))
    capsys.readouterr()
    assert main(["tournament", "--deals", "0", "--kept", str(kept)]) == 0
    told = capsys.readouterr().out
    assert "cmd:?[2Jrm" in told
    assert "sorcerer" not in told


def test_deals_of_which_the_first_is_missing_tell_nothing(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    Tournament([], 9, 3, kept).keep(Deals(Claim("flautz", 2, "novice", "random"), 5, (1.0,)))
    assert main(["tournament", "--deals", "0", "--kept", str(kept)]) == 2


@pytest.mark.parametrize("full", ["kept.jsonl", "page.md", "page.svg"])
def test_a_full_disk_is_told_in_one_line_and_nobody_plays_on(
    full: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who finds no room for a deal plays none that has not begun."""
    opened = Path.open

    def no_room(path: Path, mode: str = "r", *given: Any, **named: Any) -> Any:
        if path.name == full and mode != "r":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return opened(path, mode, *given, **named)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "open", no_room)
    asked = ["tournament", "flautz", "--bots", "random,novice", "--seats", "2", "--deals", "1", "--threads", "1"]
    assert main([*asked, "--kept", "kept.jsonl", "--page", "page.md"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert os.strerror(errno.ENOSPC) in told[0]
    assert Path("kept.jsonl").exists() == (full != "kept.jsonl")


def test_a_hero_that_is_named_twice_plays_once() -> None:
    twice = asked_for([FLAUTZ], "random", ["novice", "novice"], "2,2")
    assert twice == [Claim("flautz", 2, "novice", "random")]


@pytest.mark.compiled_only
def test_who_interrupts_a_tournament_waits_for_a_decision_and_loses_no_deal_that_was_told(tmp_path: Path) -> None:
    kept, claim, jobs = tmp_path / "kept.jsonl", Claim("flautz", 5, "adept", "apprentice"), list[Future[Any]]()

    class Noting(ThreadPoolExecutor):
        def submit(self, *job: Any, **named: Any) -> Future[Any]:
            jobs.append(super().submit(*job, **named))
            return jobs[-1]

    def interrupt(*_: int) -> None:
        raise KeyboardInterrupt

    contest = Tournament([claim], 64, 3, kept)
    with Noting(1) as pool, pytest.raises(KeyboardInterrupt):
        contest.hold(pool, interrupt)
    assert len(jobs) == 64
    assert [job.cancelled() for job in jobs] == [False, False, *[True] * 62]
    assert isinstance(jobs[1].exception(), HaltedError)
    assert not HALTED.is_set()
    assert [json.loads(line)["first"] for line in kept.read_text().splitlines()] == [0]


@pytest.mark.compiled_only
def test_progress_never_goes_back() -> None:
    claims = claims_of([FLAUTZ], ("random", "novice", "apprentice"), (2,))
    heard = list[float]()
    with ThreadPoolExecutor(1) as pool:
        Tournament(claims, 3 * 1024, 9).hold(pool, lambda done, total: heard.append(done / total))
    assert heard == sorted(heard)
    assert heard[-1] <= 1
