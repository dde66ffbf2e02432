"""Many bytes at once: the same as one after the other."""

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from grimorio.engine.critic import AllSeeing
from grimorio.engine.kernel import INTERPRETED, kernel, readable
from grimorio.engine.lanes import LANES, differing, fetch, lowest
from grimorio.engine.looking import looking
from grimorio.engine.sight import Sight, project
from grimorio.engine.spelling import zeros
from grimorio.games import GAMES

SIGHTS = {name: game.sight for name, game in GAMES.items()} | {
    f"all of {name}": AllSeeing(game.layout, game.backs) for name, game in GAMES.items()
}


def noise(word: str, size: int) -> npt.NDArray[np.uint8]:
    """Bytes that mean nothing."""
    return np.frombuffer(bytearray(hashlib.shake_256(word.encode()).digest(size)), np.uint8)


@kernel
def places_that_differ(some: Any, others: Any, out: Any) -> int:
    """All of them, one after the other."""
    found = np.uintp(0)
    for start in range(0, some.shape[0], LANES):
        bits = differing(some, others, np.uintp(start))
        while bits != np.uint64(0):
            out[found] = start + lowest(bits)
            fetch(out, found)
            bits &= bits - np.uint64(1)
            found += np.uintp(1)
    return int(found)


@pytest.mark.parametrize("changed", [0, 5, 128, 256])
def test_bytes_are_compared_64_at_a_time(changed: int) -> None:
    some, others, out = zeros((3 * LANES,), np.uint8), zeros((3 * LANES,), np.uint8), np.zeros(3 * LANES, np.int32)
    some[:] = noise("some", len(some))
    others[:] = np.where(noise("where", len(some)) < changed, some ^ (noise("other", len(some)) | 1), some)
    count = places_that_differ(readable(some), readable(others), readable(out))
    assert out[:count].tolist() == np.flatnonzero(some != others).tolist()


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS.keys())
def test_a_view_made_at_speed_is_the_one_that_is_made_by_the_list(sight: Sight) -> None:
    """Whatever a position holds, and whatever stood in the room of the view before."""
    look, seats = looking(sight), max(f.shape[0] for f in sight.fields if f.by_seat)
    for viewer in range(seats):
        source = noise(f"position {viewer}", sight.layout.dtype.itemsize)
        fast, slow = (noise(word, sight.dtype.itemsize) for word in ("fast", "slow"))
        look(readable(source), viewer, readable(fast))
        project(readable(sight.plan), readable(sight.backs), readable(source), viewer, readable(slow))
        assert fast.tobytes() == slow.tobytes()


@pytest.mark.parametrize("sight", SIGHTS.values(), ids=SIGHTS.keys())
def test_who_makes_a_view_at_speed_is_told_which_lines_of_it_have_changed(sight: Sight) -> None:
    look, plan, backs = looking(sight), readable(sight.plan), readable(sight.backs)
    source = noise("position", sight.layout.dtype.itemsize).copy()
    view, told = zeros((sight.dtype.itemsize,), np.uint8), set()
    look(readable(source), 1, readable(view))
    assert INTERPRETED or look(readable(source), 1, readable(view)) == 0
    for at in range(0, len(source), 1 if not INTERPRETED else 97):
        before = view.copy()
        source[at] ^= 0xFF
        lines = int(look(readable(source), 1, readable(view)))
        changed = {place // LANES % LANES for place in np.flatnonzero(view != before).tolist()}
        assert {line for line in range(LANES) if lines >> line & 1} >= changed
        assert INTERPRETED or bool(lines) == bool(changed)
        told |= changed
    wanted = np.zeros_like(view)
    project(plan, backs, readable(source), 1, readable(wanted))
    assert view.tobytes() == wanted.tobytes()
    assert INTERPRETED or len(told) == -(-len(view) // LANES)
