"""Whatever is sent to a server: no answer of 500, no story of how it came to it, and nothing that grows for ever."""

import asyncio
import contextlib
import gc
import json
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from grimorio.server import protocol
from grimorio.server.app import ROUTES
from grimorio.server.bounds import Bucket
from grimorio.server.house import MOST_SOCKETS_EACH
from grimorio.server.line import FRAMES
from grimorio.server.tables import MOST_TABLES

pytestmark = pytest.mark.compiled_only
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=50)
JSON = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner))
WORDS = st.sampled_from(
    ["flautz", "me", "open", "random", "Ada", "public", "none", "it", "A", "x" * 43, "", "\x00", "🂡"]
)
LOOSE = WORDS | JSON
WISH = st.fixed_dictionaries(
    {},
    optional={
        "game": LOOSE,
        "seats": st.lists(LOOSE, max_size=9) | LOOSE,
        "name": LOOSE,
        "options": st.dictionaries(WORDS, LOOSE, max_size=3) | LOOSE,
        "watch": LOOSE,
        "clock": st.dictionaries(st.sampled_from(["move", "bank", "increment", "x"]), LOOSE) | LOOSE,
        "language": LOOSE,
        "link": LOOSE,
    },
)
MANY = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def paths() -> list[tuple[str, str]]:
    """Every request there is."""
    found = [
        (method, path) for route in ROUTES for path in route.paths for method in getattr(route, "http_methods", ())
    ]
    return sorted({(str(getattr(method, "value", method)), path) for method, path in found} - {("OPTIONS", "")})


def sane(answer: httpx.Response) -> None:
    """Nothing broke, and nobody is told how it is made."""
    assert answer.status_code < 500 or answer.json()["code"] in {"not-ready", "not-kept"}, answer.text
    assert "Traceback" not in answer.text
    assert "grimorio/" not in answer.text
    assert 'File "' not in answer.text


def test_no_request_whatever_is_in_it_breaks_anything(running: Any) -> None:
    http = running.http("Ada")
    running.make("Ada", "me", "open")

    @MANY
    @given(st.sampled_from(paths()), st.lists(WORDS, min_size=2, max_size=2), WISH | JSON, st.integers(-5, 10**20))
    def ask(where: tuple[str, str], words: list[str], body: Any, since: int) -> None:
        method, path = where
        for name, word in zip(("game", "table", "language", "viewer"), words * 2, strict=True):
            path = path.replace(f"{{{name}:str}}", word.replace("\x00", "%00") or "x")
        try:
            sent = json.dumps(body).encode("utf-8", "surrogatepass")
            asked = {"content": sent, "headers": {"Content-Type": "application/json"}}
            sane(http.request(method, path, params={"since": since}, **asked))
        except httpx.InvalidURL:
            pass

    ask()


def test_no_body_of_bytes_breaks_anything(running: Any) -> None:
    http = running.http("Ada")

    @MANY
    @given(st.sampled_from(["/api/tables", "/api/join", "/api/come-in", "/api/return", "/api/records"]), st.binary())
    def ask(path: str, body: bytes) -> None:
        for kind in ("application/json", "text/plain"):
            sane(http.post(path, content=body, headers={"Content-Type": kind}))

    ask()


KINDS = [kind.__struct_config__.tag for kind in (*protocol.Command.__args__, protocol.Open, protocol.WatchLobby)]
MESSAGE = st.fixed_dictionaries(
    {"kind": st.sampled_from(KINDS) | st.text(max_size=9)},
    optional={
        "number": st.integers(-1, 40) | LOOSE,
        "seen": st.integers(-1, 40) | LOOSE,
        "decisions": st.lists(st.fixed_dictionaries({"form": LOOSE, "refs": st.lists(LOOSE, max_size=2)}), max_size=2),
        "text": LOOSE,
        "seat": WORDS,
        "bot": WORDS,
        "table": LOOSE,
        "last": LOOSE,
        "on": LOOSE,
    },
)


