"""One-line faults in the rules of a game, made on purpose, to see whether the scenarios notice.

A fault changes one expression or drops one statement of one kernel: `>` for `>=`, one too many, the other neighbour, a
loop that leaves out its first or last round, a mark set for the wrong seat, a choice by lot that is always the first.
Only kernels that the contract of the game reaches are touched, but for `imagine`, whose worlds the laws count.
"""

import ast
import inspect
import itertools
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from grimorio.engine.game import Game

RULES = ("deal", "start", "settle", "to_act", "legal", "why", "act", "apply", "outcome")
"""What the scenarios ask of a game."""
OTHER_COMPARISON: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
OTHER_SUM: dict[type, type] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
OTHER_NAME = {"min": "max", "max": "min", "below": "_always_0", "draw": "_draw_the_first"}
SEAT_NAMES = ("seat", "other", "owner", "rival", "victim", "giver", "taker", "target", "player")
"""How kernels call a seat."""


@dataclass(frozen=True)
class Fault:
    """One change of one kernel; its name holds as long as the line reads as it does."""

    name: str
    function: FunctionType
    lines: range
    code: CodeType


def always_0(_chance: Any, _n: int) -> int:
    """What `below` draws in a fault: never anything but the first."""
    return 0


def draw_the_first(_chance: Any, cards: Any, count: int) -> int:
    """What `draw` takes in a fault: always the first card."""
    card = cards[0]
    cards[0] = cards[count - 1]
    return int(card)


def kernels_of(game: Game) -> list[FunctionType]:
    """The kernels in the game's folder that its rules call, in the order of their names."""
    waiting = [_plain(getattr(game, name)) for name in RULES]
    found: dict[int, FunctionType] = {}
    package = game.layout.__module__.rpartition(".")[0]
    while waiting:
        function = waiting.pop()
        if id(function) in found or not f"{function.__module__}.".startswith(f"{package}."):
            continue
        found[id(function)] = function
        named = (function.__globals__.get(name) for name in function.__code__.co_names)
        waiting += [_plain(value) for value in named if isinstance(_plain(value), FunctionType)]
    return sorted(found.values(), key=lambda function: (function.__module__, function.__code__.co_firstlineno))


def _plain(kernel: Any) -> Any:
    return getattr(kernel, "py_func", kernel)


def faults_of(game: Game) -> Iterator[Fault]:
    """Every fault of every kernel; the same line twice in a kernel is told apart by a number."""
    for function in kernels_of(game):
        seen: dict[str, int] = {}
        for fault in faults_in(function, textwrap.dedent(inspect.getsource(function))):
            times = seen[fault.name] = seen.get(fault.name, 0) + 1
            yield fault if times == 1 else Fault(f"{fault.name} ({times})", fault.function, fault.lines, fault.code)


def faults_in(function: FunctionType, source: str) -> Iterator[Fault]:
    """Every fault of one kernel."""
    tree = ast.parse(source)
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    (node,) = tree.body
    assert isinstance(node, ast.FunctionDef)  # noqa: S101 - what a kernel is
    node.decorator_list = []
    for statement, owner, field, index in _statements(node):
        before = _head(statement)
        for undo in itertools.chain(_drop(statement, owner, field, index), _changes(statement, node)):
            after = _head(getattr(owner, field)[index])
            name = f"{function.__name__}: {before} => {after}"
            yield Fault(name, function, _lines(statement), _compiled(tree, function))
            undo()


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    """The code of the changed kernel, to be set in place of its own."""
    ast.fix_missing_locations(tree)
    known = dict(function.__globals__)
    exec(compile(tree, function.__code__.co_filename, "exec"), known)  # noqa: S102 - our own source, changed by us
    made = _plain(known[function.__name__])
    assert isinstance(made, FunctionType)  # noqa: S101
    return made.__code__


def _statements(node: ast.FunctionDef) -> Iterator[tuple[ast.stmt, ast.AST, str, int]]:
    """Every statement of a kernel but its docstring, with the list that it stands in."""
    for owner in ast.walk(node):
        for field in ("body", "orelse"):
            held = getattr(owner, field, None)
            for index, statement in enumerate(held if isinstance(held, list) else ()):
                if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                    yield statement, owner, field, index


def _own_parts(statement: ast.stmt) -> list[tuple[ast.AST, str]]:
    """The expressions of a statement, without the statements inside it."""
    inside = ("body", "orelse")
    return [(statement, name) for name in statement._fields if name not in inside]


def _head(statement: ast.stmt) -> str:
    """The statement in one line, without what stands inside it."""
    if isinstance(statement, ast.If | ast.While):
        return f"{'if' if isinstance(statement, ast.If) else 'while'} {ast.unparse(statement.test)}"
    if isinstance(statement, ast.For):
        return f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}"
    return ast.unparse(statement)


def _lines(statement: ast.stmt) -> range:
    """The lines on which the statement itself stands."""
    last = statement.end_lineno or statement.lineno
    if isinstance(statement, ast.If | ast.While):
        last = statement.test.end_lineno or last
    elif isinstance(statement, ast.For):
        last = statement.iter.end_lineno or last
    return range(statement.lineno, last + 1)


# ---------------------------------------------------------------- dropped statements

Undo = Callable[[], None]


def _drop(statement: ast.stmt, owner: ast.AST, field: str, index: int) -> Iterator[Undo]:
    """Without the statement. To drop what gives a name its only value would be an error, not a fault."""
    held = getattr(owner, field)
    ends = isinstance(statement, ast.Return) and (index + 1 < len(held) or statement.value is None)
    if ends or isinstance(statement, ast.Expr | ast.AugAssign | ast.Break | ast.Continue) or _writes(statement):
        held[index] = ast.copy_location(ast.Pass(), statement)
        yield lambda: held.__setitem__(index, statement)
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
        yield from _drop_one_of(statement.targets[0])


