"""A program from outside takes a seat at a table of a server, by its link and the ordinary protocol."""

import asyncio
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from grimorio.arena.outside import Program
from grimorio.cli.main import main
from grimorio.server import protocol
from grimorio.server.outside import NoSeatError, sit, take_seat

pytestmark = pytest.mark.compiled_only
MINE = f"{sys.executable} {Path(__file__).parents[2] / 'examples' / 'mybot.py'}"


def test_a_program_plays_a_whole_game_against_a_person_and_a_bot(running: Any) -> None:
    async def play() -> tuple[Any, Any]:
        made = await asyncio.to_thread(running.make, "Ada", "me", "open", "random")
        link = f"http://{running.address}/join#{made['links']['1']}"
        seat = await asyncio.to_thread(take_seat, link, "Golem")
        with Program(MINE) as program:
            async with running.client("Ada") as ada:
                await ada.open(made["table"])
                playing = asyncio.create_task(sit(seat, program))
                while (await ada.ask(protocol.Deal))["kind"] != "ack":
                    await asyncio.to_thread(time.sleep, 0.1)
                while ada.look["stage"] == "gathering":
                    await ada.until("look")
                await ada.play_on()
                return ada.look["outcome"], await asyncio.wait_for(playing, 120)

    mine, its = asyncio.run(play())
    assert mine == its


def test_a_link_that_opens_no_seat_is_told(running: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NoSeatError, match="not the address"):
        take_seat("grimorio", "Golem")
    assert main(["sit", f"http://{running.address}/join#{'x' * 43}", MINE]) == 2
    assert "Traceback" not in capsys.readouterr().err


class Elsewhere(BaseHTTPRequestHandler):
    """A server that knows no tables: its pages are no JSON, or another one."""

    def do_POST(self) -> None:
        """Answer with a page, under a good status where the name says so."""
        wish = json.loads(self.rfile.read(int(self.headers["content-length"])))
        body = {"page": b"<html>", "list": b"[]", "seat": b'{"table": "x"}'}.get(wish["name"], b"")
        self.send_response(200 if body else 501)
        self.end_headers()
        self.wfile.write(body or b"<html>")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize("name", ["page", "list", "seat", "neither"])
def test_a_server_that_has_no_tables_is_told_in_one_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        link = f"http://127.0.0.1:{server.server_port}/join#{'x' * 43}"
        assert main(["sit", link, MINE, "--name", name, "--lang", "en"]) == 2
        server.shutdown()
    assert main(["sit", link, MINE]) == 2, "now nobody is there"
    assert main(["sit", "http://[::1/join#x", MINE]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("the server does not answer any more.") == (name == "seat")
    assert [line.partition(": ")[2] != "" for line in lines] == [True] * 3
