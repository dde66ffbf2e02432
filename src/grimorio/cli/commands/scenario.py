"""`grimorio scenario`: whether rules are what they say."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from grimorio.cli.output import FINDING, GOOD, Desk, WrongUsageError
from grimorio.engine.giving import ScenarioError
from grimorio.engine.rulebook import NOT_SHOWN, SURVIVORS
from grimorio.engine.scenario import Scenario, act_out, read_scenarios
from grimorio.games import UnknownGameError, load


def scenarios(desk: Desk, paths: Sequence[Path]) -> int:
    """Play scenarios; a line for each that does not hold."""
    try:
        found = [scenario for path in _files(paths) for scenario in read_scenarios(path)]
        failed = 0
        with desk.waiting("playing_scenarios", len(found)) as advance:
            for number, scenario in enumerate(found):
                failed += not _holds(desk, scenario)
                advance(number + 1)
    except ScenarioError as error:
        raise WrongUsageError(says="reason", reason=error) from error
    if failed:
        desk.complain("scenarios_failed", failed=failed, total=len(found))
        return FINDING
    desk.say("scenarios_hold", total=len(found))
    return GOOD


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Files as they are, folders with all scenarios in and below them."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(each for each in path.rglob("*.toml") if each.name not in {NOT_SHOWN, SURVIVORS})
        if not inside:
            raise WrongUsageError(says="no_scenarios", path=path)
        yield from inside


def _holds(desk: Desk, scenario: Scenario) -> bool:
    try:
        findings = act_out(scenario, load(scenario.game))
    except UnknownGameError as error:
        msg = f"{scenario.source}: {error}"
        raise ScenarioError(msg) from error
    if findings:
        desk.line(f"{scenario.source}: {'; '.join(finding.what for finding in findings)}")
    return not findings
