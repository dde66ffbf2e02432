"""Turn notices: off by default, bounded, only where the operator and the guest want them, and without a card."""

import asyncio
import email
import http.server
import json
import queue
import re
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grimorio.server import notices, protocol
from grimorio.server.settings import SettingError, Settings, settings_from

pytestmark = pytest.mark.compiled_only
DAYS = {"move": 7200}


class Hooks(http.server.BaseHTTPRequestHandler):
    """A receiver of webhooks; at /away it sends everybody elsewhere."""

    got: "queue.Queue[tuple[str, Any]]"

    def do_POST(self) -> None:
        """Remember what came."""
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.got.put((self.path, body))
        self.send_response(302 if self.path == "/away" else 204)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def do_GET(self) -> None:
        """Nobody should come this way."""
        self.got.put((self.path, None))
        self.send_error(404)

    def log_message(self, *_: Any) -> None:
        """Quiet."""


class Post(socketserver.StreamRequestHandler):
    """A mail server that takes everything."""

    got: "queue.Queue[Any]"

    def handle(self) -> None:
        """Enough of SMTP."""
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                self.got.put(email.message_from_bytes(b"".join(lines)))
            self.wfile.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 yes\r\n")


class SafePost(Post):
    """A mail server that offers TLS, and takes a name and a password; it tells whether each thing came hidden."""

    context: ssl.SSLContext

    def handle(self) -> None:
        """Enough of SMTP."""
        self.wfile.write(b"220 here\r\n")
        hidden = False
        while line := self.rfile.readline():
            word = line.upper().split()[0]
            if word == b"STARTTLS":
                self.wfile.write(b"220 go on\r\n")
                self.connection = self.context.wrap_socket(self.connection, server_side=True)
                self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb", buffering=0)
                hidden = True
                continue
            if word in {b"AUTH", b"DATA"}:
                self.got.put((word.decode(), hidden))
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                self.got.put(email.message_from_bytes(b"".join(iter(self.rfile.readline, b".\r\n"))))
            offers = b"" if hidden else b"250-STARTTLS\r\n"
            said = {
                b"EHLO": b"250-here\r\n" + offers + b"250 AUTH PLAIN\r\n",
                b"AUTH": b"235 yes\r\n",
                b"QUIT": b"221 bye\r\n",
            }
            self.wfile.write(said.get(word, b"250 yes\r\n"))
        if hidden:
            self.connection.close()  # nobody else knows this one


class Listening(socketserver.ThreadingTCPServer):
    """On any port that is free."""

    allow_reuse_address, daemon_threads = True, True


@pytest.fixture
def receiver() -> Iterator[Callable[[Any], tuple[str, "queue.Queue[Any]"]]]:
    """Receivers on loopback: the address of each, and what it got."""
    servers: list[Listening] = []

    def listen(handler: Any) -> tuple[str, "queue.Queue[Any]"]:
        got: queue.Queue[Any] = queue.Queue()
        servers.append(Listening(("127.0.0.1", 0), type("Own", (handler,), {"got": got})))
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
        return f"127.0.0.1:{servers[-1].server_address[1]}", got

    yield listen
    for server in servers:
        server.shutdown()
        server.server_close()


def wish(server: Any, kind: str, address: str, name: str = "Bruno") -> Any:
    told = {"kind": kind, "address": address, "language": "it"}
    return server.http(name).post("/api/notices", json=told)


def at_table(server: Any, after: float = 0.1) -> str:
    """A table of Ada and Bruno at which a game lasts days."""
    server.house.notices.after = after
    made = server.make("Ada", "me", "open", options={"starter": "A"}, clock=DAYS)
    assert server.join("Bruno", made["links"]["1"]).status_code == 201
    return str(made["table"])


async def ada_plays(server: Any, table: str) -> None:
    """Ada deals, and moves until it is Bruno's turn."""
    async with server.client("Ada") as ada:
        await ada.open(table)
        await ada.ask(protocol.Deal)
        while not ada.look.get("offer"):
            await ada.until("look")
        while ada.view["turn"] == "A":
            await ada.play_on(1)


def nothing_in(got: "queue.Queue[Any]") -> bool:
    try:
        got.get(timeout=0.6)
    except queue.Empty:
        return True
    return False


def test_nobody_is_told_anything_unless_the_operator_says_so(running: Any) -> None:
    at_table(running)
    assert running.http("Bruno").get("/api/notices").json() == {"offered": [], "own": []}
    for kind, address in (("webhook", "http://127.0.0.1/x"), ("mail", "bruno@example.org")):
        assert wish(running, kind, address).json()["code"] == "wrong-agreement"
    assert running.http("nobody").get("/api/notices").json()["code"] == "stranger"
    assert running.http("nobody").post("/api/notices/end").json()["code"] == "stranger"


def test_a_webhook_tells_who_is_to_act_and_does_not_look(serve_by: Any, receiver: Any, tmp_path: Path) -> None:
    host, got = receiver(Hooks)
    server = serve_by(
        Settings(tmp_path / "x.db", webhooks=(host,), ready=("flautz",), public_url="http://games.example")
    )
    table = at_table(server)
    stolen = f"http://{host}@elsewhere.example/x"
    for strange in ("http://elsewhere.example/x", f"ftp://{host}/x", stolen, host, "http://[::1"):
        assert wish(server, "webhook", strange).json()["code"] == "wrong-agreement"
    own = wish(server, "webhook", f"http://{host}/bruno").json()["own"]
    assert own == [{"kind": "webhook", "address": f"http://{host}/bruno", "confirmed": True}]
    asyncio.run(ada_plays(server, table))
    path, told = got.get(timeout=20)
    assert (path, told["url"]) == ("/bruno", f"http://games.example/table/{table}")
    assert (told["kind"], told["text"]) == ("turn", "Tocca a te: FLAUTZ!.")
    assert set(told) == {"kind", "text", "url"}
    assert nothing_in(got)
    assert server.http("Bruno").post("/api/notices/end").json()["own"] == []


