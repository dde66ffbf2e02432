"""What a player may read without leaving the table: what can be done now, a rule, all rules, the log, open piles.

Each page hands back what was typed instead of reading it to its end: who had enough sees his table again, and any other
line is one at the table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from grimorio.cli.draw import KEY, Scene, cut, hanging, paragraphs
from grimorio.engine.reference import Ref

if TYPE_CHECKING:
    from grimorio.cli.session import Session

TIMES = "\u00d7"
FOOT = 2
"""Lines below a page: the prompt, and one to breathe."""


def help_now(session: "Session", scene: Scene) -> str:
    """The rules of this decision, the keys, the commands."""
    say, game = session.texts, session.table.game
    rules = game.rules_now(scene.view, scene.ways) if game.rules_now else []
    parts: list[RenderableType] = [_title(say("rules_now"))] if rules else []
    parts += [hanging(Text(session.words.rule(rule)), f"{rule} ".ljust(8), "dim") for rule in rules]
    parts += [_title(say("keys")), *keys_now(session, scene)]
    example = session.words.action(scene.ways[0].number, session.names)
    parts += [Text(say("keys_text", example=example)), _title(say("commands_title"))]
    commands = Table.grid(padding=(0, 2))
    for word, about in say.command_list():
        commands.add_row(Text(word, "bold"), Text(about))
    return in_pages(session, [*parts, commands])


def keys_now(session: "Session", scene: Scene) -> list[RenderableType]:
    """What the keys do in this phase, in a sentence; every key that is lit, with what it points at; then the signs."""
    told = session.words.own["help"].get("keys", {})
    asked = session.table.game.asked
    line = asked(scene.view, scene.ways) if asked else None
    name = line.key.partition(".")[2] if line else ""
    lit = [
        Text.assemble((f" {key} ", KEY), " ", session.picture.thing(ref, scene.view, short=True))
        for key, ref in session.picture.keys(scene).items()
        if scene.lit(ref)
    ]
    parts: list[RenderableType] = [Text(told[name])] if name in told else []
    parts += [Columns(lit, padding=(0, 2))] if lit else []
    signs = session.words.own["help"].get("signs")
    return [*parts, *([Text(str(signs), "dim")] if signs else [])]


def one_rule(session: "Session", wanted: str) -> None:
    """What a rule says, by its number."""
    words = session.words
    if (number := words.rule_called(wanted)) is not None:
        session.say("why_rule", rule=number, text=words.rule(number))
        return
    numbers = list(words.rules())
    session.say("unknown_rule", rule=cut(wanted, 20), first=numbers[0], last=numbers[-1])


def all_rules(session: "Session") -> str:
    """The game in brief, then every rule."""
    words = session.words
    parts: list[RenderableType] = [_title(session.texts("rules_title", title=words.game.title))]
    parts += [*paragraphs(words.text("help", "summary")), _title(session.texts("rules_numbers"))]
    parts += [hanging(Text(text), f"{number} ".ljust(8), "dim") for number, text in words.rules().items()]
    return in_pages(session, parts)


def log(session: "Session", seat: int, lines: int) -> str:
    """The last things that happened, as this seat saw them."""
    told = session.story(session.table.events(seat), seat)[-lines:]
    if not told:
        session.say("log_empty")
        return ""
    return in_pages(session, [_title(session.texts("log")), *(hanging(line, "· ", "dim") for line in told)])


def piles(session: "Session", view: Mapping[str, Any]) -> str:
    """The piles that lie open to everybody, card by card, equal ones together."""
    parts: list[RenderableType] = []
    for field, title in session.words.own.get("piles", {}).items():
        lying = Counter(_flat(view[field]))
        parts.append(_title(session.texts("pile", title=title, n=lying.total())))
        cards = ((session.picture.thing(Ref("card", name, field), view), number) for name, number in lying.items())
        chips = [Text.assemble(card, f" {TIMES}{number}" if number > 1 else "") for card, number in cards]
        parts.append(Columns(chips, padding=(0, 2)) if chips else Text(session.texts("pile_empty"), "dim"))
    if not parts:
        session.say("no_piles")
        return ""
    return in_pages(session, parts)


def _flat(lying: Any) -> Iterator[str]:
    """The cards of a pile, also of one that lies in layers."""
    for each in lying:
        if isinstance(each, list):
            yield from _flat(each)
        elif each:
            yield each


def _title(text: str) -> RenderableType:
    return Rule(Text(text, "bold"), align="left", style="dim")


def in_pages(session: "Session", parts: Sequence[RenderableType]) -> str:
    """Print it all, stopping when the screen is full; without a screen there is nothing to stop for.

    What somebody types there instead of Enter is handed back. The last page stays where the table was until that is
    drawn again.
    """
    console = session.console
    if not console.is_terminal:
        console.print(*parts, sep="\n")
        return ""
    for number, page in enumerate(_pages(console, parts, console.height - FOOT)):
        if number and (typed := session.ask("page").strip()) and typed.lower() not in session.texts.yes:
            return typed
        console.clear()
        console.print(Segments([segment for line in page for segment in (*line, Segment.line())]), end="")
    session.paged = True
    return ""


def _pages(console: Console, parts: Sequence[RenderableType], room: int) -> list[list[list[Segment]]]:
    """What stands on each page: a part is torn apart only if it is taller than a page, a title never left alone."""
    pages, kept = list[list[list[Segment]]]([[]]), list[list[Segment]]()
    for part in parts:
        kept += console.render_lines(part, pad=False)
        if isinstance(part, Rule):
            continue
        if len(pages[-1]) + len(kept) > room >= len(kept):
            pages.append([])
        while kept:
            if len(pages[-1]) == room:
                pages.append([])
            more = room - len(pages[-1])
            pages[-1], kept = pages[-1] + kept[:more], kept[more:]
    return pages
