"""What somebody is advised to do, as one would say it to him: the sentence of an action with its things in it.

The sentences stand in the words under `[advice]`; an action that has none there is told as its player would type it. A
place is called by the card that lies there openly, and by its name where none does.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from grimorio.engine.game import Game
from grimorio.engine.layout import LETTERS
from grimorio.engine.reference import Ref, Way, declared
from grimorio.engine.story import Line, Slot
from grimorio.engine.typed import names_a_seat
from grimorio.engine.words import LANGUAGES, load


def advice(game: Game, ways: Iterable[Way], view: Mapping[str, Any]) -> tuple[Line, ...]:
    """Several actions in one go, a line for each; the same one several times is told once, with how many cards."""
    lines = [(line, len(list(same))) for line, same in groupby(advised(game, way, view) for way in ways)]
    return tuple(each for line, number in lines for each in counted(game, line, number))


def counted(game: Game, line: Line, number: int) -> list[Line]:
    """An action that is done so often: with so many of its card, where the words can count it, or line by line."""
    several = load(game.folder / "words" / f"{LANGUAGES[0]}.toml").get("plurals", {})
    (name, ref), *others = line.slots.items()
    if others or not isinstance(ref, Ref) or ref.name not in several:
        return [line] * number
    return [replace(line, slots={name: Ref("number", str(number), ref.name)})]


def advised(game: Game, way: Way, view: Mapping[str, Any]) -> Line:
    """The line that tells an action to whoever may do it."""
    action = game.action_of(way.number)
    refs, told = dict(way.named()), declared(type(action))
    slots: dict[str, Slot] = {}
    for name, value in vars(action).items():
        ref = refs.get(name)
        if names_a_seat(told[name], value) and value in LETTERS:
            slots[name] = Ref("seat", value)
        elif ref is not None and ref.sort == "place":
            slots[name] = _lying(game, ref.at, view) or value
        else:
            slots[name] = value if ref is None or ref.sort in {"word", "number"} else ref
    return Line(_key(game, action), slots)


def _key(game: Game, action: Any) -> str:
    """Where the sentence stands: by the whole text of an action, or by its form."""
    words = load(game.folder / "words" / f"{LANGUAGES[0]}.toml")
    names = (action.text(), type(action).__name__.lower())
    kept = (f"{part}.{name}" for part in ("advice", "actions") for name in names if name in words.get(part, {}))
    return next(kept)


def _lying(game: Game, at: str, view: Mapping[str, Any]) -> Ref | None:
    """The card that a view shows at a place; None where it shows none."""
    name, _, inside = at.rstrip("]").partition("[")
    found, parts = view.get(name), inside.split(",")
    if parts[0] in LETTERS and isinstance(found, Mapping):
        found, parts = found.get(parts[0]), parts[1:]
    elif parts[0] in LETTERS:
        parts = parts[1:]
    for part in parts:
        found = found[int(part)] if part and isinstance(found, list) and int(part) < len(found) else None
    return Ref("card", found, at) if isinstance(found, str) and found in game.card_names else None
