"""Whoever is not at the table, and whatever is no message: a clear refusal, and no story of how it came to it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.streams import StreamReader

from grimorio.engine.words import LANGUAGES, load
from grimorio.server import protocol
from grimorio.server.bounds import Bucket, Doorman
from grimorio.server.client import Client
from grimorio.server.conversation import Conversation
from grimorio.server.cookies import guest_of, signed
from grimorio.server.house import Settings
from grimorio.server.keeper import Keeper
from grimorio.server.line import LONGEST_QUEUE, Line, framed
from grimorio.server.refusals import FOLDER, SERVER_REFUSALS
from grimorio.server.tables import Tables


def refused(answer: httpx.Response, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["sentence"]
    assert "Traceback" not in answer.text


def test_every_refusal_has_a_sentence_in_both_languages_and_no_other() -> None:
    for language in LANGUAGES:
        assert set(load(FOLDER / f"{language}.toml")["refusals"]) == set(SERVER_REFUSALS)


def test_a_seat_link_is_good_for_one_person_once(running: Any) -> None:
    made = running.make("Ada", "me", "open", "open")
    assert running.join("Bruno", made["links"]["1"]).status_code == 201
    refused(running.join("Carla", made["links"]["1"]), 410, "link-used")
    refused(running.join("Ada", made["links"]["2"]), 410, "link-used")
    refused(running.join("Carla", "x" * 43), 410, "link-used")
    assert running.join("Carla", made["links"]["2"]).status_code == 201


def test_a_cookie_is_hidden_from_pages_and_cannot_be_made_by_oneself(running: Any) -> None:
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    cookie = running.http("Ada").post("/api/tables", json=wish).headers["set-cookie"]
    assert all(each in cookie for each in ("HttpOnly", "SameSite=strict", "Path=/"))
    key, other = bytes(32), bytes([1] * 32)
    assert guest_of(key, signed(key, "ada")) == "ada"
    for forged in (
        signed(other, "ada"),
        "ada",
        "ada.",
        ".",
        "",
        None,
        signed(key, "ada") + "x",
        "bruno" + signed(key, "ada"),
    ):
        assert guest_of(key, forged) is None


def test_a_guest_comes_back_from_another_device_by_a_link_that_works_once(running: Any) -> None:
    made = running.make("Ada", "me", "random")
    refused(running.http("Bruno").post("/api/return"), 401, "stranger")
    link = running.http("Ada").post("/api/return").json()["link"]
    assert running.http("telephone").post("/api/come-in", json={"link": link}).status_code == 201
    refused(running.http("thief").post("/api/come-in", json={"link": link}), 410, "link-used")
    assert [each["table"] for each in running.http("telephone").get("/api/tables/mine").json()] == [made["table"]]
    refused(running.http("thief").get("/api/tables/mine"), 401, "stranger")


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[::1", "http://[[", ""]
)
def test_a_page_of_another_origin_cannot_act(running: Any, origin: str) -> None:
    running.make("Ada", "me", "random")
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    refused(running.http("Ada").post("/api/tables", json=wish, headers={"Origin": origin}), 403, "wrong-origin")

    async def knock() -> None:
        headers = {"Cookie": f"grimorio={running.cookie('Ada')}", "Origin": origin}
        async with connect(f"ws://{running.address}/api/socket", additional_headers=headers):
            pass

    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(knock())


def test_a_page_of_our_own_can_act(running: Any) -> None:
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    own = {"Origin": f"http://{running.address}"}
    assert running.http("Ada").post("/api/tables", json=wish, headers=own).status_code == 201


@pytest.mark.parametrize(
    ("origin", "code"),
    [
        ("https://games.example", 201),
        ("https://Games.example", 201),
        ("http://games.example", 403),
        ("https://games.example:1", 403),
    ],
)
def test_where_an_address_is_public_only_a_page_of_its_very_origin_can_act(
    serve_by: Any, tmp_path: Path, origin: str, code: int
) -> None:
    """A page that somebody on the way could have put in its place came without TLS."""
    running = serve_by(Settings(tmp_path / "public.db", public_url="https://games.example"))
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    answer = running.http("Ada").post("/api/tables", json=wish, headers={"Origin": origin})
    assert answer.status_code == code


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "chess"}, "wrong-agreement"),
    ({"seats": ["me"]}, "wrong-agreement"),
    ({"seats": ["me", "me"]}, "wrong-agreement"),
    ({"seats": ["me", "grandmaster"]}, "wrong-agreement"),
    ({"options": {"starter": "Z"}}, "wrong-agreement"),
    ({"seats": ["me"] * 8}, "malformed"),
    ({"name": "x" * 41}, "malformed"),
    ({"name": "\u200b \n"}, ""),
    ({"name": " "}, "empty"),
    ({"more": 1}, "malformed"),
    ({"name": 7}, "malformed"),
]


@pytest.mark.parametrize(("change", "code"), WRONG)
def test_a_table_that_cannot_be_is_refused(running: Any, change: dict[str, Any], code: str) -> None:
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada", **change}
    answer = running.http("Ada").post("/api/tables", json=wish)
    if code:
        refused(answer, 400, code)
    else:
        assert answer.status_code == 201


def test_what_is_no_request_is_refused_without_a_story(running: Any) -> None:
    http = running.http("Ada")
    json = {"Content-Type": "application/json"}
    refused(http.post("/api/tables", content=b"{", headers=json), 400, "malformed")
    refused(http.post("/api/tables", content=b'"\xff"', headers=json), 400, "malformed")
    refused(http.post("/api/tables", data={"game": "flautz"}), 400, "malformed")
    deep = b'{"x":' + b"[" * 5000 + b"]" * 5000 + b',"game":"flautz"}'
    for path in ("/api/tables", "/api/join", "/api/why", "/api/lessons", "/api/tables/x/branch"):
        refused(http.post(path, content=deep, headers=json), 400, "malformed")
    refused(http.post("/api/tables", content=b" " * 20_000, headers=json), 413, "malformed")
    refused(http.get("/api/nothing"), 404, "malformed")
    refused(http.delete("/api/tables"), 405, "malformed")
    refused(http.get("/api/games/flautz/words/de"), 404, "no-table")
    told = http.post("/api/join", json={"link": "x", "name": "Ada"}, headers={"Accept-Language": "it-IT"}).json()
    assert told["sentence"].startswith("Questo invito")


def test_the_games_and_their_words_are_told(running: Any) -> None:
    http = running.http("Ada")
    assert http.get("/api/games").json()[0]["name"] == "flautz"
    assert http.get("/api/games/flautz/words/it").json()["language"] == "it"
    assert set(http.get("/api/health").json()) == {"version", "protocol", "tables", "sockets"}


# ---------------------------------------------------------------- over a socket


async def codes(running: Any, guest: str, *said: protocol.ClientMessage | bytes) -> list[str]:
    """How each of some messages is answered: its kind, or the code of the refusal."""
    client, found = running.client(guest), []
    async with client:
        for each in said:
            await client.send(each)
            message = await client.read()
            found.append(message["refusal"]["code"] if message["kind"] == "refused" else message["kind"])
            assert message["kind"] != "refused" or message["refusal"]["sentence"]
    return found


def test_a_stranger_sees_what_is_public_and_does_nothing(running: Any) -> None:
    made = running.make("Ada", "me", "open")
    hidden = running.make("Ada", "me", "open", watch="none")
    deal = protocol.Deal(1)
    told = asyncio.run(codes(running, "nobody", deal, protocol.Open(hidden["table"]), protocol.Open("x" * 43)))
    assert told == ["open-first", "no-table", "no-table"]

    async def watch() -> None:
        async with running.client("nobody") as client:
            opened = await client.open(made["table"])
            assert (opened.get("seat"), opened["host"]) == (None, False)
            for command in (protocol.Deal, protocol.Undo, protocol.Hint, protocol.Leave):
                assert (await client.ask(command))["refusal"]["code"] == "not-seated"

    asyncio.run(watch())


NONSENSE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"kind":"fly","number":1}',
    b'{"kind":"do","number":0,"seen":1,"decisions":[]}',
    b'{"kind":"deal","number":1,"more":2}',
    b'{"kind":"open","table":"../../etc"}',
    b"[" * 5000,
    b'{"x":' + b"[" * 5000 + b"]" * 5000 + b',"kind":"deal"}',
    b'{"kind":' + b'{"a":' * 2000 + b"1" + b"}" * 2000 + b"}",
    b'{"kind":"say","number":1,"text":"' + b"x" * 300 + b'"}',
]


def test_what_is_no_message_is_refused_and_the_conversation_goes_on(running: Any) -> None:
    made = running.make("Ada", "me", "open")
    told = asyncio.run(codes(running, "Ada", *NONSENSE, protocol.Open(made["table"])))
    assert told == ["malformed"] * len(NONSENSE) + ["opened"]


def test_a_conversation_begins_with_one_hello_of_this_version(running: Any) -> None:
    hello = protocol.Hello(protocol.PROTOCOL, "x")
    assert asyncio.run(codes(running, "nobody", hello)) == ["hello-first"]

    async def bare(*said: protocol.ClientMessage) -> list[Any]:
        async with connect(f"ws://{running.address}/api/socket") as socket:
            for each in said:
                await socket.send(msgspec.json.encode(each))
            return [msgspec.json.decode(await socket.recv())["refusal"]["code"] for _ in said]

    assert asyncio.run(bare(protocol.WatchLobby(), protocol.Hello(99, "x"))) == ["hello-first", "other-protocol"]


def test_a_message_that_is_too_large_ends_the_conversation(running: Any) -> None:
    async def shout() -> None:
        async with running.client("nobody") as client:
            await client.send(b" " * (protocol.LARGEST_MESSAGE + 1))
            await client.read()

    with pytest.raises(ConnectionClosed, match="1009"):
        asyncio.run(shout())


def test_who_says_too_much_is_told_to_wait(running: Any) -> None:
    told = asyncio.run(codes(running, "nobody", *[b"{"] * 90))
    assert told[0] == "malformed"
    assert told[-1] == "too-fast"


class Wire:
    """A transport that takes in so much, and then nothing more until it is read."""

    def __init__(self) -> None:
        self.written, self.aborted, self.paused = list[bytes](), False, False

    def write(self, data: bytes) -> None:
        """Something is sent."""
        self.written.append(data)

    def is_closing(self) -> bool:
        """Whether it was cut."""
        return self.aborted

    def abort(self) -> None:
        """Cut it."""
        self.aborted = True

    def resume_reading(self) -> None:
        """It is listened to."""


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Line, Wire]]:
    """A socket whose client does not read."""
    monkeypatch.setattr("grimorio.server.line.CLOSING", 0.01)
    loop = asyncio.new_event_loop()
    config = uvicorn.Config(lambda: None, ws=Line, ws_per_message_deflate=False, log_config=None)
    config.load()
    line, wire = Line(config, ServerState(), {}, loop), Wire()
    line.transport, line.handshake_complete = wire, True  # type: ignore[assignment]
    line.conn.state = State.OPEN
    conversation = Conversation(Tables(Keeper(None)), None, None)  # type: ignore[arg-type]
    conversation.begin(line, lambda: None)
    line.take(conversation)
    yield line, wire
    loop.close()


def test_who_does_not_read_is_closed_and_nobody_waits_for_him(deaf: tuple[Line, Wire]) -> None:
    line, wire = deaf
    line.tell(b"heard")
    line.pause_writing()
    for number in range(LONGEST_QUEUE + 5):
        line.tell(str(number).encode())
    assert wire.written[0] == b"\x81\x05heard"
    assert [message[2:] for message in wire.written[1:]] == [(4000).to_bytes(2, "big") + b"too-slow"]
    line.loop.run_until_complete(asyncio.sleep(0.05))
    assert wire.aborted


def test_who_reads_again_is_told_what_waited_in_order(deaf: tuple[Line, Wire]) -> None:
    line, wire = deaf
    line.pause_writing()
    line.tell(b"1")
    line.tell(b"2")
    assert not wire.written
    line.resume_writing()
    line.tell(b"3")
    assert [message[2:] for message in wire.written] == [b"1", b"2", b"3"]


def test_what_is_told_in_one_go_is_written_in_one_go_and_waits_as_one_by_one(deaf: tuple[Line, Wire]) -> None:
    line, wire = deaf
    line.tell(b"ack", b"look")
    assert wire.written == [b"\x81\x03ack\x81\x04look"]
    line.pause_writing()
    for _ in range(LONGEST_QUEUE // 2):
        line.tell(b"ack", b"look")
    assert len(wire.written) == 1
    line.tell(b"ack", b"look")
    assert wire.written[1][2:] == (4000).to_bytes(2, "big") + b"too-slow"


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_message_of_any_size_is_one_frame(size: int) -> None:
    reader = StreamReader()
    reader.feed_data(framed(b"x" * size))
    reading = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as read:
        next(reading)
    assert (read.value.value.opcode, read.value.value.data) == (Opcode.TEXT, b"x" * size)


def test_a_bucket_lets_through_what_it_holds_and_no_more() -> None:
    moment = [0.0]
    bucket = Bucket(3, 2, lambda: moment[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    moment[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_doorman_forgets_whom_he_has_not_seen_for_long() -> None:
    doorman = Doorman(1, 0, most=2)
    assert [doorman.lets_in(each) for each in ("a", "a", "b", "c", "a")] == [True, False, True, True, True]
    assert list(doorman.buckets) == ["c", "a"]


def test_bots_have_names_of_their_own(running: Any) -> None:
    running.make("Merlin", "me", "random", "random")
    (table,) = running.http("Ada").get("/api/tables").json()
    assert table["names"] == ["Merlin", "Morgan", "Prospero"]


def test_a_client_that_is_not_connected_says_so() -> None:
    with pytest.raises(ConnectionError):
        Client("nowhere").connected()
