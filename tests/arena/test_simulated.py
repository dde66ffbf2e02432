"""Numba's simulator: what the threads of a block share is one."""

import time
from concurrent.futures import ThreadPoolExecutor

from grimorio.arena.simulated import OneMakesIt


def test_one_thread_makes_what_all_share() -> None:
    shared, made = OneMakesIt(), []

    def ask(_number: int) -> object:
        found = shared.get("line")
        if found is None:
            time.sleep(0.02)
            found = object()
            made.append(found)
            shared["line"] = found
        return found

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == made * 8
