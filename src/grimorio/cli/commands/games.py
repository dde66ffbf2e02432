"""`grimorio games`: what there is to play."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from grimorio.bots import names
from grimorio.cli.output import GOOD, Desk, own
from grimorio.engine.game import Game, Option
from grimorio.engine.words import Words
from grimorio.games import GAMES


def games(desk: Desk, *, json: bool) -> int:
    """Every game with its options and where its cards come from."""
    if json:
        desk.json([told(game) for game in GAMES.values()])
    else:
        for number, game in enumerate(GAMES.values()):
            desk.out.print(*[Text()] * (number > 0), _shown(desk, game), sep="\n")
    return GOOD


def told(game: Game) -> dict[str, Any]:
    """A game for scripts."""
    return {
        "name": game.name,
        "title": game.title,
        "authors": game.authors,
        "publisher": game.publisher,
        "version": game.version,
        "seats": dict(zip(("min", "max"), game.seats, strict=True)),
        "options": [_option(option) for option in game.options],
        "bots": list(names(game.name)),
        "origin": dict(origins(game.read_edition(None).data)),
    }


def _option(option: Option) -> dict[str, Any]:
    limits = {"choices": list(option.choices)} if option.choices else {"min": option.least, "max": option.most}
    return {"name": option.name, "default": option.default, **limits}


def origins(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    """Every entry of an edition that says where it comes from."""
    if "origin" in table:
        yield path, str(table["origin"])
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            yield from origins(inner, f"{path}.{name}" if path else name)


def _shown(desk: Desk, game: Game) -> RenderableType:
    say, words = desk.texts, Words(game, desk.language)
    least, most = game.seats
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim", no_wrap=True)
    facts.add_column()
    facts.add_row(f"  {say('games_by')}", f"{game.authors} ({game.publisher})")
    facts.add_row(f"  {say('games_seats')}", say("games_range", least=least, most=most))
    facts.add_row(f"  {say('games_bots')}", ", ".join(names(game.name)))
    facts.add_row(f"  {say('games_version')}", str(game.version))
    facts.add_row(f"  {say('games_origin')}", _origins_shown(desk, game))
    options = Table.grid(padding=(0, 2))
    options.add_column(style="bold", no_wrap=True)
    for option in game.options:
        options.add_row(f"  {option.name}", Text(words.text("options", option.name, "label")), _choices(desk, option))
    first = game.options[0] if game.options else Option("", "")
    example = f"--option {first.name}={(first.default, *first.choices)[-1]}"
    title = Text.assemble((game.title, "bold"), ("  grimorio play ", "dim"), (game.name, "bold cyan"))
    parts = (Text(), Text(f"  {say('games_options', example=example)}", "dim"), options) if game.options else ()
    return Group(Rule(title, align="left", style="dim"), facts, *parts)


def _choices(desk: Desk, option: Option) -> str:
    if not option.choices:
        told = desk.texts("games_range", least=option.least, most=option.most)
        return f"{told} ({option.default})"
    return " | ".join(f"({choice})" if choice == option.default else choice for choice in option.choices)


def _origins_shown(desk: Desk, game: Game) -> str:
    """For each sort of origin the entries that have it."""
    found = dict(origins(game.read_edition(None).data))
    kinds = own(desk.texts, "origins")
    lines = []
    for kind in Counter(found.values()):
        entries = ", ".join(name for name, origin in found.items() if origin == kind)
        lines.append(f"{kinds[kind]}: {entries}")
    return "\n".join(lines)
