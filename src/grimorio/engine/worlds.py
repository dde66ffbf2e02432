"""The beginning of a possible world: what one seat sees of a table, written into a full position.

Every game imagines worlds, and each begins alike. Which fields are seen, and by whom, the layout declares; so the
kernel that copies them is written from that declaration: no game can forget a field, or copy what its seat cannot see.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from grimorio.engine.kernel import kernel
from grimorio.engine.layout import ALL, NONE, Field, Layout

AS_NONE = ("card", "seat", "name")
"""Domains in which an empty place is `NONE`; in others it is 0."""
MACHINERY = "secret"


def begin_world(layout: type[Layout]) -> Callable[[Any, int, Any], None]:
    """The kernel `begin(view, seat, s)` of a layout.

    What everybody sees is as it is, and so are the rows of the viewer. All else, the rows of others and what nobody
    sees, is empty, to be filled by the game; the stream of chance is left alone.
    """
    source = "\n".join(("def begin(view, seat, s):", *(f"    {line}" for line in _lines(layout))))
    made: dict[str, Any] = {"__name__": f"{__name__}.{layout.__module__}"}
    exec(compile(source, f"<{begin_world.__name__} {layout.__module__}>", "exec"), made)  # noqa: S102 - as dataclasses do
    return kernel(made["begin"])


def _lines(layout: type[Layout]) -> Iterator[str]:
    """A statement for each field, those of one shape in one loop."""
    fields = sorted((f for f in layout.fields if f.of.sort != MACHINERY), key=lambda f: f.shape)
    for shape, alike in groupby(fields, key=lambda f: f.shape):
        for axis, size in enumerate(shape):
            yield f"{'    ' * axis}for i{axis} in range({size}):"
        yield from (f"{'    ' * len(shape)}{_statement(f)}" for f in alike)


def _statement(f: Field) -> str:
    """One number of a field: as it is seen, or empty."""
    where = [f"i{axis}" for axis in range(len(f.shape))]
    nothing = NONE if f.of.sort in AS_NONE else 0
    if f.audience == ALL:
        return f"s.{f.name}{_at(where)} = view.{f.name}{_at(where)}"
    if f.owned:
        return f"s.{f.name}{_at(where)} = view.{f.name}{_at(where[1:])} if i0 == seat else {nothing}"
    return f"s.{f.name}{_at(where)} = {nothing}"


def _at(where: list[str]) -> str:
    return f"[{', '.join(where)}]" if where else ""
