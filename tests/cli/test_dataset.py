"""`grimorio dataset`, as it is typed."""

import sys
from pathlib import Path

import pytest

from grimorio.cli.main import main
from grimorio.cli.texts import Texts
from grimorio.engine.record import record_of, write
from grimorio.engine.table import Table
from grimorio.games import load

ASKED = ["dataset", "flautz", "--seats", "2", "--games", "2", "--option", "mode=points", "--option", "challenges=1"]


def test_games_of_bots_are_written_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    out = tmp_path / "games.parquet"
    assert main([*ASKED, "--out", str(out), "--lang", "en"]) == 0
    rows = pq.read_table(out).num_rows
    assert capsys.readouterr().out == f"{out} · games 2 · rows {rows}\n"


def test_records_are_written_and_a_broken_one_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    table = Table(load("flautz"), 2, options={"mode": "points", "challenges": "1"}, secret=bytes(32))
    while not table.over:
        seat = table.to_act()[0]
        table.apply(seat, table.legal(seat)[0])
    folder, out = tmp_path / "kept", tmp_path / "games.parquet"
    folder.mkdir()
    write(record_of(table), folder / "one.json")
    assert main(["dataset", "flautz", "--records", str(folder), "--out", str(out)]) == 0
    assert pq.read_table(out).num_rows == 2 * (len(table.moves) + 1)
    (folder / "two.json").write_text("{}", encoding="utf-8")
    capsys.readouterr()
    assert main(["dataset", "flautz", "--records", str(folder), "--out", str(out), "--lang", "en"]) == 2
    assert "not a record" in capsys.readouterr().err
    (folder / "two.json").unlink()
    assert main(["dataset", "fata", "--records", str(folder), "--out", str(tmp_path / "x"), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(f"{folder / 'one.json'}: ")
    assert not list(tmp_path.glob("x*")), "nothing is left of what was not finished"


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    out = tmp_path / "nowhere" / "games.parquet"
    assert main([*ASKED, "--out", str(out), "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"--out: {out} cannot be written: No such file or directory\n"


@pytest.mark.parametrize("language", ["it", "en"])
def test_what_is_missing_is_named(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "grimorio.research.dataset", raising=False)
    monkeypatch.delattr("grimorio.research.dataset", raising=False)
    assert main([*ASKED, "--out", str(tmp_path / "x"), "--lang", language]) == 2
    told = Texts(language, "commands")("no_extra", extra="dataset", package="pyarrow")
    assert capsys.readouterr().err == told + "\n"


def test_bots_that_think_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow")
    assert main([*ASKED, "--bots", "archmage", "--out", str(tmp_path / "x"), "--lang", "en"]) == 2
    assert "by reflex: random" in capsys.readouterr().err
