"""Choosing an action by pointing: whatever appears in a legal action can be picked, and each pick narrows the list."""

from collections.abc import Mapping, Sequence

from grimorio.engine.game import Game

Pick = tuple[str, str]
"""A parameter of an action and its value: `("place", "air 2")`."""
Keys = dict[str, Pick]
"""What each key on the screen points at."""


def parameters(game: Game, action: int) -> dict[str, str]:
    """What an action speaks of, by name."""
    return dict(vars(game.action_of(action)))


def picks_in(text: str, keys: Keys) -> dict[str, str] | None:
    """The things that a text of keys points at (`4b`, `b 4`); None where it is no text of keys."""
    pressed = text.lower().split() if " " in text.strip() else list(text.strip().lower())
    picks = dict(keys[key] for key in pressed if key in keys)
    return picks if len(picks) == len(pressed) > 0 else None


def narrowed(game: Game, actions: Sequence[int], picks: Mapping[str, str]) -> list[int]:
    """The actions that speak of everything that was picked."""
    return [number for number in actions if picks.items() <= parameters(game, number).items()]


def nearest(game: Game, legal: Sequence[int], picks: Mapping[str, str], keys: Keys) -> int | None:
    """An action that was probably meant by picks that no legal action has, to ask why it is not allowed."""
    kinds = {type(game.action_of(number)) for number in legal}
    at_hand = {value for name, value in keys.values() if name not in picks}

    def strange(number: int) -> tuple[bool, bool]:
        others = [value for name, value in parameters(game, number).items() if name not in picks]
        return type(game.action_of(number)) not in kinds, not at_hand.issuperset(others)

    return min(narrowed(game, range(game.actions), picks), key=strange, default=None)


def keys_of(game: Game, action: int, keys: Keys) -> str:
    """The keys to press for an action; '' where it cannot be pointed at."""
    by_pick = {pick: key for key, pick in reversed(keys.items())}
    pressed = [by_pick.get(pick, "") for pick in parameters(game, action).items()]
    return "".join(pressed) if all(pressed) else ""
