"""Actions counted from the seat that makes them, as tensors count seats: one network then serves every seat.

"Take from b" names a seat by its letter. Counted from the viewer it is "take from the first after me", and has the
number that "take from b" has for seat A. Which parameters of an action are seats is read off the actions' values.
"""

import dataclasses
import functools
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.engine.game import Action, Game
from grimorio.engine.layout import LETTERS


@functools.cache
def seat_parameters(game: Game) -> dict[type, tuple[str, ...]]:
    """For every sort of action the parameters that name a seat: they take the letters of all seats and no others."""
    values: dict[type, dict[str, set[str]]] = {}
    for number in range(game.actions):
        action = game.action_of(number)
        kept = values.setdefault(type(action), {})
        for name, value in vars(action).items():
            kept.setdefault(name, set()).add(value)
    letters = set(LETTERS[: game.seats[1]])
    return {sort: tuple(n for n, found in kept.items() if found == letters) for sort, kept in values.items()}


def turned(game: Game) -> bool:
    """Whether any action of the game names a seat."""
    return any(seat_parameters(game).values())


def _rotated(game: Game, action: Action, seats: int, by: int) -> int:
    """The number of an action when everybody has moved by so many seats; a letter of no chair here stays."""
    names = seat_parameters(game)[type(action)]
    if not names:
        return game.number_of_action(action)
    places = {name: LETTERS.index(getattr(action, name)) for name in names}
    moved = {name: LETTERS[(place + by) % seats] for name, place in places.items() if place < seats}
    changed: Any = dataclasses.replace(action, **moved)  # type: ignore[type-var]
    return game.number_of_action(changed)


@functools.cache
def relative_actions(game: Game) -> npt.NDArray[np.int16]:
    """`[seats - least, seat, action]`: the number of an action as counted from the seat that makes it."""
    least, most = game.seats
    made = np.empty((most - least + 1, most, game.actions), np.int16)
    made[:] = np.arange(game.actions)
    actions = [game.action_of(number) for number in range(game.actions)]
    naming = [number for number, action in enumerate(actions) if seat_parameters(game)[type(action)]]
    for seats in range(least, most + 1):
        for seat in range(seats):
            for number in naming:
                made[seats - least, seat, number] = _rotated(game, actions[number], seats, -seat)
    return made


@functools.cache
def absolute_actions(game: Game) -> npt.NDArray[np.int16]:
    """The way back: `[seats - least, seat, relative number]` is the number that the rules know."""
    return np.argsort(relative_actions(game), axis=2).astype(np.int16)


def turn_table(game: Game, states: Any, seats: int, by: int) -> Any:
    """The same positions with everybody moved by so many seats: what a seat has, and whatever names a seat, moves on.

    Only chance is left as it is. A field of Illusio that holds the number of an action holds that of the moved one.
    """
    made = np.asarray(states).copy()
    chairs = np.arange(seats)
    for f in game.layout.fields:
        values = made[f.name]
        if f.by_seat:
            values[:, (chairs + by) % seats] = values[:, chairs].copy()
        if f.of.sort == "seat":
            values[:] = np.where((values >= 0) & (values < seats), (values + by) % seats, values)
        elif f.of.sort == "seats":
            whole = values.astype(np.int64)
            bits = sum((whole >> seat & 1) << (seat + by) % seats for seat in range(seats))
            values[:] = np.where(whole < 1 << f.of.size, bits | whole >> seats << seats, whole)
        elif f.name == "pending":
            actions = [game.action_of(int(each)) if each >= 0 else None for each in values.ravel()]
            values[:] = np.array([_rotated(game, each, seats, by) if each else -1 for each in actions])
    return made
