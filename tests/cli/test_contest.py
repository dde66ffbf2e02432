"""`grimorio tournament`, as it is typed, and the page that it writes."""

import json
from pathlib import Path

import pytest

from grimorio.arena.tournament import Claim, Deals, Tournament, kept_claims
from grimorio.cli.commands.tournament import _times, names_in, strength_page
from grimorio.cli.main import main

ROOT = Path(__file__).parents[2]


@pytest.mark.compiled_only
def test_the_page_of_strengths_is_made_of_the_deals_that_are_kept() -> None:
    kept = ROOT / "docs" / "strength.jsonl"
    report = Tournament(kept_claims(kept), 0, 1, kept).report()
    assert (ROOT / "docs" / "strength.md").read_text("utf-8") == strength_page(report)


def test_the_page_tells_how_long_each_level_thinks_at_the_reference_table() -> None:
    told = {"game": "flautz", "seats": 4, "hero": "adept", "rivals": "apprentice", "thoughts": 50, "thinking": 0.1}
    others: tuple[dict[str, object], ...] = (
        {"seats": 3}, {"hero": "archmage"}, {"hero": "novice"}, {"game": "fata", "thoughts": 0},
    )  # fmt: skip
    *_, row = _times({"claims": [told, *({**told, "thinking": 9.0} | each for each in others)]}).split("\n")[:-1]
    assert row == "| FLAUTZ! | - | - | 2.0 | - |"


@pytest.mark.compiled_only
def test_a_tournament_tells_what_it_found_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.jsonl"
    asked = [
        "tournament",
        "flautz",
        "--bots",
        "random,novice",
        "--seats",
        "2",
        "--deals",
        "64",
        "--kept",
        str(kept),
        "--json",
    ]
    assert main(asked) == 0
    told = json.loads(capsys.readouterr().out)
    assert [(claim["hero"], claim["rivals"], claim["proven"]) for claim in told["claims"]] == [
        ("novice", "random", True)
    ]
    assert main(asked) == 0
    assert json.loads(capsys.readouterr().out) == told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--bots", "wizard"), "wizard"),
        (("--seats", "two"), "two"),
        (("--deals", "-1"), "--deals"),
        (("--hero", "all-seeing(hurry=1)"), "all-seeing(hurry=1)"),
        (("--hero", "network", "--bots", "novice,all-seeing"), "all-seeing"),
        (("--hero", "hand-seeing"), "hand-seeing"),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line(
    asked: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", "flautz", *asked]) == 2
    assert told in capsys.readouterr().err


def test_names_are_parted_by_commas_outside_of_parentheses() -> None:
    assert names_in("novice, archmage(trust=3,width=1)") == ["novice", "archmage(trust=3,width=1)"]


def test_the_page_says_what_is_asked_of_the_levels_and_not_proven(tmp_path: Path) -> None:
    claim = Claim("fata", 4, "adept", "apprentice")
    contest = Tournament([claim], 0, 1, tmp_path / "kept.jsonl")

    def told() -> str:
        return next(line for line in strength_page(contest.report()).splitlines() if line.startswith("- F.A.T.A.:"))

    contest.keep(Deals(claim, 0, (0.3, 0.25, 0.35)))
    assert "adept above apprentice at 4 seats (1.20 times in 3 deals)" in told()
    assert "adept 1.25 times a fair share among apprentice at 4 seats (1.20 times in 3 deals)" in told()
    assert "archmage above adept at 3 seats (not played)" in told()
    contest.keep(Deals(claim, 3, (1.0,) * 200))
    assert "among apprentice at 4 seats (3." not in told()
    assert "adept above apprentice at 4 seats" not in told()


def test_the_page_says_what_who_sees_all_hands_wins_where_a_level_lacks_something(tmp_path: Path) -> None:
    above, elsewhere = Claim("abracadabra", 4, "archmage", "adept"), Claim("abracadabra", 2, "archmage", "adept")
    seer = Claim("abracadabra", 4, "hand-seeing(simulations=3000)", "adept")
    contest = Tournament([above, elsewhere, seer], 0, 1, tmp_path / "kept.jsonl")
    for claim in contest.claims:
        contest.keep(Deals(claim, 0, (0.25, 0.5, 0.0)))
    page = strength_page(contest.report())
    told = next(line for line in page.splitlines() if line.startswith("- Abracadabra:"))
    assert "archmage above adept at 4 seats (1.00 times in 3 deals), where who sees all hands wins 1.00 times (" in told
    assert "archmage above adept at 2 seats (0.50 times in 3 deals);" in told
    assert told.count("who sees") == 1


def test_the_page_says_where_even_who_sees_all_hands_wins_less_than_is_asked(tmp_path: Path) -> None:
    asked, seer, surer = (
        Claim("abracadabra", 4, hero, "apprentice")
        for hero in ("archmage", "hand-seeing(simulations=3000)", "hand-seeing(simulations=8000)")
    )
    contest = Tournament([asked, seer, surer], 0, 1, tmp_path / "kept.jsonl")
    contest.keep(Deals(asked, 0, (0.25, 0.5, 0.0)))
    contest.keep(Deals(seer, 0, (0.5, 0.25, 0.0)))
    contest.keep(Deals(surer, 0, (0.4, 0.35) * 400))
    page = strength_page(contest.report())
    told = next(line for line in page.splitlines() if line.startswith("- Abracadabra:"))
    assert "archmage above apprentice at 4 seats (1.00 times in 3 deals), where who sees all hands wins 1.50 " in told
    assert "archmage 2 times a fair share among apprentice at 4 seats (1.00 times in 3 deals), where even who" in told
    assert told.count("hands wins less: 1.50 times (") == 1
    assert told.count("who sees") == told.count("800 deals)") > 1


def test_the_page_says_what_answers_to_archmages_won(tmp_path: Path) -> None:
    claim, other = Claim("fata", 4, "archmage(simulations=800)", "archmage"), Claim("flautz", 4, "archmage", "adept")
    contest = Tournament([claim, other], 0, 1, tmp_path / "kept.jsonl")
    contest.keep(Deals(claim, 0, (0.5, 0.25, 0.75)))
    page = strength_page(contest.report())
    assert "- F.A.T.A.: archmage(simulations=800) at 4 seats 2.00 times a fair share (" in page
    assert "4.00, 3 deals)." in page
    assert "FLAUTZ!:" not in page, "nothing was played of it"
    contest.keep(Deals(other, 0, (0.5,)))
    assert "- FLAUTZ!: not looked for, as it is now." in strength_page(contest.report())


@pytest.mark.parametrize("kept", ["mine.jsonl", ""])
def test_a_page_says_what_it_was_made_of(kept: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["tournament", "flautz", "--bots", "novice,random", "--seats", "2", "--deals", "2", "--page", "mine.md"]
    assert main([*asked, *(["--kept", kept] if kept else [])]) == 0
    page = (tmp_path / "mine.md").read_text("utf-8")
    assert "strength.jsonl" not in page
    assert ("from the deals that are kept\nin `mine.jsonl`" in page) == bool(kept)
    assert ("and the deals were not" in page) == (not kept)
    assert "--page mine.md`" in page
    assert "Zaubercocktail:" not in page
