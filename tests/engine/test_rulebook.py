"""Rules, scenarios and what is left out agree, and the README of every game names whatever a writer may need."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from grimorio.engine.game import Game
from grimorio.engine.giving import ScenarioError
from grimorio.engine.rulebook import (
    NOT_SHOWN,
    RulebookError,
    cited,
    not_shown,
    rule_numbers,
    scenario_files,
    uncovered,
)
from grimorio.engine.scenario import Scenario
from grimorio.games import GAMES

RULES = """# A game

- **X-R1** The first rule, which leans on X-R2 and on **X-R9**.
- **X-R2** The second rule.
* **X-R10a** A rule with a letter.

Not defined: X-R3, **X-R4**, and

- X-R5 is only mentioned here, as is **X-R6**.

| id | meaning |
|---|---|
| X-T1 | a test of X-R7 |
| **X-T2** | a test in bold |
| a test | X-T3 |
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "README.md").write_text(RULES, encoding="utf-8")
    return replace(GAMES["flautz"], name="x", folder=tmp_path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "scenarios"
    made.mkdir()
    return made


def write(folder: Path, name: str, *rules: str, game: str = "x") -> None:
    """A file with a scenario for each of these, which may be several rules with spaces between."""
    entries = "".join(
        f'[[scenario]]\ntitle = "{name} {number}"\nrules = {list(each.split())}\n'
        for number, each in enumerate(rules, 1)
    )
    (folder / f"{name}.toml").write_text(f'game = "{game}"\n{entries}', encoding="utf-8")


def excuse(folder: Path, text: str) -> None:
    (folder / NOT_SHOWN).write_text(text, encoding="utf-8")


def scenario(title: str, *rules: str) -> Scenario:
    return Scenario("here.toml", title, "x", rules, {})


# ---------------------------------------------------------------- which rules there are


def test_a_rule_is_defined_by_a_list_item_or_a_first_cell_that_its_number_heads(game: Game) -> None:
    assert rule_numbers(game) == ("X-R1", "X-R2", "X-R10a", "X-T1", "X-T2")


def test_a_rule_is_defined_once(game: Game) -> None:
    (game.folder / "README.md").write_text(RULES + "- **X-R2** Again.\n", encoding="utf-8")
    with pytest.raises(RulebookError, match="X-R2 is defined 2 times"):
        rule_numbers(game)


def test_a_game_without_a_readme_is_told_so(game: Game) -> None:
    (game.folder / "README.md").unlink()
    with pytest.raises(RulebookError, match=r"README\.md: cannot be read"):
        rule_numbers(game)


def test_flautz_has_the_rules_of_its_specification() -> None:
    letters = {"R": 28, "F": 9, "A": 12, "G": 23, "T": 26}
    expected = {f"FZ-{letter}{number}" for letter, most in letters.items() for number in range(1, most + 1)}
    assert set(rule_numbers(GAMES["flautz"])) == expected


# ---------------------------------------------------------------- which are shown


def test_each_rule_knows_the_scenarios_that_show_it() -> None:
    scenarios = [scenario("one", "X-R1", "X-R2"), scenario("two", "X-R2", "X-R2")]
    assert cited(scenarios) == {"X-R1": ["one"], "X-R2": ["one", "two"]}


def test_what_is_not_shown_is_no_file_of_scenarios(folder: Path) -> None:
    write(folder, "b", "X-R1")
    write(folder, "a", "X-R1")
    excuse(folder, "")
    assert [path.name for path in scenario_files(folder)] == ["a.toml", "b.toml"]


def test_without_a_list_of_what_is_not_shown_nothing_is_excused(folder: Path) -> None:
    assert not_shown(folder) == {}


def test_what_is_not_shown_says_why(folder: Path) -> None:
    excuse(folder, '"X-R1" = "A name."\n')
    assert not_shown(folder) == {"X-R1": "A name."}


@pytest.mark.parametrize("text", ['"X-R1" = " "', '"X-R1" = 1', '["X-R1"]\nwhy = "A name."'])
def test_what_is_not_shown_without_a_reason_is_refused(folder: Path, text: str) -> None:
    excuse(folder, text)
    with pytest.raises(RulebookError, match=r"not-shown\.toml: X-R1: must say why"):
        not_shown(folder)


def test_a_list_of_what_is_not_shown_that_cannot_be_read_is_refused(folder: Path) -> None:
    excuse(folder, '"X-R1" = ')
    with pytest.raises(RulebookError, match="not TOML"):
        not_shown(folder)


def test_a_rule_that_is_neither_shown_nor_excused_is_uncovered(game: Game, folder: Path) -> None:
    write(folder, "a", "X-R1", "X-R1 X-T2")
    excuse(folder, '"X-R10a" = "A name."')
    assert uncovered(game, folder) == ["X-R2", "X-T1"]


def test_a_game_without_scenarios_has_every_rule_uncovered(game: Game, folder: Path) -> None:
    assert uncovered(game, folder) == list(rule_numbers(game))
    assert uncovered(game, folder / "nowhere") == list(rule_numbers(game))


# ---------------------------------------------------------------- what does not agree


def test_a_scenario_cannot_show_a_rule_that_does_not_exist(game: Game, folder: Path) -> None:
    write(folder, "a", "X-R1", "X-R5")
    with pytest.raises(RulebookError, match=r"a\.toml: scenario 2 \(a 2\): rules: X-R5 is not defined in .*README\.md"):
        uncovered(game, folder)


def test_a_rule_that_does_not_exist_cannot_be_excused(game: Game, folder: Path) -> None:
    excuse(folder, '"X-R5" = "A name."')
    with pytest.raises(RulebookError, match=r"not-shown\.toml: X-R5 is not defined"):
        uncovered(game, folder)


def test_a_rule_that_is_shown_cannot_be_excused(game: Game, folder: Path) -> None:
    write(folder, "a", "X-R1")
    excuse(folder, '"X-R1" = "A name."')
    with pytest.raises(RulebookError, match=r"a\.toml: scenario 1 \(a 1\): rules: X-R1 is shown here"):
        uncovered(game, folder)


def test_a_scenario_of_another_game_is_out_of_place(game: Game, folder: Path) -> None:
    write(folder, "a", "X-R1", game="y")
    with pytest.raises(RulebookError, match="plays y, not x"):
        uncovered(game, folder)


def test_a_file_of_scenarios_that_makes_no_sense_is_refused_as_everywhere(game: Game, folder: Path) -> None:
    (folder / "a.toml").write_text('game = "x"', encoding="utf-8")
    with pytest.raises(ScenarioError, match="no \\[\\[scenario\\]\\] in it"):
        uncovered(game, folder)


# ---------------------------------------------------------------- the words in the READMEs


def readme(game: Game) -> str:
    return (game.folder / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_a_readme_names_every_field_that_can_be_given(name: str) -> None:
    text = readme(GAMES[name])
    fields = [field for field in GAMES[name].layout.fields if field.of.sort != "secret"]
    assert [field.name for field in fields if f"| `{field.name}` |" not in text] == []
    assert [word for field in fields for word in field.of.names if f"`{word}`" not in text and word not in text] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_readme_names_every_event(name: str) -> None:
    assert [event for event in GAMES[name].events if f"| `{event}` |" not in readme(GAMES[name])] == []


@pytest.mark.parametrize("name", GAMES)
def test_a_readme_names_every_refusal_with_its_rule(name: str) -> None:
    game = GAMES[name]
    missing = [code for code, rule in game.refusals[1:] if f"| `{code}` | {rule} |" not in readme(game)]
    assert missing == []
    assert {rule for _, rule in game.refusals[1:]} <= set(rule_numbers(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_readme_names_every_option_and_every_ending(name: str) -> None:
    game = GAMES[name]
    assert [option.name for option in game.options if f"`{option.name}`" not in readme(game)] == []
    assert [ending for ending in game.endings if f"| `{ending}` |" not in readme(game)] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_actions_in_a_readme_are_actions_and_cover_every_first_word(name: str) -> None:
    game = GAMES[name]
    section = readme(game).split("### Actions")[1].split("###")[0]
    texts = re.findall(r"^\| `([^`]+)` \|", section, re.MULTILINE)
    assert all(game.parse_action(text) >= 0 for text in texts)
    assert {text.split(" ")[0] for text in texts} == {text.split(" ")[0] for text in game.action_texts}
