"""`grimorio serve` as somebody types it."""

import json
import logging
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from grimorio.cli.main import main
from grimorio.cli.output import WRONG_USAGE
from grimorio.server.serve import OneLine

START = "import sys; from grimorio.cli.main import main; sys.exit(main())"


def started(*words: str) -> "subprocess.Popen[str]":
    """A server in a process of its own."""
    asked = [sys.executable, "-c", START, "serve", "--port", "0", "--lang", "en", *words]
    return subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # noqa: S603


def test_a_server_says_where_it_is_and_stops_when_it_is_told_to(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "grimorio.db"
    with started("--database", str(path)) as process:
        assert process.stdout is not None
        told = process.stdout.readline()
        address = next(word for word in told.split() if word.startswith("http://")).rstrip(";")
        assert httpx.get(f"{address}/api/health", trust_env=False).json()["tables"] == 0
        with started("--database", str(path)) as second:
            assert second.communicate() == ("", f"--database: another server is using {path}.\n")
        process.send_signal(signal.SIGTERM)
        assert process.communicate() == ("", "")
    assert (process.returncode, second.returncode) == (0, WRONG_USAGE)
    assert str(path) in told


def test_a_file_that_is_no_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"a letter to a friend" * 100)
    assert main(["serve", "--database", str(path)]) == WRONG_USAGE
    assert "not a database" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [("--port", "70000"), ("--public-url", "friends"), ("--database", "."), ("--pace", "soon")]
)
def test_a_server_that_cannot_be_is_refused_in_one_line(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *words]) == WRONG_USAGE
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)


def test_a_line_of_the_log_tells_what_it_may_and_nothing_else() -> None:
    record = logging.LogRecord("grimorio", logging.ERROR, "", 0, "not kept", None, None)
    record.table, record.secret, record.link = "t", "blue 3", "x" * 43
    told = json.loads(OneLine().format(record))
    assert set(told) == {"at", "level", "event", "table"}
