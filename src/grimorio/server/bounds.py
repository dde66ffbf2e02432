"""How much one client may ask for."""

import time
from collections.abc import Callable


class Bucket:
    """Holds `size` drops, and gains `rate` of them a second; each thing that is asked for takes one."""

    __slots__ = ("at", "clock", "left", "rate", "size")

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Full."""
        self.size, self.rate, self.clock = size, rate, clock
        self.left, self.at = size, clock()

    def take(self) -> bool:
        """Whether one more is allowed."""
        moment = self.clock()
        left = self.left + (moment - self.at) * self.rate
        self.at, self.left = moment, min(self.size, left)
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Doorman:
    """A bucket for each address, the longest unseen ones forgotten first, so that strangers cannot fill the memory."""

    def __init__(self, size: float, rate: float, most: int = 10_000) -> None:
        """For so many addresses at most."""
        self.size, self.rate, self.most = size, rate, most
        self.buckets: dict[str, Bucket] = {}

    def lets_in(self, address: str) -> bool:
        """Whether one more from this address is allowed."""
        bucket = self.buckets.pop(address, None) or Bucket(self.size, self.rate)
        self.buckets[address] = bucket
        if len(self.buckets) > self.most:
            del self.buckets[next(iter(self.buckets))]
        return bucket.take()
