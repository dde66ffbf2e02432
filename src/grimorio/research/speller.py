"""Views spelled out as tensors where they lie: those that a batch shows, and those that a learner has kept."""

from typing import Any

import numpy as np

from grimorio.engine.kernel import readable
from grimorio.engine.spelling import Spelling


class Speller:
    """Spells rows of views where they lie, on the CPU or on a GPU; also those that a learner has kept."""

    def __init__(self, spelling: Spelling, device: str = "cpu") -> None:
        self.spelling, self.device = spelling, device
        if device == "cuda":
            from grimorio.research import gpu  # noqa: PLC0415 - only where a GPU was asked for

            self._gpu = gpu
            self._lists, self._bounds = (gpu.cuda.to_device(each) for each in gpu.spelling_lists(spelling))

    def fill(  # noqa: PLR0913
        self, views: Any, index: Any, seats: Any, out: Any, stream: Any = None, pool: Any = None, cores: int = 1
    ) -> Any:
        """Row i of `out` becomes the tensor of the view number `index[i]`; `seats` repeats when it is shorter.

        All four are arrays of any library that shares its memory.
        """
        if self.device == "cpu":
            given = readable(np.asarray(views)), readable(np.asarray(index)), readable(np.asarray(seats))
            self.spelling.on_cpu(*given, np.asarray(out), pool, cores)
            return out
        gpu, pieces = self._gpu, self._bounds.shape[2]
        views, index, seats, out = map(gpu.taken, (views, index, seats, out))
        self.spelling.check(views, index, seats, out)
        spell = gpu.spelling_on_gpu(self.spelling.kind, self.spelling.width)
        target = out.view(np.uint64) if self.spelling.kind == "bfloat16" else out
        grid = (index.shape[0], pieces), gpu.WIDE, gpu.stream_of(stream)
        spell[grid](views, index, seats, self._lists, self._bounds, self.spelling.viewer_at, target)
        return out
