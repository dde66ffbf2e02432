"""What a socket hears: the same messages, however the network cuts them, and nothing that no client may send."""

import asyncio
from collections.abc import Iterator

import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from grimorio.server.line import ENDED, FRAMES, Line
from grimorio.server.protocol import LARGEST_MESSAGE

MASKED = b"\x81\x85\x01\x02\x03\x04"
"""The head of a text of five bytes, with its mask."""


class Wire:
    """A transport that remembers what is written, and whether it was closed."""

    def __init__(self) -> None:
        self.written, self.closed, self.reading = b"", False, True

    def write(self, data: bytes) -> None:
        """Something is sent."""
        self.written += data

    def is_closing(self) -> bool:
        """Whether it was closed."""
        return self.closed

    def close(self) -> None:
        """Close it."""
        self.closed = True

    abort = close

    def resume_reading(self) -> None:
        """It is listened to."""
        self.reading = True

    def pause_reading(self) -> None:
        """It is not."""
        self.reading = False


class Ear:
    """Somebody who remembers what he heard."""

    def __init__(self) -> None:
        self.said: list[bytes] = []

    def heard(self, said: bytes | str) -> None:
        """A message."""
        self.said.append(said if isinstance(said, bytes) else said.encode())

    def gone(self) -> None:
        """Nobody cares."""


Talk = tuple[Line, Wire, Ear]


def taken(early: bytes = b"") -> Talk:
    """A socket that was taken over right after its handshake; `early` had come before."""
    config = uvicorn.Config(
        lambda: None, ws=Line, ws_per_message_deflate=False, ws_max_size=LARGEST_MESSAGE, log_config=None
    )
    config.load()
    line, wire, ear = Line(config, ServerState(), {}, asyncio.get_event_loop()), Wire(), Ear()
    line.transport, line.handshake_complete = wire, True  # type: ignore[assignment]
    line.conn.state = State.OPEN
    line.conn.reader.feed_data(early)
    line.take(ear)
    return line, wire, ear


@pytest.fixture(autouse=True)
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop that nobody runs."""
    made = asyncio.new_event_loop()
    asyncio.set_event_loop(made)
    yield made
    asyncio.set_event_loop(None)
    made.close()


def frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    """A frame as a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


BODIES = st.binary(max_size=300)
MESSAGES: st.SearchStrategy[tuple[list[bytes], list[bytes]]] = st.one_of(
    BODIES.map(lambda said: ([frame(Opcode.TEXT, said)], [said])),
    BODIES.map(lambda said: ([frame(Opcode.BINARY, said)], [said])),
    st.tuples(BODIES, BODIES).map(
        lambda two: (
            [frame(Opcode.TEXT, two[0], fin=False), frame(Opcode.PING, b"!"), frame(Opcode.CONT, two[1])],
            [two[0] + two[1]],
        )
    ),
    st.binary(max_size=100).map(lambda said: ([frame(Opcode.PING, said)], [])),
)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(MESSAGES, max_size=6), st.lists(st.integers(1, 400), max_size=40))
def test_messages_are_heard_whole_and_in_order_however_the_network_cuts_them(
    messages: list[tuple[list[bytes], list[bytes]]], cuts: list[int]
) -> None:
    line, wire, ear = taken()
    sent = b"".join(each for frames, _ in messages for each in frames)
    for cut in [*cuts, len(sent)]:
        if sent:
            line.data_received(sent[:cut])
            sent = sent[cut:]
    assert ear.said == [each for _, said in messages for each in said]
    assert not wire.closed


@pytest.mark.parametrize("size", [0, 125, 126, LARGEST_MESSAGE])
def test_a_message_of_any_size_that_is_allowed_is_heard_byte_by_byte(size: int) -> None:
    line, _, ear = taken()
    sent = frame(Opcode.TEXT, b"x" * size)
    for at in range(0, len(sent), 1 if size < 1000 else 997):
        line.data_received(sent[at : at + (1 if size < 1000 else 997)])
    assert ear.said == [b"x" * size]
    assert line.part == b""


