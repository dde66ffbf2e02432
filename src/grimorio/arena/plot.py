"""A tournament as a picture: for each claim the share of the wins as a multiple of a fair one, with its interval."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

LINE, LEFT, WIDTH, RIGHT = 22, 300, 420, 60
"""Pixels: height of a line, room for names, room for shares, room for numbers."""
STYLE = (
    "text{font:13px sans-serif;fill:#333}.t{font-weight:700}.g{stroke:#ddd}.f{stroke:#888;stroke-dasharray:4 3}"
    ".i{stroke:#3b6ea8;stroke-width:3}.d{fill:#3b6ea8}.n .i{stroke:#aaa}.n .d{fill:#aaa}"
)


def picture(claims: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> str:
    """An SVG: a line for each claim, game by game; grey where nothing is proven."""
    most = max([2.0, *(claim["high"] * claim["seats"] for claim in claims)])
    rows: list[str] = []
    y = LINE
    for game in dict.fromkeys(claim["game"] for claim in claims):
        rows.append(f'<text class="t" x="8" y="{y + 15}">{escape(titles[game])}</text>')
        y += LINE
        for claim in claims:
            if claim["game"] == game:
                rows.append(_row(claim, y, most))
                y += LINE
    size = f'width="{LEFT + WIDTH + RIGHT}" height="{y + LINE}"'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>', *_grid(most, y), *rows, "</svg>", ""]
    )


def _at(times: float, most: float) -> float:
    return round(LEFT + WIDTH * times / most, 1)


def _grid(most: float, bottom: int) -> list[str]:
    """Multiples of a fair share; the fair share itself is dashed."""
    made = []
    for times in range(int(most) + 1):
        x, kind = _at(times, most), "f" if times == 1 else "g"
        made.append(f'<line class="{kind}" x1="{x}" x2="{x}" y1="{LINE}" y2="{bottom}"/>')
        made.append(f'<text x="{x}" y="{bottom + 15}" text-anchor="middle">{times}&#215;</text>')
    return made


def _row(claim: Mapping[str, Any], y: int, most: float) -> str:
    name = f"{claim['seats']}: {claim['hero']} / {claim['rivals']}"
    low, high, middle = (_at(claim[part] * claim["seats"], most) for part in ("low", "high", "share"))
    kind = "p" if claim["proven"] else "n"
    return (
        f'<g class="{kind}"><text x="20" y="{y + 15}">{escape(name)}</text>'
        f'<line class="i" x1="{low}" x2="{high}" y1="{y + 11}" y2="{y + 11}"/>'
        f'<circle class="d" cx="{middle}" cy="{y + 11}" r="5"/>'
        f'<text x="{LEFT + WIDTH + 8}" y="{y + 15}">{claim["times"]:.2f}&#215;</text></g>'
    )
