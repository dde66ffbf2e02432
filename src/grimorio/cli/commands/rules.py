"""`grimorio rules`: how a game is played, and which of its rules no scenario shows."""

from pathlib import Path

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from grimorio.cli.asked import game_named
from grimorio.cli.draw import hanging, paragraphs
from grimorio.cli.output import FINDING, GOOD, Desk, WrongUsageError
from grimorio.engine.giving import ScenarioError
from grimorio.engine.rulebook import RulebookError, rule_numbers, uncovered
from grimorio.engine.words import Words

FOLDER = Path("tests/scenarios")
"""Where the scenarios of all games are, seen from the repository."""


def rules(desk: Desk, name: str, wanted: str) -> int:
    """The game in brief and all its rules, or one of them."""
    game = game_named(name)
    words = Words(game, desk.language)
    found = words.rules()
    if wanted:
        number = words.rule_called(wanted)
        if number is None:
            raise WrongUsageError(
                says="unknown_rule", text=wanted[:40], title=game.title, command=f"grimorio rules {game.name}"
            )
        desk.out.print(hanging(Text(found[number]), f"{number}  ", "bold"))
        return GOOD
    summary = paragraphs(words.text("help", "summary"))
    desk.out.print(_heading(game.title), *summary, _heading(desk.texts("rules_all")))
    for number, text in found.items():
        desk.out.print(hanging(Text(text), f"{number} ".ljust(8), "dim"))
    return GOOD


def _heading(text: str) -> RenderableType:
    return Rule(Text(text, "bold"), align="left", style="dim")


def coverage(desk: Desk, name: str, folder: Path | None) -> int:
    """The rules that no scenario shows; nothing when all are shown."""
    game = game_named(name)
    folder = folder or FOLDER / game.name
    if not folder.is_dir():
        raise WrongUsageError(says="no_folder", path=folder)
    try:
        missing = uncovered(game, folder)
    except (RulebookError, ScenarioError) as error:
        raise WrongUsageError(says="reason", reason=error) from error
    for number in missing:
        desk.line(f"{number}  {Words(game, desk.language).rule(number)}".rstrip())
    if missing:
        desk.complain("coverage_missing", missing=len(missing), total=len(rule_numbers(game)), path=folder)
        return FINDING
    return GOOD
