"""A review: chances add up, what was taken back is not judged, and noise is no mistake."""

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from grimorio.arena.review import Judge, Judged, _kept, moments_of, review, verdict_of
from grimorio.cli.main import main
from grimorio.engine import laws
from grimorio.engine.entries import Decided, Entry, TookBack
from grimorio.engine.laws import random_play
from grimorio.engine.record import RecordError, read
from grimorio.games import load

GOLDEN = Path(__file__).parents[1] / "golden" / "flautz" / "crystals.json"


def judged(cost: float, luck: float) -> Judged:
    return Judged(1, "this", "that", 0.5, 0.5 - cost, cost, 0.01, luck, verdict_of(cost), {})


def test_verdicts_go_by_points_of_the_chance_to_win() -> None:
    assert [verdict_of(cost) for cost in (0, 0.02, 0.05, 0.08, 1)] == [
        "excellent", "good", "inexact", "mistake", "mistake",
    ]  # fmt: skip


def test_the_three_moments_are_the_costliest_choice_the_hardest_blow_and_the_greatest_gift() -> None:
    decisions = [judged(0.01, 0.1), judged(0.2, -0.3), judged(0, 0.4)]
    assert moments_of(decisions) == {"costliest": 1, "blow": 1, "gift": 2}
    assert moments_of([judged(0, 0)]) == {}
    assert moments_of([]) == {}


def test_what_was_taken_back_is_not_judged() -> None:
    log: list[Entry] = [Decided(0, (1,)), Decided(1, (1,)), TookBack(1), Decided(1, (2,)), Decided(0, (3,))]
    assert _kept(log) == {1, 4, 5}


def test_a_game_that_goes_on_is_not_judged() -> None:
    written = read(GOLDEN)
    with pytest.raises(RecordError, match="not over"):
        review(replace(written, log=written.log[:1]), load("flautz"), 2)


@pytest.mark.compiled_only
def test_luck_and_choices_add_up_from_a_fair_share_to_the_result() -> None:
    written, heard = read(GOLDEN), list[float]()
    made = review(written, load("flautz"), 0, 8, heard.append)
    assert made.fair + made.deal + made.luck - made.cost == pytest.approx(made.result)
    assert made.result == float(written.result["places"][0] == 1)
    assert heard[-1] == 1
    assert [written.log[each.entry - 1] for each in made.decisions] == [f"A {each.done}" for each in made.decisions]
    for each, then in zip(made.decisions, made.decisions[1:], strict=False):
        assert each.after + each.luck == pytest.approx(then.before)
        assert each.cost == 0 or each.cost > 2 * each.noise
        assert (each.cost == 0) == (each.best == each.done)
    assert made == review(written, load("flautz"), 0, 8)


@pytest.mark.compiled_only
def test_a_judge_finds_the_same_in_every_world_that_looks_the_same() -> None:
    for seed in range(3):
        table = random_play(load("flautz"), 3, seed, 5)
        seat = table.to_act()[0]
        other = laws.world(table, seat, seed)
        here, there = (Judge(each, seat, 1) for each in (table, other))
        assert here.candidates(0) == there.candidates(0)
        one, two = (each.worths(here.candidates(0), 0, 4) for each in (here, there))
        assert np.array_equal(one, two)


@pytest.mark.compiled_only
def test_a_review_is_told_in_both_languages_and_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["review", str(GOLDEN), "--seat", "b", "--worlds", "4"]
    for language, word in (("it", "scelte"), ("en", "choices")):
        assert main([*asked, "--lang", language]) == 0
        assert word in capsys.readouterr().out
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["seat"] == "B"
    assert main(["review", str(GOLDEN), "--seat", "Q"]) == 2
