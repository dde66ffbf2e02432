"""One socket without any task of its own: what arrives is handed on at once, and what is told is written at once.

Uvicorn and Litestar see to the handshake; then the socket is taken over, so that a message costs neither a queue nor a
switch between tasks, and a client who only listens costs little memory. Nobody waits for a client that does not read:
what it has not read is bounded, and when it is too much the socket is closed; it finds all it missed when it is back.
"""

import logging
import struct
from collections import deque
from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.protocol import Protocol as Frames
from websockets.protocol import Side, State

from grimorio.server.bounds import Bucket
from grimorio.server.door import Waiting

try:
    from websockets.speedups import apply_mask
except ImportError:  # where nobody compiled it
    from websockets.utils import apply_mask

LOGGER = logging.getLogger("grimorio.server")
EXTENSION = "grimorio.line"
"""Where a route finds the line of its socket."""
ENDED = 4000
"""The code with which the server closes a socket by itself; the reason says why."""
CLOSING = 5.0
"""Seconds that a client has to hear that it is over."""
LONGEST_QUEUE = 256
"""Messages that may wait for a client that does not read."""
TEXT = 0x81
"""The first byte of a whole message of text."""
SHORT, MEDIUM = 126, 1 << 16
"""Lengths from which on a message says its length in two bytes, and in eight."""
FRAMES, FRAMES_A_SECOND = 240, 40
"""How many frames a client may send at once, and in every second after that, of whatever kind: pings and parts of
messages cost as much as messages do. Whoever sends more is not told to wait but cut off."""
MASKED, MASK = 0x80, 4
"""The bit that says that a frame is masked, as a client's must be, and the bytes of a mask."""


class Talker(Protocol):
    """Whom a socket is for."""

    def heard(self, said: bytes | str) -> None:
        """The client says something."""

    def gone(self) -> None:
        """The client is gone."""


class _Nobody:
    """Takes the place of what Uvicorn keeps for an application, once there is none."""

    def put_nowait(self, _event: object) -> None:
        """Nobody reads it."""

    def set(self) -> None:
        """Nobody waits for it."""


NOBODY: Any = _Nobody()


