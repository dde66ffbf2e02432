"""JSON of strangers: it means one thing, or it is refused with its line."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grimorio.engine.strict import DEEPEST, StrictError, same, strict_json

texts = st.text(st.characters(exclude_categories=["Cs"]))
values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1,\n "a": 1}', "line 2: 'a' stands twice in one table"),
        ('{"a": 1,\n "\\u0061": 2}', "line 2: 'a' stands twice in one table"),
        ('[{"b": [{"c": 1, "d": {},\n\n"c": 2}]}]', "line 3: 'c' stands twice in one table"),
        ('{"\\u001b[2J": 1, "\\u001b[2J": 1}', r"line 1: '\x1b[2J' stands twice in one table"),
        ("[NaN]", "line 1: NaN is no number"),
        ("[1,\nInfinity]", "line 2: Infinity is no number"),
        ("-Infinity", "line 1: -Infinity is no number"),
        ("[1e999]", "line 1: 1e999 is too long or too large for a number"),
        ("1" * 5000, f"line 1: {'1' * 39}… is too long or too large for a number"),
        ('["\\ud800"]', r"line 1: '\ud800' is no text: it holds half of a letter"),
        ('{"\ud800": 1}', r"line 1: '\ud800' is no text: it holds half of a letter"),
        ("[" * 101, "line 1: more than 100 brackets within each other"),
        ('\n{"a":' * 200_000, "line 102: more than 100 brackets within each other"),
        ('{"a": 1', "line 1: not JSON: Expecting ',' delimiter"),
        ("{'a': 1}", "line 1: not JSON: Expecting property name enclosed in double quotes"),
        ("[1]\n[2]", "line 2: not JSON: Extra data"),
        ('["a\nb"]', "line 1: not JSON: Invalid control character at"),
        ("", "line 1: not JSON: Expecting value"),
        ("\ufeff{}", "line 1: not JSON: Unexpected UTF-8 BOM (decode using utf-8-sig)"),
        ("[1_000]", "line 1: not JSON: Expecting ',' delimiter"),
        ("[01]", "line 1: not JSON: Expecting ',' delimiter"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(StrictError) as error:
        strict_json(text)
    assert str(error.value) == told


def test_the_same_name_in_two_tables_and_brackets_in_texts_are_fine() -> None:
    text = '[{"a": {"a": "{{[[\\"a\\": NaN"}}, {"a": [], "b": "\\ud83e\\uddd9"}]'
    assert strict_json(text) == [{"a": {"a": '{{[["a": NaN'}}, {"a": [], "b": "🧙"}]
    assert strict_json("[" * DEEPEST + "]" * DEEPEST) is not None


@given(value=values, indent=st.sampled_from([None, 0, 2]), ascii_only=st.booleans())
def test_what_was_written_is_read_back(value: Any, indent: int | None, *, ascii_only: bool) -> None:
    assert same(strict_json(json.dumps(value, indent=indent, ensure_ascii=ascii_only)), value)


def doubled(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """What Python's own reader finds in a table; a name that stands twice is an error."""
    if len(dict(pairs)) != len(pairs):
        msg = "doubled"
        raise ValueError(msg)
    return dict(pairs)


pieces = st.sampled_from(
    ["{", "}", "[", "]", ":", ",", '"a"', '"b"', '"\\u0061"', '"\\"', "1", "3.0", "true", "null", "\n", " ", "NaN"]
)


def plainly(text: str) -> Any:
    """What Python's own reader makes of a text; `...` where it refuses it, or where it should."""
    try:
        return json.loads(text, object_pairs_hook=doubled, parse_constant=int)
    except ValueError:
        return ...


def strictly(text: str) -> tuple[Any, StrictError]:
    """What ours makes of it, or why it refuses it."""
    try:
        return strict_json(text), StrictError(1, "")
    except StrictError as error:
        return ..., error


@given(text=st.lists(pieces, max_size=12).map("".join) | st.text(max_size=12))
def test_any_text_means_what_it_means_to_all_or_is_refused(text: str) -> None:
    found, told = strictly(text)
    assert same(found, plainly(text))
    assert str(told).isprintable()
    assert 1 <= told.line <= text.count("\n") + 1


tables = st.lists(st.tuples(st.sampled_from(["a", "b", "c", "A"]), values), max_size=5)


@given(pairs=tables, before=st.lists(values, max_size=2))
def test_a_name_is_refused_when_it_stands_twice_and_only_then(pairs: list[tuple[str, Any]], before: list[Any]) -> None:
    inside = ", ".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in pairs)
    text = json.dumps([*before, 0]).removesuffix("0]") + f"{{{inside}}}]"
    if len(dict(pairs)) == len(pairs):
        assert same(strict_json(text), [*before, dict(pairs)])
    else:
        with pytest.raises(StrictError, match="stands twice"):
            strict_json(text)


def test_a_whole_number_is_neither_a_fraction_nor_a_truth() -> None:
    assert same([1, {"a": (2,)}], (1, {"a": [2]}))
    for one, other in [(1, 1.0), (1, True), (0, False), ([], {}), ([1], [1, 1]), ({"a": 1}, {"a": 1.0}), (None, 0)]:
        assert not same(one, other)
        assert not same(other, one)
