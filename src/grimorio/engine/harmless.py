"""Text that a stranger wrote (in a file, in a name of a file, on the command line), made fit to be shown.

A terminal obeys what it is told to print: a name with an escape code in it can wipe a verdict and write another, a
mark of direction can turn a line round, a letter without width can make two names look alike. So whatever comes from a
file goes through here before anybody reads it.
"""

UNSEEN = "?"
"""What stands for a letter that cannot be shown, so that nothing vanishes silently."""
CUT = "…"
"""What stands for the rest of a text that is too long."""
LONGEST = 80
"""Letters of what a refusal quotes."""


def visible(text: object) -> str:
    """A text on one line, letter by letter as long as it was, without any that a terminal obeys or does not show.

    `isprintable` leaves out exactly the controls, formats, surrogates, private and unassigned letters and separators.
    """
    told = str(text)
    if told.isprintable():
        return told
    return "".join(each if each.isprintable() else " " if each.isspace() else UNSEEN for each in told)


def harmless(text: object, longest: int = LONGEST) -> str:
    """A text that can be shown anywhere: white space is folded, and what is cut off leaves a mark."""
    told = " ".join(visible(text).split())
    return told if len(told) <= longest else f"{told[: longest - len(CUT)]}{CUT}"