class Line(WebSocketsSansIOProtocol):
    """A socket, which can be taken over."""

    talker: Talker | None = None
    waiting: deque[bytes] | None = None
    """What a client has not taken in yet; None while it reads."""
    part: bytes | None = None
    """The beginning of a frame that is not all there; None until the socket is taken over."""
    pace: Bucket | None = None
    """How many more frames may come now."""

    at_the_door: Waiting | None = None
    """Until it was taken over."""

    def connection_made(self, transport: Any) -> None:
        """Somebody wants a socket."""
        super().connection_made(transport)
        self.at_the_door = Waiting(self.loop, transport, self.client)

    def _come_in(self) -> None:
        if self.at_the_door is not None:
            self.at_the_door.leave()
            self.at_the_door = None

    def handle_connect(self, event: Any) -> None:
        """The handshake is the application's; it finds the line in the scope."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]
            self.hold(on=True)

    async def receive(self) -> Any:
        """The application hears that somebody connects; whatever he says waits until the socket is taken over."""
        return await self.queue.get()

    async def run_asgi(self) -> None:
        """The application opens the socket, or refuses it; one that was taken over stays open when it is done."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            LOGGER.exception("socket failed")
            self.send_500_response()
        if self.talker is not None:
            del self.scope, self.request, self.response
        elif self.close_timer is None:
            self.transport.close()

    def take(self, talker: Talker) -> None:
        """Take the socket over, with whatever it has said since it was opened."""
        said, self.queue, self.writable = self.queue, NOBODY, NOBODY
        self.talker, self.pace = talker, Bucket(FRAMES, FRAMES_A_SECOND)
        self._come_in()
        early, most = bool(self.conn.reader.buffer), self.config.ws_max_size
        self.conn = Frames(Side.SERVER, state=State.OPEN, max_size=most, logger=LOGGER)  # type: ignore[assignment]
        self.part = b""  # all of the handshake is kept by whoever read it: a fresh reader is lighter
        if early:  # half of a message, from somebody who did not wait until he was answered
            self.end("hello-first")
        while not said.empty() and not self.disconnected and not self.close_sent:
            self._pass_on(said.get_nowait())
        if self.disconnected:
            talker.gone()
        else:
            self.hold(on=False)

    def _pass_on(self, event: Any) -> None:
        if event["type"] == "websocket.receive" and self.talker:
            self.talker.heard(event["text"] if event.get("text") is not None else event.get("bytes") or b"")

    # ------------------------------------------------------------ what is heard

    def data_received(self, data: bytes) -> None:
        """Messages of one frame, as nearly all are, are handed on at once; all other frames are Uvicorn's, whole."""
        if self.part is None:
            super().data_received(data)
            return
        data, at = self.part + data if self.part else data, 0
        while (found := frame_at(data, at, self.config.ws_max_size)) is not None:
            end, said = found
            if self.pace is not None and not self.pace.take():
                self._shut_out()
                return
            if said is None or self.conn.current_size is not None:
                super().data_received(data[at:end])
            elif self.talker is not None and self.conn.state is State.OPEN:
                self.talker.heard(said)
            at = end
        self.part = data[at:]

    def _shut_out(self) -> None:
        """Who shouts is cut off, and nothing more of it is heard: even to throw it away takes time from the others."""
        self.part = b""
        self.end("too-fast")
        self.hold(on=True)

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        if self.talker is None:
            super().send_receive_event_to_app()
            return
        said = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.talker.heard(said)

    def hold(self, *, on: bool) -> None:
        """Hear nothing more for a while, or again."""
        if self.read_paused != on and not self.transport.is_closing():
            self.read_paused = on
            (self.transport.pause_reading if on else self.transport.resume_reading)()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._come_in()
        super().connection_lost(exc)
        if self.talker is not None:
            self.talker.gone()

    # ------------------------------------------------------------ what is told

    def tell(self, *messages: bytes) -> None:
        """Send texts, in one go; never waits."""
        if self.close_sent or self.disconnected:
            return
        if self.waiting is None:
            self.transport.write(b"".join([framed(message) for message in messages]))
        elif len(self.waiting) + len(messages) <= LONGEST_QUEUE:
            self.waiting.extend(messages)
        else:
            self.end("too-slow")

    def pause_writing(self) -> None:
        """The client does not read."""
        if self.talker is None:
            super().pause_writing()
        self.waiting = deque() if self.waiting is None else self.waiting

    def resume_writing(self) -> None:
        """It reads again, and is told what waited; it may be too much once more."""
        super().resume_writing()
        waited, self.waiting = self.waiting or (), None
        for message in waited:
            self.tell(message)

    def end(self, reason: str) -> None:
        """Say that it is over, and why; who does not hear it is cut off."""
        if self.close_sent or self.disconnected:
            return
        self.waiting, self.close_sent = None, True
        self.stop_keepalive()
        try:
            self.conn.send_close(ENDED, reason)
        except InvalidState:
            self.transport.close()
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.hold(on=False)
        self.close_timer = self.loop.call_later(CLOSING, self.transport.abort)

    def shutdown(self) -> None:
        """The server stops."""
        if self.talker is None:
            super().shutdown()
        else:
            self.end("going-down")


def framed(message: bytes) -> bytes:
    """A text as one frame of a server, which RFC 6455 does not mask."""
    size = len(message)
    if size < SHORT:
        return bytes((TEXT, size)) + message
    if size < MEDIUM:
        return _HEAD.pack(TEXT, SHORT, size) + message
    return _LONG_HEAD.pack(TEXT, SHORT + 1, size) + message


_HEAD, _LONG_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")


def frame_at(data: bytes, at: int, most: int) -> tuple[int, bytes | None] | None:
    """Where the frame at a place ends, and what it says if it is a whole message of text; None if it is not all there.

    What no client may send, or nothing so large, is not waited for: whoever reads frames says what is wrong with it.
    """
    there, start = len(data), at + 2
    if there < start:
        return None
    size = data[at + 1] & ~MASKED
    if size >= SHORT:
        start += 2 if size == SHORT else 8
        if there < start:
            return None
        size = int.from_bytes(data[at + 2 : start], "big")
    if size > most or data[at + 1] < MASKED:
        return there, None
    end = start + MASK + size
    if there < end:
        return None
    return end, apply_mask(data[start + MASK : end], data[start : start + MASK]) if data[at] == TEXT else None


def line_of(extensions: Any) -> Line:
    """The line of a socket, from the extensions of its scope."""
    line: Line = extensions[EXTENSION]
    return line