def test_who_looks_or_has_asked_for_nothing_is_not_told(serve_by: Any, receiver: Any, tmp_path: Path) -> None:
    host, got = receiver(Hooks)
    server = serve_by(Settings(tmp_path / "x.db", webhooks=(host,), ready=("flautz",)))
    table = at_table(server)
    wish(server, "webhook", f"http://{host}/bruno")

    async def watched() -> None:
        async with server.client("Bruno") as bruno:
            await bruno.open(table)
            await ada_plays(server, table)
            assert await asyncio.to_thread(nothing_in, got)

    asyncio.run(watched())


def test_a_receiver_that_sends_us_elsewhere_is_not_followed(serve_by: Any, receiver: Any, tmp_path: Path) -> None:
    host, got = receiver(Hooks)
    server = serve_by(Settings(tmp_path / "x.db", webhooks=(host,), ready=("flautz",)))
    table = at_table(server)
    wish(server, "webhook", f"http://{host}/away")
    asyncio.run(ada_plays(server, table))
    assert got.get(timeout=20)[0] == "/away"
    assert nothing_in(got)


def test_mail_goes_only_to_who_has_typed_its_code(serve_by: Any, receiver: Any, tmp_path: Path) -> None:
    host, got = receiver(Post)
    mail = f"smtp://{host}/?from=games@example.org"
    server = serve_by(Settings(tmp_path / "x.db", mail=mail, ready=("flautz",)))
    table = at_table(server)
    for strange in ("bruno", "@example.org", "a@b", "a@example.org,b@example.org"):
        assert wish(server, "mail", strange).json()["code"] == "wrong-agreement"
    assert wish(server, "mail", "bruno@example.org\r\nBcc: x@y.z").json()["code"] == "malformed"
    assert not wish(server, "mail", "bruno@example.org").json()["own"][0]["confirmed"]
    first = got.get(timeout=20)
    assert server.http("Bruno").post("/api/notices/confirm", json={"code": "00000000"}).status_code == 410
    late = {"code": re.findall(r"\d{8}", first.get_payload())[0]}
    assert server.http("Bruno").post("/api/notices/confirm", json=late).status_code == 410
    wish(server, "mail", "bruno@example.org")
    code = re.findall(r"\d{8}", got.get(timeout=20).get_payload())[0]
    told = server.http("Bruno").post("/api/notices/confirm", json={"code": code}).json()
    assert told["own"] == [{"kind": "mail", "address": "bruno@example.org", "confirmed": True}]
    asyncio.run(ada_plays(server, table))
    message = got.get(timeout=20)
    assert (message["To"], message["From"]) == ("bruno@example.org", "games@example.org")
    assert message["Subject"] == "Tocca a te: FLAUTZ!."
    assert f"/table/{table}" in message.get_payload()


@pytest.fixture
def certified(tmp_path: Path) -> Path:
    """A certificate for this machine that it gave to itself, with its key."""
    path = tmp_path / "here.pem"
    made = ("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(path), "-out", f"{path}.crt", "-days", "1")
    whose = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    subprocess.run(["openssl", *made, *whose], check=True, capture_output=True)  # noqa: S603, S607
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


@pytest.mark.parametrize(("who", "trusted"), [("", False), ("ada:secret@", True), ("ada:secret@", False)])
def test_mail_is_hidden_where_that_is_offered_and_a_password_goes_only_to_whom_is_known(  # noqa: PLR0913
    serve_by: Any,
    receiver: Any,
    tmp_path: Path,
    certified: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    who: str,
    trusted: bool,
) -> None:
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certified))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certified)
    host, got = receiver(type("Safe", (SafePost,), {"context": context}))
    mail = f"smtp://{who}{host}/?from=games@example.org"
    server = serve_by(Settings(tmp_path / "x.db", mail=mail, ready=("flautz",)))
    at_table(server)
    wish(server, "mail", "bruno@example.org")
    if who and not trusted:
        assert nothing_in(got)
        return
    if who:
        assert got.get(timeout=20) == ("AUTH", True)
    assert got.get(timeout=20) == ("DATA", True)
    assert re.search(r"\d{8}", got.get(timeout=20).get_payload())


def test_notices_of_one_guest_are_bounded(serve_by: Any, receiver: Any, tmp_path: Path) -> None:
    host, got = receiver(Hooks)
    server = serve_by(Settings(tmp_path / "x.db", webhooks=(host,), ready=("flautz",)))
    table = at_table(server)
    wish(server, "webhook", f"http://{host}/bruno")
    asyncio.run(ada_plays(server, table))
    assert got.get(timeout=20)
    house = server.house
    live, guest = house.keeper.lives[table], house.keeper.lives[table].holders[1]

    async def often() -> None:
        for _ in range(3 * notices.MOST):
            await house.notices._tell(live, guest)  # noqa: SLF001 - what a turn does in the end

    asyncio.run_coroutine_threadsafe(often(), house.loop).result(30)
    for _ in range(notices.MOST - 1):
        assert got.get(timeout=20)
    assert nothing_in(got)


@pytest.mark.parametrize("mail", ["http://x", "smtp://mail.example", "smtp://mail.example/?from=nobody"])
def test_a_mail_server_without_a_sender_is_no_setting(mail: str, tmp_path: Path) -> None:
    with pytest.raises(SettingError):
        settings_from({"mail": mail}, {}, tmp_path)
    made = settings_from({"webhooks": "ntfy.sh, hooks.example"}, {}, tmp_path)
    assert made.webhooks == ("ntfy.sh", "hooks.example")
