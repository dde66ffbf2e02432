"""Games whose every step is known, so that a machine, a device or a version that plays otherwise is noticed.

`python -m grimorio.research.trajectory` plays them (`--device cuda` on a GPU) and compares digests of all that was
shown with those that are kept beside this file; `--write` keeps new ones, where rules or layouts changed on purpose.
"""

import argparse
import hashlib
import json
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from grimorio.engine.game import Game
from grimorio.games import GAMES
from grimorio.research.batch import Batch

KNOWN = Path(__file__).with_name("trajectories.toml")
TABLES, STEPS, SEED = 24, 240, 7
SHOWN = ("states", "views", "critic_views", "seat", "count", "done", "refused", "share", "wins", "scores", "places")
"""What a batch shows after every step, legal actions apart: beyond their number the list of them means nothing."""
SPELL_EVERY = 40
"""Steps from one look at tensors and masks to the next."""


def walk(game: Game, device: str = "cpu", seed: int = SEED) -> str:
    """The digest of everything that some tables show on their way, with all numbers of seats there are."""
    least, most = game.seats
    seats = [least + table % (most - least + 1) for table in range(TABLES)]
    batch = Batch(game, TABLES, device, seats=seats, seed=seed, all_seeing=True)
    batch.reset()
    digest = hashlib.sha256()
    for step in range(STEPS):
        for shown in told(batch, spelled=step % SPELL_EVERY == 0):
            digest.update(np.ascontiguousarray(shown).tobytes())
        batch.step((np.arange(TABLES) * 7919 + step * 104729) % np.maximum(host(batch.count), 1))
    return digest.hexdigest()


def host(array: Any) -> Any:
    """An array of a batch, wherever it lies, as one of NumPy."""
    return array if isinstance(array, np.ndarray) else array.numpy()


def told(batch: Batch, *, spelled: bool) -> Iterator[Any]:
    """All that a batch shows now; tensors and masks where they are wanted."""
    yield from (host(getattr(batch, name)) for name in SHOWN)
    yield from (row[:number] for row, number in zip(host(batch.legal), host(batch.count), strict=True))
    if spelled:
        yield from (host(each) for each in (batch.observe("float32"), batch.observe_all("float32"), batch.mask()))


def known() -> dict[str, str]:
    """The digest of each game, as it is everywhere."""
    return {name: str(digest) for name, digest in tomllib.loads(KNOWN.read_text(encoding="utf-8")).items()}


def write(found: dict[str, str]) -> None:
    """Keep these from now on."""
    KNOWN.write_text("".join(f"{name} = {json.dumps(digest)}\n" for name, digest in found.items()), encoding="utf-8")


def deviating(device: str = "cpu", tell: Callable[[str], object] = print) -> list[str]:
    """The games that are played otherwise here, each told of as soon as it has been played."""
    others = []
    for name, digest in known().items():
        same = walk(GAMES[name], device) == digest
        tell(f"{name}: {'as everywhere' if same else 'DEVIATES'}")
        others += [] if same else [name]
    return others


def main() -> int:
    """What is said on the command line; the exit status is 1 where a game deviates."""
    asked = argparse.ArgumentParser(prog="python -m grimorio.research.trajectory", description=__doc__)
    asked.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    asked.add_argument("--write", action="store_true", help="keep the digests of this machine from now on")
    given = asked.parse_args()
    if given.write:
        write({name: walk(game, given.device) for name, game in GAMES.items()})
        return 0
    return int(bool(deviating(given.device)))


if __name__ == "__main__":
    sys.exit(main())