def _writes(statement: ast.stmt) -> bool:
    """Whether it writes into the position, and nothing else."""
    if not isinstance(statement, ast.Assign):
        return False
    targets = statement.targets[0].elts if isinstance(statement.targets[0], ast.Tuple) else statement.targets
    return all(isinstance(target, ast.Attribute | ast.Subscript) for target in targets)


def _drop_one_of(targets: ast.Tuple) -> Iterator[Undo]:
    """Where several places are written at once: all but one of them."""
    for index, target in enumerate(targets.elts):
        if isinstance(target, ast.Attribute | ast.Subscript):
            targets.elts[index] = ast.copy_location(ast.Name("_dropped", ast.Store()), target)
            yield lambda index=index, target=target: targets.elts.__setitem__(index, target)  # type: ignore[misc]


# ---------------------------------------------------------------- changed expressions


def _changes(statement: ast.stmt, function: ast.FunctionDef) -> Iterator[Undo]:
    """The statement with one of its expressions changed."""
    if isinstance(statement, ast.AugAssign) and type(statement.op) in OTHER_SUM:
        yield from _replaced(statement, "op", OTHER_SUM[type(statement.op)]())
    if isinstance(statement, ast.If | ast.While) and not isinstance(
        statement.test, ast.Compare | ast.BoolOp | ast.UnaryOp
    ):
        yield from _replaced(statement, "test", ast.UnaryOp(ast.Not(), statement.test))
    for owner, field in _own_parts(statement):
        value = getattr(owner, field)
        for node in [value] if isinstance(value, ast.expr) else value if isinstance(value, list) else []:
            yield from _inside(node, owner, field, function)


def _inside(node: ast.AST, owner: ast.AST, field: str, function: ast.FunctionDef) -> Iterator[Undo]:
    """Each change of an expression or of one of its parts."""
    for change in _alternatives(node, function):
        yield from _replaced(owner, field, change, node)
    if isinstance(node, ast.Compare):
        yield from _other_ops(node)
    if isinstance(node, ast.BoolOp):
        yield from _replaced(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
    if isinstance(node, ast.BinOp) and type(node.op) in OTHER_SUM:
        yield from _replaced(node, "op", OTHER_SUM[type(node.op)]())
    for name, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.expr):
                yield from _inside(part, node, name, function)


def _replaced(owner: ast.AST, field: str, new: Any, old: Any = None) -> Iterator[Undo]:
    """Put something else in place, in a field or in its list, for as long as the fault is looked at."""
    held = getattr(owner, field)
    if isinstance(held, list):
        at = next(i for i, each in enumerate(held) if each is old)
        held[at] = new
        yield lambda: held.__setitem__(at, old)
    else:
        setattr(owner, field, new)
        yield lambda: setattr(owner, field, held)


def _other_ops(node: ast.Compare) -> Iterator[Undo]:
    for index, op in enumerate(node.ops):
        if type(op) in OTHER_COMPARISON:
            node.ops[index] = OTHER_COMPARISON[type(op)]()
            yield lambda index=index, op=op: node.ops.__setitem__(index, op)  # type: ignore[misc]


def _alternatives(node: ast.AST, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What an expression can be taken for by mistake."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from _other_calls(node, node.func.id)
    elif isinstance(node, ast.Subscript):
        yield from _other_seats(node, function)


def _other_calls(node: ast.Call, name: str) -> Iterator[ast.expr]:
    """A loop without its first or its last round, or with the first alone; the other of `min` and `max`; no lot."""
    if name in OTHER_NAME:
        yield ast.Call(ast.Name(OTHER_NAME[name], ast.Load()), node.args, [])
    if name == "range" and len(node.args) < 3:  # noqa: PLR2004 - backwards is another matter
        start, stop = node.args if len(node.args) > 1 else (ast.Constant(0), node.args[0])
        first = ast.BinOp(start, ast.Add(), ast.Constant(1)) if len(node.args) > 1 else ast.Constant(1)
        for bounds in ((first, stop), (start, ast.BinOp(stop, ast.Sub(), ast.Constant(1)))):
            yield ast.Call(node.func, list(bounds), [])
        yield ast.Call(node.func, [start, _least(first, stop)], [])


def _least(one: ast.expr, other: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("min", ast.Load()), [one, other], [])


def _other_seats(node: ast.Subscript, function: ast.FunctionDef) -> Iterator[ast.expr]:
    """Something of one seat taken from another one, or written for it."""
    index = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
    if not isinstance(index, ast.Name) or index.id not in SEAT_NAMES or not isinstance(node.value, ast.Attribute):
        return
    args = [arg.arg for arg in function.args.args]
    others = [name for name in SEAT_NAMES if name in args and name != index.id]
    wrong = ast.Name(others[0], ast.Load()) if others else _neighbour(index)
    rest = node.slice.elts[1:] if isinstance(node.slice, ast.Tuple) else []
    place = ast.Tuple([wrong, *rest], ast.Load()) if rest else wrong
    yield ast.Subscript(node.value, place, node.ctx)


def _neighbour(seat: ast.Name) -> ast.expr:
    """The other of two seats: B for A, A for everybody else."""
    return ast.BinOp(ast.Constant(1), ast.Sub(), ast.Call(ast.Name("min", ast.Load()), [seat, ast.Constant(1)], []))