FORBIDDEN: list[tuple[bytes, int]] = [
    (b"\x81\x05hello", 1002),
    (frame(Opcode.TEXT, b"x" * (LARGEST_MESSAGE + 1)), 1009),
    (b"\x81\xff" + (1 << 62).to_bytes(8, "big"), 1009),
    (b"\x81\xff" + b"\xff" * 8, 1009),
    (b"\xc1" + MASKED[1:] + b"hello", 1002),
    (b"\x83" + MASKED[1:] + b"hello", 1002),
    (frame(Opcode.CONT, b"x"), 1002),
    (frame(Opcode.TEXT, b"x", fin=False) + frame(Opcode.TEXT, b"y"), 1002),
    (b"\x89\xfe\x00\x7e" + bytes(4 + 126), 1002),
    (b"\x88\x81" + bytes(4) + b"x", 1002),
]


@pytest.mark.parametrize(("sent", "code"), FORBIDDEN, ids=range(len(FORBIDDEN)))
def test_what_no_client_may_send_ends_the_conversation_with_its_code(sent: bytes, code: int) -> None:
    line, wire, ear = taken()
    line.data_received(frame(Opcode.TEXT, b"before"))
    line.data_received(sent + frame(Opcode.TEXT, b"after"))
    line.data_received(frame(Opcode.TEXT, b"later"))
    assert ear.said == [b"before"]
    assert wire.closed
    assert wire.written[2:4] == code.to_bytes(2, "big")


def test_only_the_beginning_of_one_message_is_ever_kept() -> None:
    line, _, ear = taken()
    for _ in range(50):
        line.data_received(MASKED + b"hel")
        assert line.part == MASKED + b"hel"
        line.data_received(b"lo")
    assert len(ear.said) == 50
    assert line.part == b""


def test_who_said_goodbye_is_answered_and_not_heard_any_more() -> None:
    line, wire, ear = taken()
    line.data_received(frame(Opcode.CLOSE, (1000).to_bytes(2, "big")) + frame(Opcode.TEXT, b"after"))
    assert (ear.said, wire.closed) == ([], True)
    assert wire.written == b"\x88\x02" + (1000).to_bytes(2, "big")


def test_who_was_told_that_it_is_over_is_not_heard_any_more() -> None:
    line, wire, ear = taken()
    line.end("too-slow")
    line.data_received(frame(Opcode.TEXT, b"after"))
    line.data_received(frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
    assert (ear.said, wire.closed) == ([], True)


def test_who_says_half_a_word_before_he_was_answered_is_sent_away() -> None:
    """RFC 6455: a client waits for the answer to its handshake; meanwhile nothing is read."""
    line, wire, ear = taken(early=frame(Opcode.TEXT, b"early")[:3])
    line.data_received(frame(Opcode.TEXT, b"early")[3:])
    assert ear.said == []
    assert wire.written == closing("hello-first")


@pytest.mark.parametrize(
    "shouted",
    [
        frame(Opcode.PING, b"x" * 125),
        frame(Opcode.PONG, b""),
        frame(Opcode.CONT, b"", fin=False),
        frame(Opcode.TEXT, b""),
    ],
    ids=["pings", "pongs", "parts", "messages"],
)
def test_who_sends_frame_after_frame_is_cut_off_before_it_costs_the_others_time(shouted: bytes) -> None:
    line, wire, ear = taken()
    line.data_received(frame(Opcode.TEXT, b"first", fin=shouted[0] & 0x0F != Opcode.CONT))
    line.data_received(shouted * 20 * FRAMES)
    assert len(ear.said) <= FRAMES
    assert len(line.frames) <= FRAMES
    assert wire.written.endswith(closing("too-fast"))
    assert wire.written.count(frame(Opcode.PONG, b"")[:1]) <= FRAMES
    assert (wire.reading, line.part) == (False, b"")
    before = wire.written
    line.hold(on=False)  # whoever does not know yet that it is over
    line.data_received(shouted * FRAMES)
    assert (wire.reading, wire.written) == (False, before)


def test_who_sends_as_much_as_anybody_needs_is_heard() -> None:
    line, wire, ear = taken()
    for number in range(FRAMES // 2):
        line.data_received(frame(Opcode.PING, b"") + frame(Opcode.TEXT, str(number).encode()))
    assert len(ear.said) == FRAMES // 2
    assert wire.reading


def closing(reason: str) -> bytes:
    """A socket that the server closes by itself."""
    return Frame(Opcode.CLOSE, ENDED.to_bytes(2, "big") + reason.encode()).serialize(mask=False)
