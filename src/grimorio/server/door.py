"""A connection over which somebody asks something: who does not come to the point makes room for others.

Uvicorn waits for ever for the rest of a request, and for whoever does not read the answer. Here something must be asked
and answered every so often, and one address has so many connections and no more. A socket, once it is one, is no
longer at the door.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 30.0
"""Seconds in which something must be asked and answered."""
MOST_AT_THE_DOOR = 512
"""Connections of one address; behind a proxy that does not keep them apart, of all who ask at the same moment."""
_AT_THE_DOOR: Counter[str] = Counter()


class Door(H11Protocol):
    """One connection."""

    answered = heard = 0
    host: str | None = None
    late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Somebody is here; one too many is sent away."""
        super().connection_made(transport)
        self.host = self.client[0] if self.client else ""
        _AT_THE_DOOR[self.host] += 1
        if _AT_THE_DOOR[self.host] > MOST_AT_THE_DOOR:
            transport.abort()
        else:
            self.late = self.loop.call_later(PATIENCE, self._look)

    def _look(self) -> None:
        """Whoever has not been answered since the last look is sent away."""
        if self.answered == self.heard:
            self.transport.abort()
            return
        self.heard = self.answered
        self.late = self.loop.call_later(PATIENCE, self._look)

    def on_response_complete(self) -> None:
        """Somebody was answered."""
        self.answered += 1
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """A socket is bounded by others."""
        self._pass()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._pass()
        super().connection_lost(exc)

    def _pass(self) -> None:
        """Nobody waits here any more."""
        if self.late is not None:
            self.late.cancel()
            self.late = None
        if self.host is not None:
            _AT_THE_DOOR[self.host] -= 1
            if not _AT_THE_DOOR[self.host]:
                del _AT_THE_DOOR[self.host]
            self.host = None