def test_no_message_whatever_is_in_it_breaks_a_conversation(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bucket, "take", lambda _bucket: True)
    made = running.make("Ada", "me", "random", options={"starter": "A"})
    messages: list[bytes] = []

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(MESSAGE, min_size=1, max_size=3), st.binary(max_size=30))
    def gather(said: list[dict[str, Any]], raw: bytes) -> None:
        messages.extend(json.dumps(each).encode("utf-8", "surrogatepass") for each in said)
        messages.append(raw)

    gather()

    async def talk() -> None:
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            for message in messages:
                if len(message) <= protocol.LARGEST_MESSAGE:
                    await ada.connected().send(message)
            await ada.send(protocol.Hint(10**9))
            while (answer := await asyncio.wait_for(ada.until("ack", "refused"), 60)).get("number") != 10**9:
                code = answer.get("refusal", {}).get("code")
                assert code not in {"broken", "not-kept"}, answer
        async with running.client("Ada") as again:
            assert (await again.open(made["table"]))["kind"] == "opened"

    asyncio.run(talk())


def test_a_server_that_is_fuzzed_for_long_keeps_its_size(running: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients come, say whatever they like, open what there is and what there is not, and go: nothing of them stays."""
    monkeypatch.setattr(Bucket, "take", lambda _bucket: True)
    made = running.make("Ada", "me", "random", options={"starter": "A"})
    messages: list[bytes] = []

    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(MESSAGE)
    def gather(said: dict[str, Any]) -> None:
        messages.append(json.dumps(said).encode("utf-8", "surrogatepass"))

    gather()

    async def come_and_go(number: int) -> None:
        async with running.client("Ada") as ada:
            await ada.open(made["table"])
            for message in messages:
                await ada.connected().send(message[: protocol.LARGEST_MESSAGE])
            await ada.send(protocol.Hint(10**9 + number))
            while (await asyncio.wait_for(ada.until("ack", "refused"), 60)).get("number") != 10**9 + number:
                pass
        with contextlib.suppress(httpx.HTTPError):
            running.http("x").post("/api/join", content=messages[number], headers={"Content-Type": "application/json"})

    def size_after(rounds: range) -> int:
        for number in rounds:
            asyncio.run(come_and_go(number))
        gc.collect()
        return len(gc.get_objects())

    first = size_after(range(10))
    second = size_after(range(10, 30))
    assert second - first < 20 * len(messages)  # one thing that is kept for each message would be more


def test_a_guest_has_so_many_tables_and_sockets_and_no_more(running: Any) -> None:
    for _ in range(MOST_TABLES):
        running.make("Ada", "me", "random")
    wish = {"game": "flautz", "seats": ["me", "random"], "name": "Ada"}
    answer = running.http("Ada").post("/api/tables", json=wish)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")

    async def connect_often() -> list[str]:
        headers = {"Cookie": f"grimorio={running.cookie('Ada')}"}
        address = f"ws://{running.address}/api/socket"
        opened, refused = [], []
        for _ in range(MOST_SOCKETS_EACH + 3):
            try:
                opened.append(await connect(address, additional_headers=headers))
            except Exception as error:  # noqa: BLE001 - how the client library tells a refused handshake
                refused.append(type(error).__name__)
        for socket in opened:
            await socket.close()
        return refused

    assert len(asyncio.run(connect_often())) == 3


def test_who_asks_too_often_over_http_waits(running: Any) -> None:
    running.house.doorman.size = 5
    running.house.doorman.buckets.clear()
    codes = [running.http("x").post("/api/come-in", json={"link": "x"}).json()["code"] for _ in range(9)]
    assert codes[0] == "link-used"
    assert codes[-1] == "too-fast"


def test_pages_may_load_nothing_and_be_framed_by_nobody(running: Any) -> None:
    for path in ("/api/health", "/api/nothing", "/api/tables"):
        headers = running.http("x").get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")


def test_a_server_that_is_shouted_at_does_not_grow(running: Any) -> None:
    """After a flood of nonsense nothing of it is left: no table, no guest's bucket without end, no queue."""

    async def flood(messages: int) -> None:
        async with running.client("x") as client:
            for number in range(messages):
                await client.send(msgspec.json.encode({"kind": "open", "table": f"t{number}"}))
            for _ in range(messages):
                await client.read()

    asyncio.run(flood(FRAMES - 10))
    with pytest.raises(ConnectionClosed, match="too-fast"):
        asyncio.run(flood(FRAMES * 3))
    house = running.house
    assert not house.keeper.lives
    assert not house.keeper._opening  # noqa: SLF001
    assert len(house.doorman.buckets) < 5
