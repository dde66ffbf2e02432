"""Connections before they are sockets: who does not come to the point makes room for others.

Uvicorn waits for ever for the rest of a request or a handshake, and for whoever does not read the answer. Here
something must be asked and answered every so often, and one address has so many connections and no more. Whoever waits
for an answer that is still being worked out is never sent away. A socket, once it was taken over, is no longer at the
door.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 30.0
"""Seconds in which something must be asked and answered."""
MOST_AT_THE_DOOR = 512
"""Connections of one address; behind a proxy that does not keep them apart, of all who ask at the same moment."""
_AT_THE_DOOR: Counter[str] = Counter()


class Waiting:
    """Somebody at the door, until he leaves it; one too many is sent away at once."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        transport: Any,
        address: tuple[str, int] | None,
        served: Callable[[], bool] = lambda: False,
    ) -> None:
        """From this address; `served` says whether it is our turn to answer."""
        self.served = served
        self.loop, self.transport, self.host = loop, transport, address[0] if address else ""
        self.answered = self.before = 0
        self.here = True
        _AT_THE_DOOR[self.host] += 1
        if _AT_THE_DOOR[self.host] > MOST_AT_THE_DOOR:
            transport.abort()
        self.late = loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        """Whoever has not been answered since the last look is sent away."""
        if self.answered == self.before and not self.served():
            self.transport.abort()
            return
        self.before = self.answered
        self.late = self.loop.call_later(PATIENCE, self._look)

    def leave(self) -> None:
        """Nobody waits here any more."""
        self.late.cancel()
        if self.here:
            self.here = False
            _AT_THE_DOOR[self.host] -= 1
            if not _AT_THE_DOOR[self.host]:
                del _AT_THE_DOOR[self.host]


class Door(H11Protocol):
    """One connection over which somebody asks something."""

    waiting: Waiting

    def connection_made(self, transport: Any) -> None:
        """Somebody is here."""
        super().connection_made(transport)
        self.waiting = Waiting(self.loop, transport, self.client, self._is_served)

    def _is_served(self) -> bool:
        """Whether all was asked, and what is answered so far was read."""
        asked = self.cycle is not None and not self.cycle.more_body and not self.cycle.response_complete
        return asked and not self.flow.write_paused

    def on_response_complete(self) -> None:
        """Somebody was answered."""
        self.waiting.answered += 1
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A handshake waits for itself (`line.py`)."""
        self.waiting.leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self.waiting.leave()
        super().connection_lost(exc)
