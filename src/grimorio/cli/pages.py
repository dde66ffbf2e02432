"""What a player may read without leaving the table: what can be done now, a rule, all rules, the log."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import hanging, paragraphs

if TYPE_CHECKING:
    from grimorio.cli.session import Session

FOOT = 2
"""Lines below a page: the prompt, and one to breathe."""


def help_now(session: "Session", seat: int, legal: Sequence[int]) -> None:
    """The rules of this decision, the keys, the commands."""
    say, game, scene = session.texts, session.table.game, session.scene(seat)
    rules = game.rules_now(scene.view, scene.ways) if game.rules_now else []
    parts: list[RenderableType] = [_title(say("rules_now"))] if rules else []
    parts += [hanging(Text(session.words.rule(rule)), f"{rule} ".ljust(8), "dim") for rule in rules]
    parts += [_title(say("keys"))]
    parts += [Text(session.words.text("help", "keys"))] if session.picture.keys(scene) else []
    parts += [Text(say("keys_text", example=session.words.action(legal[0]))), _title(say("commands_title"))]
    commands = Table.grid(padding=(0, 2))
    for word, about in say.command_list():
        commands.add_row(Text(word, "bold"), Text(about))
    in_pages(session, [*parts, commands])


def one_rule(session: "Session", wanted: str) -> None:
    """A rule by its number, with or without the letters of the game (`FZ-R24`, `r24`)."""
    rules = session.words.rules()
    plain = wanted.upper()
    for number, text in rules.items():
        if number.upper() == plain or number.upper().partition("-")[2] == plain:
            session.say("why_rule", rule=number, text=text)
            return
    numbers = list(rules)
    session.say("unknown_rule", rule=wanted[:20], first=numbers[0], last=numbers[-1])


def all_rules(session: "Session") -> None:
    """The game in brief, then every rule."""
    words = session.words
    parts: list[RenderableType] = [_title(session.texts("rules_title", title=words.game.title))]
    parts += [paragraphs(words.text("help", "summary")), _title(session.texts("rules_numbers"))]
    parts += [hanging(Text(text), f"{number} ".ljust(8), "dim") for number, text in words.rules().items()]
    in_pages(session, parts)


def log(session: "Session", seat: int, lines: int) -> None:
    """The last things that happened, as this seat saw them."""
    told = session.story(session.table.events(seat), seat)[-lines:]
    if not told:
        session.say("log_empty")
        return
    in_pages(session, [_title(session.texts("log")), *(hanging(line, "· ", "dim") for line in told)])


def _title(text: str) -> RenderableType:
    return Rule(Text(text, "bold"), align="left", style="dim")


def in_pages(session: "Session", parts: Sequence[RenderableType]) -> None:
    """Print it all, stopping when the screen is full; without a screen there is nothing to stop for."""
    console = session.console
    room = console.height - FOOT if console.is_terminal else 0
    used = 0
    if room:
        console.clear()
    for part in parts:
        lines = len(console.render_lines(part, pad=False)) if room else 0
        if room and used and used + lines > room:
            if session.texts.commands.get(session.ask("page").strip().lower()) == "quit":
                return
            console.clear()
            used = 0
        console.print(part)
        used += lines
