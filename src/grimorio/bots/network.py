"""Learned players: a small network that values every legal action from the seat's view, run inside kernels.

The weights of a game lie in `weights/<game>.npz` as float16, with the digest of the view they were learnt from: where
the view means something else now, they are refused. Actions and seats are counted from the viewer, so one network
serves every seat and every number of them. `grimorio.research.training` makes these files.
"""

import functools
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from grimorio.bots.contract import Mind, Thought
from grimorio.engine.game import Game
from grimorio.engine.kernel import kernel, put, readable
from grimorio.engine.relative import relative_actions
from grimorio.engine.sight import as_bytes
from grimorio.engine.spelling import Spelling, spell
from grimorio.games import load

FOLDER = Path(__file__).parent / "weights"
LARGEST = 4 << 20
"""Bytes that the weights of a game may have."""
VALUES = 14
"""Where the values of the actions stand in the mind of a network."""
LAYERS = ("first", "second", "head")
"""Matrices: from the view to the first layer, on to the second, and from it to the actions."""


class WeightsError(ValueError):
    """Weights that cannot be played with: says why."""


@dataclass(frozen=True)
class Weights:
    """What a network has learnt, and how it came about."""

    arrays: Mapping[str, npt.NDArray[np.float32]]
    facts: Mapping[str, Any]


def write_weights(path: Path, game: Game, arrays: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """Write `first` [view, n], `second` [n, m], `head` [action, m] and their biases, as float16."""
    told = json.dumps({"game": game.name, "digest": game.sight.digest, **facts}, sort_keys=True)
    kept: dict[str, Any] = {name: np.asarray(array, np.float16) for name, array in arrays.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **kept, facts=np.frombuffer(told.encode(), np.uint8))


def read_weights(path: Path, game: Game) -> Weights:
    """The weights in a file, if they were learnt from views of this game as they are now."""
    try:
        with np.load(path, allow_pickle=False) as kept:
            facts = json.loads(kept["facts"].tobytes())
            names = [name for name in kept.files if name != "facts"]
            arrays = {name: np.ascontiguousarray(kept[name], np.float32) for name in names}
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        msg = f"{path.name}: no weights can be read from it: {error}"
        raise WeightsError(msg) from error
    _check(path.name, game, arrays, facts)
    return Weights(arrays, facts)


def _check(name: str, game: Game, arrays: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    if (facts.get("game"), facts.get("digest")) != (game.name, game.sight.digest):
        msg = f"{name}: learnt from another view than {game.title} has now; it has to be trained again"
        raise WeightsError(msg)
    shapes = {layer: tuple(arrays[layer].shape) if layer in arrays else (0, 0) for layer in LAYERS}
    wide, narrow = (*shapes["second"], 0, 0)[:2]
    wanted = {"first": (game.sight.tensor_size, wide), "second": (wide, narrow), "head": (game.actions, narrow)}
    biases = [(arrays.get(f"{layer}_bias", np.zeros(0))).shape for layer in LAYERS]
    if shapes != wanted or biases != [(wide,), (narrow,), (game.actions,)]:
        msg = f"{name}: its matrices do not fit {game.title}: {shapes}"
        raise WeightsError(msg)


def shipped(game: str) -> Path:
    """Where the weights of a game lie."""
    return FOLDER / f"{game}.npz"


# ---------------------------------------------------------------- kernels


@kernel
def add_layer(inputs: Any, size: int, weights: Any, bias: Any, out: Any) -> None:
    """`out = bias + inputs @ weights`, leaving out what is 0, which most inputs are."""
    for j in range(out.shape[0]):
        out[j] = bias[j]
    for i in range(size):
        number = inputs[i]
        if number != 0:
            for j in range(out.shape[0]):
                out[j] += number * weights[i, j]


@kernel
def straighten(numbers: Any) -> None:
    """What is below 0 becomes 0."""
    for j in range(numbers.shape[0]):
        numbers[j] = max(numbers[j], numbers[j] * 0)


@kernel
def value_of(hidden: Any, head: Any, bias: Any, action: int) -> float:
    """What the network thinks of one action; in four sums, of which none waits for another."""
    row, last = head[action], hidden.shape[0] - 3
    one, two, three, four = bias[action], hidden[0] * 0, hidden[0] * 0, hidden[0] * 0
    j = 0
    while j < last:
        one += hidden[j] * row[j]
        two += hidden[j + 1] * row[j + 1]
        three += hidden[j + 2] * row[j + 2]
        four += hidden[j + 3] * row[j + 3]
        j += 4
    while j < hidden.shape[0]:
        one += hidden[j] * row[j]
        j += 1
    total: float = (one + two) + (three + four)
    return total


@functools.cache
def valuing(game: Game) -> Callable[..., None]:
    """The kernel that values every legal action by a network."""
    least = game.seats[0]

    @kernel
    def value(box: Any, view: Any, actions: Any, count: int, mind: Any, values: Any) -> None:
        """Values go to `values`, in the order of the actions."""
        views, seen, runs, begins, relative = mind[0], mind[1], mind[2], mind[3], mind[4]
        tensor, wide, narrow = mind[5], mind[6], mind[7]
        seats, me = int(box.seats), int(view.viewer)
        put(views, 0, view)
        spell(runs[seats, me], begins[seats, me], seen[0], seats, me, tensor)
        add_layer(tensor, tensor.shape[0], mind[8], mind[9], wide)
        straighten(wide)
        add_layer(wide, wide.shape[0], mind[10], mind[11], narrow)
        straighten(narrow)
        for i in range(count):
            values[i] = value_of(narrow, mind[12], mind[13], int(relative[seats - least, me, actions[i]]))

    return value


@kernel
def greatest(values: Any, count: int) -> int:
    """Where the greatest of the first numbers stands; the first of equals."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best]:
            best = i
    return best


@functools.cache
def judging(name: str) -> Thought:
    """The bot that does what its network values most."""
    game = load(name)
    value = valuing(game)

    @kernel
    def think(box: Any, view: Any, actions: Any, count: int, chance: Any, mind: Any) -> int:
        values = mind[VALUES]
        value(box, view, actions, count, mind, values)
        return greatest(values, count)

    return Thought(think, lambda: mind_of(game, shipped_weights(name)))


@functools.cache
def shipped_weights(name: str) -> Weights:
    """The weights that come with the program."""
    return read_weights(shipped(name), load(name))


def mind_of(game: Game, weights: Weights) -> Mind:
    """Room for a view, its tensor and the layers; the weights; values of actions."""
    views = game.sight.new(1)
    runs, begins = Spelling(game.sight).by_viewer
    arrays = [weights.arrays[name] for layer in LAYERS for name in (layer, f"{layer}_bias")]
    layers = (game.sight.tensor_size, *weights.arrays["second"].shape, game.most_legal)
    tensor, wide, narrow, values = (np.zeros(size, np.float32) for size in layers)
    plain = (as_bytes(views), runs, begins, relative_actions(game), tensor, wide, narrow, *arrays, values)
    return (views, *map(readable, plain))
