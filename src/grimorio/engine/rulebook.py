"""The rule book of a game, and whether every rule in it is shown by a scenario.

A game's README.md defines its numbered rules, rulings and tests: an id in bold at the head of a list item
(`- **FZ-R1** ...`), or an id in the first cell of a table row (`| FZ-T1 | ...`). Scenarios cite them. What has nothing
to show at a table (a misprint, a name) stands with its reason in `not-shown.toml` beside the scenarios.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from grimorio.engine.edition import read_toml
from grimorio.engine.game import EditionError, Game
from grimorio.engine.scenario import Scenario, read_scenarios

NOT_SHOWN = "not-shown.toml"
"""The file beside the scenarios that says which rules cannot be shown, and why."""
SURVIVORS = "survivors.toml"
"""The file beside them that says which faults in the rules no scenario notices, and why (see `mutants.py`)."""

_ID = r"[A-Z]+-[A-Z]+[0-9]+[a-z]?"
_DEFINITION = re.compile(rf"^(?:[-*] +\*\*({_ID})\*\*|\| *(?:\*\*)?({_ID})(?:\*\*)? *\|)", re.MULTILINE)


class RulebookError(ValueError):
    """Rules, scenarios and what is left out do not agree; says which entry, and where."""


def rule_numbers(game: Game) -> tuple[str, ...]:
    """Every id that the game's README.md defines, in its order."""
    path = game.folder / "README.md"
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror})"
        raise RulebookError(msg) from error
    numbers = tuple(found[1] or found[2] for found in _DEFINITION.finditer(text))
    for number, times in Counter(numbers).items():
        if times > 1:
            msg = f"{path}: {number} is defined {times} times"
            raise RulebookError(msg)
    return numbers


def scenario_files(folder: Path) -> list[Path]:
    """The files of scenarios in a folder, in order."""
    return sorted(path for path in folder.glob("*.toml") if path.name not in {NOT_SHOWN, SURVIVORS})


def cited(scenarios: Iterable[Scenario]) -> dict[str, list[str]]:
    """For each rule the titles of the scenarios that show it."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios:
        for number in dict.fromkeys(scenario.rules):
            found.setdefault(number, []).append(scenario.title)
    return found


def not_shown(folder: Path) -> dict[str, str]:
    """The rules without anything to show, each with its reason; none where there is no such file."""
    path = folder / NOT_SHOWN
    if not path.exists():
        return {}
    try:
        reasons, _ = read_toml(path)
    except EditionError as error:
        raise RulebookError(str(error)) from error
    for number, reason in reasons.items():
        if not isinstance(reason, str) or not reason.strip():
            msg = f"{path}: {number}: must say why it is not shown"
            raise RulebookError(msg)
    return reasons


def uncovered(game: Game, folder: Path) -> list[str]:
    """The rules of a game that no scenario of the folder shows and that no reason excuses."""
    scenarios = [scenario for path in scenario_files(folder) for scenario in read_scenarios(path)]
    numbers, shown, excused = rule_numbers(game), cited(scenarios), not_shown(folder)
    for complaint in _disagreements(game, numbers, scenarios, excused):
        raise RulebookError(complaint)
    return [number for number in numbers if number not in shown and number not in excused]


def _disagreements(
    game: Game, numbers: tuple[str, ...], scenarios: list[Scenario], excused: dict[str, str]
) -> Iterator[str]:
    """What cannot stand: a rule that does not exist, a rule both shown and excused, a scenario of another game."""
    for scenario in scenarios:
        if scenario.game != game.name:
            yield f"{scenario.source}: plays {scenario.game}, not {game.name}"
        for number in scenario.rules:
            if number not in numbers:
                yield f"{scenario.source}: rules: {number} is not defined in {game.folder / 'README.md'}"
            if number in excused:
                yield f"{scenario.source}: rules: {number} is shown here, so it cannot stand in {NOT_SHOWN}"
    for number in excused:
        if number not in numbers:
            yield f"{NOT_SHOWN}: {number} is not defined in {game.folder / 'README.md'}"
