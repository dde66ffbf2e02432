"""Text of strangers: whatever it holds, it stays on its line, obeys nobody, and hides nothing."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.harmless import BLANK, CUT, MOST_MARKS, UNSEEN, harmless, visible

BAD = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ada", "Ada"),
        ("Zoë  di \t Perù\n", "Zoë di Perù"),
        ("\x1b[2JAda", "?[2JAda"),
        ("Ada\u200b", "Ada?"),
        ("\u202eadA", "?adA"),
        ("^\u200d^", "^?^"),  # a joiner joins only some pictures, and is not seen between others
        ("A\u2028B", "A B"),
        ("\u3164\u2800", "??"),  # letters, as Unicode has it, that nobody sees
        ("Ada\ufe0f", "Ada?"),
        ("\u2764\ufe0f", "\u2764\ufe0f"),
        ("Zoe\u0308", "Zoe\u0308"),
        ("Z" + "\u0301" * (MOST_MARKS + 2), "Z" + "\u0301" * MOST_MARKS + "??"),
        ("\ud800", "?"),
        ("\x9b31m", "?31m"),
        ("[bold]魔女[/bold] 🧙", "[bold]魔女[/bold] 🧙"),
        ("x" * 21, "x" * 19 + CUT),
        ("x" * 20, "x" * 20),
    ],
)
def test_what_is_shown_of_a_name(text: str, shown: str) -> None:
    assert harmless(text, 20) == shown


@given(text=st.text(), longest=st.integers(1, 30))
def test_nothing_is_left_that_a_terminal_obeys(text: str, longest: int) -> None:
    told = harmless(text, longest)
    assert not {unicodedata.category(letter) for letter in told} & BAD
    assert len(told) <= longest
    assert told == " ".join(told.split())
    assert harmless(told, longest) == told


@given(text=st.text())
def test_a_line_keeps_its_length_and_all_that_can_be_seen(text: str) -> None:
    told = visible(text)
    assert len(told) == len(text)
    assert all(new in {old, UNSEEN, " "} for new, old in zip(told, text, strict=True))


@given(text=st.text(st.characters(exclude_categories=("C", "Z", "M"), exclude_characters="".join(BLANK))))
def test_a_text_without_tricks_is_left_alone(text: str) -> None:
    assert harmless(text, len(text) + 1) == text
