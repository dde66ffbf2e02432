"""Whatever a scenario says of a table of Zaubercocktail, it is played or refused in one line, and nothing is lost."""

import contextlib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grimorio.engine import laws
from grimorio.engine.giving import Giver, ScenarioError
from grimorio.engine.kernel import INTERPRETED
from grimorio.engine.layout import Field
from grimorio.engine.refusal import Refused
from grimorio.engine.table import Table
from grimorio.games.zaubercocktail import GAME

CARDS = st.one_of(st.sampled_from(GAME.card_names), st.sampled_from(("sugar", "none", "")))
SEATS = st.sampled_from(("A", "B", "D", "E", "none"))
SOME_CARDS = st.lists(st.sampled_from(GAME.card_names[:11]), max_size=12)
WORDS = ("pass", "stone", "post", "want goldrose", "give blue schlums", "to b", "counter c", "accept a", "accept b")
MOVES = st.tuples(st.integers(0, 3), st.sampled_from((*WORDS, "hand in", "lay 2 blue schlums", "clear", "withdraw")))


def words_for(field: Field) -> st.SearchStrategy[Any]:
    """Values that a field of the position may be given, most of them fitting."""
    one: st.SearchStrategy[Any] = {
        "card": CARDS,
        "tally": CARDS,
        "seat": SEATS,
        "name": st.sampled_from((*field.of.names, "none")),
        "count": st.one_of(st.integers(0, 4), st.sampled_from((7, 34, 35, 40, 120, 127, 9999, -1))),
        "flag": st.booleans(),
    }[field.of.sort]
    shape = field.shape[1:] if field.by_seat else field.shape
    row = one
    if field.of.sort == "tally":
        row = st.one_of(SOME_CARDS, st.lists(CARDS, max_size=4))
    elif shape:
        row = st.one_of(st.lists(one, min_size=min(shape[0], 2), max_size=2), st.lists(one, max_size=6))
    return st.dictionaries(st.sampled_from("ABCD"), row, max_size=3) if field.by_seat else row


FIELDS = [field for field in GAME.layout.fields if field.of.sort != "secret"]
POSITIONS = st.lists(st.sampled_from(FIELDS), max_size=5, unique_by=lambda field: field.name).flatmap(
    lambda fields: st.fixed_dictionaries({field.name: words_for(field) for field in fields})
)


def refusal(table: Table, position: dict[str, Any]) -> str:
    """The line with which a position is refused; '' when it is not, and anything else it raises fails the test."""
    try:
        Giver(GAME, table, "here").give(position)
    except ScenarioError as error:
        return str(error)
    return ""


@settings(max_examples=60 if INTERPRETED else 400)
@given(position=POSITIONS, moves=st.lists(MOVES, max_size=30), market=st.sampled_from(("visits", "live")))
def test_whatever_is_given_it_is_played_or_refused(
    position: dict[str, Any], moves: list[tuple[int, str]], market: str
) -> None:
    table = Table(GAME, 4, options={"market": market}, secret=bytes(32))
    line = refusal(table, position)
    if line:
        assert line.startswith("here: given.")
        assert "\n" not in line
        return
    laws.cards_are_conserved(table)
    for seat, action in moves:
        with contextlib.suppress(Refused):
            table.apply(seat, action)
    while not table.over:
        seat = table.to_act()[-1]
        table.apply(seat, table.legal(seat)[-1])
    laws.cards_are_conserved(table)
    laws.the_outcome_is_sound(table)
