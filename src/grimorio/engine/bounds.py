"""What a TOML file may ask of its reader, checked before it is read.

Python's reader makes a table of tables for every point of a dotted key, and remembers every beginning of it: one line
of 40 kB takes 1.8 GB. Brackets within brackets are read by a function that calls itself. So the points, the brackets
and their depth are counted first, in one pass that knows nothing of TOML but where strings and comments end.
"""

import re
from collections.abc import Iterator

LONGEST_KEY = 8
"""Parts of the longest dotted key."""
DEEPEST = 8
"""Brackets within brackets."""
LONGEST_WORD = 200
"""Letters of a name or a number that stands without quotes."""
MOST_PIECES = 50_000
"""Entries, parts of their names, tables and lists in one file; the largest of ours has a tenth of it."""

_TOKEN = re.compile(
    # Without looking ahead: within a possessive repetition Python before 3.11.5 never finds what does.
    r"(?P<lines>\"\"\"(?s:[^\"\\]++|\\.|\"{1,2}+(?:[^\"\\]|\\.))*+\"\"\"\"{0,2}+|'''(?s:[^']++|'{1,2}+[^'])*+''''{0,2}+)"
    r"|(?P<skip>\"(?:[^\"\\\n]++|\\.)*+\"|'[^'\n]*+'|\#[^\n]*+)"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dot>\.)|(?P<end>[=,])|(?P<line>\n\s*+)|(?P<word>[\w+-]++)|(?P<torn>[\"'])"
)


class TooMuchError(ValueError):
    """A file that asks for more than any edition or scenario needs: the line, of what, and how much there may be."""

    def __init__(self, line: int, code: str, most: int) -> None:
        """Say where and what."""
        super().__init__(code)
        self.line, self.code, self.most = line, code, most


def check_toml(text: str) -> None:
    """Refuse a text that would be costly to read. What is no TOML may pass: its reader stops where it is wrong."""
    pieces = depth = parts = 0
    for line, sort in _tokens(text):
        depth = max(0, depth + (sort == "open") - (sort == "close"))
        parts = parts + 1 if sort == "dot" else 0
        pieces += sort in {"open", "dot", "end"}
        if parts >= LONGEST_KEY:
            raise TooMuchError(line, "long-key", LONGEST_KEY)
        if depth > DEEPEST:
            raise TooMuchError(line, "deep", DEEPEST)
        if pieces > MOST_PIECES:
            raise TooMuchError(line, "many-entries", MOST_PIECES)


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """What has a meaning for the shape of a file, with its line; after a string without an end nothing has one."""
    line = 1
    for found in _TOKEN.finditer(text):
        sort = found.lastgroup or ""
        if sort == "torn":
            return
        if sort == "word" and found.end() - found.start() > LONGEST_WORD:
            raise TooMuchError(line, "long-word", LONGEST_WORD)
        if sort in {"open", "close", "dot", "end", "line"}:
            yield line, sort
        line += found.group().count("\n")
