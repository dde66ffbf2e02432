"""Text that a stranger wrote (in a file, in a name of a file, on the command line), made fit to be shown.

A terminal obeys what it is told to print: a name with an escape code in it can wipe a verdict and write another, a
mark of direction can turn a line round, a letter without width can make two names look alike, marks piled upon a letter
can cover the lines above it. So whatever comes from a file goes through here before anybody reads it.
"""

import unicodedata

UNSEEN = "?"
"""What stands for a letter that cannot be shown, so that nothing vanishes silently."""
CUT = "…"
"""What stands for the rest of a text that is too long."""
LONGEST = 80
"""Letters of what a refusal quotes."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters that Unicode calls printable and that nobody sees."""
VARIANTS = frozenset(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Say how the picture before them is drawn; behind anything else they are not seen."""
MOST_MARKS = 4
"""Marks upon one letter."""


def visible(text: object) -> str:
    """A text on one line, letter by letter as long as it was, without any that a terminal obeys or nobody sees.

    `isprintable` leaves out exactly the controls, formats, surrogates, private and unassigned letters and separators.
    """
    told = str(text)
    if told.isascii() and told.isprintable():
        return told
    shown, marks = list[str](), 0
    for letter in told:
        mark = unicodedata.category(letter) in {"Mn", "Me"}
        marks = marks + 1 if mark else 0
        if letter.isspace() and not letter.isprintable():
            shown.append(" ")
        else:
            shown.append(letter if marks <= MOST_MARKS and _is_seen(letter, shown[-1:]) else UNSEEN)
    return "".join(shown)


def _is_seen(letter: str, before: list[str]) -> bool:
    if letter in VARIANTS:
        return bool(before) and unicodedata.category(before[0]) == "So"
    return letter.isprintable() and letter not in BLANK


def harmless(text: object, longest: int = LONGEST) -> str:
    """A text that can be shown anywhere: white space is folded, and what is cut off leaves a mark."""
    told = " ".join(visible(text).split())
    return told if len(told) <= longest else f"{told[: longest - len(CUT)]}{CUT}"
