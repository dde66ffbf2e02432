"""A review: chances add up, what was taken back is not judged, and noise is no mistake."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from grimorio.arena.review import TIMES, Judge, Judged, _kept, in_words, moments_of, on_one_scale, review, verdict_of
from grimorio.cli.main import main
from grimorio.engine import laws
from grimorio.engine.entries import Decided, Entry, TookBack
from grimorio.engine.laws import random_play
from grimorio.engine.record import RecordError, read
from grimorio.games import load

GOLDEN = Path(__file__).parents[1] / "golden" / "flautz" / "crystals.json"


def judged(cost: float, luck: float) -> Judged:
    return Judged(1, "this", "that", 0.5, 0.5 - cost, cost, 0.01, luck, verdict_of(cost), {}, (), (), ())


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
        assert (each.cost == 0) == (each.best == each.done) == (each.points_at == each.best_at) == (not each.why)
        assert each.tried[each.done] == pytest.approx(each.after, abs=1e-4)
        assert each.tried[each.best] == pytest.approx(each.before, abs=1e-4)
        assert max(each.tried.values()) == pytest.approx(each.before, abs=1e-4), "nothing looks better than the best"
    assert made == review(written, load("flautz"), 0, 8)


@given(
    first=st.lists(st.floats(0, 1), min_size=2, max_size=9), place=st.integers(0, 8), after=st.floats(0, 1),
    cost=st.floats(0, 0.5),
)  # fmt: skip
def test_what_was_tried_stands_on_the_scale_of_what_was_done_and_of_the_best(
    first: list[float], place: int, after: float, cost: float
) -> None:
    """In the order of the first look, none above the best and none below nothing."""
    done = place % len(first)
    best, cost = (done, 0.0) if int(np.argmax(first)) == done else (int(np.argmax(first)), cost)
    told = on_one_scale(np.array(first), done, best, after, cost)
    assert told[done] == pytest.approx(after)
    assert told[best] == pytest.approx(after + cost)
    assert min(told) >= 0
    assert max(told) <= after + cost + 1e-9
    for one, other in itertools.permutations(range(len(first)), 2):
        assert first[one] >= first[other] or told[one] <= told[other] + 1e-9
    behind = [(first[done] - share, after - found) for share, found in zip(first, told, strict=True) if found > 0]
    assert all(found == pytest.approx(less) for less, found in behind if less > 0)


@pytest.mark.compiled_only
def test_an_offer_is_judged_as_a_whole_beside_others_however_it_was_composed(monkeypatch: pytest.MonkeyPatch) -> None:
    written, seat = read(GOLDEN.parents[1] / "zaubercocktail" / "lightning.json"), 4
    monkeypatch.setattr("grimorio.arena.review.FIRST_WORLDS", 3)
    game = load("zaubercocktail")
    made = review(written, game, seat, 3)
    steps = [(number, text[2:]) for number, text in enumerate(written.log, 1) if text.startswith("E ")]
    for each in made.decisions:
        last = next(place for place, (number, _) in enumerate(steps) if number == each.entry)
        first = last - each.done.count(";")
        assert each.done == ";".join(text for _, text in steps[first : last + 1])
        assert each.done in each.tried
        assert each.best in each.tried
        assert not game.composes[game.parse_action(each.best.rpartition(";")[2])]  # it is told to its end
    offers = [each for each in made.decisions if each.done.endswith(";post")]
    assert len(offers) > 5
    assert all(sum(text.endswith(";post") for text in each.tried) > 2 for each in offers)
    assert not any(text in {"post", "clear"} or text.startswith("want") for each in offers for text in each.tried)
    told = in_words(made, "en", written.seats)
    assert f"ask for Gira Extract {TIMES}2, post" in told.decisions[0].done


@pytest.mark.compiled_only
def test_what_only_prepares_is_told_with_what_it_prepares() -> None:
    game = load("zaubercocktail")
    table = random_play(game, 4, 1, 0)
    seat = table.to_act()[0]
    judge = Judge(table, seat, 1)
    prepared = (game.parse_action("want goldrose"),)
    whole = judge.whole(prepared)
    assert whole[:1] == prepared
    assert [bool(game.composes[action]) for action in whole] == [True] * (len(whole) - 1) + [False]
    assert judge.whole(whole) == whole
    table.apply_all(seat, whole)


@pytest.mark.compiled_only
def test_a_move_that_no_search_would_think_of_can_be_judged_too() -> None:
    game = load("zaubercocktail")
    table = random_play(game, 4, 1, 0)
    seat = table.to_act()[0]
    judge = Judge(table, seat, 1)
    strange = tuple(game.parse_action(text) for text in ("want goldrose", "want goldrose", "want faran leaf", "post"))
    assert strange in judge.candidates(strange)
    assert judge.text(strange) == "want goldrose;want goldrose;want faran leaf;post"
    assert judge.worths([strange], 0, 4).shape == (4, 1)


@pytest.mark.compiled_only
def test_a_judge_finds_the_same_in_every_world_that_looks_the_same() -> None:
    for seed in range(3):
        table = random_play(load("flautz"), 3, seed, 5)
        seat = table.to_act()[0]
        other = laws.world(table, seat, seed)
        here, there, done = Judge(table, seat, 1), Judge(other, seat, 1), (table.legal(seat)[0],)
        assert here.candidates(done) == there.candidates(done)
        one, two = (each.worths(here.candidates(done), 0, 4) for each in (here, there))
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
