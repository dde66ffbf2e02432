"""Help and refusals of the command line in the player's language: Typer parses, the words come from `words/*.toml`."""

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group as Lines
from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from typer import BadParameter
from typer.core import TyperCommand, TyperGroup

from grimorio.cli.output import Desk, WrongUsageError, own
from grimorio.cli.texts import Texts

UsageError: type[Exception] = BadParameter.__bases__[0]
"""What Typer raises for a command line that it cannot read; it has no public name for it."""


class Command(TyperCommand):
    """A command with translated help, which refuses what nobody asked for."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Rich formats, not Typer
        """Print the help."""
        ctx.obj.out.print(help_of(self, ctx))

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        """Read the arguments; those that are left over are refused."""
        ctx = super().make_context(*arguments, allow_extra_args=True, **more)
        if ctx.args and not ctx.resilient_parsing:
            raise WrongUsageError(says="extra_argument", text=ctx.args[0][:40], command=ctx.command_path)
        return ctx


class Commands(TyperGroup):
    """All commands."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - Rich formats, not Typer
        """Print the list of commands."""
        ctx.obj.out.print(help_of(self, ctx))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the signature of Typer
        """In the order in which somebody needs them."""
        return list(self.commands)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command with this name, or a refusal that knows what was probably meant."""
        if args[0] not in self.commands and not ctx.resilient_parsing:
            if args[0].startswith("-"):
                raise WrongUsageError(says="unknown_flag", text=args[0][:40], command=ctx.command_path)
            near = difflib.get_close_matches(args[0], self.commands, 1) or list(self.commands)
            raise WrongUsageError(says="unknown_command", text=args[0][:40], commands=", ".join(near))
        return super().resolve_command(ctx, args)


# ---------------------------------------------------------------- words


def translate(group: Any, texts: Texts) -> Any:
    """Give every command and parameter its words."""
    for command in (group, *group.commands.values()):
        command.help = command.short_help = own(texts, "about")[command.name or "grimorio"]
        for parameter in command.params:
            _translate(parameter, command.name or "grimorio", texts)
    return group


def _translate(parameter: Any, command: str, texts: Texts) -> None:
    options = own(texts, "options")
    parameter.help = options.get(command, {}).get(parameter.name) or options["all"][parameter.name]
    if parameter.metavar:
        parameter.metavar = own(texts, "metavars").get(parameter.metavar, parameter.metavar)


def help_of(command: Any, ctx: Any) -> RenderableType:
    """What a command does, and all that it can be given."""
    desk: Desk = ctx.obj
    say = desk.texts
    parameters = [each for each in command.get_params(ctx) if not getattr(each, "hidden", False)]
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    usage = [ctx.command_path, *(_usage(each) for each in arguments), say("usage_options")]
    parts: list[RenderableType] = [Text.assemble((f"{say('usage')} ", "dim"), (" ".join(usage), "bold")), Text()]
    parts += [Text(line) for line in str(command.help).strip().splitlines()]
    if isinstance(command, Commands):
        parts += _table(say("title_commands"), [(name, str(each.help)) for name, each in command.commands.items()])
    parts += _table(say("title_arguments"), [(each.metavar, each.help) for each in arguments])
    options = [_option(each) for each in parameters if each.param_type_name == "option" and each.name != "help"]
    options += [("--lang it|en", say("help_lang")), ("--help", say("help_help"))]
    return Lines(*parts, *_table(say("title_options"), options))


def _usage(argument: Any) -> str:
    name = argument.metavar + ("..." if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _option(option: Any) -> tuple[str, str]:
    value = "" if option.is_flag else f" {option.metavar}"
    return f"{option.opts[0]}{value}", option.help


def _table(title: str, rows: Iterable[tuple[str, str]]) -> list[RenderableType]:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True, style="bold cyan")
    grid.add_column(ratio=1)
    for name, about in rows:
        grid.add_row(f"  {name}", about)
    return [Text(), Rule(Text(title, "bold"), align="left", style="dim"), grid] if grid.rows else []


# ---------------------------------------------------------------- refusals


def understood(error: Exception, arguments: Sequence[str]) -> WrongUsageError:
    """What Typer refused, as a sentence of ours. Its kinds of error are private; their names are old and stable."""
    ctx, told = getattr(error, "ctx", None), str(getattr(error, "option_name", ""))
    command = ctx.command_path if ctx else "grimorio"
    match type(error).__name__:
        case "NoSuchOption":
            return WrongUsageError(says="unknown_flag", text=told[:40], command=command)
        case "BadOptionUsage":
            given = any(argument.startswith(f"{told}=") for argument in arguments)
            return WrongUsageError(says="value_unwanted" if given else "value_missing", text=told[:40])
        case "MissingParameter":
            wanted: Any = getattr(error, "param", None)
            name = wanted.opts[0] if wanted.param_type_name == "option" else wanted.metavar
            return WrongUsageError(says="missing", text=name, command=command)
    return WrongUsageError(says="not_understood", reason=str(getattr(error, "message", error)))
