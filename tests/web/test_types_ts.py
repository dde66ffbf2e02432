"""The page's types are those of the server, and are not older than it is."""

import runpy
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
SCRIPT = runpy.run_path(str(WEB / "scripts" / "types_ts.py"))


def test_the_types_of_the_page_are_those_of_the_server() -> None:
    kept = (WEB / "src" / "generated" / "wire.ts").read_text(encoding="utf-8")
    assert kept == SCRIPT["wire_ts"](), "run `python web/scripts/types_ts.py`"


def test_every_type_that_a_type_names_is_there() -> None:
    text = SCRIPT["wire_ts"]()
    made = {line.split()[2] for line in text.splitlines() if line.startswith(("export interface", "export type"))}
    assert {"Look", "Ref", "FlautzView", "FlautzInsight", "ServerMessage"} <= made
